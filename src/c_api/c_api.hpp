// What the files of the C ABI share: from the caller's structs to the library's types and back, and how an
// answer is given.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <new>
#include <optional>
#include <string_view>
#include <type_traits>
#if defined(_WIN32)
#include <malloc.h>
#endif

#include "sortid.h"
#include "sortid/by_format.hpp"
#include "sortid/generator.hpp"

namespace sortid::c_api {

// --- numbers of sortid.h -----------------------------------------------------------------------------------

// The formats' numbers do not follow the list, in which a new format may stand anywhere.
template <any_id Id>
inline constexpr sortid_format number_of = SORTID_FORMAT_NONE;
template <>
inline constexpr sortid_format number_of<ulid> = SORTID_FORMAT_ULID;
template <>
inline constexpr sortid_format number_of<type_id> = SORTID_FORMAT_TYPEID;
template <>
inline constexpr sortid_format number_of<uuidv7> = SORTID_FORMAT_UUIDV7;
template <>
inline constexpr sortid_format number_of<uuid> = SORTID_FORMAT_UUID;
template <>
inline constexpr sortid_format number_of<euid> = SORTID_FORMAT_EUID;
template <>
inline constexpr sortid_format number_of<ulid_flake> = SORTID_FORMAT_ULID_FLAKE;
template <>
inline constexpr sortid_format number_of<ulid_flake_scalable> = SORTID_FORMAT_ULID_FLAKE_SCALABLE;
template <>
inline constexpr sortid_format number_of<xid> = SORTID_FORMAT_XID;
template <>
inline constexpr sortid_format number_of<uid11> = SORTID_FORMAT_UID11;
template <>
inline constexpr sortid_format number_of<uid11_fullrand> = SORTID_FORMAT_UID11_FULLRAND;
template <>
inline constexpr sortid_format number_of<uid11_snowish> = SORTID_FORMAT_UID11_SNOWISH;
template <>
inline constexpr sortid_format number_of<uid11_ts_seq_rand> = SORTID_FORMAT_UID11_TS_SEQ_RAND;

// By place in the list.
inline constexpr auto numbers = [] {
  std::array<sortid_format, format_list::size> all{};
  std::size_t place = 0;
  format_list::for_each([&]<class Id>(std::type_identity<Id>) { all[place++] = number_of<Id>; });
  return all;
}();
static_assert(
    [] {
      for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (numbers[i] == SORTID_FORMAT_NONE) return false;
        for (std::size_t j = 0; j < i; ++j) {
          if (numbers[j] == numbers[i]) return false;
        }
      }
      return true;
    }(),
    "every format of the list has a number of its own, in sortid.h and above");

static_assert(static_cast<int>(reason::none) == SORTID_OK &&
              static_cast<int>(reason::length) == SORTID_LENGTH &&
              static_cast<int>(reason::character) == SORTID_CHARACTER &&
              static_cast<int>(reason::overflow) == SORTID_OVERFLOW &&
              static_cast<int>(reason::checksum) == SORTID_CHECKSUM &&
              static_cast<int>(reason::prefix) == SORTID_PREFIX &&
              static_cast<int>(reason::range) == SORTID_RANGE);

inline constexpr int first_fault = SORTID_TAIL_OVERFLOW - static_cast<int>(fault::tail_overflow);
static_assert(first_fault + static_cast<int>(fault::clock_back) == SORTID_CLOCK_BACK &&
              first_fault + static_cast<int>(fault::out_of_range) == SORTID_OUT_OF_RANGE &&
              first_fault + static_cast<int>(fault::entropy) == SORTID_ENTROPY &&
              first_fault + static_cast<int>(fault::forked) == SORTID_FORKED &&
              first_fault + static_cast<int>(fault::storage) == SORTID_STORAGE &&
              first_fault + static_cast<int>(fault::no_node) == SORTID_NO_NODE &&
              first_fault + static_cast<int>(fault::unavailable) == SORTID_UNAVAILABLE &&
              first_fault + static_cast<int>(fault::needs_node) == SORTID_NEEDS_NODE);

[[nodiscard]] constexpr sortid_status status_of(fault why) noexcept {
  return why == fault::none ? SORTID_OK : first_fault + static_cast<int>(why);
}

static_assert(SORTID_PREFIX_CAPACITY == type_prefix::max_size + 1);
static_assert(SORTID_TEXT_CAPACITY == type_id::text_type::capacity() + 1);

