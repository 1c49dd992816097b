// sortid new: mints ids.
#include <unistd.h>

#include <algorithm>
#include <memory>

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
};

std::vector<node_option> node_options() {
  std::vector<node_option> options;
  for (const format f : format::all()) {
    const layout& l = f.layout();
    if (!l.has(role::node)) continue;
    const std::string_view name = l.fields[l.find(role::node)].name;
    if (std::any_of(options.begin(), options.end(), [name](const node_option& o) { return o.field == name; }))
      continue;
    // Ulid-Flake's scalability is a sid in all we say.
    options.push_back({name, {"--" + std::string(name)}});
    if (name == "scalability") options.back().flags.insert(options.back().flags.begin(), "--sid");
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
    if (other.layout().minted && other.layout().text == f.layout().text) {
      throw usage_error(
          fmt::format("new does not make {}: take {}, which sorts by time", f.name(), other.name()));
    }
  }
  throw usage_error(fmt::format("new does not make {}", f.name()));
}

mint_options mint_options_of(const new_options& given, format f) {
  mint_options options;
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
  std::string_view reason_name = name_of(reason::range);
  std::string_view sentence = name_of(why);
  if (why == fault::tail_overflow) {
    reason_name = name_of(reason::overflow);
    sentence = "no id is left in this millisecond";
  } else if (why == fault::out_of_range) {
    sentence = "the format has no such instant";
  } else {
    reason_name = "failed";
  }
  say(fmt::format("id {} of {}: {}: {}: {}", made + 1, given.count, reason_name, format_name, sentence));
  return why == fault::entropy || why == fault::storage ? status::io_failed : status::some_invalid;
}

template <any_id Id>
status mint_ids(const new_options& given, const mint_options& options, notation as) {
  // A full millisecond and a clock that was set back are waited for; a minute is more than either should take.
  const policies patient{
      .overflow = on_overflow::wait, .clock_back = on_clock_back::hold, .max_wait_ms = 60'000};
  auto ids = generator<Id>::make(options, patient);
  if (!ids) throw usage_error(std::string(message(ids.error(), Id::layout().name)));
  generator<Id> source = *ids;
  const std::uint64_t count = number_of("-n", given.count);
  const bool dated = !given.at.empty();
  const std::int64_t at = dated ? instant_of("--at", given.at) : 0;
  const json_context context{options.epoch};
  constexpr std::size_t written_at = std::size_t{64} << 10U;

  sink out(STDOUT_FILENO, "standard output");
  buffer lines;
  fault why = fault::none;
  std::uint64_t made = 0;
  for (; made < count && !out.failed(); ++made) {
    const auto id = given.random ? (dated ? source.random_at(at) : source.random())
                                 : (dated ? source.next_at(at) : source.next());
    if (!id) {
      why = id.error();
      break;
    }
    append_id(lines, *id, as, context, !given.no_check);
    if (lines.size() < written_at) continue;
    out.put({lines.data(), lines.size()});
    lines.clear();
  }
  out.put({lines.data(), lines.size()});
  out.close();
  if (out.failed()) {
    out.complain();
    return status::io_failed;
  }
  return why == fault::none ? status::all_valid : refuse(given, made, why, Id::layout().name);
}

status make_new(const new_options& given) {
  const format f = named_format(given.format);
  if (!f.layout().minted) refuse_unminted(f);
  const notation as = named_notation("--as", given.as);
  require_notation(as, f);
  if (!given.at.empty()) require_property("--at", f, has_time);
  const mint_options options = mint_options_of(given, f);
  return f.visit([&]<class Id>(std::type_identity<Id>) {
    if constexpr (Id::layout().minted) {
      return mint_ids<Id>(given, options, as);
    } else {
      return status::wrong_usage;  // refused above
    }
  });
}

}  // namespace

command new_command() {
  const auto given = std::make_shared<new_options>();
  std::vector<option> options{
      {.name = "FORMAT",
       .target = &given->format,
       .value = std::string(any_format_name),
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
       {.flags = {"--random"}, .target = &given->random, .description = "Independent draws, in no order"}});
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
