// std::format for every id, where the library has it: its canonical text, with the alignment and width of a
// string.
#pragma once

#include <version>

#if defined(__cpp_lib_format)

#include <format>
#include <string_view>

#include "sortid/basic_id.hpp"

template <class Id>
requires sortid::any_id<Id>
struct std::formatter<Id, char> : std::formatter<std::string_view, char> {
  template <class Context>
  auto format(const Id& id, Context& context) const {
    return std::formatter<std::string_view, char>::format(id.to_text().view(), context);
  }
};

#endif
