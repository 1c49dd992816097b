#include "values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <numeric>
#include <utility>

#include "human_time.hpp"
#include "sortid/looks_like.hpp"
#include "sortid/open_node_store.hpp"
#include "sortid/system.hpp"
#include "stream/pipeline.hpp"

namespace sortid::cli {

namespace {

// Letters to insert, remove or replace.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (detail::lower(a[i]) == detail::lower(b[j]) ? 0U : 1U);
      diagonal = row[j + 1];
      row[j + 1] = std::min({row[j + 1] + 1, row[j] + 1, replaced});
    }
  }
  return row.back();
}

std::vector<std::string> format_names(const format_predicate& has = {}) {
  std::vector<std::string> names;
  for (const format f : format::all()) {
    if (!has || has(f.layout())) names.emplace_back(f.name());
  }
  return names;
}

}  // namespace

std::string joined(const std::vector<std::string>& texts, std::string_view separator) {
  std::string all;
  for (const std::string& text : texts) all.append(all.empty() ? "" : separator).append(text);
  return all;
}

std::vector<std::string> choices_of(std::string_view value_name) {
  std::vector<std::string> choices;
  while (true) {
    const std::size_t bar = value_name.find('|');
    choices.emplace_back(value_name.substr(0, bar));
    if (bar == std::string_view::npos) return choices;
    value_name.remove_prefix(bar + 1);
  }
}

std::vector<std::string> choices_of(const option& o) {
  std::vector<std::string> choices;
  if (o.value.find('|') == std::string::npos && o.value != any_format_name) return choices;
  for (std::string& choice : choices_of(o.value)) {
    if (choice == any_file_name) continue;
    if (choice != any_format_name) {
      choices.push_back(std::move(choice));
      continue;
    }
    for (std::string& name : format_names(o.takes)) choices.push_back(std::move(name));
  }
  return choices;
}

bool takes_files(const option& o) {
  const std::vector<std::string> choices = choices_of(o.value);
  return std::any_of(choices.begin(), choices.end(), [](const std::string& choice) {
    return choice == any_file_name || choice == any_folder_name;
  });
}

std::vector<std::string> command_words(const program& p) {
  std::vector<std::string> words;
  for (const command& c : p.commands) words.push_back(c.name);
  for (const command& c : p.commands) {
    if (!c.alias.empty()) words.push_back(c.alias);
  }
  words.emplace_back(help_word);
  return words;
}

std::string_view nearest_to(std::string_view word, const std::vector<std::string>& candidates) {
  std::string_view nearest;
  // A third of the letters, or two, but never all of them. The dashes of an option are no letters.
  const std::size_t letters = word.size() - std::min(word.find_first_not_of('-'), word.size());
  std::size_t least = std::min(std::max<std::size_t>(2, word.size() / 3) + 1, letters);
  for (const std::string& candidate : candidates) {
    if (const std::size_t d = distance(word, candidate); d < least) {
      least = d;
      nearest = candidate;
    }
  }
  return nearest;
}

std::size_t choice_of(std::string_view option, std::string_view text, std::string_view choices) {
  const std::vector<std::string> all = choices_of(choices);
  const auto found = std::find(all.begin(), all.end(), text);
  if (found == all.end())
    throw usage_error(fmt::format("{} \"{}\": one of {} expected", option, text, joined(all, ", ")));
  return static_cast<std::size_t>(found - all.begin());
}

std::optional<format> format_if_named(std::string_view name) {
  return name.empty() ? std::nullopt : std::optional(named_format(name));
}

namespace {

std::string letters_of(std::string_view name) {
  std::string letters;
  for (const char c : name) {
    if (c != '-' && c != '_')
      letters.push_back(c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c);
  }
  return letters;
}

}  // namespace

