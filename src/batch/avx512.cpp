// x86-64 with AVX-512 and VBMI: byte permutes over a whole register, tables of 128 entries, and eight
// unaligned bit fields out of 64 bits at once ("multishift"). A register takes two to eight ids; tails and
// single ids take one lane.
//
// Diagrams of bytes show a register as it lies in memory, byte 0 first, and name the source of each byte; "-"
// is zero. Diagrams of bits show 64 bits as a number, highest bit first; a letter is a symbol, "." is zero.
#include "instruction_sets.hpp"

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

// The bytes of a shuffle that are not `shuffle_zero`.
constexpr std::uint64_t mask_of(const bytes64& places) noexcept {
  std::uint64_t mask = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (places[i] != shuffle_zero) mask |= std::uint64_t{1} << i;
  }
  return mask;
}

using bytes32 = std::array<std::uint8_t, 32>;
constexpr bytes32 first_half(const bytes64& all) noexcept {
  bytes32 to{};
  for (std::size_t i = 0; i < to.size(); ++i) to[i] = all[i];
  return to;
}
constexpr bytes32 second_half(const bytes64& all) noexcept {
  bytes32 to{};
  for (std::size_t i = 0; i < to.size(); ++i) to[i] = all[to.size() + i];
  return to;
}
constexpr bytes64 filled64(std::uint8_t value) noexcept {
  bytes64 to{};
  to.fill(value);
  return to;
}

// An alphabet, repeated: the bits above a symbol's five or four do not matter then.
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

// To text. A permute brings eight bytes of the value into each 64 bits, highest first; the multishift then
// takes a field of eight bits for each symbol, and the symbol table looks at its low `width` bits alone. For
// symbols 0 ... 7 of 26:
//
//   byte of the id  -        0        1        2        3        4        5        6
//   64 bits         ........ aaabbbbb cccccddd ddeeeeef ffffgggg ghhhhhii iiijjjjj kkkkklll
//   symbol          a        b        c        d        e        f        g        h
//   field from bit  53       48       43       38       33       28       23       18
//   field           .....aaa aaabbbbb bbbccccc cccddddd dddeeeee eeefffff fffggggg ggghhhhh
//
// bit_at(place) is the bit of the value, counted from its highest, at which the symbol of a place begins;
// `no_bit` where there is none. An id has a slot of `slot` places, and uses the first `places` of them.
constexpr int no_bit = 1'000;
struct spread_tables {
  bytes64 bytes = filled64(shuffle_zero);
  bytes64 fields{};
};
template <class BitAt>
constexpr spread_tables spread_of(int places, int slot, int value_size, int width, BitAt bit_at) noexcept {
  spread_tables t;
  for (int at = 0; at < 64; ++at) {
    const int id = at / slot;
    const int group = at % slot / 8 * 8;
    int first_bit = no_bit;
    for (int place = group; place < group + 8 && place < places; ++place) {
      if (bit_at(place) < first_bit) first_bit = bit_at(place);
    }
    if (first_bit == no_bit) continue;
    const int first_byte = (first_bit + 64) / 8 - 8;  // floor
    const auto index = static_cast<std::size_t>(at);
    const int byte = first_byte + 7 - at % 8;
    if (byte >= 0 && byte < value_size) t.bytes[index] = static_cast<std::uint8_t>(id * value_size + byte);
    const int bit = at % slot < places ? bit_at(at % slot) : no_bit;
    if (bit != no_bit) t.fields[index] = static_cast<std::uint8_t>(63 - (bit - 8 * first_byte + width - 1));
  }
  return t;
}

// From text. wide_joiner leaves a number of 40 bits in each 64: its lower 20 from bit 44 on, its upper 20
// from bit 0 on. To the multishift, whose fields wrap around, that is one number. It takes the five bytes,
// highest first:
//
//   64 bits         eeeeefff ffgggggh hhhh.... ........ ........ ....aaaa abbbbbcc cccddddd
//   byte            0        1        2        3        4
//   field from bit  12       4        60       52       44
//   field           aaaaabbb bbcccccd ddddeeee efffffgg ggghhhhh
//
// Bytes 5 ... 7 repeat byte 4 and are not used.
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

SORTID_TARGET_BEGIN("avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vnni,avx2,bmi,bmi2")
namespace sortid::detail {
namespace {

#include "number_loops.hpp"
#include "registers_x86_128.hpp"

using reg = __m512i;

reg table64(const bytes64& bytes) noexcept { return _mm512_loadu_si512(bytes.data()); }
__m256i splat32(const bytes32& bytes) noexcept {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bytes.data()));
}
reg splat8(std::uint8_t byte) noexcept { return _mm512_set1_epi8(static_cast<char>(byte)); }

// A mask of `size` bytes from `first` on in each of `count` slots.
constexpr std::uint64_t places_of(unsigned count, unsigned slot, unsigned first, unsigned size) noexcept {
  std::uint64_t mask = 0;
  for (unsigned i = 0; i < count; ++i) mask |= (~std::uint64_t{0} >> (64 - size)) << (i * slot + first);
  return mask;
}

// Two or four pieces of memory, `stride` apart, side by side. Whole loads: masked ones of 64 bytes touch
// twice as many cache lines.
__m256i load32(const char* at) noexcept { return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(at)); }
reg load_two(const char* at, std::size_t stride) noexcept {
  return _mm512_inserti64x4(_mm512_castsi256_si512(load32(at)), load32(at + stride), 1);
}
reg load_four(const char* at, std::size_t stride) noexcept {
  reg all = _mm512_castsi128_si512(lane128::load16(at, 0));
  all = _mm512_inserti32x4(all, lane128::load16(at + stride, 0), 1);
  all = _mm512_inserti32x4(all, lane128::load16(at + 2 * stride, 0), 2);
  return _mm512_inserti32x4(all, lane128::load16(at + 3 * stride, 0), 3);
}
// Two texts of more than 16 bytes: a lane at the start of each, and a lane `second` bytes on.
void store_pairs(char* at, std::size_t second, std::size_t stride, reg r) noexcept {
  lane128::store16(at, 0, _mm512_castsi512_si128(r));
  lane128::store16(at + second, 0, _mm512_extracti32x4_epi32(r, 1));
  lane128::store16(at + stride, 0, _mm512_extracti32x4_epi32(r, 2));
  lane128::store16(at + stride + second, 0, _mm512_extracti32x4_epi32(r, 3));
}
// Four shorter texts: half a lane at the start of each, and its other half `second` bytes on.
void store_halves(char* at, std::size_t second, std::size_t stride, reg r) noexcept {
  lane128::store_halves(at, second, 0, _mm512_castsi512_si128(r));
  lane128::store_halves(at + stride, second, 0, _mm512_extracti32x4_epi32(r, 1));
  lane128::store_halves(at + 2 * stride, second, 0, _mm512_extracti32x4_epi32(r, 2));
  lane128::store_halves(at + 3 * stride, second, 0, _mm512_extracti32x4_epi32(r, 3));
}

// Symbols to values, zero outside the texts, and which bytes of the texts are invalid or above their limit.
// The table gives 0x80 for an invalid character. Its index has seven bits, so bit 7 of the text is checked
// apart.
struct wide_text {
  reg values;
  reg bad;  // not zero where a byte is invalid
};
template <const std::array<std::uint8_t, 256>& Decode>
struct wide_values {
  reg low = table64(constant<(half_of(Decode, 0))>), high = table64(constant<(half_of(Decode, 1))>);
  reg limits, not_ascii = splat8(0x80);
  explicit wide_values(reg greatest) noexcept : limits(greatest) {}
  wide_text operator()(__mmask64 places, reg text) const noexcept {
    const reg found = _mm512_maskz_permutex2var_epi8(places, low, text, high);
    return {found, _mm512_maskz_subs_epu8(places, checked(found, text), limits)};
  }
  // The bytes of the first two lanes that are no symbols.
  static std::uint32_t others_in(reg text) noexcept {
    const reg found = _mm512_permutex2var_epi8(table64(constant<(half_of(Decode, 0))>), text,
                                               table64(constant<(half_of(Decode, 1))>));
    return _mm256_movepi8_mask(_mm512_castsi512_si256(_mm512_or_si512(found, text)));
  }
  // For a text that fills its lanes. Limits there are for the symbols as loaded.
  [[nodiscard]] wide_text everywhere_in(reg text) const noexcept {
    const reg found = _mm512_permutex2var_epi8(low, text, high);
    return {found, _mm512_subs_epu8(checked(found, text), limits)};
  }

