// How ids become pairs in the registers of x86-64, as mask_moves says. Included after feistel.hpp, like it. `reg` there also
// has words (network order to words, and back), swapped (the words of a block), left and right (shifts of each word), without
// (what another register has not) and only_upper_word.

template <class reg>
class as_ids {
 public:
  explicit as_ids(const mask_moves& m) noexcept
      : free_(of(m.free)),
        below_(of(m.below)),
        cut_(of(m.cut)),
        low_(of(m.low)),
        kept_(of(m.kept)),
        after_(of(m.after)),
        gap_(m.gap),
        up_(m.up),
        right_(m.right) {}

  [[nodiscard]] reg in(reg id) const noexcept {
    const reg bits = id.words() & free_;
    const reg closed = (bits & below_) ^ bits.right(gap_).without(below_);
    const reg upper = closed.left(up_) ^ closed.swapped().right(right_);
    return (upper.only_upper_word() ^ (closed & cut_)).words();
  }
  [[nodiscard]] reg out(reg pair, reg id) const noexcept {
    const reg halves = pair.words();
    const reg lower = (halves ^ halves.swapped().left(right_)) & low_;
    const reg closed = halves.right(up_).only_upper_word() ^ lower;
    const reg bits = (closed & below_) ^ closed.without(below_).left(gap_);
    return ((id.words() & kept_) ^ bits ^ after_).words();
  }

 private:
  static reg of(const two_words& words) noexcept {
    return reg::of_block(reinterpret_cast<const std::uint8_t*>(&words));
  }
  reg free_, below_, cut_, low_, kept_, after_;
  unsigned gap_, up_, right_;
};

template <class reg, std::size_t Registers, class one>
void run_ids(mask_direction direction, const mask_tweak& tweak, const aes_keys& keys, const mask_cuts& cuts,
             const mask_moves& moves, const std::uint8_t* ids, std::size_t n, std::uint8_t* to) noexcept {
  run_through<as_ids, reg, Registers, one>(direction, tweak, keys, cuts, ids, n, to, moves);
}
