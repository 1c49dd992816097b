// The core as a WebAssembly module: what src/core.js calls now and then.
#include <new>

#include "exchange.hpp"
#include "sortid/range.hpp"

using namespace sortid;
using namespace sortid::js;

// What must not happen ends the instance, and needs nothing of a system.
extern "C" void abort() { __builtin_trap(); }

SORTID_JS_EXPORT(exchange) void* exchange_at() { return &exchange; }
SORTID_JS_EXPORT(exchange_room) std::uint32_t exchange_room() { return room; }

// Of the exchange's parts, from its beginning.
SORTID_JS_EXPORT(offset_of) std::uint32_t offset_of(std::uint32_t part) {
  const void* const parts[] = {&exchange.why,     &exchange.fields, &exchange.value, &exchange.prefix,
                               &exchange.options, &exchange.input,  &exchange.output};
  return static_cast<std::uint32_t>(static_cast<const char*>(parts[part]) -
                                    reinterpret_cast<const char*>(&exchange));
}

SORTID_JS_EXPORT(format_count) std::uint32_t format_count() { return format_list::size; }

SORTID_JS_EXPORT(check_prefix) std::uint32_t check_prefix(const char* text, std::uint32_t size) {
  return refuse(type_prefix::parse({text, size}).error());
}

SORTID_JS_EXPORT(read_fields) void read_fields(std::uint32_t place) {
  with(place, [&]<class Id>(std::type_identity<Id>) {
    const auto id = load<unprefixed<Id>>(exchange.value[0]);
    for (std::size_t i = 0; i < Id::layout().field_count(); ++i) {
      const auto value = id.read_field(i);
      exchange.fields[i] = {id.has_field(i) ? 1U : 0U, value ? 1U : 0U, value ? value->lo : 0,
                            value ? value->hi : 0};
    }
  });
}

// Refuses to take the bits of one format for another of another width.
SORTID_JS_EXPORT(check_width) std::uint32_t check_width(std::uint32_t from, std::uint32_t to) {
  const unsigned found = format_list::layouts[from]->bits;
  const unsigned wanted = format_list::layouts[to]->bits;
  return refuse(found == wanted ? error{} : error{reason::range, 0, wanted, found});
}
// Of a number that is negative or has more bits than any id of its format.
SORTID_JS_EXPORT(refuse_width) void refuse_width() { (void)refuse({reason::overflow, 0, 0, 0}); }

// --- ranges ---------------------------------------------------------------------------------------

// First and last go to the two values. An instant when `to` is NaN, else the half-open interval. By the layout at run time,
// which is a fifth of the size that it is by id types.
SORTID_JS_EXPORT(range) std::uint32_t range(std::uint32_t place, double from, double to, double epoch) {
  const layout& l = *format_list::layouts[place];
  if (!l.timed() || !l.generated) return refuse({reason::range, 0, 0, 0});
  const std::int64_t origin = epoch_or(epoch, l);
  const std::int64_t low = milliseconds(from);
  id_range<timestamp> timestamps;
  if (std::isnan(to)) {
    const auto at = detail::timestamp_at(l, low, origin);
    if (!at) return refuse(at.error());
    timestamps = {*at, *at};
  } else {
    const auto between = detail::timestamps_between(l, low, milliseconds(to), origin);
    if (!between) return refuse(between.error());
    timestamps = *between;
  }
  const auto store_edge = [&l](timestamp at, bool filled, std::uint8_t* value) {
    const uint128 edge = detail::edge_value(l, at, filled);
    if (l.bits == 128) {
      detail::store_be(edge, value);
    } else {
      detail::store_be(edge.lo, value);
    }
  };
  store_edge(timestamps.first, false, exchange.value[0]);
  store_edge(timestamps.last, true, exchange.value[1]);
  return 0;
}

SORTID_JS_EXPORT(text_prefix_range)
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

SORTID_JS_EXPORT(generator_size) std::uint32_t generator_size() { return slot_size; }

// Makes one there, of the options in the exchange; else the reason.
SORTID_JS_EXPORT(generator_make) std::uint32_t generator_make(void* at, std::uint32_t place) {
  return with(place, [&]<class Id>(std::type_identity<Id>) {
    if constexpr (Id::layout().generated) {
      const auto& given = exchange.options;
      generator_options options;
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
      const auto plan = generator_plan<unprefixed<Id>>::make(options);
      if (!plan) return refuse(plan.error());
      new (at) generator_slot<Id>{{place, given.unchecked},
                                  maker<Id>(*plan, policy, {}, entropy_of_host{given.entropy_source})};
      return 0U;
    } else {
      return refuse({reason::range, 0, 0, 0});
    }
  });
}

SORTID_JS_EXPORT(ahead) double ahead(generator_head* head, double now) {
  bring(now);
  return with_generator(head, [](auto, auto& made) { return static_cast<double>(made.ahead()); });
}
