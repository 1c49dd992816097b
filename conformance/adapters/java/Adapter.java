// Published libraries for the JVM: java Adapter.java NAME.
import com.benasher44.uuid.UuidKt;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.uuid.impl.UUIDUtil;
import com.github.f4b6a3.ulid.Ulid;
import com.github.f4b6a3.uuid.UuidCreator;
import de.fxlae.typeid.TypeId;
import io.azam.ulidj.ULID;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.Map;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;

final class Adapter {
    record Read(byte[] value, String prefix) {}

    // Functions of one format; null where the library has none. `order` compares two texts.
    record Functions(String format, Function<String, Read> parse, BiFunction<byte[], String, String> text,
                     Function<byte[], Long> time, Function<String, String> uuid, Comparator<String> order) {}

    static Read bare(byte[] value) {
        return new Read(value, null);
    }

    // Its reader leaves the check to this function.
    static String valid(String text) {
        if (!ULID.isValid(text)) throw new IllegalArgumentException();
        return text;
    }

    static UUID uuid(byte[] value) {
        ByteBuffer halves = ByteBuffer.wrap(value);
        return new UUID(halves.getLong(), halves.getLong());
    }

    static byte[] bytes(UUID id) {
        return ByteBuffer.allocate(16).putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits()).array();
    }

    static Functions uuids(Function<String, UUID> parse, Function<UUID, String> text) {
        return new Functions("uuid", s -> bare(bytes(parse.apply(s))), (value, prefix) -> text.apply(uuid(value)), null, null, null);
    }

    static final Map<String, Functions> LIBRARIES = Map.of(
        "ulid-creator", new Functions("ulid", s -> bare(Ulid.from(s).toBytes()), (value, prefix) -> Ulid.from(value).toString(),
            value -> Ulid.from(value).getTime(), s -> Ulid.from(s).toUuid().toString(), Comparator.comparing(Ulid::from)),
        "ulidj", new Functions("ulid", s -> bare(ULID.toBinary(valid(s))), (value, prefix) -> ULID.fromBinary(value),
            ULID::getTimestampBinary, null, null),
        "typeid-java-jdk8", new Functions("typeid", s -> new Read(bytes(TypeId.parse(s).getUuid()), TypeId.parse(s).getPrefix()),
            (value, prefix) -> TypeId.of(prefix, uuid(value)).toString(), null, s -> TypeId.parse(s).getUuid().toString(), null),
        "UUID", new Functions("uuid", s -> bare(bytes(UUID.fromString(s))), (value, prefix) -> uuid(value).toString(), null, null,
            Comparator.comparing(UUID::fromString)),
        "uuid-creator", uuids(UuidCreator::fromString, UuidCreator::toString),
        "java-uuid-generator", uuids(UUIDUtil::uuid, UUID::toString),
        "uuid-jvm", uuids(UuidKt::uuidFrom, UUID::toString),
        "kotlin-stdlib", new Functions("uuid", s -> bare(kotlin.uuid.Uuid.Companion.parse(s).toByteArray()),
            (value, prefix) -> kotlin.uuid.Uuid.Companion.fromByteArray(value).toString(), null, null,
            Comparator.comparing((String s) -> kotlin.uuid.Uuid.Companion.parse(s))));

    static final ObjectMapper JSON = new ObjectMapper();

    static String version(String name) {
        if (name.equals("UUID")) return System.getProperty("java.version");
        String path = System.getProperty("java.class.path");
        int at = path.indexOf("/" + name + "-") + name.length() + 2;
        return path.substring(at, path.indexOf(".jar", at));
    }

    static ObjectNode answer(String name, Functions of, JsonNode asked) {
        ObjectNode said = JSON.createObjectNode();
        String op = asked.get("op").asText();
        if (op.equals("about"))
            return said.put("name", name).put("version", version(name)).put("language", name.contains("kotlin") || name.equals("uuid-jvm") ? "Kotlin" : "Java");
        if (!of.format.equals(asked.get("format").asText()) || asked.has("bytes")) return said.put("unsupported", true);
        byte[] value = asked.has("value") ? HexFormat.of().parseHex(asked.get("value").asText()) : null;
        String text = asked.path("text").asText(), prefix = asked.path("prefix").asText();
        // It is older than TypeID 0.3.0, the first whose prefixes may have an underscore.
        String shown = prefix.isEmpty() ? text.substring(0, Math.max(text.lastIndexOf('_'), 0)) : prefix;
        if (name.equals("typeid-java-jdk8") && shown.contains("_")) return said.put("unsupported", true);
        switch (op) {
            case "parse":
                Read read = of.parse.apply(text);
                if (read.prefix != null) said.put("prefix", read.prefix);
                return said.put("value", HexFormat.of().formatHex(read.value));
            case "text":
                return said.put("text", of.text.apply(value, prefix));
            case "time":
                if (of.time != null) return said.put("unix_ms", of.time.apply(value));
                break;
            case "convert":
                if (of.uuid != null && asked.get("to").asText().equals("uuid")) return said.put("text", of.uuid.apply(text));
                break;
            case "order":
                if (of.order == null) break;
                var texts = new ArrayList<String>();
                asked.get("texts").forEach(each -> texts.add(each.asText()));
                texts.sort(of.order);
                ArrayNode sorted = said.putArray("texts");
                texts.forEach(sorted::add);
                return said;
            default:
        }
        return said.put("unsupported", true);
    }

    public static void main(String[] args) throws Exception {
        Functions library = LIBRARIES.get(args[0]);
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        var out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        for (String line; (line = in.readLine()) != null;) {
            JsonNode asked = JSON.readTree(line);
            ObjectNode said;
            try {
                said = answer(args[0], library, asked);
            } catch (RuntimeException error) {
                said = JSON.createObjectNode().put("error", true);
            }
            said.set("id", asked.get("id"));
            out.println(said);
        }
        out.flush();
    }
}
