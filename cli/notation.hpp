// The ways an id is written out: its own text, a UUID's, digits, bytes, or all that is known of it as JSON.
#pragma once

#include <optional>
#include <string_view>

#include "forms.hpp"
#include "stream.hpp"

namespace sortid::cli {

enum class notation : std::uint8_t { text, uuid, hex, integer, json, binary };

inline constexpr std::string_view notation_names = "text|uuid|hex|int|json|binary";

// The notation of that name, or a usage error.
[[nodiscard]] notation named_notation(std::string_view option, std::string_view name);

// A usage error where a UUID of a narrower format is asked for.
void require_notation(notation n, format f);

// --- one id, without a line end --------------------------------------------------------------------------------

// The canonical text of the value in the format; a prefix only where there is one.
void append_text(buffer& to, format as, std::string_view prefix, uint128 value);
// 16 or 32 digits.
void append_hex(buffer& to, uint128 value, unsigned bits);
void append_decimal(buffer& to, uint128 value);
// In network order.
void append_binary(buffer& to, uint128 value, unsigned bits);

// What JSON says beside the id itself.
struct json_context {
  std::optional<std::int64_t> epoch = {};  // of the caller
  bool others = true;                      // look for what else the text could be
};

// One object.
void append_json(buffer& to, std::string_view input, const known_id& id, const json_context& context);

// Whether a text of an EUID carries its check; none of other formats.
[[nodiscard]] std::optional<bool> checked(std::string_view text, format of);

// --- ids as lines, bytes without line ends ---------------------------------------------------------------------

// `checked` false: an EUID's text without its check.
void append_id(buffer& to, const known_id& id, notation n, const json_context& context, bool checked = true);
// Ids of any format of that width. False, with nothing appended, where the format rejects one of them.
bool append_texts(buffer& to, format as, std::string_view prefix, const column_bytes* ids, std::size_t count);
// hex, integer or binary.
void append_numbers(buffer& to, notation n, const id_run& ids);

}  // namespace sortid::cli
