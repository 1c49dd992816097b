// sortid for C, and for every language that can call C: ids of all formats, read, written, taken apart, made, one by one
// or many at once. The functions are those of the C++ headers beside this one, with the same rules and the same reasons.
//
//   sortid_id id;
//   sortid_error why;
//   if (sortid_parse(SORTID_FORMAT_ULID, text, size, &id, &why) != SORTID_OK) complain(why.position);
//
// Facts about the formats are not in this file: sortid_format_facts() and sortid_field_facts() give them.
//
// How the functions behave, all of them:
//  - A function that can fail returns a status, and SORTID_OK is 0. `error`, where there is one, may be null; otherwise it
//    is always written, with SORTID_OK in it on success.
//  - What a function gives through other pointers is written on success alone, unless its comment says more.
//  - A null pointer that is needed is refused with SORTID_NULL_ARGUMENT, a size no memory can have with SORTID_BAD_SIZE,
//    a sortid_id that no function of this library made with the reason why it is none. Text and its size go together: the
//    text may be null when the size is 0, and need not end with a NUL.
//  - No function but sortid_generator_create() allocates. None throws, exits or prints.
//  - All may be called from several threads, but for a generator of SORTID_SCOPE_OWN, which is one thread's at a time.
//
// The ABI is stable: a number in this file never changes its meaning, a struct of the caller's never grows but by what
// `struct_size` tells apart, and what the library gives a pointer to grows at its end alone.
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

// --- why something was refused ---------------------------------------------------------------------------------

typedef int32_t sortid_status;
enum {
  SORTID_OK = 0,

  // The six reasons why a text or a value is none.
  SORTID_LENGTH = 1,     // too few or too many symbols
  SORTID_CHARACTER = 2,  // a byte that the alphabet, or the place, does not allow
  SORTID_OVERFLOW = 3,   // a number greater than the format's largest
  SORTID_CHECKSUM = 4,   // EUID: the check-mod does not belong to the value
  SORTID_PREFIX = 5,     // TypeID: the type prefix breaks its rule, or is another type's
  SORTID_RANGE = 6,      // a part outside its range: version, variant, timestamp, extension, an option

  // Why a generator made no id. It is as it was, so that the call may be repeated.
  SORTID_TAIL_OVERFLOW = 16,  // no id is left in this millisecond
  SORTID_CLOCK_BACK = 17,     // the clock reads earlier than before, and the policy does not hold
  SORTID_OUT_OF_RANGE = 18,   // before the epoch or after the format's last instant
  SORTID_NO_ENTROPY = 19,     // the source of randomness failed
  SORTID_FORKED = 20,         // a format without random bits, in a child of the process that began it
  SORTID_STORAGE =
      21,  // the file of a host-wide order was refused or could not be written; `found` is errno, or 0
  SORTID_NO_NODE = 22,  // there is no number of a node for this time

  // What is wrong with the call.
  SORTID_NULL_ARGUMENT = 32,
  SORTID_BAD_SIZE = 33,        // a size, count or stride that cannot be; a struct_size that is none
  SORTID_BUFFER_SIZE = 34,     // the buffer is too small; the size that was needed is told
  SORTID_UNKNOWN_FORMAT = 35,  // no format has that number
  SORTID_UNSUPPORTED = 36,     // the format, or this build, has no such thing
  SORTID_ABSENT = 37,          // this id has none: an instant
  SORTID_BAD_OPTION = 38,      // a number that stands for nothing
  SORTID_MISALIGNED = 39,      // native integers must stand where such integers can
  SORTID_NO_MEMORY = 40
};

typedef uint32_t sortid_format;

typedef struct sortid_error {
  sortid_status status;
  sortid_format format;  // in whose name it was refused; 0 when in no format's
  uint32_t position;     // 0-based byte of the text at which it shows, never past its end
  uint32_t
      expected;  // symbols for `length`, the byte for `character` and `prefix`, check-mods for `checksum`, the part
  uint32_t found;  // for `range`; 0 where there is nothing to tell
  uint32_t reserved;
  const char* detail;  // for some a sentence that says more, never freed; null otherwise
} sortid_error;

