// The vectors of SORTID_VECTORS through SQL.
#include <nlohmann/json.hpp>

#include "database.hpp"
#include "sortid/formats.hpp"
#include "support/vector_files.hpp"

namespace sortid_test {
namespace {

using nlohmann::json;

unsigned digit(char c) { return static_cast<unsigned>(c <= '9' ? c - '0' : c - 'a' + 10); }

blob from_hex(const std::string& hex) {
  blob bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
    bytes.push_back(static_cast<unsigned char>(digit(hex[i]) << 4U | digit(hex[i + 1])));
  return bytes;
}

std::string raw(const json& c, const char* key = "text") {
  if (!c.contains("bytes")) return c[key];
  const blob bytes = from_hex(c["bytes"]);
  return {bytes.begin(), bytes.end()};
}

// What a format's functions begin with.
std::string base_of(std::string format) {
  if (format == "uuidv7") return "uuid7";
  for (char& c : format) c = c == '-' ? '_' : c;
  return format;
}

std::string reason_of(const json& c) {
  const std::string reason = c["reason"];
  return reason == "alphabet" ? "character" : reason;
}

class sqlite_vectors : public testing::TestWithParam<const char*>, protected sortid_test::vector_files {
 protected:
  sqlite_vectors() { db_.run(std::string("PRAGMA encoding = '") + GetParam() + "'; CREATE TABLE t(x)"); }

  [[nodiscard]] sql_value call(const std::string& function, const std::vector<sql_value>& given) const {
    std::string marks;
    for (std::size_t i = 0; i < given.size(); ++i) marks += i == 0 ? "?" : ", ?";
    return db_.value("SELECT " + function + "(" + marks + ")", given);
  }
  // An error with that reason and place, the same of the check, no validity, and NULL of the twin.
  void expect_rejected(const std::string& base, const sql_value& value, const json& c) const {
    const std::string message = db_.error("SELECT " + base + "_bytes(?)", {value});
    std::string begin = "sortid: " + reason_of(c) + " at position ";
    std::string check = reason_of(c) + " at position ";
    if (c.contains("position") && std::holds_alternative<std::string>(value)) {
      const std::string position = std::to_string(c["position"].get<int>());
      begin += position + ": ";
      check += position;
    }
    EXPECT_EQ(message.substr(0, begin.size()), begin);
    EXPECT_EQ(std::get<std::string>(call(base + "_check", {value})).substr(0, check.size()), check);
    EXPECT_EQ(call(base + "_is_valid", {value}), sql_value(std::int64_t{0}));
    EXPECT_EQ(call("try_" + base + "_bytes", {value}), sql_value());
  }

  void valid(const std::string& base, const json& c) const {
    const std::string text = raw(c);
    const blob bytes = from_hex(c["hex"]);
    const std::string canonical = c.value("canonical", text);
    EXPECT_EQ(call(base + "_bytes", {text}), sql_value(bytes));
    EXPECT_EQ(call(base + "_check", {text}), sql_value());
    EXPECT_EQ(call(base + "_is_valid", {text}), sql_value(std::int64_t{1}));
    EXPECT_EQ(call(base + "_is_valid", {bytes}), sql_value(std::int64_t{1}));
    if (base == "typeid") {
      EXPECT_EQ(call("typeid_prefix", {text}), sql_value(c["prefix"].get<std::string>()));
      const sql_value uuid = call("typeid_uuid", {text});
      EXPECT_EQ(call("typeid", {c["prefix"].get<std::string>(), uuid}), sql_value(canonical));
      EXPECT_EQ(call("typeid", {c["prefix"].get<std::string>(), bytes}), sql_value(canonical));
      if (c.contains("uuid")) {
        EXPECT_EQ(uuid, sql_value(c["uuid"].get<std::string>()));
      }
    } else {
      EXPECT_EQ(call(base, {text}), sql_value(canonical));
      EXPECT_EQ(call(base, {bytes}), sql_value(canonical));
    }
    if (bytes.size() == 8) {
      const bool fits = bytes[0] < 0x80;
      const sql_value number =
          fits ? sql_value(std::int64_t{std::stoll(c["int"].get<std::string>())}) : sql_value();
      EXPECT_EQ(call("try_" + base + "_int", {text}), number);
      if (fits) {
        EXPECT_EQ(call(base, {number}), sql_value(canonical));
      } else {
        EXPECT_NE(db_.error("SELECT " + base + "_int(?)", {text}).find("sortid: overflow at position 0: "),
                  std::string::npos);
      }
    }
    if (c.contains("fields")) {
      EXPECT_EQ(json::parse(std::get<std::string>(call(base + "_fields", {text}))), c["fields"]);
    }
    if (c.contains("unix_ms") && base != "uid11" && base != "uid11_fullrand") {
      const bool timed = !c["unix_ms"].is_null();
      const sql_value ms = timed ? sql_value(c["unix_ms"].get<std::int64_t>()) : sql_value();
      EXPECT_EQ(call("try_" + base + "_ms", {text}), ms);
      EXPECT_EQ(call("try_" + base + "_ms", {bytes}), ms);
      if (c.contains("time") && !c["time"].is_null()) {
        EXPECT_EQ(call(base + "_time", {text}), sql_value(c["time"].get<std::string>()));
      }
      if (!timed) {
        EXPECT_NE(db_.error("SELECT " + base + "_time(?)", {text}).find("sortid: range at position 0: "),
                  std::string::npos);
      }
    }
  }

