package sortid.hibernate;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.hibernate.annotations.IdGeneratorType;

/**
 * Gives a new entity its id before it is inserted: {@code @Id @SortId @Type(SortidType.class) ULID id}. The
 * class of the attribute is that of a format, or String or UUID with a format's name.
 */
@IdGeneratorType(SortIdGenerator.class)
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD})
public @interface SortId {
  /** The name of the format, for an attribute that is a String or a UUID. */
  String format() default "";

  /** The prefix of TypeIDs. */
  String prefix() default "";

  /** The number that tells machines apart, in a format that has one; -1 for none. */
  int node() default -1;
}
