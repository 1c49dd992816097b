// ctest labels: kernels
// The batch functions from several threads at once, the first question for a kernel set among them.
#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "support/every_kernel.hpp"
#include "support/forced_kernels.hpp"

namespace {

using namespace sortid_test;

constexpr std::size_t threads = 8;

// Lets all go at once.
class gate {
 public:
  void pass() {
    ++waiting_;
    while (waiting_.load() < threads) std::this_thread::yield();
  }

 private:
  std::atomic<std::size_t> waiting_{0};
};

template <batch_id Id>
std::string use_all_functions(std::uint64_t seed) {
  drawn random(seed);
  constexpr std::size_t n = 300;
  const std::size_t size = size_of_text<Id>();
  std::vector<Id> ids;
  for (std::size_t i = 0; i < n; ++i) ids.push_back(random.id<Id>());
  std::vector<char> memory(n * size);
  if (sortid::batch::to_text<Id>(ids, memory) != n) return "written";
  const std::string_view texts(memory.data(), memory.size());
  std::vector<Id> back(n);
  if (!sortid::batch::from_text<Id>(texts, back) || back != ids) return "read";
  if (!sortid::batch::check<Id>(texts)) return "checked";
  for (std::size_t i = 0; i < 20; ++i) {
    if (sortid::batch::parse<Id>(texts.substr(i * size, size)).value_or(Id::nil()) != ids[i])
      return "one read";
  }
  for (const kernel_set& set : kernel_set::usable()) {
    if (kernel_set::named(set.name()) != set) return "named";
    std::vector<Id> again(n);
    if (!sortid::batch::from_text<Id>(texts, again, size, set) || again != ids) return "read by a set";
  }
  return {};
}

TEST(batch_threads, ask_at_once) {
  for (std::uint64_t round = 0; round < rounds(20); ++round) {
    // As in a process that never asked.
    __atomic_store_n(&sortid::detail::active_kernels, nullptr, __ATOMIC_RELEASE);
    gate all;
    std::vector<std::string> wrong(threads);
    std::vector<std::string_view> names(threads);
    std::vector<std::thread> running;
    for (std::size_t i = 0; i < threads; ++i) {
      running.emplace_back([&, i] {
        all.pass();
        names[i] = kernel_set::active().name();
        wrong[i] = i % 2 == 0 ? use_all_functions<sortid::ulid>(round * threads + i)
                              : use_all_functions<sortid::xid>(round * threads + i);
      });
    }
    for (std::thread& one : running) one.join();
    for (std::size_t i = 0; i < threads; ++i) {
      EXPECT_EQ(wrong[i], "");
      EXPECT_EQ(names[i], kernel_set::active().name());
    }
  }
}

}  // namespace
