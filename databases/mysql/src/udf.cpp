// The functions under their names, as the server calls them: NAME_init once for each place in a statement,
// NAME for each row, NAME_deinit at the end.
#include <dlfcn.h>

#include <algorithm>
#include <new>

#include "functions.hpp"

namespace sortid::mysql {

namespace {

// A function of the server that sets the error of the statement. The C API lets a function say no more than
// that it failed, except in NAME_init. MariaDB exports it.
using set_error = void (*)(unsigned, const char*, unsigned long, ...);
set_error server_error() noexcept {
  static const auto found = reinterpret_cast<set_error>(dlsym(RTLD_DEFAULT, "my_printf_error"));
  return found;
}
constexpr unsigned error_number = 1105;    // ER_UNKNOWN_ERROR, of SQLSTATE HY000
constexpr std::size_t message_room = 512;  // MYSQL_ERRMSG_SIZE

bool refuse(char* message, std::string_view sentence) noexcept {
  const std::size_t size = std::min(sentence.size(), message_room - 1);
  *std::copy_n(sentence.data(), size, message) = '\0';
  return true;
}

// False when the answer is NULL. `failed` is 1 then if it is an error.
bool run(call& made, char& failed) noexcept {
  made.where().run(made);
  if (made.answered()) return true;
  if (!made.message().empty()) {
    if (const set_error tell = server_error()) tell(error_number, "%s", 0, made.message().c_str());
    failed = 1;
  }
  return false;
}

// The longest answer, from which the server takes the type of a column: a TypeID with its prefix, or JSON.
unsigned long longest(const function_row<body>& row, const binding& b, returns what) noexcept {
  constexpr unsigned long json_of_a_row = 1UL << 24U;
  if (what != returns::string) return 20;
  if (b.as == shape::bytes) return b.of.layout().bytes();
  if (row.name == "id_find") return json_of_a_row;
  if (row.name.ends_with("_fields")) return json_text::capacity();
  if (row.result == gives::id && row.of_a_format() && !b.of.layout().prefixed) return b.of.layout().symbols;
  return id_text::capacity();
}

bool begin(UDF_INIT* at, const UDF_ARGS* given, char* message, const binding& b) noexcept {
  const function_row<body>* found = nullptr;
  unsigned least = 255;
  unsigned most = 0;
  for (const auto& row : function_rows()) {
    if (!row.has(b.of.layout()) || !is_given(row, b.of.layout(), b.as) ||
        (b.tries && row.of != kind::reads) || name_in_server(row, b.of, b.as, b.tries).view() != b.name)
      continue;
    const auto count = static_cast<unsigned>(row.takes.size()) +
                       (row.of_a_format() && row.takes_prefix(b.of.layout()) ? 1U : 0U);
    least = std::min(least, count);
    most = std::max(most, count);
    if (count == given->arg_count) found = &row;
  }
  if (found == nullptr) {
    inline_text<160> sentence;
    sentence.append("sortid: ").append(b.name).append(" takes ").append_decimal(least);
    if (most != least) sentence.append(" to ").append_decimal(most);
    return refuse(message, sentence.append(most == 1 ? " argument" : " arguments"));
  }
  place* const made = new (std::nothrow) place;
  if (made == nullptr) return refuse(message, "sortid: no memory");
  made->bound = &b;
  made->run = found->body;
  made->constant_key = given->arg_count > key_argument && given->args[key_argument] != nullptr;
  at->ptr = reinterpret_cast<char*>(made);
  at->maybe_null = found->of != kind::makes || given->arg_count != 0;
  at->decimals = 0;
  at->max_length = longest(*found, b, returns_of(*found, b.as));
  if (found->of == kind::makes) {
    at->const_item = false;
  } else if (at->const_item && server_error() == nullptr) {
    // Here alone the reason can be said.
    call tried(*made, *given);
    char failed = 0;
    if (!run(tried, failed) && failed != 0) {
      delete made;
      at->ptr = nullptr;
      return refuse(message, tried.message());
    }
  }
  return false;
}

}  // namespace

}  // namespace sortid::mysql

#define SORTID_EXPORT __attribute__((visibility("default")))

extern "C" {

SORTID_EXPORT char* sortid_give_string(UDF_INIT* at, UDF_ARGS* given, char*, unsigned long* size, char* null,
                                       char* error) {
  sortid::mysql::place& here = *reinterpret_cast<sortid::mysql::place*>(at->ptr);
  sortid::mysql::call made(here, *given);
  if (!sortid::mysql::run(made, *error)) {
    *null = 1;
    return nullptr;
  }
  *size = static_cast<unsigned long>(here.text.size());
  return here.text.data();
}

SORTID_EXPORT long long sortid_give_integer(UDF_INIT* at, UDF_ARGS* given, char* null, char* error) {
  sortid::mysql::call made(*reinterpret_cast<sortid::mysql::place*>(at->ptr), *given);
  if (sortid::mysql::run(made, *error)) return made.number();
  *null = 1;
  return 0;
}

SORTID_EXPORT void sortid_end(UDF_INIT* at) {
  delete reinterpret_cast<sortid::mysql::place*>(at->ptr);
  at->ptr = nullptr;
}

#define SORTID_GIVE_string(number, name)                                                  \
  SORTID_EXPORT char* sortid_##number(UDF_INIT*, UDF_ARGS*, char*, unsigned long*, char*, \
                                      char*) __asm__(name) __attribute__((alias("sortid_give_string")));
#define SORTID_GIVE_integer(number, name)                                                   \
  SORTID_EXPORT long long sortid_##number(UDF_INIT*, UDF_ARGS*, char*, char*) __asm__(name) \
      __attribute__((alias("sortid_give_integer")));
#define SORTID_UDF(number, name, what, place, as, tries)                                                     \
  SORTID_GIVE_##what(number, name) SORTID_EXPORT void sortid_end_##number(UDF_INIT*) __asm__(name "_deinit") \
      __attribute__((alias("sortid_end")));                                                                  \
  SORTID_EXPORT bool sortid_begin_##number(UDF_INIT*, UDF_ARGS*, char*) __asm__(name "_init");               \
  bool sortid_begin_##number(UDF_INIT* at, UDF_ARGS* given, char* message) {                                 \
    static const sortid::mysql::binding bound{name, sortid::format::all()[place], sortid::mysql::shape::as,  \
                                              tries};                                                        \
    return sortid::mysql::begin(at, given, message, bound);                                                  \
  }
#include "mysql_names.inc"
}