 private:
  [[nodiscard]] reg checked(reg found, reg text) const noexcept {
    constexpr int a_or_b_and_c = 0xF8;
    return _mm512_ternarylogic_epi64(found, text, not_ascii, a_or_b_and_c);
  }
};

// Eight values of five bits, a to h, in each 64 bits, to the five bytes that they are. Drawn as a number,
// byte 7 first:
//
//   values           ...hhhhh ...ggggg ...fffff ...eeeee ...ddddd ...ccccc ...bbbbb ...aaaaa
//   maddubs, 32 1    ......gg ggghhhhh ......ee eeefffff ......cc cccddddd ......aa aaabbbbb
//   madd, 1024 1     ........ ....eeee efffffgg ggghhhhh ........ ....aaaa abbbbbcc cccddddd
//   sllv, 12 and 0   eeeeefff ffgggggh hhhh.... ........ ........ ....aaaa abbbbbcc cccddddd
//   multishift       as byte_fields draws it
struct wide_joiner {
  reg by8 = _mm512_set1_epi16(0x0120), by16 = _mm512_set1_epi32(0x00010400);
  reg up = _mm512_set1_epi64(0x0000000C00000000);
  reg fields = table64(constant<(byte_fields())>);
  wide_joiner() noexcept = default;
  reg operator()(reg values) const noexcept {
    const reg twenty = _mm512_madd_epi16(_mm512_maddubs_epi16(values, by8), by16);
    return _mm512_multishift_epi64_epi8(fields, _mm512_sllv_epi32(twenty, up));
  }
};

// The loops. A writer and a reader take `step` ids at once: to_text(ids, texts, stride), and from_text(texts,
// stride, ids), which returns a bit for each valid text. One id alone goes the same way in a register that is
// mostly empty: to_text.one(id, text), and Reader::alone, from_text(text, id), which returns whether the text
// is valid.
//
// A reader of several texts also loads `before` bytes ahead of each text and `after` bytes behind it. These
// belong to another text, or lie between two texts that are less than a cache line apart, where no page can
// be missing. So the first and the last text go alone, like those left over, and so do all texts that lie
// further apart.
template <class Writer>
void write_wide(const void* ids, std::size_t n, char* texts, std::size_t stride) noexcept {
  const auto* from = static_cast<const char*>(ids);
  const Writer to_text;
  std::size_t i = 0;
  for (; i + Writer::step <= n; i += Writer::step)
    to_text(from + i * Writer::id_size, texts + i * stride, stride);
  for (; i < n; ++i) to_text.one(from + i * Writer::id_size, texts + i * stride);
}

template <class Reader>
bool read_wide(const char* texts, std::size_t stride, std::size_t n, void* ids, const value_rule& rule,
               std::uint64_t* rejected) noexcept {
  constexpr std::size_t id_size = Reader::id_size;
  constexpr std::size_t step = Reader::step;
  constexpr std::uint64_t all = (1U << step) - 1;
  const Reader from_text(rule);
  for (std::size_t word = 0; word * 64 < n; ++word) rejected[word] = 0;
  auto* to = static_cast<char*>(ids);
  bool any = false;
  const auto reject = [&](std::size_t i, std::uint64_t bad) {
    any = true;
    rejected[i / 64] |= bad << (i % 64);
    if (i % 64 > 64 - step && bad >> (64 - i % 64) != 0) rejected[i / 64 + 1] |= bad >> (64 - i % 64);
  };
  const typename Reader::alone from_one(rule);
  const auto alone = [&](std::size_t i) {
    if (!from_one(texts + i * stride, to + i * id_size)) reject(i, 1);
  };
  constexpr std::size_t before = Reader::before;
  constexpr std::size_t after = Reader::after;
  constexpr std::size_t cache_line = 64;
  const bool apart = before + after != 0 && stride > cache_line;
  std::size_t i = 0;
  if (before != 0 && n != 0) alone(i++);
  const std::size_t end = apart ? 0 : after != 0 && n != 0 ? n - 1 : n;
  for (; i + step <= end; i += step) {
    const std::uint64_t bad = from_text(texts + i * stride, stride, to + i * id_size) ^ all;
    if (bad != 0) [[unlikely]]
      reject(i, bad);
  }
  for (; i < n; ++i) alone(i);
  return any;
}

template <class Writer>
void write_alone(const void* id, char* text) noexcept {
  const Writer to_text;
  to_text.one(static_cast<const char*>(id), text);
}
template <class Reader>
bool read_alone(const char* text, void* id, const value_rule& rule) noexcept {
  const typename Reader::alone from_text(rule);
  return from_text(text, static_cast<char*>(id));
}

template <class Writer, class Reader, class LoneWriter = Writer>
struct wide_loops {
  static constexpr text_kernels all{write_wide<Writer>, read_wide<Reader>, write_alone<LoneWriter>,
                                    read_alone<Reader>, Reader::alone::first_wrong};
};

// One text alone: 16 bytes of it, and 16 bytes from `second` on, in the first two lanes. All of these belong
// to the text, so nothing is masked. The other lanes are ignored at the end.
reg load_pair(const char* at, std::size_t second) noexcept {
  return _mm512_castsi256_si512(_mm256_inserti128_si256(_mm256_castsi128_si256(lane128::load16(at, 0)),
                                                        lane128::load16(at + second, 0), 1));
}
// The first lane, and the second lane at `second`.
void store_pair(char* at, std::size_t second, reg r) noexcept {
  lane128::store16(at, 0, _mm512_castsi512_si128(r));
  lane128::store16(at + second, 0, _mm512_extracti32x4_epi32(r, 1));
}
// A table for each of the first two lanes.
reg in_lanes(const bytes16& first, const bytes16& second) noexcept {
  return _mm512_castsi256_si512(
      _mm256_inserti128_si256(_mm256_castsi128_si256(lane128::table(first)), lane128::table(second), 1));
}
// Whether the first lane is zero, or the first two.
template <unsigned Lanes>
bool is_zero(reg r) noexcept {
  if constexpr (Lanes == 1) {
    return _mm_test_epi8_mask(_mm512_castsi512_si128(r), _mm512_castsi512_si128(r)) == 0;
  } else {
    return _mm256_test_epi8_mask(_mm512_castsi512_si256(r), _mm512_castsi512_si256(r)) == 0;
  }
}
// The first wrong byte of a text, in whose first lane `bad` has its bytes 0 ... 15, and in whose second those
// from `second` on.
std::size_t first_of_pair(std::uint64_t bad, unsigned second) noexcept {
  const std::uint64_t both = (bad & 0xFFFFU) | bad >> 16U << second;
  return static_cast<std::size_t>(std::countr_zero(both | std::uint64_t{1} << (16 + second)));
}
// The same for a shorter text, half of whose bytes begin at `second`: in the first lane alone.
std::size_t first_of_halves(std::uint64_t bad, unsigned second) noexcept {
  const std::uint64_t both = (bad & 0xFFU) | (bad >> 8U & 0xFFU) << second;
  return static_cast<std::size_t>(std::countr_zero(both | std::uint64_t{1} << (8 + second)));
}
bool store_if(bool is_good, char* id, __m128i value) noexcept {
  if (is_good) lane128::store16(id, 0, value);
  return is_good;
}

