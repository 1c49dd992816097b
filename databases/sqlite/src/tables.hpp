// The table-valued functions id_generate and id_inspect.
#pragma once

#include "api.hpp"

namespace sortid::sqlite {

// SQLITE_OK, or what SQLite says.
[[nodiscard]] int register_tables(sqlite3* db) noexcept;

}  // namespace sortid::sqlite
