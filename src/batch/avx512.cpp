// x86-64 with AVX-512 and its VBMI: byte permutes over a whole register, 128-entry tables, and eight unaligned bit fields
// from 64 bits at once. Two to eight ids to a register; tails and single ids by one lane.
#include "sets.hpp"

#if defined(SORTID_X86_KERNELS)

// g++ 12 warns of its own intrinsics, which start from undefined registers on purpose.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif

#include <immintrin.h>

#include "scalar.hpp"
#include "tables.hpp"
#include "target.hpp"

namespace sortid::detail {
namespace {

using bytes64 = std::array<std::uint8_t, 64>;

// Where the bytes of a wide table come from; `nothing` for a zero byte, for which a mask is made.
constexpr std::uint64_t mask_of(const bytes64& places) noexcept {
  std::uint64_t mask = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (places[i] != nothing) mask |= std::uint64_t{1} << i;
  }
  return mask;
}

constexpr bytes64 filled64(std::uint8_t value) noexcept {
  bytes64 to{};
  to.fill(value);
  return to;
}

// An alphabet repeated, so that bits above a symbol's five or four do not matter.
template <class Symbols>
constexpr bytes64 repeated(const Symbols& symbols, std::size_t period) noexcept {
  bytes64 to{};
  for (std::size_t i = 0; i < to.size(); ++i) to[i] = static_cast<std::uint8_t>(symbols[i % period]);
  return to;
}

// A decoding table of 128 in two halves.
constexpr bytes64 half_of(const std::array<std::uint8_t, 256>& decode, std::size_t half) noexcept {
  bytes64 to{};
  for (std::size_t i = 0; i < to.size(); ++i) to[i] = decode[64 * half + i];
  return to;
}

// To text: eight bytes of the value into each 64 bits, the first of them the highest, then one bit field of eight bits for
// each symbol, of which the table reads the low ones. `bit_of(symbol)` is where a symbol of `width` bits begins in the value,
// `symbol_at(place)` what stands at a place of the text or a negative number.
struct spread_tables {
  bytes64 bytes = filled64(nothing);
  bytes64 fields{};
};
template <class BitAt>
constexpr spread_tables spread_of(int places, int slot, int value_size, int width, BitAt bit_at) noexcept {
  spread_tables t;
  for (int id = 0; id * slot < 64; ++id) {
    for (int group = 0; 8 * group < slot; ++group) {
      int first = 1000;
      for (int p = 8 * group; p < 8 * group + 8 && p < places; ++p) {
        const int bit = bit_at(p);
        if (bit > -100 && bit < first) first = bit;
      }
      if (first == 1000) continue;
      const int from = (first + 64) / 8 - 8;  // floor
      for (int b = 0; b < 8; ++b) {
        const int byte = from + 7 - b;
        if (byte >= 0 && byte < value_size)
          t.bytes[static_cast<std::size_t>(id * slot + 8 * group + b)] = static_cast<std::uint8_t>(id * value_size + byte);
      }
      for (int p = 8 * group; p < 8 * group + 8 && p < places; ++p) {
        const int bit = bit_at(p);
        if (bit <= -100) continue;
        t.fields[static_cast<std::size_t>(id * slot + p)] =
            static_cast<std::uint8_t>(63 - (bit - 8 * from + width - 1));
      }
    }
  }
  return t;
}

// From text: after the sums each 64 bits hold a number of 40 bits, its lower 20 from bit 44 on and its upper 20 from bit 0
// on, which is one field when bits go round. The multishift picks its bytes, the highest first.
constexpr bytes64 byte_fields() noexcept {
  bytes64 to{};
  for (std::size_t i = 0; i < to.size(); ++i) {
    const std::size_t byte = i % 8 < 5 ? 4 - i % 8 : 0;
    to[i] = static_cast<std::uint8_t>((44 + 8 * byte) % 64);
  }
  return to;
}

}  // namespace
}  // namespace sortid::detail

