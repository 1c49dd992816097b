// The clocks that a test moves while a server runs, by LD_PRELOAD and by two numbers of milliseconds, 8 bytes
// each, in the file named by SORTID_TEST_CLOCK: CLOCK_REALTIME is so far off, and each reading of
// CLOCK_MONOTONIC in a process comes so much after the one before. Every.pm builds it and writes the file.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

struct moves {
  int64_t offset_ms;
  int64_t step_ms;
};
static const volatile struct moves* moves;

__attribute__((constructor)) static void map_moves(void) {
  const char* path = getenv("SORTID_TEST_CLOCK");
  const int fd = path == NULL ? -1 : open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return;
  void* memory = mmap(NULL, sizeof *moves, PROT_READ, MAP_SHARED, fd, 0);
  if (memory != MAP_FAILED) moves = memory;
  close(fd);
}

static void add_ms(struct timespec* t, int64_t ms) {
  const int64_t ns = t->tv_nsec + ms % 1000 * 1000000;
  t->tv_sec += ms / 1000 + ns / 1000000000 - (ns < 0);
  t->tv_nsec = (ns + 1000000000) % 1000000000;
}

int clock_gettime(clockid_t id, struct timespec* t) {
  static int64_t stepped_ms;
  const long result = syscall(SYS_clock_gettime, id, t);
  if (result != 0 || moves == NULL) return (int)result;
  if (id == CLOCK_REALTIME) add_ms(t, moves->offset_ms);
  if (id == CLOCK_MONOTONIC) add_ms(t, __atomic_add_fetch(&stepped_ms, moves->step_ms, __ATOMIC_RELAXED));
  return 0;
}

int gettimeofday(struct timeval* restrict t, void* restrict zone) {
  struct timespec now;
  (void)zone;
  clock_gettime(CLOCK_REALTIME, &now);
  t->tv_sec = now.tv_sec;
  t->tv_usec = now.tv_nsec / 1000;
  return 0;
}
