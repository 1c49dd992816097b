#include "stream/pipeline.hpp"

#include <algorithm>

namespace sortid::cli {

bool order::wait_for(std::uint64_t number) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return stopped_ || given_ == number; });
  return !stopped_;
}

void order::one_given() {
  {
    const std::lock_guard lock(mutex_);
    ++given_;
  }
  changed_.notify_all();
}

void order::stop() { fail({}); }

void order::fail(std::exception_ptr why) {
  {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::move(why);
    stopped_ = true;
  }
  changed_.notify_all();
}

bool order::stopped() {
  const std::lock_guard lock(mutex_);
  return stopped_;
}

void order::rethrow_failure() const {
  if (failure_) std::rethrow_exception(failure_);
}

unsigned default_threads() noexcept {
  constexpr unsigned most = 8;  // the one that writes has no more to do
  return std::clamp(std::thread::hardware_concurrency(), 1U, most);
}

}  // namespace sortid::cli
