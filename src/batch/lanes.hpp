// Kernels for any instruction set that shuffles 16 bytes: one id to a lane of 128 bits, as many lanes as a
// register has. Included inside a target region, once by each such set, after its registers: `wide` (several
// lanes) and `narrow` (one, for tails and single ids). registers_x86_128.hpp says what V's functions do. No
// include guard, and no include here.
//
// Diagrams of bytes show a lane as it lies in memory, byte 0 first, and name the source of each byte; "-" is
// zero. Diagrams of bits show a number, highest bit first; a letter is a symbol, "." is zero. AVX2 does the
// same in both of its lanes.

template <class V, text_shape Shape>
struct lane_text;

// --- what the shapes share ---------------------------------------------------------------------------------

// Values to symbols, by a table for each 16 of them. Less 16, values below 16 have their highest bit set, for
// which a lookup gives zero. Where it looks at the low four bits alone, the first table answers for greater
// values too; so the second has the symbols xor those of the first, and so on.
template <class V, const auto& Symbols>
struct symbols_of {
  using reg = typename V::reg;
  static constexpr std::size_t count = (Symbols.size() + 15) / 16;
  static constexpr std::array<bytes16, count> tables = [] {
    std::array<bytes16, count> all{};
    for (std::size_t i = 0; i < count; ++i)
      all[i] = V::lookup_by_low4 ? symbols_over_last(Symbols, 16 * i) : symbols_from(Symbols, 16 * i);
    return all;
  }();
  reg symbols[count], below[count];

  symbols_of() noexcept {
    for (std::size_t i = 0; i < count; ++i) {
      symbols[i] = V::table(tables[i]);
      below[i] = V::splat8(static_cast<std::uint8_t>(16 * i));
    }
  }
  reg operator()(reg values) const noexcept {
    reg found = V::lookup(symbols[0], values);
    for (std::size_t i = 1; i < count; ++i)
      found = V::xor_(found, V::lookup(symbols[i], V::sub8(values, below[i])));
    return found;
  }
};

// Splits 80 bits into 16 bytes of five, as tables.hpp draws it; the parameters are those of pairs_of.
template <class V, int First, int Spare, byte_order How, int From = 0, int End = 16>
struct pair_splitter {
  using reg = typename V::reg;
  static constexpr pair_tables tables = pairs_of(First, Spare, How, From, End);
  static constexpr words8 right = V::right_counts(shifted(tables.below, 1, 5));
  static constexpr words8 left = V::left_counts(shifted(tables.below, -1, 8));
  reg bytes = V::table(tables.bytes), first = V::words(right), second = V::words(left);
  reg low5 = V::table16(0x001F), high5 = V::table16(0x1F00);
  pair_splitter() noexcept = default;
  reg operator()(reg value) const noexcept {
    const reg pairs = V::shuffle(value, bytes);
    return V::or_(V::and_(V::right16(pairs, first), low5), V::and_(V::left16(pairs, second), high5));
  }
};

// Symbols to values, as tables.hpp describes. Where a character of the classes is no symbol, its value is
// `invalid_value`, whose highest bit is set.
template <class V, const std::array<std::uint8_t, 256>& Decode, const auto& Classes>
struct symbol_reader {
  using reg = typename V::reg;
  static constexpr std::size_t count = Classes.classes.size();
  static constexpr std::array<bytes16, count> tables = [] {
    std::array<bytes16, count> all{};
    for (std::size_t i = 0; i < count; ++i) all[i] = values_over_next(Decode, Classes, i);
    return all;
  }();
  static constexpr std::array<bytes16, count> above = [] {
    std::array<bytes16, count> all{};
    for (std::size_t i = 0; i < count; ++i)
      all[i] = filled(static_cast<std::uint8_t>(0x80 - 16 * (Classes.classes[i] + 1)));
    return all;
  }();
  static constexpr bytes16 below = filled(static_cast<std::uint8_t>(16 * Classes.classes[0]));
  reg values[count], lift[count], fold = V::table(constant<(filled(0xDF))>), lowest = V::table(below);

  symbol_reader() noexcept {
    for (std::size_t i = 0; i < count; ++i) {
      values[i] = V::table(tables[i]);
      lift[i] = V::table(above[i]);
    }
  }
  reg operator()(reg text) const noexcept {
    const reg folded = Classes.folds ? V::and_(text, fold) : text;
    reg found = V::lookup_low4(values[count - 1], folded);
    for (std::size_t i = count - 1; i-- != 0;)
      found = V::xor_(found, V::lookup_low4(values[i], V::add8(i == 0 ? text : folded, lift[i])));
    return found;
  }
  // All bits where a character of either text is outside of the classes, which the values do not show.
  reg outside(reg text, reg other) const noexcept { return V::either_less_signed8(text, other, lowest); }
  reg outside(reg text) const noexcept { return V::less_signed8(text, lowest); }
};
template <class V, symbols32 Taken>
using reader32 = std::conditional_t<Taken == symbols32::lower_case,
                                    symbol_reader<V, decode32<symbols32::lower_case>, lower_case_classes>,
                                    symbol_reader<V, decode32<Taken>, any_case_classes>>;

