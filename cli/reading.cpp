#include "reading.hpp"

#include <algorithm>
#include <cstring>

#include "sortid/detail/hex.hpp"

namespace sortid::cli {

namespace {

error hex_value_of(std::string_view text, std::size_t digits, uint128& value) {
  constexpr std::size_t narrow = 16;
  if (digits == 0) digits = text.size() <= narrow ? narrow : 2 * narrow;
  if (text.size() != digits) return detail::length_error(digits, text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const unsigned digit = detail::hex_value(text[i]);
    if (digit > 15) return detail::not_a_digit(text[i], i);
    value = value << 4 | uint128(digit);
  }
  return {};
}

error decimal_value_of(std::string_view text, uint128& value) {
  if (text.empty()) return detail::length_error(1, 0);
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] < '0' || text[i] > '9') return detail::not_a_digit(text[i], i);
  }
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!detail::append_digit(value, static_cast<unsigned>(text[i] - '0'))) {
      return {reason::overflow, static_cast<std::uint32_t>(i), 0, 0};
    }
  }
  return {};
}

error bytes_value_of(std::string_view bytes, std::size_t size, uint128& value) {
  if (bytes.size() != size) return detail::length_error(size, bytes.size());
  for (const char byte : bytes) value = value << 8 | uint128(static_cast<unsigned char>(byte));
  return {};
}

refused_text read_as_hex(const reading& how, std::string_view text, known_id& id) {
  id = {.format = {}, .bits = static_cast<unsigned>(text.size() * 4)};
  return {hex_value_of(text, how.digits, id.value), how.name};
}
// Decimal numbers do not tell their width.
refused_text read_as_decimal(const reading& how, std::string_view text, known_id& id) {
  id = {.format = {}, .bits = uuid_layout.bits};
  return {decimal_value_of(text, id.value), how.name};
}
refused_text read_as_bytes(const reading& how, std::string_view bytes, known_id& id) {
  id = {.format = {}, .bits = static_cast<unsigned>(bytes.size() * 8)};
  return {bytes_value_of(bytes, how.digits, id.value), how.name};
}

// Lines that look like the first one.
struct line_run {
  static constexpr std::size_t most = 512;
  static constexpr std::size_t least = 4;  // fewer are not worth it

  std::optional<sortid::format> format = {};
  std::size_t prefix = 0;  // bytes of a type prefix with its separator, the same in all
  std::size_t stride = 0;  // bytes of the first line with its end
  std::size_t count = 0;   // 0 when that is no text of a format
};

line_run run_at(std::string_view lines, const reading& how) {
  const std::size_t end = lines.find('\n');
  if (end == std::string_view::npos) return {.stride = lines.size()};
  line_run run{.stride = end + 1};
  const bool returns = end != 0 && lines[end - 1] == '\r';
  const std::string_view text = lines.substr(0, returns ? end - 1 : end);
  run.format = how.any ? format_of_shape(text) : how.format;
  if (!run.format || text.size() < run.format->layout().symbols) return run;
  run.prefix = text.size() - run.format->layout().symbols;
  if (run.prefix != 0 && (!run.format->layout().prefixed || text[run.prefix - 1] != '_' || run.prefix == 1 ||
                          !type_prefix::parse(text.substr(0, run.prefix - 1))))
    return run;
  const std::size_t whole = std::min(lines.size() / run.stride, line_run::most);
  const char* at = lines.data();
  do {
    ++run.count;
    at += run.stride;
  } while (run.count < whole && at[end] == '\n' && (!returns || at[end - 1] == '\r') &&
           (run.prefix == 0 || std::memcmp(at, lines.data(), run.prefix) == 0));
  return run;
}

// Reads a block.
class block_reading {
 public:
  block_reading(const block& in, const reading& how, id_taker& taker, outcome& result)
      : in_(in), how_(how), taker_(taker), result_(result), number_(in.first) {}

  void all() {
    if (in_.kind != block_kind::lines || (!how_.format && !how_.any)) return one_by_one(in_.bytes);
    std::string_view left = in_.bytes;
    while (!left.empty()) {
      const line_run run = run_at(left, how_);
      const bool worth_it = run.count >= line_run::least;
      const std::size_t size = worth_it ? run.count * run.stride : run.stride;
      if (worth_it) {
        many(left.substr(0, size), run);
      } else {
        one_by_one(left.substr(0, size));
      }
      left.remove_prefix(size);
    }
  }

 private:
  void many(std::string_view lines, const line_run& run) {
    alignas(16) column_bytes ids[line_run::most * 16];
    const std::string_view prefix = lines.substr(0, run.prefix == 0 ? 0 : run.prefix - 1);
    while (!lines.empty()) {
      const std::size_t left = lines.size() / run.stride;
      // All begin with the same prefix: what is left to read of each is its suffix.
      const std::size_t read =
          batch::by_format::from_text(*run.format, lines.substr(run.prefix), ids, left, run.stride).count;
      if (read != 0 && taker_.take_run({*run.format, prefix, ids, read})) {
        number_ += read;
        result_.valid += read;
      } else {
        one_by_one(lines.substr(0, read * run.stride));
      }
      lines.remove_prefix(read * run.stride);
      // What is refused may be several lines that have a newline where the run wants one.
      if (read != left) {
        one_by_one(lines.substr(0, run.stride));
        lines.remove_prefix(run.stride);
      }
    }
    result_.relieve();
  }

  void one_by_one(std::string_view bytes) {
    block some = in_;
    some.bytes = bytes;
    some.first = number_;
    for_each_text(some, [this](std::uint64_t number, std::string_view text, std::string_view raw) {
      known_id id;
      const refused_text unread = how_.read(how_, text, id);
      refusal why{unread.why, unread.name};
      if (why.why.why == reason::none) why = taker_.take(id);
      if (why.why.why == reason::none) {
        ++result_.valid;
      } else {
        result_.refuse(in_, number, text, raw, why);
      }
      result_.relieve();
      number_ = number + 1;
    });
  }

  const block& in_;
  const reading& how_;
  id_taker& taker_;
  outcome& result_;
  std::uint64_t number_;
};

}  // namespace

reading read_format(format f) {
  return {.read = [](const reading& how, std::string_view text,
                     known_id& id) { return read_text(text, *how.format, id); },
          .format = f,
          .name = f.name(),
          .symbols = f.layout().prefixed ? 0 : f.layout().symbols};
}

reading read_any_format() {
  return {
      .read = [](const reading&, std::string_view text, known_id& id) { return read_likeliest(text, id); },
      .any = true};
}

reading read_hex(std::size_t digits) {
  return {.read = read_as_hex, .digits = digits, .name = "hex", .symbols = static_cast<unsigned>(digits)};
}

reading read_decimal() { return {.read = read_as_decimal, .name = "int"}; }

reading read_binary(std::size_t size) {
  return {.read = read_as_bytes, .digits = size, .name = "binary", .symbols = static_cast<unsigned>(size)};
}

refusal overlong(const reading& how, std::uint64_t size) {
  const auto found = static_cast<std::uint32_t>(std::min<std::uint64_t>(size, 0xFFFFFFFF));
  refusal why{detail::length_error(how.symbols, found), how.name};
  if (how.symbols == 0 && !how.name.empty())
    why.sentence = fmt::format("no {} is as long as {} bytes", how.name, size);
  return why;
}

void read_block(const block& in, const reading& how, id_taker& taker, outcome& result) {
  block_reading(in, how, taker, result).all();
}

}  // namespace sortid::cli
