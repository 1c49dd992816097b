// ctest labels: kernels
// Arrow columns against the vectors, in every layout; and what is wrong with arrays, streams and operations.
#include "sortid/arrow.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "sortid/batch.hpp"
#include "support/arrow_arrays.hpp"
#include "support/vector_files.hpp"

namespace {

using namespace sortid_test;
using nlohmann::json;
using sortid::format;
using sortid::reason;
using sortid::arrow::column;
using sortid::arrow::column_error;
using sortid::arrow::content;
using sortid::arrow::operation;
using sortid::arrow::owned;
using sortid::arrow::source;
using sortid::arrow::text_type;

format found(std::string_view name) { return format::find(name).value(); }

// One array through an operation; the rows of what is made of it.
struct outcome {
  column_error why;
  std::string type;
  std::string label;
  arrow_rows rows;
};

outcome run(const operation& does, const char* type, const arrow_rows& rows, std::size_t offset = 0) {
  owned<ArrowSchema> schema;
  *schema.get() = arrow_type(type);
  owned<ArrowArray> array;
  *array.get() = array_of(type, rows, offset);
  const ArrowArray* const one = array.get();
  column made;
  outcome out{sortid::arrow::transform(does, *schema, {&one, 1}, made), {}, {}, {}};
  if (out.why) return out;
  owned<ArrowSchema> made_type;
  owned<ArrowArray> made_array;
  made.to_schema(*made_type.get());
  EXPECT_TRUE(made.to_array(*made_array.get()));
  out.type = made_type->format;
  if (made_type->metadata != nullptr) out.label.assign(made_type->metadata, 74);
  out.rows = rows_of(out.type, *made_array);
  EXPECT_EQ(out.rows.size(), made.size());
  EXPECT_EQ(static_cast<std::size_t>(std::count(out.rows.begin(), out.rows.end(), std::nullopt)),
            made.null_count());
  return out;
}

// The bytes of a vector's id as a column has them.
std::string stored_id(const json& c) {
  const std::string hex = c["hex"];
  std::string bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
    bytes += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
  if (bytes.size() == 8) {
    std::uint64_t number = 0;
    for (const char byte : bytes) number = number << 8 | static_cast<unsigned char>(byte);
    std::memcpy(bytes.data(), &number, 8);
  }
  return bytes;
}

std::string stored_ms(const json& c) {
  const auto ms = c["unix_ms"].get<std::int64_t>();
  return {reinterpret_cast<const char*>(&ms), sizeof ms};
}

class arrow_vectors : public testing::Test, protected vector_files {};

TEST_F(arrow_vectors, every_layout_both_ways) {
  run_own([&](const json& data) {
    if (!data.contains("format")) return;
    const format f = found(data["format"].get<std::string>());
    // The valid texts by their prefix; a column has one.
    std::map<std::string, std::vector<json>> columns;
    each(data, "valid", [&](const json& c) { columns[c.value("prefix", "")].push_back(c); });
    for (const auto& [prefix, cases] : columns) {
      arrow_rows texts, canonical, ids, times;
      for (std::size_t i = 0; i < 300; ++i) {
        const json& c = cases[i % cases.size()];
        if (i % 7 == 3) {
          for (arrow_rows* rows : {&texts, &canonical, &ids, &times}) rows->emplace_back();
          continue;
        }
        texts.emplace_back(c["text"].get<std::string>());
        canonical.emplace_back(c.value("canonical", *texts.back()));
        ids.emplace_back(stored_id(c));
        times.push_back(c.value("unix_ms", json()).is_null() ? std::nullopt
                                                             : std::optional<std::string>(stored_ms(c)));
      }
      operation read{f};
      read.prefix = sortid::type_prefix::parse(prefix).value();
      operation time = read;
      time.makes = content::times;
      operation valid = read;
      valid.makes = content::valid;
      for (const std::size_t offset : {0U, 1U, 13U}) {
        for (const char* const type : {"u", "U", "vu"}) {
          SCOPED_TRACE(std::string(f.name()) + " " + type + " " + prefix);
          EXPECT_EQ(run(read, type, texts, offset).rows, ids);
          EXPECT_EQ(run(time, type, texts, offset).rows, times);
          for (const auto& row : run(valid, type, texts, offset).rows) EXPECT_NE(row, "false");
        }
        const std::vector<const char*> id_types = f.layout().bits == 128
                                                      ? std::vector<const char*>{"w:16", "z", "Z", "vz"}
                                                      : std::vector<const char*>{"L"};
        for (const char* const type : id_types) {
          SCOPED_TRACE(std::string(f.name()) + " " + type);
          EXPECT_EQ(run(time, type, ids, offset).rows, times);
          for (const text_type as : {text_type::utf8, text_type::large_utf8, text_type::utf8_view}) {
            operation write = read;
            write.makes = content::texts;
            write.texts = as;
            EXPECT_EQ(run(write, type, ids, offset).rows, canonical);
          }
        }
      }
      // Without a null the texts stand end to end, and are read so.
      arrow_rows full;
      arrow_rows full_ids;
      for (std::size_t i = 0; i < texts.size(); ++i) {
        if (texts[i]) full.push_back(texts[i]);
        if (ids[i]) full_ids.push_back(ids[i]);
      }
      for (const char* const type : {"u", "U", "vu"}) EXPECT_EQ(run(read, type, full, 2).rows, full_ids);
    }
  });
}

TEST_F(arrow_vectors, rejected_texts) {
  run_own([&](const json& data) {
    if (!data.contains("format")) return;
    const format f = found(data["format"].get<std::string>());
    const json good = data["valid"][0];
    operation read{f};
    read.prefix = sortid::type_prefix::parse(good.value("prefix", "")).value();
    each(data, "invalid", [&](const json& c) {
      if (c.contains("bytes") || f.layout().prefixed) return;
      const std::string text = c["text"];
      const std::string word = c["reason"];
      arrow_rows texts(300, good["text"].get<std::string>());
      texts[0] = texts[257] = std::nullopt;
      texts[270] = text;
      for (const char* const type : {"u", "U", "vu"}) {
        const column_error why = run(read, type, texts).why;
        EXPECT_EQ(why.because, column_error::cause::rejected);
        EXPECT_EQ(why.row, 270);
        EXPECT_EQ(why.format_name, f.name());
        EXPECT_EQ(sortid::name_of(why.why.why), word);
        if (c.contains("position")) {
          EXPECT_EQ(why.why.position, c["position"].get<std::uint32_t>());
        }
        operation nulls = read;
        nulls.to_nulls = true;
        const outcome kept = run(nulls, type, texts);
        EXPECT_EQ(std::count(kept.rows.begin(), kept.rows.end(), std::nullopt), 3);
        EXPECT_EQ(kept.rows[271], stored_id(good));
        operation check = read;
        check.makes = content::reasons;
        arrow_rows reasons(300);
        reasons[270] = word;
        EXPECT_EQ(run(check, type, texts).rows, reasons);
        check.makes = content::valid;
        arrow_rows valid(300, "true");
        valid[0] = valid[257] = std::nullopt;
        valid[270] = "false";
        EXPECT_EQ(run(check, type, texts).rows, valid);
      }
    });
  });
}

const char* const ulid_text = "01ARZ3NDEKTSV4RRFFQ69G5FAV";  // ulid/spec, README.md
const char* const ulid_uuid = "01563e3a-b5d3-d676-4c61-efb99302bd5b";

TEST(arrow, conversions_keep_the_bits) {
  operation convert{found("ulid")};
  convert.makes = content::texts;
  convert.to = found("uuid");
  EXPECT_EQ(run(convert, "u", {ulid_text, std::nullopt}).rows, (arrow_rows{ulid_uuid, std::nullopt}));
  convert.from = found("uuid");
  convert.to = found("typeid");
  convert.to_prefix = sortid::type_prefix::parse("user").value();
  EXPECT_EQ(run(convert, "vu", {ulid_uuid}).rows, (arrow_rows{"user_01arz3ndektsv4rrffq69g5fav"}));
  // Of no version 7.
  convert.to = found("uuidv7");
  convert.to_prefix = {};
  const column_error why = run(convert, "u", {std::nullopt, ulid_uuid}).why;
  EXPECT_EQ(why.why.why, reason::range);
  EXPECT_EQ(why.row, 1);
  EXPECT_STREQ(why.format_name, "uuidv7");
  convert.to_nulls = true;
  EXPECT_EQ(run(convert, "u", {ulid_uuid}).rows, (arrow_rows{std::nullopt}));
  convert.to = found("xid");
  EXPECT_EQ(run(convert, "u", {ulid_uuid}).why.because, column_error::cause::unsupported);
}

TEST(arrow, uuids_are_labelled) {
  const std::string label(
      "\2\0\0\0\24\0\0\0ARROW:extension:name\12\0\0\0arrow.uuid\30\0\0\0ARROW:extension:metadata\0\0\0\0",
      74);
  for (const char* const name : {"uuid", "uuidv7", "typeid"})
    EXPECT_EQ(run({found(name)}, "u", {}).label, label) << name;
  for (const char* const name : {"ulid", "euid", "xid"}) EXPECT_EQ(run({found(name)}, "u", {}).label, "");
}

std::string number(std::int64_t value) { return {reinterpret_cast<const char*>(&value), sizeof value}; }

TEST(arrow, bounds_of_instants) {
  operation first{found("ulid")};
  first.takes = source::first_at;
  first.makes = content::texts;
  operation last = first;
  last.takes = source::last_at;
  const arrow_rows at{number(1469922850259), std::nullopt, number(0)};
  EXPECT_EQ(run(first, "l", at).rows,
            (arrow_rows{"01ARZ3NDEK0000000000000000", std::nullopt, "00000000000000000000000000"}));
  EXPECT_EQ(run(last, "l", at).rows,
            (arrow_rows{"01ARZ3NDEKZZZZZZZZZZZZZZZZ", std::nullopt, "0000000000ZZZZZZZZZZZZZZZZ"}));
  const column_error why = run(first, "l", {number(0), number(-1)}).why;
  EXPECT_EQ(why.why.why, reason::range);
  EXPECT_EQ(why.row, 1);
  EXPECT_EQ(std::string(why.sentence.view()), "an instant outside the range for ulid");
  EXPECT_STREQ(why.format_name, "ulid");
  operation none = first;
  none.from = found("uid11-fullrand");
  EXPECT_EQ(std::string(run(none, "l", at).why.sentence.view()),
            "uid11-fullrand has no smallest and largest id of an instant");
  // A timestamp of another unit is rounded down.
  owned<ArrowSchema> type;
  owned<ArrowArray> array;
  *array.get() = array_of("l", {number(1469922850259999)});
  const ArrowArray* const one = array.get();
  column made;
  *type.get() = arrow_type("tsu:Europe/Paris");
  ASSERT_FALSE(sortid::arrow::transform(last, *type, {&one, 1}, made));
  EXPECT_EQ(std::string(made.texts().data(), made.texts().size()), "01ARZ3NDEKZZZZZZZZZZZZZZZZ");
  *type.get() = arrow_type("tss:");
  EXPECT_EQ(sortid::arrow::transform(last, *type, {&one, 1}, made).why.why, reason::range);
  first.from = found("uuid");
  EXPECT_EQ(run(first, "l", at).why.because, column_error::cause::unsupported);
}

TEST(arrow, signed_ids) {
  operation read{found("xid")};
  read.is_signed = true;
  const sortid::xid largest = sortid::xid::max();
  const std::string text(largest.to_text().view());
  const column_error why = run(read, "u", {text}).why;
  EXPECT_EQ(why.why.why, reason::overflow);
  operation write{found("xid")};
  write.makes = content::texts;
  EXPECT_EQ(run(write, "l", {std::nullopt, number(-1)}).why.row, 1);
  EXPECT_EQ(run(write, "L", {number(-1)}).rows, (arrow_rows{text}));
}

TEST(arrow, dictionaries) {
  const arrow_rows words{ulid_text, std::nullopt, "bad", "7ZZZZZZZZZZZZZZZZZZZZZZZZZ"};
  for (const char index : std::string("cCsSiIlL")) {
    const std::size_t width = std::string("cCsSiIlL").find(index) / 2;
    std::string indices;
    for (const std::int64_t place : {3, 0, 1, 3, 0})
      indices.append(reinterpret_cast<const char*>(&place), std::size_t{1} << width);
    const char name[] = {index, '\0'};
    for (const char* const values : {"u", "vu"}) {
      owned<ArrowSchema> type;
      ArrowSchema of = arrow_type(values);
      *type.get() = arrow_type(name, &of);
      owned<ArrowArray> array;
      *array.get() = arrow_array::make({4, -1, 1}, {std::string("\x17"), indices},
                                       std::make_unique<ArrowArray>(array_of(values, words)));
      const ArrowArray* const one = array.get();
      operation write{found("ulid")};
      write.makes = content::texts;
      column made;
      ASSERT_FALSE(sortid::arrow::transform(write, *type, {&one, 1}, made));
      owned<ArrowArray> out;
      ASSERT_TRUE(made.to_array(*out.get()));
      // Rows 1 to 4; the third of them is null, and the second one's text.
      EXPECT_EQ(rows_of("u", *out), (arrow_rows{words[0], std::nullopt, std::nullopt, words[0]}));
      for (const std::int64_t outside : {std::int64_t{4}, std::int64_t{-1}}) {
        std::string wrong = indices;
        std::memcpy(wrong.data() + (std::size_t{1} << width) * 2, &outside, std::size_t{1} << width);
        *array.get() = (array->release(array.get()),
                        arrow_array::make({4, -1, 1}, {std::string("\x17"), wrong},
                                          std::make_unique<ArrowArray>(array_of(values, words))));
        EXPECT_EQ(sortid::arrow::transform(write, *type, {&one, 1}, made).because,
                  column_error::cause::malformed);
      }
    }
  }
  EXPECT_EQ(arrow_array::live, 0);
}

TEST(arrow, nulls_alone) {
  const auto made = [](const operation& does, std::size_t size, std::int64_t null_count) {
    owned<ArrowSchema> schema;
    *schema.get() = arrow_type("n");
    ArrowArray nulls{};
    nulls.length = static_cast<std::int64_t>(size);
    nulls.null_count = null_count;
    nulls.release = [](ArrowArray*) {};
    const ArrowArray* const both[] = {&nulls, &nulls};
    column out;
    EXPECT_FALSE(sortid::arrow::transform(does, *schema, both, out));
    EXPECT_EQ(out.size(), 2 * size);
    EXPECT_EQ(out.null_count(), 2 * size);
    owned<ArrowSchema> type;
    out.to_schema(*type.get());
    return std::string(type->format);
  };
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{1000}}) {
    for (const std::int64_t count : {static_cast<std::int64_t>(size), std::int64_t{-1}, std::int64_t{0}}) {
      for (const source takes :
           {source::any, source::texts, source::ids, source::first_at, source::last_at}) {
        for (const auto& [makes, type] : {std::pair{content::ids, "w:16"}, {content::texts, "u"}})
          EXPECT_EQ(made({.from = found("ulid"), .makes = makes, .takes = takes}, size, count), type);
        EXPECT_EQ(made({.from = found("xid"), .takes = takes, .is_signed = true}, size, count), "l");
        EXPECT_EQ(made({.from = found("xid"), .takes = takes}, size, count), "L");
      }
      EXPECT_EQ(made({.from = found("typeid"), .makes = content::times}, size, count), "tsm:UTC");
      EXPECT_EQ(made({.from = found("ulid"), .makes = content::reasons}, size, count), "u");
      EXPECT_EQ(made({.from = found("ulid"), .makes = content::valid}, size, count), "b");
    }
  }
  // A dictionary without a value.
  owned<ArrowSchema> type;
  ArrowSchema nothing = arrow_type("n");
  *type.get() = arrow_type("c", &nothing);
  auto values = std::make_unique<ArrowArray>();
  values->length = 1;
  values->null_count = 1;
  values->release = [](ArrowArray* a) { a->release = nullptr; };
  owned<ArrowArray> array;
  *array.get() = arrow_array::make({2, 0, 0}, {std::string(), std::string(2, '\0')}, std::move(values));
  const ArrowArray* const one = array.get();
  column out;
  ASSERT_FALSE(sortid::arrow::transform({found("ulid")}, *type.get(), {&one, 1}, out));
  EXPECT_EQ(out.null_count(), 2U);
  // Buffers that such an array does not have, of which Polars gives one.
  owned<ArrowSchema> schema;
  *schema.get() = arrow_type("n");
  *array.get() = (array->release(array.get()), arrow_array::make({3, 3, 1}, {std::string("\xFF")}));
  ASSERT_FALSE(sortid::arrow::transform({found("ulid")}, *schema.get(), {&one, 1}, out));
  EXPECT_EQ(out.null_count(), 3U);
}

