// New ids: ordered per backend, ordered across the cluster, drawn, of a given time, many at once.
#include <unistd.h>

#include <new>

#include "glue.hpp"
#include "instants.hpp"
#include "key_stream.hpp"
#include "settings.hpp"
#include "sortid/ordered_generator.hpp"
#include "sortid/redrawing.hpp"
#include "type_id.hpp"

extern "C" {
#include "access/xlog.h"
#include "access/xlogrecovery.h"
#include "common/file_perm.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "storage/fd.h"
}

namespace sortid {

// The core's waiting, where the server's is not asked for.
std::int64_t system_clock::pause(std::int64_t us) noexcept {
  pg_usleep(static_cast<long>(us));
  return us;
}

namespace pg {
namespace {

// --- clock and randomness ------------------------------------------------------------------------------------

class server_clock {
 public:
  std::int64_t now() noexcept {
    seen_ = std::max(system_clock::now(), floor_);
    return seen_;
  }
  // An interrupt ends the waiting, and so the call: who called looks for it then.
  static std::int64_t pause(std::int64_t us) noexcept {
    if (InterruptPending) return INT64_MAX / 2;
    return system_clock::pause(us);
  }
  // By how much the last id was later than its reading; before there is one, by anything.
  [[nodiscard]] std::int64_t lead() const noexcept { return lead_; }
  void see_id(std::int64_t unix_ms) noexcept { lead_ = unix_ms - seen_; }
  // Reads no earlier than that.
  void hold_from(std::int64_t unix_ms) noexcept { floor_ = unix_ms; }

