/* Every function of sortid.h, called from C99 with known answers; and every number that a program may have
   compiled in. */
#include <sortid.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures = 0;
#define EXPECT(what)                                             \
  do {                                                           \
    if (!(what)) {                                               \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #what); \
      ++failures;                                                \
    }                                                            \
  } while (0)

/* From the formats' specifications. */
static const char ulid_text[] = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
static const uint8_t ulid_bytes[16] = {0x01, 0x56, 0x3e, 0x3a, 0xb5, 0xd3, 0xd6, 0x76,
                                       0x4c, 0x61, 0xef, 0xb9, 0x93, 0x02, 0xbd, 0x5b};
static const char ulid_as_uuid[] = "01563e3a-b5d3-d676-4c61-efb99302bd5b";
static const int64_t ulid_unix_ms = 1469922850259;
static const char typeid_text[] = "user_2x4y6z8a0b1c2d3e4f5g6h7j8k";
static const char euid_text[] = "C8ZM14GR4JXG0MQXVY18S8TJNA6";
static const char euid_unchecked[] = "C8ZM14GR4JXG0MQXVY18S8TJNBZ";

static int says(const sortid_id* id, const char* text) {
  char own[SORTID_TEXT_CAPACITY];
  size_t size = 0;
  return sortid_to_text(id, own, sizeof own, &size) == SORTID_OK && size == strlen(text) &&
         strcmp(own, text) == 0;
}

/* What is compiled into programs never changes. */
static void numbers(void) {
  static const int reasons[] = {SORTID_OK,       SORTID_LENGTH, SORTID_CHARACTER, SORTID_OVERFLOW,
                                SORTID_CHECKSUM, SORTID_PREFIX, SORTID_RANGE};
  static const char* const names[] = {"none",     "length", "character", "overflow",
                                      "checksum", "prefix", "range"};
  static const int faults[] = {SORTID_TAIL_OVERFLOW, SORTID_CLOCK_BACK,  SORTID_OUT_OF_RANGE,
                               SORTID_ENTROPY,       SORTID_FORKED,      SORTID_STORAGE,
                               SORTID_NO_NODE,       SORTID_UNAVAILABLE, SORTID_NEEDS_NODE};
  static const int calls[] = {SORTID_NULL_ARGUMENT,  SORTID_BAD_SIZE,    SORTID_BUFFER_SIZE,
                              SORTID_UNKNOWN_FORMAT, SORTID_UNSUPPORTED, SORTID_ABSENT,
                              SORTID_BAD_OPTION,     SORTID_MISALIGNED,  SORTID_NO_MEMORY};
  static const unsigned formats[] = {SORTID_FORMAT_NONE,
                                     SORTID_FORMAT_ULID,
                                     SORTID_FORMAT_TYPEID,
                                     SORTID_FORMAT_UUIDV7,
                                     SORTID_FORMAT_UUID,
                                     SORTID_FORMAT_EUID,
                                     SORTID_FORMAT_ULID_FLAKE,
                                     SORTID_FORMAT_ULID_FLAKE_SCALABLE,
                                     SORTID_FORMAT_XID,
                                     SORTID_FORMAT_UID11,
                                     SORTID_FORMAT_UID11_FULLRAND,
                                     SORTID_FORMAT_UID11_SNOWISH,
                                     SORTID_FORMAT_UID11_TS_SEQ_RAND};
  static const char* const format_names[] = {"",
                                             "ulid",
                                             "typeid",
                                             "uuidv7",
                                             "uuid",
                                             "euid",
                                             "ulid-flake",
                                             "ulid-flake-scalable",
                                             "xid",
                                             "uid11",
                                             "uid11-fullrand",
                                             "uid11-snowish",
                                             "uid11-ts-seq-rand"};
  static const int roles[] = {SORTID_ROLE_TIMESTAMP, SORTID_ROLE_RANDOM,    SORTID_ROLE_SEQUENCE,
                              SORTID_ROLE_NODE,      SORTID_ROLE_CONSTANT,  SORTID_ROLE_SIGN,
                              SORTID_ROLE_RESERVED,  SORTID_ROLE_EXTENSION, SORTID_ROLE_EXTENSION_LENGTH,
                              SORTID_ROLE_PAYLOAD};
  static const int traits[] = {SORTID_HAS_TIME,        SORTID_HAS_GENERATOR, SORTID_HAS_ORDER,
                               SORTID_HAS_PREFIX,      SORTID_HAS_CHECK,     SORTID_HAS_LENIENT,
                               SORTID_HAS_TEXT_PREFIX, SORTID_HAS_RANGES};
  static const int given[] = {SORTID_GIVEN_EXTENSION, SORTID_GIVEN_NODE, SORTID_GIVEN_STEP_BYTES,
                              SORTID_GIVEN_EPOCH, SORTID_GIVEN_MAX_WAIT};
  int i;
  for (i = 0; i < 7; ++i) EXPECT(reasons[i] == i && strcmp(sortid_status_name(i), names[i]) == 0);
  for (i = 0; i < 6; ++i) EXPECT(faults[i] == 16 + i);
  for (i = 0; i < 9; ++i) EXPECT(calls[i] == 32 + i);
  for (i = 0; i < 13; ++i) EXPECT(formats[i] == (unsigned)i);
  for (i = 1; i < 13; ++i) EXPECT(strcmp(sortid_format_facts((sortid_format)i)->name, format_names[i]) == 0);
  for (i = 0; i < 10; ++i) EXPECT(roles[i] == i);
  for (i = 0; i < 8; ++i) EXPECT(traits[i] == 1 << i);
  for (i = 0; i < 5; ++i) EXPECT(given[i] == 1 << i);
  EXPECT(SORTID_DETECTED_BY_TEXT == 0 && SORTID_DETECTED_AS_FALLBACK == 1 && SORTID_DETECTED_BY_NAME == 2);
  EXPECT(SORTID_SCOPE_OWN == 0 && SORTID_SCOPE_PROCESS == 1 && SORTID_SCOPE_HOST == 2);
  EXPECT(SORTID_OVERFLOW_FAIL == 0 && SORTID_OVERFLOW_WAIT == 1 && SORTID_OVERFLOW_RUN_AHEAD == 2);
  EXPECT(SORTID_CLOCK_BACK_HOLD == 0 && SORTID_CLOCK_BACK_WAIT == 1 && SORTID_CLOCK_BACK_FAIL == 2);
  EXPECT(SORTID_PREFIX_CAPACITY == 64 && SORTID_TEXT_CAPACITY == 91 && SORTID_MESSAGE_CAPACITY == 192 &&
         SORTID_INSTANT_CAPACITY == 41);
  EXPECT(SORTID_ABI_VERSION == 1 && sortid_abi_version() == 1);
  EXPECT(sizeof(sortid_id) == 88 && sizeof(sortid_field) == 24);
  EXPECT(strcmp(sortid_status_name(-1), "unknown") == 0 && strcmp(sortid_status_name(12345), "unknown") == 0);
  EXPECT(sortid_version()[0] >= '0' && sortid_version()[0] <= '9');
}

