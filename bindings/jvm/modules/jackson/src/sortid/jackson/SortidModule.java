package sortid.jackson;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.KeyDeserializer;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import java.io.IOException;
import java.util.function.Function;
import sortid.Format;
import sortid.Id;
import sortid.Sortid;
import sortid.SortidException;

/**
 * Ids as JSON strings, and as the keys of maps: {@code JsonMapper.builder().addModule(new
 * SortidModule()).build()}, or found by {@code findAndAddModules}. A text is parsed strictly; a wrong one is an
 * {@code InvalidFormatException} with the core's sentence.
 */
public final class SortidModule extends SimpleModule {
  private static final long serialVersionUID = 1;

  /** For the ids of all formats, and for {@link Id}, which takes a text as the likeliest one. */
  public SortidModule() {
    super("sortid");
    addSerializer(Id.class, new ToStringSerializer(Id.class));
    addReader(Id.class, Sortid::parse);
    for (Format<?> format : Sortid.formats()) addFormat(format);
  }

  private <T extends Id> void addFormat(Format<T> format) {
    addReader(format.type(), format::parse);
  }

  private <T extends Id> void addReader(Class<T> type, Function<String, T> parse) {
    addDeserializer(type, new Reader<>(type, parse));
    addKeyDeserializer(type, new KeyReader(type, parse));
  }

  private static final class Reader<T extends Id> extends StdScalarDeserializer<T> {
    private static final long serialVersionUID = 1;
    private final transient Function<String, T> parse;

    Reader(Class<T> type, Function<String, T> parse) {
      super(type);
      this.parse = parse;
    }

    @Override
    @SuppressWarnings("unchecked")
    public T deserialize(JsonParser parser, DeserializationContext context) throws IOException {
      if (!parser.hasToken(JsonToken.VALUE_STRING)) return (T) context.handleUnexpectedToken(_valueClass, parser);
      try {
        return parse.apply(parser.getValueAsString());
      } catch (SortidException why) {
        throw context.weirdStringException(parser.getValueAsString(), _valueClass, why.getMessage());
      }
    }
  }

  private static final class KeyReader extends KeyDeserializer {
    private final Class<?> type;
    private final Function<String, ?> parse;

    KeyReader(Class<?> type, Function<String, ?> parse) {
      this.type = type;
      this.parse = parse;
    }

    @Override
    public Object deserializeKey(String key, DeserializationContext context) throws IOException {
      try {
        return parse.apply(key);
      } catch (SortidException why) {
        throw context.weirdKeyException(type, key, why.getMessage());
      }
    }
  }
}