 private:
  std::int64_t seen_ = 0;
  std::int64_t lead_ = INT64_MAX;
  std::int64_t floor_ = INT64_MIN;
};

struct server_keys {
  static bool fill(void* to, std::size_t size) noexcept { return pg_strong_random(to, size); }
};

// Bytes of this process alone: what a forked one inherits is wiped before it draws.
struct server_entropy {
  static bool fill(void* to, std::size_t size) noexcept {
    constinit static detail::key_stream<server_keys> stream{};
    constinit static int owner = 0;
    if (owner != MyProcPid) {
      explicit_bzero(&stream, sizeof stream);
      owner = MyProcPid;
    }
    return stream.fill(to, size);
  }
  static std::uint64_t fork_count() noexcept { return static_cast<std::uint64_t>(MyProcPid); }
};

// --- faults --------------------------------------------------------------------------------------------------

[[noreturn]] void raise(fault why, std::string_view format) noexcept {
  CHECK_FOR_INTERRUPTS();
  const char* name = cstring_of(format);
  switch (why) {
    case fault::tail_overflow:
      ereport(ERROR,
              (errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED), errmsg("no %s is left in this millisecond", name),
               errhint("sortid.on_overflow can be wait or run_ahead.")));
      break;
    case fault::clock_back:
      ereport(ERROR, (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
                      errmsg("the clock went back, so no %s is made", name),
                      errhint("sortid.on_clock_back can be hold.")));
      break;
    case fault::out_of_range:
      ereport(ERROR, (errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE),
                      errmsg("the clock is outside the time of %s", name)));
      break;
    case fault::entropy:
      ereport(ERROR, (errcode(ERRCODE_INTERNAL_ERROR),
                      errmsg("no randomness could be had, so no %s is made", name)));
      break;
    case fault::storage:
      ereport(ERROR,
              (errcode(ERRCODE_IO_ERROR), errmsg("the order of %s could not be written to disk: %m", name)));
      break;
    case fault::forked:
    case fault::none:
      break;
  }
  elog(ERROR, "no %s was made", name);
  pg_unreachable();
}

// An id that is later than the clock by more than the setting allows is not given out.
void require_small_lead(std::int64_t lead) noexcept {
  if (lead <= settings.max_ahead_ms || settings.max_ahead_ms < 0) return;
  ereport(ERROR,
          (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
           errmsg("ids are %lld ms ahead of the clock", static_cast<long long>(lead)),
           errdetail("The clock went back, or ids were made faster than their milliseconds hold them."),
           errhint("sortid.max_ahead (%d ms) is the limit.", settings.max_ahead_ms)));
}
template <any_id Id>
void require_small_lead(const Id& id, server_clock& clock) noexcept {
  if constexpr (Id::layout().ordered()) {
    clock.see_id(id.unix_ms());
    require_small_lead(clock.lead());
  }
}

// --- what is minted ------------------------------------------------------------------------------------------

// Wide formats count in their upper random bits and draw the lower 58 or 64 for every id: the abbreviated keys of a sort
// then differ within a millisecond, and no id can be guessed from the one before it.
template <any_id Id>
struct minting {
  using type = Id;
};
template <>
struct minting<ulid> {
  using type = redrawing<ulid, 64>;
};
template <>
struct minting<uuidv7> {
  using type = redrawing<uuidv7, 58>;
};
template <any_id Id>
using minted = typename minting<Id>::type;

// The node that a format's ids carry: Ulid-Flake's sid by the setting, snowish's machine by the caller.
constexpr unsigned no_node = 0;
template <any_id Id>
unsigned node_of(FunctionCallInfo fcinfo) noexcept {
  constexpr const layout& l = Id::layout();
  if constexpr (std::is_same_v<Id, ulid_flake_scalable>) {
    (void)fcinfo;
    return static_cast<unsigned>(settings.sid);
  } else if constexpr (l.has(role::node)) {
    const std::int32_t given = PG_GETARG_INT32(0);
    constexpr int most = (1 << l.fields[l.find(role::node)].bits) - 1;
    if (given < 0 || given > most)
      ereport(ERROR, (errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
                      errmsg("%s %d is outside 0 to %d", cstring_of(l.fields[l.find(role::node)].name), given,
                             most)));
    return static_cast<unsigned>(given);
  } else {
    (void)fcinfo;
    return no_node;
  }
}
template <any_id Id>
mint_plan<Id> plan_for(unsigned node) noexcept {
  mint_options options;
  if constexpr (Id::layout().has(role::node)) options.node = node;
  return mint_plan<Id>::make(options).value();
}

// --- one order per backend -----------------------------------------------------------------------------------

template <any_id Id>
using backend_generator = generator<Id, server_clock, server_entropy>;

template <any_id Id>
backend_generator<Id>& of_backend(unsigned node) noexcept {
  constinit static backend_generator<Id> own{};
  if constexpr (Id::layout().has(role::node)) {
    constinit static unsigned made_for = 0;
    if (node != made_for) own = backend_generator<Id>(plan_for<Id>(node));
    made_for = node;
  }
  own.set_policies(settings.policies());
  return own;
}

// --- one order for the cluster -------------------------------------------------------------------------------

// A file in the data directory that all backends map is memory they share, needs no preloading, and is there after a crash
// or a restart (decision 0020). A file belongs to one timeline: a promoted standby begins a new one, behind whatever its
// primary may have made.
template <any_id Id>
using cluster_generator = host_generator<Id, server_clock, server_entropy>;

constexpr const char* order_folder = "pg_sortid";

template <any_id Id>
bool begin_order(const char* path, const mint_plan<Id>& plan, std::int64_t floor_ms) noexcept {
  server_clock clock;
  clock.hold_from(floor_ms);
  auto made = cluster_generator<Id>::open(path, plan, {.overflow = on_overflow::run_ahead}, clock);
  return made && (*made).next().has_value();
}

// Puts the file there as a whole, with its first id taken, or leaves that of a faster backend.
template <any_id Id>
void make_order(const char* path, const mint_plan<Id>& plan, TimeLineID timeline) noexcept {
  if (MakePGDirectory(order_folder) == 0) {
    fsync_fname(".", true);
  } else if (errno != EEXIST) {
    ereport(ERROR,
            (errcode_for_file_access(), errmsg("could not create directory \"%s\": %m", order_folder)));
  }
  std::int64_t floor_ms = INT64_MIN;
  if (timeline > 1) {
    const TimestampTz replayed = GetLatestXTime();
    const std::int64_t margin =
        (settings.max_ahead_ms < 0 ? default_max_ahead_ms : settings.max_ahead_ms) / 2;
    floor_ms = std::max(replayed == 0 ? INT64_MIN : unix_ms_ceiling(replayed), system_clock::now()) + margin;
  }
  char* draft = psprintf("%s.%d", path, MyProcPid);
  (void)unlink(draft);
  const bool begun = begin_order(draft, plan, floor_ms);
  const bool there = begun && (link(draft, path) == 0 || errno == EEXIST);
  const int why = errno;
  (void)unlink(draft);
  errno = why;
  if (!there) ereport(ERROR, (errcode_for_file_access(), errmsg("could not create file \"%s\": %m", path)));
  fsync_fname(path, false);
  fsync_fname(order_folder, true);
}

template <any_id Id>
cluster_generator<Id>& of_cluster(unsigned node) noexcept {
  using shared = cluster_generator<Id>;
  alignas(shared) constinit static unsigned char memory[sizeof(shared)]{};
  constinit static std::int64_t opened_for = -1;
  auto* order = std::launder(reinterpret_cast<shared*>(memory));
  if (opened_for != node) {
    if (RecoveryInProgress())
      ereport(ERROR, (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
                      errmsg("a standby has no order of ids for the cluster"),
                      errhint("Ids ordered per backend can be made here too.")));
    const TimeLineID timeline = GetWALInsertionTimeLine();
    const char* format = cstring_of(Id::layout().name);
    const char* path = Id::layout().has(role::node)
                           ? psprintf("%s/%s.%u.%08X", order_folder, format, node, timeline)
                           : psprintf("%s/%s.%08X", order_folder, format, timeline);
    const mint_plan<Id> plan = plan_for<Id>(node);
    if (access(path, F_OK) != 0) make_order(path, plan, timeline);
    if (opened_for >= 0) order->~shared();
    opened_for = -1;
    order_refusal why;
    {
      auto opened = shared::open(path, plan);
      if (opened) {
        new (memory) shared(std::move(*opened));
        opened_for = node;
      } else {
        why = opened.error();
      }
    }
    if (opened_for < 0) {
      errno = why.system_error;
      ereport(ERROR, (errcode_for_file_access(),
                      why.system_error != 0 ? errmsg("could not open file \"%s\": %s: %m", path, why.what)
                                            : errmsg("could not open file \"%s\": %s", path, why.what)));
    }
  }
  order->set_policies(settings.policies());
  // Before the order moves: what is refused must not push it on for everyone. Not asked, since it costs a reading of the
  // clock, while this backend's ids are of the clock's own time.
  if (settings.max_ahead_ms >= 0 && order->clock().lead() > 0) require_small_lead(order->ahead());
  return *order;
}

// --- the functions -------------------------------------------------------------------------------------------

// The bits of the next id, whose type may be that of another rule of counting.
template <any_id Id, class Generator>
typename Id::value_type next(Generator& ids) noexcept {
  const auto made = ids.next();
  if (!made) raise(made.error(), Id::layout().name);
  require_small_lead(*made, ids.clock());
  return made->value();
}
template <any_id Id>
typename Id::value_type next_of_backend(FunctionCallInfo fcinfo) noexcept {
  return next<Id>(of_backend<minted<Id>>(node_of<Id>(fcinfo)));
}
template <any_id Id>
typename Id::value_type next_of_cluster(FunctionCallInfo fcinfo) noexcept {
  return next<Id>(of_cluster<minted<Id>>(node_of<Id>(fcinfo)));
}
template <any_id Id>
Id drawn(FunctionCallInfo fcinfo) noexcept {
  const auto made = of_backend<Id>(node_of<Id>(fcinfo)).random();
  if (!made) raise(made.error(), Id::layout().name);
  return *made;
}
// The instant is the argument after the node, where the caller gives one.
template <any_id Id>
Id drawn_at(FunctionCallInfo fcinfo, int argument) noexcept {
  const std::int64_t ms = unix_ms_in_or_error(PG_GETARG_TIMESTAMPTZ(argument), Id::layout());
  const auto made = of_backend<Id>(node_of<Id>(fcinfo)).random_at(ms);
  if (!made) raise(made.error(), Id::layout().name);
  return *made;
}
template <any_id Id>
constexpr int after_node = Id::layout().has(role::node) && !std::is_same_v<Id, ulid_flake_scalable> ? 1 : 0;

template <any_id Id>
Datum generate(PG_FUNCTION_ARGS) noexcept {
  return datum_of(next_of_backend<Id>(fcinfo));
}
template <any_id Id>
Datum generate_ordered(PG_FUNCTION_ARGS) noexcept {
  return datum_of(next_of_cluster<Id>(fcinfo));
}
template <any_id Id>
Datum generate_random(PG_FUNCTION_ARGS) noexcept {
  return datum_of(drawn<Id>(fcinfo));
}
template <any_id Id>
Datum generate_at(PG_FUNCTION_ARGS) noexcept {
  return datum_of(drawn_at<Id>(fcinfo, after_node<Id>));
}

// A set of ids, made by blocks. Each is the same as one made by itself: ordered per backend where the format can, or else
// per cluster.
template <any_id Id>
struct block {
  using made = minted<Id>;
  std::int64_t left;
  std::size_t size, at;
  made ids[256];
};
enum class order { backend, cluster };
template <any_id Id, order O>
void fill(block<Id>& b, unsigned node) noexcept {
  using made = typename block<Id>::made;
  const auto wanted = static_cast<std::size_t>(std::min<std::int64_t>(b.left, std::size(b.ids)));
  filled done;
  server_clock* clock;
  if constexpr (O == order::cluster) {
    auto& ids = of_cluster<made>(node);
    clock = &ids.clock();
    done = ids.fill({b.ids, wanted});
  } else {
    auto& ids = of_backend<made>(node);
    clock = &ids.clock();
    done = ids.fill({b.ids, wanted});
  }
  if (done.why != fault::none) raise(done.why, Id::layout().name);
  require_small_lead(b.ids[done.count - 1], *clock);
  b.size = done.count;
  b.at = 0;
}
template <any_id Id, order O, class Give>
Datum generate_set(FunctionCallInfo fcinfo, int argument, Give give) noexcept {
  FuncCallContext* context;
  if (SRF_IS_FIRSTCALL()) {
    context = SRF_FIRSTCALL_INIT();
    auto* b =
        static_cast<block<Id>*>(MemoryContextAllocZero(context->multi_call_memory_ctx, sizeof(block<Id>)));
    b->left = PG_GETARG_INT32(argument);
    if (b->left < 0)
      ereport(ERROR,
              (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("the number of ids must not be negative")));
    context->user_fctx = b;
  }
  context = SRF_PERCALL_SETUP();
  auto& b = *static_cast<block<Id>*>(context->user_fctx);
  if (b.left == 0) SRF_RETURN_DONE(context);
  if (b.at == b.size) fill<Id, O>(b, node_of<Id>(fcinfo));
  --b.left;
  SRF_RETURN_NEXT(context, give(b.ids[b.at++].value()));
}
template <any_id Id, order O>
Datum generate_many(PG_FUNCTION_ARGS) noexcept {
  return generate_set<Id, O>(fcinfo, after_node<Id>, [](auto value) { return datum_of(value); });
}

// ULID to the letter of its specification: within a millisecond each is the one before plus one.
Datum ulid_generate_strict(PG_FUNCTION_ARGS) noexcept {
  (void)fcinfo;
  auto& ids = of_backend<ulid>(no_node);
  policies strict = settings.policies();
  strict.overflow = on_overflow::fail;
  ids.set_policies(strict);
  return datum_of(next<ulid>(ids));
}

// An EUID with data of the caller in its 15 bits.
Datum euid_generate_extended(PG_FUNCTION_ARGS) noexcept {
  const std::int32_t extension = PG_GETARG_INT32(0);
  mint_options options;
  options.extension = static_cast<std::uint16_t>(extension);
  const auto plan = mint_plan<euid>::make(options);
  if (extension < 0 || extension > UINT16_MAX || !plan)
    ereport(ERROR, (errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
                    errmsg("%d is no extension of an EUID, which has 15 bits for one", extension)));
  backend_generator<euid> ids(*plan);
  const auto made = ids.random();
  if (!made) raise(made.error(), euid_layout.name);
  return datum_of(*made);
}

// TypeIDs: UUIDs of version 7, with the prefix that the caller gives first.
Datum with_prefix(FunctionCallInfo fcinfo, uint128 value) noexcept {
  const std::string_view prefix = view_of(PG_GETARG_TEXT_PP(0));
  require_prefix(prefix, ERRCODE_INVALID_PARAMETER_VALUE);
  return type_id_datum(prefix, value);
}
Datum typeid_generate(PG_FUNCTION_ARGS) noexcept {
  return with_prefix(fcinfo, next_of_backend<uuidv7>(fcinfo));
}
Datum typeid_generate_ordered(PG_FUNCTION_ARGS) noexcept {
  return with_prefix(fcinfo, next_of_cluster<uuidv7>(fcinfo));
}
Datum typeid_generate_random(PG_FUNCTION_ARGS) noexcept {
  return with_prefix(fcinfo, drawn<uuidv7>(fcinfo).value());
}
Datum typeid_generate_at(PG_FUNCTION_ARGS) noexcept {
  return with_prefix(fcinfo, drawn_at<uuidv7>(fcinfo, 1).value());
}
Datum typeid_generate_many(PG_FUNCTION_ARGS) noexcept {
  return generate_set<uuidv7, order::backend>(fcinfo, 1,
                                              [fcinfo](uint128 value) { return with_prefix(fcinfo, value); });
}

}  // namespace

