// sortid new: makes ids.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <memory>
#include <vector>

#include "commands/commands.hpp"
#include "habits.hpp"
#include "host/host.hpp"
#include "ids/writing.hpp"
#include "key_file.hpp"
#include "output.hpp"
#include "sortid/chosen_sources.hpp"
#include "sortid/generator.hpp"
#include "sortid/named.hpp"
#include "sortid/node_pool.hpp"
#include "sortid/open_node_store.hpp"
#include "sortid/range.hpp"
#include "sortid/system.hpp"
#include "stream/pipeline.hpp"
#include "values.hpp"

namespace sortid::cli {

namespace {

// --sid, --machine: one option for every name of a field of role::node.
struct node_option {
  std::string_view field;
  std::vector<std::string> flags;
  std::optional<std::string> value = {};
};

struct new_options {
  std::string format{sortid::format::of<ulid>().name()};
  std::string count = "1";
  std::optional<std::string> prefix;
  std::string extension;
  bool no_check = false;
  std::vector<node_option> nodes;
  std::string pool;
  std::string deadline;
  std::optional<std::string> sequence;
  std::string at;
  std::optional<std::string> name;
  std::string key_file;
  std::string epoch;
  std::string as = "text";
  bool random = false;
  std::string seed;
  std::string jobs;
};

// zero|random|carry_on
std::string sequence_names() {
  std::string names;
  for (const auto start : {sequence_start::zero, sequence_start::random, sequence_start::carry_on})
    names.append(names.empty() ? "" : "|").append(name_of(start));
  return names;
}

std::vector<node_option> node_options() {
  std::vector<node_option> options;
  for (const format f : format::all()) {
    const layout& l = f.layout();
    if (!l.has(role::node)) continue;
    const field& node = l.fields[l.find(role::node)];
    const auto there = [&node](const node_option& o) { return o.field == node.name; };
    if (std::any_of(options.begin(), options.end(), there)) continue;
    options.push_back({node.name, {"--" + std::string(node.name)}});
    if (!node.option.empty())
      options.back().flags.insert(options.back().flags.begin(), "--" + std::string(node.option));
  }
  return options;
}

bool has_extension(const layout& l) { return l.has(role::extension); }
bool has_sequence(const layout& l) { return l.has(role::sequence); }
// Whether ids can be drawn. Without random bits a draw would be one of few and soon repeat.
bool is_drawn(const layout& l) { return l.generated && l.drawn(); }
format_predicate has_node(std::string_view field) {
  return [field](const layout& l) { return l.has(role::node) && l.fields[l.find(role::node)].name == field; };
}

// A value of the option that must fit the format's field.
std::uint64_t fitting_number(std::string_view option, const std::string& text, format f, role r) {
  const layout& l = f.layout();
  const auto most = detail::low_mask<std::uint64_t>(l.fields[l.find(r)].bits);
  return number_of(option, text, {0, most, fmt::format("{} takes 0 to {}", f.name(), most)});
}

// Rejects a format without new ids. The error names the first format with the same text that has them.
[[noreturn]] void reject_format(format f) {
  for (const format other : format::all()) {
    if (other.layout().generated && other.layout().text == f.layout().text) {
      throw usage_error(
          fmt::format("new does not make {}: take {}, which sorts by time", f.name(), other.name()));
    }
  }
  throw usage_error(fmt::format("new does not make {}", f.name()));
}

generator_options options_for(const new_options& given, format f) {
  generator_options options;
  if (given.prefix) {
    require_property("--prefix", f, &layout::prefixed);
    options.prefix = prefix_of(*given.prefix);
  }
  if (!given.extension.empty()) {
    require_property("--ext", f, has_extension);
    options.extension = static_cast<unsigned>(fitting_number("--ext", given.extension, f, role::extension));
  }
  if (given.no_check) require_property("--no-check", f, &layout::checked);
  for (const node_option& o : given.nodes) {
    if (!o.value) continue;
    require_property(o.flags.front(), f, has_node(o.field));
    options.node = static_cast<unsigned>(fitting_number(o.flags.front(), *o.value, f, role::node));
  }
  if (given.sequence) {
    require_property("--sequence", f, has_sequence);
    options.sequence =
        static_cast<sequence_start>(choice_of("--sequence", *given.sequence, sequence_names()));
  }
  if (!given.epoch.empty()) {
    require_property("--epoch", f, &layout::bounded);
    options.epoch = epoch_of(given.epoch);
  }
  return options;
}

status complain(const new_options& given, std::uint64_t made, fault why, const layout& l,
                std::int64_t epoch) {
  const std::string_view reason_name = why == fault::tail_overflow  ? name_of(reason::overflow)
                                       : why == fault::out_of_range ? name_of(reason::range)
                                                                    : "failed";
  const std::string sentence = why == fault::out_of_range ? std::string(message_of_instants(l, epoch))
                                                          : fmt::format("{}: {}", l.name, message(why));
  say(fmt::format("id {} of {}: {}: {}", made + 1, given.count, reason_name, sentence));
  const bool io = why == fault::entropy || why == fault::storage || why == fault::unavailable;
  return io || why == fault::no_node ? status::io_failed : status::some_invalid;
}

// Fills a column with new ids of one format.
using id_source = std::function<filled(std::byte* ids, std::size_t count)>;

template <class Generator>
class ids_of {
 public:
  using id = typename decltype(std::declval<Generator>().next())::value_type;

