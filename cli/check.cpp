// sortid check: says nothing of a valid id, and why another is none.
#include <memory>

#include "options.hpp"
#include "reading.hpp"

namespace sortid::cli {

namespace {

class nowhere : public id_taker {
  refusal take(const known_id&) override { return {}; }
  bool take_run(const id_run&) override { return true; }
};

class checker : public worker {
 public:
  explicit checker(const reading& how) : how_(how) {}

  void process(const block& in, outcome& result) const override {
    nowhere taker;
    read_block(in, how_, taker, result);
  }
  [[nodiscard]] refusal overlong(std::uint64_t size) const override { return cli::overlong(how_, size); }

 private:
  reading how_;
};

struct check_options {
  std::string format;
  bool quiet = false;
  std::string jobs;
  std::vector<std::string> ids;
};

status check(const check_options& given) {
  stream_options options;
  options.threads = threads_of(given.jobs);
  options.wishes.messages = !given.quiet;
  options.count = !given.quiet;
  return run(checker(given.format.empty() ? read_any_format() : read_format(named_format(given.format))),
             given.ids, options);
}

}  // namespace

command check_command() {
  const auto given = std::make_shared<check_options>();
  return {
      .name = "check",
      .description = "Say which ids are invalid, and why",
      .options = {{.flags = {"-f", "--format"},
                   .target = &given->format,
                   .value = std::string(any_format_name),
                   .description = "The one format to accept (default: any that the text tells)"},
                  {.flags = {"-q", "--quiet"},
                   .target = &given->quiet,
                   .description = "Answer with the exit code alone"},
                  jobs_option(given->jobs),
                  ids_argument(given->ids, "check")},
      .footer =
          "Examples:\n"
          "  sortid check 01ARZ3NDEKTSV4RRFFQ69G5FAV\n"
          "  sortid check --format euid < ids.txt && echo all valid",
      .run = [given] { return check(*given); },
  };
}

}  // namespace sortid::cli
