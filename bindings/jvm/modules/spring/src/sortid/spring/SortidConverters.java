package sortid.spring;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.springframework.core.convert.TypeDescriptor;
import org.springframework.core.convert.converter.GenericConverter;
import org.springframework.data.convert.ReadingConverter;
import org.springframework.data.convert.WritingConverter;
import sortid.Format;
import sortid.Id;
import sortid.Sortid;

/**
 * Converters for Spring: path variables and request parameters of an id's class, by {@code
 * FormatterRegistry.addConverter}, and attributes of Spring Data, by its {@code CustomConversions}. Texts are
 * parsed strictly. Attributes are stored as their text.
 */
public final class SortidConverters {
  private SortidConverters() {}

  /** From texts and to texts. */
  public static List<GenericConverter> all() {
    return List.of(new Reading(), new Writing());
  }

  private static Format<?> formatOf(Class<?> type) {
    for (Format<?> each : Sortid.formats()) {
      if (each.type() == type) return each;
    }
    throw new IllegalArgumentException(type.getName() + " is no class of ids");
  }

  /** From a text to the id of a class. */
  @ReadingConverter
  static final class Reading implements GenericConverter {
    @Override
    public Set<ConvertiblePair> getConvertibleTypes() {
      Set<ConvertiblePair> pairs = new HashSet<>();
      for (Format<?> each : Sortid.formats()) pairs.add(new ConvertiblePair(String.class, each.type()));
      return pairs;
    }

    @Override
    public Object convert(Object source, TypeDescriptor from, TypeDescriptor to) {
      return source == null ? null : formatOf(to.getType()).parse((String) source);
    }
  }

  /** From an id to its text. */
  @WritingConverter
  static final class Writing implements GenericConverter {
    @Override
    public Set<ConvertiblePair> getConvertibleTypes() {
      Set<ConvertiblePair> pairs = new HashSet<>();
      for (Format<?> each : Sortid.formats()) pairs.add(new ConvertiblePair(each.type(), String.class));
      return pairs;
    }

    @Override
    public Object convert(Object source, TypeDescriptor from, TypeDescriptor to) {
      return source == null ? null : ((Id) source).text();
    }
  }
}
