// ulid_named and its kind: ids that an instant and a name determine, under a key.
#pragma once

#include "instants.hpp"
#include "sortid/mask.hpp"
#include "sortid/named.hpp"

extern "C" {
#include "mb/pg_wchar.h"
}

namespace sortid::pg {

// Of a function whose arguments from the `first` on are instant, name and key. Names are hashed in UTF-8,
// whatever the encoding of the database.
template <any_id Id>
uint128 named_value(FunctionCallInfo fcinfo, int first, std::string_view prefix) noexcept {
  const std::int64_t ms = unix_ms_in_or_error(PG_GETARG_TIMESTAMPTZ(first), Id::layout());
  std::string_view name = view_of(PG_GETARG_TEXT_PP(first + 1));
  const char* const converted = pg_server_to_any(name.data(), static_cast<int>(name.size()), PG_UTF8);
  if (converted != name.data()) name = converted;
  const std::string_view key = view_of(reinterpret_cast<text*>(PG_GETARG_BYTEA_PP(first + 2)));
  if (!detail::is_key_size(key.size())) {
    const error why = detail::length_error(detail::key_size, key.size());
    ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("invalid key"),
                    errdetail_internal("%s", cstring_of(message_of_mask_key(why).view()))));
  }
  // The caller checked the prefix. What has destructors is gone before an error can be raised.
  return by_format::named_at(format::of<Id>(),
                             std::span(reinterpret_cast<const std::uint8_t*>(key.data()), key.size()),
                             generator_options{.prefix = type_prefix::parse(prefix).value()}, ms, name)
      .value();
}

}  // namespace sortid::pg