TEST(arrow, malformed_arrays) {
  const auto why = [](const char* type, auto change) {
    owned<ArrowSchema> schema;
    *schema.get() = arrow_type(type);
    owned<ArrowArray> array;
    *array.get() = array_of(type, {ulid_text, "longer than a view holds", std::nullopt});
    change(*array.get());
    const ArrowArray* const one = array.get();
    column made;
    operation does{found("ulid")};
    does.to_nulls = true;
    return sortid::arrow::transform(does, *schema, {&one, 1}, made).because;
  };
  using cause = column_error::cause;
  for (const char* const type : {"u", "U", "vu", "w:16", "z"}) {
    SCOPED_TRACE(type);
    EXPECT_EQ(why(type, [](ArrowArray&) {}), cause::none);
    for (const std::int64_t wrong : {std::int64_t{-1}, INT64_MIN, INT64_MAX}) {
      EXPECT_EQ(why(type, [=](ArrowArray& a) { a.length = wrong; }), cause::malformed);
      EXPECT_EQ(why(type, [=](ArrowArray& a) { a.offset = wrong; }), cause::malformed);
      EXPECT_EQ(why(type, [=](ArrowArray& a) { a.n_buffers = wrong; }), cause::malformed);
    }
    for (const std::int64_t wrong : {std::int64_t{-2}, std::int64_t{4}})
      EXPECT_EQ(why(type, [=](ArrowArray& a) { a.null_count = wrong; }), cause::malformed);
    EXPECT_EQ(why(type, [](ArrowArray& a) { a.null_count = 1, a.buffers[0] = nullptr; }), cause::malformed);
    EXPECT_EQ(why(type, [](ArrowArray& a) { a.null_count = -1, a.buffers[0] = nullptr; }), cause::none);
    EXPECT_EQ(why(type, [](ArrowArray& a) { a.n_children = 1; }), cause::malformed);
    EXPECT_EQ(why(type, [](ArrowArray& a) { a.dictionary = &a; }), cause::malformed);
    EXPECT_EQ(why(type, [](ArrowArray& a) { a.buffers[1] = nullptr; }), cause::malformed);
    EXPECT_EQ(why(type, [](ArrowArray& a) { a.buffers = nullptr; }), cause::malformed);
    EXPECT_EQ(why(type, [](ArrowArray& a) { a.length = 0, a.null_count = 0, a.buffers[1] = nullptr; }),
              cause::none);
  }
  for (const char* const type : {"u", "U", "vu"})
    EXPECT_EQ(why(type, [](ArrowArray& a) { a.buffers[2] = nullptr; }), cause::malformed) << type;
  const auto put = [](ArrowArray& a, std::size_t index, std::int32_t value) {
    std::memcpy(static_cast<char*>(const_cast<void*>(a.buffers[1])) + 4 * index, &value, 4);
  };
  EXPECT_EQ(why("u", [&](ArrowArray& a) { put(a, 0, -1); }), cause::malformed);
  EXPECT_EQ(why("u", [&](ArrowArray& a) { put(a, 1, 9), put(a, 2, 8); }), cause::malformed);
  EXPECT_EQ(why("u",
                [&](ArrowArray& a) {
                  a.buffers[2] = nullptr, put(a, 0, 9), put(a, 1, 9), put(a, 2, 9), put(a, 3, 9);
                }),
            cause::malformed);
  EXPECT_EQ(why("vu", [&](ArrowArray& a) { put(a, 0, -1); }), cause::malformed);
  EXPECT_EQ(why("vu", [&](ArrowArray& a) { put(a, 2, 1); }), cause::malformed);
  EXPECT_EQ(why("vu", [&](ArrowArray& a) { put(a, 2, -1); }), cause::malformed);
  EXPECT_EQ(why("vu", [&](ArrowArray& a) { put(a, 3, -1); }), cause::malformed);
  EXPECT_EQ(why("vu", [&](ArrowArray& a) { put(a, 3, 25); }), cause::malformed);
}

