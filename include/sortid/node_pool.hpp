// Node numbers that machines share, each held by one holder at a time: a pool, and generators over it for the
// formats that have a field for such a number. No lease: node_window.hpp says why no id comes twice.
//
//   auto pool = sortid::node_pool::open(std::make_unique<sortid::file_node_store>("/var/lib/app/nodes"),
//                                       sortid::uid11_snowish_layout);
//   auto ids = sortid::pool_generator<sortid::uid11_snowish>::open(pool->get());
//   auto id = ids->next();
//
// An id costs one load more than that of a thread's generator. Past the end of its window a generator stops
// by itself, whatever the rest of the process does; it then waits for a renewal, at most
// policies::max_wait_ms, and answers fault::unavailable while the store is away and fault::no_node otherwise.
//
// A pool is for ids of one format with one epoch: two epochs put different instants into the same bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sortid/basic_id.hpp"
#include "sortid/detail/compiler.hpp"
#include "sortid/detail/pool_page.hpp"
#include "sortid/detail/recipe.hpp"
#include "sortid/fault.hpp"
#include "sortid/generator.hpp"
#include "sortid/layout.hpp"
#include "sortid/node_store.hpp"
#include "sortid/node_window.hpp"
#include "sortid/result.hpp"
#include "sortid/scope.hpp"
#include "sortid/sources.hpp"
#include "sortid/thread_scope.hpp"

namespace sortid {

// Why there is no pool, or no generator over one.
struct pool_error {
  const char* what = "";         // a sentence
  int system_error = 0;          // errno, where a system call failed
  fault why = fault::none;       // no_node: every number is in use; unavailable: the store does not answer
  std::string store_error = {};  // what the store itself says, for people
};

struct node_pool_options {
  // An hour is as good as for ever, and no sum of milliseconds gets near 64 bits.
  static constexpr std::int64_t longest_ms = 3'600'000;

  // Milliseconds that are reserved ahead. 0: the store's own, or else 60 s for a thousand numbers and more,
  // 10 s for fewer. An hour at most: a process that is killed keeps its number for so long.
  std::int64_t window_ms = 0;
  // Taken when it is free, as a StatefulSet's ordinal. Another process may have it, so it proves nothing.
  std::optional<unsigned> preferred = {};
  // For open(), the destructor, and every call of the store; at most longest_ms is waited. With 0 open() does
  // not wait for a number, and a call of the store may take as long as by default.
  std::int64_t deadline_ms = 5'000;
  // Of the ids, Unix milliseconds; the format's own unless given. A pool is for one format with one epoch.
  std::optional<std::int64_t> epoch = {};
  // What the store's record says of the holder, for people; the host's name unless given.
  std::string_view name = {};
  // false: no thread renews the window, but the program calls poll(), and generators do when they need a
  // window.
  bool renewer = true;
  // Asked by open() about every 50 ms while it waits; false ends that.
  bool (*go_on)(void* context) = nullptr;
  void* go_on_context = nullptr;
  // Unix milliseconds, the same that the generator reads; the system's clock unless given.
  std::int64_t (*clock)(void* context) = nullptr;
  void* clock_context = nullptr;
};

namespace detail {

// Whether ids of that layout can have a number of a pool.
[[nodiscard]] constexpr bool has_pools(const layout& l) noexcept {
  return l.has(role::node) && l.timed() && l.ordered() && l.generated;
}
inline constexpr const char* no_pool_of_format = "the format has no field for the number of a node";

}  // namespace detail

// A number of a store, held by this process for one generator at a time. It outlives the generator. Its
// functions may be called by any thread, but for release(), whose generator must not be making an id
// meanwhile.
class node_pool {
 public:
  // How it is doing.
  struct health {
    bool holds = false;
    unsigned node = 0;                // this and the next three are 0 without a number
    std::int64_t low_ms = 0;          // ids are later than this, Unix milliseconds …
    std::int64_t high_ms = 0;         // … and at most of this
    std::int64_t window_left_ms = 0;  // until high_ms, by the clock
    std::uint64_t remaining = 0;      // ids in that time; about, where a format's steps are random
    no_window why = no_window::none;  // `unavailable` also while there is a number, but renewals fail
    std::uint64_t waits = 0;          // windows that a generator had to wait for
    node_window::counters counted{};
  };

