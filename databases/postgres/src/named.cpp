#include "named.hpp"

#include "type_id.hpp"

namespace sortid::pg {
namespace {

template <any_id Id>
Datum named(PG_FUNCTION_ARGS) noexcept {
  return datum_of(named_value<Id>(fcinfo, 0, {}));
}
Datum typeid_named(PG_FUNCTION_ARGS) noexcept {
  const std::string_view prefix = view_of(PG_GETARG_TEXT_PP(0));
  require_prefix(prefix, ERRCODE_INVALID_PARAMETER_VALUE);
  return type_id_datum(prefix, named_value<type_id>(fcinfo, 1, prefix));
}

}  // namespace

SORTID_FUNCTION(sortid_ulid_named, named<ulid>)
SORTID_FUNCTION(sortid_euid_named, named<euid>)
SORTID_FUNCTION(sortid_uuid7_named, named<uuidv7>)
SORTID_FUNCTION(sortid_typeid_named, typeid_named)

}  // namespace sortid::pg
