// Work in pieces: taken in order, done side by side on several threads, given on in the order of taking.
//
// A lane is a thread's share, the buffers of one piece:
//   taken take();            the next piece; one lane at a time
//   void work(turn& mine);   at the same time as other lanes, until it waits for its turn
//   bool give();             one lane at a time, in order; false stops the work
// All lanes have the same source and the same sink.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace sortid::cli {

// How many threads there are unless the user says otherwise, and the most that he may ask for.
[[nodiscard]] unsigned default_threads() noexcept;
inline constexpr unsigned most_threads = 16;

enum class taken : std::uint8_t {
  nothing,  // there is no more
  little,   // one thread can keep up
  plenty,
};

// How many pieces have been given on, and whether the work goes on.
class sequencer {
 public:
  // Returns when all pieces before that one have been given, or false when the work was stopped.
  bool wait_for(std::uint64_t number);
  void one_given();
  void stop();
  // Stops, and keeps the exception when it is the first.
  void fail(std::exception_ptr why);
  [[nodiscard]] bool stopped();
  // Once all threads have ended.
  void rethrow() const;

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::uint64_t given_ = 0;
  bool stopped_ = false;
  std::exception_ptr exception_;
};

// Where a piece stands among the others.
class turn {
 public:
  turn(sequencer& of, std::uint64_t number) noexcept : of_(of), number_(number) {}
  // Returns when all pieces before this one have been given, or false when the work was stopped.
  bool wait() { return of_.wait_for(number_); }

 private:
  sequencer& of_;
  std::uint64_t number_;
};

template <class Lane>
class pipeline {
 public:
  // `stop` is called when the work is stopped: it makes a take() that waits return.
  pipeline(std::function<std::unique_ptr<Lane>()> make, unsigned threads, std::function<void()> stop)
      : make_(std::move(make)), threads_(threads), stop_(std::move(stop)) {}

  // Runs until a lane takes nothing or gives false, and returns whether none gave false. The calling thread
  // is the first of at most `threads`; the others start when there is plenty to do.
  bool run() {
    loop(*make_(), true);
    for (std::thread& t : others_) t.join();
    sequencer_.rethrow();
    return !sequencer_.stopped();
  }

 private:
  void loop(Lane& own, bool may_start_others) noexcept {
    try {
      std::uint64_t number = 0;
      while (take(own, number, may_start_others)) {
        turn mine(sequencer_, number);
        own.work(mine);
        if (!mine.wait()) return;
        if (!own.give()) {
          sequencer_.stop();
          stop_();
          return;
        }
        sequencer_.one_given();
      }
    } catch (...) {
      sequencer_.fail(std::current_exception());
      stop_();
    }
  }

  bool take(Lane& own, std::uint64_t& number, bool may_start_others) {
    taken what = taken::nothing;
    {
      const std::lock_guard lock(taking_);
      if (ended_ || sequencer_.stopped()) return false;
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
        others_.emplace_back([this, own = std::shared_ptr<Lane>(make_())] { loop(*own, false); });
      }
    } catch (const std::system_error&) {
      threads_ = static_cast<unsigned>(others_.size()) + 1;  // the system gives no more
    } catch (const std::bad_alloc&) {
      threads_ = static_cast<unsigned>(others_.size()) + 1;
    }
  }

  std::function<std::unique_ptr<Lane>()> make_;
  unsigned threads_;
  std::function<void()> stop_;
  std::vector<std::thread> others_;  // of the first thread

  std::mutex taking_;
  bool ended_ = false;
  std::uint64_t taken_ = 0;
  sequencer sequencer_;
};

}  // namespace sortid::cli
