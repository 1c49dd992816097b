// Public ids as a WebAssembly module of its own: what src/masker.js calls.
#include <cstdint>
#include <cstring>
#include <new>

#include "keyed.hpp"
#include "sortid/any_masker.hpp"

using namespace sortid;

namespace {

// Whose offsets masker.js knows: 32-bit words first.
struct alignas(16) shared_memory {
  std::uint32_t done;                       // of the ids of a run
  std::uint32_t position, expected, found;  // of the id that was rejected
  std::uint32_t masked_place;               // of the format of masked ids
  char text[172];                           // a prefix or a sentence
  column_bytes ids[65'536];                 // or a key
};
shared_memory shared;

std::uint32_t tell(std::string_view sentence) {
  std::memcpy(shared.text, sentence.data(), sentence.size());
  return detail::clamp32(sentence.size());
}

}  // namespace

SORTID_JS_EXPORT(shared) void* shared_at() { return &shared; }
SORTID_JS_EXPORT(offset_of_ids) std::uint32_t offset_of_ids() { return offsetof(shared_memory, ids); }
SORTID_JS_EXPORT(room) std::uint32_t room() { return sizeof shared.ids; }
SORTID_JS_EXPORT(masker_size) std::uint32_t masker_size() { return sizeof(any_masker); }

// Makes one there, for the format at a place of the list and the key, which is erased. 0, or the size of the
// sentence that says why not.
SORTID_JS_EXPORT(make)
std::uint32_t make(void* at, std::uint32_t place, std::uint32_t key_size, std::uint32_t in_hex,
                   std::uint32_t version) {
  const auto key = js::take_key(shared.ids, key_size, in_hex != 0);
  if (!key) return tell(message_of_mask_key(key.error()).view());
  const auto made = any_masker::make(format::all()[place], *key, {.version = version});
  if (!made) return tell("uuidVersion is 8 or 4");
  shared.masked_place = detail::clamp32((new (at) any_masker(*made))->masked_format().place());
  return 0;
}
// With its key.
SORTID_JS_EXPORT(erase) void erase(any_masker* masker) { masker->~any_masker(); }

// Masks or unmasks ids in place; TypeIDs have the prefix in the text. 0, or the size of the sentence about
// the one that is rejected, whose place among them is `done`.
SORTID_JS_EXPORT(run)
std::uint32_t run(const any_masker* masker, std::uint32_t unmask, std::uint32_t count,
                  std::uint32_t prefix_size) {
  const auto direction = unmask != 0 ? mask_direction::unmask : mask_direction::mask;
  const auto end = masker->run(direction, shared.ids, count, shared.ids, {shared.text, prefix_size});
  shared.done = detail::clamp32(end.count);
  if (end) return 0;
  shared.position = end.why.position;
  shared.expected = end.why.expected;
  shared.found = end.why.found;
  const format from = unmask != 0 ? masker->masked_format() : masker->stored_format();
  return tell(message(end.why, from.name()).view());
}
