#include "udf/row_binary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <span>
#include <utility>

#include "ids/id_parser.hpp"
#include "quoted.hpp"
#include "sortid/batch_rows.hpp"
#include "sortid/batch_texts.hpp"
#include "sortid/detail/bytes.hpp"
#include "sortid/instant.hpp"

namespace sortid::cli {

namespace {

constexpr std::size_t block_rows = batch::row_block::most;

// The longest text that is written: a TypeID with the longest prefix.
constexpr std::size_t most_written = type_prefix::max_size + 1 + type_id_layout.symbols;
static_assert(most_written < row_stream::longest_text && row_stream::longest_text <= 0x80,
              "the length of a text that is written is one byte");

// Rows between the input and the output.
struct input_block {
  std::size_t count = 0;
  std::string_view texts[block_rows];  // without an address: a null
  std::size_t stride = 0;  // where no row is null and all texts have one length; 0: they lie anywhere
  std::int64_t times[block_rows];
  batch::row_block rows;

  // What batch::read_block() asks of its rows.
  [[nodiscard]] bool null(std::size_t i) const noexcept { return texts[i].data() == nullptr; }
  [[nodiscard]] std::string_view text(std::size_t i) const noexcept { return texts[i]; }
  const char* run(std::size_t from, std::size_t, std::size_t, std::size_t& step) const noexcept {
    step = stride;
    return stride != 0 ? texts[from].data() : nullptr;
  }

  [[nodiscard]] bool has_id(std::size_t i) const noexcept { return rows.clean || rows.state[i] == 0; }
  [[nodiscard]] bool is_null(std::size_t i) const noexcept {
    return !rows.clean && rows.state[i] == batch::row_block::null;
  }
  void set_null(std::size_t i) noexcept { rows.mark(i, block_rows, batch::row_block::null); }
  void reject(std::size_t i, reason why) noexcept {
    rows.mark(i, block_rows, static_cast<std::uint8_t>(why));
  }
};

// --- bytes -------------------------------------------------------------------------------------------------

std::uint64_t load_low_first(const char* from) noexcept {
  std::uint64_t number = 0;
  for (unsigned i = 0; i < 8; ++i) number |= std::uint64_t{static_cast<unsigned char>(from[i])} << (8 * i);
  return number;
}
char* store_low_first(std::uint64_t number, char* to) noexcept {
  for (unsigned i = 0; i < 8; ++i) to[i] = static_cast<char>(number >> (8 * i));
  return to + 8;
}

uint128 value_of(row_value type, std::size_t size, const char* from) noexcept {
  if (type == row_value::binary) {
    const auto* const bytes = reinterpret_cast<const std::uint8_t*>(from);
    return size == 8 ? uint128(detail::load_be<std::uint64_t>(bytes)) : detail::load_be<uint128>(bytes);
  }
  if (size == 8) return uint128(load_low_first(from));
  const bool high_half_first = type == row_value::uuid;
  const std::uint64_t halves[] = {load_low_first(from), load_low_first(from + 8)};
  return uint128(halves[high_half_first ? 0 : 1]) << 64 | uint128(halves[high_half_first ? 1 : 0]);
}
char* put_value(row_value type, std::size_t size, uint128 value, char* to) noexcept {
  const auto low = static_cast<std::uint64_t>(value);
  const auto high = static_cast<std::uint64_t>(value >> 64);
  if (type == row_value::binary) {
    auto* const bytes = reinterpret_cast<std::uint8_t*>(to);
    if (size == 8) {
      detail::store_be(low, bytes);
    } else {
      detail::store_be(value, bytes);
    }
    return to + size;
  }
  if (size == 8) return store_low_first(low, to);
  const bool high_half_first = type == row_value::uuid;
  return store_low_first(high_half_first ? low : high, store_low_first(high_half_first ? high : low, to));
}

// The length before a text. `used` is 0 where it is not whole, and more than any has where it is malformed.
constexpr std::size_t most_length_bytes = 10;
std::uint64_t length_at(std::string_view bytes, std::size_t& used) noexcept {
  std::uint64_t length = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const auto byte = static_cast<unsigned char>(bytes[i]);
    if (i + 1 == most_length_bytes && byte > 1) {
      used = most_length_bytes + 1;
      return length;
    }
    length |= std::uint64_t{byte & 0x7FU} << (7 * i);
    if (byte < 0x80) {
      used = i + 1;
      return length;
    }
  }
  used = 0;
  return length;
}

}  // namespace

