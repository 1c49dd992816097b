// Texts and bytes: input, output, the wire form, casts, fields, and whether a text is valid.
#include "glue.hpp"
#include "sortid/by_format.hpp"
#include "sortid/find_ids.hpp"
#include "type_id.hpp"

extern "C" {
#include "catalog/pg_type_d.h"
#include "lib/stringinfo.h"
#include "libpq/pqformat.h"
#include "utils/array.h"
#include "utils/jsonb.h"
}

namespace sortid::pg {
namespace {

template <any_id Id>
Datum read(FunctionCallInfo fcinfo, std::string_view given) noexcept {
  const auto id = Id::parse(given);
  if (!id) return reject_text(fcinfo, sql_type<Id>, given, detail_of(id.error(), Id::layout().name));
  return datum_of(*id);
}
template <any_id Id>
Datum in(PG_FUNCTION_ARGS) noexcept {
  return read<Id>(fcinfo, PG_GETARG_CSTRING(0));
}
template <any_id Id>
Datum from_text(PG_FUNCTION_ARGS) noexcept {
  return read<Id>(fcinfo, view_of(PG_GETARG_TEXT_PP(0)));
}

template <any_id Id>
void write(Datum id, char* to) noexcept {
  detail::write_text<Id::layout()>(word_of<typename Id::value_type>(id), to);
}
template <any_id Id>
Datum out(PG_FUNCTION_ARGS) noexcept {
  constexpr std::size_t size = Id::layout().symbols;
  auto* text = static_cast<char*>(palloc(size + 1));
  write<Id>(PG_GETARG_DATUM(0), text);
  text[size] = '\0';
  PG_RETURN_CSTRING(text);
}
template <any_id Id>
Datum to_text(PG_FUNCTION_ARGS) noexcept {
  constexpr std::size_t size = VARHDRSZ + Id::layout().symbols;
  auto* result = static_cast<text*>(palloc(size));
  SET_VARSIZE(result, size);
  write<Id>(PG_GETARG_DATUM(0), VARDATA(result));
  PG_RETURN_TEXT_P(result);
}

// The wire form is the id's bytes in network order.
template <any_id Id>
constexpr int wire_size = Id::layout().bits / 8;

template <any_id Id>
Datum from_wire(const char* bytes) noexcept {
  typename Id::bytes_type copy{};
  std::memcpy(copy.data(), bytes, copy.size());
  const auto id = Id::from_bytes(copy);
  if (!id)
    reject_value(ERRCODE_INVALID_BINARY_REPRESENTATION, sql_type<Id>,
                 detail_of(id.error(), Id::layout().name));
  return datum_of(*id);
}
template <any_id Id>
Datum recv(PG_FUNCTION_ARGS) noexcept {
  return from_wire<Id>(pq_getmsgbytes(reinterpret_cast<StringInfo>(PG_GETARG_POINTER(0)), wire_size<Id>));
}
template <any_id Id>
bytea* to_wire(Datum id) noexcept {
  constexpr std::size_t size = VARHDRSZ + wire_size<Id>;
  auto* bytes = static_cast<bytea*>(palloc(size));
  SET_VARSIZE(bytes, size);
  detail::store_be(word_of<typename Id::value_type>(id), reinterpret_cast<std::uint8_t*>(VARDATA(bytes)));
  return bytes;
}
template <any_id Id>
Datum send(PG_FUNCTION_ARGS) noexcept {
  PG_RETURN_BYTEA_P(to_wire<Id>(PG_GETARG_DATUM(0)));
}
template <any_id Id>
Datum from_bytea(PG_FUNCTION_ARGS) noexcept {
  const bytea* given = PG_GETARG_BYTEA_PP(0);
  const auto size = static_cast<std::size_t>(VARSIZE_ANY_EXHDR(given));
  if (size != wire_size<Id>)
    ereport(ERROR, (errcode(ERRCODE_INVALID_BINARY_REPRESENTATION),
                    errmsg("invalid value for type %s", sql_type<Id>),
                    errdetail("length at position %d: %s has %d bytes, found %d",
                              static_cast<int>(Min(size, static_cast<std::size_t>(wire_size<Id>))),
                              sql_type<Id>, wire_size<Id>, static_cast<int>(size))));
  return from_wire<Id>(VARDATA_ANY(given));
}

// From a bigint with the same bits; Ulid-Flakes are never negative.
template <any_id Id>
Datum from_bigint(PG_FUNCTION_ARGS) noexcept {
  const auto id = Id::from_number(static_cast<std::uint64_t>(PG_GETARG_INT64(0)));
  if (!id)
    reject_value(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE, sql_type<Id>, detail_of(id.error(), Id::layout().name));
  return datum_of(*id);
}

template <any_id Id>
Datum is_valid(PG_FUNCTION_ARGS) noexcept {
  PG_RETURN_BOOL(Id::parse(view_of(PG_GETARG_TEXT_PP(0))).has_value());
}

// What people type, too, where the format has such a parse.
template <any_id Id>
Datum lenient(PG_FUNCTION_ARGS) noexcept {
  const std::string_view given = view_of(PG_GETARG_TEXT_PP(0));
  const auto read = by_format::parse_lenient(format::of<Id>(), given);
  if (!read) return reject_text(fcinfo, sql_type<Id>, given, detail_of(read.error(), Id::layout().name));
  return datum_of(static_cast<typename Id::value_type>(read->id.value));
}

// {"timestamp": "1469918176385", ...}: numbers are strings, since many JSON parsers lose bits of a 64-bit
// number. The names are ours and the values digits, so nothing needs escaping.
Datum fields_of(format f, const char* type, uint128 value) noexcept {
  if (const error e = by_format::check_value(f, value); e.why != reason::none)
    reject_value(ERRCODE_DATA_CORRUPTED, type, detail_of(e, f.name()));
  const field_values values = by_format::fields(f, value);
  StringInfoData json;
  initStringInfo(&json);
  const char* before = "{";
  for (std::size_t i = 0; i < f.layout().field_count(); ++i) {
    if (!values[i].shown) continue;
    appendStringInfo(&json, "%s\"%s\": ", before, cstring_of(f.layout().fields[i].name));
    if (values[i].present) {
      char digits[detail::max_decimal_digits];
      const char* end = detail::write_decimal(values[i].value, digits);
      appendStringInfo(&json, "\"%.*s\"", static_cast<int>(end - digits), digits);
    } else {
      appendStringInfoString(&json, "null");
    }
    before = ", ";
  }
  appendStringInfoChar(&json, '}');
  return DirectFunctionCall1(jsonb_in, CStringGetDatum(json.data));
}
template <any_id Id>
Datum fields(PG_FUNCTION_ARGS) noexcept {
  return fields_of(format::of<Id>(), sql_type<Id>, word_of<typename Id::value_type>(PG_GETARG_DATUM(0)));
}
// A uuid column holds UUIDs of any version.
template <class Held>
Datum uuid_fields(PG_FUNCTION_ARGS) noexcept {
  return fields_of(format::of<uuid>(), sql_type<uuid>, uuid_of<Held>(PG_GETARG_DATUM(0)).number());
}

// The format with that name in SQL or on the command line.
format format_called(const char* name) noexcept {
  for (const format f : format::all()) {
    if (f.layout().sql_name().view() == name || f.name() == name) return f;
  }
  ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("there is no format \"%s\"", name)));
  pg_unreachable();
}
// Why the text is not an id of the format, or null.
Datum check(PG_FUNCTION_ARGS) noexcept {
  const format f = format_called(text_to_cstring(PG_GETARG_TEXT_PP(1)));
  const error e = by_format::parse(f, view_of(PG_GETARG_TEXT_PP(0))).error();
  if (e.why == reason::none) PG_RETURN_NULL();
  PG_RETURN_DATUM(CStringGetTextDatum(psprintf("%s at position %u", cstring_of(name_of(e.why)), e.position)));
}