// What to add to the values of a piece that begins a text, so that the highest bit of the first one is set
// when it is above its limit.
template <class V>
typename V::reg above_first(std::uint8_t limit) noexcept {
  constexpr bytes16 at_first = [] {
    bytes16 to{};
    to[0] = 0xFF;
    return to;
  }();
  return V::and_(V::table(at_first), V::splat8(static_cast<std::uint8_t>(invalid_value - 1 - limit)));
}

// Eight values of five bits, a to h, in each half of a lane, to five bytes there: the highest is byte 2, and
// then come 1, 0, 5 and 4. The half as a number, byte 7 first:
//
//   values             ...hhhhh ...ggggg ...fffff ...eeeee ...ddddd ...ccccc ...bbbbb ...aaaaa
//   dot8, 32 1         ......gg ggghhhhh ......ee eeefffff ......cc cccddddd ......aa aaabbbbb
//   dot16, 1024 1 and
//          16384 16    ........ ....eeee efffffgg ggghhhhh ........ aaaaabbb bbcccccd dddd....
//   or itself >> 48    ........ ....eeee efffffgg ggghhhhh ........ aaaaabbb bbcccccd ddddeeee
template <class V>
struct joiner40 {
  using reg = typename V::reg;
  reg by8, by16;
  joiner40() noexcept {
    by8 = V::table16(0x0120);  // 32 for the first byte, 1 for the second
    by16 = V::table64(0x0001'0400'0010'4000);
  }
  reg operator()(reg values) const noexcept {
    const reg twenty = V::dot16(V::dot8(values, by8), by16);
    return V::or_(twenty, V::template right64<48>(twenty));
  }
};

// A shuffle to `to` on: `count` of the five bytes that joiner40 makes, from byte `from` of the five on, in
// the half that begins at byte `half`.
constexpr bytes16 joined40(std::size_t to, std::size_t half, std::size_t from, std::size_t count,
                           bytes16 others = filled(shuffle_zero)) noexcept {
  constexpr std::size_t places[5] = {2, 1, 0, 5, 4};
  for (std::size_t i = 0; i < count; ++i) others[to + i] = static_cast<std::uint8_t>(half + places[from + i]);
  return others;
}

// Twice the value's remainder by 127, in the upper 32 bits of each half of its lane.
template <class V>
struct twice_check_mod_of {
  using reg = typename V::reg;
  reg weights, ones, fraction, twice127;
  twice_check_mod_of() noexcept {
    weights = V::table(constant<(check_weights())>);
    ones = V::splat32(0x00010001);
    fraction = V::table64(fraction127);
    twice127 = V::table64(2 * 127);
  }
  reg operator()(reg value) const noexcept {
    reg sum = V::dot16(V::dot8(value, weights), ones);
    sum = V::add32(sum, V::swap32(sum));
    sum = V::add32(sum, V::swap64(sum));
    return V::mul32(V::mul32(sum, fraction), twice127);
  }
};

template <class V>
constexpr unsigned all_lanes = (1U << V::lanes) - 1;

// --- the loops ---------------------------------------------------------------------------------------------

template <text_shape Shape>
struct lane_loops {
  static constexpr std::size_t id_size = lane_text<narrow, Shape>::id_size;

  static void write(const void* ids, std::size_t n, char* texts, std::size_t stride) noexcept {
    const auto* from = static_cast<const char*>(ids);
    const std::size_t i = write_registers(from, n, texts, stride);
    if constexpr (wide::lanes == 2) {
      if (i != n) write_one(from + i * id_size, texts + i * stride);
    }
  }

  static bool read(const char* texts, std::size_t stride, std::size_t n, void* ids, const value_rule& rule,
                   std::uint64_t* rejected) noexcept {
    auto* to = static_cast<char*>(ids);
    const typename lane_text<wide, Shape>::reader from_texts(rule);
    const std::size_t whole = n / wide::lanes * wide::lanes;
    std::uint64_t any = 0;
    for (std::size_t begin = 0; begin < whole; begin += 64) {
      const std::size_t count = whole - begin < 64 ? whole - begin : 64;
      const std::uint64_t bad =
          read_registers(from_texts, texts + begin * stride, stride, count, to + begin * id_size);
      rejected[begin / 64] = bad;
      any |= bad;
    }
    if constexpr (wide::lanes == 2) {
      if (whole != n) {
        const std::uint64_t bad{!read_one(texts + whole * stride, to + whole * id_size, rule)};
        rejected[whole / 64] = (whole % 64 == 0 ? 0 : rejected[whole / 64]) | bad << (whole % 64);
        any |= bad;
      }
    }
    return any != 0;
  }

  static void write_one(const void* id, char* text) noexcept {
    const typename lane_text<narrow, Shape>::writer to_text;
    to_text(static_cast<const char*>(id), text, 0);
  }
  static bool read_one(const char* text, void* id, const value_rule& rule) noexcept {
    const typename lane_text<narrow, Shape>::reader from_text(rule);
    return from_text(text, 0, static_cast<char*>(id)) != 0;
  }
  static std::size_t first_wrong(const char* text) noexcept {
    return lane_text<narrow, Shape>::first_wrong(text);
  }
  static constexpr text_kernels all{write, read, write_one, read_one, first_wrong};

