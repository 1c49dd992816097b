// A store in a file that processes map: as linearizable as memory, and it survives whoever is killed. It has
// no locks that live as long as their holder, so the wrong protocols of controls.hpp are as exposed on it as
// on a server.
#pragma once

#include <pthread.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <string>

#include "control_page.hpp"
#include "sortid/node_store.hpp"

namespace sortid_test {

class fake_store final : public sortid::node_store {
 public:
  static constexpr unsigned numbers = 1'024;

  explicit fake_store(const std::string& path) : file_(path) {}
  // Once, before anybody else opens it.
  static void create(const std::string& path) {
    mapped_file<table> file(path);
    pthread_mutexattr_t kind;
    if (pthread_mutexattr_init(&kind) != 0 ||
        pthread_mutexattr_setpshared(&kind, PTHREAD_PROCESS_SHARED) != 0 ||
        pthread_mutexattr_setrobust(&kind, PTHREAD_MUTEX_ROBUST) != 0 ||
        pthread_mutex_init(&file[0].mutex, &kind) != 0)
      std::abort();
    for (auto& c : file[0].cells) c.records[0] = c.records[1] = {};
  }

  [[nodiscard]] facts about() const noexcept override {
    return {.name = "fake", .window_ms = 1'000, .skew_ms = 0};
  }
  [[nodiscard]] sortid::store_answer read(sortid::node_reading& to, std::int64_t) override {
    const lock held(file_[0].mutex);
    for (unsigned node = 0; node < numbers; ++node) {
      const sortid::node_record record = file_[0].cells[node].now();
      if (!record.unused()) to.add(node, record);
    }
    to.clock_ms = sortid::system_clock::now();
    return sortid::store_answer::done;
  }
  [[nodiscard]] sortid::store_answer swap(unsigned node, const sortid::node_record& before,
                                          const sortid::node_record& next, std::int64_t) override {
    const lock held(file_[0].mutex);
    cell& there = file_[0].cells[node];
    if (!(there.now() == before)) return sortid::store_answer::lost;
    const unsigned other = 1 - there.which.load();
    there.records[other] = next;
    there.which.store(other);
    return sortid::store_answer::done;
  }

 private:
  // Two records, so that one is whole whenever the writer is killed.
  struct cell {
    sortid::node_record records[2];
    std::atomic<unsigned> which;
    [[nodiscard]] const sortid::node_record& now() const noexcept { return records[which.load()]; }
  };
  struct table {
    pthread_mutex_t mutex;
    cell cells[numbers];
  };
  class lock {
   public:
    explicit lock(pthread_mutex_t& mutex) : mutex_(mutex) {
      const int why = pthread_mutex_lock(&mutex_);
      if (why == EOWNERDEAD) pthread_mutex_consistent(&mutex_);
      if (why != 0 && why != EOWNERDEAD) std::abort();
    }
    lock(const lock&) = delete;
    lock& operator=(const lock&) = delete;
    ~lock() { pthread_mutex_unlock(&mutex_); }

   private:
    pthread_mutex_t& mutex_;
  };

  mapped_file<table> file_;
};

}  // namespace sortid_test
