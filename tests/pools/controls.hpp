// The protocols in use that make ids twice, over the same stores: the negative controls of run.py. A harness
// in which these show no duplicates proves nothing about node_pool.
//
//   lease     the number is held for a TTL, which a keepalive extends; ids are made until a keepalive finds
//             it lost
//   deadline  the same, and nothing is made when the TTL is over by the boot-time clock, less a tenth
//   guard     the keepalive's failure is logged, and the generator goes on
//
// All judge the TTL by the store's own clock, which no fault steps, as etcd's leases do.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <cstring>
#include <ctime>
#include <mutex>
#include <optional>
#include <span>
#include <string_view>
#include <thread>

#include "control_page.hpp"
#include "event_log.hpp"
#include "sortid/generator.hpp"
#include "sortid/node_store.hpp"

namespace sortid_test {

enum class wrong_protocol : std::uint8_t { lease, deadline, guard };

[[nodiscard]] inline std::optional<wrong_protocol> wrong_protocol_of(std::string_view name) {
  constexpr std::string_view names[] = {"lease", "deadline", "guard"};
  for (unsigned i = 0; i < 3; ++i) {
    if (names[i] == name) return static_cast<wrong_protocol>(i);
  }
  return std::nullopt;
}

template <sortid::any_id Id>
class wrong_maker {
 public:
  wrong_maker(sortid::node_store& store, wrong_protocol protocol, stepped_clock clock, unsigned numbers,
              std::int64_t ttl_ms, const sortid::policies& policy, const event_log& events)
      : store_(store),
        protocol_(protocol),
        clock_(clock),
        numbers_(numbers),
        ttl_ms_(ttl_ms),
        policy_(policy),
        events_(events),
        keeper_([this] { keep_alive(); }) {}
  wrong_maker(const wrong_maker&) = delete;
  wrong_maker& operator=(const wrong_maker&) = delete;
  ~wrong_maker() {
    {
      const std::lock_guard lock(mutex_);
      ends_ = true;
    }
    wake_.notify_all();
    keeper_.join();
  }

  [[nodiscard]] sortid::filled fill(std::span<Id> ids) {
    if (!held_.load() && !acquire()) return {0, sortid::fault::no_node};
    if (protocol_ == wrong_protocol::deadline && boot_ms() > deadline_ms_.load())
      return {0, sortid::fault::unavailable};
    return ids_->fill(ids);
  }

  // Before fork(), and after it in both: the store is not in the middle of a call.
  void before_fork() { mutex_.lock(); }
  void after_fork() { mutex_.unlock(); }

 private:
  [[nodiscard]] static std::int64_t boot_ms() noexcept {
    std::timespec t{};
    clock_gettime(CLOCK_BOOTTIME, &t);
    return std::int64_t{t.tv_sec} * 1'000 + t.tv_nsec / 1'000'000;
  }
  [[nodiscard]] static std::int64_t store_clock(const sortid::node_reading& reading) {
    return reading.clock_ms.value_or(sortid::system_clock::now());
  }
  [[nodiscard]] bool acquire() {
    const std::lock_guard lock(mutex_);
    sortid::node_reading reading;
    const std::int64_t begun = boot_ms();
    if (store_.read(reading, ttl_ms_) != sortid::store_answer::done) return false;
    const std::int64_t now = store_clock(reading);
    for (unsigned node = 0; node < numbers_; ++node) {
      const sortid::node_record before = reading.find(node);
      if (before.high_ms >= now) continue;
      sortid::node_record next = before;
      next.high_ms = now + ttl_ms_;
      ++next.count;
      if (!sortid::system_entropy::fill(&next.nonce, sizeof next.nonce)) return false;
      if (store_.swap(node, before, next, ttl_ms_) != sortid::store_answer::done) continue;
      node_ = node;
      there_ = next;
      deadline_ms_ = begun + ttl_ms_ - ttl_ms_ / 10;
      ids_ = *sortid::generator<Id, stepped_clock>::make({.node = node}, policy_, clock_);
      held_ = true;
      return true;
    }
    return false;
  }
  void keep_alive() {
    std::unique_lock lock(mutex_);
    while (!wake_.wait_for(lock, std::chrono::milliseconds(ttl_ms_ / 3), [this] { return ends_; })) {
      if (!held_.load()) continue;
      sortid::node_reading reading;
      const std::int64_t begun = boot_ms();
      if (store_.read(reading, ttl_ms_) != sortid::store_answer::done) continue;
      const sortid::node_record found = reading.find(node_);
      sortid::node_record next = found;
      next.high_ms = store_clock(reading) + ttl_ms_;
      ++next.count;
      const bool lost = found.nonce != there_.nonce ||
                        store_.swap(node_, found, next, ttl_ms_) == sortid::store_answer::lost;
      if (!lost) {
        there_ = next;
        deadline_ms_ = begun + ttl_ms_ - ttl_ms_ / 10;
      } else if (protocol_ == wrong_protocol::guard) {
        events_.write("guard failed for %u\n", node_);
      } else {
        held_ = false;
      }
    }
  }

  sortid::node_store& store_;
  wrong_protocol protocol_;
  stepped_clock clock_;
  unsigned numbers_;
  std::int64_t ttl_ms_;
  sortid::policies policy_;
  const event_log& events_;

  std::mutex mutex_;  // the store's, and all that follows but what is atomic
  std::condition_variable wake_;
  bool ends_ = false;
  unsigned node_ = 0;
  sortid::node_record there_;
  std::optional<sortid::generator<Id, stepped_clock>> ids_;  // the making thread's alone
  std::atomic<bool> held_ = false;
  std::atomic<std::int64_t> deadline_ms_ = 0;
  std::thread keeper_;  // the last, since it uses the others
};

}  // namespace sortid_test
