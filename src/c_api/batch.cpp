// Many ids at once, of sortid.h.
#include "c_api.hpp"
#include "sortid/batch_by_format.hpp"
#include "sortid/batch_sort.hpp"

namespace sortid::c_api {

namespace {

static_assert(SORTID_NO_INSTANT == batch::no_instant);

using batch::batch_result;
using batch::text_column;

// From the caller's arguments; rejected in the format's name.
template <any_id Id>
sortid_status read_rows(const char* prefix, const void* texts, std::size_t size, std::size_t stride,
                        text_column& to, sortid_error* error) noexcept {
  constexpr sortid_format format = number_of<Id>;
  if (const sortid_status why = check_memory(texts, size); why != SORTID_OK)
    return reject(error, why, format);
  type_prefix parsed;
  if (prefix != nullptr && *prefix != '\0') {
    if (!Id::layout().prefixed) return reject(error, sortid::error{reason::prefix, 0, 0, 0}, format);
    const auto read = type_prefix::parse(prefix);
    if (!read) return reject(error, read.error(), format);
    parsed = *read;
  }
  to = text_column(parsed, stride);
  if (batch::detail::column<unprefixed<Id>>(to).why_impossible().why != reason::none || !possible(stride))
    return reject(error, SORTID_BAD_SIZE, format, "stride");
  return SORTID_OK;
}

// How many of the ids, from the first on, have an instant that std::int64_t holds, or none.
template <any_id Id>
std::size_t within_time(std::span<const unprefixed<Id>> ids, std::int64_t epoch) noexcept {
  if (epoch <= INT64_MAX - Id::layout().max_timestamp()) return ids.size();
  std::size_t n = 0;
  for (; n < ids.size(); ++n) {
    // A UUID that is not of version 7 has no timestamp that counts from there.
    if (!ids[n].has_field(Id::layout().find(role::timestamp))) continue;
    std::int64_t timestamp = 0;
    (void)batch::unix_ms<unprefixed<Id>>(ids.subspan(n, 1), {&timestamp, 1}, 0);
    if (timestamp > INT64_MAX - epoch) break;
  }
  return n;
}

sortid_status answer(const batch_result& end, std::size_t* done, sortid_error* error, sortid_format format,
                     const char* units = nullptr) noexcept {
  if (done != nullptr) *done = end.count;
  return end ? succeed(error) : reject(error, end.why, format, units);
}

// Gives what f(std::type_identity<Id>()) does where such an array of ids can be. `done`, where there is one,
// begins at 0.
template <class F>
sortid_status with_ids(sortid_format format, const void* ids, std::size_t count, std::size_t* done,
                       sortid_error* error, F&& f) noexcept {
  if (done != nullptr) *done = 0;
  return with_format(format, error, [&]<class Id>(std::type_identity<Id> type) -> sortid_status {
    if (const sortid_status why = check_ids(ids, count, sizeof(unprefixed<Id>)); why != SORTID_OK)
      return reject(error, why, format);
    return f(type);
  });
}

// The same for an array that must be there, and one of times beside it.
template <class F>
sortid_status with_times(sortid_format format, const std::int64_t* unix_ms, std::size_t count,
                         std::size_t* done, sortid_error* error, F&& f) noexcept {
  if (done != nullptr) *done = 0;
  return with_format(format, error, [&]<class Id>(std::type_identity<Id> type) -> sortid_status {
    if (const sortid_status why = check_ids(unix_ms, count, sizeof *unix_ms); why != SORTID_OK)
      return reject(error, why, format);
    if constexpr (Id::layout().timed()) {
      return f(type);
    } else {
      return reject(error, SORTID_UNSUPPORTED, format);
    }
  });
}

template <any_id Id>
std::span<unprefixed<Id>> ids_at(void* ids, std::size_t count) noexcept {
  return {static_cast<unprefixed<Id>*>(ids), count};
}
template <any_id Id>
std::span<const unprefixed<Id>> ids_at(const void* ids, std::size_t count) noexcept {
  return {static_cast<const unprefixed<Id>*>(ids), count};
}

}  // namespace

}  // namespace sortid::c_api

using namespace sortid::c_api;

sortid_status sortid_batch_to_text(sortid_format format, const char* prefix, const void* ids,
                                   std::size_t count, char* texts, std::size_t size, std::size_t stride,
                                   std::size_t* done) noexcept {
  return with_ids(format, ids, count, done, nullptr, [&]<class Id>(std::type_identity<Id>) {
    text_column rows;
    const sortid_status why = read_rows<Id>(prefix, texts, size, stride, rows, nullptr);
    if (why != SORTID_OK) return why;
    const std::size_t written =
        sortid::batch::to_text<unprefixed<Id>>(ids_at<Id>(ids, count), {texts, size}, rows);
    return answer({written, {}}, done, nullptr, format);
  });
}

