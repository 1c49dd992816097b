package asks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.StringJoiner;
import sortid.Format;
import sortid.GeneratorOptions;
import sortid.Id;
import sortid.Masker;
import sortid.Range;
import sortid.Sortid;
import sortid.SortidException;
import sortid.TypeID;

/**
 * Answers the cases of functions by the public names: a line has the function and its arguments,
 * `NAME=VALUE`, behind tabs.
 */
final class Ask {
  public static void main(String[] arguments) throws IOException {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String[] words = line.split("\t");
      Map<String, String> given = new HashMap<>();
      for (int i = 1; i < words.length; ++i) given.put(words[i].substring(0, words[i].indexOf('=')), words[i].substring(words[i].indexOf('=') + 1));
      try {
        out.println("=" + answer(words[0], given));
      } catch (SortidException why) {
        out.println("!" + why.reason().word() + " " + why.position());
      }
    }
  }

  private static String answer(String function, Map<String, String> given) {
    String x = given.get("x");
    Format<?> format = given.containsKey("format") ? Sortid.format(given.get("format")) : null;
    return switch (function) {
      case "parse", "text" -> format.parse(x).toString();
      case "lenient" -> format.parseLenient(x).id().text();
      case "valid" -> String.valueOf(format.isValid(x));
      case "check" -> {
        SortidException why = format.check(x);
        yield why == null ? "null" : why.reason().word() + " at position " + why.position();
      }
      case "number" -> format.parse(x).number().toString();
      case "bytes" -> HexFormat.of().formatHex(format.parse(x).bytes());
      case "hex" -> format.parse(x).hex();
      case "prefix" -> TypeID.parse(x).prefix();
      case "suffix" -> TypeID.parse(x).suffix();
      case "uuid" -> format.parse(x).uuid().toString();
      case "ms" -> String.valueOf(format.parse(x).unixMs().getAsLong());
      case "time" -> "%tFT%<tT.%<tLZ".formatted(format.parse(x).time().get().atZone(java.time.ZoneOffset.UTC));
      case "timestamp" -> String.valueOf(format.parse(x).fields().get("timestamp"));
      case "fields" -> {
        StringJoiner all = new StringJoiner(", ", "{", "}");
        format.parse(x).fields().forEach((name, value) -> all.add("\"" + name + "\": " + (value == null ? "null" : "\"" + value + "\"")));
        yield all.toString();
      }
      case "detect" -> Sortid.parse(x).format().name();
      case "looks like" -> Sortid.looksLike(x).get(0).name();
      case "find" -> String.join(" ", (format == null ? Sortid.find(x) : Sortid.find(x, format)).stream().map(found -> found.id().text()).toList());
      case "convert" -> format.parse(x).convert(Sortid.format(given.get("to"))).text();
      case "first" -> format.firstAt(at(given.get("t"))).text();
      case "last" -> format.lastAt(at(given.get("t"))).text();
      case "between" -> both(format.between(at(given.get("a")), at(given.get("b"))));
      case "text prefix" -> both(format.withTextPrefix(given.get("p")));
      case "named" -> format.namedAt(at(given.get("t")), given.get("name").getBytes(StandardCharsets.UTF_8), key(given),
          new GeneratorOptions().prefix(given.getOrDefault("prefix", ""))).text();
      case "mask" -> masked(format, x, key(given));
      case "unmask" -> unmasked(format, x, key(given));
      default -> throw new IllegalArgumentException(function);
    };
  }

  private static <T extends Id> String masked(Format<T> format, String x, byte[] key) {
    try (Masker<T> masker = format.masker(key)) {
      return masker.mask(format.parse(x)).text();
    }
  }

  private static String unmasked(Format<?> format, String x, byte[] key) {
    try (Masker<?> masker = format.masker(key)) {
      return masker.unmask(Sortid.format(format.name().equals("uuidv7") ? "uuid" : format.name()).parse(x)).text();
    }
  }

  private static byte[] key(Map<String, String> given) {
    return HexFormat.of().parseHex(given.get("key"));
  }

  private static Instant at(String ms) {
    return Instant.ofEpochMilli(Long.parseLong(ms));
  }

  private static String both(Range<?> range) {
    return range.first().text() + " " + range.last().text();
  }
}
