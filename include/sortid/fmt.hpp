// {fmt} for every id: its canonical text, with the alignment and width of a string. Needs the {fmt} library.
#pragma once

#include <fmt/format.h>

#include <string_view>

#include "sortid/basic_id.hpp"

template <class Id>
requires sortid::any_id<Id>
struct fmt::formatter<Id> : fmt::formatter<std::string_view> {
  template <class Context>
  auto format(const Id& id, Context& context) const {
    return fmt::formatter<std::string_view>::format(id.to_text().view(), context);
  }
};
