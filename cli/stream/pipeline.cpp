#include "stream/pipeline.hpp"

#include <algorithm>

namespace sortid::cli {

bool sequencer::wait_for(std::uint64_t number) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return stopped_ || given_ == number; });
  return !stopped_;
}

void sequencer::one_given() {
  {
    const std::lock_guard lock(mutex_);
    ++given_;
  }
  changed_.notify_all();
}

void sequencer::stop() { fail({}); }

void sequencer::fail(std::exception_ptr why) {
  {
    const std::lock_guard lock(mutex_);
    if (!exception_) exception_ = std::move(why);
    stopped_ = true;
  }
  changed_.notify_all();
}

bool sequencer::stopped() {
  const std::lock_guard lock(mutex_);
  return stopped_;
}

void sequencer::rethrow() const {
  if (exception_) std::rethrow_exception(exception_);
}

unsigned default_threads() noexcept {
  constexpr unsigned most = 8;  // the one that writes has no more to do
  return std::clamp(std::thread::hardware_concurrency(), 1U, most);
}

}  // namespace sortid::cli
