// The generators of sortid.h.
#include <cstddef>
#include <cstring>
#include <memory>

#include "c_api.hpp"
#include "sortid/any_generator.hpp"
#include "sortid/named.hpp"
#include "sortid/ordered_generator.hpp"
#if !defined(SORTID_CORE_ONLY)
#include "pool.hpp"
#endif

namespace sortid::c_api {

namespace {

// Out of line in WebAssembly, where eleven formats would have each of the calls once more.
#if defined(__EMSCRIPTEN__)
#define SORTID_APART gnu::noinline
#else
#define SORTID_APART
#endif

#if defined(SORTID_HOST_CLOCK)
// That of bindings/wasm/host.cpp, which by way of a timespec is divided three times.
extern "C" __attribute__((import_module("host"), import_name("now"))) std::int64_t host_now();
#endif

// The caller's, or the system's.
class any_clock {
 public:
  constexpr explicit any_clock(const sortid_sources& from = {}) noexcept : from_(from) {}
  [[nodiscard, SORTID_APART]] std::int64_t now() noexcept {
    if (from_.now != nullptr) return from_.now(from_.context);
#if defined(SORTID_HOST_CLOCK)
    return host_now();
#else
    return system_clock::now();
#endif
  }
  // One that stood still would be waited for without an end, so it counts as what was asked for.
  [[SORTID_APART]] std::int64_t pause(std::int64_t us) noexcept {
    if (from_.pause == nullptr) return system_clock::pause(us);
    const std::int64_t gone = from_.pause(from_.context, us);
    return gone > 0 ? gone : us;
  }

 private:
  sortid_sources from_;
};

class any_entropy {
 public:
  constexpr explicit any_entropy(const sortid_sources& from = {}) noexcept : from_(from) {}
  [[nodiscard, SORTID_APART]] bool fill(void* to, std::size_t size) noexcept {
    if (from_.fill != nullptr) return from_.fill(from_.context, to, size) == 1;
    // The sizes of an id's bits, as constants.
    if (size == sizeof(std::uint64_t)) return system_entropy::fill(to, sizeof(std::uint64_t));
    if (size == sizeof(uint128)) return system_entropy::fill(to, sizeof(uint128));
    return system_entropy::fill(to, size);
  }
  [[nodiscard]] static std::uint64_t fork_count() noexcept { return system_entropy::fork_count(); }

