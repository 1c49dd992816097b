// Ids inside any bytes, as a text and as a stream. The first two bytes say which formats are wanted, the
// third how the stream is cut.
//
//  1. Every id that is found stands there, is of a wanted format, and its text parses to it.
//  2. They are in order and do not overlap.
//  3. Trying every place finds the same.
//  4. The pieces of a stream give the same, wherever it is cut.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "../tests/unit/support/slow_finder.hpp"
#include "holds.hpp"
#include "sortid/find_ids.hpp"

namespace {

using sortid::format;
using sortid::found_id;
using sortid_test::found_place;

found_place place_of(const found_id& found) {
  return {found.offset, found.offset + found.text.size(), found.format.name()};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t most = 1024;  // every place is tried
  if (size < 3 || size > most) return 0;
  const unsigned chosen = data[0] + 256U * data[1];
  const std::size_t cut = data[2] + std::size_t{1};
  const std::string text(data + 3, data + size);
  std::vector<format> wanted;
  sortid::format_set set;
  for (const format f : format::all()) {
    if ((chosen >> f.place() & 1U) == 0) continue;
    wanted.push_back(f);
    set.push_back(f);
  }

  std::vector<found_place> all;
  std::size_t end = 0;
  sortid::find_ids(text, set, [&](const found_id& found) {
    holds(1, std::string_view(text).substr(found.offset, found.text.size()) == found.text, "place");
    holds(1, (chosen >> found.format.place() & 1U) != 0, "format");
    const auto id = found.format.parse(found.text);
    holds(1, id && id->value == found.id.value && id->prefix.view() == found.id.prefix, "id");
    holds(2, found.offset >= end, "order");
    end = found.offset + found.text.size();
    all.push_back(place_of(found));
  });
  holds(3, all == sortid_test::find_slowly(text, wanted), "the same as every place");

  std::vector<found_place> in_pieces;
  const auto keep = [&](const found_id& found) { in_pieces.push_back(place_of(found)); };
  sortid::id_finder finder(set);
  for (std::size_t at = 0; at < text.size(); at += cut)
    finder.feed(std::string_view(text).substr(at, cut), keep);
  finder.finish(keep);
  holds(4, in_pieces == all, "the same in pieces");
  return 0;
}
