// nlohmann-json for every id: a string, its canonical text. A string that does not parse throws
// nlohmann::json::other_error with the reason. Needs the nlohmann-json library and exceptions.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "sortid/basic_id.hpp"
#include "sortid/error.hpp"

template <class Id>
requires sortid::any_id<Id>
struct nlohmann::adl_serializer<Id> {
  template <class Json>
  static void to_json(Json& json, const Id& id) {
    json = std::string(id.to_text().view());
  }
  template <class Json>
  static void from_json(const Json& json, Id& id) {
    const auto& text = json.template get_ref<const typename Json::string_t&>();
    const auto parsed = Id::parse(text);
    if (!parsed) {
      throw nlohmann::detail::other_error::create(
          501, std::string(sortid::message(parsed.error(), Id::layout().name).view()), &json);
    }
    id = *parsed;
  }
};
