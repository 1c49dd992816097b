// id_mask and id_unmask: public ids that hide their time.
#include <sys/stat.h>

#include <array>
#include <cstring>
#include <memory>
#include <new>
#include <optional>

#include "settings.hpp"
#include "sortid/any_masker.hpp"
#include "type_id.hpp"

extern "C" {
#include "access/parallel.h"
#include "storage/fd.h"
}

namespace sortid::pg {
namespace {

// Of a file: hexadecimal digits, a line end, and more than a key has.
constexpr std::size_t most_key_bytes = 68;

// The masker of a call site, under the key that it had last. Destroyed with the memory that it lies in.
struct kept_masker {
  MemoryContextCallback at_end{};
  std::array<char, most_key_bytes> key{};
  std::size_t key_size = 0;
  std::optional<any_masker> masker;

  ~kept_masker() { explicit_bzero(key.data(), key.size()); }
  [[nodiscard]] bool is_under(std::string_view other) const noexcept {
    return masker && other == std::string_view(key.data(), key_size);
  }
};

// Of this call site; made where there is none. Memory contexts align for 8 bytes.
kept_masker& kept_by(FunctionCallInfo fcinfo) noexcept {
  FmgrInfo* const site = fcinfo->flinfo;
  if (site != nullptr && site->fn_extra != nullptr) return *static_cast<kept_masker*>(site->fn_extra);
  const MemoryContext holder = site != nullptr ? site->fn_mcxt : CurrentMemoryContext;
  void* memory = MemoryContextAlloc(holder, sizeof(kept_masker) + alignof(kept_masker));
  std::size_t room = sizeof(kept_masker) + alignof(kept_masker);
  auto* const made = new (std::align(alignof(kept_masker), sizeof(kept_masker), memory, room)) kept_masker;
  made->at_end.func = [](void* kept) { std::destroy_at(static_cast<kept_masker*>(kept)); };
  made->at_end.arg = made;
  MemoryContextRegisterResetCallback(holder, &made->at_end);
  if (site != nullptr) site->fn_extra = made;
  return *made;
}

// What has destructors stays in here: no error is raised while it is alive. Why the key was rejected.
error take_key(kept_masker& kept, format f, std::string_view key, bool of_file) noexcept {
  kept.masker.reset();
  const auto read =
      of_file ? mask_key::from_file_contents(key)
              : mask_key::from_bytes({reinterpret_cast<const std::uint8_t*>(key.data()), key.size()});
  if (!read) return read.error();
  kept.masker.emplace(any_masker::make(f, *read).value());
  kept.key_size = key.copy(kept.key.data(), kept.key.size());
  return {};
}

// The contents of sortid.mask_key_file. A setting that had the key itself could be read by every role in a
// session that has not loaded this library yet.
std::string_view file_contents() noexcept {
  constinit static char contents[most_key_bytes];
  constinit static std::size_t size = 0;
  constinit static bool known = false;
  constinit static char path[MAXPGPATH];
  const char* const wanted = settings.mask_key_file;
  if (wanted == nullptr || *wanted == '\0') {
    ereport(ERROR, (errcode(ERRCODE_CONFIG_FILE_ERROR), errmsg("there is no key for masks"),
                    errhint("Set sortid.mask_key_file, or give the key as the second argument.")));
  }
  // In a function that was declared PARALLEL SAFE. The leader may have another key.
  if (IsParallelWorker()) {
    ereport(ERROR,
            (errcode(ERRCODE_INVALID_TRANSACTION_STATE), errmsg("a parallel worker has no key for masks"),
             errhint("Declare the function that calls id_mask() or id_unmask() PARALLEL RESTRICTED, or "
                     "give the key as the second argument.")));
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
  kept_masker& kept = kept_by(fcinfo);
  if (!kept.is_under(key)) {
    if (const error why = take_key(kept, format::of<Id>(), key, of_file); why.why != reason::none) {
      ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("invalid key for masks"),
                      errdetail_internal("%s", cstring_of(message_of_mask_key(why).view()))));
    }
  }
  const auto to = Direction == mask_direction::mask ? kept.masker->mask(value, prefix)
                                                    : kept.masker->unmask(value, prefix);
  if (!to)
    reject_value(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE, sql_type<Id>, detail_of(to.error(), Id::layout().name));
  if constexpr (std::is_same_v<Held, held_type_id>) {
    return type_id_datum(prefix, *to);
  } else {
    return datum_of(static_cast<Held>(*to));
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
