#include "ids/masking.hpp"

namespace sortid::cli {

masking::masking(mask_direction direction, const mask_key& key, unsigned version) : direction_(direction) {
  for (const format f : format::all())
    maskers_.push_back(any_masker::make(f, key, {.version = version}).value());
}

id_error masking::apply(known_id& id) const {
  const any_masker& masker = masker_of(*id.format);
  const auto value = direction_ == mask_direction::mask ? masker.mask(id.value, id.prefix)
                                                        : masker.unmask(id.value, id.prefix);
  if (!value) return {value.error(), id.format->name()};
  id.value = *value;
  id.format = made(masker);
  return {};
}

bool masking::apply(id_column& column, std::byte* ids) const {
  const any_masker& masker = masker_of(column.format);
  if (!masker.run(direction_, column.ids, column.count, ids, column.prefix)) return false;
  column.format = made(masker);
  return true;
}

}  // namespace sortid::cli
