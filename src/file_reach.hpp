// Whether the processes that use a file are those of this host.
#pragma once

#include <sys/vfs.h>

#include <algorithm>
#include <cstdint>
#include <iterator>

namespace sortid::detail {

// Where not all are local, writes to a mapped file are not seen by all in time, and a lock may not be known to all.
enum class file_reach : std::uint8_t {
  local,
  hosts,   // a file system that hosts share
  server,  // FUSE or 9P, which may keep a file from other processes
};

struct file_system {
  std::uint32_t type;  // statfs(2), linux/magic.h
  file_reach reach;
};
inline constexpr file_system not_local[] = {
    {0x6969, file_reach::hosts},       // NFS
    {0x517B, file_reach::hosts},       // SMB
    {0xFF534D42, file_reach::hosts},   // CIFS
    {0xFE534D42, file_reach::hosts},   // SMB 2
    {0x5346414F, file_reach::hosts},   // OpenAFS
    {0x6B414653, file_reach::hosts},   // AFS
    {0x73757245, file_reach::hosts},   // Coda
    {0x00C36400, file_reach::hosts},   // Ceph
    {0x0BD00BD0, file_reach::hosts},   // Lustre
    {0x47504653, file_reach::hosts},   // GPFS
    {0x19830326, file_reach::hosts},   // BeeGFS
    {0x20030528, file_reach::hosts},   // OrangeFS
    {0x01161970, file_reach::hosts},   // GFS2
    {0x7461636F, file_reach::hosts},   // OCFS2
    {0x786F4256, file_reach::hosts},   // a VirtualBox machine's shared folder
    {0xBACBACBC, file_reach::hosts},   // a VMware machine's
    {0x65735546, file_reach::server},  // FUSE, virtiofs too
    {0x01021997, file_reach::server},  // 9P
};

// Of a descriptor's file system; local where the system does not tell.
inline file_reach reach_of_files(int fd) noexcept {
  struct statfs status {};
  if (::fstatfs(fd, &status) != 0) return file_reach::local;
  const auto type = static_cast<std::uint32_t>(status.f_type);
  const auto* const found = std::find_if(std::begin(not_local), std::end(not_local),
                                         [type](const file_system& f) { return f.type == type; });
  return found == std::end(not_local) ? file_reach::local : found->reach;
}

}  // namespace sortid::detail
