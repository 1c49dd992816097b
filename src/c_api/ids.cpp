// One id, of sortid.h: read, written, taken apart, and the ids of an instant.
#include "c_api.hpp"
#include "sortid/batch.hpp"
#include "sortid/instant.hpp"
#include "sortid/range.hpp"

namespace sortid::c_api {

namespace {

// The answer to a result, of which a value is stored.
template <any_id Id>
sortid_status answer(const result<Id>& id, sortid_id& to, sortid_error* error) noexcept {
  if (!id) return refuse(error, id.error(), number_of<Id>);
  store(*id, to);
  return succeed(error);
}
template <any_id Id>
sortid_status answer(const result<id_range<Id>>& ids, sortid_id& first, sortid_id& last,
                     sortid_error* error) noexcept {
  if (!ids) return refuse(error, ids.error(), number_of<Id>);
  store(ids->first, first);
  store(ids->last, last);
  return succeed(error);
}

// Gives what f(std::type_identity<Id>(), text) does, where the caller's text can be and `to` is there.
template <class F>
sortid_status with_text(sortid_format format, const char* text, std::size_t size, const void* to,
                        sortid_error* error, F&& f) noexcept {
  if (const sortid_status why = check_memory(text, size); why != SORTID_OK) return refuse(error, why);
  if (to == nullptr) return refuse(error, SORTID_NULL_ARGUMENT);
  return with_format(format, error, [&](auto type) { return f(type, std::string_view(text, size)); });
}

sortid_status text_of(const sortid_id* id, bool checked, char* text, std::size_t capacity,
                      std::size_t* size) noexcept {
  return with_id(id, nullptr, [&]<class Id>(const Id& held) {
    if constexpr (requires { held.to_text_unchecked(); }) {
      if (!checked) return write(held.to_text_unchecked(), text, capacity, size);
    }
    return write(held.to_text(), text, capacity, size);
  });
}

template <class F>
sortid_status with_timed_format(sortid_format format, const void* to, sortid_error* error, F&& f) noexcept {
  if (to == nullptr) return refuse(error, SORTID_NULL_ARGUMENT);
  return with_format(format, error, [&]<class Id>(std::type_identity<Id> type) -> sortid_status {
    if constexpr (timed_id<Id>) {
      return f(type);
    } else {
      return refuse(error, sortid::error{reason::range, 0, 0, 0}, format);
    }
  });
}

}  // namespace

}  // namespace sortid::c_api

using namespace sortid::c_api;

// --- texts -----------------------------------------------------------------------------------------------------

sortid_status sortid_parse(sortid_format format, const char* text, std::size_t size, sortid_id* id,
                           sortid_error* error) noexcept {
  return with_text(format, text, size, id, error,
                   [&]<class Id>(std::type_identity<Id>, std::string_view whole) {
                     if constexpr (sortid::batch::batch_id<Id>) {
                       return answer(sortid::batch::parse<Id>(whole), *id, error);
                     } else {
                       return answer(Id::parse(whole), *id, error);
                     }
                   });
}

sortid_status sortid_parse_lenient(sortid_format format, const char* text, std::size_t size, sortid_id* id,
                                   int* canonical, sortid_error* error) noexcept {
  return with_text(format, text, size, id, error,
                   [&]<class Id>(std::type_identity<Id>, std::string_view whole) {
                     bool own = true;
                     sortid_status status = SORTID_OK;
                     if constexpr (requires { Id::parse_lenient(whole); }) {
                       const auto read = Id::parse_lenient(whole);
                       if (!read) return refuse(error, read.error(), format);
                       own = read->canonical;
                       status = answer(sortid::result<Id>(read->id), *id, error);
                     } else {
                       status = answer(Id::parse(whole), *id, error);
                     }
                     if (status == SORTID_OK && canonical != nullptr) *canonical = own ? 1 : 0;
                     return status;
                   });
}