sortid_status sortid_batch_from_text(sortid_format format, const char* prefix, const char* texts,
                                     std::size_t size, std::size_t stride, void* ids, std::size_t count,
                                     std::size_t* done, sortid_error* error) noexcept {
  return with_ids(format, ids, count, done, error, [&]<class Id>(std::type_identity<Id>) {
    text_column rows;
    const sortid_status why = read_rows<Id>(prefix, texts, size, stride, rows, error);
    if (why != SORTID_OK) return why;
    return answer(sortid::batch::from_text<unprefixed<Id>>({texts, size}, ids_at<Id>(ids, count), rows), done,
                  error, format);
  });
}

sortid_status sortid_batch_from_text_each(sortid_format format, const char* prefix, const char* texts,
                                          std::size_t size, std::size_t stride, void* ids, std::uint8_t* why,
                                          std::size_t count, std::size_t* rejected) noexcept {
  return with_ids(
      format, ids, count, rejected, nullptr, [&]<class Id>(std::type_identity<Id>) -> sortid_status {
        if (why == nullptr && count != 0) return SORTID_NULL_ARGUMENT;
        text_column rows;
        const sortid_status bad = read_rows<Id>(prefix, texts, size, stride, rows, nullptr);
        if (bad != SORTID_OK) return bad;
        static_assert(sizeof(sortid::reason) == 1);
        const std::size_t all = sortid::batch::from_text<unprefixed<Id>>(
            {texts, size}, ids_at<Id>(ids, count), {reinterpret_cast<sortid::reason*>(why), count}, rows);
        if (rejected != nullptr) *rejected = all;
        return SORTID_OK;
      });
}

sortid_status sortid_batch_check(sortid_format format, const char* prefix, const char* texts,
                                 std::size_t size, std::size_t stride, std::size_t* done,
                                 sortid_error* error) noexcept {
  return with_ids(format, nullptr, 0, done, error, [&]<class Id>(std::type_identity<Id>) {
    text_column rows;
    const sortid_status why = read_rows<Id>(prefix, texts, size, stride, rows, error);
    if (why != SORTID_OK) return why;
    return answer(sortid::batch::check<unprefixed<Id>>({texts, size}, rows), done, error, format);
  });
}

sortid_status sortid_batch_convert(sortid_format format, const char* prefix, const char* texts,
                                   std::size_t size, std::size_t stride, sortid_format to_format,
                                   const char* to_prefix, char* to, std::size_t to_size,
                                   std::size_t to_stride, std::size_t* done, sortid_error* error) noexcept {
  if (done != nullptr) *done = 0;
  const auto rows_of = [error](sortid_format of, const char* own_prefix, const void* at, std::size_t bytes,
                               std::size_t apart, text_column& rows) noexcept {
    return with_format(of, error, [&]<class Id>(std::type_identity<Id>) {
      return read_rows<Id>(own_prefix, at, bytes, apart, rows, error);
    });
  };
  text_column rows;
  text_column to_rows;
  if (const sortid_status why = rows_of(format, prefix, texts, size, stride, rows); why != SORTID_OK)
    return why;
  if (const sortid_status why = rows_of(to_format, to_prefix, to, to_size, to_stride, to_rows);
      why != SORTID_OK)
    return why;
  const sortid::format from = *format_of(format);
  const sortid::format target = *format_of(to_format);
  if (from.layout().bits != target.layout().bits)
    return reject(error, SORTID_UNSUPPORTED, to_format, "the two formats differ in width");
  const auto end = sortid::batch::by_format::convert(from, std::string_view(texts, size), rows, target,
                                                     std::span<char>(to, to_size), to_rows);
  return answer(end, done, error, end.by_target ? to_format : format);
}

sortid_status sortid_batch_to_bytes(sortid_format format, const void* ids, std::size_t count, void* bytes,
                                    std::size_t size, std::size_t* done) noexcept {
  return with_ids(format, ids, count, done, nullptr, [&]<class Id>(std::type_identity<Id>) {
    if (const sortid_status why = check_memory(bytes, size); why != SORTID_OK) return why;
    const std::size_t written = sortid::batch::to_bytes<unprefixed<Id>>(
        ids_at<Id>(ids, count), {static_cast<std::uint8_t*>(bytes), size});
    return answer({written, {}}, done, nullptr, format);
  });
}

sortid_status sortid_batch_from_bytes(sortid_format format, const void* bytes, std::size_t size, void* ids,
                                      std::size_t count, std::size_t* done, sortid_error* error) noexcept {
  return with_ids(format, ids, count, done, error, [&]<class Id>(std::type_identity<Id>) {
    if (const sortid_status why = check_memory(bytes, size); why != SORTID_OK)
      return reject(error, why, format);
    return answer(sortid::batch::from_bytes<unprefixed<Id>>({static_cast<const std::uint8_t*>(bytes), size},
                                                            ids_at<Id>(ids, count)),
                  done, error, format, byte_units);
  });
}

sortid_status sortid_batch_unix_ms(sortid_format format, const void* ids, std::size_t count,
                                   const std::int64_t* epoch, std::int64_t* unix_ms) noexcept {
  return with_times(format, unix_ms, count, nullptr, nullptr, [&]<class Id>(std::type_identity<Id>) {
    if (const sortid_status why = check_ids(ids, count, sizeof(unprefixed<Id>)); why != SORTID_OK) return why;
    const auto held = ids_at<Id>(ids, count);
    const std::int64_t from = epoch_of<Id>(epoch);
    if (within_time<Id>(held, from) != count) return reject(nullptr, SORTID_RANGE);
    (void)sortid::batch::unix_ms<unprefixed<Id>>(held, {unix_ms, count}, from);
    return succeed(nullptr);
  });
}

