// The ids of a time, ready for BETWEEN.
#include <chrono>
#include <cstdio>

#include <sortid/chrono.hpp>
#include <sortid/instant.hpp>
#include <sortid/range.hpp>
#include <sortid/uid11.hpp>
#include <sortid/ulid.hpp>

namespace {

bool of_january() {
  // [interval]
  // All ULIDs of January 2026: [from, to).
  const auto from = sortid::parse_instant("2026-01-01");
  const auto to = sortid::parse_instant("2026-02-01");
  const auto january = sortid::ids_between<sortid::ulid>(*from, *to);
  if (!january) return false;
  std::printf("BETWEEN '%s' AND '%s'\n", january->first.to_text().c_str(), january->last.to_text().c_str());
  // [/interval]
  return january->first.unix_ms() == from->unix_ms && january->last.unix_ms() == to->unix_ms - 1;
}

bool of_a_millisecond() {
  // [millisecond]
  const auto first = sortid::first_at<sortid::xid>(1'778'452'897'826);  // the smallest id of that millisecond
  const auto last = sortid::last_at<sortid::xid>(1'778'452'897'826);    // the largest
  // Before the epoch, or after the format's last instant, there is none.
  const auto none = sortid::first_at<sortid::xid>(0);  // reason::range
  // [/millisecond]
  return first && last && *first < *last && none.error().why == sortid::reason::range;
}

bool of_a_text_prefix() {
  // [prefix]
  // All uid11 texts that begin with 5TK7; with a profile that has a timestamp, unix_ms() bounds the time.
  const auto range = sortid::ids_with_text_prefix<sortid::xid>("5TK7");
  if (!range) return false;
  std::printf("%s … %s\n", range->first.to_text().c_str(), range->last.to_text().c_str());
  // [/prefix]
  return range->first.to_text() == "5TK71111111" && range->last.to_text() == "5TK7zzzzzzz";
}

bool by_chrono() {
  // [chrono]
  using namespace std::chrono;
  const auto day = sys_days(year(2026) / May / 10);
  const auto ids = sortid::ids_between<sortid::ulid>(day, day + days(1));
  const sortid::sys_milliseconds when = sortid::to_sys_time(ids->first);
  // [/chrono]
  return when == day;
}

}  // namespace

int main() { return of_january() && of_a_millisecond() && of_a_text_prefix() && by_chrono() ? 0 : 1; }
