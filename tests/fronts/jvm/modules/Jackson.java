import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DatabindException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.List;
import java.util.Map;
import sortid.Id;
import sortid.TypeID;
import sortid.ULID;
import sortid.XID;

/** sortid-jackson in Jackson: values, lists, keys of maps, and what is rejected. */
final class Jackson {
  record Order(ULID id, TypeID user, List<XID> events, Map<ULID, Integer> counts, Id any) {}

  public static void main(String[] arguments) throws Exception {
    JsonMapper mapper = JsonMapper.builder().findAndAddModules().build();
    ULID id = ULID.parse("01ARZ3NDEKTSV4RRFFQ69G5FAV");
    Order order = new Order(id, TypeID.parse("user_01h455vb4pex5vsknk084sn02q"), List.of(XID.parse("5TK7MT834rx")), Map.of(id, 3), id);
    String json = mapper.writeValueAsString(order);
    check(json.contains("\"id\":\"01ARZ3NDEKTSV4RRFFQ69G5FAV\"") && json.contains("{\"01ARZ3NDEKTSV4RRFFQ69G5FAV\":3}"), json);
    check(mapper.readValue(json, Order.class).equals(order), json);
    check(mapper.readValue("null", ULID.class) == null, "null");
    for (String bad : List.of("\"01ARZ3NDEKTSV4RRFFQ69G5FAU\"", "\" 01ARZ3NDEKTSV4RRFFQ69G5FAV\"", "\"\"", "7", "{}")) {
      try {
        check(false, mapper.readValue(bad, ULID.class));
      } catch (DatabindException why) {
        check(!bad.endsWith("U\"") || why.getMessage().contains("'U' at position 25 is not"), why);
      }
    }
    try {
      check(false, mapper.readValue("{\"x\":1}", new TypeReference<Map<ULID, Integer>>() {}));
    } catch (DatabindException why) {
      check(why.getMessage().contains("symbols"), why);
    }
    System.out.println("good");
  }

  private static void check(boolean holds, Object what) {
    if (!holds) throw new AssertionError(String.valueOf(what));
  }
}