// One word or two: "length", "tail_overflow", "bad size"; "unknown" for a number that is no status. Never null, never freed.
SORTID_API const char* sortid_status_name(sortid_status status) SORTID_NOEXCEPT;

// --- formats ---------------------------------------------------------------------------------------------------

// The numbers stay; a new format gets the next one.
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
  SORTID_ROLE_RANDOM = 1,            // drawn
  SORTID_ROLE_SEQUENCE = 2,          // counts ids within a millisecond, from 0
  SORTID_ROLE_NODE = 3,              // given by the caller: Ulid-Flake's sid, snowish's machine
  SORTID_ROLE_CONSTANT = 4,          // always sortid_field_info.value
  SORTID_ROLE_SIGN = 5,              // always 0, not shown
  SORTID_ROLE_RESERVED = 6,          // 0 when generated, kept as it is when read, not shown
  SORTID_ROLE_EXTENSION = 7,         // EUID: the caller's data
  SORTID_ROLE_EXTENSION_LENGTH = 8,  // EUID: how many bits of the field above are the caller's
  SORTID_ROLE_PAYLOAD = 9            // bits without a meaning of their own
};

// When a text alone is taken for the format.
typedef int32_t sortid_detection;
enum {
  SORTID_DETECTED_BY_TEXT = 0,      // whenever it parses
  SORTID_DETECTED_AS_FALLBACK = 1,  // when it parses and nothing before it in the list does
  SORTID_DETECTED_BY_NAME = 2       // never: the caller names the format
};

// What a format has, as bits of sortid_format_info.traits.
enum {
  SORTID_HAS_TIME = 1,          // ids can carry an instant
  SORTID_HAS_GENERATOR = 2,     // ids can be made
  SORTID_HAS_ORDER = 4,         // the ids of one generator increase within a millisecond
  SORTID_HAS_PREFIX = 8,        // texts may begin with a type prefix
  SORTID_HAS_CHECK = 16,        // texts carry a check-mod
  SORTID_HAS_LENIENT = 32,      // the lenient parse takes more than the strict one
  SORTID_HAS_TEXT_PREFIX = 64,  // the ids whose texts begin alike are a range
  SORTID_HAS_RANGES = 128       // the ids of an instant are a range
};

// A field, as the format's layout has it.
typedef struct sortid_field_info {
  const char* name;
  const char* option;     // the short name by which a caller gives its value; "" where there is none
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
  int64_t epoch_unix_ms;  // of timestamp 0; the three are 0 without a timestamp
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
  uint32_t constants_fixed;  // 1: other values of the constants are refused, as uuidv7 does
} sortid_format_info;

// The list, in the order in which a text that several formats take is told. The number at a place, and 0 past the end.
SORTID_API size_t sortid_format_count(void) SORTID_NOEXCEPT;
SORTID_API sortid_format sortid_format_at(size_t place) SORTID_NOEXCEPT;
// By its name, in lower case; 0 when no format is called so.
SORTID_API sortid_format sortid_format_named(const char* name, size_t size) SORTID_NOEXCEPT;
// Null for a number that no format has, and past the last field.
SORTID_API const sortid_format_info* sortid_format_facts(sortid_format format) SORTID_NOEXCEPT;
SORTID_API const sortid_field_info* sortid_field_facts(sortid_format format, size_t index) SORTID_NOEXCEPT;

// --- ids -------------------------------------------------------------------------------------------------------

// Symbols of the longest type prefix and a NUL; bytes of the longest text and a NUL; of the longest sentence and a NUL.
#define SORTID_PREFIX_CAPACITY 64
#define SORTID_TEXT_CAPACITY 91
#define SORTID_MESSAGE_CAPACITY 192
#define SORTID_INSTANT_CAPACITY 41

