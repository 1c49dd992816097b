import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.hibernate.SessionFactory;
import org.hibernate.annotations.Type;
import org.hibernate.cfg.Configuration;
import sortid.TypeID;
import sortid.ULID;
import sortid.UlidFlake;
import sortid.hibernate.SortId;
import sortid.hibernate.SortidType;

/**
 * sortid-hibernate in Hibernate, on H2: ids made, stored, ordered, asked for by range, and joined to
 * entities.
 */
final class Hibernate {
  @Entity(name = "Event")
  static class Event {
    @Id @SortId @Type(SortidType.class) ULID id;
    @Type(SortidType.class) @Column(name = "author") TypeID user;
    @Type(SortidType.class) UlidFlake shard;
    @Type(SortidType.class) ULID parent;
  }

  @Entity(name = "Client")
  static class Client {
    @Id @SortId(prefix = "client") @Type(SortidType.class) TypeID id;
  }

  @Entity(name = "Note")
  static class Note {
    @Id @SortId(format = "ulid") String id;
  }

  @Entity(name = "Item")
  static class Item {
    @Id @SortId(format = "uuidv7") UUID id;
  }

  public static void main(String[] arguments) {
    SessionFactory factory = new Configuration().addAnnotatedClass(Event.class).addAnnotatedClass(Client.class).addAnnotatedClass(Note.class)
        .addAnnotatedClass(Item.class).setProperty("hibernate.connection.url", "jdbc:h2:mem:ids")
        .setProperty("hibernate.hbm2ddl.auto", "create").buildSessionFactory();
    List<ULID> made = new ArrayList<>();
    UlidFlake flake = UlidFlake.newId();
    factory.inTransaction(session -> {
      for (int i = 0; i < 100; ++i) {
        Event event = new Event();
        event.user = i == 7 ? null : TypeID.parse("user_01h455vb4pex5vsknk084sn02q");
        event.shard = flake;
        session.persist(event);
        made.add(event.id);
      }
      Client client = new Client();
      session.persist(client);
      check(client.id.prefix().equals("client"), client.id);
      Note note = new Note();
      session.persist(note);
      check(ULID.isValid(note.id), note.id);
      Item row = new Item();
      session.persist(row);
      check(row.id.version() == 7, row.id);
    });
    factory.inTransaction(session -> {
      List<Event> all = session.createQuery("from Event order by id", Event.class).list();
      check(all.stream().map(each -> each.id).toList().equals(made), "in their order");
      check(all.get(7).user == null && all.get(8).user.prefix().equals("user") && all.get(8).shard.equals(flake) && all.get(8).parent == null, "values");
      check(session.find(Event.class, made.get(5)).id.equals(made.get(5)), "by id");
      long some = session.createQuery("select count(*) from Event where id between :a and :b", Long.class)
          .setParameter("a", made.get(10)).setParameter("b", made.get(19)).getSingleResult();
      check(some == 10, some);
      String type = (String) session.createNativeQuery("select data_type from information_schema.columns where table_name = 'EVENT' and column_name = 'ID'", String.class)
          .getSingleResult();
      check(type.equals("BINARY VARYING"), type);
    });
    factory.close();
    System.out.println("good");
  }

  private static void check(boolean holds, Object what) {
    if (!holds) throw new AssertionError(String.valueOf(what));
  }
}
