// Sort support. 64-bit ids sort as numbers. Wider ids sort by a 64-bit number that keeps their order (the
// server's "abbreviated key"), and by all bits only if these numbers are equal.
#include "glue.hpp"
#include "type_id.hpp"

extern "C" {
#include "common/hashfn.h"
#include "lib/hyperloglog.h"
#include "utils/sortsupport.h"
}

namespace sortid::pg {
namespace {

// --- keys --------------------------------------------------------------------------------------------------
//
// A scheme computes the key of an id, by any function that never decreases. The more ids differ in their
// keys, the faster the sort. A scheme starts from the first id that the sort sees.

// The upper half of the bits: it differs between milliseconds, and within one if the counter is in it.
struct upper_half {
  using word = uint128;
  void begin(const uint128&) noexcept {}
  [[nodiscard]] std::uint64_t key(const uint128& id) const noexcept { return id.hi; }
};

// UUIDs and EUIDs have keys for a window of time. Inside it the timestamp takes few bits, which leaves room
// for the bits that follow; outside it the key is the upper half.
enum class side : std::uint8_t { below, inside, above };
constexpr unsigned inside_bits = 63;
struct placed {
  side where;
  std::uint64_t payload;  // inside_bits inside, else 64
};

// Half of all keys belong to the window, a quarter to each side of it.
constexpr std::uint64_t key_of(const placed& id) noexcept {
  constexpr std::uint64_t quarter = std::uint64_t{1} << 62;
  switch (id.where) {
    case side::below:
      return id.payload >> 2;
    case side::inside:
      return quarter + id.payload;
    case side::above:
      break;
  }
  return 3 * quarter + (id.payload >> 2);
}

// `rest`, a number of that many bits, if `found` is the usual value; otherwise as if all its bits were 0 or
// 1. Such ids are rare, tie with the smallest or the largest rest, and stay in order.
constexpr std::uint64_t where_usual(std::uint64_t found, std::uint64_t usual, std::uint64_t rest,
                                    unsigned bits) noexcept {
  if (found == usual) return rest;
  return found < usual ? 0 : ~std::uint64_t{0} >> (64 - bits);
}

// UUIDs, nearly all of version 7 and of this age: dropping the bits that are the same in all makes room for
// the counter.
struct version_7 {
  using word = uint128;
  void begin(const uint128&) noexcept {}
  [[nodiscard]] static placed place(const uint128& id) noexcept {
    constexpr unsigned time_bits = 41;
    constexpr std::uint64_t window = std::uint64_t{1} << (time_bits - 1);  // from 2004 to 2074
    constexpr const layout& l = uuidv7_layout;
    constexpr std::size_t version = l.find("version"), rand_a = l.find("rand_a");
    const std::uint64_t at = timestamp_of<l>(id);
    if (at < window) return {side::below, id.hi};
    if ((at - window) >> time_bits != 0) return {side::above, id.hi};
    constexpr unsigned rest_bits = inside_bits - time_bits;
    constexpr unsigned above_rest = l.bits - l.shift(rand_a) - l.fields[rand_a].bits;
    const std::uint64_t rest = (id << above_rest).hi >> (64 - rest_bits);
    return {side::inside, (at - window) << rest_bits | where_usual(field_of<l, version>(id),
                                                                   l.fields[version].value, rest, rest_bits)};
  }
  [[nodiscard]] static std::uint64_t key(const uint128& id) noexcept { return key_of(place(id)); }
};

// EUIDs of one millisecond share their upper half and differ in the counter below it. The counter begins at
// random, so the key needs all of its bits. With the extension that leaves room for about a minute around the
// first id.
struct euid_burst {
  using word = uint128;
  std::uint64_t from, usual_length;

  static constexpr const layout& l = euid_layout;
  static constexpr std::size_t extension = l.find(role::extension), length = l.find(role::extension_length);
  static constexpr unsigned counter_bits = l.counter.bits;
  static constexpr unsigned time_bits = inside_bits - l.fields[extension].bits - counter_bits;

  void begin(const uint128& id) noexcept {
    const std::uint64_t at = timestamp_of<l>(id);
    constexpr std::uint64_t half = std::uint64_t{1} << (time_bits - 1);
    from = at < half ? 0 : at - half;
    usual_length = field_of<l, length>(id);
  }
  [[nodiscard]] std::uint64_t key(const uint128& id) const noexcept {
    const std::uint64_t at = timestamp_of<l>(id);
    if (at < from) return key_of({side::below, id.hi});
    if ((at - from) >> time_bits != 0) return key_of({side::above, id.hi});
    const std::uint64_t counter =
        where_usual(field_of<l, length>(id), usual_length, id.lo >> l.counter.low, counter_bits);
    return key_of(
        {side::inside,
         ((at - from) << l.fields[extension].bits | field_of<l, extension>(id)) << counter_bits | counter});
  }
};

// TypeIDs, nearly all with the first one's prefix. Other prefixes have an eighth of the keys on either side,
// times before and after the window an eighth each, and the window the rest.
struct of_one_prefix {
  using word = held_type_id;
  std::size_t size;
  char usual[type_prefix::max_size];

