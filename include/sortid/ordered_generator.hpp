// New ids in one order for all threads of a process, or for all processes of a host. Each id is greater than every id
// that was returned before it was asked for, by whichever thread or process. The rules are those of generator.hpp.
//
//   sortid::process_generator<sortid::ulid> ids;                       // shared by the threads
//   auto ids = sortid::host_generator<sortid::ulid>::open("ids.order");  // shared by the processes
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "sortid/detail/atomic_word.hpp"
#include "sortid/generator.hpp"

namespace sortid {

namespace detail {

// An order, in the memory of the process or of a mapped file: the scope of value_by_policy. Zeros are its start, so the
// last value is kept inverted; the one that has no place, the format's very last, is never minted.
template <class Word>
class order {
 public:
  [[nodiscard]] std::optional<Word> last() const noexcept {
    const Word inverted = inverted_last_.load();
    if (inverted == Word{}) return std::nullopt;
    return ~inverted;
  }
  [[nodiscard]] static bool holds(Word value) noexcept { return ~value != Word{}; }
  // Makes `next` the last value if `last` still is; stands back otherwise.
  bool take(const std::optional<Word>& last, Word next) noexcept {
    Word expected = last ? ~*last : Word{};
    if (inverted_last_.replace(expected, ~next)) return true;
    stand_back();
    return false;
  }
  [[nodiscard]] std::int64_t clock_seen() const noexcept {
    return static_cast<std::int64_t>(shifted_seen_.load(std::memory_order_acquire) ^ shift);
  }
  void see_clock(std::int64_t now) noexcept {
    const std::uint64_t shifted_now = static_cast<std::uint64_t>(now) ^ shift;
    std::uint64_t before = shifted_seen_.load(std::memory_order_relaxed);
    while (before < shifted_now &&
           !shifted_seen_.compare_exchange_weak(before, shifted_now, std::memory_order_acq_rel)) {
    }
  }

 private:
  alignas(64) atomic_word<Word> inverted_last_;
  // The latest reading, moved up so that 0 is the earliest there can be.
  static constexpr std::uint64_t shift = std::uint64_t{1} << 63;
  alignas(64) std::atomic<std::uint64_t> shifted_seen_{0};
};

// Why the file of an order was refused.
struct order_refusal {
  const char* what = "";
  int system_error = 0;  // errno, where the system refused
};

// The file of a host-wide order, mapped. Everything that changes in it is a word of 8 or 16 bytes replaced at once.
class order_file {
 public:
  static constexpr std::size_t size = 4096;
  static constexpr std::size_t order_at = 1024;
  static constexpr std::size_t fingerprint_words = 16;
  using fingerprint = std::array<std::uint64_t, fingerprint_words>;

  // Called with the order's memory when the host may have been started anew since the file was last used: the page may have
  // gone back in time, but no id had passed the promised timestamp.
  struct after_restart {
    bool (*bring_over)(void* context, void* order_memory, std::uint64_t promised) noexcept;
    void* context;
  };

  // Opens the file, or makes it for its owner alone. The fingerprint ties it to one format and one set of options.
  [[nodiscard]] SORTID_EXPORT static result<order_file, order_refusal> open(const char* path,
                                                                            const fingerprint& of,
                                                                            after_restart restart) noexcept;

  order_file(order_file&& other) noexcept
      : map_(std::exchange(other.map_, nullptr)), taken_up_(other.taken_up_) {}
  order_file& operator=(order_file&& other) noexcept {
    std::swap(map_, other.map_);
    std::swap(taken_up_, other.taken_up_);
    return *this;
  }
  order_file(const order_file&) = delete;
  order_file& operator=(const order_file&) = delete;
  SORTID_EXPORT ~order_file();

  [[nodiscard]] void* order_memory() const noexcept { return map_ + order_at; }
  // Makes it safe to return ids up to that timestamp: about once a second a later one is promised on disk first. False
  // when the disk refuses.
  [[nodiscard]] SORTID_EXPORT bool cover(std::uint64_t timestamp) noexcept;