SORTID_TARGET_BEGIN("avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx2,bmi,bmi2,lzcnt,popcnt")
namespace sortid::detail {
namespace {

#include "registers_x86_128.hpp"

using narrow = lane128;
using wide = lane128;

#include "lanes.hpp"

using reg = __m512i;

reg table64(const bytes64& bytes) noexcept { return _mm512_loadu_si512(bytes.data()); }
reg everywhere(std::uint8_t byte) noexcept { return _mm512_set1_epi8(static_cast<char>(byte)); }

// `count` texts' or ids' places, each `slot` apart from `first` on, in a register.
constexpr std::uint64_t places_of(unsigned count, unsigned slot, unsigned first, unsigned size) noexcept {
  std::uint64_t mask = 0;
  for (unsigned i = 0; i < count; ++i) mask |= (~std::uint64_t{0} >> (64 - size)) << (i * slot + first);
  return mask;
}

// Texts into their slots, each by a masked load that begins where the slot would; what is masked does not fault.
template <unsigned Count, unsigned Slot, unsigned First, unsigned Size>
reg load_texts(const char* texts, std::size_t stride) noexcept {
  reg all = _mm512_maskz_loadu_epi8(places_of(1, 64, First, Size), texts - First);
  for (unsigned i = 1; i < Count; ++i) {
    all = _mm512_mask_loadu_epi8(all, places_of(1, 64, i * Slot + First, Size),
                                 texts + i * stride - (i * Slot + First));
  }
  return all;
}
template <unsigned Count, unsigned Slot, unsigned Size>
void store_texts(char* texts, std::size_t stride, reg all) noexcept {
  for (unsigned i = 0; i < Count; ++i) {
    _mm512_mask_storeu_epi8(texts + i * stride - i * Slot, places_of(1, 64, i * Slot, Size), all);
  }
}

// Symbols to values. A byte that is none, and one that is not ASCII, gives 0x80 or more.
struct wide_values {
  reg low, high, not_ascii = everywhere(0x80);
  explicit wide_values(const std::array<std::uint8_t, 256>& decode) noexcept
      : low(table64(half_of(decode, 0))), high(table64(half_of(decode, 1))) {}
  reg operator()(__mmask64 where, reg text) const noexcept {
    const reg found = _mm512_maskz_permutex2var_epi8(where, low, text, high);
    constexpr int a_or_b_and_c = 0xF8;
    return _mm512_mask_ternarylogic_epi64(found, 0xFF, text, not_ascii, a_or_b_and_c);
  }
};

// Eight symbols of five bits in each 64 bits to the five bytes they are, the highest first.
struct wide_joiner {
  reg by8 = _mm512_set1_epi16(0x0120), by16 = _mm512_set1_epi32(0x00010400);
  reg up = _mm512_set1_epi64(0x0000000C00000000);
  reg fields = table64(byte_fields());
  wide_joiner() noexcept {}
  reg operator()(reg values) const noexcept {
    const reg twenty = _mm512_madd_epi16(_mm512_maddubs_epi16(values, by8), by16);
    return _mm512_multishift_epi64_epi8(fields, _mm512_sllv_epi32(twenty, up));
  }
};

// How the loops are made. Kernel gives `step` ids at once: to_text(ids, texts, stride), from_text(texts, stride, ids) → a bit
// for each good one; the rest goes lane by lane.
template <class Writer, text_shape Shape>
void write_wide(const void* ids, std::size_t n, char* texts, std::size_t stride) noexcept {
  constexpr std::size_t id_size = lane_loops<Shape>::id_size;
  const auto* from = static_cast<const char*>(ids);
  std::size_t i = 0;
  if (n >= Writer::step) {
    const Writer to_text;
    for (; i + Writer::step <= n; i += Writer::step) to_text(from + i * id_size, texts + i * stride, stride);
  }
  if (i < n) lane_loops<Shape>::write(from + i * id_size, n - i, texts + i * stride, stride);
}

template <class Reader, text_shape Shape>
bool read_wide(const char* texts, std::size_t stride, std::size_t n, void* ids, const value_rule& rule,
               std::uint64_t* refused) noexcept {
  constexpr std::size_t id_size = lane_loops<Shape>::id_size;
  constexpr unsigned all = (1U << Reader::step) - 1;
  auto* to = static_cast<char*>(ids);
  std::uint64_t any = 0;
  if (n >= Reader::step) {
    const Reader from_text(rule);
    std::size_t i = 0;
    while (i + Reader::step <= n) {
      const std::size_t begin = i;
      const std::size_t end = begin + 64 < n ? begin + 64 : n;
      std::uint64_t bad = 0;
      for (; i + Reader::step <= end; i += Reader::step) {
        const unsigned good_ones = from_text(texts + i * stride, stride, to + i * id_size);
        bad |= std::uint64_t{good_ones ^ all} << (i - begin);
      }
      refused[begin / 64] = bad;
      any |= bad;
    }
    if (i == n) return any != 0;
    std::uint64_t rest = 0;
    lane_loops<Shape>::read(texts + i * stride, stride, n - i, to + i * id_size, rule, &rest);
    if (i % 64 == 0) refused[i / 64] = 0;
    refused[i / 64] |= rest << (i % 64);
    return (any | rest) != 0;
  }
  return lane_loops<Shape>::read(texts, stride, n, ids, rule, refused);
}

template <class Writer, class Reader, text_shape Shape>
constexpr text_kernels wide_kernels{write_wide<Writer, Shape>, read_wide<Reader, Shape>, lane_loops<Shape>::write_one,
                                    lane_loops<Shape>::read_one};

// Ids of 16 bytes, the good ones of two.
void store_two(unsigned good_ones, char* ids, __m256i two) noexcept {
  if (good_ones == 3) [[likely]] {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(ids), two);
    return;
  }
  lane128::store16_of(good_ones & 1U, ids, 0, _mm256_castsi256_si128(two));
  lane128::store16_of(good_ones & 2U, ids + 16, 0, _mm256_extracti128_si256(two, 1));
}

// A bit for each of two slots of 32 in which nothing is bad.
unsigned good_of_two(__mmask64 bad) noexcept {
  if (bad == 0) [[likely]] return 3;
  return (static_cast<std::uint32_t>(bad) == 0 ? 1U : 0U) | (bad >> 32 == 0 ? 2U : 0U);
}

// --- 26 symbols ------------------------------------------------------------------------------------------------

template <bool LowerCase>
struct writer26 {
  static constexpr std::size_t step = 4;
  static constexpr spread_tables spread = spread_of(26, 32, 16, 5, [](int place) { return 5 * place - 2; });
  static constexpr bytes64 next_two = [] {
    bytes64 to = spread.bytes;
    for (std::uint8_t& place : to) place = place == nothing ? nothing : static_cast<std::uint8_t>(place + 32);
    return to;
  }();
  reg symbols = table64(repeated(encode32<LowerCase>, 32));
  reg first = table64(spread.bytes), second = table64(next_two), fields = table64(spread.fields);

