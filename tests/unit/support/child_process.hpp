// Children of the test: forked in each way that there is, watched, and killed.
#pragma once

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <iterator>
#include <vector>

namespace sortid_test {

// A T that children share with the test: zeros at first, trivially copyable or atomic.
template <class T>
class shared_memory {
 public:
  shared_memory()
      : memory_(::mmap(nullptr, sizeof(T), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)) {
    if (memory_ == MAP_FAILED) std::abort();
  }
  shared_memory(const shared_memory&) = delete;
  shared_memory& operator=(const shared_memory&) = delete;
  ~shared_memory() { ::munmap(memory_, sizeof(T)); }
  [[nodiscard]] T* operator->() const noexcept { return static_cast<T*>(memory_); }
  [[nodiscard]] T& operator*() const noexcept { return *static_cast<T*>(memory_); }

 private:
  void* memory_;
};

// The library's fork runs what pthread_atfork has; a system call of one's own runs nothing.
enum class way_to_fork { library, system_call_fork, system_call_clone };

inline const std::vector<way_to_fork> ways_to_fork {
  way_to_fork::library,
#if defined(SYS_fork)
      way_to_fork::system_call_fork,
#endif
      way_to_fork::system_call_clone
};

[[nodiscard]] inline const char* name_of(way_to_fork way) {
  switch (way) {
    case way_to_fork::library:
      return "fork";
    case way_to_fork::system_call_fork:
      return "SYS_fork";
    case way_to_fork::system_call_clone:
      return "SYS_clone";
  }
  return "";
}

[[nodiscard]] inline pid_t fork_by(way_to_fork way) {
  switch (way) {
    case way_to_fork::library:
      return ::fork();
    case way_to_fork::system_call_fork:
#if defined(SYS_fork)
      return static_cast<pid_t>(::syscall(SYS_fork));
#else
      break;
#endif
    case way_to_fork::system_call_clone:
      return static_cast<pid_t>(::syscall(SYS_clone, SIGCHLD, nullptr, nullptr, nullptr, nullptr));
  }
  return -1;
}

// Runs `work` in a child, which ends with what it returns and without the test's own exit handlers.
template <class Work>
[[nodiscard]] pid_t start_child(way_to_fork way, const Work& work) {
  const pid_t child = fork_by(way);
  if (child == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    ::_exit(work());
  }
  return child;
}

// The exit status, or 1000 and the signal that ended it.
[[nodiscard]] inline int exit_status_of(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return -1;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1'000 + WTERMSIG(status);
}

template <class Work>
[[nodiscard]] int exit_status_of_child(way_to_fork way, const Work& work) {
  const pid_t child = start_child(way, work);
  return child < 0 ? -1 : exit_status_of(child);
}

inline void kill_child(pid_t child) {
  ::kill(child, SIGKILL);
  (void)exit_status_of(child);
}

// From here on that system call fails in this process. False when processes may not ask for that.
[[nodiscard]] inline bool reject_system_call(long number, unsigned error_number) {
  // A filter against an enemy would look at the architecture as well.
  sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<unsigned>(number), 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error_number),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const sock_fprog program{static_cast<unsigned short>(std::size(filter)), filter};
  return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

}  // namespace sortid_test