// Stores the good ones of four ids of 16 bytes.
unsigned store_good(unsigned good_ones, char* ids, reg four) noexcept {
  if (good_ones == 15) [[likely]] {
    _mm512_storeu_si512(ids, four);
  } else {
    const auto twice = static_cast<__mmask8>(_pdep_u32(good_ones, 0x55) * 3);
    _mm512_mask_storeu_epi64(ids, twice, four);
  }
  return good_ones;
}

// The same for ids of 8 bytes.
unsigned store_good(unsigned good_ones, char* ids, __m256i four) noexcept {
  if (good_ones == 15) [[likely]] {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(ids), four);
  } else {
    _mm256_mask_storeu_epi64(ids, static_cast<__mmask8>(good_ones), four);
  }
  return good_ones;
}

__mmask64 not_zero(reg r) noexcept { return _mm512_test_epi8_mask(r, r); }

// A bit for each of four lanes, or of four slots of 32 bytes in two registers, in which nothing is bad.
// `others` is not zero in the lane of an id that is bad for another reason.
unsigned good_of_lanes(reg bad) noexcept {
  const __mmask64 where = not_zero(bad);
  if (where == 0) [[likely]]
    return 15;
  unsigned good_ones = 0;
  for (unsigned lane = 0; lane < 4; ++lane)
    good_ones |= (where >> (16 * lane) & 0xFFFFU) == 0 ? 1U << lane : 0U;
  return good_ones;
}
unsigned good_of_four(reg front, reg back, reg others) noexcept {
  constexpr int any_of_three = 0xFE;
  if (not_zero(_mm512_ternarylogic_epi64(front, back, others, any_of_three)) == 0) [[likely]]
    return 15;
  const auto two = [](__mmask64 bad) {
    return (static_cast<std::uint32_t>(bad) == 0 ? 1U : 0U) | (bad >> 32 == 0 ? 2U : 0U);
  };
  return (two(not_zero(front)) | two(not_zero(back)) << 2U) & good_of_lanes(others);
}

constexpr bytes64 plus(bytes64 places, int by) noexcept {
  for (std::uint8_t& place : places)
    place = place == shuffle_zero ? shuffle_zero : static_cast<std::uint8_t>(place + by);
  return places;
}
// A table for the upper half of a register, with the places of the lower half.
constexpr bytes64 to_upper_half(const bytes64& places) noexcept {
  bytes64 to{};
  for (std::size_t i = 0; i < 32; ++i) to[32 + i] = places[i];
  return to;
}
// The greatest value of each symbol in base 32. The first symbol of each slot has its own.
template <unsigned Count, unsigned Slot, unsigned Place>
reg limits32_of(std::uint8_t first) noexcept {
  return _mm512_mask_set1_epi8(splat8(31), places_of(Count, Slot, Place, 1), static_cast<char>(first));
}
template <bool LowerCase>
using wide_values32 = wide_values<decode32<LowerCase ? symbols32::lower_case : symbols32::any_case>>;
constexpr __mmask64 upper_half = 0xFFFFFFFF00000000;

// --- 26 symbols --------------------------------------------------------------------------------------------

// A slot holds symbols 0 ... 15 and 10 ... 25. The bytes of the id, and the symbols whose fields begin in
// them:
//
//   place        0  1  2  3  4  5  6  7    8  9 10 11 12 13 14 15
//   bytes        6  5  4  3  2  1  0  -   11 10  9  8  7  6  5  4
//   symbols      0  1  2  3  4  5  6  7    8  9 10 11 12 13 14 15
//
//   place       16 17 18 19 20 21 22 23   24 25 26 27 28 29 30 31
//   bytes       13 12 11 10  9  8  7  6    -  -  - 15 14 13 12 11
//   symbols     10 11 12 13 14 15 16 17   18 19 20 21 22 23 24 25
template <bool LowerCase>
struct writer26 {
  static constexpr std::size_t step = 4, id_size = 16;
  static constexpr spread_tables spread =
      spread_of(32, 32, 16, 5, [](int place) { return 5 * (place < 16 ? place : place - 6) - 2; });
  static constexpr std::uint64_t there = mask_of(spread.bytes);
  reg symbols = table64(constant<(repeated(encode32<LowerCase>, 32))>);
  reg first = table64(spread.bytes), second = table64(constant<(plus(spread.bytes, 32))>),
      fields = table64(spread.fields);

  writer26() noexcept = default;
  void operator()(const char* ids, char* texts, std::size_t stride) const noexcept {
    const reg four = _mm512_loadu_si512(ids);
    store_pairs(texts, 10, stride, text_of(_mm512_maskz_permutexvar_epi8(there, first, four)));
    store_pairs(texts + 2 * stride, 10, stride, text_of(_mm512_maskz_permutexvar_epi8(there, second, four)));
  }
  void one(const char* id, char* text) const noexcept {
    const reg value = _mm512_castsi128_si512(lane128::load16(id, 0));
    store_pair(text, 10, text_of(_mm512_maskz_permutexvar_epi8(there, first, value)));
  }
  [[nodiscard]] reg text_of(reg spread_out) const noexcept {
    return _mm512_permutexvar_epi8(_mm512_multishift_epi64_epi8(fields, spread_out), symbols);
  }
};

// Symbols in a slot, and the bytes of the id out of the joined slot:
//
//   place        0  1  2  3  4  5  6  7    8  9 10 11 12 13 14 15
//   symbols      -  -  -  -  -  -  0  1    2  3  4  5  6  7  8  9
//
//   place       16 17 18 19 20 21 22 23   24 25 26 27 28 29 30 31
//   symbols     10 11 12 13 14 15 16 17   18 19 20 21 22 23 24 25
//
//   id           0  1  2  3  4  5  6  7    8  9 10 11 12 13 14 15
//   from         4  8  9 10 11 12 16 17   18 19 20 24 25 26 27 28
//
// One text alone is loaded as symbols 0 ... 15 and 10 ... 25, and the first lane moves up by six.
constexpr bytes64 id_bytes26 = [] {
  bytes64 to{};
  for (std::size_t id = 0; id < 2; ++id) {
    to[16 * id] = static_cast<std::uint8_t>(32 * id + 4);
    for (std::size_t i = 0; i < 15; ++i)
      to[16 * id + 1 + i] = static_cast<std::uint8_t>(32 * id + 8 * (1 + i / 5) + i % 5);
  }
  return to;
}();
template <bool LowerCase>
struct alone26 {
  wide_values32<LowerCase> values;
  wide_joiner join;
  reg aligned = in_lanes(constant<(moved(6, 0, 10))>, constant<(moved(0, 0, 16))>);
  reg bytes = table64(id_bytes26);

  explicit alone26(const value_rule& rule) noexcept : values(limits32_of<1, 64, 0>(rule.first_limit)) {}
  bool operator()(const char* text, char* id) const noexcept {
    const wide_text read = values.everywhere_in(load_pair(text, 10));
    const reg value = _mm512_permutexvar_epi8(bytes, join(_mm512_shuffle_epi8(read.values, aligned)));
    return store_if(is_zero<2>(read.bad), id, _mm512_castsi512_si128(value));
  }
  static std::size_t first_wrong(const char* text) noexcept {
    return first_of_pair(wide_values32<LowerCase>::others_in(load_pair(text, 10)), 10);
  }
};

// The six bytes before a text take the first places of its slot, where they are masked.
template <bool LowerCase>
struct reader26 {
  using alone = alone26<LowerCase>;
  static constexpr std::size_t step = 4, id_size = 16, before = 6, after = 0;
  static constexpr std::uint64_t places = places_of(2, 32, before, 26);
  wide_values32<LowerCase> values;
  wide_joiner join;
  reg front_bytes = table64(id_bytes26), back_bytes = table64(constant<(to_upper_half(id_bytes26))>);

