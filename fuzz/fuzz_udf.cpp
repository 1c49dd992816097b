// Bytes as a stream of RowBinary through a function of `sortid udf`.
//
//  1. Wherever the input is cut, the results are the same, and so is the reason for which the work ends.
//  2. The results are those of the format's own parse, row by row, up to the first row that ends the work.
//  3. What is left over of a piece is shorter than longest_part.
//  4. The input may end where all rows that a chunk announces have come, and nowhere else.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "holds.hpp"
#include "sortid/by_format.hpp"
#include "udf/row_binary.hpp"

namespace {

using namespace sortid::cli;
using sortid::format;

struct outcome {
  std::string results;
  std::string error_text;
  bool may_end = false;
};

// Cut behind byte n where bit n mod 64 of `cuts` is set.
outcome in_pieces(const row_function& f, std::string_view input, std::uint64_t cuts) {
  row_stream rows(f);
  buffer out;
  std::string left;
  for (std::size_t i = 0; i < input.size(); ++i) {
    left.push_back(input[i]);
    if (i + 1 != input.size() && (cuts >> (i % 64) & 1U) == 0) continue;
    left.erase(0, rows.take(left, out));
    if (!rows.error_text().empty()) break;
    holds(3, left.size() < row_stream::longest_part, "what is left over");
  }
  return {std::string(view_of(out)), rows.error_text(),
          rows.error_text().empty() && left.empty() && rows.between_chunks()};
}

// Takes what a reader of one byte at a time would.
class plain_reader {
 public:
  explicit plain_reader(std::string_view input) : left_(input) {}
  [[nodiscard]] bool ended() const { return left_.empty(); }
  [[nodiscard]] bool malformed() const { return malformed_; }
  void reject() { malformed_ = true; }

  // False where the input ends first.
  bool byte(unsigned& value) {
    if (left_.empty()) return false;
    value = static_cast<unsigned char>(left_[0]);
    left_.remove_prefix(1);
    return true;
  }
  bool rows(std::uint64_t& count) {
    __extension__ unsigned __int128 sum = 0;
    unsigned symbol = 0;
    for (int digits = 0; byte(symbol); ++digits) {
      if (symbol == '\n' && digits != 0) {
        count = static_cast<std::uint64_t>(sum);
        return true;
      }
      sum = sum * 10 + (symbol - '0');
      if (symbol < '0' || symbol > '9' || sum >> 64 != 0 || digits == 20) {
        malformed_ = true;
        return false;
      }
    }
    return false;
  }
  bool text(std::string_view& whole, std::uint64_t& size) {
    __extension__ unsigned __int128 length = 0;
    unsigned bits = 0;
    unsigned symbol = 0x80;
    while (symbol >= 0x80) {
      if (!byte(symbol)) return false;
      length |= static_cast<decltype(length)>(symbol & 0x7FU) << bits;
      bits += 7;
      if (length >> 64 != 0 || (bits == 70 && symbol >= 0x80)) {
        malformed_ = true;
        return false;
      }
    }
    size = static_cast<std::uint64_t>(length);
    whole = left_.substr(0, size);
    left_.remove_prefix(whole.size());
    return true;
  }
  [[nodiscard]] std::size_t left() const { return left_.size(); }

 private:
  std::string_view left_;
  bool malformed_ = false;
};

struct expected {
  std::string results;
  bool fails = false;
  bool may_end = true;
};

expected by_hand(const row_function& f, std::string_view input) {
  expected e;
  plain_reader in(input);
  while (!in.ended()) {
    e.may_end = false;
    std::uint64_t rows = 0;
    if (!in.rows(rows)) break;
    for (; rows > 0; --rows) {
      unsigned null = 0;
      if (f.nullable && (!in.byte(null) || null > 1)) break;
      if (null == 1) {
        e.results.push_back(1);
        continue;
      }
      std::string_view text;
      std::uint64_t size = 0;
      if (!in.text(text, size)) break;
      // A text that is cut off gives a result once enough of it is there to reject it.
      if (text.size() < size && text.size() < row_stream::longest_text) break;
      const auto id = f.format.parse(size == text.size() ? text : "?");
      const bool valid = id && (!f.prefix || id->prefix == *f.prefix);
      if (f.to == row_value::valid) {
        if (f.results_nullable()) e.results.push_back(0);
        e.results.push_back(valid ? 1 : 0);
      } else if (!valid) {
        if (!f.errors_to_nulls) return {e.results, true, false};
        e.results.push_back(1);
      } else {
        if (f.results_nullable()) e.results.push_back(0);
        for (std::size_t i = f.format.layout().bytes(); i-- > 0;)
          e.results.push_back(
              static_cast<char>(static_cast<std::uint64_t>(id->value >> static_cast<unsigned>(8 * i))));
      }
      if (text.size() < size) break;
    }
    if (rows > 0) {
      // Malformed, or cut off: both readers stop here.
      return {e.results, false, false};
    }
    e.may_end = true;
  }
  return e;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t header = 10;  // the function, and where to cut
  if (size < header) return 0;
  std::uint64_t cuts = 0;
  for (std::size_t i = 2; i < header; ++i) cuts = cuts << 8U | data[i];
  const std::string_view input(reinterpret_cast<const char*>(data + header), size - header);

  auto ids = format::all().begin();
  for (std::size_t i = data[0] % sortid::format_list::size; i > 0; --i) ++ids;
  row_function f{.format = *ids};
  f.to = (data[1] & 1U) != 0 ? row_value::valid : row_value::binary;
  f.nullable = (data[1] & 2U) != 0;
  f.errors_to_nulls = f.to != row_value::valid && (data[1] & 4U) != 0;
  if (f.format.layout().prefixed && (data[1] & 8U) != 0) f.prefix = *sortid::type_prefix::parse("user");

  const outcome once = in_pieces(f, input, 0);
  const outcome cut = in_pieces(f, input, cuts);
  holds(1, once.error_text == cut.error_text && once.may_end == cut.may_end, "the end");
  if (once.error_text.empty()) holds(1, once.results == cut.results, "the results");
  const expected e = by_hand(f, input);
  holds(2, e.results.starts_with(once.results) && e.results.starts_with(cut.results), "row by row");
  if (once.error_text.empty()) {
    holds(2, once.results == e.results && !e.fails, "all of them");
    holds(4, once.may_end == (input.empty() || e.may_end), "where it ends");
  }

  // Values of a fixed size, with whatever bits.
  f.from = (data[1] & 16U) != 0 ? row_value::binary : row_value::integer;
  f.to = row_value::text;
  f.errors_to_nulls = (data[1] & 4U) != 0;
  const outcome values = in_pieces(f, input, 0);
  const outcome cut_values = in_pieces(f, input, cuts);
  holds(1, values.error_text == cut_values.error_text && values.may_end == cut_values.may_end,
        "the end of values");
  if (values.error_text.empty()) holds(1, values.results == cut_values.results, "the results of values");
  return 0;
}
