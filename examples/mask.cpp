// Public ids that hide their time.
#include <array>
#include <cstdint>
#include <cstdio>
#include <vector>

#include <sortid/mask.hpp>
#include <sortid/ulid.hpp>

// [one]
// The key is 16 or 32 random bytes from where your program keeps its secrets; these are for show.
bool shown_and_found(const sortid::ulid& stored) {
  const std::array<std::uint8_t, 16> key{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  const auto masker = sortid::masker<sortid::ulid>::make(key);
  if (!masker) return false;  // a key of another size

  const auto shown = masker->mask(stored);
  std::printf("%s\n", shown->to_text().c_str());
  return masker->unmask(*shown).value() == stored;
}
// [/one]

// [many]
// Stops at the first id that is rejected; a ULID never is.
bool all_shown(const sortid::masker<sortid::ulid>& masker, std::vector<sortid::ulid>& ids) {
  return static_cast<bool>(masker.mask(ids, ids));
}
// [/many]

int main() {
  const auto id = sortid::ulid::parse("01ARZ3NDEKTSV4RRFFQ69G5FAV").value();
  std::vector<sortid::ulid> ids(100, id);
  const auto masker = sortid::masker<sortid::ulid>::make(std::array<std::uint8_t, 16>{}).value();
  return shown_and_found(id) && all_shown(masker, ids) && ids[0] == ids[99] && ids[0] != id ? 0 : 1;
}