  void bounds(const std::string& base, const json& c, const std::vector<sql_value>& instants) const {
    std::vector<sql_value> given = instants;
    const std::string of = base == "typeid" ? "uuid7" : base;
    EXPECT_EQ(call(of + "_first_bytes", given), sql_value(from_hex(c["first"])));
    EXPECT_EQ(call(of + "_last_bytes", given), sql_value(from_hex(c["last"])));
    if (base == "typeid") {
      given.insert(given.begin(), std::string("user"));
      EXPECT_EQ(call("typeid_bytes", {call("typeid_first", given)}), sql_value(from_hex(c["first"])));
      EXPECT_EQ(call("typeid_bytes", {call("typeid_last", given)}), sql_value(from_hex(c["last"])));
      EXPECT_EQ(call("typeid_prefix", {call("typeid_last", given)}), sql_value(std::string("user")));
    } else {
      EXPECT_EQ(call(base + "_bytes", {call(base + "_first", given)}), sql_value(from_hex(c["first"])));
      EXPECT_EQ(call(base + "_bytes", {call(base + "_last", given)}), sql_value(from_hex(c["last"])));
    }
  }

  void run(const json& data) {
    each(data, "detect", [this](const json& c) {
      std::vector<std::string> formats;
      for (const sql_row& row : db_.ask("SELECT format FROM id_inspect(?)", {raw(c)}).rows)
        formats.push_back(std::get<std::string>(row[0]));
      EXPECT_EQ(formats, c["formats"].get<std::vector<std::string>>());
      EXPECT_EQ(call("id_detect", {raw(c)}), formats.empty() ? sql_value() : sql_value(formats.front()));
    });
    if (!data.contains("format")) return;
    const std::string base = base_of(data["format"]);
    each(data, "valid", [&](const json& c) {
      json fields = c.value("fields", json());
      if (c.contains("scalable")) {
        json other = c;
        other["fields"] = c["scalable"];
        valid("ulid_flake_scalable", other);
      }
      valid(base == "uid11" && fields.contains("timestamp") ? "xid" : base, c);
    });
    each(data, "invalid", [&](const json& c) {
      // What is not UTF-8 does not survive the way through UTF-16 as it is.
      if (std::string(GetParam()) != "UTF-8" && c.contains("bytes")) return;
      expect_rejected(base, raw(c), c);
    });
    each(data, "lenient", [&](const json& c) {
      EXPECT_EQ(call(base + "_lenient", {raw(c)}), sql_value(c["canonical"].get<std::string>()));
      EXPECT_EQ(call(base + "_lenient_bytes", {raw(c)}), sql_value(from_hex(c["hex"])));
    });
    each(data, "lenient_invalid", [&](const json& c) {
      if (base == "typeid" || base == "xid" || base.starts_with("uid11")) {
        EXPECT_EQ(db_.ask("SELECT " + base + "_lenient('')").result, SQLITE_ERROR);
        return;
      }
      const std::string begin =
          "sortid: " + reason_of(c) + " at position " + std::to_string(c["position"].get<int>()) + ": ";
      EXPECT_EQ(db_.error("SELECT " + base + "_lenient(?)", {raw(c)}).substr(0, begin.size()), begin);
      EXPECT_EQ(call("try_" + base + "_lenient", {raw(c)}), sql_value());
    });
    each(data, "invalid_values", [&](const json& c) { expect_rejected(base, from_hex(c["hex"]), c); });
    each(data, "instants", [&](const json& c) { bounds(base, c, {c["unix_ms"].get<std::int64_t>()}); });
    each(data, "intervals", [&](const json& c) {
      bounds(base, c, {c["from_ms"].get<std::int64_t>(), c["to_ms"].get<std::int64_t>()});
    });
    const bool bounded = data.contains("instants");
    each(data, "invalid_instants", [&](const json& c) {
      const std::string of = base == "typeid" ? "uuid7" : base;
      const std::vector<sql_value> at{c["unix_ms"].get<std::int64_t>()};
      if (!bounded) {
        EXPECT_EQ(db_.ask("SELECT " + of + "_first(?)", at).result, SQLITE_ERROR);
        return;
      }
      EXPECT_EQ(db_.error("SELECT " + of + "_first(?)", at).substr(0, 29), "sortid: range at position 0: ");
      EXPECT_EQ(call("try_" + of + "_last", at), sql_value());
    });
    each(data, "invalid_intervals", [&](const json& c) {
      if (!bounded) return;
      const std::string of = base == "typeid" ? "uuid7" : base;
      const std::vector<sql_value> interval{c["from_ms"].get<std::int64_t>(), c["to_ms"].get<std::int64_t>()};
      EXPECT_EQ(db_.error("SELECT " + of + "_last(?, ?)", interval).substr(0, 29),
                "sortid: range at position 0: ");
      EXPECT_EQ(call("try_" + of + "_first_bytes", interval), sql_value());
    });
    each(data, "prefixes", [&](const json& c) {
      const sql_value text = raw(c, "prefix");
      const auto expect_bound = [&](const char* end, const std::string& number) {
        const std::string function = std::string("uid11_text_prefix_") + end;
        const blob bytes = std::get<blob>(call(function + "_bytes", {text}));
        unsigned long long value = 0;
        for (const unsigned char byte : bytes) value = value << 8 | byte;
        EXPECT_EQ(std::to_string(value), number);
        EXPECT_EQ(call("uid11_bytes", {call(function, {text})}), sql_value(bytes));
      };
      expect_bound("first", c["lower"]);
      expect_bound("last", c["upper"]);
    });
    each(data, "invalid_prefixes", [&](const json& c) {
      std::string begin = "sortid: " + reason_of(c) + " at position ";
      if (c.contains("position")) begin += std::to_string(c["position"].get<int>()) + ": ";
      EXPECT_EQ(db_.error("SELECT uid11_text_prefix_first(?)", {raw(c)}).substr(0, begin.size()), begin);
      EXPECT_EQ(call("try_uid11_text_prefix_last", {raw(c)}), sql_value());
    });
  }

