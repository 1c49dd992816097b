// The codecs against slow ones: a symbol at a time, every byte at every place, at compile time and at run
// time.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "sortid/batch_by_format.hpp"
#include "sortid/formats.hpp"
#include "support/both_times.hpp"

namespace {

using sortid::error;
using sortid::reason;
using sortid::uint128;
namespace detail = sortid::detail;

constexpr std::uint64_t seed = 20261121;

std::string in_lower_case(std::string text) {
  for (char& c : text) c = detail::lower(c);
  return text;
}

// The place of the byte among the symbols, or -1.
int slow_value(std::string_view symbols, char byte) {
  const std::size_t at = symbols.find(byte);
  return at == std::string_view::npos ? -1 : static_cast<int>(at);
}
int slow_value32(detail::symbols32 taken, char byte) {
  if (taken == detail::symbols32::lower_case && byte >= 'A' && byte <= 'Z') return -1;
  const auto upper = byte >= 'a' && byte <= 'z' ? static_cast<char>(byte - 'a' + 'A') : byte;
  if (taken == detail::symbols32::with_aliases) {
    if (upper == 'I' || upper == 'L') return 1;
    if (upper == 'O') return 0;
  }
  return slow_value(detail::crockford_symbols, upper);
}

// The first byte without a value, or nothing.
template <class Value>
error slow_character(const std::string& text, Value value) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (value(text[i]) < 0) return detail::not_a_digit(text[i], i);
  }
  return {};
}

std::vector<uint128> values() {
  std::mt19937_64 bits(seed);
  std::vector<uint128> all{{}, ~uint128()};
  for (unsigned i = 0; i < 128; ++i) all.push_back(uint128(1) << i);
  for (int i = 0; i < 300; ++i) {
    const std::uint64_t high = bits();
    all.emplace_back(high, bits());
  }
  return all;
}

// Calls with the text and, of the first few values, with each byte at each of its places.
template <class Check>
void with_every_byte(const std::string& text, std::size_t place_of_value, Check check) {
  check(text);
  for (std::size_t at = 0; at < text.size() && place_of_value < 5; ++at) {
    for (int byte = 0; byte < 256; ++byte) {
      std::string other = text;
      other[at] = static_cast<char>(byte);
      check(other);
    }
  }
}

template <bool InLowerCase, detail::symbols32 Taken, class Word, std::size_t Symbols>
void check_base32(Word max, unsigned first_limit) {
  using codec = detail::base32_codec<Word, Symbols, InLowerCase>;
  std::size_t place = 0;
  for (const uint128 all : values()) {
    const auto value = static_cast<Word>(static_cast<Word>(all) & max);
    std::string slow(Symbols, '0');
    Word rest = value;
    for (std::size_t i = Symbols; i-- != 0; rest = rest >> 5U) {
      slow[i] = detail::crockford_symbols[static_cast<std::uint64_t>(rest) & 31U];
    }
    if (InLowerCase) slow = in_lower_case(slow);
    std::string text(Symbols, '?');
    codec::write(value, text.data());
    ASSERT_EQ(text, slow);
    const auto check = [&](const std::string& given) {
      error expected = slow_character(given, [](char c) { return slow_value32(Taken, c); });
      const int first = slow_value32(Taken, given[0]);
      if (expected.why == reason::none && static_cast<unsigned>(first) > first_limit)
        expected = {reason::overflow, 0, first_limit, static_cast<std::uint32_t>(first)};
      Word sum{};
      for (const char c : given) {
        sum = static_cast<Word>(sum << 5U) |
              static_cast<Word>(static_cast<unsigned>(slow_value32(Taken, c)) & 31U);
      }
      Word read{};
      ASSERT_EQ(codec::template read<Taken>(given.data(), max, read), expected) << given;
      ASSERT_EQ(read, expected.why == reason::none ? sum : Word{}) << given;
    };
    with_every_byte(text, place++, check);
  }
}

TEST(codecs, have_their_symbols_in_order) {
  using sortid::text_form;
  const auto symbols = [](text_form form) { return std::string(sortid::detail::alphabet_of(form)); };
  EXPECT_EQ(symbols(text_form::uuid_hex), "0123456789abcdef");
  EXPECT_EQ(symbols(text_form::crockford_upper), "0123456789ABCDEFGHJKMNPQRSTVWXYZ");
  EXPECT_EQ(symbols(text_form::crockford_lower), "0123456789abcdefghjkmnpqrstvwxyz");
  EXPECT_EQ(symbols(text_form::base58), "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz");
}

