// Counts the ids in logs of id_maker, and those that are there twice.
//
// usage: id_checker LOG…
//
// Prints "ids N", "duplicates N", and up to ten of the duplicates with the logs that have them. Exits with 1
// when there are any, with 2 when a log cannot be read. An id at the end of a log that was cut off was never
// shown. The ids of one pass of many share the low bits of a hash, so that memory for 2^26 of them is enough
// for any number.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace {

constexpr std::uint64_t ids_of_a_pass = std::uint64_t{1} << 26U;

class log_file {
 public:
  explicit log_file(const char* path) : path_(path) {
    const int fd = ::open(path, O_RDONLY | O_CLOEXEC);
    struct stat there {};
    if (fd < 0 || ::fstat(fd, &there) != 0) stop();
    count_ = static_cast<std::size_t>(there.st_size) / sizeof(std::uint64_t);
    if (count_ != 0) {
      memory_ = ::mmap(nullptr, count_ * sizeof(std::uint64_t), PROT_READ, MAP_PRIVATE, fd, 0);
      if (memory_ == MAP_FAILED) stop();
    }
    ::close(fd);
  }
  log_file(const log_file&) = delete;
  log_file& operator=(const log_file&) = delete;
  ~log_file() {
    if (memory_ != nullptr) ::munmap(memory_, count_ * sizeof(std::uint64_t));
  }
  [[nodiscard]] const char* path() const noexcept { return path_; }
  [[nodiscard]] std::span<const std::uint64_t> ids() const noexcept {
    return {static_cast<const std::uint64_t*>(memory_), count_};
  }

 private:
  [[noreturn]] void stop() const {
    std::perror(path_);
    std::exit(2);
  }
  const char* path_;
  std::size_t count_ = 0;
  void* memory_ = nullptr;
};

// The finalizer of splitmix64.
std::uint64_t hash(std::uint64_t x) noexcept {
  x = (x ^ x >> 30U) * 0xBF58'476D'1CE4'E5B9;
  x = (x ^ x >> 27U) * 0x94D0'49BB'1331'11EB;
  return x ^ x >> 31U;
}

}  // namespace

int main(int count, char** paths) {
  std::uint64_t all = 0;
  for (int i = 1; i < count; ++i) all += log_file(paths[i]).ids().size();
  std::uint64_t passes = 1;
  while (all / passes > ids_of_a_pass) passes *= 2;

  std::uint64_t duplicates = 0;
  std::set<std::uint64_t> samples;
  std::vector<std::uint64_t> ids;
  ids.reserve(all / passes + all / passes / 16);
  for (std::uint64_t pass = 0; pass < passes; ++pass) {
    ids.clear();
    for (int i = 1; i < count; ++i) {
      for (const log_file log(paths[i]); const std::uint64_t id : log.ids()) {
        if ((hash(id) & (passes - 1)) == pass) ids.push_back(id);
      }
    }
    std::sort(ids.begin(), ids.end());
    for (std::size_t i = 1; i < ids.size(); ++i) {
      if (ids[i] != ids[i - 1]) continue;
      ++duplicates;
      if (samples.size() < 10) samples.insert(ids[i]);
    }
  }

  std::printf("ids %llu\nduplicates %llu\n", static_cast<unsigned long long>(all),
              static_cast<unsigned long long>(duplicates));
  for (int i = 1; !samples.empty() && i < count; ++i) {
    const log_file log(paths[i]);
    for (std::size_t at = 0; at < log.ids().size(); ++at) {
      if (samples.contains(log.ids()[at]))
        std::printf("%016llx %s %zu\n", static_cast<unsigned long long>(log.ids()[at]), log.path(), at);
    }
  }
  return duplicates == 0 ? 0 : 1;
}
