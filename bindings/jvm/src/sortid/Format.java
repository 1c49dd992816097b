package sortid;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A kind of id: {@code ULID.FORMAT} and the like. What it rejects, it rejects with a {@link SortidException}.
 */
public abstract class Format<T extends Id> {
  /** Of sortid.h. */
  final int number;
  private final String name;
  private final String title;
  private final String sqlName;
  private final int bits;
  private final int symbols;
  private final int maxPrefix;
  private final boolean ordered;
  private final String minText;
  private final String maxText;
  private final Class<T> type;
  final String[] fields;
  private volatile @Nullable Generator<T> generator;

  Format(int number, String name, String title, String sqlName, int bits, int symbols, int maxPrefix, boolean ordered, String minText, String maxText,
      Class<T> type, String... fields) {
    this.number = number;
    this.name = name;
    this.title = title;
    this.sqlName = sqlName;
    this.bits = bits;
    this.symbols = symbols;
    this.maxPrefix = maxPrefix;
    this.ordered = ordered;
    this.minText = minText;
    this.maxText = maxText;
    this.type = type;
    this.fields = fields;
  }

  /** The name: "ulid", "uid11-snowish". */
  public final String name() {
    return name;
  }

  /** A few words for people. */
  public final String title() {
    return title;
  }

  /** What names in SQL begin with. */
  public final String sqlName() {
    return sqlName;
  }

  /** 64 or 128. */
  public final int bits() {
    return bits;
  }

  /** 8 or 16. */
  public final int bytes() {
    return bits / 8;
  }

  /** The length of every text, without a type prefix. */
  public final int symbols() {
    return symbols;
  }

  /** The most symbols of a type prefix; 0 where there is none. */
  public final int maxPrefix() {
    return maxPrefix;
  }

  /** Whether the ids of one generator increase within a millisecond. */
  public final boolean ordered() {
    return ordered;
  }

  /** The class of its ids. */
  public final Class<T> type() {
    return type;
  }

  /** The smallest id. */
  public final T min() {
    return parse(minText);
  }

  /** The largest id. */
  public final T max() {
    return parse(maxText);
  }

  /** The id of a text, which must be valid as a whole. */
  public final T parse(CharSequence text) {
    T id = text.length() == symbols ? quickly(Core.symbols(text)) : null;
    return id != null ? id : Core.parse(this, Core.utf8(text));
  }

  /** The id of a text in bytes of UTF-8, which must be valid as a whole. */
  public final T parse(byte[] text) {
    T id = quickly(text);
    return id != null ? id : Core.parse(this, text);
  }

  /**
   * Also takes what people type: hyphens anywhere and look-alike symbols, in formats whose specification
   * allows it.
   */
  public final Lenient<T> parseLenient(CharSequence text) {
    return Core.parseLenient(this, Core.utf8(text));
  }

  /** Whether a text is a valid id. */
  public final boolean isValid(CharSequence text) {
    return text.length() == symbols && quickly(Core.symbols(text)) != null || Core.isValid(this, Core.utf8(text));
  }

  /** Whether a text, read leniently, carries a check-mod: an EUID may say that it has none. */
  public final boolean isChecked(CharSequence text) {
    return Core.isChecked(this, Core.utf8(text));
  }

  /** Why a text is not valid, or null. */
  public final @Nullable SortidException check(CharSequence text) {
    try {
      parse(text);
      return null;
    } catch (SortidException why) {
      return why;
    }
  }

  /** The id with these 8 or 16 bytes in network order. */
  public final T fromBytes(byte[] bytes) {
    return Core.fromBytes(this, bytes);
  }

  /** The id with these hexadecimal digits, in either case. */
  public final T fromHex(CharSequence digits) {
    return Core.fromHex(this, Core.utf8(digits));
  }

  /** The id with these bits; {@code hi} is 0 in a format of 64 bits. */
  public final T fromBits(long hi, long lo) {
    return Core.fromNumber(this, hi, lo);
  }