TEST(arrow, types_that_no_column_has) {
  for (const char* const type : {"+s", "g", "w:8", "vv", "tdX", "tsx:", "ts", "", "nn", "b"}) {
    owned<ArrowSchema> schema;
    *schema.get() = arrow_type(type);
    column made;
    EXPECT_EQ(sortid::arrow::transform({found("ulid")}, *schema, {}, made).because, column_error::cause::type)
        << type;
  }
  owned<ArrowSchema> none;
  *none.get() = arrow_type(nullptr);
  ArrowSchema out{};
  EXPECT_EQ(sortid::arrow::type_of({found("ulid")}, *none, out).because, column_error::cause::type);
  EXPECT_EQ(sortid::arrow::type_of({found("ulid")}, ArrowSchema{}, out).because,
            column_error::cause::malformed);
  EXPECT_EQ(run({found("ulid")}, "L", {}).why.because, column_error::cause::type);
  EXPECT_EQ(run({found("xid")}, "w:16", {}).why.because, column_error::cause::type);
  operation prefixed{found("ulid")};
  prefixed.prefix = sortid::type_prefix::parse("user").value();
  EXPECT_EQ(run(prefixed, "u", {}).why.why.why, reason::prefix);
}

TEST(arrow, a_type_is_told_as_far_as_it_can_be_shown) {
  const auto told = [](const char* type) {
    owned<ArrowSchema> schema;
    *schema.get() = arrow_type(type);
    column made;
    return std::string(sortid::arrow::transform({found("ulid")}, *schema, {}, made).sentence.view());
  };
  EXPECT_EQ(told("g").substr(0, 16), "Arrow type 'g': ");
  EXPECT_EQ(told("\x1f ~\x7f\xff").substr(0, 20), "Arrow type '? ~?\?': ");
  EXPECT_EQ(told(std::string(41, 'x').c_str()).substr(0, 55), "Arrow type '" + std::string(40, 'x') + "': ");
}

