package sortid.hibernate;

import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.util.EnumSet;
import java.util.UUID;
import java.util.function.Function;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.generator.BeforeExecutionGenerator;
import org.hibernate.generator.EventType;
import org.hibernate.generator.EventTypeSets;
import org.hibernate.generator.GeneratorCreationContext;
import sortid.Format;
import sortid.Generator;
import sortid.GeneratorOptions;
import sortid.Id;
import sortid.OnOverflow;

/** What {@link SortId} names: one order for the attribute, which waits where a millisecond has no id left. */
public final class SortIdGenerator implements BeforeExecutionGenerator {
  private static final long serialVersionUID = 1;

  private final transient Generator<?> generator;
  private final transient Function<Id, Object> shown;

  /** As Hibernate makes it. */
  public SortIdGenerator(SortId options, Member member, GeneratorCreationContext context) {
    Class<?> type = member instanceof Method method ? method.getReturnType() : ((Field) member).getType();
    Format<?> format = SortidType.formatOf(type, options.format());
    GeneratorOptions given = new GeneratorOptions().onOverflow(OnOverflow.WAIT).prefix(options.prefix());
    if (options.node() >= 0) given.node(options.node());
    generator = format.generator(given);
    shown = type == String.class ? Id::text : type == UUID.class ? Id::uuid : id -> id;
  }

  /** The next id. */
  @Override
  public Object generate(SharedSessionContractImplementor session, Object owner, Object currentValue, EventType event) {
    return shown.apply(generator.next());
  }

  /** When an entity is inserted. */
  @Override
  public EnumSet<EventType> getEventTypes() {
    return EventTypeSets.INSERT_ONLY;
  }
}
