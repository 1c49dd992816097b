#include "notation.hpp"

namespace sortid::cli {

notation named_notation(std::string_view option, std::string_view name) {
  const std::vector<std::string> names = choices_of(notation_names);
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] == name) return static_cast<notation>(i);
  }
  throw usage_error(fmt::format("{} \"{}\": one of {} expected", option, name, fmt::join(names, ", ")));
}

void require_notation(notation n, format f) {
  constexpr unsigned wide = uuid_layout.bits;
  if (n != notation::uuid || f.layout().bits == wide) return;
  throw usage_error(fmt::format("a UUID has {} bits, {} has {}", wide, f.name(), f.layout().bits));
}

void append_json_text(buffer& to, std::string_view text) {
  append(to, "\"");
  for (const char symbol : text) {
    const auto byte = static_cast<unsigned char>(symbol);
    if (byte < 0x20 || byte > 0x7E) {
      fmt::format_to(fmt::appender(to), "\\u{:04x}", byte);
    } else {
      if (symbol == '"' || symbol == '\\') to.push_back('\\');
      to.push_back(symbol);
    }
  }
  append(to, "\"");
}

format_set others_of(std::string_view text, format chosen) {
  format_set others;
  for (const format f : detect(text)) {
    if (f != chosen) others.push_back(f);
  }
  return others;
}

}  // namespace sortid::cli
