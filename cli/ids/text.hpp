// An id as characters and bytes. Each `put` writes from `to` on and returns the end of what it wrote.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "sortid/formats.hpp"

namespace sortid::cli {

// The characters of the text.
inline char* put(std::string_view text, char* to) {
  return to + text.copy(to, text.size());  // `text` may have no place when it is empty
}

// The canonical text of the value in the format: a TypeID with its prefix, when that is not empty.
char* put_text(format as, std::string_view prefix, uint128 value, char* to);
inline constexpr std::size_t max_text_size = type_id::text_type::capacity();

// All bits as 16 or 32 lower case digits.
char* put_hex(uint128 value, unsigned bits, char* to);
inline constexpr std::size_t max_hex_digits = 32;
// The two digits of each byte.
using two_digits = std::array<char, 2>;
extern const std::array<two_digits, 256> digits_of_bytes;

// At most detail::max_decimal_digits.
char* put_decimal(uint128 value, char* to);

// Instants as instant_to_text() has them. The date of the one before is kept, as ids that follow each other
// often share it.
class instant_writer {
 public:
  char* put(std::int64_t unix_ms, char* to);

 private:
  std::int64_t day_ = 0;
  std::string date_ = {};  // with its T; empty before the first
};

// Bytes in network order.
char* put_binary(uint128 value, unsigned bits, char* to);

// --- for texts that are not written often -----------------------------------------------------------------

[[nodiscard]] std::string text_of(format as, std::string_view prefix, uint128 value);
[[nodiscard]] std::string decimal_of(uint128 value);

}  // namespace sortid::cli
