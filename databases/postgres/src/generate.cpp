// New ids: ordered per backend, ordered across the cluster, drawn, of a given time, many at once.
#include <sys/stat.h>
#include <unistd.h>

#include <new>

#include "glue.hpp"
#include "instants.hpp"
#include "random/key_stream.hpp"
#include "server_pool.hpp"
#include "settings.hpp"
#include "sortid/ordered_generator.hpp"
#include "sortid/redrawing.hpp"
#include "type_id.hpp"
#include "wal_bound.hpp"

extern "C" {
#include "access/xlog.h"
#include "common/file_perm.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "portability/instr_time.h"
#include "storage/fd.h"
}

namespace sortid {

// The core's file of an order calls this while it waits for its lock.
std::int64_t system_clock::pause(std::int64_t us) noexcept {
  pg_usleep(static_cast<long>(us));
  return us;
}

namespace pg {
namespace {

// --- clock and randomness ----------------------------------------------------------------------------------

class server_clock {
 public:
  std::int64_t now() noexcept {
    seen_ = system_clock::now();
    return seen_;
  }
  // Not called: the caller of the generator waits, see `patience`.
  static void pause(std::int64_t) noexcept {}
  // Milliseconds by which the last id is later than its reading of the clock; before the first id the
  // greatest number.
  [[nodiscard]] std::int64_t lead() const noexcept { return lead_; }
  void see_id(std::int64_t unix_ms) noexcept { lead_ = unix_ms - seen_; }