sortid_status sortid_parse_skipping_check(sortid_format format, const char* text, std::size_t size,
                                          sortid_id* id, sortid_error* error) noexcept {
  return with_text(format, text, size, id, error,
                   [&]<class Id>(std::type_identity<Id>, std::string_view whole) {
                     if constexpr (requires { Id::parse_skipping_check(whole); }) {
                       return answer(Id::parse_skipping_check(whole), *id, error);
                     } else {
                       return answer(Id::parse(whole), *id, error);
                     }
                   });
}

sortid_status sortid_parse_any(const char* text, std::size_t size, sortid_id* id,
                               sortid_error* error) noexcept {
  if (const sortid_status why = check_memory(text, size); why != SORTID_OK) return refuse(error, why);
  if (id == nullptr) return refuse(error, SORTID_NULL_ARGUMENT);
  const std::string_view whole(text, size);
  const auto read = sortid::parse_any(whole);
  if (!read) return refuse(error, read.error(), sortid_meant(text, size));
  store(read->value, number_of_format(read->format), read->prefix.view(), *id);
  return succeed(error);
}

sortid_status sortid_detect(const char* text, std::size_t size, sortid_format* formats, std::size_t capacity,
                            std::size_t* count) noexcept {
  if (const sortid_status why = check_memory(text, size); why != SORTID_OK) return why;
  if (const sortid_status why = check_memory(formats, capacity); why != SORTID_OK) return why;
  if (count == nullptr) return SORTID_NULL_ARGUMENT;
  const auto found = sortid::detect({text, size});
  for (std::size_t i = 0; i < found.size() && i < capacity; ++i) formats[i] = number_of_format(found[i]);
  *count = found.size();
  return SORTID_OK;
}

sortid_format sortid_meant(const char* text, std::size_t size) noexcept {
  if (check_memory(text, size) != SORTID_OK) return SORTID_FORMAT_NONE;
  const auto likely = sortid::meant({text, size});
  return likely ? number_of_format(*likely) : static_cast<sortid_format>(SORTID_FORMAT_NONE);
}

sortid_status sortid_check_of(sortid_format format, const char* text, std::size_t size, int* checked,
                              sortid_error* error) noexcept {
  return with_text(format, text, size, checked, error,
                   [&]<class Id>(std::type_identity<Id>, std::string_view whole) -> sortid_status {
                     if constexpr (requires { Id::check_of(whole); }) {
                       const auto check = Id::check_of(whole);
                       if (!check) return refuse(error, check.error(), format);
                       *checked = *check == Id::check::valid ? 1 : 0;
                       return succeed(error);
                     } else {
                       sortid_id read;
                       const sortid_status status =
                           sortid_parse_lenient(format, text, size, &read, nullptr, error);
                       if (status == SORTID_OK) *checked = 0;
                       return status;
                     }
                   });
}

sortid_status sortid_to_text(const sortid_id* id, char* text, std::size_t capacity,
                             std::size_t* size) noexcept {
  return text_of(id, true, text, capacity, size);
}

sortid_status sortid_to_text_unchecked(const sortid_id* id, char* text, std::size_t capacity,
                                       std::size_t* size) noexcept {
  return text_of(id, false, text, capacity, size);
}

// --- bits ------------------------------------------------------------------------------------------------------

sortid_status sortid_from_value(sortid_format format, std::uint64_t hi, std::uint64_t lo, sortid_id* id,
                                sortid_error* error) noexcept {
  if (id == nullptr) return refuse(error, SORTID_NULL_ARGUMENT);
  const auto known = format_of(format);
  if (!known) return refuse(error, SORTID_UNKNOWN_FORMAT);
  const auto made = known->from_number({hi, lo});
  if (!made) return refuse(error, made.error(), format);
  store(made->value, format, {}, *id);
  return succeed(error);
}

sortid_status sortid_from_bytes(sortid_format format, const void* bytes, std::size_t size, sortid_id* id,
                                sortid_error* error) noexcept {
  return with_text(format, static_cast<const char*>(bytes), size, id, error,
                   [&]<class Id>(std::type_identity<Id>, std::string_view given) -> sortid_status {
                     typename Id::bytes_type own;
                     if (given.size() != own.size())
                       return refuse(error, sortid::detail::length_error(own.size(), given.size()), format);
                     std::memcpy(own.data(), given.data(), own.size());
                     return answer(Id::from_bytes(own), *id, error);
                   });
}