  /** The id with this number, which is not negative and has no more bits than the format. */
  public final T fromNumber(BigInteger number) {
    if (number.signum() < 0 || number.bitLength() > bits) throw new IllegalArgumentException("a number of another width than " + bits + " bits");
    return fromBits(number.shiftRight(64).longValue(), number.longValue());
  }

  /** The id with the bits of a UUID, in a format of 128 bits. */
  public final T fromUuid(UUID uuid) {
    if (bits != 128) throw new UnsupportedOperationException(name + " has 64 bits, a UUID has 128");
    return fromBits(uuid.getMostSignificantBits(), uuid.getLeastSignificantBits());
  }

  // --- new ids ---

  /**
   * A new id, in one order for the whole process.
   *
   * @throws GeneratorException with the fault
   */
  public final T newId() {
    return shared().next();
  }

  /** A new id that is drawn, in no order. */
  public final T newRandom() {
    return shared().random();
  }

  /** A new id with the timestamp of an instant, in no order: for rows that exist already. */
  public final T newAt(Instant at) {
    return shared().randomAt(at);
  }

  private Generator<T> shared() {
    Generator<T> made = generator;
    return made != null ? made : makeShared();
  }

  private synchronized Generator<T> makeShared() {
    Generator<T> made = generator;
    if (made == null) generator = made = new Generator<>(this, new GeneratorOptions());
    return made;
  }

  /** A generator with the format's own settings. */
  public final Generator<T> generator() {
    return new Generator<>(this, new GeneratorOptions());
  }

  /** A generator with these options. One that the format does not have, or that does not fit, is rejected. */
  public final Generator<T> generator(GeneratorOptions options) {
    return new Generator<>(this, options);
  }

  /**
   * The one id that an instant and a name determine under a key of 16 or 32 bytes: an import that is repeated
   * makes the same ids.
   */
  public final T namedAt(Instant at, String name, byte[] key) {
    return namedAt(at, name.getBytes(StandardCharsets.UTF_8), key, new GeneratorOptions());
  }

  /** The same of a name in bytes. Of the options the prefix, the extension and the epoch count. */
  public final T namedAt(Instant at, byte[] name, byte[] key, GeneratorOptions options) {
    return Core.namedAt(this, Core.milliseconds(at), name, key, options);
  }

  // --- instants ---

  /** The smallest id of the millisecond of an instant. */
  public final T firstAt(Instant at) {
    return Core.edgeAt(this, at, true);
  }

  /** The largest id of the millisecond of an instant. */
  public final T lastAt(Instant at) {
    return Core.edgeAt(this, at, false);
  }

  /**
   * The ids of the half-open interval [from, to), as far as the format has it. An end that is null is open.
   * One that is finer than a millisecond counts as the next one.
   */
  public final Range<T> between(@Nullable Instant from, @Nullable Instant to) {
    return Core.between(this, from, to);
  }

  /** The ids whose texts begin with these symbols, in formats whose texts sort as their ids. */
  public final Range<T> withTextPrefix(CharSequence text) {
    return Core.withTextPrefix(this, Core.utf8(text));
  }

  // --- many at once ---

  /** The ids of the texts, each of which must be valid. */
  public final List<T> parseAll(List<? extends CharSequence> texts) {
    List<T> ids = new ArrayList<>(texts.size());
    for (CharSequence each : texts) ids.add(parse(each));
    return ids;
  }

  /**
   * Parses a column: texts of {@link #symbols()} bytes each, one behind the other, into ids of 8 or 16 bytes
   * in network order each.
   *
   * @throws IllegalArgumentException when the sizes do not fit
   * @throws SortidException for the first invalid text; its position counts from the beginning of the column
   */
  public final void parseColumn(byte[] texts, byte[] ids) {
    int rows = rows(texts.length, symbols);
    if (rows * bytes() != ids.length) throw new IllegalArgumentException(rows + " texts and " + ids.length + " bytes of ids");
    for (int row = 0; row < rows; ++row) {
      SortidException why = readRow(texts, ids, row);
      if (why != null) throw new SortidException(String.valueOf(why.getMessage()), why.reason(), row * symbols + why.position(), name);
    }
  }