// A stream of arrays, one of which may be bad, and which may break off.
struct source_stream {
  std::size_t given = 0;
  std::size_t arrays;
  std::size_t bad_array = SIZE_MAX;
  std::size_t breaks_at = SIZE_MAX;
  int most_live = 0;
  bool freed = false;

  ArrowArrayStream stream() {
    return {[](ArrowArrayStream*, ArrowSchema* to) {
              *to = arrow_type("u");
              return 0;
            },
            [](ArrowArrayStream* self, ArrowArray* to) {
              auto& mine = *static_cast<source_stream*>(self->private_data);
              mine.most_live = std::max(mine.most_live, arrow_array::live);
              *to = {};
              if (mine.given == mine.breaks_at) return EIO;
              if (mine.given == mine.arrays) return 0;
              arrow_rows rows(1000, ulid_text);
              if (mine.given++ == mine.bad_array) rows[7] = "no id";
              *to = array_of("u", rows);
              return 0;
            },
            [](ArrowArrayStream*) { return "a broken wire"; },
            [](ArrowArrayStream* self) {
              static_cast<source_stream*>(self->private_data)->freed = true;
              self->release = nullptr;
            },
            this};
  }
};

TEST(arrow, streams_hold_one_array) {
  source_stream source{.arrays = 50};
  {
    ArrowArrayStream from = source.stream();
    owned<ArrowArrayStream> to;
    operation time{found("ulid")};
    time.makes = content::times;
    ASSERT_FALSE(sortid::arrow::transform(time, from, *to.get()));
    EXPECT_EQ(from.release, nullptr);
    owned<ArrowSchema> type;
    ASSERT_EQ(to->get_schema(to.get(), type.get()), 0);
    EXPECT_STREQ(type->format, "tsm:UTC");
    std::size_t rows = 0;
    for (;;) {
      owned<ArrowArray> next;
      ASSERT_EQ(to->get_next(to.get(), next.get()), 0);
      if (next.released()) break;
      EXPECT_EQ(rows_of("l", *next), arrow_rows(1000, number(1469922850259)));
      rows += static_cast<std::size_t>(next->length);
    }
    EXPECT_EQ(rows, 50000U);
    EXPECT_EQ(to->get_last_error(to.get()), nullptr);
    ArrowArrayStream gone{};
    EXPECT_EQ(sortid::arrow::transform(time, gone, *to.get()).because, column_error::cause::malformed);
  }
  EXPECT_TRUE(source.freed);
  EXPECT_LE(source.most_live, 1);
  EXPECT_EQ(arrow_array::live, 0);
}

