// What proofs/recipe.py proves: the generator's recipe, the bounds of an instant and the conversions between
// formats, as the headers have them. Nothing here computes.
#include <cstdint>
#include <cstring>
#include <optional>

#include "sortid/detail/draws.hpp"
#include "sortid/formats.hpp"
#include "sortid/generator_plan.hpp"
#include "sortid/range.hpp"
#include "words.hpp"

// What a run of ids takes and gives, turn by turn.
extern "C" {
[[gnu::noinline]] std::uint64_t run_takes(const std::uint64_t* in, std::size_t at) { return in[at]; }
[[gnu::noinline]] void run_gives(std::uint64_t* out, std::size_t i, std::uint64_t high, std::uint64_t low) {
  out[2 * i] = high;
  out[2 * i + 1] = low;
}
}

namespace {

// The options as words: which of them are given, then each; the node of one call; the prefix as it is stored.
constexpr unsigned option_words = 15;
sortid::generator_options options_at(const word64* in) {
  sortid::generator_options options;
  if ((in[0] & 1) != 0) options.node = static_cast<unsigned>(in[1]);
  if ((in[0] & 2) != 0) options.extension = static_cast<unsigned>(in[2]);
  if ((in[0] & 4) != 0) options.step_bytes = static_cast<unsigned>(in[3]);
  options.sequence = static_cast<sortid::sequence_start>(in[4]);
  if ((in[0] & 8) != 0) options.epoch = static_cast<std::int64_t>(in[5]);
  static_assert(sizeof options.prefix == 64);
  std::memcpy(&options.prefix, in + 7, sizeof options.prefix);
  return options;
}

// Of whole milliseconds, as most callers give it, or later within one.
sortid::instant instant_at(const word64* in) {
  const auto ms = static_cast<std::int64_t>(in[0]);
  return in[1] != 0 ? sortid::instant(ms, true) : sortid::instant(ms);
}

// Numbers of other types that are an instant.
static_assert(sortid::instant(-1).unix_ms == -1 && sortid::instant(-1L).unix_ms == -1 &&
              sortid::instant(4294967295U).unix_ms == 4294967295);

// Gives these words, two for each call, and counts the bytes; one of the calls fails.
struct given_entropy {
  const word64* words;
  word64 fails;
  std::size_t bytes = 0;
  bool fill(void* to, std::size_t size) noexcept {
    std::memcpy(to, words, size);
    words += 2;
    bytes += size;
    return fails-- != 0;
  }
};

template <auto... Functions>
constexpr bool alone = true;

template <class Id>
struct probe {
  using word = typename Id::value_type;
  using plan_type = sortid::generator_plan<Id>;
  using recipe_type = sortid::detail::recipe<word>;

  [[gnu::always_inline]] static auto recipe_at(const word64*& in) {
    const auto plan = plan_type::make(options_at(in));
    std::optional<unsigned> node;
    if ((in[0] & 16) != 0) node = static_cast<unsigned>(in[6]);
    in += option_words;
    return plan && plan_type::takes_node(node) ? std::optional(plan->recipe(node)) : std::nullopt;
  }
  // That there is one of each, so that no call gets another than is proved.
  static_assert(
      alone<&recipe_type::ordered, &recipe_type::drawn, &recipe_type::timestamp_of,
            &recipe_type::timestamp_at, &recipe_type::is_past, &recipe_type::lead_of, &recipe_type::at,
            &recipe_type::drawn_first, &recipe_type::independent, &recipe_type::step, &recipe_type::advance,
            &recipe_type::next, &recipe_type::steps_in_one>);

