// sortid for C, and for every language that can call C: parses, writes, converts, inspects and makes ids of
// all formats, one by one or in batches. The functions are those of the C++ headers beside this one, with the
// same rules and reasons.
//
//   sortid_id id;
//   sortid_error why;
//   if (sortid_parse(SORTID_FORMAT_ULID, text, size, &id, &why) != SORTID_OK) complain(why.position);
//
// Facts about the formats are not in this file: sortid_format_facts() and sortid_field_facts() give them.
//
// What holds for every function:
//  - A function that can fail returns a status; SORTID_OK is 0. `error` may be null; otherwise it is always
//    written, on success with SORTID_OK.
//  - Other pointers are written only on success, unless the function's comment says otherwise.
//  - A required pointer that is null is rejected with SORTID_NULL_ARGUMENT, a size that no memory can have
//    with SORTID_BAD_SIZE, and an invalid sortid_id with the reason.
//  - A text is a pointer and a size. It needs no NUL at its end, and may be null when the size is 0.
//  - Only the functions that create a generator or a masker and those of pools allocate. No function throws,
//    exits or prints.
//  - Every function is safe to call from several threads, except that a generator of SORTID_SCOPE_OWN or
//    SORTID_SCOPE_POOL serves one thread at a time.
//
// The ABI is stable: a number in this file keeps its meaning. A struct that the caller allocates keeps its
// size, unless it has a `struct_size`. A struct that the library returns a pointer to grows only at its end.
#ifndef SORTID_H
#define SORTID_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
#define SORTID_NOEXCEPT noexcept
extern "C" {
#else
#define SORTID_NOEXCEPT
#endif

#if defined(__GNUC__)
#define SORTID_API __attribute__((visibility("default")))
#else
#define SORTID_API
#endif

// Of the functions and structs below; also the number in the name of the shared library.
#define SORTID_ABI_VERSION 1

// --- why something was rejected ----------------------------------------------------------------------------

typedef int32_t sortid_status;
enum {
  SORTID_OK = 0,

  // The six reasons why a text or a value is invalid.
  SORTID_LENGTH = 1,     // too few or too many symbols
  SORTID_CHARACTER = 2,  // a byte that the alphabet, or the place, does not allow
  SORTID_OVERFLOW = 3,   // a number greater than the format's largest
  SORTID_CHECKSUM = 4,   // EUID: the check-mod does not belong to the value
  SORTID_PREFIX = 5,     // TypeID: the type prefix breaks its rule, or is another type's
  SORTID_RANGE = 6,  // a part or an option outside its range: version, variant, timestamp, extension, node

  // Why a generator made no id. The generator is unchanged, so the call may be repeated.
  SORTID_TAIL_OVERFLOW = 16,  // no id is left in this millisecond
  SORTID_CLOCK_BACK = 17,     // the clock reads earlier than before, and the policy does not hold
  SORTID_OUT_OF_RANGE = 18,   // before the epoch or after the format's last instant
  SORTID_ENTROPY = 19,        // the source of randomness failed
  SORTID_FORKED = 20,         // a format without random bits, in a child of the process that began it
  SORTID_STORAGE = 21,  // the file of an order was rejected or not written, or the generator was moved from
  SORTID_NO_NODE = 22,  // the scope has no node number for this time
  SORTID_UNAVAILABLE = 23,  // the store of node numbers cannot be reached, and the time held is over
  SORTID_NEEDS_NODE = 24,   // only a number keeps the format's ids apart: no node, pool or order was given

  // What is wrong with the call.
  SORTID_NULL_ARGUMENT = 32,
  SORTID_BAD_SIZE = 33,        // an impossible size, count, stride or struct_size
  SORTID_BUFFER_SIZE = 34,     // the buffer is too small; *size is what it needs
  SORTID_UNKNOWN_FORMAT = 35,  // no format has that number
  SORTID_UNSUPPORTED = 36,     // not available in this format or this build
  SORTID_ABSENT = 37,          // the id carries no instant
  SORTID_BAD_OPTION = 38,      // an option has a value that means nothing; `detail` names it
  SORTID_MISALIGNED = 39,      // an array of 64-bit integers is not aligned for them
  SORTID_NO_MEMORY = 40
};

typedef uint32_t sortid_format;

typedef struct sortid_error {
  sortid_status status;
  sortid_format format;  // the format that rejected it; 0 when no format did
  // The 0-based byte of the text at which it shows, at most its end; for bits, of the text that they have.
  uint32_t position;
  // Symbols, or what `detail` says, for `length`; the byte for `character` and `prefix`, check-mods for
  // `checksum`, the part for `range`; 0 where there is nothing to tell.
  uint32_t expected;
  uint32_t found;
  uint32_t reserved;
  const char* detail;  // a few words that say more, never freed; often null
} sortid_error;

// The status in a word or two: "length", "tail_overflow", "bad size"; "unknown" for a number that is no
// status. Never null, never freed.
SORTID_API const char* sortid_status_name(sortid_status status) SORTID_NOEXCEPT;

// --- formats -----------------------------------------------------------------------------------------------

// A number never changes; a new format gets the next one.
enum {
  SORTID_FORMAT_NONE = 0,
  SORTID_FORMAT_ULID = 1,
  SORTID_FORMAT_TYPEID = 2,
  SORTID_FORMAT_UUIDV7 = 3,
  SORTID_FORMAT_UUID = 4,
  SORTID_FORMAT_EUID = 5,
  SORTID_FORMAT_ULID_FLAKE = 6,
  SORTID_FORMAT_ULID_FLAKE_SCALABLE = 7,
  SORTID_FORMAT_XID = 8,
  SORTID_FORMAT_UID11 = 9,
  SORTID_FORMAT_UID11_FULLRAND = 10,
  SORTID_FORMAT_UID11_SNOWISH = 11,
  SORTID_FORMAT_UID11_TS_SEQ_RAND = 12,
};

// What the bits of a field are for.
typedef int32_t sortid_role;
enum {
  SORTID_ROLE_TIMESTAMP = 0,         // milliseconds since the format's epoch
  SORTID_ROLE_RANDOM = 1,            // drawn from the entropy source
  SORTID_ROLE_SEQUENCE = 2,          // counts ids within a millisecond, from 0
  SORTID_ROLE_NODE = 3,              // given by the caller: Ulid-Flake's sid, snowish's machine
  SORTID_ROLE_CONSTANT = 4,          // always the field's `value`: version, variant
  SORTID_ROLE_SIGN = 5,              // always 0, not shown; a 1 is an overflow
  SORTID_ROLE_RESERVED = 6,          // 0 in new ids, kept when read, not shown
  SORTID_ROLE_EXTENSION = 7,         // EUID: the caller's data in the low bits, random bits above
  SORTID_ROLE_EXTENSION_LENGTH = 8,  // EUID: how many bits of the field above are the caller's
  SORTID_ROLE_PAYLOAD = 9            // bits without a meaning of their own
};

// When sortid_detect() names the format.
typedef int32_t sortid_detection;
enum {
  SORTID_DETECTED_BY_TEXT = 0,      // whenever the text parses
  SORTID_DETECTED_AS_FALLBACK = 1,  // when the text parses and no earlier format of the list takes it
  SORTID_DETECTED_BY_NAME = 2       // never: the caller names the format
};

// What a format has, as bits of sortid_format_info.traits.
enum {
  SORTID_HAS_TIME = 1,          // ids can carry an instant: sortid_unix_ms()
  SORTID_HAS_GENERATOR = 2,     // there are new ids: sortid_new(), sortid_generator_create()
  SORTID_HAS_ORDER = 4,         // the ids of one generator increase within a millisecond
  SORTID_HAS_PREFIX = 8,        // texts may begin with a type prefix (TypeID)
  SORTID_HAS_CHECK = 16,        // texts carry a check-mod
  SORTID_HAS_LENIENT = 32,      // sortid_parse_lenient() takes more than sortid_parse()
  SORTID_HAS_TEXT_PREFIX = 64,  // ids whose texts begin alike are a range: sortid_ids_with_text_prefix()
  SORTID_HAS_RANGES = 128       // the ids of an instant are a range: sortid_first_at()
};

// A field, as the format's layout has it.
typedef struct sortid_field_info {
  const char* name;
  const char* option;     // of a node: the name by which a caller gives its number; "" otherwise
  const char* role_name;  // "timestamp", "extension_length", …
  uint64_t value;         // of a constant
  sortid_role role;
  uint32_t bits;
  uint32_t shift;  // of its lowest bit, counted from the value's lowest
} sortid_field_info;

// A format. The strings end with a NUL and are never freed.
typedef struct sortid_format_info {
  const char* name;       // "ulid", "uid11-snowish", …
  const char* title;      // a few words for people
  const char* text_form;  // "crockford_upper", "crockford_lower", "crockford_checked", "base58", "uuid_hex"
  const char* alphabet;   // the symbols of its texts, by their values
  const char* sample;     // a text of the format, for documentation
  const char* min_text;   // of the smallest and the largest value
  const char* max_text;
  int64_t epoch_unix_ms;  // of timestamp 0; this and the next two are 0 without a timestamp
  int64_t first_unix_ms;
  int64_t last_unix_ms;
  uint64_t min_hi, min_lo;  // the smallest and the largest value
  uint64_t max_hi, max_lo;
  sortid_format format;
  uint32_t traits;  // SORTID_HAS_…
  sortid_detection detection;
  uint32_t bits;             // 64 or 128
  uint32_t bytes;            // 8 or 16
  uint32_t symbols;          // of every text, without a type prefix
  uint32_t max_prefix;       // symbols of a type prefix
  uint32_t field_count;      // most significant first
  uint32_t counter_low;      // lowest of the bits that count within a millisecond …
  uint32_t counter_bits;     // … and how many they are; 0 without an order
  uint32_t step_bytes;       // of the step within a millisecond, unless the caller says otherwise
  uint32_t max_step_bytes;   // what the caller may ask for
  uint32_t constants_fixed;  // 1: other values of the constants are rejected, as uuidv7 does
} sortid_format_info;

// The list of formats. A text that several of them take is likelier the earlier one's. sortid_format_at() is
// 0 past the end.
SORTID_API size_t sortid_format_count(void) SORTID_NOEXCEPT;
SORTID_API sortid_format sortid_format_at(size_t place) SORTID_NOEXCEPT;
// The format of that name, which is in lower case; 0 when there is none.
SORTID_API sortid_format sortid_format_named(const char* name, size_t size) SORTID_NOEXCEPT;
// Null for a number that no format has, and past the last field.
SORTID_API const sortid_format_info* sortid_format_facts(sortid_format format) SORTID_NOEXCEPT;
SORTID_API const sortid_field_info* sortid_field_facts(sortid_format format, size_t index) SORTID_NOEXCEPT;

// --- ids ---------------------------------------------------------------------------------------------------

// Symbols of the longest type prefix and a NUL; bytes of the longest text and a NUL; of the longest sentence
// and a NUL.
#define SORTID_PREFIX_CAPACITY 64
#define SORTID_TEXT_CAPACITY 91
#define SORTID_MESSAGE_CAPACITY 192
#define SORTID_INSTANT_CAPACITY 41

// An id of any format. Every function writes all of it, so that two ids are equal when their bytes are.
typedef struct sortid_id {
  uint64_t hi;                          // the upper 64 bits of 128; 0 in a format of 64 bits
  uint64_t lo;                          // the lower 64 bits, or all of them
  sortid_format format;                 //
  char prefix[SORTID_PREFIX_CAPACITY];  // a TypeID's, then NULs to the end; only NULs in other formats
  uint32_t reserved;                    // 0
} sortid_id;

// Parses strictly: the id of a text, all of which must be valid.
SORTID_API sortid_status sortid_parse(sortid_format format, const char* text, size_t size, sortid_id* id,
                                      sortid_error* error) SORTID_NOEXCEPT;
// The id of what people type: hyphens anywhere and Crockford's aliases, where the format has
// SORTID_HAS_LENIENT. *canonical, which may be null, becomes 1 when the text is the id's canonical one and 0
// otherwise.
SORTID_API sortid_status sortid_parse_lenient(sortid_format format, const char* text, size_t size,
                                              sortid_id* id, int* canonical,
                                              sortid_error* error) SORTID_NOEXCEPT;
// As sortid_parse(), but ignores a check-mod: the id may be damaged. For salvage, not for input.
SORTID_API sortid_status sortid_parse_skipping_check(sortid_format format, const char* text, size_t size,
                                                     sortid_id* id, sortid_error* error) SORTID_NOEXCEPT;
// Parses a text of any format strictly, as the likeliest one. An error names the format that the text is
// meant to be.
SORTID_API sortid_status sortid_parse_any(const char* text, size_t size, sortid_id* id,
                                          sortid_error* error) SORTID_NOEXCEPT;
// The formats that take the text, the likeliest first, without those of SORTID_DETECTED_BY_NAME. Writes as
// many as there is room for. *count is how many there are; 0 for a text of no format. `formats` may be null
// when `capacity` is 0.
SORTID_API sortid_status sortid_detect(const char* text, size_t size, sortid_format* formats, size_t capacity,
                                       size_t* count) SORTID_NOEXCEPT;
// The format that a text of this length and shape is meant to be, whether it is valid or not; 0 when there is
// none.
SORTID_API sortid_format sortid_meant(const char* text, size_t size) SORTID_NOEXCEPT;
// What a text looks like that no format takes. Names are never freed.
#define SORTID_FOREIGN_ID_FIELDS 8
enum { SORTID_FOREIGN_ID_HAS_TIME = 1, SORTID_FOREIGN_ID_HAS_UUID = 2 };
typedef struct sortid_foreign_id_field {
  const char* name;
  uint64_t hi, lo;
} sortid_foreign_id_field;
typedef struct sortid_foreign_id {
  const char* name;           // for programs: "ksuid", "uuidv1", "snowflake-discord"
  const char* title;          // for a sentence: "a KSUID"
  int64_t unix_ms;            // when it was made, with SORTID_FOREIGN_ID_HAS_TIME; else 0
  uint64_t uuid_hi, uuid_lo;  // the bits of a UUID, with SORTID_FOREIGN_ID_HAS_UUID; else 0
  uint32_t has;               // SORTID_FOREIGN_ID_HAS_…
  uint32_t field_count;
  sortid_foreign_id_field fields[SORTID_FOREIGN_ID_FIELDS];  // most significant first
} sortid_foreign_id;
// What a text may be that others make: UUIDs of every version and notation, KSUIDs, ObjectIds, snowflakes,
// rs/xids, CUID2s, NanoIDs; the likeliest first. A hint for people; nothing is parsed. A kind that tells its
// time only fits when that is not after `latest_unix_ms`: the present, or a day more for clocks that differ.
// Writes as many as there is room for. *count is how many there are; 0 for a text that looks like none.
// `found` may be null when `capacity` is 0.
SORTID_API sortid_status sortid_looks_like(const char* text, size_t size, int64_t latest_unix_ms,
                                           sortid_foreign_id* found, size_t capacity,
                                           size_t* count) SORTID_NOEXCEPT;
// An id inside a text.
typedef struct sortid_found {
  sortid_id id;
  uint64_t offset;  // of its first byte in the text
  uint64_t size;    // of its text there
} sortid_found;
// The ids inside a text, such as a line of a log, in its order. Each is a whole word of the text that
// sortid_parse() takes in one of `formats`, the likeliest where several take it; without formats, in one of
// those of 128 bits that a text alone tells. `formats` may be null when `format_count` is 0. Writes as many
// as there is room for. *count is how many there are; `found` may be null when `capacity` is 0.
// SORTID_UNKNOWN_FORMAT for a number that is no format's.
SORTID_API sortid_status sortid_find(const char* text, size_t size, const sortid_format* formats,
                                     size_t format_count, sortid_found* found, size_t capacity,
                                     size_t* count) SORTID_NOEXCEPT;
// Whether the text, parsed leniently, carries a check-mod: *checked is 1, or 0 for "no check" and in formats
// without one.
SORTID_API sortid_status sortid_check_of(sortid_format format, const char* text, size_t size, int* checked,
                                         sortid_error* error) SORTID_NOEXCEPT;

// Writes the canonical text of an id and a NUL. *size, which may be null, becomes the text's length without
// the NUL. A `capacity` too small for both is rejected with SORTID_BUFFER_SIZE: only *size is written, and
// `text` may be null. The same holds for all functions that write a text.
SORTID_API sortid_status sortid_to_text(const sortid_id* id, char* text, size_t capacity,
                                        size_t* size) SORTID_NOEXCEPT;
// The same with "no check" in place of the check-mod, where the format has one.
SORTID_API sortid_status sortid_to_text_unchecked(const sortid_id* id, char* text, size_t capacity,
                                                  size_t* size) SORTID_NOEXCEPT;

// The id with these bits as a number, without a type prefix. Rejected with `overflow` or `range`.
SORTID_API sortid_status sortid_from_number(sortid_format format, uint64_t hi, uint64_t lo, sortid_id* id,
                                            sortid_error* error) SORTID_NOEXCEPT;
// The same from 8 or 16 bytes in network order; another size is rejected with `length`.
SORTID_API sortid_status sortid_from_bytes(sortid_format format, const void* bytes, size_t size,
                                           sortid_id* id, sortid_error* error) SORTID_NOEXCEPT;
// Writes the 8 or 16 bytes in network order. *size, which may be null, is how many; SORTID_BUFFER_SIZE as for
// a text.
SORTID_API sortid_status sortid_to_bytes(const sortid_id* id, void* bytes, size_t capacity,
                                         size_t* size) SORTID_NOEXCEPT;
// All bits in hexadecimal digits, two for each byte: read in either case, written in lower case with a NUL.
SORTID_API sortid_status sortid_from_hex(sortid_format format, const char* digits, size_t size, sortid_id* id,
                                         sortid_error* error) SORTID_NOEXCEPT;
SORTID_API sortid_status sortid_to_hex(const sortid_id* id, char* digits, size_t capacity,
                                       size_t* size) SORTID_NOEXCEPT;
// Replaces the type prefix of a TypeID; an empty one removes it. An invalid prefix is rejected with `prefix`
// and changes nothing. SORTID_UNSUPPORTED in formats without SORTID_HAS_PREFIX.
SORTID_API sortid_status sortid_set_prefix(sortid_id* id, const char* prefix, size_t size,
                                           sortid_error* error) SORTID_NOEXCEPT;
// The same bits as an id of another format. A type prefix is kept only from TypeID to TypeID.
// SORTID_UNSUPPORTED when the widths differ. `to` may be `from`.
SORTID_API sortid_status sortid_convert(const sortid_id* from, sortid_format format, sortid_id* to,
                                        sortid_error* error) SORTID_NOEXCEPT;
// Below 0, 0 or above 0: by format, then type prefix, then value, which is the order of the ids. Null comes
// first.
SORTID_API int sortid_compare(const sortid_id* a, const sortid_id* b) SORTID_NOEXCEPT;

// A field of an id.
typedef struct sortid_field {
  uint64_t hi, lo;  // its value
  int32_t shown;    // 1 when it says something about this id
  int32_t present;  // 1 when it has a value, which an EUID's extension may not have
} sortid_field;

// The fields, in the order of sortid_field_facts(). Writes as many as there is room for; *count is how many
// there are.
SORTID_API sortid_status sortid_fields(const sortid_id* id, sortid_field* fields, size_t capacity,
                                       size_t* count) SORTID_NOEXCEPT;

// --- times -------------------------------------------------------------------------------------------------

// `epoch`, here and below: null for the format's own, or the Unix milliseconds of timestamp 0 where the ids
// were made with another one.

// The id's instant in Unix milliseconds. A UUID of version 1, 2 or 6 has one too, rounded down and
// independent of `epoch` (version 2 counts in steps of 7 min 9.5 s; this is the earliest). SORTID_ABSENT when
// the id carries no instant. Rejected with `range` when the sum with `epoch` is past INT64_MAX.
SORTID_API sortid_status sortid_unix_ms(const sortid_id* id, const int64_t* epoch,
                                        int64_t* unix_ms) SORTID_NOEXCEPT;
// The smallest and the largest id of a millisecond. Rejected with `range` outside the format's time, and
// always in formats without SORTID_HAS_RANGES. A TypeID comes without a prefix; sortid_set_prefix() gives it
// one.
SORTID_API sortid_status sortid_first_at(sortid_format format, int64_t unix_ms, const int64_t* epoch,
                                         sortid_id* id, sortid_error* error) SORTID_NOEXCEPT;
SORTID_API sortid_status sortid_last_at(sortid_format format, int64_t unix_ms, const int64_t* epoch,
                                        sortid_id* id, sortid_error* error) SORTID_NOEXCEPT;
// The smallest and the largest id of the half-open interval [from, to) of Unix milliseconds. Ends outside the
// format's time are moved to its first and last instant. Rejected with `range` when no instant is left.
SORTID_API sortid_status sortid_ids_between(sortid_format format, int64_t from, int64_t to,
                                            const int64_t* epoch, sortid_id* first, sortid_id* last,
                                            sortid_error* error) SORTID_NOEXCEPT;
// An instant as a struct timespec of CLOCK_REALTIME has it: Unix seconds, and 0 to 999,999,999 nanoseconds
// after them.
typedef struct sortid_instant {
  int64_t seconds;
  int64_t nanoseconds;
} sortid_instant;
// As sortid_ids_between. An end within a millisecond counts as the beginning of the next one, so that no id
// from before `to` is left out. An end that is NULL is open. Other nanoseconds are rejected with `range`.
SORTID_API sortid_status sortid_ids_between_instants(sortid_format format, const sortid_instant* from,
                                                     const sortid_instant* to, const int64_t* epoch,
                                                     sortid_id* first, sortid_id* last,
                                                     sortid_error* error) SORTID_NOEXCEPT;
// The smallest and the largest id whose text begins with these symbols. SORTID_UNSUPPORTED in formats without
// SORTID_HAS_TEXT_PREFIX.
SORTID_API sortid_status sortid_ids_with_text_prefix(sortid_format format, const char* text, size_t size,
                                                     sortid_id* first, sortid_id* last,
                                                     sortid_error* error) SORTID_NOEXCEPT;

// An instant as RFC 3339 in UTC with three decimals, as sortid_to_text writes.
SORTID_API sortid_status sortid_instant_to_text(int64_t unix_ms, char* text, size_t capacity,
                                                size_t* size) SORTID_NOEXCEPT;
// Parses an instant: Unix milliseconds, RFC 3339 with any offset, or a date. Digits finer than milliseconds
// are cut off or, when `round_up` is not 0, rounded up, which is right for both ends of a half-open interval.
SORTID_API sortid_status sortid_parse_instant(const char* text, size_t size, int round_up, int64_t* unix_ms,
                                              sortid_error* error) SORTID_NOEXCEPT;

// --- new ids -----------------------------------------------------------------------------------------------

// A new id from the calling thread's own generator, with the format's own options.
SORTID_API sortid_status sortid_new(sortid_format format, sortid_id* id, sortid_error* error) SORTID_NOEXCEPT;

// Who shares the order of a generator's ids.
typedef int32_t sortid_scope;
enum {
  SORTID_SCOPE_OWN = 0,      // nobody: one thread at a time uses the generator, without a lock
  SORTID_SCOPE_PROCESS = 1,  // the threads that use the generator
  SORTID_SCOPE_HOST =
      2,  // all processes of the host that open the same file; for formats with SORTID_HAS_ORDER
  SORTID_SCOPE_POOL = 3  // nobody, with the node number of a pool: one thread at a time uses the generator
};

// When a millisecond has no id left.
typedef int32_t sortid_on_overflow;
enum {
  SORTID_OVERFLOW_FAIL = 0,      // SORTID_TAIL_OVERFLOW, as the specifications say
  SORTID_OVERFLOW_WAIT = 1,      // wait for the next millisecond, at most max_wait_ms
  SORTID_OVERFLOW_RUN_AHEAD = 2  // take the next millisecond before the clock reaches it
};

// When the clock reads earlier than it did.
typedef int32_t sortid_on_clock_back;
enum {
  SORTID_CLOCK_BACK_HOLD = 0,  // go on from the last timestamp: ids stay increasing
  SORTID_CLOCK_BACK_WAIT =
      1,  // wait until the clock has caught up, at most max_wait_ms, then SORTID_CLOCK_BACK
  SORTID_CLOCK_BACK_FAIL = 2,  // SORTID_CLOCK_BACK
  // SORTID_SCOPE_POOL: gives the number back and goes on with another one, by the clock as it reads now.
  // These ids are not greater than those before. In another scope the same as SORTID_CLOCK_BACK_FAIL.
  SORTID_CLOCK_BACK_TAKE_ANOTHER = 3
};

// Where the sequence of a new millisecond begins, in formats with a field of SORTID_ROLE_SEQUENCE. The last
// two begin in its lower half. Ids of a generator that makes less than one a millisecond all have the same
// sequence with the first.
typedef int32_t sortid_sequence_start;
enum {
  SORTID_SEQUENCE_ZERO = 0,
  SORTID_SEQUENCE_RANDOM = 1,   // drawn for each millisecond
  SORTID_SEQUENCE_CARRY_ON = 2  // one above the last id's
};

// Which of the options are given, as bits of sortid_generator_options.given.
enum {
  SORTID_GIVEN_EXTENSION = 1,
  SORTID_GIVEN_NODE = 2,
  SORTID_GIVEN_STEP_BYTES = 4,
  SORTID_GIVEN_EPOCH = 8,
  SORTID_GIVEN_MAX_WAIT = 16
};

// A clock and a source of random bytes of the caller's, for tests and for hosts whose system has none. Each
// function may be null for the system's own. They are called with `context`, from every thread that asks for
// ids, and must return normally.
typedef struct sortid_sources {
  void* context;
  int64_t (*now)(void* context);                         // Unix milliseconds
  int64_t (*pause)(void* context, int64_t us);           // sleeps; returns the microseconds that went by
  int (*fill)(void* context, void* bytes, size_t size);  // writes random bytes: 1 for all of them, else 0
} sortid_sources;

// A node number that this process holds: see sortid_node_pool_open().
typedef struct sortid_node_pool sortid_node_pool;

// Zeros are the format's own settings, so `= {.struct_size = sizeof options, .format = …}` is enough.
typedef struct sortid_generator_options {
  size_t struct_size;  // sizeof(sortid_generator_options)
  sortid_format format;
  sortid_scope scope;
  sortid_on_overflow on_overflow;
  sortid_on_clock_back on_clock_back;
  uint32_t given;       // SORTID_GIVEN_…: which of the next five are given; the others must be 0
  uint32_t extension;   // EUID: 0 … 32767
  uint32_t node;        // the field of SORTID_ROLE_NODE; 0 unless given
  uint32_t step_bytes;  // bytes of the step within a millisecond, 0 for a step of 1
  int64_t epoch;        // Unix milliseconds, for formats that have SORTID_HAS_TIME
  int64_t max_wait_ms;  // for one id, of both kinds of waiting together; 1000 unless given
  // The prefix of TypeIDs, which ends with a NUL; null or "" for none, which is all that other formats take.
  const char* prefix;
  // SORTID_SCOPE_HOST: the path of its file on a local file system. A new file is for its owner alone.
  const char* order_file;
  const sortid_sources* sources;  // null for the system's; copied
  sortid_sequence_start sequence;
  uint32_t reserved;       // 0
  sortid_node_pool* pool;  // SORTID_SCOPE_POOL; it ends after the generator, and serves one at a time
} sortid_generator_options;

typedef struct sortid_generator sortid_generator;

// Makes a generator. When it is rejected, *generator is null:
//   `prefix`            a prefix that breaks TypeID's rule, or any prefix for another format
//   `range`             an option that the format does not have, or a value that does not fit
//   SORTID_UNSUPPORTED  a format without a generator, or a scope that the format or this build does not have
//   SORTID_STORAGE      the order file: `detail` says why, `found` is errno or 0
//   SORTID_BAD_OPTION, SORTID_BAD_SIZE, SORTID_NULL_ARGUMENT
//                       a member of `options`, which `detail` names
SORTID_API sortid_status sortid_generator_create(const sortid_generator_options* options,
                                                 sortid_generator** generator,
                                                 sortid_error* error) SORTID_NOEXCEPT;
// Ends a generator; null is allowed. No thread may use it meanwhile or afterwards.
SORTID_API void sortid_generator_destroy(sortid_generator* generator) SORTID_NOEXCEPT;

// The next id. It is greater than all ids before it in formats with SORTID_HAS_ORDER.
SORTID_API sortid_status sortid_generator_next(sortid_generator* generator, sortid_id* id,
                                               sortid_error* error) SORTID_NOEXCEPT;
// Fills an array with the next `count` ids, as the batch functions have them: a TypeID's are without their
// prefix. The clock is read once for a block of ids. *made, which may be null, is always written: on an error
// that many ids are valid.
SORTID_API sortid_status sortid_generator_fill(sortid_generator* generator, void* ids, size_t count,
                                               size_t* made, sortid_error* error) SORTID_NOEXCEPT;
// The next id with the timestamp of that Unix millisecond, in the order of the others. An instant before the
// last timestamp is rejected with SORTID_CLOCK_BACK. SORTID_UNSUPPORTED in scopes other than
// SORTID_SCOPE_OWN.
SORTID_API sortid_status sortid_generator_next_at(sortid_generator* generator, int64_t unix_ms, sortid_id* id,
                                                  sortid_error* error) SORTID_NOEXCEPT;
// A new id, or `count` of them, drawn independently, in no order within a millisecond, with the timestamp of
// the present or of an instant. SORTID_UNSUPPORTED in scopes other than SORTID_SCOPE_OWN, and for
// uid11-snowish, which has no random bits.
SORTID_API sortid_status sortid_generator_random(sortid_generator* generator, sortid_id* id,
                                                 sortid_error* error) SORTID_NOEXCEPT;
SORTID_API sortid_status sortid_generator_random_at(sortid_generator* generator, int64_t unix_ms,
                                                    sortid_id* id, sortid_error* error) SORTID_NOEXCEPT;
SORTID_API sortid_status sortid_generator_fill_random(sortid_generator* generator, void* ids, size_t count,
                                                      size_t* made, sortid_error* error) SORTID_NOEXCEPT;
// Milliseconds by which the last id's timestamp is later than the clock; 0 when it is not, and without an
// order.
SORTID_API sortid_status sortid_generator_ahead(sortid_generator* generator, int64_t* ms) SORTID_NOEXCEPT;

// The one id that an instant and a name determine, under a secret key of 16 or 32 bytes: an import that is
// run again makes the same ids. Of the options, `format`, `extension`, `epoch` and `prefix` count. A name is
// bytes; null when `name_size` is 0. docs/named.md has the construction.
//   SORTID_UNSUPPORTED  a format whose random bits are too few to keep names apart: 64-bit ids
//   SORTID_BAD_SIZE     a key of another size
//   `range`             an instant that the format does not have, or an option that it does not have or that
//                       does not fit
SORTID_API sortid_status sortid_named_at(const sortid_generator_options* options, const void* key,
                                         size_t key_size, int64_t unix_ms, const char* name, size_t name_size,
                                         sortid_id* id, sortid_error* error) SORTID_NOEXCEPT;

// --- node numbers of many machines -------------------------------------------------------------------------

// Which of the options are given, as bits of sortid_node_pool_options.given.
enum { SORTID_POOL_GIVEN_PREFERRED = 1, SORTID_POOL_GIVEN_DEADLINE = 2, SORTID_POOL_GIVEN_EPOCH = 4 };

typedef struct sortid_node_pool_options {
  size_t struct_size;    // sizeof(sortid_node_pool_options)
  const char* store;     // where the numbers are: "file:DIR", "static:N"; ends with a NUL
  const char* name;      // what the store says of the holder, for people; null for the host's name
  sortid_format format;  // of the ids; one with a field of SORTID_ROLE_NODE
  uint32_t given;  // SORTID_POOL_GIVEN_…: which of `preferred`, `deadline_ms` and `epoch` are given, else 0
  int64_t window_ms;  // reserved ahead; 0 for the store's own
  // Of a call of the store, and for a number; 5000 unless given. With 0 no number is waited for.
  int64_t deadline_ms;
  uint32_t preferred;             // taken when it is free; another process may have it
  uint32_t reserved;              // 0
  const sortid_sources* sources;  // the clock that the generator has too; null for the system's; copied
  int64_t epoch;                  // of the ids, Unix milliseconds; a pool is for one format with one epoch
} sortid_node_pool_options;

// Takes a number that no other process has, and renews its window until the pool is closed. A forked child
// takes a number of its own with its first id. When it is rejected, *pool is null:
//   SORTID_NO_NODE      every number is in use SORTID_UNAVAILABLE  the store does not answer; `detail` is
//   what it says SORTID_BAD_OPTION, SORTID_BAD_SIZE, SORTID_NULL_ARGUMENT  a member of `options`: `detail`
//   says which, or what is wrong SORTID_UNSUPPORTED  a format without a field for the number, or a build
//   without pools
// `detail` stays as it is until the thread calls this function again.
SORTID_API sortid_status sortid_node_pool_open(const sortid_node_pool_options* options,
                                               sortid_node_pool** pool, sortid_error* error) SORTID_NOEXCEPT;
// Gives the number back, after the generator was destroyed; null is allowed.
SORTID_API void sortid_node_pool_close(sortid_node_pool* pool) SORTID_NOEXCEPT;

// How a pool is doing. Times are Unix milliseconds.
typedef struct sortid_node_pool_health {
  size_t struct_size;      // sizeof(sortid_node_pool_health), before the call
  uint32_t holds;          // 1 while there is a number; without one the next five are 0
  uint32_t node;           // the number
  int64_t low_ms;          // ids are later than this …
  int64_t high_ms;         // … and at most of this
  int64_t window_left_ms;  // until high_ms
  uint64_t remaining;      // ids in that time; about, where a format's steps are random
  const char* why;  // why there is no number: "exhausted", "fenced", "unavailable", …, or "none"; never freed
  uint64_t waits;        // windows that the generator had to wait for
  uint64_t acquired;     // numbers taken
  uint64_t renewed;      // windows renewed
  uint64_t lost;         // windows that another process took over
  uint64_t unknown;      // calls of the store whose outcome is not known
  uint64_t unavailable;  // calls that the store did not take
  uint64_t poisoned;     // numbers with a record that is unreadable or far in the future
} sortid_node_pool_health;
SORTID_API sortid_status sortid_node_pool_status(sortid_node_pool* pool,
                                                 sortid_node_pool_health* health) SORTID_NOEXCEPT;
// Gives the number up and takes another one: for the hook that runs when a virtual machine was restored or
// cloned with the process in it. Of static:N, which has no other one, it stays.
SORTID_API sortid_status sortid_node_pool_reset(sortid_node_pool* pool) SORTID_NOEXCEPT;

// --- many at once ------------------------------------------------------------------------------------------

// Text i begins at texts + i · stride. The stride is at least the length of a text, which 0 stands for. The
// bytes between texts are not written, have no effect, and may even be memory that must not be read. `prefix`
// is the type prefix of all texts, in formats with SORTID_HAS_PREFIX; null or "" for none. It and its
// separator count towards the length of a text.
//
// Ids are an array of 16 bytes in network order each, or of native 64-bit integers. Functions that parse may
// write the ids over their own texts, if both begin at the same address; apart from that, memory must not
// overlap. *done, which may be null, is always written: the number of items that were done.

// Writes as many texts as there is room for, without NULs.
SORTID_API sortid_status sortid_batch_to_text(sortid_format format, const char* prefix, const void* ids,
                                              size_t count, char* texts, size_t size, size_t stride,
                                              size_t* done) SORTID_NOEXCEPT;
// Parses `count` texts strictly, and stops at the first invalid one. A text that `size` cuts off is rejected
// with `length`. Some ids after the invalid one may be written too.
SORTID_API sortid_status sortid_batch_from_text(sortid_format format, const char* prefix, const char* texts,
                                                size_t size, size_t stride, void* ids, size_t count,
                                                size_t* done, sortid_error* error) SORTID_NOEXCEPT;
// The same with an answer for each text: why[i] is a sortid_status in one byte. An invalid text leaves its id
// as it was. *rejected, which may be null, is the number of invalid texts; they do not make the function
// fail.
SORTID_API sortid_status sortid_batch_from_text_each(sortid_format format, const char* prefix,
                                                     const char* texts, size_t size, size_t stride, void* ids,
                                                     uint8_t* why, size_t count,
                                                     size_t* rejected) SORTID_NOEXCEPT;
// Only validates, all texts in `size` bytes, and says why a text is not valid: its reason and position. Bytes
// left at the end that are no whole text count as one, unless they are only the gap of a stride.
SORTID_API sortid_status sortid_batch_check(sortid_format format, const char* prefix, const char* texts,
                                            size_t size, size_t stride, size_t* done,
                                            sortid_error* error) SORTID_NOEXCEPT;
// Converts all texts, as in sortid_batch_check(), to texts of another format of the same width with the same
// bits. Where `to` has no more room, the error is `length` of `to_format`.
SORTID_API sortid_status sortid_batch_convert(sortid_format format, const char* prefix, const char* texts,
                                              size_t size, size_t stride, sortid_format to_format,
                                              const char* to_prefix, char* to, size_t to_size,
                                              size_t to_stride, size_t* done,
                                              sortid_error* error) SORTID_NOEXCEPT;
// Between the array and 8 or 16 bytes in network order each, also in place. The first writes as many as there
// is room for; the second reads `count` and stops at the first that the format does not allow.
SORTID_API sortid_status sortid_batch_to_bytes(sortid_format format, const void* ids, size_t count,
                                               void* bytes, size_t size, size_t* done) SORTID_NOEXCEPT;
SORTID_API sortid_status sortid_batch_from_bytes(sortid_format format, const void* bytes, size_t size,
                                                 void* ids, size_t count, size_t* done,
                                                 sortid_error* error) SORTID_NOEXCEPT;

// Puts the ids into their order, in place.
SORTID_API sortid_status sortid_batch_sort(sortid_format format, void* ids, size_t count) SORTID_NOEXCEPT;
// The place of the first id that is not less than `id`, in ids that are in order; `count` when all are less.
// SORTID_UNSUPPORTED when `id` is of another format.
SORTID_API sortid_status sortid_batch_lower_bound(sortid_format format, const void* ids, size_t count,
                                                  const sortid_id* id, size_t* place) SORTID_NOEXCEPT;
// Writes the ids of the first array that are not in the second one, in their order; both are in order. An id
// that stands several times is written, or left out, as often. `to` has room for `count` ids, and may be
// `ids`.
SORTID_API sortid_status sortid_batch_difference(sortid_format format, const void* ids, size_t count,
                                                 const void* without, size_t without_count, void* to,
                                                 size_t* written) SORTID_NOEXCEPT;

// In place of the instant of an id that has none: a UUID of version 3, 4, 5 or 8, a TypeID that is not of
// version 7.
#define SORTID_NO_INSTANT INT64_MIN
// Unix milliseconds of the ids. Rejected with `range`, and nothing is written, when one of them is past
// INT64_MAX.
SORTID_API sortid_status sortid_batch_unix_ms(sortid_format format, const void* ids, size_t count,
                                              const int64_t* epoch, int64_t* unix_ms) SORTID_NOEXCEPT;
// The same from `count` texts, each of which is validated as a whole; stops at the first invalid one.
SORTID_API sortid_status sortid_batch_unix_ms_of_text(sortid_format format, const char* prefix,
                                                      const char* texts, size_t size, size_t stride,
                                                      const int64_t* epoch, int64_t* unix_ms, size_t count,
                                                      size_t* done, sortid_error* error) SORTID_NOEXCEPT;

// The instruction sets that the batch functions can use on this machine, the fastest first; null past the
// last, which is "scalar". All give the same results.
SORTID_API const char* sortid_kernels_usable(size_t place) SORTID_NOEXCEPT;
// The one in use, for the whole process: the fastest, or the one that SORTID_FORCE_KERNELS names in the
// environment.
SORTID_API const char* sortid_kernels_active(void) SORTID_NOEXCEPT;
// Uses the one of that name; null for the default. SORTID_UNSUPPORTED when this machine lacks it; nothing
// changes.
SORTID_API sortid_status sortid_kernels_force(const char* name) SORTID_NOEXCEPT;

// --- public ids that hide their time -----------------------------------------------------------------------
//
// A masker maps the ids of one format one to one to ids that tell neither when they were made nor which came
// next, under a secret key. It is no authentication: any valid id unmasks to some id. docs/mask.md says what
// is promised.

typedef struct sortid_masker sortid_masker;

// For the ids of that format, under a key of 16 or 32 bytes; another size is rejected with SORTID_BAD_SIZE.
// `uuid_version` is that of masked UUIDs and TypeIDs: 8, or 4; 0 means 8. SORTID_BAD_OPTION for another one.
// The masker has a copy of the key, which sortid_masker_destroy() erases. *masker becomes null on failure.
SORTID_API sortid_status sortid_masker_create(sortid_format format, const void* key, size_t key_size,
                                              uint32_t uuid_version, sortid_masker** masker,
                                              sortid_error* error) SORTID_NOEXCEPT;
// Takes what a key file has in it: 16 or 32 raw bytes, or twice as many hexadecimal digits, maybe with a line
// end.
SORTID_API sortid_status sortid_masker_create_from_file_contents(sortid_format format, const char* contents,
                                                                 size_t size, uint32_t uuid_version,
                                                                 sortid_masker** masker,
                                                                 sortid_error* error) SORTID_NOEXCEPT;
// Null is nothing to destroy.
SORTID_API void sortid_masker_destroy(sortid_masker* masker) SORTID_NOEXCEPT;

// The public id that hides the time of `id`, under the masker's key; of a UUIDv7 it is of SORTID_FORMAT_UUID.
// Rejected with SORTID_UNSUPPORTED when `id` is not of the masker's format, and with `range` when it is a
// UUID or TypeID of another version than 7. `masked` may be `id`.
SORTID_API sortid_status sortid_mask(const sortid_masker* masker, const sortid_id* id, sortid_id* masked,
                                     sortid_error* error) SORTID_NOEXCEPT;
// The id that was masked, under the same key. Rejected with `range` when `masked` is a UUID or TypeID of
// another version than masked ones have.
SORTID_API sortid_status sortid_unmask(const sortid_masker* masker, const sortid_id* masked, sortid_id* id,
                                       sortid_error* error) SORTID_NOEXCEPT;
// The same for columns of ids as in "many at once" above, TypeIDs of one prefix, which may be null or empty.
// Stop at the first that is rejected. `to` may be `ids`.
SORTID_API sortid_status sortid_batch_mask(const sortid_masker* masker, const char* prefix, const void* ids,
                                           size_t count, void* to, size_t* done,
                                           sortid_error* error) SORTID_NOEXCEPT;
SORTID_API sortid_status sortid_batch_unmask(const sortid_masker* masker, const char* prefix, const void* ids,
                                             size_t count, void* to, size_t* done,
                                             sortid_error* error) SORTID_NOEXCEPT;

// --- words -------------------------------------------------------------------------------------------------

// The error as a sentence, written as sortid_to_text() writes. It does not contain the text that was
// rejected.
SORTID_API sortid_status sortid_message(const sortid_error* error, char* text, size_t capacity,
                                        size_t* size) SORTID_NOEXCEPT;

// The library's version, as "major.minor.patch"; SORTID_ABI_VERSION of the library that is loaded.
SORTID_API const char* sortid_version(void) SORTID_NOEXCEPT;
SORTID_API int sortid_abi_version(void) SORTID_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
