#include "sortid/mask.hpp"

#include <array>
#include <cstring>
#include <span>

#include "aes.hpp"
#include "sortid/detail/bytes.hpp"
#include "sortid/detail/hex.hpp"
#include "sortid/detail/key.hpp"
#include "sortid/detail/sha256.hpp"
#include "system/processor.hpp"

namespace sortid {

// --- keys --------------------------------------------------------------------------------------------------

mask_key::~mask_key() { detail::wipe(bytes_, sizeof bytes_); }

result<mask_key> mask_key::from_bytes(std::span<const std::uint8_t> bytes) noexcept {
  if (!detail::is_key_size(bytes.size())) return detail::length_error(detail::key_size, bytes.size());
  mask_key key;
  detail::leave_no_wide_traces<256>([&]() noexcept { std::memcpy(key.bytes_, bytes.data(), bytes.size()); });
  key.size_ = bytes.size();
  return key;
}

result<mask_key> mask_key::from_hex(std::string_view digits) noexcept {
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (detail::hex_value(digits[i]) > 15) return detail::not_a_digit(digits[i], i);
  }
  if (digits.size() % 2 != 0 || !detail::is_key_size(digits.size() / 2))
    return detail::length_error(2 * detail::key_size, digits.size());
  mask_key key;
  key.size_ = digits.size() / 2;
  for (std::size_t i = 0; i < key.size_; ++i) {
    key.bytes_[i] = static_cast<std::uint8_t>(detail::hex_value(digits[2 * i]) << 4 |
                                              detail::hex_value(digits[2 * i + 1]));
  }
  return key;
}

result<mask_key> mask_key::from_file_contents(std::string_view contents) noexcept {
  std::string_view line = contents;
  if (!line.empty() && line.back() == '\n') line.remove_suffix(1);
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  // Random bytes are never digits alone, so what is, is a key in hexadecimal, or a part of one.
  auto as_hex = from_hex(line);
  if (as_hex || (as_hex.error().why == reason::length && !line.empty())) return as_hex;
  return from_bytes({reinterpret_cast<const std::uint8_t*>(contents.data()), contents.size()});
}

