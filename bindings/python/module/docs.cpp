#include "state.hpp"

namespace sortid::python {

std::string signature(std::string_view call, std::string_view parameters) {
  return std::string(call).append("(").append(parameters).append(")\n--\n\n");
}

std::string wrapped(std::string_view doc) {
  constexpr std::size_t width = 96;
  std::string lines;
  std::size_t used = 0;
  while (!doc.empty()) {
    if (doc.front() == '\n') {
      lines += '\n';
      used = 0;
      doc.remove_prefix(1);
      continue;
    }
    const std::string_view word = doc.substr(0, doc.find_first_of(" \n"));
    if (used != 0) {
      const bool fits = used + 1 + word.size() <= width;
      lines += fits ? ' ' : '\n';
      used = fits ? used + 1 : 0;
    }
    lines += word;
    used += word.size();
    doc.remove_prefix(word.size());
    if (doc.starts_with(' ')) doc.remove_prefix(1);
  }
  return lines;
}

}  // namespace sortid::python
