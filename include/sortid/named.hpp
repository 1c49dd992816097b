// Ids that an instant and a name determine, under a key: an import that is run again makes the same ids.
//
//   constexpr auto ids = sortid::named_ids<sortid::ulid>::make(key);    // 16 or 32 secret bytes
//   sortid::ulid id = ids->at(unix_ms, "customers/4711").value();
//
// The tail is HMAC-SHA-256 of the name, the instant, the format and a TypeID's prefix. Nothing is drawn, and
// no clock is read. For formats with 64 random bits or more alone (is_named()), in which names of one
// millisecond do not meet. docs/named.md has the construction, which stays as it is, and the probabilities.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <string_view>

#include "sortid/by_format.hpp"
#include "sortid/detail/bytes.hpp"
#include "sortid/detail/key.hpp"
#include "sortid/detail/sha256.hpp"
#include "sortid/fault.hpp"
#include "sortid/generator_options.hpp"
#include "sortid/generator_plan.hpp"
#include "sortid/layout.hpp"
#include "sortid/result.hpp"
#include "sortid/type_id.hpp"
#include "sortid/type_prefix.hpp"
#include "sortid/uint128.hpp"

namespace sortid {

// Whether enough random bits keep names of one millisecond apart.
[[nodiscard]] constexpr bool is_named(const layout& l) noexcept {
  constexpr int enough = 64;
  const uint128 random = l.mask(role::random);
  return l.bounded() && std::popcount(random.hi) + std::popcount(random.lo) >= enough;
}

// The ids of one type under one key. Thread-safe; copies have the key too, and each erases its own.
template <any_id Id>
requires(is_named(Id::layout())) class named_ids {
 public:
  // Rejected with `length` for a key of another size than 16 or 32 bytes, and with `range` or `prefix` for
  // options that the format does not have or that do not fit it. Steps and sequences change nothing.
  [[nodiscard]] static constexpr result<named_ids> make(std::span<const std::uint8_t> key,
                                                        const generator_options& options = {}) noexcept {
    if (!detail::is_key_size(key.size())) return detail::length_error(detail::key_size, key.size());
    const auto plan = generator_plan<Id>::make(options);
    if (!plan) return plan.error();
    return named_ids(detail::hmac_sha256(key), *plan, options.prefix);
  }

  // The id of the name at that Unix millisecond: fault::out_of_range where the format has no such instant.
  // Names are bytes; two spellings of one name in Unicode are two names.
  [[nodiscard]] constexpr result<Id, fault> at(std::int64_t unix_ms, std::string_view name) const noexcept {
    const auto recipe = plan_.recipe();
    const auto when = recipe.timestamp_at(unix_ms);
    if (!when) return fault::out_of_range;
    std::array<char, 8> instant{};
    for (unsigned i = 0; i < instant.size(); ++i)
      instant[i] = static_cast<char>(static_cast<std::uint64_t>(unix_ms) >> (56 - 8 * i));
    // The number is that of the construction. Formats and prefixes have no '/' and no NUL in them.
    auto digest = hash_.of(std::array<std::string_view, 7>{"sortid named 1/",
                                                           Id::layout().name,
                                                           Id::layout().prefixed ? "/" : "",
                                                           prefix(),
                                                           std::string_view("\0", 1),
                                                           {instant.data(), instant.size()},
                                                           name});
    const auto bits = detail::load_be<typename Id::value_type>(digest.data());
    detail::wipe(digest);
    return plan_.id_of(recipe.independent(*when, bits));
  }

 private:
  constexpr named_ids(const detail::hmac_sha256& hash, const generator_plan<Id>& plan,
                      const type_prefix& prefix) noexcept
      : hash_(hash), plan_(plan), prefix_(prefix) {}

  [[nodiscard]] constexpr std::string_view prefix() const noexcept {
    if constexpr (requires { Id::prefix(); }) {
      // The type's own, unless it is that of a column whose prefix stands beside.
      if (!Id::prefix().empty()) return Id::prefix();
    }
    return prefix_.view();
  }

  detail::hmac_sha256 hash_;
  generator_plan<Id> plan_;
  type_prefix prefix_;
};

namespace detail {

struct named_at_function {
  template <any_id Id>
  static constexpr result<uint128> of(std::span<const std::uint8_t> key, const generator_options& options,
                                      std::int64_t unix_ms, std::string_view name) noexcept {
    if constexpr (is_named(Id::layout())) {
      const auto ids = named_ids<unprefixed<Id>>::make(key, options);
      if (!ids) return ids.error();
      const auto id = ids->at(unix_ms, name);
      if (!id) return error{reason::range, 0, 0, 0};
      return uint128(id->number());
    }
    return error{reason::range, 0, 0, 0};
  }
};

}  // namespace detail

namespace by_format {

// (format, key, options, unix_ms, name): the same of a format that is known at run time, as plain bits; the
// prefix of a TypeID is an option. Rejected as named_ids::make is, and with `range` for an instant that the
// format does not have and where is_named() is false.
inline constexpr format_function<detail::named_at_function> named_at;

}  // namespace by_format
}  // namespace sortid
