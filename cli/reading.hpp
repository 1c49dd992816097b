// Texts to values, many at once: the readers of `convert` and `check`. The format is looked up once; what runs for each
// text knows it.
#pragma once

#include <array>
#include <string_view>

#include "stream.hpp"

namespace sortid::cli {

// Some texts of a block, and what they are.
struct batch {
  static constexpr std::size_t capacity = 256;

  struct place {
    std::uint64_t number;
    std::string_view text;
    std::string_view raw;
  };
  std::size_t size = 0;
  std::array<place, capacity> places;
  // Of each text that is read:
  std::array<uint128, capacity> values;
  std::array<std::string_view, capacity> prefixes;  // a TypeID's, as it stands in the text
  std::array<const layout*, capacity> layouts;      // of its format; nullptr for plain numbers
  // Why a text is not, `reason::none` where it is; and the name for that sentence.
  std::array<error, capacity> errors;
  std::array<std::string_view, capacity> names;
};

// How texts are read. `digits` is the width of hexadecimal texts (0: that of any format), or of binary ids in bytes.
struct reading {
  void (*read)(const reading& how, batch& b) = nullptr;
  std::size_t digits = 0;
  std::string_view name = {};  // of the format, for messages; empty when each text tells its own
  unsigned symbols = 0;        // of its texts, 0 when that varies
};

// Strictly in a format, or in the one that each text tells by itself.
[[nodiscard]] reading read_format(format f);
[[nodiscard]] reading read_any_format();
// Not texts of a format: digits, and bytes in network order.
[[nodiscard]] reading read_hex(std::size_t digits);
[[nodiscard]] reading read_decimal();
[[nodiscard]] reading read_binary(std::size_t size);

// Why a text of that many bytes, more than a block has, is refused.
[[nodiscard]] refusal overlong(const reading& how, std::uint64_t size);

// The likeliest format of a text, as detect() says, without trying the rest: calls f(id) with the id, or returns why
// there is none and under whose name.
struct refused_text {
  error why;
  std::string_view name;
};
template <class F>
[[nodiscard]] refused_text with_likeliest(std::string_view text, F&& f) {
  bool found = false;
  format_list::for_each([&]<class Id>(std::type_identity<Id>) {
    constexpr const layout& l = Id::layout();
    if constexpr (l.detection != detection::by_name) {
      if (found || (text.size() != l.symbols && !takes_prefix(l))) return;
      if (const auto id = Id::parse(text)) {
        found = true;
        f(*id);
      }
    }
  });
  if (found) return {};
  const auto likely = meant(text);
  return {parse_any(text).error(), likely ? likely->name() : std::string_view()};
}

// Runs the texts of a block in batches: read, then `take(batch)`.
template <class Take>
void read_block(const block& in, const reading& how, Take take) {
  batch b;
  const auto done = [&] {
    how.read(how, b);
    take(b);
    b.size = 0;
  };
  for_each_text(in, [&](std::uint64_t number, std::string_view text, std::string_view raw) {
    b.places[b.size++] = {number, text, raw};
    if (b.size == batch::capacity) done();
  });
  if (b.size != 0) done();
}

}  // namespace sortid::cli