sortid_status sortid_to_bytes(const sortid_id* id, void* bytes, std::size_t capacity,
                              std::size_t* size) noexcept {
  return with_id(id, nullptr, [&]<class Id>(const Id& held) -> sortid_status {
    const auto own = held.bytes();
    if (!possible(capacity)) return SORTID_BAD_SIZE;
    if (size != nullptr) *size = own.size();
    if (capacity < own.size()) return SORTID_BUFFER_SIZE;
    if (bytes == nullptr) return SORTID_NULL_ARGUMENT;
    std::memcpy(bytes, own.data(), own.size());
    return SORTID_OK;
  });
}

sortid_status sortid_set_prefix(sortid_id* id, const char* prefix, std::size_t size,
                                sortid_error* error) noexcept {
  if (const sortid_status why = check_memory(prefix, size); why != SORTID_OK) return refuse(error, why);
  return with_id(id, error, [&]<class Id>(const Id& held) -> sortid_status {
    if constexpr (Id::layout().prefixed) {
      return answer(Id::make({prefix, size}, held.uuid()), *id, error);
    } else {
      return refuse(error, SORTID_UNSUPPORTED, number_of<Id>);
    }
  });
}

sortid_status sortid_convert(const sortid_id* from, sortid_format format, sortid_id* to,
                             sortid_error* error) noexcept {
  if (to == nullptr) return refuse(error, SORTID_NULL_ARGUMENT);
  const auto target = format_of(format);
  if (!target) return refuse(error, SORTID_UNKNOWN_FORMAT);
  return with_id(from, error, [&]<class Id>(const Id& held) -> sortid_status {
    if (target->layout().bits != Id::layout().bits)
      return refuse(error, SORTID_UNSUPPORTED, format, "the two formats differ in width");
    auto made = target->from_number(sortid::uint128(held.number()));
    if (!made) return refuse(error, made.error(), format);
    if constexpr (Id::layout().prefixed) {
      if (*target == sortid::format::of<Id>()) made->prefix = *sortid::type_prefix::parse(held.prefix());
    }
    store(made->value, format, made->prefix.view(), *to);
    return succeed(error);
  });
}

int sortid_compare(const sortid_id* a, const sortid_id* b) noexcept {
  if (a == nullptr || b == nullptr) return (a != nullptr ? 1 : 0) - (b != nullptr ? 1 : 0);
  if (a->format != b->format) return a->format < b->format ? -1 : 1;
  if (const int by_prefix = std::strncmp(a->prefix, b->prefix, sizeof a->prefix); by_prefix != 0)
    return by_prefix < 0 ? -1 : 1;
  const auto order = sortid::uint128(a->hi, a->lo) <=> sortid::uint128(b->hi, b->lo);
  return order < 0 ? -1 : order > 0 ? 1 : 0;
}

sortid_status sortid_parts(const sortid_id* id, sortid_part* parts, std::size_t capacity,
                           std::size_t* count) noexcept {
  if (const sortid_status why = check_memory(parts, capacity); why != SORTID_OK) return why;
  if (count == nullptr) return SORTID_NULL_ARGUMENT;
  return with_id(id, nullptr, [&]<class Id>(const Id& held) -> sortid_status {
    constexpr std::size_t fields = Id::layout().field_count();
    for (std::size_t i = 0; i < fields && i < capacity; ++i) {
      const auto value = held.read_field(i);
      const sortid::uint128 bits = value.value_or(sortid::uint128());
      parts[i] = {bits.hi, bits.lo, held.has_field(i) ? 1 : 0, value ? 1 : 0};
    }
    *count = fields;
    return SORTID_OK;
  });
}

// --- times -----------------------------------------------------------------------------------------------------

