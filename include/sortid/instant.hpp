// Instants: how those that are finer than a millisecond bound ids, and their texts, RFC 3339 in UTC with
// three decimals and what people type.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "sortid/inline_text.hpp"
#include "sortid/result.hpp"

namespace sortid {

// An instant as ids see it, whose timestamps are whole milliseconds. Unix milliseconds convert to it.
struct instant {
  std::int64_t unix_ms = 0;  // the millisecond in which it lies
  bool is_later = false;     // than the beginning of that millisecond

  constexpr instant() noexcept = default;
  // NOLINTNEXTLINE(google-explicit-constructor)
  constexpr instant(std::int64_t whole_ms, bool later = false) noexcept
      : unix_ms(whole_ms), is_later(later) {}

  friend constexpr bool operator==(const instant&, const instant&) noexcept = default;

  // From a count of units since 1970: a millisecond has 1'000 microseconds or 1'000'000 nanoseconds.
  [[nodiscard]] static constexpr instant of(std::int64_t count, std::int64_t per_ms) noexcept {
    const std::int64_t rest = count % per_ms;
    return {count / per_ms - (rest < 0 ? 1 : 0), rest != 0};
  }

  // The first millisecond that does not begin before it. This is what it means as either end of a half-open
  // interval: `to` leaves out no id that was made before it.
  [[nodiscard]] constexpr std::int64_t not_before() const noexcept { return is_later ? after() : unix_ms; }
  // The first millisecond that begins after it: its meaning as a `from` that is left out, or a `to` that
  // belongs to the interval. The last millisecond of all is its own.
  [[nodiscard]] constexpr std::int64_t after() const noexcept {
    return unix_ms == INT64_MAX ? INT64_MAX : unix_ms + 1;
  }
};

namespace detail {

inline constexpr std::int64_t ms_per_day = 86'400'000;
// The years that the text forms take: wide enough for every format with any sensible epoch.
inline constexpr std::int64_t max_year = 999'999;

// Days since 1970-01-01 of a proleptic Gregorian date; eras of 400 years counted from 0000-03-01.
constexpr std::int64_t days_from_civil(std::int64_t year, unsigned month, unsigned day) noexcept {
  year -= month <= 2 ? 1 : 0;
  const std::int64_t era = (year >= 0 ? year : year - 399) / 400;
  const auto year_of_era = static_cast<unsigned>(year - era * 400);
  const unsigned day_of_year = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
  const unsigned day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
  return era * 146'097 + static_cast<std::int64_t>(day_of_era) - 719'468;
}

struct civil_date {
  std::int64_t year;
  unsigned month;
  unsigned day;
};

constexpr civil_date civil_from_days(std::int64_t days) noexcept {
  days += 719'468;
  const std::int64_t era = (days >= 0 ? days : days - 146'096) / 146'097;
  const auto day_of_era = static_cast<unsigned>(days - era * 146'097);
  const unsigned year_of_era =
      (day_of_era - day_of_era / 1'460 + day_of_era / 36'524 - day_of_era / 146'096) / 365;
  const unsigned day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const unsigned shifted_month = (5 * day_of_year + 2) / 153;
  const unsigned month = shifted_month < 10 ? shifted_month + 3 : shifted_month - 9;
  return {static_cast<std::int64_t>(year_of_era) + era * 400 + (month <= 2 ? 1 : 0), month,
          day_of_year - (153 * shifted_month + 2) / 5 + 1};
}

constexpr unsigned days_in_month(std::int64_t year, unsigned month) noexcept {
  const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  if (month == 2) return leap ? 29 : 28;
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

// Reads a text from the left, remembering the first thing that does not fit.
class instant_reader {
 public:
  constexpr explicit instant_reader(std::string_view text) noexcept : text_(text) {}

  [[nodiscard]] constexpr bool done() const noexcept { return at_ == text_.size(); }
  [[nodiscard]] constexpr char peek() const noexcept { return done() ? '\0' : text_[at_]; }
  [[nodiscard]] constexpr bool digit_ahead() const noexcept {
    return !done() && text_[at_] >= '0' && text_[at_] <= '9';
  }
  constexpr void skip() noexcept { ++at_; }
  [[nodiscard]] constexpr std::size_t at() const noexcept { return at_; }
  [[nodiscard]] constexpr bool failed() const noexcept { return error_.why != reason::none; }
  [[nodiscard]] constexpr const error& why() const noexcept { return error_; }

  constexpr void reject(reason why, std::size_t at, std::uint32_t found = 0) noexcept {
    if (!failed()) error_ = {why, clamp32(at), 0, found};
  }
  constexpr void reject_here() noexcept {
    if (failed()) return;  // the earlier one stays as it is
    if (done()) {
      reject(reason::length, at_);
      error_.expected = clamp32(at_ + 1);
      error_.found = clamp32(at_);
    } else {
      reject(reason::character, at_, static_cast<unsigned char>(text_[at_]));
    }
  }
  // At least `least` and at most `most` digits, as a number from `low` to `high`.
  constexpr std::int64_t number(std::size_t least, std::size_t most, std::int64_t low,
                                std::int64_t high) noexcept {
    const std::size_t from = at_;
    std::int64_t value = 0;
    while (digit_ahead() && at_ - from < most) value = value * 10 + (text_[at_++] - '0');
    if (at_ - from < least) {
      reject_here();
    } else if (value < low || value > high) {
      reject(reason::range, from, clamp32(static_cast<std::uint64_t>(value)));
    }
    return value;
  }
  constexpr void expect(char wanted) noexcept {
    if (peek() != wanted || done()) {
      reject_here();
    } else {
      ++at_;
    }
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  error error_;
};

}  // namespace detail

// 2026-05-10T22:41:37.826Z. Years have at least four digits, more past 9999, and a sign before year 0.
[[nodiscard]] constexpr inline_text<40> instant_to_text(std::int64_t unix_ms) noexcept {
  std::int64_t days = unix_ms / detail::ms_per_day;
  std::int64_t ms = unix_ms % detail::ms_per_day;
  if (ms < 0) {
    ms += detail::ms_per_day;
    --days;
  }
  const detail::civil_date date = detail::civil_from_days(days);
  inline_text<40> out;
  const auto padded = [&out](std::uint64_t value, std::uint64_t digits_floor) {
    for (std::uint64_t floor = digits_floor; floor > 1 && value < floor; floor /= 10) out.append('0');
    out.append_decimal(value);
  };
  if (date.year < 0) out.append('-');
  padded(static_cast<std::uint64_t>(date.year < 0 ? -date.year : date.year), 1000);
  out.append('-');
  padded(date.month, 10);
  out.append('-');
  padded(date.day, 10);
  out.append('T');
  const auto rest = static_cast<std::uint64_t>(ms);
  padded(rest / 3'600'000, 10);
  out.append(':');
  padded(rest / 60'000 % 60, 10);
  out.append(':');
  padded(rest / 1'000 % 60, 10);
  out.append('.');
  padded(rest % 1'000, 100);
  out.append('Z');
  return out;
}

namespace detail {

// What digits alone may be instead of milliseconds: a year, a year and a month, a date, a date and a time to
// the second (YYYYMMDDhhmmss), Unix seconds.
enum class calendar : std::uint8_t { none, year, month, day, second, unix_seconds };

// Of the years 1900 to 2199. As milliseconds the digits would be an instant before 1970-03-27 or, of a date
// with a time, after 2571. Unix seconds have ten digits here: those from 2001-09-09 on.
constexpr calendar calendar_of(std::string_view digits) noexcept {
  constexpr std::int64_t seconds_of_2200 = days_from_civil(2200, 1, 1) * 86'400;
  instant_reader in(digits);
  if (digits.size() == 10) {
    (void)in.number(10, 10, 1'000'000'000, seconds_of_2200 - 1);
    return in.failed() ? calendar::none : calendar::unix_seconds;
  }
  if (digits.size() != 4 && digits.size() != 6 && digits.size() != 8 && digits.size() != 14)
    return calendar::none;
  const std::int64_t year = in.number(4, 4, 1900, 2199);
  if (!in.failed() && in.done()) return calendar::year;
  const auto month = static_cast<unsigned>(in.number(2, 2, 1, 12));
  if (!in.failed() && in.done()) return calendar::month;
  if (!in.failed()) (void)in.number(2, 2, 1, days_in_month(year, month));
  if (!in.failed() && in.done()) return calendar::day;
  (void)in.number(2, 2, 0, 23);
  (void)in.number(2, 2, 0, 59);
  (void)in.number(2, 2, 0, 60);
  return in.failed() ? calendar::none : calendar::second;
}

// Why digits are no milliseconds: they are shorter than what should be written, a date (2026-05-10) or an
// instant (2026-05-10T22:41:37Z). Of reason::none where they are milliseconds.
constexpr error doubt_about(std::string_view digits) noexcept {
  const calendar like = calendar_of(digits);
  if (like == calendar::none) return {};
  return length_error(like == calendar::second || like == calendar::unix_seconds ? 20 : 10, digits.size());
}

constexpr inline_text<20> digits_of(std::int64_t number) noexcept {
  inline_text<20> digits;
  if (number < 0) digits.append('-');
  // Modulo 2^64, which the least number needs.
  const auto bits = static_cast<std::uint64_t>(number);
  return digits.append_decimal(number < 0 ? 0 - bits : bits);
}

}  // namespace detail

// Reads an instant as people write it: Unix milliseconds (an optional sign and digits), or RFC 3339 with any
// offset, `t`, `z` or a space allowed; a date alone is its midnight in UTC. Rejected with `length`,
// `character` or `range` at the byte where it shows. Digits alone that could be a year, a date, a date with a
// time or Unix seconds (2024, 202406, 20240606, 20240606123456, 1717653966) are rejected with `length`: as
// milliseconds they would be another instant.
[[nodiscard]] constexpr result<instant> parse_instant(std::string_view text) noexcept {
  detail::instant_reader in(text);
  bool digits_alone = !text.empty();
  for (std::size_t i = text.starts_with('-') ? 1U : 0U; i < text.size(); ++i) {
    digits_alone = digits_alone && text[i] >= '0' && text[i] <= '9';
  }
  if (digits_alone) {
    if (const error doubt = detail::doubt_about(text); doubt.why != reason::none) return doubt;
    const bool negative = text.front() == '-';
    if (negative) in.skip();
    // Fifteen digits reach past the year 30000.
    const std::int64_t magnitude = in.number(1, 18, 0, 999'999'999'999'999'999);
    if (!in.failed() && !in.done()) in.reject(reason::range, in.at());
    if (in.failed()) return in.why();
    return instant(negative ? -magnitude : magnitude);
  }
  const std::int64_t year = in.number(4, 6, 0, detail::max_year);
  in.expect('-');
  const auto month = static_cast<unsigned>(in.number(2, 2, 1, 12));
  in.expect('-');
  if (in.failed()) return in.why();
  const auto day = static_cast<unsigned>(in.number(2, 2, 1, detail::days_in_month(year, month)));
  if (in.failed()) return in.why();
  std::int64_t ms = detail::days_from_civil(year, month, day) * detail::ms_per_day;
  bool later = false;
  if (in.done()) return instant(ms);
  if (in.peek() != 'T' && in.peek() != 't' && in.peek() != ' ') {
    in.reject_here();
    return in.why();
  }
  in.skip();
  ms += in.number(2, 2, 0, 23) * 3'600'000;
  in.expect(':');
  ms += in.number(2, 2, 0, 59) * 60'000;
  in.expect(':');
  ms += in.number(2, 2, 0, 60) * 1'000;  // 60: a leap second, the next minute's first
  if (in.peek() == '.') {
    in.skip();
    if (!in.digit_ahead()) in.reject_here();
    for (std::int64_t unit = 100; in.digit_ahead(); unit /= 10) {
      ms += (in.peek() - '0') * unit;
      later = later || (unit == 0 && in.peek() != '0');
      in.skip();
    }
  }
  if (in.peek() == 'Z' || in.peek() == 'z') {
    in.skip();
  } else if (in.peek() == '+' || in.peek() == '-') {
    const std::int64_t sign = in.peek() == '+' ? -1 : 1;
    in.skip();
    ms += sign * in.number(2, 2, 0, 23) * 3'600'000;
    in.expect(':');
    ms += sign * in.number(2, 2, 0, 59) * 60'000;
  } else {
    in.reject_here();
  }
  if (!in.failed() && !in.done()) in.reject_here();
  if (in.failed()) return in.why();
  return instant(ms, later);
}

// The Unix milliseconds that a number is, given by a person or by a language that has one type for all
// numbers. Rejects with `length` what parse_instant rejects as digits: 2024, 20240606, 1717653966.
[[nodiscard]] constexpr result<std::int64_t> instant_of_number(std::int64_t number) noexcept {
  // What milliseconds of these years are: 13 digits, which nobody doubts.
  if (number >= 1'000'000'000'000 && number < 10'000'000'000'000) return number;
  if (const error doubt = detail::doubt_about(detail::digits_of(number)); doubt.why != reason::none)
    return doubt;
  return number;
}

// Why parse_instant rejected the text, as a sentence that does not repeat it, and how to write an instant:
// for digits that could be a date, that date and those milliseconds.
[[nodiscard]] constexpr inline_text<160> message_of_instant(const error& e, std::string_view text) noexcept {
  using detail::calendar;
  const calendar like = detail::calendar_of(text);
  inline_text<160> out;
  if (like == calendar::none) {
    out.append(e.why == reason::length ? "the instant ends too early" : message(e, "an instant").view());
    return out.append("; write 2026-01-01, 2026-01-01T10:00:00Z or 1767225600000 (milliseconds)");
  }
  std::int64_t number = 0;
  for (const char digit : text) number = number * 10 + (digit - '0');
  constexpr std::string_view names[] = {"", "a year", "a month", "a date", "a date and a time", "seconds"};
  out.append(names[static_cast<std::size_t>(like)]).append(" or milliseconds? Write ");
  if (like == calendar::unix_seconds) {
    out.append(instant_to_text(number * 1'000));
  } else {
    const auto digits = [text](std::size_t from, std::size_t count) {
      return text.size() > from ? std::string_view(text.data() + from, count) : std::string_view("01");
    };
    out.append(digits(0, 4)).append('-').append(digits(4, 2)).append('-').append(digits(6, 2));
    if (like == calendar::second) {
      out.append('T').append(digits(8, 2)).append(':').append(digits(10, 2)).append(':');
      out.append(digits(12, 2)).append('Z');
    }
  }
  return out.append(", or ").append(instant_to_text(number)).append(" for the milliseconds");
}
// The same of what instant_of_number rejected.
[[nodiscard]] constexpr inline_text<160> message_of_instant(const error& e, std::int64_t number) noexcept {
  return message_of_instant(e, detail::digits_of(number).view());
}

}  // namespace sortid
