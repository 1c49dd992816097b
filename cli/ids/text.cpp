#include "ids/text.hpp"

#include <fmt/format.h>

#include <cstring>

#include "sortid/batch_by_format.hpp"
#include "sortid/detail/bytes.hpp"
#include "sortid/detail/hex.hpp"
#include "sortid/instant.hpp"

namespace sortid::cli {

constexpr std::array<two_digits, 256> digits_of_bytes = [] {
  std::array<two_digits, 256> digits{};
  for (unsigned byte = 0; byte < 256; ++byte)
    digits[byte] = {detail::hex_digit(byte >> 4U), detail::hex_digit(byte)};
  return digits;
}();

namespace {

char* put_hex(std::uint64_t value, char* to) {
  for (unsigned shift = 64; shift != 0; to += sizeof(two_digits)) {
    shift -= 8;
    std::memcpy(to, digits_of_bytes[value >> shift & 0xFFU].data(), sizeof(two_digits));
  }
  return to;
}

char* put_decimal(std::uint64_t value, char* to) {
  const fmt::format_int digits(value);
  return put({digits.data(), digits.size()}, to);
}

// The two digits of each number below 100.
constexpr std::array<two_digits, 100> digits_of_hundredths = [] {
  std::array<two_digits, 100> digits{};
  for (unsigned i = 0; i < 100; ++i)
    digits[i] = {static_cast<char>('0' + i / 10), static_cast<char>('0' + i % 10)};
  return digits;
}();
char* put_two(std::uint32_t value, char* to) {
  std::memcpy(to, digits_of_hundredths[value].data(), sizeof(two_digits));
  return to + sizeof(two_digits);
}
// Eight digits of a number below 10⁸, in no order that a processor has to wait for.
char* put_eight(std::uint32_t value, char* to) {
  const std::uint32_t high = value / 10'000;
  const std::uint32_t low = value % 10'000;
  put_two(high / 100, to);
  put_two(high % 100, to + 2);
  put_two(low / 100, to + 4);
  return put_two(low % 100, to + 6);
}

// By groups of 16 digits; the library's own way needs no compiler's 128-bit type.
__extension__ using wide = unsigned __int128;
constexpr std::uint64_t eight = 100'000'000;
constexpr std::uint64_t group = eight * eight;
char* put_groups(wide value, char* to) {
  if (value < group) return put_decimal(static_cast<std::uint64_t>(value), to);
  const wide above = value / group;
  const auto rest = static_cast<std::uint64_t>(value - above * group);
  to = put_groups(above, to);
  to = put_eight(static_cast<std::uint32_t>(rest / eight), to);
  return put_eight(static_cast<std::uint32_t>(rest % eight), to);
}

}  // namespace

char* put_text(format as, std::string_view prefix, uint128 value, char* to) {
  if (!prefix.empty()) {
    to = put(prefix, to);
    *to++ = '_';
  }
  return batch::by_format::write(as, value, to);
}

char* put_hex(uint128 value, unsigned bits, char* to) {
  if (bits > 64) to = put_hex(value.hi, to);
  return put_hex(value.lo, to);
}

char* put_decimal(uint128 value, char* to) {
  if (value.hi == 0) return put_decimal(value.lo, to);
  return put_groups(wide{value.hi} << 64U | value.lo, to);
}

char* put_binary(uint128 value, unsigned bits, char* to) {
  std::uint8_t bytes[16];
  detail::store_be(value, bytes);
  const std::size_t size = bits / 8;
  std::memcpy(to, bytes + sizeof bytes - size, size);
  return to + size;
}

char* instant_writer::put(std::int64_t unix_ms, char* to) {
  const std::int64_t into_day = unix_ms % detail::ms_per_day;
  if (into_day < 0) return cli::put(instant_to_text(unix_ms), to);
  if (const std::int64_t day = unix_ms - into_day; date_.empty() || day != day_) {
    const auto midnight = instant_to_text(day);
    date_.assign(midnight.view().substr(0, midnight.view().find('T') + 1));
    day_ = day;
  }
  const auto ms = static_cast<std::uint32_t>(into_day);
  to = cli::put(date_, to);
  to = put_two(ms / 3'600'000, to);
  *to++ = ':';
  to = put_two(ms / 60'000 % 60, to);
  *to++ = ':';
  to = put_two(ms / 1'000 % 60, to);
  *to++ = '.';
  *to++ = static_cast<char>('0' + ms % 1'000 / 100);
  to = put_two(ms % 100, to);
  *to++ = 'Z';
  return to;
}

std::string text_of(format as, std::string_view prefix, uint128 value) {
  std::string text(max_text_size, ' ');
  text.resize(static_cast<std::size_t>(put_text(as, prefix, value, text.data()) - text.data()));
  return text;
}

std::string decimal_of(uint128 value) {
  std::string digits(detail::max_decimal_digits, ' ');
  digits.resize(static_cast<std::size_t>(put_decimal(value, digits.data()) - digits.data()));
  return digits;
}

}  // namespace sortid::cli
