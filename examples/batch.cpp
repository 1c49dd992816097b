// Many ids at once.
#include <cstdint>
#include <cstdio>
#include <string_view>
#include <vector>

#include <sortid/batch.hpp>
#include <sortid/ulid.hpp>
#include <sortid/uuidv7.hpp>

namespace {

// [lines]
// Ids one a line: 26 symbols and a newline, so a stride of 27; the last newline may be missing. Stops at the first text
// that is none or is cut off.
std::vector<sortid::ulid> ids_of(std::string_view lines) {
  std::vector<sortid::ulid> ids((lines.size() + 26) / 27);
  const auto read = sortid::batch::from_text<sortid::ulid>(lines, ids, 27);
  if (!read) {
    std::printf("line %zu: %s\n", read.count + 1, sortid::message(read.why, "ulid").c_str());
    ids.resize(read.count);
  }
  return ids;
}
// [/lines]

bool all_answers(std::string_view lines) {
  // [each]
  // An answer for each; what is refused leaves its place in `ids` as it was.
  std::vector<sortid::ulid> ids((lines.size() + 26) / 27);
  std::vector<sortid::reason> why(ids.size());
  const std::size_t refused =
      sortid::batch::from_text<sortid::ulid>(lines, ids, std::span<sortid::reason>(why), 27);
  // [/each]
  return refused == 1 && why[1] == sortid::reason::character;
}

bool other_forms(const std::vector<sortid::ulid>& ids) {
  // [other]
  std::vector<char> texts(ids.size() * 26);
  std::vector<std::int64_t> times(ids.size());
  std::vector<char> uuids(ids.size() * 36);
  const std::size_t written = sortid::batch::to_text<sortid::ulid>(ids, texts);
  const std::size_t timed = sortid::batch::unix_ms<sortid::ulid>(ids, times);
  const auto converted =
      sortid::batch::convert<sortid::ulid, sortid::uuid>({texts.data(), texts.size()}, 26, uuids, 36);
  // [/other]
  return written == ids.size() && timed == ids.size() && converted && times[0] == ids[0].unix_ms();
}

}  // namespace

int main() {
  constexpr std::string_view lines = "01ARZ3NDEKTSV4RRFFQ69G5FAV\n01ARZ3NDEKTSV4RRFFQ69G5FAU\n";
  const auto ids = ids_of(lines);
  if (ids.size() != 1 || ids_of(lines.substr(0, 26)).size() != 1 || ids_of("01ARZ3").size() != 0) return 1;
  if (!all_answers(lines) || !other_forms(ids)) return 1;
  // [kernels]
  std::printf("%.*s\n", static_cast<int>(sortid::kernel_set::active().name().size()),
              sortid::kernel_set::active().name().data());  // "avx512", say
  // [/kernels]
}
