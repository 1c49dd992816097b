// The ids that the batch functions are tested with: the formats, two prefixes of TypeID, and layouts of our
// own that reach what no format does. Values and texts of them, random, at the edges, and damaged; the same
// in every run.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "sortid/batch.hpp"
#include "sortid/formats.hpp"

namespace sortid_test {

using sortid::field;
using sortid::layout;
using sortid::reason;
using sortid::role;
using sortid::text_form;
using sortid::uint128;
using sortid::batch::batch_id;

// 64 bits without a sign: the first symbol has all of its four bits.
inline constexpr layout own_word_layout{
    .name = "own-word",
    .title = "No sign",
    .bits = 64,
    .text = text_form::crockford_upper,
    .symbols = 13,
    .epoch = 1'000'000'007,
    .fields = {{{"timestamp", 44, role::timestamp}, {"random", 20, role::random}}},
};
// No format has this shape.
inline constexpr layout own_lower_layout{
    .name = "own-lower",
    .title = "Lower case",
    .bits = 64,
    .text = text_form::crockford_lower,
    .symbols = 13,
    .epoch = -5,
    .fields = {{{"sign", 1, role::sign}, {"random", 23, role::random}, {"timestamp", 40, role::timestamp}}},
};
// From here on kernels do not see all that is to be checked.
inline constexpr layout own_constant_layout{
    .name = "own-constant",
    .title = "A constant among five bits of a symbol",
    .bits = 128,
    .text = text_form::crockford_lower,
    .symbols = 26,
    .epoch = 0,
    .fields = {{{"timestamp", 48, role::timestamp}, {"kind", 7, role::constant, 0x55}, {"rest", 73}}},
};
inline constexpr layout own_sign_layout{
    .name = "own-sign",
    .title = "A sign behind the first symbol, and a timestamp over the middle",
    .bits = 128,
    .text = text_form::crockford_upper,
    .symbols = 26,
    .epoch = 77,
    .fields = {{{"upper", 40}, {"sign", 1, role::sign}, {"timestamp", 48, role::timestamp}, {"rest", 39}}},
};
inline constexpr layout own_checked_layout{
    .name = "own-checked",
    .title = "A check-mod and a constant",
    .bits = 128,
    .text = text_form::crockford_checked,
    .symbols = 27,
    .epoch = 0,
    .fields =
        {{{"upper", 64}, {"kind", 3, role::constant, 5}, {"timestamp", 45, role::timestamp}, {"rest", 16}}},
};
inline constexpr layout own_hex_layout{
    .name = "own-hex",
    .title = "A sign and a constant",
    .bits = 128,
    .text = text_form::uuid_hex,
    .symbols = 36,
    .epoch = 0,
    .fields = {{{"sign", 1, role::sign},
                {"timestamp", 47, role::timestamp},
                {"kind", 9, role::constant, 0x1A5},
                {"rest", 71}}},
};
inline constexpr layout own_base58_layout{
    .name = "own-base58",
    .title = "A sign",
    .bits = 64,
    .text = text_form::base58,
    .symbols = 11,
    .epoch = 0,
    .fields = {{{"sign", 1, role::sign}, {"timestamp", 40, role::timestamp}, {"rest", 23}}},
};

struct own_word : sortid::basic_id<own_word, own_word_layout> {};
struct own_lower : sortid::basic_id<own_lower, own_lower_layout> {};
struct own_constant : sortid::basic_id<own_constant, own_constant_layout> {};
struct own_sign : sortid::basic_id<own_sign, own_sign_layout> {};
struct own_checked : sortid::basic_id<own_checked, own_checked_layout> {};
struct own_hex : sortid::basic_id<own_hex, own_hex_layout> {};
struct own_base58 : sortid::basic_id<own_base58, own_base58_layout> {};

using user_id = sortid::typed_id<"user">;
using bare_type_id = sortid::typed_id<"">;

using other_batch_ids = sortid::detail::id_list<user_id, bare_type_id, own_word, own_lower, own_constant,
                                                own_sign, own_checked, own_hex, own_base58>;

// Calls f(id type) for each.
template <class F>
void for_every_batch_id(F&& f) {
  sortid::format_list::for_each([&]<class Id>(std::type_identity<Id> type) {
    if constexpr (batch_id<Id>) f(type);
  });
  other_batch_ids::for_each(f);
}

template <batch_id Id>
std::string name_of_batch_id() {
  std::string name(Id::layout().name);
  if constexpr (requires { Id::prefix(); }) name += " of " + std::string(Id::prefix());
  return name;
}

// The length of every text of the type, by asking an id.
template <batch_id Id>
[[gnu::noinline]] std::size_t size_of_text() {
  return Id::min().to_text().size();
}

// A number of rounds, or fewer where the environment asks for less: emulated processors are slow.
inline std::size_t rounds(std::size_t n) {
  const char* less = std::getenv("SORTID_TEST_LESS");
  const std::size_t by = less == nullptr ? 1 : static_cast<std::size_t>(std::atol(less));
  return std::max<std::size_t>(1, n / std::max<std::size_t>(1, by));
}

// Values and texts, drawn from a seed.
class drawn {
 public:
  explicit drawn(std::uint64_t seed) : engine_(seed) {}

