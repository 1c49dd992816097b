// Sort support: 64-bit ids are sorted as numbers; wider ones by a number of 64 bits that keeps their order (the server's
// "abbreviated key"), and by all bits only where these numbers are equal.
#include "glue.hpp"
#include "type_id.hpp"

extern "C" {
#include "common/hashfn.h"
#include "lib/hyperloglog.h"
#include "utils/sortsupport.h"
}

namespace sortid::pg {
namespace {

// --- keys ----------------------------------------------------------------------------------------------------
//
// A scheme gives the key of an id: any function that never decreases will do, and the better it tells apart what is
// sorted, the faster the sort. It begins with the first id that the sort sees.

// The upper half of the bits: ids of many milliseconds, and within one those whose counter stands there.
struct upper_half {
  using word = uint128;
  void begin(const uint128&) noexcept {}
  [[nodiscard]] std::uint64_t key(const uint128& id) const noexcept { return id.hi; }
};

// Below, inside and above a window of time: the upper two bits of a key. Inside, the timestamp takes few bits and leaves
// room for what follows it.
constexpr unsigned payload_bits = 62;
constexpr std::uint64_t outside(uint128 id, bool above) noexcept {
  return (above ? std::uint64_t{2} << payload_bits : 0) | id.hi >> (64 - payload_bits);
}
constexpr std::uint64_t inside(std::uint64_t payload) noexcept {
  return std::uint64_t{1} << payload_bits | payload;
}

// The place of a value among those below, equal to, and above another one.
constexpr std::uint64_t side_of(std::uint64_t value, std::uint64_t usual) noexcept {
  return value < usual ? 0 : value == usual ? 1 : 2;
}

// UUIDs, nearly all of version 7 and of this age: the bits that are the same in all of them make room for the counter.
struct version_7 {
  using word = uint128;
  void begin(const uint128&) noexcept {}
  [[nodiscard]] static std::uint64_t key(const uint128& id) noexcept {
    constexpr unsigned time_bits = 41;
    constexpr std::uint64_t window = std::uint64_t{1} << (time_bits - 1);  // from 2004 to 2074
    constexpr const layout& l = uuidv7_layout;
    constexpr std::size_t version = l.find("version"), rand_a = l.find("rand_a");
    const std::uint64_t at = l.read(id, l.find(role::timestamp)).lo;
    if (at < window || (at - window) >> time_bits != 0) return outside(id, at >= window);
    constexpr unsigned left = payload_bits - time_bits - 2;
    // Of another version, the version itself comes next.
    const std::uint64_t side = side_of(l.read(id, version).lo, l.fields[version].value);
    const std::size_t next = side == 1 ? rand_a : version;
    const std::uint64_t rest = (id << (l.bits - l.shift(next) - l.fields[next].bits)).hi;
    return inside((at - window) << (left + 2) | side << left | rest >> (64 - left));
  }
};

// EUIDs of one millisecond share their upper half and differ in a counter below it that begins at random, so that all of
// its bits are needed, but for the lowest: a few neighbours may tie. That leaves room for about a minute's time around
// the first id; further away the upper half alone decides.
struct euid_burst {
  using word = uint128;
  std::uint64_t from, usual_length;

  static constexpr const layout& l = euid_layout;
  static constexpr std::size_t extension = l.find(role::extension), length = l.find(role::extension_length);
  static constexpr unsigned counter_bits = 29;
  static constexpr unsigned time_bits = payload_bits - l.fields[extension].bits - 2 - counter_bits;

  void begin(const uint128& id) noexcept {
    const std::uint64_t at = l.read(id, l.find(role::timestamp)).lo;
    constexpr std::uint64_t half = std::uint64_t{1} << (time_bits - 1);
    from = at < half ? 0 : at - half;
    usual_length = l.read(id, length).lo;
  }
  [[nodiscard]] std::uint64_t key(const uint128& id) const noexcept {
    const std::uint64_t at = l.read(id, l.find(role::timestamp)).lo;
    if (at < from || (at - from) >> time_bits != 0) return outside(id, at >= from);
    const std::uint64_t side = side_of(l.read(id, length).lo, usual_length);
    const std::uint64_t counter = side == 1 ? id.lo >> (64 - counter_bits) : 0;
    return inside((((at - from) << l.fields[extension].bits | l.read(id, extension).lo) << 2 | side)
                      << counter_bits |
                  counter);
  }
};

// TypeIDs, nearly all of the prefix of the first.
struct of_one_prefix {
  using word = held_type_id;
  type_prefix usual;
  void begin(const held_type_id& id) noexcept {
    usual = type_prefix::parse(id.prefix).value_or(type_prefix());
  }
  [[nodiscard]] std::uint64_t key(const held_type_id& id) const noexcept {
    constexpr unsigned below_class = 61;
    if (id.prefix == usual.view()) {
      // Its three classes are 1, 2 and 3.
      return (std::uint64_t{1} << below_class) + (version_7::key(id.value) >> 1);
    }
    std::uint8_t first[8]{};
    std::memcpy(first, id.prefix.data(), std::min(id.prefix.size(), sizeof first));
    const std::uint64_t side = id.prefix < usual.view() ? 0 : 4;
    return side << below_class | detail::load_be<std::uint64_t>(first) >> (64 - below_class);
  }
};

// --- the server's interface ----------------------------------------------------------------------------------

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

// Gives the keys up where they hardly tell the ids apart.
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
