#include <sortid.h>
#include <stdio.h>

int main(void) {
  sortid_id id;
  char text[SORTID_TEXT_CAPACITY];
  if (sortid_new(SORTID_FORMAT_ULID, &id, NULL) != SORTID_OK) return 1;
  if (sortid_to_text(&id, text, sizeof text, NULL) != SORTID_OK) return 1;
  return puts(text) < 0;
}