 private:
  std::int64_t seen_ = 0;
  std::int64_t lead_ = INT64_MAX;
};

struct server_keys {
  static bool fill(void* to, std::size_t size) noexcept { return pg_strong_random(to, size); }
  static std::int64_t seconds() noexcept { return detail::elapsed_time().tv_sec; }
};

// The random bytes of one process: a forked process wipes what it inherits before it draws.
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

// --- faults ------------------------------------------------------------------------------------------------

int sqlstate_of(fault why) noexcept {
  switch (why) {
    case fault::tail_overflow:
      return ERRCODE_PROGRAM_LIMIT_EXCEEDED;
    case fault::clock_back:
      return ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE;
    case fault::out_of_range:
      return ERRCODE_DATETIME_VALUE_OUT_OF_RANGE;
    case fault::storage:
      return ERRCODE_IO_ERROR;
    default:
      return ERRCODE_INTERNAL_ERROR;
  }
}

[[noreturn]] void raise(fault why, std::string_view format, std::int64_t lead) noexcept {
  const bool is_full = why == fault::tail_overflow;
  const char* advice = is_full                    ? "Set sortid.on_overflow to wait or run_ahead."
                       : why == fault::clock_back ? "Set sortid.on_clock_back to hold."
                                                  : nullptr;
  const auto said = message(why, format);
  ereport(ERROR, (errcode(sqlstate_of(why)),
                  why == fault::storage ? errmsg("%s: %m", said.c_str()) : errmsg("%s", said.c_str()),
                  is_full && lead > 0
                      ? errdetail("The last one is %lld ms ahead of the clock.", static_cast<long long>(lead))
                      : 0,
                  advice != nullptr ? errhint("%s", advice) : 0));
  pg_unreachable();
}

// Raises an error if an id is later than the clock by more than the setting allows.
void require_small_lead(std::int64_t lead) noexcept {
  if (lead <= settings.max_ahead_ms || settings.max_ahead_ms < 0) return;
  ereport(
      ERROR,
      (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
       errmsg("ids are %lld ms ahead of the clock", static_cast<long long>(lead)),
       errdetail(
           "The clock went back, or it is behind the clock of the server that this order comes from, or ids "
           "were made faster than a millisecond holds them."),
       errhint("sortid.max_ahead (%d ms) is the limit.", settings.max_ahead_ms)));
}
template <any_id Id>
void require_small_lead(const Id& id, server_clock& clock) noexcept {
  if constexpr (Id::layout().ordered()) {
    clock.see_id(id.unix_ms());
    require_small_lead(clock.lead());
  }
}
template <any_id Id>
std::int64_t unix_ms_of(const Id& id) noexcept {
  if constexpr (Id::layout().timed()) {
    return id.unix_ms();
  } else {
    (void)id;
    return 0;
  }
}

// --- what is generated -------------------------------------------------------------------------------------

// 16-byte formats count in their upper random bits and draw the lower 58 or 64 for every id. So the
// abbreviated keys of a sort differ within a millisecond, and nobody can guess an id from the one before it.
template <any_id Id>
struct counting {
  using type = Id;
};
template <>
struct counting<ulid> {
  using type = redrawing<ulid, 64>;
};
template <>
struct counting<uuidv7> {
  using type = redrawing<uuidv7, 58>;
};
template <any_id Id>
using generated = typename counting<Id>::type;

// What the server has for new ids of a format: the number of its pool while it has a window, or the
// setting's.
template <any_id Id>
grant own_grant() noexcept {
  if constexpr (Id::layout().has(role::node)) {
    if (!has_sid(Id::layout()) || has_pool(pool_for<Id>)) return window_of(pool_for<Id>);
    return {.node = static_cast<unsigned>(settings.sid)};
  }
  return {};
}
// The grant of a shared order. A function with `arguments` gets its node, where the setting does not give it,
// before them, or takes the server's.
template <any_id Id>
grant grant_of(FunctionCallInfo fcinfo, int arguments) noexcept {
  constexpr const layout& l = Id::layout();
  if constexpr (l.has(role::node) && !has_sid(l)) {
    if (PG_NARGS() == arguments) return own_grant<Id>();
    if (has_pool(pool_for<Id>))
      ereport(ERROR, (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
                      errmsg("this server takes its %s numbers from a pool", cstring_of(l.name)),
                      errhint("Leave the number away: another server may have it.")));
    const std::int32_t given = PG_GETARG_INT32(0);
    constexpr int most = (1 << l.fields[l.find(role::node)].bits) - 1;
    if (given < 0 || given > most)
      ereport(ERROR, (errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
                      errmsg("%s %d is outside 0 to %d", cstring_of(l.fields[l.find(role::node)].name), given,
                             most)));
    return {.node = static_cast<unsigned>(given)};
  } else {
    (void)fcinfo;
    (void)arguments;
    return own_grant<Id>();
  }
}
template <any_id Id>
generator_plan<Id> plan_for(unsigned node, sequence_start sequence) noexcept {
  generator_options options{.sequence = sequence};
  if constexpr (Id::layout().has(role::node)) options.node = node;
  return generator_plan<Id>::make(options).value();
}

// --- waiting -----------------------------------------------------------------------------------------------

// A call waits between its attempts, not within the generator, so that the backend serves its interrupts
// meanwhile. One that cancels the query raises an error; after any other the call waits on.
class patience {
 public:
  void pause() noexcept {
    if (INSTR_TIME_IS_ZERO(begun_)) INSTR_TIME_SET_CURRENT(begun_);
    CHECK_FOR_INTERRUPTS();
    pg_usleep(100);
  }
  [[nodiscard]] bool is_over() const noexcept {
    if (INSTR_TIME_IS_ZERO(begun_)) return false;
    instr_time since;
    INSTR_TIME_SET_CURRENT(since);
    INSTR_TIME_SUBTRACT(since, begun_);
    return INSTR_TIME_GET_MILLISEC(since) >= static_cast<double>(policies{}.max_wait_ms);
  }

