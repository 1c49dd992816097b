// Between a maker and its store: the network as the slot says, fewer numbers than the format has, so that
// they are taken over all the time, and a log of what every call took.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "control_page.hpp"
#include "event_log.hpp"
#include "sortid/node_store.hpp"

namespace sortid_test {

class faulty_store final : public sortid::node_store {
 public:
  using answer = sortid::store_answer;

  // Numbers from `numbers` to `of` are shown as taken.
  faulty_store(std::unique_ptr<sortid::node_store> inner, control_slot& slot, const event_log& events,
               unsigned numbers, unsigned of)
      : inner_(std::move(inner)), slot_(slot), events_(events), numbers_(numbers), of_(of) {}

  [[nodiscard]] facts about() const noexcept override { return inner_->about(); }

  [[nodiscard]] answer read(sortid::node_reading& to, std::int64_t within_ms) override {
    deliver_late(within_ms);
    if (!passes(within_ms)) return answer::unavailable;
    const std::uint64_t begun = monotonic_ns();
    const answer got = inner_->read(to, within_ms);
    events_.write("read %llu %s\n", since_us(begun), sortid::name_of(got).data());
    if (got == answer::done) {
      seek_begun_ = begun;
      for (unsigned node = numbers_; node < of_; ++node) to.add(node, sortid::node_record{}, true);
    }
    return got;
  }

  [[nodiscard]] answer swap(unsigned node, const sortid::node_record& before, const sortid::node_record& next,
                            std::int64_t within_ms) override {
    deliver_late(within_ms);
    if (!passes(within_ms)) return answer::unknown;
    if (network_now() == network::late_request) {
      late_ = request{node, before, next};
      return answer::unknown;
    }
    if (network_now() == network::loses_request) {
      ++slot_.lost_requests;
      return answer::unknown;
    }
    const bool renews = before.nonce == next.nonce;
    const bool releases = next.nonce == sortid::uint128();
    const std::uint64_t begun = renews || releases ? monotonic_ns() : seek_begun_;
    const answer got = inner_->swap(node, before, next, within_ms);
    events_.write("%s %llu %s\n",
                  renews     ? "renew"
                  : releases ? "release"
                             : "acquire",
                  since_us(begun), sortid::name_of(got).data());
    if (network_now() != network::loses_reply) return got;
    if (got == answer::done) ++slot_.lost_replies;
    return answer::unknown;
  }

  [[nodiscard]] answer claim(std::string_view use, std::int64_t within_ms) override {
    return inner_->claim(use, within_ms);
  }
  [[nodiscard]] answer raise_fence(std::int64_t unix_ms, std::int64_t within_ms) override {
    return inner_->raise_fence(unix_ms, within_ms);
  }
  void release(unsigned node) noexcept override { inner_->release(node); }
  void forked() noexcept override {
    late_.reset();
    inner_->forked();
  }
  [[nodiscard]] std::string_view last_error() const noexcept override { return inner_->last_error(); }

 private:
  struct request {
    unsigned node;
    sortid::node_record before;
    sortid::node_record next;
  };

  [[nodiscard]] network network_now() const noexcept { return slot_.net.load(std::memory_order_relaxed); }
  [[nodiscard]] static unsigned long long since_us(std::uint64_t begun) {
    return (monotonic_ns() - begun) / 1'000;
  }
  // False when the network was cut for all of the time.
  [[nodiscard]] bool passes(std::int64_t within_ms) const noexcept {
    if (network_now() != network::cut) return true;
    ++slot_.cut_calls;
    const std::uint64_t begun = monotonic_ns();
    while (network_now() == network::cut) {
      if (monotonic_ns() - begun >=
          static_cast<std::uint64_t>(std::max<std::int64_t>(within_ms, 0)) * 1'000'000)
        return false;
      (void)sortid::system_clock::pause(1'000);
    }
    return true;
  }
  // What the maker has given up long since. Nobody takes its answer.
  void deliver_late(std::int64_t within_ms) {
    if (!late_) return;
    const request sent = *std::exchange(late_, std::nullopt);
    if (inner_->swap(sent.node, sent.before, sent.next, within_ms) == answer::done) ++slot_.late_requests;
  }

  std::unique_ptr<sortid::node_store> inner_;
  control_slot& slot_;
  const event_log& events_;
  unsigned numbers_;
  unsigned of_;
  std::uint64_t seek_begun_ = monotonic_ns();
  std::optional<request> late_;
};

}  // namespace sortid_test
