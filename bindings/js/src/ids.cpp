// The core as a WebAssembly module: what src/core.js calls for each id.
#include "exchange.hpp"
#include "sortid/instant.hpp"

using namespace sortid;
using namespace sortid::js;

exchange_type sortid::js::exchange;

namespace {

// --- reading -----------------------------------------------------------------------------------------------

std::string_view expected_prefix(std::uint32_t size) { return {exchange.prefix, size}; }

std::uint32_t compare_prefix(std::string_view wanted, std::string_view found) {
  if (wanted == found) return reject({});
  return reject(detail::other_prefix(wanted, found), message_of_other_prefix(wanted, found));
}

// How a text was read: as the id's own text, as another text of the same id, or not at all.
enum class taken : std::uint32_t { as_it_is = 0, as_another = 64 };

// Puts the value into the exchange and, where the text is not the id's own, that into the output.
std::uint32_t accept(format f, const parsed_id& id, std::string_view text) {
  const layout& l = f.layout();
  exchange.prefix_size = detail::clamp32(id.prefix.size());
  if (l.checked()) exchange.unchecked = euid::check_of(text).value_or(euid::check::none) == euid::check::none;
  store(f, id.value, exchange.value[0]);
  // These have one text for each id.
  if (l.text == text_form::crockford_lower || l.text == text_form::base58)
    return static_cast<std::uint32_t>(taken::as_it_is);
  const char* const end = by_format::write(f, id.value, exchange.output);
  const std::string_view own(exchange.output, static_cast<std::size_t>(end - exchange.output));
  return static_cast<std::uint32_t>(own == text ? taken::as_it_is : taken::as_another);
}

std::uint32_t read_in(std::uint32_t place, std::string_view text, bool leniently) {
  exchange.place = place;
  const format f = format_at(place);
  if (leniently) {
    const auto read = read_leniently(f, text);
    return read ? accept(f, *read, text) : reject(read.error());
  }
  const auto read = by_format::parse(f, text);
  return read ? accept(f, *read, text) : reject(read.error());
}

bool is_error(std::uint32_t outcome) { return outcome != 0 && outcome < 64; }

// Reads the text as the likeliest format, the first of detect's. A rejected text has the reason of the format
// that it is meant to be in. The lenient parse also tries that format, and then the first one that takes the
// text.
std::uint32_t read_any(std::string_view text, bool lenient) {
  const auto first_taken = [text](bool leniently) {
    std::uint32_t place = 0;
    for (; place < format_list::size; ++place) {
      if (format_at(place).layout().detection == detection::by_name) continue;
      const std::uint32_t outcome = read_in(place, text, leniently);
      if (!is_error(outcome)) return outcome;
    }
    return no_format;
  };
  if (const std::uint32_t outcome = first_taken(false); outcome != no_format) return outcome;
  const auto likely = meant(text);
  if (likely) {
    const std::uint32_t outcome = read_in(detail::clamp32(likely->place()), text, lenient);
    if (!lenient || !is_error(outcome)) return outcome;
  }
  if (lenient) {
    if (const std::uint32_t outcome = first_taken(true); outcome != no_format) return outcome;
  }
  if (likely) return read_in(detail::clamp32(likely->place()), text, lenient);
  exchange.place = no_format;
  return reject(detail::of_no_format(text));
}

}  // namespace

// Returns 0 for an id, 64 for an id whose own text is in the output, or else the reason. `place` may be
// no_format. `prefix_size` is that of the prefix which a TypeID must have, or not_given.
SORTID_JS_EXPORT(parse)
std::uint32_t parse(std::uint32_t place, const char* text, std::uint32_t size, std::uint32_t lenient,
                    std::uint32_t prefix_size) {
  const std::string_view whole(text, size);
  const std::uint32_t outcome =
      place == no_format ? read_any(whole, lenient != 0) : read_in(place, whole, lenient != 0);
  if (prefix_size == not_given || is_error(outcome)) return outcome;
  const std::uint32_t why =
      compare_prefix(expected_prefix(prefix_size), whole.substr(0, exchange.prefix_size));
  return why == 0 ? outcome : why;
}

// Whether the text is an id. This is quicker, as nothing is written.
SORTID_JS_EXPORT(is_valid)
std::uint32_t is_valid(std::uint32_t place, const char* text, std::uint32_t size) {
  return by_format::parse(format_at(place), std::string_view(text, size)).has_value() ? 1U : 0U;
}

// The candidates as bits, which are in the order of likelihood.
SORTID_JS_EXPORT(detect) std::uint32_t detect_text(const char* text, std::uint32_t size) {
  const std::string_view whole(text, size);
  std::uint32_t found = 0;
  for (const format f : detail::told_by([whole](format f) { return by_format::parse(f, whole).has_value(); }))
    found |= 1U << f.place();
  return found;
}

std::uint32_t sortid::js::write_unchecked(uint128 value, char* to) {
  const auto text = euid::from_number(value).value_or(euid()).to_text_unchecked();
  std::memcpy(to, text.view().data(), text.size());
  return static_cast<std::uint32_t>(text.size());
}

std::int32_t sortid::js::give(generator_slot* slot, const result<uint128, fault>& id) {
  if (!id) return -static_cast<std::int32_t>(id.error());
  return static_cast<std::int32_t>(write((*slot->made).format(), *id, slot->unchecked, exchange.output));
}

// --- values ------------------------------------------------------------------------------------------------

namespace {

double unix_ms_of(format f, uint128 value, double epoch) {
  const auto ms = by_format::unix_ms(f, value, epoch_of(epoch));
  return ms ? static_cast<double>(*ms) : std::nan("");
}

}  // namespace

