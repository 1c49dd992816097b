#include "ids/id_parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sortid/batch_by_format.hpp"
#include "sortid/detail/hex.hpp"

namespace sortid::cli {

namespace {

// Whether a text of that size can be of the format at all.
bool can_be(format f, std::size_t size) {
  const layout& l = f.layout();
  return l.detection != detection::by_name && (l.prefixed || l.symbols == size);
}

error hex_value_of(std::string_view text, std::size_t digits, uint128& value) {
  constexpr std::size_t narrow = 16;
  if (digits == 0) digits = text.size() <= narrow ? narrow : 2 * narrow;
  const auto read = detail::parse_hex(text, digits);
  value = read.has_value() ? *read : uint128();
  return read.error();
}

error decimal_value_of(std::string_view text, uint128& value) {
  if (text.empty()) return detail::length_error(1, 0);
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] < '0' || text[i] > '9') return detail::not_a_digit(text[i], i);
  }
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!detail::append_digit(value, static_cast<unsigned>(text[i] - '0'))) {
      return {reason::overflow, static_cast<std::uint32_t>(i), 0, 0};
    }
  }
  return {};
}

id_error bytes_value_of(std::string_view bytes, std::size_t size, uint128& value) {
  if (bytes.size() != size) {
    return {detail::length_error(size, bytes.size()),
            {},
            fmt::format("a record has {} bytes, found {}", size, bytes.size())};
  }
  for (const char byte : bytes) value = value << 8 | uint128(static_cast<unsigned char>(byte));
  return {};
}

}  // namespace

id_error read_text(std::string_view text, format as, known_id& id) {
  const auto parsed = batch::by_format::parse(as, text);
  if (!parsed) return {parsed.error(), as.name()};
  id = {as, as.layout().bits, parsed->value, parsed->prefix};
  return {};
}

id_error read_likeliest(std::string_view text, known_id& id) {
  for (const format f : format::all()) {
    if (can_be(f, text.size()) && !read_text(text, f, id)) return {};
  }
  if (const auto likely = meant(text)) return read_text(text, *likely, id);
  const std::uint32_t found = detail::clamp32(text.size());
  return {{reason::length, found, 0, found}};
}

id_error read_leniently(std::string_view text, std::optional<format> named, known_id& id) {
  id_error first;
  const auto taken = [&](format f) {
    const auto read = by_format::parse_lenient(f, text);
    if (!first) first = {read.error(), f.name()};
    if (!read) return false;
    id = {f, f.layout().bits, read->id.value, read->id.prefix};
    return true;
  };
  if (named) return taken(*named) ? id_error{} : first;
  const id_error strict = read_likeliest(text, id);
  if (!strict) return {};
  const auto likely = meant(text);
  if (likely && taken(*likely)) return {};
  for (const format f : format::all()) {
    if (f.layout().detection != detection::by_name && taken(f)) return {};
  }
  return likely ? first : strict;
}

other_formats::other_formats(std::size_t size, format chosen) {
  for (const format f : format::all()) {
    if (f != chosen && can_be(f, size)) (f.layout().prefixed ? prefixed_ : plain_) = true;
  }
}
// A text with capitals is of no format with a prefix: its parser would look for where the prefix breaks the
// rule.
bool other_formats::has_capitals(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char symbol) { return symbol >= 'A' && symbol <= 'Z'; });
}

format_set others_of(std::string_view text, format chosen) {
  format_set others;
  const bool capitals = other_formats::has_capitals(text);
  for (const format f : format::all()) {
    const layout& l = f.layout();
    // `chosen` reads the text: a fallback has nothing to do.
    if (f == chosen || l.detection == detection::fallback || !can_be(f, text.size()) ||
        (capitals && l.prefixed))
      continue;
    if (batch::by_format::parse(f, text)) others.push_back(f);
  }
  return others;
}

std::optional<format> format_by_shape(std::string_view text) noexcept {
  std::optional<format> found;
  const bool prefixed = text.find('_') != std::string_view::npos;
  for (const format f : format::all()) {
    const layout& l = f.layout();
    if (prefixed ? !l.prefixed : l.prefixed || !can_be(f, text.size())) continue;
    if (!found ||
        (found->layout().text == l.text && found->layout().constants_required && !l.constants_required))
      found = f;
  }
  return found;
}

id_error id_parser::read(std::string_view text, known_id& id) const {
  switch (kind_) {
    case kind::any_format:
    case kind::one_format: {
      if (lenient_) return read_leniently(text, format_, id);
      id_error why = format_ ? read_text(text, *format_, id) : read_likeliest(text, id);
      if (why && !prefix_.empty() && text.find('_') == std::string_view::npos)
        return {detail::other_prefix(prefix_, {}), name_,
                std::string(message_of_other_prefix(prefix_, {}).view())};
      if (why) why.hint = hint_of(text, why.why.why == reason::character && why.why.found == ' ');
      return why;
    }
    case kind::hex:
      id = {.format = {}, .bits = static_cast<unsigned>(text.size() * 4)};
      return {hex_value_of(text, size_, id.value), name_};
    case kind::integer:  // does not tell its width
      id = {.format = {}, .bits = uuid_layout.bits};
      return {decimal_value_of(text, id.value), name_};
    case kind::binary:
      break;
  }
  id = {.format = {}, .bits = static_cast<unsigned>(text.size() * 8)};
  return bytes_value_of(text, size_, id.value);
}

format_set id_parser::likely(format shape, std::size_t size) const {
  format_set some;
  if (kind_ == kind::any_format) {
    for (const format f : format::all()) {
      const layout& l = f.layout();
      if (l.prefixed == shape.layout().prefixed && l.text == shape.layout().text && can_be(f, size))
        some.push_back(f);
    }
  }
  if (some.empty()) some.push_back(shape);
  return some;
}

format likeliest(const format_set& of, uint128 value) {
  std::size_t i = 0;
  while (i + 1 != of.size() && by_format::check_value(of[i], value).why != reason::none) ++i;
  return of[i];
}

std::string id_parser::hint_of(std::string_view text, bool names_space) const {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (text.starts_with(byte_order_mark)) return "it begins with a byte order mark";
  if (!names_space && text.starts_with(' ')) return "it begins with a space";
  if (!names_space && text.ends_with(' ')) return "it ends with a space";
  known_id id;
  if (hints_lenient_ && !read_leniently(text, format_, id)) return "--lenient accepts it";
  if (!hints_notations_) return {};
  for (const auto& [other, name] : {std::pair(hex(0), "hex"), std::pair(integer(), "int")}) {
    if (!other.read(text, id)) return fmt::format("--from {} reads it", name);
  }
  return {};
}

id_error id_parser::too_long(std::uint64_t bytes) const {
  id_error why{detail::length_error(size_, detail::clamp32(bytes)), name_};
  if (size_ == 0 && !name_.empty()) why.sentence = fmt::format("no {} is as long as {} bytes", name_, bytes);
  return why;
}

}  // namespace sortid::cli
