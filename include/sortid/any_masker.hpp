// Masks of a format that is known at run time: by_format.hpp's counterpart of mask.hpp.
//
//   auto masker = sortid::any_masker::make(f, key);
//   sortid::result<sortid::uint128> shown = masker->mask(id.value, id.prefix);  // of masker->masked_format()
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "sortid/by_format.hpp"
#include "sortid/mask.hpp"

namespace sortid {

class any_masker {
 public:
  // Rejected with `range` for a version that is neither 8 nor 4, and with `prefix` for a prefix where the
  // format has none.
  [[nodiscard]] static result<any_masker> make(format stored, const mask_key& key,
                                               const mask_options& options = {}) noexcept {
    if (const error e = detail::check_mask_options(stored.layout(), options); e.why != reason::none) return e;
    return any_masker(stored, key, options);
  }

  [[nodiscard]] format stored_format() const noexcept { return stored_; }
  // What masked ids are: uuid for uuidv7, otherwise the same format.
  [[nodiscard]] format masked_format() const noexcept {
    return stored_.visit([]<class Id>(std::type_identity<Id>) { return format::of<detail::masked<Id>>(); });
  }

  // The bits of the masked id, and of the id that was masked. The formats must allow the bits that are given.
  // Rejected with `range` where masker::mask and masker::unmask are. `prefix` is that of this TypeID.
  [[nodiscard]] result<uint128> mask(uint128 value, std::string_view prefix = {}) const noexcept {
    return one(mask_direction::mask, value, prefix);
  }
  [[nodiscard]] result<uint128> unmask(uint128 value, std::string_view prefix = {}) const noexcept {
    return one(mask_direction::unmask, value, prefix);
  }

  // A column of ids, TypeIDs of the prefix that mask_options gave or of the one given here. Stops at the
  // first that is rejected. `to` may be `ids`.
  batch::batch_result run(mask_direction direction, const column_bytes* ids, std::size_t count,
                          column_bytes* to, std::string_view prefix) const noexcept {
    const std::size_t done = with_tweak(prefix, [&](const detail::mask_tweak& tweak) noexcept {
      return cipher_.run(direction, tweak, ids, count, to);
    });
    if (done == count) return {count, {}};
    return {done, why(direction, by_format::column_value(stored_, ids, done), prefix)};
  }

 private:
  any_masker(format stored, const mask_key& key, const mask_options& options) noexcept
      : stored_(stored),
        prefix_(options.prefix),
        cipher_(detail::plan_of(stored.layout(), options.version), key),
        tweak_(tweak_of(prefix_.view())) {}

  [[nodiscard]] detail::mask_tweak tweak_of(std::string_view prefix) const noexcept {
    const layout& l = stored_.layout();
    return cipher_.tweak(detail::masked_name(l), l.prefixed, prefix);
  }
  // The tweak of the prefix is worked out where it is not the masker's own.
  template <class F>
  std::size_t with_tweak(std::string_view prefix, F&& f) const noexcept {
    return prefix == prefix_.view() ? f(tweak_) : f(tweak_of(prefix));
  }

  [[nodiscard]] error why(mask_direction direction, uint128 value, std::string_view prefix) const noexcept {
    const detail::mask_plan& plan = cipher_.plan();
    return detail::wrong_mask_constant(stored_.layout(), value,
                                       direction == mask_direction::mask ? plan.stored : plan.masked, prefix);
  }

  [[nodiscard]] result<uint128> one(mask_direction direction, uint128 value,
                                    std::string_view prefix) const noexcept {
    alignas(16) std::uint8_t bytes[16];
    const std::size_t size = stored_.layout().bytes();
    detail::store_id(size, value, bytes);
    const std::size_t done = with_tweak(prefix, [&](const detail::mask_tweak& tweak) noexcept {
      return cipher_.run(direction, tweak, bytes, 1, bytes);
    });
    if (done == 0) return why(direction, value, prefix);
    return detail::load_id(size, bytes);
  }

  format stored_;
  type_prefix prefix_;
  detail::mask_cipher cipher_;
  detail::mask_tweak tweak_;
};

}  // namespace sortid