 private:
  // Whole registers of n ids. Where a kernel has two steps, the first one of the next register goes before
  // the second of this one: a step waits for its own instructions only, so a processor has others to execute.
  static std::size_t write_registers(const char* ids, std::size_t n, char* texts,
                                     std::size_t stride) noexcept {
    const typename lane_text<wide, Shape>::writer to_texts;
    std::size_t i = 0;
    if constexpr (requires { to_texts.begin(ids); }) {
      if (n < wide::lanes) return 0;
      auto begun = to_texts.begin(ids);
      for (; i + 2 * wide::lanes <= n; i += wide::lanes) {
        const auto next = to_texts.begin(ids + (i + wide::lanes) * id_size);
        to_texts.end(begun, texts + i * stride, stride);
        begun = next;
      }
      to_texts.end(begun, texts + i * stride, stride);
      i += wide::lanes;
    } else {
      for (; i + wide::lanes <= n; i += wide::lanes) to_texts(ids + i * id_size, texts + i * stride, stride);
    }
    return i;
  }
  // The same for one register or more, of at most 64 texts; a bit for each invalid one.
  template <class Reader>
  static std::uint64_t read_registers(const Reader& from_texts, const char* texts, std::size_t stride,
                                      std::size_t n, char* ids) noexcept {
    std::uint64_t bad = 0;
    std::size_t i = 0;
    if constexpr (requires { from_texts.begin(texts, stride); }) {
      auto begun = from_texts.begin(texts, stride);
      for (; i + 2 * wide::lanes <= n; i += wide::lanes) {
        const auto next = from_texts.begin(texts + (i + wide::lanes) * stride, stride);
        bad |= std::uint64_t{from_texts.end(begun, ids + i * id_size) ^ all_lanes<wide>} << i;
        begun = next;
      }
      bad |= std::uint64_t{from_texts.end(begun, ids + i * id_size) ^ all_lanes<wide>} << i;
    } else {
      for (; i + wide::lanes <= n; i += wide::lanes)
        bad |= std::uint64_t{from_texts(texts + i * stride, stride, ids + i * id_size) ^ all_lanes<wide>}
               << i;
    }
    return bad;
  }
};

// The first byte of a piece of 16 that is no symbol; 16 when there is none.
template <class Values>
std::size_t first_other(const Values& values, typename narrow::reg text) noexcept {
  const auto no_symbol = narrow::subs8(values(text), narrow::table(constant<(filled(invalid_value - 1))>));
  return narrow::first_not_zero(narrow::or_(no_symbol, values.outside(text)));
}
// The place in `front`, or, when that is 16, the one in a piece that begins at `second`: no branch, which
// would be taken at random.
constexpr std::size_t first_of(std::size_t front, std::size_t second, std::size_t back) noexcept {
  return front + ((std::size_t{0} - front / 16) & (second + back - 16));
}
// The same for two pieces of a text of 26 or 27, the second of which begins at `second`.
template <class Values>
std::size_t first_other_of_two(const Values& values, const char* text, std::size_t second) noexcept {
  return first_of(first_other(values, narrow::load16(text, 0)), second,
                  first_other(values, narrow::load16(text + second, 0)));
}
// The same for two halves of a shorter text.
template <class Values>
std::size_t first_other_of_halves(const Values& values, const char* text, std::size_t second) noexcept {
  const std::size_t place = first_other(values, narrow::load_halves(text, second, 0));
  return place < 8 ? place : place - 8 + second;
}

// --- 26 symbols --------------------------------------------------------------------------------------------

template <class V, bool LowerCase>
struct lane_text26 {
  using reg = typename V::reg;
  static constexpr std::size_t id_size = 16;

  // Symbols 0 ... 15 and 10 ... 25. The two stores overlap.
  struct writer {
    symbols_of<V, encode32<LowerCase>> symbols;
    pair_splitter<V, 0, 2, byte_order::network16> front;
    pair_splitter<V, 10, 2, byte_order::network16> back;

    writer() noexcept = default;
    void operator()(const char* ids, char* texts, std::size_t stride) const noexcept {
      const reg value = V::load_ids16(ids);
      V::store16(texts, stride, symbols(front(value)));
      V::store16(texts + 10, stride, symbols(back(value)));
    }
  };