  static bool first(const word64* in, word64* out) {
    const auto r = recipe_at(in);
    if (!r) return false;
    const auto when = r->timestamp_at(static_cast<std::int64_t>(in[0]));
    if (!when) return false;
    std::optional<word> last;
    if (in[3] != 0) last = value_at<word>(in + 4);
    put(r->first(*when, value_at<word>(in + 1), last), out);
    put(r->independent(*when, value_at<word>(in + 1)), out + 2);
    put(r->drawn_first(), out + 4);
    out[6] = static_cast<word64>(r->ordered());
    return true;
  }
  static bool next(const word64* in, word64* out) {
    const auto r = recipe_at(in);
    if (!r) return false;
    const word last = value_at<word>(in);
    out[2] = r->timestamp_of(last).since_epoch;
    const auto node = plan_type::node_of(last);
    out[3] = node ? *node : ~word64{0};
    word value = value_at<word>(out);
    const bool fits = r->advance(last, in[2], value_at<word>(in + 3), value);
    put(value, out);
    word same = last;  // as a generator has it, which keeps the last id alone
    const bool fits_there = r->advance(same, in[2], value_at<word>(in + 3), same);
    put(same, out + 9);
    given_entropy entropy{in + 5, in[9]};
    word bits = value_at<word>(out + 5);
    out[7] = static_cast<word64>(sortid::detail::draw_further(*r, entropy, out[4], bits));
    put(bits, out + 5);
    out[8] = entropy.bytes;
    out[11] = static_cast<word64>(fits_there);
    return fits;
  }
  static bool lead(const word64* in, word64* out) {
    const auto r = recipe_at(in);
    if (!r) return false;
    const word last = value_at<word>(in);
    out[0] = static_cast<word64>(r->lead_of(last, static_cast<std::int64_t>(in[2])));
    return r->is_past(r->timestamp_of(last), static_cast<std::int64_t>(in[2]));
  }
  // Any number of ids, each by three words: its step and its bits.
  static bool run(const word64* in, word64* out) {
    const auto r = recipe_at(in);
    if (!r) return false;
    const word last = value_at<word>(in);
    const std::size_t count = in[2];
    in += 3;
    r->run(
        last, count, [&](std::size_t i) { return run_takes(in, 3 * i); },
        [&](std::size_t i) {
          const word64 bits[] = {run_takes(in, 3 * i + 1), run_takes(in, 3 * i + 2)};
          return value_at<word>(bits);
        },
        [&](std::size_t i, word id) {
          word64 both[2];
          put(id, both);
          run_gives(out, i, both[0], both[1]);
        });
    return true;
  }
  static bool step(const word64* in, word64* out) {
    const auto plan = plan_type::make(options_at(in));
    const auto r = recipe_at(in);
    if (!r) return false;
    out[0] = r->step(in[0]);
    out[1] = r->steps_in_one();
    out[2] = static_cast<word64>(plan->has_node());
    out[3] = static_cast<word64>(r->drawn());
    return true;
  }
  static bool bounds(const word64* in, word64* out) {
    const auto at = instant_at(in);
    const auto epoch = static_cast<std::int64_t>(in[3]);
    auto first = in[2] != 0 ? sortid::first_at<Id>(at, epoch) : sortid::first_at<Id>(at);
    auto last = in[2] != 0 ? sortid::last_at<Id>(at, epoch) : sortid::last_at<Id>(at);
    if (first) put(first->number(), out);
    if (last) put(last->number(), out + 2);
    put(first.error(), out + 2);
    put(last.error(), out + 6);
    if constexpr (requires { first->prefix(); }) {
      if (first && last) return first->prefix().empty() && last->prefix().empty();
    }
    return first && last;
  }
  static bool between(const word64* in, word64* out) {
    const auto from = instant_at(in);
    const auto to = instant_at(in + 2);
    const auto epoch = static_cast<std::int64_t>(in[5]);
    auto ids = in[4] != 0 ? sortid::ids_between<Id>(from, to, epoch) : sortid::ids_between<Id>(from, to);
    put(ids.error(), out + 2);
    if (!ids) return false;
    put(ids->first.number(), out);
    put(ids->last.number(), out + 2);
    if constexpr (requires { ids->first.prefix(); })
      return ids->first.prefix().empty() && ids->last.prefix().empty();
    return true;
  }
};

template <class Id>
Id id_at(const word64* in) {
  Id id;
  static_assert(sizeof id == 16);
  std::memcpy(&id, in, sizeof id);
  return id;
}
template <class Id>
void put_id(const Id& id, word64* out) {
  static_assert(sizeof id == 16);
  std::memcpy(out, &id, sizeof id);
}

}  // namespace

#define SORTID_PROBE(name, id, function)                                           \
  extern "C" bool name##_##function(const std::uint64_t* in, std::uint64_t* out) { \
    return probe<sortid::id>::function(in, out);                                   \
  }
#define SORTID_GENERATED(name, id) SORTID_PROBE(name, id, first)
#define SORTID_ORDERED(name, id) \
  SORTID_GENERATED(name, id)     \
  SORTID_PROBE(name, id, next)   \
  SORTID_PROBE(name, id, lead)   \
  SORTID_PROBE(name, id, run)    \
  SORTID_PROBE(name, id, step)
#define SORTID_BOUNDED(name, id) \
  SORTID_PROBE(name, id, bounds) \
  SORTID_PROBE(name, id, between)

