/* A program that has the extension linked in. */
#include <sortid_sqlite.h>
#include <stdio.h>

int main(void) {
  sqlite3* db = NULL;
  sqlite3_stmt* statement = NULL;
  int made;

  sqlite3_auto_extension((void (*)(void))sqlite3_sortid_init);
  if (sqlite3_open(":memory:", &db) != SQLITE_OK) return 1;
  if (sqlite3_prepare_v2(db, "SELECT ulid()", -1, &statement, NULL) != SQLITE_OK) return 2;
  made = sqlite3_step(statement) == SQLITE_ROW && sqlite3_column_bytes(statement, 0) == 26;
  if (made) printf("%s\n", (const char*)sqlite3_column_text(statement, 0));
  sqlite3_finalize(statement);
  return sqlite3_close(db) == SQLITE_OK && made ? 0 : 3;
}
