#include "human_time.hpp"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "host/host.hpp"

namespace sortid::cli {

namespace {

// Of ASCII, whatever the locale.
constexpr bool is_letter(char symbol) {
  const auto lower = static_cast<unsigned char>(symbol | 0x20);
  return lower >= 'a' && lower <= 'z';
}

constexpr auto ms_per_second = static_cast<std::int64_t>(ms_of::second);

std::int64_t floor_seconds(std::int64_t ms) { return ms / ms_per_second - (ms % ms_per_second < 0 ? 1 : 0); }

// What the zone's clocks are ahead of UTC.
std::int64_t offset_ms(std::int64_t unix_ms) {
  return os::ahead_of_utc(floor_seconds(unix_ms)) * ms_per_second;
}

// The instants at which the zone's clocks show that time, given as if it were UTC; the earlier first.
std::vector<std::int64_t> instants_of(std::int64_t shown) {
  std::vector<std::int64_t> found;
  for (const std::int64_t near : {shown - detail::ms_per_day, shown + detail::ms_per_day}) {
    const std::int64_t instant = shown - offset_ms(near);
    if (instant + offset_ms(instant) == shown && (found.empty() || found.front() != instant))
      found.push_back(instant);
  }
  return found;
}

// The first instant of the local day that is so many days after that of `now`.
std::int64_t midnight_after(std::int64_t now, std::int64_t days) {
  const std::int64_t shown = now + offset_ms(now);
  const std::int64_t into_day = (shown % detail::ms_per_day + detail::ms_per_day) % detail::ms_per_day;
  const std::int64_t midnight = shown - into_day + days * detail::ms_per_day;
  const std::vector<std::int64_t> found = instants_of(midnight);
  // A zone that skips midnight begins the day where the old offset ends.
  return found.empty() ? midnight - offset_ms(midnight - detail::ms_per_day) : found.front();
}

// Why a text that begins with a sign is no span.
human_time no_span(reason why, std::string sentence) {
  return {0,
          std::move(sentence.append(
              "; a span is a number of ms, s, m, h, d or w, or several, as in -1h or -1h30m")),
          why};
}
human_time span_ends_early(std::size_t at) {
  return no_span(reason::length, "the span ends too early, at position " + std::to_string(at));
}
human_time no_symbol_of_span(std::string_view text, std::size_t at) {
  return no_span(reason::character, std::string(message(detail::not_a_digit(text[at], at), "a span").view()));
}

// -1h, -1h30m: a sign, and numbers with units, each unit once. The instant that is so far from `now`; empty
// for a text without a sign, and for Unix milliseconds.
std::optional<human_time> read_span(std::string_view text, std::int64_t now) {
  struct unit {
    std::string_view name;
    std::uint64_t ms;
  };
  constexpr unit units[] = {{"ms", 1},          {"s", ms_of::second}, {"m", ms_of::minute},
                            {"h", ms_of::hour}, {"d", ms_of::day},    {"w", 7 * ms_of::day}};
  constexpr std::size_t most_digits = 9;  // of each unit: their sum is within 64 bits
  if (!text.starts_with('-') && !text.starts_with('+')) return std::nullopt;
  if (text.starts_with('-') && text.size() > 1 &&
      text.find_first_not_of("0123456789", 1) == std::string_view::npos)
    return std::nullopt;
  std::int64_t sum = 0;
  bool used[std::size(units)]{};
  std::size_t at = 1;
  do {
    const std::size_t number_at = at;
    std::int64_t count = 0;
    for (; at != text.size() && text[at] >= '0' && text[at] <= '9'; ++at) {
      if (at - number_at == most_digits)
        return no_span(reason::length,
                       "a number of a span has at most 9 digits, at position " + std::to_string(number_at));
      count = count * 10 + (text[at] - '0');
    }
    if (at == text.size()) return span_ends_early(at);
    const std::size_t unit_at = at;
    while (at != text.size() && is_letter(text[at])) ++at;
    if (at == unit_at || unit_at == number_at) return no_symbol_of_span(text, unit_at);
    const std::string name(text.substr(unit_at, at - unit_at));
    const auto* const found =
        std::find_if(std::begin(units), std::end(units), [&](const unit& u) { return u.name == name; });
    if (found == std::end(units))
      return no_span(reason::character,
                     "\"" + name + "\" at position " + std::to_string(unit_at) + " is not a unit");
    bool& again = used[found - std::begin(units)];
    if (again)
      return no_span(reason::character, name + " stands twice, again at position " + std::to_string(unit_at));
    again = true;
    sum += count * static_cast<std::int64_t>(found->ms);
  } while (at != text.size());
  return human_time{text.front() == '-' ? now - sum : now + sum};
}

std::optional<human_time> read_local(std::string_view text) {
  constexpr std::string_view to_minute = "2026-01-31T10:00";
  std::string as_utc(text);
  if (text.size() == to_minute.size()) as_utc += ":00";
  as_utc += 'Z';
  const auto shown = parse_instant(as_utc);
  if (!shown || text.size() < to_minute.size()) return std::nullopt;
  const std::vector<std::int64_t> found = instants_of(shown->unix_ms);
  if (found.size() == 1) return human_time{{found.front(), shown->is_later}};
  if (found.empty()) return human_time{0, "the local clocks skip that time; write it with an offset or Z"};
  return human_time{0, std::string("the local clocks show that time twice; write ")
                           .append(instant_to_text(found[0]).view())
                           .append(" or ")
                           .append(instant_to_text(found[1]).view())};
}

}  // namespace

std::string in_words(std::uint64_t ms) {
  struct unit {
    std::string_view name;
    std::uint64_t ms;
  };
  constexpr unit units[] = {{"year", ms_of::year},     {"day", ms_of::day},       {"hour", ms_of::hour},
                            {"minute", ms_of::minute}, {"second", ms_of::second}, {"millisecond", 1}};
  std::string words;
  unsigned left = 2;
  for (const unit& u : units) {
    const std::uint64_t count = ms / u.ms;
    ms %= u.ms;
    if (count == 0 && words.empty()) continue;
    if (count != 0) {
      if (!words.empty()) words += ' ';
      words.append(std::to_string(count)).append(" ").append(u.name).append(count == 1 ? "" : "s");
    }
    if (--left == 0) break;
  }
  return words;
}

std::optional<human_time> read_human_time(std::string_view text, std::int64_t now) {
  os::read_time_zone();
  std::string word(text);
  for (char& symbol : word) symbol = is_letter(symbol) ? static_cast<char>(symbol | 0x20) : symbol;
  if (word == "now") return human_time{now};
  if (word == "today") return human_time{midnight_after(now, 0)};
  if (word == "yesterday") return human_time{midnight_after(now, -1)};
  if (word == "tomorrow") return human_time{midnight_after(now, 1)};
  word = text;
  if (auto span = read_span(text, now)) return span;
  if (const std::string later = "+" + word; read_span(later, now)->sentence.empty())
    return human_time{0, "write -" + word + ", before now, or " + later, reason::character};
  if (!text.empty() && is_letter(text.front()))
    return human_time{0,
                      "write now, today, yesterday, tomorrow, -1h, 2026-01-01, 2026-01-01T10:00 or "
                      "1767225600000 (milliseconds)",
                      reason::character};
  constexpr std::string_view month = "2026-01";
  if (text.size() == month.size()) {
    if (const auto first = parse_instant(word + "-01")) return human_time{*first};
  }
  return read_local(text);
}

}  // namespace sortid::cli
