#include "ids/json.hpp"

#include <algorithm>
#include <cstring>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "ids/text.hpp"
#include "sortid/batch_by_format.hpp"
#include "sortid/instant.hpp"
#include "sortid/looks_like.hpp"

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

// Characters that are the same in many objects. There is room behind, so more of them are copied than there
// are.
class fixed_text {
 public:
  explicit fixed_text(std::string text) : text_(std::move(text)), size_(text_.size()) {
    text_.resize((size_ + at_once - 1) / at_once * at_once);
  }
  char* put(char* to) const {
    std::memcpy(to, text_.data(), at_once);
    for (std::size_t i = at_once; i < text_.size(); i += at_once)
      std::memcpy(to + i, text_.data() + i, at_once);
    return to + size_;
  }

 private:
  static constexpr std::size_t at_once = 32;
  std::string text_;
  std::size_t size_;
};

// What is fixed in the objects of a format.
struct object_shape {
  explicit object_shape(format f) : begin(fmt::format(R"(,"format":"{}","text":")", f.name())) {
    const layout& l = f.layout();
    for (std::size_t i = 0; i < l.field_count(); ++i)
      fields.emplace_back(fmt::format(R"(,"{}":")", l.fields[i].name));
  }
  static const object_shape& of(format f) {
    static const std::vector<object_shape> all = [] {
      std::vector<object_shape> shapes;
      for (const format one : format::all()) shapes.emplace_back(one);
      return shapes;
    }();
    return all[f.place()];
  }

  fixed_text begin;
  std::vector<fixed_text> fields;
};

char* put_instant(std::optional<std::int64_t> instant, instant_writer* instants, char* to) {
  if (!instant) return put(R"(null,"time":null)", to);
  const fmt::format_int ms(*instant);
  to = put({ms.data(), ms.size()}, to);
  to = put(R"(,"time":")", to);
  to = instants != nullptr ? instants->put(*instant, to) : put(instant_to_text(*instant), to);
  *to++ = '"';
  return to;
}

// False where its version has no parts.
bool put_uuid_parts(uint128 bits, char*& to) {
  const foreign_id seen = foreign_id_of_uuid(bits);
  for (std::size_t i = 0; i < seen.field_count; ++i) {
    to = put(i == 0 ? "{\"" : ",\"", to);
    to = put(seen.fields[i].name, to);
    to = put("\":\"", to);
    to = put_decimal(seen.fields[i].value, to);
    *to++ = '"';
  }
  if (seen.field_count != 0) *to++ = '}';
  return seen.field_count != 0;
}

char* put_fields(const known_id& id, const object_shape& shape, char* to) {
  if (&id.format->layout() == &uuid_layout && put_uuid_parts(id.value, to)) return to;
  const field_values fields = by_format::fields(*id.format, id.value);
  char* const begin = to;
  for (std::size_t i = 0; i < shape.fields.size(); ++i) {
    if (!fields[i].shown) continue;
    char* const name = to;
    to = shape.fields[i].put(to);
    if (fields[i].present) {
      to = put_decimal(fields[i].value, to);
      *to++ = '"';
    } else {
      to = put("null", to - 1);
    }
    if (name == begin) *name = '{';
  }
  if (to == begin) *to++ = '{';
  *to++ = '}';
  return to;
}

// The digits of a UUID's text.
char* put_hex_of(const char* uuid, char* to) {
  std::memcpy(to, uuid, 8);
  std::memcpy(to + 8, uuid + 9, 4);
  std::memcpy(to + 12, uuid + 14, 4);
  std::memcpy(to + 16, uuid + 19, 4);
  std::memcpy(to + 20, uuid + 24, 12);
  return to + max_hex_digits;
}

constexpr std::size_t most_symbols = [] {
  std::size_t most = 0;
  for (const format f : format::all()) most = std::max<std::size_t>(most, f.layout().symbols);
  return most;
}();
// Beside the first members and the input: the pieces below, and the names of all formats and fields.
constexpr std::size_t most_of_object = 2048;

// What is behind the input: `text` is the id's without a prefix, `uuid` that of an id of 128 bits as a UUID.
char* put_rest(const known_id& id, std::string_view input, std::string_view text, const char* uuid,
               const json_options& options, char* at) {
  const layout& l = id.format->layout();
  const object_shape& shape = object_shape::of(*id.format);
  at = shape.begin.put(at);
  if (!id.prefix.empty()) {
    at = put(id.prefix, at);
    *at++ = '_';
  }
  at = put(text, at);
  at = put(R"(","hex":")", at);
  at = l.bits == uuid_layout.bits ? put_hex_of(uuid, at) : put_hex(id.value, l.bits, at);
  at = put(R"(","int":")", at);
  at = put_decimal(id.value, at);
  if (l.bits == uuid_layout.bits) {
    at = put(R"(","uuid":")", at);
    std::memcpy(at, uuid, uuid_layout.symbols);
    at += uuid_layout.symbols;
  }
  if (l.prefixed) {
    at = put(R"(","prefix":")", at);
    at = put(id.prefix, at);
  }
  at = put(R"(","unix_ms":)", at);
  at = put_instant(by_format::unix_ms(*id.format, id.value, options.epoch), options.instants, at);
  at = put(R"(,"fields":)", at);
  at = put_fields(id, shape, at);
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
  return put("]}", at);
}

}  // namespace

