// Calls a function on what standard input has, and writes what it returns and leaves: proofs/native.py
// compiles this with the function, SORTID_ENTRY. An object lies once before memory that cannot be touched,
// once behind such.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

enum { most = 6, page = 4096 };

uint64_t entry(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t) __asm__(SORTID_ENTRY);

static uint64_t word(void) {
  uint64_t value;
  if (fread(&value, sizeof value, 1, stdin) != 1) exit(0);
  return value;
}

int main(void) {
  const struct rlimit seconds = {10, 10};
  setrlimit(RLIMIT_CPU, &seconds);
  const struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  for (;;) {
    uint64_t arguments[most] = {0}, sizes[most];
    unsigned char *objects[most], *regions[most];
    size_t whole[most];
    int is_object[most] = {0};
    const uint64_t at_end = word(), bits = word(), count = word();
    for (uint64_t i = 0; i < count; ++i) {
      is_object[i] = (int)word();
      arguments[i] = word();
    }
    const uint64_t held = word();
    for (uint64_t i = 0; i < held; ++i) {
      sizes[i] = word();
      const size_t inner = (sizes[i] / page + 1) * page;
      whole[i] = inner + 2 * page;
      regions[i] = mmap(0, whole[i], PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      if (regions[i] == MAP_FAILED || mprotect(regions[i] + page, inner, PROT_READ | PROT_WRITE) != 0)
        return 1;
      objects[i] = regions[i] + page + (at_end ? inner - sizes[i] : 0);
      if (sizes[i] != 0 && fread(objects[i], sizes[i], 1, stdin) != 1) return 1;
    }
    for (uint64_t i = 0; i < count; ++i)
      if (is_object[i]) arguments[i] = (uint64_t)(uintptr_t)objects[arguments[i]];
    uint64_t returned =
        entry(arguments[0], arguments[1], arguments[2], arguments[3], arguments[4], arguments[5]);
    returned &= bits == 64 ? ~UINT64_C(0) : (UINT64_C(1) << bits) - 1;
    fwrite(&returned, sizeof returned, 1, stdout);
    for (uint64_t i = 0; i < held; ++i) {
      fwrite(objects[i], 1, sizes[i], stdout);
      munmap(regions[i], whole[i]);
    }
  }
}