  writer26() noexcept {}
  void operator()(const char* ids, char* texts, std::size_t stride) const noexcept {
    const reg four = _mm512_loadu_si512(ids);
    store_texts<2, 32, 26>(texts, stride, text_of(_mm512_maskz_permutexvar_epi8(mask_of(spread.bytes), first, four)));
    store_texts<2, 32, 26>(texts + 2 * stride, stride,
                           text_of(_mm512_maskz_permutexvar_epi8(mask_of(spread.bytes), second, four)));
  }
  [[nodiscard]] reg text_of(reg spread_out) const noexcept {
    return _mm512_permutexvar_epi8(_mm512_multishift_epi64_epi8(fields, spread_out), symbols);
  }
};

// Symbols 0 and 1 end the first 64 bits, and every eight more fill one: bytes 0, 1 … 5, 6 … 10, 11 … 15.
template <bool LowerCase>
struct reader26 {
  static constexpr std::size_t step = 4;
  static constexpr unsigned first_place = 6;
  static constexpr std::uint64_t places = places_of(2, 32, first_place, 26);
  wide_values values{decode32<LowerCase ? symbols32::lower_case : symbols32::any_case>};
  wide_joiner join;
  reg limits;
  reg compact = table64([] {
    bytes64 to{};
    for (std::size_t id = 0; id < 2; ++id) {
      to[16 * id] = static_cast<std::uint8_t>(32 * id + 4);
      for (std::size_t i = 0; i < 15; ++i)
        to[16 * id + 1 + i] = static_cast<std::uint8_t>(32 * id + 8 * (1 + i / 5) + i % 5);
    }
    return to;
  }());

