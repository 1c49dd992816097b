package asks;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import sortid.EUID;
import sortid.Fault;
import sortid.Format;
import sortid.Found;
import sortid.Generator;
import sortid.GeneratorException;
import sortid.GeneratorOptions;
import sortid.Id;
import sortid.Masker;
import sortid.OnClockBack;
import sortid.OnOverflow;
import sortid.Range;
import sortid.Reason;
import sortid.SequenceStart;
import sortid.Sortid;
import sortid.SortidException;
import sortid.TypeID;
import sortid.ULID;
import sortid.UUIDv7;
import sortid.UlidFlake;
import sortid.UlidFlakeScalable;
import sortid.XID;

/**
 * What the package promises in Java's own terms. Each method is a check; the first that fails ends the
 * program.
 */
final class Checks {
  private static final ULID SAMPLE = ULID.parse("01ARZ3NDEKTSV4RRFFQ69G5FAV");

  public static void main(String[] arguments) throws Exception {
    values();
    everyFormat();
    serialized();
    order();
    errors();
    strangeTexts();
    generators();
    policies();
    columns();
    found();
    masks();
    threads(Executors.newFixedThreadPool(64), "platform");
    try {
      threads((ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null), "virtual");
    } catch (NoSuchMethodException before21) {
      System.out.println("virtual threads: skipped, this Java has none");
    }
    System.out.println("all checks passed");
  }

  private static void check(boolean holds, Object what) {
    if (!holds) throw new AssertionError(String.valueOf(what));
  }

  private interface Act {
    void act() throws Exception;
  }

  private static <E extends Exception> E thrown(Class<E> type, Act act) throws Exception {
    try {
      act.act();
    } catch (Exception why) {
      if (type.isInstance(why)) return type.cast(why);
      throw why;
    }
    throw new AssertionError("no " + type);
  }

  private static void values() throws Exception {
    check(SAMPLE.equals(ULID.FORMAT.parse("01arz3ndektsv4rrffq69g5fav")), "any case");
    check(SAMPLE.hashCode() == ULID.FORMAT.fromBytes(SAMPLE.bytes()).hashCode(), "hash");
    check(SAMPLE.equals(ULID.FORMAT.fromUuid(SAMPLE.uuid())) && SAMPLE.equals(ULID.FORMAT.fromNumber(SAMPLE.number())), "conversions");
    check(SAMPLE.equals(ULID.FORMAT.parse(SAMPLE.text().getBytes(StandardCharsets.UTF_8))), "bytes of a text");
    check(!SAMPLE.equals(SAMPLE.convert(sortid.UUID.FORMAT)) && !SAMPLE.equals((Object) SAMPLE.text()), "another class");
    check(SAMPLE.time().get().equals(Instant.parse("2016-07-30T23:54:10.259Z")), SAMPLE.time());
    check(sortid.UUID.parse("123e4567-e89b-42d3-a456-426614174000").time().isEmpty(), "version 4 has no time");
    TypeID user = TypeID.parse("user_01h455vb4pex5vsknk084sn02q");
    check(user.prefix().equals("user") && user.suffix().equals("01h455vb4pex5vsknk084sn02q"), user);
    check(user.withPrefix("order").text().equals("order_01h455vb4pex5vsknk084sn02q") && user.withPrefix("").prefix().isEmpty(), "prefixes");
    check(TypeID.newId("user").prefix().equals("user"), "a new one with a prefix");
    SortidException cut = thrown(SortidException.class, () -> TypeID.FORMAT.generator(new GeneratorOptions().prefix("user\0s")));
    check(cut.reason() == Reason.PREFIX && cut.position() == 4, "a NUL is no end of a prefix: " + cut);
    check(EUID.parse("C8ZM14GR4JXG0MQXVY18S8TJNA6").fields().containsKey("extension"), "an absent field is there");
    check(Sortid.version().matches("\\d+\\.\\d+\\.\\d+"), Sortid.version());
  }

