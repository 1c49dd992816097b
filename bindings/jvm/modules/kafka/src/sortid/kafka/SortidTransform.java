package sortid.kafka;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.components.Versioned;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Timestamp;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.transforms.Transformation;
import sortid.Format;
import sortid.Generator;
import sortid.Id;
import sortid.Sortid;
import sortid.SortidException;
import sortid.SqlFunction;
import sortid.TypeID;

/**
 * Adds an id, checks one, or converts one, with a schema and without: {@code Key} and {@code Value} say of
 * what. A null stays null, unless an id is added. An invalid id is a {@link DataException} with the core's
 * sentence.
 */
public abstract class SortidTransform<R extends ConnectRecord<R>> implements Transformation<R>, Versioned {
  private static final String FORMAT = "format";
  private static final String ACTION = "action";
  private static final String FIELD = "field";
  private static final String PREFIX = "prefix";
  private static final String ADD = "add";
  private static final String CHECK = "check";
  private static final int SCHEMAS = 16;

  private Format<?> format;
  private String field;
  private String prefix;
  private Generator<?> generator; // of what adds ids
  private SqlFunction function; // of what converts them
  private final Map<Schema, Schema> schemas = new LinkedHashMap<>() {
    private static final long serialVersionUID = 1;

    @Override
    protected boolean removeEldestEntry(Map.Entry<Schema, Schema> eldest) {
      return size() > SCHEMAS;
    }
  };

  /** Of the key of a record. */
  public static final class Key<R extends ConnectRecord<R>> extends SortidTransform<R> {
    @Override
    public R apply(R record) {
      Data made = of(record.keySchema(), record.key());
      return record.newRecord(record.topic(), record.kafkaPartition(), made.schema, made.value, record.valueSchema(), record.value(),
          record.timestamp());
    }
  }

  /** Of the value of a record. */
  public static final class Value<R extends ConnectRecord<R>> extends SortidTransform<R> {
    @Override
    public R apply(R record) {
      Data made = of(record.valueSchema(), record.value());
      return record.newRecord(record.topic(), record.kafkaPartition(), record.keySchema(), record.key(), made.schema, made.value,
          record.timestamp());
    }
  }

  record Data(Schema schema, Object value) {}

  private static Stream<String> functions() {
    return Arrays.stream(SqlFunction.values()).map(SqlFunction::word);
  }

  @Override
  public ConfigDef config() {
    String[] formats = Sortid.formats().stream().map(Format::name).toArray(String[]::new);
    String[] actions = Stream.concat(Stream.of(ADD, CHECK), functions()).toArray(String[]::new);
    return new ConfigDef()
        .define(FORMAT, ConfigDef.Type.STRING, ConfigDef.NO_DEFAULT_VALUE, ConfigDef.ValidString.in(formats), ConfigDef.Importance.HIGH,
            "The format of the ids.")
        .define(ACTION, ConfigDef.Type.STRING, CHECK, ConfigDef.ValidString.in(actions), ConfigDef.Importance.HIGH,
            "Adds a new id as a text where there is none, checks an id, or converts it.")
        .define(FIELD, ConfigDef.Type.STRING, "", ConfigDef.Importance.MEDIUM, "The field that has the id; the whole key or value if empty.")
        .define(PREFIX, ConfigDef.Type.STRING, "", ConfigDef.Importance.LOW, "The prefix of new ids, in a format that has prefixes.");
  }

  @Override
  public void configure(Map<String, ?> given) {
    Map<String, Object> config = config().parse(given);
    String action = (String) config.get(ACTION);
    format = Sortid.format((String) config.get(FORMAT));
    field = (String) config.get(FIELD);
    prefix = (String) config.get(PREFIX);
    function = functions().anyMatch(action::equals) ? SqlFunction.valueOf(action.toUpperCase(Locale.ROOT)) : null;
    generator = null;
    try {
      if (!prefix.isEmpty()) withPrefix(format.min());
      if (action.equals(ADD)) generator = format.generator();
    } catch (IllegalArgumentException | UnsupportedOperationException why) {
      throw new ConfigException(prefix.isEmpty() ? FORMAT : PREFIX, prefix.isEmpty() ? format : prefix, why.getMessage());
    }
  }

