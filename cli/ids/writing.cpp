#include "ids/writing.hpp"

#include <cstring>

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
                ? put(euid::from_value(id.value)->to_text_unchecked(), line)
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

void append_texts(buffer& to, format as, std::string_view prefix, const id_column& column) {
  const std::size_t begin = prefix.empty() ? 0 : prefix.size() + 1;
  const std::size_t stride = begin + as.layout().symbols + 1;
  char* const first = room(to, column.count * stride);
  for (std::size_t i = 0; i < column.count; ++i) {
    char* const line = first + i * stride;
    if (begin != 0) {
      std::memcpy(line, prefix.data(), prefix.size());
      line[prefix.size()] = '_';
    }
    line[stride - 1] = '\n';
  }
  batch::by_format::to_text(as, column.ids, column.count, first + begin, stride);
  grow(to, first + column.count * stride);
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