  std::uint64_t word() { return engine_(); }
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(engine_() % n); }
  bool one_in(std::size_t n) { return below(n) == 0; }

  // Any 128 bits, often at an edge.
  uint128 bits() {
    switch (below(8)) {
      case 0:
        return uint128(1) << static_cast<unsigned>(below(128));
      case 1:
        return (uint128(1) << static_cast<unsigned>(below(128))) - uint128(1);
      case 2:
        return uint128(word() & word() & word(), word() & word() & word());
      case 3:
        return ~uint128(word() & word() & word(), word() & word() & word());
      default:
        return {word(), word()};
    }
  }

  template <batch_id Id>
  [[gnu::noinline]] Id id() {
    return of<Id>(bits());
  }
  template <batch_id Id>
  [[gnu::noinline]] std::string text() {
    return std::string(id<Id>().to_text().view());
  }

  // A text that is often none: one to three bytes are others, of all bytes or of those near the symbols.
  template <batch_id Id>
  [[gnu::noinline]] std::string damaged() {
    std::string text = this->text<Id>();
    for (std::size_t left = 1 + below(3); left != 0; --left) {
      char& c = text[below(text.size())];
      switch (below(4)) {
        case 0:
          c = static_cast<char>(below(256));
          break;
        case 1:
          c = static_cast<char>(static_cast<unsigned char>(c) ^ 1U << below(8));
          break;
        case 2: {
          constexpr std::string_view near = "0OoIiLlUu189AZaz_-{}/:@[`GgFf\x7F\xC5\xBF";
          c = near[below(near.size())];
          break;
        }
        default:
          c = text[below(text.size())];
      }
    }
    return text;
  }

  // The id of these bits, the layout's own ones put in their places.
  template <batch_id Id>
  [[gnu::noinline]] static Id of(uint128 bits) {
    const layout& l = Id::layout();
    if (l.constants_required) bits = (bits & ~l.mask(role::constant)) | l.constants();
    return Id::from_number(static_cast<typename Id::value_type>(bits & ~l.mask(role::sign))).value();
  }

 private:
  std::mt19937_64 engine_;
};

// The bytes that may stand at a place of the text, in the order of bytes.
template <batch_id Id>
[[gnu::noinline]] std::string symbols_at(std::size_t place) {
  std::string found;
  std::string text(Id::min().to_text().view());
  for (unsigned byte = 0; byte < 256; ++byte) {
    text[place] = static_cast<char>(byte);
    const auto why = Id::parse(text).error().why;
    if (why != reason::character && why != reason::prefix && why != reason::length)
      found += static_cast<char>(byte);
  }
  return found;
}

// Texts at the edges: smallest and largest value, nil, all ones, and what is a step beside the largest at
// each place.
template <batch_id Id>
std::vector<std::string> edge_texts() {
  std::vector<std::string> texts;
  const auto add = [&texts](std::string_view text) { texts.emplace_back(text); };
  add(Id::min().to_text().view());
  add(Id::max().to_text().view());
  add(Id::nil().to_text().view());
  add(drawn::of<Id>(~uint128()).to_text().view());
  const std::size_t size = texts[0].size();
  for (std::size_t place = 0; place < size; ++place) {
    const std::string symbols = symbols_at<Id>(place);
    if (symbols.empty()) continue;
    for (const char symbol : {symbols.front(), symbols.back()}) {
      // From there on all lowest or all highest.
      std::string text = texts[1];
      for (std::size_t at = place; at < size; ++at) {
        const std::string there = symbols_at<Id>(at);
        if (!there.empty()) text[at] = symbol == symbols.front() ? there.front() : there.back();
      }
      add(text);
      for (const char other : symbols) {
        text[place] = other;
        if (place == 0 || other == texts[1][place] + 1 || other == texts[1][place] - 1) add(text);
      }
    }
    std::string larger = texts[1];
    for (const char other : symbols) {
      larger[place] = other;
      add(larger);
    }
  }
  return texts;
}

}  // namespace sortid_test