 private:
  sortid_sources from_;
};

constexpr std::uint32_t every_given = SORTID_GIVEN_EXTENSION | SORTID_GIVEN_NODE | SORTID_GIVEN_STEP_BYTES |
                                      SORTID_GIVEN_EPOCH | SORTID_GIVEN_MAX_WAIT;

static_assert(static_cast<int>(on_overflow::fail) == SORTID_OVERFLOW_FAIL &&
              static_cast<int>(on_overflow::wait) == SORTID_OVERFLOW_WAIT &&
              static_cast<int>(on_overflow::run_ahead) == SORTID_OVERFLOW_RUN_AHEAD);
static_assert(static_cast<int>(on_clock_back::hold) == SORTID_CLOCK_BACK_HOLD &&
              static_cast<int>(on_clock_back::wait) == SORTID_CLOCK_BACK_WAIT &&
              static_cast<int>(on_clock_back::fail) == SORTID_CLOCK_BACK_FAIL &&
              static_cast<int>(on_clock_back::take_another) == SORTID_CLOCK_BACK_TAKE_ANOTHER);

static_assert(static_cast<int>(sequence_start::zero) == SORTID_SEQUENCE_ZERO &&
              static_cast<int>(sequence_start::random) == SORTID_SEQUENCE_RANDOM &&
              static_cast<int>(sequence_start::carry_on) == SORTID_SEQUENCE_CARRY_ON);

constexpr std::size_t first_size = offsetof(sortid_generator_options, sequence);

sortid_status read_options(const sortid_generator_options* given, sortid_generator_options& to,
                           sortid_error* error) noexcept {
  if (given == nullptr) return reject(error, SORTID_NULL_ARGUMENT);
  if (const sortid_status why = read_sized(given, first_size, to, error); why != SORTID_OK) return why;
  if (to.scope < SORTID_SCOPE_OWN || to.scope > SORTID_SCOPE_POOL)
    return reject(error, SORTID_BAD_OPTION, 0, "scope");
  if (to.on_overflow < SORTID_OVERFLOW_FAIL || to.on_overflow > SORTID_OVERFLOW_RUN_AHEAD)
    return reject(error, SORTID_BAD_OPTION, 0, "on_overflow");
  if (to.on_clock_back < SORTID_CLOCK_BACK_HOLD || to.on_clock_back > SORTID_CLOCK_BACK_TAKE_ANOTHER)
    return reject(error, SORTID_BAD_OPTION, 0, "on_clock_back");
  if (to.sequence < SORTID_SEQUENCE_ZERO || to.sequence > SORTID_SEQUENCE_CARRY_ON)
    return reject(error, SORTID_BAD_OPTION, 0, "sequence");
  if (to.reserved != 0) return reject(error, SORTID_BAD_OPTION, 0, "reserved");
  if ((to.given & ~every_given) != 0) return reject(error, SORTID_BAD_OPTION, 0, "given");
  const sortid_status set =
      require_zeros(to.given,
                    {{SORTID_GIVEN_EXTENSION, to.extension == 0, "extension is set and not given"},
                     {SORTID_GIVEN_NODE, to.node == 0, "node is set and not given"},
                     {SORTID_GIVEN_STEP_BYTES, to.step_bytes == 0, "step_bytes is set and not given"},
                     {SORTID_GIVEN_EPOCH, to.epoch == 0, "epoch is set and not given"},
                     {SORTID_GIVEN_MAX_WAIT, to.max_wait_ms == 0, "max_wait_ms is set and not given"}},
                    error);
  if (set != SORTID_OK) return set;
  if ((to.given & SORTID_GIVEN_MAX_WAIT) != 0 && to.max_wait_ms < 0)
    return reject(error, SORTID_BAD_OPTION, 0, "max_wait_ms");
  if (to.scope == SORTID_SCOPE_HOST && to.order_file == nullptr)
    return reject(error, SORTID_NULL_ARGUMENT, 0, "order_file");
  if (to.scope != SORTID_SCOPE_HOST && to.order_file != nullptr)
    return reject(error, SORTID_BAD_OPTION, 0, "order_file is for SORTID_SCOPE_HOST");
  if (to.scope == SORTID_SCOPE_POOL && to.pool == nullptr)
    return reject(error, SORTID_NULL_ARGUMENT, 0, "pool");
  if (to.scope != SORTID_SCOPE_POOL && to.pool != nullptr)
    return reject(error, SORTID_BAD_OPTION, 0, "pool is for SORTID_SCOPE_POOL");
  if (to.scope == SORTID_SCOPE_POOL && (to.given & SORTID_GIVEN_NODE) != 0)
    return reject(error, SORTID_BAD_OPTION, 0, "the pool gives the node");
  return SORTID_OK;
}

policies policies_of(const sortid_generator_options& given) noexcept {
  policies p;
  p.overflow = static_cast<on_overflow>(given.on_overflow);
  p.clock_back = static_cast<on_clock_back>(given.on_clock_back);
  if ((given.given & SORTID_GIVEN_MAX_WAIT) != 0) p.max_wait_ms = given.max_wait_ms;
  return p;
}

result<generator_options> options_of(const sortid_generator_options& given) noexcept {
  generator_options options;
  if ((given.given & SORTID_GIVEN_EXTENSION) != 0) options.extension = given.extension;
  if ((given.given & SORTID_GIVEN_NODE) != 0) options.node = given.node;
  if ((given.given & SORTID_GIVEN_STEP_BYTES) != 0) options.step_bytes = given.step_bytes;
  if ((given.given & SORTID_GIVEN_EPOCH) != 0) options.epoch = given.epoch;
  options.sequence = static_cast<sequence_start>(given.sequence);
  if (given.prefix != nullptr) {
    const auto prefix = type_prefix::parse(given.prefix);
    if (!prefix) return prefix.error();
    options.prefix = *prefix;
  }
  return options;
}

#if defined(__EMSCRIPTEN__)
using scopes = scope_list<thread_scopes>;  // an instance of WebAssembly is one thread's
#elif defined(SORTID_CORE_ONLY)
using scopes = scope_list<thread_scopes, process_scopes>;
#else
using scopes = scope_list<thread_scopes, process_scopes, host_scopes, pool_scopes>;
#endif
using any_source = any_generator<scopes, any_clock, any_entropy>;

std::optional<no_generator> make(any_source& to, format f, const generator_options& options,
                                 const sortid_generator_options& given) noexcept {
  const sortid_sources sources = given.sources != nullptr ? *given.sources : sortid_sources{};
  const policies policy = policies_of(given);
  const any_clock clock(sources);
  const any_entropy entropy(sources);
  switch (given.scope) {
#if !defined(__EMSCRIPTEN__)
    case SORTID_SCOPE_PROCESS:
      return to.emplace<process_scopes>(f, options, policy, clock, entropy);
#endif
#if !defined(SORTID_CORE_ONLY)
    case SORTID_SCOPE_HOST:
      return to.emplace<host_scopes>(f, options, policy, clock, entropy, given.order_file);
    case SORTID_SCOPE_POOL:
      return to.emplace<pool_scopes>(f, options, policy, clock, entropy, given.pool->pool.get());
#endif
    case SORTID_SCOPE_OWN:
      return to.emplace<thread_scopes>(f, options, policy, clock, entropy);
    default:
      return no_generator{.what = "this build has no such scope"};
  }
}

sortid_status reject_generator(sortid_error* error, const no_generator& why,
                               const sortid_generator_options& given) noexcept {
  const sortid_format format = given.format;
  switch (why.why) {
    case no_generator::cause::option:
      return reject(error, why.option, format);
    case no_generator::cause::scope:
      if (given.scope == SORTID_SCOPE_POOL) return reject(error, SORTID_BAD_OPTION, format, why.what);
      return reject(error, SORTID_STORAGE, format, why.what, static_cast<std::uint32_t>(why.system_error));
    case no_generator::cause::format:
      break;
  }
  return reject(error, SORTID_UNSUPPORTED, format, why.what);
}

}  // namespace

}  // namespace sortid::c_api

