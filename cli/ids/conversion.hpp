// Blocks of texts to lines in another format: `convert`; of other ids: `mask`; and `check`, which writes
// nothing.
#pragma once

#include <atomic>
#include <optional>

#include "ids/id.hpp"
#include "ids/id_parser.hpp"
#include "ids/masking.hpp"
#include "ids/writing.hpp"
#include "stream/stream.hpp"

namespace sortid::cli {

// How ids are written.
struct target {
  std::optional<sortid::format> format = {};  // empty: as digits or bytes …
  notation number = notation::hex;            // … in this notation
  std::optional<type_prefix> prefix = {};     // for every id, instead of its own
  const masking* mask = nullptr;  // changes the ids; each is written in the format that it then has
};

// Why a format cannot hold the bits of another one.
[[nodiscard]] id_error other_width(format from, format to);

class conversion {
 public:
  // Without a target the ids are read alone.
  conversion(const id_parser& from, const std::optional<target>& to) : from_(from), to_(to) {}

  void process(const block& in, block_result& result) const;
  // As the work of a stream; the conversion must live as long.
  [[nodiscard]] stream_work work() const {
    return {[this](const block& in, block_result& result) { process(in, result); },
            [this](std::uint64_t bytes) { return from_.too_long(bytes); }};
  }

 private:
  class written_ids;

  id_parser from_;
  std::optional<target> to_;
  // Of binary results: the width of the first one, 0 before it.
  mutable std::atomic<unsigned> record_bits_{0};
};

}  // namespace sortid::cli
