// The ways an id is written out: its own text, a UUID's, digits, bytes, or all that is known of it as JSON.
#pragma once

#include <concepts>
#include <optional>
#include <string_view>

#include "sortid/detail/hex.hpp"
#include "sortid/instant.hpp"
#include "stream.hpp"

namespace sortid::cli {

enum class notation : std::uint8_t { text, uuid, hex, integer, json, binary };

inline constexpr std::string_view notation_names = "text|uuid|hex|int|json|binary";

// The notation of that name, or a usage error.
[[nodiscard]] notation named_notation(std::string_view option, std::string_view name);

// A usage error where a UUID of a narrower format is asked for.
void require_notation(notation n, format f);

template <any_id Id>
void append_text(buffer& to, const Id& id) {
  constexpr std::size_t most = Id::text_type::capacity();
  char* const at = room(to, most);
  grow(to, id.to_chars(at, at + most));
}

inline void append_hex(buffer& to, std::uint64_t value) {
  grow(to, detail::write_hex(value, 16, room(to, 16)));
}
inline void append_hex(buffer& to, uint128 value) {
  append_hex(to, value.hi);
  append_hex(to, value.lo);
}

inline void append_decimal(buffer& to, std::uint64_t value) {
  const fmt::format_int digits(value);
  append(to, {digits.data(), digits.size()});
}
inline void append_decimal(buffer& to, uint128 value) {
  if (value.hi == 0) {
    append_decimal(to, value.lo);
  } else {
    grow(to, detail::write_decimal(value, room(to, detail::max_decimal_digits)));
  }
}

// In network order.
template <class Word>
void append_binary(buffer& to, Word value) {
  std::uint8_t bytes[sizeof(Word)];
  detail::store_be(value, bytes);
  char* at = room(to, sizeof bytes);
  for (const std::uint8_t byte : bytes) *at++ = static_cast<char>(byte);
  grow(to, at);
}

// What JSON says beside the id itself.
struct json_context {
  std::optional<std::int64_t> epoch = {};  // of the caller
  bool others = true;                      // look for what else the text could be
};

// Between quotes, as JSON wants it. Bytes that are not UTF-8 cannot stand there: each byte above 7F is \u00HH.
void append_json_text(buffer& to, std::string_view text);

// Unix milliseconds of the id, when it has some.
template <any_id Id>
[[nodiscard]] std::optional<std::int64_t> instant_of(const Id& id, std::optional<std::int64_t> epoch) {
  if constexpr (requires { id.unix_ms(*epoch); }) {
    return id.unix_ms(epoch.value_or(Id::layout().epoch));
  } else if constexpr (requires { id.unix_ms(); }) {
    return id.unix_ms();
  } else {
    return std::nullopt;
  }
}

// What else the text could be.
[[nodiscard]] format_set others_of(std::string_view text, format chosen);

// One object, without a line end.
template <any_id Id>
void append_json(buffer& to, std::string_view input, const Id& id, const json_context& context) {
  constexpr const layout& l = Id::layout();
  append(to, R"({"input":)");
  append_json_text(to, input);
  append(to, R"(,"format":")");
  append(to, l.name);
  append(to, R"(","text":")");
  append_text(to, id);
  append(to, R"(","hex":")");
  append_hex(to, id.value());
  append(to, R"(","int":")");
  append_decimal(to, id.value());
  append(to, "\"");
  if constexpr (l.bits == 128) {
    append(to, R"(,"uuid":")");
    append_text(to, uuid(id.value()));
    append(to, "\"");
  }
  if constexpr (requires { id.prefix(); }) {
    append(to, R"(,"prefix":")");
    append(to, id.prefix());
    append(to, "\"");
  }
  append(to, R"(,"unix_ms":)");
  if (const auto instant = instant_of(id, context.epoch)) {
    fmt::format_to(fmt::appender(to), R"({},"time":"{}")", *instant, instant_to_text(*instant).view());
  } else {
    append(to, R"(null,"time":null)");
  }
  append(to, R"(,"fields":{)");
  bool first = true;
  for (std::size_t i = 0; i < l.field_count(); ++i) {
    if (!id.has_field(i)) continue;
    append(to, first ? "\"" : ",\"");
    first = false;
    append(to, l.fields[i].name);
    if (const auto value = id.read_field(i)) {
      append(to, "\":\"");
      append_decimal(to, *value);
      append(to, "\"");
    } else {
      append(to, "\":null");
    }
  }
  append(to, "}");
  if constexpr (requires { Id::check_of(input); }) {
    append(to, Id::check_of(input).value_or(Id::check::none) == Id::check::valid ? R"(,"check":"valid")"
                                                                                 : R"(,"check":"none")");
  }
  append(to, R"(,"also":[)");
  if (context.others) {
    first = true;
    for (const format other : others_of(input, format::of<Id>())) {
      append(to, first ? "\"" : ",\"");
      first = false;
      append(to, other.name());
      append(to, "\"");
    }
  }
  append(to, "]}");
}

// An id in a notation, as a line; bytes without one. `checked` false: an EUID's text without its check.
template <any_id Id>
void append_id(buffer& to, const Id& id, notation n, const json_context& context, bool checked = true) {
  switch (n) {
    case notation::text:
    case notation::json: {
      typename Id::text_type text = id.to_text();
      if constexpr (requires { id.to_text_unchecked(); }) {
        if (!checked) text = id.to_text_unchecked();
      }
      if (n == notation::text) {
        append(to, text);
      } else {
        append_json(to, text, id, context);
      }
      break;
    }
    case notation::uuid:
      if constexpr (std::same_as<typename Id::value_type, uint128>) append_text(to, uuid(id.value()));
      break;
    case notation::hex:
      append_hex(to, id.value());
      break;
    case notation::integer:
      append_decimal(to, id.value());
      break;
    case notation::binary:
      append_binary(to, id.value());
      return;
  }
  to.push_back('\n');
}

}  // namespace sortid::cli
