// The core as a WebAssembly module: names, sentences and instants as text. Compiled for size, as they are
// only read by people.
#include "exchange.hpp"
#include "sortid/instant.hpp"
#include "sortid/version.hpp"

using namespace sortid;
using namespace sortid::js;

// Names and sentences go to the output; returned is their size.
SORTID_JS_EXPORT(version) std::uint32_t version() { return put(library_version); }
SORTID_JS_EXPORT(name_of_format) std::uint32_t name_of_format(std::uint32_t place) {
  return put(format_at(place).name());
}

namespace {

template <auto Last>
std::uint32_t put_word(std::uint32_t place) {
  return place <= static_cast<std::uint32_t>(Last) ? put(name_of(static_cast<decltype(Last)>(place))) : 0;
}

}  // namespace

// The word at a place of one of the lists whose numbers core.js has; 0 past its end.
SORTID_JS_EXPORT(word) std::uint32_t word(std::uint32_t list, std::uint32_t place) {
  switch (list) {
    case 0:
      return put_word<reason::range>(place);
    case 1:
      return put_word<fault::needs_node>(place);
    case 2:
      return put_word<on_overflow::run_ahead>(place);
    case 3:
      return put_word<on_clock_back::fail>(place);
    default:
      return put_word<sequence_start::carry_on>(place);
  }
}
// Of the error in the exchange.
SORTID_JS_EXPORT(message) std::uint32_t message_of(std::uint32_t place) {
  if (exchange.told_why) return put(exchange.told.view());
  const error e{static_cast<reason>(exchange.why), exchange.position, exchange.expected, exchange.found};
  return put(message(e, place == no_format ? std::string_view() : format_at(place).name()).view());
}
SORTID_JS_EXPORT(message_of_fault) std::uint32_t message_of_fault(std::uint32_t why, std::uint32_t place) {
  return put(message(static_cast<fault>(why), format_at(place).name()).view());
}

SORTID_JS_EXPORT(read_fields) void read_fields(std::uint32_t place) {
  const format f = format_at(place);
  const field_values all = by_format::fields(f, load(f, exchange.value[0]));
  for (std::size_t i = 0; i < all.size(); ++i)
    exchange.fields[i] = {all[i].shown ? 1U : 0U, all[i].present ? 1U : 0U, all[i].value.lo, all[i].value.hi};
}

std::uint32_t sortid::js::reject_number(const error& e, std::int64_t number) {
  return reject(e, message_of_instant(e, number));
}

result<parsed_id> sortid::js::read_leniently(format f, std::string_view text) {
  const auto read = by_format::parse_lenient(f, text);
  if (!read) return read.error();
  return read->id;
}

// NaN where the text is rejected, or says what no double does.
SORTID_JS_EXPORT(parse_instant)
double parse_instant_text(const char* text, std::uint32_t size) {
  const std::string_view whole(text, size);
  auto read = parse_instant(whole);
  constexpr std::int64_t last = (std::int64_t{1} << 53) - 1;
  if (read && (read->not_before() > last || read->unix_ms < -last)) read = error{reason::range, 0, 0, 0};
  if (read) return milliseconds_of(*read);
  (void)reject(read.error(), message_of_instant(read.error(), whole));
  return std::nan("");
}
SORTID_JS_EXPORT(instant_text) std::uint32_t instant_text(double ms) {
  return put(instant_to_text(milliseconds(ms)).view());
}

// --- ranges ---------------------------------------------------------------------------------------

namespace {

// Of a time that has no ids; a millisecond where `to` is NaN.
std::uint32_t reject_time(format f, const error& e, double from, double to, double epoch) {
  const std::int64_t zero = epoch_of(epoch).value_or(f.layout().epoch);
  return reject(e, std::isnan(to) ? message_of_instants(f.layout(), zero)
                                  : message_of_interval(f.layout(), instant_of(from), instant_of(to), zero));
}

std::uint32_t put_range(format f, const id_range<uint128>& ids) {
  store(f, ids.first, exchange.value[0]);
  store(f, ids.last, exchange.value[1]);
  return 0;
}

}  // namespace

// First and last go to the two values. An instant when `to` is NaN, else the half-open interval.
SORTID_JS_EXPORT(range) std::uint32_t range(std::uint32_t place, double from, double to, double epoch) {
  const format f = format_at(place);
  const auto zero = epoch_of(epoch);
  const auto ids = std::isnan(to) ? by_format::ids_at(f, instant_of(from), zero)
                                  : by_format::ids_between(f, instant_of(from), instant_of(to), zero);
  if (!ids) return reject_time(f, ids.error(), from, to, epoch);
  return put_range(f, *ids);
}

SORTID_JS_EXPORT(text_prefix_range)
std::uint32_t text_prefix_range(std::uint32_t place, const char* text, std::uint32_t size) {
  const format f = format_at(place);
  const auto ids = by_format::ids_with_text_prefix(f, std::string_view(text, size));
  return ids ? put_range(f, *ids) : reject(ids.error());
}
