// Private memory, processes and forks, by what POSIX has.
#if !defined(_WIN32) && !defined(__EMSCRIPTEN__)

#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include "system.hpp"

namespace sortid::detail::os {

void unmap(void* at, std::size_t size) noexcept { ::munmap(at, size); }
void call_in_child(void (*in_child)()) noexcept { ::pthread_atfork(nullptr, nullptr, in_child); }
std::uint32_t process() noexcept { return static_cast<std::uint32_t>(::getpid()); }

host_name_text host_name() noexcept {
  host_name_text name{};
  if (::gethostname(name.data(), name.size() - 1) != 0) name = {};
  return name;
}

}  // namespace sortid::detail::os

#endif