format named_format(std::string_view name, const std::vector<std::string_view>& others) {
  if (const auto found = format::find(name)) return *found;
  // As classes and functions of SQL are named: UlidFlake, ulid_flake, uuid7.
  for (const format f : format::all()) {
    if (const std::string wanted = letters_of(name);
        wanted == letters_of(f.name()) || wanted == letters_of(f.layout().sql_name().view()))
      return f;
  }
  std::vector<std::string> names = format_names();
  names.insert(names.end(), others.begin(), others.end());
  // The name of another kind of id is no misspelling of one of these.
  const bool foreign = std::any_of(std::begin(detail::foreign_kinds), std::end(detail::foreign_kinds),
                                   [name](const detail::foreign_kind& kind) { return kind.name == name; });
  const std::string_view nearest = foreign ? std::string_view() : nearest_to(name, names);
  throw usage_error(nearest.empty()
                        ? fmt::format("there is no format \"{}\"; there are {}", name, joined(names, ", "))
                        : fmt::format("there is no format \"{}\"; did you mean {}? There are {}", name,
                                      nearest, joined(names, ", ")));
}

std::uint64_t number_of(std::string_view option, const std::string& text, const number_bounds& bounds) {
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, why] = std::from_chars(text.data(), end, number);
  if (why == std::errc{} && stop == end && number >= bounds.least && number <= bounds.most) return number;
  throw usage_error(fmt::format(
      "{} \"{}\": {}", option, text,
      bounds.told.empty() ? fmt::format("a number from {} to {} expected", bounds.least, bounds.most)
                          : bounds.told));
}

namespace {

[[noreturn]] void reject_instant(std::string_view option, const std::string& text, const error& e) {
  throw usage_error(
      fmt::format("{} \"{}\": {}: {}", option, text, name_of(e.why), message_of_instant(e, text).view()));
}

}  // namespace

instant instant_of(std::string_view option, const std::string& text) {
  if (const auto words = read_human_time(text, system_clock::now())) {
    if (words->sentence.empty()) return words->at;
    throw usage_error(fmt::format("{} \"{}\": {}: {}", option, text, name_of(words->why), words->sentence));
  }
  const auto instant = parse_instant(text);
  if (instant) return *instant;
  if (instant.error().why == reason::range &&
      text.find_first_not_of("0123456789", text.starts_with('-') ? 1 : 0) == std::string::npos) {
    return text.starts_with('-') ? std::numeric_limits<std::int64_t>::min()
                                 : std::numeric_limits<std::int64_t>::max();
  }
  reject_instant(option, text, instant.error());
}

std::unique_ptr<node_store> store_of(std::string_view option, const std::string& text) {
  auto opened = open_node_store(text);
  if (!opened) throw usage_error(fmt::format("{}: {}", option, opened.error()));
  return std::move(*opened);
}

std::int64_t deadline_of(const std::string& text) {
  if (text.empty()) return node_pool_options{}.deadline_ms;
  constexpr std::uint64_t most_ms = node_pool_options::longest_ms;
  // With 0 a pool is opened before it has a number, so that no id could be made.
  return static_cast<std::int64_t>(
      number_of("--deadline", text, {1, most_ms, fmt::format("1 to {} milliseconds", most_ms)}));
}

std::optional<std::int64_t> epoch_of(const std::string& text) {
  if (text.empty()) return std::nullopt;
  const auto instant = parse_instant(text);
  if (!instant) reject_instant("--epoch", text, instant.error());
  return instant->unix_ms;
}

type_prefix prefix_of(const std::string& text) {
  const auto prefix = type_prefix::parse(text);
  if (!prefix)
    throw usage_error(fmt::format("--prefix \"{}\": prefix: {}", text, message(prefix.error(), "").view()));
  return *prefix;
}

unsigned threads_of(const std::string& jobs) {
  if (jobs.empty()) return default_threads();
  return static_cast<unsigned>(
      number_of("--jobs", jobs, {1, most_threads, fmt::format("1 to {} threads", most_threads)}));
}

std::string names_where(const format_predicate& has) { return joined(format_names(has), ", "); }

void require_property(std::string_view option, format chosen, const format_predicate& has) {
  if (has(chosen.layout())) return;
  throw usage_error(fmt::format("{} is not for {}; it is for {}", option, chosen.name(), names_where(has)));
}

}  // namespace sortid::cli