// Ids have the format and the prefix of `empty`; in arrays they are without the prefix.
struct sortid_generator : sortid::c_api::allocated {
  sortid::c_api::any_source source;
  sortid_id empty{};
  bool is_owned = false;  // SORTID_SCOPE_OWN

  [[nodiscard]] std::size_t bytes() noexcept { return source->format().layout().bytes(); }
  // What its owner alone may ask for, and what draws; none for others.
  [[nodiscard]] auto owned() noexcept { return allowed(is_owned); }
  // Where nothing of an id is random, a draw would be one of few and soon come twice.
  [[nodiscard]] auto drawing() noexcept { return allowed(is_owned && source->format().layout().drawn()); }

 private:
  using own_source = decltype(source->in<sortid::thread_scopes>());
  [[nodiscard]] std::optional<own_source> allowed(bool is) noexcept {
    if (!is) return std::nullopt;
    return source->in<sortid::thread_scopes>();
  }
};

namespace sortid::c_api {

namespace {

// The answer to the caller who asked for one id.
sortid_status answer(const sortid_generator& from, const result<uint128, fault>& value, sortid_id& id,
                     sortid_error* error) noexcept {
  if (!value) return reject(error, status_of(value.error()), from.empty.format);
  id = from.empty;
  id.hi = value->hi;
  id.lo = value->lo;
  return succeed(error);
}

template <class Fill>
sortid_status many(sortid_generator* generator, void* ids, std::size_t count, std::size_t* made,
                   sortid_error* error, Fill fill) noexcept {
  if (const sortid_status why = check_ids(ids, count, generator->bytes()); why != SORTID_OK)
    return reject(error, why, generator->empty.format);
  const filled end = fill(static_cast<column_bytes*>(ids));
  if (made != nullptr) *made = end.count;
  if (end.why != fault::none) return reject(error, status_of(end.why), generator->empty.format);
  return succeed(error);
}

sortid_status unsupported(const sortid_generator& generator, sortid_error* error) noexcept {
  return reject(error, SORTID_UNSUPPORTED, generator.empty.format);
}

}  // namespace

}  // namespace sortid::c_api

using namespace sortid::c_api;

sortid_status sortid_new(sortid_format format, sortid_id* id, sortid_error* error) noexcept {
  if (id == nullptr) return reject(error, SORTID_NULL_ARGUMENT);
  const auto known = format_of(format);
  if (!known) return reject(error, SORTID_UNKNOWN_FORMAT);
  if (!known->layout().generated) return reject(error, SORTID_UNSUPPORTED, format);
  const auto made = sortid::by_format::new_id(*known);
  if (!made) return reject(error, status_of(made.error()), format);
  store(*made, format, {}, *id);
  return succeed(error);
}

sortid_status sortid_generator_create(const sortid_generator_options* options, sortid_generator** generator,
                                      sortid_error* error) noexcept {
  if (generator == nullptr) return reject(error, SORTID_NULL_ARGUMENT);
  *generator = nullptr;
  sortid_generator_options given;
  if (const sortid_status why = read_options(options, given, error); why != SORTID_OK) return why;
  const auto format = format_of(given.format);
  if (!format) return reject(error, SORTID_UNKNOWN_FORMAT);
  const auto checked = options_of(given);
  if (!checked) return reject(error, checked.error(), given.format);
  std::unique_ptr<sortid_generator> made(new sortid_generator);
  if (!made) return reject(error, SORTID_NO_MEMORY, given.format);
  if (const auto why = make(made->source, *format, *checked, given))
    return reject_generator(error, *why, given);
  store({}, given.format, checked->prefix.view(), made->empty);
  made->is_owned = given.scope == SORTID_SCOPE_OWN;
  *generator = made.release();
  return succeed(error);
}