 private:
  struct header;
  explicit order_file(std::byte* map) noexcept : map_(map) {}
  [[nodiscard]] static order_refusal make(const char* path, const fingerprint& of) noexcept;
  [[nodiscard]] header& head() const noexcept;
  std::byte* map_ = nullptr;
  std::uint64_t taken_up_ = 0;  // the timestamp behind the promise from which this one went on, where it did
};

}  // namespace detail

using order_refusal = detail::order_refusal;

// Ids of all threads of a process in one order, without a lock: an id takes one compare-and-swap, more when threads
// meet. The object is shared by reference. After a fork the child's order begins a millisecond after the parent's.
template <any_id Id, clock_source Clock = system_clock, entropy_source Entropy = system_entropy>
class process_generator : public detail::batches<process_generator<Id, Clock, Entropy>, Id> {
  using word = typename Id::value_type;

 public:
  // One that the compiler makes asks for no number of forks: its process is the one of its first id.
  constexpr explicit process_generator(const mint_plan<Id>& plan = {}, const policies& policy = {},
                                       Clock clock = {}, Entropy entropy = {}) noexcept
      : plan_(plan),
        policies_(policy),
        clock_(std::move(clock)),
        entropy_(std::move(entropy)),
        forks_(std::is_constant_evaluated() ? unknown : detail::fork_count_of(entropy_)) {}

  [[nodiscard]] result<Id, fault> next() noexcept {
    word value{};
    if (const fault why = take(order_, value); why != fault::none) return why;
    return plan_.id_of(value);
  }

  // Milliseconds by which the last id's timestamp is later than the clock; 0 when it is not, and without an order.
  [[nodiscard]] std::int64_t ahead() noexcept {
    const auto last = order_.last();
    return last ? plan_.recipe().lead_of(*last, clock_.now()) : 0;
  }

 private:
  friend detail::batches<process_generator, Id>;

  [[nodiscard]] detail::order<word>& order() noexcept { return order_; }
  template <class Scope>
  [[nodiscard]] fault take(Scope& scope, word& value) noexcept {
    const std::uint64_t forks = detail::fork_count_of(entropy_);
    std::uint64_t before = forks_.load(std::memory_order_acquire);
    if (before == unknown && forks_.compare_exchange_strong(before, forks, std::memory_order_acq_rel))
      before = forks;
    const bool forked = forks != before;
    const fault why = detail::value_by_policy(plan_, policies_, scope, clock_, entropy_,
                                              forked && (order_.last() || !plan_.recipe().drawn()),
                                              detail::read_clock(scope, clock_), false, value);
    if (why == fault::none && forked) forks_.store(forks, std::memory_order_release);
    return why;
  }