#define SORTID_DRAWN(kind, id) SORTID_FUNCTION(sortid_##kind##_generate_random, generate_random<id>)
#define SORTID_AT_timed(kind, id) SORTID_FUNCTION(sortid_##kind##_generate_at, generate_at<id>)
#define SORTID_AT_versioned(kind, id) SORTID_AT_timed(kind, id)
#define SORTID_AT_timeless(kind, id)
#define SORTID_ORDERS_both(kind, id)                                                \
  SORTID_FUNCTION(sortid_##kind##_generate, generate<id>)                           \
  SORTID_FUNCTION(sortid_##kind##_generate_many, generate_many<id, order::backend>) \
  SORTID_FUNCTION(sortid_##kind##_generate_ordered, generate_ordered<id>)
#define SORTID_ORDERS_shared(kind, id)                                              \
  SORTID_FUNCTION(sortid_##kind##_generate, generate_ordered<id>)                   \
  SORTID_FUNCTION(sortid_##kind##_generate_many, generate_many<id, order::cluster>) \
  SORTID_FUNCTION(sortid_##kind##_generate_ordered, generate_ordered<id>)
#define SORTID_ORDERS_none(kind, id)                      \
  SORTID_FUNCTION(sortid_##kind##_generate, generate<id>) \
  SORTID_FUNCTION(sortid_##kind##_generate_many, generate_many<id, order::backend>)
#define SORTID_KIND(kind, id, type, held, orders, time) \
  SORTID_DRAWN(kind, id)                                \
  SORTID_AT_##time(kind, id) SORTID_ORDERS_##orders(kind, id)
#include "types.def"

// What generate.py goes by when it says which functions are safe in parallel workers.
namespace {
constexpr unsigned enough_random_bits = 58;
template <any_id Id>
constexpr bool draws_apart() noexcept {
  constexpr const layout& l = Id::layout();
  unsigned bits = 0;
  for (const field& f : l.fields) bits += f.role == role::random ? f.bits : 0;
  return bits >= enough_random_bits;
}
}  // namespace
#define SORTID_KIND(kind, id, type, held, orders, time)                                 \
  static_assert(draws_apart<id>() == (id::layout().bits > 64 || !id::layout().timed()), \
                "generate.py labels the functions of " #kind " by its width and time");
#include "types.def"

SORTID_FUNCTION(sortid_ulid_generate_strict, ulid_generate_strict)
SORTID_FUNCTION(sortid_euid_generate_extended, euid_generate_extended)
SORTID_FUNCTION(sortid_typeid_generate, typeid_generate)
SORTID_FUNCTION(sortid_typeid_generate_ordered, typeid_generate_ordered)
SORTID_FUNCTION(sortid_typeid_generate_random, typeid_generate_random)
SORTID_FUNCTION(sortid_typeid_generate_at, typeid_generate_at)
SORTID_FUNCTION(sortid_typeid_generate_many, typeid_generate_many)

}  // namespace pg
}  // namespace sortid
