import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.ServiceLoader;
import org.apache.flink.table.factories.Factory;
import org.apache.flink.table.factories.ModuleFactory;
import org.apache.flink.table.module.Module;
import org.apache.flink.util.InstantiationUtil;
import sortid.Sortid;
import sortid.SortidException;
import sortid.SqlFunction;
import sortid.flink.SortidFunction;

/** sortid-flink beside Flink's interface alone; tests/engines/test_flink.py is in the engine. */
final class Flink {
  private static final byte[] ID = "01arz3ndektsv4rrffq69g5fav".getBytes();

  public static void main(String[] arguments) throws Exception {
    Module module = null;
    for (Factory each : ServiceLoader.load(Factory.class)) {
      if (each.factoryIdentifier().equals("sortid")) module = ((ModuleFactory) each).createModule(null);
    }
    Set<String> names = new HashSet<>();
    for (var format : Sortid.formats()) {
      for (SqlFunction each : SqlFunction.values()) names.add(each.nameOf(format));
    }
    check(module.listFunctions().equals(names), module.listFunctions());
    check(module.getFunctionDefinition("ulid_no").isEmpty(), "no such function");
    List<Object> found = List.of(of(module, "ULID_TEXT"), of(module, "ulid_time"), of(module, "ulid_ms"), of(module, "ulid_is_valid"));
    check(found.equals(List.of("01ARZ3NDEKTSV4RRFFQ69G5FAV", Instant.parse("2016-07-30T23:54:10.259Z"), 1469922850259L, true)), found);
    check(((byte[]) of(module, "ulid_bytes"))[0] == 1, "bytes");
    try {
      check(false, of(module, "uuid_ms"));
    } catch (SortidException why) {
      check(why.getMessage().contains("symbols"), why);
    }
    System.out.println("good");
  }

  /** As an executor has it, which gets it in bytes. */
  private static Object of(Module module, String name) throws Exception {
    SortidFunction function = InstantiationUtil.clone((SortidFunction) module.getFunctionDefinition(name).get());
    check(function.eval(null) == null, name);
    return function.eval(ID);
  }

  private static void check(boolean holds, Object what) {
    if (!holds) throw new AssertionError(String.valueOf(what));
  }
}
