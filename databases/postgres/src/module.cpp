// What the server looks for in the library: the version of the server it was built for, and the settings.
#include "server_pool.hpp"
#include "settings.hpp"

extern "C" {
#include "access/xact.h"
#include "utils/guc.h"

__attribute__((visibility("default"))) const Pg_magic_struct* PG_MAGIC_FUNCTION_NAME();
PG_MODULE_MAGIC;
// NOLINTNEXTLINE(bugprone-reserved-identifier): the server looks for this name.
__attribute__((visibility("default"))) void _PG_init();
}

namespace sortid::pg {

constinit server_settings settings{static_cast<int>(on_clock_back::hold),
                                   static_cast<int>(on_overflow::run_ahead),
                                   default_max_ahead_ms,
                                   0,
                                   static_cast<int>(sequence_start::zero),
                                   nullptr};

namespace {

constexpr config_enum_entry clock_back_names[] = {{"hold", static_cast<int>(on_clock_back::hold), false},
                                                  {"wait", static_cast<int>(on_clock_back::wait), false},
                                                  {"fail", static_cast<int>(on_clock_back::fail), false},
                                                  {nullptr, 0, false}};
constexpr config_enum_entry overflow_names[] = {
    {"fail", static_cast<int>(on_overflow::fail), false},
    {"wait", static_cast<int>(on_overflow::wait), false},
    {"run_ahead", static_cast<int>(on_overflow::run_ahead), false},
    {nullptr, 0, false}};
constexpr config_enum_entry sequence_names[] = {
    {"zero", static_cast<int>(sequence_start::zero), false},
    {"random", static_cast<int>(sequence_start::random), false},
    {"carry_on", static_cast<int>(sequence_start::carry_on), false},
    {nullptr, 0, false}};
constexpr int max_sid = [] {
  int most = 0;
  for (const format f : format::all()) {
    const layout& l = f.layout();
    if (has_sid(l)) most = (1 << l.fields[l.find(role::node)].bits) - 1;
  }
  return most;
}();

constexpr const char* names[] = {"sortid.on_clock_back", "sortid.on_overflow", "sortid.max_ahead",
                                 "sortid.sid",           "sortid.sequence",    "sortid.mask_key_file"};

// A function in a procedural language may be the first to need the library, in the middle of a parallel plan.
// Then the server gives each setting its default, for all of the session, and says so in a warning.
void require_settings() noexcept {
  if (!IsInParallelMode()) return;
  const auto reject = [](const char* name) noexcept {
    if (GetConfigOption(name, true, false) == nullptr) return;
    ereport(ERROR, (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
                    errmsg("the library sortid cannot learn %s during a parallel operation", name),
                    errhint("LOAD 'sortid' before it, or set session_preload_libraries = 'sortid'.")));
  };
  for (const char* const name : names) reject(name);
  for (const char* const name : pool_settings) reject(name);
}

}  // namespace
}  // namespace sortid::pg

void _PG_init() {
  using namespace sortid::pg;
  require_settings();
  const auto& [on_clock_back, on_overflow, max_ahead, sid, sequence, mask_key_file] = names;
  DefineCustomEnumVariable(
      on_clock_back, "What a generator does when the clock reads earlier than before.",
      "hold goes on from the last timestamp, wait waits up to a second, fail raises an error.",
      &settings.clock_back, settings.clock_back, clock_back_names, PGC_USERSET, 0, nullptr, nullptr, nullptr);
  DefineCustomEnumVariable(
      on_overflow, "What a generator does when a millisecond has no id left.",
      "run_ahead takes the next millisecond early, wait waits for it, fail raises an error.",
      &settings.overflow, settings.overflow, overflow_names, PGC_USERSET, 0, nullptr, nullptr, nullptr);
  // Not for every role: without the limit a role could push a shared order far ahead for all.
  DefineCustomIntVariable(max_ahead, "How far the time of new ids may be ahead of the clock.",
                          "Past it generators raise an error. -1 sets no limit.", &settings.max_ahead_ms,
                          settings.max_ahead_ms, -1, INT32_MAX, PGC_SUSET, GUC_UNIT_MS, nullptr, nullptr,
                          nullptr);
  DefineCustomIntVariable(sid, "The sid of this server's scalable Ulid-Flakes.", nullptr, &settings.sid,
                          settings.sid, 0, max_sid, PGC_SIGHUP, 0, nullptr, nullptr, nullptr);
  DefineCustomEnumVariable(sequence, "Where the sequence of a millisecond begins, in formats with one.",
                           "random and carry_on spread ids over tables that are partitioned by a remainder.",
                           &settings.sequence, settings.sequence, sequence_names, PGC_USERSET, 0, nullptr,
                           nullptr, nullptr);
  define_pools();
  // Not for a session or a role: only the owner of the server says whose key it is.
  DefineCustomStringVariable(mask_key_file, "The file with the key of id_mask() and id_unmask().",
                             "16 or 32 bytes, raw or in hexadecimal, in a file that not everybody may read.",
                             &settings.mask_key_file, "", PGC_SIGHUP, GUC_SUPERUSER_ONLY, nullptr, nullptr,
                             nullptr);
  MarkGUCPrefixReserved("sortid");
}
