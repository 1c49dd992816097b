// DuckDB as the extension sees it: by the table of functions that it is loaded with.
#pragma once

#define DUCKDB_EXTENSION_NAME sortid
#include <duckdb_extension.h>

DUCKDB_EXTENSION_EXTERN
