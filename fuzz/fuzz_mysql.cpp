// Calls a function of MySQL as a server does, with arguments of any types: the first two bytes choose the
// function, then stand the number of arguments and of each its type, its size and its bytes.
//
//  1. NAME_init refuses with a message of ours, and a zero behind it within 512 bytes.
//  2. NAME answers at most max_length bytes, or NULL, and fails with NULL alone.
//  3. What is a constant of its arguments answers the same again.
//  4. A function whose name begins with try_ fails for a key or the name of a format alone.
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "api.hpp"
#include "holds.hpp"

#define SORTID_UDF(number, name, what, place, as, tries) \
  extern "C" bool begin_##number(UDF_INIT*, UDF_ARGS*, char*) __asm__(name "_init");
#include "mysql_names.inc"
#undef SORTID_UDF
extern "C" char* sortid_give_string(UDF_INIT*, UDF_ARGS*, char*, unsigned long*, char*, char*);
extern "C" long long sortid_give_integer(UDF_INIT*, UDF_ARGS*, char*, char*);
extern "C" void sortid_end(UDF_INIT*);

namespace {

constexpr std::size_t message_room = 512;
enum class gives : std::uint8_t { string, integer };
struct function {
  std::string_view name;
  bool (*begin)(UDF_INIT*, UDF_ARGS*, char*);
  gives what;
};
#define SORTID_UDF(number, name, what, place, as, tries) {name, begin_##number, gives::what},
constexpr function functions[] = {
#include "mysql_names.inc"
};

struct answer {
  bool null = false;
  bool failed = false;
  std::string text;
  friend bool operator==(const answer&, const answer&) = default;
};

class arguments {
 public:
  arguments(const std::uint8_t* data, std::size_t size) {
    std::size_t at = 0;
    const unsigned count = size == 0 ? 0 : data[at++] % 5U;
    for (unsigned i = 0; i < count; ++i) {
      constexpr Item_result types[] = {STRING_RESULT, STRING_RESULT, INT_RESULT, REAL_RESULT, DECIMAL_RESULT};
      const unsigned kind = at < size ? data[at++] : 0U;
      std::size_t bytes = at < size ? data[at++] : 0U;
      if (bytes > size - at) bytes = size - at;
      types_.push_back(types[kind % 5U]);
      if (types_.back() == INT_RESULT || types_.back() == REAL_RESULT) bytes = sizeof(long long);
      // Of their own size, so that a read past the end is seen.
      std::vector<char>& held = bytes_.emplace_back(bytes);
      const std::size_t given = bytes < size - at ? bytes : size - at;
      if (given != 0) std::memcpy(held.data(), data + at, given);
      at += given;
      null_.push_back((kind & 0x80U) != 0);
    }
    for (unsigned i = 0; i < count; ++i) {
      // An empty string is no NULL.
      pointers_.push_back(null_[i] ? nullptr : bytes_[i].empty() ? empty_ : bytes_[i].data());
      lengths_.push_back(null_[i] ? 0 : static_cast<unsigned long>(bytes_[i].size()));
      maybe_null_.push_back(1);
    }
  }
  UDF_ARGS given(bool constant) {
    static char* none[4] = {};
    return {static_cast<unsigned>(types_.size()),
            types_.data(),
            constant ? pointers_.data() : none,
            lengths_.data(),
            maybe_null_.data(),
            nullptr,
            nullptr,
            nullptr};
  }

 private:
  char empty_[1] = {};
  std::vector<Item_result> types_;
  std::vector<bool> null_;
  std::vector<std::vector<char>> bytes_;
  std::vector<char*> pointers_;
  std::vector<unsigned long> lengths_;
  std::vector<char> maybe_null_;
};

answer ask(const function& f, UDF_INIT& at, UDF_ARGS given) {
  answer found;
  char null = 0;
  char failed = 0;
  if (f.what == gives::integer) {
    found.text = std::to_string(sortid_give_integer(&at, &given, &null, &failed));
  } else {
    char room[255];
    unsigned long size = sizeof room;
    const char* const text = sortid_give_string(&at, &given, room, &size, &null, &failed);
    holds(2, (text == nullptr) == (null != 0), "NULL");
    if (text != nullptr) found.text.assign(text, size);
    holds(2, found.text.size() <= at.max_length, "max_length");
  }
  found.null = null != 0;
  found.failed = failed != 0;
  holds(2, found.null || !found.failed, "an error beside an answer");
  return found;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const function& f = functions[(data[0] | std::size_t{data[1]} << 8U) % std::size(functions)];
  arguments of(data + 2, size - 2);
  for (const bool constant : {false, true}) {
    UDF_INIT at{true, 0, 0, nullptr, constant, nullptr};
    UDF_ARGS given = of.given(constant);
    char message[message_room];
    std::memset(message, 'x', sizeof message);
    if (f.begin(&at, &given, message)) {
      const void* const end = std::memchr(message, '\0', sizeof message);
      holds(1, end != nullptr && std::string_view(message).starts_with("sortid: "), "message");
      continue;
    }
    const answer first = ask(f, at, of.given(true));
    const answer again = ask(f, at, of.given(true));
    if (at.const_item) holds(3, first == again, "the same again");
    if (f.name.starts_with("try_")) {
      const bool told = f.name.find("_mask") != f.name.npos || f.name.find("_unmask") != f.name.npos ||
                        f.name.find("_convert") != f.name.npos;
      holds(4, !first.failed || told, "try_");
    }
    sortid_end(&at);
  }
  return 0;
}
