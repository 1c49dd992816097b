package sortid.flink;

import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.catalog.DataTypeFactory;
import org.apache.flink.table.functions.ScalarFunction;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.inference.StaticArgument;
import org.apache.flink.table.types.inference.TypeInference;
import org.apache.flink.table.types.inference.TypeStrategies;
import sortid.Format;
import sortid.Sortid;
import sortid.SqlFunction;

/** One function of one format. */
public final class SortidFunction extends ScalarFunction {
  private static final long serialVersionUID = 1;

  private final SqlFunction function;
  private final String name;
  private transient Format<?> format;

  /** By the name of a format. */
  public SortidFunction(SqlFunction function, String format) {
    this.function = function;
    this.name = format;
  }

  /** What Flink calls for each row. */
  public Object eval(byte[] text) {
    if (text == null) return null;
    if (format == null) format = Sortid.format(name);
    return function.of(format, text);
  }

  @Override
  public TypeInference getTypeInference(DataTypeFactory types) {
    var text = StaticArgument.scalar("text", DataTypes.STRING().bridgedTo(byte[].class), false);
    return TypeInference.newBuilder().staticArguments(text).outputTypeStrategy(TypeStrategies.explicit(gives())).build();
  }

  private DataType gives() {
    return switch (function) {
      case TEXT -> DataTypes.STRING();
      case BYTES -> DataTypes.BYTES();
      case TIME -> DataTypes.TIMESTAMP_LTZ(3);
      case MS -> DataTypes.BIGINT();
      case IS_VALID -> DataTypes.BOOLEAN();
    };
  }
}
