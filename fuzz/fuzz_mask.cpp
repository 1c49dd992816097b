// Bytes as a key, a prefix and ids of every format, on every kernel of masks that this machine runs.
//
//  1. A masker takes keys of 16 and 32 bytes alone, and what a key file says as hexadecimal is what it says
//     raw.
//  2. A masked id is valid in the masker's format, keeps what is not free, and unmasks to the id.
//  3. Ids one by one and many at once have the same masks, on every kernel.
//  4. What unmasks, masks to the same again; what does not has other constants, and is rejected with `range`.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "holds.hpp"
#include "sortid/any_masker.hpp"

namespace {

using sortid::any_masker;
using sortid::format;
using sortid::mask_direction;
using sortid::mask_key;
using sortid::uint128;

void check_key(std::string_view bytes) {
  const auto raw = mask_key::from_bytes({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
  holds(1, raw.has_value() == (bytes.size() == 16 || bytes.size() == 32), "sizes");
  if (!raw) return;
  std::string_view digits = "0123456789abcdef";
  std::vector<char> hex;
  for (const char byte : bytes) {
    hex.push_back(digits[static_cast<unsigned char>(byte) >> 4]);
    hex.push_back(digits[static_cast<unsigned char>(byte) & 15]);
  }
  const auto again = mask_key::from_file_contents({hex.data(), hex.size()});
  holds(1,
        again && std::equal(raw->bytes().begin(), raw->bytes().end(), again->bytes().begin(),
                            again->bytes().end()),
        "hexadecimal");
}

void check_format(format f, const mask_key& key, const sortid::mask_options& options,
                  std::string_view input) {
  const auto m = any_masker::make(f, key, options).value();
  const std::string_view prefix = options.prefix.view();
  const auto plan = sortid::detail::plan_of(f.layout(), options.version);
  const std::size_t id_bytes = f.layout().bytes();
  std::vector<std::uint64_t> column;
  std::vector<uint128> values;
  for (; input.size() >= id_bytes; input.remove_prefix(id_bytes)) {
    std::uint8_t bytes[16]{};
    std::memcpy(bytes + 16 - id_bytes, input.data(), id_bytes);
    auto value = sortid::detail::load_be<uint128>(bytes);

    // As a masked id of any kind.
    if (sortid::by_format::check_value(m.masked_format(), value).why == sortid::reason::none) {
      const auto stored = m.unmask(value, prefix);
      const bool wrong = (value & plan.constants) != plan.masked;
      holds(4, stored.has_value() != wrong && (stored || stored.error().why == sortid::reason::range),
            "constants");
      if (stored) holds(4, m.mask(*stored, prefix).value() == value, "masked again");
    }
    // As one that is stored.
    value = (value & ~plan.constants & ~f.layout().mask(sortid::role::sign)) | plan.stored;
    const auto masked = m.mask(value, prefix);
    holds(2, masked && sortid::by_format::check_value(m.masked_format(), *masked).why == sortid::reason::none,
          "valid");
    holds(2, (*masked & ~(plan.free | plan.constants)) == (value & ~(plan.free | plan.constants)), "kept");
    holds(2, m.unmask(*masked, prefix).value() == value, "there and back");
    values.push_back(*masked);
    if (f.layout().bits == 128) {
      sortid::detail::store_be(value, bytes);
      std::uint64_t words[2];
      std::memcpy(words, bytes, sizeof words);
      column.insert(column.end(), words, words + 2);
    } else {
      column.push_back(value.lo);
    }
  }
  auto* const ids = reinterpret_cast<std::byte*>(column.data());
  holds(3, m.run(mask_direction::mask, ids, values.size(), ids, prefix).count == values.size(), "count");
  for (std::size_t i = 0; i < values.size(); ++i)
    holds(3, sortid::by_format::column_value(m.masked_format(), ids, i) == values[i], "many");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  check_key(input);
  if (size < 34) return 0;
  const auto key =
      mask_key::from_bytes({data + 2, (data[0] & 1) != 0 ? std::size_t{16} : std::size_t{32}}).value();
  const format f = format::all()[data[1] % format::all().size()];
  sortid::mask_options options{.version = (data[0] & 2) != 0 ? 4U : 8U};
  if (f.layout().prefixed && (data[0] & 4) != 0) options.prefix = sortid::type_prefix::parse("user").value();
  check_format(f, key, options, input.substr(34));
  return 0;
}