sortid_status sortid_batch_unix_ms_of_text(sortid_format format, const char* prefix, const char* texts,
                                           std::size_t size, std::size_t stride, const std::int64_t* epoch,
                                           std::int64_t* unix_ms, std::size_t count, std::size_t* done,
                                           sortid_error* error) noexcept {
  return with_times(format, unix_ms, count, done, error, [&]<class Id>(std::type_identity<Id>) {
    text_column rows;
    const sortid_status why = read_rows<Id>(prefix, texts, size, stride, rows, error);
    if (why != SORTID_OK) return why;
    const std::int64_t start = epoch_of<Id>(epoch);
    using item = unprefixed<Id>;
    const sortid::batch::detail::column<item> from(rows);
    const auto take = [&](std::size_t first, std::span<const item> ids) noexcept -> batch_result {
      const std::size_t n = within_time<Id>(ids, start);
      (void)sortid::batch::unix_ms<item>(ids.first(n), {unix_ms + first, n}, start);
      return {n, n == ids.size() ? sortid::error{} : sortid::error{sortid::reason::range, 0, 0, 0}};
    };
    const auto end = sortid::batch::detail::read_through<item>({texts, size}, from, count, {},
                                                               sortid::batch::detail::taker<item>(take));
    return answer(end, done, error, format);
  });
}

// --- order -------------------------------------------------------------------------------------------------

namespace {

// Gives what f(ids) does: the order of ids is that of their bits, in every format of a width.
template <class F>
sortid_status with_bits(sortid_format format, const void* ids, std::size_t count, F&& f) noexcept {
  const auto known = format_of(format);
  if (!known) return SORTID_UNKNOWN_FORMAT;
  const std::size_t bytes = known->layout().bytes();
  if (const sortid_status why = check_ids(ids, count, bytes); why != SORTID_OK) return why;
  return bytes == sizeof(std::uint64_t) ? f(ids_at<sortid::uid11>(ids, count))
                                        : f(ids_at<sortid::uuid>(ids, count));
}
// Of the memory that the caller may write to.
template <class Id>
std::span<Id> writable(const std::span<const Id>& ids, void* to) noexcept {
  return {static_cast<Id*>(to), ids.size()};
}

}  // namespace

sortid_status sortid_batch_sort(sortid_format format, void* ids, std::size_t count) noexcept {
  return with_bits(format, ids, count, [&](const auto& given) {
    sortid::batch::sort(writable(given, ids));
    return SORTID_OK;
  });
}

sortid_status sortid_batch_lower_bound(sortid_format format, const void* ids, std::size_t count,
                                       const sortid_id* id, std::size_t* place) noexcept {
  if (place == nullptr) return SORTID_NULL_ARGUMENT;
  return with_bits(format, ids, count, [&]<class Id>(std::span<const Id> in) -> sortid_status {
    held_id held;
    if (const sortid_status why = read_id(id, held, nullptr); why != SORTID_OK) return why;
    if (id->format != format) return SORTID_UNSUPPORTED;
    const auto wanted = Id::from_number(static_cast<typename Id::value_type>(held.value)).value();
    *place = sortid::batch::lower_bound<Id>(in, wanted);
    return SORTID_OK;
  });
}

sortid_status sortid_batch_difference(sortid_format format, const void* ids, std::size_t count,
                                      const void* without, std::size_t without_count, void* to,
                                      std::size_t* written) noexcept {
  if (written == nullptr) return SORTID_NULL_ARGUMENT;
  return with_bits(format, ids, count, [&]<class Id>(std::span<const Id> from) -> sortid_status {
    if (const sortid_status why = check_ids(without, without_count, sizeof(Id)); why != SORTID_OK) return why;
    if (const sortid_status why = check_ids(to, count, sizeof(Id)); why != SORTID_OK) return why;
    const std::span<const Id> others(static_cast<const Id*>(without), without_count);
    *written = sortid::batch::difference<Id>(from, others, writable(from, to)).written;
    return SORTID_OK;
  });
}

// --- kernels -----------------------------------------------------------------------------------------------

const char* sortid_kernels_usable(std::size_t place) noexcept {
  const auto usable = sortid::kernel_set::usable();
  return place < usable.size() ? usable[place].name().data() : nullptr;
}

const char* sortid_kernels_active() noexcept { return sortid::kernel_set::active().name().data(); }

sortid_status sortid_kernels_force(const char* name) noexcept {
  if (name == nullptr) {
    (void)sortid::detail::select_kernels();
    return SORTID_OK;
  }
  const auto set = sortid::kernel_set::named(name);
  if (!set) return SORTID_UNSUPPORTED;
  __atomic_store_n(&sortid::detail::active_kernels, &set->kernels(), __ATOMIC_RELEASE);
  return SORTID_OK;
}
