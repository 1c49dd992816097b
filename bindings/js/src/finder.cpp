// The ids inside a text as a WebAssembly module of its own: what src/finder.js calls.
#include <cstddef>
#include <cstdint>

#include "keyed.hpp"
#include "sortid/find_ids.hpp"

using namespace sortid;

namespace {

constexpr std::size_t room = 65'536;
constexpr std::size_t least_symbols = [] {
  std::size_t least = room;
  for (const layout* l : format_list::layouts) least = l->symbols < least ? l->symbols : least;
  return least;
}();

// Whose offsets finder.js knows.
struct told_id {
  double offset;
  std::uint32_t size;
  std::uint32_t place;
};
struct {
  char piece[room];
  told_id found[(room + sizeof(id_finder)) /
                least_symbols];  // what a piece and all that is kept before it may have
  std::uint32_t count;
} shared;
id_finder finder{format_set()};

void tell(const found_id& id) {
  shared.found[shared.count++] = {static_cast<double>(id.offset), detail::clamp32(id.text.size()),
                                  detail::clamp32(id.format.place())};
}

}  // namespace

SORTID_JS_EXPORT(piece) void* piece_at() { return &shared.piece; }
SORTID_JS_EXPORT(found) void* found_at() { return &shared.found; }
SORTID_JS_EXPORT(room) std::uint32_t piece_room() { return room; }

// Begins a text, to find the formats whose bits are set, or without `named` those of formats_in_text().
SORTID_JS_EXPORT(begin) void begin(std::uint32_t bits, std::uint32_t named) {
  format_set wanted;
  for (const format f : format::all()) {
    if ((bits >> f.place() & 1U) != 0) wanted.push_back(f);
  }
  finder = id_finder(named != 0 ? wanted : formats_in_text());
}
// The next bytes of the text, which lie in `piece`, and its end. How many ids are in `found` by that.
SORTID_JS_EXPORT(feed) std::uint32_t feed(std::uint32_t size) {
  shared.count = 0;
  finder.feed({shared.piece, size}, tell);
  return shared.count;
}
SORTID_JS_EXPORT(finish) std::uint32_t finish() {
  shared.count = 0;
  finder.finish(tell);
  return shared.count;
}