// Structs without padding: two that say the same are the same bytes.
static_assert(sizeof(sortid_id) ==
              2 * sizeof(std::uint64_t) + SORTID_PREFIX_CAPACITY + 2 * sizeof(std::uint32_t));
static_assert(sizeof(sortid_field) == 2 * sizeof(std::uint64_t) + 2 * sizeof(std::int32_t));

// --- memory ------------------------------------------------------------------------------------------------

// What a caller is given a pointer to. `new` is null without memory; libc's functions serve programs without
// the library of C++.
struct allocated {
  static void* operator new(std::size_t size) noexcept {
    return operator new(size, std::align_val_t(alignof(std::max_align_t)));
  }
  static void* operator new(std::size_t size, std::align_val_t alignment) noexcept {
    const auto to = static_cast<std::size_t>(alignment);
#if defined(_WIN32)
    return _aligned_malloc(size, to);
#else
    return std::aligned_alloc(to, (size + to - 1) / to * to);
#endif
  }
  static void operator delete(void* at) noexcept {
#if defined(_WIN32)
    _aligned_free(at);
#else
    std::free(at);
#endif
  }
};

// --- answers -----------------------------------------------------------------------------------------------

inline sortid_status succeed(sortid_error* error) noexcept {
  if (error != nullptr) *error = {};
  return SORTID_OK;
}
inline sortid_status reject(sortid_error* error, sortid_status why, sortid_format format = SORTID_FORMAT_NONE,
                            const char* detail = nullptr, std::uint32_t found = 0) noexcept {
  if (error != nullptr) *error = {why, format, 0, 0, found, 0, detail};
  return why;
}
// `units` are what was given where it was not a text's symbols. sortid_message() finds them in `detail`.
inline constexpr const char* byte_units = "bytes";
inline constexpr const char* text_prefix_units = "symbols of a text prefix";
inline sortid_status reject(sortid_error* to, const error& e, sortid_format format,
                            const char* units = nullptr) noexcept {
  const auto why = static_cast<sortid_status>(e.why);
  const bool of_units = e.why == reason::length || e.why == reason::character;
  if (to != nullptr) *to = {why, format, e.position, e.expected, e.found, 0, of_units ? units : nullptr};
  return why;
}

// --- what the caller gives ---------------------------------------------------------------------------------

// No object is larger; a greater number was a negative one.
[[nodiscard]] constexpr bool possible(std::size_t size) noexcept { return size <= PTRDIFF_MAX; }

// Whether so many bytes can stand there.
[[nodiscard]] constexpr sortid_status check_memory(const void* at, std::size_t size) noexcept {
  if (!possible(size)) return SORTID_BAD_SIZE;
  return at == nullptr && size != 0 ? SORTID_NULL_ARGUMENT : SORTID_OK;
}

[[nodiscard]] constexpr std::optional<format> format_of(sortid_format number) noexcept {
  for (std::size_t place = 0; place < numbers.size(); ++place) {
    if (numbers[place] == number) return format::all()[place];
  }
  return std::nullopt;
}
[[nodiscard]] constexpr sortid_format number_of_format(format f) noexcept {
  return f.visit([]<class Id>(std::type_identity<Id>) { return number_of<Id>; });
}

// Copies a struct whose first member is its size. It has `first_size` bytes in the first release; what was
// added since is zeros for a program that was compiled with it, and what a later library has must be zeros.
template <class Options>
[[nodiscard]] sortid_status read_sized(const Options* given, std::size_t first_size, Options& to,
                                       sortid_error* error) noexcept {
  const std::size_t size = given->struct_size;
  constexpr std::size_t most = 4096;
  if (size != first_size && (size < sizeof to || size > most))
    return reject(error, SORTID_BAD_SIZE, 0, "struct_size");
  to = {};
  std::memcpy(&to, given, size < sizeof to ? size : sizeof to);
  const auto* const bytes = reinterpret_cast<const unsigned char*>(given);
  for (std::size_t i = sizeof to; i < size; ++i) {
    if (bytes[i] != 0) return reject(error, SORTID_UNSUPPORTED, 0, "an option of a later version");
  }
  return SORTID_OK;
}

