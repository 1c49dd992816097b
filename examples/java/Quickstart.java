// [all]
import java.time.Instant;
import java.util.List;
import sortid.GeneratorOptions;
import sortid.OnOverflow;
import sortid.Range;
import sortid.Sortid;
import sortid.SortidException;
import sortid.TypeID;
import sortid.ULID;
import sortid.UUIDv7;

public final class Quickstart {
  public static void main(String[] arguments) {
    ULID id = ULID.newId();
    System.out.println(id + " " + id.time().get());
    assert ULID.parse(id.text()).equals(id) && id.compareTo(ULID.newId()) < 0;

    TypeID order = TypeID.newId("order");
    System.out.println(order.prefix() + " " + order.uuid());

    try {
      ULID.parse("01ARZ3NDEKTSV4RRFFQ69G5FAU");
    } catch (SortidException why) {
      System.out.println(why.reason() + " " + why.position());  // CHARACTER 25
    }

    Range<UUIDv7> march = UUIDv7.FORMAT.between(Instant.parse("2026-03-01T00:00:00Z"), Instant.parse("2026-04-01T00:00:00Z"));
    System.out.println("WHERE id BETWEEN '" + march.first() + "' AND '" + march.last() + "'");

    var generator = ULID.FORMAT.generator(new GeneratorOptions().onOverflow(OnOverflow.WAIT));
    List<ULID> many = generator.many(1000);
    System.out.println(many.size() + " ids, and the one in a line of a log: " + Sortid.find("GET /user/" + id + " 200").get(0).id());
  }
}
// [/all]
