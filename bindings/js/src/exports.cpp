// The core as a WebAssembly module: what src/core.js calls. Texts and values cross in the fixed places of `exchange`;
// instants cross as doubles, which hold every millisecond that a Date does.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <optional>
#include <string_view>
#include <tuple>
#include <type_traits>

#include "sortid/formats.hpp"
#include "sortid/generator.hpp"
#include "sortid/instant.hpp"
#include "sortid/range.hpp"
#include "sortid/version.hpp"

#define SORTID_EXPORT(name) extern "C" __attribute__((export_name(#name)))
#define SORTID_IMPORT(name) extern "C" __attribute__((import_module("host"), import_name(#name)))

// What must not happen ends the instance, and needs nothing of a system.
extern "C" void abort() { __builtin_trap(); }

// None of them throws: an exception through here would leave the stack where it was.
SORTID_IMPORT(now) double host_now();
SORTID_IMPORT(pause) double host_pause(double us);
SORTID_IMPORT(entropy) int host_entropy(std::uint32_t source, void* to, std::uint32_t size);

namespace {

using namespace sortid;

// What of a TypeID is not its prefix, and what its bits say.
class suffix : public detail::basic_id<suffix, type_id_layout> {};
template <any_id Id>
using packed = std::conditional_t<std::is_same_v<Id, type_id>, suffix, Id>;
template <any_id Id>
using meaning = std::conditional_t<std::is_same_v<Id, type_id>, uuid, Id>;

// --- the exchange ----------------------------------------------------------------------------------------------

constexpr std::size_t room = 65'536;

struct field_slot {
  std::uint32_t shown;
  std::uint32_t present;
  std::uint64_t lo;
  std::uint64_t hi;
};

// Whose offsets core.js knows: 32-bit words first.
struct {
  std::uint32_t why, position, expected, found;  // the last refusal
  std::uint32_t place;                           // the format that a text was read as; no_format
  std::uint32_t prefix_size;                     // of a TypeID that was read
  std::uint32_t unchecked;                       // the EUID that was read has no check-mod
  std::uint32_t aligned;
  field_slot fields[max_fields];
  std::uint8_t value[2][16];  // 8 or 16 bytes in network order; the second is a range's last
  char prefix[type_prefix::max_size + 1];
  struct {
    double epoch;  // NaN: the format's
    double max_wait_ms;
    std::uint32_t extension, node, step_bytes;  // not_given
    std::uint32_t overflow, clock_back;
    std::uint32_t entropy_source;
    std::uint32_t unchecked;  // EUIDs are written without a check-mod
    std::uint32_t aligned;
  } options;
  alignas(16) char input[room];
  alignas(16) char output[room];
} exchange;

constexpr std::uint32_t not_given = 0xFFFFFFFF;
constexpr std::uint32_t no_format = 0xFFFFFFFF;

// core.js knows the words by their place in a list.
static_assert(on_overflow{0} == on_overflow::fail && on_overflow{1} == on_overflow::wait &&
              on_overflow{2} == on_overflow::run_ahead);
static_assert(on_clock_back{0} == on_clock_back::hold && on_clock_back{1} == on_clock_back::wait &&
              on_clock_back{2} == on_clock_back::fail);

std::uint32_t refuse(const error& e) {
  exchange.why = static_cast<std::uint32_t>(e.why);
  exchange.position = e.position;
  exchange.expected = e.expected;
  exchange.found = e.found;
  return exchange.why;
}

std::uint32_t put(std::string_view text) {
  std::memcpy(exchange.output, text.data(), text.size());
  return static_cast<std::uint32_t>(text.size());
}

// The nearest that a timestamp can be; a NaN is the caller's own mistake.
std::int64_t milliseconds(double ms) {
  constexpr double bound = 9'007'199'254'740'992;  // beyond, not every integer is a double
  if (ms >= bound) return INT64_MAX;
  if (ms <= -bound) return INT64_MIN;
  return static_cast<std::int64_t>(ms);
}
std::int64_t epoch_or(double epoch, const layout& l) {
  return std::isnan(epoch) ? l.epoch : milliseconds(epoch);
}

template <class Id>
Id load(const std::uint8_t* from) {
  typename Id::bytes_type bytes;
  std::memcpy(bytes.data(), from, bytes.size());
  return Id::from_bytes(bytes).value_or(Id());
}
template <class Id>
error check(const std::uint8_t* from) {
  typename Id::bytes_type bytes;
  std::memcpy(bytes.data(), from, bytes.size());
  return Id::from_bytes(bytes).error();
}
template <class Id>
void store(const Id& id, std::uint8_t* to) {
  const auto bytes = id.bytes();
  std::memcpy(to, bytes.data(), bytes.size());
}

template <class Id>
char* write(const Id& id, bool unchecked, char* to) {
  if constexpr (Id::layout().text == text_form::crockford_checked) {
    if (unchecked) {
      const auto text = id.to_text_unchecked();
      std::memcpy(to, text.view().data(), text.size());
      return to + text.size();
    }
  }
  return id.to_chars(to, to + Id::layout().symbols);
}

// Calls f(std::type_identity<Id>()) with the id type of that place on the list.
template <class F>
decltype(auto) with(std::uint32_t place, F&& f) {
  return format_list::visit(place, f);
}

// --- reading ---------------------------------------------------------------------------------------------------

std::string_view expected_prefix(std::uint32_t size) { return {exchange.prefix, size}; }

error compare_prefix(std::string_view wanted, std::string_view found) {
  return wanted == found ? error{} : detail::other_prefix(wanted, found);
}

// Puts the value into the exchange and, where the text is not the id's own, that into the output.
template <class Id>
bool accept(const Id& id, std::string_view text) {
  exchange.place = static_cast<std::uint32_t>(format_list::place_of<Id>());
  exchange.prefix_size = 0;
  if constexpr (std::is_same_v<Id, type_id>) exchange.prefix_size = detail::clamp32(id.prefix().size());
  if constexpr (std::is_same_v<Id, euid>)
    exchange.unchecked = euid::check_of(text).value_or(euid::check::none) == euid::check::none ? 1 : 0;
  store(id, exchange.value[0]);
  constexpr auto form = Id::layout().text;
  // These have one text for each id.
  if constexpr (form == text_form::crockford_lower || form == text_form::base58) return true;
  const auto own = id.to_text();
  if (own.view() == text) return true;
  put(own.view());
  return false;
}

// How a text was taken: as it stands, as another's of the same id, or not at all.
enum class taken : std::uint32_t { as_it_is = 0, as_another = 64 };

template <class Id>
std::uint32_t read_as(std::string_view text, bool lenient) {
  if constexpr (requires { Id::parse_lenient(text); }) {
    if (lenient) {
      const auto read = Id::parse_lenient(text);
      if (!read) return refuse(read.error());
      return static_cast<std::uint32_t>(accept(read->id, text) ? taken::as_it_is : taken::as_another);
    }
  }
  const auto id = Id::parse(text);
  if (!id) return refuse(id.error());
  return static_cast<std::uint32_t>(accept(*id, text) ? taken::as_it_is : taken::as_another);
}

std::uint32_t read_in(std::uint32_t place, std::string_view text, bool lenient) {
  exchange.place = place;
  return with(place, [&]<class Id>(std::type_identity<Id>) { return read_as<Id>(text, lenient); });
}

bool is_refusal(std::uint32_t outcome) { return outcome != 0 && outcome < 64; }

constexpr std::uint32_t place_of(format f) {
  std::uint32_t place = 0;
  while (format_list::layouts[place] != &f.layout()) ++place;
  return place;
}

// As the likeliest format; refused for the reason of the one that the text is meant to be.
std::uint32_t read_any(std::string_view text, bool lenient) {
  const auto candidates = detect(text);
  if (!candidates.empty()) return read_in(place_of(candidates[0]), text, false);
  const auto likely = meant(text);
  std::uint32_t outcome = 0;
  if (likely) {
    outcome = read_in(place_of(*likely), text, lenient);
    if (!is_refusal(outcome)) return outcome;
  } else {
    outcome = refuse(parse_any(text).error());
    exchange.place = no_format;
  }
  if (!lenient) return outcome;
  const auto [why, position, expected, found, place] =
      std::tuple(exchange.why, exchange.position, exchange.expected, exchange.found, exchange.place);
  for (const format f : format::all()) {
    if (f.layout().detection == detection::by_name) continue;
    const std::uint32_t other = read_in(place_of(f), text, true);
    if (!is_refusal(other)) return other;
  }
  exchange.place = place;
  return refuse({static_cast<reason>(why), position, expected, found});
}

}  // namespace

