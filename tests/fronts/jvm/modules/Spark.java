import java.sql.Timestamp;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import sortid.Sortid;
import sortid.ULID;

/**
 * sortid-spark in Spark: every function in SQL, on a column and on NULL, in generated code and without it.
 */
final class Spark {
  public static void main(String[] arguments) {
    SparkSession spark = SparkSession.builder().master("local[1]").config("spark.ui.enabled", "false")
        .config("spark.sql.extensions", "sortid.spark.SortidExtensions").config("spark.sql.session.timeZone", "UTC")
        .config("spark.driver.host", "localhost").config("spark.driver.bindAddress", "127.0.0.1").getOrCreate();
    List<Row> one = spark.sql("SELECT ulid_text('01arz3ndektsv4rrffq69g5fav'), hex(ulid_bytes('01ARZ3NDEKTSV4RRFFQ69G5FAV')),"
        + " ulid_time('01ARZ3NDEKTSV4RRFFQ69G5FAV'), ulid_ms('01ARZ3NDEKTSV4RRFFQ69G5FAV'), ulid_is_valid('no'), ulid_time(NULL),"
        + " uuid_time('123e4567-e89b-42d3-a456-426614174000')").collectAsList();
    check(one.get(0).mkString(" ").equals(
        "01ARZ3NDEKTSV4RRFFQ69G5FAV 01563E3AB5D3D6764C61EFB99302BD5B 2016-07-30 23:54:10.259 1469922850259 false null null"), one);

    List<String> texts = ULID.FORMAT.generator().many(1000).stream().map(ULID::text).toList();
    spark.createDataset(texts, org.apache.spark.sql.Encoders.STRING()).toDF("id").createOrReplaceTempView("events");
    for (String mode : List.of("CODEGEN_ONLY", "NO_CODEGEN")) {
      spark.conf().set("spark.sql.codegen.factoryMode", mode);
      spark.conf().set("spark.sql.codegen.wholeStage", String.valueOf(mode.equals("CODEGEN_ONLY")));
      Row row = spark.sql("SELECT count(*), min(ulid_time(id)), max(ulid_time(id)) FROM events WHERE ulid_is_valid(id)").head();
      check(row.getLong(0) == 1000, row);
      check(row.<Timestamp>getAs(1).toInstant().equals(ULID.parse(texts.get(0)).time().get()), row);
      check(row.<Timestamp>getAs(2).toInstant().equals(ULID.parse(texts.get(999)).time().get()), row);
      try {
        check(false, spark.sql("SELECT ulid_time(concat(id, 'U')) FROM events").collectAsList());
      } catch (Exception why) {
        check(String.valueOf(why.getCause() == null ? why : why.getCause()).contains("has 26 symbols, found 27"), why);
      }
    }
    for (var format : Sortid.formats()) {
      Row row = spark.sql("SELECT %1$s_text('%2$s'), %1$s_is_valid('%2$s'), length(%1$s_bytes('%2$s')), %1$s_ms('%2$s')"
          .formatted(format.sqlName(), format.min().text())).head();
      check(row.getString(0).equals(format.min().text()) && row.getBoolean(1) && row.getInt(2) == format.bytes(), row);
      check(row.isNullAt(3) ? format.min().unixMs().isEmpty() : row.getLong(3) == format.min().unixMs().getAsLong(), row);
    }
    check(spark.sql("SELECT uuid()").head().getString(0).length() == 36, "Spark's own");
    spark.stop();
    System.out.println("good");
  }

  private static void check(boolean holds, Object what) {
    if (!holds) throw new AssertionError(String.valueOf(what));
  }
}