 private:
  instr_time begun_{};
};

constexpr std::int64_t any_lead = INT64_MAX;

// Calls take() until it has made ids. If a millisecond has none left and the setting is run_ahead, it takes
// the next one early, unless the order is `most_ahead` milliseconds ahead of the clock already. Then it waits
// for the clock, and after a second takes the next millisecond anyway; only a clock that went back makes it
// wait so long. Returns `no_node` where the server has no window for the time of the ids.
template <class Generator, class Take>
[[nodiscard]] fault take_by_settings(Generator& ids, on_overflow overflow, std::int64_t most_ahead,
                                     std::string_view format, Take take) noexcept {
  const auto clock_back = static_cast<on_clock_back>(settings.clock_back);
  policies tried;
  tried.clock_back = clock_back == on_clock_back::hold ? on_clock_back::hold : on_clock_back::fail;
  tried.overflow = overflow == on_overflow::run_ahead && most_ahead == any_lead ? on_overflow::run_ahead
                                                                                : on_overflow::fail;
  for (patience waiting;;) {
    ids.set_policies(tried);
    const fault why = take();
    if (why == fault::none || why == fault::no_node || why == fault::unavailable) return why;
    const bool is_full = why == fault::tail_overflow && tried.overflow == on_overflow::fail;
    // Read once: a wait that ends between two readings would raise an error where the next millisecond is
    // due.
    const bool is_over = waiting.is_over();
    if (is_full && overflow == on_overflow::run_ahead && (is_over || ids.ahead() < most_ahead)) {
      tried.overflow = on_overflow::run_ahead;
      continue;
    }
    const bool waits = (is_full && overflow != on_overflow::fail) ||
                       (why == fault::clock_back && clock_back == on_clock_back::wait);
    if (!waits || is_over) raise(why, format, ids.ahead());
    waiting.pause();
  }
}

// Calls take(), which finds the window anew, until it has made ids; for a second at most, in which the worker
// renews the window or takes another number.
template <any_id Id, class Take>
void take_in_window(Take take) noexcept {
  for (patience waiting;;) {
    const fault why = take();
    if (why == fault::none) return;
    if constexpr (!Id::layout().has(role::node)) raise(why, Id::layout().name, 0);
    if (why != fault::no_node && why != fault::unavailable) raise(why, Id::layout().name, 0);
    if (waiting.is_over()) raise_no_window(pool_for<Id>, Id::layout().name);
    waiting.pause();
  }
}

// --- one order per backend ---------------------------------------------------------------------------------

// The scope of a backend whose ids carry the sid that the server has at present.
template <any_id Id>
class sid_scope : public thread_scope<typename Id::value_type> {
 public:
  using thread_scope<typename Id::value_type>::thread_scope;
  [[nodiscard]] static grant granted() noexcept { return own_grant<Id>(); }
};

template <any_id Id, bool Sid>
struct scope_of {
  using type = thread_scope<typename Id::value_type>;
};
template <any_id Id>
struct scope_of<Id, true> {
  using type = sid_scope<Id>;
};

template <any_id Id>
struct backend_order {
  using id = Id;
  using scope = typename scope_of<Id, has_sid(Id::layout())>::type;
  basic_generator<Id, scope, server_clock, server_entropy> ids{};
  // The number of calls that took ids. A set drops the ids it holds when another call came between.
  constinit static inline std::uint64_t calls = 0;

  static std::int64_t most_ahead() noexcept { return any_lead; }
  static void cover(std::int64_t) noexcept {}
};

template <any_id Id>
backend_order<Id>& of_backend() noexcept {
  constinit static backend_order<Id> own{};
  return own;
}

// --- one order for the cluster -----------------------------------------------------------------------------

// All backends map a file in the data directory. So they share memory without preloading, and it survives a
// crash or a restart (decision 21). A file belongs to one timeline: a promoted standby begins a new one,
// behind the bound that its primary logged (decision 44). Its ids stay within what was granted for the call
// that asks for them. A grant stays good to its end, whatever happens meanwhile: windows do not shrink.
template <class Word>
class cluster_scope : public host_scope<Word> {
 public:
  [[nodiscard]] static result<cluster_scope, order_error> open(const char* path,
                                                               const detail::recipe<Word>& recipe,
                                                               server_entropy& entropy) noexcept {
    auto of_host = host_scope<Word>::open(path, recipe, entropy);
    if (!of_host) return of_host.error();
    return cluster_scope(std::move(*of_host));
  }
  void keep_to(const grant& given) noexcept { given_ = given; }
  [[nodiscard]] grant granted() const noexcept {
    const grant of_file = host_scope<Word>::granted();
    return of_file.why == fault::none ? given_ : of_file;
  }

