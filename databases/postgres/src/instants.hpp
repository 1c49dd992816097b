// Between the server's timestamptz, microseconds since the year 2000, and the core's Unix milliseconds.
#pragma once

#include "glue.hpp"
#include "sortid/instant.hpp"

extern "C" {
#include "datatype/timestamp.h"
#include "utils/rangetypes.h"
#include "utils/typcache.h"
}

namespace sortid::pg {

inline constexpr std::int64_t us_per_ms = 1'000;
inline constexpr std::int64_t server_epoch_ms =
    (POSTGRES_EPOCH_JDATE - UNIX_EPOCH_JDATE) * (USECS_PER_DAY / us_per_ms);

// Every format's last instant lies long before timestamptz's.
constexpr TimestampTz timestamp_of_unix_ms(std::int64_t ms) noexcept {
  return (ms - server_epoch_ms) * us_per_ms;
}

// Of a finite timestamp.
constexpr instant instant_of(TimestampTz at) noexcept {
  const instant since = instant::of(at, us_per_ms);
  return {since.unix_ms + server_epoch_ms, since.is_later};
}

// Raises an error where the format has no such time.
inline std::int64_t unix_ms_in_or_error(TimestampTz at, const layout& l) noexcept {
  if (!TIMESTAMP_NOT_FINITE(at)) {
    const std::int64_t ms = instant_of(at).unix_ms;
    if (detail::timestamp_at(l, ms, l.epoch)) return ms;
  }
  ereport(ERROR, (errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE),
                  errmsg("timestamp out of range for format %s", cstring_of(l.name)),
                  errdetail("range: the format has times from %s to %s.",
                            cstring_of(instant_to_text(l.epoch).view()),
                            cstring_of(instant_to_text(l.epoch + l.max_timestamp()).view()))));
  pg_unreachable();
}

// Unix milliseconds [from, to); those that begin in a tstzrange.
struct span {
  std::int64_t from = 0, to = 0;
  [[nodiscard]] bool empty() const noexcept { return from >= to; }
};
inline span span_of(const RangeBound& lower, const RangeBound& upper) noexcept {
  span s{INT64_MIN, INT64_MAX};
  if (!lower.infinite) {
    const TimestampTz at = DatumGetTimestampTz(lower.val);
    if (TIMESTAMP_IS_NOEND(at)) return {};
    if (!TIMESTAMP_IS_NOBEGIN(at))
      s.from = lower.inclusive ? instant_of(at).not_before() : instant_of(at).after();
  }
  if (!upper.infinite) {
    const TimestampTz at = DatumGetTimestampTz(upper.val);
    if (TIMESTAMP_IS_NOBEGIN(at)) return {};
    if (!TIMESTAMP_IS_NOEND(at))
      s.to = upper.inclusive ? instant_of(at).after() : instant_of(at).not_before();
  }
  return s;
}
inline span span_of(const RangeType* range) noexcept {
  TypeCacheEntry* type = lookup_type_cache(RangeTypeGetOid(range), TYPECACHE_RANGE_INFO);
  RangeBound lower, upper;
  bool empty = false;
  range_deserialize(type, range, &lower, &upper, &empty);
  return empty ? span() : span_of(lower, upper);
}

}  // namespace sortid::pg
