// What the specifications say of each format's bits, written down a second time: the library's own layouts
// are what is tested.
#pragma once

#include <cstdint>
#include <iomanip>
#include <ostream>

#include "sortid/formats.hpp"
#include "sortid/generator.hpp"

namespace sortid {

// How a failing test shows them.
inline void PrintTo(const uint128& value, std::ostream* out) {
  *out << std::hex << "0x" << value.hi << "'" << std::setw(16) << std::setfill('0') << value.lo << std::dec;
}
inline void PrintTo(fault why, std::ostream* out) { *out << name_of(why); }

}  // namespace sortid

namespace sortid_test {

using sortid::uint128;

struct format_facts {
  std::int64_t epoch;
  std::int64_t last_instant;  // Unix milliseconds
  unsigned timestamp_shift;
  bool ordered;
  uint128 random;    // drawn for the first id of a millisecond
  uint128 counting;  // grows for the others
  uint128 redrawn;   // drawn for the others
  uint128 constant = {};
};

inline constexpr std::int64_t flake_epoch = 1'704'067'200'000;  // 2024-01-01T00:00:00Z
inline constexpr std::int64_t xid_epoch = 1'321'009'871'111;    // 2011-11-11T11:11:11.111Z

// None by default: a format that is tested without its facts does not compile.
template <class Id>
constexpr format_facts of_no_specification() {
  static_assert(sizeof(Id) == 0, "write the format's facts down here, from its specification");
  return {};
}
template <class Id>
inline constexpr format_facts facts = of_no_specification<Id>();

template <>
inline constexpr format_facts facts<sortid::ulid>{
    0, 281'474'976'710'655, 80, true, {0xFFFF, 0xFFFFFFFFFFFFFFFF}, {0xFFFF, 0xFFFFFFFFFFFFFFFF}, {}};
template <>
inline constexpr format_facts facts<sortid::uuidv7>{
    0,  281'474'976'710'655,         80, true, {0x0FFF, 0x3FFFFFFFFFFFFFFF}, {0x0FFF, 0x3FFFFFFFFFFFFFFF},
    {}, {0x7000, 0x8000000000000000}};
template <>
inline constexpr format_facts facts<sortid::type_id> = facts<sortid::uuidv7>;
template <>
inline constexpr format_facts facts<sortid::euid>{0,
                                                  35'184'372'088'831,  // 3084-12-12T12:41:28.831Z
                                                  83,
                                                  true,
                                                  {0x7FFF0, 0xFFFFFFFFFFFFFFFF},
                                                  {0, 0xFFFFFFFF00000000},
                                                  {0, 0xFFFFFFFF}};
template <>
inline constexpr format_facts facts<sortid::ulid_flake>{
    flake_epoch, 10'500'160'222'207, 20, true, 0xFFFFF, 0xFFFFF, {}};  // 2302-09-27T15:10:22.207Z
template <>
inline constexpr format_facts facts<sortid::ulid_flake_scalable>{
    flake_epoch, 10'500'160'222'207, 20, true, 0xFFFE0, 0xFFFE0, {}};
template <>
inline constexpr format_facts facts<sortid::xid>{xid_epoch, 5'719'056'382'214, 22, false, 0x3FFFFF,
                                                 {},        0x3FFFFF};  // 2151-03-25T18:46:22.214Z
template <>
inline constexpr format_facts facts<sortid::uid11_snowish>{xid_epoch, 3'520'033'126'662, 22, true, {}, 0xFFF,
                                                           {}};  // 2081-07-18T02:58:46.662Z
template <>
inline constexpr format_facts facts<sortid::uid11_ts_seq_rand>{xid_epoch, 5'719'056'382'214, 22,   true,
                                                               0x3FF,     0x3FFC00,          0x3FF};
// No time at all.
template <>
inline constexpr format_facts facts<sortid::uid11>{0, 0, 0, false, ~uint64_t{0}, {}, ~uint64_t{0}};
template <>
inline constexpr format_facts facts<sortid::uid11_fullrand> = facts<sortid::uid11>;

template <class Id>
inline constexpr bool timed = facts<Id>.last_instant != 0;

template <class Id>
[[nodiscard]] constexpr uint128 number(const Id& id) {
  return uint128(id.number());
}
// Unix milliseconds of an id, from the bits where the specification puts them.
template <class Id>
[[nodiscard]] constexpr std::int64_t instant_of(const Id& id, std::int64_t epoch = facts<Id>.epoch) {
  return epoch + static_cast<std::int64_t>((number(id) >> facts<Id>.timestamp_shift).lo);
}
// All bits below the timestamp.
template <class Id>
[[nodiscard]] constexpr uint128 tail_of(const Id& id) {
  if constexpr (!timed<Id>) return number(id);
  return number(id) & ((uint128(1) << facts<Id>.timestamp_shift) - uint128(1));
}

}  // namespace sortid_test