  explicit reader26(const value_rule& rule) noexcept : values(limits32_of<2, 32, before>(rule.first_limit)) {}
  unsigned operator()(const char* texts, std::size_t stride, char* ids) const noexcept {
    const wide_text front = values(places, load_two(texts - before, stride));
    const wide_text back = values(places, load_two(texts + 2 * stride - before, stride));
    const reg two = _mm512_permutexvar_epi8(front_bytes, join(front.values));
    return store_good(good_of_four(front.bad, back.bad, _mm512_setzero_si512()), ids,
                      _mm512_mask_permutexvar_epi8(two, upper_half, back_bytes, join(back.values)));
  }
};

// --- 13 symbols --------------------------------------------------------------------------------------------

template <bool LowerCase>
struct writer13 {
  static constexpr std::size_t step = 8, id_size = 8;
  // A native integer has its bits in the order of the fields, so each is only doubled: for symbols 0 ... 7
  // and 5 ... 12. The first symbol has four bits. Its field wraps around, so the fifth bit is masked: it is
  // the integer's lowest.
  //
  //   64 bits         aaaabbbb bcccccdd dddeeeee fffffggg gghhhhhi iiiijjjj jkkkkkll lllmmmmm
  //   symbol          a  b  c  d  e  f  g  h    f  g  h  i  j  k  l  m
  //   field from bit 60 55 50 45 40 35 30 25   35 30 25 20 15 10  5  0
  static constexpr bytes64 field_places = [] {
    bytes64 to{};
    for (std::size_t i = 0; i < 64; ++i) {
      const std::size_t place = i % 16;
      to[i] = static_cast<std::uint8_t>(60 - 5 * (place < 8 ? place : place - 3));
    }
    return to;
  }();
  reg symbols = table64(constant<(repeated(encode32<LowerCase>, 32))>);
  reg fields = table64(field_places);
  reg first = _mm512_set_epi64(3, 3, 2, 2, 1, 1, 0, 0), second = _mm512_set_epi64(7, 7, 6, 6, 5, 5, 4, 4);
  reg four_bits = _mm512_set_epi64(-1, -241, -1, -241, -1, -241, -1, -241);  // 0x0F in the first byte

  writer13() noexcept = default;
  void operator()(const char* ids, char* texts, std::size_t stride) const noexcept {
    const reg eight = _mm512_loadu_si512(ids);
    store_halves(texts, 5, stride, text_of(_mm512_permutexvar_epi64(first, eight)));
    store_halves(texts + 4 * stride, 5, stride, text_of(_mm512_permutexvar_epi64(second, eight)));
  }
  void one(const char* id, char* text) const noexcept {
    const reg value = _mm512_castsi128_si512(lane128::load8(id, 0));
    lane128::store_halves(text, 5, 0,
                          _mm512_castsi512_si128(text_of(_mm512_permutexvar_epi64(first, value))));
  }
  [[nodiscard]] reg text_of(reg doubled) const noexcept {
    const reg values = _mm512_and_si512(_mm512_multishift_epi64_epi8(fields, doubled), four_bits);
    return _mm512_permutexvar_epi8(values, symbols);
  }
};

// Symbols in a slot, and the bytes of the integer, lowest first, out of the joined slot:
//
//   place       0  1  2  3  4  5  6  7    8  9 10 11 12 13 14 15
//   symbols     -  -  -  0  1  2  3  4    5  6  7  8  9 10 11 12
//
//   integer     0  1  2  3  4  5  6  7
//   from       12 11 10  9  8  4  3  2
constexpr bytes64 id_bytes13 = [] {
  bytes64 to{};
  for (std::size_t id = 0; id < 4; ++id) {
    for (std::size_t i = 0; i < 8; ++i)
      to[8 * id + i] = static_cast<std::uint8_t>(16 * id + (i < 5 ? 8 + 4 - i : 4 - (i - 5)));
  }
  return to;
}();
template <bool LowerCase>
struct alone13 {
  wide_values32<LowerCase> values;
  wide_joiner join;
  reg aligned = in_lanes(constant<(moved(3, 0, 5, moved(8, 8, 8)))>, constant<(bytes16{})>);
  reg bytes = table64(id_bytes13);

  explicit alone13(const value_rule& rule) noexcept : values(limits32_of<1, 64, 0>(rule.first_limit)) {}
  bool operator()(const char* text, char* id) const noexcept {
    const wide_text read = values.everywhere_in(_mm512_castsi128_si512(lane128::load_halves(text, 5, 0)));
    if (!is_zero<1>(read.bad)) return false;
    const reg value = _mm512_permutexvar_epi8(bytes, join(_mm512_shuffle_epi8(read.values, aligned)));
    _mm_storel_epi64(reinterpret_cast<__m128i*>(id), _mm512_castsi512_si128(value));
    return true;
  }
  static std::size_t first_wrong(const char* text) noexcept {
    return first_of_halves(
        wide_values32<LowerCase>::others_in(_mm512_castsi128_si512(lane128::load_halves(text, 5, 0))), 5);
  }
};

template <bool LowerCase>
struct reader13 {
  using alone = alone13<LowerCase>;
  static constexpr std::size_t step = 4, id_size = 8, before = 3, after = 0;
  static constexpr std::uint64_t places = places_of(4, 16, before, 13);
  wide_values32<LowerCase> values;
  wide_joiner join;
  reg compact = table64(id_bytes13);

  explicit reader13(const value_rule& rule) noexcept : values(limits32_of<4, 16, before>(rule.first_limit)) {}
  unsigned operator()(const char* texts, std::size_t stride, char* ids) const noexcept {
    const auto [read, bad] = values(places, load_four(texts - before, stride));
    return store_good(good_of_lanes(bad), ids,
                      _mm512_castsi512_si256(_mm512_permutexvar_epi8(compact, join(read))));
  }
};

// --- 27 symbols, seven bits of check -----------------------------------------------------------------------

// As check_mod_of in lanes.hpp. The first 32 bits of each lane count.
struct wide_check_mod {
  reg weights = _mm512_broadcast_i32x4(lane128::table(constant<(check_weights())>));
  reg m127 = _mm512_set1_epi32(127);
  wide_check_mod() noexcept = default;
  [[nodiscard]] reg folded(reg values) const noexcept {
    reg sum = _mm512_dpbusd_epi32(_mm512_setzero_si512(), values, weights);
    sum = _mm512_add_epi32(sum, _mm512_srli_epi64(sum, 32));
    return fold(_mm512_add_epi32(sum, _mm512_shuffle_epi32(sum, _MM_PERM_BADC)));
  }
  reg operator()(reg values) const noexcept {
    const reg sum = fold(folded(values));
    // A sum below 127 wraps around to a large number, so the smaller of the two is the remainder.
    return _mm512_min_epu32(sum, _mm512_sub_epi32(sum, m127));
  }

 private:
  [[nodiscard]] reg fold(reg sum) const noexcept {
    return _mm512_add_epi32(_mm512_and_si512(sum, m127), _mm512_srli_epi32(sum, 7));
  }
};

// A slot holds symbols 0 ... 15 and 11 ... 26. The check's upper two bits end symbol 25, its lower five are
// symbol 26.
//
//   place        0  1  2  3  4  5  6  7    8  9 10 11 12 13 14 15
//   bytes        7  6  5  4  3  2  1  0   12 11 10  9  8  7  6  5
//   symbols      0  1  2  3  4  5  6  7    8  9 10 11 12 13 14 15
//
//   place       16 17 18 19 20 21 22 23   24 25 26 27 28 29 30 31
//   bytes       13 12 11 10  9  8  7  6    -  -  - 15 14 13 12 11
//   symbols     11 12 13 14 15 16 17 18   19 20 21 22 23 24 25 26
struct writer27 {
  static constexpr std::size_t step = 4, id_size = 16;
  static constexpr spread_tables spread =
      spread_of(32, 32, 16, 5, [](int place) { return 5 * (place < 16 ? place : place - 5); });
  static constexpr std::uint64_t there = mask_of(spread.bytes);
  writer26<false> plain;
  wide_check_mod check_mod;
  reg first = table64(spread.bytes), second = table64(constant<(plus(spread.bytes, 32))>),
      fields = table64(spread.fields);
  reg upper2 = _mm512_set1_epi64(0x0003'0000'0000'0000), lower5 = _mm512_set1_epi64(0x1F00'0000'0000'0000);
  reg first_checks = _mm512_set_epi64(2, 0, 0, 0, 0, 0, 0, 0),
      second_checks = _mm512_set_epi64(6, 0, 0, 0, 4, 0, 0, 0);

