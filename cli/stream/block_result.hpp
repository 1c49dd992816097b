// The results of a block while it is worked on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "id_error.hpp"
#include "stream/block.hpp"
#include "stream/results.hpp"

namespace sortid::cli {

class outlet;
class turn;

// What is wanted of a rejected text.
struct reject_options {
  bool messages = true;  // a line that says so
  bool carets = false;   // below it the text with a mark at the position
  bool keep = false;     // the text itself
};

// How a message about a text begins: the program, the file, and the number.
void append_place(buffer& to, const block& in, std::uint64_t number);

class block_result : public results {
 public:
  // The results of a block that has its turn are written to the outlet; without one they are only kept.
  explicit block_result(const reject_options& w, outlet* to = nullptr) : reject_(w), outlet_(to) {}

  void begin(turn& mine) { turn_ = &mine; }

  // `raw` is the text as it stood in the input, its line end included.
  void reject(const block& in, std::uint64_t number, std::string_view text, std::string_view raw,
              const id_error& why);
  // A piece of a long line; its last piece is rejected for that reason.
  void reject_long_line(const block& piece, const id_error& why);

  // Keeps the memory small: large results wait for the block's turn and are written. To be called after every
  // text or run of texts.
  void relieve() {
    constexpr std::size_t large = std::size_t{1} << 20U;
    if (size() > large) (void)write();
  }
  // For what depends on the blocks before.
  void wait_for_turn();
  // Waits for the block's turn, writes the results so far and clears them. False when the output failed or
  // the work was stopped.
  bool write();

 private:
  void message_line(const block& in, std::uint64_t number, std::string_view text, std::uint64_t size,
                    const id_error& why);
  reject_options reject_;
  outlet* outlet_;
  turn* turn_ = nullptr;
};

}  // namespace sortid::cli