static void formats(void) {
  size_t i;
  EXPECT(sortid_format_count() >= 12);
  EXPECT(sortid_format_at(0) == SORTID_FORMAT_ULID &&
         sortid_format_at(sortid_format_count()) == SORTID_FORMAT_NONE);
  EXPECT(sortid_format_named("typeid", 6) == SORTID_FORMAT_TYPEID && sortid_format_named("typeid", 5) == 0);
  EXPECT(sortid_format_facts(0) == NULL && sortid_format_facts(99) == NULL &&
         sortid_field_facts(99, 0) == NULL);
  for (i = 0; i < sortid_format_count(); ++i) {
    const sortid_format_info* f = sortid_format_facts(sortid_format_at(i));
    uint32_t bits = 0;
    uint32_t field = 0;
    sortid_id id;
    EXPECT(f->format == sortid_format_at(i) && sortid_format_named(f->name, strlen(f->name)) == f->format);
    EXPECT(f->title[0] != '\0' && f->text_form[0] != '\0' && f->bytes * 8 == f->bits);
    EXPECT(strlen(f->alphabet) == 16 || strlen(f->alphabet) == 32 || strlen(f->alphabet) == 58);
    EXPECT(sortid_parse(f->format, f->sample, strlen(f->sample), &id, NULL) == SORTID_OK &&
           says(&id, f->sample));
    EXPECT(sortid_parse(f->format, f->min_text, f->symbols, &id, NULL) == SORTID_OK && id.hi == f->min_hi &&
           id.lo == f->min_lo);
    EXPECT(sortid_parse(f->format, f->max_text, f->symbols, &id, NULL) == SORTID_OK && id.hi == f->max_hi &&
           id.lo == f->max_lo);
    while (sortid_field_facts(f->format, field) != NULL) bits += sortid_field_facts(f->format, field++)->bits;
    EXPECT(bits == f->bits && field == f->field_count);
    if ((f->traits & SORTID_HAS_RANGES) != 0) {
      EXPECT(sortid_first_at(f->format, f->first_unix_ms, NULL, &id, NULL) == SORTID_OK);
      EXPECT(sortid_last_at(f->format, f->last_unix_ms, NULL, &id, NULL) == SORTID_OK);
      EXPECT(sortid_last_at(f->format, f->last_unix_ms + 1, NULL, &id, NULL) == SORTID_RANGE);
    }
  }
}

