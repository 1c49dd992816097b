// How ids become halves in the registers of x86-64, as mask_moves says. Included after feistel.hpp, like it.
// `reg` there also has bytes (a shuffle of each block), left and right (shifts of each word).

template <class reg>
class as_ids {
 public:
  explicit as_ids(const mask_moves& m) noexcept : m_(m) {}

  [[nodiscard]] reg left(reg id) const noexcept {
    const reg upper = id.bytes(first_word);
    const reg number = (upper.left(m_.up) & of(m_.below_gap)) ^ (upper.right(m_.over) & of(m_.above_gap)) ^
                       (id.bytes(second_word).right(m_.right) & of(m_.carried));
    return number.bytes(second_word);
  }
  [[nodiscard]] reg right(reg id) const noexcept { return id & of(m_.right_half); }
  [[nodiscard]] reg out(reg left, reg right, reg before) const noexcept {
    const reg number = left.bytes(second_word_twice);
    const reg moved = (number.right(m_.up) & of(m_.below_gap_out)) ^
                      (number.left(m_.over) & of(m_.above_gap_out)) ^
                      (number.left(m_.right) & of(m_.carried_out));
    return moved.bytes(both_words) ^ right ^ ((before & of(m_.kept)) ^ of(m_.after));
  }

 private:
  static reg of(const two_words& words) noexcept {
    return reg::of_block(reinterpret_cast<const std::uint8_t*>(&words));
  }
  mask_moves m_;
};

template <class reg, std::size_t Registers, class one>
void run_ids(mask_direction direction, const mask_tweak& tweak, const aes_keys& keys, const mask_cuts& cuts,
             const mask_moves& moves, const std::uint8_t* ids, std::size_t n, std::uint8_t* to) noexcept {
  run_through<as_ids, reg, Registers, one>(direction, tweak, keys, cuts, ids, n, to, moves);
}
