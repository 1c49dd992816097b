// Input in blocks, output in order: what all subcommands that take ids run on. The work on a block touches
// nothing but its results, so that threads can work on several blocks at the same time.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "command.hpp"
#include "stream/block.hpp"
#include "stream/block_result.hpp"

namespace sortid::cli {

class outlet;

// What is done with the ids.
struct stream_work {
  // Whole lines, records or an argument. Called by several threads at once.
  std::function<void(const block& in, block_result& result)> process;
  // Why a text of that many bytes, more than a block has, is rejected unread. Empty: `process` takes the
  // pieces of long lines too.
  std::function<id_error(std::uint64_t bytes)> too_long = {};
};

struct stream_options {
  unsigned threads = 1;
  cli::reject_options reject = {};
  bool count = true;                     // at the end, where some are invalid
  bool found = false;                    // some_invalid stands for: none was found
  bool files = false;                    // the arguments are names of files
  std::vector<std::string> inputs = {};  // other files that are read at the same time
  // At the end of each file, or of all arguments: what is written of it, and of the ids that were valid in
  // it.
  std::function<void(std::string_view file, std::uint64_t valid, buffer& to)> end_of_input = {};
  // Once all inputs are read, if they could be: writes what depends on all of them. False when the output
  // failed.
  std::function<bool(outlet& to)> finish = {};
  std::string invalid_path = {};          // where rejected texts go; empty: nowhere
  std::size_t record_size = 0;            // bytes of a binary id; 0: lines
  std::size_t block_size = longest_line;  // a longer line comes in pieces
};

// For work that writes little more than it reads: a block of that size is handed over and written for a small
// part of what its ids take. In it read_ids() looks for the lines that are too long.
inline constexpr std::size_t large_block = 2 * longest_line;

// Works on any block: a long line's pieces are the same for all.
void work_on(const stream_work& work, const block& in, block_result& result);

// Whether a descriptor is the same regular file as one of those that the arguments name; without any, as
// standard input.
[[nodiscard]] bool is_one_of(int fd, const std::vector<std::string>& files);

// Runs the arguments, or standard input where there are none or an argument is "-", through the work. A file
// that cannot be read gets a message, and the others are read all the same.
[[nodiscard]] status run_stream(const stream_work& work, const std::vector<std::string>& arguments,
                                stream_options options);

}  // namespace sortid::cli