static void one_id(void) {
  sortid_id id;
  sortid_id other;
  sortid_error e;
  sortid_format found[4];
  sortid_foreign_id foreign[2];
  sortid_field fields[8];
  char text[SORTID_TEXT_CAPACITY];
  char words[SORTID_MESSAGE_CAPACITY];
  uint8_t bytes[16];
  size_t size = 0;
  int flag = 7;
  int64_t ms = 0;

  EXPECT(sortid_parse(SORTID_FORMAT_ULID, ulid_text, 26, &id, &e) == SORTID_OK && e.status == SORTID_OK);
  EXPECT(says(&id, ulid_text) && id.format == SORTID_FORMAT_ULID && id.prefix[0] == '\0');
  EXPECT(sortid_to_bytes(&id, bytes, sizeof bytes, &size) == SORTID_OK && size == 16);
  EXPECT(memcmp(bytes, ulid_bytes, 16) == 0);
  EXPECT(sortid_from_bytes(SORTID_FORMAT_ULID, ulid_bytes, 16, &other, &e) == SORTID_OK);
  EXPECT(memcmp(&other, &id, sizeof id) == 0 && sortid_compare(&other, &id) == 0);
  EXPECT(sortid_from_number(SORTID_FORMAT_ULID, id.hi, id.lo + 1, &other, &e) == SORTID_OK);
  EXPECT(sortid_compare(&id, &other) < 0 && sortid_compare(&other, &id) > 0 && sortid_compare(NULL, &id) < 0);
  EXPECT(sortid_unix_ms(&id, NULL, &ms) == SORTID_OK && ms == ulid_unix_ms);
  EXPECT(sortid_convert(&id, SORTID_FORMAT_UUID, &other, &e) == SORTID_OK && says(&other, ulid_as_uuid));
  EXPECT(sortid_fields(&id, fields, 8, &size) == SORTID_OK && size == 2);
  EXPECT(fields[0].lo == (uint64_t)ulid_unix_ms && fields[0].hi == 0 && fields[0].shown == 1 &&
         fields[0].present == 1);

  EXPECT(sortid_parse_lenient(SORTID_FORMAT_ULID, "olarz3ndektsv4rrffq69g5fav", 26, &other, &flag, &e) ==
         SORTID_OK);
  EXPECT(sortid_compare(&other, &id) == 0 && flag == 0);
  EXPECT(sortid_parse_any(typeid_text, strlen(typeid_text), &id, &e) == SORTID_OK &&
         id.format == SORTID_FORMAT_TYPEID);
  EXPECT(strcmp(id.prefix, "user") == 0 && says(&id, typeid_text));
  EXPECT(sortid_set_prefix(&id, "team", 4, &e) == SORTID_OK && says(&id, "team_2x4y6z8a0b1c2d3e4f5g6h7j8k"));
  EXPECT(sortid_set_prefix(&id, "Team", 4, &e) == SORTID_PREFIX && e.position == 0 && e.found == 'T');
  EXPECT(sortid_detect(ulid_text, 26, found, 4, &size) == SORTID_OK && size == 1 &&
         found[0] == SORTID_FORMAT_ULID);
  /* README of github.com/segmentio/ksuid; RFC 9562, appendix A. */
  EXPECT(sortid_looks_like("0ujtsYcgvSTl8PAuAdqWYSMnLOv", 27, INT64_MAX, foreign, 2, &size) == SORTID_OK &&
         size == 1);
  EXPECT(strcmp(foreign[0].name, "ksuid") == 0 && strcmp(foreign[0].title, "a KSUID") == 0);
  EXPECT(foreign[0].has == SORTID_FOREIGN_ID_HAS_TIME && foreign[0].unix_ms == 1507608047000);
  EXPECT(foreign[0].field_count == 2 && strcmp(foreign[0].fields[0].name, "timestamp") == 0 &&
         foreign[0].fields[0].hi == 0 && foreign[0].fields[0].lo == 107608047);
  EXPECT(sortid_looks_like("0ujtsYcgvSTl8PAuAdqWYSMnLOv", 27, 1507608046999, foreign, 2, &size) ==
             SORTID_OK &&
         size == 0);
  EXPECT(sortid_looks_like("{919108f752d143209bacf847db4148a8}", 34, 0, foreign, 2, &size) == SORTID_OK &&
         size == 1);
  EXPECT(strcmp(foreign[0].name, "uuidv4") == 0 && foreign[0].has == SORTID_FOREIGN_ID_HAS_UUID &&
         foreign[0].uuid_hi == 0x919108f752d14320 && foreign[0].uuid_lo == 0x9bacf847db4148a8);
  EXPECT(sortid_meant("short", 5) == SORTID_FORMAT_NONE && sortid_meant(ulid_text, 26) == SORTID_FORMAT_ULID);

  EXPECT(sortid_parse(SORTID_FORMAT_EUID, euid_unchecked, 27, &id, &e) == SORTID_OK && says(&id, euid_text));
  EXPECT(sortid_to_text_unchecked(&id, text, sizeof text, &size) == SORTID_OK &&
         strcmp(text, euid_unchecked) == 0);
  EXPECT(sortid_check_of(SORTID_FORMAT_EUID, euid_text, 27, &flag, &e) == SORTID_OK && flag == 1);
  EXPECT(sortid_check_of(SORTID_FORMAT_EUID, euid_unchecked, 27, &flag, &e) == SORTID_OK && flag == 0);
  EXPECT(sortid_parse(SORTID_FORMAT_EUID, "C8X2HA87098A0W837DX13FEAWVV", 27, &id, &e) == SORTID_CHECKSUM);
  EXPECT(sortid_message(&e, words, sizeof words, &size) == SORTID_OK && strstr(words, "check-mod") != NULL);
  EXPECT(sortid_parse_skipping_check(SORTID_FORMAT_EUID, "C8X2HA87098A0W837DX13FEAWVV", 27, &id, &e) ==
         SORTID_OK);

  EXPECT(sortid_ids_between(SORTID_FORMAT_ULID, 1, 3, NULL, &id, &other, &e) == SORTID_OK);
  EXPECT(says(&id, "00000000010000000000000000") && says(&other, "0000000002ZZZZZZZZZZZZZZZZ"));
  const sortid_instant from = {0, 500000}, to = {0, 2000001}, beyond = {0, 1000000000};
  EXPECT(sortid_ids_between_instants(SORTID_FORMAT_ULID, &from, &to, NULL, &id, &other, &e) == SORTID_OK);
  EXPECT(sortid_unix_ms(&id, NULL, &ms) == SORTID_OK && ms == 1);
  EXPECT(sortid_unix_ms(&other, NULL, &ms) == SORTID_OK && ms == 2);
  EXPECT(sortid_ids_between_instants(SORTID_FORMAT_ULID, NULL, &beyond, NULL, &id, &other, &e) ==
         SORTID_RANGE);
  EXPECT(sortid_ids_between_instants(SORTID_FORMAT_ULID, NULL, NULL, NULL, &id, &other, &e) == SORTID_OK);
  EXPECT(sortid_ids_with_text_prefix(SORTID_FORMAT_XID, "jpXC", 4, &id, &other, &e) == SORTID_OK);
  EXPECT(other.lo == UINT64_MAX && id.lo < other.lo);
  EXPECT(sortid_instant_to_text(ulid_unix_ms, text, sizeof text, &size) == SORTID_OK);
  EXPECT(strcmp(text, "2016-07-30T23:54:10.259Z") == 0);
  EXPECT(sortid_parse_instant("2016-07-31T01:54:10.2585+02:00", 30, 1, &ms, &e) == SORTID_OK &&
         ms == ulid_unix_ms);
}

