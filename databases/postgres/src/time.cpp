// The time of an id, and the ids of a time.
#include "glue.hpp"

extern "C" {
#include "datatype/timestamp.h"
#include "utils/rangetypes.h"
}

#include "instants.hpp"
#include "type_id.hpp"

namespace sortid::pg {
namespace {

template <any_id Id>
std::int64_t unix_ms_of(Datum d) noexcept {
  return Id::layout().epoch +
         static_cast<std::int64_t>(timestamp_of<Id::layout()>(word_of<typename Id::value_type>(d)));
}
template <any_id Id>
Datum time(PG_FUNCTION_ARGS) noexcept {
  PG_RETURN_TIMESTAMPTZ(timestamp_of_unix_ms(unix_ms_of<Id>(PG_GETARG_DATUM(0))));
}
template <any_id Id>
Datum ms(PG_FUNCTION_ARGS) noexcept {
  PG_RETURN_INT64(unix_ms_of<Id>(PG_GETARG_DATUM(0)));
}

// A uuid and a typeid hold UUIDs of any version; only version 7 has a time here.
template <class Held>
std::int64_t version_7_ms(Datum d) noexcept {
  const auto id = uuid_of<Held>(d).as_version_7();
  if (!id)
    ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("only a UUID of version 7 has a time"),
                    errhint("try_id_time and try_id_ms give null for the others.")));
  return id->unix_ms();
}
enum class unit : std::uint8_t { time, ms };
template <class Held, unit As, bool Tries = false>
Datum uuid_instant(PG_FUNCTION_ARGS) noexcept {
  if (Tries && !uuid_of<Held>(PG_GETARG_DATUM(0)).is_version_7()) PG_RETURN_NULL();
  const std::int64_t ms = version_7_ms<Held>(PG_GETARG_DATUM(0));
  return As == unit::ms ? Int64GetDatum(ms) : TimestampTzGetDatum(timestamp_of_unix_ms(ms));
}
template <class Held>
Datum is_version_7(PG_FUNCTION_ARGS) noexcept {
  PG_RETURN_BOOL(uuid_of<Held>(PG_GETARG_DATUM(0)).is_version_7());
}

// The smallest and the largest id of the millisecond in which an instant lies.
template <any_id Id>
Datum edge_at(FunctionCallInfo fcinfo, bool last) noexcept {
  const std::int64_t ms = unix_ms_in_or_error(PG_GETARG_TIMESTAMPTZ(0), Id::layout());
  return datum_of(last ? *last_at<Id>(ms) : *first_at<Id>(ms));
}
template <any_id Id>
Datum first(PG_FUNCTION_ARGS) noexcept {
  return edge_at<Id>(fcinfo, false);
}
template <any_id Id>
Datum last(PG_FUNCTION_ARGS) noexcept {
  return edge_at<Id>(fcinfo, true);
}

// The first and the last id whose time lies in a range. If there is none, first is greater than last, so that
// no id lies between: also as the bigints of the edition in plain SQL, which have a sign.
template <any_id Id>
Datum edge_in(FunctionCallInfo fcinfo, bool last) noexcept {
  const span s = span_of(PG_GETARG_RANGE_P(0));
  const auto ids = ids_between<Id>(s.from, s.to);
  if (ids) return datum_of(last ? ids->last : ids->first);
  if (last) return datum_of(Id::min());
  if constexpr (Id::layout().bits == 64) {
    return datum_of(Id::from_number(INT64_MAX).value());
  } else {
    return datum_of(Id::max());
  }
}
template <any_id Id>
Datum first_in(PG_FUNCTION_ARGS) noexcept {
  return edge_in<Id>(fcinfo, false);
}
template <any_id Id>
Datum last_in(PG_FUNCTION_ARGS) noexcept {
  return edge_in<Id>(fcinfo, true);
}

// The first and the last id whose text begins so, for the formats whose texts are base 58: for a search as
// somebody types.
template <any_id Id>
Datum edge_of_text(FunctionCallInfo fcinfo, bool last) noexcept {
  const std::string_view given = view_of(PG_GETARG_TEXT_PP(0));
  const auto ids = ids_with_text_prefix<Id>(given);
  if (!ids) {
    const error e = ids.error();
    ereport(ERROR, (errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
                    errmsg("no id of type %s begins with \"%s\"", sql_type<Id>, cstring_of(given)),
                    errdetail_internal(
                        "%s", e.why == reason::length
                                  ? psprintf("length at position %u: %s", e.position,
                                             message_of_text_prefix(Id::layout(), given.size()).c_str())
                                  : detail_of(e, Id::layout().name))));
  }
  return datum_of(last ? ids->last : ids->first);
}
template <any_id Id>
Datum first_of_text(PG_FUNCTION_ARGS) noexcept {
  return edge_of_text<Id>(fcinfo, false);
}
template <any_id Id>
Datum last_of_text(PG_FUNCTION_ARGS) noexcept {
  return edge_of_text<Id>(fcinfo, true);
}

}  // namespace

// One for all kinds of uid11: their texts are of the same bits.
SORTID_FUNCTION(sortid_uid11_text_prefix_first, first_of_text<uid11>)
SORTID_FUNCTION(sortid_uid11_text_prefix_last, last_of_text<uid11>)

#define SORTID_BOUNDS(kind, id)                           \
  SORTID_FUNCTION(sortid_##kind##_first, first<id>)       \
  SORTID_FUNCTION(sortid_##kind##_last, last<id>)         \
  SORTID_FUNCTION(sortid_##kind##_first_in, first_in<id>) \
  SORTID_FUNCTION(sortid_##kind##_last_in, last_in<id>)
#define SORTID_OWN_TIME(kind, id)                 \
  SORTID_FUNCTION(sortid_##kind##_time, time<id>) \
  SORTID_FUNCTION(sortid_##kind##_ms, ms<id>)
#define SORTID_UUID_TIME(kind, held)                                              \
  SORTID_FUNCTION(sortid_##kind##_time, uuid_instant<held, unit::time>)           \
  SORTID_FUNCTION(sortid_##kind##_ms, uuid_instant<held, unit::ms>)               \
  SORTID_FUNCTION(sortid_##kind##_try_time, uuid_instant<held, unit::time, true>) \
  SORTID_FUNCTION(sortid_##kind##_try_ms, uuid_instant<held, unit::ms, true>)     \
  SORTID_FUNCTION(sortid_##kind##_is_version_7, is_version_7<held>)

#define SORTID_TIME_OF_timed(kind, id) \
  SORTID_BOUNDS(kind, id)              \
  SORTID_OWN_TIME(kind, id)
#define SORTID_TIME_OF_versioned(kind, id) SORTID_BOUNDS(kind, id)
#define SORTID_TIME_OF_timeless(kind, id) static_assert(!id::layout().timed());
#define SORTID_KIND(kind, id, type, held, orders, time) SORTID_TIME_OF_##time(kind, id)
#include "types.def"

SORTID_UUID_TIME(uuid7, uint128)
SORTID_UUID_TIME(typeid, held_type_id)

}  // namespace sortid::pg
