// Three numbers of 8 bytes, taken for instants and an epoch, and a text, taken for an instant.
//
//  1. A rejected instant has a reason and a position within the text.
//  2. An instant that was read prints as a text that reads as the same instant; rounding up adds nothing or
//     one.
//  3. Every number prints, within the text's capacity; years 0 … 999999 read back.
//  4. first_at() and last_at() are there for exactly the instants of the format, in order, with that instant;
//     nothing lies between the last id of one and the first of the next.
//  5. ids_between() is what first_at() of its first and last_at() of its last instant are, after its ends are
//     moved into the format's time; rejected when none of its instants is left.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "holds.hpp"
#include "sortid/formats.hpp"
#include "sortid/instant.hpp"
#include "sortid/range.hpp"

namespace {

using sortid::reason;

void check_text(std::string_view text) {
  const auto at = sortid::parse_instant(text);
  if (!at) {
    holds(1, at.error().why != reason::none && at.error().position <= text.size(), "error");
    holds(1, !sortid::message(at.error(), "instant").empty(), "sentence");
    return;
  }
  holds(2, at->not_before() == at->unix_ms + (at->is_later ? 1 : 0), "bound");
  const std::string digits = std::to_string(at->unix_ms);
  const auto number = sortid::parse_instant(digits);
  holds(
      2,
      number ? *number == at->unix_ms : sortid::detail::calendar_of(digits) != sortid::detail::calendar::none,
      "number");
}

void check_number(std::int64_t ms) {
  constexpr std::int64_t first = -62'167'219'200'000;    // 0000-01-01
  constexpr std::int64_t last = 31'494'784'780'799'999;  // 999999-12-31
  const auto text = sortid::instant_to_text(ms);
  holds(3, text.size() >= 24 && text.size() < text.capacity(), "size");
  const auto read = sortid::parse_instant(text);
  if (ms >= first && ms <= last) {
    holds(3, read && *read == ms, "reads back");
  } else {
    holds(3, !read, "outside the years");
  }
}

// Whether the format has the instant. Differences are taken without a sign, so that none overflows.
template <class Id>
bool has(std::int64_t ms, std::int64_t epoch) {
  const auto last = static_cast<std::uint64_t>(Id::layout().max_timestamp());
  return ms >= epoch && static_cast<std::uint64_t>(ms) - static_cast<std::uint64_t>(epoch) <= last;
}

template <class Id>
void check_format(std::int64_t from, std::int64_t to, std::int64_t epoch) {
  const auto first = sortid::first_at<Id>(from, epoch);
  const auto last = sortid::last_at<Id>(from, epoch);
  holds(4, first.has_value() == has<Id>(from, epoch) && last.has_value() == first.has_value(), "there");
  if (first) {
    holds(4, *first <= *last, "order");
    for (const Id& id : {*first, *last}) {
      if constexpr (requires { id.unix_ms(epoch); }) {
        holds(4, id.unix_ms(epoch) == from, "instant");
      } else if (epoch == 0) {
        holds(4, id.unix_ms() == from, "instant of a UUID");
      }
    }
    if (from != INT64_MAX && has<Id>(from + 1, epoch)) {
      const auto next = sortid::first_at<Id>(from + 1, epoch);
      holds(4, *last < *next, "the next millisecond");
    } else {
      holds(4, last->number() == sortid::last_at<Id>(from, epoch)->number(), "the last");
    }
  } else {
    holds(4, first.error().why == reason::range && last.error().why == reason::range, "reason");
  }

  const auto ids = sortid::ids_between<Id>(from, to, epoch);
  const std::int64_t end =
      epoch > INT64_MAX - Id::layout().max_timestamp() ? INT64_MAX : epoch + Id::layout().max_timestamp();
  const std::int64_t low = std::max(from, epoch);
  const std::int64_t high = std::min(to == INT64_MIN ? to : to - 1, end);
  if (from < to && low <= high) {
    holds(5, ids.has_value(), "there");
    holds(5,
          ids->first == *sortid::first_at<Id>(low, epoch) && ids->last == *sortid::last_at<Id>(high, epoch),
          "ends");
  } else {
    holds(5, !ids && ids.error().why == reason::range, "none");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::array<std::uint8_t, 24> bytes{};
  for (std::size_t i = 0; i < size && i < bytes.size(); ++i) bytes[i] = data[i];
  const auto number = [&](std::size_t at) {
    return static_cast<std::int64_t>(sortid::detail::load_be<std::uint64_t>(bytes.data() + at));
  };
  check_text(std::string(data, data + size));
  if (size > bytes.size()) check_text(std::string(data + bytes.size(), data + size));
  for (const std::size_t at : {0U, 8U, 16U}) check_number(number(at));
  check_number(number(0) >> 10U);  // where years are read back

  sortid::format_list::for_each([&]<class Id>(std::type_identity<Id>) {
    if constexpr (sortid::timed_id<Id>) {
      constexpr std::int64_t own = Id::layout().epoch;
      check_format<Id>(number(0), number(8), number(16));
      check_format<Id>(number(0), number(8), own);
      // Near the format's own time.
      constexpr auto window = static_cast<std::uint64_t>(Id::layout().max_timestamp()) * 2 + 1;
      const auto near = [&](std::size_t at) {
        const auto offset = sortid::detail::load_be<std::uint64_t>(bytes.data() + at) % window;
        return own + static_cast<std::int64_t>(offset) - Id::layout().max_timestamp() / 2;
      };
      check_format<Id>(near(0), near(8), own);
      check_format<Id>(near(0), near(0) + 1, own);
    }
  });
  return 0;
}