TEST(codecs, read_and_write_base_32) {
  using detail::symbols32;
  check_base32<false, symbols32::any_case, uint128, 26>(~uint128(), 7);
  check_base32<false, symbols32::with_aliases, uint128, 26>(~uint128(), 7);
  check_base32<true, symbols32::lower_case, uint128, 26>(~uint128(), 7);
  check_base32<false, symbols32::any_case, std::uint64_t, 13>(~std::uint64_t{0}, 15);
  check_base32<false, symbols32::any_case, std::uint64_t, 13>(~std::uint64_t{0} >> 1U, 7);
}

// The remainder bit by bit.
unsigned slow_mod_127(uint128 value) {
  unsigned rest = 0;
  for (unsigned i = 128; i-- != 0;) rest = (2 * rest + static_cast<unsigned>((value >> i).lo & 1U)) % 127;
  return rest;
}

TEST(codecs, read_and_write_base_32_with_a_check_mod) {
  using codec = detail::checked32_codec<>;
  std::size_t place = 0;
  for (const uint128 value : values()) {
    const unsigned check_mod = codec::check_mod(value);
    ASSERT_EQ(check_mod, slow_mod_127(value));
    std::string slow(codec::symbols, '?');
    slow[26] = detail::crockford_symbols[check_mod & 31U];
    slow[25] = detail::crockford_symbols[(value.lo & 7U) << 2U | check_mod >> 5U];
    uint128 rest = value >> 3;
    for (std::size_t i = 25; i-- != 0; rest = rest >> 5) slow[i] = detail::crockford_symbols[rest.lo & 31U];
    std::string text(codec::symbols, '?');
    codec::write(value, check_mod, text.data());
    ASSERT_EQ(text, slow);
    const auto check = [&](const std::string& given) {
      const auto value_of = [](char c) { return slow_value32(detail::symbols32::with_aliases, c); };
      const error expected = slow_character(given, value_of);
      uint128 read;
      unsigned mod = 0;
      ASSERT_EQ(codec::read(given.data(), read, mod), expected) << given;
      if (expected.why != reason::none) return;
      unsigned last = 0;
      for (const std::size_t i : {25U, 26U}) last = last << 5U | static_cast<unsigned>(value_of(given[i]));
      uint128 sum;
      for (std::size_t i = 0; i < 25; ++i)
        sum = sum << 5 | uint128(static_cast<unsigned>(value_of(given[i])));
      ASSERT_EQ(mod, last & 127U) << given;
      ASSERT_EQ(read, sum << 3 | uint128(last >> 7U)) << given;
    };
    with_every_byte(text, place++, check);
  }
}

TEST(codecs, read_and_write_base_58) {
  using codec = detail::base58_codec;
  std::size_t place = 0;
  std::string largest(codec::symbols, '?');
  codec::write(~std::uint64_t{0}, largest.data());
  for (const uint128 all : values()) {
    std::string slow(codec::symbols, '?');
    std::uint64_t rest = all.lo;
    for (std::size_t i = codec::symbols; i-- != 0; rest /= 58) slow[i] = detail::bitcoin_symbols[rest % 58];
    std::string text(codec::symbols, '?');
    codec::write(all.lo, text.data());
    ASSERT_EQ(text, slow);
    const auto check = [&](const std::string& given) {
      const auto value_of = [](char c) { return slow_value(detail::bitcoin_symbols, c); };
      error expected = slow_character(given, value_of);
      uint128 sum;
      for (const char c : given) {
        const uint128 digit(static_cast<unsigned>(value_of(c)) & 63U);
        sum = (sum << 5) + (sum << 4) + (sum << 3) + (sum << 1) + digit;  // 58 = 32 + 16 + 8 + 2
      }
      if (expected.why == reason::none && sum.hi != 0) {
        std::size_t at = 0;
        while (at + 1 < given.size() && given[at] == largest[at]) ++at;
        expected = {reason::overflow, detail::clamp32(at), static_cast<std::uint32_t>(value_of(largest[at])),
                    static_cast<std::uint32_t>(value_of(given[at]))};
      }
      std::uint64_t read = 0;
      ASSERT_EQ(codec::read(given.data(), read), expected) << given;
      ASSERT_EQ(read, expected.why == reason::none ? sum.lo : 0) << given;
    };
    with_every_byte(text, place++, check);
  }
}

