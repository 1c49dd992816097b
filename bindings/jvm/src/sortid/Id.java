package sortid;

import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An id of one format, immutable. Each format has a final class. Ids of one class are equal, ordered and
 * hashed as their bytes in network order, TypeIDs by prefix first; an id never equals one of another class.
 * They are serialized as their text.
 */
public abstract class Id implements Comparable<Id>, Serializable {
  private static final long serialVersionUID = 1;

  /** The upper 64 bits of 128; 0 in a format of 64 bits. */
  final transient long hi;
  /** The lower 64 bits, or all of them. */
  final transient long lo;

  Id(long hi, long lo) {
    this.hi = hi;
    this.lo = lo;
  }

  /** The format. */
  public abstract Format<? extends Id> format();

  String typePrefix() {
    return "";
  }

  /** The canonical text. */
  public final String text() {
    return Core.text(this);
  }

  /** The text with "no check" in place of the check-mod, in a format that has one. */
  public final String textUnchecked() {
    return Core.textUnchecked(this);
  }

  /** The 8 or 16 bytes, in network order. */
  public final byte[] bytes() {
    return format().bits() == 128
        ? ByteBuffer.allocate(16).putLong(hi).putLong(lo).array()
        : ByteBuffer.allocate(8).putLong(lo).array();
  }

  /** All bits in hexadecimal digits, in lower case. */
  public final String hex() {
    return Core.hex(this);
  }

  /** The bits as a number, which is not negative. */
  public final BigInteger number() {
    return new BigInteger(1, bytes());
  }

  /** The upper 64 of 128 bits; 0 in a format of 64 bits. */
  public final long mostSignificantBits() {
    return hi;
  }

  /** The lower 64 of 128 bits; all of a format of 64 bits. */
  public final long leastSignificantBits() {
    return lo;
  }

  /**
   * The UUID with the same bits.
   *
   * @throws UnsupportedOperationException in a format of 64 bits
   */
  public final UUID uuid() {
    if (format().bits() != 128) throw new UnsupportedOperationException(format().name() + " has 64 bits, a UUID has 128");
    return new UUID(hi, lo);
  }

  /** The instant in Unix milliseconds, where the id carries one. */
  public final OptionalLong unixMs() {
    long ms = format().unixMs(hi, lo);
    return ms == Long.MIN_VALUE ? OptionalLong.empty() : OptionalLong.of(ms);
  }

  /** The instant, where the id carries one. */
  public final Optional<Instant> time() {
    OptionalLong ms = unixMs();
    return ms.isPresent() ? Optional.of(Instant.ofEpochMilli(ms.getAsLong())) : Optional.empty();
  }

  /**
   * The fields by their names, most significant first; null for one without a value, such as the extension of
   * an EUID.
   */
  public final Map<String, @Nullable BigInteger> fields() {
    return Core.fields(this);
  }

  /**
   * The same bits as an id of another format. A prefix is kept from TypeID to TypeID only.
   *
   * @throws SortidException {@code range}: the format does not hold these bits, or is of another width
   */
  public final <T extends Id> T convert(Format<T> to) {
    return Core.convert(this, to);
  }

  /** By format, then prefix, then bytes. */
  @Override
  public final int compareTo(Id other) {
    if (getClass() != other.getClass()) return Integer.compare(format().number, other.format().number);
    int prefixes = typePrefix().compareTo(other.typePrefix());
    if (prefixes != 0) return prefixes;
    int upper = Long.compareUnsigned(hi, other.hi);
    return upper != 0 ? upper : Long.compareUnsigned(lo, other.lo);
  }

  @Override
  public final boolean equals(@Nullable Object other) {
    if (this == other) return true;
    if (other == null || getClass() != other.getClass()) return false;
    Id id = (Id) other;
    return hi == id.hi && lo == id.lo && typePrefix().equals(id.typePrefix());
  }

  @Override
  public final int hashCode() {
    return Long.hashCode(hi * 31 + lo) + 31 * typePrefix().hashCode();
  }

  /** The canonical text. */
  @Override
  public final String toString() {
    return text();
  }

  final Object writeReplace() {
    return new Serialized(format().name(), text());
  }

  private void readObject(ObjectInputStream in) throws InvalidObjectException {
    throw new InvalidObjectException("an id is serialized as its text");
  }

  /**
   * What an id is serialized as. Reading it parses the text, so that no stream makes an id that is invalid.
   */
  private record Serialized(String format, String text) implements Serializable {
    private Object readResolve() {
      return Sortid.format(format).parse(text);
    }
  }
}
