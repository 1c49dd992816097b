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

// Refuses to take the bits of one format for another of another width.
SORTID_JS_EXPORT(check_width) std::uint32_t check_width(std::uint32_t from, std::uint32_t to) {
  const unsigned found = format_at(from).layout().bits;
  const unsigned wanted = format_at(to).layout().bits;
  return refuse(found == wanted ? error{} : error{reason::range, 0, wanted, found});
}
// Of a number that is negative or has more bits than any id of its format.
SORTID_JS_EXPORT(refuse_width) void refuse_width() { (void)refuse({reason::overflow, 0, 0, 0}); }

// --- ranges ---------------------------------------------------------------------------------------

namespace {

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
  const auto ids = std::isnan(to) ? by_format::ids_at(f, milliseconds(from), zero)
                                  : by_format::ids_between(f, milliseconds(from), milliseconds(to), zero);
  if (!ids) return refuse_time(f, ids.error(), from, to, epoch);
  return put_range(f, *ids);
}

SORTID_JS_EXPORT(text_prefix_range)
std::uint32_t text_prefix_range(std::uint32_t place, const char* text, std::uint32_t size) {
  const format f = format_at(place);
  const auto ids = by_format::ids_with_text_prefix(f, std::string_view(text, size));
  return ids ? put_range(f, *ids) : refuse(ids.error());
}

// --- generators -----------------------------------------------------------------------------------------------

namespace {

constexpr std::size_t slot_size = [] {
  std::size_t most = 0;
  format_list::for_each([&most]<class Id>(std::type_identity<Id>) {
    if constexpr (Id::layout().generated)
      most = sizeof(generator_slot<Id>) > most ? sizeof(generator_slot<Id>) : most;
  });
  return (most + 15) / 16 * 16;
}();

struct next_at_function {
  template <any_id Id>
  static fault of(generator_head* head, std::int64_t unix_ms, uint128& value) {
    if constexpr (Id::layout().generated)
      return put_value<Id>(generator_in<Id>(head).next_at(unix_ms), value);
    return fault::out_of_range;
  }
};
struct make_function {
  template <any_id Id>
  static error of(void* at, const generator_head& head, const generator_options& options,
                  const policies& policy, entropy_of_host entropy) {
    if constexpr (Id::layout().generated) {
      const auto plan = generator_plan<unprefixed<Id>>::make(options);
      if (!plan) return plan.error();
      new (at) generator_slot<Id>{head, maker<Id>(*plan, policy, {}, entropy)};
      return {};
    }
    return {reason::range, 0, 0, 0};
  }
};
struct ahead_function {
  template <any_id Id>
  static std::int64_t of(generator_head* head) {
    if constexpr (Id::layout().generated) return generator_in<Id>(head).ahead();
    return 0;
  }
};
constexpr format_function<next_at_function> next_at_of;
constexpr format_function<make_function> make_of;
constexpr format_function<ahead_function> ahead_of;

}  // namespace

SORTID_JS_EXPORT(generator_size) std::uint32_t generator_size() { return slot_size; }

// Makes one there, of the options in the exchange; else the reason.
SORTID_JS_EXPORT(generator_make) std::uint32_t generator_make(void* at, std::uint32_t place) {
  const auto& given = exchange.options;
  generator_options options;
  if (given.extension != not_given) {
    const auto fits = euid::extension_bits(given.extension, uint128());
    if (!fits) return refuse(fits.error());
    options.extension = static_cast<std::uint16_t>(given.extension);
  }
  if (given.node != not_given) options.node = given.node;
  if (given.step_bytes != not_given) options.step_bytes = given.step_bytes;
  options.epoch = epoch_of(given.epoch);
  const policies policy{static_cast<on_overflow>(given.overflow),
                        static_cast<on_clock_back>(given.clock_back), milliseconds(given.max_wait_ms)};
  const format f = format_at(place);
  return refuse(make_of(f, at, generator_head{f, given.unchecked != 0}, options, policy,
                        entropy_of_host{given.entropy_source}));
}

SORTID_JS_EXPORT(next_at) std::int32_t next_at(generator_head* head, double unix_ms) {
  uint128 value;
  const fault why = next_at_of(head->of, head, milliseconds(unix_ms), value);
  return give(head, why, value);
}
SORTID_JS_EXPORT(ahead) double ahead(generator_head* head, double now) {
  bring(now);
  return static_cast<double>(ahead_of(head->of, head));
}
