// sortid range: the smallest and the largest id of an interval of time or of a text prefix.
#include <algorithm>
#include <limits>
#include <memory>

#include "commands/commands.hpp"
#include "ids/writing.hpp"
#include "output.hpp"
#include "sortid/by_format.hpp"
#include "values.hpp"

namespace sortid::cli {

namespace {

struct range_options {
  std::string format;
  std::vector<std::string> interval;
  std::string at;
  std::optional<std::string> text_prefix;
  std::string prefix;
  std::string epoch;
  std::string as = "text";
};

// Stands for an end that is open.
constexpr std::string_view open_end = "..";

// Why there is no such range, as a bad id is reported.
status reject(std::string_view what, std::string_view given, const error& why, std::string_view sentence) {
  say(fmt::format("{} \"{}\": {}: {}", what, given, name_of(why.why), sentence));
  return status::some_invalid;
}

status print_range(format f, const id_range<uint128>& range, const range_options& given) {
  const notation as = named_notation("--as", given.as);
  const type_prefix prefix = f.layout().prefixed ? prefix_of(given.prefix) : type_prefix();
  buffer lines;
  for (const uint128 value : {range.first, range.last})
    append_id(lines, {f, f.layout().bits, value, prefix.view()}, as, {epoch_of(given.epoch)});
  return print(view_of(lines));
}

status range_of_time(format f, const range_options& given) {
  const layout& l = f.layout();
  const std::int64_t zero = epoch_of(given.epoch).value_or(l.epoch);
  if (given.interval.empty()) {
    const auto range = by_format::ids_at(f, instant_of("--at", given.at), zero);
    if (!range) return reject("instant", given.at, range.error(), message_of_instants(l, zero));
    return print_range(f, *range, given);
  }
  const bool ends = given.interval.size() > 1 && given.interval[1] != open_end;
  using limits = std::numeric_limits<std::int64_t>;
  const instant from = given.interval[0] == open_end ? limits::min() : instant_of("FROM", given.interval[0]);
  const instant to = ends ? instant_of("TO", given.interval[1]) : limits::max();
  const auto range = by_format::ids_between(f, from, to, zero);
  if (range) return print_range(f, *range, given);
  return reject("interval", joined(given.interval, " "), range.error(),
                message_of_interval(l, from, to, zero));
}

status range_of_text(format f, const range_options& given) {
  const std::string& text = *given.text_prefix;
  const auto range = by_format::ids_with_text_prefix(f, text);
  if (range) return print_range(f, *range, given);
  if (range.error().why == reason::length)
    return reject("text prefix", text, range.error(), message_of_text_prefix(f.layout(), text.size()));
  return reject("text prefix", text, range.error(), message(range.error(), f.name()));
}

// `range ulid -1h`: without --format the first word names it.
void take_format(range_options& given) {
  if (!given.format.empty()) return;
  if (given.interval.empty()) throw usage_error("range needs a format: sortid range ulid -1h");
  given.format = given.interval.front();
  const auto instants = choices_of("now|today|yesterday|tomorrow");
  if (std::find(instants.begin(), instants.end(), given.format) != instants.end() ||
      given.format.find_first_of("0123456789") == 0)
    throw usage_error("range needs a format: sortid range ulid " + given.format);
  given.interval.erase(given.interval.begin());
}

status range(range_options given) {
  take_format(given);
  const format f = named_format(given.format);
  const int ways =
      (given.interval.empty() ? 0 : 1) + (given.at.empty() ? 0 : 1) + (given.text_prefix ? 1 : 0);
  if (given.interval.size() > 2)
    throw usage_error(fmt::format("range takes FROM and TO: \"{}\" is one too many", given.interval[2]));
  if (ways != 1) throw usage_error("range takes one of FROM, FROM and TO, --at, --text-prefix");
  require_notation(named_notation("--as", given.as), f);
  if (!given.prefix.empty()) require_property("--prefix", f, &layout::prefixed);
  if (!given.epoch.empty()) require_property("--epoch", f, &layout::bounded);
  if (given.text_prefix) {
    require_property("--text-prefix", f, &layout::bounded_by_text);
  } else {
    require_property("a range of time", f, &layout::bounded);
  }
  return given.text_prefix ? range_of_text(f, given) : range_of_time(f, given);
}

}  // namespace

command range_command() {
  const auto given = std::make_shared<range_options>();
  return {
      .name = "range",
      .description = "Print the smallest and the largest id of a time or of a text prefix",
      .options = {{.flags = {"-f", "--format"},
                   .target = &given->format,
                   .value = std::string(any_format_name),
                   .takes = [](const layout& l) { return l.bounded() || l.bounded_by_text(); },
                   .description = "The format of the ids; without it the first word is its name"},
                  {.name = "INTERVAL",
                   .target = &given->interval,
                   .description =
                       "FROM TO: ids from FROM on and before TO; without TO, or for .., the end is "
                       "open. RFC 3339, Unix milliseconds, now, yesterday, -1h, 2026-01",
                   .most = many},
                  value_option({"--at"}, given->at, "INSTANT",
                               "One millisecond instead: RFC 3339, Unix milliseconds, now, yesterday, -1h"),
                  {.flags = {"--text-prefix"},
                   .target = &given->text_prefix,
                   .value = "TEXT",
                   .description =
                       "All texts that begin with TEXT instead, for " + names_where(&layout::bounded_by_text),
                   .may_be_empty = true},
                  {.flags = {"-p", "--prefix"},
                   .target = &given->prefix,
                   .value = "PREFIX",
                   .description = "Type prefix of the two ids, for " + names_where(&layout::prefixed),
                   .may_be_empty = true},
                  value_option({"--epoch"}, given->epoch, "INSTANT",
                               "Epoch of the ids instead of the format's: RFC 3339 or Unix milliseconds"),
                  value_option({"--as"}, given->as, notation_names, "How to write the ids (default: text)")},
      .footer =
          "Both ids belong to the range, ready for BETWEEN.\n"
          "\n"
          "Examples:\n"
          "  sortid range --format ulid 2026-01-01 2026-02-01\n"
          "  sortid range ulid -1h\n"
          "  sortid range --format xid --at 2026-05-10T22:41:37.826Z --as int\n"
          "  sortid range --format uid11 --text-prefix 5TK7",
      .run = [given] { return range(*given); },
  };
}

}  // namespace sortid::cli