  void run_intervals() {
    each_interval([this](const json& c, const auto& from, const auto& to) {
      if (c["bounds"] != "[)" || !from || !to) return;
      const std::string base = base_of(c["format"]);
      if (!c.contains("first")) {
        const std::string of = base == "typeid" ? "uuid7" : base;
        if (sortid::format::find(c["format"].get<std::string>())->layout().bounded()) {
          EXPECT_EQ(call("try_" + of + "_first", {from->text(), to->text()}), sql_value());
        }
        return;
      }
      bounds(base, c, {from->text(), to->text()});
      // An end that SQLite's own functions wrote has no zone.
      std::string unzoned = to->text();
      unzoned.pop_back();
      bounds(base, c, {from->text(), unzoned});
    });
  }

 private:
  database db_;
};

INSTANTIATE_TEST_SUITE_P(encodings, sqlite_vectors, testing::Values("UTF-8", "UTF-16le", "UTF-16be"),
                         [](const auto& suite) {
                           const std::string name(suite.param);
                           return name == "UTF-8" ? "utf8" : name == "UTF-16le" ? "utf16le" : "utf16be";
                         });

TEST_P(sqlite_vectors, of_intervals_finer_than_a_millisecond) { run_intervals(); }

TEST_P(sqlite_vectors, of_this_repository) {
  run_own([this](const json& data) { run(data); });
}

}  // namespace
}  // namespace sortid_test
