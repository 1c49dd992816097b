// sortid join: what two sorted files of ids have in common, or what one has alone.
#include <cerrno>
#include <memory>

#include "commands/commands.hpp"
#include "host/host.hpp"
#include "ids/columns.hpp"
#include "ids/text.hpp"
#include "output.hpp"
#include "quoted.hpp"
#include "sorting/kinds.hpp"
#include "stream/input.hpp"
#include "stream/outlet.hpp"
#include "stream/stream.hpp"
#include "values.hpp"

namespace sortid::cli {

namespace {

constexpr std::string_view file_numbers = "1|2";

struct join_options {
  std::string format;
  std::vector<std::string> unpaired_too;
  std::vector<std::string> unpaired_alone;
  std::string invalid;
  std::string jobs;
  std::vector<std::string> files;
};

// The ids of a block.
class ids_of_block final : public id_taker {
 public:
  explicit ids_of_block(const reading& from) : from_(from) {}

  bool take(const id_column& ids, std::byte*, const line_column& lines) override {
    const id_kind kind{ids.format, type_prefix::parse(ids.prefix).value()};
    for (std::size_t i = 0; i < ids.count; ++i) add({kind, ids.value_at(i)}, lines.first + i);
    return true;
  }
  rejection take(const known_id& id, std::string_view text, std::uint64_t number) override {
    add(ordered(from_, text, id), number);
    return {};
  }
  void clear() {
    ids_.clear();
    disorder_ = 0;
  }
  [[nodiscard]] const std::vector<ordered_id>& ids() const { return ids_; }
  // Throws, and says so, when they are not in order; `last` is the one before the block.
  void require_order(const std::optional<ordered_id>& last, const block& in, outcome& result) const {
    const bool first_follows = !last || ids_.empty() || *last <= ids_.front();
    if (first_follows && disorder_ == 0) return;
    append_place(result.messages, in, first_follows ? disorder_ : first_);
    const ordered_id& id = first_follows ? disordered_ : ids_.front();
    const std::string text = text_of(id.kind.format, id.kind.prefix.view(), id.value);
    append_quoted(result.messages, text, text.size());
    append(result.messages, ": out of order; sort the file first\n");
    (void)result.write();
    throw disorder();
  }

 private:
  void add(const ordered_id& id, std::uint64_t number) {
    if (ids_.empty()) {
      first_ = number;
    } else if (disorder_ == 0 && id < ids_.back()) {
      disorder_ = number;
      disordered_ = id;
    }
    ids_.push_back(id);
  }

  const reading& from_;
  std::vector<ordered_id> ids_;
  std::uint64_t first_ = 0;     // number of the first id's line
  std::uint64_t disorder_ = 0;  // of the first that is less than the one before; 0: none
  ordered_id disordered_{{format::of<ulid>(), {}}, {}};
};

// The ids of the second file, block by block.
class second_file {
 public:
  second_file(int fd, const std::string& name, const reading& from)
      : from_(from),
        reader_(fd, name == "-" ? std::string_view() : name, 1, stream_options().block_size, 0, wake_),
        bytes_(std::make_unique<char[]>(reader_.block_size())),
        found_(from) {}

  // The id at hand, or none at the end.
  const ordered_id* top(outcome& result) {
    while (at_ == found_.ids().size()) {
      if (!found_.ids().empty()) last_ = found_.ids().back();
      found_.clear();
      at_ = 0;
      block b;
      if (!reader_.next(b, bytes_.get())) return nullptr;
      work_on({[&](const block& in, outcome& to) { read_ids(in, from_, found_, to); },
               [this](std::uint64_t bytes) { return from_.too_long(bytes); }},
              b, result);
      found_.require_order(last_, b, result);
    }
    return &found_.ids()[at_];
  }
  void next() { ++at_; }
  [[nodiscard]] int error() const { return reader_.error(); }

 private:
  const reading& from_;
  os::alarm wake_;
  block_reader reader_;
  std::unique_ptr<char[]> bytes_;
  ids_of_block found_;
  std::size_t at_ = 0;
  std::optional<ordered_id> last_ = {};
};

// Which ids are written.
struct wanted_ids {
  bool both = true;
  bool first = false;   // those that the first file has alone
  bool second = false;  // those that the second file has alone
};

class joining {
 public:
  joining(const wanted_ids& wanted, second_file& second) : wanted_(wanted), second_(second) {}

