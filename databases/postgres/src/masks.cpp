// id_mask and id_unmask: public ids that hide their time.
#include <sys/stat.h>

#include "settings.hpp"
#include "sortid/any_masker.hpp"
#include "type_id.hpp"

extern "C" {
#include "storage/fd.h"
}

namespace sortid::pg {
namespace {

// What has destructors stays in here: no error is raised while it is alive.
struct changed {
  error key;  // why the key was rejected
  error why;  // why the id was
  uint128 value;
};
changed change(format f, mask_direction direction, std::string_view key, bool of_file, uint128 value,
               std::string_view prefix) noexcept {
  const auto read =
      of_file ? mask_key::from_file_contents(key)
              : mask_key::from_bytes({reinterpret_cast<const std::uint8_t*>(key.data()), key.size()});
  if (!read) return {read.error(), {}, {}};
  const any_masker masker = any_masker::make(f, *read).value();
  const auto made =
      direction == mask_direction::mask ? masker.mask(value, prefix) : masker.unmask(value, prefix);
  if (!made) return {{}, made.error(), {}};
  return {{}, {}, *made};
}

// The contents of sortid.mask_key_file. A setting that had the key itself could be read by every role in a session that
// has not loaded this library yet.
std::string_view file_contents() noexcept {
  constinit static char contents[68];
  constinit static std::size_t size = 0;
  constinit static bool known = false;
  constinit static char path[MAXPGPATH];
  const char* const wanted = settings.mask_key_file;
  if (wanted == nullptr || *wanted == '\0') {
    ereport(ERROR, (errcode(ERRCODE_CONFIG_FILE_ERROR), errmsg("there is no key for masks"),
                    errhint("Set sortid.mask_key_file, or give the key as the second argument.")));
  }
  if (known && std::strcmp(path, wanted) == 0) return {contents, size};
  known = false;
  FILE* const file = AllocateFile(wanted, "rb");
  struct stat facts {};
  if (file == nullptr || fstat(fileno(file), &facts) != 0)
    ereport(ERROR, (errcode_for_file_access(), errmsg("could not open the key file of masks: %m")));
  if ((facts.st_mode & S_IROTH) != 0) {
    ereport(ERROR, (errcode(ERRCODE_CONFIG_FILE_ERROR), errmsg("every user may read the key file of masks"),
                    errhint("chmod 600")));
  }
  size = fread(contents, 1, sizeof contents, file);
  const bool failed = ferror(file) != 0;
  FreeFile(file);
  if (failed) ereport(ERROR, (errcode_for_file_access(), errmsg("could not read the key file of masks: %m")));
  strlcpy(path, wanted, sizeof path);
  known = true;
  return {contents, size};
}

// id_mask(id) under the key of the file, id_mask(id, key) under that of the argument; and back.
template <any_id Id, class Held, mask_direction Direction>
Datum mask(PG_FUNCTION_ARGS) noexcept {
  const bool of_file = PG_NARGS() == 1;
  const std::string_view key =
      of_file ? file_contents() : view_of(reinterpret_cast<text*>(PG_GETARG_BYTEA_PP(1)));
  const Held id = word_of<Held>(PG_GETARG_DATUM(0));
  uint128 value;
  std::string_view prefix;
  if constexpr (std::is_same_v<Held, held_type_id>) {
    value = id.value;
    prefix = id.prefix;
  } else {
    value = uint128(id);
  }
  const changed to = change(format::of<Id>(), Direction, key, of_file, value, prefix);
  if (to.key.why != reason::none) {
    ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("invalid key for masks"),
                    errdetail_internal("%s", cstring_of(message_of_mask_key(to.key).view()))));
  }
  if (to.why.why != reason::none)
    reject_value(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE, sql_type<Id>, detail_of(to.why, Id::layout().name));
  if constexpr (std::is_same_v<Held, held_type_id>) {
    return type_id_datum(prefix, to.value);
  } else {
    return datum_of(static_cast<Held>(to.value));
  }
}

}  // namespace

#define SORTID_MASKS(name, id, held)                                          \
  SORTID_FUNCTION(sortid_##name##_mask, mask<id, held, mask_direction::mask>) \
  SORTID_FUNCTION(sortid_##name##_unmask, mask<id, held, mask_direction::unmask>)
#define SORTID_KIND(kind, id, type, held, orders, time) SORTID_MASKS(kind, id, id::value_type)
#include "types.def"
SORTID_MASKS(typeid, type_id, held_type_id)

}  // namespace sortid::pg