  void begin(const held_type_id& id) noexcept {
    size = std::min(id.prefix.size(), sizeof usual);
    std::memcpy(usual, id.prefix.data(), size);
  }
  [[nodiscard]] std::uint64_t key(const held_type_id& id) const noexcept {
    constexpr std::uint64_t eighth = std::uint64_t{1} << 61;
    const std::string_view own(usual, size);
    if (id.prefix != own) {
      std::uint8_t first[8]{};
      std::memcpy(first, id.prefix.data(), std::min(id.prefix.size(), sizeof first));
      return (id.prefix < own ? 0 : 7 * eighth) + (detail::load_be<std::uint64_t>(first) >> 3);
    }
    const placed uuid = version_7::place(id.value);
    switch (uuid.where) {
      case side::below:
        return eighth + (uuid.payload >> 3);
      case side::inside:
        return 2 * eighth + uuid.payload;
      case side::above:
        break;
    }
    return 6 * eighth + (uuid.payload >> 3);
  }
};

// --- the server's interface --------------------------------------------------------------------------------

template <class Scheme>
struct abbreviation {
  std::int64_t seen;  // ids
  bool estimating;    // how many different keys they have
  hyperLogLogState keys;
  Scheme scheme;
};

template <class Word>
int compare(Datum a, Datum b, SortSupport) noexcept {
  const auto order = word_of<Word>(a) <=> word_of<Word>(b);
  return order < 0 ? -1 : order > 0 ? 1 : 0;
}

template <class Scheme>
Datum abbreviate(Datum id, SortSupport support) noexcept {
  auto* state = static_cast<abbreviation<Scheme>*>(support->ssup_extra);
  const auto word = word_of<typename Scheme::word>(id);
  if (state->seen++ == 0) state->scheme.begin(word);
  const std::uint64_t key = state->scheme.key(word);
  if (state->estimating)
    addHyperLogLog(&state->keys, hash_bytes_uint32(static_cast<std::uint32_t>(key ^ key >> 32)));
  return UInt64GetDatum(key);
}

// Stops using keys if most ids share theirs.
template <class Scheme>
bool give_up(int ids, SortSupport support) noexcept {
  constexpr int enough_to_judge = 10'000;
  constexpr double enough_keys = 100'000.0;
  constexpr double ids_of_a_key = 2'000.0;
  auto* state = static_cast<abbreviation<Scheme>*>(support->ssup_extra);
  if (ids < enough_to_judge || state->seen < enough_to_judge || !state->estimating) return false;
  const double different = estimateHyperLogLog(&state->keys);
  if (different > enough_keys) state->estimating = false;
  return different < static_cast<double>(state->seen) / ids_of_a_key + 0.5;
}

template <class Scheme>
Datum by_keys(PG_FUNCTION_ARGS) noexcept {
  auto* support = reinterpret_cast<SortSupport>(PG_GETARG_POINTER(0));
  support->comparator = compare<typename Scheme::word>;
  support->ssup_extra = nullptr;
  if (support->abbreviate) {
    const MemoryContext before = MemoryContextSwitchTo(support->ssup_cxt);
    auto* state = static_cast<abbreviation<Scheme>*>(palloc0(sizeof(abbreviation<Scheme>)));
    state->estimating = true;
    initHyperLogLog(&state->keys, 10);
    MemoryContextSwitchTo(before);
    support->ssup_extra = state;
    support->comparator = ssup_datum_unsigned_cmp;
    support->abbrev_converter = abbreviate<Scheme>;
    support->abbrev_abort = give_up<Scheme>;
    support->abbrev_full_comparator = compare<typename Scheme::word>;
  }
  PG_RETURN_VOID();
}

Datum by_number(PG_FUNCTION_ARGS) noexcept {
  reinterpret_cast<SortSupport>(PG_GETARG_POINTER(0))->comparator = ssup_datum_unsigned_cmp;
  PG_RETURN_VOID();
}

}  // namespace

SORTID_FUNCTION(sortid_ulid_sortsupport, by_keys<upper_half>)
SORTID_FUNCTION(sortid_euid_sortsupport, by_keys<euid_burst>)
SORTID_FUNCTION(sortid_uuid7_sortsupport, by_keys<version_7>)
SORTID_FUNCTION(sortid_typeid_sortsupport, by_keys<of_one_prefix>)
SORTID_FUNCTION(sortid_id8_sortsupport, by_number)

}  // namespace sortid::pg
