// sortid sort: lines of ids into the order of their ids, in bounded memory.
#include <algorithm>
#include <cerrno>
#include <limits>
#include <memory>

#include "commands/commands.hpp"
#include "host/host.hpp"
#include "ids/columns.hpp"
#include "output.hpp"
#include "sorting/field.hpp"
#include "sorting/order.hpp"
#include "sorting/sorter.hpp"
#include "stream/outlet.hpp"
#include "stream/stream.hpp"
#include "values.hpp"

namespace sortid::cli {

namespace {

struct sort_options {
  std::string format;
  bool reverse = false;
  bool unique = false;
  bool check = false;
  bool check_quietly = false;
  std::string output;
  std::string memory;
  std::string folder;
  std::string field;
  std::string separator;
  std::string invalid;
  std::string jobs;
  std::vector<std::string> files;
};

// 512K, 64M, 2G, as sort -S has them.
std::size_t memory_of(const std::string& text) {
  constexpr std::string_view units = "KMGT";
  constexpr std::uint64_t least = std::uint64_t{1} << 20U;
  const std::size_t unit = text.empty() ? std::string::npos : units.find(text.back());
  if (unit == std::string::npos)
    throw usage_error(fmt::format("--memory \"{}\": a number and K, M, G or T expected, as in 512M", text));
  const std::uint64_t count = number_of("--memory", text.substr(0, text.size() - 1));
  const unsigned shift = 10 * (static_cast<unsigned>(unit) + 1);
  constexpr std::uint64_t most = std::numeric_limits<std::size_t>::max();
  const std::uint64_t bytes = count > most >> shift ? 0 : count << shift;
  if (bytes < least)
    throw usage_error(fmt::format("--memory {}: at least 1M, and no more than there is", text));
  return static_cast<std::size_t>(bytes);
}

// --- sorting -----------------------------------------------------------------------------------------------

class bare_id_sink final : public id_sink {
 public:
  bare_id_sink(sorter<bare_row>& to, const id_parser& from) : from_(from), chunk_(to), kinds_(to.kinds()) {}

  bool take(const id_column& ids, std::byte*, const line_column&) override {
    chunk_.add(kinds_.number_of(ids.format, ids.prefix), ids);
    return true;
  }
  id_error take(const known_id& id, std::string_view text, std::uint64_t) override {
    chunk_.add(kinds_.number_of(sorted_format(from_, text, id), id.prefix), id.value, 0, {});
    return {};
  }

 private:
  const id_parser& from_;
  sorter<bare_row>::loan chunk_;
  kind_finder kinds_;
};

void take_lines(const block& in, const id_parser& from, const field_of_line& field, sorter<line_row>& to,
                block_result& result) {
  sorter<line_row>::loan chunk(to);
  kind_finder kinds(to.kinds());
  // Beyond any line's number, so that the lines of an input come before those of the next.
  constexpr unsigned bits_of_number = 40;
  const std::uint64_t input = std::uint64_t{in.input} << bits_of_number;
  read_fields(in, from, field, result,
              [&](const known_id& id, std::string_view text, std::uint64_t number, std::string_view line) {
                chunk.add(kinds.number_of(sorted_format(from, text, id), id.prefix), id.value, input | number,
                          line);
              });
}

// Where sorted lines go: to standard output, or to a file that may be one of those that are sorted.
class destination {
 public:
  explicit destination(const sort_options& given) : path_(given.output), invalid_path_(given.invalid) {
    if (path_.empty()) return;
    if (!invalid_path_.empty() && os::lead_to_one_name(path_, invalid_path_)) fail_as_one_file();
    // What is there must be writable before the work begins. What is not there is made when it is done.
    open();
    is_input_ = fd_ >= 0 && is_one_of(fd_, given.files);
  }
  ~destination() { close(); }
  destination(const destination&) = delete;
  destination& operator=(const destination&) = delete;

