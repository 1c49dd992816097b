// The core as a WebAssembly module: what src/core.js calls now and then.
#include <new>

#include "exchange.hpp"
#include "sortid/instant.hpp"
#include "sortid/range.hpp"
#include "sortid/version.hpp"

using namespace sortid;
using namespace sortid::js;

// What must not happen ends the instance, and needs nothing of a system.
extern "C" void abort() { __builtin_trap(); }

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

SORTID_EXPORT(check_prefix) std::uint32_t check_prefix(const char* text, std::uint32_t size) {
  return refuse(type_prefix::parse({text, size}).error());
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

// Refuses to take the bits of one format for another of another width.
SORTID_EXPORT(check_width) std::uint32_t check_width(std::uint32_t from, std::uint32_t to) {
  const unsigned found = format_list::layouts[from]->bits;
  const unsigned wanted = format_list::layouts[to]->bits;
  return refuse(found == wanted ? error{} : error{reason::range, 0, wanted, found});
}
// Of a number that is negative or has more bits than any id of its format.
SORTID_EXPORT(refuse_width) void refuse_width() { (void)refuse({reason::overflow, 0, 0, 0}); }

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

SORTID_EXPORT(ahead) double ahead(generator_head* head, double now) {
  bring(now);
  return with_generator(head, [](auto, auto& made) { return static_cast<double>(made.ahead()); });
}
