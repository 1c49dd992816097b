// The maskers of sortid.h.
#include "c_api.hpp"
#include "sortid/any_masker.hpp"
#include "system/processor.hpp"

struct sortid_masker : sortid::c_api::allocated {
  explicit sortid_masker(const sortid::any_masker& of) noexcept : masker(of) {}
  sortid::any_masker masker;
};

namespace sortid::c_api {

namespace {

sortid_status create_under(const result<mask_key>& key, sortid_format number, std::uint32_t uuid_version,
                           sortid_masker** masker, sortid_error* error) noexcept {
  const auto known = format_of(number);
  if (!known) return reject(error, SORTID_UNKNOWN_FORMAT);
  if (!key) return reject(error, SORTID_BAD_SIZE, number, "key_size", key.error().found);
  const auto made = any_masker::make(*known, *key, {.version = uuid_version == 0 ? 8 : uuid_version});
  if (!made) return reject(error, SORTID_BAD_OPTION, number, "uuid_version");
  *masker = new sortid_masker(*made);
  return *masker == nullptr ? reject(error, SORTID_NO_MEMORY, number) : succeed(error);
}

// `read_key` gives the key, or why it is none.
template <class F>
sortid_status create(F read_key, sortid_format number, std::uint32_t uuid_version, sortid_masker** masker,
                     sortid_error* error) noexcept {
  sortid_status status = SORTID_OK;
  detail::leave_no_wide_traces<4096>(
      [&]() noexcept { status = create_under(read_key(), number, uuid_version, masker, error); });
  return status;
}

// The format that a masker reads in that direction, and the one that it makes.
format from_format(const any_masker& m, mask_direction direction) noexcept {
  return direction == mask_direction::mask ? m.stored_format() : m.masked_format();
}
format to_format(const any_masker& m, mask_direction direction) noexcept {
  return direction == mask_direction::mask ? m.masked_format() : m.stored_format();
}

sortid_status change(mask_direction direction, const sortid_masker* masker, const sortid_id* from,
                     sortid_id* to, sortid_error* error) noexcept {
  if (masker == nullptr || to == nullptr) return reject(error, SORTID_NULL_ARGUMENT);
  held_id id;
  if (const sortid_status why = read_id(from, id, error); why != SORTID_OK) return why;
  const any_masker& m = masker->masker;
  if (id.format != from_format(m, direction)) return reject(error, SORTID_UNSUPPORTED, from->format);
  const auto value = direction == mask_direction::mask ? m.mask(id.value, id.prefix.view())
                                                       : m.unmask(id.value, id.prefix.view());
  if (!value) return reject(error, value.error(), from->format);
  store(*value, number_of_format(to_format(m, direction)), id.prefix.view(), *to);
  return succeed(error);
}

sortid_status change_column(mask_direction direction, const sortid_masker* masker, const char* prefix,
                            const void* ids, std::size_t count, void* to, std::size_t* done,
                            sortid_error* error) noexcept {
  if (done != nullptr) *done = 0;
  if (masker == nullptr) return reject(error, SORTID_NULL_ARGUMENT);
  const any_masker& m = masker->masker;
  const format from = from_format(m, direction);
  const sortid_format number = number_of_format(from);
  for (const void* const column : {ids, static_cast<const void*>(to)}) {
    const sortid_status why = check_ids(column, count, from.layout().bytes());
    if (why != SORTID_OK) return reject(error, why, number);
  }
  type_prefix parsed;
  if (prefix != nullptr && *prefix != '\0') {
    if (!from.layout().prefixed)
      return reject(error, sortid::error{reason::prefix, 0, 0, detail::no_prefixes}, number);
    const auto read = type_prefix::parse(prefix);
    if (!read) return reject(error, read.error(), number);
    parsed = *read;
  }
  const auto end = m.run(direction, static_cast<const column_bytes*>(ids), count,
                         static_cast<column_bytes*>(to), parsed.view());
  if (done != nullptr) *done = end.count;
  return end ? succeed(error) : reject(error, end.why, number);
}

}  // namespace

}  // namespace sortid::c_api

using namespace sortid::c_api;
using sortid::mask_direction;
using sortid::mask_key;

sortid_status sortid_masker_create(sortid_format format, const void* key, std::size_t key_size,
                                   std::uint32_t uuid_version, sortid_masker** masker,
                                   sortid_error* error) noexcept {
  if (masker == nullptr) return reject(error, SORTID_NULL_ARGUMENT);
  *masker = nullptr;
  if (const sortid_status why = check_memory(key, key_size); why != SORTID_OK) return reject(error, why);
  return create(
      [&] {
        return mask_key::from_bytes({static_cast<const std::uint8_t*>(key), key_size});
      },
      format, uuid_version, masker, error);
}

sortid_status sortid_masker_create_from_file_contents(sortid_format format, const char* contents,
                                                      std::size_t size, std::uint32_t uuid_version,
                                                      sortid_masker** masker, sortid_error* error) noexcept {
  if (masker == nullptr) return reject(error, SORTID_NULL_ARGUMENT);
  *masker = nullptr;
  if (const sortid_status why = check_memory(contents, size); why != SORTID_OK) return reject(error, why);
  return create(
      [&] {
        return mask_key::from_file_contents({contents, size});
      },
      format, uuid_version, masker, error);
}

void sortid_masker_destroy(sortid_masker* masker) noexcept { delete masker; }

sortid_status sortid_mask(const sortid_masker* masker, const sortid_id* id, sortid_id* masked,
                          sortid_error* error) noexcept {
  return change(mask_direction::mask, masker, id, masked, error);
}
sortid_status sortid_unmask(const sortid_masker* masker, const sortid_id* masked, sortid_id* id,
                            sortid_error* error) noexcept {
  return change(mask_direction::unmask, masker, masked, id, error);
}

sortid_status sortid_batch_mask(const sortid_masker* masker, const char* prefix, const void* ids,
                                std::size_t count, void* to, std::size_t* done,
                                sortid_error* error) noexcept {
  return change_column(mask_direction::mask, masker, prefix, ids, count, to, done, error);
}
sortid_status sortid_batch_unmask(const sortid_masker* masker, const char* prefix, const void* ids,
                                  std::size_t count, void* to, std::size_t* done,
                                  sortid_error* error) noexcept {
  return change_column(mask_direction::unmask, masker, prefix, ids, count, to, done, error);
}
