#include "commands/table.hpp"

#include <algorithm>
#include <utility>

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

constexpr std::size_t number_width = 6;
constexpr std::size_t text_width = 36;
constexpr std::size_t name_width = 12;
constexpr std::size_t time_width = 24;
constexpr std::string_view no_time = "-";

// Blanks behind so many characters, up to a column's width.
char* fill(char* at, std::size_t characters, std::size_t width) {
  return characters < width ? std::fill_n(at, width - characters, ' ') : at;
}

void append_step(buffer& to, const id_step& step) {
  append(to, step.later ? "  +" : "  -");
  append(to, in_words(step.ms));
}

}  // namespace

void table_rows::add(std::uint64_t number, const known_id& id) {
  constexpr std::size_t others = 128;  // what is in a row beside the text and the step
  char* at = room(texts_, max_text_size + others);
  at = put(paint_.faint(), at);
  const fmt::format_int digits(number);
  at = put({digits.data(), digits.size()}, fill(at, digits.size(), number_width));
  at = put("  ", put(paint_.plain(), at));
  char* const text = at;
  at = put_text(*id.format, id.prefix, id.value, at);
  at = put("  ", fill(at, static_cast<std::size_t>(at - text), text_width));
  const auto prefix = static_cast<std::size_t>(text - texts_.data());
  const std::string_view name = id.format->name();
  at = put("  ", fill(put(name, at), name.size(), name_width));
  const auto ms = by_format::unix_ms(*id.format, id.value, epoch_);
  at = ms ? instants_.put(*ms, at) : put(no_time, at);
  grow(texts_, at);
  const bool has_step = ms && last_ms_ && *ms != *last_ms_;
  if (has_step) append_step(texts_, id_step::between(*last_ms_, *ms));
  rows_.push_back({id, number, prefix, texts_.size(), ms.has_value(), has_step});
  texts_.push_back('\n');
  if (ms) last_ms_ = ms;
}

void id_table::append_rows(buffer& to, const table_rows& next) {
  const std::string_view texts = view_of(next.texts_);
  std::size_t done = 0;
  bool before_timed = true;
  constexpr std::size_t ahead = 16;
  for (std::size_t i = 0; i < next.rows_.size(); ++i) {
    const table_rows::row& row = next.rows_[i];
    if (i + ahead < next.rows_.size()) survey_.expect(next.rows_[i + ahead].id.value);
    known_id id = row.id;
    id.prefix = texts.substr(row.prefix, id.prefix.size());
    const id_marks marks = survey_.add(row.number, id);
    // Since an id before these.
    const bool step_to_add = row.timed && std::exchange(before_timed, false) && marks.step;
    if (!step_to_add && !marks.duplicate_of && !marks.out_of_order) continue;
    append(to, texts.substr(done, row.end - done));
    done = row.end;
    if (step_to_add) {
      append_step(to, *marks.step);
    } else if (!row.has_step) {
      const std::size_t missing = row.timed ? 0 : time_width - no_time.size();
      grow(to, fill(room(to, missing + 2), 0, missing + 2));
    }
    if (marks.duplicate_of)
      append_format(to, "  {}duplicate of {}{}", paint_.bold(), *marks.duplicate_of, paint_.plain());
    if (marks.out_of_order) {
      for (const std::string_view words :
           {std::string_view("  "), paint_.bold(), std::string_view("out of order"), paint_.plain()})
        append(to, words);
    }
  }
  append(to, texts.substr(done));
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
