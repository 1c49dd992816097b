// Plain loops over 64-bit numbers, which the compiler vectorises for each instruction set. Included inside a
// target region, once by each set: so no include guard, and no include here.
struct number_loops {
  static void times128(const void* ids, std::size_t n, const time_rule& rule, std::int64_t* to) noexcept {
    const auto* from = static_cast<const char*>(ids);
    const time_rule own = rule;  // which no time can be written over
    if ((own.fixed_mask[0] | own.fixed_mask[1]) == 0) {
      for (std::size_t i = 0; i < n; ++i) to[i] = time_of(__builtin_bswap64(load64(from + 16 * i)), own);
      return;
    }
    for (std::size_t i = 0; i < n; ++i) {
      const std::uint64_t upper = load64(from + 16 * i);
      const std::uint64_t lower = load64(from + 16 * i + 8);
      const std::uint64_t differ = ((upper & own.fixed_mask[0]) ^ own.fixed_bits[0]) |
                                   ((lower & own.fixed_mask[1]) ^ own.fixed_bits[1]);
      const std::int64_t time = time_of(__builtin_bswap64(upper), own);
      to[i] = differ == 0 ? time : no_instant;
    }
  }
  static void times64(const void* ids, std::size_t n, const time_rule& rule, std::int64_t* to) noexcept {
    const auto* from = static_cast<const char*>(ids);
    for (std::size_t i = 0; i < n; ++i) to[i] = time_of(load64(from + 8 * i), rule);
  }
  static void swap64(const void* from, std::size_t n, void* to) noexcept {
    const auto* in = static_cast<const char*>(from);
    auto* out = static_cast<char*>(to);
    for (std::size_t i = 0; i < n; ++i) {
      const std::uint64_t word = __builtin_bswap64(load64(in + 8 * i));
      std::memcpy(out + 8 * i, &word, sizeof word);
    }
  }

 private:
  static std::int64_t time_of(std::uint64_t word, const time_rule& rule) noexcept {
    return static_cast<std::int64_t>((word >> rule.shift & rule.mask) +
                                     static_cast<std::uint64_t>(rule.epoch));
  }
};
