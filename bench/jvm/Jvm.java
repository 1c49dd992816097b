// Processor time of one thread for the Java package and its peers, in one run, for run.sh.
// usage: java Jvm ROUNDS, or java Jvm first ours|theirs
// A line has an operation, nanoseconds an id, the least of all rounds, and the ratio; `first` has milliseconds.
import com.github.f4b6a3.ulid.Ulid;
import com.github.f4b6a3.ulid.UlidCreator;
import com.github.f4b6a3.ulid.UlidFactory;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import sortid.GeneratorOptions;
import sortid.OnOverflow;
import sortid.ULID;

public final class Jvm {
  private static final ThreadMXBean TIME = ManagementFactory.getThreadMXBean();
  private static final int COUNT = 4096;
  static Object sink;
  static int rounds;

  /** The two take turns, so that both have the machine in the same state. */
  static void compare(String name, IntFunction<Object> ours, String peer, IntFunction<Object> theirs, int each) {
    double a = 1e9, b = 1e9;
    for (int round = 0; round < rounds; ++round) {
      a = Math.min(a, once(ours, each));
      b = Math.min(b, once(theirs, each));
    }
    System.out.printf("%-8s %7.1f   %-22s %7.1f   %5.2f%n", name, a, peer, b, a / b);
  }

  static double once(IntFunction<Object> work, int each) {
    long start = TIME.getCurrentThreadCpuTime();
    for (int i = 0; i < COUNT / each; ++i) sink = work.apply(i);
    return (TIME.getCurrentThreadCpuTime() - start) / (double) COUNT;
  }

  private static void first(String whose) {
    long start = TIME.getCurrentThreadCpuTime();
    sink = whose.equals("ours") ? ULID.newId() : UlidCreator.getMonotonicUlid();
    System.out.printf("first id, %s: %.1f ms%n", whose, (TIME.getCurrentThreadCpuTime() - start) / 1e6);
  }

  public static void main(String[] arguments) {
    if (arguments[0].equals("first")) {
      first(arguments[1]);
      return;
    }
    rounds = Integer.parseInt(arguments[0]);
    Random random = new Random(20261126);
    String[] texts = new String[COUNT];
    String[] uuids = new String[COUNT];
    Ulid[] theirs = new Ulid[COUNT];
    ULID[] ours = new ULID[COUNT];
    byte[] ids = new byte[16 * COUNT];
    byte[] column = new byte[26 * COUNT];
    for (int i = 0; i < COUNT; ++i) {
      theirs[i] = new Ulid(random.nextLong(), random.nextLong());
      texts[i] = theirs[i].toString();
      ours[i] = ULID.parse(texts[i]);
      uuids[i] = theirs[i].toUuid().toString();
      System.arraycopy(texts[i].getBytes(), 0, column, 26 * i, 26);
    }
    var monotonic = UlidFactory.newMonotonicInstance();
    var generator = ULID.FORMAT.generator(new GeneratorOptions().onOverflow(OnOverflow.WAIT));
    compare("parse", i -> ULID.parse(texts[i]), "ulid-creator", i -> Ulid.from(texts[i]), 1);
    compare("text", i -> ours[i].text(), "ulid-creator", i -> theirs[i].toString(), 1);
    compare("new", i -> generator.next(), "ulid-creator monotonic", i -> monotonic.create(), 1);
    compare("newId", i -> ULID.newId(), "ulid-creator monotonic", i -> monotonic.create(), 1);
    List<Ulid> list = new ArrayList<>();
    compare("batch", i -> { ULID.FORMAT.parseColumn(column, ids); return ids; }, "ulid-creator, a loop", i -> {
      list.clear();
      for (String text : texts) list.add(Ulid.from(text));
      return list;
    }, COUNT);
    compare("UUID", i -> sortid.UUID.parse(uuids[i]), "java.util.UUID", i -> java.util.UUID.fromString(uuids[i]), 1);
  }
}
