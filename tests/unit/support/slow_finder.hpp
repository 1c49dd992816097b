// The ids inside a text, found by trying every place: what find_ids() must find too, and shares no code with.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "sortid/formats.hpp"

namespace sortid_test {

// Begin, end and name of the format.
using found_place = std::tuple<std::size_t, std::size_t, std::string_view>;

inline std::vector<found_place> find_slowly(const std::string& text,
                                            const std::vector<sortid::format>& wanted) {
  // An escape of URLs ends a word.
  std::string words = text;
  for (std::size_t i = 0; i + 2 < text.size(); ++i) {
    const auto hex = [](char c) {
      return std::string_view("0123456789abcdefABCDEF").find(c) != std::string_view::npos;
    };
    if (text[i] == '%' && hex(text[i + 1]) && hex(text[i + 2])) words[i + 1] = words[i + 2] = ' ';
  }
  const auto symbol = [&words](std::size_t at) {
    const char c = words[at];
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
  };
  const auto begins = [&](std::size_t at) { return at == 0 || !symbol(at - 1); };
  const auto ends = [&](std::size_t at) { return at == words.size() || (at < words.size() && !symbol(at)); };
  const auto is_wanted = [&wanted](sortid::format f) {
    for (const sortid::format one : wanted) {
      if (one == f) return true;
    }
    return false;
  };

  std::vector<found_place> found;
  std::size_t next = 0;
  while (true) {
    bool any = false;
    found_place best;
    bool best_wanted = false;
    const auto candidate = [&](std::size_t begin, std::size_t end, sortid::format f, bool reported) {
      if (any && (begin > std::get<0>(best) || (begin == std::get<0>(best) && end <= std::get<1>(best))))
        return;
      any = true;
      best = {begin, end, f.name()};
      best_wanted = reported;
    };
    for (std::size_t at = next; at < words.size(); ++at) {
      if (any && at > std::get<0>(best) + 64) break;  // behind the longest prefix
      if (!begins(at)) continue;
      for (const sortid::format f : sortid::format::all()) {
        const std::size_t end = at + f.layout().symbols;
        if (ends(end) && is_wanted(f) && f.parse(words.substr(at, end - at))) candidate(at, end, f, true);
      }
      // A suffix with a prefix is found with it, or not at all.
      const auto type_id = sortid::format::of<sortid::type_id>();
      const std::size_t end = at + type_id.layout().symbols;
      if (!ends(end)) continue;
      for (std::size_t size = 2; size <= 64 && size <= at - next; ++size) {
        if (begins(at - size) && type_id.parse(words.substr(at - size, end - (at - size))))
          candidate(at - size, end, type_id, is_wanted(type_id));
      }
    }
    if (!any) return found;
    next = std::get<1>(best);
    if (best_wanted) found.push_back(best);
  }
}

}  // namespace sortid_test
