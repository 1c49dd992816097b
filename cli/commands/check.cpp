// sortid check: prints nothing for a valid id, and the reason for each invalid one.
#include <memory>

#include "commands/commands.hpp"
#include "ids/columns.hpp"
#include "ids/conversion.hpp"
#include "values.hpp"

namespace sortid::cli {

namespace {

struct check_options {
  std::string format;
  std::optional<std::string> prefix;
  bool quiet = false;
  std::string jobs;
  std::vector<std::string> ids;
};

// Rejects TypeIDs of another prefix.
class prefix_check final : public id_sink {
 public:
  explicit prefix_check(std::string_view wanted) : wanted_(wanted) {}

  bool take(const id_column& ids, std::byte*, const line_column&) override { return ids.prefix == wanted_; }
  id_error take(const known_id& id, std::string_view, std::uint64_t) override {
    if (id.prefix == wanted_) return {};
    return {detail::other_prefix(wanted_, id.prefix), id.format->name(),
            std::string(message_of_other_prefix(wanted_, id.prefix).view())};
  }

 private:
  std::string_view wanted_;
};

status check(const check_options& given) {
  const stream_options options{.threads = threads_of(given.jobs),
                               .reject = {.messages = !given.quiet},
                               .count = !given.quiet,
                               .block_size = large_block};
  const std::optional<format> named = format_if_named(given.format);
  if (!given.prefix) {
    const conversion reads_alone(id_parser::of(named), {});
    return run_stream(reads_alone.work(), given.ids, options);
  }
  const format prefixed = named.value_or(format::of<type_id>());
  require_property("--prefix", prefixed, &layout::prefixed);
  const type_prefix wanted = prefix_of(*given.prefix);
  const id_parser from = id_parser::format_of(prefixed).with_prefix(wanted.view());
  return run_stream({[&](const block& in, block_result& result) {
                       prefix_check checked(wanted.view());
                       read_ids(in, from, checked, result);
                     },
                     [&from](std::uint64_t bytes) { return from.too_long(bytes); }},
                    given.ids, options);
}

}  // namespace

command check_command() {
  const auto given = std::make_shared<check_options>();
  return {
      .name = "check",
      .description = "Say which ids are invalid, and why",
      .options = {only_format_option(given->format),
                  {.flags = {"-p", "--prefix"},
                   .target = &given->prefix,
                   .value = "PREFIX",
                   .description = "Accept this type prefix alone, for " + names_where(&layout::prefixed),
                   .may_be_empty = true},
                  flag_option({"-q", "--quiet"}, given->quiet, "Print nothing; the exit code is the answer"),
                  jobs_option(given->jobs),
                  ids_argument(given->ids, "check")},
      .footer =
          "Examples:\n"
          "  sortid check 01ARZ3NDEKTSV4RRFFQ69G5FAV\n"
          "  sortid check --prefix user < ids.txt\n"
          "  sortid check --format euid < ids.txt && echo all valid",
      .run = [given] { return check(*given); },
  };
}

}  // namespace sortid::cli
