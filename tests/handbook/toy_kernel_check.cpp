// check NAME: the kernel set of that name is usable, and agrees with Id::to_text and Id::parse on every
// format.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

#include "sortid/batch.hpp"
#include "sortid/formats.hpp"

namespace {

int failed = 0;
void expect(bool holds, std::string_view what, std::string_view name) {
  if (holds) return;
  ++failed;
  std::printf("FAILED %.*s: %.*s\n", static_cast<int>(name.size()), name.data(),
              static_cast<int>(what.size()), what.data());
}

template <class Id>
void check_format(const sortid::kernel_set& set) {
  constexpr std::size_t count = 1'000;
  const sortid::layout& l = Id::layout();
  std::mt19937_64 bits(1);
  std::vector<Id> ids;
  std::string expected;
  while (ids.size() < count) {
    const auto value = (sortid::uint128(bits(), bits()) & l.max_value()) | l.min_value();
    ids.push_back(Id::from_number(static_cast<typename Id::value_type>(value)).value());
    expected += ids.back().to_text().view();
  }
  const std::size_t size = expected.size() / count;
  std::string texts(expected.size(), '#');
  expect(sortid::batch::to_text<Id>(ids, texts, {}, set) == count && texts == expected, "to_text", l.name);
  texts[7 * size + 3] = '!';
  std::vector<Id> read(count);
  std::vector<sortid::reason> why(count);
  expect(sortid::batch::from_text<Id>(texts, read, why, {}, set) == 1, "from_text", l.name);
  for (std::size_t i = 0; i < count; ++i)
    expect(i == 7 ? why[i] == sortid::reason::character : read[i] == ids[i], "an id that was read", l.name);
  std::vector<std::uint8_t> bytes(count * sizeof(Id));
  expect(sortid::batch::to_bytes<Id>(ids, bytes, set) == count, "to_bytes", l.name);
  for (std::size_t i = 0; i < count; ++i) {
    const auto own = ids[i].bytes();
    expect(std::equal(own.begin(), own.end(), bytes.begin() + static_cast<std::ptrdiff_t>(i * own.size())),
           "the bytes of an id", l.name);
  }
}

}  // namespace

int main(int count, char** arguments) {
  const auto set = count == 2 ? sortid::kernel_set::named(arguments[1]) : std::nullopt;
  if (!set) return 2;
  sortid::format_list::for_each([&]<class Id>(std::type_identity<Id>) {
    if constexpr (sortid::batch::batch_id<Id>) check_format<Id>(*set);
  });
  std::printf("%s: %d failed\n", arguments[1], failed);
  return failed == 0 ? 0 : 1;
}