  private static void everyFormat() throws Exception {
    check(Sortid.formats().size() == new HashSet<>(Sortid.formats()).size(), "formats");
    for (Format<?> format : Sortid.formats()) {
      check(Sortid.format(format.name()) == format && format.min().compareTo(format.max()) < 0, format);
      check(format.type() == format.min().getClass() && format.min().format() == format, format);
      check(format.min().bytes().length * 8 == format.bits() && format.max().text().length() == format.symbols(), format);
      check(format.check(format.max().text()) == null && format.parseLenient(format.max().text()).canonical(), format);
      check(format.check("") != null && !format.isValid("") && !format.isValid("\u0130".repeat(format.symbols())), format);
      // The largest value is the one for which the quick functions have no answer.
      check(format.parse(format.max().text()).equals(format.max()), format);
    }
    thrown(IllegalArgumentException.class, () -> Sortid.format("brew"));
  }

  private static void serialized() throws Exception {
    for (Id id : List.of(SAMPLE, TypeID.parse("user_01h455vb4pex5vsknk084sn02q"), XID.parse("5TK7MT834rx"))) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
        out.writeObject(id);
      }
      try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
        check(in.readObject().equals(id), id);
      }
      // A stream in which the text is another one is rejected.
      byte[] forged = bytes.toByteArray();
      forged[new String(forged, StandardCharsets.ISO_8859_1).indexOf(id.text()) + id.text().length() - 1] = '!';
      try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(forged))) {
        thrown(SortidException.class, in::readObject);
      }
    }
  }

  private static void order() {
    List<Id> ids = new ArrayList<>(List.of(
        TypeID.parse("b_00000000000000000000000000"), TypeID.parse("a_7zzzzzzzzzzzzzzzzzzzzzzzzz"), TypeID.parse("00000000000000000000000001")));
    Collections.sort(ids);
    check(ids.get(0).text().length() == 26 && ids.get(1).text().startsWith("a_"), ids);
    check(ULID.FORMAT.fromBits(-1, 0).compareTo(ULID.FORMAT.fromBits(1, -1)) > 0, "unsigned");
    check(ULID.FORMAT.fromBits(1, -1).compareTo(ULID.FORMAT.fromBits(1, 1)) > 0, "unsigned");
  }

  private static void errors() throws Exception {
    SortidException why = thrown(SortidException.class, () -> ULID.parse("01ARZ3NDEKTSV4RRFFQ69G5FAU"));
    check(why.reason() == Reason.CHARACTER && why.position() == 25 && "ulid".equals(why.format()), why);
    check(why.getMessage().startsWith("'U' at position 25 is not"), why.getMessage());
    check(thrown(SortidException.class, () -> SAMPLE.convert(XID.FORMAT)).reason() == Reason.RANGE, "width");
    check(thrown(SortidException.class, () -> UUIDv7.FORMAT.fromUuid(new UUID(0, 0))).reason() == Reason.RANGE, "version");
    why = thrown(SortidException.class, () -> ULID.FORMAT.fromBytes(new byte[15]));
    check(why.reason() == Reason.LENGTH && why.getMessage().equals("ulid has 16 bytes, found 15"), why);
    check(thrown(SortidException.class, () -> TypeID.newId("User")).reason() == Reason.PREFIX, "prefix");
    check(thrown(SortidException.class, () -> ULID.FORMAT.firstAt(Instant.MIN)).reason() == Reason.RANGE, "instant");
    thrown(UnsupportedOperationException.class, () -> XID.parse("5TK7MT834rx").uuid());
    thrown(IllegalArgumentException.class, () -> ULID.FORMAT.fromNumber(BigInteger.ONE.shiftLeft(128)));
    thrown(IllegalArgumentException.class, () -> ULID.FORMAT.masker(new byte[15]));
    thrown(NullPointerException.class, () -> ULID.parse(null));
    Range<ULID> open = ULID.FORMAT.between(null, null);
    check(open.first().equals(ULID.FORMAT.min()) && open.last().equals(ULID.FORMAT.max()) && open.contains(SAMPLE), open);
  }

  /**
   * A symbol that is not Latin 1, or not of one code unit, is never another one's. Positions are of UTF-8.
   */
  private static void strangeTexts() throws Exception {
    for (String strange : List.of("\u0130", "\u0230", "\uFF10", "\uD83D\uDE00", "\u00C1", "\uD83D", "\0", "\u2028")) {
      for (int at = 0; at < 26; ++at) {
        String text = SAMPLE.text().substring(0, at) + strange + SAMPLE.text().substring(at + 1);
        SortidException why = thrown(SortidException.class, () -> ULID.parse(text));
        check(why.reason() == Reason.LENGTH || why.position() == at, why);
        check(!ULID.isValid(text) && Sortid.detect(text).isEmpty(), text);
      }
    }
    check(ULID.FORMAT.parse(new StringBuilder(SAMPLE.text())).equals(SAMPLE), "a CharSequence");
  }

  private static void generators() throws Exception {
    Set<Id> all = new HashSet<>();
    for (Format<?> format : Sortid.formats()) {
      Generator<?> made;
      try {
        made = format.generator(new GeneratorOptions().onOverflow(OnOverflow.WAIT));
        made.next();
      } catch (UnsupportedOperationException none) {
        check(format.name().equals("uuid") || format.name().equals("uid11"), format);
        continue;
      } catch (SortidException needsNode) {
        check(format.name().equals("uid11-snowish"), needsNode);
        made = format.generator(new GeneratorOptions().onOverflow(OnOverflow.WAIT).node(3));
      }
      Id last = null;
      for (int i = 0; i < 2000; ++i) {
        Id next = made.next();
        check(!format.ordered() || all.add(next) && (last == null || last.compareTo(next) < 0), next);
        last = next;
      }
      check(made.many(700).size() == 700 && made.ahead() >= 0, format);
    }
    Instant then = Instant.parse("2024-06-06T06:06:06.666Z");
    check(ULID.FORMAT.newAt(then).time().get().equals(then), "at");
    check(ULID.FORMAT.generator().randomAt(then).time().get().equals(then), "random at");
    check(Math.abs(ULID.newId().time().get().toEpochMilli() - System.currentTimeMillis()) < 3_600_000, "now");
    check(EUID.FORMAT.generator(new GeneratorOptions().extension(77)).next().fields().get("extension").intValue() == 77, "extension");
    check(UlidFlakeScalable.FORMAT.generator(new GeneratorOptions().sid(5)).next().fields().get("scalability").intValue() == 5, "sid");
    thrown(SortidException.class, () -> ULID.FORMAT.generator(new GeneratorOptions().node(1)));
    thrown(SortidException.class, () -> ULID.FORMAT.generator(new GeneratorOptions().prefix("user")));
    byte[] key = new byte[16];
    check(ULID.FORMAT.namedAt(then, "a", key).equals(ULID.FORMAT.namedAt(then, "a", key)), "named");
  }

  private static void policies() throws Exception {
    GeneratorOptions options = new GeneratorOptions().onOverflow(OnOverflow.FAIL).onClockBack(OnClockBack.FAIL)
        .sequence(SequenceStart.RANDOM).machine(1).maxWaitMs(5).epoch(1_300_000_000_000L);
    Generator<?> snowish = Sortid.format("uid11-snowish").generator(options);
    GeneratorException why = thrown(GeneratorException.class, () -> {
      while (true) snowish.next();
    });
    check(why.fault() == Fault.TAIL_OVERFLOW, why);
    // An interrupted thread does not wait, and stays interrupted.
    Generator<?> waiting = Sortid.format("uid11-snowish").generator(new GeneratorOptions().onOverflow(OnOverflow.WAIT).node(1).maxWaitMs(600_000));
    Thread.currentThread().interrupt();
    why = thrown(GeneratorException.class, () -> {
      while (true) waiting.next();
    });
    check(why.fault() == Fault.TAIL_OVERFLOW && Thread.interrupted(), why);
  }

  private static void columns() throws Exception {
    for (Format<?> format : Sortid.formats()) {
      int rows = 1000;
      byte[] ids = new byte[rows * format.bytes()];
      for (int i = 0; i < rows; ++i) {
        byte[] one = (i % 2 == 0 ? format.min() : format.max()).bytes();
        System.arraycopy(one, 0, ids, i * one.length, one.length);
      }
      byte[] texts = format.textColumn(ids);
      byte[] again = new byte[ids.length];
      format.parseColumn(texts, again);
      check(Arrays.equals(ids, again), format);
      check(format.unixMsColumn(ids)[1] == format.max().unixMs().orElse(Long.MIN_VALUE), format);
      texts[700 * format.symbols()] = '!';
      Reason[] why = format.parseEach(texts, again);
      check(why[700] == Reason.CHARACTER && why[699] == null, format);
      SortidException first = thrown(SortidException.class, () -> format.parseColumn(texts, again));
      check(first.position() == 700 * format.symbols(), first);
    }
    check(ULID.FORMAT.parseAll(List.of(SAMPLE.text())).equals(List.of(SAMPLE)), "a list");
    thrown(IllegalArgumentException.class, () -> ULID.FORMAT.textColumn(new byte[17]));
  }

  private static void found() {
    String line = "\uD83D\uDE00 GET /\u00FCser/" + SAMPLE + " 200";
    Found found = Sortid.find(line).get(0);
    check(found.id().equals(SAMPLE) && line.substring(found.start(), found.end()).equals(SAMPLE.text()), found);
    check(Sortid.find("trip 5TK7MT834rx").isEmpty() && Sortid.find("trip 5TK7MT834rx", XID.FORMAT).size() == 1, "formats");
    check(Sortid.find((SAMPLE + " ").repeat(5000)).size() == 5000, "many");
    check(Sortid.looksLike("0ujtsYcgvSTl8PAuAdqWYSMnLOv").get(0).title().equals("a KSUID"), "KSUID");
  }

  private static void masks() throws Exception {
    Masker<UUIDv7> masker = UUIDv7.FORMAT.masker(new byte[32], 4);
    UUIDv7 id = UUIDv7.newId();
    Id masked = masker.mask(id);
    check(masked instanceof sortid.UUID && masked.uuid().version() == 4 && masker.unmask(masked).equals(id), masked);
    masker.close();
    thrown(IllegalStateException.class, () -> masker.mask(id));
  }

  private static void threads(ExecutorService pool, String kind) throws Exception {
    Set<Id> all = ConcurrentHashMap.newKeySet();
    Generator<UlidFlake> shared = UlidFlake.FORMAT.generator(new GeneratorOptions().onOverflow(OnOverflow.RUN_AHEAD));
    List<Future<?>> done = new ArrayList<>();
    for (int thread = 0; thread < 64; ++thread) {
      done.add(pool.submit(() -> {
        Id last = null;
        for (int i = 0; i < 1500; ++i) {
          ULID id = ULID.newId();
          check(all.add(id) && all.add(shared.next()), id);
          check(last == null || last.compareTo(id) < 0, id);
          check(ULID.parse(id.text()).equals(id) && ULID.FORMAT.parseLenient(id.text()).id().equals(id), id);
          last = id;
        }
        return null;
      }));
    }
    for (Future<?> each : done) each.get();
    pool.shutdown();
    check(all.size() == 2 * 64 * 1500, kind);
    System.out.println(kind + " threads: " + all.size() + " ids, none twice");
  }
}
