package sortid;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The steps of differential.mjs, in the translated module: the same calls and the same sums of its memory.
 */
final class Differential implements Wasm.Host {
  private final Wasm wasm = new Wasm(this);
  private int state = Integer.parseUnsignedInt(System.getProperty("seed"));

  private int draw(int below) {
    state = state * 1664525 + 1013904223;
    return (state >>> 8) % below;
  }

  @Override
  public long now() {
    return 1700000000000L + draw(3);
  }

  @Override
  public long pause(long us) {
    return us;
  }

  @Override
  public int entropy(int at, int size) {
    for (int i = 0; i < size; ++i) wasm.memory[at + i] = (byte) draw(256);
    return 1;
  }

  public static void main(String[] arguments) throws Exception {
    new Differential().run(Files.readAllLines(Path.of(arguments[0]), StandardCharsets.ISO_8859_1), Integer.parseInt(arguments[1]));
  }

  private void run(List<String> texts, int steps) {
    int in = wasm.malloc(256);
    int id = wasm.malloc(88);
    int error = wasm.malloc(28);
    int out = wasm.malloc(4096);
    int generator = 0;
    for (int step = 0; step < steps; ++step) {
      byte[] text = texts.get(draw(texts.size())).getBytes(StandardCharsets.ISO_8859_1);
      for (int changes = draw(3); changes > 0 && text.length > 0; --changes) text[draw(text.length)] = (byte) draw(256);
      int size = text.length - (draw(8) == 0 && text.length > 0 ? 1 : 0);
      System.arraycopy(text, 0, wasm.memory, in, size);
      int format = 1 + draw(12);
      int status = draw(2) == 0 ? wasm.sortid_parse(format, in, size, id, error) : wasm.sortid_parse_lenient(format, in, size, id, out, error);
      if (status != 0) wasm.sortid_message(error, out, 192, 0);
      if (status != 0) status = wasm.sortid_parse_any(in, size, id, error);
      if (status == 0) {
        wasm.sortid_to_text(id, out, 91, error);
        wasm.sortid_fields(id, out + 128, 16, out);
        wasm.sortid_convert(id, 1 + draw(12), id, error);
      }
      wasm.sortid_find(in, size, 0, 0, out, 4, out + 2048);
      wasm.sortid_looks_like(in, size, 1700000000000L, out, 8, out + 2048);
      wasm.sortid_first_at(1 + draw(12), 1600000000000L + draw(1 << 24), 0, out, error);
      for (int i = 0; i < 16; ++i) wasm.memory[out + 2048 + i] = i == 3 || i == 11 ? (byte) draw(64) : 0;
      wasm.sortid_ids_between_instants(1 + draw(12), draw(2) * (out + 2048), 0, 0, out, out + 88, error);
      if (step % 64 == 0) {
        for (int i = 0; i < 80; ++i) wasm.memory[out + i] = 0;
        wasm.memory[out] = 80;
        wasm.memory[out + 4] = (byte) (1 + draw(12));
        wasm.memory[out + 12] = (byte) draw(3);
        generator = wasm.sortid_generator_create(out, out + 128, error) == 0 ? word(out + 128) : 0;
      }
      if (generator != 0) wasm.sortid_generator_next(generator, id, error);
      if (step % 500 == 499) {
        int sum = 0x811c9dc5;
        for (byte each : wasm.memory) sum = (sum ^ each & 255) * 16777619;
        System.out.println(step + " " + Integer.toUnsignedString(sum));
      }
    }
  }

  private int word(int at) {
    return wasm.memory[at] & 255 | (wasm.memory[at + 1] & 255) << 8 | (wasm.memory[at + 2] & 255) << 16 | wasm.memory[at + 3] << 24;
  }
}
