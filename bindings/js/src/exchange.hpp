// What the parts of the module share: the exchange with core.js, values and texts in it, generators. What a
// format can do is in the tables of by_format.hpp and any_generator.hpp.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>
#include <type_traits>

#include "host.hpp"
#include "host_entropy.hpp"
#include "sortid/any_generator.hpp"
#include "sortid/by_format.hpp"

// None of them throws: an exception through here would leave the stack where it was.
SORTID_JS_IMPORT(now) double host_now();
SORTID_JS_IMPORT(pause) double host_pause(double us);

namespace sortid::js {

// --- the exchange ------------------------------------------------------------------------------------------

inline constexpr std::size_t room = 65'536;

struct field_slot {
  std::uint32_t shown;
  std::uint32_t present;
  std::uint64_t lo;
  std::uint64_t hi;
};

// core.js knows the offsets: 32-bit words come first.
struct exchange_type {
  std::uint32_t why, position, expected, found;  // the last error
  std::uint32_t place;                           // the format that a text was read as; no_format
  std::uint32_t prefix_size;                     // of a TypeID that was read
  std::uint32_t unchecked;                       // the EUID that was read has no check-mod
  std::uint32_t told_why;                        // the last error has a sentence of its own, in `told`
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
    std::uint32_t sequence;
  } options;
  inline_text<160> told;
  alignas(16) char input[room];
  alignas(16) char output[room];
};
extern exchange_type exchange;

inline constexpr std::uint32_t not_given = 0xFFFFFFFF;
inline constexpr std::uint32_t no_format = 0xFFFFFFFF;

// The format at a place of the list, as core.js and generate.mjs count.
inline format format_at(std::uint32_t place) { return format::all()[place]; }

inline std::uint32_t reject(const error& e) {
  exchange.why = static_cast<std::uint32_t>(e.why);
  exchange.position = e.position;
  exchange.expected = e.expected;
  exchange.found = e.found;
  exchange.told_why = 0;
  return exchange.why;
}
// Rejects with a sentence that the error itself does not make.
inline std::uint32_t reject(const error& e, const inline_text<160>& sentence) {
  (void)reject(e);
  exchange.told_why = 1;
  exchange.told = sentence;
  return exchange.why;
}

inline std::uint32_t put(std::string_view text) {
  std::memcpy(exchange.output, text.data(), text.size());
  return static_cast<std::uint32_t>(text.size());
}

// The nearest timestamp that 64 bits hold. The caller keeps NaN away.
inline std::int64_t milliseconds(double ms) {
  constexpr double bound = 9'007'199'254'740'992;  // beyond, not every integer is a double
  if (ms >= bound) return INT64_MAX;
  if (ms <= -bound) return INT64_MIN;
  return static_cast<std::int64_t>(ms);
}
// The instant of milliseconds with a fraction.
inline instant instant_of(double ms) {
  const double whole = std::floor(ms);
  return {milliseconds(whole), whole != ms};
}
// The same the other way: a half where it is finer.
inline double milliseconds_of(const instant& at) {
  return static_cast<double>(at.unix_ms) + (at.is_later ? 0.5 : 0);
}
inline std::optional<std::int64_t> epoch_of(double epoch) {
  if (std::isnan(epoch)) return std::nullopt;
  return milliseconds(epoch);
}

// The value of a format in its 8 or 16 bytes in network order.
inline uint128 load(format f, const std::uint8_t* from) {
  return f.layout().bits == 128 ? detail::load_be<uint128>(from) : detail::load_be<std::uint64_t>(from);
}
inline void store(format f, uint128 value, std::uint8_t* to) {
  if (f.layout().bits == 128) {
    detail::store_be(value, to);
  } else {
    detail::store_be(value.lo, to);
  }
}

std::uint32_t write_unchecked(uint128 value, char* to);
// Writes its text, an EUID's on request without the check-mod, and returns the size.
[[gnu::always_inline]] inline std::uint32_t write(format f, uint128 value, bool unchecked, char* to) {
  if (unchecked) return write_unchecked(value, to);
  return static_cast<std::uint32_t>(by_format::write(f, value, to) - to);
}
// Rejects a number that is no instant.
std::uint32_t reject_number(const error& e, std::int64_t number);
result<parsed_id> read_leniently(format f, std::string_view text);

// --- generators --------------------------------------------------------------------------------------------

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

// Random bytes of the host's crypto, or of a source of the caller's, asked for each draw.
struct entropy_of_host {
  static constexpr std::uint32_t crypto = entropy_of_crypto::crypto;
  std::uint32_t source = crypto;

  [[nodiscard]] bool fill(void* to, std::size_t size) const noexcept {
    if (source == crypto) return entropy_of_crypto().fill(to, size);
    // The source may make other ids, which read the clock again.
    const double reading = host_clock::brought;
    const bool fresh = host_clock::fresh;
    const bool filled = host_entropy(source, to, static_cast<std::uint32_t>(size)) != 0;
    host_clock::brought = reading;
    host_clock::fresh = fresh;
    return filled;
  }
};

struct generator_slot {
  bool unchecked;  // its texts are EUIDs without a check-mod
  any_generator<scope_list<thread_scopes>, host_clock, entropy_of_host> made;
};
// The size of the text in the output, or the fault, negative.
std::int32_t give(generator_slot* slot, const result<uint128, fault>& id);

inline void bring(double now) {
  host_clock::brought = now;
  host_clock::fresh = true;
}

}  // namespace sortid::js
