// Public ids that hide their time: a keyed one-to-one mapping between the id that is stored and sorts, and
// one of the same format that tells nothing. Part of the compiled library sortid::sortid.
//
//   auto masker = sortid::masker<sortid::ulid>::make(key);   // 16 or 32 secret bytes
//   sortid::ulid shown = masker->mask(id).value();           // any time, next to nothing
//   sortid::ulid again = masker->unmask(shown).value();      // id
//
// Equal ids have equal masks, and formats and prefixes of TypeIDs have masks of their own under one key. It
// is no authentication: any valid text unmasks to some id. docs/mask.md says what is promised, and what is
// not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>

#include "sortid/batch.hpp"
#include "sortid/detail/compiler.hpp"
#include "sortid/detail/key.hpp"
#include "sortid/detail/mask_plan.hpp"
#include "sortid/detail/sha256.hpp"
#include "sortid/result.hpp"
#include "sortid/type_id.hpp"
#include "sortid/type_prefix.hpp"
#include "sortid/uint128.hpp"
#include "sortid/uuidv7.hpp"

namespace sortid {

// A key of 16 or 32 bytes. Erased when it is destroyed; nothing prints it.
class mask_key {
 public:
  static constexpr std::size_t max_size = detail::long_key_size;

  // Rejected with `length` unless there are 16 or 32 bytes; `found` is their number.
  [[nodiscard]] SORTID_EXPORT static result<mask_key> from_bytes(
      std::span<const std::uint8_t> bytes) noexcept;
  // Of 32 or 64 hexadecimal digits in any case. Rejected with `character`, or with `length`, whose `found` is
  // the number of digits.
  [[nodiscard]] SORTID_EXPORT static result<mask_key> from_hex(std::string_view digits) noexcept;
  // What a key file has in it: 16 or 32 raw bytes, or hexadecimal digits alone, maybe with a line end behind
  // them. Rejected with `length`, whose `found` is the number of digits where there is nothing else, and of
  // bytes otherwise.
  [[nodiscard]] SORTID_EXPORT static result<mask_key> from_file_contents(std::string_view contents) noexcept;

  mask_key(const mask_key&) noexcept = default;
  mask_key& operator=(const mask_key&) noexcept = default;
  SORTID_EXPORT ~mask_key();

  [[nodiscard]] std::span<const std::uint8_t> bytes() const noexcept { return {bytes_, size_}; }

 private:
  mask_key() noexcept = default;
  std::uint8_t bytes_[max_size]{};
  std::size_t size_ = 0;
};

// Why a key was rejected, as a sentence. `e` is the error of mask_key.
[[nodiscard]] constexpr inline_text<160> message_of_mask_key(const error& e) noexcept {
  inline_text<160> out;
  if (e.why == reason::character)
    return out.append("the key has a byte that is no hexadecimal digit, at position ")
        .append_decimal(e.position);
  const bool in_digits = e.expected == 2 * detail::key_size;
  return out.append("a key has 16 or 32 bytes, or twice as many hexadecimal digits; found ")
      .append_decimal(e.found)
      .append(in_digits ? " hexadecimal digit" : " byte")
      .append(e.found == 1 ? "" : "s");
}

struct mask_options {
  unsigned version = 8;     // of a masked UUID or TypeID: 8 or 4
  type_prefix prefix = {};  // of a column of type_id_suffix
};

enum class mask_direction : std::uint8_t { mask, unmask };

namespace detail {

inline constexpr unsigned mask_rounds = 10;

// The first round key of AES in each round of the Feistel network, with tweak and round number added. Erased
// when it is destroyed.
struct mask_tweak {
  alignas(16) std::uint8_t first[mask_rounds][16];
  SORTID_EXPORT ~mask_tweak();
};

struct mask_kernel;

// The cipher under one key over the ids of one layout.
class mask_cipher {
 public:
  SORTID_EXPORT mask_cipher(const mask_plan& plan, const mask_key& key) noexcept;
  mask_cipher(const mask_cipher&) noexcept = default;
  mask_cipher& operator=(const mask_cipher&) noexcept = default;
  SORTID_EXPORT ~mask_cipher();

  [[nodiscard]] const mask_plan& plan() const noexcept { return plan_; }
  // For ids of the format of that name, and of that prefix where the format has prefixes.
  [[nodiscard]] SORTID_EXPORT mask_tweak tweak(std::string_view format, bool prefixed,
                                               std::string_view prefix) const noexcept;
  // Reads n ids, 16 bytes in network order each or native 64-bit integers, and writes as many; `to` may be
  // `ids`. Stops at an id whose constants are not those of a stored id, or of a masked one. Returns how many
  // are written.
  SORTID_EXPORT std::size_t run(mask_direction direction, const mask_tweak& tweak, const void* ids,
                                std::size_t n, void* to) const noexcept;

  // The same on a kernel of the caller's choice.
  std::size_t run_with(const mask_kernel& kernel, mask_direction direction, const mask_tweak& tweak,
                       const void* ids, std::size_t n, void* to) const noexcept;

  // The round keys of AES.
  struct aes_keys {
    alignas(16) std::uint8_t rounds[15][16];
    unsigned last;  // 10 or 14
  };

