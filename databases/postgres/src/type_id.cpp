// TypeIDs: the type typeid, whose values contain their prefix, and the 16-byte types of one prefix by
// create_typeid().
#include "type_id.hpp"

#include "instants.hpp"
#include "named.hpp"

extern "C" {
#include "access/htup_details.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_type.h"
#include "lib/stringinfo.h"
#include "libpq/pqformat.h"
#include "utils/array.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"
#include "utils/uuid.h"
}

namespace sortid::pg {
namespace {

// --- typeid ------------------------------------------------------------------------------------------------

// The detail of an error about an id with another prefix than the type's.
char* detail_of_other_prefix(std::string_view wanted, std::string_view found) noexcept {
  return detail_with(detail::other_prefix(wanted, found), message_of_other_prefix(wanted, found).view());
}

// Reads a text of any prefix.
error read(std::string_view given, std::string_view& prefix, uint128& value) noexcept {
  constexpr std::size_t suffix = type_id_layout.symbols;
  const std::size_t at = given.size() - suffix;
  const bool likely = given.size() >= suffix && (at == 0 || (at > 1 && given[at - 1] == '_'));
  if (likely) prefix = given.substr(0, at == 0 ? 0 : at - 1);
  if (!likely || check_prefix(prefix).why != reason::none ||
      detail::read_text<type_id_layout>(given.data() + at, value).why != reason::none)
    return detail::error_of_type_id(given);
  return {};
}
Datum read_typeid(FunctionCallInfo fcinfo, std::string_view given, std::int32_t typmod) noexcept {
  const auto of_typmod = prefix_of_typmod(typmod < 0 ? 0 : typmod);
  const std::string_view wanted = of_typmod.view();
  std::string_view prefix;
  uint128 value;
  const error e = read(given, prefix, value);
  if (e.why != reason::none) return reject_text(fcinfo, "typeid", given, detail_of(e, type_id_layout.name));
  if (typmod >= 0 && prefix != wanted)
    return reject_text(fcinfo, "typeid", given, detail_of_other_prefix(wanted, prefix));
  return type_id_datum(prefix, value);
}
Datum in(PG_FUNCTION_ARGS) noexcept { return read_typeid(fcinfo, PG_GETARG_CSTRING(0), PG_GETARG_INT32(2)); }
Datum from_text(PG_FUNCTION_ARGS) noexcept { return read_typeid(fcinfo, view_of(PG_GETARG_TEXT_PP(0)), -1); }

std::size_t text_size(std::string_view prefix) noexcept {
  return (prefix.empty() ? 0 : prefix.size() + 1) + type_id_layout.symbols;
}
Datum cstring_datum(std::string_view prefix, uint128 value) noexcept {
  auto* to = static_cast<char*>(palloc(text_size(prefix) + 1));
  *detail::write_type_id(prefix, value, to) = '\0';
  return CStringGetDatum(to);
}
Datum text_datum(std::string_view prefix, uint128 value) noexcept {
  const std::size_t size = VARHDRSZ + text_size(prefix);
  auto* made = static_cast<text*>(palloc(size));
  SET_VARSIZE(made, size);
  detail::write_type_id(prefix, value, VARDATA(made));
  return PointerGetDatum(made);
}
Datum out(PG_FUNCTION_ARGS) noexcept {
  const auto id = word_of<held_type_id>(PG_GETARG_DATUM(0));
  return cstring_datum(id.prefix, id.value);
}
Datum to_text(PG_FUNCTION_ARGS) noexcept {
  const auto id = word_of<held_type_id>(PG_GETARG_DATUM(0));
  return text_datum(id.prefix, id.value);
}

// Rejects an id whose prefix is not the typmod's.
void require_typmod(std::string_view prefix, std::int32_t typmod) noexcept {
  if (typmod < 0) return;
  const auto wanted = prefix_of_typmod(typmod);
  if (prefix == wanted.view()) return;
  ereport(ERROR, (errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
                  errmsg("a typeid with prefix \"%s\" does not fit typeid('%s')", cstring_of(prefix),
                         cstring_of(wanted.view())),
                  errdetail_internal("%s", detail_of_other_prefix(wanted.view(), prefix))));
}

// The wire form: 16 bytes of UUID, then the prefix.
Datum recv(PG_FUNCTION_ARGS) noexcept {
  auto* message = reinterpret_cast<StringInfo>(PG_GETARG_POINTER(0));
  std::uint8_t bytes[sizeof(uint128)];
  pq_copymsgbytes(message, reinterpret_cast<char*>(bytes), sizeof bytes);
  const int left = message->len - message->cursor;
  const std::string_view prefix(pq_getmsgbytes(message, left), static_cast<std::size_t>(left));
  require_prefix(prefix, ERRCODE_INVALID_BINARY_REPRESENTATION);
  require_typmod(prefix, PG_GETARG_INT32(2));
  return type_id_datum(prefix, detail::load_be<uint128>(bytes));
}
Datum send(PG_FUNCTION_ARGS) noexcept {
  const auto id = word_of<held_type_id>(PG_GETARG_DATUM(0));
  return type_id_datum(id.prefix, id.value);  // the same bytes
}

Datum typmod_in(PG_FUNCTION_ARGS) noexcept {
  ArrayType* given = PG_GETARG_ARRAYTYPE_P(0);
  Datum* elements = nullptr;
  int count = 0;
  deconstruct_array(given, CSTRINGOID, -2, false, TYPALIGN_CHAR, &elements, nullptr, &count);
  if (count != 1)
    ereport(ERROR,
            (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("typeid takes one prefix: typeid('user')")));
  const std::string_view prefix = DatumGetCString(elements[0]);
  require_prefix(prefix, ERRCODE_INVALID_PARAMETER_VALUE);
  if (prefix.size() > typmod_symbols)
    ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                    errmsg("the prefix of a typeid() column has at most %d symbols",
                           static_cast<int>(typmod_symbols)),
                    errhint("Use create_typeid(), or a domain that checks typeid_prefix(value).")));
  PG_RETURN_INT32(typmod_of(prefix));
}
Datum typmod_out(PG_FUNCTION_ARGS) noexcept {
  PG_RETURN_CSTRING(psprintf("('%s')", cstring_of(prefix_of_typmod(PG_GETARG_INT32(0)).view())));
}
Datum coerce(PG_FUNCTION_ARGS) noexcept {
  const Datum id = PointerGetDatum(PG_GETARG_VARLENA_PP(0));
  require_typmod(type_id_of(id).prefix, PG_GETARG_INT32(1));
  return id;
}

