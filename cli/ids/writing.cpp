#include "ids/writing.hpp"

#include <span>

#include "ids/text.hpp"
#include "sortid/batch_by_format.hpp"
#include "values.hpp"

namespace sortid::cli {

notation named_notation(std::string_view option, std::string_view name) {
  return static_cast<notation>(choice_of(option, name, notation_names));
}

void require_notation(notation n, format f) {
  constexpr unsigned wide = uuid_layout.bits;
  if (n != notation::uuid || f.layout().bits == wide) return;
  throw usage_error(fmt::format("a UUID has {} bits, {} has {}", wide, f.name(), f.layout().bits));
}

void append_id(buffer& to, const known_id& id, notation n, const json_options& json, bool checked) {
  char line[max_text_size];  // digits are fewer
  char* end = line;
  switch (n) {
    case notation::text:
    case notation::json:
      end = !checked && id.format->layout().checked()
                ? put(euid::from_number(id.value)->to_text_unchecked(), line)
                : put_text(*id.format, id.prefix, id.value, line);
      break;
    case notation::uuid:
      end = put_text(format::of<uuid>(), {}, id.value, line);
      break;
    case notation::hex:
      end = put_hex(id.value, id.bits, line);
      break;
    case notation::integer:
      end = put_decimal(id.value, line);
      break;
    case notation::binary:
      end = put_binary(id.value, id.bits, line);
      break;
  }
  const std::string_view written(line, static_cast<std::size_t>(end - line));
  if (n == notation::json) {
    append_json(to, written, id, json);
  } else {
    append(to, written);
  }
  if (n != notation::binary) to.push_back('\n');
}

bool append_texts(buffer& to, format as, std::string_view prefix, const id_column& column) {
  const type_prefix own = type_prefix::parse(prefix).value();
  const std::size_t size = (own.empty() ? 0 : own.size() + 1) + as.layout().symbols;
  const std::size_t stride = size + 1;
  const std::span<char> lines(room(to, column.count * stride), column.count * stride);
  const auto rows = batch::text_column(own, stride);
  if (!batch::by_format::convert_ids(as, column.ids, column.count, lines, 0U, rows)) return false;
  for (std::size_t end = size; end < lines.size(); end += stride) lines[end] = '\n';
  grow(to, lines.data() + lines.size());
  return true;
}

void append_numbers(buffer& to, notation n, const id_column& column) {
  const unsigned bits = column.format.layout().bits;
  char* at = room(to, column.count * (detail::max_decimal_digits + 1));
  for (std::size_t i = 0; i < column.count; ++i) {
    const uint128 value = column.value_at(i);
    if (n == notation::binary) {
      at = put_binary(value, bits, at);
      continue;
    }
    at = n == notation::hex ? put_hex(value, bits, at) : put_decimal(value, at);
    *at++ = '\n';
  }
  grow(to, at);
}

}  // namespace sortid::cli
