// The numbers of one machine, as files. Each has two slots of 512 bytes, a text with its checksum, which are
// written in turn: whoever is killed, or loses power, while one is written leaves the other.
#if !defined(_WIN32) && !defined(__EMSCRIPTEN__)

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "sortid/node_pool.hpp"
#include "stores.hpp"
#include "system/posix_files.hpp"

namespace sortid {

namespace {

constexpr std::size_t slot_size = 512;
constexpr std::size_t file_size = 2 * slot_size;
constexpr std::string_view suffix = ".node";
constexpr const char* fence_name = "fence";
constexpr const char* use_name = "use";

class descriptor {
 public:
  explicit descriptor(int fd) noexcept : fd_(fd) {}
  ~descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  descriptor(const descriptor&) = delete;
  descriptor& operator=(const descriptor&) = delete;
  [[nodiscard]] int get() const noexcept { return fd_; }
  int give() noexcept { return std::exchange(fd_, -1); }

 private:
  int fd_;
};

// FNV-1a, 64 bits: it finds a slot that was written in part.
std::uint64_t checksum(std::string_view text) noexcept {
  std::uint64_t sum = 0xCBF2'9CE4'8422'2325;
  for (const char c : text) sum = (sum ^ static_cast<unsigned char>(c)) * 0x100'0000'01B3;
  return sum;
}

using slot_text = inline_text<slot_size>;
// "1765540800000 … 4711 A1B2C3D4E5F60718", spaces, and a newline as the last byte.
slot_text text_of_slot(const node_record& record) noexcept {
  slot_text out;
  out.append(record.to_text());
  const std::uint64_t sum = checksum(out);
  out.append(' ');
  for (int shift = 56; shift >= 0; shift -= 8)
    out.append_hex(static_cast<std::uint8_t>(sum >> static_cast<unsigned>(shift)));
  while (out.size() < slot_size - 1) out.append(' ');
  return out.append('\n');
}
std::optional<node_record> parse_slot(std::string_view text) noexcept {
  const std::string_view line = text.substr(0, text.find_last_not_of(" \n") + 1);
  const std::size_t space = line.rfind(' ');
  if (space == line.npos) return std::nullopt;
  const auto record = node_record::parse(line.substr(0, space));
  if (!record || text_of_slot(*record).view() != text) return std::nullopt;
  return record;
}

// What a file has: the later of the slots, and which of them is written next. No record: neither slot is
// whole.
struct content {
  std::optional<node_record> record;
  std::size_t next_slot = 0;
};
std::optional<content> read_file(int fd) noexcept {
  std::array<char, file_size> bytes{};
  const ssize_t got = ::pread(fd, bytes.data(), bytes.size(), 0);
  if (got < 0) return std::nullopt;
  // One that was made, and not yet written: never used.
  if (std::all_of(bytes.begin(), bytes.end(), [](char c) { return c == '\0'; }))
    return content{node_record(), 0};
  const std::string_view whole(bytes.data(), static_cast<std::size_t>(got));
  if (whole.size() != file_size) return content{};
  const auto first = parse_slot(whole.substr(0, slot_size));
  const auto second = parse_slot(whole.substr(slot_size));
  if (!first && !second) {
    // The very first write was cut off: no window was granted by it.
    const bool untouched = whole.substr(slot_size).find_first_not_of('\0') == whole.npos;
    return untouched ? content{node_record(), 0} : content{};
  }
  const bool second_is_later = second && (!first || second->count > first->count);
  return content{second_is_later ? second : first, second_is_later ? std::size_t{0} : std::size_t{1}};
}

// A pipe that somebody put there would hold up who opens it.
constexpr int open_flags = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
bool is_file(int fd) noexcept {
  struct stat what {};
  return ::fstat(fd, &what) == 0 && S_ISREG(what.st_mode);
}

// What root makes belongs to whom the folder belongs to, whose processes could not open it otherwise.
void give_to_owner(int folder, int file) noexcept {
  struct stat owner {};
  if (::geteuid() == 0 && ::fstat(folder, &owner) == 0) (void)!::fchown(file, owner.st_uid, owner.st_gid);
}

std::string name_of_file(unsigned node) { return std::to_string(node) + std::string(suffix); }
std::optional<unsigned> node_of_file(std::string_view name) noexcept {
  if (!name.ends_with(suffix)) return std::nullopt;
  unsigned node = 0;
  const char* const end = name.data() + name.size() - suffix.size();
  const auto [stop, why] = std::from_chars(name.data(), end, node);
  if (why != std::errc() || stop != end || name != name_of_file(node)) return std::nullopt;
  return node;
}

}  // namespace

file_node_store::file_node_store(std::string folder) : folder_(std::move(folder)) {}

file_node_store::~file_node_store() {
  for (const held& h : held_) ::close(h.fd);
}

// What was locked stays the parent's; the lock goes with the last descriptor.
void file_node_store::forked() noexcept {
  for (const held& h : held_) ::close(h.fd);
  held_.clear();
}

store_answer file_node_store::fail(std::string_view what, std::string_view file, int system_error,
                                   store_answer answer) {
  last_error_ = what;
  if (system_error != 0) last_error_.append(": ").append(std::strerror(system_error));
  last_error_.append(" (").append(folder_);
  if (!file.empty()) last_error_.append("/").append(file);
  last_error_ += ')';
  return answer;
}

file_node_store::held* file_node_store::find(unsigned node) noexcept {
  const auto at = std::find_if(held_.begin(), held_.end(), [node](const held& h) { return h.node == node; });
  return at == held_.end() ? nullptr : &*at;
}

void file_node_store::release(unsigned node) noexcept {
  const held* const h = find(node);
  if (h == nullptr) return;
  ::close(h->fd);
  held_.erase(held_.begin() + (h - held_.data()));
}

// The folder, made where it is missing; −1 with last_error() where it cannot serve.
int file_node_store::open_folder() {
  const auto open_it = [this] { return ::open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); };
  int fd = open_it();
  if (fd < 0 && errno == ENOENT && (::mkdir(folder_.c_str(), 0700) == 0 || errno == EEXIST)) fd = open_it();
  if (fd < 0) {
    (void)fail("the folder of the pool cannot be opened", "", errno);
    return -1;
  }
  descriptor folder(fd);
  switch (detail::os::reach_of_number(fd)) {
    case detail::os::file_reach::hosts:
      (void)fail("the folder of the pool is on a file system that hosts share; put it on a local one", "", 0);
      return -1;
    case detail::os::file_reach::server:
      (void)fail("the folder of the pool is on a file system of FUSE or 9P; put it on a local one", "", 0);
      return -1;
    case detail::os::file_reach::local:
      break;
  }
  last_error_.clear();
  return folder.give();
}