void append_json_string(buffer& to, std::string_view text) {
  grow(to, put_quoted(text, room(to, text.size() * most_of_json_byte + 2)));
}

void append_json(buffer& to, std::string_view input, const known_id& id, const json_options& options) {
  char text[most_symbols];
  const char* const end = put_text(*id.format, {}, id.value, text);
  char uuid[uuid_layout.symbols];
  if (id.format->layout().bits == uuid_layout.bits) put_text(format::of<sortid::uuid>(), {}, id.value, uuid);
  char* at = room(to, options.first.size() + input.size() * most_of_json_byte + most_of_object);
  *at++ = '{';
  at = put(options.first, at);
  at = put(R"("input":)", at);
  at = put_quoted(input, at);
  grow(to, put_rest(id, input, {text, static_cast<std::size_t>(end - text)}, uuid, options, at));
}

void append_json_lines(buffer& to, const id_column& ids, const line_column& lines, const id_parser& from,
                       const json_options& options) {
  constexpr std::size_t some = 64;
  const layout& l = ids.format.layout();
  const format_set likely = from.likely(ids.format, lines.text_size);
  const auto write = [](format as, const std::byte* values, std::size_t count, char* at) {
    (void)batch::by_format::to_text(as, values, count, std::span<char>(at, count * as.layout().symbols),
                                    batch::text_column());
  };
  char texts[some * most_symbols];
  char uuids[some * uuid_layout.symbols];
  // Of one size and form there is one format, or each has another one.
  const other_formats others(lines.text_size, likely[0]);
  for (std::size_t first = 0; first < ids.count; first += some) {
    const std::size_t count = std::min(some, ids.count - first);
    const std::byte* const values = ids.ids + first * l.bytes();
    write(ids.format, values, count, texts);
    if (l.bits == uuid_layout.bits) write(format::of<uuid>(), values, count, uuids);
    for (std::size_t i = 0; i < count; ++i) {
      const uint128 value = ids.value_at(first + i);
      const format f = likeliest(likely, value);
      const std::string_view input = lines.text(first + i);
      json_options of_one = options;
      of_one.others = options.others && others.possible(input);
      // Texts of formats have no character that JSON escapes.
      char* at = room(to, input.size() + most_of_object);
      at = put(R"({"input":")", at);
      at = put(input, at);
      *at++ = '"';
      at = put_rest({f, l.bits, value, ids.prefix}, input, {texts + i * l.symbols, l.symbols},
                    uuids + i * uuid_layout.symbols, of_one, at);
      *at++ = '\n';
      grow(to, at);
    }
  }
}

}  // namespace sortid::cli