void sortid_generator_destroy(sortid_generator* generator) noexcept { delete generator; }

sortid_status sortid_generator_next(sortid_generator* generator, sortid_id* id,
                                    sortid_error* error) noexcept {
  if (generator == nullptr || id == nullptr) return reject(error, SORTID_NULL_ARGUMENT);
  return answer(*generator, generator->source->next(), *id, error);
}

#if defined(__EMSCRIPTEN__)
// For hosts of bindings/wasm, which copy what they are given: the bits of the next id alone.
extern "C" __attribute__((export_name("next_bits"))) sortid_status sortid_next_bits(
    sortid_generator* generator, std::uint64_t* hi, std::uint64_t* lo) noexcept {
  const auto lower = generator->source->next(*hi);
  *lo = lower.lo;
  return lower.why == sortid::fault::none ? SORTID_OK : status_of(lower.why);
}
#endif

sortid_status sortid_generator_fill(sortid_generator* generator, void* ids, std::size_t count,
                                    std::size_t* made, sortid_error* error) noexcept {
  if (made != nullptr) *made = 0;
  if (generator == nullptr) return reject(error, SORTID_NULL_ARGUMENT);
  return many(generator, ids, count, made, error,
              [&](sortid::column_bytes* to) { return generator->source->fill(to, count); });
}

sortid_status sortid_generator_next_at(sortid_generator* generator, std::int64_t unix_ms, sortid_id* id,
                                       sortid_error* error) noexcept {
  if (generator == nullptr || id == nullptr) return reject(error, SORTID_NULL_ARGUMENT);
  auto from = generator->owned();
  if (!from) return unsupported(*generator, error);
  return answer(*generator, from->next_at(unix_ms), *id, error);
}

sortid_status sortid_generator_random(sortid_generator* generator, sortid_id* id,
                                      sortid_error* error) noexcept {
  if (generator == nullptr || id == nullptr) return reject(error, SORTID_NULL_ARGUMENT);
  auto from = generator->drawing();
  if (!from) return unsupported(*generator, error);
  return answer(*generator, from->random(), *id, error);
}

sortid_status sortid_generator_random_at(sortid_generator* generator, std::int64_t unix_ms, sortid_id* id,
                                         sortid_error* error) noexcept {
  if (generator == nullptr || id == nullptr) return reject(error, SORTID_NULL_ARGUMENT);
  auto from = generator->drawing();
  if (!from) return unsupported(*generator, error);
  return answer(*generator, from->random_at(unix_ms), *id, error);
}

sortid_status sortid_generator_fill_random(sortid_generator* generator, void* ids, std::size_t count,
                                           std::size_t* made, sortid_error* error) noexcept {
  if (made != nullptr) *made = 0;
  if (generator == nullptr) return reject(error, SORTID_NULL_ARGUMENT);
  auto from = generator->drawing();
  if (!from) return unsupported(*generator, error);
  return many(generator, ids, count, made, error,
              [&](sortid::column_bytes* to) { return from->fill_random(to, count); });
}

sortid_status sortid_generator_ahead(sortid_generator* generator, std::int64_t* ms) noexcept {
  if (generator == nullptr || ms == nullptr) return SORTID_NULL_ARGUMENT;
  *ms = generator->source->ahead();
  return SORTID_OK;
}

sortid_status sortid_named_at(const sortid_generator_options* options, const void* key, std::size_t key_size,
                              std::int64_t unix_ms, const char* name, std::size_t name_size, sortid_id* id,
                              sortid_error* error) noexcept {
  if (id == nullptr) return reject(error, SORTID_NULL_ARGUMENT);
  for (const sortid_status why : {check_memory(key, key_size), check_memory(name, name_size)}) {
    if (why != SORTID_OK) return reject(error, why);
  }
  sortid_generator_options given;
  if (const sortid_status why = read_options(options, given, error); why != SORTID_OK) return why;
  const auto format = format_of(given.format);
  if (!format) return reject(error, SORTID_UNKNOWN_FORMAT);
  if (!sortid::is_named(format->layout())) return reject(error, SORTID_UNSUPPORTED, given.format);
  if (!sortid::detail::is_key_size(key_size))
    return reject(error, SORTID_BAD_SIZE, given.format, "key_size", sortid::detail::clamp32(key_size));
  const auto checked = options_of(given);
  if (!checked) return reject(error, checked.error(), given.format);
  const auto value =
      sortid::by_format::named_at(*format, std::span(static_cast<const std::uint8_t*>(key), key_size),
                                  *checked, unix_ms, std::string_view(name, name_size));
  if (!value) return reject(error, value.error(), given.format);
  store(*value, given.format, checked->prefix.view(), *id);
  return succeed(error);
}
