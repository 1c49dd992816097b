package sortid;

import java.time.Instant;
import java.util.List;

/** What concerns ids of all formats. */
public final class Sortid {
  private Sortid() {}

  /** The formats. A text that several of them take is likelier the earlier one's. */
  public static List<Format<?>> formats() {
    return Formats.ALL;
  }

  /**
   * The format of that name, which is in lower case.
   *
   * @throws IllegalArgumentException when there is none
   */
  public static Format<?> format(String name) {
    for (Format<?> each : Formats.ALL) {
      if (each.name().equals(name)) return each;
    }
    throw new IllegalArgumentException("no format has the name " + name);
  }

  /**
   * The id of a text of any format, as the likeliest one.
   *
   * @throws SortidException by the format that the text is meant to be
   */
  public static Id parse(CharSequence text) {
    return Core.parseAny(Core.utf8(text));
  }

  /** The formats that take the text, the likeliest first, without those that a caller has to name. */
  public static List<Format<?>> detect(CharSequence text) {
    return Core.detect(Core.utf8(text));
  }

  /**
   * The ids inside a text, such as a line of a log, in its order: whole words of one of the formats, or,
   * without formats, of those of 128 bits that a text alone tells.
   */
  public static List<Found> find(String text, Format<?>... formats) {
    return Core.find(text, formats);
  }

  /**
   * What a text may be that others make, the likeliest first: a hint for people. Nothing accepts these as
   * ids.
   */
  public static List<ForeignId> looksLike(CharSequence text) {
    return Core.looksLike(Core.utf8(text), Math.addExact(Instant.now().toEpochMilli(), 86_400_000));
  }

  /** The version of the library. */
  public static String version() {
    return Core.version();
  }
}
