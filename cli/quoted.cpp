#include "quoted.hpp"

namespace sortid::cli {

namespace {

constexpr bool printable(char symbol) { return symbol >= ' ' && symbol <= '~'; }

}  // namespace

void append_escaped(buffer& to, std::string_view text) {
  for (const char symbol : text) {
    if (printable(symbol)) {
      to.push_back(symbol);
      continue;
    }
    append_format(to, "\\x{:02X}", static_cast<unsigned char>(symbol));
  }
}

void append_quoted(buffer& to, std::string_view text, std::uint64_t size) {
  to.push_back('"');
  for (const char symbol : text.substr(0, quoted_symbols)) {
    if (symbol == '"' || symbol == '\\') to.push_back('\\');
    append_escaped(to, {&symbol, 1});
  }
  append(to, size > quoted_symbols ? "…\"" : "\"");
}

}  // namespace sortid::cli
