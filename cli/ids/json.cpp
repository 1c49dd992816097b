#include "ids/json.hpp"

#include "ids/reading.hpp"
#include "ids/text.hpp"
#include "sortid/batch_by_format.hpp"
#include "sortid/instant.hpp"

namespace sortid::cli {

std::optional<bool> check_of(std::string_view text, format of) {
  if (!of.layout().checked()) return std::nullopt;
  return euid::check_of(text).value_or(euid::check::none) == euid::check::valid;
}

namespace {

// As append_json_string().
constexpr std::size_t most_of_json_byte = 6;
char* put_quoted(std::string_view text, char* to) {
  *to++ = '"';
  // Nearly all texts stand as they are.
  const auto plain = [](char c) { return c >= 0x20 && c < 0x7F && c != '"' && c != '\\'; };
  bool all_plain = true;
  for (const char symbol : text) all_plain &= plain(symbol);
  if (all_plain) {
    to = put(text, to);
    *to++ = '"';
    return to;
  }
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

char* put_instant(std::optional<std::int64_t> instant, instant_writer* instants, char* to) {
  if (!instant) return put(R"(null,"time":null)", to);
  const fmt::format_int ms(*instant);
  to = put({ms.data(), ms.size()}, to);
  to = put(R"(,"time":")", to);
  to = instants != nullptr ? instants->put(*instant, to) : put(instant_to_text(*instant), to);
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
    to = put_decimal(fields[i].value, to);
    *to++ = '"';
  }
  if (before == '{') *to++ = before;
  *to++ = '}';
  return to;
}

}  // namespace

void append_json_string(buffer& to, std::string_view text) {
  grow(to, put_quoted(text, room(to, text.size() * most_of_json_byte + 2)));
}

void append_json(buffer& to, std::string_view input, const known_id& id, const json_options& options) {
  const layout& l = id.format->layout();
  // Beside the input: the pieces below, and the names of all formats and fields.
  constexpr std::size_t most = 2048;
  char* at = room(to, options.first.size() + input.size() * most_of_json_byte + most);
  *at++ = '{';
  at = put(options.first, at);
  at = put(R"("input":)", at);
  at = put_quoted(input, at);
  at = put(R"(,"format":")", at);
  at = put(l.name, at);
  at = put(R"(","text":")", at);
  at = put_text(*id.format, id.prefix, id.value, at);
  at = put(R"(","hex":")", at);
  at = put_hex(id.value, l.bits, at);
  at = put(R"(","int":")", at);
  at = put_decimal(id.value, at);
  if (l.bits == uuid_layout.bits) {
    at = put(R"(","uuid":")", at);
    at = batch::by_format::write(format::of<uuid>(), id.value, at);
  }
  if (l.prefixed) {
    at = put(R"(","prefix":")", at);
    at = put(id.prefix, at);
  }
  at = put(R"(","unix_ms":)", at);
  at = put_instant(by_format::unix_ms(*id.format, id.value, options.epoch), options.instants, at);
  at = put(R"(,"fields":)", at);
  at = put_fields(id, at);
  if (const auto valid = check_of(input, *id.format))
    at = put(*valid ? R"(,"check":"valid")" : R"(,"check":"none")", at);
  at = put(R"(,"also":[)", at);
  if (options.others) {
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

}  // namespace sortid::cli