SORTID_EXPORT(exchange) void* exchange_at() { return &exchange; }
SORTID_EXPORT(exchange_room) std::uint32_t exchange_room() { return room; }

// Of the exchange's parts, from its beginning.
SORTID_EXPORT(offset_of) std::uint32_t offset_of(std::uint32_t part) {
  const void* const parts[] = {&exchange.why,     &exchange.fields, &exchange.value, &exchange.prefix,
                               &exchange.options, &exchange.input,  &exchange.output};
  return static_cast<std::uint32_t>(static_cast<const char*>(parts[part]) -
                                    reinterpret_cast<const char*>(&exchange));
}

SORTID_EXPORT(format_count) std::uint32_t format_count() { return format_list::size; }

// Names and sentences go to the output; returned is their size.
SORTID_EXPORT(version) std::uint32_t version() { return put(library_version); }
SORTID_EXPORT(name_of_format) std::uint32_t name_of_format(std::uint32_t place) {
  return put(format_list::layouts[place]->name);
}
SORTID_EXPORT(name_of_reason) std::uint32_t name_of_reason(std::uint32_t why) {
  return put(name_of(static_cast<reason>(why)));
}
SORTID_EXPORT(name_of_fault) std::uint32_t name_of_fault(std::uint32_t why) {
  return put(name_of(static_cast<fault>(why)));
}
// Of the refusal in the exchange.
SORTID_EXPORT(message) std::uint32_t message_of(std::uint32_t place) {
  const error e{static_cast<reason>(exchange.why), exchange.position, exchange.expected, exchange.found};
  return put(message(e, place == no_format ? std::string_view() : format_list::layouts[place]->name).view());
}

