// What both halves of the module's exports share: the exchange with core.js, and the ways to an id of a format that is
// known at run time.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>
#include <type_traits>

#include "sortid/formats.hpp"
#include "sortid/generator.hpp"

#define SORTID_JS_EXPORT(name) extern "C" __attribute__((export_name(#name)))
#define SORTID_JS_IMPORT(name) extern "C" __attribute__((import_module("host"), import_name(#name)))

// None of them throws: an exception through here would leave the stack where it was.
SORTID_JS_IMPORT(now) double host_now();
SORTID_JS_IMPORT(pause) double host_pause(double us);
SORTID_JS_IMPORT(entropy) int host_entropy(std::uint32_t source, void* to, std::uint32_t size);

namespace sortid::js {

// --- the exchange ----------------------------------------------------------------------------------------------

inline constexpr std::size_t room = 65'536;

struct field_slot {
  std::uint32_t shown;
  std::uint32_t present;
  std::uint64_t lo;
  std::uint64_t hi;
};

// Whose offsets core.js knows: 32-bit words first.
struct exchange_type {
  std::uint32_t why, position, expected, found;  // the last refusal
  std::uint32_t place;                           // the format that a text was read as; no_format
  std::uint32_t prefix_size;                     // of a TypeID that was read
  std::uint32_t unchecked;                       // the EUID that was read has no check-mod
  std::uint32_t other_prefix;                    // the last refusal has a sentence of its own, in `told`
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
  inline_text<160> told;
  alignas(16) char input[room];
  alignas(16) char output[room];
};
extern exchange_type exchange;

inline constexpr std::uint32_t not_given = 0xFFFFFFFF;
inline constexpr std::uint32_t no_format = 0xFFFFFFFF;

// core.js knows the words by their place in a list.
static_assert(on_overflow{0} == on_overflow::fail && on_overflow{1} == on_overflow::wait &&
              on_overflow{2} == on_overflow::run_ahead);
static_assert(on_clock_back{0} == on_clock_back::hold && on_clock_back{1} == on_clock_back::wait &&
              on_clock_back{2} == on_clock_back::fail);

inline std::uint32_t refuse(const error& e) {
  exchange.why = static_cast<std::uint32_t>(e.why);
  exchange.position = e.position;
  exchange.expected = e.expected;
  exchange.found = e.found;
  exchange.other_prefix = 0;
  return exchange.why;
}

inline std::uint32_t put(std::string_view text) {
  std::memcpy(exchange.output, text.data(), text.size());
  return static_cast<std::uint32_t>(text.size());
}

// The nearest that a timestamp can be; a NaN is the caller's own mistake.
inline std::int64_t milliseconds(double ms) {
  constexpr double bound = 9'007'199'254'740'992;  // beyond, not every integer is a double
  if (ms >= bound) return INT64_MAX;
  if (ms <= -bound) return INT64_MIN;
  return static_cast<std::int64_t>(ms);
}
inline std::int64_t epoch_or(double epoch, const layout& l) {
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

// Not in line: six exports write the texts of every format.
template <class Id>
[[gnu::noinline]] char* write(const Id& id, bool unchecked, char* to) {
  if constexpr (Id::layout().text == text_form::crockford_checked) {
    if (unchecked) {
      const auto text = id.to_text_unchecked();
      std::memcpy(to, text.view().data(), text.size());
      return to + text.size();
    }
  }
  return id.write_to(to, to + Id::layout().symbols);
}

// Calls f(std::type_identity<Id>()) with the id type of that place on the list.
template <class F>
decltype(auto) with(std::uint32_t place, F&& f) {
  return format_list::visit(place, f);
}

// --- generators -----------------------------------------------------------------------------------------------

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
    if (source != crypto) {
      // It may make other ids, at other readings.
      const double reading = host_clock::brought;
      const bool fresh = host_clock::fresh;
      const bool filled = host_entropy(source, to, static_cast<std::uint32_t>(size)) != 0;
      host_clock::brought = reading;
      host_clock::fresh = fresh;
      return filled;
    }
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
using maker = generator<unprefixed<Id>, host_clock, entropy_of_host>;

struct generator_head {
  std::uint32_t place;
  std::uint32_t unchecked;
};
template <any_id Id>
struct generator_slot : generator_head {
  maker<Id> made;
};

inline constexpr std::size_t slot_size = [] {
  std::size_t most = 0;
  format_list::for_each([&most]<class Id>(std::type_identity<Id>) {
    if constexpr (Id::layout().generated)
      most = sizeof(generator_slot<Id>) > most ? sizeof(generator_slot<Id>) : most;
  });
  return (most + 15) / 16 * 16;
}();

inline void bring(double now) {
  host_clock::brought = now;
  host_clock::fresh = true;
}

// Calls f(generator) with the generator that stands there, after its format's type.
template <class F>
decltype(auto) with_generator(generator_head* head, F&& f) {
  return with(head->place, [&]<class Id>(std::type_identity<Id>) {
    if constexpr (Id::layout().generated) {
      return f(std::type_identity<Id>(), static_cast<generator_slot<Id>*>(head)->made);
    } else {
      return f(std::type_identity<ulid>(), static_cast<generator_slot<ulid>*>(nullptr)->made);  // never made
    }
  });
}

}  // namespace sortid::js