  // The ids of the first file's next block.
  void take(const std::vector<ordered_id>& ids, outcome& result) {
    for (const ordered_id& id : ids) {
      const ordered_id* other = second_.top(result);
      for (; other != nullptr && *other < id; other = second_.top(result)) pass(*other, result);
      const bool paired = other != nullptr && *other == id;
      if (paired ? wanted_.both : wanted_.first) write(id, result.out);
      last_ = id;
    }
    flush(result.out);
  }
  // What is left of the second file; a buffer's worth. False when nothing is.
  bool take_rest(outcome& result) {
    constexpr std::size_t enough = 100'000;
    std::size_t taken = 0;
    const ordered_id* other = second_.top(result);
    for (; other != nullptr && taken != enough; other = second_.top(result), ++taken) pass(*other, result);
    flush(result.out);
    return other != nullptr;
  }
  // The last id of the first file.
  [[nodiscard]] const std::optional<ordered_id>& last() const { return last_; }

 private:
  // An id of the second file that is less than the first file's next.
  void pass(const ordered_id& id, outcome& result) {
    if (wanted_.second && last_ != id) write(id, result.out);
    second_.next();
  }
  void write(const ordered_id& id, buffer& to) {
    if (kind_ != id.kind) flush(to);
    kind_ = id.kind;
    ids_.push_back(sorted_id::from_number(id.value).value());
  }
  void flush(buffer& to) {
    if (kind_) append_texts(to, *kind_, ids_);
    ids_.clear();
  }

  wanted_ids wanted_;
  second_file& second_;
  std::optional<ordered_id> last_ = {};
  std::optional<id_kind> kind_ = {};  // of the ids that wait to be written
  std::vector<sorted_id> ids_ = {};
};

wanted_ids wanted_by(const join_options& given) {
  wanted_ids wanted;
  const auto want = [&wanted](std::string_view option, const std::vector<std::string>& numbers) {
    for (const std::string& number : numbers)
      (choice_of(option, number, file_numbers) == 0 ? wanted.first : wanted.second) = true;
  };
  want("--unpaired", given.unpaired_too);
  want("--only-unpaired", given.unpaired_alone);
  wanted.both = given.unpaired_alone.empty();
  return wanted;
}

status join(const join_options& given) {
  if (given.files.size() != 2) throw usage_error("join takes two files; - is standard input");
  const std::string& name = given.files[1];
  if (name == "-" && given.files[0] == "-")
    throw usage_error("only one of the two files can be standard input");
  const wanted_ids wanted = wanted_by(given);
  const reading from =
      given.format.empty() ? reading::any_format() : reading::format_of(named_format(given.format));
  const int fd = name == "-" ? os::standard_input : os::open_to_read(name);
  if (fd < 0) throw io_error(failure("cannot read", name, errno));
  second_file second(fd, name, from);
  joining joined(wanted, second);
  const auto process = [&](const block& in, outcome& result) {
    ids_of_block found(from);
    read_ids(in, from, found, result);
    result.wait_for_turn();
    found.require_order(joined.last(), in, result);
    joined.take(found.ids(), result);
  };
  stream_options options{.threads = threads_of(given.jobs), .files = true, .invalid_path = given.invalid};
  options.inputs = {name};
  const wishes w{.keep = !given.invalid.empty()};
  options.finish = [&](outlet& to) {
    outcome rest(w, &to);
    while (joined.take_rest(rest)) {
      if (!rest.write()) return false;
    }
    if (second.error() != 0) throw io_error(failure("cannot read", name, second.error()));
    return rest.write();
  };
  try {
    return run_stream({process, [&from](std::uint64_t bytes) { return from.too_long(bytes); }},
                      {given.files[0]}, std::move(options));
  } catch (const disorder&) {
    return status::some_invalid;
  }
}

}  // namespace

command join_command() {
  const auto given = std::make_shared<join_options>();
  return {
      .name = "join",
      .description = "Write the ids that two sorted files have in common, or that one has alone",
      .options = {only_format_option(given->format),
                  {.flags = {"-a", "--unpaired"},
                   .target = &given->unpaired_too,
                   .value = std::string(file_numbers),
                   .description =
                       "Also those of the first or second file that the other lacks; may be given twice"},
                  {.flags = {"-v", "--only-unpaired"},
                   .target = &given->unpaired_alone,
                   .value = std::string(file_numbers),
                   .description = "Those alone, not the common ones; may be given twice"},
                  invalid_option(given->invalid),
                  jobs_option(given->jobs),
                  {.name = std::string(any_file_name),
                   .target = &given->files,
                   .value = std::string(any_file_name),
                   .description = "Two files in order; - is standard input",
                   .most = 2}},
      .footer =
          "An id that stands several times in the first file is written as often. The\n"
          "difference is -v 1, which is comm -23; the union is -a 1 -a 2.\n"
          "\n"
          "Examples:\n"
          "  sortid join sent.txt received.txt\n"
          "  sortid join -v 1 sent.txt received.txt > lost.txt\n"
          "  sortid sort new.txt | sortid join -a 1 -a 2 - all.txt > both.txt",
      .run = [given] { return join(*given); },
  };
}

}  // namespace sortid::cli