  // Eight symbols are five bytes. The back, symbols 10 ... 25, is two times eight. Of the front, symbols 0
  // and 1, "#", are the id's first byte, and 2 ... 9, a to h, the next five. Weights of their own put every
  // byte, or its two parts, where a shuffle finds it without another step. The first twelve bytes of the
  // front as three numbers of 32 bits, highest bit first; a valid text has no bits at "?":
  //
  //   dot8, 32 1     ......aa aaabbbbb ......?? ########
  //                  ......ee eeefffff ......cc cccddddd
  //                  ........ ........ ......gg ggghhhhh
  //   dot16          ........ aaaaabbb bb....?? ########   1 and 2^14
  //                  ........ ..cccccd ddddeeee efffff..   2^12 and 2^2
  //                  ........ ........ ......gg ggghhhhh   1 and 0
  //
  //   front_bytes    0  2  1  5  4  8  -  -    -  -  -  -  -  -  -  -   bytes of the three
  //   front_parts    -  -  6  -  9  -  -  -    -  -  -  -  -  -  -  -
  struct reader {
    reader32<V, LowerCase ? symbols32::lower_case : symbols32::any_case> values;
    joiner40<V> join;
    reg above, front_by16 = V::table(constant<(halves_of(0x0004'1000'4000'0001, 0x0001))>);
    reg front_bytes = V::table(constant<(bytes16{0, 2, 1, 5, 4, 8, shuffle_zero, shuffle_zero, shuffle_zero,
                                                 shuffle_zero, shuffle_zero, shuffle_zero, shuffle_zero,
                                                 shuffle_zero, shuffle_zero, shuffle_zero})>);
    reg front_parts = V::table(constant<(moved(2, 6, 1, moved(4, 9, 1)))>);
    reg back_bytes = V::table(constant<(joined40(6, 0, 0, 5, joined40(11, 8, 0, 5)))>);

    explicit reader(const value_rule& rule) noexcept : above(above_first<V>(rule.first_limit)) {}
    unsigned operator()(const char* texts, std::size_t stride, char* ids) const noexcept {
      return end(begin(texts, stride), ids);
    }

    struct half_done {
      reg front_text, back_text;
    };
    [[nodiscard]] half_done begin(const char* texts, std::size_t stride) const noexcept {
      return {V::load16(texts, stride), V::load16(texts + 10, stride)};
    }
    unsigned end(const half_done& begun, char* ids) const noexcept {
      const reg front = values(begun.front_text);
      const reg back = values(begun.back_text);
      const unsigned good_ones = V::unmarked_lanes(
          V::or_(V::or_(V::add8(front, above), back), values.outside(begun.front_text, begun.back_text)));
      const reg three = V::dot16(V::dot8(front, join.by8), front_by16);
      const reg upper = V::or_(V::shuffle(three, front_bytes), V::shuffle(three, front_parts));
      V::store_ids16(good_ones, ids, V::or_(upper, V::shuffle(join(back), back_bytes)));
      return good_ones;
    }
  };

  static std::size_t first_wrong(const char* text) noexcept {
    return first_other_of_two(decltype(reader::values)(), text, 10);
  }
};
template <class V>
struct lane_text<V, text_shape::upper26> : lane_text26<V, false> {};
template <class V>
struct lane_text<V, text_shape::lower26> : lane_text26<V, true> {};

// --- 13 symbols --------------------------------------------------------------------------------------------

template <class V, bool LowerCase>
struct lane_text13 {
  using reg = typename V::reg;
  static constexpr std::size_t id_size = 8;

  // 13 symbols are 65 bits, so the text begins one bit before the value. Pairs begin at even bits, so they
  // begin with a symbol "-1", of zeros. The value is drawn highest byte first; that is byte 7 of a native
  // integer in memory:
  //
  //   value      aaaabbbb bcccccdd dddeeeee fffffggg gghhhhhi iiiijjjj jkkkkkll lllmmmmm
  //
  //   pair       -1 a                b c                 d e                 f g
  //   shuffled   -------- aaaabbbb   aaaabbbb bcccccdd   bcccccdd dddeeeee   fffffggg gghhhhhi   ...
  //
  // Symbols 0 ... 7 and 5 ... 12 are stored, half a lane each, one over the other:
  //
  //   split     -1  0  1  2  3  4  5  6    7  8  9 10 11 12  -  -
  //   halves     0  1  2  3  4  5  6  7    5  6  7  8  9 10 11 12
  struct writer {
    symbols_of<V, encode32<LowerCase>> symbols;
    pair_splitter<V, -1, 1, byte_order::native8, 0, 8> split;
    reg halves = V::table(constant<(moved(0, 1, 8, moved(8, 6, 8)))>);

    writer() noexcept = default;
    void operator()(const char* ids, char* texts, std::size_t stride) const noexcept {
      const reg text = symbols(split(V::load8(ids, 8)));
      V::store_halves(texts, 5, stride, V::shuffle(text, halves));
    }
  };

  // Symbols 0 ... 4 are the upper three bytes of the integer, 5 ... 12 the lower five.
  //
  //   byte       0  1  2  3  4  5  6  7    8  9 10 11 12 13 14 15
  //   loaded     0  1  2  3  4  5  6  7    5  6  7  8  9 10 11 12   symbols of the text
  //   aligned    -  -  -  0  1  2  3  4    5  6  7  8  9 10 11 12
  //   bytes     12 13  8  9 10  4  5  0    of the joined halves: five of the second, three of the first
  struct reader {
    reader32<V, LowerCase ? symbols32::lower_case : symbols32::any_case> values;
    joiner40<V> join;
    reg above;
    reg aligned = V::table(constant<(moved(3, 0, 5, moved(8, 8, 8)))>);
    reg bytes = V::table(bytes16{12, 13, 8, 9, 10, 4, 5, 0});

    explicit reader(const value_rule& rule) noexcept : above(above_first<V>(rule.first_limit)) {}
    unsigned operator()(const char* texts, std::size_t stride, char* ids) const noexcept {
      const reg text = V::load_halves(texts, 5, stride);
      const reg read = values(text);
      const unsigned good_ones = V::unmarked_lanes(V::or_(V::add8(read, above), values.outside(text)));
      V::store_ids8(good_ones, ids, V::shuffle(join(V::shuffle(read, aligned)), bytes));
      return good_ones;
    }
  };

  static std::size_t first_wrong(const char* text) noexcept {
    return first_other_of_halves(decltype(reader::values)(), text, 5);
  }
};
template <class V>
struct lane_text<V, text_shape::upper13> : lane_text13<V, false> {};
template <class V>
struct lane_text<V, text_shape::lower13> : lane_text13<V, true> {};

// --- 27 symbols, seven bits of check -----------------------------------------------------------------------

template <class V>
struct lane_text<V, text_shape::checked27> {
  using reg = typename V::reg;
  static constexpr std::size_t id_size = 16;

  // The front is symbols 0 ... 15. For the back the value moves down by a byte and twice the check takes the
  // last byte. Its symbols 12 ... 19 and 19 ... 26 are stored, half a lane each, one over the
  // other.
  //
  //   byte       0  1  2  3  4  5  6  7    8  9 10 11 12 13 14 15
  //   up         1  2  3  4  5  6  7  8    9 10 11 12 13 14 15  -   bytes of the value
  //   to_last    -  -  -  -  -  -  -  -    -  -  -  -  -  -  -  4   byte of the check
  //   back      12 13 14 15 16 17 18 19   20 21 22 23 24 25 26  -   symbols
  //   halves    12 13 14 15 16 17 18 19   19 20 21 22 23 24 25 26
  struct writer {
    symbols_of<V, encode32<false>> symbols;
    twice_check_mod_of<V> twice_check_mod;
    pair_splitter<V, 0, 0, byte_order::network16> front;
    pair_splitter<V, 12, 0, byte_order::network16, 1, 17> back;
    reg up = V::table(constant<(moved(0, 1, 15))>);
    reg to_last = V::table(constant<(moved(15, 4, 1))>);
    reg halves = V::table(constant<(moved(0, 0, 8, moved(8, 7, 8)))>);

    writer() noexcept = default;
    void operator()(const char* ids, char* texts, std::size_t stride) const noexcept {
      end(begin(ids), texts, stride);
    }

    struct half_done {
      reg value, check;
    };
    [[nodiscard]] half_done begin(const char* ids) const noexcept {
      const reg value = V::load_ids16(ids);
      return {value, V::shuffle(twice_check_mod(value), to_last)};
    }
    void end(const half_done& begun, char* texts, std::size_t stride) const noexcept {
      V::store16(texts, stride, symbols(front(begun.value)));
      const reg last = symbols(back(V::or_(V::shuffle(begun.value, up), begun.check)));
      V::store_halves(texts + 12, 7, stride, V::shuffle(last, halves));
    }
  };

  // Symbols 0 ... 15 are bytes 0 ... 9 of the id, and 16 ... 23 are bytes 10 ... 14. The last three are 15
  // bits; doubled they are byte 15 and twice the check.
  //
  //   byte         0  1  2  3  4  5  6  7    8  9 10 11 12 13 14 15
  //   front        0  1  2  3  4  5  6  7    8  9 10 11 12 13 14 15   symbols of the text
  //   back        11 12 13 14 15 16 17 18   19 20 21 22 23 24 25 26
  //   aligned     16 17 18 19 20 21 22 23    -  -  -  -  - 24 25 26   of the back
  //
  //   joined       0 ... 4 of the front's first half, 5 ... 9 of its second, 10 ... 14 of the back's first
  //   end          the last 15 bits, times 2: byte 15 of the id, then twice the check
  //
  //   check_byte   -  -  -  - 12  -  -  -    -  -  -  - 12  -  -  -   of the end
  //
  // All 135 bits are 128 · value + check. 128 ≡ 1 modulo 127, so they are twice the check when it is right;
  // with twice 127 - check they sum to a multiple of 127. The symbols can be summed before they are bytes.
  // That takes more instructions than the remainder of the bytes, and the last one is done sooner. A check of
  // 127 says that there is none to compare.
  struct reader {
    reader32<V, symbols32::with_aliases> values;
    joiner40<V> join, join_end;
    reg front_weights = V::table(constant<(symbol_weights(0, 0))>);
    reg back_weights = V::table(constant<(symbol_weights(11, 16))>), ones = V::splat32(0x00010001);
    reg aligned = V::table(constant<(moved(0, 5, 8, moved(13, 13, 3)))>);
    reg front_bytes = V::table(constant<(joined40(0, 0, 0, 5, joined40(5, 8, 0, 5)))>);
    reg back_bytes = V::table(constant<(joined40(10, 0, 0, 5, moved(15, 13, 1)))>);
    reg check_byte = V::table(constant<(moved(4, 12, 1, moved(12, 12, 1)))>);
    reg twice127 = V::splat32(2 * 127), nothing_left = V::zero();
    reg times = V::splat32(inverse127), multiples = V::splat32(multiples127);
    reg mark = V::table64(std::uint64_t{1} << 63);

    explicit reader(const value_rule&) noexcept {
      // As join for the lower half of a lane. In the upper half 1,024 and 1, doubled.
      join_end.by16 = V::table(constant<(halves_of(0x0001'0400'0010'4000, 0x0002'0800'0000'0000))>);
    }
    unsigned operator()(const char* texts, std::size_t stride, char* ids) const noexcept {
      return end(begin(texts, stride), ids);
    }

    struct half_done {
      reg front, back, sums, marks;
    };
    [[nodiscard]] half_done begin(const char* texts, std::size_t stride) const noexcept {
      const reg front_text = V::load16(texts, stride);
      const reg back_text = V::load16(texts + 11, stride);
      const reg front = values(front_text);
      const reg back = values(back_text);
      return {front, back,
              V::dot16(V::add32(V::dot8(front, front_weights), V::dot8(back, back_weights)), ones),
              V::or_(V::or_(front, back), values.outside(front_text, back_text))};
    }
    unsigned end(const half_done& begun, char* ids) const noexcept {
      const reg last = join_end(V::shuffle(begun.back, aligned));
      const reg value = V::or_(V::shuffle(join(begun.front), front_bytes), V::shuffle(last, back_bytes));
      const reg complement = V::xor_(V::shuffle(last, check_byte), twice127);
      reg sum = V::add32(begun.sums, V::swap32(begun.sums));
      sum = V::add32(V::add32(sum, V::swap64(sum)), complement);
      const reg right = V::or_(V::equal32(V::over16(V::mul16(sum, times), multiples), nothing_left),
                               V::equal32(complement, nothing_left));
      const unsigned good_ones = V::unmarked_lanes(V::or_(begun.marks, V::and_not(right, mark)));
      V::store_ids16(good_ones, ids, value);
      return good_ones;
    }
  };

  static std::size_t first_wrong(const char* text) noexcept {
    return first_other_of_two(decltype(reader::values)(), text, 11);
  }
};

// --- hexadecimal -------------------------------------------------------------------------------------------

// Where the 16 characters from `text_from` on come from, in a register of the digits from `digit_from` on;
// "-" is a hyphen:
//
//   front, characters 0 ... 15     0  1  2  3  4  5  6  7    -  8  9 10 11  - 12 13   digits
//   middle, characters 8 ... 23    -  8  9 10 11  - 12 13   14 15  - 16 17 18 19  -
//   back, characters 20 ... 35    17 18 19  - 20 21 22 23   24 25 26 27 28 29 30 31
constexpr bytes16 hex_places(std::size_t text_from, std::size_t digit_from) noexcept {
  bytes16 to = filled(shuffle_zero);
  std::size_t digit = 0;
  for (std::size_t at = 0; at < text_from + 16; ++at) {
    if (uuid_codec::hyphen_at(at)) continue;
    if (at >= text_from) to[at - text_from] = static_cast<std::uint8_t>(digit - digit_from);
    ++digit;
  }
  return to;
}
// Where digits `digit_from` ... `digit_from` + 15 are among the 16 characters from `text_from` on. Only
// characters from `text_begin` to `text_end` count; the other digits come from another register:
//
//   digits 0 ... 15     0  1  2  3  4  5  6  7    .  .  .  .  .  .  .  .   characters of the front
//                       .  .  .  .  .  .  .  .    9 10 11 12 14 15 16 17   of the middle
//   digits 16 ... 31   19  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .   of the middle
//                       . 20 21 22 24 25 26 27   28 29 30 31 32 33 34 35   of the back
constexpr bytes16 digit_places(std::size_t digit_from, std::size_t text_from, std::size_t text_begin,
                               std::size_t text_end) noexcept {
  bytes16 to = filled(shuffle_zero);
  std::size_t digit = 0;
  for (std::size_t at = 0; at < 36; ++at) {
    if (uuid_codec::hyphen_at(at)) continue;
    if (at >= text_begin && at < text_end && digit >= digit_from && digit < digit_from + 16)
      to[digit - digit_from] = static_cast<std::uint8_t>(at - text_from);
    ++digit;
  }
  return to;
}

// Hexadecimal digits to values, any other character to 16 or more. The low four bits of a character say which
// of its high four count, and these pick what is added. So no two classes of digits come to one number, and
// what is added to another character takes it beyond the digits:
//
//   low four bits   counts   '0' ... '9'   'A' ... 'F'   'a' ... 'f'   others
//   0               0101     1: -'0'                                   0, 4, 5
//   1 ... 6         0011     3: -'0'       0: 10 - 'A'   2: 10 - 'a'   0, 1, 2, 3
//   7               0001     1: -'0'                                   0, 1
//   8, 9            0001     1: -'0'                                   0, 1
//   10 ... 15       0010                                               0, 2
//
// A character above 127 counts as 0.
template <class V>
struct digit_reader {
  using reg = typename V::reg;
  reg counts = V::table(constant<(digit_counts)>), offsets = V::table(constant<(digit_offsets())>);
  digit_reader() noexcept = default;
  reg operator()(reg text) const noexcept {
    const reg which = V::and_(V::lookup_low4(counts, text), V::template right16_by<4>(text));
    return V::add8(text, V::lookup(offsets, which));
  }
};

template <class V>
struct lane_text<V, text_shape::hex36> {
  using reg = typename V::reg;
  static constexpr std::size_t id_size = 16;

  struct writer {
    reg digits = V::table(constant<(symbols_from(encode32<true>, 0))>);
    reg low4 = V::table(constant<(filled(15))>);
    reg front_places = V::table(constant<(hex_places(0, 0))>),
        front_hyphens = V::table(constant<(hyphen_bytes(0, '-'))>);
    reg middle_places = V::table(constant<(hex_places(8, 8))>),
        middle_hyphens = V::table(constant<(hyphen_bytes(8, '-'))>);
    reg back_places = V::table(constant<(hex_places(20, 16))>),
        back_hyphens = V::table(constant<(hyphen_bytes(20, '-'))>);

    writer() noexcept = default;
    void operator()(const char* ids, char* texts, std::size_t stride) const noexcept {
      const reg value = V::load_ids16(ids);
      const reg high = V::shuffle(digits, V::and_(V::template right16_by<4>(value), low4));
      const reg low = V::shuffle(digits, V::and_(value, low4));
      const reg first = V::zip_low8(high, low);
      const reg last = V::zip_high8(high, low);
      V::store16(texts, stride, V::or_(V::shuffle(first, front_places), front_hyphens));
      V::store16(texts + 20, stride, V::or_(V::shuffle(last, back_places), back_hyphens));
      V::store16(texts + 8, stride,
                 V::or_(V::shuffle(V::join_halves(first, last), middle_places), middle_hyphens));
    }
  };

  struct reader {
    digit_reader<V> values;
    reg greatest = V::splat8(15);
    reg by8 = V::table16(0x0110);  // 16 and 1
    reg first_of_front = V::table(constant<(digit_places(0, 0, 0, 8))>),
        first_of_middle = V::table(constant<(digit_places(0, 8, 9, 24))>);
    reg last_of_middle = V::table(constant<(digit_places(16, 8, 9, 20))>),
        last_of_back = V::table(constant<(digit_places(16, 20, 20, 36))>);
    reg hyphens = V::table(constant<(hyphen_bytes(8, '-'))>),
        hyphens_only = V::table(constant<(hyphen_bytes(8, 0xFF))>);
    reg rule_mask, rule_bits;

    explicit reader(const value_rule& rule) noexcept
        : rule_mask(V::table(rule.mask)), rule_bits(V::table(rule.bits)) {}

    unsigned operator()(const char* texts, std::size_t stride, char* ids) const noexcept {
      return end(begin(texts, stride), ids);
    }

    struct half_done {
      reg first, last, bad;
    };
    [[nodiscard]] half_done begin(const char* texts, std::size_t stride) const noexcept {
      const reg front = V::load16(texts, stride);
      const reg middle = V::load16(texts + 8, stride);
      const reg back = V::load16(texts + 20, stride);
      return {V::or_(V::shuffle(front, first_of_front), V::shuffle(middle, first_of_middle)),
              V::or_(V::shuffle(middle, last_of_middle), V::shuffle(back, last_of_back)),
              V::xor_(V::and_(middle, hyphens_only), hyphens)};
    }
    unsigned end(const half_done& begun, char* ids) const noexcept {
      const reg first = values(begun.first);
      const reg last = values(begun.last);
      const reg value = V::pack16(V::dot8(first, by8), V::dot8(last, by8));
      const reg no_digit = V::subs8(V::max8(first, last), greatest);
      const reg bad = V::or_(V::or_(begun.bad, no_digit), V::xor_(V::and_(value, rule_mask), rule_bits));
      const unsigned good_ones = V::zero_lanes(bad);
      V::store_ids16(good_ones, ids, value);
      return good_ones;
    }
  };

  static std::size_t first_wrong(const char* text) noexcept {
    const decltype(reader::values) values;
    const std::size_t end = first_of(first_wrong_in<16>(values, text), 4, first_wrong_in<20>(values, text));
    return first_of(first_wrong_in<0>(values, text), 16, end);
  }

 private:
  // Among the 16 characters from `From` on: a digit where a hyphen belongs is wrong too.
  template <std::size_t From>
  static std::size_t first_wrong_in(const decltype(reader::values)& values, const char* text) noexcept {
    const auto all = narrow::load16(text + From, 0);
    const auto hyphens = narrow::table(constant<(hyphen_bytes(From, '-'))>);
    const auto hyphens_only = narrow::table(constant<(hyphen_bytes(From, 0xFF))>);
    const auto bad = narrow::subs8(values(all), narrow::splat8(15));
    const auto wrong_hyphens = narrow::xor_(narrow::and_(all, hyphens_only), hyphens);
    return narrow::first_not_zero(narrow::or_(narrow::and_not(hyphens_only, bad), wrong_hyphens));
  }
};

// --- base 58 -----------------------------------------------------------------------------------------------

template <class V>
struct lane_text<V, text_shape::base58_11> {
  using reg = typename V::reg;
  static constexpr std::size_t id_size = 8;

  // Scalar divisions give the first digit and two limbs of five digits. Each half of a lane takes a limb and
  // makes its digits as tables.hpp describes: d4 ... d1 in the upper halves of four registers, d0 in that of
  // a fifth. Half a lane as a number, byte 7 first; a letter is a digit:
  //
  //   four       d1 d2 d3 d4  ?  ?  ?  ?      d4 | d3 << 8 | d2 << 16 | d1 << 24
  //   d0          -  -  - d0  ?  ?  ?  ?
  struct writer {
    reg factor = V::table64(fraction_factor), base = V::table64(58), one = V::table64(1);
    symbols_of<V, bitcoin_symbols> symbols;
    // The upper halves of d0 and of four as they lie in memory, and the first digit of all in byte 1. Symbols
    // 0 ... 7 and 3 ... 10 are stored, half a lane each, one over the other.
    //
    //   byte      0  1  2  3  4  5  6  7    8  9 10 11 12 13 14 15
    //   symbol    5  0  -  - 10  -  -  -    1  2  3  4  6  7  8  9
    //   places    1  8  9 10 11  0 12 13   10 11  0 12 13 14 15  4
    //   stored    0  1  2  3  4  5  6  7    3  4  5  6  7  8  9 10   symbols
    reg places = V::table(bytes16{1, 8, 9, 10, 11, 0, 12, 13, 10, 11, 0, 12, 13, 14, 15, 4});

    writer() noexcept = default;
    void operator()(const char* ids, char* texts, std::size_t stride) const noexcept {
      end(begin(ids), texts, stride);
    }

    struct half_done {
      reg limbs, tops;
    };
    [[nodiscard]] half_done begin(const char* ids) const noexcept {
      std::uint64_t limbs[2 * V::lanes];
      std::uint64_t tops[2 * V::lanes];
      for (std::size_t i = 0; i < V::lanes; ++i) {
        const std::uint64_t value = load64(ids + 8 * i);
        const std::uint64_t upper = value / limb58;
        const std::uint64_t top = upper / limb58;
        limbs[2 * i] = upper - top * limb58;
        limbs[2 * i + 1] = value - upper * limb58;
        tops[2 * i] = top << 8;
        tops[2 * i + 1] = 0;
      }
      return {V::words64(limbs), V::words64(tops)};
    }
    void end(const half_done& begun, char* texts, std::size_t stride) const noexcept {
      const reg scaled = V::mul32(begun.limbs, factor);
      const reg d4 = V::add64(V::template right64<fraction_shift>(scaled), one);
      const reg d3 = V::mul32(d4, base);
      const reg d2 = V::mul32(d3, base);
      const reg d1 = V::mul32(d2, base);
      const reg d0 = V::mul32(d1, base);
      const reg four = V::or_(V::or_(d4, V::template left32<8>(d3)),
                              V::or_(V::template left32<16>(d2), V::template left32<24>(d1)));
      const reg digits = V::or_(V::upper_halves(d0, four), begun.tops);
      V::store_halves(texts, 3, stride, V::shuffle(symbols(digits), places));
    }
  };

  // Symbols 1 ... 5 go to the end of one half, 6 ... 10 to that of the other. Scalar code adds the first
  // symbol.
  //
  //   byte       0  1  2  3  4  5  6  7    8  9 10 11 12 13 14 15
  //   loaded     0  1  2  3  4  5  6  7    3  4  5  6  7  8  9 10   symbols of the text
  //   aligned    -  -  -  1  2  3  4  5    -  -  -  6  7  8  9 10
  struct reader {
    symbol_reader<V, decode58, base58_classes> values;
    reg aligned = V::table(constant<(moved(3, 1, 5, moved(11, 11, 5)))>);
    reg by8 = V::table16(0x013A);                  // 58 and 1
    reg by16 = V::table64(0x0001'0D24'0001'0000);  // 58^2 and 1 in the upper half
    reg by32 = V::table64(power58_4);

    explicit reader(const value_rule&) noexcept {}
    unsigned operator()(const char* texts, std::size_t stride, char* ids) const noexcept {
      const reg text = V::load_halves(texts, 3, stride);
      const reg read = values(text);
      unsigned good_ones = V::unmarked_lanes(V::or_(read, values.outside(text)));
      const reg words = V::dot16(V::dot8(V::shuffle(read, aligned), by8), by16);
      std::uint64_t limbs[2 * V::lanes];
      V::store16(reinterpret_cast<char*>(limbs), 16,
                 V::add64(V::mul32(words, by32), V::template right64<32>(words)));
      for (std::size_t i = 0; i < V::lanes; ++i) {
        const std::uint64_t top = decode58[static_cast<unsigned char>(texts[i * stride])];
        const std::uint64_t below = limbs[2 * i] * limb58 + limbs[2 * i + 1];
        const std::uint64_t value = top * power58_10 + below;
        if (top > top_limit58 || value < below) good_ones &= ~(1U << i);
        if ((good_ones >> i & 1U) != 0) std::memcpy(ids + 8 * i, &value, sizeof value);
      }
      return good_ones;
    }
  };

  static std::size_t first_wrong(const char* text) noexcept {
    return first_other_of_halves(decltype(reader::values)(), text, 3);
  }
};

constexpr kernels lane_set(std::string_view name) noexcept {
  return {name, every_shape<lane_loops>(), number_loops::times128, number_loops::times64,
          number_loops::swap64};
}
