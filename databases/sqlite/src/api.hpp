// SQLite as the extension sees it: by the table of functions that it is loaded with, or, linked into a
// program (SQLITE_CORE), by name.
#pragma once

#include <sqlite3ext.h>

#if SQLITE_VERSION_NUMBER < 3031000
#error "sortid needs the headers of SQLite 3.31 or later (SQLITE_INNOCUOUS)"
#endif

SQLITE_EXTENSION_INIT3
