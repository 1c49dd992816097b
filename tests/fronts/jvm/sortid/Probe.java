package sortid;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.Map;
import java.util.StringJoiner;

/**
 * Answers the oracle's questions with the Java package: tests/oracle/PROTOCOL.md says which, and in what
 * words.
 */
final class Probe {
  public static void main(String[] arguments) throws IOException {
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII), 1 << 16);
    BufferedWriter out = new BufferedWriter(new OutputStreamWriter(System.out, StandardCharsets.US_ASCII), 1 << 16);
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String[] words = line.split(" ");
      String answer;
      try {
        answer = answer(words);
      } catch (SortidException why) {
        boolean text = switch (words[0]) {
          case "parse", "lenient", "bounds" -> true;
          case "text" -> words[1].equals("typeid") && why.reason() == Reason.PREFIX;
          default -> false;
        };
        answer = "err " + why.reason().word() + " " + (text ? why.position() : "-");
      } catch (UnsupportedOperationException why) {
        answer = "bad " + why;
      }
      out.write(answer);
      out.write('\n');
    }
    out.flush();
  }

  private static byte[] bytes(String word) {
    return word.equals("-") ? new byte[0] : HexFormat.of().parseHex(word);
  }

  private static String word(String text) {
    return text.isEmpty() ? "-" : HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String answer(String[] words) {
    return switch (words[0]) {
      case "parse" -> parsed(Sortid.format(words[1]).parse(bytes(words[2])), bytes(words[2]));
      case "lenient" -> parsed(Core.parseLenient(Sortid.format(words[1]), bytes(words[2])).id(), bytes(words[2]));
      case "text" -> text(Sortid.format(words[1]).fromHex(words[2]), words[3]);
      case "show" -> show(Sortid.format(words[1]).fromHex(words[2]));
      case "first" -> "ok " + Sortid.format(words[1]).firstAt(instant(words[2])).hex();
      case "last" -> "ok " + Sortid.format(words[1]).lastAt(instant(words[2])).hex();
      case "interval" -> both(Sortid.format(words[1]).between(instant(words[2]), instant(words[3])));
      case "bounds" -> both(Core.withTextPrefix(UID11.FORMAT, bytes(words[1])));
      case "detect" -> {
        StringJoiner names = new StringJoiner(",").setEmptyValue("-");
        Core.detect(bytes(words[1])).forEach(each -> names.add(each.name()));
        yield "ok " + names;
      }
      // Java has no function for these two; the bits are what is asked here.
      case "checkmod" -> "ok " + EUID.FORMAT.fromHex(words[1]).number().mod(BigInteger.valueOf(127));
      case "euid" -> euid(new BigInteger(words[1]), words[2], Integer.parseInt(words[3]), new BigInteger(words[4], 16));
      default -> "bad";
    };
  }

  private static Instant instant(String ms) {
    return Instant.ofEpochMilli(Long.parseLong(ms));
  }

  private static String both(Range<?> range) {
    return "ok " + range.first().hex() + " " + range.last().hex();
  }

  private static String parsed(Id id, byte[] text) {
    String extra = "-";
    if (id instanceof TypeID typed && !typed.prefix().isEmpty()) extra = typed.prefix();
    if (id instanceof EUID) extra = Core.isChecked(EUID.FORMAT, text) ? "valid" : "none";
    return "ok " + id.hex() + " " + word(id.text()) + " " + extra;
  }

  private static String text(Id id, String extra) {
    if (id instanceof TypeID typed && !extra.equals("-")) {
      return "ok " + word(Core.withPrefix(typed, TypeID.FORMAT, bytes(extra)).text());
    }
    return "ok " + word(extra.equals("none") ? id.textUnchecked() : id.text());
  }

  private static String show(Id id) {
    StringJoiner fields = new StringJoiner(";");
    for (Map.Entry<String, BigInteger> each : id.fields().entrySet()) fields.add(each.getKey() + "=" + each.getValue());
    String ms = "null";
    String time = "null";
    if (id.unixMs().isPresent()) {
      ms = Long.toString(id.unixMs().getAsLong());
      var at = id.time().get().atOffset(ZoneOffset.UTC);
      time = "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ".formatted(at.getYear(), at.getMonthValue(), at.getDayOfMonth(), at.getHour(),
          at.getMinute(), at.getSecond(), at.getNano() / 1_000_000);
    }
    String uuid = id.format().bits() == 128 ? id.uuid().toString() : "-";
    return String.join(" ", "ok", word(id.text()), id.number().toString(), uuid, ms, time, fields.toString());
  }

  private static String euid(BigInteger timestamp, String extension, int random15, BigInteger random64) {
    int number = extension.equals("-") ? 0 : Integer.parseInt(extension);
    if (timestamp.bitLength() > 45 || number > 32767) return "err range -";
    int length = extension.equals("-") ? 0 : Math.max(1, 32 - Integer.numberOfLeadingZeros(number));
    int middle = random15 & -1 << length | number;
    BigInteger value = timestamp.shiftLeft(15).or(BigInteger.valueOf(middle)).shiftLeft(4).or(BigInteger.valueOf(length)).shiftLeft(64);
    return "ok " + EUID.FORMAT.fromNumber(value.or(random64)).hex();
  }
}