sortid_status sortid_unix_ms(const sortid_id* id, const std::int64_t* epoch, std::int64_t* unix_ms) noexcept {
  if (unix_ms == nullptr) return SORTID_NULL_ARGUMENT;
  return with_id(id, nullptr, [&]<class Id>(const Id& held) -> sortid_status {
    const auto own = sortid::some_id::from(held).unix_ms();
    if (!own) return SORTID_ABSENT;
    // A UUID that is not of version 7 counts from an epoch of its own.
    if (!held.has_field(Id::layout().find(sortid::role::timestamp))) {
      *unix_ms = *own;
      return SORTID_OK;
    }
    const std::int64_t timestamp = *own - Id::layout().epoch;
    const std::int64_t from = epoch_of<Id>(epoch);
    if (from > INT64_MAX - timestamp) return SORTID_RANGE;
    *unix_ms = from + timestamp;
    return SORTID_OK;
  });
}

sortid_status sortid_first_at(sortid_format format, std::int64_t unix_ms, const std::int64_t* epoch,
                              sortid_id* id, sortid_error* error) noexcept {
  return with_timed_format(format, id, error, [&]<class Id>(std::type_identity<Id>) {
    return answer(sortid::first_at<Id>(unix_ms, epoch_of<Id>(epoch)), *id, error);
  });
}

sortid_status sortid_last_at(sortid_format format, std::int64_t unix_ms, const std::int64_t* epoch,
                             sortid_id* id, sortid_error* error) noexcept {
  return with_timed_format(format, id, error, [&]<class Id>(std::type_identity<Id>) {
    return answer(sortid::last_at<Id>(unix_ms, epoch_of<Id>(epoch)), *id, error);
  });
}

sortid_status sortid_ids_between(sortid_format format, std::int64_t from, std::int64_t to,
                                 const std::int64_t* epoch, sortid_id* first, sortid_id* last,
                                 sortid_error* error) noexcept {
  if (first == nullptr) return refuse(error, SORTID_NULL_ARGUMENT);
  return with_timed_format(format, last, error, [&]<class Id>(std::type_identity<Id>) {
    return answer(sortid::ids_between<Id>(from, to, epoch_of<Id>(epoch)), *first, *last, error);
  });
}

sortid_status sortid_ids_with_text_prefix(sortid_format format, const char* text, std::size_t size,
                                          sortid_id* first, sortid_id* last, sortid_error* error) noexcept {
  if (first == nullptr) return refuse(error, SORTID_NULL_ARGUMENT);
  return with_text(format, text, size, last, error,
                   [&]<class Id>(std::type_identity<Id>, std::string_view prefix) -> sortid_status {
                     if constexpr (requires { sortid::ids_with_text_prefix<Id>(prefix); }) {
                       return answer(sortid::ids_with_text_prefix<Id>(prefix), *first, *last, error);
                     } else {
                       return refuse(error, SORTID_UNSUPPORTED, format);
                     }
                   });
}

sortid_status sortid_instant_to_text(std::int64_t unix_ms, char* text, std::size_t capacity,
                                     std::size_t* size) noexcept {
  static_assert(SORTID_INSTANT_CAPACITY == decltype(sortid::instant_to_text(0))::capacity() + 1);
  return write(sortid::instant_to_text(unix_ms), text, capacity, size);
}

sortid_status sortid_parse_instant(const char* text, std::size_t size, int round_up, std::int64_t* unix_ms,
                                   sortid_error* error) noexcept {
  if (const sortid_status why = check_memory(text, size); why != SORTID_OK) return refuse(error, why);
  if (unix_ms == nullptr) return refuse(error, SORTID_NULL_ARGUMENT);
  const auto finer = round_up != 0 ? sortid::submillisecond::round_up : sortid::submillisecond::cut_off;
  const auto instant = sortid::parse_instant({text, size}, finer);
  if (!instant) return refuse(error, instant.error(), SORTID_FORMAT_NONE);
  *unix_ms = *instant;
  return succeed(error);
}
