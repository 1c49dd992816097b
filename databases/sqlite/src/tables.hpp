// The table-valued functions sortid_generate and sortid_inspect.
#pragma once

#include "api.hpp"

namespace sortid::sqlite {

// SQLITE_OK, or what SQLite says.
[[nodiscard]] int register_tables(sqlite3* db) noexcept;

}  // namespace sortid::sqlite
