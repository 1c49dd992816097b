// Two values of 16 bytes and a type prefix, through every format.
//
//  1. An id's text, number and bytes give the id again.
//  2. Texts order as ids, as numbers and as bytes; equal ids have equal hashes.
//  3. from_number() takes a number as it is or rejects it, and from_bytes() does the same; a number wider
//     than the format is rejected.
//  4. An id's fields, put together, are its number.
//  5. write_to() fills exactly text_size() bytes, or none.
//  6. EUID: the id that follows is greater in its upper half alone; an unchecked text is accepted, any other
//     wrong check-mod is not; an extension is read as it was written.
//  7. ULID and UUID hold the same bits; .NET's and SQL Server's byte orders lead back; a UUIDv7 made of a
//     ULID has its timestamp.
//  8. Decimal and hexadecimal digits give the number again.
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "../tests/unit/support/allowed.hpp"
#include "holds.hpp"
#include "sortid/formats.hpp"

namespace {

using sortid::uint128;
using sortid_test::any_of;

template <class Id>
void check_pair(uint128 bits, uint128 other_bits, std::string_view prefix) {
  const Id id = any_of<Id>(bits, prefix);
  const Id other = any_of<Id>(other_bits, prefix);
  const auto text = id.to_text();
  holds(1, Id::parse(text) && *Id::parse(text) == id, "text");
  const auto order = id <=> other;
  holds(2, (text.view() <=> other.to_text().view()) == order, "text");
  holds(2, (id.number() <=> other.number()) == order, "number");
  holds(2, (id.bytes() <=> other.bytes()) == order, "bytes");
  holds(2, (id == other) == (order == 0), "equal");
  holds(2, id != other || id.hash() == other.hash(), "hash");

  const auto from = Id::from_number(static_cast<typename Id::value_type>(bits));
  holds(3, !from || from->number() == static_cast<typename Id::value_type>(bits), "value");
  const auto of_bytes = Id::from_bytes(any_of<Id>(bits).bytes());
  holds(1, of_bytes && of_bytes->number() == id.number(), "bytes");
  const auto some = sortid::format::of<Id>().from_number(bits);
  const bool wide = Id::layout().bits == 64 && bits.hi != 0;
  holds(3, some.has_value() == (from.has_value() && !wide), "width");

  uint128 together;
  for (std::size_t i = 0; i < Id::layout().field_count(); ++i) {
    const uint128 part = Id::layout().read(id.number(), i);
    together = together | part << Id::layout().shift(i);
    const auto read = id.read_field(i);
    holds(4, !read || (*read & ~part) == uint128(), "part");
  }
  holds(4, together == uint128(id.number()), "fields");

  std::array<char, 100> room{};
  const std::size_t size = id.text_size();
  holds(5, id.write_to(room.data(), room.data() + size - 1) == nullptr && room[0] == '\0', "too small");
  holds(5, id.write_to(room.data(), room.data() + size) == room.data() + size && room[size] == '\0', "end");
  holds(5, std::string_view(room.data(), size) == text.view(), "text");
}

void check_euid(uint128 bits, uint128 other) {
  using sortid::euid;
  const auto id = any_of<euid>(bits);
  const auto next = id.next(static_cast<std::uint32_t>(other.lo));
  holds(6, next.has_value() == (bits.lo >> 32U != 0xFFFFFFFF), "overflow");
  if (next) {
    holds(6,
          *next > id && next->number().hi == bits.hi &&
              static_cast<std::uint32_t>(next->number().lo) == static_cast<std::uint32_t>(other.lo),
          "next");
    holds(6, next->number().lo >> 32U == (bits.lo >> 32U) + 1, "grows by one");
  }
  holds(6, euid::parse(id.to_text_unchecked()).value() == id, "unchecked");
  // The text of one value with the check-mod of another.
  std::string mixed(id.to_text());
  sortid::detail::checked32_codec<>::write(bits, any_of<euid>(other).check_mod(), mixed.data());
  holds(6, euid::parse(mixed).has_value() == (id.check_mod() == any_of<euid>(other).check_mod()),
        "check-mod");
  const std::uint64_t extension = other.lo & 0x7FFF;
  const auto extended = euid::from_number(euid::extension_bits(extension, bits).value()).value();
  holds(6, extended.extension() == extension, "extension");
}

void check_uuids(uint128 bits) {
  const sortid::uuid id(bits);
  const auto ulid = any_of<sortid::ulid>(bits);
  holds(7, to_uuid_bits(ulid) == id && to_ulid_bits(id) == ulid, "bits");
  holds(7, sortid::uuid::from_guid_bytes(id.guid_bytes()) == id, "Guid");
  holds(7, sortid::uuid::from_sql_server_sortable_bytes(id.sql_server_sortable_bytes()) == id, "SQL Server");
  holds(7, to_uuidv7_overwriting_six_bits(ulid).timestamp() == ulid.timestamp(), "timestamp");
  holds(7, id.is_version_7() == id.as_version_7().has_value(), "version");
  const bool timed = id.variant() == 2 && (0xC6U >> id.version() & 1U) != 0;  // versions 1, 2, 6 and 7
  holds(7, id.unix_ms().has_value() == timed, "time");
}

void check_digits(uint128 bits) {
  std::array<char, sortid::detail::max_decimal_digits> digits{};
  const char* const end = sortid::detail::write_decimal(bits, digits.data());
  uint128 read;
  for (const char* at = digits.data(); at != end; ++at)
    holds(8, sortid::detail::append_digit(read, static_cast<unsigned>(*at - '0')), "overflow");
  holds(8, read == bits, "decimal");
  std::array<char, 32> hex{};
  sortid::detail::write_hex(bits, hex.size(), hex.data());
  read = {};
  for (const char digit : hex) read = read << 4 | uint128(sortid::detail::hex_value(digit));
  holds(8, read == bits, "hexadecimal");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::array<std::uint8_t, 32> bytes{};
  for (std::size_t i = 0; i < size && i < bytes.size(); ++i) bytes[i] = data[i];
  const auto bits = sortid::detail::load_be<uint128>(bytes.data());
  const auto other = sortid::detail::load_be<uint128>(bytes.data() + 16);
  std::string prefix;
  for (std::size_t i = bytes.size(); i < size && prefix.size() < sortid::type_prefix::max_size; ++i)
    prefix += data[i] % 27 == 26 ? '_' : static_cast<char>('a' + data[i] % 27);
  if (!sortid::type_prefix::parse(prefix)) prefix.clear();

  sortid::format_list::for_each([&]<class Id>(std::type_identity<Id>) {
    check_pair<Id>(bits, other, prefix);
    check_pair<Id>(bits, bits, prefix);
    check_pair<Id>(bits, bits + uint128(1), prefix);
  });
  check_euid(bits, other);
  check_uuids(bits);
  check_digits(bits);
  return 0;
}