TEST(codecs, read_and_write_a_uuid) {
  using codec = detail::uuid_codec;
  std::size_t place = 0;
  for (const uint128 value : values()) {
    std::string slow;
    for (unsigned shift = 128; shift != 0;) {
      shift -= 4;
      slow += detail::hex_digit(static_cast<unsigned>((value >> shift).lo));
      if (shift == 96 || shift == 80 || shift == 64 || shift == 48) slow += '-';
    }
    std::string text(codec::symbols, '?');
    codec::write(value, text.data());
    ASSERT_EQ(text, slow);
    const auto check = [&](const std::string& given) {
      error expected;
      uint128 sum;
      for (std::size_t i = 0; i < given.size() && expected.why == reason::none; ++i) {
        const auto byte = static_cast<unsigned char>(given[i]);
        if (slow[i] == '-') {
          if (given[i] != '-') expected = {reason::character, detail::clamp32(i), '-', byte};
        } else if (detail::hex_value(given[i]) > 15) {
          expected = {reason::character, detail::clamp32(i), 0, byte};
        } else {
          sum = sum << 4 | uint128(detail::hex_value(given[i]));
        }
      }
      uint128 read;
      ASSERT_EQ(codec::read(given.data(), read), expected) << given;
      ASSERT_EQ(read, expected.why == reason::none ? sum : uint128()) << given;
    };
    with_every_byte(text, place++, check);
  }
}

// What a constant expression makes of the same value, byte for byte.
template <class Id>
void expect_the_same_in_a_constant_expression() {
  constexpr uint128 bits =
      (uint128(0x0123456789ABCDEF, 0xFEDCBA9876543210) & Id::layout().max_value()) | Id::layout().min_value();
  constexpr auto value = static_cast<typename Id::value_type>(bits);
  constexpr auto text = Id::from_number(value).value().to_text();
  constexpr auto bytes = Id::from_number(value).value().bytes();
  const auto id = Id::from_number(sortid_test::hidden(value)).value();
  EXPECT_EQ(id.to_text().view(), text.view());
  EXPECT_EQ(id.bytes(), bytes);
  static_assert(Id::parse(text.view()).value().number() == value);
  EXPECT_EQ(Id::parse(sortid_test::hidden(text.view())).value().number(), value);
}

TEST(codecs, are_the_same_in_constant_expressions) {
  sortid::format_list::for_each(
      []<class Id>(std::type_identity<Id>) { expect_the_same_in_a_constant_expression<Id>(); });
}

TEST(codecs, know_the_first_symbol_of_a_field) {
  for (const sortid::format f : sortid::format::all()) {
    const sortid::layout& l = f.layout();
    const auto allowed = [&](uint128 value) {
      return sortid::by_format::check_value(f, value).why == reason::none;
    };
    // In base 58 every symbol may be of every field. A UUIDv7 with one bit is none; uuid has the same fields.
    if (l.text == sortid::text_form::base58 || !allowed(uint128())) continue;
    for (std::size_t i = 0; i < l.field_count(); ++i) {
      // The text changes first where the field's highest bit is, and where its lowest one is not before it.
      const auto text_of = [&](uint128 value) {
        std::string text(l.symbols, '\0');
        sortid::batch::by_format::write(f, value, text.data());
        return text;
      };
      const std::string zeros = text_of(uint128());
      const auto first_change = [&](unsigned bit) {
        const std::string text = text_of(uint128(1) << bit);
        return static_cast<unsigned>(std::mismatch(text.begin(), text.end(), zeros.begin()).first -
                                     text.begin());
      };
      const unsigned low = l.shift(i);
      if (!allowed(uint128(1) << low)) continue;  // a sign
      EXPECT_EQ(detail::position_of(l, i), first_change(low + l.fields[i].bits - 1))
          << l.name << ' ' << l.fields[i].name;
      EXPECT_LE(detail::position_of(l, i), first_change(low));
    }
  }
}

}  // namespace
