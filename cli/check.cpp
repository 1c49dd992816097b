// sortid check: says nothing of a valid id, and why another is none.
#include <CLI/CLI.hpp>
#include <memory>

#include "reading.hpp"

namespace sortid::cli {

namespace {

class checker : public worker {
 public:
  explicit checker(const reading& how) : how_(how) {}

  void process(const block& in, outcome& result) const override {
    read_block(in, how_, [&](const batch& b) {
      for (std::size_t i = 0; i < b.size; ++i) {
        if (b.errors[i].why == reason::none) {
          ++result.valid;
        } else {
          result.refuse(in, b.places[i].number, b.places[i].text, b.places[i].raw, {b.errors[i], b.names[i]});
        }
      }
    });
  }
  [[nodiscard]] refusal overlong(std::uint64_t size) const override { return cli::overlong(how_, size); }

 private:
  reading how_;
};

struct check_options {
  std::string format;
  bool quiet = false;
  std::vector<std::string> ids;
};

status check(const check_options& given) {
  stream_options options;
  options.wishes.messages = !given.quiet;
  options.count = !given.quiet;
  return run(checker(given.format.empty() ? read_any_format() : read_format(named_format(given.format))),
             given.ids, options);
}

}  // namespace

void add_check(CLI::App& program, status& end) {
  const auto given = std::make_shared<check_options>();
  CLI::App& app = *program.add_subcommand("check", "Say which ids are invalid, and why");
  app.add_option("--format,-f", given->format, "The one format to accept (default: any that the text tells)")
      ->type_name(std::string(any_format_name));
  app.add_flag("--quiet,-q", given->quiet, "Answer with the exit code alone");
  app.add_option("ID", given->ids, "Ids to check; none, or -, for one a line from standard input")
      ->type_name("");
  app.footer(
      "Examples:\n"
      "  sortid check 01ARZ3NDEKTSV4RRFFQ69G5FAV\n"
      "  sortid check --format euid < ids.txt && echo all valid");
  app.callback([given, &end] {
    restore_words(given->ids);
    end = check(*given);
  });
}

}  // namespace sortid::cli
