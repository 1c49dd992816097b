// Bytes as an Arrow array of a type that a column may have, whose numbers and buffers may be wrong, through
// an operation.
//
//  1. What is made has as many rows as were given, no null more than rows, and offsets or views within its
//     texts.
//  2. What is rejected says why; a row, if it says one, is one of the column.
//  3. In the same column each row that is valid has no reason, and each other row but a null has one.
//  4. Texts that are made read as the ids that are made.
//  5. Every array that was given is released, and no more than once.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "holds.hpp"
#include "support/arrow_arrays.hpp"

namespace {

using namespace sortid_test;
using sortid::arrow::column;
using sortid::arrow::column_error;
using sortid::arrow::content;
using sortid::arrow::operation;
using sortid::arrow::owned;
using sortid::arrow::source;
using sortid::arrow::text_type;

class bytes {
 public:
  explicit bytes(std::string_view all) : rest_(all) {}
  unsigned next() {
    if (rest_.empty()) return 0;
    const auto byte = static_cast<unsigned char>(rest_[0]);
    rest_.remove_prefix(1);
    return byte;
  }
  std::string take(std::size_t size) {
    std::string taken(rest_.substr(0, size));
    rest_.remove_prefix(taken.size());
    return taken;
  }

 private:
  std::string_view rest_;
};

constexpr const char* types[] = {"u", "U", "vu",  "z",       "Z",    "vz", "w:16",
                                 "l", "L", "tdD", "tsn:UTC", "tss:", "n",  "+s"};
constexpr std::size_t most_rows = 40;

// How many bytes the values of so many rows take at least, for what is said of them to be there.
std::string values_of(std::string_view type, bytes& from, std::size_t rows, std::size_t data_size) {
  std::string values;
  if (type == "u" || type == "z" || type == "U" || type == "Z") {
    const bool wide = type == "U" || type == "Z";
    std::int64_t at = 0;
    for (std::size_t i = 0; i <= rows; ++i) {
      // Within the data, or negative, or going back.
      const unsigned step = from.next();
      at = step == 255 ? -at
                       : std::min<std::int64_t>(at + (step == 254 ? 0 : step % 40),
                                                static_cast<std::int64_t>(data_size));
      if (step == 253) at /= 2;
      if (wide) append_number(values, at);
      if (!wide) append_number(values, static_cast<std::int32_t>(at));
    }
  } else if (type[0] == 'v') {
    for (std::size_t i = 0; i < rows; ++i) {
      const unsigned how = from.next();
      if (how < 250) {
        const std::size_t size = std::min<std::size_t>(how % 40, data_size);
        append_number(values, static_cast<std::int32_t>(size));
        if (size <= 12) {
          std::string own = from.take(12);
          own.resize(12, '0');
          values += own;
        } else {
          values += "0000";
          append_number(values, std::int32_t{0});
          append_number(values, static_cast<std::int32_t>(from.next() % (data_size - size + 1)));
        }
      } else {
        std::string own = from.take(16);  // whatever it says
        own.resize(16, '\xFF');
        values += own;
      }
    }
  } else {
    values = from.take(rows * 16);
    values.resize(rows * 16, '\x11');
  }
  return values;
}

ArrowArray array_from(std::string_view type, bytes& from, std::size_t rows,
                      std::unique_ptr<ArrowArray> dictionary) {
  const std::size_t offset = from.next() % 4;
  const std::size_t room = rows + offset;
  std::string data;
  while (data.size() < 400)
    data +=
        "01ARZ3NDEKTSV4RRFFQ69G5FAV01arz3ndektsv4rrffq69g5fav5TK7MT834rx018fb1c8-5d6e-7a2b-9c3d-4e5f60718293";
  const std::string own = from.take(from.next() % 40);
  data.replace(0, own.size(), own);
  std::vector<arrow_buffer> buffers;
  const unsigned nulls = from.next();
  std::string bits = from.take((room + 7) / 8);
  bits.resize((room + 7) / 8, '\xFF');
  buffers.emplace_back(nulls % 2 == 0 ? arrow_buffer() : arrow_buffer(bits));
  if (dictionary != nullptr) {
    std::string indices;
    for (std::size_t i = 0; i < room; ++i) append_number(indices, static_cast<std::int8_t>(from.next()));
    buffers.emplace_back(indices);
  } else {
    buffers.emplace_back(values_of(type, from, room, data.size()));
    if (std::string_view("uUzZv").find(type[0]) != std::string_view::npos) buffers.emplace_back(data);
    if (type[0] == 'v') {
      std::string sizes;
      append_number(sizes, static_cast<std::int64_t>(data.size()));
      buffers.emplace_back(sizes);
    }
  }
  ArrowArray array = arrow_array::make(
      {static_cast<std::int64_t>(rows), nulls % 3 == 0 ? 0 : -1, static_cast<std::int64_t>(offset)}, buffers,
      std::move(dictionary));
  // Now and then one thing that it says is wrong.
  constexpr std::int64_t wrong[] = {-1, INT64_MIN, INT64_MAX, INT64_MAX / 2};
  const unsigned which = from.next();
  const std::int64_t value = wrong[from.next() % std::size(wrong)];
  switch (which) {
    case 1:
      array.length = value;
      break;
    case 2:
      array.offset = value;
      break;
    case 3:
      array.null_count = value;
      break;
    case 4:
      array.n_buffers = value;
      break;
    case 5:
      array.n_children = value;
      break;
    case 6:
      array.buffers[from.next() % buffers.size()] = nullptr;
      break;
    case 7:
      array.dictionary = nullptr;
      break;
    default:
      break;
  }
  return array;
}

struct made_column {
  column_error why;
  arrow_rows rows;
  std::string type;
};

made_column run(const operation& does, const ArrowSchema& type, const ArrowArray& array) {
  const ArrowArray* const one = &array;
  column made;
  made_column out{sortid::arrow::transform(does, type, {&one, 1}, made), {}, {}};
  if (out.why) {
    holds(2, !out.why.sentence.empty(), "a sentence");
    holds(2, out.why.row < 0 || out.why.row < array.length, "a row");
    holds(2, (out.why.because == column_error::cause::rejected) == (out.why.why.why != sortid::reason::none),
          "a reason");
    return out;
  }
  owned<ArrowSchema> made_type;
  owned<ArrowArray> made_array;
  made.to_schema(*made_type.get());
  holds(1, made.to_array(*made_array.get()), "memory");
  holds(1, made.size() == static_cast<std::size_t>(array.length), "rows");
  holds(1, made.null_count() <= made.size(), "nulls");
  out.type = made_type->format;
  const bool number = out.type == "tsm:UTC" || out.type == "l" || out.type == "L";
  out.rows = rows_of(number ? "L" : out.type, *made_array);
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  bytes from({reinterpret_cast<const char*>(data), size});
  const char* const type = types[from.next() % std::size(types)];
  auto place = from.next() % sortid::format_list::size;
  sortid::format f = *sortid::format::all().begin();
  for (const sortid::format one : sortid::format::all()) {
    if (place-- == 0) f = one;
  }
  operation does{f};
  does.takes = static_cast<source>(from.next() % 5);
  does.to_nulls = from.next() % 2 == 0;
  does.is_signed = from.next() % 4 == 0;
  does.texts = static_cast<text_type>(from.next() % 3);
  const bool dictionary = from.next() % 4 == 0;
  const std::size_t rows = from.next() % most_rows;
  {
    owned<ArrowSchema> schema;
    owned<ArrowArray> array;
    ArrowSchema values = arrow_type(type);
    *schema.get() = dictionary ? arrow_type("c", &values) : values;
    auto words =
        dictionary ? std::make_unique<ArrowArray>(array_from(type, from, rows % 11, nullptr)) : nullptr;
    *array.get() = array_from(type, from, rows, std::move(words));
    does.makes = content::times;
    (void)run(does, *schema, *array);
    does.makes = content::ids;
    const made_column ids = run(does, *schema, *array);
    does.makes = content::texts;
    const made_column texts = run(does, *schema, *array);
    if (!texts.why && !ids.why && !does.is_signed) {
      owned<ArrowSchema> text_schema;
      owned<ArrowArray> text_array;
      *text_schema.get() = arrow_type(texts.type.c_str());
      *text_array.get() = array_of(texts.type, texts.rows);
      holds(4, run({f}, *text_schema, *text_array).rows == ids.rows, "texts and ids");
    }
    does.makes = content::reasons;
    const made_column reasons = run(does, *schema, *array);
    does.makes = content::valid;
    const made_column valid = run(does, *schema, *array);
    holds(3, reasons.rows.size() == valid.rows.size(), "rows");
    for (std::size_t i = 0; i < valid.rows.size(); ++i)
      holds(3, reasons.rows[i].has_value() == (valid.rows[i] == "false"), "reason");
    holds(3,
          ids.why.row < 0 || does.is_signed || valid.rows[static_cast<std::size_t>(ids.why.row)] == "false",
          "the row");
  }
  holds(5, arrow_array::live == 0, "released");
  return 0;
}
