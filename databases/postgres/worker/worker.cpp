// The process that holds this server's numbers: takes them from the pools of the settings, renews their
// windows, and shows these to all backends. A library of its own, since it needs libpq and the C++ library,
// which no backend loads.
//
// It never gives a number back: a backend may be about to return an id of the window. So the number of a
// server that was stopped is free when its window is over.
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "sortid/node_pool.hpp"
#include "sortid/postgres_node_store.hpp"

// After the standard headers: these redefine printf and its kind.
#include "server_pool.hpp"

extern "C" {
#include "miscadmin.h"
#include "pgstat.h"
#include "postmaster/bgworker.h"
#include "postmaster/interrupt.h"
#include "storage/ipc.h"
#include "storage/latch.h"
#include "storage/lwlock.h"
#include "storage/proc.h"
#include "storage/shmem.h"
#include "utils/guc.h"

__attribute__((visibility("default"))) const Pg_magic_struct* PG_MAGIC_FUNCTION_NAME();
PG_MODULE_MAGIC;
__attribute__((visibility("default"))) void sortid_pool_main(Datum);
}

namespace sortid::pg {
namespace {

// The server's functions leave by longjmp where they raise an error. Those that are called below a C++ object
// log at most.
class held_number {
 public:
  held_number(const char* setting, const layout& of, shared_pool& shown)
      : setting_(setting), of_(of), shown_(shown), page_(shown.page, shown.page.generation) {}

  // Does what is due.
  void poll() {
    if (text_.empty()) return;
    if (pool_ == nullptr && !open()) return;
    pool_->poll();
    const node_pool::health now = pool_->status();
    page_.show(shown_.page, {.holds = now.holds,
                             .acquisition = now.counted.acquired,
                             .node = now.node,
                             .low_ms = now.low_ms,
                             .high_ms = now.high_ms});
    say(now.why);
    tell(now.holds ? std::string() : pool_->last_error(), now);
  }
  void set(const char* text) { text_ = text == nullptr ? "" : text; }
  [[nodiscard]] bool is(const char* text) const { return text_ == (text == nullptr ? "" : text); }

 private:
  bool open() {
    const std::string_view text = text_;
    const std::string head = std::string(postgres_store_name) + ':';
    if (!text.starts_with(head)) return failed("a pool of this server is postgres://USER@HOST/DB#POOL");
    auto store = postgres_node_store_kind().open(text.substr(head.size()));
    if (!store) return failed(store.error());
    // With one call of the store after another, and no thread, which no process of the server may have.
    node_pool_options options;
    options.renewer = false;
    options.deadline_ms = 2'000;
    auto pool = node_pool::open(std::move(*store), of_, options);
    if (!pool) {
      const auto& why = pool.error();
      say(why.why == fault::unavailable ? no_window::unavailable : no_window::exhausted);
      return failed(why.what + (why.store_error.empty() ? std::string() : ": " + why.store_error));
    }
    // Never deleted: its destructor would give the number back.
    pool_ = pool->release();
    return true;
  }
  bool failed(const std::string& why) {
    tell(why, {});
    return false;
  }
  void say(no_window why) {
    SpinLockAcquire(&shown_.lock);
    shown_.why = why;
    SpinLockRelease(&shown_.lock);
  }
  // Once for each change.
  void tell(const std::string& error, const node_pool::health& now) {
    if (error != told_) {
      told_ = error;
      if (!error.empty()) ereport(LOG, (errmsg("%s: %s", setting_, error.c_str())));
    }
    if (now.holds && now.counted.acquired != told_acquisition_) {
      told_acquisition_ = now.counted.acquired;
      ereport(LOG, (errmsg("%s: this server has the number %u", setting_, now.node)));
    }
  }

  const char* setting_;
  const layout& of_;
  shared_pool& shown_;
  detail::pool_page_writer page_;
  std::string text_;
  node_pool* pool_ = nullptr;
  std::string told_;
  std::uint64_t told_acquisition_ = 0;
};

shared_pools* find_shared() {
  bool found = false;
  LWLockAcquire(AddinShmemInitLock, LW_EXCLUSIVE);
  void* const there = ShmemInitStruct(shared_pools_name, sizeof(shared_pools), &found);
  LWLockRelease(AddinShmemInitLock);
  return found ? static_cast<shared_pools*>(there) : nullptr;
}

const char* text_of(std::size_t which) { return GetConfigOption(pool_settings[which], true, false); }

// Raises no error of the server while C++ objects are about; their exceptions end the process, and the next
// one begins.
void run(shared_pools& shared) {
  const layout* layouts[pool_count]{};
  for (const format f : format::all()) {
    const layout& l = f.layout();
    const pool_of which = has_sid(l) ? pool_of::sid : pool_of::machine;
    if (l.has(role::node)) layouts[static_cast<std::size_t>(which)] = &l;
  }
  std::unique_ptr<held_number> all[pool_count];
  for (std::size_t i = 0; i < pool_count; ++i) {
    all[i] = std::make_unique<held_number>(pool_settings[i], *layouts[i], shared.all[i]);
    all[i]->set(text_of(i));
  }
  while (!ShutdownRequestPending) {
    if (ConfigReloadPending) {
      ConfigReloadPending = false;
      ProcessConfigFile(PGC_SIGHUP);
      // For another pool another process.
      for (std::size_t i = 0; i < pool_count; ++i) {
        if (!all[i]->is(text_of(i))) return;
      }
    }
    for (const auto& one : all) one->poll();
    constexpr long rest_ms = 200;
    (void)WaitLatch(MyLatch, WL_LATCH_SET | WL_TIMEOUT | WL_EXIT_ON_PM_DEATH, rest_ms, PG_WAIT_EXTENSION);
    ResetLatch(MyLatch);
  }
}

}  // namespace
}  // namespace sortid::pg

void sortid_pool_main(Datum) {
  using namespace sortid::pg;
  pqsignal(SIGTERM, SignalHandlerForShutdownRequest);
  pqsignal(SIGHUP, SignalHandlerForConfigReload);
  BackgroundWorkerUnblockSignals();
  shared_pools* const shared = find_shared();
  if (shared == nullptr) ereport(FATAL, (errmsg("sortid is not among shared_preload_libraries")));
  on_shmem_exit([](int, Datum there) { reinterpret_cast<shared_pools*>(DatumGetPointer(there))->worker = 0; },
                PointerGetDatum(shared));
  shared->worker = MyProcPid;
  try {
    run(*shared);
  } catch (const std::exception& e) {
    ereport(LOG, (errmsg("the process of sortid's pools ends: %s", e.what())));
  }
  // 0 would be the end for good. A server that is being shut down does not begin it anew.
  proc_exit(1);
}
