// The README's program in C.
// [all]
#include <sortid.h>
#include <stdio.h>

int main(void) {
  sortid_id id;
  sortid_error why;
  char text[SORTID_TEXT_CAPACITY];
  if (sortid_new(SORTID_FORMAT_ULID, &id, &why) != SORTID_OK) return 1;
  sortid_to_text(&id, text, sizeof text, NULL);
  puts(text);

  if (sortid_parse(SORTID_FORMAT_ULID, "01ARZ3NDEKTSV4RRFFQ69G5FAU", 26, &id, &why) != SORTID_OK)
    printf("%s at position %u\n", sortid_status_name(why.status), (unsigned)why.position);  // character, 25
  return 0;
}
// [/all]
