/* Makes ULIDs in the order of a file and prints each: order_user COUNT, with the path as a line of UTF-8 on
   standard input, since the words of a C program on Windows have been through a code page. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sortid.h"

int main(int argc, char** argv) {
  sortid_generator_options options = {.struct_size = sizeof options};
  sortid_generator* ids = NULL;
  sortid_error why;
  char path[4096];
  if (argc != 2 || fgets(path, sizeof path, stdin) == NULL) return 2;
  path[strcspn(path, "\r\n")] = '\0';
  options.format = SORTID_FORMAT_ULID;
  options.scope = SORTID_SCOPE_HOST;
  options.order_file = path;
  options.on_overflow = SORTID_OVERFLOW_RUN_AHEAD;
  if (sortid_generator_create(&options, &ids, &why) != SORTID_OK) {
    fprintf(stderr, "order_user: %s (%u)\n", why.detail != NULL ? why.detail : "rejected",
            (unsigned)why.found);
    return 1;
  }
  for (long left = atol(argv[1]); left > 0; --left) {
    sortid_id id;
    if (sortid_generator_next(ids, &id, &why) != SORTID_OK) return 1;
    printf("%016llx%016llx\n", (unsigned long long)id.hi, (unsigned long long)id.lo);
    fflush(stdout);
  }
  sortid_generator_destroy(ids);
  return 0;
}
