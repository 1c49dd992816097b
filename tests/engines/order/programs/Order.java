// Sorts the lines of standard input as args[0] says, and prints their numbers in order.
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.math.BigInteger;
import java.text.Collator;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

class Order {
  public static void main(String[] args) throws Exception {
    List<String> lines = new BufferedReader(new InputStreamReader(System.in)).lines().collect(Collectors.toList());
    HexFormat hex = HexFormat.of();
    Comparator<String> by = switch (args[0]) {
      case "UUID" -> Comparator.comparing(UUID::fromString);
      case "String" -> Comparator.naturalOrder();
      case "Collator" -> {
        Collator english = Collator.getInstance(Locale.ENGLISH);
        yield english::compare;
      }
      case "compareUnsigned" -> (a, b) -> Arrays.compareUnsigned(hex.parseHex(a), hex.parseHex(b));
      case "compare" -> (a, b) -> Arrays.compare(hex.parseHex(a), hex.parseHex(b));
      case "long" -> Comparator.comparing(Long::parseUnsignedLong);
      case "longUnsigned" -> (a, b) -> Long.compareUnsigned(Long.parseUnsignedLong(a), Long.parseUnsignedLong(b));
      default -> Comparator.comparing(BigInteger::new);
    };
    StringBuilder out = new StringBuilder();
    IntStream.range(0, lines.size()).boxed().sorted(Comparator.comparing(lines::get, by)).forEach(i -> out.append(i).append('\n'));
    System.out.print(out);
  }
}