// An id of any format. Every function writes all of it, so that two ids are equal when their bytes are.
typedef struct sortid_id {
  uint64_t hi;                          // the upper 64 bits of 128; 0 in a format of 64 bits
  uint64_t lo;                          // the lower 64 bits, or all of them
  sortid_format format;                 //
  char prefix[SORTID_PREFIX_CAPACITY];  // TypeID's, then NULs to the end; all NULs in every other format
  uint32_t reserved;                    // 0
} sortid_id;

// Reads the whole text strictly.
SORTID_API sortid_status sortid_parse(sortid_format format, const char* text, size_t size, sortid_id* id,
                                      sortid_error* error) SORTID_NOEXCEPT;
// Reads also what people write, hyphens and look-alikes, where the format has SORTID_HAS_LENIENT. *canonical, which may be
// null, is 1 when the text was the id's own and 0 otherwise.
SORTID_API sortid_status sortid_parse_lenient(sortid_format format, const char* text, size_t size,
                                              sortid_id* id, int* canonical,
                                              sortid_error* error) SORTID_NOEXCEPT;
// As sortid_parse, but a check-mod is not looked at: the id may be a damaged one. For salvage, not for input.
SORTID_API sortid_status sortid_parse_skipping_check(sortid_format format, const char* text, size_t size,
                                                     sortid_id* id, sortid_error* error) SORTID_NOEXCEPT;
// Reads a text of any format strictly, as the likeliest one. Refused in the name of the format that it is meant to be.
SORTID_API sortid_status sortid_parse_any(const char* text, size_t size, sortid_id* id,
                                          sortid_error* error) SORTID_NOEXCEPT;
// Every format that the text alone tells, the likeliest first, SORTID_DETECTED_BY_NAME ones left out: writes as many as there is room for, and how many there are,
// which is 0 when it is none. `formats` may be null when `capacity` is 0.
SORTID_API sortid_status sortid_detect(const char* text, size_t size, sortid_format* formats, size_t capacity,
                                       size_t* count) SORTID_NOEXCEPT;
// The format that a text of this shape is meant to be, right or wrong; 0 when there is none.
SORTID_API sortid_format sortid_meant(const char* text, size_t size) SORTID_NOEXCEPT;
// Whether a text that the lenient parse takes carries a check-mod: 1, or 0 for "no check" and in formats without one.
SORTID_API sortid_status sortid_check_of(sortid_format format, const char* text, size_t size, int* checked,
                                         sortid_error* error) SORTID_NOEXCEPT;

// Writes the canonical text and a NUL. *size, which may be null, is the text's length without the NUL, also where
// `capacity` is too small for both and nothing is written (SORTID_BUFFER_SIZE; `text` may then be null). The same for all
// functions that write a text.
SORTID_API sortid_status sortid_to_text(const sortid_id* id, char* text, size_t capacity,
                                        size_t* size) SORTID_NOEXCEPT;
// The same with "no check" in place of the check-mod, where the format has one.
SORTID_API sortid_status sortid_to_text_unchecked(const sortid_id* id, char* text, size_t capacity,
                                                  size_t* size) SORTID_NOEXCEPT;

// The id with these bits, without a type prefix. Refused with `overflow` or `range`.
SORTID_API sortid_status sortid_from_value(sortid_format format, uint64_t hi, uint64_t lo, sortid_id* id,
                                           sortid_error* error) SORTID_NOEXCEPT;
// The same from 8 or 16 bytes in network order; another size is refused with `length`.
SORTID_API sortid_status sortid_from_bytes(sortid_format format, const void* bytes, size_t size,
                                           sortid_id* id, sortid_error* error) SORTID_NOEXCEPT;
// Writes 8 or 16 bytes in network order. *size, which may be null, is how many; SORTID_BUFFER_SIZE as for a text.
SORTID_API sortid_status sortid_to_bytes(const sortid_id* id, void* bytes, size_t capacity,
                                         size_t* size) SORTID_NOEXCEPT;
