// Memory that ends at any allocation: SQLITE_NOMEM or an answer, nothing else.
#include <atomic>

#include "database.hpp"

namespace sortid_test {
namespace {

sqlite3_mem_methods real;
std::atomic<int> left{-1};  // allocations that still succeed; without end when negative

bool fails() {
  const int n = left.load();
  if (n < 0) return false;
  if (n == 0) return true;
  left = n - 1;
  return false;
}

void* allocate(int size) { return fails() ? nullptr : real.xMalloc(size); }
void* reallocate(void* at, int size) { return fails() ? nullptr : real.xRealloc(at, size); }

class SqliteMemory : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    ASSERT_EQ(sqlite3_config(SQLITE_CONFIG_GETMALLOC, &real), SQLITE_OK);
    sqlite3_mem_methods failing = real;
    failing.xMalloc = allocate;
    failing.xRealloc = reallocate;
    ASSERT_EQ(sqlite3_config(SQLITE_CONFIG_MALLOC, &failing), SQLITE_OK);
    // A small cache of allocations would hide most of them.
    ASSERT_EQ(sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0), SQLITE_OK);
  }
};

TEST_F(SqliteMemory, EndsAtAnyAllocationOfAStatement) {
  const database db;
  db.run("PRAGMA encoding = 'UTF-16'; CREATE TABLE t(x)");
  for (const char* sql :
       {"SELECT ulid(), uuid7_bytes(), typeid('user'), ulid_flake_int()",
        "SELECT ulid(x), ulid_bytes(x), ulid_fields(x), ulid_time(x), ulid_check(x) FROM (SELECT "
        "'01ARZ3NDEKTSV4RRFFQ69G5FAV' AS x)",
        "SELECT try_ulid('01ARZ3NDEKTSV4RRFFQ69G5FAU'), ulid_first('2026-01-01 00:00:00')",
        "SELECT count(*) FROM id_generate(600, 'typeid', 'user')",
        "SELECT * FROM id_inspect('user_2x4y6z8a0b1c2d3e4f5g6h7j8k')", "SELECT ulid('x')",
        "SELECT n, format, option FROM id_generate(2, 'typeid', 'user')",
        "SELECT i.given, i.only FROM (SELECT value AS v FROM json_each('[0, 1]')) JOIN id_inspect(v, "
        "'xid') AS i",
        "SELECT * FROM id_generate(1, 'x')", "SELECT id_convert(ulid(), 'ulid', 'uuid')"}) {
    ASSERT_NE(db.ask(sql).result, SQLITE_NOMEM);
    const int expected = db.ask(sql).result;
    int n = 0;
    int result = SQLITE_NOMEM;
    for (; n < 2000 && result != expected; ++n) {
      left = n;
      result = db.ask(sql).result;
      left = -1;
      EXPECT_TRUE(result == SQLITE_NOMEM || result == expected) << sql << ": " << result;
    }
    EXPECT_GT(n, 3) << sql;
    EXPECT_EQ(result, expected) << sql;
  }
}

TEST_F(SqliteMemory, TheTablesLeaveNothingBehind) {
  const database db;
  const auto in_use = [&db](const char* sql) {
    (void)db.ask(sql);
    return sqlite3_memory_used();
  };
  for (const char* sql :
       {"SELECT given FROM json_each('[\"5TK7MT834rx\", \"5TK7MT834ry\"]') AS j JOIN id_inspect(j.value)",
        "SELECT n FROM id_generate(3, 'typeid', 'user') LIMIT 1", "SELECT * FROM id_generate(1, 'x')"}) {
    const sqlite3_int64 before = in_use(sql);
    EXPECT_EQ(in_use(sql), before) << sql;
  }
}

TEST_F(SqliteMemory, AClosedConnectionLeavesNothingBehind) {
  const auto in_use = [] {
    {
      const database db;
      EXPECT_EQ(db.integer("SELECT count(*) FROM id_generate(2), id_inspect('5TK7MT834rx')"), 2);
    }
    return sqlite3_memory_used();
  };
  const sqlite3_int64 before = in_use();
  EXPECT_EQ(in_use(), before);
}

TEST_F(SqliteMemory, EndsAtAnyAllocationOfTheEntry) {
  if (std::getenv("SORTID_SQLITE_MODULE") != nullptr)
    GTEST_SKIP() << "loading allocates outside of the entry too";
  const database db(":memory:", false);
  int result = SQLITE_NOMEM;
  int n = 0;
  // In steps, as there are hundreds of functions and each has its allocation.
  for (; n < 5000 && result != SQLITE_OK; n += 7) {
    left = n;
    result = sqlite3_sortid_init(db.handle(), nullptr, nullptr);
    left = -1;
    EXPECT_TRUE(result == SQLITE_NOMEM || result == SQLITE_OK) << result;
  }
  EXPECT_GT(n, 100);
  EXPECT_EQ(result, SQLITE_OK);
  EXPECT_EQ(db.integer("SELECT ulid_is_valid(ulid())"), 1);
}

}  // namespace
}  // namespace sortid_test
