#include "commands/table.hpp"

#include <algorithm>

#include "human_time.hpp"
#include "ids/text.hpp"
#include "sortid/instant.hpp"

namespace sortid::cli {

namespace {

constexpr std::size_t most_values = 10;  // of a field are shown
constexpr std::size_t most_gaps = 3;
constexpr std::size_t bars = 24;
constexpr std::size_t bar_width = 40;

std::string plural(std::uint64_t count, std::string_view one) {
  return fmt::format("{} {}{}", count, one, count == 1 ? "" : "s");
}

}  // namespace

void id_table::append_row(buffer& to, std::uint64_t number, const known_id& id) {
  const id_marks marks = survey_.add(number, id);
  std::string time = "-";
  if (marks.unix_ms) time = instant_to_text(*marks.unix_ms).view();
  std::string step;
  if (marks.step) step = fmt::format("{}{}", marks.step->later ? '+' : '-', in_words(marks.step->ms));
  append_format(to, "{}{:>6}{}  {:<36}  {:<12}  {:<24}  {}", paint_.faint(), number, paint_.plain(),
                text_of(*id.format, id.prefix, id.value), id.format->name(), time, step);
  if (marks.duplicate_of)
    append_format(to, "  {}duplicate of {}{}", paint_.bold(), *marks.duplicate_of, paint_.plain());
  if (marks.out_of_order) append_format(to, "  {}out of order{}", paint_.bold(), paint_.plain());
  while (to.size() != 0 && to[to.size() - 1] == ' ') to.resize(to.size() - 1);
  append(to, "\n");
}

void id_table::append_bar(buffer& to, std::uint64_t count, std::uint64_t most) const {
  const auto full =
      static_cast<std::size_t>(static_cast<double>(count) / static_cast<double>(most) * bar_width);
  // What has an id has a bar.
  const std::size_t width = count != 0 ? std::max<std::size_t>(full, 1) : 0;
  for (std::size_t i = 0; i < width; ++i) append(to, unicode_ ? "\u2588" : "#");
  append_format(to, "{}{}\n", width == 0 ? "" : " ", count);
}

void id_table::append_gaps(buffer& to, const std::vector<made_id>& sorted) const {
  bool first = true;
  for (const id_gap& gap : id_survey::longest_gaps(sorted, most_gaps)) {
    append_format(to, "  {}{:<13}{} {} between {} and {}\n", paint_.faint(), first ? "longest gaps" : "",
                  paint_.plain(), in_words(gap.ms), gap.before, gap.behind);
    first = false;
  }
}

void id_table::append_times(buffer& to, const std::vector<made_id>& sorted) const {
  const id_histogram made = id_survey::histogram(sorted, bars);
  append_format(to, "\n  made, in steps of {}\n", in_words(made.step));
  const std::uint64_t most = *std::max_element(made.counts.begin(), made.counts.end());
  for (std::size_t i = 0; i < made.counts.size(); ++i) {
    append_format(to, "  {} ", instant_to_text(made.begin + static_cast<std::int64_t>(i * made.step)).view());
    append_bar(to, made.counts[i], most);
  }
}

void id_table::append_counts(buffer& to) const {
  for (const field_counts& of : survey_.fields()) {
    append_format(to, "\n  {} of {}: {}\n", of.field, of.format.name(), plural(of.values.size(), "value"));
    for (std::size_t i = 0; i < of.values.size() && i < most_values; ++i) {
      append_format(to, "  {:>24} ", of.values[i].first);
      append_bar(to, of.values[i].second, of.values.front().second);
    }
    if (of.values.size() > most_values) append_format(to, "  {:>24}\n", "and more");
  }
}

void id_table::append_summary(buffer& to) const {
  if (survey_.count() == 0) return;
  append_format(to, "\n{}{}{}: {}, {} out of order\n", paint_.bold(), plural(survey_.count(), "id"),
                paint_.plain(), plural(survey_.duplicates(), "duplicate"), survey_.out_of_order());
  for (const auto& [name, count] : survey_.orders())
    append_format(to, "  {}{:<13}{} {}\n", paint_.faint(), name, paint_.plain(), count);
  if (survey_.of_others() != 0)
    append_format(to, "  {}{:<13}{} {}\n", paint_.faint(), "others", paint_.plain(), survey_.of_others());
  const std::vector<made_id> sorted = survey_.by_time();
  if (!sorted.empty()) {
    append_format(to, "  {}{:<13}{} {} ({})\n", paint_.faint(), "first", paint_.plain(),
                  instant_to_text(sorted.front().unix_ms).view(), sorted.front().number);
    append_format(to, "  {}{:<13}{} {} ({})\n", paint_.faint(), "last", paint_.plain(),
                  instant_to_text(sorted.back().unix_ms).view(), sorted.back().number);
    append_gaps(to, sorted);
    if (sorted.front().unix_ms != sorted.back().unix_ms) append_times(to, sorted);
  }
  append_counts(to);
  if (survey_.count() > id_survey::most_kept)
    append_format(to, "\n  Duplicates and times are those of the first {} ids.\n", id_survey::most_kept);
}

}  // namespace sortid::cli