  /** The same with an answer for each text: its reason, or null. An invalid text leaves its id as it was. */
  public final @Nullable Reason[] parseEach(byte[] texts, byte[] ids) {
    int rows = rows(texts.length, symbols);
    if (rows * bytes() != ids.length) throw new IllegalArgumentException(rows + " texts and " + ids.length + " bytes of ids");
    @Nullable Reason[] all = new @Nullable Reason[rows];
    for (int row = 0; row < rows; ++row) {
      SortidException why = readRow(texts, ids, row);
      if (why != null) all[row] = why.reason();
    }
    return all;
  }

  /** Writes a column of ids of 8 or 16 bytes in network order each as texts, one behind the other. */
  public final byte[] textColumn(byte[] ids) {
    int rows = rows(ids.length, bytes());
    byte[] texts = new byte[Math.multiplyExact(rows, symbols)];
    for (int row = 0; row < rows; ++row) write(hi(ids, row), lo(ids, row), texts, row * symbols);
    return texts;
  }

  /** The Unix milliseconds of a column of ids, {@code Long.MIN_VALUE} for one that carries no instant. */
  public final long[] unixMsColumn(byte[] ids) {
    long[] all = new long[rows(ids.length, bytes())];
    for (int row = 0; row < all.length; ++row) all[row] = unixMs(hi(ids, row), lo(ids, row));
    return all;
  }

  private @Nullable SortidException readRow(byte[] texts, byte[] ids, int row) {
    if (read(texts, row * symbols, ids, row * bytes())) return null;
    try {
      T id = Core.parse(this, Arrays.copyOfRange(texts, row * symbols, (row + 1) * symbols));
      store(id.hi, id.lo, ids, row * bytes());
      return null;
    } catch (SortidException why) {
      return why;
    }
  }

  private long hi(byte[] ids, int row) {
    return bits == 128 ? Core.bigEndian(ids, 16 * row) : 0;
  }

  private long lo(byte[] ids, int row) {
    return Core.bigEndian(ids, bits == 128 ? 16 * row + 8 : 8 * row);
  }

  final void store(long hi, long lo, byte[] ids, int at) {
    if (bits == 128) Core.bigEndian(ids, at, hi);
    Core.bigEndian(ids, at + bits / 8 - 8, lo);
  }

  final int rows(int length, int each) {
    if (length % each != 0) throw new IllegalArgumentException(length + " bytes are no multiple of " + each);
    return length / each;
  }

  // --- public ids ---

  /** A masker under a key of 16 or 32 bytes. */
  public final Masker<T> masker(byte[] key) {
    return new Masker<>(this, key, 0);
  }

  /** The same; masked UUIDs and TypeIDs have that version: 8 or 4. */
  public final Masker<T> masker(byte[] key, int uuidVersion) {
    return new Masker<>(this, key, uuidVersion);
  }

  /** Its name. */
  @Override
  public String toString() {
    return name;
  }

  abstract T make(long hi, long lo, String prefix);

  /** The id of a text, or null where the core has to look at it once more. */
  abstract @Nullable T quickly(byte[] text);

  /**
   * The same of the text that begins there, into an id in network order; false where the core has to look at
   * it.
   */
  abstract boolean read(byte[] texts, int from, byte[] ids, int at);

  /** Writes the text of these bits. */
  abstract void write(long hi, long lo, byte[] to, int at);

  /** The Unix milliseconds of these bits, {@code Long.MIN_VALUE} for none. */
  abstract long unixMs(long hi, long lo);

  /** The id that the core wrote, whose prefix the caller knows. */
  final T made(Core core, String prefix) {
    return make(core.getLong(core.id), core.getLong(core.id + 8), prefix);
  }
}