// 0: taken; 64: taken, the id's own text being in the output; else the reason. `place` may be no_format.
// `prefix_size`: of the prefix that a TypeID must have, or not_given.
SORTID_EXPORT(parse)
std::uint32_t parse(std::uint32_t place, const char* text, std::uint32_t size, std::uint32_t lenient,
                    std::uint32_t prefix_size) {
  const std::string_view whole(text, size);
  const std::uint32_t outcome =
      place == no_format ? read_any(whole, lenient != 0) : read_in(place, whole, lenient != 0);
  if (prefix_size == not_given || is_refusal(outcome)) return outcome;
  const error e = compare_prefix(expected_prefix(prefix_size), whole.substr(0, exchange.prefix_size));
  return e.why == reason::none ? outcome : refuse(e);
}

// Whether it is one; quicker, as nothing is written.
SORTID_EXPORT(is_valid)
std::uint32_t is_valid(std::uint32_t place, const char* text, std::uint32_t size) {
  return with(place, [&]<class Id>(std::type_identity<Id>) {
    return Id::parse({text, size}).has_value() ? 1U : 0U;
  });
}

// The candidates as bits, which are in the order of likelihood.
SORTID_EXPORT(detect) std::uint32_t detect_text(const char* text, std::uint32_t size) {
  std::uint32_t found = 0;
  for (const format f : detect({text, size})) found |= 1U << place_of(f);
  return found;
}

SORTID_EXPORT(check_prefix) std::uint32_t check_prefix(const char* text, std::uint32_t size) {
  return refuse(type_prefix::parse({text, size}).error());
}

// --- values ----------------------------------------------------------------------------------------------------

// Refuses to take the bits of one format for another of another width.
SORTID_EXPORT(check_width) std::uint32_t check_width(std::uint32_t from, std::uint32_t to) {
  const unsigned found = format_list::layouts[from]->bits;
  const unsigned wanted = format_list::layouts[to]->bits;
  return refuse(found == wanted ? error{} : error{reason::range, 0, wanted, found});
}
// Of a number that is negative or has more bits than any id of its format.
SORTID_EXPORT(refuse_width) void refuse_width() { (void)refuse({reason::overflow, 0, 0, 0}); }

// Of the value in the exchange: the reason why the format has no such value.
SORTID_EXPORT(check_value) std::uint32_t check_value(std::uint32_t place) {
  return with(place,
              [&]<class Id>(std::type_identity<Id>) { return refuse(check<packed<Id>>(exchange.value[0])); });
}

// Its text, into the output.
SORTID_EXPORT(write_text)
std::uint32_t write_text(std::uint32_t place, std::uint32_t which, std::uint32_t unchecked) {
  return with(place, [&]<class Id>(std::type_identity<Id>) {
    const auto id = load<packed<Id>>(exchange.value[which]);
    return static_cast<std::uint32_t>(write(id, unchecked != 0, exchange.output) - exchange.output);
  });
}