  writer27() noexcept = default;
  void operator()(const char* ids, char* texts, std::size_t stride) const noexcept {
    const reg four = _mm512_loadu_si512(ids);
    const reg ends = ends_of(four);
    store_pairs(texts, 11, stride, text_of(first, four, first_checks, ends));
    store_pairs(texts + 2 * stride, 11, stride, text_of(second, four, second_checks, ends));
  }
  void one(const char* id, char* text) const noexcept {
    const reg value = _mm512_castsi128_si512(lane128::load16(id, 0));
    store_pair(text, 11, text_of(first, value, first_checks, ends_of(value)));
  }
  // What the check adds to the last 64 bits of a slot, in the first 64 bits of its id's lane: bits 5 and 6 go
  // to symbol 25, byte 6 of them, and bits 0 ... 4 to symbol 26, byte 7.
  [[nodiscard]] reg ends_of(reg values) const noexcept {
    const reg check = check_mod(values);
    return _mm512_or_si512(_mm512_and_si512(_mm512_slli_epi64(check, 43), upper2),
                           _mm512_and_si512(_mm512_slli_epi64(check, 56), lower5));
  }
  [[nodiscard]] reg text_of(reg places, reg four, reg check_places, reg ends) const noexcept {
    constexpr __mmask8 last_of_slot = 0x88;
    const reg spread_out = _mm512_maskz_permutexvar_epi8(there, places, four);
    const reg values = _mm512_or_si512(_mm512_multishift_epi64_epi8(fields, spread_out),
                                       _mm512_maskz_permutexvar_epi64(last_of_slot, check_places, ends));
    return _mm512_permutexvar_epi8(values, plain.symbols);
  }
};

// Symbols in a slot, and the bytes of the id out of the joined slot:
//
//   place        0  1  2  3  4  5  6  7    8  9 10 11 12 13 14 15
//   symbols      0  1  2  3  4  5  6  7    8  9 10 11 12 13 14 15
//
//   place       16 17 18 19 20 21 22 23   24 25 26 27 28 29 30 31
//   symbols     16 17 18 19 20 21 22 23   24 25 26  -  -  -  -  -
//
//   id           0  1  2  3  4  5  6  7    8  9 10 11 12 13 14 15
//   from         0  1  2  3  4  8  9 10   11 12 16 17 18 19 20 24
//
// The last three symbols, a to c, are byte 15 and the check of seven bits, which goes to byte 7 of its 64
// bits:
//
//   64 bits         ........ ........ ........ ........ ........ ....aaaa abbbbbcc ccc.....
//   byte            0        7
//   field from bit  12       5
//   field           aaaaabbb bbbccccc   the check is the low seven bits
constexpr std::size_t check_field = 7;
constexpr bytes64 fields27 = [] {
  bytes64 to = byte_fields();
  for (std::size_t i = check_field; i < 64; i += 8) to[i] = (44 + 25) % 64;
  return to;
}();
constexpr bytes64 id_bytes27 = [] {
  bytes64 to{};
  for (std::size_t id = 0; id < 2; ++id) {
    for (std::size_t i = 0; i < 16; ++i)
      to[16 * id + i] = static_cast<std::uint8_t>(32 * id + 8 * (i / 5) + i % 5);
  }
  return to;
}();

struct wide_check {
  wide_check_mod check_mod;
  reg m127 = _mm512_set1_epi32(127);
  reg times = _mm512_set1_epi16(static_cast<short>(inverse127)), multiples = _mm512_set1_epi16(multiples127);
  wide_check() noexcept = default;
  // Not zero in the lane of an id whose check is wrong. The check is the highest byte of the lane's first 32
  // bits in `ends`. The remainder of the id and 127 - check sum to a multiple of 127 when it is right; a
  // complement of zero says that the text carries no check.
  [[nodiscard]] reg wrong(reg ids, reg ends) const noexcept {
    constexpr int not_a_and_b = 0x0C;
    const reg complement = _mm512_ternarylogic_epi64(_mm512_srli_epi32(ends, 24), m127, m127, not_a_and_b);
    const reg sum = _mm512_add_epi32(check_mod.folded(ids), complement);
    constexpr __mmask32 starts = 0x01010101;
    return _mm512_min_epu16(_mm512_maskz_subs_epu16(starts, _mm512_mullo_epi16(sum, times), multiples),
                            complement);
  }
};

// Two lanes are loaded, symbols 0 ... 15 and 11 ... 26; the second one becomes 16 ... 23, 24 ... 26 and
// zeros.
struct alone27 {
  wide_values<decode32<symbols32::with_aliases>> values{splat8(31)};
  wide_joiner join;
  wide_check check;
  reg aligned = in_lanes(constant<(moved(0, 0, 16))>, constant<(moved(0, 5, 8, moved(8, 13, 3)))>);
  reg bytes = table64(id_bytes27);
  reg to_first = _mm512_set1_epi32(7);

  explicit alone27(const value_rule&) noexcept { join.fields = table64(fields27); }
  bool operator()(const char* text, char* id) const noexcept {
    const wide_text read = values.everywhere_in(load_pair(text, 11));
    const reg joined = join(_mm512_shuffle_epi8(read.values, aligned));
    const reg value = _mm512_permutexvar_epi8(bytes, joined);
    const reg wrong = check.wrong(value, _mm512_permutexvar_epi32(to_first, joined));
    const bool agrees = is_zero<1>(wrong);
    return store_if(is_zero<2>(read.bad) && agrees, id, _mm512_castsi512_si128(value));
  }
  static std::size_t first_wrong(const char* text) noexcept {
    return first_of_pair(decltype(values)::others_in(load_pair(text, 11)), 11);
  }
};

// The five bytes behind a text take the last places of its slot, where they are masked.
struct reader27 {
  using alone = alone27;
  static constexpr std::size_t step = 4, id_size = 16, before = 0, after = 5;
  static constexpr std::uint64_t places = places_of(2, 32, 0, 27);
  wide_values<decode32<symbols32::with_aliases>> values{splat8(31)};
  wide_check check;
  wide_joiner join;
  reg front_bytes = table64(id_bytes27), back_bytes = table64(constant<(to_upper_half(id_bytes27))>);
  // The last 32 bits of each slot, with the check, go to the start of the id's lane: dwords 7 and 15 of
  // either register.
  reg checks = _mm512_set_epi32(0, 0, 0, 31, 0, 0, 0, 23, 0, 0, 0, 15, 0, 0, 0, 7);

  explicit reader27(const value_rule&) noexcept { join.fields = table64(fields27); }
  unsigned operator()(const char* texts, std::size_t stride, char* ids) const noexcept {
    const wide_text front = values(places, load_two(texts, stride));
    const wide_text back = values(places, load_two(texts + 2 * stride, stride));
    const reg front_joined = join(front.values);
    const reg back_joined = join(back.values);
    const reg four = _mm512_mask_permutexvar_epi8(_mm512_permutexvar_epi8(front_bytes, front_joined),
                                                  upper_half, back_bytes, back_joined);
    const reg wrong = check.wrong(four, _mm512_permutex2var_epi32(front_joined, checks, back_joined));
    return store_good(good_of_four(front.bad, back.bad, wrong), ids, four);
  }
};

// --- hexadecimal -------------------------------------------------------------------------------------------

