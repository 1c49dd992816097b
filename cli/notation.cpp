#include "notation.hpp"

#include <array>
#include <cstring>

#include "sortid/detail/hex.hpp"
#include "sortid/instant.hpp"

namespace sortid::cli {

namespace {

using two_digits = std::array<char, 2>;
constexpr auto digits_of_bytes = [] {
  std::array<two_digits, 256> digits{};
  for (unsigned byte = 0; byte < 256; ++byte)
    digits[byte] = {detail::hex_digit(byte >> 4U), detail::hex_digit(byte)};
  return digits;
}();

char* write_hex(std::uint64_t value, char* to) {
  for (unsigned shift = 64; shift != 0; to += sizeof(two_digits)) {
    shift -= 8;
    std::memcpy(to, digits_of_bytes[value >> shift & 0xFFU].data(), sizeof(two_digits));
  }
  return to;
}
char* write_hex(uint128 value, unsigned bits, char* to) {
  if (bits > 64) to = write_hex(value.hi, to);
  return write_hex(value.lo, to);
}

char* write_decimal(uint128 value, char* to) {
  if (value.hi != 0) return detail::write_decimal(value, to);
  const fmt::format_int digits(value.lo);
  std::memcpy(to, digits.data(), digits.size());
  return to + digits.size();
}

char* write_binary(uint128 value, unsigned bits, char* to) {
  std::uint8_t bytes[16];
  detail::store_be(value, bytes);
  const std::size_t size = bits / 8;
  std::memcpy(to, bytes + sizeof bytes - size, size);
  return to + size;
}

constexpr std::size_t hex_digits = 32;

void append_field(buffer& to, std::string_view name, const std::optional<uint128>& value) {
  append(to, name);
  if (value) {
    append(to, "\":\"");
    append_decimal(to, *value);
    append(to, "\"");
  } else {
    append(to, "\":null");
  }
}

}  // namespace

notation named_notation(std::string_view option, std::string_view name) {
  const std::vector<std::string> names = choices_of(notation_names);
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] == name) return static_cast<notation>(i);
  }
  throw usage_error(fmt::format("{} \"{}\": one of {} expected", option, name, joined(names, ", ")));
}

void require_notation(notation n, format f) {
  constexpr unsigned wide = uuid_layout.bits;
  if (n != notation::uuid || f.layout().bits == wide) return;
  throw usage_error(fmt::format("a UUID has {} bits, {} has {}", wide, f.name(), f.layout().bits));
}

// --- one id ----------------------------------------------------------------------------------------------------

void append_text(buffer& to, const form& as, std::string_view prefix, uint128 value) {
  if (!prefix.empty()) {
    append(to, prefix);
    append(to, "_");
  }
  grow(to, as.write(value, room(to, as.layout->symbols)));
}

void append_hex(buffer& to, uint128 value, unsigned bits) {
  grow(to, write_hex(value, bits, room(to, hex_digits)));
}

void append_decimal(buffer& to, uint128 value) {
  grow(to, write_decimal(value, room(to, detail::max_decimal_digits)));
}

void append_binary(buffer& to, uint128 value, unsigned bits) {
  grow(to, write_binary(value, bits, room(to, bits / 8)));
}

// Between quotes, as JSON wants it. Bytes that are not UTF-8 cannot stand there: each byte above 7F is \u00HH.
static void append_json_text(buffer& to, std::string_view text) {
  append(to, "\"");
  for (const char symbol : text) {
    const auto byte = static_cast<unsigned char>(symbol);
    if (byte < 0x20 || byte > 0x7E) {
      append_format(to, "\\u{:04x}", byte);
    } else {
      if (symbol == '"' || symbol == '\\') to.push_back('\\');
      to.push_back(symbol);
    }
  }
  append(to, "\"");
}

std::optional<bool> checked(std::string_view text, const form& of) {
  if (!takes_check(*of.layout)) return std::nullopt;
  return euid::check_of(text).value_or(euid::check::none) == euid::check::valid;
}

