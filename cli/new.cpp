// sortid new: mints ids.
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

#include "notation.hpp"
#include "options.hpp"
#include "sortid/generator.hpp"

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
  std::string at;
  std::string epoch;
  std::string as = "text";
  bool random = false;
  std::string jobs;
};

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

auto has_node(std::string_view field) {
  return [field](const layout& l) { return l.has(role::node) && l.fields[l.find(role::node)].name == field; };
}

// A value of the option that must fit the format's field.
std::uint64_t fitting_number(std::string_view option, const std::string& text, format f, role r) {
  const std::uint64_t value = number_of(option, text);
  const layout& l = f.layout();
  const auto most = detail::low_mask<std::uint64_t>(l.fields[l.find(r)].bits);
  if (value > most) throw usage_error(fmt::format("{} {}: {} takes 0 to {}", option, value, f.name(), most));
  return value;
}

// The format that ids of an unminted one are made of: the first with the same text.
[[noreturn]] void refuse_unminted(format f) {
  for (const format other : format::all()) {
    if (other.layout().generated && other.layout().text == f.layout().text) {
      throw usage_error(
          fmt::format("new does not make {}: take {}, which sorts by time", f.name(), other.name()));
    }
  }
  throw usage_error(fmt::format("new does not make {}", f.name()));
}

generator_options mint_options_of(const new_options& given, format f) {
  generator_options options;
  if (given.prefix) {
    require_property("--prefix", f, takes_prefix);
    options.prefix = prefix_of(*given.prefix);
  }
  if (!given.extension.empty()) {
    require_property("--ext", f, takes_extension);
    options.extension =
        static_cast<std::uint16_t>(fitting_number("--ext", given.extension, f, role::extension));
  }
  if (given.no_check) require_property("--no-check", f, takes_check);
  for (const node_option& o : given.nodes) {
    if (!o.value) continue;
    require_property(o.flags.front(), f, has_node(o.field));
    options.node = static_cast<unsigned>(fitting_number(o.flags.front(), *o.value, f, role::node));
  }
  if (!given.epoch.empty()) {
    require_property("--epoch", f, has_time);
    options.epoch = epoch_of(given.epoch);
  }
  return options;
}

status refuse(const new_options& given, std::uint64_t made, fault why, std::string_view format_name) {
  const std::string_view reason_name = why == fault::tail_overflow  ? name_of(reason::overflow)
                                       : why == fault::out_of_range ? name_of(reason::range)
                                                                    : "failed";
  say(fmt::format("id {} of {}: {}: {}: {}", made + 1, given.count, reason_name, format_name, message(why)));
  return why == fault::entropy || why == fault::storage ? status::io_failed : status::some_invalid;
}

// Makes ids of a format, in a row as forms.hpp has them.
class minter {
 public:
  minter() = default;
  minter(const minter&) = delete;
  minter& operator=(const minter&) = delete;
  virtual ~minter() = default;
  virtual filled fill(column_bytes* ids, std::size_t count) = 0;
};

template <any_id Id>
class minter_of : public minter {
 public:
  minter_of(generator<Id>&& from, bool random, std::optional<std::int64_t> at)
      : source_(std::move(from)), random_(random), at_(at) {}

  filled fill(column_bytes* ids, std::size_t count) override {
    made_.resize(count);
    const filled end = at_ ? fill_at() : fill_now();
    if constexpr (Id::layout().prefixed) {
      for (std::size_t i = 0; i < end.count; ++i) {
        const auto bytes = made_[i].bytes();
        std::memcpy(ids + i * bytes.size(), bytes.data(), bytes.size());
      }
    } else {
      std::memcpy(ids, made_.data(), end.count * sizeof(Id));
    }
    return end;
  }

 private:
  filled fill_now() {
    if constexpr (Id::layout().drawn()) {
      if (random_) return source_.fill_random(made_);
    }
    return source_.fill(made_);
  }
  result<Id, fault> one_at(std::int64_t instant) {
    if constexpr (Id::layout().drawn()) {
      if (random_) return source_.random_at(instant);
    }
    return source_.next_at(instant);
  }
  filled fill_at() {
    for (std::size_t i = 0; i < made_.size(); ++i) {
      const auto id = one_at(*at_);
      if (!id) return {i, id.error()};
      made_[i] = *id;
    }
    return {made_.size(), fault::none};
  }

  generator<Id> source_;
  bool random_;
  std::optional<std::int64_t> at_;
  std::vector<Id> made_;
};

