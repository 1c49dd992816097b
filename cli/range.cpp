// sortid range: the smallest and the largest id of an interval of time or of a text prefix.
#include <CLI/CLI.hpp>
#include <memory>

#include "notation.hpp"
#include "sortid/range.hpp"

namespace sortid::cli {

namespace {

struct range_options {
  std::string format;
  std::vector<std::string> interval;
  std::string at;
  std::string text_prefix;
  bool text_prefix_given = false;
  std::string prefix;
  std::string epoch;
  std::string as = "text";
};

// Why there is no such range, as a bad id is reported.
status refuse(std::string_view what, std::string_view given, const error& why, std::string_view sentence) {
  say(fmt::format("{} \"{}\": {}: {}", what, given, name_of(why.why), sentence));
  return status::some_invalid;
}

template <any_id Id>
status print_range(id_range<Id> range, const range_options& given, std::optional<std::int64_t> epoch) {
  if constexpr (requires { range.first.prefix(); }) {
    const type_prefix prefix = prefix_of(given.prefix);
    range = {Id(prefix, range.first.uuid()), Id(prefix, range.last.uuid())};
  }
  const notation as = named_notation("--as", given.as);
  buffer lines;
  append_id(lines, range.first, as, {epoch});
  append_id(lines, range.last, as, {epoch});
  return print({lines.data(), lines.size()});
}

template <timed_id Id>
status range_of_time(const range_options& given) {
  constexpr const layout& l = Id::layout();
  const auto epoch = epoch_of(given.epoch);
  const std::int64_t zero = epoch.value_or(l.epoch);
  const auto no_instant = [&] {
    return fmt::format("{} has the instants {} to {}", l.name, instant_to_text(zero).view(),
                       instant_to_text(zero + l.max_timestamp()).view());
  };
  if (given.interval.empty()) {
    const std::int64_t at = instant_of("--at", given.at);
    const auto first = first_at<Id>(at, zero);
    const auto end = last_at<Id>(at, zero);
    if (!first || !end) return refuse("instant", given.at, first.error(), no_instant());
    return print_range<Id>({*first, *end}, given, epoch);
  }
  const std::int64_t from = instant_of("FROM", given.interval[0], submillisecond::round_up);
  const std::int64_t to = instant_of("TO", given.interval[1], submillisecond::round_up);
  const auto range = ids_between<Id>(from, to, zero);
  if (range) return print_range<Id>(*range, given, epoch);
  return refuse(
      "interval", given.interval[0] + " " + given.interval[1], range.error(),
      from >= to ? "it is empty: TO does not belong to it and must be later than FROM" : no_instant());
}

template <any_id Id>
status range_of_text(const range_options& given) {
  const auto range = ids_with_text_prefix<Id>(given.text_prefix);
  if (range) return print_range<Id>(*range, given, epoch_of(given.epoch));
  if (range.error().why == reason::length)
    return refuse(
        "text prefix", given.text_prefix, range.error(),
        fmt::format("it has 1 to {} symbols, found {}", Id::layout().symbols, given.text_prefix.size()));
  return refuse("text prefix", given.text_prefix, range.error(), message(range.error(), Id::layout().name));
}

status range(const range_options& given) {
  const format f = named_format(given.format);
  const int ways =
      (given.interval.empty() ? 0 : 1) + (given.at.empty() ? 0 : 1) + (given.text_prefix_given ? 1 : 0);
  if (ways != 1 || given.interval.size() % 2 != 0 || given.interval.size() > 2)
    throw usage_error("range takes either FROM and TO, or --at, or --text-prefix");
  require_notation(named_notation("--as", given.as), f);
  if (!given.prefix.empty()) require_property("--prefix", f, takes_prefix);
  if (!given.epoch.empty()) require_property("--epoch", f, has_time);
  if (given.text_prefix_given) {
    require_property("--text-prefix", f, takes_text_prefix);
  } else {
    require_property("a range of time", f, has_time);
  }
  return f.visit([&]<class Id>(std::type_identity<Id>) {
    if constexpr (takes_text_prefix(Id::layout())) {
      if (given.text_prefix_given) return range_of_text<Id>(given);
    }
    if constexpr (timed_id<Id>) return range_of_time<Id>(given);
    return status::wrong_usage;  // refused above
  });
}

}  // namespace

void add_range(CLI::App& program, status& end) {
  const auto given = std::make_shared<range_options>();
  CLI::App& app =
      *program.add_subcommand("range", "Print the smallest and the largest id of a time or of a text prefix");
  app.add_option("--format,-f", given->format, "The format of the ids")
      ->type_name(std::string(any_format_name))
      ->required();
  app.add_option("INTERVAL", given->interval,
                 "FROM TO: two instants, RFC 3339 or Unix milliseconds; TO itself does not belong to it")
      ->type_name("")
      ->expected(0, 2);
  app.add_option("--at", given->at, "One millisecond instead: RFC 3339 or Unix milliseconds")
      ->type_name("INSTANT");
  CLI::Option* text_prefix =
      app.add_option("--text-prefix", given->text_prefix,
                     "All texts that begin so instead: " + names_where(takes_text_prefix))
          ->type_name("TEXT");
  app.add_option("--prefix,-p", given->prefix, "Type prefix of the two ids: " + names_where(takes_prefix))
      ->type_name("PREFIX");
  app.add_option("--epoch", given->epoch,
                 "Where the ids are made with an epoch of their own: RFC 3339 or Unix milliseconds")
      ->type_name("INSTANT");
  app.add_option("--as", given->as, "How to write them (default: text)")
      ->type_name(std::string(notation_names));
  app.footer(
      "Both ids belong to the range, ready for BETWEEN.\n"
      "\n"
      "Examples:\n"
      "  sortid range --format ulid 2026-01-01 2026-02-01\n"
      "  sortid range --format xid --at 2026-05-10T22:41:37.826Z --as int\n"
      "  sortid range --format uid11 --text-prefix 5TK7");
  app.callback([given, text_prefix, &end] {
    restore_words(given->interval);
    given->text_prefix_given = text_prefix->count() != 0;
    end = range(*given);
  });
}

}  // namespace sortid::cli