  explicit reader26(const value_rule& rule) noexcept {
    bytes64 all = filled64(31);
    all[first_place] = all[32 + first_place] = rule.first_limit;
    limits = table64(all);
  }
  unsigned operator()(const char* texts, std::size_t stride, char* ids) const noexcept {
    const unsigned low = two(texts, stride, ids);
    return low | two(texts + 2 * stride, stride, ids + 32) << 2;
  }
  unsigned two(const char* texts, std::size_t stride, char* ids) const noexcept {
    const reg read = values(places, load_texts<2, 32, first_place, 26>(texts, stride));
    const unsigned good_ones = good_of_two(_mm512_cmpgt_epu8_mask(read, limits));
    store_two(good_ones, ids, _mm512_castsi512_si256(_mm512_permutexvar_epi8(compact, join(read))));
    return good_ones;
  }
};

// --- 13 symbols ------------------------------------------------------------------------------------------------

template <bool LowerCase>
struct writer13 {
  static constexpr std::size_t step = 8;
  // The integers are in the order that the fields want, so they are but doubled: one for each eight symbols. The first
  // symbol has four bits; the fifth would be the integer's lowest.
  static constexpr bytes64 field_places = [] {
    bytes64 to{};
    for (std::size_t i = 0; i < 64; ++i) {
      const std::size_t place = i % 16;
      to[i] = static_cast<std::uint8_t>(place < 13 ? 60 - 5 * place : 0);
    }
    return to;
  }();
  reg symbols = table64(repeated(encode32<LowerCase>, 32));
  reg fields = table64(field_places);
  reg first = _mm512_set_epi64(3, 3, 2, 2, 1, 1, 0, 0), second = _mm512_set_epi64(7, 7, 6, 6, 5, 5, 4, 4);
  reg four_bits = _mm512_set_epi64(-1, -241, -1, -241, -1, -241, -1, -241);  // 0x0F in the first byte

  writer13() noexcept {}
  void operator()(const char* ids, char* texts, std::size_t stride) const noexcept {
    const reg eight = _mm512_loadu_si512(ids);
    store_texts<4, 16, 13>(texts, stride, text_of(_mm512_permutexvar_epi64(first, eight)));
    store_texts<4, 16, 13>(texts + 4 * stride, stride, text_of(_mm512_permutexvar_epi64(second, eight)));
  }
  [[nodiscard]] reg text_of(reg doubled) const noexcept {
    const reg values = _mm512_and_si512(_mm512_multishift_epi64_epi8(fields, doubled), four_bits);
    return _mm512_permutexvar_epi8(values, symbols);
  }
};

template <bool LowerCase>
struct reader13 {
  static constexpr std::size_t step = 4;
  static constexpr unsigned first_place = 3;
  static constexpr std::uint64_t places = places_of(4, 16, first_place, 13);
  wide_values values{decode32<LowerCase ? symbols32::lower_case : symbols32::any_case>};
  wide_joiner join;
  reg limits;
  // The lowest byte first: five of the upper 64 bits of a slot, three of the lower.
  reg compact = table64([] {
    bytes64 to{};
    for (std::size_t id = 0; id < 4; ++id) {
      for (std::size_t i = 0; i < 8; ++i)
        to[8 * id + i] = static_cast<std::uint8_t>(16 * id + (i < 5 ? 8 + 4 - i : 4 - (i - 5)));
    }
    return to;
  }());

  explicit reader13(const value_rule& rule) noexcept {
    bytes64 all = filled64(31);
    for (std::size_t id = 0; id < 4; ++id) all[16 * id + first_place] = rule.first_limit;
    limits = table64(all);
  }
  unsigned operator()(const char* texts, std::size_t stride, char* ids) const noexcept {
    const reg read = values(places, load_texts<4, 16, first_place, 13>(texts, stride));
    const __mmask64 bad = _mm512_cmpgt_epu8_mask(read, limits);
    const __m256i four = _mm512_castsi512_si256(_mm512_permutexvar_epi8(compact, join(read)));
    if (bad == 0) [[likely]] {
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(ids), four);
      return 15;
    }
    unsigned good_ones = 0;
    for (unsigned id = 0; id < 4; ++id) good_ones |= (bad >> (16 * id) & 0xFFFFU) == 0 ? 1U << id : 0U;
    _mm256_mask_storeu_epi64(ids, static_cast<__mmask8>(good_ones), four);
    return good_ones;
  }
};

// --- 27 symbols, seven bits of check ---------------------------------------------------------------------------