 private:
  mask_plan plan_;
  aes_keys keys_;
  hmac_sha256 names_;  // under the same key
};

// What masks of a format are named after. A UUID that can be masked is a UUIDv7.
constexpr std::string_view masked_name(const layout& l) noexcept {
  return l.name == uuid_layout.name ? uuidv7_layout.name : l.name;
}

// Why these options are rejected for ids of the layout.
constexpr error check_mask_options(const layout& l, const mask_options& options) noexcept {
  if (options.version != 8 && options.version != 4) return {reason::range, 0, 0, clamp32(options.version)};
  if (!l.prefixed && !options.prefix.empty()) return {reason::prefix, 0, 0, no_prefixes};
  return {};
}

// What a masked id of this type is: a UUID of another version is no uuidv7.
template <any_id Id>
using masked = std::conditional_t<is_uuid(Id::layout()) && Id::layout().constants_required, uuid, Id>;

}  // namespace detail

// Masks ids of one type under one key. Thread-safe once made. Copies have the key too; each erases its own.
//
// A masked uuidv7 is a uuid of version 8, or 4 by mask_options; masked ids of the other types are of the same
// type. A masker of uuid is that of uuidv7: it takes UUIDs of version 7 alone.
template <any_id Id>
class masker {
  static constexpr const sortid::layout& l = Id::layout();
  static_assert(detail::plan_of(l, 8).left_bits >= 16, "masks need a layout with 32 free bits or more");
  // A type_id has a prefix of its own in each id.
  static constexpr bool prefix_in_id = l.prefixed && !batch::batch_id<Id>;
  static constexpr bool prefix_given = std::is_same_v<Id, type_id_suffix>;

 public:
  using masked_type = detail::masked<Id>;

  // Rejected with `range` for a version that is neither 8 nor 4, and with `prefix` for a prefix where ids
  // have none or one of their own.
  [[nodiscard]] static result<masker> make(const mask_key& key, const mask_options& options = {}) noexcept {
    if (const error e = detail::check_mask_options(l, options); e.why != reason::none) return e;
    if (!prefix_given && !options.prefix.empty()) return error{reason::prefix, 0, 0, detail::no_prefixes};
    return masker(key, options);
  }
  // The same with a key of 16 or 32 bytes; rejected with `length` for another number.
  [[nodiscard]] static result<masker> make(std::span<const std::uint8_t> key,
                                           const mask_options& options = {}) noexcept {
    const auto read = mask_key::from_bytes(key);
    if (!read) return read.error();
    return make(*read, options);
  }

  // The masked id. Rejected with `range` when it is a UUID or TypeID of another version than 7.
  [[nodiscard]] result<masked_type> mask(const Id& id) const noexcept {
    return one<masked_type>(mask_direction::mask, id);
  }
  // The id that was masked. Rejected with `range` when it is a UUID or TypeID of another version than masked
  // ones have.
  [[nodiscard]] result<Id> unmask(const masked_type& id) const noexcept {
    return one<Id>(mask_direction::unmask, id);
  }

  // Many ids: as many as both spans have room for. Stops at the first that is rejected. `to` may begin where
  // `ids` does.
  batch::batch_result mask(std::span<const Id> ids, std::span<masked_type> to) const noexcept
      requires(batch::batch_id<Id>) {
    return many(mask_direction::mask, ids, to);
  }
  batch::batch_result unmask(std::span<const masked_type> ids, std::span<Id> to) const noexcept
      requires(batch::batch_id<Id>) {
    return many(mask_direction::unmask, ids, to);
  }

 private:
  masker(const mask_key& key, const mask_options& options) noexcept
      : cipher_(detail::plan_of(l, options.version), key),
        tweak_(cipher_.tweak(detail::masked_name(l), l.prefixed, own_prefix(options))) {}

  static constexpr std::string_view own_prefix(const mask_options& options) noexcept {
    if constexpr (l.prefixed && !prefix_in_id && !prefix_given) return Id::prefix();
    return options.prefix.view();
  }

  template <class Any>
  [[nodiscard]] error why(mask_direction direction, const Any& id) const noexcept {
    std::string_view prefix;
    if constexpr (requires { id.prefix(); }) prefix = id.prefix();
    const detail::mask_plan& plan = cipher_.plan();
    return detail::wrong_mask_constant(l, uint128(id.number()),
                                       direction == mask_direction::mask ? plan.stored : plan.masked, prefix);
  }

  template <class To, class From>
  result<To> one(mask_direction direction, const From& id) const noexcept {
    if constexpr (prefix_in_id) {
      uuid to;
      const auto tweak = cipher_.tweak(l.name, true, id.prefix());
      if (cipher_.run(direction, tweak, &id.uuid(), 1, &to) == 0) return why(direction, id);
      return To(type_prefix::parse(id.prefix()).value(), to);
    } else {
      To to;
      if (cipher_.run(direction, tweak_, &id, 1, &to) == 0) return why(direction, id);
      return to;
    }
  }
  template <class From, class To>
  batch::batch_result many(mask_direction direction, std::span<const From> ids,
                           std::span<To> to) const noexcept {
    const std::size_t n = detail::lesser(ids.size(), to.size());
    const std::size_t done = cipher_.run(direction, tweak_, ids.data(), n, to.data());
    if (done == n) return {n, {}};
    return {done, why(direction, ids[done])};
  }

  detail::mask_cipher cipher_;
  detail::mask_tweak tweak_;
};

}  // namespace sortid