// The digit at a place of the text; -1 for a hyphen.
constexpr int digit_at(int place) noexcept {
  if (uuid_codec::hyphen_at(static_cast<std::size_t>(place))) return -1;
  int digit = place;
  for (int p = 0; p < place; ++p) digit -= uuid_codec::hyphen_at(static_cast<std::size_t>(p)) ? 1 : 0;
  return digit;
}
constexpr std::uint64_t hyphens = [] {
  std::uint64_t mask = 0;
  for (std::size_t i = 0; i < uuid_codec::symbols; ++i)
    mask |= uuid_codec::hyphen_at(i) ? std::uint64_t{1} << i : 0;
  return mask;
}();

// Places 0 ... 31 hold the text's first 32 characters, places 32 ... 47 its last 16, so 32 ... 43 repeat 20
// ... 31.
constexpr int text_place36(int place) noexcept { return place < 32 ? place : place - 12; }

// A digit has four bits. The bytes of the id in each 64 bits, and the digits; "-" is a hyphen or a zero byte:
//
//   place        0  1  2  3  4  5  6  7    8  9 10 11 12 13 14 15   16 17 18 19 20 21 22 23
//   bytes        7  6  5  4  3  2  1  0   11 10  9  8  7  6  5  4   14 13 12 11 10  9  8  7
//   digits       0  1  2  3  4  5  6  7    -  8  9 10 11  - 12 13   14 15  - 16 17 18 19  -
//   from bit    60 56 52 48 44 40 36 32    - 60 56 52 48  - 44 40   60 56  - 52 48 44 40  -
//
//   place       24 25 26 27 28 29 30 31   32 33 34 35 36 37 38 39   40 41 42 43 44 45 46 47
//   bytes        -  - 15 14 13 12 11 10   15 14 13 12 11 10  9  8    -  -  -  - 15 14 13 12
//   digits      20 21 22 23 24 25 26 27   17 18 19  - 20 21 22 23   24 25 26 27 28 29 30 31
//   from bit    60 56 52 48 44 40 36 32   56 52 48  - 44 40 36 32   60 56 52 48 44 40 36 32

struct writer36 {
  static constexpr std::size_t step = 4, id_size = 16;
  static constexpr spread_tables spread = spread_of(48, 64, 16, 4, [](int place) {
    const int digit = digit_at(text_place36(place));
    return digit < 0 ? no_bit : 4 * digit;
  });
  static constexpr std::uint64_t digit_places = [] {
    std::uint64_t mask = 0;
    for (int place = 0; place < 48; ++place) {
      if (digit_at(text_place36(place)) >= 0) mask |= std::uint64_t{1} << place;
    }
    return mask;
  }();
  reg symbols = table64(constant<(repeated(encode32<true>, 16))>);
  reg bytes = table64(spread.bytes), fields = table64(spread.fields), hyphen = splat8('-');

  writer36() noexcept = default;
  void operator()(const char* ids, char* texts, std::size_t stride) const noexcept {
    for (std::size_t i = 0; i < step; ++i) one(ids + 16 * i, texts + i * stride);
  }
  void one(const char* id, char* text) const noexcept {
    const reg value = _mm512_castsi128_si512(lane128::load16(id, 0));
    const reg digits = _mm512_multishift_epi64_epi8(fields, _mm512_permutexvar_epi8(bytes, value));
    const reg symbols_of = _mm512_mask_permutexvar_epi8(hyphen, digit_places, digits, symbols);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(text), _mm512_castsi512_si256(symbols_of));
    lane128::store16(text + 20, 0, _mm512_extracti32x4_epi32(symbols_of, 2));
  }
};

// One id alone takes half registers, for which more ports work. Each byte is extended to a word, whose two
// bytes become its digits:
//
//   word          ........ hhhhllll
//   digits        ....llll ....hhhh   (w << 8 | w >> 4) & 0x0F0F
//
// The last sixteen digits are stored where the text ends. The last four of them stay; the others are
// overwritten.
struct lone_writer36 {
  static constexpr bytes32 places = [] {
    bytes32 to{};
    for (int place = 0; place < 32; ++place) {
      const int digit = digit_at(place);
      to[static_cast<std::size_t>(place)] = static_cast<std::uint8_t>(digit < 0 ? 0 : digit);
    }
    return to;
  }();

  static void one(const char* id, char* text) noexcept {
    const __m256i words = _mm256_cvtepu8_epi16(lane128::load16(id, 0));
    const __m256i both = _mm256_or_si256(_mm256_slli_epi16(words, 8), _mm256_srli_epi16(words, 4));
    const __m256i digits = _mm256_and_si256(both, _mm256_set1_epi8(15));
    const __m256i symbols =
        _mm256_shuffle_epi8(splat32(constant<(first_half(repeated(encode32<true>, 16)))>), digits);
    lane128::store16(text + 20, 0, _mm256_extracti128_si256(symbols, 1));
    const __m256i placed = _mm256_permutexvar_epi8(splat32(places), symbols);
    _mm256_storeu_si256(
        reinterpret_cast<__m256i*>(text),
        _mm256_or_si256(_mm256_and_si256(placed, splat32(constant<(hyphen_bytes<32>(0, 0, 0xFF))>)),
                        splat32(constant<(hyphen_bytes<32>(0, '-'))>)));
  }
};

// Reading. The digits of one text fill half a register, from place `begin` on; digit 0 comes from place 0 of
// load36:
//
//   digits       0  1  2  3  4  5  6  7    8  9 10 11 12 13 14 15
//   from         0  1  2  3  4  5  6  7    9 10 11 12 14 15 16 17
//
//   digits      16 17 18 19 20 21 22 23   24 25 26 27 28 29 30 31
//   from        19 32 33 34 36 37 38 39   40 41 42 43 44 45 46 47
constexpr bytes64 digits_from(std::size_t begin) noexcept {
  bytes64 to{};
  for (int place = 0; place < 48; ++place) {
    const int digit = digit_at(text_place36(place));
    if (digit >= 0) to[begin + static_cast<std::size_t>(digit)] = static_cast<std::uint8_t>(place);
  }
  return to;
}
reg load36(const char* text) noexcept {
  return _mm512_inserti32x4(_mm512_castsi256_si512(load32(text)), lane128::load16(text + 20, 0), 2);
}
// One text alone. Its digits come out of its first 32 characters and its last 32. The lower six bits of a
// digit tell it from all others, and are the index into a table of two half registers; an entry has the
// digit's value and its upper three bits. So the exclusive or with those leaves the value. It leaves more
// where the upper bits are others, and where the six bits are those of no digit, whose entry has bit 5 wrong.
constexpr std::uint8_t upper_bits = 0xE0;
constexpr bytes64 hex_by_six_bits = [] {
  bytes64 to{};
  for (std::size_t i = 0; i < to.size(); ++i) to[i] = static_cast<std::uint8_t>(~i & 0x20U);
  for (std::size_t symbol = 0; symbol < 128; ++symbol) {
    const std::uint8_t value = decode32<symbols32::any_case>[symbol];
    if (value < 16) to[symbol % 64] = static_cast<std::uint8_t>((symbol & upper_bits) | value);
  }
  return to;
}();
struct alone36 {
  static constexpr bytes32 digits = [] {
    bytes32 to{};
    for (int place = 0; place < 36; ++place) {
      const int digit = digit_at(place);
      if (digit >= 0)
        to[static_cast<std::size_t>(digit)] = static_cast<std::uint8_t>(place < 32 ? place : 32 + place - 4);
    }
    return to;
  }();
  static constexpr bytes32 even_bytes = [] {
    bytes32 to{};
    for (std::size_t i = 0; i < 16; ++i) to[i] = static_cast<std::uint8_t>(2 * i);
    return to;
  }();
  __m128i rule_mask, rule_bits;

