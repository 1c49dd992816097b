// What the classes are called in Python.
#pragma once

#include <string>
#include <string_view>

namespace sortid::python {

// As people write the names; what is not among them is a name in CamelCase, behind the name that it begins with.
inline std::string class_name_of(std::string_view format) {
  struct spelling {
    std::string_view format, name;
  };
  constexpr spelling known_names[] = {{"ulid-flake", "UlidFlake"},
                                      {"ulid", "ULID"},
                                      {"typeid", "TypeID"},
                                      {"uuidv7", "UUID7"},
                                      {"uuid", "UUID"},
                                      {"euid", "EUID"},
                                      {"xid", "XID"},
                                      {"uid11", "UID11"}};
  std::string name;
  for (const spelling& known : known_names) {
    if (known.format == format) return std::string(known.name);
    const bool derived = format.starts_with(known.format) && format[known.format.size()] == '-';
    if (derived) {
      name = known.name;
      format.remove_prefix(known.format.size());
      break;
    }
  }
  bool begins = true;
  for (const char symbol : format) {
    if (symbol == '-') {
      begins = true;
    } else {
      name += begins && symbol >= 'a' && symbol <= 'z' ? static_cast<char>(symbol - 'a' + 'A') : symbol;
      begins = false;
    }
  }
  return name;
}

}  // namespace sortid::python
