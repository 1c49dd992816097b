// Ids to lines, or to bytes without line ends.
#pragma once

#include <cstdint>
#include <string_view>

#include "buffer.hpp"
#include "ids/id.hpp"
#include "ids/json.hpp"

namespace sortid::cli {

// What stands for an id: its own text, a UUID's, digits, bytes, or all that is known of it as JSON.
enum class notation : std::uint8_t { text, uuid, hex, integer, json, binary };

inline constexpr std::string_view notation_names = "text|uuid|hex|int|json|binary";

// The notation of that name, or a usage error.
[[nodiscard]] notation named_notation(std::string_view option, std::string_view name);
// A usage error where a UUID of a narrower format is asked for.
void require_notation(notation n, format f);

// `checked` false: an EUID's text without its check.
void append_id(buffer& to, const known_id& id, notation n, const json_options& json, bool checked = true);

// The bits of a column as texts of a format of that width. False, with nothing appended, where it rejects one
// of them.
bool append_texts(buffer& to, format as, std::string_view prefix, const id_column& column);
// hex, integer or binary.
void append_numbers(buffer& to, notation n, const id_column& column);

}  // namespace sortid::cli
