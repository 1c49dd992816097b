// Order, equality, hashes and distances, one set for each form in a column: 16 bytes (id16), an unsigned
// number (id8), or a UUID and a prefix (typeid). They do not depend on the fields of a format.
#include "glue.hpp"
#include "type_id.hpp"

extern "C" {
#include "common/hashfn.h"
}

namespace sortid::pg {
namespace {

template <class Word>
Word argument(FunctionCallInfo fcinfo, int i) noexcept {
  return word_of<Word>(PG_GETARG_DATUM(i));
}

template <class Word, class Holds>
Datum compared(FunctionCallInfo fcinfo, Holds holds) noexcept {
  PG_RETURN_BOOL(holds(argument<Word>(fcinfo, 0) <=> argument<Word>(fcinfo, 1)));
}
template <class Word>
Datum lt(PG_FUNCTION_ARGS) noexcept {
  return compared<Word>(fcinfo, [](auto order) { return order < 0; });
}
template <class Word>
Datum le(PG_FUNCTION_ARGS) noexcept {
  return compared<Word>(fcinfo, [](auto order) { return order <= 0; });
}
template <class Word>
Datum eq(PG_FUNCTION_ARGS) noexcept {
  return compared<Word>(fcinfo, [](auto order) { return order == 0; });
}
template <class Word>
Datum ne(PG_FUNCTION_ARGS) noexcept {
  return compared<Word>(fcinfo, [](auto order) { return order != 0; });
}
template <class Word>
Datum ge(PG_FUNCTION_ARGS) noexcept {
  return compared<Word>(fcinfo, [](auto order) { return order >= 0; });
}
template <class Word>
Datum gt(PG_FUNCTION_ARGS) noexcept {
  return compared<Word>(fcinfo, [](auto order) { return order > 0; });
}
template <class Word>
Datum cmp(PG_FUNCTION_ARGS) noexcept {
  const auto order = argument<Word>(fcinfo, 0) <=> argument<Word>(fcinfo, 1);
  PG_RETURN_INT32(order < 0 ? -1 : order > 0 ? 1 : 0);
}

template <class Word>
Datum smaller(PG_FUNCTION_ARGS) noexcept {
  const bool second = argument<Word>(fcinfo, 1) < argument<Word>(fcinfo, 0);
  return PG_GETARG_DATUM(second ? 1 : 0);
}
template <class Word>
Datum larger(PG_FUNCTION_ARGS) noexcept {
  const bool second = argument<Word>(fcinfo, 1) > argument<Word>(fcinfo, 0);
  return PG_GETARG_DATUM(second ? 1 : 0);
}

// Calls f with the bytes in network order, so that a value has one hash on every machine, that of a uuid of
// the same bytes.
template <class Word, class F>
auto of_bytes(Word word, F f) noexcept {
  std::uint8_t bytes[sizeof word];
  detail::store_be(word, bytes);
  return f(bytes, static_cast<int>(sizeof bytes));
}
template <class F>
auto of_bytes(const held_type_id& id, F f) noexcept {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(id.prefix.data()) - sizeof id.value;
  return f(bytes, static_cast<int>(sizeof id.value + id.prefix.size()));
}
template <class Word>
Datum hash(PG_FUNCTION_ARGS) noexcept {
  PG_RETURN_UINT32(of_bytes(argument<Word>(fcinfo, 0),
                            [](const std::uint8_t* bytes, int size) { return hash_bytes(bytes, size); }));
}
template <class Word>
Datum hash_extended(PG_FUNCTION_ARGS) noexcept {
  const auto seed = static_cast<std::uint64_t>(PG_GETARG_INT64(1));
  PG_RETURN_UINT64(of_bytes(argument<Word>(fcinfo, 0), [seed](const std::uint8_t* bytes, int size) {
    return hash_bytes_extended(bytes, size, seed);
  }));
}

// The distance between two values, of which the first is smaller. BRIN's minmax_multi merges ranges by it.
double apart(uint128 a, uint128 b) noexcept {
  const uint128 gap = b - a;
  return static_cast<double>(gap.hi) * 0x1p64 + static_cast<double>(gap.lo);
}
double apart(const held_type_id& a, const held_type_id& b) noexcept {
  return a.prefix == b.prefix ? apart(a.value, b.value) : 0x1p128;
}
template <class Word>
Datum distance(PG_FUNCTION_ARGS) noexcept {
  PG_RETURN_FLOAT8(apart(argument<Word>(fcinfo, 0), argument<Word>(fcinfo, 1)));
}

}  // namespace

#define SORTID_COMPARISONS(held, word)                                \
  SORTID_FUNCTION(sortid_##held##_lt, lt<word>)                       \
  SORTID_FUNCTION(sortid_##held##_le, le<word>)                       \
  SORTID_FUNCTION(sortid_##held##_eq, eq<word>)                       \
  SORTID_FUNCTION(sortid_##held##_ne, ne<word>)                       \
  SORTID_FUNCTION(sortid_##held##_ge, ge<word>)                       \
  SORTID_FUNCTION(sortid_##held##_gt, gt<word>)                       \
  SORTID_FUNCTION(sortid_##held##_cmp, cmp<word>)                     \
  SORTID_FUNCTION(sortid_##held##_smaller, smaller<word>)             \
  SORTID_FUNCTION(sortid_##held##_larger, larger<word>)               \
  SORTID_FUNCTION(sortid_##held##_hash, hash<word>)                   \
  SORTID_FUNCTION(sortid_##held##_hash_extended, hash_extended<word>) \
  SORTID_FUNCTION(sortid_##held##_distance, distance<word>)
SORTID_COMPARISONS(id16, uint128)
SORTID_COMPARISONS(id8, std::uint64_t)
SORTID_COMPARISONS(typeid, held_type_id)

}  // namespace sortid::pg
