// A connection that a forked child has from its parent.
#pragma once

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

namespace sortid::stores {

// Puts a dead socket in the place of this process's descriptor, so that the farewell of whoever closes the connection
// goes nowhere and the parent's goes on. False when there is no descriptor for it: then nobody may close it.
inline bool cut_off(int fd) noexcept {
  if (fd < 0) return true;
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return false;
  ::close(ends[1]);
  const bool replaced = ::dup3(ends[0], fd, O_CLOEXEC) >= 0;
  ::close(ends[0]);
  return replaced;
}

}  // namespace sortid::stores
