// What a host calls for each id, typed by the format: in and out go words in registers. Nothing is written to
// memory, so all threads of a host may share one instance for these.
//
// A text is given in words of eight bytes, the first byte lowest: its first eight, the next eight and so on,
// and its last eight, which overlap. It is returned so too, but symbols of the overlap may be zeros in the
// last word. A value is given in halves, a value of 64 bits as its lower one.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "batch/scalar.hpp"
#include "sortid/batch.hpp"
#include "sortid/by_format.hpp"

namespace sortid::wasm {
namespace {

template <class List>
struct at_place;
template <class... Ids>
struct at_place<detail::id_list<Ids...>> {
  template <std::size_t Place>
  using id = unprefixed<std::tuple_element_t<Place, std::tuple<Ids...>>>;
};
template <std::size_t Place>
using id_at = typename at_place<format_list>::template id<Place>;

enum class half : bool { upper, lower };

// What a parse gives that has no answer: the text is invalid, or the value is this one. Then sortid_parse()
// says which.
constexpr std::uint64_t undecided = ~std::uint64_t{0};

constexpr std::size_t word_begin(std::size_t symbols, std::size_t word) noexcept {
  return 8 * word + 8 < symbols ? 8 * word : symbols - 8;
}

// Whether a symbol tells bits of the half, or is the same in every text, or is checked with all others.
template <const layout& L>
constexpr auto symbols_of(half which) noexcept {
  const auto text_of = [](std::uint64_t hi, std::uint64_t lo) {
    std::array<char, L.symbols> text{};
    detail::write_text<L>(static_cast<detail::word_of<L>>(uint128(hi, lo)), text.data());
    return text;
  };
  const auto none = text_of(0, 0);
  const auto own = which == half::upper ? text_of(undecided, 0) : text_of(0, undecided);
  const auto all = text_of(undecided, undecided);
  std::array<bool, L.symbols> tells{};
  for (std::size_t i = 0; i < L.symbols; ++i)
    tells[i] = L.checked() || L.bits == 64 || own[i] != none[i] || all[i] == none[i];
  return tells;
}

// The half of the text's value. Each half looks at its own symbols and takes the others for those of the
// smallest id.
template <any_id Id, half Which>
std::uint64_t parse_half(const std::array<std::uint64_t, 5>& words) noexcept {
  constexpr const layout& l = Id::layout();
  constexpr auto own = symbols_of<l>(Which);
  constexpr auto smallest = Id::min().to_text();
  char text[l.symbols];
  // Without a loop, it is never in memory.
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    ((text[I] = own[I] ? static_cast<char>(words[I / 8] >> (8 * (I - word_begin(l.symbols, I / 8))))
                       : smallest.view()[I]),
     ...);
  }
  (std::make_index_sequence<l.symbols>());
  static_assert(batch::detail::kernels_check<l>());
  detail::storage<detail::word_of<l>> value;
  if (!detail::scalar_codec<l>::read_one(text, &value, batch::detail::rule<l>)) return undecided;
  const uint128 all(value.get());
  return Which == half::upper ? all.hi : all.lo;
}

// The bits of as many symbols.
template <class Symbols>
std::uint64_t bits_at(const char* text) noexcept {
  Symbols bits;
  std::memcpy(&bits, text, sizeof bits);
  return bits;
}

template <any_id Id, std::size_t Word>
std::uint64_t text_word(std::uint64_t hi, std::uint64_t lo) noexcept {
  constexpr const layout& l = Id::layout();
  char text[l.symbols];
  detail::write_text<l>(static_cast<detail::word_of<l>>(uint128(hi, lo)), text);
  constexpr std::size_t begin = word_begin(l.symbols, Word);
  // The core writes symbols in pairs, from the end. Others than these would be put into memory first.
  constexpr bool in_pairs = !l.checked() && (l.symbols - begin) % 2 == 0;
  using symbols = std::conditional_t<in_pairs, std::uint16_t, std::uint8_t>;
  constexpr std::size_t size = sizeof(symbols);
  // What the word before has too is left out.
  const auto bits = [&]<std::size_t I>(std::integral_constant<std::size_t, I>) -> std::uint64_t {
    if constexpr (begin + size * (I + 1) <= 8 * Word) return 0;
    return bits_at<symbols>(text + begin + size * I) << (8 * size * I);
  };
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    return (... | bits(std::integral_constant<std::size_t, I>()));
  }
  (std::make_index_sequence<8 / size>());
}

// Its Unix milliseconds by the format's own epoch; INT64_MIN for an id that has none.
template <any_id Id>
std::int64_t unix_ms(std::uint64_t hi, std::uint64_t lo) noexcept {
  detail::storage<typename Id::value_type> value;
  value.set(static_cast<typename Id::value_type>(uint128(hi, lo)));
  Id id;
  static_assert(sizeof id == sizeof value);
  std::memcpy(&id, &value, sizeof id);
  return detail::unix_ms_function::in(id, std::nullopt).value_or(INT64_MIN);
}

}  // namespace
}  // namespace sortid::wasm

#define SORTID_EXPORT_AS(name) extern "C" __attribute__((export_name(name)))

#define SORTID_TYPED_PARSE(name, place, part)                                                   \
  SORTID_EXPORT_AS(#name "_" #part)                                                             \
  std::uint64_t sortid_typed_##name##_##part(std::uint64_t a, std::uint64_t b, std::uint64_t c, \
                                             std::uint64_t d, std::uint64_t e) {                \
    using namespace sortid::wasm;                                                               \
    return parse_half<id_at<place>, half::part>({a, b, c, d, e});                               \
  }
#define SORTID_TYPED_TEXT(name, place, word)                                           \
  SORTID_EXPORT_AS(#name "_text" #word)                                                \
  std::uint64_t sortid_typed_##name##_text##word(std::uint64_t hi, std::uint64_t lo) { \
    using namespace sortid::wasm;                                                      \
    return text_word<id_at<place>, word>(hi, lo);                                      \
  }
#define SORTID_TYPED_TIME(name, place)                                             \
  SORTID_EXPORT_AS(#name "_unix_ms")                                               \
  std::int64_t sortid_typed_##name##_unix_ms(std::uint64_t hi, std::uint64_t lo) { \
    using namespace sortid::wasm;                                                  \
    return unix_ms<id_at<place>>(hi, lo);                                          \
  }

// Of two TypeIDs' prefixes: rejects the one that was found with `prefix`, if it is not the wanted one.
SORTID_EXPORT_AS("other_prefix")
int sortid_other_prefix(const char* wanted, std::size_t wanted_size, const char* found,
                        std::size_t found_size, std::uint32_t* position_expected_found) {
  const std::string_view own(wanted, wanted_size);
  const std::string_view other(found, found_size);
  if (own == other) return 0;
  const sortid::error why = sortid::detail::other_prefix(own, other);
  position_expected_found[0] = why.position;
  position_expected_found[1] = why.expected;
  position_expected_found[2] = why.found;
  return static_cast<int>(why.why);
}

// Lines of these macros for each format of the list, written by typed.cmake.
#include "typed.inc"