// The values modulo 127 in all 32 bits of their lanes; see check_mod_of in lanes.hpp.
struct wide_check_mod {
  reg weights = _mm512_broadcast_i32x4(lane128::table(check_weights()));
  reg ones = _mm512_set1_epi16(1), m127 = _mm512_set1_epi32(127);
  wide_check_mod() noexcept {}
  reg operator()(reg values) const noexcept {
    reg sum = _mm512_madd_epi16(_mm512_maddubs_epi16(values, weights), ones);
    sum = _mm512_add_epi32(sum, _mm512_shuffle_epi32(sum, _MM_PERM_CDAB));
    sum = _mm512_add_epi32(sum, _mm512_shuffle_epi32(sum, _MM_PERM_BADC));
    sum = _mm512_add_epi32(_mm512_and_si512(sum, m127), _mm512_srli_epi32(sum, 7));
    sum = _mm512_add_epi32(_mm512_and_si512(sum, m127), _mm512_srli_epi32(sum, 7));
    // What is below 127 wraps round to a large number.
    return _mm512_min_epu32(sum, _mm512_sub_epi32(sum, m127));
  }
};

struct writer27 {
  static constexpr std::size_t step = 4;
  static constexpr spread_tables spread = spread_of(27, 32, 16, 5, [](int place) { return 5 * place; });
  writer26<false> plain;
  wide_check_mod check_mod;
  reg first = table64(spread.bytes), second = first, fields = table64(spread.fields);
  // Two bits of the check end symbol 25 and five are symbol 26.
  reg upper2 = _mm512_set1_epi64(0x0300), lower5 = _mm512_set1_epi64(0x1F0000);
  reg first_checks = _mm512_set_epi64(2, 0, 0, 0, 0, 0, 0, 0), second_checks = _mm512_set_epi64(6, 0, 0, 0, 4, 0, 0, 0);

  writer27() noexcept {
    bytes64 next = spread.bytes;
    for (std::uint8_t& place : next) place = place == nothing ? nothing : static_cast<std::uint8_t>(place + 32);
    second = table64(next);
  }
  void operator()(const char* ids, char* texts, std::size_t stride) const noexcept {
    const reg four = _mm512_loadu_si512(ids);
    const reg check = check_mod(four);
    const reg ends = _mm512_or_si512(_mm512_and_si512(_mm512_slli_epi64(check, 3), upper2),
                                     _mm512_and_si512(_mm512_slli_epi64(check, 16), lower5));
    store_texts<2, 32, 27>(texts, stride, text_of(first, four, first_checks, ends));
    store_texts<2, 32, 27>(texts + 2 * stride, stride, text_of(second, four, second_checks, ends));
  }
  [[nodiscard]] reg text_of(reg places, reg four, reg check_places, reg ends) const noexcept {
    constexpr __mmask8 last_of_slot = 0x88;
    const reg spread_out = _mm512_maskz_permutexvar_epi8(mask_of(spread.bytes), places, four);
    const reg values = _mm512_or_si512(_mm512_multishift_epi64_epi8(fields, spread_out),
                                       _mm512_maskz_permutexvar_epi64(last_of_slot, check_places, ends));
    return _mm512_permutexvar_epi8(values, plain.symbols);
  }
};

// Every eight symbols from the first on fill 64 bits; the last three are the upper 15 of 40 bits: byte 15 and the check.
struct reader27 {
  static constexpr std::size_t step = 2;
  static constexpr std::uint64_t places = places_of(2, 32, 0, 27);
  static constexpr std::size_t check_field = 7;  // the byte of 64 bits that nothing else needs
  wide_values values{decode32<symbols32::with_aliases>};
  wide_check_mod check_mod;
  wide_joiner join;
  reg limits = everywhere(31);
  reg m127 = _mm512_set1_epi32(127);
  // The ids, then behind them each one's check at the start of a lane.
  reg compact = table64([] {
    bytes64 to{};
    for (std::size_t id = 0; id < 2; ++id) {
      for (std::size_t i = 0; i < 16; ++i) to[16 * id + i] = static_cast<std::uint8_t>(32 * id + 8 * (i / 5) + i % 5);
      to[32 + 16 * id] = static_cast<std::uint8_t>(32 * id + 24 + check_field);
    }
    return to;
  }());

