// One maker of run.py: makes ids in bursts, with a number of a pool or by a wrong protocol, until it is told
// to stop or killed. Every id is in its log, 8 bytes in the machine's order, before it is shown: what counts
// as shown is counted in the slot after the log has it.
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "control_page.hpp"
#include "controls.hpp"
#include "event_log.hpp"
#include "fake_store.hpp"
#include "faulty_store.hpp"
#include "sortid/node_pool.hpp"
#include "sortid/uid11.hpp"
#include "sortid/ulid_flake.hpp"
#if defined(MAKER_ETCD)
#include "sortid/etcd_node_store.hpp"
#endif
#if defined(MAKER_POSTGRES)
#include "sortid/postgres_node_store.hpp"
#endif

namespace {

using namespace sortid_test;

[[noreturn]] void fail(const std::string& why) {
  std::fprintf(stderr, "id_maker: %s\n", why.c_str());
  std::exit(2);
}

class options {
 public:
  options(int count, char** words) {
    for (int i = 1; i + 1 < count; i += 2) {
      const std::string_view name = words[i];
      if (!name.starts_with("--")) fail("not an option: " + std::string(name));
      values_[std::string(name.substr(2))] = words[i + 1];
    }
  }
  [[nodiscard]] std::string text(const std::string& name, const char* otherwise = "") const {
    const auto at = values_.find(name);
    return at == values_.end() ? otherwise : at->second;
  }
  [[nodiscard]] std::int64_t number(const std::string& name, std::int64_t otherwise) const {
    const std::string text_of = text(name);
    if (text_of.empty()) return otherwise;
    std::int64_t value = 0;
    const char* const end = text_of.data() + text_of.size();
    if (std::from_chars(text_of.data(), end, value).ptr != end) fail("--" + name + " is a number");
    return value;
  }

