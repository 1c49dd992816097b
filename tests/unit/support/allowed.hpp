// Stated by hand for the tests: which text an accepted text stands for, and which bits a format has ids for.
#pragma once

#include <string>
#include <string_view>
#include <type_traits>

#include "sortid/formats.hpp"

namespace sortid_test {

inline char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }
inline char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// The text with its letters in the format's own case, and EUID's aliases replaced. An accepted text's id
// prints this (EUID: or its unchecked form).
template <class Id>
std::string folded(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    switch (Id::layout().text) {
      case sortid::text_form::crockford_checked:
        c = upper(c);
        if (c == 'I' || c == 'L') c = '1';
        if (c == 'O') c = '0';
        break;
      case sortid::text_form::crockford_upper:
        c = upper(c);
        break;
      case sortid::text_form::uuid_hex:
        c = lower(c);
        break;
      case sortid::text_form::crockford_lower:
      case sortid::text_form::base58:
        break;
    }
  }
  return out;
}

// An id of any 128 bits: those that the format fixes are overwritten, those that it does not have are
// dropped.
template <class Id>
Id any_of(sortid::uint128 bits, std::string_view prefix = {}) {
  constexpr auto sign_bit = std::uint64_t{1} << 63U;
  if constexpr (std::is_same_v<Id, sortid::type_id>) {
    return sortid::type_id::make(prefix, sortid::uuid(bits)).value();
  } else if constexpr (std::is_same_v<Id, sortid::uuidv7>) {
    bits.hi = (bits.hi & 0xFFFF'FFFF'FFFF'0FFF) | 0x7000;
    bits.lo = (bits.lo & ~(sign_bit >> 1U)) | sign_bit;
    return Id::from_number(bits).value();
  } else if constexpr (std::is_same_v<Id, sortid::ulid_flake> ||
                       std::is_same_v<Id, sortid::ulid_flake_scalable>) {
    return Id::from_number(bits.lo & ~sign_bit).value();
  } else {
    return Id::from_number(static_cast<typename Id::value_type>(bits)).value();
  }
}

}  // namespace sortid_test
