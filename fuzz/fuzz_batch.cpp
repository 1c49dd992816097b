// Bytes as texts of a format at some stride, read and written by every kernel set of the machine.
//
//  1. Each set reads what Id::parse reads and rejects what it rejects, for the same reason and at the same
//     position, one by one, in bulk and until the first error.
//  2. A rejected text leaves the id at its place as it was; no id is written in part, and nothing beside the
//     ids is written.
//  3. Each set writes what to_text writes, and nothing between the texts or behind them.
//  4. Ids read over the beginning of their own texts are those read elsewhere, and the rest of the memory is
//     as it was.
//  5. Bytes and ids are the same both ways, and bytes that the format does not allow are rejected as
//     from_bytes does.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "holds.hpp"
#include "support/every_kernel.hpp"

namespace {

using namespace sortid_test;

template <batch_id Id>
void check_in_place(const kernel_set& set, std::string_view texts, std::size_t stride,
                    const std::vector<sortid::result<Id>>& expected) {
  const std::size_t n = expected.size();
  std::vector<std::uint64_t> memory(texts.size() / sizeof(std::uint64_t) + 1);
  auto* const bytes = reinterpret_cast<char*>(memory.data());
  texts.copy(bytes, texts.size());
  std::string image(texts);
  for (std::size_t i = 0; i < n; ++i) {
    if (expected[i]) std::memcpy(image.data() + i * sizeof(Id), &*expected[i], sizeof(Id));
  }
  std::vector<reason> why(n);
  (void)sortid::batch::from_text<Id>({bytes, texts.size()}, {reinterpret_cast<Id*>(bytes), n}, why, stride,
                                     set);
  holds(4, std::string_view(bytes, texts.size()) == image, "in place");
}

template <batch_id Id>
void check_bytes(const kernel_set& set, std::string_view input) {
  const std::size_t n = input.size() / sizeof(Id);
  std::vector<std::uint8_t> bytes(input.begin(), input.end());
  std::vector<Id> ids(n);
  const auto read = sortid::batch::from_bytes<Id>(bytes, ids, set);
  std::size_t count = 0;
  for (; count < n; ++count) {
    typename Id::bytes_type one{};
    std::memcpy(one.data(), bytes.data() + count * sizeof(Id), sizeof(Id));
    const auto id = Id::from_bytes(one);
    if (!id) {
      holds(5, read.why == id.error(), "error");
      break;
    }
    holds(5, same_bytes(ids[count], *id), "id");
  }
  holds(5, read.count == count && static_cast<bool>(read) == (count == n), "count");
  std::vector<std::uint8_t> again(bytes.size(), 0xEE);
  holds(5, sortid::batch::to_bytes<Id>(std::span<const Id>(ids).first(count), again, set) == count,
        "written");
  holds(5,
        std::equal(again.begin(), again.begin() + static_cast<std::ptrdiff_t>(count * sizeof(Id)),
                   bytes.begin()),
        "bytes");
}

// The input cut into texts, which the byte before each mends to an intact one, or leaves as they are.
template <batch_id Id>
void check(std::string_view input, std::size_t beside, std::size_t offset) {
  const std::size_t size = size_of_text<Id>();
  const std::size_t stride = size + beside;
  std::string texts;
  std::vector<Id> ids;
  std::string_view rest = input;
  for (std::size_t i = 0; !rest.empty() && i < 300; ++i) {
    const auto how = static_cast<unsigned char>(rest[0]);
    rest.remove_prefix(1);
    const std::string_view own = rest.substr(0, how % 4 == 0 ? size : 16);
    rest.remove_prefix(own.size());
    uint128 bits;
    for (const char c : own) bits = (bits << 8 | uint128(static_cast<unsigned char>(c)));
    ids.push_back(drawn::of<Id>(bits));
    std::string text(ids.back().to_text().view());
    if (how % 4 == 0) {
      text = own;
      text.resize(size, '0');
    } else if (how % 4 == 1) {
      text[how / 4 % size] = own.empty() ? '\0' : own.back();
    }
    while (texts.size() < i * stride) texts += pattern_at(texts.size());
    texts += text;
  }
  // In memory of its very size, so that the address sanitizer sees its end.
  const std::vector<char> moved = [&] {
    std::vector<char> all(offset);
    all.insert(all.end(), texts.begin(), texts.end());
    return all;
  }();
  const std::string_view there(moved.data() + offset, texts.size());
  const auto expected = parsed<Id>(there, stride, ids.size());
  for (const kernel_set& set : kernel_set::usable()) {
    holds(1, wrong_in_reading<Id>(set, there, stride, expected).empty(), "reading (1 or 2)");
    std::vector<char> room(texts.size());
    holds(3, wrong_in_writing<Id>(set, ids, stride, room).empty(), "writing");
    check_in_place<Id>(set, there, stride, expected);
    check_bytes<Id>(set, input);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t header = 3;  // the id type, the bytes between texts, the offset
  if (size < header) return 0;
  const std::string input(data + header, data + size);
  std::size_t types = 0;
  for_every_batch_id([&types]<class Id>(std::type_identity<Id>) { ++types; });
  std::size_t at = data[0] % types;
  for_every_batch_id([&]<class Id>(std::type_identity<Id>) {
    if (at-- == 0) check<Id>(input, data[1] % 40U, data[2] % 64U);
  });
  return 0;
}
