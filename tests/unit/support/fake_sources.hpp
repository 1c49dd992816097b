// Clock and entropy for tests: the test says what they give, and sees what they were asked for.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <limits>
#include <memory>

namespace sortid_test {

// Stands still until the test moves it, or until somebody pauses while it runs. Copies show the same time.
class fake_clock {
  struct hands {
    std::atomic<std::int64_t> us{0};
    std::atomic<std::int64_t> far_ms{0};  // a reading that microseconds do not reach
    std::atomic<std::int64_t> paused_us{0};
    std::atomic<bool> running{false};
  };

 public:
  fake_clock() : fake_clock(1'765'540'800'000) {}  // 2025-12-12T12:00:00Z
  explicit fake_clock(std::int64_t unix_ms) : hands_(std::make_shared<hands>()) { set(unix_ms); }

  void set(std::int64_t unix_ms) noexcept {
    const bool far = unix_ms > most_ms || unix_ms < -most_ms;
    hands_->far_ms = far ? unix_ms : 0;
    hands_->us = far ? 0 : unix_ms * 1'000;
  }
  void advance(std::int64_t ms) noexcept { hands_->us += ms * 1'000; }
  // Pauses let the time go by.
  void run() noexcept { hands_->running = true; }
  [[nodiscard]] std::int64_t paused_us() const noexcept { return hands_->paused_us; }

  [[nodiscard]] std::int64_t now() const noexcept {
    const std::int64_t far = hands_->far_ms;
    if (far != 0) return far;
    const std::int64_t us = hands_->us;
    return us >= 0 ? us / 1'000 : -((999 - us) / 1'000);
  }
  void pause(std::int64_t us) const noexcept {
    hands_->paused_us += us;
    if (hands_->running) hands_->us += us;
  }

 private:
  static constexpr std::int64_t most_ms = std::numeric_limits<std::int64_t>::max() / 2'000;
  std::shared_ptr<hands> hands_;
};

// The same bits for all that draw: whether ids differ is up to their order alone.
struct same_bits {
  static bool fill(void* to, std::size_t size) noexcept {
    std::memset(to, 0x11, size);
    return true;
  }
};

// Gives the scripted draws first, then the same byte for ever, or a fixed sequence of pseudorandom ones.
// Copies share what is left. For one thread.
class fake_entropy {
  using bytes = std::array<unsigned char, 16>;
  struct state {
    std::deque<bytes> script;
    bool seeded = false;
    unsigned char constant = 0;
    std::uint64_t seed = 0;
    std::size_t calls = 0;
    std::size_t failing_call = 0;  // from now on; 0 for none
    bool failing = false;
    std::uint64_t forks = 1;
  };

 public:
  fake_entropy() : state_(std::make_shared<state>()) {}
  [[nodiscard]] static fake_entropy zeros() { return of_byte(0); }
  [[nodiscard]] static fake_entropy ones() { return of_byte(0xFF); }
  [[nodiscard]] static fake_entropy seeded(std::uint64_t seed) {
    fake_entropy made;
    made.state_->seeded = true;
    made.state_->seed = seed;
    return made;
  }

  // The next draw is this word: all its bytes as they are in memory.
  template <class Word>
  fake_entropy& then(const Word& word) {
    static_assert(sizeof(Word) <= sizeof(bytes));
    bytes draw{};
    std::memcpy(draw.data(), &word, sizeof word);
    state_->script.push_back(draw);
    return *this;
  }
  // Every draw that is not scripted.
  void all(unsigned char byte) noexcept {
    state_->seeded = false;
    state_->constant = byte;
  }
  void fail_on(std::size_t call) noexcept { state_->failing_call = call; }
  void fail(bool failing = true) noexcept { state_->failing = failing; }
  [[nodiscard]] std::size_t calls() const noexcept { return state_->calls; }
  // What a fork looks like from the child.
  void fork() noexcept { ++state_->forks; }

  [[nodiscard]] bool fill(void* to, std::size_t size) const noexcept {
    state& s = *state_;
    ++s.calls;
    if (s.failing || (s.failing_call != 0 && --s.failing_call == 0)) return false;
    if (!s.script.empty()) {
      std::memcpy(to, s.script.front().data(), size < sizeof(bytes) ? size : sizeof(bytes));
      s.script.pop_front();
      return true;
    }
    auto* const at = static_cast<unsigned char*>(to);
    for (std::size_t i = 0; i < size; ++i) at[i] = s.seeded ? next_byte(s.seed) : s.constant;
    return true;
  }
  [[nodiscard]] std::uint64_t fork_count() const noexcept { return state_->forks; }

 private:
  static fake_entropy of_byte(unsigned char byte) {
    fake_entropy made;
    made.state_->constant = byte;
    return made;
  }
  static unsigned char next_byte(std::uint64_t& seed) noexcept {
    // Knuth's MMIX generator; its high bits are the good ones.
    seed = seed * 6364136223846793005U + 1442695040888963407U;
    return static_cast<unsigned char>(seed >> 56);
  }

  std::shared_ptr<state> state_;
};

}  // namespace sortid_test
