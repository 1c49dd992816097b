/* Makes ULIDs in the order of a file and prints each: order_user FILE COUNT. */
#include <stdio.h>
#include <stdlib.h>

#include "sortid.h"

int main(int argc, char** argv) {
  sortid_generator_options options = {.struct_size = sizeof options};
  sortid_generator* ids = NULL;
  sortid_error why;
  if (argc != 3) return 2;
  options.format = SORTID_FORMAT_ULID;
  options.scope = SORTID_SCOPE_HOST;
  options.order_file = argv[1];
  options.on_overflow = SORTID_OVERFLOW_RUN_AHEAD;
  if (sortid_generator_create(&options, &ids, &why) != SORTID_OK) {
    fprintf(stderr, "order_user: %s (%u)\n", why.detail != NULL ? why.detail : "rejected", (unsigned)why.found);
    return 1;
  }
  for (long left = atol(argv[2]); left > 0; --left) {
    sortid_id id;
    if (sortid_generator_next(ids, &id, &why) != SORTID_OK) return 1;
    printf("%016llx%016llx\n", (unsigned long long)id.hi, (unsigned long long)id.lo);
    fflush(stdout);
  }
  sortid_generator_destroy(ids);
  return 0;
}
