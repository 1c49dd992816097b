#include "forms.hpp"

#include <cstring>

namespace sortid::cli {

namespace {

// Whether a text of that size can be of the format at all.
bool can_be(format f, std::size_t size) {
  const layout& l = f.layout();
  return l.detection != detection::by_name && (l.prefixed || l.symbols == size);
}

}  // namespace

uint128 value_at(const column_bytes* ids, std::size_t index, const layout& l) noexcept {
  const column_bytes* const at = ids + index * (l.bits / 8);
  if (l.bits == 128) return detail::load_be<uint128>(reinterpret_cast<const std::uint8_t*>(at));
  std::uint64_t word = 0;
  std::memcpy(&word, at, sizeof word);
  return word;
}

refused_text read_text(std::string_view text, format as, known_id& id) {
  const auto parsed = batch::by_format::parse(as, text);
  if (!parsed) return {parsed.error(), as.name()};
  id = {as, as.layout().bits, parsed->value, parsed->prefix};
  return {};
}

refused_text read_likeliest(std::string_view text, known_id& id) {
  for (const format f : format::all()) {
    if (can_be(f, text.size()) && read_text(text, f, id).why.why == reason::none) return {};
  }
  if (const auto likely = meant(text)) return read_text(text, *likely, id);
  const std::uint32_t found = detail::clamp32(text.size());
  return {{reason::length, found, 0, found}, {}};
}

std::optional<format> format_of_shape(std::string_view text) noexcept {
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

format_set others_of(std::string_view text, format chosen) {
  format_set others;
  bool found = false;
  for (const format f : format::all()) {
    if (!can_be(f, text.size()) || (found && f.layout().detection == detection::fallback)) continue;
    if (!batch::by_format::parse(f, text)) continue;
    found = true;
    if (f != chosen) others.push_back(f);
  }
  return others;
}

}  // namespace sortid::cli