// -----------------------------------------------------------------------------------------------------------

class row_stream::work {
 public:
  explicit work(const row_function& function)
      : f_(function),
        layout_(f_.format.layout()),
        lead_(f_.prefix && !f_.prefix->empty() ? f_.prefix->view().size() + 1 : 0),
        value_size_(f_.from == row_value::time ? 8 : layout_.bytes()) {}

  // Returns how many bytes it is done with; 0 where they have to be more.
  std::size_t step(std::string_view bytes, buffer& out) {
    if (to_skip_ != 0) {
      const auto skipped = static_cast<std::size_t>(std::min<std::uint64_t>(to_skip_, bytes.size()));
      to_skip_ -= skipped;
      return skipped;
    }
    b_.count = 0;
    b_.stride = 0;
    b_.rows.clean = true;
    if (rows_left_ == 0) return take_header(bytes);
    const std::size_t used = f_.from == row_value::text ? take_texts(bytes) : take_values(bytes);
    if (b_.count == 0) return 0;
    finish(out);
    rows_left_ -= b_.count;
    row_ += b_.count;
    return used;
  }

  [[nodiscard]] bool between_chunks() const noexcept { return rows_left_ == 0 && to_skip_ == 0; }
  [[nodiscard]] const std::string& error_text() const noexcept { return error_text_; }
  [[nodiscard]] bool malformed() const noexcept { return malformed_; }

 private:
  // The rows before it have their results first.
  void fail_malformed(std::string_view why) {
    if (b_.count != 0) return;
    error_text_ = fmt::format("malformed RowBinary: {}", why);
    malformed_ = true;
  }