Datum prefix(PG_FUNCTION_ARGS) noexcept {
  return pg::text_datum(word_of<held_type_id>(PG_GETARG_DATUM(0)).prefix);
}
Datum suffix(PG_FUNCTION_ARGS) noexcept {
  return text_datum({}, word_of<held_type_id>(PG_GETARG_DATUM(0)).value);
}
Datum to_uuid(PG_FUNCTION_ARGS) noexcept { return datum_of(word_of<held_type_id>(PG_GETARG_DATUM(0)).value); }
Datum make(PG_FUNCTION_ARGS) noexcept {
  const std::string_view prefix = view_of(PG_GETARG_TEXT_PP(0));
  require_prefix(prefix, ERRCODE_INVALID_PARAMETER_VALUE);
  return type_id_datum(prefix, word_of<uint128>(PG_GETARG_DATUM(1)));
}
Datum make_text(PG_FUNCTION_ARGS) noexcept {
  const std::string_view prefix = view_of(PG_GETARG_TEXT_PP(0));
  require_prefix(prefix, ERRCODE_INVALID_PARAMETER_VALUE);
  return text_datum(prefix, word_of<uint128>(PG_GETARG_DATUM(1)));
}

// --- time --------------------------------------------------------------------------------------------------

enum class edge : bool { first, last };
template <edge E>
Datum edge_at(PG_FUNCTION_ARGS) noexcept {
  const std::string_view prefix = view_of(PG_GETARG_TEXT_PP(0));
  require_prefix(prefix, ERRCODE_INVALID_PARAMETER_VALUE);
  const std::int64_t ms = unix_ms_in_or_error(PG_GETARG_TIMESTAMPTZ(1), type_id_layout);
  return type_id_datum(prefix, (E == edge::last ? *last_at<type_id>(ms) : *first_at<type_id>(ms)).number());
}
template <edge E>
Datum edge_in(PG_FUNCTION_ARGS) noexcept {
  const std::string_view prefix = view_of(PG_GETARG_TEXT_PP(0));
  require_prefix(prefix, ERRCODE_INVALID_PARAMETER_VALUE);
  const span s = span_of(PG_GETARG_RANGE_P(1));
  const auto ids = ids_between<uuidv7>(s.from, s.to);
  if (ids) return type_id_datum(prefix, (E == edge::last ? ids->last : ids->first).number());
  return type_id_datum(prefix, (E == edge::last ? uuidv7::min() : uuidv7::max()).number());
}

// --- types of one prefix -----------------------------------------------------------------------------------

// The functions of such a type share their C code. The name of a function's argument is the prefix, as in
// user_id_in("user" cstring), since dumps keep it. An argument without a name means an empty prefix.
struct own_prefix {
  std::size_t size;
  char bytes[type_prefix::max_size];

