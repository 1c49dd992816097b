// The core as a WebAssembly module: what src/core.js calls for each id.
#include "exchange.hpp"

using namespace sortid;
using namespace sortid::js;

exchange_type sortid::js::exchange;

namespace {

// --- reading ---------------------------------------------------------------------------------------------------

std::string_view expected_prefix(std::uint32_t size) { return {exchange.prefix, size}; }

std::uint32_t compare_prefix(std::string_view wanted, std::string_view found) {
  if (wanted == found) return refuse({});
  const std::uint32_t why = refuse(detail::other_prefix(wanted, found));
  exchange.other_prefix = 1;
  exchange.told = message_of_other_prefix(wanted, found);
  return why;
}

// Id::parse, not in line: three exports read the texts of every format.
template <class Id>
[[gnu::noinline]] result<Id> read_strictly(const char* text, std::size_t size) {
  return Id::parse({text, size});
}

// Puts the value into the exchange and, where the text is not the id's own, that into the output.
template <class Id>
bool accept(const Id& id, std::string_view text) {
  exchange.place = static_cast<std::uint32_t>(format_list::place_of<Id>());
  exchange.prefix_size = 0;
  if constexpr (Id::layout().prefixed) exchange.prefix_size = detail::clamp32(id.prefix().size());
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
  const auto id = read_strictly<Id>(text.data(), text.size());
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

// As the likeliest format, which is the first of detect's; refused for the reason of the one that the text is meant to
// be. Leniently, also as the one it is meant to be, or the first that takes it.
std::uint32_t read_any(std::string_view text, bool lenient) {
  const auto first_taken = [text](bool leniently) {
    std::uint32_t place = 0;
    for (; place < format_list::size; ++place) {
      if (format_list::layouts[place]->detection == detection::by_name) continue;
      const std::uint32_t outcome = read_in(place, text, leniently);
      if (!is_refusal(outcome)) return outcome;
    }
    return no_format;
  };
  if (const std::uint32_t outcome = first_taken(false); outcome != no_format) return outcome;
  const auto likely = meant(text);
  if (likely) {
    const std::uint32_t outcome = read_in(place_of(*likely), text, lenient);
    if (!lenient || !is_refusal(outcome)) return outcome;
  }
  if (lenient) {
    if (const std::uint32_t outcome = first_taken(true); outcome != no_format) return outcome;
  }
  if (likely) return read_in(place_of(*likely), text, lenient);
  exchange.place = no_format;
  return refuse(parse_any(text).error());
}

}  // namespace

// 0: taken; 64: taken, the id's own text being in the output; else the reason. `place` may be no_format.
// `prefix_size`: of the prefix that a TypeID must have, or not_given.
SORTID_JS_EXPORT(parse)
std::uint32_t parse(std::uint32_t place, const char* text, std::uint32_t size, std::uint32_t lenient,
                    std::uint32_t prefix_size) {
  const std::string_view whole(text, size);
  const std::uint32_t outcome =
      place == no_format ? read_any(whole, lenient != 0) : read_in(place, whole, lenient != 0);
  if (prefix_size == not_given || is_refusal(outcome)) return outcome;
  const std::uint32_t why =
      compare_prefix(expected_prefix(prefix_size), whole.substr(0, exchange.prefix_size));
  return why == 0 ? outcome : why;
}

// Whether it is one; quicker, as nothing is written.
SORTID_JS_EXPORT(is_valid)
std::uint32_t is_valid(std::uint32_t place, const char* text, std::uint32_t size) {
  return with(place, [&]<class Id>(std::type_identity<Id>) {
    return read_strictly<Id>(text, size).has_value() ? 1U : 0U;
  });
}

// The candidates as bits, which are in the order of likelihood.
SORTID_JS_EXPORT(detect) std::uint32_t detect_text(const char* text, std::uint32_t size) {
  std::uint32_t found = 0;
  for (const format f : detect({text, size})) found |= 1U << place_of(f);
  return found;
}

// --- values ----------------------------------------------------------------------------------------------------

// Of the value in the exchange: the reason why the format has no such value.
SORTID_JS_EXPORT(check_value) std::uint32_t check_value(std::uint32_t place) {
  return with(place, [&]<class Id>(std::type_identity<Id>) {
    return refuse(check<unprefixed<Id>>(exchange.value[0]));
  });
}

// Its text, into the output.
SORTID_JS_EXPORT(write_text)
std::uint32_t write_text(std::uint32_t place, std::uint32_t which, std::uint32_t unchecked) {
  return with(place, [&]<class Id>(std::type_identity<Id>) {
    const auto id = load<unprefixed<Id>>(exchange.value[which]);
    return static_cast<std::uint32_t>(write(id, unchecked != 0, exchange.output) - exchange.output);
  });
}

// check_value and write_text at once; 0 where it is refused.
SORTID_JS_EXPORT(text_of_value) std::uint32_t text_of_value(std::uint32_t place) {
  return check_value(place) != 0 ? 0 : write_text(place, 0, 0);
}

namespace {

// NaN where it has none.
template <any_id Id>
double unix_ms_of(const Id& id, double epoch) {
  if constexpr (requires { id.unix_ms(std::int64_t{}); }) {
    return static_cast<double>(id.unix_ms(epoch_or(epoch, Id::layout())));
  } else if constexpr (requires { id.unix_ms(); }) {
    const std::optional<std::int64_t> ms = id.unix_ms();
    return ms ? static_cast<double>(*ms) : std::nan("");
  } else {
    return std::nan("");
  }
}

}  // namespace

SORTID_JS_EXPORT(unix_ms) double unix_ms(std::uint32_t place, double epoch) {
  return with(place, [&]<class Id>(std::type_identity<Id>) {
    return unix_ms_of(load<unprefixed<Id>>(exchange.value[0]), epoch);
  });
}

// --- generators ------------------------------------------------------------------------------------------------

namespace {

// The size of the text, or the fault, negative.
template <class Id>
std::int32_t give(const generator_head* head, const result<Id, fault>& id) {
  if (!id) return -static_cast<std::int32_t>(id.error());
  return static_cast<std::int32_t>(write(*id, head->unchecked != 0, exchange.output) - exchange.output);
}

}  // namespace

SORTID_JS_EXPORT(next) std::int32_t next(generator_head* head, double now) {
  bring(now);
  return with_generator(head, [head](auto, auto& made) { return give(head, made.next()); });
}
SORTID_JS_EXPORT(next_at) std::int32_t next_at(generator_head* head, double unix_ms) {
  return with_generator(head,
                        [=](auto, auto& made) { return give(head, made.next_at(milliseconds(unix_ms))); });
}
SORTID_JS_EXPORT(random_at) std::int32_t random_at(generator_head* head, double unix_ms) {
  return with_generator(head, [=]<class Id>(std::type_identity<Id>, auto& made) {
    if constexpr (Id::layout().drawn()) {
      return give(head, made.random_at(milliseconds(unix_ms)));
    } else {
      return 0;  // sortid.js asks for none
    }
  });
}
// The next ids, as values or (`stride` ≠ 0) as texts, into the output, where there is room for them, at one reading of the
// clock; how many were made. Why there are not more: a fault, in `why`.
SORTID_JS_EXPORT(fill)
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
SORTID_JS_EXPORT(read_many)
std::uint32_t read_many(std::uint32_t place, std::uint32_t count, std::uint32_t stride, std::uint32_t size,
                        std::uint32_t prefix_size) {
  return with(place, [&]<class Id>(std::type_identity<Id>) {
    (void)refuse({});
    for (std::uint32_t i = 0; i < count; ++i) {
      const char* const text = exchange.input + i * stride;
      unprefixed<Id> id;
      if constexpr (Id::layout().prefixed) {
        const auto read = read_strictly<type_id>(text, size);
        const std::uint32_t why =
            read ? compare_prefix(expected_prefix(prefix_size), read->prefix()) : refuse(read.error());
        if (why != 0) return i;
        id = unprefixed<Id>::from_number(read->number()).value();
      } else {
        const auto read = read_strictly<Id>(text, size);
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
SORTID_JS_EXPORT(write_many)
std::uint32_t write_many(std::uint32_t place, std::uint32_t count, std::uint32_t stride) {
  return with(place, [&]<class Id>(std::type_identity<Id>) {
    (void)refuse({});
    for (std::uint32_t i = 0; i < count; ++i) {
      unprefixed<Id> raw;
      std::memcpy(static_cast<void*>(&raw), exchange.input + i * sizeof raw, sizeof raw);
      const auto id = unprefixed<Id>::from_number(raw.number());
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
SORTID_JS_EXPORT(times_of_many)
void times_of_many(std::uint32_t place, std::uint32_t count, double epoch) {
  with(place, [&]<class Id>(std::type_identity<Id>) {
    for (std::uint32_t i = 0; i < count; ++i) {
      unprefixed<Id> id;
      std::memcpy(static_cast<void*>(&id), exchange.input + i * sizeof id, sizeof id);
      const double ms = unix_ms_of(id, epoch);
      std::memcpy(exchange.output + i * sizeof ms, &ms, sizeof ms);
    }
  });
}
