// Whether lines are in the order of their ids.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "ids/columns.hpp"
#include "sorting/kinds.hpp"

namespace sortid::cli {

struct wanted_order {
  bool reverse = false;
  bool unique = false;           // equal ids are out of order
  bool quiet = false;            // says nothing
  std::string_view advice = {};  // what a message ends with

  // Of ids, or of the bits of ids of a kind.
  [[nodiscard]] bool follows(const auto& before, const auto& id) const {
    if (before == id) return !unique;
    return reverse ? id < before : before < id;
  }
};

// The first line of a block that is out of order, and of its blocks, one behind the other.
class checked_block final : public id_sink {
 public:
  checked_block(const wanted_order& how, const block& in, const id_parser& from)
      : how_(how), in_(in), from_(from) {}

  bool take(const id_column& ids, std::byte*, const line_column& lines) override;
  id_error take(const known_id& id, std::string_view text, std::uint64_t number) override;
  void note(const ordered_id& id, std::string_view text, std::uint64_t number);
  // When all blocks before have been settled, of which `last` is the last id. Throws disorder, which was
  // said.
  void settle(std::optional<ordered_id>& last, block_result& result);

 private:
  void complain(std::string_view text, std::uint64_t number);

  const wanted_order& how_;
  const block& in_;
  const id_parser& from_;
  std::optional<ordered_id> first_ = {};
  std::string first_text_ = {};
  std::uint64_t first_number_ = 0;
  std::optional<ordered_id> last_ = {};
  bool disorder_ = false;
  buffer message_;
};

}  // namespace sortid::cli
