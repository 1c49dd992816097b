// Many ids at once.
#include <cstdint>
#include <cstdio>
#include <string_view>
#include <vector>

#include <sortid/batch.hpp>
#include <sortid/batch_sort.hpp>
#include <sortid/batch_texts.hpp>
#include <sortid/range.hpp>
#include <sortid/ulid.hpp>
#include <sortid/uuidv7.hpp>

namespace {

// [lines]
// One id a line: 26 symbols and a newline, so the stride is 27. The last newline may be missing. Stops at the
// first text that is invalid or cut off.
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
  // An answer for each text. A rejected text leaves its place in `ids` as it was.
  std::vector<sortid::ulid> ids((lines.size() + 26) / 27);
  std::vector<sortid::reason> why(ids.size());
  const std::size_t rejected =
      sortid::batch::from_text<sortid::ulid>(lines, ids, std::span<sortid::reason>(why), 27);
  // [/each]
  return rejected == 1 && why[1] == sortid::reason::character;
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

bool in_order(std::vector<sortid::ulid> ids, std::int64_t from_ms) {
  // [sort]
  // What belongs to each id, here the number of its row, goes with it.
  std::vector<std::uint32_t> rows(ids.size());
  for (std::uint32_t i = 0; i < rows.size(); ++i) rows[i] = i;
  const bool sorted = sortid::batch::sort<sortid::ulid, std::uint32_t>(ids, rows);
  // The first id of that instant or later.
  const auto first = sortid::first_at<sortid::ulid>(from_ms);
  const std::size_t at = first ? sortid::batch::lower_bound<sortid::ulid>(ids, *first) : ids.size();
  // [/sort]
  return sorted && at < ids.size() && ids[at].unix_ms() == from_ms && rows[at] == 1;
}

bool one_prefix() {
  // [prefix]
  // A column of TypeIDs with one prefix: 16 bytes an id, the prefix is kept once.
  const auto user = sortid::type_prefix::parse("user").value();
  constexpr std::string_view lines =
      "user_01h455vb4pex5vsknk084sn02q\n"
      "user_01h455vb4pex5vsknk084sn02r\n";
  std::vector<sortid::type_id_suffix> ids(2);
  const auto read = sortid::batch::from_text<sortid::type_id_suffix>(lines, ids, {user, 32});

  // To another prefix.
  const auto account = sortid::type_prefix::parse("account").value();
  std::vector<char> accounts(2 * 34);
  const std::size_t written = sortid::batch::to_text<sortid::type_id_suffix>(ids, accounts, account);
  // [/prefix]
  return read && written == 2 &&
         std::string_view(accounts.data(), 34) == "account_01h455vb4pex5vsknk084sn02q";
}

bool own_prefixes() {
  // [prefixes]
  // A prefix for each: texts that lie anywhere, ids of 80 bytes.
  constexpr std::string_view texts[] = {"user_01h455vb4pex5vsknk084sn02q",
                                        "account_01h455vb4pex5vsknk084sn02r"};
  std::vector<sortid::type_id> ids(2);
  const auto read = sortid::batch::from_text<sortid::type_id>(texts, ids);

  // And back, one text behind the other.
  std::vector<char> room(200);
  std::vector<std::string_view> again(2);
  const std::size_t written = sortid::batch::to_text(ids, room, again);
  // [/prefixes]
  return read && written == 2 && again[0] == texts[0] && again[1] == texts[1];
}

}  // namespace

int main() {
  constexpr std::string_view lines = "01ARZ3NDEKTSV4RRFFQ69G5FAV\n01ARZ3NDEKTSV4RRFFQ69G5FAU\n";
  const auto ids = ids_of(lines);
  if (ids.size() != 1 || ids_of(lines.substr(0, 26)).size() != 1 || ids_of("01ARZ3").size() != 0) return 1;
  if (!all_answers(lines) || !other_forms(ids)) return 1;
  if (!in_order({sortid::ulid::max(), ids[0], sortid::ulid::min()}, ids[0].unix_ms())) return 1;
  if (!one_prefix() || !own_prefixes()) return 1;
  // [kernels]
  std::printf("%.*s\n", static_cast<int>(sortid::kernel_set::active().name().size()),
              sortid::kernel_set::active().name().data());  // "avx512", say
  // [/kernels]
}