// The reason why the format does not have the value in the exchange.
SORTID_JS_EXPORT(check_value) std::uint32_t check_value(std::uint32_t place) {
  const format f = format_at(place);
  return reject(by_format::check_value(f, load(f, exchange.value[0])));
}

// Writes its text into the output.
SORTID_JS_EXPORT(write_text) std::uint32_t write_text(std::uint32_t place, std::uint32_t which) {
  const format f = format_at(place);
  return write(f, load(f, exchange.value[which]), false, exchange.output);
}

// check_value and write_text at once; 0 where it is rejected.
SORTID_JS_EXPORT(text_of_value) std::uint32_t text_of_value(std::uint32_t place) {
  return check_value(place) != 0 ? 0 : write_text(place, 0);
}

// Its Unix milliseconds; NaN where it has none.
SORTID_JS_EXPORT(unix_ms) double unix_ms(std::uint32_t place, double epoch) {
  const format f = format_at(place);
  return unix_ms_of(f, load(f, exchange.value[0]), epoch);
}

namespace {

// Of an array of values as JavaScript has them: 16 bytes in network order, or 64-bit integers in the
// machine's.
uint128 load_item(format f, const char* items, std::uint32_t index) {
  if (f.layout().bits == 128)
    return detail::load_be<uint128>(reinterpret_cast<const std::uint8_t*>(items) + 16 * index);
  std::uint64_t word = 0;
  std::memcpy(&word, items + 8 * index, sizeof word);
  return word;
}
void store_item(format f, uint128 value, char* items, std::uint32_t index) {
  if (f.layout().bits == 128) {
    detail::store_be(value, reinterpret_cast<std::uint8_t*>(items) + 16 * index);
  } else {
    std::memcpy(items + 8 * index, &value.lo, sizeof value.lo);
  }
}

}  // namespace

// --- generators --------------------------------------------------------------------------------------------

// NaN where the number is not taken for Unix milliseconds.
SORTID_JS_EXPORT(take_instant) double take_instant(double given) {
  const std::int64_t ms = milliseconds(given);
  const auto taken = instant_of_number(ms);
  if (taken) return given;
  (void)reject_number(taken.error(), ms);
  return std::nan("");
}

SORTID_JS_EXPORT(next) std::int32_t next(generator_slot* slot, double now) {
  bring(now);
  return give(slot, slot->made->next());
}
SORTID_JS_EXPORT(random_at) std::int32_t random_at(generator_slot* slot, double unix_ms) {
  return give(slot, slot->made->random_at(milliseconds(unix_ms)));
}
// Writes the next ids into the output, as values or (`stride` ≠ 0) as texts, with one reading of the clock,
// and returns how many were made. A fault in `why` says why there are not more.
SORTID_JS_EXPORT(fill)
std::uint32_t fill(generator_slot* slot, std::uint32_t count, std::uint32_t stride, double now) {
  const format f = (*slot->made).format();
  exchange.why = 0;
  bring(now);
  for (std::uint32_t i = 0; i < count; ++i) {
    host_clock::fresh = true;
    const auto id = slot->made->next();
    if (!id) {
      exchange.why = static_cast<std::uint32_t>(id.error());
      return i;
    }
    if (stride == 0) {
      store_item(f, *id, exchange.output, i);
    } else {
      write(f, *id, slot->unchecked, exchange.output + i * stride);
    }
  }
  return count;
}

// --- many --------------------------------------------------------------------------------------------------

// Reads `count` texts from the input, `stride` from one to the next, until one is rejected; the values go to
// the output as an array of ids. Returns how many were read. The first `lead` bytes of each must be those of
// the prefix in the exchange and its separator.
SORTID_JS_EXPORT(read_many)
std::uint32_t read_many(std::uint32_t place, std::uint32_t count, std::uint32_t stride, std::uint32_t lead) {
  const format f = format_at(place);
  for (std::uint32_t i = 0; i < count; ++i) {
    const char* const text = exchange.input + i * stride;
    const auto read = by_format::parse(f, std::string_view(text + lead, f.layout().symbols));
    if (!read || std::memcmp(text, exchange.prefix, lead) != 0) return i;
    store_item(f, read->value, exchange.output, i);
  }
  return count;
}

// Writes the texts of `count` values in the input to the output, `stride` from one to the next and each
// behind `lead` bytes of the prefix in the exchange, until a value is rejected, and returns how many were
// written.
SORTID_JS_EXPORT(write_many)
std::uint32_t write_many(std::uint32_t place, std::uint32_t count, std::uint32_t stride, std::uint32_t lead) {
  const format f = format_at(place);
  for (std::uint32_t i = 0; i < count; ++i) {
    const uint128 value = load_item(f, exchange.input, i);
    if (by_format::check_value(f, value).why != reason::none) return i;
    char* const text = exchange.output + i * stride;
    std::memcpy(text, exchange.prefix, lead);
    (void)by_format::write(f, value, text + lead);
  }
  return count;
}

// Writes the Unix milliseconds of `count` values in the input as doubles; NaN for one without an instant.
SORTID_JS_EXPORT(times_of_many)
void times_of_many(std::uint32_t place, std::uint32_t count, double epoch) {
  const format f = format_at(place);
  for (std::uint32_t i = 0; i < count; ++i) {
    const double ms = unix_ms_of(f, load_item(f, exchange.input, i), epoch);
    std::memcpy(exchange.output + i * sizeof ms, &ms, sizeof ms);
  }
}
