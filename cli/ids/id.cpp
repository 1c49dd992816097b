#include "ids/id.hpp"

#include <cstring>

#include "sortid/detail/bytes.hpp"

namespace sortid::cli {

uint128 id_column::value_at(std::size_t index) const noexcept {
  const layout& l = format.layout();
  const std::byte* const at = ids + index * l.bytes();
  if (l.bits == 128) return detail::load_be<uint128>(reinterpret_cast<const std::uint8_t*>(at));
  std::uint64_t word = 0;
  std::memcpy(&word, at, sizeof word);
  return word;
}

}  // namespace sortid::cli