struct still {
  int64_t now;
  int64_t paused;
  uint8_t byte;
};
static int64_t still_now(void* context) { return ((struct still*)context)->now; }
static int64_t still_pause(void* context, int64_t us) {
  ((struct still*)context)->paused += us;
  return us;
}
static int still_fill(void* context, void* bytes, size_t size) {
  memset(bytes, ((struct still*)context)->byte, size);
  return 1;
}

static void new_ids(void) {
  struct still still = {ulid_unix_ms, 0, 0};
  sortid_sources sources = {&still, still_now, still_pause, still_fill};
  sortid_generator_options options = {
      .struct_size = sizeof options, .format = SORTID_FORMAT_ULID, .sources = &sources};
  sortid_generator* ids = NULL;
  sortid_id id;
  sortid_error e;
  uint8_t many[8 * 16];
  size_t made = 0;
  int64_t ms = 0;

  EXPECT(sortid_new(SORTID_FORMAT_ULID, &id, &e) == SORTID_OK);
  EXPECT(sortid_unix_ms(&id, NULL, &ms) == SORTID_OK && ms > ulid_unix_ms);
  EXPECT(sortid_new(SORTID_FORMAT_UUID, &id, &e) == SORTID_UNSUPPORTED);

  EXPECT(sortid_generator_create(&options, &ids, &e) == SORTID_OK && ids != NULL);
  EXPECT(sortid_generator_next(ids, &id, &e) == SORTID_OK && says(&id, "01ARZ3NDEK0000000000000000"));
  EXPECT(sortid_generator_fill(ids, many, 8, &made, &e) == SORTID_OK && made == 8 && many[127] == 8 &&
         many[15] == 1);
  EXPECT(sortid_generator_next_at(ids, ulid_unix_ms, &id, &e) == SORTID_OK &&
         says(&id, "01ARZ3NDEK0000000000000009"));
  EXPECT(sortid_generator_next_at(ids, ulid_unix_ms - 1, &id, &e) == SORTID_CLOCK_BACK &&
         e.format == SORTID_FORMAT_ULID);
  EXPECT(sortid_generator_ahead(ids, &ms) == SORTID_OK && ms == 0);
  still.now -= 10;
  EXPECT(sortid_generator_next(ids, &id, &e) == SORTID_OK && says(&id, "01ARZ3NDEK000000000000000A"));
  EXPECT(sortid_generator_ahead(ids, &ms) == SORTID_OK && ms == 10);
  still.byte = 0xFF;
  EXPECT(sortid_generator_random(ids, &id, &e) == SORTID_OK && says(&id, "01ARZ3NDE9ZZZZZZZZZZZZZZZZ"));
  EXPECT(sortid_generator_random_at(ids, 0, &id, &e) == SORTID_OK && says(&id, "0000000000ZZZZZZZZZZZZZZZZ"));
  EXPECT(sortid_generator_fill_random(ids, many, 8, &made, &e) == SORTID_OK && made == 8 &&
         many[127] == 0xFF);
  sortid_generator_destroy(ids);
  sortid_generator_destroy(NULL);
}

