package sortid.spark;

import org.apache.spark.unsafe.types.UTF8String;
import sortid.Sortid;
import sortid.SqlFunction;

/**
 * What the functions of {@link SortidExtensions} call by their word, with the place of a format in {@link
 * Sortid#formats}. An invalid text is an error.
 */
public final class SortidFunctions {
  private static final long MICROSECONDS = 1000;

  private SortidFunctions() {}

  private static Object of(SqlFunction function, int place, UTF8String x) {
    return function.of(Sortid.formats().get(place), x.getBytes());
  }

  /** The canonical text of an id. */
  public static UTF8String text(int place, UTF8String x) {
    return UTF8String.fromString((String) of(SqlFunction.TEXT, place, x));
  }

  /** The 8 or 16 bytes of an id, in network order. */
  public static byte[] bytes(int place, UTF8String x) {
    return (byte[]) of(SqlFunction.BYTES, place, x);
  }

  /** The instant of an id in microseconds, as Spark holds a timestamp; null without one. */
  public static Long time(int place, UTF8String x) {
    Long ms = ms(place, x);
    return ms == null ? null : Math.multiplyExact(ms, MICROSECONDS);
  }

  /** The instant of an id in Unix milliseconds; null without one. */
  public static Long ms(int place, UTF8String x) {
    return (Long) of(SqlFunction.MS, place, x);
  }

  /** Whether a text is a valid id. */
  public static boolean is_valid(int place, UTF8String x) {
    return (boolean) of(SqlFunction.IS_VALID, place, x);
  }
}
