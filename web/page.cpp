// What the page asks of the core beyond its JavaScript package, as a WebAssembly module: the ids inside a
// text with what is said of many, and human time, as the command line has both. page_core.js calls it.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "host/host.hpp"
#include "human_time.hpp"
#include "ids/survey.hpp"
#include "ids/time_filter.hpp"
#include "sortid/find_ids.hpp"
#include "sortid/instant.hpp"

#define SORTID_PAGE_EXPORT(name) extern "C" __attribute__((export_name(#name)))

// Seconds that the browser's clocks are ahead of UTC at that instant.
extern "C" __attribute__((import_module("host"), import_name("ahead_of_utc"))) double host_ahead_of_utc(
    double unix_s);

namespace sortid::cli::os {
void read_time_zone() noexcept {}
std::int64_t ahead_of_utc(std::int64_t unix_s) noexcept {
  return static_cast<std::int64_t>(host_ahead_of_utc(static_cast<double>(unix_s)));
}
}  // namespace sortid::cli::os

using namespace sortid;
using namespace sortid::cli;

namespace {

// --- the exchange ------------------------------------------------------------------------------------------

char input[64 * 1024];
std::string answer;

std::optional<std::int64_t> instant_of(double ms) {
  if (std::isnan(ms)) return std::nullopt;
  return static_cast<std::int64_t>(ms);
}

// What is written has no quotes and no control characters: names, numbers, ids, instants.
class json {
 public:
  explicit json(std::string& to) : to_(to) {}
  json& name(std::string_view name) { return separate().quoted(name).raw(":", true); }
  json& open(char bracket) { return separate().raw({&bracket, 1}, true); }
  json& close(char bracket) { return raw({&bracket, 1}, false); }
  json& text(std::string_view text) { return separate().quoted(text).raw("", false); }
  json& number(std::uint64_t number) { return separate().raw(std::to_string(number), false); }
  json& number(std::int64_t number) { return separate().raw(std::to_string(number), false); }
  json& word(std::string_view word) { return separate().raw(word, false); }

 private:
  json& separate() {
    if (!first_) to_ += ',';
    return *this;
  }
  json& quoted(std::string_view text) {
    to_.append("\"").append(text).append("\"");
    return *this;
  }
  json& raw(std::string_view text, bool first) {
    to_.append(text);
    first_ = first;
    return *this;
  }

  std::string& to_;
  bool first_ = true;
};

std::uint32_t size_of_answer() { return static_cast<std::uint32_t>(answer.size()); }

// --- the ids of a text -------------------------------------------------------------------------------------

constexpr std::uint32_t none = 0xFFFFFFFF;

// An id that is kept, in the order of the text.
struct row {
  std::uint64_t offset;
  std::uint64_t line;
  uint128 value;
  id_marks marks;
  std::uint32_t prefix;  // among the prefixes
  std::uint32_t place;   // of its format
};

// Lines of a text that comes in pieces, for offsets that grow and lie at most so much before the present
// piece.
class line_counter {
 public:
  // The line, from 1 on, that a place of the text is in.
  std::uint64_t at(std::uint64_t offset) {
    for (; counted_ != offset; ++counted_) {
      if (byte_at(counted_) == '\n') ++line_;
    }
    return line_;
  }
  void begin(std::string_view piece) { piece_ = piece; }
  // What may still be asked of the piece is kept.
  void end() {
    const std::uint64_t size = begin_ + piece_.size();
    if (size > most_kept) (void)at(std::max(counted_, size - most_kept));
    std::string kept;
    for (std::uint64_t i = counted_; i != size; ++i) kept += byte_at(i);
    kept_ = kept;
    begin_ = size;
    piece_ = {};
  }

 private:
  static constexpr std::uint64_t most_kept = 1024;  // more than an id_finder holds back

  [[nodiscard]] char byte_at(std::uint64_t offset) const {
    return offset < begin_ ? kept_[static_cast<std::size_t>(offset - (begin_ - kept_.size()))]
                           : piece_[static_cast<std::size_t>(offset - begin_)];
  }

  std::string kept_;
  std::string_view piece_;
  std::uint64_t begin_ = 0;  // of the piece
  std::uint64_t counted_ = 0;
  std::uint64_t line_ = 1;
};

struct search {
  id_finder finder;
  time_filter made;
  id_survey survey;
  line_counter lines{};
  std::vector<row> rows{};
  std::vector<std::string> prefixes{};
  std::unordered_map<std::string, std::uint32_t> prefix_places{};
  std::vector<std::uint32_t> view{};  // places of the rows that are shown, in their order

  std::uint32_t place_of(std::string_view prefix) {
    const auto [known, fresh] = prefix_places.emplace(prefix, static_cast<std::uint32_t>(prefixes.size()));
    if (fresh) prefixes.emplace_back(prefix);
    return known->second;
  }