// check_value and write_text at once; 0 where it is refused.
SORTID_EXPORT(text_of_value) std::uint32_t text_of_value(std::uint32_t place) {
  return check_value(place) != 0 ? 0 : write_text(place, 0, 0);
}

SORTID_EXPORT(read_fields) void read_fields(std::uint32_t place) {
  with(place, [&]<class Id>(std::type_identity<Id>) {
    const auto id = load<meaning<Id>>(exchange.value[0]);
    for (std::size_t i = 0; i < Id::layout().field_count(); ++i) {
      const auto value = id.read_field(i);
      exchange.fields[i] = {id.has_field(i) ? 1U : 0U, value ? 1U : 0U, value ? value->lo : 0,
                            value ? value->hi : 0};
    }
  });
}

SORTID_EXPORT(unix_ms) double unix_ms(std::uint32_t place, double epoch) {
  return with(place, [&]<class Id>(std::type_identity<Id>) {
    const auto id = load<meaning<Id>>(exchange.value[0]);
    std::optional<std::int64_t> ms;
    if constexpr (requires { id.unix_ms(std::int64_t{}); }) {
      ms = id.unix_ms(epoch_or(epoch, Id::layout()));
    } else if constexpr (requires { id.unix_ms(); }) {
      ms = id.unix_ms();
    }
    return ms ? static_cast<double>(*ms) : std::nan("");
  });
}

// --- instants and ranges ---------------------------------------------------------------------------------------

// NaN where the text is refused.
SORTID_EXPORT(parse_instant)
double parse_instant_text(const char* text, std::uint32_t size, std::uint32_t round_up) {
  const auto ms =
      parse_instant({text, size}, round_up != 0 ? submillisecond::round_up : submillisecond::cut_off);
  (void)refuse(ms.error());
  return ms ? static_cast<double>(*ms) : std::nan("");
}
SORTID_EXPORT(instant_text) std::uint32_t instant_text(double ms) {
  return put(instant_to_text(milliseconds(ms)).view());
}

// First and last go to the two values. An instant when `to` is NaN, else the half-open interval.
SORTID_EXPORT(range) std::uint32_t range(std::uint32_t place, double from, double to, double epoch) {
  return with(place, [&]<class Id>(std::type_identity<Id>) {
    if constexpr (timed_id<Id>) {
      // The ends of a TypeID's range are without a prefix.
      const std::int64_t origin = epoch_or(epoch, Id::layout());
      const std::int64_t low = milliseconds(from);
      const auto ends = std::isnan(to) ? detail::timestamp_at(Id::layout(), low, origin)
                                       : result<std::uint64_t>(std::uint64_t{0});
      if (!ends) return refuse(ends.error());
      id_range<std::uint64_t> timestamps{*ends, *ends};
      if (!std::isnan(to)) {
        const auto between = detail::timestamps_between(Id::layout(), low, milliseconds(to), origin);
        if (!between) return refuse(between.error());
        timestamps = *between;
      }
      store(detail::edge<packed<Id>>(timestamps.first, false), exchange.value[0]);
      store(detail::edge<packed<Id>>(timestamps.last, true), exchange.value[1]);
      return 0U;
    } else {
      return refuse({reason::range, 0, 0, 0});
    }
  });
}

SORTID_EXPORT(text_prefix_range)
std::uint32_t text_prefix_range(std::uint32_t place, const char* text, std::uint32_t size) {
  return with(place, [&]<class Id>(std::type_identity<Id>) {
    if constexpr (Id::layout().text == text_form::base58) {
      const auto ids = ids_with_text_prefix<Id>({text, size});
      if (!ids) return refuse(ids.error());
      store(ids->first, exchange.value[0]);
      store(ids->last, exchange.value[1]);
      return 0U;
    } else {
      return refuse({reason::range, 0, 0, 0});
    }
  });
}

// --- generators ------------------------------------------------------------------------------------------------

namespace {

// The reading that a call brings with it, then the host's.
struct host_clock {
  static inline double brought = 0;  // the latest reading
  static inline bool fresh = false;