TEST(arrow, streams_say_why_they_end) {
  const auto end = [](source_stream source) {
    ArrowArrayStream from = source.stream();
    owned<ArrowArrayStream> to;
    EXPECT_FALSE(sortid::arrow::transform({found("ulid")}, from, *to.get()));
    for (;;) {
      owned<ArrowArray> next;
      const int status = to->get_next(to.get(), next.get());
      if (status != 0) return std::to_string(status) + " " + to->get_last_error(to.get());
      if (next.released()) return std::string("end");
    }
  };
  EXPECT_EQ(end({.arrays = 3}), "end");
  EXPECT_EQ(end({.arrays = 3, .bad_array = 2}),
            std::to_string(EINVAL) + " ulid has 26 symbols, found 5 (row 2007)");
  EXPECT_EQ(end({.arrays = 3, .breaks_at = 1}),
            std::to_string(EIO) + " the Arrow stream broke off: a broken wire");
  EXPECT_EQ(arrow_array::live, 0);
}

TEST(arrow, chunks_stand_one_behind_the_other) {
  owned<ArrowSchema> schema;
  *schema.get() = arrow_type("u");
  owned<ArrowArray> first, second;
  *first.get() = array_of("u", {ulid_text, std::nullopt}, 0);
  *second.get() = array_of("u", {"00000000000000000000000000"}, 0);
  const ArrowArray* const chunks[] = {first.get(), second.get()};
  operation to_uuid{found("ulid")};
  to_uuid.makes = content::texts;
  to_uuid.to = found("uuid");
  column made;
  ASSERT_FALSE(sortid::arrow::transform(to_uuid, *schema, chunks, made));
  owned<ArrowArray> array;
  ASSERT_TRUE(made.to_array(*array.get()));
  EXPECT_EQ(rows_of("u", *array),
            (arrow_rows{ulid_uuid, std::nullopt, "00000000-0000-0000-0000-000000000000"}));
}