  explicit reader27(const value_rule&) noexcept {
    bytes64 fields = byte_fields();
    for (std::size_t i = check_field; i < 64; i += 8) fields[i] = (44 + 25) % 64;
    join.fields = table64(fields);
  }
  unsigned operator()(const char* texts, std::size_t stride, char* ids) const noexcept {
    const reg read = values(places, load_texts<2, 32, 0, 27>(texts, stride));
    const reg both = _mm512_permutexvar_epi8(compact, join(read));
    const __m256i two = _mm512_castsi512_si256(both);
    const reg check = _mm512_and_si512(_mm512_castsi256_si512(_mm512_extracti64x4_epi64(both, 1)), m127);
    constexpr __mmask16 starts = 0x0011;
    const __mmask16 wrong = _mm512_mask_cmpneq_epi32_mask(starts, check, check_mod(_mm512_castsi256_si512(two)));
    const __mmask16 unverified = _mm512_mask_cmpneq_epi32_mask(wrong, check, m127);
    const __mmask64 no_symbol = _mm512_cmpgt_epu8_mask(read, limits);
    unsigned good_ones = 3;
    if ((no_symbol | unverified) != 0) [[unlikely]] {
      good_ones = good_of_two(no_symbol) & ~((unverified & 1U) | (unverified >> 3U & 2U));
    }
    store_two(good_ones, ids, two);
    return good_ones;
  }
};

// --- hexadecimal -----------------------------------------------------------------------------------------------

// The digit at a place of the text, or −1.
constexpr int digit_at(int place) noexcept {
  if (uuid_codec::hyphen_at(static_cast<std::size_t>(place))) return -1;
  int digit = place;
  for (int p = 0; p < place; ++p) digit -= uuid_codec::hyphen_at(static_cast<std::size_t>(p)) ? 1 : 0;
  return digit;
}
constexpr std::uint64_t hyphens = [] {
  std::uint64_t mask = 0;
  for (std::size_t i = 0; i < uuid_codec::symbols; ++i) mask |= uuid_codec::hyphen_at(i) ? std::uint64_t{1} << i : 0;
  return mask;
}();

struct writer36 {
  static constexpr std::size_t step = 4;
  static constexpr spread_tables spread = spread_of(
      36, 64, 16, 4, [](int place) { return digit_at(place) < 0 ? -1000 : 4 * digit_at(place); });
  reg symbols = table64(repeated(encode32<true>, 16));
  reg bytes = table64(spread.bytes), fields = table64(spread.fields), hyphen = everywhere('-');

  writer36() noexcept {}
  void operator()(const char* ids, char* texts, std::size_t stride) const noexcept {
    for (std::size_t i = 0; i < step; ++i) {
      const reg id = _mm512_castsi128_si512(lane128::load16(ids + 16 * i, 0));
      const reg digits = _mm512_multishift_epi64_epi8(fields, _mm512_permutexvar_epi8(bytes, id));
      store_texts<1, 64, 36>(texts + i * stride, 0, _mm512_mask_permutexvar_epi8(hyphen, ~hyphens, digits, symbols));
    }
  }
};

struct reader36 {
  static constexpr std::size_t step = 2;
  static constexpr std::uint64_t text_places = places_of(1, 64, 0, 36);
  wide_values values{decode32<symbols32::any_case>};
  reg limits = everywhere(15), hyphen = everywhere('-');
  reg by8 = _mm512_set1_epi16(0x0110);
  reg first = table64(digits_at(0)), second = table64(digits_at(32));
  __m256i rule_mask, rule_bits;

  static constexpr bytes64 digits_at(std::size_t begin) noexcept {
    bytes64 to{};
    for (int place = 0; place < 36; ++place) {
      if (digit_at(place) >= 0) to[begin + static_cast<std::size_t>(digit_at(place))] = static_cast<std::uint8_t>(place);
    }
    return to;
  }
  explicit reader36(const value_rule& rule) noexcept
      : rule_mask(_mm256_broadcastsi128_si256(lane128::table(rule.mask))),
        rule_bits(_mm256_broadcastsi128_si256(lane128::table(rule.bits))) {}
  unsigned operator()(const char* texts, std::size_t stride, char* ids) const noexcept {
    const reg a = _mm512_maskz_loadu_epi8(text_places, texts);
    const reg b = _mm512_maskz_loadu_epi8(text_places, texts + stride);
    const reg text = _mm512_mask_permutexvar_epi8(_mm512_permutexvar_epi8(first, a), 0xFFFFFFFF00000000, second, b);
    const reg read = values(~std::uint64_t{0}, text);
    const __m256i two = _mm512_cvtepi16_epi8(_mm512_maddubs_epi16(read, by8));
    const __mmask64 no_digit = _mm512_cmpgt_epu8_mask(read, limits);
    const __mmask64 no_hyphen_a = _mm512_mask_cmpneq_epi8_mask(hyphens, a, hyphen);
    const __mmask64 no_hyphen_b = _mm512_mask_cmpneq_epi8_mask(hyphens, b, hyphen);
    const __m256i others = _mm256_xor_si256(_mm256_and_si256(two, rule_mask), rule_bits);
    const __mmask8 breaks = _mm256_test_epi64_mask(others, others);
    unsigned good_ones = 3;
    if ((no_digit | no_hyphen_a | no_hyphen_b | breaks) != 0) [[unlikely]] {
      good_ones = good_of_two(no_digit);
      if (no_hyphen_a != 0 || (breaks & 3U) != 0) good_ones &= 2U;
      if (no_hyphen_b != 0 || (breaks & 12U) != 0) good_ones &= 1U;
    }
    store_two(good_ones, ids, two);
    return good_ones;
  }
};

