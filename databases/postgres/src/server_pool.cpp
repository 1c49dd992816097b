#include "server_pool.hpp"

extern "C" {
#include "access/xlog.h"
#include "miscadmin.h"
#include "postmaster/bgworker.h"
#include "storage/ipc.h"
#include "storage/lwlock.h"
#include "storage/shmem.h"
#include "utils/guc.h"
}

namespace sortid::pg {
namespace {

constinit char* texts[pool_count]{};
constinit shared_pools* shared = nullptr;

#if PG_VERSION_NUM >= 150000
constinit shmem_request_hook_type former_request = nullptr;
#endif
constinit shmem_startup_hook_type former_startup = nullptr;

void request() noexcept {
#if PG_VERSION_NUM >= 150000
  if (former_request != nullptr) former_request();
#endif
  RequestAddinShmemSpace(sizeof(shared_pools));
}

// Also after a crash, when the postmaster begins with new memory: whatever was held is then nobody's.
void start() noexcept {
  if (former_startup != nullptr) former_startup();
  LWLockAcquire(AddinShmemInitLock, LW_EXCLUSIVE);
  bool found = false;
  shared = static_cast<shared_pools*>(ShmemInitStruct(shared_pools_name, sizeof(shared_pools), &found));
  if (!found) {
    std::memset(shared, 0, sizeof(shared_pools));
    for (shared_pool& pool : shared->all) {
      SpinLockInit(&pool.lock);
      pool.why = no_window::seeking;
    }
  }
  LWLockRelease(AddinShmemInitLock);
}

// No window is of use to a standby, which makes no ids of an order of the cluster.
void register_worker() noexcept {
  BackgroundWorker worker{};
  worker.bgw_flags = BGWORKER_SHMEM_ACCESS;
  worker.bgw_start_time = BgWorkerStart_RecoveryFinished;
  worker.bgw_restart_time = 1;
  strlcpy(worker.bgw_library_name, "sortid_pool", sizeof worker.bgw_library_name);
  strlcpy(worker.bgw_function_name, "sortid_pool_main", sizeof worker.bgw_function_name);
  strlcpy(worker.bgw_name, "sortid pool", BGW_MAXLEN);
  strlcpy(worker.bgw_type, "sortid pool", BGW_MAXLEN);
  RegisterBackgroundWorker(&worker);
}

std::size_t index_of(pool_of which) noexcept { return static_cast<std::size_t>(which); }

}  // namespace

void define_pools() noexcept {
  // Nobody but superusers sees them: a text may have a password.
  constexpr int flags = GUC_SUPERUSER_ONLY | GUC_NOT_IN_SAMPLE;
  DefineCustomStringVariable(
      pool_settings[index_of(pool_of::machine)], "The pool that this server takes the machine number from.",
      "postgres://USER@HOST/DB#POOL. Empty for none: the caller gives the number.",
      &texts[index_of(pool_of::machine)], "", PGC_SIGHUP, flags, nullptr, nullptr, nullptr);
  DefineCustomStringVariable(pool_settings[index_of(pool_of::sid)],
                             "The pool that this server takes the sid of scalable Ulid-Flakes from.",
                             "postgres://USER@HOST/DB#POOL. Empty for none: sortid.sid has it.",
                             &texts[index_of(pool_of::sid)], "", PGC_SIGHUP, flags, nullptr, nullptr,
                             nullptr);
  if (!process_shared_preload_libraries_in_progress) return;
#if PG_VERSION_NUM >= 150000
  former_request = shmem_request_hook;
  shmem_request_hook = request;
#else
  request();
#endif
  former_startup = shmem_startup_hook;
  shmem_startup_hook = start;
  register_worker();
}

bool has_pool(pool_of which) noexcept { return *texts[index_of(which)] != '\0'; }

grant window_of(pool_of which) noexcept {
  if (!has_pool(which))
    ereport(ERROR,
            (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
             errmsg("this server has no pool of machine numbers"),
             errhint("Set %s and restart the server, or give the number.", pool_settings[index_of(which)])));
  if (shared == nullptr)
    ereport(ERROR, (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
                    errmsg("%s needs the library from the server's start on", pool_settings[index_of(which)]),
                    errhint("Add sortid to shared_preload_libraries and restart the server.")));
  if (RecoveryInProgress())
    ereport(ERROR,
            (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE), errmsg("a standby holds no number of a pool"),
             errhint("It takes one when it is promoted.")));
  std::uint64_t generation = 0;
  return detail::granted_by(shared->all[index_of(which)].page, generation);
}

void raise_no_window(pool_of which, std::string_view format) noexcept {
  shared_pool& pool = shared->all[index_of(which)];
  SpinLockAcquire(&pool.lock);
  const no_window why = pool.why;
  SpinLockRelease(&pool.lock);
  const char* const reason =
      shared->worker == 0           ? "the process \"sortid pool\" does not run; the server starts it again"
      : why == no_window::exhausted ? "every number of the pool is in use"
      : why == no_window::clock     ? "this clock and that of the pool's server differ by more than a minute"
      : why == no_window::seeking   ? "the server has not taken a number yet"
                                    : "the pool's server does not answer";
  ereport(ERROR, (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
                  errmsg("%s", message(fault::no_node, format).c_str()), errdetail("%s.", reason),
                  errhint("Try again. The log of this server has what its process \"sortid pool\" met with "
                          "(%s).",
                          pool_settings[index_of(which)])));
  pg_unreachable();
}

}  // namespace sortid::pg