  [[nodiscard]] static std::int64_t now() noexcept {
    if (!fresh) brought = host_now();
    fresh = false;
    return milliseconds(brought);
  }
  static std::int64_t pause(std::int64_t us) noexcept {
    return milliseconds(host_pause(static_cast<double>(us)));
  }
};

// Random bytes of the host's crypto, some kilobytes ahead, erased when they are handed out; or a source of the caller's,
// asked for each draw.
struct entropy_of_host {
  static constexpr std::uint32_t crypto = 0;
  std::uint32_t source = crypto;

  [[nodiscard]] bool fill(void* to, std::size_t size) const noexcept {
    if (source != crypto) return host_entropy(source, to, static_cast<std::uint32_t>(size)) != 0;
    auto* out = static_cast<unsigned char*>(to);
    while (size != 0) {
      if (left == 0) {
        if (host_entropy(crypto, ahead, sizeof ahead) == 0) return false;
        left = sizeof ahead;
      }
      const std::size_t now = size < left ? size : left;
      left -= now;
      std::memcpy(out, ahead + left, now);
      std::memset(ahead + left, 0, now);
      out += now;
      size -= now;
    }
    return true;
  }

 private:
  static inline unsigned char ahead[4096];
  static inline std::size_t left = 0;
};

template <any_id Id>
using maker = generator<packed<Id>, host_clock, entropy_of_host>;

struct generator_head {
  std::uint32_t place;
  std::uint32_t unchecked;
};
template <any_id Id>
struct generator_slot : generator_head {
  maker<Id> made;
};

constexpr std::size_t slot_size = [] {
  std::size_t most = 0;
  format_list::for_each([&most]<class Id>(std::type_identity<Id>) {
    if constexpr (Id::layout().minted)
      most = sizeof(generator_slot<Id>) > most ? sizeof(generator_slot<Id>) : most;
  });
  return (most + 15) / 16 * 16;
}();

void bring(double now) {
  host_clock::brought = now;
  host_clock::fresh = true;
}

// Calls f(generator) with the generator that stands there, after its format's type.
template <class F>
decltype(auto) with_generator(generator_head* head, F&& f) {
  return with(head->place, [&]<class Id>(std::type_identity<Id>) {
    if constexpr (Id::layout().minted) {
      return f(std::type_identity<Id>(), static_cast<generator_slot<Id>*>(head)->made);
    } else {
      return f(std::type_identity<ulid>(), static_cast<generator_slot<ulid>*>(nullptr)->made);  // never made
    }
  });
}

// The size of the text, or the fault, negative.
template <class Id>
std::int32_t give(const generator_head* head, const result<Id, fault>& id) {
  if (!id) return -static_cast<std::int32_t>(id.error());
  return static_cast<std::int32_t>(write(*id, head->unchecked != 0, exchange.output) - exchange.output);
}

}  // namespace

SORTID_EXPORT(generator_size) std::uint32_t generator_size() { return slot_size; }

// Makes one there, of the options in the exchange; else the reason.
SORTID_EXPORT(generator_make) std::uint32_t generator_make(void* at, std::uint32_t place) {
  return with(place, [&]<class Id>(std::type_identity<Id>) {
    if constexpr (Id::layout().minted) {
      const auto& given = exchange.options;
      mint_options options;
      if (given.extension != not_given) {
        const auto fits = euid::extension_bits(given.extension, uint128());
        if (!fits) return refuse(fits.error());
        options.extension = static_cast<std::uint16_t>(given.extension);
      }
      if (given.node != not_given) options.node = given.node;
      if (given.step_bytes != not_given) options.step_bytes = given.step_bytes;
      if (!std::isnan(given.epoch)) options.epoch = milliseconds(given.epoch);
      const policies policy{static_cast<on_overflow>(given.overflow),
                            static_cast<on_clock_back>(given.clock_back), milliseconds(given.max_wait_ms)};
      const auto plan = mint_plan<packed<Id>>::make(options);
      if (!plan) return refuse(plan.error());
      new (at) generator_slot<Id>{{place, given.unchecked},
                                  maker<Id>(*plan, policy, {}, entropy_of_host{given.entropy_source})};
      return 0U;
    } else {
      return refuse({reason::range, 0, 0, 0});
    }
  });
}

