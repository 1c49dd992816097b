// Arguments of every kind, the forms that ids are given back in, and the two tables.
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "database.hpp"
#include "sortid/system.hpp"

namespace sortid_test {
namespace {

namespace {
const char* const an_ulid = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
bool begins(const std::string& text, const std::string& with) { return text.rfind(with, 0) == 0; }
}  // namespace

// Name and number of arguments of everything the extension adds.
std::vector<std::pair<std::string, int>> added_functions() {
  const database with;
  const database without(":memory:", false);
  std::set<std::pair<std::string, int>> own;
  const auto list = [](const database& db) {
    return db.ask("SELECT name, narg FROM pragma_function_list WHERE narg >= 0").rows;
  };
  for (const sql_row& row : list(without))
    own.emplace(std::get<std::string>(row[0]), static_cast<int>(std::get<std::int64_t>(row[1])));
  std::vector<std::pair<std::string, int>> added;
  for (const sql_row& row : list(with)) {
    std::pair<std::string, int> f(std::get<std::string>(row[0]),
                                  static_cast<int>(std::get<std::int64_t>(row[1])));
    if (!own.contains(f)) added.push_back(std::move(f));
  }
  return added;
}

bool lists_functions() {
  const database db(":memory:", false);
  // Without narg before 3.31; the pragma itself is a build option of old versions.
  return db.ask("SELECT name, narg FROM pragma_function_list").rows.size() > 1;
}

std::string call_of(const std::string& name, const std::vector<std::string>& arguments) {
  std::string sql = "SELECT " + name + "(";
  for (std::size_t i = 0; i < arguments.size(); ++i) sql += (i == 0 ? "" : ", ") + arguments[i];
  return sql + ")";
}

TEST(SqliteFunctions, NullInNullOutInEveryPlace) {
  if (!lists_functions()) GTEST_SKIP() << "this SQLite does not list its functions";
  const database db;
  const auto functions = added_functions();
  EXPECT_GT(functions.size(), 400U);
  for (const auto& [name, count] : functions) {
    if (count == 0) continue;
    const std::vector<std::string> all(static_cast<std::size_t>(count), "NULL");
    EXPECT_EQ(db.value(call_of(name, all)), sql_value()) << name;
  }
  EXPECT_EQ(db.value("SELECT typeid(NULL, uuid7())"), sql_value());
  EXPECT_EQ(db.value("SELECT typeid('user', NULL)"), sql_value());
  EXPECT_EQ(db.value("SELECT ulid_first('2026-01-01', NULL)"), sql_value());
  EXPECT_EQ(db.value("SELECT id_convert(NULL, 'ulid', 'uuid')"), sql_value());
  EXPECT_TRUE(db.ask("SELECT * FROM id_generate(NULL)").rows.empty());
  EXPECT_TRUE(db.ask("SELECT * FROM id_generate(3, NULL)").rows.empty());
  EXPECT_TRUE(db.ask("SELECT * FROM id_inspect(NULL)").rows.empty());
}

// Masks of tests/oracle/vectors/mask/vectors.json, whose keys are hexadecimal.
TEST(SqliteFunctions, Masks) {
  const database db;
  const char* folder = std::getenv("SORTID_VECTORS");
  ASSERT_NE(folder, nullptr) << "SORTID_VECTORS is not set: run this by ctest";
  std::ifstream file(std::string(folder) + "/mask/vectors.json");
  for (const auto& c : nlohmann::json::parse(file)) {
    if (c.at("version") != 8) continue;
    const auto quoted = [&](const char* name) { return "'" + c.at(name).get<std::string>() + "'"; };
    const std::string rest = ", " + quoted("key") + ", " + quoted("format") + ")";
    EXPECT_EQ(db.value("SELECT id_mask(" + quoted("text") + rest),
              sql_value(c.at("masked").get<std::string>()));
    EXPECT_EQ(db.value("SELECT id_unmask(" + quoted("masked") + rest),
              sql_value(c.at("text").get<std::string>()));
  }
  const std::string key = "x'000102030405060708090a0b0c0d0e0f'";
  // A text tells its format; what is no text needs it. The answer is as the id is.
  EXPECT_EQ(db.value("SELECT id_mask('00000000000000000000000000', " + key + ")"),
            sql_value(std::string("55NM0SPZ7JSDRGK2S1F2SJ3WSF")));
  EXPECT_EQ(db.value("SELECT id_mask(ulid_bytes('00000000000000000000000000'), " + key +
                     ", 'ulid') = ulid_bytes('55NM0SPZ7JSDRGK2S1F2SJ3WSF')"),
            sql_value(std::int64_t{1}));
  EXPECT_EQ(
      db.value("SELECT id_unmask(id_mask(12345, " + key + ", 'ulid-flake'), " + key + ", 'ulid_flake')"),
      sql_value(std::int64_t{12345}));
  EXPECT_TRUE(begins(db.error("SELECT id_mask(x'00', " + key + ")"),
                     "sortid: only a text tells its format: name it as third argument"));
  EXPECT_TRUE(begins(db.error("SELECT id_mask('00000000000000000000000000', x'00')"),
                     "sortid: a key has 16 or 32 bytes"));
  EXPECT_TRUE(begins(db.error("SELECT id_unmask('018fb1c8-5d6e-7a2b-9c3d-4e5f60718293', " + key + ")"),
                     "sortid: range at position 14"));
  EXPECT_EQ(db.value("SELECT try_id_unmask('018fb1c8-5d6e-7a2b-9c3d-4e5f60718293', " + key + ")"),
            sql_value());
  // A masker is kept from row to row as long as its key is a constant, whatever the formats; another key is
  // another one.
  EXPECT_EQ(db.value("SELECT group_concat(id_unmask(id_mask(id, " + key + "), " + key +
                     "), ' ') FROM (SELECT column1 AS id FROM "
                     "(VALUES ('00000000000000000000000000'), ('NjnXKP5onFA'), "
                     "('00000000000000000000000001'), (NULL)))"),
            sql_value(std::string("00000000000000000000000000 NjnXKP5onFA 00000000000000000000000001")));
  EXPECT_EQ(
      db.value(
          "SELECT count(DISTINCT id_mask('00000000000000000000000000', column1)) FROM "
          "(VALUES (x'000102030405060708090a0b0c0d0e0f'), (zeroblob(16)), (zeroblob(32)), (zeroblob(16)))"),
      sql_value(std::int64_t{3}));
}

// Name-based ids of tests/oracle/vectors/named/vectors.json.
TEST(SqliteFunctions, NamedIds) {
  const database db;
  const char* folder = std::getenv("SORTID_VECTORS");
  ASSERT_NE(folder, nullptr) << "SORTID_VECTORS is not set: run this by ctest";
  std::ifstream file(std::string(folder) + "/named/vectors.json");
  for (const auto& c : nlohmann::json::parse(file)) {
    const auto name = c.at("name").get<std::string>();
    if (!c.at("extension").is_null() || name.find('\0') != std::string::npos) continue;
    const auto f = c.at("format").get<std::string>();
    const std::string before = f == "typeid" ? "typeid_named('" + c.at("prefix").get<std::string>() + "', "
                                             : (f == "uuidv7" ? "uuid7" : f) + "_named(";
    EXPECT_EQ(db.value("SELECT " + before + std::to_string(c.at("unix_ms").get<std::int64_t>()) + ", '" +
                       name + "', '" + c.at("key").get<std::string>() + "')"),
              sql_value(c.at("text").get<std::string>()));
  }
  const std::string key = ", x'000102030405060708090a0b0c0d0e0f')";
  EXPECT_EQ(db.value("SELECT ulid_named_bytes('2023-11-14T22:13:20Z', 'customers/4711'" + key +
                     " = ulid_bytes('01HF7YAT00R22V3SAVX86VBHR2')"),
            sql_value(std::int64_t{1}));
  EXPECT_TRUE(begins(db.error("SELECT ulid_named(-1, 'a'" + key), "sortid: range"));
  EXPECT_TRUE(begins(db.error("SELECT ulid_named(0, 7" + key), "sortid: a name is a text"));
  EXPECT_TRUE(begins(db.error("SELECT ulid_named(0, 'a', x'00')"), "sortid: a key has 16 or 32 bytes"));
  EXPECT_TRUE(begins(db.error("SELECT xid_named(0, 'a'" + key), "no such function"));
}

// Whichever argument is NULL, a wrong one beside it is an error.
TEST(SqliteFunctions, NullHidesNoWrongArgument) {
  const database db;
  const auto expect = [&db](const char* sql, const char* message) {
    EXPECT_TRUE(begins(db.error(sql), std::string("sortid: ") + message)) << sql << ": " << db.error(sql);
  };
  expect("SELECT typeid(NULL, 'x')", "length at position 1: ");
  expect("SELECT typeid('User', NULL)", "prefix at position 0: ");
  expect("SELECT typeid_at(NULL, 'noon')", "character at position 0: ");
  expect("SELECT typeid_at('User', NULL)", "prefix at position 0: ");
  expect("SELECT ulid_first(NULL, 'noon')", "character at position 0: ");
  expect("SELECT ulid_last('noon', NULL)", "character at position 0: ");
  expect("SELECT typeid_first(NULL, NULL, 'noon')", "character at position 0: ");
  expect("SELECT typeid_last('User', NULL, NULL)", "prefix at position 0: ");
  expect("SELECT id_convert(NULL, 'snowflake', 'ulid')", "there is no format \"snowflake\"; there are ulid");
  expect("SELECT id_convert(NULL, NULL, 'snowflake')", "there is no format \"snowflake\"; there are ulid");
  expect("SELECT id_convert('x', 'snowflake', NULL)", "there is no format \"snowflake\"; there are ulid");
  expect("SELECT id_convert('x', 'ulid', NULL)", "length at position 1: ");
  expect("SELECT * FROM id_generate(NULL, 'snowflake')", "there is no format \"snowflake\"; there are ulid");
  expect("SELECT * FROM id_generate(NULL, 'uuid')", "no ids are made of the format uuid");
  expect("SELECT * FROM id_generate(-1, NULL)", "the number of ids is an integer, 0 or more");
  expect("SELECT * FROM id_generate(NULL, 'ulid', 7)", "ulid takes no option");
  expect("SELECT * FROM id_generate(NULL, 'typeid', 'User')", "prefix at position 0: ");
  expect("SELECT * FROM id_inspect(NULL, 'snowflake')", "there is no format \"snowflake\"; there are ulid");
  expect("SELECT id_convert(NULL, 'ul' || char(0), 'ulid')", "there is no such format; there are ulid");
  for (const char* const call : {"try_ulid_first(NULL, 'noon')", "try_typeid_last('User', NULL, NULL)"})
    EXPECT_EQ(db.value(std::string("SELECT ") + call), sql_value()) << call;
}

TEST(SqliteFunctions, AnOptionThatIsNullIsLeftOut) {
  const database db;
  for (const char* const format : {"ulid", "typeid", "uuid7", "euid", "ulid_flake_scalable"})
    EXPECT_EQ(db.integer("SELECT count(*) FROM id_generate(2, ?, NULL)", {std::string(format)}), 2) << format;
  EXPECT_EQ(db.text("SELECT DISTINCT typeid_prefix(id) FROM id_generate(2, 'typeid', NULL)"), "");
}

// Whatever it is given, a function answers or rejects, and its twin never rejects an id or an instant.
TEST(SqliteFunctions, EveryFunctionTakesEveryValue) {
  if (!lists_functions()) GTEST_SKIP() << "this SQLite does not list its functions";
  const database db;
  const std::vector<sql_value> values{std::int64_t{0},
                                      std::int64_t{-1},
                                      INT64_MIN,
                                      INT64_MAX,
                                      std::int64_t{1767225600000},
                                      0.0,
                                      -1.5,
                                      1e308,
                                      std::string(),
                                      std::string(an_ulid),
                                      std::string("user_2x4y6z8a0b1c2d3e4f5g6h7j8k"),
                                      std::string("5TK7MT834rx"),
                                      std::string("C8ZM14GR4JXG0MQXVY18S8TJNA6"),
                                      std::string("2026-01-01"),
                                      std::string("2026-01-01 00:00:00"),
                                      std::string("999999999999999999999999"),
                                      std::string("-271821-04-20"),
                                      std::string("999999-12-31T23:59:59.999Z"),
                                      std::string("01ARZ3NDEK\0SV4RRFFQ69G5FAV", 26),
                                      std::string(26, '\0'),
                                      std::string("\xff\xfe\x80", 3),
                                      std::string(5'000, '0'),
                                      blob(),
                                      blob(1),
                                      blob(8),
                                      blob(8, 0xff),
                                      blob(15),
                                      blob(16),
                                      blob(16, 0xff),
                                      blob(17),
                                      blob(50'000, 0x41)};
  const auto functions = added_functions();
  for (const auto& [name, count] : functions) {
    if (count == 0) continue;
    // A name of a format, and a key, are the statement's.
    const bool twin = name.starts_with("try_") && !name.starts_with("try_id_");
    bool fails = false;
    std::string sql = call_of(name, std::vector<std::string>(static_cast<std::size_t>(count), "?"));
    for (const sql_value& v : values) {
      const answer a = db.ask(sql, std::vector<sql_value>(static_cast<std::size_t>(count), v));
      if (a.result == SQLITE_OK) continue;
      EXPECT_EQ(a.result, SQLITE_ERROR) << name;
      EXPECT_TRUE(begins(a.message, "sortid: ")) << name << ": " << a.message;
      EXPECT_FALSE(twin) << name << ": " << a.message;
      fails = true;
    }
    // What makes an id of other things than ids has none, and a value of which nothing can be told is no
    // text.
    const auto has = [&name = name](const char* word) { return name.find(word) != std::string::npos; };
    const bool without = has("_at") || has("_from_timestamp") || has("_named") || has("_with_") ||
                         name == "typeid" || name == "typeid_generate" || name == "typeid_new" ||
                         name == "id_detect" || name == "id_find";
    if (!fails || name.starts_with("try_")) continue;
    EXPECT_EQ(
        std::find(functions.begin(), functions.end(), std::pair("try_" + name, count)) == functions.end(),
        without)
        << name << " of " << count;
  }
}

TEST(SqliteFunctions, AnErrorNamesReasonAndPosition) {
  const database db;
  const auto expect = [&db](const char* sql, const char* message) { EXPECT_EQ(db.error(sql), message); };
  expect("SELECT ulid('01ARZ3NDEKTSV4RRFFQ69G5FAU')",
         "sortid: character at position 25: 'U' at position 25 is not a symbol of ulid");
  expect("SELECT ulid('01ARZ3')", "sortid: length at position 6: ulid has 26 symbols, found 6");
  expect("SELECT ulid('8ZZZZZZZZZZZZZZZZZZZZZZZZZ')",
         "sortid: overflow at position 0: greater than the largest ulid");
  expect("SELECT euid('C8X2HA87098A0W837DX13FEAWVV')",
         "sortid: checksum at position 25: check-mod 56 expected, found 123 at position 25");
  expect("SELECT typeid_uuid('User_2x4y6z8a0b1c2d3e4f5g6h7j8k')",
         "sortid: prefix at position 0: 'U' at position 0 does not fit the prefix rule (a-z and _, a letter "
         "first and last)");
  expect("SELECT typeid('User')",
         "sortid: prefix at position 0: 'U' at position 0 does not fit the prefix rule (a-z and _, a letter "
         "first and last)");
  expect("SELECT ulid(x'0102')", "sortid: length at position 2: a blob of ulid has 16 bytes, found 2");
  expect("SELECT ulid(7)",
         "sortid: length at position 0: ulid is a text or a blob of 16 bytes, not an integer");
  expect("SELECT xid(7.5)",
         "sortid: length at position 0: xid is a text or a blob of 8 bytes or an integer, not a real number");
  expect("SELECT ulid_flake(-1)",
         "sortid: overflow at position 0: an integer of SQLite's that is negative, or was past 2^63 - 1, is "
         "no id");
  expect("SELECT ulid_flake(x'8000000000000000')",
         "sortid: overflow at position 0: greater than the largest ulid-flake");
  expect("SELECT uid11_int(x'8000000000000000')",
         "sortid: overflow at position 0: past 2^63 - 1, the largest integer of SQLite's: take the 8 bytes");
  expect("SELECT ulid_first(1.5)",
         "sortid: length at position 0: an instant is Unix milliseconds as an integer, or a text, not a real "
         "number");
  expect("SELECT ulid_first(1717653966)",
         "sortid: length at position 10: seconds or milliseconds? Write 2024-06-06T06:06:06.000Z, or "
         "1970-01-20T21:07:33.966Z for the milliseconds, as a text");
  expect("SELECT ulid_first(2024)",
         "sortid: length at position 4: a year or milliseconds? Write 2024-01-01, or "
         "1970-01-01T00:00:02.024Z for the milliseconds, as a text");
  expect("SELECT ulid_first('2026-13-01')",
         "sortid: range at position 5: 13 is outside the range for an instant; "
         "write 2026-01-01, 2026-01-01T10:00:00Z or 1767225600000 (milliseconds)");
  expect("SELECT uuid7_first('1969-12-31')",
         "sortid: range at position 0: uuidv7 has the instants 1970-01-01T00:00:00.000Z to "
         "10889-08-02T05:31:50.655Z");
  expect("SELECT ulid_last(5, 5)",
         "sortid: range at position 0: the interval is empty: its end does not belong to it");
  expect("SELECT uuid_time('919108f7-52d1-4320-9bac-f847db4148a8')",
         "sortid: range at position 0: a UUID of this version has no time; 1, 2, 6 and 7 have");
  expect("SELECT typeid_time('user_626ang150m27pb7j4zdffcxp26')",  // RFC 9562, A.1: version 1
         "sortid: range at position 0: a TypeID that is not of version 7 has no time");
  expect("SELECT ulid_flake_scalable_with_sid(32)", "sortid: sid is an integer from 0 to 31");
  expect("SELECT uid11_snowish_with_machine(-1)", "sortid: machine is an integer from 0 to 1023");
  expect("SELECT euid_with_extension('7')", "sortid: extension is an integer from 0 to 32767");
  expect("SELECT id_convert('01ARZ3NDEKTSV4RRFFQ69G5FAV', 'ulid', 'xid')",
         "sortid: range at position 0: ulid has 128 bits, xid has 64");
  expect("SELECT id_convert('5TK7MT834rx', 'xid', 'uuid7')",
         "sortid: range at position 0: xid has 64 bits, uuidv7 has 128");
  expect("SELECT id_convert('01ARZ3NDEKTSV4RRFFQ69G5FAV', 'ulid', 'int')",
         "sortid: overflow at position 0: past 2^63 - 1, the largest integer of SQLite's: take the 8 bytes");
  EXPECT_EQ(db.value("SELECT id_detect('01ARZ3NDEKTSV4RRFFQ69G5FAU')"), sql_value());
  // The ids inside a text: of the formats that a text tells, or of the one that is named.
  EXPECT_EQ(db.value("SELECT id_find('of user_01h455vb4pex5vsknk084sn02q: 01ARZ3NDEKTSV4RRFFQ69G5FAV.')"),
            sql_value(R"(["user_01h455vb4pex5vsknk084sn02q","01ARZ3NDEKTSV4RRFFQ69G5FAV"])"));
  EXPECT_EQ(db.value("SELECT id_find('5TK7MT834rx', 'xid') || id_find('5TK7MT834rx')"),
            sql_value(R"(["5TK7MT834rx"][])"));
  EXPECT_EQ(db.value("SELECT id_find(NULL)"), sql_value());
  EXPECT_EQ(db.value("SELECT id_find('5TK7MT834rx', NULL)"), sql_value());
  expect("SELECT count(*) FROM id_generate(-1)", "sortid: the number of ids is an integer, 0 or more");
  expect("SELECT count(*) FROM id_generate(1, 'uuid')", "sortid: no ids are made of the format uuid");
  expect("SELECT count(*) FROM id_generate(1, 'ulid', 7)", "sortid: ulid takes no option");
  expect("SELECT count(*) FROM id_generate", "sortid: id_generate(n) needs the number of ids");
  expect("SELECT count(*) FROM id_inspect", "sortid: id_inspect(id) needs an id");
}

TEST(SqliteFunctions, InstantsAsSqliteWritesThem) {
  const database db;
  const auto ms = [&db](const char* at) {
    return db.integer("SELECT ulid_ms(ulid_first(?))", {std::string(at)});
  };
  EXPECT_EQ(ms("2026-01-01"), 1767225600000);
  EXPECT_EQ(ms("2026-01-01 10:00:00"), 1767261600000);
  EXPECT_EQ(ms("2026-01-01T10:00:00.5"), 1767261600500);
  EXPECT_EQ(ms("2026-01-01 10:00:00Z"), 1767261600000);
  EXPECT_EQ(ms("2026-01-01T10:00:00+02:00"), 1767254400000);
  EXPECT_EQ(ms("1767225600000"), 1767225600000);
  EXPECT_EQ(db.integer("SELECT ulid_ms(ulid_first(datetime('2026-01-01', '+1 day'))) - "
                       "1000 * strftime('%s', '2026-01-02')"),
            0);
  // What is rejected with and without the zone keeps the position of the text as given.
  EXPECT_TRUE(begins(db.error("SELECT ulid_first('2026-01-01 10:00')"), "sortid: length at position 16: "));
  EXPECT_TRUE(begins(db.error("SELECT ulid_first('2026-01-01 25:00:00')"), "sortid: range at position 11: "));
  EXPECT_TRUE(begins(db.error("SELECT ulid_first('now')"), "sortid: character at position 0: "));
  // Finer than a millisecond: an instant's own millisecond, but an interval's ends move up.
  EXPECT_EQ(db.integer("SELECT ulid_ms(ulid_first('2026-01-01T00:00:00.0001Z'))"), 1767225600000);
  EXPECT_EQ(db.integer("SELECT ulid_ms(ulid_first('2026-01-01T00:00:00.0001Z', '2027-01-01'))"),
            1767225600001);
}

TEST(SqliteFunctions, NewIdsOfEveryFormat) {
  const database db;
  for (const char* base : {"ulid", "uuid7", "euid", "ulid_flake", "ulid_flake_scalable", "xid", "uid11",
                           "uid11_fullrand", "uid11_ts_seq_rand"}) {
    const std::string b(base);
    EXPECT_EQ(db.integer("SELECT " + b + "_is_valid(" + b + "())"), 1) << b;
    EXPECT_EQ(db.integer("SELECT " + b + "_is_valid(" + b + "_bytes())"), 1) << b;
    EXPECT_NE(db.value("SELECT " + b + "()"), db.value("SELECT " + b + "()")) << b;
    if (b == "uid11" || b == "uid11_fullrand") continue;
    const std::int64_t made = db.integer("SELECT " + b + "_ms(" + b + "())");
    EXPECT_LT(std::abs(made - sortid::system_clock::now()), 3'600'000)
        << b << ": the clock may be set meanwhile";
  }
  EXPECT_EQ(db.text("SELECT typeid_prefix(typeid('user'))"), "user");
  EXPECT_EQ(db.text("SELECT typeid_prefix(typeid())"), "");
  EXPECT_EQ(db.text("SELECT typeid_prefix(typeid_at('user', '2026-01-01'))"), "user");
  EXPECT_EQ(db.integer("SELECT uuid7_is_valid(typeid_uuid(typeid('user')))"), 1);
  EXPECT_EQ(db.text("SELECT ulid_time(ulid_at('2026-01-01'))"), "2026-01-01T00:00:00.000Z");
  EXPECT_EQ(db.integer("SELECT ulid_flake_ms(ulid_flake_at_int(1767225600123))"), 1767225600123);
  EXPECT_EQ(db.text("SELECT json_extract(ulid_flake_scalable_fields(ulid_flake_scalable_with_sid(31)), "
                    "'$.scalability')"),
            "31");
  EXPECT_EQ(
      db.text("SELECT json_extract(uid11_snowish_fields(uid11_snowish_with_machine_int(1023)), '$.machine')"),
      "1023");
  for (const int extension : {0, 1, 2, 1000, 32767}) {
    const std::string sql = "SELECT json_extract(euid_fields(euid_with_extension_bytes(" +
                            std::to_string(extension) + ")), '$.extension')";
    EXPECT_EQ(db.text(sql), std::to_string(extension));
  }
}

// The core's sentence: another process would make the same ids.
TEST(SqliteFunctions, NoSnowishWithoutAMachine) {
  const database db;
  for (const char* call : {"uid11_snowish()", "uid11_snowish_int()", "uid11_snowish_with_sequence('zero')",
                           "id FROM id_generate(10, 'uid11_snowish')",
                           "id FROM id_generate(10, 'uid11-snowish', NULL, 'random')"}) {
    EXPECT_EQ(db.error(std::string("SELECT ") + call),
              "sortid: no new uid11-snowish: only a number keeps its ids apart: give one (0, too), a pool of "
              "numbers, or an order that all share")
        << call;
  }
  EXPECT_EQ(db.integer("SELECT uid11_snowish_is_valid(uid11_snowish_with_machine(0))"), 1);
}

// What the core says of each start, for the ids that are the first of their millisecond and for those that
// are not.
TEST(SqliteFunctions, WhereASequenceBegins) {
  const database db;
  struct {
    std::string call;
    std::string machine;
    std::string format;
    unsigned sequence_at;  // the field's lowest bit
    unsigned timestamp_at;
    unsigned milliseconds;  // that begin
  } const cases[] = {
      {"uid11_snowish_with_machine", "7, ", "uid11_snowish", 0, 22, 400},
      {"uid11_ts_seq_rand_with_sequence", "", "uid11_ts_seq_rand", 10, 22, 20},
  };
  for (const auto& c : cases) {
    for (const std::string start : {"zero", "random", "carry_on"}) {
      const std::string sql = "SELECT " + c.call + "_int(" + c.machine + "'" + start + "')";
      std::int64_t last = db.integer(sql);
      std::set<std::int64_t> remainders;
      for (unsigned begun = 0; begun != (start == "random" ? c.milliseconds : 20);) {
        const std::int64_t id = db.integer(sql);
        const std::int64_t sequence = id >> c.sequence_at & 0xFFF;
        const std::int64_t before = last >> c.sequence_at & 0xFFF;
        if (id >> c.timestamp_at == last >> c.timestamp_at) {
          EXPECT_EQ(sequence, before + 1) << start;
        } else {
          ++begun;
          remainders.insert(sequence % 16);
          if (start == "random") {
            EXPECT_LT(sequence, 2048);
          } else {
            EXPECT_EQ(sequence, start == "zero" ? 0 : (before + 1) % 2048) << start;
          }
        }
        last = id;
      }
      // One run of 10^10 leaves a remainder out.
      if (start == "random" && c.milliseconds == 400) {
        EXPECT_EQ(remainders.size(), 16U);
      }
    }
    EXPECT_EQ(db.integer("SELECT " + c.format + "_is_valid(" + c.call + "(" + c.machine + "'random'))"), 1);
    EXPECT_EQ(db.integer("SELECT length(" + c.call + "_bytes(" + c.machine + "'carry_on'))"), 8);
  }
  // One order, however the sequence begins and whatever the machine.
  db.run("CREATE TABLE starts(k INTEGER PRIMARY KEY, s TEXT)");
  db.run("INSERT INTO starts(s) VALUES ('random'), ('zero'), ('carry_on')");
  db.run(
      "CREATE TABLE mixed AS WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 6000) "
      "SELECT i, uid11_snowish_with_machine_int(7, (SELECT s FROM starts WHERE k = 1 + c.i % 3)) AS id FROM "
      "c");
  EXPECT_EQ(db.integer("SELECT count(*) FROM mixed AS a JOIN mixed AS b ON b.i = a.i + 1 AND b.id > a.id"),
            5999);
  EXPECT_EQ(db.integer(
                "SELECT count(*) FROM mixed WHERE json_extract(uid11_snowish_fields(id), '$.machine') = '7'"),
            6000);
  EXPECT_EQ(db.integer("SELECT count(DISTINCT id) FROM id_generate(5000, 'uid11-snowish', 3, 'random')"),
            5000);
  EXPECT_EQ(db.integer("SELECT count(*) FROM id_generate(3, 'uid11-ts-seq-rand', NULL, 'carry_on')"), 3);
  EXPECT_EQ(db.integer("SELECT count(*) FROM id_generate(3, 'ulid', NULL, NULL)"), 3);
  EXPECT_EQ(
      db.integer(
          "SELECT CAST(group_concat(g.rowid, '') AS INTEGER) FROM (VALUES (1), (2)), id_generate(3) AS g"),
      12012);
  // What was left out is as if nothing had been said before it: sequences that begin at zero.
  EXPECT_EQ(db.integer("WITH starts(s) AS (VALUES ('random'), (NULL)), "
                       "made AS (SELECT s, g.int AS id FROM starts, id_generate(9000, "
                       "'uid11-ts-seq-rand', NULL, s) AS g), "
                       "pairs AS (SELECT s, id, lag(id) OVER (ORDER BY id) AS before FROM made) "
                       "SELECT count(*) FROM pairs WHERE s IS NULL AND id >> 22 > before >> 22 AND "
                       "id >> 10 & 0xFFF > 0"),
            0);
  EXPECT_EQ(db.integer("SELECT uid11_ts_seq_rand_with_sequence(NULL) IS NULL"), 1);
  EXPECT_EQ(db.integer("SELECT uid11_snowish_with_machine(1, NULL) IS NULL"), 1);
  EXPECT_EQ(db.integer("SELECT uid11_snowish_with_machine(NULL, 'random') IS NULL"), 1);
  const auto rejected = [&db](const std::string& sql, const char* why) {
    EXPECT_EQ(db.error(sql), why) << sql;
  };
  const char* const names = "sortid: sequence is 'zero', 'random' or 'carry_on'";
  rejected("SELECT uid11_ts_seq_rand_with_sequence('one')", names);
  rejected("SELECT uid11_ts_seq_rand_with_sequence('Random')", names);
  rejected("SELECT uid11_ts_seq_rand_with_sequence(1)", names);
  rejected("SELECT uid11_ts_seq_rand_with_sequence(x'7a65726f')", names);
  rejected("SELECT uid11_ts_seq_rand_with_sequence('zero' || char(0))", names);
  rejected("SELECT uid11_snowish_with_machine(NULL, '')", names);
  rejected("SELECT uid11_snowish_with_machine(1024, 'random')",
           "sortid: machine is an integer from 0 to 1023");
  rejected("SELECT count(*) FROM id_generate(1, 'uid11-snowish', 1, 'none')", names);
  rejected("SELECT count(*) FROM id_generate(1, 'ulid', NULL, 'zero')", "sortid: ulid takes no sequence");
  rejected("SELECT ulid_flake_scalable_with_sid(1, 'zero')",
           "wrong number of arguments to function ulid_flake_scalable_with_sid()");
}

TEST(SqliteFunctions, EverythingOfOneStatementIsIncreasing) {
  const database db;
  for (const char* call : {"ulid()", "ulid_bytes()", "uuid7()", "typeid('a')", "euid()", "ulid_flake_int()",
                           "ulid_flake_scalable_int()", "uid11_ts_seq_rand_bytes()",
                           "ulid_flake_scalable_with_sid_int(3)", "uid11_snowish_with_machine_int(5)"}) {
    db.run("DROP TABLE IF EXISTS made");
    db.run(
        std::string(
            "CREATE TABLE made AS WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < "
            "5000) SELECT i, ") +
        call + " AS id FROM c");
    EXPECT_EQ(db.integer("SELECT count(*) FROM made AS a JOIN made AS b ON b.i = a.i + 1 AND b.id > a.id"),
              4999)
        << call;
  }
}

TEST(SqliteFunctions, TheTableOfNewIds) {
  const database db;
  EXPECT_EQ(db.integer("SELECT count(DISTINCT id) FROM id_generate(1000)"), 1000);
  EXPECT_EQ(db.integer("SELECT count(*) FROM id_generate(0)"), 0);
  EXPECT_EQ(db.integer("SELECT sum(ulid(bytes) = id) FROM id_generate(600)"), 600);
  EXPECT_EQ(db.integer("SELECT sum(xid_int(id) = int AND xid(bytes) = id) FROM id_generate(300, 'xid')"),
            300);
  EXPECT_EQ(
      db.integer("SELECT sum(typeid_prefix(id) = 'org_unit') FROM id_generate(300, 'typeid', 'org_unit')"),
      300);
  EXPECT_EQ(
      db.integer(
          "SELECT sum(json_extract(euid_fields(id), '$.extension') = '9') FROM id_generate(300, 'euid', "
          "9)"),
      300);
  // By the name that the functions have too, and no more than are read.
  EXPECT_EQ(db.ask("SELECT id FROM id_generate(9223372036854775807, 'uuid7') LIMIT 3").rows.size(), 3U);
  EXPECT_EQ(db.integer("SELECT count(*) FROM (SELECT id, rowid FROM id_generate(1000) ORDER BY rowid) AS a"),
            1000);
  // Arguments from another table.
  db.run(
      "CREATE TABLE wanted(f TEXT, n INT); INSERT INTO wanted VALUES ('ulid', 2), ('euid', 3), ('uuidv7', "
      "0)");
  EXPECT_EQ(db.integer("SELECT count(*) FROM wanted JOIN id_generate(wanted.n, wanted.f)"), 5);
  EXPECT_EQ(db.integer("SELECT count(*) FROM wanted, id_generate AS g WHERE g.n = wanted.n AND g.format = "
                       "wanted.f AND g.id IS NOT NULL"),
            5);
}

// SQLite asks the table for them where it does not take them for arguments, or checks an argument once more.
TEST(SqliteFunctions, HiddenColumnsAreTheArguments) {
  const database db;
  EXPECT_EQ(db.integer("SELECT count(*) FROM id_generate(3) WHERE n = 3"), 3);
  EXPECT_EQ(db.integer("SELECT count(*) FROM id_generate(3) WHERE n = 2"), 0);
  EXPECT_EQ(db.integer("SELECT count(*) FROM id_generate(3, 'ulid') WHERE format = 'ulid'"), 3);
  EXPECT_EQ(db.integer("SELECT count(*) FROM id_generate(3) WHERE n IN (3, 4)"), 3);
  const std::string text = "org_unit";
  EXPECT_EQ(db.ask("SELECT n, format, option FROM id_generate(1, 'typeid', 'org_unit')").rows,
            (std::vector<sql_row>{{std::int64_t{1}, std::string("typeid"), text}}));
  EXPECT_EQ(db.ask("SELECT n, format, option FROM id_generate(300) LIMIT 1 OFFSET 299").rows,
            (std::vector<sql_row>{{std::int64_t{300}, {}, {}}}));

  db.run("CREATE TABLE t(k INT, id)");
  db.run("INSERT INTO t VALUES (1, 'none'), (2, NULL), (0, '01arz3ndektsv4rrffq69g5fav')");
  EXPECT_EQ(db.text("SELECT group_concat(k) FROM (SELECT t.k FROM t JOIN id_generate AS g ON g.n = t.k "
                    "WHERE g.n > 1)"),
            "2,2");
  EXPECT_EQ(db.ask("SELECT t.k FROM t LEFT JOIN id_inspect AS i ON i.given = t.id WHERE i.given IS NULL "
                   "ORDER BY t.k")
                .rows,
            (std::vector<sql_row>{{std::int64_t{1}}, {std::int64_t{2}}}));
  EXPECT_EQ(db.ask("SELECT given, only FROM id_inspect('01arz3ndektsv4rrffq69g5fav', 'ulid')").rows,
            (std::vector<sql_row>{{std::string("01arz3ndektsv4rrffq69g5fav"), std::string("ulid")}}));
  // As it was given, in type and bytes.
  const blob bytes(16, 1);
  EXPECT_EQ(db.ask("SELECT given FROM id_inspect(?, 'ulid')", {bytes}).rows, (std::vector<sql_row>{{bytes}}));
  EXPECT_EQ(db.ask("SELECT given FROM id_inspect(zeroblob(16), 'ulid')").rows,
            (std::vector<sql_row>{{blob(16)}}));

  const database wide;
  wide.run("PRAGMA encoding = 'UTF-16'; CREATE TABLE t(x)");
  EXPECT_EQ(wide.ask("SELECT given, only FROM id_inspect('01arz3ndektsv4rrffq69g5fav', 'ulid') "
                     "WHERE only = 'ulid'")
                .rows,
            (std::vector<sql_row>{{std::string("01arz3ndektsv4rrffq69g5fav"), std::string("ulid")}}));
}

TEST(SqliteFunctions, TheTableOfReadings) {
  const database db;
  const answer text = db.ask("SELECT * FROM id_inspect('01arz3ndektsv4rrffq69g5fav')");
  ASSERT_EQ(text.rows.size(), 2U);
  EXPECT_EQ(text.rows[0][0], sql_value(std::string("ulid")));
  EXPECT_EQ(text.rows[0][1], sql_value(std::string(an_ulid)));
  EXPECT_EQ(text.rows[0][3], sql_value());
  EXPECT_EQ(text.rows[0][4], sql_value(std::int64_t{1469922850259}));
  EXPECT_EQ(text.rows[0][5], sql_value(std::string("2016-07-30T23:54:10.259Z")));
  EXPECT_EQ(text.rows[1][0], sql_value(std::string("typeid")));
  EXPECT_EQ(text.rows[1][4], sql_value());
  EXPECT_EQ(db.text("SELECT text FROM id_inspect('user_2x4y6z8a0b1c2d3e4f5g6h7j8k')"),
            "user_2x4y6z8a0b1c2d3e4f5g6h7j8k");
  EXPECT_EQ(db.text("SELECT group_concat(format) FROM id_inspect(0)"), "ulid-flake,ulid-flake-scalable,xid");
  EXPECT_EQ(db.text("SELECT group_concat(format) FROM id_inspect(x'ffffffffffffffff')"), "xid");
  EXPECT_EQ(db.text("SELECT group_concat(format) FROM id_inspect(x'01563e3ab5d3d6764c61efb99302bd5b')"),
            "ulid,typeid,euid");
  EXPECT_EQ(db.text("SELECT format FROM id_inspect('5TK7MT834rx', 'uid11-snowish')"), "uid11-snowish");
  EXPECT_EQ(db.integer("SELECT count(*) FROM id_inspect('5TK7MT834rx', 'ulid')"), 0);
  EXPECT_EQ(
      db.text("SELECT j.value FROM id_inspect('5TK7MT834rx') AS i, json_each(i.fields) AS j WHERE j.key = "
              "'random'"),
      std::to_string(1918655116723066557 % (1LL << 22)));
}

TEST(SqliteFunctions, BitsUnderAnotherName) {
  const database db;
  EXPECT_EQ(db.text("SELECT id_convert(?, 'ulid', 'uuid')", {std::string(an_ulid)}),
            "01563e3a-b5d3-d676-4c61-efb99302bd5b");
  EXPECT_EQ(db.text("SELECT id_convert('01563e3a-b5d3-d676-4c61-efb99302bd5b', 'uuid', 'ulid')"), an_ulid);
  EXPECT_EQ(db.text("SELECT hex(id_convert(?, 'ulid', 'bytes'))", {std::string(an_ulid)}),
            "01563E3AB5D3D6764C61EFB99302BD5B");
  EXPECT_EQ(db.integer("SELECT id_convert('00CMXB6TAK4SA', 'ulid-flake', 'int')"), 14246757444195114);
  EXPECT_EQ(db.text("SELECT id_convert(14246757444195114, 'ulid_flake', 'ulid_flake')"), "00CMXB6TAK4SA");
  EXPECT_EQ(db.text("SELECT id_convert('user_2x4y6z8a0b1c2d3e4f5g6h7j8k', 'typeid', 'typeid')"),
            "user_2x4y6z8a0b1c2d3e4f5g6h7j8k");
  EXPECT_TRUE(begins(db.error("SELECT id_convert(?, 'ulid', 'uuid7')", {std::string(an_ulid)}),
                     "sortid: range at position "));
  EXPECT_EQ(db.value("SELECT try_id_convert(?, 'ulid', 'uuid7')", {std::string(an_ulid)}), sql_value());
}

// What the guide says of a column of TypeIDs without their prefix.
TEST(SqliteFunctions, TheBoundsOfTypeIdsAsBlobsAreThoseOfUuid7) {
  const database db;
  EXPECT_EQ(db.integer("SELECT typeid_bytes(typeid_first('user', 5)) = uuid7_first_bytes(5) AND "
                       "typeid_bytes(typeid_last('user', 5)) = uuid7_last_bytes(5)"),
            1);
  EXPECT_EQ(db.integer("SELECT typeid_bytes(typeid_at('user', 5)) BETWEEN uuid7_first_bytes(5) AND "
                       "uuid7_last_bytes(5)"),
            1);
}

TEST(SqliteFunctions, ATextIsReadWholeNulAndAll) {
  const database db;
  const std::string with_nul = std::string(an_ulid) + std::string("\0x", 2);
  EXPECT_TRUE(begins(db.error("SELECT ulid(?)", {with_nul}), "sortid: length at position 26: "));
  EXPECT_EQ(db.integer("SELECT ulid_is_valid(?)", {std::string(an_ulid) + '\0'}), 0);
  EXPECT_EQ(db.integer("SELECT xid_is_valid(?)", {std::string("5TK7MT834r\0", 11)}), 0);
}

TEST(SqliteFunctions, TheEntryMayRunTwice) {
  const database db;
  if (std::getenv("SORTID_SQLITE_MODULE") == nullptr) {
    EXPECT_EQ(sqlite3_sortid_init(db.handle(), nullptr, nullptr), SQLITE_OK);
  }
  EXPECT_EQ(db.integer("SELECT ulid_is_valid(ulid())"), 1);
}

}  // namespace
}  // namespace sortid_test
