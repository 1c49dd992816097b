// The pool: drives node_window.hpp with a store, a clock and a thread, and shows the window to the generator.
#if !defined(__EMSCRIPTEN__)

#include "sortid/node_pool.hpp"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>

#include "sortid/instant.hpp"
#include "sortid/system.hpp"
#include "system/system.hpp"

namespace sortid {

namespace {

// What a pool is for, the name of a format and its epoch in Unix milliseconds, for people.
std::string in_words(std::string_view use) {
  const std::size_t space = use.rfind(' ');
  std::int64_t epoch = 0;
  const char* const end = use.data() + use.size();
  if (space == std::string_view::npos || std::from_chars(use.data() + space + 1, end, epoch).ptr != end)
    return std::string(use);
  return std::string(use.substr(0, space)) + " with the epoch " + std::string(instant_to_text(epoch).view());
}

using detail::pool_page;

std::uint64_t node_count(const layout& l) noexcept {
  return std::uint64_t{1} << l.fields[l.find(role::node)].bits;
}

window_rules rules_of(const node_store::facts& store, const layout& l,
                      const node_pool_options& options) noexcept {
  const std::uint64_t nodes = node_count(l);
  constexpr std::int64_t of_many = 60'000;
  constexpr std::int64_t of_few = 10'000;
  const std::int64_t by_size = nodes >= 1'024 ? of_many : of_few;
  const std::int64_t by_store = store.window_ms != 0 ? store.window_ms : by_size;
  return {.length_ms = options.window_ms != 0 ? options.window_ms : by_store,
          .skew_ms = store.skew_ms,
          .nodes = nodes,
          .preferred = options.preferred,
          .only = store.only};
}

// Of one millisecond. A random step is half of its largest on average, and so is where a millisecond begins.
std::uint64_t ids_of_a_millisecond(const layout& l) noexcept {
  const std::uint64_t all = std::uint64_t{1} << std::min(l.counter.bits, 62U);
  return std::max<std::uint64_t>(all >> std::min(8 * l.counter.step_bytes, 62U), 1);
}

// A host's name, and what a record can hold of it.
node_record::host_text word_of(std::string_view name) noexcept {
  const detail::os::host_name_text own =
      name.empty() ? detail::os::host_name() : detail::os::host_name_text{};
  if (name.empty()) name = own.data();
  node_record::host_text out;
  for (const char c : name) out.append(c > ' ' && c <= '~' ? c : '_');
  return out;
}

// Why a pool did not open.
const char* sentence_of(no_window why) noexcept {
  switch (why) {
    case no_window::other_use:
      return "the pool is for another format or epoch; take another pool";
    case no_window::unavailable:
      return "the store of node numbers cannot be reached";
    case no_window::clock:
      return "this clock and the store's differ by more than a minute; set the wrong one";
    case no_window::fenced:
      return "the pool's fence is later than this clock; numbers are free again when it is past";
    case no_window::poisoned:
      return "every record of the pool is unreadable or far in the future; look at it with pool status";
    default:
      return "every number of the pool is in use";
  }
}

// The timestamp of who made no id.
constexpr std::int64_t no_id = INT64_MIN;

fault fault_of(no_window why) noexcept {
  return why == no_window::unavailable ? fault::unavailable : fault::no_node;
}

}  // namespace

class node_pool::engine {
 public:
  // The page stays the pool's.
  engine(node_pool& of, const window_rules& rules)
      : pool_(of),
        window_(rules, of.name_, detail::os::process()),
        page_(*of.page_, system_entropy::fork_count() << 32U),
        process_(detail::os::process()) {
    use_.append(of.of_.name).append(' ').append(std::to_string(of.epoch_));
  }

  [[nodiscard]] bool of_this_process() const noexcept { return process_ == detail::os::process(); }

