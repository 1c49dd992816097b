// sortid join: what two sorted files of ids have in common, or what one has alone.
#include <cerrno>
#include <memory>

#include "commands/commands.hpp"
#include "host/host.hpp"
#include "ids/columns.hpp"
#include "output.hpp"
#include "sorting/growing_array.hpp"
#include "sorting/kinds.hpp"
#include "sorting/order.hpp"
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

constexpr wanted_order in_order{.advice = "; sort the file first"};

// The ids of a block.
class ids_of_block final : public id_sink {
 public:
  ids_of_block(kind_table& kinds, const block& in, const id_parser& from, growing_array<numbered_id>& to)
      : from_(from), kinds_(kinds), checked_(in_order, in, from), ids_(to) {}

  bool take(const id_column& ids, std::byte* memory, const line_column& lines) override {
    const std::uint32_t kind = kinds_.number_of(ids.format, ids.prefix);
    numbered_id* to = ids_.extend(ids.count);
    ids.for_each_value([&](uint128 value) {
      to->kind = kind;
      to->value = value;
      ++to;
    });
    return checked_.take(ids, memory, lines);
  }
  id_error take(const known_id& id, std::string_view text, std::uint64_t number) override {
    *ids_.extend(1) = {kinds_.number_of(sorted_format(from_, text, id), id.prefix), id.value};
    return checked_.take(id, text, number);
  }
  void require_order(std::optional<ordered_id>& last, block_result& result) { checked_.settle(last, result); }

 private:
  const id_parser& from_;
  kind_finder kinds_;
  checked_block checked_;
  growing_array<numbered_id>& ids_;
};

// The ids of the second file, block by block.
class second_file {
 public:
  second_file(int fd, const std::string& name, const id_parser& from, kind_table& kinds)
      : from_(from),
        kinds_(kinds),
        reader_(fd, name == "-" ? std::string_view() : name, 1, stream_options().block_size, 0, wake_),
        bytes_(std::make_unique<char[]>(reader_.block_size())) {}

  // The next id, or null at the end. Throws io_error.
  const numbered_id* top(block_result& result) {
    while (at_ == ids_.size()) {
      ids_.clear();
      at_ = 0;
      block b;
      if (!reader_.next(b, bytes_.get())) {
        if (const std::string failed = reader_.error_text(); !failed.empty()) throw io_error(failed);
        return nullptr;
      }
      ids_of_block found(kinds_, b, from_, ids_);
      work_on({[&](const block& in, block_result& to) { read_ids(in, from_, found, to); },
               [this](std::uint64_t bytes) { return from_.too_long(bytes); }},
              b, result);
      found.require_order(last_, result);
    }
    return &ids_[at_];
  }
  void next() { ++at_; }

 private:
  const id_parser& from_;
  kind_table& kinds_;
  os::alarm wake_;
  block_reader reader_;
  std::unique_ptr<char[]> bytes_;
  growing_array<numbered_id> ids_ = {};
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
  joining(const wanted_ids& wanted, second_file& second, const kind_table& kinds)
      : wanted_(wanted), second_(second), kinds_(kinds), order_(kinds) {}

  // Takes the ids of the first file's next block.
  void take(const growing_array<numbered_id>& ids, block_result& result) {
    for (const numbered_id& id : ids) {
      const numbered_id* other = second_.top(result);
      for (; other != nullptr && order_.less(*other, id); other = second_.top(result)) pass(*other, result);
      const bool paired = other != nullptr && *other == id;
      if (paired ? wanted_.both : wanted_.first) write(id, result.out);
      last_ = id;
    }
    flush(result.out);
  }
  // Takes a buffer's worth of what is left of the second file. False when nothing is left.
  bool take_rest(block_result& result) {
    constexpr std::size_t enough = 100'000;
    std::size_t taken = 0;
    const numbered_id* other = second_.top(result);
    for (; other != nullptr && taken != enough; other = second_.top(result), ++taken) pass(*other, result);
    flush(result.out);
    return other != nullptr;
  }

 private:
  // Takes an id of the second file that is less than the first file's next.
  void pass(const numbered_id& id, block_result& result) {
    if (wanted_.second && last_ != id) write(id, result.out);
    second_.next();
  }
  void write(const numbered_id& id, buffer& to) {
    if (kind_ != id.kind) flush(to);
    kind_ = id.kind;
    ids_.push_back(sorted_id::from_number(id.value).value());
  }
  void flush(buffer& to) {
    if (!ids_.empty()) append_texts(to, kinds_.kind(kind_), ids_);
    ids_.clear();
  }

  wanted_ids wanted_;
  second_file& second_;
  const kind_table& kinds_;
  numbered_order order_;
  std::optional<numbered_id> last_ = {};  // of the first file
  std::uint32_t kind_ = 0;                // of the ids that wait to be written
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
  const id_parser from = id_parser::of(format_if_named(given.format));
  const int fd = name == "-" ? os::standard_input : os::open_to_read(name);
  if (fd < 0) throw io_error(cli::error_text("cannot read", name, errno));
  kind_table kinds;
  second_file second(fd, name, from, kinds);
  joining joined(wanted, second, kinds);
  std::optional<ordered_id> last;  // of all blocks before
  const auto process = [&](const block& in, block_result& result) {
    growing_array<numbered_id> ids;
    ids_of_block found(kinds, in, from, ids);
    read_ids(in, from, found, result);
    result.wait_for_turn();
    found.require_order(last, result);
    joined.take(ids, result);
  };
  stream_options options{.threads = threads_of(given.jobs), .files = true, .invalid_path = given.invalid};
  options.inputs = {name};
  const reject_options w{.keep = !given.invalid.empty()};
  options.finish = [&](outlet& to) {
    block_result rest(w, &to);
    while (joined.take_rest(rest)) {
      if (!rest.write()) return false;
    }
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
                  value_option({"-a", "--unpaired"}, given->unpaired_too, file_numbers,
                               "Also write what only the first or second file has; may be given twice"),
                  value_option({"-v", "--only-unpaired"}, given->unpaired_alone, file_numbers,
                               "Write only those, not the common ones; may be given twice"),
                  invalid_option(given->invalid),
                  jobs_option(given->jobs),
                  {.name = std::string(any_file_name),
                   .target = &given->files,
                   .value = std::string(any_file_name),
                   .description = "Two files in order; - is standard input",
                   .most = 2}},
      .footer =
          "An id that occurs several times in the first file is written as often. The\n"
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
