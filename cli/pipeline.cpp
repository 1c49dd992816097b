#include "pipeline.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <utility>

namespace sortid::cli {

class pipeline {
 public:
  pipeline(const lane_maker& make, unsigned threads, std::function<void()> stop)
      : make_(make), threads_(threads), stop_(std::move(stop)) {}

  void run() {
    loop(*make_(), true);
    for (std::thread& t : others_) t.join();
    if (failure_) std::rethrow_exception(failure_);
  }

  bool wait_for(std::uint64_t number) {
    std::unique_lock lock(given_mutex_);
    changed_.wait(lock, [&] { return stopped_ || given_ == number; });
    return !stopped_;
  }

 private:
  void loop(lane& own, bool may_start_others) noexcept {
    try {
      std::uint64_t number = 0;
      while (take(own, number, may_start_others)) {
        turn mine(*this, number);
        own.work(mine);
        if (!mine.wait()) return;
        if (!own.give()) return stop();
        {
          const std::lock_guard lock(given_mutex_);
          ++given_;
        }
        changed_.notify_all();
      }
    } catch (...) {
      {
        const std::lock_guard lock(given_mutex_);
        if (!failure_) failure_ = std::current_exception();
      }
      stop();
    }
  }

  bool take(lane& own, std::uint64_t& number, bool may_start_others) {
    taken what = taken::nothing;
    {
      const std::lock_guard lock(taking_mutex_);
      if (ended_ || stopped_) return false;
      what = own.take();
      ended_ = what == taken::nothing;
      number = taken_++;
    }
    if (what == taken::plenty && may_start_others && others_.empty()) start_others();
    return what != taken::nothing;
  }

  void start_others() {
    try {
      while (others_.size() + 1 < threads_) {
        others_.emplace_back([this, own = std::shared_ptr<lane>(make_())] { loop(*own, false); });
      }
    } catch (const std::system_error&) {
      threads_ = static_cast<unsigned>(others_.size()) + 1;  // the system gives no more
    } catch (const std::bad_alloc&) {
      threads_ = static_cast<unsigned>(others_.size()) + 1;
    }
  }

  void stop() {
    {
      const std::lock_guard lock(given_mutex_);
      stopped_ = true;
    }
    changed_.notify_all();
    stop_();
  }

  const lane_maker& make_;
  unsigned threads_;
  std::function<void()> stop_;
  std::vector<std::thread> others_;  // of the first thread

  std::mutex taking_mutex_;
  bool ended_ = false;
  std::uint64_t taken_ = 0;

  std::mutex given_mutex_;
  std::condition_variable changed_;
  std::uint64_t given_ = 0;
  std::atomic<bool> stopped_ = false;  // changed under the mutex, so that no wait misses it
  std::exception_ptr failure_;
};

bool turn::wait() { return of_.wait_for(number_); }

void run_lanes(const lane_maker& make, unsigned threads, std::function<void()> stop) {
  pipeline(make, threads, std::move(stop)).run();
}

unsigned default_threads() noexcept {
  constexpr unsigned most = 8;  // the one that writes has no more to do
  return std::clamp(std::thread::hardware_concurrency(), 1U, most);
}

}  // namespace sortid::cli