  detail::order<word> order_;
  mint_plan<Id> plan_;
  policies policies_;
  Clock clock_;
  Entropy entropy_;
  static constexpr std::uint64_t unknown = 0;  // no count is that
  std::atomic<std::uint64_t> forks_;
};

// Ids of all processes of a host that open the same file, in one order, without a lock. Whoever is killed, at whatever
// instruction, holds nobody up and takes at most the id, or the block of a batch, it was about to return with it. The order survives a restart of
// the processes, and one of the host too (ids then go on after the last timestamp promised on disk, at most about a
// second ahead). The file belongs to one format and one set of options, a TypeID's prefix aside: TypeIDs of all
// prefixes and UUIDv7s may share one. One object may be shared by threads; a fork needs no care.
template <any_id Id, clock_source Clock = system_clock, entropy_source Entropy = system_entropy>
requires(Id::layout().ordered()) class host_generator
    : public detail::batches<host_generator<Id, Clock, Entropy>, Id> {
  using word = typename Id::value_type;

 public:
  // Makes the file, for its owner alone, where there is none; its folder must be on a local file system.
  [[nodiscard]] static result<host_generator, order_refusal> open(const char* path,
                                                                  const mint_plan<Id>& plan = {},
                                                                  const policies& policy = {},
                                                                  Clock clock = {},
                                                                  Entropy entropy = {}) noexcept {
    struct renewal {
      const mint_plan<Id>* plan;
      Entropy* entropy;
    } context{&plan, &entropy};
    // Counts on from the millisecond after the promise, or after the last id where the page did not go back.
    constexpr auto bring_over = [](void* given, void* memory, std::uint64_t promised) noexcept {
      const auto& [options, source] = *static_cast<renewal*>(given);
      const auto recipe = options->recipe();
      auto& taken_up = *static_cast<detail::order<word>*>(memory);
      for (;;) {
        const auto last = taken_up.last();
        const std::uint64_t reached = std::max(promised, last ? recipe.timestamp_of(*last) : 0);
        if (reached >= recipe.max_timestamp) return false;
        word renewed{};
        const std::optional<word> none;
        if (detail::value_after(*options, none, reached + 1, *source, renewed) != fault::none) return false;
        if (taken_up.take(last, renewed)) return true;
      }
    };
    auto file = detail::order_file::open(path, fingerprint(plan.recipe()), {bring_over, &context});
    if (!file) return file.error();
    return host_generator(std::move(*file), plan, policy, std::move(clock), std::move(entropy));
  }

  [[nodiscard]] result<Id, fault> next() noexcept {
    word value{};
    if (const fault why = take(order(), value); why != fault::none) return why;
    return plan_.id_of(value);
  }

  // Milliseconds by which the last id's timestamp is later than the clock; 0 when it is not.
  [[nodiscard]] std::int64_t ahead() noexcept {
    const auto last = order().last();
    return last ? plan_.recipe().lead_of(*last, clock_.now()) : 0;
  }

  // Other policies from the next id on, for this object alone. Not while another thread takes an id from it.
  void set_policies(const policies& policy) noexcept { policies_ = policy; }

  [[nodiscard]] Clock& clock() noexcept { return clock_; }

 private:
  friend detail::batches<host_generator, Id>;
  static_assert(detail::order_file::order_at + sizeof(detail::order<word>) <= detail::order_file::size);

  static detail::order_file::fingerprint fingerprint(const detail::recipe<word>& r) noexcept {
    detail::order_file::fingerprint words{};
    std::size_t n = 0;
    for (const word mask : {r.fixed, r.random, r.counting, r.redrawn}) {
      words[n++] = uint128(mask).hi;
      words[n++] = uint128(mask).lo;
    }
    words[n++] = sizeof(word);
    words[n++] = static_cast<std::uint64_t>(r.epoch);
    words[n++] = r.timestamp_shift;
    words[n++] = r.max_timestamp;
    return words;
  }

  host_generator(detail::order_file file, const mint_plan<Id>& plan, const policies& policy, Clock clock,
                 Entropy entropy) noexcept
      : file_(std::move(file)),
        plan_(plan),
        policies_(policy),
        clock_(std::move(clock)),
        entropy_(std::move(entropy)) {}

  [[nodiscard]] detail::order<word>& order() noexcept {
    return *static_cast<detail::order<word>*>(file_.order_memory());
  }
  template <class Scope>
  [[nodiscard]] fault take(Scope& scope, word& value) noexcept {
    const fault why = detail::value_by_policy(plan_, policies_, scope, clock_, entropy_, false,
                                              detail::read_clock(scope, clock_), false, value);
    if (why != fault::none) return why;
    return file_.cover(plan_.recipe().timestamp_of(value)) ? why : fault::storage;
  }

  detail::order_file file_;
  mint_plan<Id> plan_;
  policies policies_;
  Clock clock_;
  Entropy entropy_;
};

}  // namespace sortid
