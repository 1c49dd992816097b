package asks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import sortid.Format;
import sortid.Id;
import sortid.Sortid;
import sortid.SortidException;
import sortid.TypeID;

/**
 * Texts near the valid ones, as the command line judges them: java asks.Mutated SORTID FOLDER COUNT SEED.
 */
public final class Mutated {
  private static final int CHUNK = 100_000;
  private static final Pattern TOLD = Pattern.compile("sortid: line (\\d+): (.*)");

  public static void main(String[] arguments) throws IOException, InterruptedException {
    int count = Integer.parseInt(arguments[2]);
    for (Format<?> format : Sortid.formats()) {
      Random random = new Random(Long.parseLong(arguments[3]));
      int invalid = 0;
      for (int done = 0; done < count; done += CHUNK) {
        List<String> texts = new ArrayList<>();
        while (texts.size() < Math.min(CHUNK, count - done)) texts.add(mutated(format, random));
        Map<Integer, String> told = told(arguments[0], Path.of(arguments[1]), format, texts);
        if (told.isEmpty() || told.size() == texts.size()) throw new AssertionError(told.size() + " of " + texts.size() + " are invalid");
        for (int at = 0; at < texts.size(); ++at) compare(format, texts.get(at), told.get(at + 1));
        invalid += told.size();
      }
      System.out.println(format + ": " + count + " texts, of which " + invalid + " are invalid");
    }
  }

  private static void compare(Format<?> format, String text, String sentence) {
    SortidException why = format.check(text);
    boolean same = why == null ? sentence == null : sentence != null && sentence.contains(": " + why.getMessage());
    if (!same || format.isValid(text) != (why == null)) {
      throw new AssertionError(format + " " + text + ": " + why + ", and the command line says " + sentence);
    }
  }

  /** What the command line says of invalid lines, by their number. */
  private static Map<Integer, String> told(String program, Path folder, Format<?> format, List<String> texts)
      throws IOException, InterruptedException {
    Path lines = Files.write(folder.resolve("lines"), texts, StandardCharsets.UTF_8);
    Path said = folder.resolve("said");
    new ProcessBuilder(program, "check", "--format", format.name()).redirectInput(lines.toFile()).redirectErrorStream(true)
        .redirectOutput(said.toFile()).start().waitFor();
    Map<Integer, String> told = new HashMap<>();
    for (String line : Files.readAllLines(said, StandardCharsets.ISO_8859_1)) {
      Matcher match = TOLD.matcher(line);
      if (match.matches()) told.put(Integer.parseInt(match.group(1)), match.group(2));
    }
    return told;
  }

  private static String mutated(Format<?> format, Random random) {
    StringBuilder text = new StringBuilder(valid(format, random));
    for (int changes = random.nextInt(4); changes > 0 && text.length() > 0; --changes) {
      int at = random.nextInt(text.length());
      char other = random.nextInt(4) == 0 ? (char) random.nextInt(256) : (char) (32 + random.nextInt(95));
      if (other == '\n' || other == '\r') continue; // of the line's end
      switch (random.nextInt(8)) {
        case 0 -> text.deleteCharAt(at);
        case 1 -> text.insert(at, other);
        case 2 -> text.replace(0, text.length(), text.toString().toLowerCase(Locale.ROOT));
        default -> text.setCharAt(at, other);
      }
    }
    return text.toString();
  }

  private static String valid(Format<?> format, Random random) {
    StringBuilder digits = new StringBuilder();
    while (digits.length() < format.bits() / 4) digits.append(Character.forDigit(random.nextInt(16), 16));
    Id id;
    try {
      id = format.fromHex(digits);
    } catch (SortidException outside) {
      // Ulid-Flakes begin with a bit that is 0, a UUIDv7 has its version and its variant.
      digits.setCharAt(0, '0');
      digits.setCharAt(12, '7');
      if (format.bits() == 128) digits.setCharAt(16, '8');
      id = format.fromHex(digits);
    }
    return id instanceof TypeID typed && random.nextBoolean() ? typed.withPrefix("user").text() : id.text();
  }
}