SORTID_ORDERED(ulid, ulid)
SORTID_BOUNDED(ulid, ulid)
SORTID_ORDERED(typeid, type_id)
SORTID_BOUNDED(typeid, type_id)
SORTID_ORDERED(uuidv7, uuidv7)
SORTID_BOUNDED(uuidv7, uuidv7)
SORTID_ORDERED(euid, euid)
SORTID_BOUNDED(euid, euid)
SORTID_ORDERED(ulid_flake, ulid_flake)
SORTID_BOUNDED(ulid_flake, ulid_flake)
SORTID_ORDERED(ulid_flake_scalable, ulid_flake_scalable)
SORTID_BOUNDED(ulid_flake_scalable, ulid_flake_scalable)
SORTID_GENERATED(xid, xid)
SORTID_BOUNDED(xid, xid)
SORTID_GENERATED(uid11, uid11)
SORTID_GENERATED(uid11_fullrand, uid11_fullrand)
SORTID_ORDERED(uid11_snowish, uid11_snowish)
SORTID_BOUNDED(uid11_snowish, uid11_snowish)
SORTID_ORDERED(uid11_ts_seq_rand, uid11_ts_seq_rand)
SORTID_BOUNDED(uid11_ts_seq_rand, uid11_ts_seq_rand)

// Conversions: ids as their 16 bytes lie in memory.
extern "C" {
bool ulid_to_uuid(const std::uint64_t* in, std::uint64_t* out) {
  put_id(sortid::to_uuid_bits(id_at<sortid::ulid>(in)), out);
  return true;
}
bool uuid_to_ulid(const std::uint64_t* in, std::uint64_t* out) {
  put_id(sortid::to_ulid_bits(id_at<sortid::uuid>(in)), out);
  return true;
}
bool uuid_to_typeid(const std::uint64_t* in, std::uint64_t* out) {
  put_id(sortid::type_id_suffix(id_at<sortid::uuid>(in)), out);
  return true;
}
bool typeid_to_uuid(const std::uint64_t* in, std::uint64_t* out) {
  put_id(id_at<sortid::type_id_suffix>(in).uuid(), out);
  return true;
}
// A TypeID with a prefix, as it is stored, there and back.
bool prefixed_typeid(const std::uint64_t* in, std::uint64_t* out) {
  sortid::type_prefix prefix;
  static_assert(sizeof prefix == 64);
  std::memcpy(&prefix, in + 2, sizeof prefix);
  const sortid::type_id id(prefix, id_at<sortid::uuid>(in));
  put_id(id.uuid(), out);
  char all_of[64];
  std::memcpy(all_of, id.prefix().data(), 63);
  all_of[63] = static_cast<char>(id.prefix().size());
  std::memcpy(out + 2, all_of, sizeof all_of);
  return true;
}
bool uuid_to_uuidv7(const std::uint64_t* in, std::uint64_t* out) {
  auto id = id_at<sortid::uuid>(in).as_version_7();
  put(id.error(), out);
  if (!id) return false;
  put_id(*id, out);
  return true;
}
bool uuidv7_to_uuid(const std::uint64_t* in, std::uint64_t* out) {
  put_id(sortid::uuid(id_at<sortid::uuidv7>(in)), out);
  return true;
}
bool ulid_to_uuidv7(const std::uint64_t* in, std::uint64_t* out) {
  put_id(sortid::to_uuidv7_overwriting_six_bits(id_at<sortid::ulid>(in)), out);
  return true;
}
bool uuid_version(const std::uint64_t* in, std::uint64_t* out) {
  const auto id = id_at<sortid::uuid>(in);
  out[0] = id.version();
  out[1] = id.variant();
  return id.is_version_7();
}
bool uuid_to_guid(const std::uint64_t* in, std::uint64_t* out) {
  const auto bytes = id_at<sortid::uuid>(in).guid_bytes();
  std::memcpy(out, bytes.data(), bytes.size());
  return true;
}
bool guid_to_uuid(const std::uint64_t* in, std::uint64_t* out) {
  sortid::uuid::bytes_type bytes;
  std::memcpy(bytes.data(), in, bytes.size());
  put_id(sortid::uuid::from_guid_bytes(bytes), out);
  return true;
}
bool uuid_to_sql_server(const std::uint64_t* in, std::uint64_t* out) {
  const auto bytes = id_at<sortid::uuid>(in).sql_server_sortable_bytes();
  std::memcpy(out, bytes.data(), bytes.size());
  return true;
}
bool sql_server_to_uuid(const std::uint64_t* in, std::uint64_t* out) {
  sortid::uuid::bytes_type bytes;
  std::memcpy(bytes.data(), in, bytes.size());
  put_id(sortid::uuid::from_sql_server_sortable_bytes(bytes), out);
  return true;
}
}