  // Their numbers are places of rows; there are as many rows as numbers that the survey tells of.
  void take(const found_id& found) {
    if (!made.takes(found)) return;
    const id_marks marks = survey.add(
        survey.count(), {found.format, found.format.layout().bits, found.id.value, found.id.prefix});
    if (rows.size() == id_survey::most_kept) return;
    rows.push_back({found.offset, lines.at(found.offset), found.id.value, marks, place_of(found.id.prefix),
                    static_cast<std::uint32_t>(found.format.place())});
  }

  [[nodiscard]] std::string text_of(const row& of) const {
    const format as = format::all()[of.place];
    std::string text = prefixes[of.prefix];
    if (!text.empty()) text += '_';
    char own[64];
    return text.append(own, by_format::write(as, of.value, own));
  }
};
std::optional<search> current;

void put_place(json& to, std::uint64_t number) {
  to.open('{')
      .name("row")
      .number(number)
      .name("line")
      .number(current->rows[static_cast<std::size_t>(number)].line)
      .close('}');
}

bool contains(std::string_view text, std::string_view lower_case) {
  const auto same = [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a + ('a' - 'A') : a) == b; };
  return std::search(text.begin(), text.end(), lower_case.begin(), lower_case.end(), same) != text.end();
}

}  // namespace

SORTID_PAGE_EXPORT(input) void* input_at() { return input; }
SORTID_PAGE_EXPORT(room) std::uint32_t room_of_input() { return sizeof input; }
// The text that a call has left, whose size it returned.
SORTID_PAGE_EXPORT(answer) const char* answer_at() { return answer.data(); }

// --- human time --------------------------------------------------------------------------------------------

// Of the text in the input: the instant that it names in the words of people or, when `all`, in any form; as
// an end of an interval or as the millisecond in which it lies. NaN where it is none of these (then `answer`
// is empty), or is and names no instant (then the answer is the reason and, on a line of its own, the
// sentence).
SORTID_PAGE_EXPORT(human_time)
double read_time_of_people(std::uint32_t size, double now, std::uint32_t is_end, std::uint32_t all) {
  answer.clear();
  const std::string_view text(input, size);
  auto read = read_human_time(text, static_cast<std::int64_t>(now));
  if (const auto written = parse_instant(text); !read && all != 0 && written) read = human_time{*written};
  if (!read) return std::nan("");
  if (!read->sentence.empty()) answer.append(name_of(read->why)).append("\n").append(read->sentence);
  if (!answer.empty()) return std::nan("");
  return static_cast<double>(is_end != 0 ? read->at.not_before() : read->at.unix_ms);
}
SORTID_PAGE_EXPORT(answer_size) std::uint32_t answer_size() { return size_of_answer(); }

// --- ids of a text -----------------------------------------------------------------------------------------

// A new search for the format at a place of the list, or (`none`) for those that are found in texts.
SORTID_PAGE_EXPORT(begin) void begin(std::uint32_t place, double since, double until, double epoch) {
  format_set wanted = formats_in_text();
  if (place != none) {
    wanted = {};
    wanted.push_back(format::all()[place]);
  }
  current.emplace(
      search{id_finder(wanted), {instant_of(since), instant_of(until)}, id_survey(instant_of(epoch))});
}
// The next bytes of the text, in the input.
SORTID_PAGE_EXPORT(feed) void feed(std::uint32_t size) {
  current->lines.begin({input, size});
  current->finder.feed({input, size}, [](const found_id& found) { current->take(found); });
  current->lines.end();
}
SORTID_PAGE_EXPORT(finish) void finish() {
  current->finder.finish([](const found_id& found) { current->take(found); });
}
SORTID_PAGE_EXPORT(found) double found() { return static_cast<double>(current->survey.count()); }

// What all of them are, as JSON.
SORTID_PAGE_EXPORT(summary)
std::uint32_t summary(std::uint32_t bars, std::uint32_t gaps, std::uint32_t values) {
  const id_survey& all = current->survey;
  answer.clear();
  json to(answer);
  to.open('{').name("count").number(all.count()).name("duplicates").number(all.duplicates());
  to.name("outOfOrder").number(all.out_of_order()).name("kept").number(std::uint64_t{current->rows.size()});
  to.name("orders").open('[');
  for (const auto& [name, count] : all.orders())
    to.open('{').name("name").text(name).name("count").number(count).close('}');
  to.close(']').name("others").number(all.of_others());
  const std::vector<made_id> sorted = all.by_time();
  if (!sorted.empty()) {
    for (const auto& [name, one] : {std::pair("first", sorted.front()), std::pair("last", sorted.back())}) {
      to.name(name).open('{').name("time").text(instant_to_text(one.unix_ms).view()).name("at");
      put_place(to, one.number);
      to.close('}');
    }
    to.name("span").text(in_words(static_cast<std::uint64_t>(sorted.back().unix_ms) -
                                  static_cast<std::uint64_t>(sorted.front().unix_ms)));
    to.name("gaps").open('[');
    for (const id_gap& gap : id_survey::longest_gaps(sorted, gaps)) {
      to.open('{').name("words").text(in_words(gap.ms)).name("before");
      put_place(to, gap.before);
      to.name("behind");
      put_place(to, gap.behind);
      to.close('}');
    }
    const id_histogram made = id_survey::histogram(sorted, bars);
    to.close(']').name("histogram").open('{').name("begin").number(made.begin).name("step").number(made.step);
    to.name("words").text(in_words(made.step)).name("counts").open('[');
    for (const std::uint64_t count : made.counts) to.number(count);
    to.close(']').close('}');
  }
  to.name("fields").open('[');
  for (const field_counts& of : all.fields()) {
    to.open('{').name("field").text(of.field).name("format").text(of.format.name());
    to.name("values").number(std::uint64_t{of.values.size()}).name("most").open('[');
    for (std::size_t i = 0; i < of.values.size() && i < values; ++i)
      to.open('{')
          .name("value")
          .number(of.values[i].first)
          .name("count")
          .number(of.values[i].second)
          .close('}');
    to.close(']').close('}');
  }
  to.close(']').close('}');
  return size_of_answer();
}

