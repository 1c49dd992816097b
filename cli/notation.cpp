#include "notation.hpp"

#include <array>
#include <cstring>

#include "sortid/detail/hex.hpp"
#include "sortid/instant.hpp"

namespace sortid::cli {

namespace {

char* put(std::string_view text, char* to) {
  return to + text.copy(to, text.size());  // which may have no place when it is empty
}

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

char* write_decimal(std::uint64_t value, char* to) {
  const fmt::format_int digits(value);
  return put({digits.data(), digits.size()}, to);
}

// By groups of 19 digits, the most that a word holds; the library's own way needs no compiler's 128-bit type.
__extension__ using wide = unsigned __int128;
constexpr std::uint64_t group = 10'000'000'000'000'000'000U;
constexpr std::size_t digits_of_group = 19;
char* write_groups(wide value, char* to) {
  if (value < group) return write_decimal(static_cast<std::uint64_t>(value), to);
  const wide above = value / group;
  const fmt::format_int digits(static_cast<std::uint64_t>(value - above * group));
  to = write_groups(above, to);
  std::memset(to, '0', digits_of_group);
  std::memcpy(to + digits_of_group - digits.size(), digits.data(), digits.size());
  return to + digits_of_group;
}
char* write_decimal(uint128 value, char* to) {
  if (value.hi == 0) return write_decimal(value.lo, to);
  return write_groups(wide{value.hi} << 64U | value.lo, to);
}

char* write_binary(uint128 value, unsigned bits, char* to) {
  std::uint8_t bytes[16];
  detail::store_be(value, bytes);
  const std::size_t size = bits / 8;
  std::memcpy(to, bytes + sizeof bytes - size, size);
  return to + size;
}

constexpr std::size_t hex_digits = 32;

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

void append_text(buffer& to, format as, std::string_view prefix, uint128 value) {
  if (!prefix.empty()) {
    append(to, prefix);
    append(to, "_");
  }
  grow(to, batch::by_format::write(as, value, room(to, as.layout().symbols)));
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

std::optional<bool> checked(std::string_view text, format of) {
  if (!takes_check(of.layout())) return std::nullopt;
  return euid::check_of(text).value_or(euid::check::none) == euid::check::valid;
}

namespace {

// Between quotes, as JSON wants it. Bytes that are not UTF-8 cannot stand there: each byte above 7F is \u00HH.
constexpr std::size_t most_of_json_byte = 6;
char* put_quoted(std::string_view text, char* to) {
  *to++ = '"';
  for (const char symbol : text) {
    const auto byte = static_cast<unsigned char>(symbol);
    if (byte < 0x20 || byte > 0x7E) {
      to = put("\\u00", to);
      to = put({digits_of_bytes[byte].data(), sizeof(two_digits)}, to);
      continue;
    }
    if (symbol == '"' || symbol == '\\') *to++ = '\\';
    *to++ = symbol;
  }
  *to++ = '"';
  return to;
}

char* put_text(format as, std::string_view prefix, uint128 value, char* to) {
  if (!prefix.empty()) {
    to = put(prefix, to);
    *to++ = '_';
  }
  return batch::by_format::write(as, value, to);
}

char* put_instant(std::optional<std::int64_t> instant, char* to) {
  if (!instant) return put(R"(null,"time":null)", to);
  const fmt::format_int ms(*instant);
  to = put({ms.data(), ms.size()}, to);
  to = put(R"(,"time":")", to);
  to = put(instant_to_text(*instant), to);
  *to++ = '"';
  return to;
}

char* put_fields(const known_id& id, char* to) {
  const layout& l = id.format->layout();
  const field_values fields = by_format::fields(*id.format, id.value);
  char before = '{';
  for (std::size_t i = 0; i < l.field_count(); ++i) {
    if (!fields[i].shown) continue;
    *to++ = before;
    before = ',';
    *to++ = '"';
    to = put(l.fields[i].name, to);
    to = put("\":", to);
    if (!fields[i].present) {
      to = put("null", to);
      continue;
    }
    *to++ = '"';
    to = write_decimal(fields[i].value, to);
    *to++ = '"';
  }
  if (before == '{') *to++ = before;
  *to++ = '}';
  return to;
}

}  // namespace

void append_json(buffer& to, std::string_view input, const known_id& id, const json_context& context) {
  const layout& l = id.format->layout();
  // Beside the input: the pieces below, and the names of all formats and fields.
  constexpr std::size_t most = 2048;
  char* at = room(to, input.size() * most_of_json_byte + most);
  at = put(R"({"input":)", at);
  at = put_quoted(input, at);
  at = put(R"(,"format":")", at);
  at = put(l.name, at);
  at = put(R"(","text":")", at);
  at = put_text(*id.format, id.prefix, id.value, at);
  at = put(R"(","hex":")", at);
  at = write_hex(id.value, l.bits, at);
  at = put(R"(","int":")", at);
  at = write_decimal(id.value, at);
  if (l.bits == uuid_layout.bits) {
    at = put(R"(","uuid":")", at);
    at = batch::by_format::write(format::of<uuid>(), id.value, at);
  }
  if (l.prefixed) {
    at = put(R"(","prefix":")", at);
    at = put(id.prefix, at);
  }
  at = put(R"(","unix_ms":)", at);
  at = put_instant(by_format::unix_ms(*id.format, id.value, context.epoch), at);
  at = put(R"(,"fields":)", at);
  at = put_fields(id, at);
  if (const auto valid = checked(input, *id.format))
    at = put(*valid ? R"(,"check":"valid")" : R"(,"check":"none")", at);
  at = put(R"(,"also":[)", at);
  if (context.others) {
    bool first = true;
    for (const format other : others_of(input, *id.format)) {
      at = put(first ? "\"" : ",\"", at);
      first = false;
      at = put(other.name(), at);
      *at++ = '"';
    }
  }
  grow(to, put("]}", at));
}

// --- lines -----------------------------------------------------------------------------------------------------

void append_id(buffer& to, const known_id& id, notation n, const json_context& context, bool checked) {
  switch (n) {
    case notation::text:
    case notation::json: {
      buffer text;
      if (takes_check(id.format->layout()) && !checked) {
        append(text, euid::from_number(id.value)->to_text_unchecked());
      } else {
        append_text(text, *id.format, id.prefix, id.value);
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
      append_text(to, format::of<uuid>(), {}, id.value);
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

bool append_texts(buffer& to, format as, std::string_view prefix, const column_bytes* ids,
                  std::size_t count) {
  const type_prefix own = type_prefix::parse(prefix).value();
  const std::size_t size = (own.empty() ? 0 : own.size() + 1) + as.layout().symbols;
  const std::size_t stride = size + 1;
  const std::span<char> lines(room(to, count * stride), count * stride);
  if (!batch::by_format::convert_ids(as, ids, count, lines, 0U, batch::text_rows(own, stride))) return false;
  for (std::size_t end = size; end < lines.size(); end += stride) lines[end] = '\n';
  grow(to, lines.data() + lines.size());
  return true;
}

void append_numbers(buffer& to, notation n, const id_run& ids) {
  const layout& l = ids.format.layout();
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