// The type prefix replaced. Refused with `prefix`, the id then being as it was; SORTID_UNSUPPORTED without prefixes.
SORTID_API sortid_status sortid_set_prefix(sortid_id* id, const char* prefix, size_t size,
                                           sortid_error* error) SORTID_NOEXCEPT;
// The same bits in another format of the same width, every bit kept. A type prefix goes from TypeID to TypeID alone.
// SORTID_UNSUPPORTED when the widths differ. `to` may be `from`.
SORTID_API sortid_status sortid_convert(const sortid_id* from, sortid_format format, sortid_id* to,
                                        sortid_error* error) SORTID_NOEXCEPT;
// Below 0, 0, above 0: by format, type prefix, value. Within a format it is the order of the ids; null comes first.
SORTID_API int sortid_compare(const sortid_id* a, const sortid_id* b) SORTID_NOEXCEPT;

// A field of an id.
typedef struct sortid_part {
  uint64_t hi, lo;  // its value
  int32_t shown;    // 1 when it says something about this id
  int32_t present;  // 1 when it has a value, which an EUID's extension may not have
} sortid_part;

// The fields, in the order of sortid_field_facts(): as many as there is room for, and how many there are.
SORTID_API sortid_status sortid_parts(const sortid_id* id, sortid_part* parts, size_t capacity,
                                      size_t* count) SORTID_NOEXCEPT;

// --- times -----------------------------------------------------------------------------------------------------

// `epoch`, here and below: null for the format's own, or the Unix milliseconds of timestamp 0 where the ids were made with
// another one.

// Unix milliseconds of the id; of a UUID of version 1, 2 or 6 too, rounded down, whatever `epoch` is (the time of version 2 is
// known to 7 min 9.5 s: the earliest). SORTID_ABSENT when it carries no instant; refused with `range` when, counted from `epoch`, it
// is past INT64_MAX.
SORTID_API sortid_status sortid_unix_ms(const sortid_id* id, const int64_t* epoch,
                                        int64_t* unix_ms) SORTID_NOEXCEPT;
// The smallest and the largest id of a millisecond. Refused with `range` outside the format's time, of which a format
// without SORTID_HAS_RANGES has none. A TypeID has no prefix until sortid_set_prefix().
SORTID_API sortid_status sortid_first_at(sortid_format format, int64_t unix_ms, const int64_t* epoch,
                                         sortid_id* id, sortid_error* error) SORTID_NOEXCEPT;
SORTID_API sortid_status sortid_last_at(sortid_format format, int64_t unix_ms, const int64_t* epoch,
                                        sortid_id* id, sortid_error* error) SORTID_NOEXCEPT;
// All ids of the half-open interval [from, to), as the smallest and the largest of them. Ends outside the format's time
// are moved to its first and last instant; refused with `range` when no instant is left.
SORTID_API sortid_status sortid_ids_between(sortid_format format, int64_t from, int64_t to,
                                            const int64_t* epoch, sortid_id* first, sortid_id* last,
                                            sortid_error* error) SORTID_NOEXCEPT;
// All ids whose text begins with these symbols, where the format has SORTID_HAS_TEXT_PREFIX.
SORTID_API sortid_status sortid_ids_with_text_prefix(sortid_format format, const char* text, size_t size,
                                                     sortid_id* first, sortid_id* last,
                                                     sortid_error* error) SORTID_NOEXCEPT;

// An instant as RFC 3339 in UTC with three decimals, as sortid_to_text writes.
SORTID_API sortid_status sortid_instant_to_text(int64_t unix_ms, char* text, size_t capacity,
                                                size_t* size) SORTID_NOEXCEPT;
