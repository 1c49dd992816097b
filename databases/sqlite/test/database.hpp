// A database for a test, with the extension: linked, or loaded from SORTID_SQLITE_MODULE when that is set.
#pragma once

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "sortid_sqlite.h"

namespace sortid_test {

using blob = std::vector<unsigned char>;
// NULL, INTEGER, REAL, TEXT, BLOB.
using sql_value = std::variant<std::monostate, std::int64_t, double, std::string, blob>;
using sql_row = std::vector<sql_value>;

struct answer {
  int result = SQLITE_OK;
  std::string message;
  std::vector<sql_row> rows;
};

class database {
 public:
  explicit database(const char* path = ":memory:", bool with_extension = true) {
    EXPECT_EQ(sqlite3_open(path, &db_), SQLITE_OK);
    if (!with_extension) return;
    if (const char* const module = std::getenv("SORTID_SQLITE_MODULE")) {
      EXPECT_EQ(sqlite3_db_config(db_, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 1, nullptr), SQLITE_OK);
      char* message = nullptr;
      EXPECT_EQ(sqlite3_load_extension(db_, module, nullptr, &message), SQLITE_OK)
          << (message ? message : "");
      sqlite3_free(message);
    } else {
      EXPECT_EQ(sqlite3_sortid_init(db_, nullptr, nullptr), SQLITE_OK);
    }
  }
  database(const database&) = delete;
  database& operator=(const database&) = delete;
  ~database() { EXPECT_EQ(sqlite3_close(db_), SQLITE_OK); }

  [[nodiscard]] sqlite3* handle() const { return db_; }

  // Every row of one statement.
  [[nodiscard]] answer ask(std::string_view sql, const std::vector<sql_value>& given = {}) const {
    answer a;
    sqlite3_stmt* statement = nullptr;
    a.result = sqlite3_prepare_v2(db_, sql.data(), static_cast<int>(sql.size()), &statement, nullptr);
    if (a.result == SQLITE_OK) {
      for (std::size_t i = 0; i < given.size(); ++i) bind(statement, static_cast<int>(i) + 1, given[i]);
      while ((a.result = sqlite3_step(statement)) == SQLITE_ROW) a.rows.push_back(row_of(statement));
      if (a.result == SQLITE_DONE) a.result = SQLITE_OK;
    }
    if (a.result != SQLITE_OK) a.message = sqlite3_errmsg(db_);
    sqlite3_finalize(statement);
    return a;
  }
  // The first value of the only row.
  [[nodiscard]] sql_value value(std::string_view sql, const std::vector<sql_value>& given = {}) const {
    const answer a = ask(sql, given);
    EXPECT_EQ(a.result, SQLITE_OK) << sql << ": " << a.message;
    EXPECT_EQ(a.rows.size(), 1U) << sql;
    return a.rows.size() == 1 && !a.rows[0].empty() ? a.rows[0][0] : sql_value();
  }
  [[nodiscard]] std::string text(std::string_view sql, const std::vector<sql_value>& given = {}) const {
    const sql_value v = value(sql, given);
    EXPECT_TRUE(std::holds_alternative<std::string>(v)) << sql;
    return std::holds_alternative<std::string>(v) ? std::get<std::string>(v) : "(no text)";
  }
  [[nodiscard]] std::int64_t integer(std::string_view sql, const std::vector<sql_value>& given = {}) const {
    const sql_value v = value(sql, given);
    EXPECT_TRUE(std::holds_alternative<std::int64_t>(v)) << sql;
    return std::holds_alternative<std::int64_t>(v) ? std::get<std::int64_t>(v) : INT64_MIN;
  }
  [[nodiscard]] std::string error(std::string_view sql, const std::vector<sql_value>& given = {}) const {
    const answer a = ask(sql, given);
    EXPECT_EQ(a.result, SQLITE_ERROR) << sql;
    return a.message;
  }
  void run(const std::string& sql) const {
    char* message = nullptr;
    EXPECT_EQ(sqlite3_exec(db_, sql.c_str(), nullptr, nullptr, &message), SQLITE_OK)
        << sql << ": " << (message ? message : "");
    sqlite3_free(message);
  }
  // The lines of the plan.
  [[nodiscard]] std::string plan(const std::string& sql) const {
    std::string lines;
    for (const sql_row& row : ask("EXPLAIN QUERY PLAN " + sql).rows)
      lines += std::get<std::string>(row[3]) + '\n';
    return lines;
  }

 private:
  static void bind(sqlite3_stmt* statement, int at, const sql_value& v) {
    int result = SQLITE_OK;
    if (const auto* i = std::get_if<std::int64_t>(&v)) {
      result = sqlite3_bind_int64(statement, at, *i);
    } else if (const auto* d = std::get_if<double>(&v)) {
      result = sqlite3_bind_double(statement, at, *d);
    } else if (const auto* s = std::get_if<std::string>(&v)) {
      result = sqlite3_bind_text(statement, at, s->data(), static_cast<int>(s->size()), SQLITE_TRANSIENT);
    } else if (const auto* b = std::get_if<blob>(&v)) {
      result = b->empty() ? sqlite3_bind_zeroblob(statement, at, 0)
                          : sqlite3_bind_blob(statement, at, b->data(), static_cast<int>(b->size()),
                                              SQLITE_TRANSIENT);
    }
    EXPECT_EQ(result, SQLITE_OK);
  }
  static sql_row row_of(sqlite3_stmt* statement) {
    sql_row row;
    for (int i = 0; i < sqlite3_column_count(statement); ++i) {
      const auto size = [&] { return static_cast<std::size_t>(sqlite3_column_bytes(statement, i)); };
      switch (sqlite3_column_type(statement, i)) {
        case SQLITE_INTEGER:
          row.emplace_back(static_cast<std::int64_t>(sqlite3_column_int64(statement, i)));
          break;
        case SQLITE_FLOAT:
          row.emplace_back(sqlite3_column_double(statement, i));
          break;
        case SQLITE_TEXT: {
          const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(statement, i));
          row.emplace_back(std::string(bytes, size()));
          break;
        }
        case SQLITE_BLOB: {
          const auto* bytes = static_cast<const unsigned char*>(sqlite3_column_blob(statement, i));
          row.emplace_back(blob(bytes, bytes + size()));
          break;
        }
        default:
          row.emplace_back();
      }
    }
    return row;
  }

  sqlite3* db_ = nullptr;
};

}  // namespace sortid_test
