// What a rejected text looks like, for messages and as JSON.
#pragma once

#include <string>
#include <string_view>

#include "buffer.hpp"
#include "sortid/looks_like.hpp"

namespace sortid::cli {

// What the text looks like at present.
[[nodiscard]] look_list looks_at_present(std::string_view text);

// "it looks like a KSUID, made 2017-10-10T04:00:47.000Z", and how the text would be written as a UUID of ours.
// Empty where it looks like nothing.
[[nodiscard]] std::string sentence_of(const look_list& looks, std::string_view text);

// An array of objects.
void append_looks_json(buffer& to, const look_list& looks);

}  // namespace sortid::cli
