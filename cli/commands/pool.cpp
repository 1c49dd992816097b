// sortid pool: who has which number of a pool, and what an operator does to it.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "buffer.hpp"
#include "commands/commands.hpp"
#include "host/host.hpp"
#include "ids/json.hpp"
#include "output.hpp"
#include "quoted.hpp"
#include "sortid/node_window.hpp"
#include "sortid/open_node_store.hpp"
#include "sortid/system.hpp"
#include "values.hpp"

namespace sortid::cli {

namespace {

struct pool_options {
  std::string action;
  std::string store;
  std::vector<std::string> rest;
  bool json = false;
  bool metrics = false;
  std::string deadline;
};

enum class action : std::uint8_t { status, fence, release };
constexpr std::string_view action_names = "status|fence|release";

// What the records say of a number, as of now.
enum class state : std::uint8_t {
  free,        // nobody has it
  held,        // somebody may make ids with it
  lapsed,      // its holder's window is over, and it was not given back
  poisoned,    // reserved so far ahead that the clock that did it was wrong
  unreadable,  // nobody knows what ids there are, so nobody takes it
};
constexpr std::string_view state_names[] = {"free", "held", "lapsed", "poisoned", "unreadable"};

state state_of(const node_reading::entry& e, std::int64_t now) {
  if (!e.readable) return state::unreadable;
  if (e.record.high_ms > now && e.record.high_ms - now > window_rules{}.poisoned_after_ms)
    return state::poisoned;
  if (e.record.nonce == uint128()) return e.live ? state::held : state::free;
  return e.live || e.record.high_ms >= now ? state::held : state::lapsed;
}

struct pool_view {
  std::string_view kind;  // of store
  node_reading there;
  std::int64_t now;
};

std::string_view name_of(state s) { return state_names[static_cast<std::size_t>(s)]; }

// A duration for people: of the two largest units.
std::string duration_of(std::int64_t ms) {
  const std::uint64_t s = static_cast<std::uint64_t>(ms < 0 ? -(ms + 1) : ms) / 1'000;
  if (s < 60)
    return fmt::format("{}.{} s", s, static_cast<std::uint64_t>(ms < 0 ? -(ms + 1) : ms) % 1'000 / 100);
  if (s < 3'600) return fmt::format("{} min {} s", s / 60, s % 60);
  if (s < 86'400) return fmt::format("{} h {} min", s / 3'600, s / 60 % 60);
  return fmt::format("{} d {} h", s / 86'400, s / 3'600 % 24);
}

std::string instant_of_ms(std::int64_t ms) { return std::string(instant_to_text(ms).view()); }

std::string holder_of(const node_record& r) {
  buffer escaped;
  append_escaped(escaped, r.host.view());
  return escaped.size() == 0 ? "-" : fmt::format("{} {}", view_of(escaped), r.pid);
}

std::string_view singular_or_plural(std::size_t count) { return count == 1 ? "" : "s"; }

void append_table(buffer& to, const pool_view& view) {
  std::vector<std::string> holders;
  std::size_t width = std::string_view("holder").size();
  for (const node_reading::entry& e : view.there.entries) {
    holders.push_back(holder_of(e.record));
    width = std::max(width, holders.back().size());
  }
  if (!holders.empty())
    append_format(to, "{:>6}  {:<10}  {:<{}}  {:<24}  {}\n", "number", "state", "holder", width, "until",
                  "window");
  for (std::size_t i = 0; i < holders.size(); ++i) {
    const node_reading::entry& e = view.there.entries[i];
    // Nothing follows that would have to stand below its heading.
    const bool has_window = e.readable && e.record.high_ms != INT64_MIN;
    append_format(to, "{:>6}  {:<10}  {:<{}}", e.node, name_of(state_of(e, view.now)), holders[i],
                  has_window ? width : 0);
    if (has_window) {
      const bool over = e.record.high_ms < view.now;
      append_format(to, "  {:<24}  {} {}{}", instant_of_ms(e.record.high_ms), over ? "ended" : "ends in",
                    duration_of(view.now - e.record.high_ms), over ? " ago" : "");
    }
    append(to, "\n");
  }
  append_format(to, "{} number{} with a record, store {}", holders.size(), singular_or_plural(holders.size()),
                view.kind);
  if (view.there.fence_ms != INT64_MIN) append_format(to, ", fence {}", instant_of_ms(view.there.fence_ms));
  if (view.there.clock_ms)
    append_format(to, ", the store's clock {} {} this one", duration_of(*view.there.clock_ms - view.now),
                  *view.there.clock_ms < view.now ? "behind" : "ahead of");
  append(to, "\n");
}

void append_instant_members(buffer& to, std::string_view name, std::int64_t ms) {
  if (ms == INT64_MIN) {
    append_format(to, R"("{0}_unix_ms":null,"{0}_time":null)", name);
  } else {
    append_format(to, R"("{0}_unix_ms":{1},"{0}_time":"{2}")", name, ms, instant_of_ms(ms));
  }
}

void append_object(buffer& to, const pool_view& view) {
  append_format(to, R"({{"store":"{}","now_unix_ms":{},)", view.kind, view.now);
  append_instant_members(to, "fence", view.there.fence_ms);
  append(to, R"(,"clock_unix_ms":)");
  append(to, view.there.clock_ms ? std::to_string(*view.there.clock_ms) : "null");
  append(to, R"(,"numbers":[)");
  bool first = true;
  for (const node_reading::entry& e : view.there.entries) {
    const node_record& r = e.record;
    append_format(to, R"({}{{"number":{},"state":"{}","live":{},)", first ? "\n" : ",\n", e.node,
                  name_of(state_of(e, view.now)), e.live);
    first = false;
    if (!e.readable || r.nonce == uint128()) {
      append(to, R"("holder":null,"host":null,"pid":null,)");
    } else {
      append_format(to, R"("holder":"{:016x}{:016x}","host":)", r.nonce.hi, r.nonce.lo);
      append_json_string(to, r.host.view());
      append_format(to, R"(,"pid":{},)", r.pid);
    }
    append_instant_members(to, "high", e.readable ? r.high_ms : INT64_MIN);
    if (e.readable && r.high_ms != INT64_MIN) {
      append_format(to, R"(,"age_ms":{},"count":{}}})", view.now - r.high_ms, r.count);
    } else {
      append(to, R"(,"age_ms":null,"count":null})");
    }
  }
  append(to, first ? "]}\n" : "\n]}\n");
}

std::string seconds_of(std::int64_t ms) { return fmt::format("{:.3f}", static_cast<double>(ms) / 1'000); }

// Of the store; what one process does in its pool, the process itself tells.
void append_metrics(buffer& to, const pool_view& view) {
  const auto family = [&to](std::string_view name, std::string_view help, bool seconds = false) {
    append_format(to, "# TYPE sortid_pool_{} gauge\n", name);
    if (seconds) append_format(to, "# UNIT sortid_pool_{} seconds\n", name);
    append_format(to, "# HELP sortid_pool_{} {}\n", name, help);
  };
  family("numbers", "Numbers with a record, by what it says.");
  for (std::size_t i = 0; i < std::size(state_names); ++i) {
    const auto of_state = [&](const node_reading::entry& e) {
      return state_of(e, view.now) == static_cast<state>(i);
    };
    append_format(to, "sortid_pool_numbers{{store=\"{}\",state=\"{}\"}} {}\n", view.kind, state_names[i],
                  std::count_if(view.there.entries.begin(), view.there.entries.end(), of_state));
  }
  family("high_seconds", "The latest timestamp that ids of the number may have, since 1970.", true);
  for (const node_reading::entry& e : view.there.entries) {
    if (!e.readable || e.record.high_ms == INT64_MIN) continue;
    append_format(to, "sortid_pool_high_seconds{{store=\"{}\",number=\"{}\"}} {}\n", view.kind, e.node,
                  seconds_of(e.record.high_ms));
  }
  if (view.there.fence_ms != INT64_MIN) {
    family("fence_seconds", "No number is taken before that time, since 1970.", true);
    append_format(to, "sortid_pool_fence_seconds{{store=\"{}\"}} {}\n", view.kind,
                  seconds_of(view.there.fence_ms));
  }
  append(to, "# EOF\n");
}

// What did not work: a sentence of ours, and the store's own.
status fail(const node_store& store, store_answer answer) {
  const std::string_view error = store.last_error();
  say(fmt::format(
      "pool {}: {}{}{}", store.about().name,
      answer == store_answer::unknown ? "unknown: it may have been done" : "unavailable: nothing was done",
      error.empty() ? "" : ": ", error));
  return status::io_failed;
}

// False after it said why.
bool read(node_store& store, std::int64_t deadline, pool_view& view) {
  view = {store.about().name, {}, system_clock::now()};
  if (const store_answer answer = store.read(view.there, deadline); answer != store_answer::done) {
    (void)fail(store, answer);
    return false;
  }
  std::sort(view.there.entries.begin(), view.there.entries.end(),
            [](const auto& a, const auto& b) { return a.node < b.node; });
  return true;
}

// The number of the caller has no record, so there is nothing to fence and nothing to release.
void require_records(std::string_view action, const node_store& store) {
  if (store.about().only)
    throw usage_error(fmt::format("pool {} is not for {}, which has no records", action, store.about().name));
}

status show(const pool_options& given, node_store& store, std::int64_t deadline) {
  if (!given.rest.empty()) throw usage_error("pool status takes the store alone");
  pool_view view;
  if (!read(store, deadline, view)) return status::io_failed;
  buffer to;
  if (given.json) {
    append_object(to, view);
  } else if (given.metrics) {
    append_metrics(to, view);
  } else {
    append_table(to, view);
  }
  return print(view_of(to));
}

status fence(const pool_options& given, node_store& store, std::int64_t deadline) {
  if (given.rest.size() > 1) throw usage_error("pool fence takes the store and an instant");
  require_records("fence", store);
  // Windows of the library's own lengths end before that, also of holders that the store knows no more.
  const std::int64_t window_ms =
      store.about().window_ms != 0 ? store.about().window_ms : window_rules{}.length_ms;
  const std::int64_t fence_ms = given.rest.empty()
                                    ? system_clock::now() + window_ms
                                    : instant_of("pool fence", given.rest.front()).not_before();
  // It never falls, and until then no number is taken.
  if (fence_ms > system_clock::now() + node_pool_options::longest_ms)
    throw usage_error(fmt::format(
        "pool fence {}: more than an hour ahead, and no window is longer. A fence does not fall again",
        instant_of_ms(fence_ms)));
  if (const store_answer answer = store.raise_fence(fence_ms, deadline); answer != store_answer::done)
    return fail(store, answer);
  pool_view view;
  if (!read(store, deadline, view)) return status::io_failed;
  return print(fmt::format("fence {}\n", instant_of_ms(view.there.fence_ms)));
}

status release(const pool_options& given, node_store& store, std::int64_t deadline) {
  if (given.rest.empty()) throw usage_error("pool release takes the store, a number and perhaps an instant");
  const std::uint64_t node = number_of("pool release", given.rest.front());
  require_records("release", store);
  std::int64_t down_to = INT64_MAX;
  if (given.rest.size() > 1) down_to = instant_of("pool release", given.rest[1]).not_before();
  pool_view view;
  if (!read(store, deadline, view)) return status::io_failed;
  const auto reject = [node](std::string_view why) {
    say(fmt::format("pool release: number {} {}", node, why));
    return status::some_invalid;
  };
  const auto found = std::find_if(view.there.entries.begin(), view.there.entries.end(),
                                  [node](const auto& e) { return e.node == node; });
  if (found == view.there.entries.end()) return reject("has no record: it is free");
  // Made by a process that ended before it had the number.
  if (found->readable && found->record.unused() && !found->live) return reject("has no record: it is free");
  if (!found->readable) return reject("has a record that cannot be read; delete it by the store's own means");
  if (found->live) return reject(fmt::format("is used by a process, {}; end it", holder_of(found->record)));
  node_record next{.high_ms = std::min(found->record.high_ms, down_to), .count = found->record.count + 1};
  switch (const store_answer answer =
              store.swap(static_cast<unsigned>(node), found->record, next, deadline)) {
    case store_answer::done:
      break;
    case store_answer::lost:
      return reject("was taken or renewed meanwhile");
    default:
      return fail(store, answer);
  }
  return print(fmt::format("number {} is free after {}\n", node, instant_of_ms(next.high_ms)));
}

status pool(const pool_options& given) {
  const auto wanted = static_cast<action>(choice_of("pool", given.action, action_names));
  if (given.json && given.metrics) throw usage_error("--json and --metrics: take one of them");
  if ((given.json || given.metrics) && wanted != action::status)
    throw usage_error("--json and --metrics are for pool status");
  if (given.store.empty())
    throw usage_error("pool " + given.action + " needs a store: " + node_store_usage());
  const std::int64_t deadline = deadline_of(given.deadline);
  const std::unique_ptr<node_store> store = store_of("pool", given.store);
  // A store of files makes its folder. Whoever looks at one, perhaps as another user than the pool's, must
  // not.
  constexpr std::string_view of_files = "file:";
  if (wanted != action::fence && given.store.starts_with(of_files) &&
      os::is_missing(given.store.substr(of_files.size()))) {
    say(fmt::format("pool file: unavailable: there is no folder \"{}\"",
                    given.store.substr(of_files.size())));
    return status::io_failed;
  }
  switch (wanted) {
    case action::fence:
      return fence(given, *store, deadline);
    case action::release:
      return release(given, *store, deadline);
    case action::status:
      break;
  }
  return show(given, *store, deadline);
}

}  // namespace

command pool_command() {
  const auto given = std::make_shared<pool_options>();
  return {
      .name = "pool",
      .description = "Show the node numbers of a pool, or repair it",
      .options = {{.name = "ACTION",
                   .target = &given->action,
                   .value = std::string(action_names),
                   .description = "status shows all numbers; fence and release: see below",
                   .required = true},
                  {.name = "STORE",
                   .target = &given->store,
                   .description = "Where the numbers are: " + node_store_usage()},
                  {.name = "ARGUMENT",
                   .target = &given->rest,
                   .description = "Of fence: [INSTANT]. Of release: NUMBER [INSTANT]",
                   .most = 2},
                  flag_option({"-j", "--json"}, given->json, "Print the status as a JSON object"),
                  flag_option({"--metrics"}, given->metrics, "Print the status as OpenMetrics text"),
                  deadline_option(given->deadline)},
      .footer =
          "fence: all numbers that are taken from now on have later ids than INSTANT. That\n"
          "is for a store that was restored from a copy. Without INSTANT it is now and a\n"
          "window: a second for file, a minute for others. Give it for longer windows.\n"
          "\n"
          "release: takes NUMBER from its holder, who stops at the end of its window. With\n"
          "INSTANT the number is free after that already: for one that a wrong clock\n"
          "reserved. You then vouch that no id of it has a later time.\n"
          "\n"
          "Examples:\n"
          "  sortid pool status file:/var/lib/app/nodes\n"
          "  sortid pool fence file:/var/lib/app/nodes\n"
          "  sortid pool release file:/var/lib/app/nodes 3",
      .run = [given] { return pool(*given); },
  };
}

}  // namespace sortid::cli