namespace detail {

// --- kernels -----------------------------------------------------------------------------------------------

namespace {

constexpr const mask_kernel* candidates[] = {
#if defined(__x86_64__)
    &vaes512_mask_kernel,
    &vaes256_mask_kernel,
    &aesni_mask_kernel,
#elif defined(SORTID_ARMV8_MASK_KERNEL)
    &armv8_mask_kernel,
#endif
    &portable_mask_kernel,
};

// --- ids and pairs of halves -------------------------------------------------------------------------------

constexpr std::size_t pair_bytes = 16;
constexpr std::size_t pairs_at_once = 160;  // whole groups of every kernel

// A pair is the id's own bytes.
constexpr bool is_whole(const mask_plan& plan) noexcept { return plan.wide && ~plan.free == uint128(); }

// Its halves. A shift by `right_bits`, which may be 64, is two.
uint128 take_apart(const mask_plan& plan, uint128 value) noexcept {
  const std::uint64_t hi = plan.hi.close(value.hi & plan.free.hi);
  const std::uint64_t lo = plan.lo.close(value.lo & plan.free.lo);
  const unsigned right = plan.right_bits;
  const auto cut = low_mask<std::uint64_t>(right);
  if (plan.low_bits >= right) return {hi << (plan.low_bits - right) | lo >> (right - 1) >> 1, lo & cut};
  return {hi >> (right - plan.low_bits), (lo | hi << plan.low_bits) & cut};
}
// The free bits of the value.
uint128 put_together(const mask_plan& plan, uint128 halves) noexcept {
  const unsigned right = plan.right_bits;
  const auto low = low_mask<std::uint64_t>(plan.low_bits);
  std::uint64_t hi = 0;
  std::uint64_t lo = 0;
  if (plan.low_bits >= right) {
    lo = (halves.lo | halves.hi << (right - 1) << 1) & low;
    hi = halves.hi >> (plan.low_bits - right);
  } else {
    lo = halves.lo & low;
    hi = halves.lo >> plan.low_bits | halves.hi << (right - plan.low_bits);
  }
  return {plan.hi.open(hi), plan.lo.open(lo)};
}

// In network order.
two_words as_it_lies(uint128 value) noexcept {
  return two_words{network_order(value.hi), network_order(value.lo)};
}

// Whether ids of a plan become halves as mask_moves says.
constexpr bool moves_fit(const mask_plan& plan) noexcept {
  return plan.wide && plan.hi.count == 1 && plan.lo.count == 0 && plan.right_bits < 64 &&
         plan.low_bits >= plan.right_bits && plan.low_bits - plan.right_bits <= plan.hi.gaps[0].bits;
}
mask_moves moves_of(const mask_plan& plan, uint128 constants_after) noexcept {
  const unsigned up = plan.low_bits - plan.right_bits;
  const unsigned over = plan.hi.gaps[0].bits - up;
  const unsigned right = plan.right_bits;
  const std::uint64_t below = plan.hi.gaps[0].below;
  const std::uint64_t above = plan.free.hi & ~below;
  const std::uint64_t right_half = low_mask<std::uint64_t>(right);
  const std::uint64_t carried = plan.free.lo >> right;
  return {.below_gap = two_words{0, below << up},
          .above_gap = two_words{0, above >> over},
          .carried = two_words{0, carried},
          .right_half = as_it_lies(uint128(right_half)),
          .below_gap_out = two_words{below, 0},
          .above_gap_out = two_words{above, 0},
          .carried_out = two_words{0, plan.free.lo & ~right_half},
          .kept = as_it_lies(~(plan.free | plan.constants)),
          .after = as_it_lies(constants_after),
          .up = up,
          .over = over,
          .right = right};
}

}  // namespace

std::span<const mask_kernel* const> mask_kernels() noexcept { return candidates; }

const mask_kernel& active_mask_kernel() noexcept {
  // No static of a function, whose lock is in the C++ library: the SQLite module has none. Several threads
  // may come here at once; all store the same.
  constinit static const mask_kernel* chosen = nullptr;
  if (const mask_kernel* const known = __atomic_load_n(&chosen, __ATOMIC_ACQUIRE)) return *known;
  const auto* kernel = candidates;
  while (!(*kernel)->runs_here()) ++kernel;
  __atomic_store_n(&chosen, *kernel, __ATOMIC_RELEASE);
  return **kernel;
}

// --- the cipher --------------------------------------------------------------------------------------------

mask_tweak::~mask_tweak() { wipe(this, sizeof *this); }

mask_cipher::mask_cipher(const mask_plan& plan, const mask_key& key) noexcept
    : plan_(plan), names_(key.bytes()) {
  leave_no_wide_traces<2048>([&]() noexcept { expand_key(key.bytes().data(), key.bytes().size(), keys_); });
}

mask_cipher::~mask_cipher() { wipe(&keys_, sizeof keys_); }

mask_tweak mask_cipher::tweak(std::string_view format, bool prefixed,
                              std::string_view prefix) const noexcept {
  // The number is that of the construction. A prefix has no '/' in it.
  sha256_digest digest =
      names_.of(std::array<std::string_view, 4>{"sortid mask 2/", format, prefixed ? "/" : "", prefix});
  mask_tweak tweak;
  leave_no_wide_traces<512>([&]() noexcept {
    for (unsigned round = 0; round < mask_rounds; ++round) {
      std::uint8_t* const first = tweak.first[round];
      for (std::size_t i = 0; i < pair_bytes; ++i) first[i] = keys_.rounds[0][i] ^ digest[i];
      constexpr std::size_t round_byte = 7;
      first[round_byte] = static_cast<std::uint8_t>(first[round_byte] ^ round);
    }
    wipe(digest);
  });
  return tweak;
}

std::size_t mask_cipher::run(mask_direction direction, const mask_tweak& tweak, const void* ids,
                             std::size_t n, void* to) const noexcept {
  return run_with(active_mask_kernel(), direction, tweak, ids, n, to);
}

namespace {

// For the kernel's run over n ids. That of one id needs less of the stack, and is short.
template <class F>
void leave_no_rounds(std::size_t n, F run) noexcept {
  n == 1 ? leave_no_wide_traces<2048>(run) : leave_no_wide_traces<4096>(run);
}

}  // namespace

std::size_t mask_cipher::run_with(const mask_kernel& kernel, mask_direction direction,
                                  const mask_tweak& tweak, const void* ids, std::size_t n,
                                  void* to) const noexcept {
  const mask_cuts cuts{{0, network_order(low_mask<std::uint64_t>(plan_.left_bits))},
                       {0, network_order(low_mask<std::uint64_t>(plan_.right_bits))}};
  const auto* from = static_cast<const std::uint8_t*>(ids);
  auto* out = static_cast<std::uint8_t*>(to);
  if (is_whole(plan_)) {
    leave_no_rounds(n, [&]() noexcept { kernel.run(direction, tweak, keys_, cuts, from, n, out); });
    return n;
  }

  const bool masks = direction == mask_direction::mask;
  const uint128 constants_before = masks ? plan_.stored : plan_.masked;
  const uint128 constants_after = masks ? plan_.masked : plan_.stored;
  const uint128 kept_bits = ~(plan_.free | plan_.constants);
  const std::size_t id_bytes = plan_.wide ? 16 : 8;
  if (kernel.run_ids != nullptr && moves_fit(plan_)) {
    // As the ids lie: that takes half the time of their numbers.
    const uint128 constants(network_order(plan_.constants.hi), network_order(plan_.constants.lo));
    const uint128 wanted(network_order(constants_before.hi), network_order(constants_before.lo));
    std::size_t count = 0;
    for (; count < n; ++count) {
      std::uint64_t words[2];
      std::memcpy(words, from + count * id_bytes, sizeof words);
      if ((((words[0] ^ wanted.hi) & constants.hi) | ((words[1] ^ wanted.lo) & constants.lo)) != 0) break;
    }
    leave_no_rounds(count, [&]() noexcept {
      kernel.run_ids(direction, tweak, keys_, cuts, moves_of(plan_, constants_after), from, count, out);
    });
    return count;
  }
  for (std::size_t begin = 0; begin < n; begin += pairs_at_once) {
    const std::size_t wanted = lesser(n - begin, pairs_at_once);
    std::uint8_t pairs[pairs_at_once * pair_bytes];
    std::size_t count = 0;
    for (; count < wanted; ++count) {
      const uint128 value = load_id(id_bytes, from + (begin + count) * id_bytes);
      if ((value & plan_.constants) != constants_before) break;
      store_be(take_apart(plan_, value), pairs + count * pair_bytes);
    }
    leave_no_rounds(count,
                    [&]() noexcept { kernel.run(direction, tweak, keys_, cuts, pairs, count, pairs); });
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t at = (begin + i) * id_bytes;
      const uint128 kept = (load_id(id_bytes, from + at) & kept_bits) | constants_after;
      store_id(id_bytes, put_together(plan_, load_be<uint128>(pairs + i * pair_bytes)) | kept, out + at);
    }
    if (count != wanted) return begin + count;
  }
  return n;
}

}  // namespace detail
}  // namespace sortid
