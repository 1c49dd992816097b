package sortid;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The core: one instance of the WebAssembly module, which one thread uses at a time, and the C ABI's structs
 * in its memory. A few idle ones wait in places by the number of the thread; a thread that finds none there
 * makes another.
 */
final class Core implements Wasm.Host {
  // Structs of sortid.h with pointers of 32 bits; the ABI is stable, so they stay as they are.
  private static final int ID_FORMAT = 16;
  private static final int ID_PREFIX = 20;
  private static final int ID_SIZE = 88;
  private static final int PREFIX_CAPACITY = 64;
  private static final int ERROR_FORMAT = 4;
  private static final int ERROR_POSITION = 8;
  private static final int ERROR_SIZE = 28;
  private static final int FIELD_PRESENT = 20;
  private static final int FIELD_SIZE = 24;
  private static final int OPTIONS_SIZE = 80;
  private static final int FOUND_OFFSET = 88;
  private static final int FOUND_SIZE = 104;
  private static final int FOREIGN_SIZE = 232;
  private static final int TEXT_CAPACITY = 192; // of every text and sentence
  private static final int SHORT = 256; // a text of that many bytes has a place at once
  private static final int FIELDS = 24;
  private static final int RANDOM = 3072;

  /** For the functions of single formats, which write nothing into memory, so that all threads share it. */
  static final class Shared implements Wasm.Host {
    static final Wasm WASM = new Wasm(new Shared());

    @Override
    public long now() {
      throw new IllegalStateException();
    }

    @Override
    public long pause(long us) {
      throw new IllegalStateException();
    }

    @Override
    public int entropy(int at, int bytes) {
      throw new IllegalStateException();
    }
  }

  // --- the idle ones ---

  private static final class Idle {
    static final int PLACES = Integer.highestOneBit(Math.min(64, Math.max(4, 4 * Runtime.getRuntime().availableProcessors())));
    static final int APART = 16; // references, so that no two places share a line of a cache
    static final AtomicReferenceArray<@Nullable Core> ONES = new AtomicReferenceArray<>(PLACES * APART);
  }

  private static final int MOST_MEMORY = 1 << 20; // one that has grown beyond is not kept

  @SuppressWarnings("deprecation") // its successor comes with Java 19
  static Core take() {
    int place = ((int) Thread.currentThread().getId() & (Idle.PLACES - 1)) * Idle.APART;
    Core core = Idle.ONES.getAndSet(place, null);
    if (core == null) core = new Core();
    core.place = place;
    return core;
  }

  /** After a trap or an exception that is no answer, an instance is left to the garbage collector. */
  void give() {
    if (wasm.memory.length <= MOST_MEMORY) Idle.ONES.setRelease(place, this);
  }

  private int place;
  final Wasm wasm = new Wasm(this);
  final int id;
  final int id2;
  final int error;
  final int out;
  private final int in;
  private int size; // of the text that was put last
  private int large; // a place for longer texts, and its size
  private int largeSize;
  private byte @Nullable [] random; // drawn and not used yet, as much as the core asks for in a row
  private int randomLeft;

  Core() {
    id = allocate(2 * ID_SIZE + ERROR_SIZE + 4 + FIELDS * FIELD_SIZE + OPTIONS_SIZE + SHORT);
    id2 = id + ID_SIZE;
    error = id2 + ID_SIZE;
    out = error + ERROR_SIZE + 4;
    in = out + FIELDS * FIELD_SIZE;
  }

  private int allocate(int bytes) {
    int at = wasm.malloc(bytes);
    if (at == 0) throw new OutOfMemoryError(bytes + " bytes of a WebAssembly memory");
    return at;
  }

  // --- the host ---

  @Override
  public long now() {
    return System.currentTimeMillis();
  }

  private static final long PAST_EVERY_WAIT = 1L << 52; // microseconds, more than a century

  /** Returns the microseconds that went by. An interrupted thread does not wait on, and stays interrupted. */
  @Override
  public long pause(long us) {
    long before = System.nanoTime();
    try {
      Thread.sleep(us / 1000, (int) (us % 1000) * 1000);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return PAST_EVERY_WAIT;
    }
    return (System.nanoTime() - before) / 1000;
  }

  @Override
  public int entropy(int at, int bytes) {
    byte[] from = random;
    if (from == null || randomLeft < bytes) {
      random = from = new byte[RANDOM];
      draw(from, "/dev/urandom");
      randomLeft = RANDOM;
    }
    randomLeft -= bytes;
    System.arraycopy(from, randomLeft, wasm.memory, at, bytes);
    Arrays.fill(from, randomLeft, randomLeft + bytes, (byte) 0);
    return 1;
  }