// Reads what people write for one: Unix milliseconds, RFC 3339 with any offset, or a date. What is finer than a millisecond
// is cut off or, with `round_up` other than 0, rounded up, as the end of an interval asks for.
SORTID_API sortid_status sortid_parse_instant(const char* text, size_t size, int round_up, int64_t* unix_ms,
                                              sortid_error* error) SORTID_NOEXCEPT;

// --- new ids ---------------------------------------------------------------------------------------------------

// A new id from the calling thread's own generator, with the format's own options.
SORTID_API sortid_status sortid_new(sortid_format format, sortid_id* id, sortid_error* error) SORTID_NOEXCEPT;

// For whom a generator's ids are in one order.
typedef int32_t sortid_scope;
enum {
  SORTID_SCOPE_OWN = 0,      // for itself; used by one thread at a time, without a lock
  SORTID_SCOPE_PROCESS = 1,  // for the threads that share it
  SORTID_SCOPE_HOST =
      2  // for all processes of the host that open the same file; the format has SORTID_HAS_ORDER
};

// When a millisecond has no id left.
typedef int32_t sortid_on_overflow;
enum {
  SORTID_OVERFLOW_FAILS = 0,      // SORTID_TAIL_OVERFLOW, as the specifications say
  SORTID_OVERFLOW_WAITS = 1,      // for the clock to go on, at most max_wait_ms
  SORTID_OVERFLOW_RUNS_AHEAD = 2  // the next millisecond is taken before the clock does
};

// When the clock reads earlier than it did.
typedef int32_t sortid_on_clock_back;
enum {
  SORTID_CLOCK_BACK_HOLDS = 0,  // go on from the last timestamp: ids stay increasing
  SORTID_CLOCK_BACK_WAITS = 1,  // until the clock has caught up, at most max_wait_ms, then SORTID_CLOCK_BACK
  SORTID_CLOCK_BACK_FAILS = 2   // SORTID_CLOCK_BACK
};

// Which of the options are given, as bits of sortid_generator_options.given.
enum {
  SORTID_GIVEN_EXTENSION = 1,
  SORTID_GIVEN_NODE = 2,
  SORTID_GIVEN_STEP_BYTES = 4,
  SORTID_GIVEN_EPOCH = 8,
  SORTID_GIVEN_MAX_WAIT = 16
};

// A clock and a source of randomness of the caller's, for tests and for hosts whose system has none. Called with `context`,
// from every thread that asks for ids, and they must not throw or jump away. Each may be null for the system's own.
typedef struct sortid_sources {
  void* context;
  int64_t (*now)(void* context);                         // Unix milliseconds
  int64_t (*pause)(void* context, int64_t us);           // sleeps, and tells the microseconds that went by
  int (*fill)(void* context, void* bytes, size_t size);  // random bytes, all or none: 1 when it did, else 0
} sortid_sources;

// Zeros mean what a format has of its own, so `= {.struct_size = sizeof options, .format = …}` is all that is needed.
typedef struct sortid_generator_options {
  size_t struct_size;  // sizeof(sortid_generator_options)
  sortid_format format;
  sortid_scope scope;
  sortid_on_overflow on_overflow;
  sortid_on_clock_back on_clock_back;
  uint32_t given;       // SORTID_GIVEN_…: which of the next five count
  uint32_t extension;   // EUID: 0 … 32767
  uint32_t node;        // the field of SORTID_ROLE_NODE; 0 unless given
  uint32_t step_bytes;  // bytes of the step within a millisecond, 0 for a step of 1
  int64_t epoch;        // Unix milliseconds, for formats that have SORTID_HAS_TIME
  int64_t max_wait_ms;  // for one id, of both kinds of waiting together; 1000 unless given
  const char* prefix;   // TypeID; null for none
  const char*
      order_file;  // SORTID_SCOPE_HOST: its path on a local file system; made, for its owner alone, where there is none
  const sortid_sources* sources;  // null for the system's; copied
} sortid_generator_options;

typedef struct sortid_generator sortid_generator;