std::unique_ptr<minter> make_minter(const new_options& given, const generator_options& options, format f) {
  // A full millisecond and a clock that was set back are waited for; a minute is more than either should take.
  constexpr policies patient{
      .overflow = on_overflow::wait, .clock_back = on_clock_back::hold, .max_wait_ms = 60'000};
  std::optional<std::int64_t> at;
  if (!given.at.empty()) at = instant_of("--at", given.at);
  return f.visit([&]<class Id>(std::type_identity<Id>) -> std::unique_ptr<minter> {
    if constexpr (Id::layout().generated) {
      auto ids = generator<Id>::make(options, patient);
      if (!ids) throw usage_error(std::string(message(ids.error(), Id::layout().name)));
      return std::make_unique<minter_of<Id>>(std::move(*ids), given.random, at);
    }
    return nullptr;  // refused before
  });
}

// What all threads that write new ids share.
struct minting {
  minter& source;
  format of;
  std::string_view prefix;
  notation as;
  bool checked;
  json_context context;
  std::uint64_t count;     // wanted
  std::uint64_t made = 0;  // of them
  fault why = fault::none;
  sink out{STDOUT_FILENO, "standard output"};
};

class minting_lane : public lane {
 public:
  explicit minting_lane(minting& all) : all_(all), ids_(std::make_unique<column_bytes[]>(most * 16)) {}

  taken take() override {
    if (all_.made == all_.count || all_.why != fault::none) return taken::nothing;
    const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(most, all_.count - all_.made));
    const filled end = all_.source.fill(ids_.get(), wanted);
    size_ = end.count;
    all_.made += end.count;
    all_.why = end.why;
    return wanted < most ? taken::little : taken::plenty;
  }
  void work(turn&) override {
    lines_.clear();
    const id_run ids{all_.of, all_.prefix, ids_.get(), size_};
    const layout& l = all_.of.layout();
    if (all_.as == notation::text && all_.checked) {
      append_texts(lines_, all_.of, all_.prefix, ids.ids, ids.count);
    } else if (all_.as == notation::uuid) {
      append_texts(lines_, format::of<uuid>(), {}, ids.ids, ids.count);
    } else if (all_.as == notation::json || all_.as == notation::text) {
      for (std::size_t i = 0; i < size_; ++i)
        append_id(lines_, {all_.of, l.bits, value_at(ids.ids, i, l), all_.prefix}, all_.as, all_.context,
                  all_.checked);
    } else {
      append_numbers(lines_, all_.as, ids);
    }
  }
  bool give() override {
    all_.out.put_now({lines_.data(), lines_.size()});
    return !all_.out.failed();
  }

 private:
  static constexpr std::size_t most = 8192;  // ids at once

  minting& all_;
  std::unique_ptr<column_bytes[]> ids_;  // new aligns it for any id
  std::size_t size_ = 0;
  buffer lines_;
};

status make_new(const new_options& given) {
  const format f = named_format(given.format);
  if (!f.layout().generated) refuse_unminted(f);
  const notation as = named_notation("--as", given.as);
  require_notation(as, f);
  if (!given.at.empty()) require_property("--at", f, has_time);
  if (given.random) require_property("--random", f, is_drawn);
  const generator_options options = mint_options_of(given, f);
  const auto source = make_minter(given, options, f);
  minting all{.source = *source,
              .of = f,
              .prefix = options.prefix.view(),
              .as = as,
              .checked = !given.no_check,
              .context = {.epoch = options.epoch},
              .count = number_of("-n", given.count)};
  run_lanes([&all] { return std::make_unique<minting_lane>(all); }, threads_of(given.jobs), [] {});
  all.out.close();
  if (all.out.failed()) {
    all.out.complain();
    return status::io_failed;
  }
  return all.why == fault::none ? status::all_valid : refuse(given, all.made, all.why, f.name());
}

}  // namespace

command new_command() {
  const auto given = std::make_shared<new_options>();
  std::vector<option> options{
      {.name = "FORMAT",
       .target = &given->format,
       .value = std::string(any_format_name),
       .takes = is_minted,
       .description = fmt::format("The format (default: {})", given->format)},
      {.flags = {"-n", "--count"},
       .target = &given->count,
       .value = "COUNT",
       .description = "How many (default: 1)"},
      {.flags = {"-p", "--prefix"},
       .target = &given->prefix,
       .value = "PREFIX",
       .description = "Type prefix: " + names_where(takes_prefix),
       .may_be_empty = true},
      {.flags = {"--ext"},
       .target = &given->extension,
       .value = "N",
       .description = "Number to carry: " + names_where(takes_extension)},
      {.flags = {"--no-check"},
       .target = &given->no_check,
       .description = "Write texts without their check: " + names_where(takes_check)}};
  given->nodes = node_options();
  for (node_option& o : given->nodes) {
    options.push_back({.flags = o.flags,
                       .target = &o.value,
                       .value = "N",
                       .description = "Number of the generator: " + names_where(has_node(o.field))});
  }
  options.insert(
      options.end(),
      {{.flags = {"--at"},
        .target = &given->at,
        .value = "INSTANT",
        .description = "The instant instead of now: RFC 3339 or Unix milliseconds"},
       {.flags = {"--epoch"},
        .target = &given->epoch,
        .value = "INSTANT",
        .description = "An epoch of your own: RFC 3339 or Unix milliseconds"},
       {.flags = {"--as"},
        .target = &given->as,
        .value = std::string(notation_names),
        .description = "How to write them (default: text)"},
       {.flags = {"--random"}, .target = &given->random, .description = "Independent draws, in no order"},
       jobs_option(given->jobs)});
  return {
      .name = "new",
      .description = "Make ids, in strictly increasing order where the format has one",
      .options = std::move(options),
      .footer =
          "Examples:\n"
          "  sortid new\n"
          "  sortid new typeid --prefix user -n 3\n"
          "  sortid new ulid-flake --at 2026-01-01T00:00:00Z --as int",
      .run = [given] { return make_new(*given); },
  };
}

}  // namespace sortid::cli
