// The code that runs batches: one set of kernels for each instruction set. Part of the compiled library
// sortid::sortid.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include "sortid/detail/kernels.hpp"

namespace sortid {

// The code that runs a batch, for one instruction set. All sets give the same results.
class kernel_set {
 public:
  // The set in use: the fastest that this machine can run, or the one that SORTID_FORCE_KERNELS names in the
  // environment when the process first asks. A name that this machine cannot run is ignored.
  [[nodiscard]] SORTID_EXPORT static kernel_set active() noexcept;
  // The sets that this machine can run, fastest first; the last one is "scalar".
  class list;
  [[nodiscard]] SORTID_EXPORT static list usable() noexcept;
  // The set of that name, if this machine can run it.
  [[nodiscard]] SORTID_EXPORT static std::optional<kernel_set> named(std::string_view name) noexcept;

  // scalar, ssse3, avx2, avx512, neon
  [[nodiscard]] std::string_view name() const noexcept { return kernels_->name; }
  friend bool operator==(const kernel_set&, const kernel_set&) noexcept = default;

  kernel_set() noexcept : kernel_set(detail::active()) {}
  explicit kernel_set(const detail::kernels& set) noexcept : kernels_(&set) {}
  [[nodiscard]] const detail::kernels& kernels() const noexcept { return *kernels_; }

 private:
  const detail::kernels* kernels_;
};

class kernel_set::list {
 public:
  static constexpr std::size_t most = 4;
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
  [[nodiscard]] const kernel_set& operator[](std::size_t index) const noexcept { return sets_[index]; }
  [[nodiscard]] const kernel_set* begin() const noexcept { return sets_.data(); }
  [[nodiscard]] const kernel_set* end() const noexcept { return sets_.data() + size_; }
  void push_back(const kernel_set& set) noexcept { sets_[size_++] = set; }

 private:
  std::array<kernel_set, most> sets_{};
  std::size_t size_ = 0;
};

}  // namespace sortid
