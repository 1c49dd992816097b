import java.util.List;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.springframework.core.convert.ConversionFailedException;
import org.springframework.core.convert.support.DefaultConversionService;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.annotation.Id;
import org.springframework.data.jdbc.core.JdbcAggregateTemplate;
import org.springframework.data.jdbc.repository.config.AbstractJdbcConfiguration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcOperations;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import sortid.TypeID;
import sortid.ULID;
import sortid.spring.SortidConverters;

/** sortid-spring in Spring's conversion service and in Spring Data JDBC, on H2. */
final class Spring {
  record Event(@Id ULID id, TypeID author) {}

  @Configuration
  static class Config extends AbstractJdbcConfiguration {
    @Bean
    DataSource source() {
      JdbcDataSource source = new JdbcDataSource();
      source.setURL("jdbc:h2:mem:spring;DB_CLOSE_DELAY=-1");
      return source;
    }

    @Bean
    NamedParameterJdbcOperations operations(DataSource source) {
      return new NamedParameterJdbcTemplate(source);
    }

    @Bean
    PlatformTransactionManager manager(DataSource source) {
      return new DataSourceTransactionManager(source);
    }

    @Override
    protected List<?> userConverters() {
      return SortidConverters.all();
    }
  }

  public static void main(String[] arguments) {
    DefaultConversionService service = new DefaultConversionService();
    SortidConverters.all().forEach(service::addConverter);
    ULID id = ULID.newId();
    check(service.convert(id.text(), ULID.class).equals(id) && service.convert(id, String.class).equals(id.text()), id);
    try {
      check(false, service.convert("01ARZ3NDEKTSV4RRFFQ69G5FAU", ULID.class));
    } catch (ConversionFailedException why) {
      check(why.getCause().getMessage().startsWith("'U' at position 25 is not"), why);
    }

    try (var context = new AnnotationConfigApplicationContext(Config.class)) {
      new JdbcTemplate(context.getBean(DataSource.class)).execute("create table \"EVENT\" (\"ID\" varchar(26) primary key, \"AUTHOR\" varchar(90))");
      JdbcAggregateTemplate template = context.getBean(JdbcAggregateTemplate.class);
      Event event = new Event(id, TypeID.newId("user"));
      template.insert(event);
      template.insert(new Event(ULID.newId(), null));
      check(template.findById(id, Event.class).equals(event), "by id");
      check(template.count(Event.class) == 2, "both");
    }
    System.out.println("good");
  }

  private static void check(boolean holds, Object what) {
    if (!holds) throw new AssertionError(String.valueOf(what));
  }
}
