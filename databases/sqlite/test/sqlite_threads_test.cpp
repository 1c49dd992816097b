// ctest labels: threads
// Connections in many threads share one order.
#include <algorithm>
#include <atomic>
#include <thread>

#include "database.hpp"

namespace sortid_test {
namespace {

std::vector<sql_value> column(const database& db, const std::string& sql) {
  std::vector<sql_value> values;
  const answer a = db.ask(sql);
  EXPECT_EQ(a.result, SQLITE_OK) << a.message;
  for (const sql_row& row : a.rows) values.push_back(row[0]);
  return values;
}

TEST(SqliteThreads, ConnectionsOfThreadsShareOneOrder) {
  constexpr std::size_t threads = 4;
  constexpr int rounds = 5;
  for (const char* select :
       {"SELECT bytes FROM id_generate(700)", "SELECT int FROM id_generate(700, 'ulid-flake')",
        "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 700) SELECT "
        "uuid7() FROM c",
        "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 700) SELECT "
        "uid11_snowish_with_machine_int(1) FROM c"}) {
    std::vector<std::vector<sql_value>> made(threads);
    std::vector<std::thread> running;
    for (std::size_t t = 0; t < threads; ++t) {
      running.emplace_back([&own = made[t], select] {
        const database db;
        for (int round = 0; round < rounds; ++round) {
          const auto more = column(db, select);
          own.insert(own.end(), more.begin(), more.end());
        }
      });
    }
    for (std::thread& thread : running) thread.join();
    std::vector<sql_value> all;
    for (const auto& own : made) {
      EXPECT_EQ(own.size(), 700U * rounds);
      EXPECT_TRUE(std::is_sorted(own.begin(), own.end())) << select;
      all.insert(all.end(), own.begin(), own.end());
    }
    std::sort(all.begin(), all.end());
    EXPECT_EQ(std::adjacent_find(all.begin(), all.end()), all.end()) << select;
  }
}

TEST(SqliteThreads, EachIdIsGreaterThanThoseOfOtherConnectionsBefore) {
  const database a;
  const database b;
  std::string last;
  for (int i = 0; i < 200; ++i) {
    for (const database* db : {&a, &b}) {
      const std::string id = db->text("SELECT ulid()");
      EXPECT_GT(id, last);
      last = id;
    }
  }
}

// Threads that come and go, each with random bytes of its own, made and wiped.
TEST(SqliteThreads, ThreadsComeAndGo) {
  std::atomic<int> valid{0};
  for (int i = 0; i < 40; ++i) {
    std::thread([&valid] {
      const database db;
      valid += static_cast<int>(db.integer("SELECT euid_is_valid(euid()) + xid_is_valid(xid_bytes())"));
    }).join();
  }
  EXPECT_EQ(valid, 80);
}

}  // namespace
}  // namespace sortid_test