TEST(arrow, bytes_of_another_length_are_rejected) {
  operation read{found("ulid")};
  read.makes = content::texts;
  const std::string id(16, '\0');
  const arrow_rows rows{id, std::nullopt, "abc", id};
  const column_error why = run(read, "z", rows).why;
  EXPECT_EQ(why.why, (sortid::error{reason::length, 0, 16, 3}));
  EXPECT_EQ(why.row, 2);
  EXPECT_EQ(std::string(why.sentence.view()), "ulid has 16 bytes, found 3");
  read.to_nulls = true;
  const char* const nil = "00000000000000000000000000";
  EXPECT_EQ(run(read, "z", rows).rows, (arrow_rows{nil, std::nullopt, std::nullopt, nil}));
}

// What stands there is no id, and says nothing of what was given.
TEST(arrow, rows_without_an_id_are_zeros) {
  operation read{found("uuidv7")};
  read.to_nulls = true;
  const std::string four =
      "\x91\x91\x08\xF7\x52\xD1\x43\x20\x9B\xAC\xF8\x47\xDB\x41\x48\xA8";  // RFC 9562, A.3
  const std::string seven = "\x01\x7F\x22\xE2\x79\xB0\x7C\xC3\x98\xC4\xDC\x0C\x0C\x07\x39\x8F";  // A.6
  owned<ArrowSchema> type;
  *type.get() = arrow_type("w:16");
  owned<ArrowArray> array;
  *array.get() = array_of("w:16", {four, seven, four});
  const ArrowArray* const one = array.get();
  column made;
  ASSERT_FALSE(sortid::arrow::transform(read, *type, {&one, 1}, made));
  const std::string zeros(16, '\0');
  EXPECT_EQ(made.null_count(), 2U);
  EXPECT_EQ(std::string(made.values().data(), made.values().size()), zeros + seven + zeros);
}

