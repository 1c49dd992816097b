// Long calls that Ctrl-C ends: Python runs the handlers of signals only when C gives it a turn.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <type_traits>
#include <utility>

#include "python.hpp"

namespace sortid::python {

// The longest that a signal waits for its turn.
inline constexpr std::chrono::milliseconds turn_of_signals{50};

// Lets other threads run Python while it lives, and handlers of signals in between.
class long_call {
 public:
  // To be called for each few hundred rows. False, with an error set, once a handler raised one.
  [[nodiscard]] bool go_on() noexcept {
    constexpr unsigned calls_without_a_look = 64;
    if (stopped_ || ++calls_ % calls_without_a_look != 0 || clock::now() < due_) return !stopped_;
    paused_.reset();
    stopped_ = PyErr_CheckSignals() != 0;
    paused_.emplace();
    due_ = clock::now() + turn_of_signals;
    return !stopped_;
  }

 private:
  using clock = std::chrono::steady_clock;
  std::optional<without_gil> paused_{std::in_place};
  clock::time_point due_ = clock::now() + turn_of_signals;
  unsigned calls_ = 0;
  bool stopped_ = false;
};

// Calls work(wanted), which may wait for others, and returns its result. Once a handler of a signal has
// raised an error, the result is none: the call then ends in a thread of its own, which drops the result. It
// ends sooner if it looks at `wanted`.
template <class Work>
[[nodiscard]] auto wait_for(Work work) {
  using made_type = std::invoke_result_t<Work&, std::atomic<bool>&>;
  struct answer {
    std::mutex lock;
    std::condition_variable changed;
    std::optional<made_type> made;
    std::atomic<bool> wanted = true;
  };
  const auto shared = std::make_shared<answer>();
  try {
    std::thread([shared, work = std::move(work)]() mutable {
      auto made = work(shared->wanted);
      const std::scoped_lock lock(shared->lock);
      shared->made.emplace(std::move(made));
      shared->changed.notify_all();
    }).detach();
  } catch (const std::system_error&) {
    PyErr_SetString(PyExc_RuntimeError, "can't start new thread");
    return std::optional<made_type>();
  }
  do {
    const without_gil paused;
    std::unique_lock lock(shared->lock);
    if (shared->changed.wait_for(lock, turn_of_signals, [&] { return shared->made.has_value(); }))
      return std::move(shared->made);
  } while (PyErr_CheckSignals() == 0);
  shared->wanted = false;
  return std::optional<made_type>();
}

}  // namespace sortid::python
