// A value and an argument, given to every function of the SQLite extension that takes so many: the first byte
// chooses the function, the second the types, the rest are the bytes.
//
//  1. A function answers or fails with a message of ours; nothing else goes wrong, and its twin fails for
//     nothing.
//  2. Where the function fails its twin is NULL; where it answers the twin answers the same.
//  3. F_is_valid, F_check and F_bytes agree; the bytes convert to a text that converts to the same bytes.
//  4. Without NULL among the arguments NULL is given by a twin or a check alone.
#include <sqlite3.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "holds.hpp"
#include "sortid_sqlite.h"

namespace {

struct function {
  std::string name;
  int arguments;
};

struct answer {
  int result = SQLITE_OK;
  int type = SQLITE_NULL;
  std::string bytes;
};

// Other names of functions that are asked already.
constexpr std::string_view guesses[] = {
#define SORTID_GUESS(name, also) also,
#define SORTID_SQLITE_GUESS SORTID_GUESS
#define SORTID_DUCKDB_GUESS(name, also)
#include "../databases/sql/guesses.def"
};
bool is_guess(std::string_view name) { return std::ranges::find(guesses, name) != std::end(guesses); }

bool ends_with(const std::string& text, const char* end) { return text.ends_with(end); }
// What makes an id has no twin, and a name of a format is the statement's.
bool has_twin(const std::string& function) {
  return function.find("_named") == std::string::npos && function != "typeid" && !function.starts_with("id_");
}

class fuzzed {
 public:
  fuzzed() {
    holds(1, sqlite3_open(":memory:", &db_) == SQLITE_OK, "open");
    const auto names = [this] {
      std::vector<function> all;
      sqlite3_stmt* statement = nullptr;
      sqlite3_prepare_v2(
          db_,
          "SELECT name, narg FROM pragma_function_list WHERE narg > 0 AND (name GLOB 'ulid*' OR name GLOB "
          "'u[iu]id*' OR name GLOB 'typeid*' OR name GLOB 'euid*' OR name GLOB 'xid*' OR name GLOB "
          "'id_[cd]*') AND name NOT GLOB '*_at*' AND name NOT GLOB '*_with_*' ORDER BY name, narg",
          -1, &statement, nullptr);
      while (sqlite3_step(statement) == SQLITE_ROW) {
        all.push_back({reinterpret_cast<const char*>(sqlite3_column_text(statement, 0)),
                       sqlite3_column_int(statement, 1)});
      }
      sqlite3_finalize(statement);
      return all;
    };
    holds(1, sqlite3_sortid_init(db_, nullptr, nullptr) == SQLITE_OK, "entry");
    for (function& f : names()) {
      const bool makes = f.name == "typeid" && f.arguments == 1;
      if (!makes && !f.name.starts_with("try_") && !is_guess(f.name)) functions_.push_back(std::move(f));
    }
    holds(1, functions_.size() > 100, "functions");
  }
  ~fuzzed() { sqlite3_close(db_); }
  fuzzed(const fuzzed&) = delete;
  fuzzed& operator=(const fuzzed&) = delete;

  void run(const std::uint8_t* data, std::size_t size) {
    if (size < 3) return;
    const function& f = functions_[(data[0] | std::size_t{data[1]} << 8U) % functions_.size()];
    const unsigned types = data[2];
    bytes_.assign(reinterpret_cast<const char*>(data) + 3, size - 3);
    types_ = types;
    const answer a = call(f.name, f.arguments);
    holds(1, a.result == SQLITE_OK || (a.result == SQLITE_ERROR && a.bytes.starts_with("sortid: ")),
          "message");
    const bool check = ends_with(f.name, "_check");
    const bool twinless = check || ends_with(f.name, "_is_valid");
    if (a.result == SQLITE_OK && !null_given(f.arguments) && !check && f.name != "id_detect")
      holds(4, a.type != SQLITE_NULL, f.name.c_str());
    if (!twinless && has_twin(f.name)) {
      const answer twin = call("try_" + f.name, f.arguments);
      holds(1, twin.result == SQLITE_OK, "the twin fails");
      if (a.result == SQLITE_OK) {
        holds(2, twin.type == a.type && twin.bytes == a.bytes, "the twin differs");
      } else {
        holds(2, twin.type == SQLITE_NULL, "the twin answers");
      }
    }
    if (f.arguments == 1 && twinless)
      check_one(f.name.substr(0, f.name.rfind(check ? "_check" : "_is_valid")));
  }