  ids_of(Generator&& from, bool random, std::optional<std::int64_t> at)
      : source_(std::move(from)), random_(random), at_(at) {}

  filled fill(std::byte* ids, std::size_t count) {
    made_.resize(count);
    const filled end = at_ ? fill_at() : fill_now();
    if constexpr (id::layout().prefixed) {
      for (std::size_t i = 0; i < end.count; ++i) {
        const auto bytes = made_[i].bytes();
        std::memcpy(ids + i * bytes.size(), bytes.data(), bytes.size());
      }
    } else {
      std::memcpy(ids, made_.data(), end.count * sizeof(id));
    }
    return end;
  }

 private:
  filled fill_now() {
    if constexpr (id::layout().drawn()) {
      if (random_) return source_.fill_random(made_);
    }
    return source_.fill(made_);
  }
  result<id, fault> one_at(std::int64_t instant) {
    if constexpr (id::layout().drawn()) {
      if (random_) return source_.random_at(instant);
    }
    return source_.next_at(instant);
  }
  filled fill_at() {
    for (std::size_t i = 0; i < made_.size(); ++i) {
      const auto made = one_at(*at_);
      if (!made) return {i, made.error()};
      made_[i] = *made;
    }
    return {made_.size(), fault::none};
  }

  Generator source_;
  bool random_;
  std::optional<std::int64_t> at_;
  std::vector<id> made_;
};

// The generator waits when a millisecond is full or the clock was set back. Neither should take a minute.
constexpr policies patient{
    .overflow = on_overflow::wait, .clock_back = on_clock_back::hold, .max_wait_ms = 60'000};

template <class Generator>
id_source source_from(Generator&& from, bool random, std::optional<std::int64_t> at) {
  const auto ids = std::make_shared<ids_of<Generator>>(std::forward<Generator>(from), random, at);
  return [ids](std::byte* to, std::size_t count) { return ids->fill(to, count); };
}

template <any_id Id>
generator_plan<Id> plan_of(const generator_options& options) {
  const auto plan = generator_plan<Id>::make(options);
  if (!plan) throw usage_error(std::string(message(plan.error(), Id::layout().name)));
  return *plan;
}

// Requires the number of a node where nothing else keeps ids apart.
void require_node(const new_options& given, const generator_options& options, const layout& l) {
  if (!l.needs_node() || options.node || !given.pool.empty()) return;
  throw usage_error(fmt::format("{}; here --{} N or --pool STORE", message(fault::needs_node, l.name).view(),
                                l.fields[l.find(role::node)].option_name()));
}

// Warns of repeats where few random bits keep ids apart: in this call if they are likely and, with
// `also_of_others`, between two calls at once.
void tell_of_repeats(const new_options& given, const layout& l, std::uint64_t made, std::int64_t ms,
                     bool also_of_others) {
  unsigned bits = l.drawn_bits();
  if (given.random && has_sequence(l)) bits += l.fields[l.find(role::sequence)].bits;
  const double times = l.timed() ? static_cast<double>(std::max<std::int64_t>(ms, 1)) : 1;
  const double space = std::ldexp(times, static_cast<int>(bits));
  const auto count = static_cast<double>(made);
  const std::string has =
      fmt::format("{} has {} random bits{}", l.name, bits, l.timed() ? " a millisecond" : "");
  const double repeats = given.random || !l.ordered() ? count + space * std::expm1(-count / space) : 0;
  if (repeats >= 0.5)
    return say(
        fmt::format("{}: of these {} ids about {:.0f} are repeats", has, made, std::max(repeats, 1.0)));
  if (also_of_others && l.kept_apart() != kept_apart::by_draws)
    say(fmt::format("{}: of two calls like this at the same time, one in {:.0f} repeats an id of the other",
                    has, std::max(space / count / count, 1.0)));
}

id_source source_of(const new_options& given, const generator_options& options, format f) {
  std::optional<std::int64_t> at;
  if (!given.at.empty()) at = instant_of("--at", given.at).unix_ms;
  std::optional<std::uint64_t> seed;
  if (!given.seed.empty()) seed = number_of("--seed", given.seed);
  return f.visit([&]<class Id>(std::type_identity<Id>) -> id_source {
    if constexpr (Id::layout().generated) {
      using seeded = generator<Id, system_clock, chosen_entropy>;
      return source_from(seeded(plan_of<Id>(options), patient, {}, chosen_entropy(seed)), given.random, at);
    }
    return {};  // rejected before
  });
}

id_source source_of(node_pool& pool, const new_options& given, const generator_options& options, format f) {
  policies waiting = patient;
  waiting.max_wait_ms = deadline_of(given.deadline);
  return f.visit([&]<class Id>(std::type_identity<Id>) -> id_source {
    if constexpr (detail::has_pools(Id::layout())) {
      auto ids = pool_generator<Id>::open(&pool, plan_of<Id>(options), waiting);
      if (ids) return source_from(std::move(*ids), false, std::nullopt);
    }
    return {};  // rejected before
  });
}

// --pool, and the options that cannot stand beside it.
std::unique_ptr<node_store> pool_store(const new_options& given, format f) {
  require_property("--pool", f, detail::has_pools);
  const auto reject_beside = [](std::string_view flag, std::string_view why) {
    throw usage_error(fmt::format("--pool and {}: {}", flag, why));
  };
  for (const node_option& o : given.nodes) {
    if (o.value) reject_beside(o.flags.front(), "the pool gives the number");
  }
  if (!given.at.empty()) reject_beside("--at", "a pool gives its number for the present");
  if (given.random) reject_beside("--random", "a pool does not keep independent draws apart");
  if (!given.seed.empty()) reject_beside("--seed", "a seed is for tests, a pool for others' ids");
  return store_of("--pool", given.pool);
}

// Null without a number, after printing the reason.
std::unique_ptr<node_pool> open_pool(const new_options& given, format f, std::optional<std::int64_t> epoch) {
  std::unique_ptr<node_store> store = pool_store(given, f);
  const std::string name(store->about().name);
  auto pool = node_pool::open(std::move(store), f.layout(),
                              {.deadline_ms = deadline_of(given.deadline), .epoch = epoch});
  if (pool) return std::move(*pool);
  const pool_error& why = pool.error();
  if (why.why == fault::out_of_range)
    throw usage_error(fmt::format("--pool {}: {}{}{}", name, why.what, why.store_error.empty() ? "" : ": ",
                                  why.store_error));
  say(fmt::format("--pool {}: {}: {}{}{}", name, name_of(why.why), why.what,
                  why.store_error.empty() ? "" : ": ", why.store_error));
  return nullptr;
}

// What the threads that write new ids share.
struct new_ids {
  id_source source;
  format of;
  std::string_view prefix;
  notation as;
  bool checked;
  json_options json;
  std::uint64_t count;     // wanted
  std::uint64_t made = 0;  // of them
  fault why = fault::none;
  sink out{os::standard_output, "standard output"};
};

class new_lane {
 public:
  explicit new_lane(new_ids& all) : all_(all), ids_(std::make_unique<std::byte[]>(most * 16)) {}

  taken take() {
    if (all_.made == all_.count || all_.why != fault::none) return taken::nothing;
    const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(most, all_.count - all_.made));
    const filled end = all_.source(ids_.get(), wanted);
    size_ = end.count;
    all_.made += end.count;
    all_.why = end.why;
    return wanted < most ? taken::little : taken::plenty;
  }
  void work(turn&) {
    lines_.clear();
    const id_column column{all_.of, all_.prefix, ids_.get(), size_};
    if (all_.as == notation::text && all_.checked) {
      append_texts(lines_, all_.of, all_.prefix, column);
    } else if (all_.as == notation::uuid) {
      append_texts(lines_, format::of<uuid>(), {}, column);
    } else if (all_.as == notation::json || all_.as == notation::text) {
      for (std::size_t i = 0; i < size_; ++i)
        append_id(lines_, {all_.of, all_.of.layout().bits, column.value_at(i), all_.prefix}, all_.as,
                  all_.json, all_.checked);
    } else {
      append_numbers(lines_, all_.as, column);
    }
  }
  bool give() {
    all_.out.put_now(view_of(lines_));
    return !all_.out.failed();
  }

 private:
  static constexpr std::size_t most = 8192;  // ids at once

  new_ids& all_;
  std::unique_ptr<std::byte[]> ids_;  // aligned by operator new for ids of any format
  std::size_t size_ = 0;
  buffer lines_;
};

// One id, that of the name.
status make_named(const new_options& given, const generator_options& options, format f, notation as) {
  if (!given.name) throw usage_error("--key-file is for --name");
  require_property("--name", f, is_named);
  if (given.at.empty()) throw usage_error("--name needs --at: the instant is a part of what makes the id");
  if (given.key_file.empty()) throw usage_error("--name needs --key-file");
  if (given.random || !given.pool.empty() || !given.seed.empty() || given.count != "1")
    throw usage_error("a name makes one id, and draws nothing: it takes no -n, --random, --seed and --pool");
  const auto key = key_of_file(given.key_file);
  if (!key) return status::io_failed;
  const auto value =
      by_format::named_at(f, key->bytes(), options, instant_of("--at", given.at).unix_ms, *given.name);
  if (!value)
    return complain(given, 0, fault::out_of_range, f.layout(), options.epoch.value_or(f.layout().epoch));
  buffer line;
  append_id(line, {f, f.layout().bits, *value, options.prefix.view()}, as, {.epoch = options.epoch},
            !given.no_check);
  return print(view_of(line));
}

status make_new(const new_options& given) {
  if (const auto meant = advice_on("new", given.format); !meant.empty()) {
    const bool option = given.format.starts_with('-');  // -4 is none, but a number
    throw usage_error(fmt::format("there is no {} {}; did you mean {}?", option ? "option" : "format",
                                  option ? given.format : fmt::format("\"{}\"", given.format), meant));
  }
  const format f = named_format(given.format);
  if (!f.layout().generated) reject_format(f);
  const notation as = named_notation("--as", given.as);
  require_notation(as, f);
  if (!given.at.empty()) require_property("--at", f, &layout::bounded);
  if (given.random) require_property("--random", f, is_drawn);
  const generator_options options = options_for(given, f);
  const std::uint64_t count = number_of("-n", given.count);
  const unsigned threads = threads_of(given.jobs);
  if (given.pool.empty() && !given.deadline.empty()) throw usage_error("--deadline is for --pool");
  if (given.name || !given.key_file.empty()) return make_named(given, options, f, as);
  require_node(given, options, f.layout());
  std::unique_ptr<node_pool> pool;  // outlives the generator
  if (!given.pool.empty()) {
    pool = open_pool(given, f, options.epoch);
    if (pool == nullptr) return status::io_failed;
  }
  new_ids all{.source = pool ? source_of(*pool, given, options, f) : source_of(given, options, f),
              .of = f,
              .prefix = options.prefix.view(),
              .as = as,
              .checked = !given.no_check,
              .json = {.epoch = options.epoch},
              .count = count};
  const bool on_terminal = os::is_terminal(os::standard_output) && os::is_terminal(os::standard_error);
  const std::int64_t begun = system_clock::now();
  (void)pipeline<new_lane>([&all] { return std::make_unique<new_lane>(all); }, threads, [] {}).run();
  all.out.close();
  if (all.out.failed()) {
    all.out.complain();
    return status::io_failed;
  }
  if (all.made != 0)
    tell_of_repeats(given, f.layout(), all.made, given.at.empty() ? system_clock::now() - begun : 1,
                    on_terminal && !options.node && !pool);
  if (all.why == fault::none) return status::all_valid;
  return complain(given, all.made, all.why, f.layout(), options.epoch.value_or(f.layout().epoch));
}

}  // namespace

command new_command() {
  const auto given = std::make_shared<new_options>();
  std::vector<option> options{
      {.name = "FORMAT",
       .target = &given->format,
       .value = std::string(any_format_name),
       .takes = &layout::generated,
       .description = fmt::format("The format (default: {})", given->format)},
      value_option({"-n", "--count"}, given->count, "COUNT", "Number of ids (default: 1)"),
      {.flags = {"-p", "--prefix"},
       .target = &given->prefix,
       .value = "PREFIX",
       .description = "Type prefix, for " + names_where(&layout::prefixed),
       .may_be_empty = true},
      value_option({"--ext"}, given->extension, "N",
                   "Number that the id carries, for " + names_where(has_extension)),
      flag_option({"--no-check"}, given->no_check,
                  "Leave out the check digits, for " + names_where(&layout::checked))};
  given->nodes = node_options();
  for (node_option& o : given->nodes) {
    options.push_back(value_option(o.flags, o.value, "N",
                                   "Number of this generator, for " + names_where(has_node(o.field))));
  }
  options.insert(
      options.end(),
      {value_option({"--pool"}, given->pool, "STORE",
                    fmt::format("Take that number from a pool, for {}: {}", names_where(detail::has_pools),
                                node_store_usage())),
       deadline_option(given->deadline),
       value_option({"--sequence"}, given->sequence, sequence_names(),
                    fmt::format("Where a millisecond's sequence begins, for {} (default: {})",
                                names_where(has_sequence), name_of(sequence_start::zero))),
       value_option({"--at"}, given->at, "INSTANT",
                    "Instant of the ids, not now: RFC 3339, Unix milliseconds, yesterday, -1h"),
       {.flags = {"--name"},
        .target = &given->name,
        .value = "NAME",
        .description = fmt::format("The one id that this name has at --at, under the key; for {}",
                                   names_where(is_named)),
        .may_be_empty = true},
       value_option({"--key-file"}, given->key_file, any_file_name, std::string(key_file_description)),
       value_option({"--epoch"}, given->epoch, "INSTANT",
                    "Epoch of your own instead of the format's: RFC 3339 or Unix milliseconds"),
       value_option({"--as"}, given->as, notation_names, "How to write the ids (default: text)"),
       flag_option({"--random"}, given->random, "Draw each id on its own, in no order"),
       value_option({"--seed"}, given->seed, "N",
                    "For tests alone: random bits that this number gives; with --at the same ids each time"),
       jobs_option(given->jobs)});
  return {
      .name = "new",
      .description = "Make ids, in strictly increasing order where the format has one",
      .options = std::move(options),
      .footer =
          "Examples:\n"
          "  sortid new\n"
          "  sortid new typeid --prefix user -n 3\n"
          "  sortid new ulid-flake --at 2026-01-01T00:00:00Z --as int\n"
          "  sortid new uid11-snowish --pool file:/var/lib/app/nodes\n"
          "  sortid new ulid --at 2026-01-01 --name customers/4711 --key-file names.key",
      .run = [given] { return make_new(*given); },
  };
}

}  // namespace sortid::cli
