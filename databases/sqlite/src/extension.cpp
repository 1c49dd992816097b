// The entry of the extension, under the names that SQLite derives from a file's name.
#include "sortid_sqlite.h"

#include "api.hpp"
#include "functions.hpp"
#include "tables.hpp"

SQLITE_EXTENSION_INIT1

#if defined(__GNUC__)
#define SORTID_EXPORT __attribute__((visibility("default")))
#else
#define SORTID_EXPORT
#endif

namespace {

int initialise(sqlite3* db, char** message) noexcept {
  if (sqlite3_libversion_number() < SORTID_OLDEST_SQLITE) {
    // Both are there in every SQLite that loads extensions.
    if (message != nullptr)
      *message = sqlite3_mprintf("sortid needs SQLite %d.%d or later, and this is %s",
                                 SORTID_OLDEST_SQLITE / 1000000, SORTID_OLDEST_SQLITE / 1000 % 1000,
                                 sqlite3_libversion());
    return SQLITE_ERROR;
  }
  int result = sortid::sqlite::register_functions(db);
  if (result == SQLITE_OK) result = sortid::sqlite::register_tables(db);
  return result;
}

}  // namespace

extern "C" {

SORTID_EXPORT int sqlite3_sortid_init(sqlite3* db, char** message, const sqlite3_api_routines* api) {
  SQLITE_EXTENSION_INIT2(api)
  const int result = initialise(db, message);
#if defined(SQLITE_CORE)
  (void)api;
  return result;
#else
  // The order of the process's ids, and the threads' random bits, must outlive the connection.
  return result == SQLITE_OK ? SQLITE_OK_LOAD_PERMANENTLY : result;
#endif
}

#if !defined(SQLITE_CORE)
// Whatever the file is called.
SORTID_EXPORT int sqlite3_extension_init(sqlite3* db, char** message, const sqlite3_api_routines* api) {
  return sqlite3_sortid_init(db, message, api);
}
#endif
}
