import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import io.trino.spi.Plugin;
import io.trino.spi.StandardErrorCode;
import io.trino.spi.TrinoException;
import io.trino.spi.function.ScalarFunction;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import sortid.Sortid;
import sortid.SqlFunction;

/** sortid-trino beside Trino's interface alone; tests/engines/test_trino.py is in the engine. */
final class Trino {
  public static void main(String[] arguments) throws Exception {
    Map<String, Method> functions = new TreeMap<>();
    for (Plugin plugin : ServiceLoader.load(Plugin.class)) {
      for (Class<?> each : plugin.getFunctions()) {
        for (Method method : each.getMethods()) {
          ScalarFunction found = method.getAnnotation(ScalarFunction.class);
          if (found != null) check(functions.put(found.value(), method) == null, found);
        }
      }
    }
    for (var format : Sortid.formats()) {
      for (SqlFunction each : SqlFunction.values()) {
        Method method = functions.remove(each.nameOf(format));
        check(method != null, each.nameOf(format));
        Object found = method.invoke(null, Slices.utf8Slice(format.max().text()));
        if (each == SqlFunction.TEXT) check(((Slice) found).toStringUtf8().equals(format.max().text()), found);
        if (each == SqlFunction.BYTES) check(((Slice) found).length() == format.bytes(), found);
        if (each == SqlFunction.MS) check(found == null ? format.max().unixMs().isEmpty() : (long) found == format.max().unixMs().getAsLong(), found);
        if (each == SqlFunction.IS_VALID) continue;
        try {
          check(false, method.invoke(null, Slices.utf8Slice("no")));
        } catch (InvocationTargetException why) {
          TrinoException told = (TrinoException) why.getCause();
          check(told.getErrorCode().equals(StandardErrorCode.INVALID_FUNCTION_ARGUMENT.toErrorCode()) && told.getMessage().contains(" symbols"), told);
        }
      }
    }
    check(functions.isEmpty(), functions);
    System.out.println("good");
  }

  private static void check(boolean holds, Object what) {
    if (!holds) throw new AssertionError(String.valueOf(what));
  }
}
