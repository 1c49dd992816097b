// The scalar functions.
#pragma once

#include "api.hpp"

namespace sortid::sqlite {

// SQLITE_OK, or what SQLite says. docs/sqlite.md has their names.
[[nodiscard]] int register_functions(sqlite3* db) noexcept;

}  // namespace sortid::sqlite
