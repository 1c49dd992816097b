// What ids that are sorted may differ in beside their bits.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "buffer.hpp"
#include "ids/id.hpp"
#include "ids/id_parser.hpp"

namespace sortid::cli {

// Ids of a kind are in the order of their bits, which is the order of their texts. Kinds are in the order of
// the formats; those of TypeIDs in the order of the texts too, as a prefix ends before a digit.
struct id_kind {
  sortid::format format;
  type_prefix prefix;

  friend auto operator<=>(const id_kind&, const id_kind&) = default;
};

// The format that an id is sorted as: one for all texts that look alike, whatever the bits of each.
[[nodiscard]] format sorted_format(const id_parser& from, std::string_view text, const known_id& id);

// An id among others, as they are sorted.
struct ordered_id {
  id_kind kind;
  uint128 value;

  friend auto operator<=>(const ordered_id&, const ordered_id&) = default;
};
// Ends the work: a line is out of order, and that was said.
struct disorder {};
[[nodiscard]] ordered_id ordered(const id_parser& from, std::string_view text, const known_id& id);

// All ids are sorted as 128 bits in network order; which format they are of does not matter then.
using sorted_id = ulid;

// Their texts, a line each. Overwrites the ids.
void append_texts(buffer& to, const id_kind& kind, std::span<sorted_id> ids);

// Numbers for the kinds that were seen. Thread-safe.
class kind_table {
 public:
  // Throws io_error where there are more kinds than memory should hold.
  [[nodiscard]] std::uint32_t number_of(const id_kind& kind);
  [[nodiscard]] id_kind kind(std::uint32_t number) const;
  [[nodiscard]] std::uint32_t size() const;
  // All numbers in the order of their kinds.
  [[nodiscard]] std::vector<std::uint32_t> in_order() const;

 private:
  // docs/cli.md has it; a kind takes about 200 bytes.
  static constexpr std::uint32_t most = std::uint32_t{1} << 21U;
  // Without noexcept, by which libstdc++ would compute it anew for each one that it passes by.
  struct hash {
    std::size_t operator()(const id_kind& of) const {
      return std::hash<std::string_view>()(of.prefix.view());
    }
  };

  mutable std::mutex mutex_;
  std::unordered_map<id_kind, std::uint32_t, hash> numbers_;
  std::vector<id_kind> kinds_;
};

// An id by the number of its kind.
struct numbered_id {
  std::uint32_t kind;
  uint128 value;

  friend bool operator==(const numbered_id&, const numbered_id&) = default;
};

// The order of such ids. The two kinds that were compared last are known without a look into the table.
class numbered_order {
 public:
  explicit numbered_order(const kind_table& kinds) : kinds_(kinds) {}

  [[nodiscard]] bool less(const numbered_id& a, const numbered_id& b) {
    return a.kind == b.kind ? a.value < b.value : kind_less(a.kind, b.kind);
  }

 private:
  [[nodiscard]] bool kind_less(std::uint32_t a, std::uint32_t b);

  const kind_table& kinds_;
  std::uint32_t a_ = 0;
  std::uint32_t b_ = 0;
  bool less_ = false;
};

// The number of the kind that was asked for last is known without a look into the table.
class kind_finder {
 public:
  explicit kind_finder(kind_table& table) : table_(table) {}

  [[nodiscard]] std::uint32_t number_of(format f, std::string_view prefix);

 private:
  kind_table& table_;
  std::optional<id_kind> last_ = {};
  std::uint32_t number_ = 0;
};

}  // namespace sortid::cli
