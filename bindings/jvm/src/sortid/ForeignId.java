package sortid;

import java.math.BigInteger;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A kind of id of others that a text may be.
 *
 * @param name for programs: "ksuid", "uuidv1", "snowflake-discord"
 * @param title for a sentence: "a KSUID"
 * @param time when it was made, if it says so
 * @param uuid the bits of a UUID, if it is one
 * @param fields most significant first
 */
public record ForeignId(String name, String title, @Nullable Instant time, @Nullable UUID uuid, Map<String, BigInteger> fields) {}