  // Takes a number for ids of that layout, and renews its window from then on. Rejected where the format has
  // no node, when no number is free, and when the store does not answer within the deadline.
  [[nodiscard]] SORTID_EXPORT static result<std::unique_ptr<node_pool>, pool_error> open(
      std::unique_ptr<node_store> store, const layout& of, const node_pool_options& options = {});

  node_pool(const node_pool&) = delete;
  node_pool& operator=(const node_pool&) = delete;
  // Gives the number back, within the deadline.
  SORTID_EXPORT ~node_pool();

  [[nodiscard]] SORTID_EXPORT health status() const noexcept;
  // As status().remaining.
  [[nodiscard]] std::uint64_t remaining() const noexcept { return status().remaining; }

  // Gives the number back at once. With a generator on it the window stays reserved to its end, because ids
  // may be on their way; pool_scope::release() knows better. resume() takes a number again.
  SORTID_EXPORT void release() noexcept;
  SORTID_EXPORT void resume() noexcept;
  // Gives everything up and takes a number anew: for the hook that runs when a virtual machine was restored
  // or cloned with the process in it. Until it is called, the copies make the same ids, for the rest of one
  // window at most. With a static_node_store nothing happens, since there is no other number.
  SORTID_EXPORT void reset() noexcept;
  // Does what is due and returns: for a pool without a renewer.
  SORTID_EXPORT void poll() noexcept;

  // What went wrong in the store last, for people; empty when nothing did.
  [[nodiscard]] SORTID_EXPORT std::string last_error() const;

 private:
  template <any_id Id>
  requires(detail::has_pools(Id::layout())) friend class pool_scope;
  class engine;

  node_pool(std::unique_ptr<node_store> store, const layout& of, const node_pool_options& options) noexcept;

  // True for one at a time. The number stays where a generator goes, and the next one begins after its last
  // id.
  [[nodiscard]] SORTID_EXPORT bool attach() noexcept;
  SORTID_EXPORT void detach(std::optional<std::int64_t> last_ms) noexcept;
  // Without an attached generator's ids on their way: gives the number back, and with `anew` takes another
  // one.
  SORTID_EXPORT void release(std::optional<std::int64_t> last_ms, bool anew) noexcept;
  // Somebody needs a window. Does not wait, but calls the store where nobody else does. Says why there is
  // none.
  SORTID_EXPORT fault wake() noexcept;
  SORTID_EXPORT void in_child() noexcept;
  [[nodiscard]] bool revive() noexcept;

