// A typeid in a datum of variable length: 16 bytes of UUID, then the prefix.
#pragma once

#include "glue.hpp"

namespace sortid::pg {

struct held_type_id {
  uint128 value;
  std::string_view prefix;  // in the datum

  friend auto operator<=>(const held_type_id& a, const held_type_id& b) noexcept {
    const auto by_prefix = a.prefix <=> b.prefix;
    return by_prefix != 0 ? by_prefix : a.value <=> b.value;
  }
};

// For a datum that is neither compressed nor stored out of line.
inline held_type_id type_id_of(Datum d) noexcept {
  const auto* packed = reinterpret_cast<const varlena*>(DatumGetPointer(d));
  const char* at = VARDATA_ANY(packed);
  return {detail::load_be<uint128>(reinterpret_cast<const std::uint8_t*>(at)),
          {at + sizeof(uint128), VARSIZE_ANY_EXHDR(packed) - sizeof(uint128)}};
}
inline Datum type_id_datum(std::string_view prefix, uint128 value) noexcept {
  const std::size_t size = VARHDRSZ + sizeof value + prefix.size();
  auto* made = static_cast<varlena*>(palloc(size));
  SET_VARSIZE(made, size);
  detail::store_be(value, reinterpret_cast<std::uint8_t*>(VARDATA(made)));
  std::memcpy(VARDATA(made) + sizeof value, prefix.data(), prefix.size());
  return PointerGetDatum(made);
}

// A varlena may be compressed or stored out of line, although nothing is known to do that to a typeid.
inline held_type_id word_of(Datum d, std::type_identity<held_type_id>) noexcept {
  return type_id_of(PointerGetDatum(PG_DETOAST_DATUM_PACKED(d)));
}

// The UUID of a uuid or of a typeid.
template <class Held>
uuid uuid_of(Datum d) noexcept {
  if constexpr (std::is_same_v<Held, held_type_id>) {
    return uuid(word_of<held_type_id>(d).value);
  } else {
    return uuid(word_of<Held>(d));
  }
}

// Why the prefix is invalid, or no reason. Remembers the last valid prefix, which nearly always comes again.
inline error check_prefix(std::string_view given) noexcept {
  constinit static char known[type_prefix::max_size]{};
  constinit static std::size_t size = 0;
  if (given == std::string_view(known, size)) return {};
  const auto prefix = type_prefix::parse(given);
  if (!prefix) return prefix.error();
  size = given.size();
  std::memcpy(known, given.data(), size);
  return {};
}
// Raises an error if the prefix is invalid.
inline void require_prefix(std::string_view given, int sqlstate) noexcept {
  const error e = check_prefix(given);
  if (e.why == reason::none) return;
  ereport(ERROR, (errcode(sqlstate), errmsg("invalid typeid prefix"),
                  errdetail_internal("%s", detail_of(e, type_id_layout.name))));
}

// --- typmod: typeid('user') --------------------------------------------------------------------------------

// A prefix of at most six symbols packed into a number that is not negative, so no catalog is needed to read
// it.
inline constexpr std::size_t typmod_symbols = 6;
inline constexpr int symbols_of_a_prefix = 27;

constexpr std::int32_t typmod_of(std::string_view prefix) noexcept {
  std::int32_t packed = 0;
  for (const char c : prefix) packed = packed * symbols_of_a_prefix + (c == '_' ? 0 : c - 'a' + 1);
  return packed;
}
constexpr inline_text<typmod_symbols> prefix_of_typmod(std::int32_t packed) noexcept {
  char reversed[typmod_symbols]{};
  std::size_t n = 0;
  for (; packed != 0 && n < typmod_symbols; packed /= symbols_of_a_prefix) {
    const int digit = packed % symbols_of_a_prefix;
    reversed[n++] = digit == 0 ? '_' : static_cast<char>('a' + digit - 1);
  }
  inline_text<typmod_symbols> prefix;
  while (n != 0) prefix.append(reversed[--n]);
  return prefix;
}

}  // namespace sortid::pg
