// The pure core of the generators, and the options that it is made from.
#include "sortid/detail/recipe.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "sortid/generator.hpp"
#include "support/format_facts.hpp"

namespace sortid_test {
namespace {

using sortid::generator_options;
using sortid::generator_plan;
using sortid::reason;
using sortid::timestamp;

template <class Id>
reason error_of(const generator_options& options) {
  return generator_plan<Id>::make(options).error().why;
}

// --- options that a format does not have -------------------------------------------------------------------

// What each format takes, from the specifications.
struct taken {
  bool extension = false;
  unsigned nodes = 0;
  int step_bytes = -1;  // the most; 0: counts by one alone; -1: does not count
  bool epoch = true;
  bool prefix = false;
};
template <class Id>
inline constexpr taken takes{};
template <>
inline constexpr taken takes<sortid::ulid>{.step_bytes = 8};
template <>
inline constexpr taken takes<sortid::uuidv7>{.step_bytes = 7};
template <>
inline constexpr taken takes<sortid::type_id>{.step_bytes = 7, .prefix = true};
template <>
inline constexpr taken takes<sortid::euid>{.extension = true, .step_bytes = 0};
template <>
inline constexpr taken takes<sortid::ulid_flake>{.step_bytes = 3};
template <>
inline constexpr taken takes<sortid::ulid_flake_scalable>{.nodes = 32, .step_bytes = 2};
template <>
inline constexpr taken takes<sortid::uid11>{.epoch = false};
template <>
inline constexpr taken takes<sortid::uid11_fullrand>{.epoch = false};
template <>
inline constexpr taken takes<sortid::uid11_snowish>{.nodes = 1'024, .step_bytes = 0};
template <>
inline constexpr taken takes<sortid::uid11_ts_seq_rand>{.step_bytes = 0};

template <class Id>
class options_of_formats : public testing::Test {};
using formats = testing::Types<sortid::ulid, sortid::type_id, sortid::uuidv7, sortid::euid,
                               sortid::ulid_flake, sortid::ulid_flake_scalable, sortid::uid11, sortid::xid,
                               sortid::uid11_fullrand, sortid::uid11_snowish, sortid::uid11_ts_seq_rand>;
struct format_name {
  template <class Id>
  static std::string GetName(int) {
    std::string name;
    for (const char c : Id::layout().name) name += c == '-' ? '_' : c;
    return name;
  }
};
TYPED_TEST_SUITE(options_of_formats, formats, format_name);

TYPED_TEST(options_of_formats, none_at_all_is_right_for_every_format) {
  EXPECT_TRUE(generator_plan<TypeParam>::make({}));
  EXPECT_EQ(generator_plan<TypeParam>::make({})->recipe(), generator_plan<TypeParam>().recipe());
}

TYPED_TEST(options_of_formats, extension) {
  for (const std::uint16_t extension : std::initializer_list<std::uint16_t>{0, 1, 32'767}) {
    EXPECT_EQ(error_of<TypeParam>({.extension = extension}),
              takes<TypeParam>.extension ? reason::none : reason::range)
        << extension;
  }
  for (const unsigned extension : {32'768U, 65'535U, 65'543U, UINT32_MAX}) {
    EXPECT_EQ(error_of<TypeParam>({.extension = extension}), reason::range);
  }
}

TYPED_TEST(options_of_formats, node) {
  for (const unsigned node : {0U, 1U, 31U, 32U, 33U, 1'023U, 1'024U, 1'025U, 65'536U, 0xFFFFFFFFU}) {
    EXPECT_EQ(error_of<TypeParam>({.node = node}),
              node < takes<TypeParam>.nodes ? reason::none : reason::range)
        << node;
  }
}

TYPED_TEST(options_of_formats, step_bytes) {
  for (const unsigned bytes : {0U, 1U, 2U, 3U, 4U, 7U, 8U, 9U, 16U, 0xFFFFFFFFU}) {
    const bool right = takes<TypeParam>.step_bytes >= 0 &&
                       bytes <= static_cast<unsigned>(std::max(takes<TypeParam>.step_bytes, 0));
    EXPECT_EQ(error_of<TypeParam>({.step_bytes = bytes}), right ? reason::none : reason::range) << bytes;
  }
}

TYPED_TEST(options_of_formats, epoch) {
  for (const std::int64_t epoch : {std::int64_t{0}, std::int64_t{-1}, flake_epoch, xid_epoch}) {
    EXPECT_EQ(error_of<TypeParam>({.epoch = epoch}), takes<TypeParam>.epoch ? reason::none : reason::range);
  }
}

TYPED_TEST(options_of_formats, prefix) {
  EXPECT_EQ(error_of<TypeParam>({.prefix = sortid::type_prefix::parse("a").value()}),
            takes<TypeParam>.prefix ? reason::none : reason::prefix);
  EXPECT_EQ(error_of<TypeParam>({.prefix = sortid::type_prefix::parse(std::string(63, 'z')).value()}),
            takes<TypeParam>.prefix ? reason::none : reason::prefix);
}

TYPED_TEST(options_of_formats, the_error_is_of_the_whole_not_of_a_place_in_a_text) {
  EXPECT_EQ(generator_plan<TypeParam>::make({.step_bytes = 9}).error(),
            (sortid::error{reason::range, 0, 0, 9}));
  if (takes<TypeParam>.prefix) return;
  EXPECT_EQ(generator_plan<TypeParam>::make({.prefix = sortid::type_prefix::parse("a").value()}).error(),
            (sortid::error{reason::prefix, 0, 0, sortid::detail::no_prefixes}));
}

// --- the recipe's bits against the specifications ----------------------------------------------------------

TYPED_TEST(options_of_formats, the_bits_are_where_the_specification_puts_them) {
  const auto r = generator_plan<TypeParam>().recipe();
  constexpr format_facts format = facts<TypeParam>;
  EXPECT_EQ(uint128(r.random), format.random);
  EXPECT_EQ(uint128(r.counting), format.counting);
  EXPECT_EQ(uint128(r.redrawn), format.redrawn);
  EXPECT_EQ(uint128(r.fixed), format.constant);
  EXPECT_EQ(r.ordered(), format.ordered);
  EXPECT_EQ(r.timed, timed<TypeParam>);
  if (r.timed) {
    EXPECT_EQ(r.epoch, format.epoch);
    EXPECT_EQ(r.timestamp_shift, format.timestamp_shift);
    EXPECT_EQ(static_cast<std::int64_t>(r.max_timestamp.since_epoch), format.last_instant - format.epoch);
  }
}

TYPED_TEST(options_of_formats, an_independent_id_draws_all_but_time_constants_and_the_callers_bits) {
  using word = typename TypeParam::value_type;
  const auto r = generator_plan<TypeParam>().recipe();
  constexpr format_facts format = facts<TypeParam>;
  const uint128 drawn = format.random | format.counting | format.redrawn;
  EXPECT_EQ(uint128(r.independent(timestamp{}, ~word{})), format.constant | drawn);
  EXPECT_EQ(uint128(r.independent(timestamp{}, word{})), format.constant);
}

// --- time --------------------------------------------------------------------------------------------------

constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

TYPED_TEST(options_of_formats, timestamps_begin_at_the_epoch_and_end_at_the_last_instant) {
  const auto r = generator_plan<TypeParam>().recipe();
  constexpr format_facts format = facts<TypeParam>;
  if (!timed<TypeParam>) {
    for (const std::int64_t at : {least, std::int64_t{0}, most}) EXPECT_EQ(r.timestamp_at(at), timestamp{0U});
    return;
  }
  EXPECT_EQ(r.timestamp_at(format.epoch), timestamp{0U});
  EXPECT_EQ(r.timestamp_at(format.epoch + 1), timestamp{1U});
  EXPECT_EQ(r.timestamp_at(format.last_instant), r.max_timestamp);
  for (const std::int64_t out : {least, format.epoch - 1, format.last_instant + 1, most}) {
    EXPECT_EQ(r.timestamp_at(out), std::nullopt) << out;
  }
}

TEST(recipe, epochs_at_the_ends_of_the_type) {
  auto r = generator_plan<sortid::ulid>().recipe();
  r.epoch = least;
  EXPECT_EQ(r.timestamp_at(least), timestamp{0U});
  EXPECT_EQ(r.timestamp_at(least + 281'474'976'710'655), timestamp{281'474'976'710'655U});
  EXPECT_EQ(r.timestamp_at(least + 281'474'976'710'656), std::nullopt);
  EXPECT_EQ(r.timestamp_at(most), std::nullopt);
  r.epoch = most;
  EXPECT_EQ(r.timestamp_at(most), timestamp{0U});
  EXPECT_EQ(r.timestamp_at(most - 1), std::nullopt);
  EXPECT_EQ(r.timestamp_at(least), std::nullopt);
}

TEST(recipe, the_lead_of_an_id) {
  EXPECT_EQ(generator_plan<sortid::uid11_fullrand>().recipe().lead_of(~std::uint64_t{0}, least), 0);
  auto r = generator_plan<sortid::ulid_flake>().recipe();
  const std::uint64_t id = std::uint64_t{1'000} << 20 | 0xFFFFF;
  EXPECT_EQ(r.lead_of(id, flake_epoch + 999), 1);
  EXPECT_EQ(r.lead_of(id, flake_epoch + 1'000), 0);
  EXPECT_EQ(r.lead_of(id, flake_epoch + 1'001), 0);
  EXPECT_EQ(r.lead_of(id, flake_epoch), 1'000);
  EXPECT_EQ(r.lead_of(id, flake_epoch - 1), 1'001);
  EXPECT_EQ(r.lead_of(id, 0), flake_epoch + 1'000);
  EXPECT_EQ(r.lead_of(id, most), 0);
  EXPECT_EQ(r.lead_of(id, least), most);
  r.epoch = most;
  EXPECT_EQ(r.lead_of(id, most), 1'000);
  EXPECT_EQ(r.lead_of(id, 1'001), most - 1);
  EXPECT_EQ(r.lead_of(id, 1'000), most);
  EXPECT_EQ(r.lead_of(id, 999), most) << "the type holds no more";
  EXPECT_EQ(r.lead_of(id, least), most);
  r.epoch = least;
  EXPECT_EQ(r.lead_of(id, least), 1'000);
  EXPECT_EQ(r.lead_of(id, most), 0);
}

// --- steps -------------------------------------------------------------------------------------------------

TEST(recipe, a_step_is_at_least_one_and_at_most_what_its_bytes_hold) {
  auto r = generator_plan<sortid::ulid>().recipe();
  EXPECT_EQ(r.step(~std::uint64_t{0}), 1U) << "ULID's own";
  std::mt19937_64 random(1);
  for (unsigned bytes = 1; bytes <= 8; ++bytes) {
    r.step_bytes = bytes;
    const std::uint64_t largest = bytes == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << (8 * bytes)) - 1;
    EXPECT_EQ(r.step(0), 1U);
    EXPECT_EQ(r.step(~std::uint64_t{0}), largest);
    std::uint64_t before = 0;
    for (std::uint64_t bits = 0; bits < 256; ++bits) {
      const std::uint64_t step = r.step(bits << 56);
      EXPECT_GE(step, 1U);
      EXPECT_LE(step, largest);
      EXPECT_GE(step, before) << "grows with its bits";
      before = step;
    }
    for (int i = 0; i < 1'000; ++i) {
      const std::uint64_t step = r.step(random());
      EXPECT_GE(step, 1U);
      EXPECT_LE(step, largest);
    }
  }
}

TEST(recipe, a_products_upper_half) {
#if defined(__SIZEOF_INT128__)
  __extension__ using wide = unsigned __int128;
  std::mt19937_64 random(2);
  for (int i = 0; i < 10'000; ++i) {
    const std::uint64_t a = random() >> (i % 64);
    const std::uint64_t b = random() >> (i / 64 % 64);
    EXPECT_EQ(sortid::detail::multiply_high(a, b), static_cast<std::uint64_t>(wide(a) * b >> 64));
  }
#endif
  EXPECT_EQ(sortid::detail::multiply_high(~std::uint64_t{0}, ~std::uint64_t{0}), ~std::uint64_t{0} - 1);
  EXPECT_EQ(sortid::detail::multiply_high(std::uint64_t{1} << 63, 2), 1U);
}

// --- counting ----------------------------------------------------------------------------------------------

TYPED_TEST(options_of_formats, counting_adds_to_the_counter_alone_and_says_when_it_is_full) {
  using word = typename TypeParam::value_type;
  constexpr format_facts format = facts<TypeParam>;
  if (!format.ordered) return;
  const auto r = generator_plan<TypeParam>().recipe();
  const uint128 unit = format.counting & (~format.counting + uint128(1));
  const auto to_word = [](uint128 value) { return static_cast<word>(value); };
  std::mt19937_64 random(3);
  // The counter's bits as one number, without what stands between them.
  const auto counter_of = [&](uint128 value) {
    uint128 packed;
    unsigned at = 0;
    for (unsigned bit = 0; bit < 128; ++bit) {
      if ((format.counting >> bit & uint128(1)) == uint128()) continue;
      packed = packed | (value >> bit & uint128(1)) << at++;
    }
    return packed;
  };
  const uint128 full = counter_of(~uint128());
  // What an id of the format is made of, beside its constants.
  const uint128 varying = format.random | format.counting | format.redrawn |
                          uint128(r.max_timestamp.since_epoch) << format.timestamp_shift;
  for (int i = 0; i < 2'000; ++i) {
    uint128 last = (uint128(random(), random()) & varying) | format.constant;
    // Often close to a carry and to the end.
    if (i % 3 == 0) last = last | (format.counting & uint128(0, random() | random() | random()));
    if (i % 5 == 0) last = last | (format.counting & ~(unit << static_cast<unsigned>(random() % 24)));
    const std::uint64_t step = 1 + (random() >> (24 + random() % 40)) % 0xFF'FFFF;
    const uint128 drawn{random(), random()};
    const auto next = r.next(to_word(last), step, to_word(drawn));
    const uint128 room = full - counter_of(last);
    if (uint128(step) > room) {
      EXPECT_FALSE(next) << i;
      continue;
    }
    ASSERT_TRUE(next) << i;
    const uint128 made(*next);
    EXPECT_EQ(counter_of(made), counter_of(last) + uint128(step));
    EXPECT_EQ(made & format.redrawn, drawn & format.redrawn & uint128(to_word(~uint128())));
    const uint128 others = ~(format.counting | format.redrawn);
    EXPECT_EQ(made & others, last & others);
    EXPECT_GT(made, last);
  }
}

TYPED_TEST(options_of_formats, after_a_damaged_last_value_the_constants_are_right_again) {
  using word = typename TypeParam::value_type;
  constexpr format_facts format = facts<TypeParam>;
  if (!format.ordered) return;
  const auto r = generator_plan<TypeParam>().recipe();
  const uint128 varying = format.random | format.counting | format.redrawn |
                          uint128(r.max_timestamp.since_epoch) << format.timestamp_shift;
  std::mt19937_64 random(4);
  for (int i = 0; i < 500; ++i) {
    const uint128 damaged(random(), random());
    const auto next = r.next(static_cast<word>(damaged), 1, word{});
    if (next) {
      ASSERT_EQ(uint128(*next) & ~varying, format.constant);
    }
  }
}

// An extension may lie elsewhere than in EUID.
inline constexpr sortid::layout moved_layout = [] {
  sortid::layout l = sortid::euid_layout;
  l.name = "moved";
  l.fields = {{{"timestamp", 44, sortid::role::timestamp},
               {"extension", 15, sortid::role::extension},
               {"extension_length", 4, sortid::role::extension_length},
               {"randomness", 65, sortid::role::random}}};
  return l;
}();
struct moved : sortid::basic_id<moved, moved_layout> {};
TEST(options_of_a_layout, an_extension_may_lie_elsewhere) {
  const auto recipe = generator_plan<moved>::make({.extension = 5}).value().recipe();
  // 15 bits from bit 69 up, of which the lowest three are 101; their number in the 4 bits below.
  EXPECT_EQ(recipe.fixed, uint128(5) << 69 | uint128(3) << 65);
  EXPECT_EQ(recipe.random >> 65, uint128(0x7FF8) << 4);
  EXPECT_EQ(generator_plan<moved>::make({.extension = 32'768}).error().why, reason::range);
}

// A recipe is usable in a constant expression.
// As many steps as may be taken in one are the same taken one by one, in the longest as in the shortest.
TYPED_TEST(options_of_formats, steps_add_up) {
  if constexpr (TypeParam::layout().ordered()) {
    using word = typename TypeParam::value_type;
    for (unsigned bytes = 0; bytes <= TypeParam::layout().counter.max_step_bytes; ++bytes) {
      const auto r = generator_plan<TypeParam>::make({.step_bytes = bytes}).value().recipe();
      for (const std::uint64_t bits : {std::uint64_t{0}, ~std::uint64_t{0}}) {
        const std::uint64_t count = std::min<std::uint64_t>(r.steps_in_one(), 1'000);
        ASSERT_GE(count, 1U);
        const word first = r.first(timestamp{1}, word{0x123456789ABCDEF0});
        word value = first;
        std::uint64_t sum = 0;
        std::uint64_t taken = 0;
        for (; taken < count; ++taken) {
          const auto next = r.next(value, r.step(bits), word{});
          if (!next) break;
          value = *next;
          sum += r.step(bits);
        }
        if (taken == 0) continue;
        EXPECT_EQ(r.next(first, sum, word{}), value) << bytes << " bytes, " << taken << " steps";
        std::vector<word> run(taken);
        r.run(
            first, taken, [&](std::size_t) { return r.step(bits); }, [](std::size_t) { return word{}; },
            [&run](std::size_t at, word id) { run[at] = id; });
        EXPECT_EQ(run.back(), value);
        if (taken < count) {
          EXPECT_FALSE(r.next(first, sum + r.step(bits), word{}));
        }
      }
    }
  }
}

static_assert(sortid::detail::make_recipe<sortid::ulid_layout>({})->next(5, 1, {}) == uint128(6));
static_assert(!sortid::detail::make_recipe<sortid::ulid_layout>({})->next(~uint128(), 1, {}));

}  // namespace
}  // namespace sortid_test