static void numbers_of_a_pool(void) {
  sortid_node_pool_options of_pool = {
      .struct_size = sizeof of_pool, .format = SORTID_FORMAT_UID11_SNOWISH, .store = "static:1000"};
  sortid_node_pool* pool = NULL;
  sortid_node_pool_health health = {.struct_size = sizeof health};
  sortid_generator_options options = {
      .struct_size = sizeof options, .format = SORTID_FORMAT_UID11_SNOWISH, .scope = SORTID_SCOPE_POOL};
  sortid_generator* ids = NULL;
  sortid_id id;
  sortid_error e;

  EXPECT(sortid_node_pool_open(&of_pool, &pool, &e) == SORTID_OK && pool != NULL);
  EXPECT(sortid_node_pool_status(pool, &health) == SORTID_OK && health.holds == 1 && health.node == 1000);
  options.pool = pool;
  EXPECT(sortid_generator_create(&options, &ids, &e) == SORTID_OK);
  EXPECT(sortid_generator_next(ids, &id, &e) == SORTID_OK && (id.lo >> 12 & 1023) == 1000);
  sortid_generator_destroy(ids);
  EXPECT(sortid_node_pool_reset(pool) == SORTID_OK);
  sortid_node_pool_close(pool);
  sortid_node_pool_close(NULL);
}

static void many_at_once(void) {
  static const char lines[] =
      "01ARZ3NDEKTSV4RRFFQ69G5FAV\n01ARZ3NDEKTSV4RRFFQ69G5FAU\n01ARZ3NDEKTSV4RRFFQ69G5FAV";
  const size_t size = sizeof lines - 1;
  uint8_t ids[3 * 16];
  uint8_t bytes[3 * 16];
  uint8_t why[3];
  int64_t times[3];
  char texts[3 * 36];
  size_t done = 9;
  sortid_error e;

  EXPECT(sortid_batch_from_text(SORTID_FORMAT_ULID, NULL, lines, size, 27, ids, 3, &done, &e) ==
         SORTID_CHARACTER);
  EXPECT(done == 1 && e.position == 25 && e.found == 'U' && memcmp(ids, ulid_bytes, 16) == 0);
  EXPECT(sortid_batch_from_text_each(SORTID_FORMAT_ULID, NULL, lines, size, 27, ids, why, 3, &done) ==
         SORTID_OK);
  EXPECT(done == 1 && why[0] == SORTID_OK && why[1] == SORTID_CHARACTER && why[2] == SORTID_OK);
  EXPECT(memcmp(ids + 32, ulid_bytes, 16) == 0);
  EXPECT(sortid_batch_check(SORTID_FORMAT_ULID, NULL, lines, size, 27, &done, &e) == SORTID_CHARACTER &&
         done == 1);
  EXPECT(sortid_batch_check(SORTID_FORMAT_ULID, NULL, lines, 27, 27, &done, &e) == SORTID_OK && done == 1);
  EXPECT(sortid_batch_convert(SORTID_FORMAT_ULID, NULL, lines, 26, 0, SORTID_FORMAT_UUID, NULL, texts,
                              sizeof texts, 0, &done, &e) == SORTID_OK);
  EXPECT(done == 1 && memcmp(texts, ulid_as_uuid, 36) == 0);
  EXPECT(sortid_batch_to_text(SORTID_FORMAT_TYPEID, "user", ids, 1, texts, sizeof texts, 0, &done) ==
         SORTID_OK);
  EXPECT(done == 1 && memcmp(texts, "user_01ar", 9) == 0);
  EXPECT(sortid_batch_to_bytes(SORTID_FORMAT_ULID, ids, 1, bytes, sizeof bytes, &done) == SORTID_OK &&
         done == 1);
  EXPECT(memcmp(bytes, ulid_bytes, 16) == 0);
  EXPECT(sortid_batch_from_bytes(SORTID_FORMAT_UUIDV7, bytes, 16, ids, 1, &done, &e) == SORTID_RANGE &&
         done == 0);
  EXPECT(sortid_batch_unix_ms(SORTID_FORMAT_ULID, bytes, 1, NULL, times) == SORTID_OK &&
         times[0] == ulid_unix_ms);
  EXPECT(sortid_batch_unix_ms_of_text(SORTID_FORMAT_ULID, NULL, lines, size, 27, NULL, times, 3, &done, &e) ==
         SORTID_CHARACTER);
  EXPECT(done == 1 && times[0] == ulid_unix_ms);
}