 private:
  void check_one(const std::string& base) {
    const answer bytes = call("try_" + base + "_bytes", 1);
    if (null_given(1)) return;
    holds(3, (call(base + "_is_valid", 1).bytes == "1") == (bytes.type == SQLITE_BLOB), "is_valid");
    holds(3, (call(base + "_check", 1).type == SQLITE_NULL) == (bytes.type == SQLITE_BLOB), "check");
    if (bytes.type != SQLITE_BLOB) return;
    bytes_ = bytes.bytes;
    types_ = 1;
    const answer text = call(base == "typeid" ? "typeid_suffix" : base, 1);
    holds(3, text.type == SQLITE_TEXT, "text");
    bytes_ = text.bytes;
    types_ = 0;
    holds(3, call(base + "_bytes", 1).bytes == bytes.bytes, "back");
  }

  // Two bits for each argument: a text, a blob, a number, or what the third bit after them says.
  [[nodiscard]] unsigned kind(int argument) const { return types_ >> (2 * argument) & 3U; }
  [[nodiscard]] bool is_null(int argument) const { return kind(argument) == 3 && (types_ & 0x40U) != 0; }
  [[nodiscard]] bool null_given(int arguments) const {
    for (int i = 0; i < arguments; ++i) {
      if (is_null(i)) return true;
    }
    return false;
  }
  // The bytes are parted at NULs when there are several arguments.
  [[nodiscard]] std::string part(int argument, int arguments) const {
    if (arguments == 1) return bytes_;
    std::size_t from = 0;
    for (int i = 0; i < argument; ++i) {
      const std::size_t at = bytes_.find('\0', from);
      if (at == std::string::npos) return {};
      from = at + 1;
    }
    return bytes_.substr(from,
                         argument + 1 == arguments ? std::string::npos : bytes_.find('\0', from) - from);
  }

  void bind(sqlite3_stmt* statement, int argument, int arguments) const {
    const std::string own = part(argument, arguments);
    // Of its exact size on the heap, so that the address sanitizer sees a read past it.
    auto* const copy = static_cast<char*>(std::malloc(own.empty() ? 1 : own.size()));
    holds(1, copy != nullptr, "memory");
    std::memcpy(copy, own.data(), own.size());
    const int at = argument + 1;
    const int size = static_cast<int>(own.size());
    std::int64_t number = 0;
    std::memcpy(&number, own.data(), own.size() < sizeof number ? own.size() : sizeof number);
    switch (kind(argument)) {
      case 0:
        sqlite3_bind_text(statement, at, copy, size, std::free);
        return;
      case 1:
        sqlite3_bind_blob(statement, at, copy, size, std::free);
        return;
      case 2:
        sqlite3_bind_int64(statement, at, number);
        break;
      default:
        if (is_null(argument)) {
          sqlite3_bind_null(statement, at);
        } else {
          sqlite3_bind_double(statement, at, static_cast<double>(number) / 3);
        }
    }
    std::free(copy);
  }

  answer call(const std::string& name, int arguments) const {
    std::string sql = "SELECT " + name + "(?";
    for (int i = 1; i < arguments; ++i) sql += ", ?";
    sqlite3_stmt* statement = nullptr;
    holds(1, sqlite3_prepare_v2(db_, (sql + ")").c_str(), -1, &statement, nullptr) == SQLITE_OK, sql.c_str());
    for (int i = 0; i < arguments; ++i) bind(statement, i, arguments);
    answer a;
    if (sqlite3_step(statement) == SQLITE_ROW) {
      a.type = sqlite3_column_type(statement, 0);
      const void* const bytes = sqlite3_column_blob(statement, 0);
      if (bytes != nullptr)
        a.bytes.assign(static_cast<const char*>(bytes),
                       static_cast<std::size_t>(sqlite3_column_bytes(statement, 0)));
    } else {
      a.result = sqlite3_errcode(db_);
      a.bytes = sqlite3_errmsg(db_);
    }
    sqlite3_finalize(statement);
    return a;
  }

  sqlite3* db_ = nullptr;
  std::vector<function> functions_;
  std::string bytes_;
  unsigned types_ = 0;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static fuzzed all;
  all.run(data, size);
  return 0;
}
