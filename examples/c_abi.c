// The library from C.
#include <stdio.h>
#include <string.h>

#include <sortid.h>

// [parse]
// The instant of any id, or why the text is none.
static int print_instant(const char* text) {
  sortid_id id;
  sortid_error why;
  if (sortid_parse_any(text, strlen(text), &id, &why) != SORTID_OK) {
    char sentence[SORTID_MESSAGE_CAPACITY];
    sortid_message(&why, sentence, sizeof sentence, NULL);
    printf("%s: %s, position %u\n", sortid_status_name(why.status), sentence, (unsigned)why.position);
    return 0;
  }
  int64_t unix_ms;
  char instant[SORTID_INSTANT_CAPACITY];
  if (sortid_unix_ms(&id, NULL, &unix_ms) != SORTID_OK) return 0;  // SORTID_ABSENT: it carries none
  sortid_instant_to_text(unix_ms, instant, sizeof instant, NULL);
  printf("%s of %s\n", sortid_format_facts(id.format)->name, instant);
  return 1;
}
// [/parse]

// [fields]
// The fields of an id, by the names that the format's layout gives them.
static void print_fields(const sortid_id* id) {
  sortid_field fields[8];
  size_t count = 0;
  if (sortid_fields(id, fields, 8, &count) != SORTID_OK) return;
  for (size_t i = 0; i < count && i < 8; ++i) {
    const sortid_field_info* field = sortid_field_facts(id->format, i);
    if (!fields[i].shown) continue;
    printf("%s (%u bits): %08llx%016llx\n", field->name, (unsigned)field->bits,
           (unsigned long long)fields[i].hi, (unsigned long long)fields[i].lo);
  }
}
// [/fields]

// [new]
// Ids in one order for all threads of the process, of the format `name`; 0 when something is rejected.
static int print_new(const char* name, const char* prefix) {
  const sortid_generator_options options = {.struct_size = sizeof options,
                                            .format = sortid_format_named(name, strlen(name)),
                                            .scope = SORTID_SCOPE_PROCESS,
                                            .on_overflow = SORTID_OVERFLOW_WAIT,
                                            .prefix = prefix};
  sortid_generator* ids = NULL;
  sortid_error why;
  sortid_id id;
  char text[SORTID_TEXT_CAPACITY];
  if (sortid_generator_create(&options, &ids, &why) != SORTID_OK) return 0;
  const int made = sortid_generator_next(ids, &id, &why) == SORTID_OK;
  if (made && sortid_to_text(&id, text, sizeof text, NULL) == SORTID_OK) puts(text);
  sortid_generator_destroy(ids);
  return made;
}
// [/new]

// [pool]
// An id with a node number that no other process has; 0 when something is rejected.
static int print_with_number(const char* store) {
  const sortid_node_pool_options of_pool = {
      .struct_size = sizeof of_pool, .store = store, .format = SORTID_FORMAT_UID11_SNOWISH};
  sortid_node_pool* pool = NULL;
  sortid_error why;
  char text[SORTID_MESSAGE_CAPACITY];
  if (sortid_node_pool_open(&of_pool, &pool, &why) != SORTID_OK) {
    if (sortid_message(&why, text, sizeof text, NULL) == SORTID_OK) puts(text);
    return 0;
  }
  const sortid_generator_options options = {.struct_size = sizeof options,
                                            .format = SORTID_FORMAT_UID11_SNOWISH,
                                            .scope = SORTID_SCOPE_POOL,
                                            .sequence = SORTID_SEQUENCE_RANDOM,
                                            .pool = pool};
  sortid_generator* ids = NULL;
  sortid_id id;
  const int made = sortid_generator_create(&options, &ids, &why) == SORTID_OK &&
                   sortid_generator_next(ids, &id, &why) == SORTID_OK;
  if (made && sortid_to_text(&id, text, sizeof text, NULL) == SORTID_OK) puts(text);
  sortid_generator_destroy(ids);
  sortid_node_pool_close(pool);
  return made;
}
// [/pool]

// [many]
// TypeIDs of users, one a line: 5 + 26 symbols and a newline. Stops at the first line that is none.
static size_t read_users(const char* lines, size_t size, uint8_t (*ids)[16], size_t count) {
  size_t done = 0;
  sortid_error why;
  if (sortid_batch_from_text(SORTID_FORMAT_TYPEID, "user", lines, size, 32, ids, count, &done, &why) !=
      SORTID_OK)
    printf("line %u: %s\n", (unsigned)done + 1, sortid_status_name(why.status));
  return done;
}
// [/many]

// [sources]
// A clock and a randomness of the host's own, where the system has none, or for a test.
struct host {
  int64_t unix_ms;
  uint64_t state;
};
static int64_t host_now(void* context) { return ((struct host*)context)->unix_ms; }
static int host_fill(void* context, void* bytes, size_t size) {
  struct host* host = context;
  for (size_t i = 0; i < size; ++i) {
    host->state =
        host->state * 6364136223846793005u + 1442695040888963407u;  // for a test alone: it can be foretold
    ((uint8_t*)bytes)[i] = (uint8_t)(host->state >> 56);
  }
  return 1;  // all of them; 0 is SORTID_ENTROPY
}
static int same_twice(void) {
  sortid_id made[2];
  for (int i = 0; i < 2; ++i) {
    struct host host = {1700000000000, 7};
    const sortid_sources sources = {.context = &host, .now = host_now, .fill = host_fill};
    const sortid_generator_options options = {
        .struct_size = sizeof options, .format = SORTID_FORMAT_ULID, .sources = &sources};
    sortid_generator* ids = NULL;
    if (sortid_generator_create(&options, &ids, NULL) != SORTID_OK) return 0;
    const sortid_status status = sortid_generator_next(ids, &made[i], NULL);
    sortid_generator_destroy(ids);
    if (status != SORTID_OK) return 0;
  }
  return sortid_compare(&made[0], &made[1]) == 0;
}
// [/sources]

int main(void) {
  static const char lines[] = "user_2x4y6z8a0b1c2d3e4f5g6h7j8k\nuser_2x4y6z8a0b1c2d3e4f5g6h7j8u\n";
  uint8_t ids[2][16];
  sortid_id id;
  if (!print_instant("01ARZ3NDEKTSV4RRFFQ69G5FAV") || print_instant("01ARZ3NDEKTSV4RRFFQ69G5FAU")) return 1;
  if (sortid_parse(SORTID_FORMAT_UUIDV7, "018fb1c8-5d6e-7a2b-9c3d-4e5f60718293", 36, &id, NULL) != SORTID_OK)
    return 1;
  print_fields(&id);
  if (!print_new("typeid", "user") || !print_new("xid", NULL) || print_new("xid", "user")) return 1;
  if (read_users(lines, sizeof lines - 1, ids, 2) != 1) return 1;
  if (!print_with_number("file:nodes") || print_with_number("redis:nodes")) return 1;
  return same_twice() ? 0 : 1;
}