  explicit alone36(const value_rule& rule) noexcept
      : rule_mask(lane128::table(rule.mask)), rule_bits(lane128::table(rule.bits)) {}
  bool operator()(const char* text, char* id) const noexcept {
    const __m256i all = _mm256_permutex2var_epi8(load32(text), splat32(digits), load32(text + 4));
    const __m256i upper = _mm256_set1_epi8(static_cast<char>(upper_bits));
    const __m256i found = _mm256_permutex2var_epi8(splat32(constant<(first_half(hex_by_six_bits))>), all,
                                                   splat32(constant<(second_half(hex_by_six_bits))>));
    const __m256i values = _mm256_xor_si256(found, _mm256_and_si256(all, upper));
    const __m256i words = _mm256_maddubs_epi16(values, _mm256_set1_epi16(0x0110));
    const __m128i value = _mm256_castsi256_si128(_mm256_permutexvar_epi8(splat32(even_bytes), words));
    const __m128i wrong_hyphens = _mm_and_si128(
        _mm_xor_si128(lane128::load16(text + 8, 0), lane128::table(constant<(hyphen_bytes(8, '-'))>)),
        lane128::table(constant<(hyphen_bytes(8, 0xFF))>));
    const __m128i others =
        _mm_or_si128(_mm_xor_si128(_mm_and_si128(value, rule_mask), rule_bits), wrong_hyphens);
    const bool is_good = (_mm256_test_epi8_mask(values, upper) | _mm_test_epi8_mask(others, others)) == 0;
    return store_if(is_good, id, value);
  }
  // The characters 0 ... 31 are places 0 ... 31, and 32 ... 35 are places 44 ... 47.
  static std::size_t first_wrong(const char* text) noexcept {
    const reg all = load36(text);
    const wide_values<decode32<symbols32::any_case>> digits_of{splat8(15)};
    const std::uint64_t others = not_zero(digits_of.everywhere_in(all).bad) & ~hyphens;
    const std::uint64_t wrong_hyphens = _mm512_mask_cmpneq_epi8_mask(hyphens, all, splat8('-'));
    const std::uint64_t front = (others | wrong_hyphens) & 0xFFFFFFFF;
    const std::uint64_t back = others >> 44U & 0xFU;
    return static_cast<std::size_t>(std::countr_zero(front | back << 32U | std::uint64_t{1} << 36U));
  }
};

struct reader36 {
  using alone = alone36;
  static constexpr std::size_t step = 4, id_size = 16, before = 0, after = 0;
  wide_values<decode32<symbols32::any_case>> values{splat8(15)};
  reg hyphen = splat8('-');
  reg by8 = _mm512_set1_epi16(0x0110);
  reg first = table64(constant<(digits_from(0))>), second = table64(constant<(digits_from(32))>);
  reg rule_mask, rule_bits;

  explicit reader36(const value_rule& rule) noexcept
      : rule_mask(_mm512_broadcast_i32x4(lane128::table(rule.mask))),
        rule_bits(_mm512_broadcast_i32x4(lane128::table(rule.bits))) {}
  // A wrong hyphen shows at the text's first digit.
  [[nodiscard]] wide_text two(const char* texts, std::size_t stride) const noexcept {
    const reg a = load36(texts);
    const reg b = load36(texts + stride);
    const reg digits = _mm512_mask_permutexvar_epi8(_mm512_permutexvar_epi8(first, a), upper_half, second, b);
    const auto [read, bad] = values(~std::uint64_t{0}, digits);
    const std::uint64_t wrong_a = _mm512_mask_cmpneq_epi8_mask(hyphens, a, hyphen);
    const std::uint64_t wrong_b = _mm512_mask_cmpneq_epi8_mask(hyphens, b, hyphen);
    const reg no_hyphen = _mm512_maskz_mov_epi8(wrong_a | wrong_b << 32U, hyphen);
    return {read, _mm512_or_si512(bad, no_hyphen)};
  }
  unsigned operator()(const char* texts, std::size_t stride, char* ids) const noexcept {
    const wide_text front = two(texts, stride);
    const wide_text back = two(texts + 2 * stride, stride);
    // packus takes its lanes from both registers in turn, so the 64-bit pieces are then put in order:
    //
    //   packed   a0 c0 a1 c1 b0 d0 b1 d1   ids a, b in front and c, d in back; lower and upper half
    //   four     a0 a1 b0 b1 c0 c1 d0 d1   pieces 0 2 4 6 1 3 5 7
    const reg packed =
        _mm512_packus_epi16(_mm512_maddubs_epi16(front.values, by8), _mm512_maddubs_epi16(back.values, by8));
    const reg four = _mm512_permutexvar_epi64(_mm512_set_epi64(7, 5, 3, 1, 6, 4, 2, 0), packed);
    const reg others = _mm512_xor_si512(_mm512_and_si512(four, rule_mask), rule_bits);
    return store_good(good_of_four(front.bad, back.bad, others), ids, four);
  }
};

// --- base 58 -----------------------------------------------------------------------------------------------

constexpr bytes64 symbols58 = [] {
  bytes64 to{};
  for (std::size_t i = 0; i < bitcoin_symbols.size(); ++i)
    to[i] = static_cast<std::uint8_t>(bitcoin_symbols[i]);
  return to;
}();

// Eight ids at once. The quotients come from doubles, by a reciprocal a little too small: they are never too
// large and at most one too small, which the remainder shows.
struct writer11 {
  static constexpr std::size_t step = 8, id_size = 8;
  static constexpr double below_reciprocal = (1.0 / limb58) * (1.0 - 0x1p-50);
  reg limb = _mm512_set1_epi64(limb58), unit = _mm512_set1_epi64(1), base = _mm512_set1_epi64(58);
  reg factor = _mm512_set1_epi64(fraction_factor);
  __m512d reciprocal = _mm512_set1_pd(below_reciprocal);
  reg halves = _mm512_broadcast_i32x4(lane128::table(constant<(moved(0, 0, 8, moved(8, 3, 8)))>));
  reg symbols = table64(symbols58);

