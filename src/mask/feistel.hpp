// The Feistel network in registers. Included in the file of each instruction set, in its region and namespace. `reg` there
// is a register of one or more blocks of 16 bytes: load, store, of_block (the same block all over), up (the first 8 bytes
// of each block to the second, zeros to the first), down (the other way), upper (the second alone), round and last_round.

// Registers side by side, so that the rounds of one wait less for the rounds before them.
template <class reg, std::size_t Registers>
void feistel(mask_direction direction, const mask_tweak& tweak, const aes_keys& keys, const mask_cuts& cuts,
             const std::uint8_t* pairs, std::uint8_t* to) noexcept {
  // Each half in the second 8 bytes, where AES reads and writes it.
  reg left[Registers];
  reg right[Registers];
  for (std::size_t i = 0; i < Registers; ++i) {
    const reg pair = reg::load(pairs + i * sizeof(reg));
    left[i] = pair.up();
    right[i] = pair.upper();
  }
  const auto add = [&](reg(&changed)[Registers], const reg(&other)[Registers], const std::uint8_t* first,
                       const std::uint8_t* cut) {
    reg state[Registers];
    const reg start = reg::of_block(first);
    for (std::size_t i = 0; i < Registers; ++i) state[i] = other[i] ^ start;
    for (unsigned k = 1; k < keys.last; ++k) {
      const reg key = reg::of_block(keys.rounds[k]);
      for (std::size_t i = 0; i < Registers; ++i) state[i] = state[i].round(key);
    }
    const reg key = reg::of_block(keys.rounds[keys.last]);
    const reg kept = reg::of_block(cut);
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
  for (std::size_t i = 0; i < Registers; ++i) (left[i].down() ^ right[i]).store(to + i * sizeof(reg));
}

// `one` is a register of one block, for a pair alone.
template <class reg, std::size_t Registers, class one>
void run(mask_direction direction, const mask_tweak& tweak, const aes_keys& keys, const mask_cuts& cuts,
         const std::uint8_t* pairs, std::size_t n, std::uint8_t* to) noexcept {
  constexpr std::size_t pair = 16;
  constexpr std::size_t together = Registers * sizeof(reg) / pair;
  for (; n >= together; n -= together, pairs += together * pair, to += together * pair)
    feistel<reg, Registers>(direction, tweak, keys, cuts, pairs, to);
  if (n == 0) return;
  if (n == 1) return feistel<one, 1>(direction, tweak, keys, cuts, pairs, to);
  std::uint8_t rest[together * pair]{};
  std::memcpy(rest, pairs, n * pair);
  feistel<reg, Registers>(direction, tweak, keys, cuts, rest, rest);
  std::memcpy(to, rest, n * pair);
}
