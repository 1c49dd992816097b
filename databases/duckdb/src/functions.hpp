// The functions of SQL.
#pragma once

#include "api.hpp"

namespace sortid::duckdb {

// Registers them; false where DuckDB rejects one. docs/duckdb.md has their names.
[[nodiscard]] bool register_functions(duckdb_connection connection) noexcept;
[[nodiscard]] bool register_table_functions(duckdb_connection connection) noexcept;

}  // namespace sortid::duckdb
