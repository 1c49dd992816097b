package sortid.flink;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.flink.table.functions.FunctionDefinition;
import org.apache.flink.table.module.Module;
import sortid.Format;
import sortid.Sortid;
import sortid.SqlFunction;

/**
 * The functions of ids in Flink's SQL, for each format those of {@link SqlFunction}. NULL gives NULL, and an
 * invalid text is an error with the core's sentence.
 */
public final class SortidModule implements Module {
  private final Map<String, FunctionDefinition> functions = new TreeMap<>();

  /** Has them all. */
  public SortidModule() {
    for (Format<?> format : Sortid.formats()) {
      for (SqlFunction each : SqlFunction.values()) functions.put(each.nameOf(format), new SortidFunction(each, format.name()));
    }
  }

  @Override
  public Set<String> listFunctions() {
    return Set.copyOf(functions.keySet());
  }

  @Override
  public Optional<FunctionDefinition> getFunctionDefinition(String name) {
    return Optional.ofNullable(functions.get(name.toLowerCase(Locale.ROOT)));
  }
}
