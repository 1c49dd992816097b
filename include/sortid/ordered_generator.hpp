// New ids in one order for all threads of a process, or for all processes of a host. Each id is greater than
// every id that was returned before it was asked for, by whichever thread or process. The rules are those of
// generator.hpp.
//
//   sortid::process_generator<sortid::ulid> ids;                       // shared by the threads
//   auto ids = sortid::host_generator<sortid::ulid>::open("ids.order");  // shared by the processes
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "sortid/basic_id.hpp"
#include "sortid/detail/atomic_word.hpp"
#include "sortid/detail/compiler.hpp"
#include "sortid/detail/draws.hpp"
#include "sortid/detail/platform.hpp"
#include "sortid/detail/recipe.hpp"
#include "sortid/fault.hpp"
#include "sortid/generator.hpp"
#include "sortid/layout.hpp"
#include "sortid/result.hpp"
#include "sortid/scope.hpp"
#include "sortid/sources.hpp"
#include "sortid/system.hpp"
#include "sortid/uint128.hpp"

namespace sortid {

// Why the file of a host-wide order cannot be used.
struct order_error {
  const char* what = "";  // a sentence
  int system_error = 0;   // errno, where a system call failed
};

namespace detail {

// An order, in the memory of the process or of a mapped file. Zeros are its start, so the last value is kept
// inverted; the one that has no place, the format's very last, is never generated.
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
    // step: order_word.take, order_file.take
    if (inverted_last_.replace(expected, ~next)) return true;
    stand_back();
    return false;
  }
  [[nodiscard]] std::int64_t clock_seen() const noexcept {
    return static_cast<std::int64_t>(shifted_seen_.load() ^ shift);
  }
  void see_clock(std::int64_t now) noexcept {
    const std::uint64_t shifted_now = static_cast<std::uint64_t>(now) ^ shift;
    std::uint64_t before = shifted_seen_.load();
    while (before < shifted_now && !shifted_seen_.replace(before, shifted_now)) {
    }
  }

 private:
  alignas(64) atomic_word<Word> inverted_last_;
  // The latest reading, moved up so that 0 is the earliest there can be.
  static constexpr std::uint64_t shift = std::uint64_t{1} << 63;
  alignas(64) atomic_word<std::uint64_t> shifted_seen_;
};

// A shared order needs a word that is replaced as a whole, which not every processor has in 16 bytes.
template <class Word>
concept shared_word = requires {
  sizeof(atomic_word<Word>);
};

// The file of a host-wide order, mapped (src/order/order_file.cpp). Everything that changes in it is a word
// of 8 or 16 bytes replaced at once.
class order_file {
 public:
  static constexpr std::size_t size = 4096;
  static constexpr std::size_t order_at = 1024;
  static constexpr std::size_t fingerprint_words = 16;
  using fingerprint = std::array<std::uint64_t, fingerprint_words>;

  // Called with the order's memory when the host may have been started anew since the file was last used: the
  // page may have gone back in time, but no id had passed the promised timestamp.
  struct after_restart {
    bool (*bring_over)(void* context, void* order_memory, std::uint64_t promised) noexcept;
    void* context;
  };

  // Opens the file, or makes it for its owner alone. The fingerprint ties it to one format and one set of
  // options.
  [[nodiscard]] SORTID_EXPORT static result<order_file, order_error> open(const char* path,
                                                                          const fingerprint& of,
                                                                          after_restart restart) noexcept;

  order_file(order_file&& other) noexcept
      : map_(std::exchange(other.map_, nullptr)), file_(other.file_), taken_up_(other.taken_up_) {}
  order_file& operator=(order_file&& other) noexcept {
    std::swap(map_, other.map_);
    std::swap(file_, other.file_);
    std::swap(taken_up_, other.taken_up_);
    return *this;
  }
  order_file(const order_file&) = delete;
  order_file& operator=(const order_file&) = delete;
  SORTID_EXPORT ~order_file();

  [[nodiscard]] void* order_memory() const noexcept { return map_ + order_at; }
  // Makes it safe to return ids up to that timestamp: about once a second a later one is promised on disk
  // first. False when it cannot be written.
  [[nodiscard]] SORTID_EXPORT bool cover(std::uint64_t timestamp) noexcept;

