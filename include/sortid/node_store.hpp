// Where the numbers of nodes are kept that machines share: the interface between a node_pool (node_pool.hpp)
// and its store. A store keeps one record for each number and does two things with them, read all and compare
// and swap one. The protocol, which is why no number makes an id twice, is in node_window.hpp and not in a
// store.
//
// A store of your own derives from node_store; examples/own_store.cpp has one for what ZooKeeper, Consul or a
// key-value server offers. What it must keep:
//
//   read   is linearizable: it has every swap that was answered `done`, by anybody, before the call
//   swap   compares and replaces as one step, and what it answered `done` is never lost: an asynchronous
//          replica that may take over without it is no store
//   answer `lost` and `unavailable` only where it is certain that nothing was and will be replaced; whatever
//          timed out, or whose connection broke, is `unknown`
#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "sortid/inline_text.hpp"
#include "sortid/uint128.hpp"

namespace sortid {

// What is kept of a number. A text without spaces names the host, for people.
struct node_record {
  using host_text = inline_text<63>;
  using text_type = inline_text<192>;

  // H, Unix milliseconds: no id of this number has a later timestamp. INT64_MIN: it was never used.
  std::int64_t high_ms = INT64_MIN;
  uint128 nonce{};          // who may use the time up to H; 0 for nobody
  std::uint64_t count = 0;  // of swaps, so that no record of a number comes back
  host_text host{};
  std::uint32_t pid = 0;

  friend constexpr bool operator==(const node_record& a, const node_record& b) noexcept {
    return a.high_ms == b.high_ms && a.nonce == b.nonce && a.count == b.count && a.host == b.host &&
           a.pid == b.pid;
  }
  // A number without a record is this one.
  [[nodiscard]] constexpr bool unused() const noexcept { return *this == node_record{}; }

  // "1765540800000 0123456789ABCDEF0123456789ABCDEF 17 web-3 4711", the same text for equal records.
  [[nodiscard]] text_type to_text() const noexcept {
    text_type out;
    if (high_ms < 0) out.append('-');
    out.append_decimal(high_ms < 0 ? ~static_cast<std::uint64_t>(high_ms) + 1
                                   : static_cast<std::uint64_t>(high_ms));
    out.append(' ');
    for (const std::uint64_t half : {nonce.hi, nonce.lo}) {
      for (int shift = 56; shift >= 0; shift -= 8)
        out.append_hex(static_cast<std::uint8_t>(half >> static_cast<unsigned>(shift)));
    }
    out.append(' ').append_decimal(count).append(' ');
    out.append(host.empty() ? std::string_view("-") : host.view()).append(' ').append_decimal(pid);
    return out;
  }
  // None for any other text.
  [[nodiscard]] static std::optional<node_record> parse(std::string_view text) noexcept {
    node_record r;
    const auto word = [&text] {
      const std::string_view whole = text;
      const std::size_t end = whole.find(' ');
      text = end == whole.npos ? std::string_view() : whole.substr(end + 1);
      return whole.substr(0, end);
    };
    const auto number = [](std::string_view digits, auto& to, int base = 10) {
      const auto [end, why] = std::from_chars(digits.data(), digits.data() + digits.size(), to, base);
      return why == std::errc() && end == digits.data() + digits.size();
    };
    const std::string_view whole = text;
    const bool high_read = number(word(), r.high_ms);
    const std::string_view nonce = word();
    if (!high_read || nonce.size() != 32 || !number(nonce.substr(0, 16), r.nonce.hi, 16) ||
        !number(nonce.substr(16), r.nonce.lo, 16) || !number(word(), r.count))
      return std::nullopt;
    const std::string_view host = word();
    if (host != "-") r.host.append(host);
    if (!number(word(), r.pid) || r.to_text().view() != whole) return std::nullopt;
    return r;
  }
};

// What the answer to a read has.
struct node_reading {
  struct entry {
    unsigned node = 0;
    node_record record{};
    bool live = false;     // the store itself knows that a process has it, whatever H says
    bool readable = true;  // false: nobody takes the number, since nobody knows its H
  };

  // What the numbers are for, as claim() recorded it; empty where nothing is.
  inline_text<63> use{};
  // Numbers without an entry were never used.
  std::vector<entry> entries;
  // The operator's: every number that is acquired from here on makes later ids than that, as after the store
  // was restored from a copy.
  std::int64_t fence_ms = INT64_MIN;
  // The store's own clock, Unix milliseconds, where the answer carries it.
  std::optional<std::int64_t> clock_ms{};

  void add(unsigned node, const node_record& record, bool live = false) {
    entries.push_back({node, record, live, true});
  }
  // As to_text() wrote it.
  void add(unsigned node, std::string_view text, bool live = false) {
    const auto record = node_record::parse(text);
    entries.push_back({node, record.value_or(node_record{}), live, record.has_value()});
  }
  [[nodiscard]] node_record find(unsigned node) const noexcept {
    for (const entry& e : entries) {
      if (e.node == node) return e.record;
    }
    return {};
  }
};

enum class store_answer : std::uint8_t {
  done,         //
  lost,         // another record is there: nothing was replaced
  unknown,      // it may have been replaced, or still be
  unavailable,  // nothing was done, and will not be
};
[[nodiscard]] constexpr std::string_view name_of(store_answer answer) noexcept {
  constexpr std::string_view names[] = {"done", "lost", "unknown", "unavailable"};
  return names[static_cast<std::size_t>(answer)];
}

// Called by one thread at a time, but not always the same one. An exception that leaves read() counts as
// `unavailable`, one that leaves swap() as `unknown`.
class node_store {
 public:
  // What the store is like. Constant.
  struct facts {
    std::string_view name;  // "file", "etcd", …
    std::int64_t window_ms =
        0;  // of a window, unless the caller says otherwise; 0 for that of its pool's size
    // A number is free when its H is so much earlier than the clock: what clocks of its users may differ by.
    std::int64_t skew_ms = 1'000;
    std::optional<unsigned> only = {};  // the one number that there is, of a store that allots none
    bool claims = false;  // it keeps what its numbers are for, so that two formats in one pool are noticed
  };

  node_store() noexcept = default;
  node_store(const node_store&) = delete;
  node_store& operator=(const node_store&) = delete;
  virtual ~node_store() = default;

  [[nodiscard]] virtual facts about() const noexcept = 0;
  // Puts all records there. Ends after about that many milliseconds, then with `unavailable`.
  [[nodiscard]] virtual store_answer read(node_reading& to, std::int64_t within_ms) = 0;
  // Puts `next` in place of `before`, which is unused() where there must be no record.
  [[nodiscard]] virtual store_answer swap(unsigned node, const node_record& before, const node_record& next,
                                          std::int64_t within_ms) = 0;

  // Records what the numbers are for, a text without control characters; `lost` where something is recorded.
  [[nodiscard]] virtual store_answer claim(std::string_view, std::int64_t) {
    return store_answer::unavailable;
  }
  // Raises the fence, which never falls.
  [[nodiscard]] virtual store_answer raise_fence(std::int64_t, std::int64_t) {
    return store_answer::unavailable;
  }
  // The pool uses the number no more, and has not said so by a swap.
  virtual void release(unsigned) noexcept {}
  // In the child of a fork, before any other call: connections are the parent's and must not be used or
  // closed with a farewell.
  virtual void forked() noexcept {}
  // What went wrong last, for people; empty when nothing did.
  [[nodiscard]] virtual std::string_view last_error() const noexcept { return {}; }
};

}  // namespace sortid