  [[nodiscard]] std::string_view view() const noexcept { return {bytes, size}; }
};
std::string_view prefix_of_function(const FmgrInfo* function) noexcept {
  if (function->fn_extra == nullptr) {
    auto* own = static_cast<own_prefix*>(MemoryContextAllocZero(function->fn_mcxt, sizeof(own_prefix)));
    HeapTuple row = SearchSysCache1(PROCOID, ObjectIdGetDatum(function->fn_oid));
    if (!HeapTupleIsValid(row)) elog(ERROR, "cache lookup failed for function %u", function->fn_oid);
    bool none = false;
    const Datum names = SysCacheGetAttr(PROCOID, row, Anum_pg_proc_proargnames, &none);
    if (!none) {
      Datum* elements = nullptr;
      bool* nulls = nullptr;
      int count = 0;
      deconstruct_array(DatumGetArrayTypeP(names), TEXTOID, -1, false, TYPALIGN_INT, &elements, &nulls,
                        &count);
      const std::string_view prefix =
          count == 0 || nulls[0] ? std::string_view() : view_of(DatumGetTextPP(elements[0]));
      require_prefix(prefix, ERRCODE_INVALID_OBJECT_DEFINITION);
      own->size = prefix.size();
      std::memcpy(own->bytes, prefix.data(), own->size);
    }
    ReleaseSysCache(row);
    const_cast<FmgrInfo*>(function)->fn_extra = own;
  }
  return static_cast<const own_prefix*>(function->fn_extra)->view();
}

Datum read_typed(FunctionCallInfo fcinfo, std::string_view given) noexcept {
  const std::string_view wanted = prefix_of_function(fcinfo->flinfo);
  std::string_view prefix;
  uint128 value;
  const error e = read(given, prefix, value);
  if (e.why == reason::none && prefix == wanted) return datum_of(value);
  return reject_text(
      fcinfo, format_type_be(get_func_rettype(fcinfo->flinfo->fn_oid)), given,
      e.why == reason::none ? detail_of_other_prefix(wanted, prefix) : detail_of(e, type_id_layout.name));
}
Datum typed_in(PG_FUNCTION_ARGS) noexcept { return read_typed(fcinfo, PG_GETARG_CSTRING(0)); }
Datum typed_from_text(PG_FUNCTION_ARGS) noexcept { return read_typed(fcinfo, view_of(PG_GETARG_TEXT_PP(0))); }
Datum typed_out(PG_FUNCTION_ARGS) noexcept {
  return cstring_datum(prefix_of_function(fcinfo->flinfo), word_of<uint128>(PG_GETARG_DATUM(0)));
}
Datum typed_to_text(PG_FUNCTION_ARGS) noexcept {
  return text_datum(prefix_of_function(fcinfo->flinfo), word_of<uint128>(PG_GETARG_DATUM(0)));
}
Datum typed_to_typeid(PG_FUNCTION_ARGS) noexcept {
  return type_id_datum(prefix_of_function(fcinfo->flinfo), word_of<uint128>(PG_GETARG_DATUM(0)));
}
Datum typed_from_typeid(PG_FUNCTION_ARGS) noexcept {
  const std::string_view wanted = prefix_of_function(fcinfo->flinfo);
  const auto id = word_of<held_type_id>(PG_GETARG_DATUM(0));
  if (id.prefix != wanted)
    reject_value(ERRCODE_INVALID_TEXT_REPRESENTATION,
                 format_type_be(get_func_rettype(fcinfo->flinfo->fn_oid)),
                 detail_of_other_prefix(wanted, id.prefix));
  return datum_of(id.value);
}
Datum typed_named(PG_FUNCTION_ARGS) noexcept {
  return datum_of(named_value<type_id>(fcinfo, 0, prefix_of_function(fcinfo->flinfo)));
}

}  // namespace

SORTID_FUNCTION(sortid_typeid_in, in)
SORTID_FUNCTION(sortid_typeid_out, out)
SORTID_FUNCTION(sortid_typeid_recv, recv)
SORTID_FUNCTION(sortid_typeid_send, send)
SORTID_FUNCTION(sortid_typeid_typmod_in, typmod_in)
SORTID_FUNCTION(sortid_typeid_typmod_out, typmod_out)
SORTID_FUNCTION(sortid_typeid_coerce, coerce)
SORTID_FUNCTION(sortid_typeid_from_text, from_text)
SORTID_FUNCTION(sortid_typeid_to_text, to_text)
SORTID_FUNCTION(sortid_typeid_prefix, prefix)
SORTID_FUNCTION(sortid_typeid_suffix, suffix)
SORTID_FUNCTION(sortid_typeid_to_uuid, to_uuid)
SORTID_FUNCTION(sortid_typeid_make, make)
SORTID_FUNCTION(sortid_typeid_make_text, make_text)
SORTID_FUNCTION(sortid_typeid_first, edge_at<edge::first>)
SORTID_FUNCTION(sortid_typeid_last, edge_at<edge::last>)
SORTID_FUNCTION(sortid_typeid_first_in, edge_in<edge::first>)
SORTID_FUNCTION(sortid_typeid_last_in, edge_in<edge::last>)
SORTID_FUNCTION(sortid_typed_in, typed_in)
SORTID_FUNCTION(sortid_typed_out, typed_out)
SORTID_FUNCTION(sortid_typed_from_text, typed_from_text)
SORTID_FUNCTION(sortid_typed_to_text, typed_to_text)
SORTID_FUNCTION(sortid_typed_to_typeid, typed_to_typeid)
SORTID_FUNCTION(sortid_typed_from_typeid, typed_from_typeid)
SORTID_FUNCTION(sortid_typed_named, typed_named)

}  // namespace sortid::pg
