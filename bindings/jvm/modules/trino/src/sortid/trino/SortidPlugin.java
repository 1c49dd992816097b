package sortid.trino;

import io.airlift.slice.Slice;
import io.trino.spi.Plugin;
import io.trino.spi.StandardErrorCode;
import io.trino.spi.TrinoException;
import java.util.HashSet;
import java.util.Set;
import sortid.Format;
import sortid.Sortid;
import sortid.SortidException;
import sortid.SqlFunction;

/**
 * The functions of ids in Trino's SQL, for each format those of {@link SqlFunction}. NULL gives NULL, and an
 * invalid text is an {@code INVALID_FUNCTION_ARGUMENT} with the core's sentence.
 */
public final class SortidPlugin implements Plugin {
  /** A class for each format. */
  @Override
  public Set<Class<?>> getFunctions() {
    Set<Class<?>> classes = new HashSet<>();
    for (Format<?> format : Sortid.formats()) {
      try {
        classes.add(Class.forName(SortidPlugin.class.getPackageName() + "." + format.type().getSimpleName() + "Functions"));
      } catch (ClassNotFoundException why) {
        throw new IllegalStateException("sortid-trino and sortid differ in version", why);
      }
    }
    return classes;
  }

  static Object of(SqlFunction function, Format<?> format, Slice text) {
    try {
      return function.of(format, text.getBytes());
    } catch (SortidException why) {
      throw new TrinoException(StandardErrorCode.INVALID_FUNCTION_ARGUMENT, why.getMessage(), why);
    }
  }
}
