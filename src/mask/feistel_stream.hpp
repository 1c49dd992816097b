// Many ids in the Feistel network, for a register of one block. Included after feistel.hpp, like it.
//
// As many ids go through the rounds side by side as there are rounds. Meanwhile the ids of the group before
// are put together and those of the group behind are taken apart, by scalar instructions: vector instructions
// would take the ports of AES.

// The halves of a pair and of an id, as they lie.
struct halves_of_pairs {
  void take(const std::uint64_t (&id)[2], std::uint64_t& left, std::uint64_t& right) const noexcept {
    left = id[0];
    right = id[1];
  }
  void give(std::uint64_t left, std::uint64_t right, std::uint64_t (&id)[2]) const noexcept {
    id[0] = left;
    id[1] = right;
  }
};
class halves_of_ids {
 public:
  explicit halves_of_ids(const mask_moves& m) noexcept : m_(m) {}
  void take(const std::uint64_t (&id)[2], std::uint64_t& left, std::uint64_t& right) const noexcept {
    const std::uint64_t upper = network_order(id[0]);
    left = network_order((upper << m_.up & m_.below_gap[1]) | (upper >> m_.over & m_.above_gap[1]) |
                         (network_order(id[1]) >> m_.right & m_.carried[1]));
    right = id[1] & m_.right_half[1];
  }
  void give(std::uint64_t left, std::uint64_t right, std::uint64_t (&id)[2]) const noexcept {
    const std::uint64_t number = network_order(left);
    const std::uint64_t upper =
        (number >> m_.up & m_.below_gap_out[0]) | (number << m_.over & m_.above_gap_out[0]);
    const std::uint64_t carried = number << m_.right & m_.carried_out[1];
    id[0] = (id[0] & m_.kept[0]) | m_.after[0] | network_order(upper);
    id[1] = (id[1] & m_.kept[1]) | m_.after[1] | network_order(carried) | right;
  }

 private:
  mask_moves m_;
};

inline constexpr unsigned in_stream = mask_rounds;
inline constexpr std::size_t pair_size = 16;