 private:
  struct header;
  order_file(std::byte* map, std::intptr_t file) noexcept : map_(map), file_(file) {}
  [[nodiscard]] static order_error make(const char* path, const fingerprint& of) noexcept;
  [[nodiscard]] header& head() const noexcept;
  std::byte* map_ = nullptr;
  std::intptr_t file_ = 0;      // what the system flushes the mapping by, where it needs that
  std::uint64_t taken_up_ = 0;  // the timestamp behind the promise from which this one went on, where it did
};

}  // namespace detail

// The scope of a process: all its threads, without a lock. An id takes one compare-and-swap, more when
// threads meet.
template <class Word>
class process_scope {
 public:
  using value_type = Word;

  // `forks` is the entropy's count where the scope begins.
  constexpr explicit process_scope(std::uint64_t forks) noexcept : forks_(forks) {}
  process_scope(const process_scope&) = delete;
  process_scope& operator=(const process_scope&) = delete;

  [[nodiscard]] std::int64_t clock_seen() const noexcept { return order_.clock_seen(); }
  // One of which nobody knows where it began belongs to the process of its first id.
  [[nodiscard]] bool inherited(std::uint64_t forks) noexcept {
    std::uint64_t before = forks_.load();
    if (before == detail::unknown_forks && forks_.replace(before, forks)) return false;
    return forks != before;
  }
  [[nodiscard]] static constexpr grant granted() noexcept { return {}; }
  void see_clock(std::int64_t now) noexcept { order_.see_clock(now); }
  [[nodiscard]] std::optional<Word> last() const noexcept { return order_.last(); }
  [[nodiscard]] static bool holds(Word value) noexcept { return detail::order<Word>::holds(value); }
  bool take(const std::optional<Word>& last, Word value) noexcept { return order_.take(last, value); }
  // The child's own from here on.
  fault keep(const clock_sample& at, timestamp) noexcept {
    std::uint64_t before = forks_.load();
    while (before != at.forks && !forks_.replace(before, at.forks)) {
    }
    return fault::none;
  }

 private:
  detail::order<Word> order_;
  detail::atomic_word<std::uint64_t> forks_;
};

// The scope of a host: all processes that open the same file, without a lock. Whoever is killed, at whatever
// instruction, holds nobody up and takes at most the id, or the block of a batch, it was about to return with
// it. The order survives a restart of the processes, and one of the host too (ids then go on after the last
// timestamp promised on disk, at most about a second ahead). It moves; one that was moved from answers
// fault::storage.
template <class Word>
class host_scope {
 public:
  using value_type = Word;

  // Makes the file, for its owner alone, where there is none; its folder must be on a local file system.
  template <entropy_source Entropy>
  [[nodiscard]] static result<host_scope, order_error> open(const char* path,
                                                            const detail::recipe<Word>& recipe,
                                                            Entropy& entropy) noexcept {
    struct renewal {
      const detail::recipe<Word>* recipe;
      Entropy* entropy;
    } context{&recipe, &entropy};
    // Counts on from the millisecond after the promise, or after the last id where the page did not go back.
    constexpr auto bring_over = [](void* given, void* memory, std::uint64_t promised) noexcept {
      const auto& [rule, source] = *static_cast<renewal*>(given);
      auto& taken_up = *static_cast<detail::order<Word>*>(memory);
      for (;;) {
        const auto last = taken_up.last();
        const std::uint64_t of_last =
            last && !half_written(*last) ? rule->timestamp_of(*last).since_epoch : 0;
        // step: order_file.reached
        const std::uint64_t reached = promised < of_last ? of_last : promised;
        if (reached >= rule->max_timestamp.since_epoch) return false;
        Word bits{};
        if (!detail::draw(*source, rule->random != Word{}, bits)) return false;
        const Word begin = rule->first({reached + 1}, bits);
        if (!holds(begin)) return false;
        if (taken_up.take(last, begin)) return true;
      }
    };
    auto file = detail::order_file::open(path, fingerprint(recipe), {bring_over, &context});
    if (!file) return file.error();
    return host_scope(std::move(*file));
  }

