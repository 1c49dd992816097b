// The Feistel network in registers. Included in the file of each instruction set, in its region and
// namespace. `reg` there is a register of one or more blocks of 16 bytes: load, store, of_block (the same
// block all over), up (the first 8 bytes of each block to the second, zeros to the first), down (the other
// way), upper (the second alone), round and last_round.

// What is loaded and stored is pairs. Each half stands in the second 8 bytes, where AES reads and writes it.
template <class reg>
struct as_pairs {
  [[nodiscard]] reg left(reg pair) const noexcept { return pair.up(); }
  [[nodiscard]] reg right(reg pair) const noexcept { return pair.upper(); }
  [[nodiscard]] reg out(reg left, reg right, reg) const noexcept { return left.down() ^ right; }
};

// Registers side by side, so that the rounds of one wait less for the rounds before them. `Last` is the
// number of AES's last round: the compiler unrolls the rounds when it knows them.
template <unsigned Last, std::size_t Registers, class reg, class Moves>
void feistel_of(mask_direction direction, const mask_tweak& tweak, const aes_keys& keys,
                const mask_cuts& cuts, const Moves& moves, const std::uint8_t* from,
                std::uint8_t* to) noexcept {
  reg left[Registers];
  reg right[Registers];
  for (std::size_t i = 0; i < Registers; ++i) {
    const reg id = reg::load(from + i * sizeof(reg));
    left[i] = moves.left(id);
    right[i] = moves.right(id);
  }
  const auto add = [&](reg(&changed)[Registers], const reg(&other)[Registers], const std::uint8_t* first,
                       const two_words& cut) {
    reg state[Registers];
    const reg start = reg::of_block(first);
    for (std::size_t i = 0; i < Registers; ++i) state[i] = other[i] ^ start;
#pragma GCC unroll 16
    for (unsigned k = 1; k < Last; ++k) {
      const reg key = reg::of_block(keys.rounds[k]);
      for (std::size_t i = 0; i < Registers; ++i) state[i] = state[i].round(key);
    }
    const reg key = reg::of_block(keys.rounds[Last]);
    const reg kept = reg::of_block(reinterpret_cast<const std::uint8_t*>(&cut));
    for (std::size_t i = 0; i < Registers; ++i) changed[i] = changed[i] ^ (state[i].last_round(key) & kept);
  };
  if (direction == mask_direction::mask) {
    for (unsigned round = 0; round < mask_rounds; round += 2) {
      add(left, right, tweak.first[round], cuts.left);
      add(right, left, tweak.first[round + 1], cuts.right);
    }
  } else {
    for (unsigned round = mask_rounds; round != 0; round -= 2) {
      add(right, left, tweak.first[round - 1], cuts.right);
      add(left, right, tweak.first[round - 2], cuts.left);
    }
  }
  for (std::size_t i = 0; i < Registers; ++i) {
    const reg before = reg::load(from + i * sizeof(reg));
    moves.out(left[i], right[i], before).store(to + i * sizeof(reg));
  }
}

template <std::size_t Registers, class reg, class Moves>
void feistel(mask_direction direction, const mask_tweak& tweak, const aes_keys& keys, const mask_cuts& cuts,
             const Moves& moves, const std::uint8_t* from, std::uint8_t* to) noexcept {
  if (keys.last == 10) {
    feistel_of<10, Registers, reg>(direction, tweak, keys, cuts, moves, from, to);
  } else {
    feistel_of<14, Registers, reg>(direction, tweak, keys, cuts, moves, from, to);
  }
}

// `one` is a register of one block, for a pair alone.
template <template <class> class Moves, class reg, std::size_t Registers, class one, class... Given>
void run_through(mask_direction direction, const mask_tweak& tweak, const aes_keys& keys,
                 const mask_cuts& cuts, const std::uint8_t* from, std::size_t n, std::uint8_t* to,
                 const Given&... given) noexcept {
  constexpr std::size_t pair = 16;
  constexpr std::size_t together = Registers * sizeof(reg) / pair;
  if (n == 1) return feistel<1, one>(direction, tweak, keys, cuts, Moves<one>(given...), from, to);
  const Moves<reg> moves(given...);
  for (; n >= together; n -= together, from += together * pair, to += together * pair)
    feistel<Registers, reg>(direction, tweak, keys, cuts, moves, from, to);
  if (n == 0) return;
  std::uint8_t rest[together * pair]{};
  std::memcpy(rest, from, n * pair);
  feistel<Registers, reg>(direction, tweak, keys, cuts, moves, rest, rest);
  std::memcpy(to, rest, n * pair);
}
template <class reg, std::size_t Registers, class one>
void run(mask_direction direction, const mask_tweak& tweak, const aes_keys& keys, const mask_cuts& cuts,
         const std::uint8_t* pairs, std::size_t n, std::uint8_t* to) noexcept {
  run_through<as_pairs, reg, Registers, one>(direction, tweak, keys, cuts, pairs, n, to);
}
