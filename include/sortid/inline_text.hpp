// A text of bounded length held in place: what to_text and message return, without allocation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <string_view>

namespace sortid {

// At most N bytes, always followed by a NUL. Converts to std::string_view and, where <string> is included,
// to std::string. What would go past the capacity is cut off.
template <std::size_t N>
class inline_text {
 public:
  constexpr inline_text() noexcept = default;

  [[nodiscard]] constexpr const char* data() const noexcept { return bytes_; }
  [[nodiscard]] constexpr const char* c_str() const noexcept { return bytes_; }
  [[nodiscard]] constexpr std::size_t size() const noexcept { return size_; }
  [[nodiscard]] constexpr bool empty() const noexcept { return size_ == 0; }
  [[nodiscard]] static constexpr std::size_t capacity() noexcept { return N; }
  [[nodiscard]] constexpr const char* begin() const noexcept { return bytes_; }
  [[nodiscard]] constexpr const char* end() const noexcept { return bytes_ + size_; }
  [[nodiscard]] constexpr std::string_view view() const noexcept { return {bytes_, size_}; }
  constexpr operator std::string_view() const noexcept { return view(); }

  template <class String>
  requires requires(String s, const char* p, std::size_t n) { s.append(p, n); }
  constexpr operator String() const { return String(bytes_, size_); }

  constexpr inline_text& append(char symbol) noexcept {
    if (size_ < N) bytes_[size_++] = symbol;
    return *this;
  }
  constexpr inline_text& append(std::string_view text) noexcept {
    for (const char symbol : text) append(symbol);
    return *this;
  }
  constexpr inline_text& append_decimal(std::uint64_t value) noexcept {
    char digits[20]{};
    std::size_t n = 0;
    do {
      digits[n++] = static_cast<char>('0' + value % 10);
      value /= 10;
    } while (value != 0);
    while (n != 0) append(digits[--n]);
    return *this;
  }
  constexpr inline_text& append_hex(std::uint8_t byte) noexcept {
    constexpr std::string_view digits = "0123456789ABCDEF";
    return append(digits[byte >> 4U]).append(digits[byte & 15U]);
  }
  // Lets `write(first)` put exactly `count` bytes at the end, `count` being within the capacity left.
  template <class Write>
  constexpr inline_text& append_written(std::size_t count, Write write) noexcept {
    write(bytes_ + size_);
    size_ += count;
    return *this;
  }

  template <std::size_t M>
  friend constexpr bool operator==(const inline_text& a, const inline_text<M>& b) noexcept {
    return a.view() == b.view();
  }
  friend constexpr bool operator==(const inline_text& a, std::string_view b) noexcept {
    return a.view() == b;
  }

  template <class Char, class Traits>
  friend auto& operator<<(std::basic_ostream<Char, Traits>& out, const inline_text& text) {
    return out << text.view();
  }

 private:
  char bytes_[N + 1]{};
  std::size_t size_ = 0;
};

}  // namespace sortid