  std::unique_ptr<node_store> store_;
  layout of_;
  node_pool_options options_;
  node_record::host_text name_;
  std::int64_t epoch_;
  detail::pool_page* page_ = nullptr;
  std::unique_ptr<engine> engine_;
};

// The same as OpenMetrics text, with the pool's name as a label.
[[nodiscard]] SORTID_EXPORT std::string open_metrics(const node_pool::health& of, std::string_view pool_name);

// The scope of a pool's generator: an order of one thread at a time, with the pool's number, within its
// window. It moves. A forked child takes a number of its own with its first id.
template <any_id Id>
requires(detail::has_pools(Id::layout())) class pool_scope {
  using word = typename Id::value_type;

 public:
  using value_type = word;
  static constexpr bool unchanged_means_granted = true;

  // Rejected while another generator uses the pool, and where the pool's numbers do not fit the format.
  template <entropy_source Entropy>
  [[nodiscard]] static result<pool_scope, pool_error> open(node_pool* pool,
                                                           const detail::recipe<word>& recipe,
                                                           Entropy& entropy) noexcept {
    if (width(pool->of_) > width(Id::layout()))
      return pool_error{"the pool is for a format with more numbers"};
    if (recipe.epoch != pool->epoch_) return pool_error{"the pool is for ids of another epoch"};
    if (!pool->attach()) return pool_error{"the pool has a generator already"};
    return pool_scope(pool, recipe, detail::fork_count_of(entropy));
  }

  pool_scope(pool_scope&& other) noexcept
      : order_(std::move(other.order_)),
        pool_(std::exchange(other.pool_, nullptr)),
        recipe_(other.recipe_),
        forks_(other.forks_),
        read_generation_(other.read_generation_),
        kept_generation_(other.kept_generation_) {}
  pool_scope& operator=(pool_scope&& other) noexcept {
    if (this == &other) return *this;
    detach();
    order_ = std::move(other.order_);
    pool_ = std::exchange(other.pool_, nullptr);
    recipe_ = other.recipe_;
    forks_ = other.forks_;
    read_generation_ = other.read_generation_;
    kept_generation_ = other.kept_generation_;
    return *this;
  }
  pool_scope(const pool_scope&) = delete;
  pool_scope& operator=(const pool_scope&) = delete;
  ~pool_scope() { detach(); }

  // Gives the number back with its last id's timestamp, so that it is free a second later. Then there are no
  // ids until node_pool::resume().
  void release() noexcept {
    if (pool_ != nullptr) pool_->release(last_ms(), false);
  }

  [[nodiscard]] std::int64_t clock_seen() const noexcept { return order_.clock_seen(); }
  // A child goes on with a number of its own, in the order that it inherited.
  [[nodiscard]] bool inherited(std::uint64_t forks) noexcept {
    if (forks != forks_ && pool_ != nullptr) {
      forks_ = forks;
      pool_->in_child();
    }
    return false;
  }
  [[nodiscard]] grant granted() noexcept {
    if (pool_ == nullptr) return {.why = fault::no_node};
    return detail::granted_by(*pool_->page_, read_generation_);
  }
  void see_clock(std::int64_t now) noexcept { order_.see_clock(now); }
  [[nodiscard]] const std::optional<word>& last() const noexcept { return order_.last(); }
  [[nodiscard]] static constexpr bool holds(word) noexcept { return true; }
  bool take(const std::optional<word>& last, word value) noexcept { return order_.take(last, value); }
  fault keep(const clock_sample& at, timestamp when) noexcept {
    kept_generation_ = read_generation_;
    return order_.keep(at, when);
  }
  // The last id's timestamp lay in the window of its generation, whose end only rises. So one load tells
  // whether the next id of the same millisecond may be made.
  [[nodiscard]] bool unchanged(const clock_sample& at) const noexcept {
    return order_.unchanged(at) && pool_ != nullptr &&
           __atomic_load_n(&pool_->page_->generation, __ATOMIC_RELAXED) == kept_generation_;
  }
  [[nodiscard]] word& in_place() noexcept { return order_.in_place(); }
  [[nodiscard]] fault recover(fault why, const clock_sample& at) noexcept {
    if (pool_ == nullptr) return why;
    if (why == fault::clock_back) {
      pool_->release(last_ms(), true);
      order_ = thread_scope<word>(at.forks);
    }
    return pool_->wake();
  }

 private:
  pool_scope(node_pool* pool, const detail::recipe<word>& recipe, std::uint64_t forks) noexcept
      : order_(forks), pool_(pool), recipe_(recipe), forks_(forks) {}

  [[nodiscard]] static constexpr unsigned width(const layout& l) noexcept {
    return l.fields[l.find(role::node)].bits;
  }
  // Unix milliseconds.
  [[nodiscard]] std::optional<std::int64_t> last_ms() const noexcept {
    if (!order_.last()) return std::nullopt;
    return recipe_.epoch + static_cast<std::int64_t>(recipe_.timestamp_of(*order_.last()).since_epoch);
  }
  void detach() noexcept {
    if (pool_ != nullptr) pool_->detach(last_ms());
  }

  thread_scope<word> order_;
  node_pool* pool_;
  detail::recipe<word> recipe_;
  std::uint64_t forks_;
  std::uint64_t read_generation_ = 1;
  std::uint64_t kept_generation_ = 1;
};

// For an any_generator (any_generator.hpp), which is opened from a node_pool*.
struct pool_scopes {
  template <any_id Id>
  using scope = pool_scope<Id>;
  template <any_id Id>
  static constexpr const char* why_not = detail::has_pools(Id::layout()) ? nullptr
                                                                         : detail::no_pool_of_format;
};

// Ids of one thread at a time with a number of the pool, opened from a node_pool*, which outlives it. Ids
// increase as long as the policy on_clock_back is not take_another. Independent draws (random()) are made
// within the window, but like all draws they are told apart by their random bits alone.
template <any_id Id, clock_source Clock = system_clock, entropy_source Entropy = system_entropy>
requires(detail::has_pools(Id::layout())) using pool_generator =
    basic_generator<Id, pool_scope<Id>, Clock, Entropy>;

// --- stores ------------------------------------------------------------------------------------------------

// The caller's own number, without any promise: nobody else is asked, and two processes with the same number
// make the same ids.
class static_node_store final : public node_store {
 public:
  explicit static_node_store(unsigned node) noexcept : node_(node) {}
  [[nodiscard]] facts about() const noexcept override {
    return {.name = "static", .skew_ms = 0, .only = node_};
  }
  [[nodiscard]] store_answer read(node_reading& to, std::int64_t) override {
    if (!there_.unused()) to.add(node_, there_);
    return store_answer::done;
  }
  [[nodiscard]] store_answer swap(unsigned, const node_record&, const node_record& next,
                                  std::int64_t) override {
    there_ = next;
    return store_answer::done;
  }
  void forked() noexcept override { there_ = {}; }

