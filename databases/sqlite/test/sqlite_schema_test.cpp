// Where a schema may use the functions, and what the planner makes of them.
#include "database.hpp"

namespace sortid_test {
namespace {

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

TEST(SqliteSchema, ConvertersServeGeneratedColumnsIndexesAndChecksUntrusted) {
  const database db;
  db.run("PRAGMA trusted_schema = OFF");
  db.run(
      "CREATE TABLE event(id BLOB PRIMARY KEY CHECK (ulid_is_valid(id)), made INTEGER GENERATED ALWAYS AS "
      "(ulid_ms(id)) "
      "STORED, made_at TEXT GENERATED ALWAYS AS (ulid_time(id)) VIRTUAL, note TEXT CHECK (note IS NULL OR "
      "note = "
      "ulid(note))) WITHOUT ROWID");
  db.run("CREATE INDEX event_text ON event(ulid(id))");
  db.run("CREATE INDEX event_hour ON event(substr(ulid_time(id), 1, 13)) WHERE ulid_ms(id) > 0");
  db.run("INSERT INTO event(id) VALUES (ulid_bytes('01ARZ3NDEKTSV4RRFFQ69G5FAV'))");
  EXPECT_EQ(db.integer("SELECT made FROM event"), 1469922850259);
  EXPECT_EQ(db.text("SELECT made_at FROM event"), "2016-07-30T23:54:10.259Z");
  const std::string by_text = "SELECT hex(id) FROM event WHERE ulid(id) = '01ARZ3NDEKTSV4RRFFQ69G5FAV'";
  EXPECT_TRUE(has(db.plan(by_text), "event_text (<expr>=?)")) << db.plan(by_text);
  EXPECT_EQ(db.text(by_text), "01563E3AB5D3D6764C61EFB99302BD5B");
  EXPECT_TRUE(has(db.error("INSERT INTO event(id) VALUES (x'00')"), "sortid: length at position 1: "));
  db.run("CREATE TABLE plain(id BLOB CHECK (ulid_is_valid(id)))");
  EXPECT_EQ(db.ask("INSERT INTO plain VALUES (x'00')").result, SQLITE_CONSTRAINT);
  EXPECT_EQ(db.ask("INSERT INTO event(id, note) VALUES (ulid_bytes(), '01arz3ndektsv4rrffq69g5fav')").result,
            SQLITE_CONSTRAINT);
  EXPECT_TRUE(has(db.error("INSERT INTO event(id, note) VALUES (ulid_bytes(), 'x')"),
                  "sortid: length at position 1: "));
}

TEST(SqliteSchema, GeneratorsServeDefaultsAndTriggersUntrusted) {
  const database db;
  db.run("PRAGMA trusted_schema = OFF");
  db.run(
      "CREATE TABLE row(text_id TEXT NOT NULL DEFAULT (ulid()), blob_id BLOB NOT NULL DEFAULT "
      "(uuid7_bytes()), int_id "
      "INT NOT NULL PRIMARY KEY DEFAULT (ulid_flake_int()), typed TEXT NOT NULL DEFAULT (typeid('row')), x "
      "INT) WITHOUT "
      "ROWID");
  db.run("CREATE TABLE trail(id TEXT)");
  db.run(
      "CREATE TRIGGER after_row AFTER INSERT ON row BEGIN INSERT INTO trail SELECT id FROM "
      "id_generate(2); END");
  db.run(
      "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 500) INSERT INTO row(x) "
      "SELECT i "
      "FROM c");
  EXPECT_EQ(
      db.integer("SELECT count(*) FROM row WHERE ulid_is_valid(text_id) AND uuid7_is_valid(blob_id) AND "
                 "typeid_prefix(typed) = 'row'"),
      500);
  EXPECT_EQ(
      db.integer("SELECT count(DISTINCT text_id) + count(DISTINCT blob_id) + count(DISTINCT typed) FROM row"),
      1500);
  EXPECT_EQ(db.integer("SELECT count(DISTINCT id) FROM trail"), 1000);
  // Increasing in the order of insertion, in each of the four forms.
  EXPECT_EQ(
      db.integer(
          "SELECT count(*) FROM (SELECT x, row_number() OVER (ORDER BY text_id) AS a, row_number() OVER "
          "(ORDER BY blob_id) AS b, row_number() OVER (ORDER BY int_id) AS c, row_number() OVER (ORDER BY "
          "typed) AS d FROM row) WHERE x = a AND x = b AND x = c AND x = d"),
      500);
}

TEST(SqliteSchema, GeneratorsAreRejectedWhereAResultMustStay) {
  const database db;
  db.run("CREATE TABLE t(x)");
  EXPECT_TRUE(has(db.error("CREATE INDEX i ON t(ulid())"), "non-deterministic"));
  EXPECT_TRUE(has(db.error("CREATE TABLE g(x, y AS (uuid7()))"), "non-deterministic"));
}

// A DEFAULT of an INTEGER PRIMARY KEY is SQLite's own number, whatever the schema says: the guide warns of
// it.
TEST(SqliteSchema, ARowidTakesNoDefault) {
  const database db;
  db.run("CREATE TABLE t(id INTEGER PRIMARY KEY DEFAULT (ulid_flake_int()), x)");
  db.run("INSERT INTO t(x) VALUES (1)");
  EXPECT_EQ(db.integer("SELECT id FROM t"), 1);
}

TEST(SqliteSchema, BoundsSearchTheKey) {
  const database db;
  db.run("CREATE TABLE b(id BLOB PRIMARY KEY, x) WITHOUT ROWID");
  db.run("CREATE TABLE s(id TEXT PRIMARY KEY, x) WITHOUT ROWID");
  db.run("CREATE TABLE i(id INTEGER PRIMARY KEY, x)");
  // An id a minute of the first day of 2026, and what lies right before and after it.
  db.run(
      "WITH RECURSIVE m(at) AS (SELECT 1767225599999 UNION ALL SELECT CASE WHEN at % 60000 THEN at + 1 ELSE "
      "at + "
      "60000 END FROM m WHERE at < 1767312000000) INSERT INTO b SELECT ulid_bytes(ulid_at(at)), at FROM m");
  db.run("INSERT INTO s SELECT ulid(id), x FROM b");
  db.run("INSERT INTO i SELECT ulid_flake_first_int(x), x FROM b");
  EXPECT_EQ(db.integer("SELECT count(*) FROM b"), 1442);
  struct {
    const char* table;
    const char* base;
    const char* end;
  } const columns[] = {{"b", "ulid", "_bytes"}, {"s", "ulid", ""}, {"i", "ulid_flake", "_int"}};
  for (const auto& [table, base, end] : columns) {
    const std::string select = std::string("SELECT count(*) FROM ") + table + " WHERE id ";
    const auto bound = [&, base = base, end = end](const char* which, const char* arguments) {
      return std::string(base) + "_" + which + end + "(" + arguments + ")";
    };
    const std::string day = "'2026-01-01', '2026-01-02'";
    const std::string between =
        select + "BETWEEN " + bound("first", day.c_str()) + " AND " + bound("last", day.c_str());
    EXPECT_TRUE(has(db.plan(between), "SEARCH")) << db.plan(between);
    EXPECT_EQ(db.integer(between), 1440) << between;
    const std::string half_open = select + ">= " + bound("first", "'2026-01-01 12:00:00'") + " AND id < " +
                                  bound("first", "'2026-01-01T12:30:00Z'");
    EXPECT_TRUE(has(db.plan(half_open), "SEARCH")) << db.plan(half_open);
    EXPECT_EQ(db.integer(half_open), 30) << half_open;
    const std::string bound_by = select + "BETWEEN " + bound("first", "?") + " AND " + bound("last", "?");
    EXPECT_TRUE(has(db.plan(bound_by), "SEARCH")) << db.plan(bound_by);
    EXPECT_EQ(db.integer(bound_by, {std::int64_t{1767225600000}, std::string("2026-01-01T00:01:00.000Z")}),
              2);
    // No instant is left: no rows, by the twin.
    const std::string none = "'2026-01-02', '2026-01-01'";
    EXPECT_EQ(db.integer(select + "BETWEEN try_" + base + "_first" + end + "(" + none + ") AND try_" + base +
                         "_last" + end + "(" + none + ")"),
              0);
  }
}

TEST(SqliteSchema, AStrictTableOfEachColumnType) {
  if (sqlite3_libversion_number() < 3037000) GTEST_SKIP() << "STRICT is newer than this SQLite";
  const database db;
  db.run(
      "CREATE TABLE t(a TEXT DEFAULT (ulid()), b BLOB DEFAULT (ulid_bytes()), c INT DEFAULT (xid_int()), x "
      "INT) STRICT");
  db.run("INSERT INTO t(x) VALUES (1)");
  EXPECT_EQ(db.integer("SELECT ulid_is_valid(a) + ulid_is_valid(b) + xid_is_valid(c) FROM t"), 3);
}

TEST(SqliteSchema, AViewAndAnAggregateUseThem) {
  const database db;
  db.run("PRAGMA trusted_schema = OFF");
  db.run("CREATE TABLE t(id BLOB)");
  db.run("INSERT INTO t SELECT bytes FROM id_generate(100)");
  db.run(
      "CREATE VIEW v AS SELECT ulid(id) AS id, ulid_time(id) AS at, r.format FROM t, id_inspect(t.id, "
      "'ulid') AS r");
  EXPECT_EQ(db.integer("SELECT count(*) FROM v WHERE format = 'ulid'"), 100);
}

}  // namespace
}  // namespace sortid_test