void append_json(buffer& to, std::string_view input, const known_id& id, const json_context& context) {
  const layout& l = *id.form->layout;
  append(to, R"({"input":)");
  append_json_text(to, input);
  append(to, R"(,"format":")");
  append(to, l.name);
  append(to, R"(","text":")");
  append_text(to, *id.form, id.prefix, id.value);
  append(to, R"(","hex":")");
  append_hex(to, id.value, l.bits);
  append(to, R"(","int":")");
  append_decimal(to, id.value);
  append(to, "\"");
  if (l.bits == uuid_layout.bits) {
    append(to, R"(,"uuid":")");
    append_text(to, form_of(format::of<uuid>()), {}, id.value);
    append(to, "\"");
  }
  if (id.form->prefixed) {
    append(to, R"(,"prefix":")");
    append(to, id.prefix);
    append(to, "\"");
  }
  append(to, R"(,"unix_ms":)");
  if (const auto instant = id.form->unix_ms(id.value, context.epoch)) {
    const fmt::format_int ms(*instant);
    append(to, {ms.data(), ms.size()});
    append(to, R"(,"time":")");
    append(to, instant_to_text(*instant).view());
    append(to, "\"");
  } else {
    append(to, R"(null,"time":null)");
  }
  append(to, R"(,"fields":{)");
  bool first = true;
  for (std::size_t i = 0; i < l.field_count(); ++i) {
    if (!id.form->has_field(id.value, i)) continue;
    append(to, first ? "\"" : ",\"");
    first = false;
    append_field(to, l.fields[i].name, id.form->read_field(id.value, i));
  }
  append(to, "}");
  if (const auto valid = checked(input, *id.form))
    append(to, *valid ? R"(,"check":"valid")" : R"(,"check":"none")");
  append(to, R"(,"also":[)");
  if (context.others) {
    first = true;
    for (const format other : others_of(input, id.form->format)) {
      append(to, first ? "\"" : ",\"");
      first = false;
      append(to, other.name());
      append(to, "\"");
    }
  }
  append(to, "]}");
}

// --- lines -----------------------------------------------------------------------------------------------------

void append_id(buffer& to, const known_id& id, notation n, const json_context& context, bool checked) {
  switch (n) {
    case notation::text:
    case notation::json: {
      buffer text;
      if (takes_check(*id.form->layout) && !checked) {
        append(text, euid::from_value(id.value)->to_text_unchecked());
      } else {
        append_text(text, *id.form, id.prefix, id.value);
      }
      const std::string_view view(text.data(), text.size());
      if (n == notation::text) {
        append(to, view);
      } else {
        append_json(to, view, id, context);
      }
      break;
    }
    case notation::uuid:
      append_text(to, form_of(format::of<uuid>()), {}, id.value);
      break;
    case notation::hex:
      append_hex(to, id.value, id.bits);
      break;
    case notation::integer:
      append_decimal(to, id.value);
      break;
    case notation::binary:
      append_binary(to, id.value, id.bits);
      return;
  }
  to.push_back('\n');
}

void append_texts(buffer& to, const form& as, std::string_view prefix, const_ids ids, std::size_t count) {
  const std::size_t begin = prefix.empty() ? 0 : prefix.size() + 1;
  const std::size_t stride = begin + as.layout->symbols + 1;
  char* const first = room(to, count * stride);
  for (std::size_t i = 0; i < count; ++i) {
    char* const line = first + i * stride;
    if (begin != 0) {
      std::memcpy(line, prefix.data(), prefix.size());
      line[prefix.size()] = '_';
    }
    line[stride - 1] = '\n';
  }
  as.write_many(ids, count, first + begin, stride);
  grow(to, first + count * stride);
}

void append_numbers(buffer& to, notation n, const id_run& ids) {
  const layout& l = *ids.form->layout;
  char* at = room(to, ids.count * (detail::max_decimal_digits + 1));
  for (std::size_t i = 0; i < ids.count; ++i) {
    const uint128 value = value_at(ids.ids, i, l);
    if (n == notation::binary) {
      at = write_binary(value, l.bits, at);
      continue;
    }
    at = n == notation::hex ? write_hex(value, l.bits, at) : write_decimal(value, at);
    *at++ = '\n';
  }
  grow(to, at);
}

}  // namespace sortid::cli
