// Bytes from outside in a message. A terminal obeys control characters, so none is passed on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "buffer.hpp"

namespace sortid::cli {

// A longer text is cut in messages.
inline constexpr std::size_t quoted_symbols = 64;

// Printable ASCII as it is, every other byte as \xHH.
void append_escaped(buffer& to, std::string_view text);

// The first 64 bytes of the text between double quotes, escaped, with an ellipsis when there are more. `size`
// is the length of the whole text, of which `text` may be the beginning.
void append_quoted(buffer& to, std::string_view text, std::uint64_t size);

}  // namespace sortid::cli