  void start() {
    renewer_ = std::thread([this] { run(); });
  }
  // The last timestamp of a generator that is not there; one that is may have ids on their way.
  [[nodiscard]] std::optional<std::int64_t> last_of_nobody() const noexcept {
    return attached_ ? std::nullopt : std::optional(no_id);
  }
  // Waits for a window; false when there is none at the deadline.
  [[nodiscard]] bool wait_for_window(std::int64_t within_ms) {
    std::unique_lock lock(mutex_);
    using clock = std::chrono::steady_clock;
    const auto until = clock::now() + std::chrono::milliseconds(within_ms);
    const auto& options = pool_.options_;
    while (!window_.holds()) {
      if (clock::now() >= until || window_.why() == no_window::other_use ||
          (options.go_on != nullptr && !options.go_on(options.go_on_context)))
        return false;
      if (renewer_.joinable()) {
        changed_.wait_until(lock, std::min(until, clock::now() + std::chrono::milliseconds(50)));
      } else if (!step(lock)) {
        lock.unlock();
        (void)system_clock::pause(1'000);
        lock.lock();
      }
    }
    return true;
  }
  // Ends the renewer when the number is given back.
  void stop(std::optional<std::int64_t> last_ms) noexcept {
    {
      std::unique_lock lock(mutex_);
      give_back(last_ms);
      show();
      stopping_ = true;
      begin_again_ = false;
      if (!renewer_.joinable()) settle(lock);
    }
    wanted_.notify_all();
    if (renewer_.joinable()) renewer_.join();
  }

  void poll() noexcept {
    std::unique_lock lock(mutex_);
    settle(lock);
  }
  fault wake() noexcept {
    std::unique_lock lock(mutex_);
    window_.wake();
    const std::int64_t high = window_.high_ms();
    if (high != waited_for_high_ || page_.generation() != waited_for_generation_) {
      ++waits_;
      waited_for_high_ = high;
      waited_for_generation_ = page_.generation();
    }
    hurry(lock);
    // Where this call has renewed it, the id may be tried again at once.
    const bool renewed = window_.high_ms() != high || page_.generation() != waited_for_generation_;
    return renewed && window_.holds() ? fault::none : fault_of(window_.why());
  }
  void end_window(std::optional<std::int64_t> last_ms, bool abandoned, bool anew) noexcept {
    std::unique_lock lock(mutex_);
    if (abandoned) {
      window_.abandon();
    } else {
      give_back(last_ms);
    }
    begin_again_ = anew;
    if (anew && window_.stopped()) begin();
    show();
    hurry(lock);
  }
  void resume() noexcept {
    std::unique_lock lock(mutex_);
    begin_again_ = !window_.holds();
    if (window_.stopped()) begin();
    hurry(lock);
  }
  // To the last timestamp of a generator that has gone: the next one begins after it.
  void raise_low(std::int64_t last_ms) noexcept {
    const std::unique_lock lock(mutex_);
    if (!window_.holds()) return;
    floor_ms_ = std::max(floor_ms_, last_ms);
    page_.raise_low(*pool_.page_, low_ms());
  }

  [[nodiscard]] health status() const noexcept {
    const std::unique_lock lock(mutex_);
    health h;
    h.why = window_.why();
    h.waits = waits_;
    h.counted = window_.counted();
    h.holds = window_.holds();
    if (!h.holds) return h;
    h.node = window_.node();
    h.low_ms = low_ms();
    h.high_ms = window_.high_ms();
    const std::int64_t from = std::max(clock(), h.low_ms);
    h.window_left_ms = from < h.high_ms ? h.high_ms - from : 0;
    h.remaining = static_cast<std::uint64_t>(h.window_left_ms) * ids_of_a_millisecond(pool_.of_);
    return h;
  }
  [[nodiscard]] std::string last_error() const {
    const std::unique_lock lock(mutex_);
    return last_error_;
  }

 private:
  [[nodiscard]] std::int64_t clock() const noexcept {
    return pool_.options_.clock != nullptr ? pool_.options_.clock(pool_.options_.clock_context)
                                           : system_clock::now();
  }

  [[nodiscard]] std::int64_t low_ms() const noexcept { return std::max(window_.low_ms(), floor_ms_); }
  // Without a timestamp ids may be on their way, and nothing is lowered.
  void give_back(std::optional<std::int64_t> last_ms) noexcept {
    if (last_ms) last_ms = std::max(*last_ms, low_ms());
    window_.release(last_ms, clock());
  }

  void run() noexcept {
    std::unique_lock lock(mutex_);
    while (!stopping_ || !window_.stopped()) {
      if (step(lock)) continue;
      // The clock may have jumped meanwhile, so a long rest is looked at again.
      constexpr std::int64_t longest_ms = 1'000;
      const std::int64_t rest =
          std::clamp<std::int64_t>(until_ms_ - std::min(until_ms_, clock()), 1, longest_ms);
      wanted_.wait_for(lock, std::chrono::milliseconds(rest));
    }
  }
  // By the renewer, or here where there is none.
  void hurry(std::unique_lock<std::mutex>& lock) noexcept {
    if (!renewer_.joinable()) return settle(lock);
    wanted_.notify_all();
  }
  // All steps that are due.
  void settle(std::unique_lock<std::mutex>& lock) noexcept {
    while (step(lock)) {
    }
  }
  // One step, with the lock given up while the store is called. False when nothing is due, or when another
  // thread is at it.
  bool step(std::unique_lock<std::mutex>& lock) noexcept {
    if (calling_) return false;
    const node_window::wish wish = window_.next(clock());
    until_ms_ = wish.until_ms;
    using kind = node_window::wish::kind;
    if (wish.what == kind::rest) {
      release();
      return false;
    }
    if (wish.what == kind::choose) {
      take();
    } else if (wish.what == kind::read) {
      reading_ = {};
      const store_answer answer =
          call(lock, store_answer::unavailable, [this](node_store& store) { return read(store); });
      if (answer == store_answer::done) {
        take();
      } else {
        window_.not_read(clock());
      }
    } else {
      const store_answer answer = call(lock, store_answer::unknown, [&](node_store& store) {
        return store.swap(wish.node, wish.before, wish.next, within_ms());
      });
      window_.answered(answer, clock());
      if (begin_again_ && window_.stopped()) begin();
    }
    release();
    show();
    return true;
  }
  // Who does not wait for a number has a store that needs its time all the same.
  [[nodiscard]] std::int64_t within_ms() const noexcept {
    const std::int64_t asked = pool_.options_.deadline_ms;
    return asked != 0 ? asked : node_pool_options{}.deadline_ms;
  }
  // With a claim to the pool, where nobody has one.
  store_answer read(node_store& store) {
    const std::int64_t within = within_ms();
    if (const store_answer answer = store.read(reading_, within);
        answer != store_answer::done || !reading_.use.empty() || !store.about().claims)
      return answer;
    if (const store_answer answer = store.claim(use_, within); answer == store_answer::unavailable)
      return answer;
    reading_ = {};
    return store.read(reading_, within);
  }
  void take() noexcept {
    if (!reading_.use.empty() && reading_.use != use_ && !window_.engaged()) {
      last_error_ = "it is for " + in_words(reading_.use.view());
      return window_.not_for_us(clock());
    }
    uint128 nonce{};
    if (!system_entropy::fill(&nonce, sizeof nonce) || nonce == uint128()) return window_.not_read(clock());
    window_.took(reading_.entries, reading_.fence_ms, reading_.clock_ms, clock(), nonce);
  }
  template <class Call>
  store_answer call(std::unique_lock<std::mutex>& lock, store_answer thrown, Call to) noexcept {
    store_answer answer = thrown;
    // The number may be given up meanwhile; what the store holds for it is let go afterwards.
    if (window_.engaged()) engaged_with_ = window_.node();
    calling_ = true;
    lock.unlock();
    std::string last_error;
    try {
      answer = to(*pool_.store_);
      last_error = pool_.store_->last_error();
    } catch (const std::exception& e) {
      try {
        last_error = e.what();
      } catch (...) {
      }
    } catch (...) {
    }
    lock.lock();
    calling_ = false;
    last_error_.swap(last_error);
    return answer;
  }
  void release() noexcept {
    if (!engaged_with_ || (window_.engaged() && window_.node() == *engaged_with_)) return;
    pool_.store_->release(*engaged_with_);
    engaged_with_.reset();
  }
  void begin() noexcept {
    begin_again_ = false;
    window_.begin();
  }

  // The window as the generator sees it.
  void show() noexcept {
    const bool ended = page_.show(*pool_.page_, {.holds = window_.holds(),
                                                 .acquisition = window_.counted().acquired,
                                                 .node = window_.node(),
                                                 .low_ms = window_.low_ms(),
                                                 .high_ms = window_.high_ms(),
                                                 .why = fault_of(window_.why())});
    if (ended) floor_ms_ = INT64_MIN;
    if (window_.holds()) begin_again_ = false;
    changed_.notify_all();
  }

  node_pool& pool_;
  mutable std::mutex mutex_;
  std::condition_variable wanted_;   // by the renewer
  std::condition_variable changed_;  // for who waits for a window
  std::thread renewer_;
  node_window window_;
  detail::pool_page_writer page_;
  node_reading reading_;
  decltype(node_reading::use) use_;
  std::string last_error_;
  std::optional<unsigned> engaged_with_;
  std::int64_t until_ms_ = 0;
  std::int64_t floor_ms_ = INT64_MIN;
  std::uint64_t waits_ = 0;
  std::int64_t waited_for_high_ = INT64_MAX;
  std::uint64_t waited_for_generation_ = 0;
  std::uint32_t process_;
  bool calling_ = false;
  bool stopping_ = false;
  bool begin_again_ = false;
  std::atomic<bool> attached_{false};  // a generator
  friend class node_pool;
};

node_pool::node_pool(std::unique_ptr<node_store> store, const layout& of,
                     const node_pool_options& options) noexcept
    : store_(std::move(store)),
      of_(of),
      options_(options),
      name_(word_of(options.name)),
      epoch_(options.epoch.value_or(of.epoch)) {
  options_.name = {};  // the caller's text may go
  options_.deadline_ms = std::min(options_.deadline_ms, node_pool_options::longest_ms);
}

result<std::unique_ptr<node_pool>, pool_error> node_pool::open(std::unique_ptr<node_store> store,
                                                               const layout& of,
                                                               const node_pool_options& options) {
  if (!detail::has_pools(of)) return pool_error{detail::no_pool_of_format, 0, fault::out_of_range};
  if (store == nullptr) return pool_error{"a pool needs a store", 0, fault::out_of_range};
  const window_rules rules = rules_of(store->about(), of, options);
  if ((options.preferred && *options.preferred >= rules.nodes) || (rules.only && *rules.only >= rules.nodes))
    return pool_error{"the format has no room for that number of a node", 0, fault::out_of_range,
                      std::string(of.name) + " takes 0 to " + std::to_string(rules.nodes - 1)};
  if (options.window_ms < 0 || options.deadline_ms < 0)
    return pool_error{"a window and a deadline are not negative", 0, fault::out_of_range};
  if (options.window_ms > rules.poisoned_after_ms)
    return pool_error{"a window is at most an hour", 0, fault::out_of_range};
  std::unique_ptr<node_pool> pool(new node_pool(std::move(store), of, options));
  pool->page_ = static_cast<pool_page*>(detail::os::map_wiped_on_fork(sizeof(pool_page)));
  if (pool->page_ == nullptr)
    return pool_error{"a pool needs memory that a fork wipes", errno, fault::no_node};
  pool->engine_ = std::make_unique<engine>(*pool, rules);
  if (options.renewer) {
    try {
      pool->engine_->start();
    } catch (const std::system_error& e) {
      return pool_error{"the pool's thread cannot be started", e.code().value(), fault::no_node};
    }
  }
  if (options.deadline_ms == 0 || pool->engine_->wait_for_window(pool->options_.deadline_ms)) return pool;
  const no_window why = pool->status().why;
  return pool_error{sentence_of(why), 0, why == no_window::other_use ? fault::out_of_range : fault_of(why),
                    pool->last_error()};
}

node_pool::~node_pool() {
  if (engine_ != nullptr) {
    if (engine_->of_this_process()) {
      engine_->stop(engine_->last_of_nobody());
    } else {
      // The renewer and its locks are the parent's.
      (void)engine_.release();
      store_->forked();
    }
  }
  if (page_ != nullptr) detail::os::unmap(page_, sizeof(pool_page));
}

node_pool::health node_pool::status() const noexcept {
  return engine_->of_this_process() ? engine_->status() : health();
}

void node_pool::release() noexcept {
  if (!engine_->of_this_process()) return;
  engine_->end_window(engine_->last_of_nobody(), false, false);
}
void node_pool::resume() noexcept {
  if (revive()) engine_->resume();
}
void node_pool::reset() noexcept {
  // A store that allots none has no other number: the window would only have to be waited out.
  if (revive() && !engine_->window_.rules().only) engine_->end_window(std::nullopt, true, true);
}
void node_pool::poll() noexcept {
  if (revive()) engine_->poll();
}
std::string node_pool::last_error() const {
  return engine_->of_this_process() ? engine_->last_error() : std::string();
}

bool node_pool::attach() noexcept { return !engine_->attached_.exchange(true); }
void node_pool::detach(std::optional<std::int64_t> last_ms) noexcept {
  // A child's copy of a generator says nothing of the parent's number.
  if (engine_->of_this_process() && last_ms) engine_->raise_low(*last_ms);
  engine_->attached_ = false;
}
void node_pool::release(std::optional<std::int64_t> last_ms, bool anew) noexcept {
  if (engine_->of_this_process()) engine_->end_window(last_ms.value_or(no_id), false, anew);
}
fault node_pool::wake() noexcept { return revive() ? engine_->wake() : fault::no_node; }
void node_pool::in_child() noexcept {
  // Where a fork wiped the page this changes nothing; an emulator may have left it as it was.
  if (!engine_->of_this_process()) __atomic_store_n(&page_->generation, 0, __ATOMIC_SEQ_CST);
}
// In a child: a renewer of its own, with a number of its own. The parent's objects are left as they are,
// since a lock may be held there by a thread that the child does not have.
bool node_pool::revive() noexcept {
  if (engine_->of_this_process()) return true;
  const window_rules rules = engine_->window_.rules();
  const bool attached = engine_->attached_.load();
  (void)engine_.release();
  store_->forked();
  try {
    engine_ = std::make_unique<engine>(*this, rules);
    engine_->attached_ = attached;
    if (options_.renewer) engine_->start();
  } catch (...) {
    return engine_ != nullptr;
  }
  return true;
}

std::string open_metrics(const node_pool::health& of, std::string_view pool_name) {
  std::string label = "{pool=\"";
  for (const char c : pool_name) {
    if (c == '\\' || c == '"') label += '\\';
    if (c == '\n') {
      label += "\\n";
    } else {
      label += c;
    }
  }
  label += "\"} ";
  std::string out;
  const auto family = [&](std::string_view name, std::string_view type, std::string_view help, auto value) {
    const std::string whole = "sortid_pool_" + std::string(name);
    out += "# TYPE " + whole + ' ' + std::string(type) + "\n# HELP " + whole + ' ' + std::string(help) + '\n';
    out += whole + (type == "counter" ? "_total" : "") + label + std::to_string(value) + '\n';
  };
  family("held", "gauge", "1 while a node number is held.", of.holds ? 1 : 0);
  family("node", "gauge", "The node number that is held.", of.node);
  family("window_left_milliseconds", "gauge", "Time until ids would have to wait for a renewal.",
         of.window_left_ms);
  family("remaining_ids", "gauge", "Ids until they would have to wait for a renewal.", of.remaining);
  family("poisoned", "gauge", "Numbers with a record that is unreadable or far in the future.",
         of.counted.poisoned);
  family("acquired", "counter", "Node numbers taken.", of.counted.acquired);
  family("renewed", "counter", "Windows renewed.", of.counted.renewed);
  family("lost", "counter", "Windows that another holder took over.", of.counted.lost);
  family("unknown", "counter", "Calls of the store whose outcome is not known.", of.counted.unknown);
  family("unavailable", "counter", "Calls that the store did not take.", of.counted.unavailable);
  family("waits", "counter", "Windows that a generator had to wait for.", of.waits);
  return out + "# EOF\n";
}

}  // namespace sortid

#endif
