// A clock that a test moves while a server runs, by LD_PRELOAD: CLOCK_REALTIME plus the milliseconds that
// stand in the file named by SORTID_TEST_CLOCK, as 8 bytes. Every.pm builds it and writes the file.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const volatile int64_t* offset_ms;

__attribute__((constructor)) static void map_offset(void) {
  const char* path = getenv("SORTID_TEST_CLOCK");
  const int fd = path == NULL ? -1 : open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return;
  void* memory = mmap(NULL, sizeof *offset_ms, PROT_READ, MAP_SHARED, fd, 0);
  if (memory != MAP_FAILED) offset_ms = memory;
  close(fd);
}

int clock_gettime(clockid_t id, struct timespec* t) {
  const long result = syscall(SYS_clock_gettime, id, t);
  if (result == 0 && id == CLOCK_REALTIME && offset_ms != NULL) {
    const int64_t ns = t->tv_nsec + *offset_ms % 1000 * 1000000;
    t->tv_sec += *offset_ms / 1000 + ns / 1000000000 - (ns < 0);
    t->tv_nsec = (ns + 1000000000) % 1000000000;
  }
  return (int)result;
}

int gettimeofday(struct timeval* restrict t, void* restrict zone) {
  struct timespec now;
  (void)zone;
  clock_gettime(CLOCK_REALTIME, &now);
  t->tv_sec = now.tv_sec;
  t->tv_usec = now.tv_nsec / 1000;
  return 0;
}