static void masks(void) {
  // From tests/oracle/vectors/mask/vectors.json.
  static const char text[] = "00000000000000000000000000";
  static const char shown[] = "55NM0SPZ7JSDRGK2S1F2SJ3WSF";
  static const char digits[] = "000102030405060708090a0b0c0d0e0f\n";
  uint8_t key[17];
  uint8_t ids[2 * 16] = {0};
  sortid_masker* masker = NULL;
  sortid_id id, masked;
  size_t done = 9;
  sortid_error e;

  for (size_t i = 0; i < sizeof key; ++i) key[i] = (uint8_t)i;
  EXPECT(sortid_masker_create(SORTID_FORMAT_ULID, key, 17, 0, &masker, &e) == SORTID_BAD_SIZE &&
         masker == NULL && e.found == 17 && strcmp(e.detail, "key_size") == 0);
  EXPECT(sortid_masker_create(SORTID_FORMAT_ULID, key, 16, 7, &masker, &e) == SORTID_BAD_OPTION &&
         masker == NULL);
  EXPECT(sortid_masker_create(SORTID_FORMAT_ULID, NULL, 16, 0, &masker, &e) == SORTID_NULL_ARGUMENT);
  EXPECT(sortid_masker_create_from_file_contents(SORTID_FORMAT_ULID, digits, 9, 0, &masker, &e) ==
         SORTID_BAD_SIZE);
  EXPECT(sortid_masker_create(SORTID_FORMAT_ULID, key, 16, 0, &masker, &e) == SORTID_OK);
  EXPECT(sortid_parse(SORTID_FORMAT_ULID, text, 26, &id, &e) == SORTID_OK);
  EXPECT(sortid_mask(masker, &id, &masked, &e) == SORTID_OK && says(&masked, shown));
  EXPECT(sortid_unmask(masker, &masked, &id, &e) == SORTID_OK && says(&id, text));
  EXPECT(sortid_batch_mask(masker, NULL, ids, 2, ids, &done, &e) == SORTID_OK && done == 2);
  EXPECT(memcmp(ids, ids + 16, 16) == 0 &&
         sortid_from_bytes(SORTID_FORMAT_ULID, ids, 16, &id, &e) == SORTID_OK && says(&id, shown));
  EXPECT(sortid_batch_mask(masker, "user", ids, 2, ids, &done, &e) == SORTID_PREFIX && done == 0);
  EXPECT(sortid_batch_unmask(masker, "", ids, 2, ids, &done, &e) == SORTID_OK && done == 2 && ids[0] == 0);
  sortid_masker_destroy(masker);
  sortid_masker_destroy(NULL);

  EXPECT(sortid_masker_create_from_file_contents(SORTID_FORMAT_UUIDV7, digits, sizeof digits - 1, 4, &masker,
                                                 &e) == SORTID_OK);
  EXPECT(sortid_mask(masker, &masked, &masked, &e) == SORTID_UNSUPPORTED);
  EXPECT(sortid_parse(SORTID_FORMAT_UUIDV7, "018fb1c8-5d6e-7a2b-9c3d-4e5f60718293", 36, &id, &e) ==
         SORTID_OK);
  EXPECT(sortid_mask(masker, &id, &masked, &e) == SORTID_OK && masked.format == SORTID_FORMAT_UUID &&
         (masked.hi >> 12 & 15) == 4);
  masked.hi ^= 0xC000;
  EXPECT(sortid_unmask(masker, &masked, &id, &e) == SORTID_RANGE && e.position == 14 && e.expected == 4 &&
         e.found == 8);
  sortid_masker_destroy(masker);
}

