/* The SQLite extension `sortid`, linked into a program: make it known once, and every connection opened
   afterwards has its functions.

     sqlite3_auto_extension((void (*)(void))sqlite3_sortid_init);

   Or call it for one connection: sqlite3_sortid_init(db, &message, NULL). It returns SQLITE_OK, or
   SQLITE_ERROR with a message for sqlite3_free when the SQLite is older than 3.31. */
#ifndef SORTID_SQLITE_H
#define SORTID_SQLITE_H

#include <sqlite3.h>

#ifdef __cplusplus
extern "C" {
#endif

struct sqlite3_api_routines;

int sqlite3_sortid_init(sqlite3* db, char** message, const struct sqlite3_api_routines* api);

#ifdef __cplusplus
}
#endif

#endif