  // False when nothing was written, after it said why.
  template <class Row>
  bool write(sorter<Row>& sorted, outlet& standard_output) {
    if (path_.empty()) {
      results some;
      bool written = true;
      sorted.settle();
      sorted.write([&](std::string_view lines) {
        some.out.clear();
        append(some.out, lines);
        written = standard_output.write(some, true);
        return written;
      });
      return written;
    }
    if (is_input_ && invalid_path_.empty() && standard_output.invalid() != 0) {
      say(fmt::format("{} stays as it is, because it has invalid lines: --invalid FILE keeps them", path_));
      return false;
    }
    open();
    sorted.settle();
    if (!replace(sorted)) overwrite(sorted);
    return true;
  }

 private:
  // Does nothing where nothing is there yet.
  void open() {
    if (fd_ >= 0 || os::is_missing(path_)) return;
    fd_ = os::open_to_write(path_);
    if (fd_ < 0) fail(errno);
    // Two names may be of one file.
    if (!invalid_path_.empty() && os::is_regular_file_at(fd_, invalid_path_)) fail_as_one_file();
  }
  void close() {
    if (fd_ >= 0) (void)os::close(fd_);
    fd_ = -1;
  }
  // Returns how many bytes all lines have.
  template <class Row>
  std::uint64_t put(sorter<Row>& sorted, int fd) {
    sink out(fd, path_);
    std::uint64_t size = 0;
    sorted.write([&](std::string_view lines) {
      out.put_now(lines);
      size += lines.size();
      return !out.failed();
    });
    if (out.failed()) throw io_error(out.error_text());
    return size;
  }
  // By a new file. False where the old one can only be written in place.
  template <class Row>
  bool replace(sorter<Row>& sorted) {
    os::new_file whole(path_, fd_);
    if (whole.fd() < 0) return false;
    (void)put(sorted, whole.fd());
    if (os::sync(whole.fd()) != 0) fail(errno);
    close();
    return whole.take_place();
  }
  // The file has its lines until the disk is known to have room for all.
  template <class Row>
  void overwrite(sorter<Row>& sorted) {
    if (fd_ < 0) fd_ = os::open_to_write(path_);
    if (fd_ < 0 || os::reserve(fd_, sorted.most_bytes()) != 0 || os::cut(fd_, put(sorted, fd_)) != 0 ||
        os::sync(fd_) != 0)
      fail(errno);
  }
  [[noreturn]] static void fail_as_one_file() {
    throw usage_error("--output and --invalid name one file; take two");
  }
  [[noreturn]] void fail(int error) const {
    throw io_error(cli::error_text("cannot write to", path_, error));
  }

