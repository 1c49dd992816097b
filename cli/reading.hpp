// Texts to values: the readers of `convert` and `check`. Lines of one shape that follow each other are read many at once,
// all others one by one; what comes out is the same.
#pragma once

#include <string_view>

#include "forms.hpp"
#include "stream.hpp"

namespace sortid::cli {

// How texts are read.
struct reading {
  refused_text (*read)(const reading& how, std::string_view text, known_id& id) = nullptr;
  std::optional<sortid::format> format = {};  // the one to read
  bool any = false;                           // each text tells its own
  std::size_t digits = 0;      // of hexadecimal texts (0: as many as any format has), bytes of binary ids
  std::string_view name = {};  // for messages; empty when each text tells its own
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

// Where ids go.
class id_taker {
 public:
  id_taker() = default;
  id_taker(const id_taker&) = delete;
  id_taker& operator=(const id_taker&) = delete;
  virtual ~id_taker() = default;
  // Returns why the id is refused after all.
  virtual refusal take(const known_id& id) = 0;
  // False when they are wanted one by one.
  virtual bool take_run(const id_run& ids) = 0;
};

// Reads the texts of a block. What is refused goes to the result, and the valid ones are counted there.
void read_block(const block& in, const reading& how, id_taker& taker, outcome& result);

}  // namespace sortid::cli
