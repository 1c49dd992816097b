/* A SQLite that loads an extension, for systems whose own is not at hand.
   usage: loads FILE STATEMENT…   prints the first column of each row */
#include <sqlite3.h>
#include <stdio.h>

static int print(void* unused, int columns, char** values, char** names) {
  (void)unused, (void)columns, (void)names;
  puts(values[0] ? values[0] : "NULL");
  return 0;
}

int main(int count, char** words) {
  sqlite3* db = NULL;
  char* message = NULL;
  int status = sqlite3_open(":memory:", &db);

  if (status == SQLITE_OK) status = sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 1, NULL);
  if (status == SQLITE_OK && count > 1) status = sqlite3_load_extension(db, words[1], NULL, &message);
  for (int i = 2; i < count && status == SQLITE_OK; ++i)
    status = sqlite3_exec(db, words[i], print, NULL, &message);
  if (status != SQLITE_OK) fprintf(stderr, "loads: %s\n", message ? message : sqlite3_errmsg(db));
  sqlite3_free(message);
  sqlite3_close(db);
  return status == SQLITE_OK ? 0 : 1;
}