// Makes a generator. Refused with `range` or `prefix` for options that the format does not have or that do not fit it,
// with SORTID_UNSUPPORTED for a format or a scope that has none, with SORTID_STORAGE for the file. *generator is null when
// it was refused.
SORTID_API sortid_status sortid_generator_create(const sortid_generator_options* options,
                                                 sortid_generator** generator,
                                                 sortid_error* error) SORTID_NOEXCEPT;
// Null is no generator, and nothing happens.
SORTID_API void sortid_generator_destroy(sortid_generator* generator) SORTID_NOEXCEPT;

// The next id. Greater than all before it, for the formats that are ordered.
SORTID_API sortid_status sortid_generator_next(sortid_generator* generator, sortid_id* id,
                                               sortid_error* error) SORTID_NOEXCEPT;
// The next `count` ids into an array as the batch functions have it (a TypeID's prefix is not in it), with one reading of
// the clock for a block. *made, which may be null, is always written: on a refusal so many ids were made and are valid.
SORTID_API sortid_status sortid_generator_fill(sortid_generator* generator, void* ids, size_t count,
                                               size_t* made, sortid_error* error) SORTID_NOEXCEPT;
// The next id with the timestamp of that Unix millisecond, in the order of the others: an instant before the last timestamp
// is refused with SORTID_CLOCK_BACK. SORTID_SCOPE_OWN alone.
SORTID_API sortid_status sortid_generator_next_at(sortid_generator* generator, int64_t unix_ms, sortid_id* id,
                                                  sortid_error* error) SORTID_NOEXCEPT;
// An id, or many, of which each is a draw of its own, out of all order; of now, or of a millisecond. SORTID_SCOPE_OWN alone,
// and not for uid11-snowish, of which nothing is random.
SORTID_API sortid_status sortid_generator_random(sortid_generator* generator, sortid_id* id,
                                                 sortid_error* error) SORTID_NOEXCEPT;
SORTID_API sortid_status sortid_generator_random_at(sortid_generator* generator, int64_t unix_ms,
                                                    sortid_id* id, sortid_error* error) SORTID_NOEXCEPT;
SORTID_API sortid_status sortid_generator_fill_random(sortid_generator* generator, void* ids, size_t count,
                                                      size_t* made, sortid_error* error) SORTID_NOEXCEPT;
// Milliseconds by which the last id's timestamp is later than the clock; 0 when it is not, and without an order.
SORTID_API sortid_status sortid_generator_ahead(sortid_generator* generator, int64_t* ms) SORTID_NOEXCEPT;

// --- many at once ----------------------------------------------------------------------------------------------

// Texts lie at a fixed distance, the stride: text i begins at texts + i · stride. The stride is the length of a text, which
// 0 stands for, or more: the bytes in between are not written, nothing depends on them, and they may be memory that must not
// be read. `prefix`, which may be null, is the type prefix that all texts have, where the format has SORTID_HAS_PREFIX; it
// counts to the length of a text.
//
// Ids lie in an array of 16 bytes in network order each, or of native 64-bit integers. Reading may write the ids over the
// memory of its own texts, from the same beginning on. *done, which may be null, is always written, and says how many
// items were done.

// Writes as many texts as there is room for, without NULs.
SORTID_API sortid_status sortid_batch_to_text(sortid_format format, const char* prefix, const void* ids,
                                              size_t count, char* texts, size_t size, size_t stride,
                                              size_t* done) SORTID_NOEXCEPT;
// Reads `count` texts strictly, and stops at the first that is refused. A text that is not wholly there is refused with
// `length`. Of the ids behind it some may be written too.
SORTID_API sortid_status sortid_batch_from_text(sortid_format format, const char* prefix, const char* texts,
                                                size_t size, size_t stride, void* ids, size_t count,
                                                size_t* done, sortid_error* error) SORTID_NOEXCEPT;
