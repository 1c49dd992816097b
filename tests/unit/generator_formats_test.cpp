// What each format's specification says of the ids of one millisecond, by its own examples and limits.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "support/generators.hpp"

namespace sortid_test {
namespace {

using sortid::fault;
using sortid::generator_options;
using sortid::generator_plan;
using sortid::on_overflow;

constexpr std::int64_t noon = 1'765'540'800'000;  // 2025-12-12T12:00:00Z

template <class Id>
generator_plan<Id> plan_of(const generator_options& options) {
  return generator_plan<Id>::make(numbered<Id>(options)).value();
}
template <class Id>
struct made_by : bench<one_thread, Id> {
  using bench<one_thread, Id>::bench;
  explicit made_by(const generator_options& options, fake_entropy source = fake_entropy::zeros(),
                   const sortid::policies& policy = {})
      : bench<one_thread, Id>(noon, std::move(source), policy, plan_of<Id>(options)) {}
};

constexpr std::uint64_t power_of_256(unsigned n) { return n == 8 ? 0 : std::uint64_t{1} << (8 * n); }

// --- ULID, "Monotonicity" ----------------------------------------------------------------------------------

// A generator in the millisecond of that text, with its randomness as the first draw.
made_by<sortid::ulid> beginning_with(const char* text) {
  const auto first = sortid::ulid::parse(text).value();
  made_by<sortid::ulid> made(instant_of(first));
  made.draw_next(number(first));
  return made;
}

TEST(ulid_generator, the_examples_of_the_specification) {
  auto made = beginning_with("01BX5ZZKBKACTAV9WEVGEMMVRY");
  for (const char* text : {"01BX5ZZKBKACTAV9WEVGEMMVRY", "01BX5ZZKBKACTAV9WEVGEMMVRZ",
                           "01BX5ZZKBKACTAV9WEVGEMMVS0", "01BX5ZZKBKACTAV9WEVGEMMVS1"}) {
    EXPECT_EQ(made.next().value().to_text().view(), text);
  }
}

TEST(ulid_generator, the_last_id_of_a_millisecond_and_none_after_it) {
  auto made = beginning_with("01BX5ZZKBKZZZZZZZZZZZZZZZX");
  for (const char* text :
       {"01BX5ZZKBKZZZZZZZZZZZZZZZX", "01BX5ZZKBKZZZZZZZZZZZZZZZY", "01BX5ZZKBKZZZZZZZZZZZZZZZZ"}) {
    EXPECT_EQ(made.next().value().to_text().view(), text);
  }
  EXPECT_EQ(made.next().error(), fault::tail_overflow);
  EXPECT_EQ(made.next().error(), fault::tail_overflow) << "for as long as the millisecond lasts";
  made.clock.advance(1);
  EXPECT_EQ(made.next().value().to_text().view(), "01BX5ZZKBM0000000000000000");
}

TEST(ulid_generator, the_carry_runs_through_all_eighty_bits) {
  auto made = beginning_with("01BX5ZZKBK7ZZZZZZZZZZZZZZZ");
  ASSERT_TRUE(made.next());
  EXPECT_EQ(made.next().value().to_text().view(), "01BX5ZZKBK8000000000000000");
}

TEST(ulid_generator, the_very_last_ulid) {
  auto made = beginning_with("7ZZZZZZZZZZZZZZZZZZZZZZZZZ");
  EXPECT_EQ(made.next().value(), sortid::ulid::max());
  EXPECT_EQ(made.next().error(), fault::tail_overflow);
  made.clock.advance(1);
  EXPECT_EQ(made.next().error(), fault::out_of_range);
}

TEST(ulid_generator, no_entropy_is_asked_for_within_a_millisecond) {
  made_by<sortid::ulid> made(noon, fake_entropy::seeded(1));
  ASSERT_TRUE(made.next());
  made.entropy.fail();
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(made.next());
}

TEST(ulid_generator, random_steps_of_one_to_eight_bytes_when_asked) {
  for (unsigned bytes = 1; bytes <= 8; ++bytes) {
    made_by<sortid::ulid> made(generator_options{.step_bytes = bytes});
    const uint128 first = number(made.next().value());
    EXPECT_EQ(number(made.next().value()) - first, uint128(1)) << "the smallest step";
    made.entropy.all(0xFF);
    const uint128 second = number(made.next().value());
    EXPECT_EQ(second - first, uint128(1) + uint128(power_of_256(bytes) - 1)) << "the largest, " << bytes;
  }
}

// --- UUIDv7 and TypeID: RFC 9562, 5.7 and 6.2 --------------------------------------------------------------

TEST(uuidv7_generator, the_carry_leaves_version_and_variant_alone) {
  made_by<sortid::uuidv7> made(noon);
  made.draw_next({0x0123, 0xFFFFFFFFFFFFFFFF});
  const auto first = made.next().value();
  EXPECT_EQ(first.rand_a(), 0x123U);
  EXPECT_EQ(first.rand_b(), 0x3FFFFFFFFFFFFFFFU);
  const auto second = made.next().value();
  EXPECT_GT(second, first);
  EXPECT_EQ(second.rand_a(), 0x124U);
  EXPECT_EQ(second.rand_b(), 0U);
  EXPECT_EQ(second.version(), 7U);
  EXPECT_EQ(second.variant(), 2U);
  EXPECT_EQ(second.timestamp().since_epoch, first.timestamp().since_epoch);
}

TEST(uuidv7_generator, the_carry_out_of_rand_a_is_an_overflow) {
  made_by<sortid::uuidv7> made(noon);
  made.draw_next({0x0FFF, 0x3FFFFFFFFFFFFFFE});
  ASSERT_TRUE(made.next());
  const auto last = made.next().value();
  EXPECT_EQ(last.rand_a(), 0xFFFU);
  EXPECT_EQ(last.rand_b(), 0x3FFFFFFFFFFFFFFFU);
  EXPECT_EQ(made.next().error(), fault::tail_overflow);
}

TEST(uuidv7_generator, steps_of_one_to_seven_bytes_and_of_one) {
  for (unsigned bytes = 0; bytes <= 7; ++bytes) {
    made_by<sortid::uuidv7> made(generator_options{.step_bytes = bytes});
    const std::uint64_t first = made.next().value().rand_b();
    EXPECT_EQ(made.next().value().rand_b() - first, 1U);
    made.entropy.all(0xFF);
    const std::uint64_t step = made.next().value().rand_b() - first - 1;
    EXPECT_EQ(step, bytes == 0 ? 1 : power_of_256(bytes) - 1) << bytes;
  }
}

TEST(uuidv7_generator, a_step_of_four_bytes_unless_the_caller_says_otherwise) {
  made_by<sortid::uuidv7> made(noon);
  const std::uint64_t first = made.next().value().rand_b();
  made.entropy.all(0xFF);
  EXPECT_EQ(made.next().value().rand_b() - first, 0xFFFFFFFFU);
}

TEST(type_id_generator, the_prefix_is_the_plans_and_the_uuid_of_version_seven) {
  const auto prefix = sortid::type_prefix::parse("user_account").value();
  made_by<sortid::type_id> made(generator_options{.prefix = prefix}, fake_entropy::seeded(1));
  sortid::type_id before = made.next().value();
  EXPECT_EQ(before.to_text().view().substr(0, 13), "user_account_");
  for (int i = 0; i < 1'000; ++i) {
    const auto id = made.next().value();
    EXPECT_EQ(id.prefix(), "user_account");
    EXPECT_EQ(id.uuid().version(), 7U);
    EXPECT_EQ(id.uuid().variant(), 2U);
    EXPECT_EQ(id.unix_ms(), noon);
    EXPECT_GT(id, before);
    EXPECT_GT(id.to_text().view(), before.to_text().view());
    before = id;
  }
  EXPECT_EQ(made.ids().random().value().prefix(), "user_account");
  EXPECT_EQ(made.ids().next_at(noon + 5).value().prefix(), "user_account");
}

// --- EUID, "Timestamps and Randomness", "The Extension" ----------------------------------------------------

TEST(euid_generator, the_upper_half_grows_by_one_and_the_lower_is_drawn) {
  made_by<sortid::euid> made(noon);
  made.draw_next({0x2AAA0, 0x00000005'11111111});
  made.draw_next({0xFFFFFFFFFFFFFFFF, 0xFFFFFFFF'22222222});
  made.draw_next({0, 0x00000000'33333333});
  const auto first = made.next().value();
  EXPECT_EQ(first.randomness(), 0x00000005'11111111U);
  const auto second = made.next().value();
  EXPECT_EQ(second.randomness(), 0x00000006'22222222U);
  const auto third = made.next().value();
  EXPECT_EQ(third.randomness(), 0x00000007'33333333U);
  EXPECT_EQ(second.number().hi, first.number().hi) << "the first 64 bits stay";
  EXPECT_EQ(third.number().hi, first.number().hi);
}

TEST(euid_generator, the_upper_half_ends_at_all_ones) {
  made_by<sortid::euid> made(noon);
  made.draw_next({0, 0xFFFFFFFE'FFFFFFFF});
  ASSERT_TRUE(made.next());
  EXPECT_EQ(made.next().value().randomness(), 0xFFFFFFFF'00000000U);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(made.next().error(), fault::tail_overflow);
  made.clock.advance(1);
  EXPECT_TRUE(made.next());
}

TEST(euid_generator, without_an_extension_its_length_is_nothing_and_all_fifteen_bits_are_drawn) {
  for (const unsigned char byte : std::initializer_list<unsigned char>{0x00, 0xFF}) {
    auto entropy = fake_entropy::zeros();
    entropy.all(byte);
    made_by<sortid::euid> made(noon, entropy);
    const auto id = made.next().value();
    EXPECT_EQ(id.extension_length(), 0U);
    EXPECT_FALSE(id.extension());
    EXPECT_EQ(id.number().hi >> 4 & 0x7FFF, byte == 0 ? 0U : 0x7FFFU);
  }
}

TEST(euid_generator, every_extension_in_thirty_two_thousand) {
  for (unsigned extension = 0; extension <= 32'767; ++extension) {
    made_by<sortid::euid> made(generator_options{.extension = static_cast<std::uint16_t>(extension)},
                               fake_entropy::ones());
    unsigned length = 1;
    while (extension >> length != 0) ++length;
    const auto id = made.next().value();
    ASSERT_EQ(id.extension(), extension);
    ASSERT_EQ(id.extension_length(), length);
    // Ones above the extension, which stands just above its length.
    const std::uint64_t above = 0x7FFFU >> length << length;
    ASSERT_EQ(id.number().hi & 0x7FFFF, (above | extension) << 4 | length);
    ASSERT_EQ(id.timestamp().since_epoch, static_cast<std::uint64_t>(noon));
  }
}

TEST(euid_generator, the_extension_is_kept_over_milliseconds_and_in_every_way_of_making) {
  for (const std::uint16_t extension :
       std::initializer_list<std::uint16_t>{0, 1, 2, 5, 255, 16'384, 32'767}) {
    made_by<sortid::euid> made(generator_options{.extension = extension}, fake_entropy::seeded(extension));
    std::set<std::uint64_t> fields;
    for (int i = 0; i < 200; ++i) {
      made.clock.advance(i % 2);
      for (const auto& id : {made.next(), made.ids().next_at(made.clock.now()), made.ids().random()}) {
        ASSERT_EQ(id.value().extension(), extension);
        fields.insert(id.value().number().hi >> 4 & 0x7FFF);
      }
    }
    if (extension < 256) {
      EXPECT_GT(fields.size(), 100U) << "the bits above it are drawn";
    }
    if (extension >= 16'384) {
      EXPECT_EQ(fields.size(), 1U) << "nothing is left above it";
    }
  }
}

// --- Ulid-Flake, "Monotonicity and Overflow Error Handling" ------------------------------------------------

TEST(ulid_flake_generator, steps_of_one_to_three_bytes) {
  for (unsigned bytes = 1; bytes <= 3; ++bytes) {
    made_by<sortid::ulid_flake> made(generator_options{.step_bytes = bytes});
    EXPECT_EQ(made.next().value().randomness(), 0U);
    EXPECT_EQ(made.next().value().randomness(), 1U) << "at least 1";
    made.entropy.all(0xFF);
    if (bytes == 3) {
      EXPECT_EQ(made.next().error(), fault::tail_overflow) << "24 bits do not fit in 20";
    } else {
      EXPECT_EQ(made.next().value().randomness(), 1 + power_of_256(bytes) - 1) << bytes;
    }
  }
  EXPECT_EQ(generator_plan<sortid::ulid_flake>::make({.step_bytes = 4}).error().why, sortid::reason::range);
}

TEST(ulid_flake_generator, scalable_steps_of_one_to_two_bytes) {
  for (unsigned bytes = 1; bytes <= 2; ++bytes) {
    made_by<sortid::ulid_flake_scalable> made(generator_options{.node = 21, .step_bytes = bytes});
    EXPECT_EQ(made.next().value().randomness(), 0U);
    EXPECT_EQ(made.next().value().randomness(), 1U) << "at least 1";
    made.entropy.all(0xFF);
    if (bytes == 2) {
      EXPECT_EQ(made.next().error(), fault::tail_overflow) << "16 bits do not fit in 15";
    } else {
      EXPECT_EQ(made.next().value().randomness(), 256U);
    }
  }
  EXPECT_EQ(generator_plan<sortid::ulid_flake_scalable>::make({.step_bytes = 3}).error().why,
            sortid::reason::range);
}

TEST(ulid_flake_generator, a_step_of_one_byte_unless_the_caller_says_otherwise) {
  made_by<sortid::ulid_flake> made(noon);
  ASSERT_TRUE(made.next());
  made.entropy.all(0xFF);
  EXPECT_EQ(made.next().value().randomness(), 255U);
  made_by<sortid::ulid_flake_scalable> scalable(noon);
  ASSERT_TRUE(scalable.next());
  scalable.entropy.all(0xFF);
  EXPECT_EQ(scalable.next().value().randomness(), 255U);
}

TEST(ulid_flake_generator, a_millisecond_holds_as_many_as_the_specification_says) {
  made_by<sortid::ulid_flake> made(generator_options{.step_bytes = 0});
  std::uint32_t count = 0;
  for (auto id = made.next(); id; id = made.next()) ASSERT_EQ(id->randomness(), count++);
  EXPECT_EQ(count, 1'048'576U);
  made_by<sortid::ulid_flake_scalable> scalable(generator_options{.node = 31, .step_bytes = 0});
  count = 0;
  for (auto id = scalable.next(); id; id = scalable.next()) {
    ASSERT_EQ(id->randomness(), count++);
    ASSERT_EQ(id->sid(), 31U);
  }
  EXPECT_EQ(count, 32'768U);
}

TEST(ulid_flake_generator, the_steps_of_a_byte_are_even) {
  // Each of 1 … 255 about as often: 255 cells of 400.
  made_by<sortid::ulid_flake> made(generator_options{}, fake_entropy::seeded(5),
                                   {.overflow = on_overflow::run_ahead});
  std::map<std::uint64_t, int> steps;
  constexpr int draws = 102'000;
  auto before = made.next().value();
  for (int i = 0; i < draws;) {
    const auto id = made.next().value();
    if (id.timestamp().since_epoch == before.timestamp().since_epoch) {
      ++steps[id.number() - before.number()];
      ++i;
    }
    before = id;
  }
  EXPECT_EQ(steps.begin()->first, 1U);
  EXPECT_EQ(steps.rbegin()->first, 255U);
  double chi_squared = 0;
  for (const auto& [step, count] : steps) {
    const double off = count - draws / 255.0;
    chi_squared += off * off / (draws / 255.0);
  }
  // 254 degrees of freedom; the end of a millisecond cuts large steps off a little more often.
  EXPECT_LT(chi_squared, 400);
}

TEST(ulid_flake_generator, every_sid_in_its_place) {
  for (unsigned sid = 0; sid < 32; ++sid) {
    made_by<sortid::ulid_flake_scalable> made(generator_options{.node = sid}, fake_entropy::seeded(sid),
                                              {.overflow = on_overflow::run_ahead});
    for (int i = 0; i < 20; ++i) {
      made.clock.advance(i % 2);
      for (const auto& id : {made.next(), made.ids().random()}) {
        EXPECT_EQ(id.value().sid(), sid);
        EXPECT_EQ(id.value().to_text().view().back(), "0123456789ABCDEFGHJKMNPQRSTVWXYZ"[sid]);
      }
    }
  }
  EXPECT_EQ(generator_plan<sortid::ulid_flake_scalable>::make({.node = 32}).error().why,
            sortid::reason::range);
}

TEST(ulid_flake_generator, the_known_instant) {
  made_by<sortid::ulid_flake> made(1'717'653'966'666);  // 2024-06-06T06:06:06.666Z
  made.draw_next(sortid::ulid_flake::parse("00CMXB6TAK4SA").value().number());
  EXPECT_EQ(made.next().value().to_text().view(), "00CMXB6TAK4SA");
}

// --- xid, section 8 ----------------------------------------------------------------------------------------

TEST(xid_generator, each_id_has_twenty_two_fresh_bits) {
  // Each of the drawn bits reaches one bit of the id, or none; all 22 are reached, by 22 different ones.
  std::set<std::uint64_t> reached;
  int reaching = 0;
  made_by<sortid::xid> made(noon);
  for (unsigned bit = 0; bit < 64; ++bit) {
    made.draw_next(std::uint64_t{1} << bit);
    const std::uint64_t drawn = made.next().value().random();
    EXPECT_EQ(drawn & (drawn - 1), 0U);
    if (drawn != 0) {
      reached.insert(drawn);
      ++reaching;
    }
  }
  EXPECT_EQ(reached.size(), 22U);
  EXPECT_EQ(reaching, 22);
  EXPECT_EQ(made.entropy.calls(), 64U) << "a draw for each";
}

TEST(xid_generator, the_bits_are_uniform) {
  constexpr int draws = 1'024'000;
  constexpr int cells = 1'024;
  made_by<sortid::xid> made(noon, fake_entropy::seeded(11));
  std::array<std::array<int, cells>, 3> counts{};
  for (int i = 0; i < draws; ++i) {
    const std::uint64_t drawn = made.next().value().random();
    ++counts[0][drawn % cells];
    ++counts[1][drawn >> 6 & (cells - 1)];
    ++counts[2][drawn >> 12];
  }
  for (const auto& part : counts) {
    double chi_squared = 0;
    for (const int count : part) {
      const double off = count - static_cast<double>(draws) / cells;
      chi_squared += off * off / (static_cast<double>(draws) / cells);
    }
    // 1023 degrees of freedom, five standard deviations each way.
    EXPECT_LT(chi_squared, 1'023 + 5 * 45.2);
    EXPECT_GT(chi_squared, 1'023 - 5 * 45.2);
  }
}

TEST(xid_generator, the_known_answers) {
  for (const auto& [ms, text] :
       {std::pair{std::int64_t{1}, "1111111NVpb"}, std::pair{std::int64_t{86'400'000}, "113q8KFkAEs"}}) {
    made_by<sortid::xid> made(xid_epoch + ms);
    EXPECT_EQ(made.next().value().to_text().view(), text);
  }
}

// --- uid11's other profiles --------------------------------------------------------------------------------

TEST(ts_seq_rand_generator, the_sequence_runs_from_zero_to_its_end_and_the_rest_is_drawn) {
  made_by<sortid::uid11_ts_seq_rand> made(noon, fake_entropy::seeded(13));
  std::set<std::uint64_t> drawn;
  for (int millisecond = 0; millisecond < 3; ++millisecond) {
    for (unsigned sequence = 0; sequence < 4'096; ++sequence) {
      const auto id = made.next().value();
      ASSERT_EQ(id.sequence(), sequence);
      ASSERT_EQ(id.timestamp().since_epoch, static_cast<std::uint64_t>(noon - xid_epoch + millisecond));
      drawn.insert(id.random());
    }
    EXPECT_EQ(made.next().error(), fault::tail_overflow);
    made.clock.advance(1);
  }
  EXPECT_EQ(drawn.size(), 1'024U) << "12,288 draws of 10 bits leave none out";
}

TEST(snowish_generator, every_machine_in_its_place_and_the_sequence_beside_it) {
  for (unsigned machine = 0; machine < 1'024; ++machine) {
    made_by<sortid::uid11_snowish> made(generator_options{.node = machine});
    const auto since = static_cast<std::uint64_t>(noon - xid_epoch);
    for (std::uint64_t sequence = 0; sequence < 3; ++sequence) {
      const auto id = made.next().value();
      EXPECT_EQ(id.number(), since << 22 | std::uint64_t{machine} << 12 | sequence);
      EXPECT_EQ(id.machine(), machine);
      EXPECT_EQ(id.sequence(), sequence);
    }
    EXPECT_EQ(made.entropy.calls(), 0U);
  }
  EXPECT_EQ(generator_plan<sortid::uid11_snowish>::make({.node = 1'024}).error().why, sortid::reason::range);
}

TEST(snowish_generator, the_sequence_ends_after_four_thousand_ninety_six) {
  made_by<sortid::uid11_snowish> made(generator_options{.node = 1'023});
  for (unsigned sequence = 0; sequence < 4'096; ++sequence) {
    ASSERT_EQ(made.next().value().sequence(), sequence);
  }
  EXPECT_EQ(made.next().error(), fault::tail_overflow);
  made.clock.advance(1);
  EXPECT_EQ(made.next().value().sequence(), 0U);
}

TEST(fullrand_generator, all_sixty_four_bits_are_drawn) {
  made_by<sortid::uid11_fullrand> made(noon);
  made_by<sortid::uid11> plain(noon);
  for (unsigned bit = 0; bit < 64; ++bit) {
    made.draw_next(std::uint64_t{1} << bit);
    plain.draw_next(std::uint64_t{1} << bit);
    EXPECT_EQ(made.next().value().random(), std::uint64_t{1} << bit);
    EXPECT_EQ(plain.next().value().payload(), std::uint64_t{1} << bit);
  }
}

// --- a million ids on a clock that stands still ------------------------------------------------------------

constexpr std::uint64_t million = 1'000'000;

// Strictly increasing, so no two are the same; all of one millisecond.
template <class Id>
void expect_a_million_in_one_millisecond(const generator_options& options = {}) {
  made_by<Id> made(options, fake_entropy::seeded(17));
  uint128 before;
  for (std::uint64_t i = 0; i < million; ++i) {
    const auto id = made.next();
    ASSERT_TRUE(id) << i << ": " << name_of(id.error());
    ASSERT_GT(number(*id), before) << i;
    ASSERT_EQ(instant_of(*id), noon) << i;
    before = number(*id);
  }
  EXPECT_EQ(made.ids().ahead(), 0);
}

TEST(a_million_ids_of_one_millisecond, ulid) { expect_a_million_in_one_millisecond<sortid::ulid>(); }
TEST(a_million_ids_of_one_millisecond, ulid_with_steps) {
  expect_a_million_in_one_millisecond<sortid::ulid>({.step_bytes = 7});
}
TEST(a_million_ids_of_one_millisecond, uuidv7) { expect_a_million_in_one_millisecond<sortid::uuidv7>(); }
TEST(a_million_ids_of_one_millisecond, type_id) { expect_a_million_in_one_millisecond<sortid::type_id>(); }
TEST(a_million_ids_of_one_millisecond, euid) {
  expect_a_million_in_one_millisecond<sortid::euid>({.extension = std::uint16_t{4'711}});
}

// The small tails run ahead: strictly increasing still, each millisecond used up before the next.
template <class Id>
std::int64_t lead_after_a_million(const generator_options& options = {}) {
  made_by<Id> made(options, fake_entropy::seeded(19), {.overflow = on_overflow::run_ahead});
  Id before = made.next().value();
  for (std::uint64_t i = 1; i < million; ++i) {
    const auto id = made.next();
    if (!id || *id <= before) {
      ADD_FAILURE() << i;
      return -1;
    }
    const std::int64_t later = instant_of(*id) - instant_of(before);
    if (later != 0 && later != 1) {
      ADD_FAILURE() << i;
      return -1;
    }
    before = *id;
  }
  EXPECT_EQ(made.ids().ahead(), instant_of(before) - noon);
  return made.ids().ahead();
}

TEST(a_million_ids_of_one_millisecond, sequences_of_four_thousand_ninety_six_run_ahead) {
  EXPECT_EQ(lead_after_a_million<sortid::uid11_snowish>(), 244);  // 999,999 / 4,096
  EXPECT_EQ(lead_after_a_million<sortid::uid11_ts_seq_rand>(), 244);
}
TEST(a_million_ids_of_one_millisecond, flakes_run_ahead) {
  // A millisecond begins in the middle on average and goes on in steps of 128: 4,096 and 128 ids.
  const std::int64_t flakes = lead_after_a_million<sortid::ulid_flake>();
  EXPECT_GT(flakes, 180);
  EXPECT_LT(flakes, 330);
  const std::int64_t scalable = lead_after_a_million<sortid::ulid_flake_scalable>({.node = 7});
  EXPECT_GT(scalable, 6'500);
  EXPECT_LT(scalable, 9'000);
}
TEST(a_million_ids_of_one_millisecond, xids_collide_as_often_as_the_birthday_bound_says) {
  made_by<sortid::xid> made(noon, fake_entropy::seeded(23));
  std::vector<std::uint64_t> ids;
  for (std::uint64_t i = 0; i < million; ++i) ids.push_back(made.next().value().number());
  std::sort(ids.begin(), ids.end());
  const auto distinct = std::unique(ids.begin(), ids.end()) - ids.begin();
  // M (1 − e^(−n/M)) of M = 4,194,304: 889,734, with a standard deviation of about 300.
  EXPECT_GT(distinct, 888'000);
  EXPECT_LT(distinct, 891'500);
}
TEST(a_million_ids_of_one_millisecond, sixty_four_random_bits_are_all_different) {
  made_by<sortid::uid11_fullrand> made(noon, fake_entropy::seeded(29));
  std::vector<std::uint64_t> ids;
  for (std::uint64_t i = 0; i < million; ++i) ids.push_back(made.next().value().number());
  std::sort(ids.begin(), ids.end());
  EXPECT_EQ(std::adjacent_find(ids.begin(), ids.end()), ids.end());
}

}  // namespace
}  // namespace sortid_test