  writer11() noexcept = default;
  // Returns the quotient; the remainder replaces the value.
  [[nodiscard]] reg divide(reg& value) const noexcept {
    reg quotient = _mm512_cvttpd_epu64(_mm512_mul_pd(_mm512_cvtepu64_pd(value), reciprocal));
    value = _mm512_sub_epi64(value, _mm512_mullo_epi64(quotient, limb));
    const __mmask8 one_more = _mm512_cmpge_epu64_mask(value, limb);
    quotient = _mm512_mask_add_epi64(quotient, one_more, quotient, unit);
    value = _mm512_mask_sub_epi64(value, one_more, value, limb);
    return quotient;
  }
  // Puts digit `Place` of the text, from the upper half of each 64 bits, into byte Place % 8 of `text`.
  template <unsigned Place>
  static void put(reg& text, reg digit) noexcept {
    constexpr unsigned bit = 8 * (Place % 8);
    const reg moved_digit = bit < 32 ? _mm512_srli_epi64(digit, bit < 32 ? 32 - bit : 0)
                                     : _mm512_slli_epi64(digit, bit < 32 ? 0 : bit - 32);
    constexpr int a_or_b_and_c = 0xF8;
    text = _mm512_ternarylogic_epi64(text, moved_digit,
                                     _mm512_set1_epi64(static_cast<long long>(std::uint64_t{0xFF} << bit)),
                                     a_or_b_and_c);
  }
  // Puts the five digits of a limb to the places from First on. Places below 8 are in `front`, the others in
  // `back`.
  template <unsigned First>
  void put_limb(reg& front, reg& back, reg value) const noexcept {
    reg digit = _mm512_add_epi64(_mm512_srli_epi64(_mm512_mul_epu32(value, factor), fraction_shift), unit);
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
  // Scalar divisions, then a limb to each half of a lane, as lanes.hpp draws it.
  static void one(const char* id, char* text) noexcept {
    const std::uint64_t value = load64(id);
    const std::uint64_t upper = value / limb58;
    const std::uint64_t top = upper / limb58;
    const __m128i limbs = lane128::words64({upper - top * limb58, value - upper * limb58});
    const __m128i base = _mm_set1_epi64x(58);
    const __m128i scaled = _mm_mul_epu32(limbs, _mm_set1_epi64x(fraction_factor));
    const __m128i d4 = _mm_add_epi64(_mm_srli_epi64(scaled, fraction_shift), _mm_set1_epi64x(1));
    const __m128i d3 = _mm_mul_epu32(d4, base);
    const __m128i d2 = _mm_mul_epu32(d3, base);
    const __m128i d1 = _mm_mul_epu32(d2, base);
    const __m128i d0 = _mm_mul_epu32(d1, base);
    constexpr int a_or_b_or_c = 0xFE;
    constexpr int a_or_b_and_c = 0xA8;
    const __m128i three =
        _mm_ternarylogic_epi64(d4, _mm_slli_epi32(d3, 8), _mm_slli_epi32(d2, 16), a_or_b_or_c);
    const __m128i four =
        _mm_ternarylogic_epi64(three, _mm_slli_epi32(d1, 24),
                               _mm_set1_epi64x(static_cast<long long>(0xFFFFFFFF00000000)), a_or_b_and_c);
    const __m128i digits = _mm_ternarylogic_epi64(
        four, _mm_srli_epi64(d0, 32), _mm_cvtsi64_si128(static_cast<long long>(top << 8)), a_or_b_or_c);
    const __m128i symbols =
        _mm512_castsi512_si128(_mm512_permutexvar_epi8(_mm512_castsi128_si512(digits), table64(symbols58)));
    const __m128i places =
        lane128::table(constant<(bytes16{1, 4, 5, 6, 7, 0, 12, 13, 6, 7, 0, 12, 13, 14, 15, 8})>);
    lane128::store_halves(text, 3, 0, _mm_shuffle_epi8(symbols, places));
  }
  [[nodiscard]] reg text_of(reg digits) const noexcept {
    return _mm512_permutexvar_epi8(_mm512_shuffle_epi8(digits, halves), symbols);
  }
  void operator()(const char* ids, char* texts, std::size_t stride) const noexcept {
    reg low = _mm512_loadu_si512(ids);
    reg middle = divide(low);
    reg front = divide(middle);
    reg back = _mm512_setzero_si512();
    put_limb<1>(front, back, middle);
    put_limb<6>(front, back, low);
    // `front` has symbols 0 ... 7 of every id, `back` 8 ... 10. Interleaved, each lane is an id, first the
    // even ones:
    //
    //   byte      0  1  2  3  4  5  6  7    8  9 10 11 12 13 14 15
    //   symbols   0  1  2  3  4  5  6  7    8  9 10  -  -  -  -  -
    //   halves    0  1  2  3  4  5  6  7    3  4  5  6  7  8  9 10
    store_halves(texts, 3, 2 * stride, text_of(_mm512_unpacklo_epi64(front, back)));
    store_halves(texts + stride, 3, 2 * stride, text_of(_mm512_unpackhi_epi64(front, back)));
  }
};

struct alone11 {
  explicit alone11(const value_rule&) noexcept {}
  // As lanes.hpp draws it: a limb to each half of a lane.
  bool operator()(const char* text, char* id) const noexcept {
    const __m128i loaded = lane128::load_halves(text, 3, 0);
    const __m128i read = _mm512_castsi512_si128(
        _mm512_permutex2var_epi8(table64(constant<(half_of(decode58, 0))>), _mm512_castsi128_si512(loaded),
                                 table64(constant<(half_of(decode58, 1))>)));
    if (_mm_movepi8_mask(_mm_or_si128(read, loaded)) != 0) return false;
    const __m128i aligned = lane128::table(constant<(moved(3, 1, 5, moved(11, 11, 5)))>);
    const __m128i pairs = _mm_maddubs_epi16(_mm_shuffle_epi8(read, aligned), _mm_set1_epi16(0x013A));
    const __m128i words = _mm_madd_epi16(pairs, _mm_set1_epi64x(0x0001'0D24'0001'0000));
    const __m128i limbs =
        _mm_add_epi64(_mm_mul_epu32(words, _mm_set1_epi64x(power58_4)), _mm_srli_epi64(words, 32));
    const std::uint64_t top = static_cast<unsigned>(_mm_cvtsi128_si32(read)) & 0xFFU;
    const std::uint64_t below = static_cast<std::uint64_t>(_mm_cvtsi128_si64(limbs)) * limb58 +
                                static_cast<std::uint64_t>(_mm_extract_epi64(limbs, 1));
    const std::uint64_t value = top * power58_10 + below;
    if (top > top_limit58 || value < below) return false;
    std::memcpy(id, &value, sizeof value);
    return true;
  }
  static std::size_t first_wrong(const char* text) noexcept {
    return first_of_halves(
        wide_values<decode58>::others_in(_mm512_castsi128_si512(lane128::load_halves(text, 3, 0))), 3);
  }
};

// A limb to each half of a lane. The first symbol stays in the low byte of what was read.
//
//   byte      0  1  2  3  4  5  6  7    8  9 10 11 12 13 14 15
//   symbols   0  1  2  3  4  5  6  7    8  9 10  -  -  -  -  -
//   aligned   -  -  -  1  2  3  4  5    -  -  -  6  7  8  9 10
struct reader11 {
  using alone = alone11;
  static constexpr std::size_t step = 4, id_size = 8, before = 0, after = 5;
  static constexpr std::uint64_t places = places_of(4, 16, 0, 11);
  wide_values<decode58> values{splat8(57)};
  reg aligned = _mm512_broadcast_i32x4(lane128::table(constant<(moved(3, 1, 5, moved(11, 6, 5)))>));
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
    const auto [read, bad] = values(places, load_four(texts, stride));
    const reg words = _mm512_madd_epi16(_mm512_maddubs_epi16(_mm512_shuffle_epi8(read, aligned), by8), by16);
    const reg limbs = _mm512_add_epi64(_mm512_mul_epu32(words, by32), _mm512_srli_epi64(words, 32));
    const reg scaled = _mm512_mul_epu32(limbs, by64);
    const reg below = _mm512_add_epi64(scaled, _mm512_shuffle_epi32(scaled, _MM_PERM_BADC));
    const reg top = _mm512_and_si512(read, top_byte);
    const reg above = _mm512_add_epi64(_mm512_mul_epu32(top, top_low),
                                       _mm512_slli_epi64(_mm512_mul_epu32(top, top_high), 32));
    const reg sum = _mm512_add_epi64(above, below);
    constexpr __mmask8 firsts = 0x55;
    const unsigned over = _mm512_mask_cmplt_epu64_mask(firsts, sum, below) |
                          _mm512_mask_cmpgt_epu64_mask(firsts, top, top_limit);
    const __m256i four = _mm512_castsi512_si256(_mm512_permutexvar_epi64(even, sum));
    unsigned good_ones = good_of_lanes(bad);
    if (over != 0) [[unlikely]]
      good_ones &= ~_pext_u32(over, firsts);
    return store_good(good_ones, ids, four);
  }
};

template <text_shape Shape>
struct wide_text_of;
template <>
struct wide_text_of<text_shape::upper26> : wide_loops<writer26<false>, reader26<false>> {};
template <>
struct wide_text_of<text_shape::lower26> : wide_loops<writer26<true>, reader26<true>> {};
template <>
struct wide_text_of<text_shape::upper13> : wide_loops<writer13<false>, reader13<false>> {};
template <>
struct wide_text_of<text_shape::lower13> : wide_loops<writer13<true>, reader13<true>> {};
template <>
struct wide_text_of<text_shape::checked27> : wide_loops<writer27, reader27> {};
template <>
struct wide_text_of<text_shape::hex36> : wide_loops<writer36, reader36, lone_writer36> {};
template <>
struct wide_text_of<text_shape::base58_11> : wide_loops<writer11, reader11> {};

}  // namespace

constinit const kernels avx512_kernels{"avx512", every_shape<wide_text_of>(), number_loops::times128,
                                       number_loops::times64, number_loops::swap64};

}  // namespace sortid::detail
SORTID_TARGET_END

#endif