// Which ids are shown, and in which order; how many. `marked`: 0 all, 1 duplicates, 2 out of order, 3 either.
// Instants that are NaN bound nothing. In the input: what the text contains, in lower case. `by`: 0 the text,
// 1 the id, 2 the time.
SORTID_PAGE_EXPORT(show)
std::uint32_t show(std::uint32_t by, std::uint32_t descending, std::uint32_t marked, std::uint32_t place,
                   double from, double until, std::uint32_t size) {
  search& of = *current;
  const auto first = instant_of(from);
  const auto end = instant_of(until);
  const std::string_view wanted(input, size);
  of.view.clear();
  for (std::uint32_t i = 0; i < of.rows.size(); ++i) {
    const row& one = of.rows[i];
    const bool stands_out =
        ((marked & 1U) != 0 && one.marks.duplicate_of) || ((marked & 2U) != 0 && one.marks.out_of_order);
    if (marked != 0 && !stands_out) continue;
    if (place != none && one.place != place) continue;
    const auto& made = one.marks.unix_ms;
    if ((first && (!made || *made < *first)) || (end && (!made || *made >= *end))) continue;
    if (!wanted.empty() && !contains(of.text_of(one), wanted)) continue;
    of.view.push_back(i);
  }
  const auto sort = [&](const auto& less) {
    std::stable_sort(of.view.begin(), of.view.end(), [&](std::uint32_t a, std::uint32_t b) {
      return descending != 0 ? less(of.rows[b], of.rows[a]) : less(of.rows[a], of.rows[b]);
    });
  };
  if (by == 1) {
    sort([&](const row& a, const row& b) {
      if (a.place != b.place) return a.place < b.place;
      if (a.prefix != b.prefix) return of.prefixes[a.prefix] < of.prefixes[b.prefix];
      return a.value < b.value;
    });
  } else if (by == 2) {
    sort([](const row& a, const row& b) { return a.marks.unix_ms < b.marks.unix_ms; });
  } else if (descending != 0) {
    std::reverse(of.view.begin(), of.view.end());
  }
  return static_cast<std::uint32_t>(of.view.size());
}

// Where an id stands among those that are shown; `none` where it does not.
SORTID_PAGE_EXPORT(place_shown) std::uint32_t place_shown(std::uint32_t number) {
  const auto& view = current->view;
  const auto at = std::find(view.begin(), view.end(), number);
  return at == view.end() ? none : static_cast<std::uint32_t>(at - view.begin());
}

// So many of those that are shown, as JSON.
SORTID_PAGE_EXPORT(rows) std::uint32_t rows_shown(std::uint32_t first, std::uint32_t count) {
  const search& of = *current;
  answer.clear();
  json to(answer);
  to.open('[');
  for (std::size_t i = first; i < of.view.size() && i - first < count; ++i) {
    const row& one = of.rows[of.view[i]];
    to.open('{').name("row").number(std::uint64_t{of.view[i]}).name("line").number(one.line);
    to.name("offset").number(one.offset).name("text").text(of.text_of(one));
    to.name("format").text(format::all()[one.place].name());
    const auto& [duplicate_of, out_of_order, unix_ms, step] = one.marks;
    to.name("unixMs");
    unix_ms ? to.number(*unix_ms) : to.word("null");
    to.name("time");
    unix_ms ? to.text(instant_to_text(*unix_ms).view()) : to.word("null");
    to.name("step");
    step ? to.text((step->later ? "+" : "\u2212") + in_words(step->ms)) : to.word("null");
    to.name("duplicateOf");
    if (duplicate_of) {
      put_place(to, *duplicate_of);
    } else {
      to.word("null");
    }
    to.name("outOfOrder").word(out_of_order ? "true" : "false").close('}');
  }
  to.close(']');
  return size_of_answer();
}
