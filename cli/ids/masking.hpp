// Ids to masked ids, or back: `mask` and `unmask`.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "id_error.hpp"
#include "ids/id.hpp"
#include "sortid/any_masker.hpp"
#include "sortid/uuidv47.hpp"

namespace sortid::cli {

class masking {
 public:
  masking(mask_direction direction, const mask_key& key, unsigned version);
  // As uuidv47, of UUIDs alone.
  masking(mask_direction direction, const uuidv47& facade) : direction_(direction), facade_(facade) {}

  // The format of the texts of ids that are stored in that one.
  [[nodiscard]] format read_format(format stored) const {
    return facade_ ? format::of<uuid>() : given(masker_of(stored));
  }
  // Changes the id to what it is masked, or to what was masked.
  [[nodiscard]] id_error apply(known_id& id) const;
  // The same with the ids of a column, in place. False when one of them is rejected; those before it are
  // changed then.
  [[nodiscard]] bool apply(id_column& column, std::byte* ids) const;

 private:
  [[nodiscard]] const any_masker& masker_of(format f) const { return maskers_[f.place()]; }
  [[nodiscard]] format given(const any_masker& m) const {
    return direction_ == mask_direction::mask ? m.stored_format() : m.masked_format();
  }
  [[nodiscard]] format made(const any_masker& m) const {
    return direction_ == mask_direction::mask ? m.masked_format() : m.stored_format();
  }

  mask_direction direction_;
  std::optional<uuidv47> facade_;
  std::vector<any_masker> maskers_;  // in the order of the formats
};

}  // namespace sortid::cli
