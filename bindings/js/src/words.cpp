// The core as a WebAssembly module: names, sentences and instants as text. Compiled for size, as they are only read by people.
#include "exchange.hpp"
#include "sortid/instant.hpp"
#include "sortid/version.hpp"

using namespace sortid;
using namespace sortid::js;

// Names and sentences go to the output; returned is their size.
SORTID_JS_EXPORT(version) std::uint32_t version() { return put(library_version); }
SORTID_JS_EXPORT(name_of_format) std::uint32_t name_of_format(std::uint32_t place) {
  return put(format_list::layouts[place]->name);
}
SORTID_JS_EXPORT(name_of_reason) std::uint32_t name_of_reason(std::uint32_t why) {
  return put(name_of(static_cast<reason>(why)));
}
SORTID_JS_EXPORT(name_of_fault) std::uint32_t name_of_fault(std::uint32_t why) {
  return put(name_of(static_cast<fault>(why)));
}
// Of the refusal in the exchange.
SORTID_JS_EXPORT(message) std::uint32_t message_of(std::uint32_t place) {
  const error e{static_cast<reason>(exchange.why), exchange.position, exchange.expected, exchange.found};
  return put(message(e, place == no_format ? std::string_view() : format_list::layouts[place]->name).view());
}
// Of a TypeID of another prefix than the one expected, which the refusal itself cannot name.
SORTID_JS_EXPORT(message_of_prefix) std::uint32_t message_of_prefix() { return put(exchange.told.view()); }

// NaN where the text is refused, or says what no double does.
SORTID_JS_EXPORT(parse_instant)
double parse_instant_text(const char* text, std::uint32_t size, std::uint32_t round_up) {
  const auto ms =
      parse_instant({text, size}, round_up != 0 ? submillisecond::round_up : submillisecond::cut_off);
  constexpr std::int64_t last = (std::int64_t{1} << 53) - 1;
  if (ms && (*ms > last || *ms < -last)) {
    (void)refuse({reason::range, 0, 0, 0});
    return std::nan("");
  }
  (void)refuse(ms.error());
  return ms ? static_cast<double>(*ms) : std::nan("");
}
SORTID_JS_EXPORT(instant_text) std::uint32_t instant_text(double ms) {
  return put(instant_to_text(milliseconds(ms)).view());
}
