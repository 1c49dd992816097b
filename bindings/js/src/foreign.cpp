// What a text looks like, as a WebAssembly module of its own: what src/foreign.js calls.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "host.hpp"
#include "sortid/looks_like.hpp"
#include "sortid/uuidv7.hpp"

using namespace sortid;

// What must not happen ends the instance, and needs nothing of a system.
extern "C" void abort() { __builtin_trap(); }

namespace {

// Whose offsets foreign.js knows.
struct told_text {
  const char* at;
  std::uint32_t size;
};
struct told_field {
  told_text name;
  std::uint64_t lo, hi;
};
struct shared_foreign_id {
  told_text name, title;
  told_text uuid;  // in `uuids`; empty where it is none
  std::uint32_t timed;
  std::uint32_t field_count;
  double unix_ms;
  told_field fields[foreign_id::max_fields];
};
static_assert(sizeof(shared_foreign_id) == 232);
// A longer text looks like nothing.
constexpr std::size_t room = [] {
  std::size_t most = 0;
  for (const auto& kind : detail::foreign_kinds) most = kind.symbols[1] > most ? kind.symbols[1] : most;
  return most + 1;
}();

struct {
  shared_foreign_id ids[foreign_id_list::capacity];
  char uuids[foreign_id_list::capacity][uuid_layout.symbols];
  char text[room];
} shared;

told_text text_of(std::string_view text) { return {text.data(), static_cast<std::uint32_t>(text.size())}; }

}  // namespace

SORTID_JS_EXPORT(foreign_ids) void* foreign_ids_at() { return &shared.ids; }
SORTID_JS_EXPORT(text) void* text_at() { return &shared.text; }
SORTID_JS_EXPORT(room) std::uint32_t text_room() { return room; }

// Recognizes the first `size` bytes of the text and returns how many kinds it may be. An id made after `ms`
// is none; with `by_clock` `ms` is the present, and a day more is allowed.
SORTID_JS_EXPORT(looks_like)
std::uint32_t recognize_text(std::uint32_t size, double ms, std::uint32_t by_clock) {
  constexpr double bound = 9'007'199'254'740'992;
  const std::int64_t given = ms >= bound    ? INT64_MAX
                             : ms <= -bound ? INT64_MIN
                                            : static_cast<std::int64_t>(ms);
  const auto found =
      looks_like({shared.text, size}, by_clock != 0 ? detail::latest_foreign_ms(given) : given);
  for (std::size_t i = 0; i < found.size(); ++i) {
    const foreign_id& seen = found[i];
    shared_foreign_id& told = shared.ids[i];
    told = {text_of(seen.name),
            text_of(seen.title),
            {},
            seen.unix_ms ? 1U : 0U,
            detail::clamp32(seen.field_count),
            static_cast<double>(seen.unix_ms.value_or(0)),
            {}};
    if (seen.uuid_bits) {
      const auto text = uuid::from_number(*seen.uuid_bits).value().to_text();
      std::memcpy(shared.uuids[i], text.data(), text.size());
      told.uuid = text_of({shared.uuids[i], text.size()});
    }
    for (std::size_t k = 0; k < seen.field_count; ++k) {
      const foreign_id_field& field = seen.fields[k];
      told.fields[k] = {text_of(field.name), field.value.lo, field.value.hi};
    }
  }
  return detail::clamp32(found.size());
}
