package sortid.spark;

import java.util.List;
import org.apache.spark.sql.SparkSessionExtensions;
import org.apache.spark.sql.catalyst.FunctionIdentifier;
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
import sortid.SqlFunction;

/**
 * The functions of ids in Spark's SQL: {@code spark.sql.extensions=sortid.spark.SortidExtensions}. Each
 * format has those of {@link SqlFunction}. NULL gives NULL, and an invalid text is an error with the core's
 * sentence. They are compiled into the query's own code.
 */
public final class SortidExtensions extends AbstractFunction1<SparkSessionExtensions, BoxedUnit> {
  /** Registers the functions. */
  @Override
  public BoxedUnit apply(SparkSessionExtensions to) {
    List<Format<?>> formats = Sortid.formats();
    for (int place = 0; place < formats.size(); ++place) {
      for (SqlFunction function : SqlFunction.values()) add(to, function.nameOf(formats.get(place)), place, function);
    }
    return BoxedUnit.UNIT;
  }

  private static void add(SparkSessionExtensions to, String name, int place, SqlFunction function) {
    var build = new AbstractFunction1<Seq<Expression>, Expression>() {
      @Override
      public Expression apply(Seq<Expression> arguments) {
        if (arguments.size() != 1) throw new IllegalArgumentException(name + " takes one text, not " + arguments.size() + " arguments");
        Seq<Expression> given = seq(List.of(Literal.create(place, DataTypes.IntegerType), arguments.head()));
        Seq<AbstractDataType> types = seq(List.of(DataTypes.IntegerType, DataTypes.StringType));
        return new StaticInvoke(SortidFunctions.class, typeOf(function), function.word(), given, types, true, function != SqlFunction.IS_VALID, true,
            Option.empty());
      }
    };
    to.injectFunction(new Tuple3<>(new FunctionIdentifier(name), new ExpressionInfo(SortidFunctions.class.getName(), name), build));
  }

  private static DataType typeOf(SqlFunction function) {
    return switch (function) {
      case TEXT -> DataTypes.StringType;
      case BYTES -> DataTypes.BinaryType;
      case TIME -> DataTypes.TimestampType;
      case MS -> DataTypes.LongType;
      case IS_VALID -> DataTypes.BooleanType;
    };
  }

  private static <T> Seq<T> seq(List<T> list) {
    return CollectionConverters.asScala(list).toSeq();
  }
}