// The format of a text, as id_check takes it; null where it is an id of none.
Datum detect(PG_FUNCTION_ARGS) noexcept {
  const auto id = parse_any(view_of(PG_GETARG_TEXT_PP(0)));
  if (!id) PG_RETURN_NULL();
  PG_RETURN_DATUM(text_datum(id->format.name()));
}

// The ids inside a text, as they stand there: of one format, or of those that a text tells alone.
Datum find(PG_FUNCTION_ARGS) noexcept {
  format_set wanted = formats_in_text();
  if (PG_NARGS() == 2) {
    wanted = {};
    wanted.push_back(format_called(text_to_cstring(PG_GETARG_TEXT_PP(1))));
  }
  ArrayBuildState* const all = initArrayResult(TEXTOID, CurrentMemoryContext, false);
  find_ids(view_of(PG_GETARG_TEXT_PP(0)), wanted, [all](const found_id& found) noexcept {
    accumArrayResult(all, text_datum(found.text), false, TEXTOID, CurrentMemoryContext);
  });
  PG_RETURN_DATUM(makeArrayResult(all, CurrentMemoryContext));
}

Datum version(PG_FUNCTION_ARGS) noexcept {
  (void)fcinfo;
  PG_RETURN_DATUM(CStringGetTextDatum(SORTID_VERSION));
}

}  // namespace

#define SORTID_FROM_BIGINT_id16(type, id)
#define SORTID_FROM_BIGINT_id8(type, id) SORTID_FUNCTION(sortid_##type##_from_bigint, from_bigint<id>)
#define SORTID_TYPE(type, id, held)                           \
  SORTID_FUNCTION(sortid_##type##_in, in<id>)                 \
  SORTID_FUNCTION(sortid_##type##_out, out<id>)               \
  SORTID_FUNCTION(sortid_##type##_recv, recv<id>)             \
  SORTID_FUNCTION(sortid_##type##_send, send<id>)             \
  SORTID_FUNCTION(sortid_##type##_from_text, from_text<id>)   \
  SORTID_FUNCTION(sortid_##type##_to_text, to_text<id>)       \
  SORTID_FUNCTION(sortid_##type##_from_bytea, from_bytea<id>) \
  SORTID_FROM_BIGINT_##held(type, id)
#include "types.def"
#define SORTID_FIELDS_timed(kind, id) SORTID_FUNCTION(sortid_##kind##_fields, fields<id>)
#define SORTID_FIELDS_timeless(kind, id) SORTID_FIELDS_timed(kind, id)
#define SORTID_FIELDS_versioned(kind, id) SORTID_FUNCTION(sortid_##kind##_fields, uuid_fields<uint128>)
#define SORTID_KIND(kind, id, type, held, orders, time)   \
  SORTID_FUNCTION(sortid_##kind##_is_valid, is_valid<id>) \
  SORTID_FUNCTION(sortid_##kind##_lenient, lenient<id>)   \
  SORTID_FIELDS_##time(kind, id)
#include "types.def"

SORTID_FUNCTION(sortid_uid11_is_valid, is_valid<uid11>)
SORTID_FUNCTION(sortid_typeid_fields, uuid_fields<held_type_id>)
SORTID_FUNCTION(sortid_typeid_is_valid, is_valid<type_id>)
SORTID_FUNCTION(sortid_check, check)
SORTID_FUNCTION(sortid_detect, detect)
SORTID_FUNCTION(sortid_find, find)
SORTID_FUNCTION(sortid_version, version)

}  // namespace sortid::pg