  /** From the system, as in every front end. Java's own source takes longer to start than all else here. */
  static void draw(byte[] to, String source) {
    // Where folders begin otherwise, anybody may make one of that name.
    if (File.separatorChar == '/') {
      try (FileInputStream system = new FileInputStream(source)) {
        if (system.readNBytes(to, 0, to.length) == to.length) return;
      } catch (IOException | SecurityException why) {
        // There is none, or none for this program.
      }
    }
    new SecureRandom().nextBytes(to);
  }

  // --- memory ---

  int getInt(int at) {
    return Wasm.getInt(wasm.memory, at);
  }

  long getLong(int at) {
    return Wasm.getLong(wasm.memory, at);
  }

  private void putInt(int at, int value) {
    Wasm.putInt(wasm.memory, at, value);
  }

  private void putLong(int at, long value) {
    Wasm.putLong(wasm.memory, at, value);
  }

  static long bigEndian(byte[] bytes, int at) {
    return Long.reverseBytes(Wasm.getLong(bytes, at));
  }

  @SuppressWarnings("deprecation") // the fastest way from bytes of ASCII, which they are
  private static String ascii(byte[] bytes, int at, int size) {
    return new String(bytes, 0, at, size);
  }

  private String string(int at, int size) {
    return ascii(wasm.memory, at, size);
  }

