import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Timestamp;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.json.JsonConverter;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.transforms.Transformation;
import sortid.Sortid;
import sortid.TypeID;
import sortid.ULID;
import sortid.kafka.SortidTransform;

/** sortid-kafka on records with a schema and without; tests/engines/test_kafka.py is in a worker beside a broker. */
final class Kafka {
  private static final String ID = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
  private static final String BAD = "01ARZ3NDEKTSV4RRFFQ69G5FAU";
  private static final byte[] BYTES = ULID.parse(ID).bytes();
  private static final long MS = 1469922850259L;

  public static void main(String[] arguments) {
    Set<Class<?>> found = new HashSet<>();
    for (Transformation<?> each : ServiceLoader.load(Transformation.class)) found.add(each.getClass());
    check(found.equals(Set.of(SortidTransform.Key.class, SortidTransform.Value.class)), found);
    wholes();
    maps();
    structs();
    rejected();
    for (var format : Sortid.formats()) {
      check(apply(null, format.min().bytes(), "format", format.name(), "action", "text").value().equals(format.min().text()), format);
    }
    System.out.println("good");
  }

  private static SourceRecord apply(Schema schema, Object value, String... config) {
    try (Transformation<SourceRecord> transform = new SortidTransform.Value<>()) {
      transform.configure(configOf(config));
      SourceRecord given = new SourceRecord(Map.of(), Map.of(), "t", 3, Schema.STRING_SCHEMA, "k", schema, value, 7L);
      given.headers().addString("h", "v");
      SourceRecord made = transform.apply(given);
      check(made.key().equals("k") && made.kafkaPartition() == 3 && made.timestamp() == 7L && made.headers().equals(given.headers()), made);
      return made;
    }
  }

  private static Map<String, String> configOf(String... pairs) {
    Map<String, String> config = new HashMap<>(Map.of("format", "ulid"));
    for (int i = 0; i < pairs.length; i += 2) config.put(pairs[i], pairs[i + 1]);
    return config;
  }

  private static void wholes() {
    for (Object each : new Object[] {ID, BYTES, ByteBuffer.wrap(BYTES)}) {
      check(apply(null, each).value() == each, "checked");
      check(apply(null, each, "action", "ms").value().equals(MS), "ms");
      check(apply(null, each, "action", "is_valid").value().equals(true), "valid");
      check(Arrays.equals((byte[]) apply(null, each, "action", "bytes").value(), BYTES), "bytes");
    }
    check(apply(null, null, "action", "ms").value() == null, "null");
    check(apply(Schema.STRING_SCHEMA, BAD, "action", "is_valid").value().equals(false), "not valid");
    SourceRecord time = apply(Schema.STRING_SCHEMA, ID, "action", "time");
    check(time.value().equals(new Date(MS)) && time.valueSchema().name().equals(Timestamp.LOGICAL_NAME), time);

    try (Transformation<SourceRecord> transform = new SortidTransform.Key<>()) {
      transform.configure(configOf("action", "add", "format", "typeid", "prefix", "user"));
      SourceRecord made = transform.apply(new SourceRecord(Map.of(), Map.of(), "t", Schema.STRING_SCHEMA, "value"));
      check(TypeID.parse((String) made.key()).prefix().equals("user") && made.keySchema().type() == Schema.Type.STRING, made);
      check(made.value().equals("value"), made);
      SourceRecord again = transform.apply(made);
      check(again.key().equals(made.key()), again);
    }
  }

  private static void maps() {
    Map<String, Object> given = Map.of("id", ID, "x", 1);
    check(apply(null, given, "field", "id", "action", "ms").value().equals(Map.of("id", MS, "x", 1)), "a map");
    Map<?, ?> made = (Map<?, ?>) apply(null, given, "field", "made", "action", "add").value();
    check(made.size() == 3 && ULID.isValid((String) made.get("made")) && made.get("id").equals(ID), made);
    check(apply(null, null, "field", "id").value() == null, "a tombstone");
  }

  private static void structs() {
    Schema schema = SchemaBuilder.struct().name("order").doc("an order").parameter("p", "q").optional().field("id", Schema.STRING_SCHEMA)
        .field("maybe", Schema.OPTIONAL_STRING_SCHEMA).field("x", Schema.INT32_SCHEMA).build();
    Struct given = new Struct(schema).put("id", ID).put("x", 1);
    SourceRecord time = apply(schema, given, "field", "id", "action", "time");
    Struct made = (Struct) time.value();
    made.validate();
    check(made.get("id").equals(new Date(MS)) && made.getInt32("x") == 1 && made.get("maybe") == null, made);
    Schema after = time.valueSchema();
    check(after == made.schema() && after.name().equals("order") && after.doc().equals("an order") && after.parameters().equals(schema.parameters())
        && after.isOptional() && after.field("x").schema() == Schema.INT32_SCHEMA, after);
    check(((Struct) apply(schema, given, "field", "maybe", "action", "bytes").value()).get("maybe") == null, "null");
    Struct added = (Struct) apply(schema, given, "field", "event", "action", "add").value();
    added.validate();
    check(ULID.isValid(added.getString("event")) && added.getString("id").equals(ID), added);
    check(((Struct) apply(schema, given, "field", "id", "action", "add").value()).getString("id").equals(ID), "kept");
    check(apply(schema, null, "field", "id", "action", "add").value() == null, "a tombstone");

    try (JsonConverter json = new JsonConverter()) {
      json.configure(Map.of("schemas.enable", "false"), false);
      String told = new String(json.fromConnectData("t", after, made), StandardCharsets.UTF_8);
      check(told.equals("{\"id\":" + MS + ",\"maybe\":null,\"x\":1}"), told);
    }
  }

  private static void rejected() {
    Schema schema = SchemaBuilder.struct().field("id", Schema.STRING_SCHEMA).build();
    rejects(DataException.class, "id: 'U' at position 25 is not a symbol of ulid", schema, new Struct(schema).put("id", BAD), "field", "id");
    rejects(DataException.class, "'U' at position 25 is not a symbol of ulid", null, BAD);
    rejects(DataException.class, "ulid has 16 ", null, new byte[3], "action", "text");
    rejects(DataException.class, "an id is a text or bytes, not java.lang.Integer", null, 7);
    rejects(DataException.class, "no field id", null, Map.of(), "field", "id");
    rejects(DataException.class, "no field other", schema, new Struct(schema).put("id", ID), "field", "other");
    rejects(DataException.class, "a field id of java.lang.String", null, ID, "field", "id");
    rejects(DataException.class, "a field id of STRING", Schema.STRING_SCHEMA, ID, "field", "id");
    rejects(ConfigException.class, "format", null, ID, "format", "no");
    rejects(ConfigException.class, "action", null, ID, "action", "no");
    rejects(ConfigException.class, "prefix", null, ID, "prefix", "user");
    rejects(ConfigException.class, "'U' at position 0", null, ID, "format", "typeid", "prefix", "User");
  }

  private static void rejects(Class<?> as, String saying, Schema schema, Object value, String... config) {
    try {
      check(false, apply(schema, value, config));
    } catch (RuntimeException why) {
      check(as.isInstance(why) && why.getMessage().contains(saying), why);
    }
  }

  private static void check(boolean holds, Object what) {
    if (!holds) throw new AssertionError(String.valueOf(what));
  }
}