static void named(void) {
  // From tests/oracle/vectors/named/vectors.json.
  static const char name[] = "customers/4711";
  static const char text[] = "user_01hf7yat00fwrtfyf984js6rm4";
  sortid_generator_options options = {.struct_size = sizeof options, .format = SORTID_FORMAT_TYPEID};
  uint8_t key[17];
  sortid_id id;
  sortid_error e;

  for (size_t i = 0; i < sizeof key; ++i) key[i] = (uint8_t)i;
  options.prefix = "user";
  EXPECT(sortid_named_at(&options, key, 16, 1700000000000, name, sizeof name - 1, &id, &e) == SORTID_OK &&
         says(&id, text));
  EXPECT(sortid_named_at(&options, key, 16, 1700000000001, NULL, 0, &id, &e) == SORTID_OK &&
         !says(&id, text));
  EXPECT(sortid_named_at(&options, key, 17, 0, name, 1, &id, &e) == SORTID_BAD_SIZE && e.found == 17 &&
         strcmp(e.detail, "key_size") == 0);
  EXPECT(sortid_named_at(&options, NULL, 16, 0, name, 1, &id, &e) == SORTID_NULL_ARGUMENT);
  EXPECT(sortid_named_at(&options, key, 16, 0, NULL, 1, &id, &e) == SORTID_NULL_ARGUMENT);
  EXPECT(sortid_named_at(NULL, key, 16, 0, name, 1, &id, &e) == SORTID_NULL_ARGUMENT);
  EXPECT(sortid_named_at(&options, key, 16, 0, name, 1, NULL, &e) == SORTID_NULL_ARGUMENT);
  EXPECT(sortid_named_at(&options, key, 16, -1, name, 1, &id, &e) == SORTID_RANGE);
  options.format = SORTID_FORMAT_ULID;
  EXPECT(sortid_named_at(&options, key, 16, 0, name, 1, &id, &e) == SORTID_PREFIX);
  options.format = SORTID_FORMAT_XID;
  EXPECT(sortid_named_at(&options, key, 16, 0, name, 1, &id, &e) == SORTID_UNSUPPORTED);
}

static void inside_a_text(void) {
  static const char line[] =
      "GET /user_2x4y6z8a0b1c2d3e4f5g6h7j8k?after=01ARZ3NDEKTSV4RRFFQ69G5FAV 5TK7MT834rx";
  static const sortid_format both[] = {SORTID_FORMAT_XID, SORTID_FORMAT_ULID, SORTID_FORMAT_XID};
  static const sortid_format unknown[] = {SORTID_FORMAT_ULID, 99};
  sortid_found found[3];
  size_t count = 0;

  EXPECT(sortid_find(line, strlen(line), NULL, 0, found, 3, &count) == SORTID_OK && count == 2);
  EXPECT(says(&found[0].id, typeid_text) && found[0].offset == 5 && found[0].size == strlen(typeid_text));
  EXPECT(says(&found[1].id, ulid_text) && found[1].offset == 43 && found[1].size == 26);
  EXPECT(sortid_find(line, strlen(line), both, 3, found, 1, &count) == SORTID_OK && count == 2);
  EXPECT(says(&found[0].id, ulid_text) && found[1].offset == 43);
  EXPECT(sortid_find(line, strlen(line), both, 1, NULL, 0, &count) == SORTID_OK && count == 1);
  EXPECT(sortid_find(NULL, 0, NULL, 0, NULL, 0, &count) == SORTID_OK && count == 0);
  EXPECT(sortid_find(line, 9, unknown, 2, found, 3, &count) == SORTID_UNKNOWN_FORMAT);
  EXPECT(sortid_find(NULL, 1, NULL, 0, found, 3, &count) == SORTID_NULL_ARGUMENT);
  EXPECT(sortid_find(line, 9, NULL, 1, found, 3, &count) == SORTID_NULL_ARGUMENT);
  EXPECT(sortid_find(line, 9, NULL, 0, NULL, 1, &count) == SORTID_NULL_ARGUMENT);
  EXPECT(sortid_find(line, 9, NULL, 0, found, 3, NULL) == SORTID_NULL_ARGUMENT);
}

static void hexadecimal_digits(void) {
  static const char digits[] = "01563e3ab5d3d6764c61efb99302bd5b";
  char own[33];
  sortid_id id;
  sortid_error e;
  size_t size = 0;

  EXPECT(sortid_from_hex(SORTID_FORMAT_ULID, digits, 32, &id, &e) == SORTID_OK && says(&id, ulid_text));
  EXPECT(sortid_to_hex(&id, own, sizeof own, &size) == SORTID_OK && size == 32 && strcmp(own, digits) == 0);
  EXPECT(sortid_to_hex(&id, own, 32, &size) == SORTID_BUFFER_SIZE && size == 32);
  EXPECT(sortid_from_hex(SORTID_FORMAT_ULID, "01563E3AB5D3D6764C61EFB99302BD5B", 32, &id, &e) == SORTID_OK &&
         says(&id, ulid_text));
  EXPECT(sortid_from_hex(SORTID_FORMAT_ULID, digits, 31, &id, &e) == SORTID_LENGTH && e.expected == 32 &&
         e.found == 31);
  EXPECT(sortid_from_hex(SORTID_FORMAT_XID, "01563e3ab5d3d67x", 16, &id, &e) == SORTID_CHARACTER &&
         e.position == 15 && e.found == 'x');
  EXPECT(sortid_from_hex(SORTID_FORMAT_ULID_FLAKE, "8000000000000000", 16, &id, &e) == SORTID_OVERFLOW);
  EXPECT(sortid_from_hex(SORTID_FORMAT_UUIDV7, digits, 32, &id, &e) == SORTID_RANGE && e.expected == 7);
}