  std::size_t take_header(std::string_view bytes) {
    constexpr std::size_t most_digits = std::numeric_limits<std::uint64_t>::digits10 + 1;
    std::uint64_t rows = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      if (bytes[i] == '\n' && i != 0) {
        rows_left_ = rows;
        row_ = 1;
        return i + 1;
      }
      const auto digit = static_cast<unsigned>(static_cast<unsigned char>(bytes[i])) - '0';
      // Zeros in front are digits too: without end they are no header.
      if (digit > 9 || i == most_digits || rows > (std::numeric_limits<std::uint64_t>::max() - digit) / 10) {
        fail_malformed("a chunk begins with the number of its rows and a newline (send_chunk_header)");
        return 0;
      }
      rows = rows * 10 + digit;
    }
    return 0;
  }

  // Whether a row is null, at the byte that says so, which it skips. Empty where it is malformed.
  std::optional<bool> null_at(const char*& at) {
    if (!f_.nullable) return false;
    const char byte = *at++;
    if (byte == 0 || byte == 1) return byte == 1;
    fail_malformed("the byte before a value that may be null is 0 or 1");
    return std::nullopt;
  }

  std::size_t take_texts(std::string_view bytes) {
    if (const std::size_t used = take_run(bytes)) return used;
    const char* at = bytes.data();
    const char* const end = at + bytes.size();
    while (b_.count < std::min<std::uint64_t>(block_rows, rows_left_) && at != end) {
      const char* next = at;
      const auto null = null_at(next);
      if (!null) break;
      std::string_view& text = b_.texts[b_.count];
      text = {};
      if (!*null) {
        std::size_t length_bytes = 0;
        const std::uint64_t length = length_at({next, static_cast<std::size_t>(end - next)}, length_bytes);
        if (length_bytes == 0) break;
        if (length_bytes > most_length_bytes) {
          fail_malformed("the length of a text is a number of at most 64 bits");
          break;
        }
        next += length_bytes;
        const auto looked_at = static_cast<std::size_t>(std::min<std::uint64_t>(length, longest_text));
        if (looked_at > static_cast<std::size_t>(end - next)) break;
        text = {next, looked_at};
        next += looked_at;
        to_skip_ = length - looked_at;
      }
      ++b_.count;
      at = next;
      if (to_skip_ != 0) break;
    }
    return static_cast<std::size_t>(at - bytes.data());
  }

  // Texts of the length that valid ones have, without a null: they are read where they are.
  std::size_t take_run(std::string_view bytes) {
    if (layout_.prefixed && !f_.prefix) return 0;
    const std::size_t size = lead_ + layout_.symbols;
    const std::size_t before = f_.nullable ? 2 : 1;
    const std::size_t stride = before + size;
    const std::size_t there = std::min(block_rows, bytes.size() / stride);
    const auto most = static_cast<std::size_t>(std::min<std::uint64_t>(there, rows_left_));
    const char* at = bytes.data();
    std::size_t rows = 0;
    while (rows < most && at[before - 1] == static_cast<char>(size) && (before == 1 || at[0] == 0)) {
      at += stride;
      ++rows;
    }
    constexpr std::size_t worth_it = 16;
    if (rows < worth_it) return 0;
    b_.count = rows;
    b_.stride = stride;
    for (std::size_t i = 0; i < rows; ++i) b_.texts[i] = {bytes.data() + before + i * stride, size};
    return rows * stride;
  }

  std::size_t take_values(std::string_view bytes) {
    if (!f_.nullable && f_.from != row_value::time) return take_ids(bytes);
    const char* at = bytes.data();
    const char* const end = at + bytes.size();
    while (b_.count < std::min<std::uint64_t>(block_rows, rows_left_) && at != end) {
      const char* next = at;
      const auto null = null_at(next);
      if (!null) break;
      uint128 value = layout_.min_value();
      if (!*null) {
        if (static_cast<std::size_t>(end - next) < value_size_) break;
        if (f_.from == row_value::time) {
          b_.times[b_.count] = static_cast<std::int64_t>(load_low_first(next));
        } else {
          value = value_of(f_.from, value_size_, next);
        }
        next += value_size_;
      }
      put_id(b_.count, value);
      if (*null) b_.set_null(b_.count);
      ++b_.count;
      at = next;
    }
    return static_cast<std::size_t>(at - bytes.data());
  }

  // Ids that have no byte for nulls before them.
  std::size_t take_ids(std::string_view bytes) {
    const std::size_t there = std::min(block_rows, bytes.size() / value_size_);
    b_.count = static_cast<std::size_t>(std::min<std::uint64_t>(there, rows_left_));
    for (std::size_t i = 0; i < b_.count; ++i)
      put_id(i, value_of(f_.from, value_size_, bytes.data() + i * value_size_));
    return b_.count * value_size_;
  }

  void put_id(std::size_t row, uint128 value) noexcept { batch::put_value(layout_, value, b_.rows.ids, row); }

  void finish(buffer& out) {
    if (f_.from == row_value::text) {
      read_texts();
    } else if (f_.from == row_value::time) {
      find_bounds();
    } else {
      check_values();
    }
    if (f_.to == row_value::time) find_times();
    for (std::size_t i = 0; !b_.rows.clean && i < b_.count; ++i) {
      if (b_.has_id(i)) continue;
      if (!b_.is_null(i) && f_.to != row_value::valid && !f_.errors_to_nulls) {
        error_text_ = why_rejected(i);
        return;
      }
      put_id(i, layout_.min_value());
    }
    write(out);
  }

  void read_texts() {
    if (!layout_.prefixed || f_.prefix)
      return batch::read_block(f_.format, b_, 0, b_.count, f_.prefix.value_or(type_prefix()), b_.rows);
    // Each TypeID has a prefix of its own, which a block of ids has no place for.
    std::string_view texts[block_rows];
    std::size_t places[block_rows];
    std::size_t found = 0;
    for (std::size_t i = 0; i < b_.count; ++i) {
      if (b_.null(i)) {
        b_.set_null(i);
      } else {
        texts[found] = b_.texts[i];
        places[found++] = i;
      }
    }
    type_id ids[block_rows];
    reason why[block_rows];
    (void)batch::from_text<type_id>(std::span<const std::string_view>(texts, found), std::span(ids, found),
                                    std::span<reason>(why, found));
    for (std::size_t i = 0; i < found; ++i) {
      put_id(places[i], ids[i].number());
      if (why[i] != reason::none) b_.reject(places[i], why[i]);
    }
  }

  // Rejects ids that the format does not allow.
  void check_values() {
    const std::size_t size = layout_.bytes();
    for (std::size_t i = 0;
         (i += batch::detail::count_allowed_of(f_.format, b_.rows.ids + i * size, b_.count - i)) < b_.count;
         ++i) {
      if (b_.has_id(i)) b_.reject(i, reason::range);
    }
  }

  void find_bounds() {
    for (std::size_t i = 0; i < b_.count; ++i) {
      if (!b_.has_id(i)) continue;
      const auto range = by_format::ids_at(f_.format, b_.times[i], std::nullopt);
      if (range) {
        put_id(i, f_.bound == time_bound::first ? range->first : range->last);
      } else {
        b_.reject(i, reason::range);
      }
    }
  }

  // An id without an instant has no time to give: a null where there may be one.
  void find_times() {
    batch::instants_of(f_.format, b_.rows.ids, std::span(b_.times, b_.count));
    for (std::size_t i = 0; i < b_.count; ++i) {
      if (!b_.has_id(i) || b_.times[i] != batch::no_instant) continue;
      if (f_.results_nullable()) {
        b_.set_null(i);
      } else {
        b_.reject(i, reason::range);
      }
    }
  }

  [[nodiscard]] std::string why_rejected(std::size_t row) const {
    buffer sentence;
    append_format(sentence, "row {}: ", row_ + row);
    const auto quote = [&](std::string_view shown) { append_quoted(sentence, shown, shown.size()); };
    const auto because = [&](reason why, std::string_view words) {
      append_format(sentence, ": {}: {}", name_of(why), words);
      return std::string(view_of(sentence));
    };
    if (f_.from == row_value::time) {
      quote(std::to_string(b_.times[row]));
      return because(reason::range, message_of_instants(layout_, layout_.epoch).view());
    }
    error why;
    if (f_.from == row_value::text) {
      const std::string_view text = b_.texts[row];
      const std::uint64_t size = text.size() + (row + 1 == b_.count ? to_skip_ : 0);
      append_quoted(sentence, text, size);
      if (size > longest_text) {
        const id_error too_long = id_parser::format_of(f_.format).too_long(size);
        return because(too_long.why.why, too_long.sentence.empty()
                                             ? message(too_long.why, layout_.name).view()
                                             : std::string_view(too_long.sentence));
      }
      const auto id = by_format::parse(f_.format, text);
      if (id && f_.prefix) {
        if (const error other = detail::other_prefix(f_.prefix->view(), id->prefix);
            other.why != reason::none)
          return because(other.why, message_of_other_prefix(f_.prefix->view(), id->prefix).view());
      }
      why = id.error();
    } else {
      const uint128 value = by_format::column_value(f_.format, b_.rows.ids, row);
      char digits[detail::max_decimal_digits];
      quote({digits, detail::write_decimal(value, digits)});
      why = by_format::check_value(f_.format, value);
    }
    if (why.why == reason::none) return because(reason::range, "the id has no time");
    return because(why.why, message(why, layout_.name).view());
  }

  // The results of the block, `most` bytes each or less.
  template <class Write>
  void each_result(buffer& out, std::size_t most, Write write) {
    char* at = room(out, b_.count * (most + 1));
    const bool nullable = f_.results_nullable();
    for (std::size_t i = 0; i < b_.count; ++i) {
      const bool null = b_.is_null(i) || (!b_.has_id(i) && f_.to != row_value::valid);
      if (nullable) *at++ = null ? 1 : 0;
      if (!null) at = write(at, i);
    }
    grow(out, at);
  }
  static char* put_text(std::string_view text, char* to) noexcept {
    *to++ = static_cast<char>(text.size());
    return std::copy(text.begin(), text.end(), to);
  }

  // Each row a length and a text, which the kernels put into its place.
  void write_texts(std::size_t size, buffer& out) {
    const std::size_t stride = 1 + size;
    char* const at = room(out, b_.count * stride);
    const batch::text_column rows(f_.prefix.value_or(type_prefix()), stride);
    (void)batch::by_format::to_text(f_.format, b_.rows.ids, b_.count,
                                    std::span(at + 1, b_.count * stride - 1), rows);
    for (std::size_t i = 0; i < b_.count; ++i) at[i * stride] = static_cast<char>(size);
    grow(out, at + b_.count * stride);
  }

  void write(buffer& out) {
    switch (f_.to) {
      case row_value::time:
        return each_result(out, 8, [this](char* to, std::size_t i) {
          return store_low_first(static_cast<std::uint64_t>(b_.times[i]), to);
        });
      case row_value::valid:
        return each_result(out, 1, [this](char* to, std::size_t i) {
          *to = b_.has_id(i) ? 1 : 0;
          return to + 1;
        });
      case row_value::text: {
        const std::size_t size = lead_ + layout_.symbols;
        if (!f_.results_nullable()) return write_texts(size, out);
        const batch::text_column rows(f_.prefix.value_or(type_prefix()));
        (void)batch::by_format::to_text(f_.format, b_.rows.ids, b_.count, std::span(texts_), rows);
        return each_result(out, 1 + size, [this, size](char* to, std::size_t i) {
          return put_text({texts_ + i * size, size}, to);
        });
      }
      case row_value::prefix:
        return each_result(out, 1 + type_prefix::max_size, [this](char* to, std::size_t i) {
          return put_text(detail::type_id_text(b_.texts[i]).prefix, to);
        });
      case row_value::uuid:
      case row_value::integer:
      case row_value::binary:
        return each_result(out, 16, [this](char* to, std::size_t i) {
          return put_value(f_.to, layout_.bytes(), by_format::column_value(f_.format, b_.rows.ids, i), to);
        });
    }
  }

  row_function f_;
  const layout& layout_;
  std::size_t lead_;  // what all texts have before their symbols
  std::size_t value_size_;
  std::uint64_t rows_left_ = 0;
  std::uint64_t row_ = 1;      // of the chunk, the first one of the block
  std::uint64_t to_skip_ = 0;  // bytes of a text that is too long
  bool malformed_ = false;
  std::string error_text_;
  input_block b_{};
  char texts_[block_rows * most_written];
};

row_stream::row_stream(const row_function& function) : work_(std::make_unique<work>(function)) {}
row_stream::~row_stream() = default;

std::size_t row_stream::take(std::string_view bytes, buffer& out) {
  std::size_t taken = 0;
  while (taken < bytes.size() && work_->error_text().empty()) {
    const std::size_t used = work_->step(bytes.substr(taken), out);
    if (used == 0) break;
    taken += used;
  }
  return taken;
}

bool row_stream::between_chunks() const noexcept { return work_->between_chunks(); }
const std::string& row_stream::error_text() const noexcept { return work_->error_text(); }
bool row_stream::malformed() const noexcept { return work_->malformed(); }

}  // namespace sortid::cli
