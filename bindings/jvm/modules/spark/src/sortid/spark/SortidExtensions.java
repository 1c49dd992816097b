package sortid.spark;

import java.util.List;
import org.apache.spark.sql.SparkSessionExtensions;
import org.apache.spark.sql.catalyst.FunctionIdentifier;
import org.apache.spark.sql.catalyst.analysis.FunctionRegistry;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.ExpressionInfo;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.objects.StaticInvoke;
import org.apache.spark.sql.types.AbstractDataType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import scala.Option;
import scala.Tuple3;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.AbstractFunction1;
import scala.runtime.BoxedUnit;
import sortid.Format;
import sortid.Sortid;

/**
 * The functions of ids in Spark's SQL: {@code spark.sql.extensions=sortid.spark.SortidExtensions}. For each format, by the name that its
 * functions in SQL begin with: {@code ulid(text)}, {@code ulid_bytes}, {@code ulid_time}, {@code ulid_ms}, {@code ulid_is_valid}; the
 * first ends in {@code _text} where Spark has a function of its name, {@code uuid()}. NULL gives NULL, and an invalid text is an error with
 * the core's sentence. They are compiled into the query's own code.
 */
public final class SortidExtensions extends AbstractFunction1<SparkSessionExtensions, BoxedUnit> {
  /** Registers the functions. */
  @Override
  public BoxedUnit apply(SparkSessionExtensions to) {
    List<Format<?>> formats = Sortid.formats();
    for (int place = 0; place < formats.size(); ++place) {
      String name = formats.get(place).sqlName();
      boolean taken = FunctionRegistry.builtin().functionExists(new FunctionIdentifier(name));
      add(to, taken ? name + "_text" : name, place, "text", DataTypes.StringType);
      add(to, name + "_bytes", place, "bytes", DataTypes.BinaryType);
      add(to, name + "_time", place, "time", DataTypes.TimestampType);
      add(to, name + "_ms", place, "ms", DataTypes.LongType);
      add(to, name + "_is_valid", place, "isValid", DataTypes.BooleanType);
    }
    return BoxedUnit.UNIT;
  }

  private static void add(SparkSessionExtensions to, String name, int place, String function, DataType gives) {
    var build = new AbstractFunction1<Seq<Expression>, Expression>() {
      @Override
      public Expression apply(Seq<Expression> arguments) {
        if (arguments.size() != 1) throw new IllegalArgumentException(name + " takes one text, not " + arguments.size() + " arguments");
        Seq<Expression> given = seq(List.of(Literal.create(place, DataTypes.IntegerType), arguments.head()));
        Seq<AbstractDataType> types = seq(List.of(DataTypes.IntegerType, DataTypes.StringType));
        return new StaticInvoke(SortidFunctions.class, gives, function, given, types, true, !function.equals("isValid"), true, Option.empty());
      }
    };
    to.injectFunction(new Tuple3<>(new FunctionIdentifier(name), new ExpressionInfo(SortidFunctions.class.getName(), name), build));
  }

  private static <T> Seq<T> seq(List<T> list) {
    return CollectionConverters.asScala(list).toSeq();
  }
}
