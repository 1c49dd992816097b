// Name-based ids as a WebAssembly module of its own: what src/named_ids.js calls.
#include <cstdint>
#include <cstring>

#include "keyed.hpp"
#include "sortid/named.hpp"

using namespace sortid;

namespace {

// Whose offsets named_ids.js knows.
struct shared_memory {
  char text[176];                            // a prefix or a sentence
  alignas(16) std::uint8_t room[1U << 16U];  // the key and the name behind it; then the bytes of the id
};
shared_memory shared;

}  // namespace

SORTID_JS_EXPORT(shared) void* shared_at() { return &shared; }
SORTID_JS_EXPORT(offset_of_room) std::uint32_t offset_of_room() { return offsetof(shared_memory, room); }
SORTID_JS_EXPORT(room) std::uint32_t room() { return sizeof shared.room; }

SORTID_JS_EXPORT(is_named) bool can_be_named(std::uint32_t place) {
  return is_named(format::all()[place].layout());
}
// Writes the bytes of the id of a name over key and name. The prefix stands in the text, and it and the
// instant are those of the format. 0, or the size of the sentence that rejects the key.
SORTID_JS_EXPORT(named_at)
std::uint32_t named_at(std::uint32_t place, std::uint32_t prefix_size, std::uint32_t key_size,
                       std::uint32_t in_hex, std::uint32_t name_size, double unix_ms) {
  const auto key = js::take_key(shared.room, key_size, in_hex != 0);
  if (!key) {
    const auto sentence = message_of_mask_key(key.error());
    std::memcpy(shared.text, sentence.view().data(), sentence.size());
    return detail::clamp32(sentence.size());
  }
  const generator_options options{.prefix = type_prefix::parse({shared.text, prefix_size}).value()};
  const std::string_view name(reinterpret_cast<const char*>(shared.room) + key_size, name_size);
  const auto id = by_format::named_at(format::all()[place], key->bytes(), options,
                                      static_cast<std::int64_t>(unix_ms), name);
  std::memset(shared.room + key_size, 0, name_size);
  detail::store_be(*id, shared.room);
  return 0;
}
