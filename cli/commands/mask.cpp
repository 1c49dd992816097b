// sortid mask and unmask: public ids that hide their time.
#include <array>
#include <cerrno>
#include <memory>

#include "commands/commands.hpp"
#include "host/host.hpp"
#include "ids/conversion.hpp"
#include "output.hpp"
#include "values.hpp"

namespace sortid::cli {

namespace {

constexpr std::string_view uuid_versions = "8|4";

struct mask_command_options {
  std::string key_file;
  std::string from;
  std::string version;
  std::string invalid;
  std::string jobs;
  std::vector<std::string> ids;
};

// A file that is open until the end of the block.
class open_file {
 public:
  explicit open_file(const std::string& path) : fd_(os::open_to_read(path)) {}
  ~open_file() {
    if (fd_ >= 0) (void)os::close(fd_);
  }
  open_file(const open_file&) = delete;
  open_file& operator=(const open_file&) = delete;
  [[nodiscard]] int fd() const { return fd_; }

 private:
  int fd_;
};

// Empty when the file cannot be read, which it says.
std::optional<mask_key> key_of(const std::string& path) {
  const open_file file(path);
  // A key file is short; one byte more shows a longer one.
  constexpr std::size_t most = 67;  // 64 digits, CR and LF, and that byte
  std::array<char, most> bytes{};
  std::size_t size = 0;
  const std::optional<bool> known_to_all = file.fd() < 0 ? std::nullopt : os::all_may_read(file.fd());
  if (!known_to_all) {
    if (errno == ENOENT && mask_key::from_file_contents(path))
      throw usage_error(
          "--key-file takes the name of a file that has the key: other users see the words of commands");
    say_failed("cannot read", path, errno);
    return std::nullopt;
  }
  if (*known_to_all)
    throw usage_error(fmt::format("every user may read {}; a key file is for its owner: chmod 600", path));
  while (size < bytes.size()) {
    const std::ptrdiff_t count = os::read_some(file.fd(), bytes.data() + size, bytes.size() - size);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      say_failed("cannot read", path, errno);
      return std::nullopt;
    }
    if (count == 0) break;
    size += static_cast<std::size_t>(count);
  }
  if (size == bytes.size())
    throw usage_error(
        fmt::format("{} is longer than any key: 16 or 32 bytes, or twice as many hexadecimal digits", path));
  auto key = mask_key::from_file_contents({bytes.data(), size});
  if (!key) throw usage_error(fmt::format("{}: {}", path, message_of_mask_key(key.error()).view()));
  return *key;
}

status run_masks(mask_direction direction, const mask_command_options& given) {
  const unsigned version =
      given.version.empty() || choice_of("--uuid-version", given.version, uuid_versions) == 0 ? 8 : 4;
  const std::optional<format> stored =
      given.from.empty() ? std::nullopt : std::optional(named_format(given.from));
  const auto key = key_of(given.key_file);
  if (!key) return status::io_failed;
  const masking mask(direction, *key, version);
  const conversion changes(stored ? reading::format_of(mask.read_format(*stored)) : reading::any_format(),
                           target{.mask = &mask});
  return run_stream(changes.work(), given.ids,
                    {.threads = threads_of(given.jobs), .invalid_path = given.invalid});
}

command command_of(mask_direction direction, const std::string& name, std::string description,
                   std::string footer) {
  const auto given = std::make_shared<mask_command_options>();
  return {
      .name = name,
      .description = std::move(description),
      .options = {{.flags = {"-k", "--key-file"},
                   .target = &given->key_file,
                   .value = std::string(any_file_name),
                   .description =
                       "File with the key: 16 or 32 bytes, raw or in hexadecimal; not readable by all",
                   .required = true},
                  {.flags = {"-f", "--from"},
                   .target = &given->from,
                   .value = std::string(any_format_name),
                   .description = "Format of the ids as they are stored (default: what the text is)"},
                  {.flags = {"--uuid-version"},
                   .target = &given->version,
                   .value = std::string(uuid_versions),
                   .description = "Version of masked UUIDs and TypeIDs (default: 8)"},
                  {.flags = {"--invalid"},
                   .target = &given->invalid,
                   .value = std::string(any_file_name),
                   .description = "Write the rejected lines there, as they came; not a file of <, > or 2>"},
                  jobs_option(given->jobs),
                  ids_argument(given->ids, name)},
      .footer = std::move(footer),
      .run = [direction, given] { return run_masks(direction, *given); },
  };
}

}  // namespace

command mask_command() {
  return command_of(mask_direction::mask, "mask", "Write ids as public ids that hide their time",
                    "Under one key equal ids have equal masks, and `sortid unmask` gives the ids\n"
                    "back. A UUID of version 7 becomes one of version 8. It is no authentication:\n"
                    "see docs/mask.md.\n"
                    "\n"
                    "Examples:\n"
                    "  (umask 077 && openssl rand -hex 32 > mask.key)\n"
                    "  sortid mask --key-file mask.key 01ARZ3NDEKTSV4RRFFQ69G5FAV\n"
                    "  sortid mask --key-file mask.key --from uid11-snowish < ids.txt > public.txt");
}

command unmask_command() {
  return command_of(mask_direction::unmask, "unmask", "Write the ids that `mask` was given",
                    "Any valid id unmasks to some id: look it up before you trust it. --from names\n"
                    "the format of the ids as they are stored.\n"
                    "\n"
                    "Examples:\n"
                    "  sortid unmask --key-file mask.key < public.txt > ids.txt");
}

}  // namespace sortid::cli
