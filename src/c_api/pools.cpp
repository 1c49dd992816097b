// The pools of sortid.h.
#include "c_api.hpp"
#if !defined(SORTID_CORE_ONLY)
#include <algorithm>
#include <cstring>
#include <exception>
#include <new>
#include <string>
#include <string_view>

#include "pool.hpp"
#include "sortid/open_node_store.hpp"

namespace sortid::c_api {

namespace {

constexpr std::uint32_t every_pool_given =
    SORTID_POOL_GIVEN_PREFERRED | SORTID_POOL_GIVEN_DEADLINE | SORTID_POOL_GIVEN_EPOCH;

// The sentences of stores are made on the spot, and the caller frees nothing.
const char* kept(std::string_view sentence) noexcept {
  thread_local char text[256];
  const std::size_t size = std::min(sentence.size(), sizeof text - 1);
  std::memcpy(text, sentence.data(), size);
  text[size] = '\0';
  return text;
}

sortid_status read_options(const sortid_node_pool_options* given, sortid_node_pool_options& to,
                           sortid_error* error) noexcept {
  if (given == nullptr) return reject(error, SORTID_NULL_ARGUMENT);
  if (const sortid_status why = read_sized(given, sizeof to, to, error); why != SORTID_OK) return why;
  if (to.store == nullptr) return reject(error, SORTID_NULL_ARGUMENT, 0, "store");
  if ((to.given & ~every_pool_given) != 0) return reject(error, SORTID_BAD_OPTION, 0, "given");
  const sortid_status set =
      require_zeros(to.given,
                    {{SORTID_POOL_GIVEN_PREFERRED, to.preferred == 0, "preferred is set and not given"},
                     {SORTID_POOL_GIVEN_DEADLINE, to.deadline_ms == 0, "deadline_ms is set and not given"},
                     {SORTID_POOL_GIVEN_EPOCH, to.epoch == 0, "epoch is set and not given"}},
                    error);
  if (set != SORTID_OK) return set;
  if (to.reserved != 0) return reject(error, SORTID_BAD_OPTION, 0, "reserved");
  if (to.window_ms < 0) return reject(error, SORTID_BAD_OPTION, 0, "window_ms");
  if ((to.given & SORTID_POOL_GIVEN_DEADLINE) != 0 && to.deadline_ms < 0)
    return reject(error, SORTID_BAD_OPTION, 0, "deadline_ms");
  return SORTID_OK;
}

node_pool_options options_of(const sortid_node_pool_options& given) noexcept {
  node_pool_options options;
  options.window_ms = given.window_ms;
  if ((given.given & SORTID_POOL_GIVEN_PREFERRED) != 0) options.preferred = given.preferred;
  if ((given.given & SORTID_POOL_GIVEN_DEADLINE) != 0) options.deadline_ms = given.deadline_ms;
  if ((given.given & SORTID_POOL_GIVEN_EPOCH) != 0) options.epoch = given.epoch;
  if (given.name != nullptr) options.name = given.name;
  if (given.sources != nullptr) {
    options.clock = given.sources->now;
    options.clock_context = given.sources->context;
  }
  return options;
}

sortid_status open(const sortid_node_pool_options& given, const layout& of, sortid_node_pool** pool,
                   sortid_error* error) {
  if (!detail::has_pools(of))
    return reject(error, SORTID_UNSUPPORTED, given.format, detail::no_pool_of_format);
  auto store = open_node_store(given.store);
  if (!store) return reject(error, SORTID_BAD_OPTION, given.format, kept(store.error()));
  auto opened = node_pool::open(std::move(*store), of, options_of(given));
  if (!opened) {
    const pool_error& why = opened.error();
    const auto whole = [&why] {
      return why.store_error.empty() ? why.what : why.what + (": " + why.store_error);
    };
    if (why.why == fault::out_of_range) return reject(error, SORTID_BAD_OPTION, given.format, kept(whole()));
    return reject(error, status_of(why.why), given.format,
                  kept(why.store_error.empty() ? why.what : why.store_error),
                  static_cast<std::uint32_t>(why.system_error));
  }
  *pool = new sortid_node_pool{std::move(*opened)};
  return succeed(error);
}

}  // namespace

}  // namespace sortid::c_api

using namespace sortid::c_api;

sortid_status sortid_node_pool_open(const sortid_node_pool_options* options, sortid_node_pool** pool,
                                    sortid_error* error) noexcept {
  if (pool == nullptr) return reject(error, SORTID_NULL_ARGUMENT);
  *pool = nullptr;
  sortid_node_pool_options given;
  if (const sortid_status why = read_options(options, given, error); why != SORTID_OK) return why;
  const auto format = format_of(given.format);
  if (!format) return reject(error, SORTID_UNKNOWN_FORMAT);
  try {
    return open(given, format->layout(), pool, error);
  } catch (const std::bad_alloc&) {
    return reject(error, SORTID_NO_MEMORY, given.format);
  } catch (const std::exception& e) {
    return reject(error, SORTID_UNAVAILABLE, given.format, kept(e.what()));
  }
}

void sortid_node_pool_close(sortid_node_pool* pool) noexcept { delete pool; }

sortid_status sortid_node_pool_status(sortid_node_pool* pool, sortid_node_pool_health* health) noexcept {
  if (pool == nullptr || health == nullptr) return SORTID_NULL_ARGUMENT;
  const std::size_t size = health->struct_size;
  constexpr std::size_t most = 4096;
  if (size < sizeof *health || size > most) return SORTID_BAD_SIZE;
  const sortid::node_pool::health h = pool->pool->status();
  // What a later version adds is zeros here.
  std::memset(health, 0, size);
  *health = {size,
             h.holds ? 1U : 0U,
             h.node,
             h.low_ms,
             h.high_ms,
             h.window_left_ms,
             h.remaining,
             sortid::name_of(h.why).data(),
             h.waits,
             h.counted.acquired,
             h.counted.renewed,
             h.counted.lost,
             h.counted.unknown,
             h.counted.unavailable,
             h.counted.poisoned};
  return SORTID_OK;
}

sortid_status sortid_node_pool_reset(sortid_node_pool* pool) noexcept {
  if (pool == nullptr) return SORTID_NULL_ARGUMENT;
  pool->pool->reset();
  return SORTID_OK;
}

#else

using namespace sortid::c_api;

sortid_status sortid_node_pool_open(const sortid_node_pool_options*, sortid_node_pool** pool,
                                    sortid_error* error) noexcept {
  if (pool == nullptr) return reject(error, SORTID_NULL_ARGUMENT);
  *pool = nullptr;
  return reject(error, SORTID_UNSUPPORTED);
}
void sortid_node_pool_close(sortid_node_pool*) noexcept {}
sortid_status sortid_node_pool_status(sortid_node_pool*, sortid_node_pool_health*) noexcept {
  return SORTID_NULL_ARGUMENT;
}
sortid_status sortid_node_pool_reset(sortid_node_pool*) noexcept { return SORTID_NULL_ARGUMENT; }

#endif