// `groups` is not 0.
//
// A half is kept with the first round key of AES added, whose second word is that of every round.
// `changed[r]` has what round r changes, in the second word, and in the first one the tweak of the round
// behind. So what round r adds to it is the input of that round, and what round r + 2 changes: an AND, an XOR
// and a store of 8 bytes beside ten instructions of AES.
template <unsigned Last, class reg, class Moves>
void feistel_stream_of(mask_direction direction, const mask_tweak& tweak, const aes_keys& keys,
                       const mask_cuts& cuts, const Moves& moves, const std::uint8_t* from,
                       std::size_t groups, std::uint8_t* to) noexcept {
  static_assert(sizeof(reg) == pair_size && in_stream == mask_rounds && mask_rounds % 2 == 0);
  constexpr std::size_t group_bytes = in_stream * pair_size;
  struct half {
    alignas(pair_size) std::uint64_t words[2];
    [[nodiscard]] const std::uint8_t* bytes() const noexcept {
      return reinterpret_cast<const std::uint8_t*>(words);
    }
  };
  half changed[mask_rounds + 2][in_stream]{};
  half input[in_stream];  // of the first round

  const bool masks = direction == mask_direction::mask;
  std::uint64_t key_word = 0;
  for (unsigned round = 0; round < mask_rounds; ++round) {
    std::uint64_t words[2];
    std::memcpy(words, tweak.first[masks ? round : mask_rounds - 1 - round], sizeof words);
    for (unsigned i = 0; i < in_stream; ++i)
      (round == 0 ? input[i] : changed[round - 1][i]).words[0] = words[0];
    key_word = words[1];
  }
  const auto take = [&](const std::uint8_t* ids, unsigned i) {
    std::uint64_t id[2];
    std::memcpy(id, ids + i * pair_size, pair_size);
    std::uint64_t left = 0;
    std::uint64_t right = 0;
    moves.take(id, left, right);
    changed[0][i].words[1] = (masks ? left : right) ^ key_word;
    input[i].words[1] = changed[1][i].words[1] = (masks ? right : left) ^ key_word;
  };
  const auto give = [&](const std::uint8_t* ids, std::uint8_t* out, unsigned i) {
    std::uint64_t id[2];
    std::memcpy(id, ids + i * pair_size, pair_size);
    const std::uint64_t first = changed[mask_rounds][i].words[1] ^ key_word;
    const std::uint64_t second = changed[mask_rounds + 1][i].words[1] ^ key_word;
    moves.give(masks ? first : second, masks ? second : first, id);
    std::memcpy(out + i * pair_size, id, pair_size);
  };

  const auto* const first_cut = reinterpret_cast<const std::uint8_t*>(masks ? &cuts.left : &cuts.right);
  const auto* const second_cut = reinterpret_cast<const std::uint8_t*>(masks ? &cuts.right : &cuts.left);
  for (unsigned i = 0; i < in_stream; ++i) take(from, i);
  for (std::size_t g = 0; g < groups; ++g, from += group_bytes, to += group_bytes) {
    reg state[in_stream];
    for (unsigned i = 0; i < in_stream; ++i) state[i] = reg::load(input[i].bytes());
    for (unsigned round = 0; round < mask_rounds; ++round) {
      // The halves of the group before are there until round 8, and those of the group behind have room from
      // round 2 on.
      const unsigned two = 2 * round % in_stream;
      if (round < mask_rounds / 2) {
        for (unsigned i = two; i < two + 2 && g != 0; ++i) give(from - group_bytes, to - group_bytes, i);
      } else {
        for (unsigned i = two; i < two + 2 && g + 1 != groups; ++i) take(from + group_bytes, i);
      }
#pragma GCC unroll 16
      for (unsigned k = 1; k < Last; ++k) {
        const reg key = reg::of_block(keys.rounds[k]);
        for (reg& block : state) block = block.round(key);
      }
      const reg key = reg::of_block(keys.rounds[Last]);
      const reg kept = reg::of_block(round % 2 == 0 ? first_cut : second_cut);
      for (unsigned i = 0; i < in_stream; ++i) {
        state[i] = (state[i].last_round(key) & kept) ^ reg::load_aligned(changed[round][i].bytes());
        state[i].store_second_word(&changed[round + 2][i].words[1]);
      }
    }
  }
  for (unsigned i = 0; i < in_stream; ++i) give(from - group_bytes, to - group_bytes, i);
}

// Whole groups by the stream. Returns how many ids they are.
template <class reg, class Moves>
std::size_t stream_through(mask_direction direction, const mask_tweak& tweak, const aes_keys& keys,
                           const mask_cuts& cuts, const Moves& moves, const std::uint8_t* from, std::size_t n,
                           std::uint8_t* to) noexcept {
  const std::size_t groups = n / in_stream;
  if (groups == 0) return 0;
  if (keys.last == 10) {
    feistel_stream_of<10, reg>(direction, tweak, keys, cuts, moves, from, groups, to);
  } else {
    feistel_stream_of<14, reg>(direction, tweak, keys, cuts, moves, from, groups, to);
  }
  return groups * in_stream;
}
template <class reg, std::size_t Registers>
void run_stream(mask_direction direction, const mask_tweak& tweak, const aes_keys& keys,
                const mask_cuts& cuts, const std::uint8_t* pairs, std::size_t n, std::uint8_t* to) noexcept {
  const std::size_t done = stream_through<reg>(direction, tweak, keys, cuts, halves_of_pairs(), pairs, n, to);
  run<reg, Registers, reg>(direction, tweak, keys, cuts, pairs + done * pair_size, n - done,
                           to + done * pair_size);
}
template <class reg, std::size_t Registers>
void stream_ids(mask_direction direction, const mask_tweak& tweak, const aes_keys& keys,
                const mask_cuts& cuts, const mask_moves& moves, const std::uint8_t* ids, std::size_t n,
                std::uint8_t* to) noexcept {
  const std::size_t done =
      n < in_stream ? 0 : stream_through<reg>(direction, tweak, keys, cuts, halves_of_ids(moves), ids, n, to);
  run_ids<reg, Registers, reg>(direction, tweak, keys, cuts, moves, ids + done * pair_size, n - done,
                               to + done * pair_size);
}
