#include "reading.hpp"

#include <algorithm>

#include "sortid/detail/hex.hpp"

namespace sortid::cli {

namespace {

template <any_id Id>
void accept(batch& b, std::size_t i, const Id& id) {
  b.values[i] = id.value();
  b.layouts[i] = &Id::layout();
  if constexpr (requires { id.prefix(); }) {
    b.prefixes[i] = b.places[i].text.substr(0, id.prefix().size());
  } else {
    b.prefixes[i] = {};
  }
  b.errors[i].why = reason::none;
}

template <any_id Id>
void read_as(const reading&, batch& b) {
  for (std::size_t i = 0; i < b.size; ++i) {
    if (const auto id = Id::parse(b.places[i].text)) {
      accept(b, i, *id);
    } else {
      b.errors[i] = id.error();
      b.names[i] = Id::layout().name;
    }
  }
}

void read_likeliest(const reading&, batch& b) {
  for (std::size_t i = 0; i < b.size; ++i) {
    const auto refused = with_likeliest(b.places[i].text, [&](const auto& id) { accept(b, i, id); });
    if (refused.why.why == reason::none) continue;
    b.errors[i] = refused.why;
    b.names[i] = refused.name;
  }
}

error hex_value_of(std::string_view text, std::size_t digits, uint128& value) {
  constexpr std::size_t narrow = 16;
  if (digits == 0) digits = text.size() <= narrow ? narrow : 2 * narrow;
  if (text.size() != digits) return detail::length_error(digits, text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const unsigned digit = detail::hex_value(text[i]);
    if (digit > 15) return detail::not_a_digit(text[i], i);
    value = value << 4 | uint128(digit);
  }
  return {};
}

error decimal_value_of(std::string_view text, uint128& value) {
  if (text.empty()) return detail::length_error(1, 0);
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] < '0' || text[i] > '9') return detail::not_a_digit(text[i], i);
  }
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!detail::append_digit(value, static_cast<unsigned>(text[i] - '0'))) {
      return {reason::overflow, static_cast<std::uint32_t>(i), 0, 0};
    }
  }
  return {};
}

error bytes_value_of(std::string_view bytes, std::size_t size, uint128& value) {
  if (bytes.size() != size) return detail::length_error(size, bytes.size());
  for (const char byte : bytes) value = value << 8 | uint128(static_cast<unsigned char>(byte));
  return {};
}

// A reader of plain numbers.
template <class ValueOf>
void read_numbers(batch& b, std::string_view name, ValueOf value_of) {
  for (std::size_t i = 0; i < b.size; ++i) {
    b.values[i] = {};
    b.prefixes[i] = {};
    b.layouts[i] = nullptr;
    b.names[i] = name;
    b.errors[i] = value_of(b.places[i].text, b.values[i]);
  }
}

}  // namespace

reading read_format(format f) {
  return f.visit([]<class Id>(std::type_identity<Id>) {
    return reading{&read_as<Id>, 0, Id::layout().name, takes_prefix(Id::layout()) ? 0 : Id::layout().symbols};
  });
}

reading read_any_format() { return {&read_likeliest}; }

reading read_hex(std::size_t digits) {
  return {[](const reading& how, batch& b) {
            read_numbers(b, how.name, [&how](std::string_view text, uint128& v) {
              return hex_value_of(text, how.digits, v);
            });
          },
          digits, "hex", static_cast<unsigned>(digits)};
}

reading read_decimal() {
  return {[](const reading& how, batch& b) { read_numbers(b, how.name, decimal_value_of); }, 0, "int"};
}

reading read_binary(std::size_t size) {
  return {[](const reading& how, batch& b) {
            read_numbers(b, how.name, [&how](std::string_view bytes, uint128& v) {
              return bytes_value_of(bytes, how.digits, v);
            });
          },
          size, "binary", static_cast<unsigned>(size)};
}

refusal overlong(const reading& how, std::uint64_t size) {
  const auto found = static_cast<std::uint32_t>(std::min<std::uint64_t>(size, 0xFFFFFFFF));
  refusal why{detail::length_error(how.symbols, found), how.name};
  if (how.symbols == 0 && !how.name.empty())
    why.sentence = fmt::format("no {} is as long as {} bytes", how.name, size);
  return why;
}

}  // namespace sortid::cli
