#include "ids/masking.hpp"

namespace sortid::cli {

masking::masking(mask_direction direction, const mask_key& key, unsigned version) : direction_(direction) {
  for (const format f : format::all())
    maskers_.push_back(any_masker::make(f, key, {.version = version}).value());
}

id_error masking::apply(known_id& id) const {
  if (facade_) {
    const uuid given(id.value);
    const bool masks = direction_ == mask_direction::mask;
    const auto stored = masks ? given.as_version_7() : facade_->unmask(given);
    if (!stored) return {stored.error(), masks ? uuidv7::layout().name : uuid::layout().name};
    id.value = masks ? facade_->mask(*stored).number() : stored->number();
    return {};
  }
  const any_masker& masker = masker_of(*id.format);
  const auto value = direction_ == mask_direction::mask ? masker.mask(id.value, id.prefix)
                                                        : masker.unmask(id.value, id.prefix);
  if (!value) return {value.error(), id.format->name()};
  id.value = *value;
  id.format = made(masker);
  return {};
}

bool masking::apply(id_column& column, std::byte* ids) const {
  if (facade_) return false;  // one by one
  const any_masker& masker = masker_of(column.format);
  if (!masker.run(direction_, column.ids, column.count, ids, column.prefix)) return false;
  column.format = made(masker);
  return true;
}

}  // namespace sortid::cli
