package sortid;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A function of the text of an id, which the modules for engines add to SQL for each format: {@code
 * ulid_time(text)}. An engine answers NULL for NULL by itself.
 */
public enum SqlFunction {
  /** A String: the canonical text of an id. */
  TEXT,
  /** An array: the 8 or 16 bytes of an id, in network order. */
  BYTES,
  /** An Instant: that of an id; null without one. */
  TIME,
  /** A Long: the instant of an id in Unix milliseconds; null without one. */
  MS,
  /** A Boolean: whether a text is a valid id. */
  IS_VALID;

  /** What it is called in SQL for a format. */
  public String nameOf(Format<?> format) {
    return format.sqlName() + "_" + word();
  }

  /** The word after the format's name. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * What it gives for a text in UTF-8.
   *
   * @throws SortidException for an invalid text
   */
  public @Nullable Object of(Format<?> format, byte[] text) {
    if (this == IS_VALID) return format.isValid(new String(text, StandardCharsets.UTF_8));
    return of(format.parse(text));
  }

  /** What it gives for an id. */
  public @Nullable Object of(Id id) {
    return switch (this) {
      case TEXT -> id.text();
      case BYTES -> id.bytes();
      case TIME -> id.time().orElse(null);
      case MS -> id.unixMs().isPresent() ? id.unixMs().getAsLong() : null;
      case IS_VALID -> true;
    };
  }
}
