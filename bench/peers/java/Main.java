// Times the Java peers and puts them to the tests; prints JSON lines. The operations, the tests and the shape of a line are
// described in run.py, the folder above. No fork here: the Java machine cannot be forked.
import com.eatthepath.uuid.FastUUID;
import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.impl.UUIDUtil;
import com.github.f4b6a3.ulid.Ulid;
import com.github.f4b6a3.ulid.UlidFactory;
import com.github.f4b6a3.uuid.UuidCreator;
import com.github.f4b6a3.uuid.codec.StandardStringCodec;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;

public final class Main {
    static final int COUNT = 4096;
    static int repetitions;
    static long least;
    static List<String> junk;
    // What is stored here is not optimized away.
    static volatile Object sink;

    record Peer(String name, String version) {
        // The version is in the name of the jar that a class came from.
        static Peer of(String name, Class<?> type) {
            String jar = Path.of(type.getProtectionDomain().getCodeSource().getLocation().getPath()).getFileName().toString();
            return new Peer(name, jar.replaceAll("^.*-|\\.jar$", ""));
        }
    }

    static <In> double nsPerId(List<In> list, Function<In, ?> operation) {
        double best = Double.POSITIVE_INFINITY;
        for (int i = 0; i < repetitions; ++i) {
            long passes = 0, spent = 0;
            for (long start = System.nanoTime(); passes == 0 || spent < least; ++passes) {
                for (In one : list) sink = operation.apply(one);
                spent = System.nanoTime() - start;
            }
            best = Math.min(best, (double) spent / passes / COUNT);
        }
        return best;
    }

    static <In> void bench(String name, Peer peer, String note, String found, List<In> list, Function<In, ?> operation) {
        System.out.printf("{\"bench\":\"%s\",\"peer\":\"%s\",\"version\":\"%s\",\"language\":\"Java\",\"ns_per_id\":%.3f,"
            + "\"note\":\"%s\"%s}%n", name, peer.name, peer.version, nsPerId(list, operation), note, found);
    }

    static void parse(String name, Peer peer, String note, List<String> texts, Function<String, ?> operation) {
        var taken = new TreeSet<String>();
        for (String line : junk) {
            String[] parts = line.split("\t", -1);
            if (!parts[0].equals(name.split("/")[1])) continue;
            try {
                operation.apply(new String(HexFormat.of().parseHex(parts[2]), StandardCharsets.UTF_8));
                taken.add('"' + parts[1] + '"');
            } catch (RuntimeException rejected) {
                // as it should be
            }
        }
        bench(name, peer, note, ",\"takes\":" + taken, texts, operation);
    }

    static <Id extends Comparable<Id>> void fresh(String name, Peer peer, String note, Supplier<Id> make,
                                                  Function<Id, String> text) {
        int disorder = 0;
        String last = "";
        for (int i = 0; i < 16 * COUNT; ++i) {
            String next = text.apply(make.get());
            if (next.compareTo(last) <= 0) ++disorder;
            last = next;
        }
        List<Integer> turns = new ArrayList<>();
        for (int i = 0; i < COUNT; ++i) turns.add(i);
        bench(name, peer, note, ",\"disorder\":" + disorder, turns, turn -> make.get());
    }

    public static void main(String[] arguments) throws Exception {
        repetitions = Integer.parseInt(arguments[0]);
        least = Long.parseLong(arguments[1]) * 1_000_000;
        junk = Files.readAllLines(Path.of(arguments[2]));

        var random = new Random(20261121);
        List<Ulid> ids = new ArrayList<>();
        List<UUID> uuids = new ArrayList<>();
        for (int i = 0; i < COUNT; ++i) {
            long high = random.nextLong(), low = random.nextLong();
            ids.add(new Ulid(high, low));
            uuids.add(new UUID(high & ~0xf000L | 0x7000L, low & ~(3L << 62) | 2L << 62));
        }
        List<String> ulidTexts = ids.stream().map(Ulid::toString).toList();
        List<String> texts = uuids.stream().map(UUID::toString).toList();

        var ulidCreator = Peer.of("ulid-creator", Ulid.class);
        bench("one/ulid/to_text", ulidCreator, "toString", "", ids, Ulid::toString);
        parse("one/ulid/parse", ulidCreator, "Ulid.from", ulidTexts, Ulid::from);
        var monotonic = UlidFactory.newMonotonicInstance();
        var fresh = UlidFactory.newInstance();
        fresh("new/ulid/increasing", ulidCreator, "monotonic factory; SecureRandom", monotonic::create, Ulid::toString);
        fresh("new/ulid/random", ulidCreator, "SecureRandom", fresh::create, Ulid::toString);

        var jdk = new Peer("java.util.UUID", Runtime.version().toString());
        bench("one/uuidv7/to_text", jdk, "toString", "", uuids, UUID::toString);
        parse("one/uuidv7/parse", jdk, "fromString; takes other versions too", texts, UUID::fromString);
        fresh("new/uuidv7/random", jdk, "version 4, without the clock; SecureRandom", UUID::randomUUID, UUID::toString);

        var fastUuid = Peer.of("fast-uuid", FastUUID.class);
        bench("one/uuidv7/to_text", fastUuid, "toString", "", uuids, FastUUID::toString);
        parse("one/uuidv7/parse", fastUuid, "parseUUID; takes other versions too", texts, FastUUID::parseUUID);

        var creator = Peer.of("uuid-creator", UuidCreator.class);
        var codec = StandardStringCodec.INSTANCE;
        bench("one/uuidv7/to_text", creator, "StandardStringCodec", "", uuids, codec::encode);
        parse("one/uuidv7/parse", creator, "StandardStringCodec; takes other notations and versions too", texts, codec::decode);
        fresh("new/uuidv7/increasing", creator, "getTimeOrderedEpochPlus1; SecureRandom",
            UuidCreator::getTimeOrderedEpochPlus1, UUID::toString);
        fresh("new/uuidv7/random", creator, "getTimeOrderedEpoch; SecureRandom", UuidCreator::getTimeOrderedEpoch,
            UUID::toString);

        var generator = Peer.of("java-uuid-generator", Generators.class);
        parse("one/uuidv7/parse", generator, "UUIDUtil.uuid; takes other versions too", texts, UUIDUtil::uuid);
        var epoch = Generators.timeBasedEpochGenerator();
        var epochRandom = Generators.timeBasedEpochRandomGenerator();
        fresh("new/uuidv7/increasing", generator, "timeBasedEpochGenerator; SecureRandom", epoch::generate, UUID::toString);
        fresh("new/uuidv7/random", generator, "timeBasedEpochRandomGenerator; SecureRandom", epochRandom::generate,
            UUID::toString);
    }
}