  std::string path_;
  std::string invalid_path_;
  int fd_ = -1;  // of what is there
  bool is_input_ = false;
};

// Why a line that is longer than a block is rejected.
std::function<id_error(std::uint64_t bytes)> too_long_in(const id_parser& from,
                                                         const std::optional<field_of_line>& field) {
  if (!field) return [&from](std::uint64_t bytes) { return from.too_long(bytes); };
  return [](std::uint64_t bytes) {
    return id_error{{reason::length, 0, 0, detail::clamp32(bytes)},
                    "line",
                    fmt::format("a line of {} bytes is too long to keep", bytes)};
  };
}

template <class Row, class Process>
status sort_with(const sort_options& given, const id_parser& from, const std::optional<field_of_line>& field,
                 Process&& process) {
  const sort_plan plan{given.memory.empty() ? sort_plan{}.memory : memory_of(given.memory),
                       threads_of(given.jobs), given.folder.empty() ? os::temporary_folder() : given.folder,
                       given.reverse, given.unique};
  sorter<Row> sorted(plan);
  destination to(given);
  stream_options options{.threads = plan.threads, .files = true, .invalid_path = given.invalid};
  options.finish = [&](outlet& out) { return to.write(sorted, out); };
  return run_stream(
      {[&](const block& in, block_result& result) { process(in, sorted, result); }, too_long_in(from, field)},
      given.files, std::move(options));
}

// --- checking ----------------------------------------------------------------------------------------------

status check_order(const sort_options& given, const id_parser& from,
                   const std::optional<field_of_line>& field) {
  const wanted_order how{.reverse = given.reverse, .unique = given.unique, .quiet = given.check_quietly};
  std::optional<ordered_id> last;  // of all blocks before
  const auto process = [&](const block& in, block_result& result) {
    checked_block checked(how, in, from);
    if (field) {
      read_fields(in, from, *field, result,
                  [&](const known_id& id, std::string_view text, std::uint64_t number,
                      std::string_view line) { checked.note(ordered(from, text, id), line, number); });
    } else {
      read_ids(in, from, checked, result);
    }
    result.wait_for_turn();
    checked.settle(last, result);
  };
  try {
    return run_stream({process, too_long_in(from, field)}, given.files,
                      {.threads = threads_of(given.jobs), .files = true, .invalid_path = given.invalid});
  } catch (const disorder&) {
    return status::some_invalid;
  }
}

status sort(const sort_options& given) {
  const bool checks = given.check || given.check_quietly;
  if (checks && !given.output.empty()) throw usage_error("--check writes no lines; it goes without --output");
  const id_parser from = id_parser::of(format_if_named(given.format));
  const auto field = field_of_options(given.field, given.separator);
  if (checks) return check_order(given, from, field);
  if (field)
    return sort_with<line_row>(given, from, field,
                               [&](const block& in, sorter<line_row>& to, block_result& result) {
                                 take_lines(in, from, *field, to, result);
                               });
  return sort_with<bare_row>(given, from, field,
                             [&](const block& in, sorter<bare_row>& to, block_result& result) {
                               bare_id_sink sink(to, from);
                               read_ids(in, from, sink, result);
                             });
}

}  // namespace

command sort_command() {
  const auto given = std::make_shared<sort_options>();
  return {
      .name = "sort",
      .description = "Write the lines of files in the order of their ids",
      .options = {only_format_option(given->format),
                  flag_option({"-r", "--reverse"}, given->reverse, "The greatest id first"),
                  flag_option({"-u", "--unique"}, given->unique,
                              "Of lines with equal ids the first alone; with -c, reject equal ids"),
                  flag_option({"-c", "--check"}, given->check,
                              "Write nothing but the first line that is out of order"),
                  flag_option({"-C", "--check-quietly"}, given->check_quietly,
                              "Write nothing; the exit code is the answer"),
                  value_option({"-o", "--output"}, given->output, any_file_name,
                               "Write there instead of standard output; may be one of the files to sort"),
                  value_option({"--field"}, given->field, "N",
                               "The id is the Nth field of its line, which is written as it came"),
                  value_option({"-t", "--separator"}, given->separator, "CHAR",
                               "What stands between fields (default: spaces and tabs); \\t is a tab"),
                  value_option({"-S", "--memory"}, given->memory, "SIZE",
                               "Memory for ids (default: 512M); more ids go through temporary files"),
                  value_option({"-T", "--temporary"}, given->folder, any_folder_name,
                               "Folder of the temporary files (default: TMPDIR, or /tmp)"),
                  invalid_option(given->invalid), jobs_option(given->jobs),
                  files_argument(given->files, "sort")},
      .footer =
          "Lines without --field are ids, and are written as `convert` writes them. Ids of\n"
          "different formats stand one format behind the other, those of TypeIDs by prefix.\n"
          "\n"
          "Exit status: 0 all valid (and in order), 1 some invalid (or not in order),\n"
          "2 wrong usage, 3 input or output failed.\n"
          "\n"
          "Examples:\n"
          "  sortid sort -u a.txt b.txt > ids.txt\n"
          "  sortid sort -o ids.txt ids.txt\n"
          "  sortid sort --field 2 -t , orders.csv\n"
          "  sortid sort -C ids.txt && echo in order",
      .run = [given] { return sort(*given); },
  };
}

}  // namespace sortid::cli
