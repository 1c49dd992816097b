// SQLite as the extension sees it: by the table of functions that it is loaded with, or, linked into a
// program (SQLITE_CORE), by name.
#pragma once

#include <sqlite3ext.h>

#define SORTID_OLDEST_SQLITE 3031000
#if SQLITE_VERSION_NUMBER < SORTID_OLDEST_SQLITE
#error "sortid needs the headers of SQLite 3.31 or later (SQLITE_INNOCUOUS)"
#endif

SQLITE_EXTENSION_INIT3