 private:
  std::map<std::string, std::string> values_;
};

std::unique_ptr<sortid::node_store> open_store(const std::string& spec) {
  const std::size_t colon = spec.find(':');
  const std::string kind = spec.substr(0, colon);
  const std::string place = colon == spec.npos ? std::string() : spec.substr(colon + 1);
  if (kind == "fake") return std::make_unique<fake_store>(place);
  if (kind == "file") return std::make_unique<sortid::file_node_store>(place);
  if (kind == "static")
    return std::make_unique<sortid::static_node_store>(static_cast<unsigned>(std::stoul(place)));
#if defined(MAKER_ETCD)
  if (kind == "etcd") {
    sortid::etcd_store_options o;
    o.endpoints.clear();
    for (std::size_t at = 0; at <= place.size();) {
      const std::size_t comma = std::min(place.find(',', at), place.size());
      o.endpoints.push_back(place.substr(at, comma - at));
      at = comma + 1;
    }
    return std::make_unique<sortid::etcd_node_store>(o);
  }
#endif
#if defined(MAKER_POSTGRES)
  if (kind == "postgres")
    return std::make_unique<sortid::postgres_node_store>(sortid::postgres_store_options{.connection = place});
#endif
  fail("no such store: " + spec);
}

template <class Name>
Name by_name(std::string_view name, std::initializer_list<Name> all) {
  for (const Name one : all) {
    if (name_of(one) == name) return one;
  }
  fail("no such policy: " + std::string(name));
}

template <sortid::any_id Id>
class pool_maker {
 public:
  // Tries until there is a number or `stops` says that nobody needs one any more.
  template <class Store, class Stops>
  pool_maker(const Store& store, stepped_clock clock, const sortid::policies& policy, const options& given,
             const Stops& stops)
      : clock_(clock) {
    sortid::node_pool_options o;
    o.window_ms = given.number("window-ms", 0);
    o.deadline_ms = given.number("deadline-ms", 1'000);
    o.clock = [](void* context) { return static_cast<stepped_clock*>(context)->now(); };
    o.clock_context = &clock_;
    while (pool_ == nullptr) {
      auto pool = sortid::node_pool::open(store(), Id::layout(), o);
      if (pool) {
        pool_ = std::move(*pool);
      } else if (pool.error().why != sortid::fault::no_node &&
                 pool.error().why != sortid::fault::unavailable) {
        fail(pool.error().what);
      } else if (stops()) {
        return;
      }
    }
    auto ids = generator_type::open(pool_.get(), {}, policy, clock_);
    if (!ids) fail(ids.error().what);
    ids_.emplace(std::move(*ids));
  }
  [[nodiscard]] sortid::filled fill(std::span<Id> ids) noexcept {
    if (!ids_) return {0, sortid::fault::no_node};
    // One at a time and in blocks are two ways through the generator.
    if (ids.size() % 2 == 0) return ids_->fill(ids);
    for (std::size_t made = 0; made < ids.size(); ++made) {
      const auto id = ids_->next();
      if (!id) return {made, id.error()};
      ids[made] = *id;
    }
    return {ids.size(), sortid::fault::none};
  }

  static void before_fork() noexcept {}
  static void after_fork() noexcept {}

 private:
  using generator_type = sortid::pool_generator<Id, stepped_clock>;
  stepped_clock clock_;
  std::unique_ptr<sortid::node_pool> pool_;
  std::optional<generator_type> ids_;
};

class making {
 public:
  explicit making(const options& given)
      : given_(given),
        slot_(page()[static_cast<std::size_t>(given.number("slot", 0))]),
        prefix_(given.text("log")),
        events_(prefix_ + ".events"),
        burst_(static_cast<std::size_t>(given.number("burst", 64))),
        pause_us_(given.number("pause-us", 1'000)),
        gap_ns_(static_cast<std::uint64_t>(given.number("gap-ms", 50)) * 1'000'000) {
    policy_.overflow = sortid::on_overflow::wait;
    policy_.max_wait_ms = 20;
    using back = sortid::on_clock_back;
    policy_.clock_back =
        by_name(given.text("clock-back", "hold"), {back::hold, back::wait, back::fail, back::take_another});
  }

  int run() {
    const std::string format = given_.text("format", "uid11-snowish");
    if (format == sortid::uid11_snowish::layout().name) return run_format<sortid::uid11_snowish>();
    if (format == sortid::ulid_flake_scalable::layout().name)
      return run_format<sortid::ulid_flake_scalable>();
    fail("no format with a node: " + format);
  }

 private:
  [[nodiscard]] mapped_file<control_slot>& page() {
    static mapped_file<control_slot> mapped(given_.text("control"),
                                            static_cast<std::size_t>(given_.number("slots", 1)));
    return mapped;
  }

  template <sortid::any_id Id>
  int run_format() {
    constexpr const sortid::layout& l = Id::layout();
    constexpr unsigned of = 1U << l.fields[l.find(sortid::role::node)].bits;
    const auto numbers = static_cast<unsigned>(given_.number("numbers", of));
    const auto store = [&] {
      return std::make_unique<faulty_store>(open_store(given_.text("store")), slot_, events_, numbers, of);
    };
    const stepped_clock clock{&slot_};
    if (const std::string wrong = given_.text("wrong-protocol"); !wrong.empty()) {
      const auto protocol = wrong_protocol_of(wrong);
      if (!protocol) fail("no such wrong protocol: " + wrong);
      const auto only = store();
      wrong_maker<Id> maker(*only, *protocol, clock, numbers, given_.number("window-ms", 1'000), policy_,
                            events_);
      return loop<Id>(maker);
    }
    pool_maker<Id> maker(store, clock, policy_, given_, [this] { return slot_.stop.load() != 0; });
    return loop<Id>(maker);
  }

  template <class Id, class Maker>
  int loop(Maker& maker) {
    int log = open_log(prefix_ + ".ids");
    unsigned child = 0;  // which of the slot's; 0 for the parent
    std::uint32_t forks = slot_.forks.load();
    std::vector<Id> ids(burst_);
    std::vector<std::uint64_t> numbers(burst_);
    for (std::uint64_t round = 0; !slot_.stop.load(); ++round) {
      if (child == 0 && slot_.forks_wanted.load() > forks) {
        ++forks;
        maker.before_fork();
        const pid_t forked = ::fork();
        maker.after_fork();
        if (forked == 0) {
          ::prctl(PR_SET_PDEATHSIG, SIGKILL);
          child = forks;
          ::close(log);
          log = open_log(prefix_ + ".fork" + std::to_string(child) + ".ids");
        } else {
          slot_.forks.store(forks);
        }
      }
      if (child != 0 && child <= slot_.children_to_end.load()) ::_exit(0);
      while (child == 0 && ::waitpid(-1, nullptr, WNOHANG) > 0) {
      }

      const sortid::filled made = maker.fill(std::span<Id>(ids.data(), burst_ - round % 2));
      for (std::size_t i = 0; i < made.count; ++i) numbers[i] = ids[i].number();
      const std::size_t bytes = made.count * sizeof numbers[0];
      if (::write(log, numbers.data(), bytes) != static_cast<ssize_t>(bytes))
        fail("the log cannot be written");
      if (made.count != 0) show(made.count, child != 0);
      if (child == 0) {
        slot_.fault.store(static_cast<std::uint32_t>(made.why));
        slot_.clock_ms.store(stepped_clock{&slot_}.now());
      }
      if (pause_us_ != 0 || made.count == 0)
        (void)sortid::system_clock::pause(std::max<std::int64_t>(pause_us_, 200));
    }
    return 0;
  }

  // The ids are in the log.
  void show(std::size_t count, bool by_child) {
    if (by_child) {
      slot_.child_ids += count;
      return;
    }
    const std::uint64_t now = monotonic_ns();
    const std::uint64_t last = slot_.last_ns.exchange(now);
    slot_.ids += count;
    // Of the process before this one too, when that was killed.
    if (last != 0 && now - last > gap_ns_)
      events_.write("gap %llu %llu\n", static_cast<unsigned long long>(last),
                    static_cast<unsigned long long>(now));
  }

  const options& given_;
  control_slot& slot_;
  std::string prefix_;
  event_log events_;
  std::size_t burst_;
  std::int64_t pause_us_;
  std::uint64_t gap_ns_;
  sortid::policies policy_;
};

}  // namespace

int main(int count, char** words) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  const options given(count, words);
  if (const std::string path = given.text("create-fake-store"); !path.empty()) {
    fake_store::create(path);
    return 0;
  }
  return making(given).run();
}
