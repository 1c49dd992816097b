// Published libraries for C and C++, as Debian packs them: native NAME.
#include <uuid/uuid.h>

#include <algorithm>
#include <boost/uuid/string_generator.hpp>
#include <boost/uuid/uuid.hpp>
#include <boost/uuid/uuid_io.hpp>
#include <boost/version.hpp>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

using nlohmann::json;
using bytes = std::vector<unsigned char>;

namespace {

bytes from_hex(const std::string& hex) {
  bytes all;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
    all.push_back(static_cast<unsigned char>(std::stoi(hex.substr(i, 2), nullptr, 16)));
  return all;
}

std::string to_hex(const unsigned char* id) {
  std::string hex;
  for (int i = 0; i != 16; ++i) {
    hex += "0123456789abcdef"[id[i] >> 4];
    hex += "0123456789abcdef"[id[i] & 15];
  }
  return hex;
}

std::string text_of(const json& asked) {
  if (asked.contains("text")) return asked["text"];
  const bytes raw = from_hex(asked["bytes"]);
  return {raw.begin(), raw.end()};
}

const json unsupported{{"unsupported", true}};

json libuuid(const json& asked) {
  const std::string op = asked["op"];
  if (op == "about") return {{"name", "libuuid"}, {"version", UTIL_LINUX_VERSION}, {"language", "C"}};
  uuid_t id;
  if (op == "parse") {
    const std::string text = text_of(asked);
    if (uuid_parse_range(text.data(), text.data() + text.size(), id) != 0) return {{"error", true}};
    return {{"value", to_hex(id)}};
  }
  if (op != "text") return unsupported;
  char text[37];
  uuid_unparse_lower(from_hex(asked["value"]).data(), text);
  return {{"text", text}};
}

json boost_uuid(const json& asked) {
  const std::string op = asked["op"];
  if (op == "about") return {{"name", "Boost.UUID"}, {"version", BOOST_LIB_VERSION}, {"language", "C++"}};
  const boost::uuids::string_generator parse{};
  if (op == "parse") return {{"value", to_hex(parse(text_of(asked)).data)}};
  if (op == "text") {
    boost::uuids::uuid id{};
    std::ranges::copy(from_hex(asked["value"]), id.begin());
    return {{"text", to_string(id)}};
  }
  if (op != "order") return unsupported;
  std::vector<boost::uuids::uuid> ids;
  for (const std::string text : asked["texts"]) ids.push_back(parse(text));
  std::ranges::sort(ids, [](const auto& a, const auto& b) { return a < b; });
  json texts = json::array();
  for (const auto& id : ids) texts.push_back(to_string(id));
  return {{"texts", texts}};
}

}  // namespace

int main(int, char** argv) {
  const std::string name = argv[1];
  for (std::string line; std::getline(std::cin, line);) {
    const json asked = json::parse(line);
    json said = unsupported;
    try {
      if (asked["op"] == "about" || asked["format"] == "uuid")
        said = name == "libuuid" ? libuuid(asked) : boost_uuid(asked);
    } catch (const std::exception&) {
      said = {{"error", true}};
    }
    said["id"] = asked["id"];
    std::cout << said.dump() << '\n';
  }
}