// An option whose bit of `given` is not set.
struct ungiven {
  std::uint32_t bit;
  bool is_zero;
  const char* detail;
};
// Rejects one that has a value all the same: its author expects that it counts.
[[nodiscard]] inline sortid_status require_zeros(std::uint32_t given, std::initializer_list<ungiven> options,
                                                 sortid_error* error) noexcept {
  for (const ungiven& one : options) {
    if ((given & one.bit) == 0 && !one.is_zero) return reject(error, SORTID_BAD_OPTION, 0, one.detail);
  }
  return SORTID_OK;
}

// The caller's epoch, or the format's own.
template <any_id Id>
[[nodiscard]] std::int64_t epoch_of(const std::int64_t* given) noexcept {
  return given != nullptr ? *given : Id::layout().epoch;
}

// Gives what f(std::type_identity<Id>()) does with the format's id type.
template <class F>
sortid_status with_format(sortid_format number, sortid_error* error, F&& f) noexcept {
  const auto known = format_of(number);
  if (!known) return reject(error, SORTID_UNKNOWN_FORMAT);
  return known->visit(f);
}

using sortid::unprefixed;  // what a column of ids is made of

// --- ids ---------------------------------------------------------------------------------------------------

// Whether an array of them can stand there, `bytes` each.
[[nodiscard]] inline sortid_status check_ids(const void* ids, std::size_t count, std::size_t bytes) noexcept {
  if (count > PTRDIFF_MAX / bytes) return SORTID_BAD_SIZE;
  if (ids == nullptr && count != 0) return SORTID_NULL_ARGUMENT;
  const bool integers = bytes == sizeof(std::uint64_t);
  return integers && reinterpret_cast<std::uintptr_t>(ids) % alignof(std::uint64_t) != 0 ? SORTID_MISALIGNED
                                                                                         : SORTID_OK;
}

inline void store(uint128 value, sortid_format format, std::string_view prefix, sortid_id& to) noexcept {
  to = {};
  to.hi = value.hi;
  to.lo = value.lo;
  to.format = format;
  if (!prefix.empty()) std::memcpy(to.prefix, prefix.data(), prefix.size());  // an empty view may be null
}
// An id that the caller's struct holds.
struct held_id {
  sortid::format format = sortid::format::of<ulid>();
  uint128 value;
  type_prefix prefix;
};
[[nodiscard]] inline sortid_status read_id(const sortid_id* from, held_id& to, sortid_error* error) noexcept {
  if (from == nullptr) return reject(error, SORTID_NULL_ARGUMENT);
  const auto known = format_of(from->format);
  if (!known) return reject(error, SORTID_UNKNOWN_FORMAT);
  const auto no_id = [&](const sortid::error& why) { return reject(error, why, from->format); };
  const std::string_view whole(from->prefix, sizeof from->prefix);
  const std::size_t end = whole.find('\0');
  // Two ids are equal when their bytes are, so a prefix is followed by zeros alone, of which the first is its
  // NUL.
  const std::size_t stray = end == whole.npos ? whole.size() - 1 : whole.find_first_not_of('\0', end);
  if (stray != whole.npos) {
    const auto found = static_cast<unsigned char>(whole[stray]);
    return no_id({reason::prefix, static_cast<std::uint32_t>(stray), 0, found});
  }
  if (from->reserved != 0) return no_id({reason::range, 0, 0, from->reserved});
  to = {*known, {from->hi, from->lo}, {}};
  if (const auto why = by_format::check_value(to.format, to.value); why.why != reason::none)
    return no_id(why);
  if (end == 0) return succeed(error);
  if (!known->layout().prefixed) return no_id({reason::prefix, 0, 0, detail::no_prefixes});
  const auto prefix = type_prefix::parse(whole.substr(0, end));
  if (!prefix) return no_id(prefix.error());
  to.prefix = *prefix;
  return succeed(error);
}

// Writes a text and a NUL, where there is room for both.
inline sortid_status write(std::string_view from, char* text, std::size_t capacity,
                           std::size_t* size) noexcept {
  if (!possible(capacity)) return SORTID_BAD_SIZE;
  if (size != nullptr) *size = from.size();
  if (capacity <= from.size()) return SORTID_BUFFER_SIZE;
  if (text == nullptr) return SORTID_NULL_ARGUMENT;
  std::memcpy(text, from.data(), from.size());
  text[from.size()] = '\0';
  return SORTID_OK;
}

}  // namespace sortid::c_api
