// uid11, 64 bits in 11 symbols of Bitcoin's base 58, and its profiles, which say what the bits mean. The
// first of them is xid, sortable by time: 5TK7MT834rx. (Neither PostgreSQL's type xid nor rs/xid.)
#pragma once

#include <cstddef>
#include <cstdint>

#include "sortid/basic_id.hpp"
#include "sortid/layout.hpp"
#include "sortid/result.hpp"

namespace sortid {

// uid11 specification 1.0, section 3.
inline constexpr layout uid11_layout{
    .name = "uid11",
    .title = "uid11 without a profile",
    .class_name = "UID11",
    .bits = 64,
    .text = text_form::base58,
    .symbols = 11,
    .fields = {{{"payload", 64, role::payload}}},
    .detection = detection::by_name,
};

// Section 8: the profile that eleven symbols alone stand for.
inline constexpr layout xid_layout{
    .name = "xid",
    .title = "uid11, profile xid",
    .class_name = "XID",
    .bits = uid11_layout.bits,
    .text = uid11_layout.text,
    .symbols = uid11_layout.symbols,
    .epoch = 1321009871111,  // 2011-11-11T11:11:11.111Z
    .fields = {{{"timestamp", 42, role::timestamp}, {"random", 22, role::random}}},
};

// Section 5: examples there without an epoch, here with xid's.
inline constexpr layout uid11_fullrand_layout{
    .name = "uid11-fullrand",
    .title = "uid11, profile fullrand",
    .class_name = "UID11Fullrand",
    .bits = uid11_layout.bits,
    .text = uid11_layout.text,
    .symbols = uid11_layout.symbols,
    .fields = {{{"random", 64, role::random}}},
    .detection = detection::by_name,
};
inline constexpr layout uid11_snowish_layout{
    .name = "uid11-snowish",
    .title = "uid11, profile snowish",
    .class_name = "UID11Snowish",
    .bits = uid11_layout.bits,
    .text = uid11_layout.text,
    .symbols = uid11_layout.symbols,
    .epoch = xid_layout.epoch,
    .fields = {{{"reserved", 1, role::reserved},
                {"timestamp", 41, role::timestamp},
                {"machine", 10, role::node},
                {"sequence", 12, role::sequence}}},
    .counter = {.low = 0, .bits = 12},
    .detection = detection::by_name,
};
inline constexpr layout uid11_ts_seq_rand_layout{
    .name = "uid11-ts-seq-rand",
    .title = "uid11, profile ts-seq-rand",
    .class_name = "UID11TsSeqRand",
    .bits = uid11_layout.bits,
    .text = uid11_layout.text,
    .symbols = uid11_layout.symbols,
    .epoch = xid_layout.epoch,
    .fields = {{{"timestamp", 42, role::timestamp},
                {"sequence", 12, role::sequence},
                {"random", 10, role::random}}},
    .counter = {.low = 10, .bits = 12},
    .detection = detection::by_name,
};

// A uid11 with the profile that the layout gives; a profile of your own is a layout of your own:
//   inline constexpr sortid::layout mine{.name = "mine", .bits = 64, …};
//   using mine_id = sortid::uid11_profile<mine>;
// Accepts exactly 11 symbols in their exact case (section 3.4); rejects others with `length` or `character`,
// and what is past 2^64 − 1 with `overflow`. A part is there when the profile has it.
template <const layout& L>
class uid11_profile : public basic_id<uid11_profile<L>, L> {
  using base = basic_id<uid11_profile<L>, L>;

 public:
  // Milliseconds since the layout's epoch.
  [[nodiscard]] constexpr sortid::timestamp timestamp() const noexcept requires(L.has(role::timestamp)) {
    return {base::template part<role::timestamp>()};
  }
  // The random bits: 22 of xid, 64 of fullrand, 10 of ts-seq-rand.
  [[nodiscard]] constexpr std::uint64_t random() const noexcept requires(L.has(role::random)) {
    return base::template part<role::random>();
  }
  // The field of role::node; 0 … 1023 in snowish.
  [[nodiscard]] constexpr unsigned machine() const noexcept requires(L.has(role::node)) {
    return static_cast<unsigned>(base::template part<role::node>());
  }
  // Counts the ids of a millisecond, from 0; 0 … 4095 in snowish and ts-seq-rand.
  [[nodiscard]] constexpr unsigned sequence() const noexcept requires(L.has(role::sequence)) {
    return static_cast<unsigned>(base::template part<role::sequence>());
  }
  // All 64 bits, whatever the profile.
  [[nodiscard]] constexpr std::uint64_t payload() const noexcept { return base::number(); }

  // The same eleven symbols under another profile. Rejected with `overflow` or `range` when that profile does
  // not allow the bits; those of this header allow all.
  template <const layout& Other>
  [[nodiscard]] constexpr result<uid11_profile<Other>> as() const noexcept {
    return uid11_profile<Other>::from_number(base::number());
  }
};

using uid11 = uid11_profile<uid11_layout>;
using xid = uid11_profile<xid_layout>;
using uid11_fullrand = uid11_profile<uid11_fullrand_layout>;
using uid11_snowish = uid11_profile<uid11_snowish_layout>;
using uid11_ts_seq_rand = uid11_profile<uid11_ts_seq_rand_layout>;

namespace literals {
consteval uid11 operator""_uid11(const char* text, std::size_t size) {
  return detail::literal<uid11>(text, size);
}
consteval xid operator""_xid(const char* text, std::size_t size) { return detail::literal<xid>(text, size); }
}  // namespace literals

}  // namespace sortid