SORTID_EXPORT(next) std::int32_t next(generator_head* head, double now) {
  bring(now);
  return with_generator(head, [head](auto, auto& made) { return give(head, made.next()); });
}
SORTID_EXPORT(next_at) std::int32_t next_at(generator_head* head, double unix_ms) {
  return with_generator(head,
                        [=](auto, auto& made) { return give(head, made.next_at(milliseconds(unix_ms))); });
}
SORTID_EXPORT(random_at) std::int32_t random_at(generator_head* head, double unix_ms) {
  return with_generator(head,
                        [=](auto, auto& made) { return give(head, made.random_at(milliseconds(unix_ms))); });
}
SORTID_EXPORT(ahead) double ahead(generator_head* head, double now) {
  bring(now);
  return with_generator(head, [](auto, auto& made) { return static_cast<double>(made.ahead()); });
}

// The next ids, as values or (`stride` ≠ 0) as texts, into the output, where there is room for them, at one reading of the
// clock; how many were made. Why there are not more: a fault, in `why`.
SORTID_EXPORT(fill)
std::uint32_t fill(generator_head* head, std::uint32_t count, std::uint32_t stride, double now) {
  return with_generator(head, [=]<class Id>(std::type_identity<Id>, auto& made) {
    constexpr std::size_t size = Id::layout().bits / 8;
    exchange.why = 0;
    bring(now);
    for (std::uint32_t i = 0; i < count; ++i, host_clock::fresh = true) {
      const auto id = made.next();
      if (!id) {
        exchange.why = static_cast<std::uint32_t>(id.error());
        return i;
      }
      if (stride != 0) {
        write(*id, head->unchecked != 0, exchange.output + i * stride);
      } else {
        std::memcpy(exchange.output + i * size, &*id, size);
      }
    }
    return count;
  });
}

// --- many ------------------------------------------------------------------------------------------------------

// Reads `count` texts of `size` bytes from the input, `stride` from one to the next, until one is refused; the values go
// to the output as an array of ids. How many were read. `size` is what the first `prefix_size` bytes, the prefix in the
// exchange and its separator, leave to the format.
SORTID_EXPORT(read_many)
std::uint32_t read_many(std::uint32_t place, std::uint32_t count, std::uint32_t stride, std::uint32_t size,
                        std::uint32_t prefix_size) {
  return with(place, [&]<class Id>(std::type_identity<Id>) {
    (void)refuse({});
    for (std::uint32_t i = 0; i < count; ++i) {
      const char* const text = exchange.input + i * stride;
      packed<Id> id;
      if constexpr (std::is_same_v<Id, type_id>) {
        const auto read = type_id::parse({text, size});
        const error e = read ? compare_prefix(expected_prefix(prefix_size), read->prefix()) : read.error();
        if (refuse(e) != 0) return i;
        id = packed<Id>::from_value(read->value()).value();
      } else {
        const auto read = Id::parse({text, size});
        if (!read) {
          (void)refuse(read.error());
          return i;
        }
        id = *read;
      }
      std::memcpy(exchange.output + i * sizeof id, &id, sizeof id);
    }
    return count;
  });
}

// Writes the texts of `count` values in the input to the output, `stride` from one to the next, until a value is refused;
// how many were written.
SORTID_EXPORT(write_many)
std::uint32_t write_many(std::uint32_t place, std::uint32_t count, std::uint32_t stride) {
  return with(place, [&]<class Id>(std::type_identity<Id>) {
    (void)refuse({});
    for (std::uint32_t i = 0; i < count; ++i) {
      packed<Id> raw;
      std::memcpy(static_cast<void*>(&raw), exchange.input + i * sizeof raw, sizeof raw);
      const auto id = packed<Id>::from_value(raw.value());
      if (!id) {
        (void)refuse(id.error());
        return i;
      }
      write(*id, false, exchange.output + i * stride);
    }
    return count;
  });
}

// Unix milliseconds of `count` values in the input, as doubles to the output; NaN for one without an instant.
SORTID_EXPORT(times_of_many)
void times_of_many(std::uint32_t place, std::uint32_t count, double epoch) {
  with(place, [&]<class Id>(std::type_identity<Id>) {
    for (std::uint32_t i = 0; i < count; ++i) {
      meaning<Id> id;
      std::memcpy(static_cast<void*>(&id), exchange.input + i * sizeof id, sizeof id);
      double ms = std::nan("");
      if constexpr (requires { id.unix_ms(std::int64_t{}); }) {
        ms = static_cast<double>(id.unix_ms(epoch_or(epoch, Id::layout())));
      } else if constexpr (requires { id.unix_ms(); }) {
        if (const auto there = id.unix_ms()) ms = static_cast<double>(*there);
      }
      std::memcpy(exchange.output + i * sizeof ms, &ms, sizeof ms);
    }
  });
}
