// How the functions that are proved take and give values: a word is 64 bits, a value of 128 is two, the upper
// first.
#pragma once

#include <cstdint>
#include <cstring>

#include "sortid/detail/bytes.hpp"
#include "sortid/error.hpp"
#include "sortid/uint128.hpp"

namespace {

using word64 = std::uint64_t;

template <class Word>
Word value_at(const word64* in) {
  if constexpr (sizeof(Word) == 16)
    return {in[0], in[1]};
  else
    return in[1];
}
void put(sortid::uint128 value, word64* out) {
  out[0] = value.hi;
  out[1] = value.lo;
}
// An id with any bits, also those that from_number rejects.
template <class Id>
Id with_bits(const word64* in) {
  Id id;
  static_assert(sizeof id == sizeof(typename Id::bytes_type));
  if constexpr (sizeof id == 16) {
    unsigned char bytes[16];
    sortid::detail::store_be(value_at<sortid::uint128>(in), bytes);
    std::memcpy(&id, bytes, sizeof id);
  } else {
    std::memcpy(&id, in + 1, sizeof id);
  }
  return id;
}
// What an error says: four words behind the value's two.
void put(const sortid::error& e, word64* out) {
  out[2] = static_cast<word64>(e.why);
  out[3] = e.position;
  out[4] = e.expected;
  out[5] = e.found;
}

}  // namespace