 private:
  explicit cluster_scope(host_scope<Word>&& of_host) noexcept : host_scope<Word>(std::move(of_host)) {}
  grant given_;
};

template <any_id Id>
struct cluster_order {
  using id = Id;
  basic_generator<Id, cluster_scope<typename Id::value_type>, server_clock, server_entropy> ids;
  wal_bound bound;
  constinit static inline std::uint64_t calls = 0;

  // So little that no caller notices what others do to the order (decision 45).
  static std::int64_t most_ahead() noexcept {
    constexpr std::int64_t unnoticed_ms = 10;
    return settings.max_ahead_ms < 0 ? any_lead : std::min<std::int64_t>(unnoticed_ms, settings.max_ahead_ms);
  }
  void cover(std::int64_t unix_ms) noexcept { bound.cover(unix_ms); }
};

constexpr const char* order_folder = "pg_sortid";

// Opens the file, or makes it.
template <any_id Id>
cluster_order<Id>* open_order(const char* path, unsigned node, sequence_start sequence) noexcept {
  using order = cluster_order<Id>;
  static_assert(alignof(order) <= MAXIMUM_ALIGNOF);
  if (MakePGDirectory(order_folder) == 0) {
    fsync_fname(".", true);
  } else if (errno != EEXIST) {
    ereport(ERROR,
            (errcode_for_file_access(), errmsg("could not create directory \"%s\": %m", order_folder)));
  }
  void* memory = MemoryContextAlloc(TopMemoryContext, sizeof(order));
  order* opened = nullptr;
  order_error why;
  {
    auto file = decltype(order::ids)::open(path, plan_for<Id>(node, sequence));
    if (file) {
      opened = new (memory) order{std::move(*file), {}};
    } else {
      why = file.error();
    }
  }
  if (opened == nullptr) {
    pfree(memory);
    errno = why.system_error;
    ereport(ERROR, (errcode_for_file_access(),
                    why.system_error != 0 ? errmsg("could not open file \"%s\": %s: %m", path, why.what)
                                          : errmsg("could not open file \"%s\": %s", path, why.what)));
  }
  return opened;
}

// For an order that goes on from another run of the server, or from another server.
template <any_id Id>
void begin_after(cluster_order<Id>& order, std::int64_t unix_ms) noexcept {
  const fault why = order.ids.begin_after(unix_ms);
  if (why != fault::none) raise(why, Id::layout().name, 0);
}

// Gives the file the rights that the cluster's other files have.
void give_rights(const char* path) noexcept {
  struct stat status {};
  const auto rights = static_cast<mode_t>(pg_file_create_mode);
  if (stat(path, &status) == 0 && (status.st_mode & ALLPERMS) == rights) return;
  if (chmod(path, rights) != 0)
    ereport(ERROR, (errcode_for_file_access(), errmsg("could not set permissions of file \"%s\": %m", path)));
}

template <any_id Id>
cluster_order<Id>& of_cluster(const grant& given) noexcept {
  constexpr const layout& l = Id::layout();
  const unsigned node = given.node.value_or(0);
  constexpr std::size_t nodes = l.has(role::node) ? std::size_t{1} << l.fields[l.find(role::node)].bits : 1;
  // The order is in the file; each way to begin a sequence has a generator over it.
  constexpr std::size_t starts = l.has(role::sequence) ? 3 : 1;
  constinit static cluster_order<Id>* all[nodes][starts]{};
  const auto start = static_cast<sequence_start>(l.has(role::sequence) ? settings.sequence : 0);
  cluster_order<Id>*& order = all[node][static_cast<std::size_t>(start)];
  if (order == nullptr || !order->bound.is_open()) {
    if (RecoveryInProgress())
      ereport(ERROR, (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
                      errmsg("a standby cannot make ids in the order of the cluster"),
                      errhint("Functions that order ids per backend work here too.")));
    const char* format = cstring_of(l.name);
    const char* name = l.has(role::node) ? psprintf("%s.%u", format, node) : format;
    const char* path = psprintf("%s/%s.%08X", order_folder, name, GetWALInsertionTimeLine());
    const bool is_new = access(path, F_OK) != 0;
    if (order == nullptr) order = open_order<Id>(path, node, start);
    give_rights(path);
    if (is_new) {
      fsync_fname(path, false);
      fsync_fname(order_folder, true);
    }
    order->ids.scope().keep_to(given);
    order->bound.open(name, node, *order, begin_after<Id>);
  }
  order->ids.scope().keep_to(given);
  // Checked before the order moves, since a call that fails must not push it on for everyone. Skipped while
  // this backend's ids are not ahead, since it reads the clock.
  if (settings.max_ahead_ms >= 0 && order->ids.clock().lead() > 0) require_small_lead(order->ids.ahead());
  return *order;
}

// --- the functions -----------------------------------------------------------------------------------------

on_overflow overflow_setting() noexcept { return static_cast<on_overflow>(settings.overflow); }

// The order of the cluster for what find() grants; null where there is no window at present.
template <any_id Id, class Find>
cluster_order<generated<Id>>* find_of_cluster(Find find) noexcept {
  const grant given = find();
  return given.why == fault::none ? &of_cluster<generated<Id>>(given) : nullptr;
}

// The bits of the next id of the order that find() has. Its type may be one that counts in other bits.
template <class Order, class Find>
auto next(on_overflow overflow, Find find) noexcept {
  typename Order::id id{};
  take_in_window<typename Order::id>([&]() noexcept {
    Order* const order = find();
    if (order == nullptr) return fault::no_node;
    const fault why =
        take_by_settings(order->ids, overflow, order->most_ahead(), id.layout().name, [&]() noexcept {
          const auto made = order->ids.next();
          if (!made) return made.error();
          id = *made;
          return fault::none;
        });
    if (why != fault::none) return why;
    ++order->calls;
    require_small_lead(id, order->ids.clock());
    order->cover(unix_ms_of(id));
    return fault::none;
  });
  return id.number();
}
template <any_id Id>
auto next_of_backend(on_overflow overflow) noexcept {
  return next<backend_order<Id>>(overflow, []() noexcept { return &of_backend<Id>(); });
}
template <any_id Id>
typename Id::value_type next_of_backend() noexcept {
  return next_of_backend<generated<Id>>(overflow_setting());
}
// Of a function that has so many arguments beside the node.
template <any_id Id>
typename Id::value_type next_of_cluster(FunctionCallInfo fcinfo, int arguments) noexcept {
  return next<cluster_order<generated<Id>>>(overflow_setting(), [=]() noexcept {
    return find_of_cluster<Id>([=]() noexcept { return grant_of<Id>(fcinfo, arguments); });
  });
}
template <any_id Id>
Id drawn() noexcept {
  static_assert(Id::layout().drawn(), "nothing of this format's ids is random");
  Id id{};
  take_in_window<Id>([&id]() noexcept {
    const auto made = of_backend<Id>().ids.random();
    if (made) id = *made;
    return made ? fault::none : made.error();
  });
  return id;
}
template <any_id Id>
Id drawn_at(FunctionCallInfo fcinfo, int argument) noexcept {
  static_assert(Id::layout().drawn(), "nothing of this format's ids is random");
  const std::int64_t ms = unix_ms_in_or_error(PG_GETARG_TIMESTAMPTZ(argument), Id::layout());
  const auto made = of_backend<Id>().ids.random_at(ms);
  if (!made) raise(made.error(), Id::layout().name, 0);
  return *made;
}
template <any_id Id>
Datum generate(PG_FUNCTION_ARGS) noexcept {
  (void)fcinfo;
  return datum_of(next_of_backend<Id>());
}
template <any_id Id>
Datum generate_ordered(PG_FUNCTION_ARGS) noexcept {
  return datum_of(next_of_cluster<Id>(fcinfo, 0));
}
template <any_id Id>
Datum generate_random(PG_FUNCTION_ARGS) noexcept {
  (void)fcinfo;
  return datum_of(drawn<Id>());
}
template <any_id Id>
Datum generate_at(PG_FUNCTION_ARGS) noexcept {
  return datum_of(drawn_at<Id>(fcinfo, 0));
}

// A set of ids, taken in blocks. When another call of this backend takes an id, the rest of the block is
// dropped, and the next blocks are small for a while.
template <class Order>
struct block {
  static constexpr std::size_t most_ids = 256;
  std::int64_t left;
  std::size_t wanted, size, at;
  std::uint64_t calls;
  typename Order::id ids[most_ids];
};
template <class Order>
[[nodiscard]] fault fill(block<Order>& b, Order& order) noexcept {
  b.wanted = b.at < b.size ? 1 : std::min(2 * b.wanted, b.most_ids);
  const auto wanted = std::min<std::size_t>(static_cast<std::size_t>(b.left), b.wanted);
  b.at = b.size = 0;
  const fault why = take_by_settings(order.ids, overflow_setting(), order.most_ahead(),
                                     Order::id::layout().name, [&]() noexcept {
                                       const filled made = order.ids.fill({b.ids, wanted});
                                       b.size = made.count;
                                       return made.count > 0 ? fault::none : made.why;
                                     });
  if (why != fault::none) return why;
  b.calls = ++order.calls;
  const auto& last = b.ids[b.size - 1];
  require_small_lead(last, order.ids.clock());
  order.cover(unix_ms_of(last));
  return fault::none;
}
template <class Order, class Find, class Give>
Datum generate_set(FunctionCallInfo fcinfo, int argument, Find find, Give give) noexcept {
  FuncCallContext* context;
  if (SRF_IS_FIRSTCALL()) {
    context = SRF_FIRSTCALL_INIT();
    auto* b = static_cast<block<Order>*>(
        MemoryContextAllocZero(context->multi_call_memory_ctx, sizeof(block<Order>)));
    b->left = PG_GETARG_INT32(argument);
    if (b->left < 0)
      ereport(ERROR,
              (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("the number of ids must not be negative")));
    b->wanted = b->most_ids;
    context->user_fctx = b;
  }
  context = SRF_PERCALL_SETUP();
  auto& b = *static_cast<block<Order>*>(context->user_fctx);
  if (b.left == 0) SRF_RETURN_DONE(context);
  if (b.at == b.size || b.calls != Order::calls) {
    take_in_window<typename Order::id>([&]() noexcept {
      Order* const order = find();
      return order != nullptr ? fill(b, *order) : fault::no_node;
    });
  }
  --b.left;
  SRF_RETURN_NEXT(context, give(b.ids[b.at++].number()));
}
template <any_id Id, class Give>
Datum generate_set_of_backend(FunctionCallInfo fcinfo, int argument, Give give) noexcept {
  return generate_set<backend_order<generated<Id>>>(
      fcinfo, argument, []() noexcept { return &of_backend<generated<Id>>(); }, give);
}
template <any_id Id>
Datum generate_many(PG_FUNCTION_ARGS) noexcept {
  return generate_set_of_backend<Id>(fcinfo, 0, [](auto value) { return datum_of(value); });
}
template <any_id Id>
Datum generate_many_ordered(PG_FUNCTION_ARGS) noexcept {
  // How many is the last argument.
  return generate_set<cluster_order<generated<Id>>>(
      fcinfo, PG_NARGS() - 1,
      [fcinfo]() noexcept {
        return find_of_cluster<Id>([fcinfo]() noexcept { return grant_of<Id>(fcinfo, 1); });
      },
      [](auto value) { return datum_of(value); });
}

// As ULID's specification says: within a millisecond each id is the one before plus one.
Datum ulid_generate_strict(PG_FUNCTION_ARGS) noexcept {
  (void)fcinfo;
  return datum_of(next_of_backend<ulid>(on_overflow::fail));
}

// An EUID with data of the caller in its 15 bits.
Datum euid_generate_extended(PG_FUNCTION_ARGS) noexcept {
  const std::int32_t extension = PG_GETARG_INT32(0);
  generator_options options;
  options.extension = static_cast<unsigned>(extension);
  const auto plan = generator_plan<euid>::make(options);
  if (!plan)
    ereport(ERROR, (errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
                    errmsg("%d is not an extension of an EUID, which has 15 bits: 0 to 32767", extension)));
  generator<euid, server_clock, server_entropy> ids(*plan);
  const auto made = ids.random();
  if (!made) raise(made.error(), euid_layout.name, 0);
  return datum_of(*made);
}

// TypeIDs: UUIDs of version 7, with the prefix that the caller gives first.
Datum with_prefix(FunctionCallInfo fcinfo, uint128 value) noexcept {
  const std::string_view prefix = view_of(PG_GETARG_TEXT_PP(0));
  require_prefix(prefix, ERRCODE_INVALID_PARAMETER_VALUE);
  return type_id_datum(prefix, value);
}
Datum typeid_generate(PG_FUNCTION_ARGS) noexcept { return with_prefix(fcinfo, next_of_backend<uuidv7>()); }
Datum typeid_generate_ordered(PG_FUNCTION_ARGS) noexcept {
  return with_prefix(fcinfo, next_of_cluster<uuidv7>(fcinfo, 1));
}
Datum typeid_generate_random(PG_FUNCTION_ARGS) noexcept {
  return with_prefix(fcinfo, drawn<uuidv7>().number());
}
Datum typeid_generate_at(PG_FUNCTION_ARGS) noexcept {
  return with_prefix(fcinfo, drawn_at<uuidv7>(fcinfo, 1).number());
}
Datum typeid_generate_many(PG_FUNCTION_ARGS) noexcept {
  return generate_set_of_backend<uuidv7>(fcinfo, 1,
                                         [fcinfo](uint128 value) { return with_prefix(fcinfo, value); });
}

}  // namespace

#define SORTID_RANDOM_timed(kind, id)                                   \
  SORTID_FUNCTION(sortid_##kind##_generate_random, generate_random<id>) \
  SORTID_FUNCTION(sortid_##kind##_generate_at, generate_at<id>)
#define SORTID_RANDOM_versioned(kind, id) SORTID_RANDOM_timed(kind, id)
#define SORTID_RANDOM_timeless(kind, id) SORTID_FUNCTION(sortid_##kind##_generate_random, generate_random<id>)
#define SORTID_ORDERS_both(kind, id, time)                                \
  SORTID_FUNCTION(sortid_##kind##_generate, generate<id>)                 \
  SORTID_FUNCTION(sortid_##kind##_generate_many, generate_many<id>)       \
  SORTID_FUNCTION(sortid_##kind##_generate_ordered, generate_ordered<id>) \
  SORTID_RANDOM_##time(kind, id)
#define SORTID_ORDERS_counted(kind, id, time)                               \
  SORTID_FUNCTION(sortid_##kind##_generate, generate_ordered<id>)           \
  SORTID_FUNCTION(sortid_##kind##_generate_many, generate_many_ordered<id>) \
  SORTID_FUNCTION(sortid_##kind##_generate_ordered, generate_ordered<id>)
#define SORTID_ORDERS_shared(kind, id, time) \
  SORTID_ORDERS_counted(kind, id, time) SORTID_RANDOM_##time(kind, id)
#define SORTID_ORDERS_none(kind, id, time)                          \
  SORTID_FUNCTION(sortid_##kind##_generate, generate<id>)           \
  SORTID_FUNCTION(sortid_##kind##_generate_many, generate_many<id>) \
  SORTID_RANDOM_##time(kind, id)
#define SORTID_KIND(kind, id, type, held, orders, time) SORTID_ORDERS_##orders(kind, id, time)
#include "types.def"

// extension_sql.py uses this rule to declare which functions are safe in parallel workers.
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
                "extension_sql.py labels the functions of " #kind " by its width and time");
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
