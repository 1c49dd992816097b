// What every file of the extension needs: the server's headers, ids as datums, errors of the server.
//
// The server leaves a function by longjmp and does not know exceptions. So nothing throws, and no object with
// a destructor is alive where an error may be raised. Memory comes from the server (palloc).
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>

#include "sortid/formats.hpp"
#include "sortid/range.hpp"

// After the standard headers: these redefine printf and its kind.
extern "C" {
#include "postgres.h"

#include "fmgr.h"
#include "utils/builtins.h"
#include "utils/timestamp.h"
#if PG_VERSION_NUM >= 160000
#include "varatt.h"
#endif
}

// A function that SQL calls: its C name, and the C++ function behind it.
#define SORTID_FUNCTION(name, ...)                                                            \
  extern "C" {                                                                                \
  __attribute__((visibility("default"))) Datum name(PG_FUNCTION_ARGS);                        \
  __attribute__((visibility("default"))) const Pg_finfo_record* CppConcat(pg_finfo_, name)(); \
  PG_FUNCTION_INFO_V1(name);                                                                  \
  Datum name(PG_FUNCTION_ARGS) { return __VA_ARGS__(fcinfo); }                                \
  }

static_assert(SIZEOF_DATUM == 8, "ids of 64 bits are passed by value");

namespace sortid::pg {

// --- datums ------------------------------------------------------------------------------------------------

inline std::uint64_t word_of(Datum d, std::type_identity<std::uint64_t>) noexcept {
  return DatumGetUInt64(d);
}
inline uint128 word_of(Datum d, std::type_identity<uint128>) noexcept {
  return detail::load_be<uint128>(reinterpret_cast<const std::uint8_t*>(DatumGetPointer(d)));
}
// The bits of an id in a datum: by value, or as 16 bytes.
template <class Word>
Word word_of(Datum d) noexcept {
  return word_of(d, std::type_identity<Word>());
}

inline Datum datum_of(std::uint64_t word) noexcept { return UInt64GetDatum(word); }
inline Datum datum_of(uint128 word) noexcept {
  auto* bytes = static_cast<std::uint8_t*>(palloc(sizeof word));
  detail::store_be(word, bytes);
  return PointerGetDatum(bytes);
}
template <any_id Id>
Datum datum_of(const Id& id) noexcept {
  return datum_of(id.number());
}

// A field of a value, with its place as a constant.
template <const layout& L, std::size_t Field>
constexpr std::uint64_t field_of(uint128 value) noexcept {
  constexpr unsigned shift = L.shift(Field);
  constexpr std::uint64_t mask = detail::low_mask<std::uint64_t>(L.fields[Field].bits);
  return (value >> shift).lo & mask;
}
template <const layout& L>
constexpr std::uint64_t timestamp_of(uint128 value) noexcept {
  return field_of<L, L.find(role::timestamp)>(value);
}

inline std::string_view view_of(const text* t) noexcept {
  return {VARDATA_ANY(t), static_cast<std::size_t>(VARSIZE_ANY_EXHDR(t))};
}
inline Datum text_datum(std::string_view view) noexcept {
  return PointerGetDatum(cstring_to_text_with_len(view.data(), static_cast<int>(view.size())));
}
inline char* cstring_of(std::string_view view) noexcept { return pnstrdup(view.data(), view.size()); }

// --- errors ------------------------------------------------------------------------------------------------

// "character at position 3: …", for the detail of an error.
inline char* detail_with(const error& e, std::string_view sentence) noexcept {
  return psprintf("%s at position %u: %s", cstring_of(name_of(e.why)), e.position, cstring_of(sentence));
}
inline char* detail_of(const error& e, std::string_view format) noexcept {
  return detail_with(e, message(e, format).view());
}

// Rejects a text. From version 16 on a caller may ask for a soft error: then this returns 0.
inline Datum reject_text(FunctionCallInfo fcinfo, const char* type, std::string_view given,
                         const char* detail) noexcept {
#if PG_VERSION_NUM >= 160000
  errsave(fcinfo->context,
#else
  (void)fcinfo;
  ereport(ERROR,
#endif
          (errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
           errmsg("invalid input syntax for type %s: \"%s\"", type, cstring_of(given)),
           errdetail_internal("%s", detail)));
  return 0;
}

// Rejects invalid bytes or an invalid number.
[[noreturn]] inline void reject_value(int sqlstate, const char* type, const char* detail) noexcept {
  ereport(ERROR,
          (errcode(sqlstate), errmsg("invalid value for type %s", type), errdetail_internal("%s", detail)));
  pg_unreachable();
}

// --- names -------------------------------------------------------------------------------------------------

// The SQL type of columns with ids of the C++ type.
template <any_id Id>
inline constexpr const char* sql_type = "uuid";
#define SORTID_KIND(kind, id, type, held, orders, time)   \
  static_assert(id::layout().sql_name().view() == #kind); \
  template <>                                             \
  inline constexpr const char* sql_type<id> = #type;
#include "types.def"
template <>
inline constexpr const char* sql_type<uid11> = "uid11";

}  // namespace sortid::pg