 private:
  unsigned node_;
  node_record there_;
};

// The numbers of one machine: a file for each in a folder, which is made for its owner alone. The holder
// locks the file while it lives, so the number is free as soon as it is killed and its window, of one second,
// is over. The folder must be on a local file system.
class file_node_store final : public node_store {
 public:
  SORTID_EXPORT explicit file_node_store(std::string folder);
  SORTID_EXPORT ~file_node_store() override;
  [[nodiscard]] facts about() const noexcept override {
    return {.name = "file", .window_ms = 1'000, .skew_ms = 0, .claims = true};
  }
  [[nodiscard]] SORTID_EXPORT store_answer read(node_reading& to, std::int64_t within_ms) override;
  [[nodiscard]] SORTID_EXPORT store_answer swap(unsigned node, const node_record& before,
                                                const node_record& next, std::int64_t within_ms) override;
  [[nodiscard]] SORTID_EXPORT store_answer claim(std::string_view use, std::int64_t within_ms) override;
  [[nodiscard]] SORTID_EXPORT store_answer raise_fence(std::int64_t unix_ms, std::int64_t within_ms) override;
  SORTID_EXPORT void release(unsigned node) noexcept override;
  SORTID_EXPORT void forked() noexcept override;
  [[nodiscard]] std::string_view last_error() const noexcept override { return last_error_; }

 private:
  // A file that is locked. A broken one was not written as it should have been: nobody knows what the disk
  // has.
  struct held {
    unsigned node;
    int fd;
    bool broken;
  };
  [[nodiscard]] int open_folder();
  [[nodiscard]] held* find(unsigned node) noexcept;
  store_answer put_line(const char* name, const std::string& line, bool replace);
  // A sentence, and the file of the folder that it is about.
  store_answer fail(std::string_view what, std::string_view file, int system_error,
                    store_answer answer = store_answer::unavailable);

  std::string folder_;
  std::string last_error_;
  std::vector<held> held_;
};

}  // namespace sortid