// --- base 58 ---------------------------------------------------------------------------------------------------

// Eight ids at once. The quotients come from doubles: a little below the true ones, so never too large and at most one too
// small, which the remainder tells.
struct writer11 {
  static constexpr std::size_t step = 8;
  static constexpr double below_reciprocal = (1.0 / limb58) * (1.0 - 0x1p-50);
  reg limb = _mm512_set1_epi64(limb58), one = _mm512_set1_epi64(1), base = _mm512_set1_epi64(58);
  reg factor = _mm512_set1_epi64(fraction_factor);
  __m512d reciprocal = _mm512_set1_pd(below_reciprocal);
  reg symbols = table64([] {
    bytes64 to{};
    for (std::size_t i = 0; i < bitcoin_symbols.size(); ++i) to[i] = static_cast<std::uint8_t>(bitcoin_symbols[i]);
    return to;
  }());

  writer11() noexcept {}
  // The quotient; the remainder takes the value's place.
  [[nodiscard]] reg divide(reg& value) const noexcept {
    reg quotient = _mm512_cvttpd_epu64(_mm512_mul_pd(_mm512_cvtepu64_pd(value), reciprocal));
    value = _mm512_sub_epi64(value, _mm512_mullo_epi64(quotient, limb));
    const __mmask8 one_more = _mm512_cmpge_epu64_mask(value, limb);
    quotient = _mm512_mask_add_epi64(quotient, one_more, quotient, one);
    value = _mm512_mask_sub_epi64(value, one_more, value, limb);
    return quotient;
  }
  // Digit `Place` of the text out of the upper half of each 64 bits into byte Place % 8 of `text`.
  template <unsigned Place>
  static void put(reg& text, reg digit) noexcept {
    constexpr unsigned bit = 8 * (Place % 8);
    const reg moved_digit =
        bit < 32 ? _mm512_srli_epi64(digit, bit < 32 ? 32 - bit : 0) : _mm512_slli_epi64(digit, bit < 32 ? 0 : bit - 32);
    constexpr int a_or_b_and_c = 0xF8;
    text = _mm512_ternarylogic_epi64(text, moved_digit, _mm512_set1_epi64(static_cast<long long>(std::uint64_t{0xFF} << bit)),
                                     a_or_b_and_c);
  }
  // The five digits of a limb to the places from First on; below 8 they go to `front`.
  template <unsigned First>
  void put_limb(reg& front, reg& back, reg value) const noexcept {
    reg digit = _mm512_add_epi64(_mm512_srli_epi64(_mm512_mul_epu32(value, factor), fraction_shift), one);
    put<First>(First < 8 ? front : back, digit);
    digit = _mm512_mul_epu32(digit, base);
    put<First + 1>(First + 1 < 8 ? front : back, digit);
    digit = _mm512_mul_epu32(digit, base);
    put<First + 2>(First + 2 < 8 ? front : back, digit);
    digit = _mm512_mul_epu32(digit, base);
    put<First + 3>(First + 3 < 8 ? front : back, digit);
    digit = _mm512_mul_epu32(digit, base);
    put<First + 4>(First + 4 < 8 ? front : back, digit);
  }
  void operator()(const char* ids, char* texts, std::size_t stride) const noexcept {
    reg low = _mm512_loadu_si512(ids);
    reg middle = divide(low);
    reg front = divide(middle);
    reg back = _mm512_setzero_si512();
    put_limb<1>(front, back, middle);
    put_limb<6>(front, back, low);
    // Two ids of a pair lie in one lane each, so even and odd ones part.
    store_texts<4, 16, 11>(texts, 2 * stride, _mm512_permutexvar_epi8(_mm512_unpacklo_epi64(front, back), symbols));
    store_texts<4, 16, 11>(texts + stride, 2 * stride,
                           _mm512_permutexvar_epi8(_mm512_unpackhi_epi64(front, back), symbols));
  }
};

