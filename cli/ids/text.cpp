#include "ids/text.hpp"

#include <fmt/format.h>

#include <cstring>

#include "sortid/batch_by_format.hpp"
#include "sortid/detail/bytes.hpp"
#include "sortid/detail/hex.hpp"

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

// By groups of 19 digits, the most that a word holds; the library's own way needs no compiler's 128-bit type.
__extension__ using wide = unsigned __int128;
constexpr std::uint64_t group = 10'000'000'000'000'000'000U;
constexpr std::size_t digits_of_group = 19;
char* put_groups(wide value, char* to) {
  if (value < group) return put_decimal(static_cast<std::uint64_t>(value), to);
  const wide above = value / group;
  const fmt::format_int digits(static_cast<std::uint64_t>(value - above * group));
  to = put_groups(above, to);
  std::memset(to, '0', digits_of_group);
  std::memcpy(to + digits_of_group - digits.size(), digits.data(), digits.size());
  return to + digits_of_group;
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
