// Masks: AES by FIPS 197 and by another hand on every kernel, the frozen vectors, and what must hold of any
// masker.
#include "sortid/mask.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <ostream>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "mask/aes.hpp"
#include "sortid/any_masker.hpp"
#include "sortid/detail/sha256.hpp"
#include "support/dice.hpp"

namespace sortid::detail {

void PrintTo(const mask_kernel* kernel, std::ostream* out) { *out << kernel->name; }

}  // namespace sortid::detail

namespace sortid_test {
namespace {

using sortid::mask_direction;
using sortid::mask_key;
using sortid::masker;
using sortid::reason;
using sortid::uint128;
using sortid::detail::mask_cipher;
using sortid::detail::mask_kernel;

using bytes = std::vector<std::uint8_t>;
using block = std::array<std::uint8_t, 16>;

bytes from_hex(std::string_view digits) {
  bytes all;
  for (std::size_t i = 0; i < digits.size(); i += 2)
    all.push_back(static_cast<std::uint8_t>(std::stoul(std::string(digits.substr(i, 2)), nullptr, 16)));
  return all;
}
bytes counting(std::size_t size) {
  bytes all(size);
  for (std::size_t i = 0; i < size; ++i) all[i] = static_cast<std::uint8_t>(i);
  return all;
}
mask_key key_of(const bytes& all) { return mask_key::from_bytes(all).value(); }

// --- AES, as FIPS 197 tells it, byte by byte ---------------------------------------------------------------

std::uint8_t times(std::uint8_t a, std::uint8_t b) {
  unsigned product = 0;
  for (unsigned bit = 0; bit < 8; ++bit) product ^= (b >> bit & 1U) != 0 ? unsigned{a} << bit : 0;
  for (unsigned bit = 15; bit >= 8; --bit) product ^= (product >> bit & 1U) != 0 ? 0x11BU << (bit - 8) : 0;
  return static_cast<std::uint8_t>(product);
}
std::uint8_t substituted(std::uint8_t byte) {
  std::uint8_t inverse = 0;
  for (unsigned candidate = 1; candidate < 256; ++candidate) {
    if (times(byte, static_cast<std::uint8_t>(candidate)) == 1)
      inverse = static_cast<std::uint8_t>(candidate);
  }
  std::uint8_t all = 0x63;
  for (int turn = 0; turn < 5; ++turn) all = static_cast<std::uint8_t>(all ^ std::rotl(inverse, turn));
  return all;
}
std::uint8_t box(std::uint8_t byte) {
  static const auto table = [] {
    std::array<std::uint8_t, 256> all{};
    for (unsigned i = 0; i < 256; ++i) all[i] = substituted(static_cast<std::uint8_t>(i));
    return all;
  }();
  return table[byte];
}
bytes expanded(const bytes& key) {
  bytes w = key;
  const std::size_t words = key.size() / 4;
  const std::size_t total = 16 * (words + 7);
  std::uint8_t constant = 1;
  while (w.size() < total) {
    std::array<std::uint8_t, 4> t{};
    std::copy(w.end() - 4, w.end(), t.begin());
    const std::size_t i = w.size() / 4;
    if (i % words == 0) {
      t = {static_cast<std::uint8_t>(box(t[1]) ^ constant), box(t[2]), box(t[3]), box(t[0])};
      constant = times(constant, 2);
    } else if (words > 6 && i % words == 4) {
      t = {box(t[0]), box(t[1]), box(t[2]), box(t[3])};
    }
    for (std::size_t k = 0; k < 4; ++k) w.push_back(static_cast<std::uint8_t>(w[4 * (i - words) + k] ^ t[k]));
  }
  return w;
}
block plain_aes(const bytes& w, block s) {
  const auto add = [&](std::size_t round) {
    for (std::size_t i = 0; i < 16; ++i) s[i] = static_cast<std::uint8_t>(s[i] ^ w[16 * round + i]);
  };
  const std::size_t last = w.size() / 16 - 1;
  add(0);
  for (std::size_t round = 1; round <= last; ++round) {
    block shifted{};
    for (std::size_t c = 0; c < 4; ++c) {
      for (std::size_t r = 0; r < 4; ++r) shifted[4 * c + r] = box(s[4 * ((c + r) % 4) + r]);
    }
    s = shifted;
    for (std::size_t c = 0; c < 4 && round != last; ++c) {
      for (std::size_t r = 0; r < 4; ++r) {
        const auto at = [&](std::size_t k) { return shifted[4 * c + (r + k) % 4]; };
        s[4 * c + r] = static_cast<std::uint8_t>(times(at(0), 2) ^ times(at(1), 3) ^ at(2) ^ at(3));
      }
    }
    add(round);
  }
  return s;
}

TEST(aes, fips_197_appendix_c) {
  const bytes text = from_hex("00112233445566778899aabbccddeeff");
  block plain{};
  std::copy(text.begin(), text.end(), plain.begin());
  const auto encrypted = [&](std::size_t size) {
    const block to = plain_aes(expanded(counting(size)), plain);
    return bytes(to.begin(), to.end());
  };
  EXPECT_EQ(encrypted(16), from_hex("69c4e0d86a7b0430d8cdb78070b4c55a"));
  EXPECT_EQ(encrypted(32), from_hex("8ea2b7ca516745bfeafc49904b496089"));
}

TEST(aes, fips_197_appendix_a) {
  sortid::detail::aes_keys keys;
  const bytes key = from_hex("2b7e151628aed2a6abf7158809cf4f3c");
  sortid::detail::expand_key(key.data(), key.size(), keys);
  EXPECT_EQ(keys.last, 10U);
  EXPECT_EQ(bytes(keys.rounds[10], keys.rounds[10] + 16), from_hex("d014f9a8c9ee2589e13f0cc8b6630ca6"));
  const bytes long_key = from_hex("603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4");
  sortid::detail::expand_key(long_key.data(), long_key.size(), keys);
  EXPECT_EQ(keys.last, 14U);
  EXPECT_EQ(bytes(keys.rounds[14], keys.rounds[14] + 16), from_hex("fe4890d1e6188d0b046df344706c631e"));
}

TEST(sha256, fips_180_examples) {
  const auto digest = [](std::string_view text) {
    sortid::detail::sha256 hash;
    hash.append(text);
    const auto all = hash.digest();
    return bytes(all.begin(), all.end());
  };
  EXPECT_EQ(digest("abc"), from_hex("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
  EXPECT_EQ(digest("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            from_hex("248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"));
}

// --- kernels -----------------------------------------------------------------------------------------------

class mask_kernels : public testing::TestWithParam<const mask_kernel*> {
 protected:
  void SetUp() override {
    if (!GetParam()->runs_here()) GTEST_SKIP() << "this processor has no " << GetParam()->name;
  }
};

// The network of docs/mask.md over 128 free bits, by the AES above.
block plain_mask(const bytes& w, const block& tweak, block pair) {
  for (unsigned round = 0; round < 10; ++round) {
    const std::size_t changed = round % 2 == 0 ? 0 : 8;
    block input = tweak;
    input[7] = static_cast<std::uint8_t>(input[7] ^ round);
    for (std::size_t i = 0; i < 8; ++i)
      input[8 + i] = static_cast<std::uint8_t>(input[8 + i] ^ pair[8 - changed + i]);
    const block pad = plain_aes(w, input);
    for (std::size_t i = 0; i < 8; ++i)
      pair[changed + i] = static_cast<std::uint8_t>(pair[changed + i] ^ pad[8 + i]);
  }
  return pair;
}

TEST_P(mask_kernels, are_the_network_over_aes) {
  std::mt19937_64 dice(thrown_dice()());
  for (const std::size_t size : {16U, 32U}) {
    bytes key(size);
    for (auto& byte : key) byte = static_cast<std::uint8_t>(dice());
    const mask_cipher cipher(sortid::detail::plan_of(sortid::ulid_layout, 8), key_of(key));
    const auto tweak = cipher.tweak("ulid", false, "");
    block plain_tweak{};
    const auto digest =
        sortid::detail::hmac_sha256(key).of(std::array<std::string_view, 1>{"sortid mask 2/ulid"});
    std::copy_n(digest.begin(), 16, plain_tweak.begin());
    const bytes w = expanded(key);
    // Whole registers, and every number of ids that is left over.
    for (const std::size_t n : {1U, 2U, 3U, 4U, 5U, 7U, 8U, 9U, 15U, 16U, 17U, 31U, 70U}) {
      std::vector<block> ids(n);
      for (auto& id : ids) {
        for (auto& byte : id) byte = static_cast<std::uint8_t>(dice());
      }
      std::vector<block> masked(n + 1);
      EXPECT_EQ(cipher.run_with(*GetParam(), mask_direction::mask, tweak, ids.data(), n, masked.data()), n);
      EXPECT_EQ(masked[n], block{});
      for (std::size_t i = 0; i < n; ++i) EXPECT_EQ(masked[i], plain_mask(w, plain_tweak, ids[i])) << i;
      EXPECT_EQ(cipher.run_with(*GetParam(), mask_direction::unmask, tweak, masked.data(), n, masked.data()),
                n);
      masked.pop_back();
      EXPECT_EQ(masked, ids);
    }
  }
}

TEST_P(mask_kernels, agree_with_the_portable_one_on_every_format) {
  std::mt19937_64 dice(thrown_dice()());
  for (const sortid::format f : sortid::format::all()) {
    const sortid::layout& l = f.layout();
    const auto plan = sortid::detail::plan_of(l, 8);
    const mask_cipher cipher(plan, key_of(counting(32)));
    const auto tweak = cipher.tweak(l.name, l.prefixed, "user");
    for (std::size_t n = 0; n < 150; n += n < 20 ? 1 : 43) {
      std::vector<std::uint64_t> ids(n * l.bytes() / 8);
      for (std::size_t i = 0; i < n; ++i) {
        const uint128 value = (uint128(dice(), dice()) & plan.free) | plan.stored;
        if (plan.wide) {
          sortid::detail::store_be(value, reinterpret_cast<std::uint8_t*>(&ids[2 * i]));
        } else {
          ids[i] = value.lo;
        }
      }
      auto here = ids;
      auto there = ids;
      EXPECT_EQ(cipher.run_with(*GetParam(), mask_direction::mask, tweak, ids.data(), n, here.data()), n);
      EXPECT_EQ(cipher.run_with(sortid::detail::portable_mask_kernel, mask_direction::mask, tweak, ids.data(),
                                n, there.data()),
                n);
      EXPECT_EQ(here, there) << l.name << ' ' << n;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(all, mask_kernels,
                         testing::ValuesIn(sortid::detail::mask_kernels().begin(),
                                           sortid::detail::mask_kernels().end()),
                         [](const auto& of) { return std::string(of.param->name); });

// --- the vectors -------------------------------------------------------------------------------------------

TEST(mask, frozen_vectors) {
  const char* folder = std::getenv("SORTID_VECTORS");
  ASSERT_NE(folder, nullptr) << "SORTID_VECTORS is not set: run this by ctest";
  std::ifstream file(std::string(folder) + "/mask/vectors.json");
  std::size_t count = 0;
  for (const auto& c : nlohmann::json::parse(file)) {
    const auto text = [&](const char* name) { return c.at(name).get<std::string>(); };
    const auto key = mask_key::from_hex(text("key"));
    ASSERT_TRUE(key);
    const auto f = *sortid::format::find(text("format"));
    const auto m = sortid::any_masker::make(f, *key, {.version = c.at("version").get<unsigned>()});
    ASSERT_TRUE(m);
    const std::string stored = text("text");
    const std::string masked = text("masked");
    const auto id = sortid::by_format::parse(f, stored);
    const auto shown = sortid::by_format::parse(m->masked_format(), masked);
    ASSERT_TRUE(id && shown) << stored << ' ' << masked;
    EXPECT_EQ(m->mask(id->value, id->prefix).value(), shown->value) << stored;
    EXPECT_EQ(m->unmask(shown->value, shown->prefix).value(), id->value) << stored;
    ++count;
  }
  EXPECT_GT(count, 100U);
}

// --- what must hold ----------------------------------------------------------------------------------------

// All ids with these constants above a few bits.
template <unsigned Free>
inline constexpr sortid::layout small_layout{.name = "small",
                                             .title = "A few free bits",
                                             .bits = 64,
                                             .text = sortid::text_form::base58,
                                             .symbols = 11,
                                             .fields = {{{"constant", 60 - Free, sortid::role::constant, 5},
                                                         {"reserved", 4, sortid::role::reserved},
                                                         {"payload", Free, sortid::role::payload}}},
                                             .detection = sortid::detection::by_name};
template <unsigned Free>
class small : public sortid::basic_id<small<Free>, small_layout<Free>> {};

template <class Id>
class small_domains : public testing::Test {};
using small_ids = testing::Types<small<16>, small<17>, small<19>, small<20>>;
TYPED_TEST_SUITE(small_domains, small_ids);

// Too few for a masker; the network under it is the same for all sizes.
TYPED_TEST(small_domains, are_mapped_one_to_one) {
  const mask_cipher cipher(sortid::detail::plan_of(TypeParam::layout(), 8), key_of(counting(16)));
  const auto tweak = cipher.tweak("small", false, "");
  const std::uint64_t first = TypeParam::min().number();
  const std::size_t n = std::size_t{1} << TypeParam::layout().fields[2].bits;
  std::vector<TypeParam> ids;
  for (std::size_t i = 0; i < n; ++i) ids.push_back(TypeParam::from_number(first + i).value());
  std::vector<TypeParam> masked(n);
  ASSERT_EQ(cipher.run(mask_direction::mask, tweak, ids.data(), n, masked.data()), n);
  std::vector<bool> seen(n);
  std::size_t unchanged = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint64_t place = masked[i].number() - first;
    ASSERT_LT(place, n);
    ASSERT_FALSE(seen[place]);
    seen[place] = true;
    unchanged += place == i ? 1 : 0;
  }
  EXPECT_LT(unchanged, 20U);  // a random permutation has one on average
  ASSERT_EQ(cipher.run(mask_direction::unmask, tweak, masked.data(), n, masked.data()), n);
  EXPECT_EQ(masked, ids);
}

// One bit of the id changes about half of the bits of its mask.
template <class Id>
void avalanche() {
  std::mt19937_64 dice(thrown_dice()());
  const auto plan = sortid::detail::plan_of(Id::layout(), 8);
  const auto m = sortid::any_masker::make(sortid::format::of<Id>(), key_of(counting(16))).value();
  const double free = plan.left_bits + plan.right_bits;
  for (unsigned bit = 0; bit < Id::layout().bits; ++bit) {
    const uint128 flipped = uint128(1) << bit;
    if ((plan.free & flipped) == uint128()) continue;
    unsigned changed = 0;
    constexpr unsigned samples = 200;
    for (unsigned i = 0; i < samples; ++i) {
      const uint128 value = (uint128(dice(), dice()) & plan.free) | plan.stored;
      const uint128 differ = m.mask(value).value() ^ m.mask(value ^ flipped).value();
      changed += static_cast<unsigned>(std::popcount(differ.hi) + std::popcount(differ.lo));
    }
    // 200 samples of `free` fair bits: more than eight standard deviations on each side.
    const double mean = samples * free / 2;
    EXPECT_NEAR(changed, mean, 4 * std::sqrt(samples * free)) << Id::layout().name << " bit " << bit;
  }
}
TEST(mask, every_bit_reaches_half_of_the_others) {
  avalanche<sortid::ulid>();
  avalanche<sortid::uuidv7>();
  avalanche<sortid::ulid_flake>();
  avalanche<sortid::uid11_snowish>();
}

TEST(mask, neighbours_share_nothing) {
  const auto m = masker<sortid::ulid>::make(key_of(counting(16))).value();
  std::set<std::uint64_t> times;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    const auto id = sortid::ulid::from_number(uint128(0x01563e3ab5d3d676, i)).value();
    times.insert(m.mask(id).value().timestamp().since_epoch);
  }
  EXPECT_EQ(times.size(), 1000U);
}

TEST(mask, formats_and_prefixes_are_apart_under_one_key) {
  const mask_key key = key_of(counting(16));
  const uint128 bits(0x018fb1c85d6e7a2b, 0x9c3d4e5f60718293);
  std::set<uint128> seen;
  // The last two had the same masks when a tweak was 56 bits of a hash without a key.
  for (const std::string_view prefix : {"", "user", "users", "org", "uzxwscrzkfci", "wajgzjjakuxk"}) {
    const auto m = masker<sortid::type_id>::make(key).value();
    const auto id = sortid::type_id::make(prefix, sortid::uuid(bits)).value();
    const auto masked = m.mask(id).value();
    EXPECT_EQ(masked.prefix(), prefix);
    EXPECT_EQ(masked.uuid().version(), 8U);
    EXPECT_EQ(m.unmask(masked).value(), id);
    seen.insert(masked.number());
  }
  const auto uuid = masker<sortid::uuidv7>::make(key).value();
  seen.insert(uuid.mask(sortid::uuidv7::from_number(bits).value()).value().number());
  EXPECT_EQ(seen.size(), 7U);

  const auto number = bits.lo >> 1;
  EXPECT_NE(masker<sortid::xid>::make(key)->mask(sortid::xid::from_number(number).value())->number(),
            masker<sortid::uid11>::make(key)->mask(sortid::uid11::from_number(number).value())->number());
}

TEST(mask, typeids_of_one_prefix_are_the_same_in_every_type) {
  const mask_key key = key_of(counting(16));
  const sortid::uuid bits(uint128(0x018fb1c85d6e7a2b, 0x9c3d4e5f60718293));
  const auto any = masker<sortid::type_id>::make(key)->mask(sortid::type_id::make("user", bits).value());
  const auto typed = masker<sortid::typed_id<"user">>::make(key)->mask(sortid::typed_id<"user">(bits));
  const auto column =
      masker<sortid::type_id_suffix>::make(key, {.prefix = sortid::type_prefix::parse("user").value()})
          ->mask(sortid::type_id_suffix(bits));
  EXPECT_EQ(any->number(), typed->number());
  EXPECT_EQ(any->number(), column->number());
}

TEST(mask, uuids_have_the_version_that_was_asked_for) {
  const mask_key key = key_of(counting(32));
  const auto id = sortid::uuidv7::parse("018fb1c8-5d6e-7a2b-9c3d-4e5f60718293").value();
  const auto eight = masker<sortid::uuidv7>::make(key).value();
  const auto four = masker<sortid::uuidv7>::make(key, {.version = 4}).value();
  EXPECT_EQ(eight.mask(id)->version(), 8U);
  EXPECT_EQ(four.mask(id)->version(), 4U);
  EXPECT_EQ(four.mask(id)->variant(), 2U);
  EXPECT_EQ(four.unmask(four.mask(id).value()).value(), id);
  EXPECT_EQ(four.unmask(eight.mask(id).value()).error(), (sortid::error{reason::range, 14, 4, 8}));
  EXPECT_EQ(eight.unmask(sortid::uuid(id)).error(), (sortid::error{reason::range, 14, 8, 7}));
  EXPECT_EQ(masker<sortid::uuid>::make(key)->mask(sortid::uuid(uint128(0, 0))).error().why, reason::range);
  // The same id under its other name.
  EXPECT_EQ(masker<sortid::uuid>::make(key)->mask(id).value(), eight.mask(id).value());
  // The variant.
  EXPECT_EQ(eight.unmask(sortid::uuid(eight.mask(id)->number() ^ uint128(0, std::uint64_t{1} << 63))).error(),
            (sortid::error{reason::range, 19, 2, 0}));
}

TEST(mask, batches_stop_at_the_first_that_is_rejected) {
  const auto m = masker<sortid::type_id_suffix>::make(key_of(counting(16))).value();
  std::vector<sortid::type_id_suffix> ids(200);
  for (std::uint64_t i = 0; i < ids.size(); ++i)
    ids[i] = sortid::type_id_suffix(sortid::uuid(uint128(0x018fb1c85d6e7a2b, 0x9c3d4e5f60718293 + i)));
  ids[130] = {};
  std::vector<sortid::type_id_suffix> masked(ids.size());
  const auto done = m.mask(ids, masked);
  EXPECT_EQ(done.count, 130U);
  EXPECT_EQ(done.why.why, reason::range);
  for (std::size_t i = 0; i < 130; ++i) EXPECT_EQ(masked[i], m.mask(ids[i]).value());
  EXPECT_EQ(masked[130], sortid::type_id_suffix());
  EXPECT_EQ(m.mask(ids, std::span(masked).first(5)).count, 5U);
  EXPECT_TRUE(m.mask(ids, std::span(masked).first(5)));
}

TEST(mask, reserved_bits_stay) {
  const auto m = masker<sortid::uid11_snowish>::make(key_of(counting(16))).value();
  for (const std::uint64_t value : {std::uint64_t{12345}, std::uint64_t{1} << 63 | 12345}) {
    const auto masked = m.mask(sortid::uid11_snowish::from_number(value).value()).value();
    EXPECT_EQ(masked.number() >> 63, value >> 63);
    EXPECT_EQ(m.unmask(masked)->number(), value);
  }
}

// --- keys --------------------------------------------------------------------------------------------------

TEST(mask_key, is_overwritten_when_it_is_wiped) {
  std::array<std::uint8_t, 32> secret;
  secret.fill(0xA5);
  sortid::detail::wipe(secret);
  EXPECT_EQ(secret, (std::array<std::uint8_t, 32>{}));
}

TEST(mask_key, has_16_or_32_bytes) {
  for (std::size_t size = 0; size < 70; ++size) {
    const bool good = size == 16 || size == 32;
    const auto key = mask_key::from_bytes(counting(size));
    EXPECT_EQ(key.has_value(), good) << size;
    if (!good) {
      EXPECT_EQ(key.error(), (sortid::error{reason::length, size < 16 ? static_cast<std::uint32_t>(size) : 16,
                                            16, static_cast<std::uint32_t>(size)}));
    }
    EXPECT_EQ(masker<sortid::ulid>::make(counting(size)).has_value(), good);
  }
}

TEST(mask_key, of_a_file) {
  const std::string hex = "000102030405060708090a0b0c0d0e0f";
  const auto read = [](std::string_view contents) {
    const auto key = mask_key::from_file_contents(contents);
    return key ? bytes(key->bytes().begin(), key->bytes().end()) : bytes();
  };
  EXPECT_EQ(read(hex), counting(16));
  EXPECT_EQ(read(hex + "\n"), counting(16));
  EXPECT_EQ(read(hex + "\r\n"), counting(16));
  EXPECT_EQ(read("000102030405060708090A0B0C0D0E0F"), counting(16));
  EXPECT_EQ(read(hex + "101112131415161718191a1b1c1d1e1f\n"), counting(32));
  const bytes raw = counting(32);
  EXPECT_EQ(read({reinterpret_cast<const char*>(raw.data()), 32}), raw);
  EXPECT_EQ(read({reinterpret_cast<const char*>(raw.data()), 16}), counting(16));
  for (const std::string bad : {"", "\n", "0123456789abcdef", "000102030405060708090a0b0c0d0e", "not a key",
                                "000102030405060708090a0b0c0d0e0f ", "000102030405060708090a0b0c0d0e0f\n\n"})
    EXPECT_TRUE(read(bad).empty()) << bad;
  EXPECT_EQ(sortid::message_of_mask_key(mask_key::from_file_contents("0123456789abcdef").error()).view(),
            "a key has 16 or 32 bytes, or twice as many hexadecimal digits; found 16 hexadecimal digits");
}

TEST(mask, another_version_is_told_with_its_place_in_the_text) {
  const mask_key key = key_of(counting(16));
  const sortid::uuid seven = sortid::uuid::parse("018fb1c8-5d6e-7a2b-9c3d-4e5f60718293").value();
  const auto users = masker<sortid::type_id>::make(key).value();
  const auto any = sortid::any_masker::make(sortid::format::of<sortid::type_id>(), key).value();
  for (const std::string_view prefix : {"", "user", "a_b"}) {
    const sortid::type_id id(sortid::type_prefix::parse(prefix).value(), seven);
    const std::string text = id.to_text().c_str();
    const auto at = static_cast<std::uint32_t>(prefix.empty() ? 10 : prefix.size() + 11);
    // The symbol there has the four bits of the version and the bit behind them.
    EXPECT_EQ(std::string_view("0123456789abcdefghjkmnpqrstvwxyz").find(text[at]) >> 1, 7U);
    const sortid::error why{reason::range, at, 8, 7};
    EXPECT_EQ(users.unmask(id).error(), why) << prefix;
    EXPECT_EQ(any.unmask(id.number(), prefix).error(), why) << prefix;
    sortid::column_bytes column[16];
    std::memcpy(column, id.bytes().data(), sizeof column);
    EXPECT_EQ(any.run(sortid::mask_direction::unmask, column, 1, column, prefix).why, why) << prefix;
  }
  const auto suffixes = masker<sortid::type_id_suffix>::make(key).value();
  EXPECT_EQ(suffixes.unmask(sortid::type_id_suffix(seven)).error(), (sortid::error{reason::range, 10, 8, 7}));
  const auto uuids = masker<sortid::uuidv7>::make(key).value();
  EXPECT_EQ(uuids.unmask(seven).error(), (sortid::error{reason::range, 14, 8, 7}));
}

TEST(mask_key, options_that_mean_nothing_are_rejected) {
  const mask_key key = key_of(counting(16));
  const auto user = sortid::type_prefix::parse("user").value();
  for (const unsigned version : {0U, 1U, 7U, 9U})
    EXPECT_EQ(masker<sortid::uuidv7>::make(key, {.version = version}).error().why, reason::range);
  EXPECT_EQ(masker<sortid::ulid>::make(key, {.prefix = user}).error().why, reason::prefix);
  EXPECT_EQ(masker<sortid::type_id>::make(key, {.prefix = user}).error().why, reason::prefix);
  EXPECT_EQ(sortid::any_masker::make(sortid::format::of<sortid::xid>(), key, {.prefix = user}).error().why,
            reason::prefix);
}

}  // namespace
}  // namespace sortid_test