// The same with an answer for each: why[i] is a sortid_status in one byte. An id that is refused leaves its place as it
// was. *refused, which may be null, is how many there are; they do not make the function fail.
SORTID_API sortid_status sortid_batch_from_text_each(sortid_format format, const char* prefix,
                                                     const char* texts, size_t size, size_t stride, void* ids,
                                                     uint8_t* why, size_t count,
                                                     size_t* refused) SORTID_NOEXCEPT;
// Validation alone, of all texts there are. What is left at the end and is shorter than a text counts as one when it is
// more than the rest of a stride.
SORTID_API sortid_status sortid_batch_check(sortid_format format, const char* prefix, const char* texts,
                                            size_t size, size_t stride, size_t* done,
                                            sortid_error* error) SORTID_NOEXCEPT;
// All texts there are, as in sortid_batch_check, to those of another format of the same width, every bit kept. Refused with
// `length` in the name of `to_format` where `to` has no more room.
SORTID_API sortid_status sortid_batch_convert(sortid_format format, const char* prefix, const char* texts,
                                              size_t size, size_t stride, sortid_format to_format,
                                              const char* to_prefix, char* to, size_t to_size,
                                              size_t to_stride, size_t* done,
                                              sortid_error* error) SORTID_NOEXCEPT;
// Between the array and 8 or 16 bytes in network order each, in place too. The first writes as many as there is room for;
// the second reads `count` and stops at the first that the format does not allow.
SORTID_API sortid_status sortid_batch_to_bytes(sortid_format format, const void* ids, size_t count,
                                               void* bytes, size_t size, size_t* done) SORTID_NOEXCEPT;
SORTID_API sortid_status sortid_batch_from_bytes(sortid_format format, const void* bytes, size_t size,
                                                 void* ids, size_t count, size_t* done,
                                                 sortid_error* error) SORTID_NOEXCEPT;

// What stands for the instant of an id that has none: a UUID of version 3, 4, 5 or 8, a TypeID that is not of version 7.
#define SORTID_NO_INSTANT INT64_MIN
// Unix milliseconds of the ids. Refused with `range`, and none is written, when one of them is past INT64_MAX.
SORTID_API sortid_status sortid_batch_unix_ms(sortid_format format, const void* ids, size_t count,
                                              const int64_t* epoch, int64_t* unix_ms) SORTID_NOEXCEPT;
// The same from `count` texts, each of which is checked as a whole; stops at the first that is refused.
SORTID_API sortid_status sortid_batch_unix_ms_of_text(sortid_format format, const char* prefix,
                                                      const char* texts, size_t size, size_t stride,
                                                      const int64_t* epoch, int64_t* unix_ms, size_t count,
                                                      size_t* done, sortid_error* error) SORTID_NOEXCEPT;

// The instruction sets that batches can run on here, the fastest first; null past the last, which is "scalar". All give the
// same results.
SORTID_API const char* sortid_kernels_usable(size_t place) SORTID_NOEXCEPT;
// The one in use, for the whole process: the fastest, or the one that SORTID_FORCE_KERNELS names in the environment.
SORTID_API const char* sortid_kernels_active(void) SORTID_NOEXCEPT;
// Takes the one of that name, or with null the one that would have been in use. SORTID_UNSUPPORTED, and nothing changes,
// when this machine lacks it.
SORTID_API sortid_status sortid_kernels_force(const char* name) SORTID_NOEXCEPT;

// --- words -----------------------------------------------------------------------------------------------------

// The refusal as a sentence, as sortid_to_text writes. The text that was refused is not in it.
SORTID_API sortid_status sortid_message(const sortid_error* error, char* text, size_t capacity,
                                        size_t* size) SORTID_NOEXCEPT;

// The library's version, as "major.minor.patch"; SORTID_ABI_VERSION of the library that is loaded.
SORTID_API const char* sortid_version(void) SORTID_NOEXCEPT;
SORTID_API int sortid_abi_version(void) SORTID_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