/* The order of ids is that of their bits: of 64-bit integers, and of bytes. */
static void in_order(void) {
  uint64_t few[] = {7, UINT64_C(0xFFFFFFFFFFFFFFFF), 3, 7, 0};
  const uint64_t without[] = {1, 7};
  uint8_t wide[3][16] = {{2}, {1, 0xFF}, {1}};
  sortid_id id;
  size_t n = 9;

  EXPECT(sortid_batch_sort(SORTID_FORMAT_XID, few, 5) == SORTID_OK);
  EXPECT(few[0] == 0 && few[1] == 3 && few[2] == 7 && few[3] == 7 && few[4] == UINT64_MAX);
  EXPECT(sortid_batch_sort(SORTID_FORMAT_ULID, wide, 3) == SORTID_OK);
  EXPECT(wide[0][0] == 1 && wide[0][1] == 0 && wide[1][1] == 0xFF && wide[2][0] == 2);
  EXPECT(sortid_batch_sort(SORTID_FORMAT_ULID, NULL, 0) == SORTID_OK);
  EXPECT(sortid_batch_sort(SORTID_FORMAT_ULID, NULL, 1) == SORTID_NULL_ARGUMENT);
  EXPECT(sortid_batch_sort(SORTID_FORMAT_XID, (char*)few + 1, 1) == SORTID_MISALIGNED);
  EXPECT(sortid_batch_sort(99, few, 1) == SORTID_UNKNOWN_FORMAT);

  EXPECT(sortid_from_number(SORTID_FORMAT_XID, 0, 4, &id, NULL) == SORTID_OK);
  EXPECT(sortid_batch_lower_bound(SORTID_FORMAT_XID, few, 5, &id, &n) == SORTID_OK && n == 2);
  EXPECT(sortid_batch_lower_bound(SORTID_FORMAT_XID, few, 2, &id, &n) == SORTID_OK && n == 2);
  EXPECT(sortid_batch_lower_bound(SORTID_FORMAT_ULID, wide, 3, &id, &n) == SORTID_UNSUPPORTED);
  EXPECT(sortid_batch_lower_bound(SORTID_FORMAT_XID, few, 5, NULL, &n) == SORTID_NULL_ARGUMENT);
  EXPECT(sortid_batch_lower_bound(SORTID_FORMAT_XID, few, 5, &id, NULL) == SORTID_NULL_ARGUMENT);

  EXPECT(sortid_batch_difference(SORTID_FORMAT_XID, few, 5, without, 2, few, &n) == SORTID_OK && n == 3);
  EXPECT(few[0] == 0 && few[1] == 3 && few[2] == UINT64_MAX);
  EXPECT(sortid_batch_difference(SORTID_FORMAT_XID, few, 3, NULL, 1, few, &n) == SORTID_NULL_ARGUMENT);
  EXPECT(sortid_batch_difference(SORTID_FORMAT_XID, few, 3, NULL, 0, NULL, &n) == SORTID_NULL_ARGUMENT);
  EXPECT(sortid_batch_difference(SORTID_FORMAT_XID, few, 3, NULL, 0, few, NULL) == SORTID_NULL_ARGUMENT);
}

static void kernels(void) {
  size_t count = 0;
  EXPECT(sortid_kernels_active() != NULL);
  while (sortid_kernels_usable(count) != NULL) ++count;
  EXPECT(count >= 1 && strcmp(sortid_kernels_usable(count - 1), "scalar") == 0);
  EXPECT(sortid_kernels_force("scalar") == SORTID_OK && strcmp(sortid_kernels_active(), "scalar") == 0);
  many_at_once();
  masks();
  named();
  EXPECT(sortid_kernels_force("abacus") == SORTID_UNSUPPORTED &&
         strcmp(sortid_kernels_active(), "scalar") == 0);
  EXPECT(sortid_kernels_force(NULL) == SORTID_OK);
}

int main(void) {
  numbers();
  formats();
  one_id();
  inside_a_text();
  hexadecimal_digits();
  in_order();
  new_ids();
  numbers_of_a_pool();
  many_at_once();
  kernels();
  printf("%d failed\n", failures);
  return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
