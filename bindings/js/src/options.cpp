// The core as a WebAssembly module: what src/core.js calls now and then.
#include <new>

#include "exchange.hpp"

using namespace sortid;
using namespace sortid::js;

// What must not happen ends the instance, and needs nothing of a system.
extern "C" void abort() { __builtin_trap(); }

SORTID_JS_EXPORT(exchange) void* exchange_at() { return &exchange; }
SORTID_JS_EXPORT(exchange_room) std::uint32_t exchange_room() { return room; }

// The offsets of the exchange's parts from its beginning.
SORTID_JS_EXPORT(offset_of) std::uint32_t offset_of(std::uint32_t part) {
  const void* const parts[] = {&exchange.why,     &exchange.fields, &exchange.value, &exchange.prefix,
                               &exchange.options, &exchange.input,  &exchange.output};
  return static_cast<std::uint32_t>(static_cast<const char*>(parts[part]) -
                                    reinterpret_cast<const char*>(&exchange));
}

SORTID_JS_EXPORT(format_count) std::uint32_t format_count() { return format_list::size; }

SORTID_JS_EXPORT(check_prefix) std::uint32_t check_prefix(const char* text, std::uint32_t size) {
  return reject(type_prefix::parse({text, size}).error());
}

// Rejects the bits of one format for another format of another width.
SORTID_JS_EXPORT(check_width) std::uint32_t check_width(std::uint32_t from, std::uint32_t to) {
  const unsigned found = format_at(from).layout().bits;
  const unsigned wanted = format_at(to).layout().bits;
  return reject(found == wanted ? error{} : error{reason::range, 0, wanted, found});
}
// Rejects a number that is negative or has more bits than any id of its format.
SORTID_JS_EXPORT(reject_width) void reject_width() { (void)reject({reason::overflow, 0, 0, 0}); }

// --- generators --------------------------------------------------------------------------------------------

SORTID_JS_EXPORT(generator_size) std::uint32_t generator_size() { return sizeof(generator_slot); }

// Makes a generator there from the options in the exchange, or returns the reason.
SORTID_JS_EXPORT(generator_make) std::uint32_t generator_make(void* at, std::uint32_t place) {
  const auto& given = exchange.options;
  generator_options options;
  if (given.extension != not_given) options.extension = given.extension;
  if (given.node != not_given) options.node = given.node;
  if (given.step_bytes != not_given) options.step_bytes = given.step_bytes;
  options.sequence = static_cast<sequence_start>(given.sequence);
  options.epoch = epoch_of(given.epoch);
  const policies policy{static_cast<on_overflow>(given.overflow),
                        static_cast<on_clock_back>(given.clock_back), milliseconds(given.max_wait_ms)};
  auto* const slot = new (at) generator_slot{given.unchecked != 0, {}};
  const auto none = slot->made.emplace<thread_scopes>(format_at(place), options, policy, {},
                                                      entropy_of_host{given.entropy_source});
  if (!none) return reject({});
  return reject(none->why == no_generator::cause::option ? none->option : error{reason::range, 0, 0, 0});
}

SORTID_JS_EXPORT(next_at) std::int32_t next_at(generator_slot* slot, double unix_ms) {
  return give(slot, slot->made->next_at(milliseconds(unix_ms)));
}

SORTID_JS_EXPORT(ahead) double ahead(generator_slot* slot, double now) {
  bring(now);
  return static_cast<double>(slot->made->ahead());
}
