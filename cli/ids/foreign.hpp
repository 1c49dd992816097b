// What a rejected text looks like, for messages and as JSON.
#pragma once

#include <string>
#include <string_view>

#include "buffer.hpp"
#include "sortid/looks_like.hpp"

namespace sortid::cli {

// What the text looks like at present.
[[nodiscard]] foreign_id_list foreign_ids_now(std::string_view text);

// "it looks like a KSUID, made 2017-10-10T04:00:47.000Z", and how the text would be written as a UUID of
// ours. Empty where it looks like nothing.
[[nodiscard]] std::string sentence_of(const foreign_id_list& foreign, std::string_view text);

// An array of objects.
void append_foreign_json(buffer& to, const foreign_id_list& foreign);

}  // namespace sortid::cli