  /** A byte for each symbol of the text. What is not Latin 1 is no symbol of any format. */
  static byte[] symbols(CharSequence text) {
    return text.toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  static void bigEndian(byte[] bytes, int at, long word) {
    Wasm.putLong(bytes, at, Long.reverseBytes(word));
  }

  /** A string that ends with a NUL. */
  private String string(int at) {
    int end = at;
    while (wasm.memory[end] != 0) ++end;
    return string(at, end - at);
  }

  static byte[] utf8(CharSequence text) {
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** Puts bytes there, their number into {@link #size}. */
  private int bytes(byte[] bytes) {
    size = bytes.length;
    int at = in;
    if (size > SHORT) {
      if (size > largeSize) {
        wasm.free(large);
        large = 0;
        largeSize = 0;
        large = allocate(size);
        largeSize = size;
      }
      at = large;
    }
    System.arraycopy(bytes, 0, wasm.memory, at, size);
    return at;
  }

  void put(Id from, int at) {
    putLong(at, from.hi);
    putLong(at + 8, from.lo);
    putInt(at + ID_FORMAT, from.format().number);
    byte[] memory = wasm.memory;
    Arrays.fill(memory, at + ID_PREFIX, at + ID_SIZE, (byte) 0);
    String prefix = from.typePrefix();
    for (int i = 0; i < prefix.length(); ++i) memory[at + ID_PREFIX + i] = (byte) prefix.charAt(i);
  }

  private <T extends Id> T get(Format<T> format, int at) {
    String prefix = wasm.memory[at + ID_PREFIX] == 0 ? "" : string(at + ID_PREFIX);
    return format.make(getLong(at), getLong(at + 8), prefix);
  }

  Id get(int at) {
    return get(Formats.of(getInt(at + ID_FORMAT)), at);
  }

  /** The id of that format that the core wrote; gives the core back. */
  private <T extends Id> T answer(Format<T> format, int status) {
    if (status != 0) throw rejected(status);
    T answer = get(format, id);
    give();
    return answer;
  }

  private <T extends Id> Range<T> answers(Format<T> format, int status) {
    if (status != 0) throw rejected(status);
    Range<T> answer = new Range<>(get(format, id), get(format, id2));
    give();
    return answer;
  }

  // --- errors ---

  void check(int status) {
    if (status != 0) throw exception(status);
  }

  /** The same of a function that writes no error. */
  void check(int status, Format<?> format) {
    if (status == 0) return;
    tell(status, format.number);
    throw exception(status);
  }

  /** The exception of a shared instance, which is given back. */
  private RuntimeException rejected(int status) {
    RuntimeException why = exception(status);
    give();
    return why;
  }

  private RuntimeException rejected(int status, Format<?> format) {
    tell(status, format.number);
    return rejected(status);
  }

  private void tell(int status, int format) {
    Arrays.fill(wasm.memory, error, error + ERROR_SIZE, (byte) 0);
    putInt(error, status);
    putInt(error + ERROR_FORMAT, format);
  }

  private RuntimeException exception(int status) {
    if (getInt(error) != status) tell(status, 0);
    int format = getInt(error + ERROR_FORMAT);
    int position = getInt(error + ERROR_POSITION);
    wasm.sortid_message(error, out, TEXT_CAPACITY, 0);
    String message = string(out);
    for (Reason reason : Reason.values()) {
      if (reason.status == status) return new SortidException(message, reason, position, format == 0 ? null : Formats.of(format).name());
    }
    for (Fault fault : Fault.values()) {
      if (fault.status == status) return GeneratorException.of(message, fault);
    }
    return status == Formats.UNSUPPORTED ? new UnsupportedOperationException(message) : new IllegalArgumentException(message);
  }

  // --- one id ---

  static <T extends Id> T parse(Format<T> format, byte[] text) {
    Core core = take();
    return core.answer(format, core.wasm.sortid_parse(format.number, core.bytes(text), core.size, core.id, core.error));
  }

  static boolean isValid(Format<?> format, byte[] text) {
    Core core = take();
    boolean valid = core.wasm.sortid_parse(format.number, core.bytes(text), core.size, core.id, 0) == 0;
    core.give();
    return valid;
  }

  static <T extends Id> Lenient<T> parseLenient(Format<T> format, byte[] text) {
    Core core = take();
    int status = core.wasm.sortid_parse_lenient(format.number, core.bytes(text), core.size, core.id, core.out, core.error);
    boolean canonical = core.getInt(core.out) != 0;
    return new Lenient<>(core.answer(format, status), canonical);
  }

  static boolean isChecked(Format<?> format, byte[] text) {
    Core core = take();
    int status = core.wasm.sortid_check_of(format.number, core.bytes(text), core.size, core.out, core.error);
    if (status != 0) throw core.rejected(status);
    boolean checked = core.getInt(core.out) != 0;
    core.give();
    return checked;
  }

  static String textUnchecked(Id id) {
    Core core = take();
    core.put(id, core.id);
    return core.written(core.wasm.sortid_to_text_unchecked(core.id, core.out, TEXT_CAPACITY, core.error));
  }

  static Id parseAny(byte[] text) {
    Core core = take();
    int status = core.wasm.sortid_parse_any(core.bytes(text), core.size, core.id, core.error);
    return core.answer(Formats.of(status == 0 ? core.getInt(core.id + ID_FORMAT) : 1), status);
  }

  static <T extends Id> T fromBytes(Format<T> format, byte[] bytes) {
    Core core = take();
    return core.answer(format, core.wasm.sortid_from_bytes(format.number, core.bytes(bytes), core.size, core.id, core.error));
  }

  static <T extends Id> T fromHex(Format<T> format, byte[] digits) {
    Core core = take();
    return core.answer(format, core.wasm.sortid_from_hex(format.number, core.bytes(digits), core.size, core.id, core.error));
  }

  static <T extends Id> T fromNumber(Format<T> format, long hi, long lo) {
    Core core = take();
    return core.answer(format, core.wasm.sortid_from_number(format.number, hi, lo, core.id, core.error));
  }

  static String text(Id id) {
    Format<?> format = id.format();
    if (id.typePrefix().isEmpty()) {
      byte[] symbols = new byte[format.symbols()];
      format.write(id.hi, id.lo, symbols, 0);
      return ascii(symbols, 0, symbols.length);
    }
    Core core = take();
    core.put(id, core.id);
    return core.written(core.wasm.sortid_to_text(core.id, core.out, TEXT_CAPACITY, core.error));
  }

  static String hex(Id id) {
    Core core = take();
    core.put(id, core.id);
    return core.written(core.wasm.sortid_to_hex(core.id, core.out, TEXT_CAPACITY, core.error));
  }

  /** The text in {@link #out}, whose size is where an error would be. */
  private String written(int status) {
    if (status != 0) throw rejected(status);
    String text = string(out, getInt(error));
    give();
    return text;
  }

  static Map<String, @Nullable BigInteger> fields(Id id) {
    Core core = take();
    core.put(id, core.id);
    int status = core.wasm.sortid_fields(core.id, core.out, FIELDS, core.error);
    if (status != 0) throw core.rejected(status, id.format());
    int count = core.getInt(core.error);
    Map<String, @Nullable BigInteger> fields = new LinkedHashMap<>();
    for (int i = 0; i < count; ++i) {
      int at = core.out + i * FIELD_SIZE;
      if (core.getInt(at + FIELD_PRESENT - 4) == 0) continue;
      fields.put(id.format().fields[i], core.getInt(at + FIELD_PRESENT) == 0 ? null : core.number(at));
    }
    core.give();
    return Collections.unmodifiableMap(fields);
  }

  private BigInteger number(int at) {
    return new BigInteger(1, ByteBuffer.allocate(16).putLong(getLong(at)).putLong(getLong(at + 8)).array());
  }

  static <T extends Id> T convert(Id id, Format<T> to) {
    Core core = take();
    // The C ABI calls another width a wrong call; here it is a value that the format cannot hold.
    if (id.format().bits() != to.bits()) throw core.rejected(Reason.RANGE.status, to);
    core.put(id, core.id);
    return core.answer(to, core.wasm.sortid_convert(core.id, to.number, core.id, core.error));
  }

  static <T extends Id> T withPrefix(T id, Format<T> format, byte[] prefix) {
    Core core = take();
    core.put(id, core.id);
    return core.answer(format, core.wasm.sortid_set_prefix(core.id, core.bytes(prefix), core.size, core.error));
  }

  // --- texts ---

  static List<Format<?>> detect(byte[] text) {
    Core core = take();
    int most = FIELDS * FIELD_SIZE / 4;
    core.check(core.wasm.sortid_detect(core.bytes(text), core.size, core.out, most, core.error));
    int count = core.getInt(core.error);
    List<Format<?>> formats = new ArrayList<>(count);
    for (int i = 0; i < count; ++i) formats.add(Formats.of(core.getInt(core.out + 4 * i)));
    core.give();
    return formats;
  }

  static List<Found> find(String text, Format<?>... formats) {
    Core core = take();
    int numbers = core.allocate(4 * formats.length + 4);
    for (int i = 0; i < formats.length; ++i) core.putInt(numbers + 4 * i, formats[i].number);
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    int at = core.bytes(utf8);
    int capacity = 16;
    int count = 0;
    int found = 0;
    while (true) {
      found = core.allocate(capacity * FOUND_SIZE);
      core.check(core.wasm.sortid_find(at, utf8.length, numbers, formats.length, found, capacity, core.error));
      count = core.getInt(core.error);
      if (count <= capacity) break;
      core.wasm.free(found);
      capacity = count;
    }
    List<Found> all = new ArrayList<>(count);
    int bytes = 0;
    int symbols = 0;
    for (int i = 0; i < count; ++i) {
      int one = found + i * FOUND_SIZE;
      int start = (int) core.getLong(one + FOUND_OFFSET);
      // The symbols of a text are ASCII, so only what lies between texts has other lengths in a string.
      for (; bytes < start; ++bytes) symbols += (utf8[bytes] & 0xC0) == 0x80 ? 0 : (utf8[bytes] & 0xF0) == 0xF0 ? 2 : 1;
      all.add(new Found(core.get(one), symbols, symbols + (int) core.getLong(one + FOUND_OFFSET + 8)));
    }
    core.wasm.free(found);
    core.wasm.free(numbers);
    core.give();
    return all;
  }

  static List<ForeignId> looksLike(byte[] text, long latest) {
    Core core = take();
    int capacity = 16;
    int at = core.bytes(text);
    int found = core.allocate(capacity * FOREIGN_SIZE);
    core.check(core.wasm.sortid_looks_like(at, core.size, latest, found, capacity, core.error));
    int count = Math.min(core.getInt(core.error), capacity);
    List<ForeignId> all = new ArrayList<>(count);
    for (int i = 0; i < count; ++i) {
      int one = found + i * FOREIGN_SIZE;
      int has = core.getInt(one + 32);
      Map<String, BigInteger> fields = new LinkedHashMap<>();
      for (int f = 0; f < core.getInt(one + 36); ++f) {
        int field = one + 40 + 24 * f;
        fields.put(core.string(core.getInt(field)), core.number(field + 8));
      }
      all.add(new ForeignId(core.string(core.getInt(one)), core.string(core.getInt(one + 4)),
          (has & 1) != 0 ? Instant.ofEpochMilli(core.getLong(one + 8)) : null,
          (has & 2) != 0 ? new UUID(core.getLong(one + 16), core.getLong(one + 24)) : null, Collections.unmodifiableMap(fields)));
    }
    core.wasm.free(found);
    core.give();
    return all;
  }

  static String version() {
    Core core = take();
    String version = core.string(core.wasm.sortid_version());
    core.give();
    return version;
  }

  // --- instants ---

  /** Rounded down. An instant beyond 64 bits is outside of every format's time, as the nearest number is. */
  static long milliseconds(Instant at) {
    try {
      return at.toEpochMilli();
    } catch (ArithmeticException beyond) {
      return at.getEpochSecond() < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
  }

  static <T extends Id> T edgeAt(Format<T> format, Instant at, boolean first) {
    Core core = take();
    long ms = milliseconds(at);
    return core.answer(format, first ? core.wasm.sortid_first_at(format.number, ms, 0, core.id, core.error)
        : core.wasm.sortid_last_at(format.number, ms, 0, core.id, core.error));
  }

  static <T extends Id> Range<T> between(Format<T> format, @Nullable Instant from, @Nullable Instant to) {
    Core core = take();
    int status = core.wasm.sortid_ids_between_instants(format.number, core.instant(from, core.out), core.instant(to, core.out + 16), 0,
        core.id, core.id2, core.error);
    return core.answers(format, status);
  }

  private int instant(@Nullable Instant instant, int at) {
    if (instant == null) return 0;
    putLong(at, instant.getEpochSecond());
    putLong(at + 8, instant.getNano());
    return at;
  }

  static <T extends Id> Range<T> withTextPrefix(Format<T> format, byte[] text) {
    Core core = take();
    int at = core.bytes(text);
    return core.answers(format, core.wasm.sortid_ids_with_text_prefix(format.number, at, core.size, core.id, core.id2, core.error));
  }

  // --- generators, names and masks ---

  private static final int GIVEN_EXTENSION = 1;
  private static final int GIVEN_NODE = 2;
  private static final int GIVEN_STEP_BYTES = 4;
  private static final int GIVEN_EPOCH = 8;
  private static final int GIVEN_MAX_WAIT = 16;

  /** The options as a struct of the C ABI, in memory of its own. */
  private int options(Format<?> format, GeneratorOptions options) {
    // A string of C ends at its first NUL. Another byte that no prefix has is rejected at the same place.
    byte[] prefix = options.prefix.replace('\0', '\1').getBytes(StandardCharsets.UTF_8);
    int at = allocate(OPTIONS_SIZE + prefix.length + 1);
    Arrays.fill(wasm.memory, at, at + OPTIONS_SIZE + prefix.length + 1, (byte) 0);
    System.arraycopy(prefix, 0, wasm.memory, at + OPTIONS_SIZE, prefix.length);
    putInt(at, OPTIONS_SIZE);
    putInt(at + 4, format.number);
    putInt(at + 12, options.onOverflow);
    putInt(at + 16, options.onClockBack);
    int given = 0;
    if (options.extension != null) {
      given |= GIVEN_EXTENSION;
      putInt(at + 24, options.extension);
    }
    if (options.node != null) {
      given |= GIVEN_NODE;
      putInt(at + 28, options.node);
    }
    if (options.stepBytes != null) {
      given |= GIVEN_STEP_BYTES;
      putInt(at + 32, options.stepBytes);
    }
    if (options.epoch != null) {
      given |= GIVEN_EPOCH;
      putLong(at + 40, options.epoch);
    }
    if (options.maxWaitMs != null) {
      given |= GIVEN_MAX_WAIT;
      putLong(at + 48, options.maxWaitMs);
    }
    putInt(at + 20, given);
    putInt(at + 56, prefix.length == 0 ? 0 : at + OPTIONS_SIZE);
    putInt(at + 68, options.sequence);
    return at;
  }

  int makeGenerator(Format<?> format, GeneratorOptions options) {
    int given = options(format, options);
    check(wasm.sortid_generator_create(given, out, error));
    wasm.free(given);
    return getInt(out);
  }

  int makeMasker(Format<?> format, byte[] key, int uuidVersion) {
    int at = bytes(key);
    int status = wasm.sortid_masker_create(format.number, at, key.length, uuidVersion, out, error);
    Arrays.fill(wasm.memory, at, at + key.length, (byte) 0);
    check(status);
    return getInt(out);
  }

  static <T extends Id> T namedAt(Format<T> format, long unixMs, byte[] name, byte[] key, GeneratorOptions options) {
    Core core = take();
    int given = core.options(format, options);
    int secret = core.allocate(Math.max(1, key.length));
    System.arraycopy(key, 0, core.wasm.memory, secret, key.length);
    int at = core.bytes(name);
    int status = core.wasm.sortid_named_at(given, secret, key.length, unixMs, at, name.length, core.id, core.error);
    Arrays.fill(core.wasm.memory, secret, secret + key.length, (byte) 0);
    core.wasm.free(secret);
    core.wasm.free(given);
    return core.answer(format, status);
  }
}
