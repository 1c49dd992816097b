package sortid;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Random bytes where the system's source is missing, ends too early, or is there.
 */
final class Draws {
  private static final int SIZE = 3072;

  public static void main(String[] arguments) throws IOException {
    Path folder = Files.createTempDirectory("draws");
    Path source = folder.resolve("source");
    random(source);
    random(folder);
    byte[] given = new byte[SIZE];
    Arrays.fill(given, (byte) 7);
    Files.write(source, Arrays.copyOf(given, SIZE - 1));
    random(source);
    Files.write(source, given);
    byte[] drawn = new byte[SIZE];
    Core.draw(drawn, source.toString());
    if (!Arrays.equals(drawn, given)) throw new AssertionError("the source was not read");
    Files.delete(source);
    Files.delete(folder);
    System.out.println("good");
  }

  /** Java's own source fills every part, with other bytes each time. */
  private static void random(Path source) {
    byte[] one = new byte[SIZE];
    byte[] other = new byte[SIZE];
    Core.draw(one, source.toString());
    Core.draw(other, source.toString());
    for (int at = 0; at < SIZE; at += 16) {
      // 16 bytes are equal by chance once in 2^128.
      if (Arrays.equals(one, at, at + 16, other, at, at + 16)) throw new AssertionError("no random bytes at " + at);
    }
  }
}
