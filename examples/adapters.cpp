// Ids in {fmt}, std::format and nlohmann-json. The adapters are headers; the libraries are yours.
#include <fmt/format.h>

#include <cstdio>
#include <nlohmann/json.hpp>

#include <sortid/fmt.hpp>
#include <sortid/json.hpp>
#include <sortid/std_format.hpp>
#include <sortid/ulid.hpp>

int main() {
  const auto id = sortid::ulid::parse("01ARZ3NDEKTSV4RRFFQ69G5FAV").value();

  // [fmt]
  const std::string line = fmt::format("[{:>30}]", id);  // width and alignment as for a string
  // [/fmt]

  // [json]
  const nlohmann::json document{{"id", id}};             // {"id":"01ARZ…"}
  const auto read = document["id"].get<sortid::ulid>();  // throws other_error when it does not parse
  // [/json]

  bool good = line == "[    01ARZ3NDEKTSV4RRFFQ69G5FAV]" && read == id;
#if defined(__cpp_lib_format)
  // [std-format]
  good = good && std::format("{}", id) == "01ARZ3NDEKTSV4RRFFQ69G5FAV";  // where the library has std::format
  // [/std-format]
#endif
  return good ? 0 : 1;
}
