// System.Guid of Mono: mono Mono.exe. Its strings are UTF-16, its JSON is read by hand: each member is a number or a plain string.
using System;
using System.Globalization;
using System.Linq;
using System.Text;
using System.Text.RegularExpressions;

static class Adapter {
    static string Member(string line, string name) {
        var found = Regex.Match(line, "\"" + name + "\": (?:\"((?:[^\"\\\\]|\\\\.)*)\"|(\\d+))");
        if (!found.Success) return null;
        if (found.Groups[2].Success) return found.Groups[2].Value;
        return Regex.Replace(found.Groups[1].Value, "\\\\(?:u([0-9a-f]{4})|(.))", m => m.Groups[1].Success
            ? ((char) int.Parse(m.Groups[1].Value, NumberStyles.HexNumber)).ToString()
            : "bfnrt".Contains(m.Groups[2].Value) ? "\b\f\n\r\t"["bfnrt".IndexOf(m.Groups[2].Value)].ToString() : m.Groups[2].Value);
    }

    static string Answer(string line) {
        string op = Member(line, "op");
        if (op == "about") return "\"name\": \"System.Guid (Mono)\", \"version\": \"" + Environment.Version + "\", \"language\": \"C#\"";
        if (Member(line, "format") == "uuid") {
            string text = Member(line, "text"), value = Member(line, "value");
            if (op == "parse" && text != null) return "\"value\": \"" + Guid.ParseExact(text, "D").ToString("N") + "\"";
            if (op == "text") return "\"text\": \"" + Guid.ParseExact(value, "N") + "\"";
            if (op == "order") {
                var texts = Regex.Matches(line.Substring(line.IndexOf("\"texts\"")), "[0-9a-f]{8}-[0-9a-f-]{27}").Cast<Match>().Select(m => Guid.Parse(m.Value));
                return "\"texts\": [" + string.Join(", ", texts.OrderBy(id => id).Select(id => "\"" + id + "\"")) + "]";
            }
        }
        return "\"unsupported\": true";
    }

    static void Main() {
        var output = new StringBuilder();
        for (string line; (line = Console.ReadLine()) != null;) {
            string said;
            try { said = Answer(line); } catch (FormatException) { said = "\"error\": true"; }
            output.Append("{\"id\": " + Member(line, "id") + ", " + said + "}\n");
        }
        Console.Write(output);
    }
}