  host_scope(host_scope&& other) noexcept
      : file_(std::move(other.file_)), order_(std::exchange(other.order_, nullptr)) {}
  host_scope& operator=(host_scope&& other) noexcept {
    host_scope taken(std::move(other));
    std::swap(file_, taken.file_);
    std::swap(order_, taken.order_);
    return *this;
  }
  host_scope(const host_scope&) = delete;
  host_scope& operator=(const host_scope&) = delete;
  ~host_scope() = default;

  [[nodiscard]] std::int64_t clock_seen() const noexcept { return order_ ? order_->clock_seen() : INT64_MIN; }
  // The order is in the file, which a child shares with its parent.
  [[nodiscard]] static constexpr bool inherited(std::uint64_t) noexcept { return false; }
  [[nodiscard]] grant granted() const noexcept { return {order_ ? fault::none : fault::storage}; }
  void see_clock(std::int64_t now) noexcept { order_->see_clock(now); }
  [[nodiscard]] std::optional<Word> last() const noexcept { return order_ ? order_->last() : std::nullopt; }
  [[nodiscard]] static bool holds(Word value) noexcept { return detail::order<Word>::holds(value); }
  bool take(const std::optional<Word>& last, Word value) noexcept { return order_->take(last, value); }
  fault keep(const clock_sample&, timestamp reached) noexcept {
    return file_.cover(reached.since_epoch) ? fault::none : fault::storage;
  }

 private:
  // A disk takes 16 bytes in two halves. Of the first value of a new file, which no id has left, a power cut
  // may keep the lower one alone. Beside it the zeros of an order without ids are, inverted, an upper half of
  // ones: the end of the format's last millisecond, which is never brought over.
  [[nodiscard]] static bool half_written(Word value) noexcept {
    return static_cast<std::uint64_t>(~value >> (8 * sizeof(Word) - 64)) == 0;
  }
  using order_memory = detail::order<Word>;
  static_assert(detail::order_file::order_at + sizeof(order_memory) <= detail::order_file::size);

  static detail::order_file::fingerprint fingerprint(const detail::recipe<Word>& r) noexcept {
    detail::order_file::fingerprint words{};
    std::size_t n = 0;
    for (const Word mask : {r.fixed, r.random, r.counting, r.redrawn}) {
      words[n++] = uint128(mask).hi;
      words[n++] = uint128(mask).lo;
    }
    words[n++] = sizeof(Word);
    words[n++] = static_cast<std::uint64_t>(r.epoch);
    words[n++] = r.timestamp_shift;
    words[n++] = r.max_timestamp.since_epoch;
    return words;
  }

  explicit host_scope(detail::order_file file) noexcept
      : file_(std::move(file)), order_(static_cast<order_memory*>(file_.order_memory())) {}

  detail::order_file file_;
  order_memory* order_;  // in the file's mapping; null when the scope was moved from
};

// The scopes of process_generator and host_generator, for an any_generator (any_generator.hpp).
struct process_scopes {
  template <any_id Id>
  using scope = process_scope<typename Id::value_type>;
  template <any_id Id>
  static constexpr const char* why_not =
      detail::shared_word<typename Id::value_type> ? nullptr
                                                   : "no order of 128 bits is shared on this processor";
};
struct host_scopes {
  template <any_id Id>
  using scope = host_scope<typename Id::value_type>;
  template <any_id Id>
  static constexpr const char* why_not = !Id::layout().ordered()    ? "the format has no order"
                                         : !detail::has_order_files ? "no order is shared by processes here"
                                                                    : process_scopes::why_not<Id>;
};

// Ids of all threads of a process in one order. The object is shared by reference and does not move. After a
// fork the child's order begins a millisecond after the parent's.
template <any_id Id, clock_source Clock = system_clock, entropy_source Entropy = system_entropy>
using process_generator = basic_generator<Id, process_scope<typename Id::value_type>, Clock, Entropy>;

// Ids of all processes of a host that open the same file, in one order. The file belongs to one format and
// one set of options, a TypeID's prefix aside: TypeIDs of all prefixes and UUIDv7s may share one. One object
// may be shared by threads; a fork needs no care.
template <any_id Id, clock_source Clock = system_clock, entropy_source Entropy = system_entropy>
requires(Id::layout().ordered()) using host_generator =
    basic_generator<Id, host_scope<typename Id::value_type>, Clock, Entropy>;

}  // namespace sortid
