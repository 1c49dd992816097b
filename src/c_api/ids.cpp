// One id, of sortid.h: read, written, taken apart, and the ids of an instant.
#include "c_api.hpp"
#include "sortid/batch_by_format.hpp"
#include "sortid/find_ids.hpp"
#include "sortid/instant.hpp"
#include "sortid/looks_like.hpp"

namespace sortid::c_api {

namespace {

static_assert(SORTID_FOREIGN_ID_FIELDS == foreign_id::max_fields);

// Names are literals, with a NUL behind them.
void store_foreign_id(const foreign_id& seen, sortid_foreign_id& to) noexcept {
  to = {};
  to.name = seen.name.data();
  to.title = seen.title.data();
  if (seen.unix_ms) {
    to.has |= SORTID_FOREIGN_ID_HAS_TIME;
    to.unix_ms = *seen.unix_ms;
  }
  if (seen.uuid_bits) {
    to.has |= SORTID_FOREIGN_ID_HAS_UUID;
    to.uuid_hi = seen.uuid_bits->hi;
    to.uuid_lo = seen.uuid_bits->lo;
  }
  to.field_count = detail::clamp32(seen.field_count);
  for (std::size_t i = 0; i < seen.field_count; ++i) {
    const foreign_id_field& field = seen.fields[i];
    to.fields[i] = {field.name.data(), field.value.hi, field.value.lo};
  }
}

sortid_status answer(const result<parsed_id>& id, sortid_format format, sortid_id& to,
                     sortid_error* error) noexcept {
  if (!id) return reject(error, id.error(), format);
  store(id->value, format, id->prefix, to);
  return succeed(error);
}

// The format, where the caller's text can be and there is a place for the answer.
sortid_status check_text(sortid_format number, const char* text, std::size_t size, const void* to,
                         std::optional<format>& known, sortid_error* error) noexcept {
  if (const sortid_status why = check_memory(text, size); why != SORTID_OK) return reject(error, why);
  if (to == nullptr) return reject(error, SORTID_NULL_ARGUMENT);
  known = format_of(number);
  return known ? SORTID_OK : reject(error, SORTID_UNKNOWN_FORMAT);
}

// Parses by a function of by_format.
template <class Parse>
sortid_status parse_by(const Parse& parse, sortid_format number, const char* text, std::size_t size,
                       sortid_id* id, sortid_error* error) noexcept {
  std::optional<format> known;
  if (const sortid_status why = check_text(number, text, size, id, known, error); why != SORTID_OK)
    return why;
  return answer(parse(*known, std::string_view(text, size)), number, *id, error);
}

// Writes by a function of by_format.
template <class Write>
sortid_status write_by(const Write& write_value, const sortid_id* id, char* text, std::size_t capacity,
                       std::size_t* size) noexcept {
  held_id held;
  if (const sortid_status why = read_id(id, held, nullptr); why != SORTID_OK) return why;
  type_id::text_type out;
  if (!held.prefix.empty()) out.append(held.prefix.view()).append('_');
  out.append_written(held.format.layout().symbols,
                     [&](char* to) { write_value(held.format, held.value, to); });
  return write(out, text, capacity, size);
}

// The format, where the caller's places for both ends are.
sortid_status check_ends(sortid_format number, const void* first, const void* last,
                         std::optional<format>& known, sortid_error* error) noexcept {
  if (first == nullptr || last == nullptr) return reject(error, SORTID_NULL_ARGUMENT);
  known = format_of(number);
  return known ? SORTID_OK : reject(error, SORTID_UNKNOWN_FORMAT);
}

std::optional<std::int64_t> given_epoch(const std::int64_t* given) noexcept {
  if (given == nullptr) return std::nullopt;
  return *given;
}

bool is_timespec(const sortid_instant* at) noexcept {
  return at == nullptr || (at->nanoseconds >= 0 && at->nanoseconds < 1'000'000'000);
}
// An end that is NULL is open. Seconds beyond 64 bits of milliseconds are past every format's time too.
instant instant_of(const sortid_instant* at, std::int64_t open) noexcept {
  constexpr std::int64_t ms_per_second = 1'000;
  if (at == nullptr) return open;
  if (at->seconds < INT64_MIN / ms_per_second) return INT64_MIN;
  if (at->seconds >= INT64_MAX / ms_per_second) return INT64_MAX;
  const instant rest = instant::of(at->nanoseconds, 1'000'000);
  return {at->seconds * ms_per_second + rest.unix_ms, rest.is_later};
}

sortid_status answer_ends(const result<id_range<uint128>>& ids, sortid_format format, sortid_id* first,
                          sortid_id* last, sortid_error* error) noexcept {
  if (!ids) return reject(error, ids.error(), format);
  if (first != nullptr) store(ids->first, format, {}, *first);
  if (last != nullptr) store(ids->last, format, {}, *last);
  return succeed(error);
}

}  // namespace

}  // namespace sortid::c_api

using namespace sortid::c_api;

// --- texts -------------------------------------------------------------------------------------------------

sortid_status sortid_parse(sortid_format format, const char* text, std::size_t size, sortid_id* id,
                           sortid_error* error) noexcept {
#if defined(__EMSCRIPTEN__)  // without kernels but the scalar ones, which would double the code
  return parse_by(sortid::by_format::parse, format, text, size, id, error);
#else
  return parse_by(sortid::batch::by_format::parse, format, text, size, id, error);
#endif
}

sortid_status sortid_parse_lenient(sortid_format format, const char* text, std::size_t size, sortid_id* id,
                                   int* canonical, sortid_error* error) noexcept {
  std::optional<sortid::format> known;
  if (const sortid_status why = check_text(format, text, size, id, known, error); why != SORTID_OK)
    return why;
  const auto read = sortid::by_format::parse_lenient(*known, std::string_view(text, size));
  if (!read) return reject(error, read.error(), format);
  store(read->id.value, format, read->id.prefix, *id);
  if (canonical != nullptr) *canonical = read->canonical ? 1 : 0;
  return succeed(error);
}

sortid_status sortid_parse_skipping_check(sortid_format format, const char* text, std::size_t size,
                                          sortid_id* id, sortid_error* error) noexcept {
  return parse_by(sortid::by_format::parse_skipping_check, format, text, size, id, error);
}

sortid_status sortid_parse_any(const char* text, std::size_t size, sortid_id* id,
                               sortid_error* error) noexcept {
  if (const sortid_status why = check_memory(text, size); why != SORTID_OK) return reject(error, why);
  if (id == nullptr) return reject(error, SORTID_NULL_ARGUMENT);
  const std::string_view whole(text, size);
  const auto read = sortid::parse_any(whole);
  if (!read) return reject(error, read.error(), sortid_meant(text, size));
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

sortid_status sortid_looks_like(const char* text, std::size_t size, std::int64_t latest_unix_ms,
                                sortid_foreign_id* to, std::size_t capacity, std::size_t* count) noexcept {
  if (const sortid_status why = check_memory(text, size); why != SORTID_OK) return why;
  if (const sortid_status why = check_memory(to, capacity); why != SORTID_OK) return why;
  if (count == nullptr) return SORTID_NULL_ARGUMENT;
  const auto found = sortid::looks_like({text, size}, latest_unix_ms);
  for (std::size_t i = 0; i < found.size() && i < capacity; ++i) store_foreign_id(found[i], to[i]);
  *count = found.size();
  return SORTID_OK;
}

sortid_status sortid_find(const char* text, std::size_t size, const sortid_format* formats,
                          std::size_t format_count, sortid_found* found, std::size_t capacity,
                          std::size_t* count) noexcept {
  if (const sortid_status why = check_memory(text, size); why != SORTID_OK) return why;
  if (const sortid_status why = check_memory(formats, format_count); why != SORTID_OK) return why;
  if (const sortid_status why = check_memory(found, capacity); why != SORTID_OK) return why;
  if (count == nullptr) return SORTID_NULL_ARGUMENT;
  sortid::format_set wanted = format_count != 0 ? sortid::format_set() : sortid::formats_in_text();
  for (std::size_t i = 0; i < format_count; ++i) {
    const auto known = format_of(formats[i]);
    if (!known) return SORTID_UNKNOWN_FORMAT;
    wanted.insert(*known);
  }
  std::size_t seen = 0;
  sortid::find_ids({text, size}, wanted, [&](const sortid::found_id& one) {
    if (seen < capacity) {
      store(one.id.value, number_of_format(one.format), one.id.prefix, found[seen].id);
      found[seen].offset = one.offset;
      found[seen].size = one.text.size();
    }
    ++seen;
  });
  *count = seen;
  return SORTID_OK;
}

sortid_format sortid_meant(const char* text, std::size_t size) noexcept {
  if (check_memory(text, size) != SORTID_OK) return SORTID_FORMAT_NONE;
  const auto likely = sortid::meant({text, size});
  return likely ? number_of_format(*likely) : static_cast<sortid_format>(SORTID_FORMAT_NONE);
}

sortid_status sortid_check_of(sortid_format format, const char* text, std::size_t size, int* checked,
                              sortid_error* error) noexcept {
  std::optional<sortid::format> known;
  if (const sortid_status why = check_text(format, text, size, checked, known, error); why != SORTID_OK)
    return why;
  const auto check = sortid::by_format::has_check(*known, std::string_view(text, size));
  if (!check) return reject(error, check.error(), format);
  *checked = *check ? 1 : 0;
  return succeed(error);
}

sortid_status sortid_to_text(const sortid_id* id, char* text, std::size_t capacity,
                             std::size_t* size) noexcept {
  return write_by(sortid::by_format::write, id, text, capacity, size);
}

sortid_status sortid_to_text_unchecked(const sortid_id* id, char* text, std::size_t capacity,
                                       std::size_t* size) noexcept {
  return write_by(sortid::by_format::write_unchecked, id, text, capacity, size);
}

// --- bits --------------------------------------------------------------------------------------------------

sortid_status sortid_from_number(sortid_format format, std::uint64_t hi, std::uint64_t lo, sortid_id* id,
                                 sortid_error* error) noexcept {
  if (id == nullptr) return reject(error, SORTID_NULL_ARGUMENT);
  const auto known = format_of(format);
  if (!known) return reject(error, SORTID_UNKNOWN_FORMAT);
  const sortid::uint128 value(hi, lo);
  const auto why = sortid::by_format::check_value(*known, value);
  if (why.why != sortid::reason::none) return reject(error, why, format);
  store(value, format, {}, *id);
  return succeed(error);
}

sortid_status sortid_from_bytes(sortid_format format, const void* bytes, std::size_t size, sortid_id* id,
                                sortid_error* error) noexcept {
  const auto* const given = static_cast<const std::uint8_t*>(bytes);
  std::optional<sortid::format> known;
  if (const sortid_status why = check_text(format, static_cast<const char*>(bytes), size, id, known, error);
      why != SORTID_OK)
    return why;
  const std::size_t wanted = known->layout().bytes();
  if (size != wanted) return reject(error, sortid::detail::length_error(wanted, size), format, byte_units);
  const sortid::uint128 value = wanted == sizeof(std::uint64_t)
                                    ? sortid::uint128(sortid::detail::load_be<std::uint64_t>(given))
                                    : sortid::detail::load_be<sortid::uint128>(given);
  return sortid_from_number(format, value.hi, value.lo, id, error);
}

sortid_status sortid_to_bytes(const sortid_id* id, void* bytes, std::size_t capacity,
                              std::size_t* size) noexcept {
  held_id held;
  if (const sortid_status why = read_id(id, held, nullptr); why != SORTID_OK) return why;
  const std::size_t wanted = held.format.layout().bytes();
  if (!possible(capacity)) return SORTID_BAD_SIZE;
  if (size != nullptr) *size = wanted;
  if (capacity < wanted) return SORTID_BUFFER_SIZE;
  if (bytes == nullptr) return SORTID_NULL_ARGUMENT;
  std::uint8_t all[sizeof(sortid::uint128)];
  sortid::detail::store_be(held.value, all);
  std::memcpy(bytes, all + sizeof all - wanted, wanted);
  return SORTID_OK;
}

sortid_status sortid_from_hex(sortid_format format, const char* digits, std::size_t size, sortid_id* id,
                              sortid_error* error) noexcept {
  std::optional<sortid::format> known;
  if (const sortid_status why = check_text(format, digits, size, id, known, error); why != SORTID_OK)
    return why;
  const auto value = sortid::by_format::from_hex(*known, {digits, size});
  if (!value) return reject(error, value.error(), format, sortid::by_format::hex_digits);
  store(*value, format, {}, *id);
  return succeed(error);
}

sortid_status sortid_to_hex(const sortid_id* id, char* digits, std::size_t capacity,
                            std::size_t* size) noexcept {
  held_id held;
  if (const sortid_status why = read_id(id, held, nullptr); why != SORTID_OK) return why;
  return write(sortid::by_format::to_hex(held.format, held.value), digits, capacity, size);
}

sortid_status sortid_set_prefix(sortid_id* id, const char* prefix, std::size_t size,
                                sortid_error* error) noexcept {
  if (const sortid_status why = check_memory(prefix, size); why != SORTID_OK) return reject(error, why);
  held_id held;
  if (const sortid_status why = read_id(id, held, error); why != SORTID_OK) return why;
  if (!held.format.layout().prefixed) return reject(error, SORTID_UNSUPPORTED, id->format);
  const auto parsed = sortid::type_prefix::parse({prefix, size});
  if (!parsed) return reject(error, parsed.error(), id->format);
  store(held.value, id->format, parsed->view(), *id);
  return succeed(error);
}

sortid_status sortid_convert(const sortid_id* from, sortid_format format, sortid_id* to,
                             sortid_error* error) noexcept {
  if (to == nullptr) return reject(error, SORTID_NULL_ARGUMENT);
  const auto target = format_of(format);
  if (!target) return reject(error, SORTID_UNKNOWN_FORMAT);
  held_id held;
  if (const sortid_status why = read_id(from, held, error); why != SORTID_OK) return why;
  if (target->layout().bits != held.format.layout().bits)
    return reject(error, SORTID_UNSUPPORTED, format, "the two formats differ in width");
  const auto why = sortid::by_format::check_value(*target, held.value);
  if (why.why != sortid::reason::none) return reject(error, why, format);
  store(held.value, format, target->layout().prefixed ? held.prefix.view() : std::string_view(), *to);
  return succeed(error);
}

int sortid_compare(const sortid_id* a, const sortid_id* b) noexcept {
  if (a == nullptr || b == nullptr) return (a != nullptr ? 1 : 0) - (b != nullptr ? 1 : 0);
  if (a->format != b->format) return a->format < b->format ? -1 : 1;
  if (const int by_prefix = std::strncmp(a->prefix, b->prefix, sizeof a->prefix); by_prefix != 0)
    return by_prefix < 0 ? -1 : 1;
  const auto order = sortid::uint128(a->hi, a->lo) <=> sortid::uint128(b->hi, b->lo);
  return order < 0 ? -1 : order > 0 ? 1 : 0;
}

sortid_status sortid_fields(const sortid_id* id, sortid_field* fields, std::size_t capacity,
                            std::size_t* count) noexcept {
  if (const sortid_status why = check_memory(fields, capacity); why != SORTID_OK) return why;
  if (count == nullptr) return SORTID_NULL_ARGUMENT;
  held_id held;
  if (const sortid_status why = read_id(id, held, nullptr); why != SORTID_OK) return why;
  const sortid::field_values all = sortid::by_format::fields(held.format, held.value);
  *count = held.format.layout().field_count();
  for (std::size_t i = 0; i < *count && i < capacity; ++i)
    fields[i] = {all[i].value.hi, all[i].value.lo, all[i].shown ? 1 : 0, all[i].present ? 1 : 0};
  return SORTID_OK;
}

// --- times -------------------------------------------------------------------------------------------------

sortid_status sortid_unix_ms(const sortid_id* id, const std::int64_t* epoch, std::int64_t* unix_ms) noexcept {
  if (unix_ms == nullptr) return SORTID_NULL_ARGUMENT;
  held_id held;
  if (const sortid_status why = read_id(id, held, nullptr); why != SORTID_OK) return why;
  const auto own = sortid::by_format::unix_ms(held.format, held.value, std::nullopt);
  if (!own) return SORTID_ABSENT;
  const sortid::layout& l = held.format.layout();
  // A UUID that is not of version 7 counts from an epoch of its own.
  if (epoch == nullptr ||
      !sortid::by_format::fields(held.format, held.value)[l.find(sortid::role::timestamp)].shown) {
    *unix_ms = *own;
    return SORTID_OK;
  }
  const std::int64_t timestamp = *own - l.epoch;
  if (*epoch > INT64_MAX - timestamp) return SORTID_RANGE;
  *unix_ms = *epoch + timestamp;
  return SORTID_OK;
}

sortid_status sortid_first_at(sortid_format format, std::int64_t unix_ms, const std::int64_t* epoch,
                              sortid_id* id, sortid_error* error) noexcept {
  std::optional<sortid::format> known;
  if (const sortid_status why = check_ends(format, id, id, known, error); why != SORTID_OK) return why;
  return answer_ends(sortid::by_format::ids_at(*known, unix_ms, given_epoch(epoch)), format, id, nullptr,
                     error);
}

sortid_status sortid_last_at(sortid_format format, std::int64_t unix_ms, const std::int64_t* epoch,
                             sortid_id* id, sortid_error* error) noexcept {
  std::optional<sortid::format> known;
  if (const sortid_status why = check_ends(format, id, id, known, error); why != SORTID_OK) return why;
  return answer_ends(sortid::by_format::ids_at(*known, unix_ms, given_epoch(epoch)), format, nullptr, id,
                     error);
}

sortid_status sortid_ids_between(sortid_format format, std::int64_t from, std::int64_t to,
                                 const std::int64_t* epoch, sortid_id* first, sortid_id* last,
                                 sortid_error* error) noexcept {
  std::optional<sortid::format> known;
  if (const sortid_status why = check_ends(format, first, last, known, error); why != SORTID_OK) return why;
  return answer_ends(sortid::by_format::ids_between(*known, from, to, given_epoch(epoch)), format, first,
                     last, error);
}

sortid_status sortid_ids_between_instants(sortid_format format, const sortid_instant* from,
                                          const sortid_instant* to, const std::int64_t* epoch,
                                          sortid_id* first, sortid_id* last, sortid_error* error) noexcept {
  std::optional<sortid::format> known;
  if (const sortid_status why = check_ends(format, first, last, known, error); why != SORTID_OK) return why;
  if (!is_timespec(from) || !is_timespec(to))
    return reject(error, SORTID_RANGE, format, "nanoseconds are 0 to 999999999");
  return answer_ends(sortid::by_format::ids_between(*known, instant_of(from, INT64_MIN),
                                                    instant_of(to, INT64_MAX), given_epoch(epoch)),
                     format, first, last, error);
}

sortid_status sortid_ids_with_text_prefix(sortid_format format, const char* text, std::size_t size,
                                          sortid_id* first, sortid_id* last, sortid_error* error) noexcept {
  if (const sortid_status why = check_memory(text, size); why != SORTID_OK) return reject(error, why);
  std::optional<sortid::format> known;
  if (const sortid_status why = check_ends(format, first, last, known, error); why != SORTID_OK) return why;
  if (!known->layout().bounded_by_text()) return reject(error, SORTID_UNSUPPORTED, format);
  const auto ids = sortid::by_format::ids_with_text_prefix(*known, std::string_view(text, size));
  if (ids.error().why == sortid::reason::length) return reject(error, ids.error(), format, text_prefix_units);
  return answer_ends(ids, format, first, last, error);
}

sortid_status sortid_instant_to_text(std::int64_t unix_ms, char* text, std::size_t capacity,
                                     std::size_t* size) noexcept {
  static_assert(SORTID_INSTANT_CAPACITY == decltype(sortid::instant_to_text(0))::capacity() + 1);
  return write(sortid::instant_to_text(unix_ms), text, capacity, size);
}

sortid_status sortid_parse_instant(const char* text, std::size_t size, int round_up, std::int64_t* unix_ms,
                                   sortid_error* error) noexcept {
  if (const sortid_status why = check_memory(text, size); why != SORTID_OK) return reject(error, why);
  if (unix_ms == nullptr) return reject(error, SORTID_NULL_ARGUMENT);
  const auto instant = sortid::parse_instant({text, size});
  if (!instant) return reject(error, instant.error(), SORTID_FORMAT_NONE);
  *unix_ms = round_up != 0 ? instant->not_before() : instant->unix_ms;
  return succeed(error);
}