  @Override
  public String version() {
    return Sortid.version();
  }

  @Override
  public void close() {}

  final Data of(Schema schema, Object value) {
    if (field.isEmpty()) return new Data(schemaOf(schema), converted(value));
    if (value == null) return new Data(schema, null);
    if (schema != null) return inStruct(schema, value);
    if (!(value instanceof Map<?, ?> map)) throw new DataException("a field " + field + " of " + value.getClass().getName());
    if (generator == null && !map.containsKey(field)) throw missing();
    Map<Object, Object> made = new HashMap<>(map);
    made.put(field, converted(map.get(field)));
    return new Data(null, made);
  }

  private DataException missing() {
    return new DataException("no field " + field);
  }

  private Data inStruct(Schema schema, Object value) {
    if (!(value instanceof Struct from)) throw new DataException("a field " + field + " of " + schema.type());
    Struct made = new Struct(schemas.computeIfAbsent(schema, this::withField));
    for (Field each : schema.fields()) {
      if (!each.name().equals(field)) made.put(each.name(), from.get(each));
    }
    return new Data(made.schema(), made.put(field, converted(schema.field(field) == null ? null : from.get(field))));
  }

  /** A schema with the field as it becomes. */
  private Schema withField(Schema schema) {
    if (generator == null && schema.field(field) == null) throw missing();
    SchemaBuilder made = SchemaBuilder.struct().name(schema.name()).version(schema.version()).doc(schema.doc());
    if (schema.parameters() != null) made.parameters(schema.parameters());
    if (schema.isOptional()) made.optional();
    for (Field each : schema.fields()) made.field(each.name(), each.name().equals(field) ? schemaOf(each.schema()) : each.schema());
    if (schema.field(field) == null) made.field(field, Schema.STRING_SCHEMA);
    return made.build();
  }

  /** The schema of what {@link #converted} gives for an id with this schema. */
  private Schema schemaOf(Schema schema) {
    if (generator != null) return schema == null && !field.isEmpty() ? null : Schema.STRING_SCHEMA;
    if (function == null || schema == null) return schema;
    return switch (function) {
      case TEXT -> schema.isOptional() ? Schema.OPTIONAL_STRING_SCHEMA : Schema.STRING_SCHEMA;
      case BYTES -> schema.isOptional() ? Schema.OPTIONAL_BYTES_SCHEMA : Schema.BYTES_SCHEMA;
      case TIME -> Timestamp.builder().optional().build();
      case MS -> Schema.OPTIONAL_INT64_SCHEMA;
      case IS_VALID -> schema.isOptional() ? Schema.OPTIONAL_BOOLEAN_SCHEMA : Schema.BOOLEAN_SCHEMA;
    };
  }

  private Object converted(Object value) {
    if (value == null) return generator == null ? null : withPrefix(generator.next()).text();
    if (function == SqlFunction.IS_VALID) return isValid(value);
    Id id = idOf(value);
    if (function == null) return generator == null ? value : id.text();
    return function.of(id) instanceof Instant time ? Date.from(time) : function.of(id);
  }

  private Id withPrefix(Id id) {
    if (prefix.isEmpty()) return id;
    if (id instanceof TypeID typed) return typed.withPrefix(prefix);
    throw new IllegalArgumentException(format + " has no prefixes");
  }

  private boolean isValid(Object value) {
    try {
      idOf(value);
      return true;
    } catch (DataException why) {
      return false;
    }
  }

  private Id idOf(Object value) {
    try {
      if (value instanceof String text) return format.parse(text);
      if (value instanceof byte[] bytes) return format.fromBytes(bytes);
      if (value instanceof ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return format.fromBytes(bytes);
      }
    } catch (SortidException why) {
      throw new DataException(where() + why.getMessage(), why);
    }
    throw new DataException(where() + "an id is a text or bytes, not " + value.getClass().getName());
  }

  private String where() {
    return field.isEmpty() ? "" : field + ": ";
  }
}
