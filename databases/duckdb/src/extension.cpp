// The entry of the extension, under the name that DuckDB derives from the file's.
#include "functions.hpp"

DUCKDB_EXTENSION_ENTRYPOINT(duckdb_connection connection, duckdb_extension_info info,
                            struct duckdb_extension_access* access) {
  if (sortid::duckdb::register_functions(connection) && sortid::duckdb::register_table_functions(connection))
    return true;
  access->set_error(info, "sortid: DuckDB did not take the functions");
  return false;
}