store_answer file_node_store::read(node_reading& to, std::int64_t) {
  const descriptor folder(open_folder());
  if (folder.get() < 0) return store_answer::unavailable;
  // A descriptor of its own, which closedir() closes.
  const int listed = ::openat(folder.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const std::unique_ptr<DIR, int (*)(DIR*)> names(listed < 0 ? nullptr : ::fdopendir(listed), &::closedir);
  if (names == nullptr) return fail("the folder of the pool cannot be read", "", errno);
  for (;;) {
    errno = 0;
    const dirent* const entry = ::readdir(names.get());
    if (entry == nullptr && errno != 0) return fail("the folder of the pool cannot be read", "", errno);
    if (entry == nullptr) break;
    const auto node = node_of_file(entry->d_name);
    if (!node) continue;
    const descriptor file(::openat(folder.get(), entry->d_name, O_RDONLY | open_flags));
    if (file.get() >= 0 ? !is_file(file.get()) : errno == ELOOP) {
      to.entries.push_back({*node, node_record(), false, false});
      continue;
    }
    const auto there = file.get() < 0 ? std::nullopt : read_file(file.get());
    if (!there) return fail("a file of the pool cannot be read", entry->d_name, errno);
    const bool live = detail::os::is_locked(file.get());
    const held* const own = find(*node);
    const bool readable = there->record && (own == nullptr || !own->broken);
    to.entries.push_back({*node, there->record.value_or(node_record()), live, readable});
  }
  if (const descriptor use(::openat(folder.get(), use_name, O_RDONLY | open_flags)); use.get() >= 0) {
    std::array<char, 64> text{};
    const ssize_t got = ::pread(use.get(), text.data(), text.size(), 0);
    const std::string_view line(text.data(), got > 0 ? static_cast<std::size_t>(got) : 0);
    if (line.size() < 2 || line.find('\n') != line.size() - 1)
      return fail("what the pool is for cannot be read", use_name, got < 0 ? errno : 0);
    to.use.append(line.substr(0, line.size() - 1));
  } else if (errno != ENOENT) {
    return fail("what the pool is for cannot be read", use_name, errno);
  }
  const descriptor fence(::openat(folder.get(), fence_name, O_RDONLY | open_flags));
  if (fence.get() < 0)
    return errno == ENOENT ? store_answer::done : fail("the fence cannot be read", fence_name, errno);
  if (!is_file(fence.get())) return fail("the fence is no file", fence_name, 0);
  std::array<char, 32> digits{};
  const ssize_t got = ::pread(fence.get(), digits.data(), digits.size() - 1, 0);
  if (got < 0) return fail("the fence cannot be read", fence_name, errno);
  const auto [end, why] = std::from_chars(digits.data(), digits.data() + got, to.fence_ms);
  if (why != std::errc() || *end != '\n') return fail("the fence is not a number", fence_name, 0);
  return store_answer::done;
}

store_answer file_node_store::swap(unsigned node, const node_record& before, const node_record& next,
                                   std::int64_t) {
  const descriptor folder(open_folder());
  if (folder.get() < 0) return store_answer::unavailable;
  const std::string name = name_of_file(node);
  held* own = find(node);
  if (own != nullptr) {
    if (own->broken) return store_answer::lost;
    // Somebody may have deleted the file, or put another one there.
    struct stat here {};
    struct stat there {};
    if (::fstat(own->fd, &here) != 0 ||
        ::fstatat(folder.get(), name.c_str(), &there, AT_SYMLINK_NOFOLLOW) != 0 ||
        here.st_ino != there.st_ino || here.st_dev != there.st_dev) {
      release(node);
      return store_answer::lost;
    }
  } else {
    const int making = before.unused() ? O_CREAT : 0;
    descriptor file(::openat(folder.get(), name.c_str(), O_RDWR | open_flags | making, 0600));
    if (file.get() < 0)
      return errno == ENOENT ? store_answer::lost : fail("a file of the pool cannot be opened", name, errno);
    if (!is_file(file.get())) return store_answer::lost;
    if (const int why = detail::os::lock_open_file(file.get()); why != 0)
      return why == EWOULDBLOCK ? store_answer::lost : fail("a file of the pool cannot be locked", name, why);
    if (before.unused()) {
      give_to_owner(folder.get(), file.get());
      // Room on the disk for all there will be, and its name on disk.
      if (const int why = detail::os::reserve_room(file.get(), file_size); why != 0)
        return fail("a file of the pool cannot be written", name, why);
      if (detail::os::flush_file(folder.get()) != 0)
        return fail("the folder of the pool cannot be written", "", errno);
    }
    held_.push_back({node, file.get(), false});
    (void)file.give();
    own = &held_.back();
  }
  const auto there = read_file(own->fd);
  if (!there || there->record != before) {
    const int why = there ? 0 : errno;
    release(node);
    return there ? store_answer::lost : fail("a file of the pool cannot be read", name, why);
  }
  const slot_text slot = text_of_slot(next);
  const auto at = static_cast<off_t>(there->next_slot * slot_size);
  const ssize_t written = ::pwrite(own->fd, slot.data(), slot.size(), at);
  if (written != static_cast<ssize_t>(slot.size()) || detail::os::flush_data(own->fd) != 0) {
    // Reading it back would show what the memory has, and not the disk.
    own->broken = true;
    return fail("a file of the pool cannot be written", name, written < 0 || errno != 0 ? errno : ENOSPC,
                store_answer::unknown);
  }
  return store_answer::done;
}

// A file of that name with a line, whole or not at all: written beside it, then put there.
store_answer file_node_store::put_line(const char* name, const std::string& line, bool replace) {
  const descriptor folder(open_folder());
  if (folder.get() < 0) return store_answer::unavailable;
  const std::string aside = std::string(name) + '.' + std::to_string(::getpid());
  const descriptor file(
      ::openat(folder.get(), aside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (file.get() < 0) return fail("a file of the pool cannot be written", name, errno);
  give_to_owner(folder.get(), file.get());
  const auto put = [&] {
    return replace ? ::renameat(folder.get(), aside.c_str(), folder.get(), name)
                   : ::linkat(folder.get(), aside.c_str(), folder.get(), name, 0);
  };
  const std::string text = line + '\n';
  const bool whole = ::write(file.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size()) &&
                     detail::os::flush_file(file.get()) == 0 && put() == 0;
  const int why = whole ? 0 : errno;
  if (!whole || !replace) ::unlinkat(folder.get(), aside.c_str(), 0);
  if (why == EEXIST) return store_answer::lost;
  if (!whole) return fail("a file of the pool cannot be written", name, why);
  return detail::os::flush_file(folder.get()) == 0
             ? store_answer::done
             : fail("the folder of the pool cannot be written", "", errno, store_answer::unknown);
}

store_answer file_node_store::claim(std::string_view use, std::int64_t) {
  return put_line(use_name, std::string(use), false);
}

store_answer file_node_store::raise_fence(std::int64_t unix_ms, std::int64_t) {
  node_reading there;
  if (const store_answer answer = read(there, 0); answer != store_answer::done) return answer;
  if (unix_ms <= there.fence_ms) return store_answer::done;
  return put_line(fence_name, std::to_string(unix_ms), true);
}

std::unique_ptr<node_store> detail::make_file_node_store(std::string folder) {
  return std::make_unique<file_node_store>(std::move(folder));
}

}  // namespace sortid

#endif