TEST(arrow, columns_of_buffers_have_their_nulls) {
  column made;
  const std::string values = number(5) + number(6) + number(7);
  ASSERT_EQ(column::of_buffers("L", 3, std::string("\5"), values, {}, made).because,
            column_error::cause::none);
  EXPECT_EQ(made.null_count(), 1U);
  EXPECT_EQ(made.values().size(), values.size());
  column texts;
  const std::string ends = number(0) + number(1) + number(3);
  ASSERT_EQ(column::of_buffers("U", 2, {}, ends, std::string("abc"), texts).because,
            column_error::cause::none);
  EXPECT_EQ(std::string(texts.texts().data(), texts.texts().size()), "abc");
  owned<ArrowArray> array;
  ASSERT_TRUE(made.to_array(*array.get()));
  EXPECT_EQ(rows_of("L", *array), (arrow_rows{number(5), std::nullopt, number(7)}));
}

TEST(arrow, columns_are_shared) {
  column made;
  EXPECT_EQ(column::of_buffers("L", 1, {}, number(5), {}, made).because, column_error::cause::none);
  owned<ArrowArrayStream> stream;
  ASSERT_TRUE(made.to_stream(*stream.get()));
  column again = made;
  made = {};
  EXPECT_EQ(again.size(), 1U);
  again = column();
  owned<ArrowArray> array;
  ASSERT_EQ(stream->get_next(stream.get(), array.get()), 0);
  EXPECT_EQ(rows_of("L", *array), (arrow_rows{number(5)}));
  owned<ArrowArray> end;
  ASSERT_EQ(stream->get_next(stream.get(), end.get()), 0);
  EXPECT_TRUE(end.released());
}

}  // namespace
