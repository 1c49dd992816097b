// Columns of ids by WebAssembly's vectors, as a module of its own for engines that have them: what
// src/core.js calls in place of ids.cpp's functions of the same names, and asks that module about what is
// rejected.
#include <wasm_simd128.h>

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>

#include "batch/scalar.hpp"
#include "batch/tables.hpp"
#include "host.hpp"
#include "sortid/batch.hpp"
#include "sortid/by_format.hpp"

// What must not happen ends the instance, and needs nothing of a system.
extern "C" void abort() { __builtin_trap(); }

namespace sortid::detail {
namespace {

#include "batch/registers_wasm_128.hpp"

#include "batch/number_loops.hpp"

using narrow = lane128;
using wide = lane128;

#include "batch/lanes.hpp"

constexpr std::uint32_t room = 65'536;
alignas(16) char prefix[type_prefix::max_size + 1];
alignas(16) char input[room];
alignas(16) char output[room];

template <any_id Id>
constexpr const layout& layout_of = unprefixed<Id>::layout();

// How many texts begin with the prefix before the first that does not.
std::uint32_t with_prefix(std::uint32_t count, std::uint32_t stride, std::uint32_t size) noexcept {
  if (size == 0) return count;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (std::memcmp(input + i * stride, prefix, size) != 0) return i;
  }
  return count;
}

template <any_id Id>
uint128 value_at(const char* ids, std::uint32_t index) noexcept {
  if constexpr (layout_of<Id>.bits == 128) {
    return load_be<uint128>(reinterpret_cast<const std::uint8_t*>(ids) + 16 * index);
  } else {
    return load64(ids + 8 * index);
  }
}
// How many values the format allows before the first that it does not.
template <any_id Id>
std::uint32_t allowed(const char* ids, std::uint32_t count) noexcept {
  for (std::uint32_t i = 0; i < count; ++i) {
    if (check_value_function::of<Id>(value_at<Id>(ids, i)).why != reason::none) return i;
  }
  return count;
}

struct read_function {
  template <any_id Id>
  static std::uint32_t of(std::uint32_t count, std::uint32_t stride, std::uint32_t skipped) noexcept {
    constexpr const layout& l = layout_of<Id>;
    static std::uint64_t rejected[room / 8 / 64 + 1];
    const std::uint32_t n = with_prefix(count, stride, skipped);
    std::uint32_t good = n;
    if (lane_loops<shape_of(l)>::read(input + skipped, stride, n, output, batch::detail::rule<l>, rejected)) {
      std::uint32_t word = 0;
      while (rejected[word] == 0) ++word;
      good = word * 64 + static_cast<std::uint32_t>(std::countr_zero(rejected[word]));
    }
    if constexpr (!batch::detail::kernels_check<l>()) {
      good = allowed<Id>(output, good);
    }
    return good;
  }
};

struct write_function {
  template <any_id Id>
  static std::uint32_t of(std::uint32_t count, std::uint32_t stride, std::uint32_t lead) noexcept {
    constexpr const layout& l = layout_of<Id>;
    const std::uint32_t good = batch::detail::takes_any_value<l> ? count : allowed<Id>(input, count);
    if constexpr (l.checked()) {
      // The remainder by 127 takes vectors longer than words.
      scalar_text<shape_of(l)>::write(input, good, output + lead, stride);
    } else {
      lane_loops<shape_of(l)>::write(input, good, output + lead, stride);
    }
    if (lead != 0) {
      for (std::uint32_t i = 0; i < good; ++i) std::memcpy(output + i * stride, prefix, lead);
    }
    return good;
  }
};

struct times_function {
  template <any_id Id>
  static void of(std::uint32_t count, const std::optional<std::int64_t>& epoch) noexcept {
    for (std::uint32_t i = 0; i < count; ++i) {
      const auto at = unix_ms_function::of<Id>(value_at<Id>(input, i), epoch);
      const double ms = at ? static_cast<double>(*at) : std::nan("");
      std::memcpy(output + i * sizeof ms, &ms, sizeof ms);
    }
  }
};

constexpr format_function<read_function> read_texts;
constexpr format_function<write_function> write_texts;
constexpr format_function<times_function> take_times;

format format_at(std::uint32_t place) { return format::all()[place]; }

}  // namespace
}  // namespace sortid::detail

using namespace sortid;

SORTID_JS_EXPORT(prefix_at) void* prefix_at() { return detail::prefix; }
SORTID_JS_EXPORT(input_at) void* input_at() { return detail::input; }
SORTID_JS_EXPORT(output_at) void* output_at() { return detail::output; }

SORTID_JS_EXPORT(read_many)
std::uint32_t read_many(std::uint32_t place, std::uint32_t count, std::uint32_t stride, std::uint32_t lead) {
  return detail::read_texts(detail::format_at(place), count, stride, lead);
}
SORTID_JS_EXPORT(write_many)
std::uint32_t write_many(std::uint32_t place, std::uint32_t count, std::uint32_t stride, std::uint32_t lead) {
  return detail::write_texts(detail::format_at(place), count, stride, lead);
}
SORTID_JS_EXPORT(times_of_many) void times_of_many(std::uint32_t place, std::uint32_t count, double epoch) {
  std::optional<std::int64_t> zero;
  if (!std::isnan(epoch)) zero = static_cast<std::int64_t>(epoch);
  detail::take_times(detail::format_at(place), count, zero);
}
