// An array of plain values whose memory grows where it lies, when the system can do so. (A vector copies.)
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>

namespace sortid::cli {

template <class T>
class growing_array {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] T* data() noexcept { return values_.get(); }
  [[nodiscard]] const T* data() const noexcept { return values_.get(); }
  [[nodiscard]] const T* begin() const noexcept { return data(); }
  [[nodiscard]] const T* end() const noexcept { return data() + size_; }
  [[nodiscard]] T& operator[](std::size_t i) noexcept { return values_.get()[i]; }
  [[nodiscard]] const T& operator[](std::size_t i) const noexcept { return values_.get()[i]; }

  // So many more values, to be written by the caller.
  T* extend(std::size_t count) {
    if (count > capacity_ - size_) grow(size_ + count);
    T* const added = values_.get() + size_;
    size_ += count;
    return added;
  }
  // The first `size` values stay.
  void cut(std::size_t size) noexcept { size_ = size; }
  // Keeps the memory.
  void clear() noexcept { size_ = 0; }

 private:
  struct giver {
    void operator()(T* values) const noexcept { std::free(values); }
  };

  void grow(std::size_t least) {
    const std::size_t capacity = std::max(least, 2 * capacity_);
    void* const grown = std::realloc(values_.get(), capacity * sizeof(T));
    if (grown == nullptr) throw std::bad_alloc();
    (void)values_.release();
    values_.reset(static_cast<T*>(grown));
    capacity_ = capacity;
  }

  std::unique_ptr<T, giver> values_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace sortid::cli