struct reader11 {
  static constexpr std::size_t step = 4;
  static constexpr std::uint64_t places = places_of(4, 16, 0, 11);
  wide_values values{decode58};
  reg limits = everywhere(57);
  reg aligned = _mm512_broadcast_i32x4(lane128::table(moved(3, 1, 5, moved(11, 6, 5))));
  reg by8 = _mm512_set1_epi16(0x013A);
  reg by16 = _mm512_set1_epi64(0x0001'0D24'0001'0000);
  reg by32 = _mm512_set1_epi64(power58_4);
  reg by64 = _mm512_set_epi64(1, limb58, 1, limb58, 1, limb58, 1, limb58);
  reg top_byte = _mm512_set_epi64(0, 0xFF, 0, 0xFF, 0, 0xFF, 0, 0xFF);
  reg top_low = _mm512_set1_epi64(static_cast<long long>(power58_10 & 0xFFFFFFFF));
  reg top_high = _mm512_set1_epi64(static_cast<long long>(power58_10 >> 32));
  reg top_limit = _mm512_set1_epi64(top_limit58);
  reg even = _mm512_set_epi64(0, 0, 0, 0, 6, 4, 2, 0);

  explicit reader11(const value_rule&) noexcept {}
  unsigned operator()(const char* texts, std::size_t stride, char* ids) const noexcept {
    const reg read = values(places, load_texts<4, 16, 0, 11>(texts, stride));
    const __mmask64 no_symbol = _mm512_cmpgt_epu8_mask(read, limits);
    const reg words = _mm512_madd_epi16(_mm512_maddubs_epi16(_mm512_shuffle_epi8(read, aligned), by8), by16);
    const reg limbs = _mm512_add_epi64(_mm512_mul_epu32(words, by32), _mm512_srli_epi64(words, 32));
    const reg scaled = _mm512_mul_epu32(limbs, by64);
    const reg below = _mm512_add_epi64(scaled, _mm512_shuffle_epi32(scaled, _MM_PERM_BADC));
    const reg top = _mm512_and_si512(read, top_byte);
    const reg above = _mm512_add_epi64(_mm512_mul_epu32(top, top_low), _mm512_slli_epi64(_mm512_mul_epu32(top, top_high), 32));
    const reg sum = _mm512_add_epi64(above, below);
    constexpr __mmask8 firsts = 0x55;
    const __mmask8 over = _mm512_mask_cmplt_epu64_mask(firsts, sum, below) | _mm512_mask_cmpgt_epu64_mask(firsts, top, top_limit);
    const __m256i four = _mm512_castsi512_si256(_mm512_permutexvar_epi64(even, sum));
    if ((no_symbol | over) == 0) [[likely]] {
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(ids), four);
      return 15;
    }
    unsigned good_ones = 0;
    for (unsigned id = 0; id < 4; ++id) {
      const bool bad = (no_symbol >> (16 * id) & 0xFFFFU) != 0 || (over >> (2 * id) & 1U) != 0;
      good_ones |= bad ? 0U : 1U << id;
    }
    _mm256_mask_storeu_epi64(ids, static_cast<__mmask8>(good_ones), four);
    return good_ones;
  }
};

}  // namespace

constinit const kernels avx512_kernels{
    "avx512",
    {wide_kernels<writer26<false>, reader26<false>, text_shape::upper26>,
     wide_kernels<writer26<true>, reader26<true>, text_shape::lower26>,
     wide_kernels<writer13<false>, reader13<false>, text_shape::upper13>,
     wide_kernels<writer13<true>, reader13<true>, text_shape::lower13>,
     wide_kernels<writer27, reader27, text_shape::checked27>, wide_kernels<writer36, reader36, text_shape::hex36>,
     wide_kernels<writer11, reader11, text_shape::base58_11>},
    times128_in_lanes,
    times64_in_lanes,
    swap64_in_lanes};

}  // namespace sortid::detail
SORTID_TARGET_END

#endif
