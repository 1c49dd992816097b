// The option table handed to CLI11. Nothing else includes it: it takes long to compile.
#include "cli11.hpp"

// It checks no files for this program, and std::filesystem has 100 KB in a static one.
#define CLI11_HAS_FILESYSTEM 0

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "commands/completions.hpp"
#include "habits.hpp"
#include "output.hpp"
#include "sortid/version.hpp"
#include "values.hpp"

namespace sortid::cli {

namespace {

constexpr std::size_t help_column = 34;
constexpr std::size_t help_width = 80;

// Stands behind a word in brackets, which CLI11 would take for a list of words, and behind the value in
// --name=value, instead of which CLI11 would take the next word where it is empty. No argument can contain
// it.
constexpr char whole_word_mark = '\0';

std::string unmarked(std::string word) {
  if (word.ends_with(whole_word_mark)) word.pop_back();
  return word;
}

// Broken into the lines of the help's right column.
std::string wrapped(std::string_view text) {
  std::string lines;
  constexpr std::size_t width = help_width - help_column;
  while (text.size() > width) {
    const std::size_t space = text.rfind(' ', width);
    if (space == std::string_view::npos) break;
    lines.append(text.substr(0, space)).append("\n");
    text.remove_prefix(space + 1);
  }
  return lines.append(text);
}

class help_formatter : public CLI::Formatter {
  std::string make_option_desc(const CLI::Option* o) const override { return wrapped(o->get_description()); }
  std::string make_option_usage(const CLI::Option* o) const override {
    return fmt::format("[{}{}]", o->get_name(true), o->get_expected_max() > 1 ? "..." : "");
  }
  std::string make_subcommand(const CLI::App* sub) const override {
    // CLI11 has had such a function under several names.
    std::string lines = "  " + sub->get_name();
    lines.resize(std::max<std::size_t>(lines.size(), help_column), ' ');
    for (const char symbol : wrapped(sub->get_description())) {
      lines += symbol;
      if (symbol == '\n') lines.append(help_column, ' ');
    }
    return lines.append("\n");
  }
};

std::string value_missing(std::string_view flag, std::string_view value) {
  return fmt::format("{} needs a value: {}", flag, value);
}

CLI::Option* add(CLI::App& app, const option& o) {
  const std::string name = o.flags.empty() ? o.name : joined(o.flags, ",");
  CLI::Option* const added = std::visit(
      [&]<class T>(T* target) -> CLI::Option* {
        if constexpr (std::is_same_v<T, bool>) {
          return app.add_flag(name, *target, o.description)->disable_flag_override();
        } else {
          return app.add_option(name, *target, o.description);
        }
      },
      o.target);
  if (std::holds_alternative<bool*>(o.target)) return added;
  added->type_name(o.flags.empty() ? "" : o.value)->required(o.required);
  added->transform(CLI::Validator(
      [](std::string& given) {
        given = unmarked(std::move(given));
        return std::string();
      },
      ""));
  if (!o.flags.empty()) added->allow_extra_args(false);  // one value each time
  if (o.most > 1 && o.most != many) added->expected(0, o.most);
  if (!o.flags.empty() && !o.may_be_empty) {
    added->check(CLI::Validator(
        [name = o.flags.back(), value = o.value](const std::string& given) -> std::string {
          if (given.empty()) throw usage_error(value_missing(name, value));
          return {};
        },
        ""));
  }
  return added;
}

// Of an argument, or of an option that may be given several times.
std::vector<std::string>* words_of(const option& o) {
  auto* const words = std::get_if<std::vector<std::string>*>(&o.target);
  return words == nullptr ? nullptr : *words;
}

std::string one_too_many(std::string_view command, std::string_view word) {
  return fmt::format("{} takes no more words: \"{}\" is one too many", command, word);
}

// The words of the command line as CLI11 reads them. Words behind "--" are no options, whatever they begin
// with. CLI11 takes them only as long as no other word was given, so those of an argument that takes any
// number are put aside.
struct words {
  std::vector<std::string> reversed;
  std::vector<std::string> behind_dashes;

  words(const program& p, std::vector<std::string> given) : reversed(std::move(given)) {
    name_as_listed(p);
    const auto dashes = std::find(reversed.begin(), reversed.end(), "--");
    const auto named = std::find_if(p.commands.begin(), p.commands.end(), [&](const command& c) {
      return !reversed.empty() && c.name == reversed.front();
    });
    if (dashes != reversed.end() && named != p.commands.end() &&
        std::any_of(named->options.begin(), named->options.end(), words_of)) {
      behind_dashes.assign(dashes + 1, reversed.end());
      reversed.erase(dashes, reversed.end());
    }
    for (std::string& word : reversed) {
      const bool has_value = word.starts_with("--") && word.find('=') != std::string::npos;
      if (has_value || (word.starts_with('[') && word.ends_with(']'))) word += whole_word_mark;
    }
    std::reverse(reversed.begin(), reversed.end());
  }
  // The words that people try first: `help`, `help new`, and those of other programs.
  void name_as_listed(const program& p) {
    const bool help = !reversed.empty() && reversed.front() == help_word;
    while (!reversed.empty() && reversed.front() == help_word) reversed.erase(reversed.begin());
    if (help && reversed.size() > 1) throw usage_error(one_too_many(help_word, reversed[1]));
    reversed = as_meant(p, std::move(reversed));
    if (!help) return;
    const std::string flag = help_option().flags.back();
    if (reversed.empty()) {
      reversed.push_back(flag);
    } else if (std::any_of(p.commands.begin(), p.commands.end(),
                           [&](const command& c) { return c.name == reversed.front(); })) {
      reversed = {reversed.front(), flag};
    }
  }
  // Gives the argument the words that were put aside.
  void restore(const command& c) const {
    for (const option& o : c.options) {
      std::vector<std::string>* const found = words_of(o);
      if (found != nullptr && o.flags.empty())
        found->insert(found->end(), behind_dashes.begin(), behind_dashes.end());
    }
  }
};

std::vector<std::string> flags_of(const CLI::App& app) {
  std::vector<std::string> flags;
  for (const CLI::Option* o : app.get_options()) {
    for (const std::string& name : o->get_lnames()) flags.push_back("--" + name);
    for (const std::string& name : o->get_snames()) flags.push_back("-" + name);
  }
  return flags;
}

std::string perhaps(std::string_view nearest) {
  return nearest.empty() ? "" : fmt::format("; did you mean {}?", nearest);
}

// The option that the flag is the beginning of, or the first word of whose description it is: --count of
// --number.
std::string described_as(const CLI::App& app, std::string_view flag) {
  const std::string word =
      CLI::detail::to_lower(std::string(flag.substr(std::min(flag.find_first_not_of('-'), flag.size()))));
  if (word.size() < 3) return {};
  for (const CLI::Option* o : app.get_options()) {
    if (o->get_lnames().empty()) continue;
    const std::string& name = o->get_lnames().front();
    const std::string& told = o->get_description();
    if (name.starts_with(word) || CLI::detail::to_lower(told.substr(0, told.find(' '))) == word)
      return "--" + name;
  }
  return {};
}

// Of a flag that the subcommand does not have.
std::string sentence_of_flag(const CLI::App& sub, const std::string& word) {
  const std::string flag = word.substr(0, word.find('='));
  std::string meant(advice_on(sub.get_name(), flag));
  if (meant.empty()) meant = nearest_to(flag, flags_of(sub));
  if (meant.empty()) meant = described_as(sub, flag);
  return fmt::format("there is no option {}{}", flag, perhaps(meant));
}

std::string sentence_of_no_subcommand(const program& p, const std::vector<std::string>& left) {
  const std::string& word = left.front();
  const std::string none = fmt::format("there is no subcommand \"{}\"", word);
  if (const auto advice = advice_on("", word); !advice.empty()) return none + perhaps(advice);
  const std::vector<std::string> candidates = command_words(p);
  const std::string_view nearest = nearest_to(word, candidates);
  const auto id = std::find_if(left.begin(), left.end(), is_id);
  if (nearest.empty() && id != left.end()) return none + perhaps("sortid inspect " + *id);
  std::vector<std::string> names;
  for (const command& c : p.commands) names.push_back(c.name);
  return fmt::format("{}{} There are {}", none, nearest.empty() ? "." : perhaps(nearest),
                     joined(names, ", "));
}

// Why the first word that no option and no argument takes is one too many, and what may have been meant.
std::string sentence_of_extra(const program& p, const CLI::App& app) {
  std::vector<std::string> left = app.remaining(true);
  std::transform(left.begin(), left.end(), left.begin(), unmarked);
  const auto chosen = app.get_subcommands();
  if (chosen.empty()) return sentence_of_no_subcommand(p, left);
  const CLI::App& sub = *chosen.front();
  const std::string& word = left.front();
  if (is_option(word)) return sentence_of_flag(sub, word);
  const bool prefixes = sub.get_option_no_throw("--prefix") != nullptr && type_prefix::parse(word);
  return one_too_many(sub.get_name(), word) + perhaps(prefixes ? "--prefix " + word : "");
}

// The option that CLI11 names in a sentence: a flag without its dashes.
const CLI::Option* named_option(const CLI::App& app, std::string_view name) {
  const auto chosen = app.get_subcommands();
  for (const CLI::Option* o : (chosen.empty() ? app : *chosen.front()).get_options()) {
    if (o->get_name() == name || o->check_lname(std::string(name))) return o;
  }
  return nullptr;
}

// CLI11's own sentence begins with the option's name.
std::string sentence_of_mismatch(const CLI::App& app, std::string_view theirs) {
  const std::string_view name = theirs.substr(0, theirs.find_first_of(": "));
  const CLI::Option* const o = named_option(app, name);
  if (o == nullptr) return std::string(theirs);
  const std::size_t found = o->results().size();
  const auto most = static_cast<std::size_t>(o->get_items_expected_max());
  if (most == 0) return fmt::format("{} takes no value", o->get_name());
  if (found <= most) return value_missing(name, o->get_type_name());
  if (most > 1) return fmt::format("{} takes at most {} words, found {}", name, most, found);
  return fmt::format("{} is given {} times; it takes one value", name, found);
}

status complain(std::string_view sentence, const CLI::App& app) {
  const auto chosen = app.get_subcommands();
  say(sentence, fmt::format("Try: sortid {}--help", chosen.empty() ? "" : chosen.front()->get_name() + " "));
  return status::wrong_usage;
}

}  // namespace

status run_program(const program& p, std::vector<std::string> from_shell) {
  CLI::App app(p.description, p.name);
  const option help = help_option();
  const auto formatter = std::make_shared<help_formatter>();
  formatter->column_width(help_column);
  app.formatter(formatter);
  app.allow_windows_style_options(false);  // on Windows too, a word with a slash is an id or a path
  const auto set_help = [&help](CLI::App& to) {
    to.set_help_flag(joined(help.flags, ","), help.description);
  };
  set_help(app);
  for (const command& c : p.commands) {
    CLI::App& sub = *app.add_subcommand(c.name, c.description);
    set_help(sub);
    for (const option& o : c.options) add(sub, o);
    sub.footer(c.footer);
  }
  std::string kind;
  add(app, {.flags = {"--generate"},
            .target = &kind,
            .value = std::string(generated_kinds),
            .description = "Write completions or the man page"})
      ->group("");
  const option about = version_option();
  app.set_version_flag(joined(about.flags, ","), "sortid " + std::string(library_version), about.description);
  app.require_subcommand(0, 1);
  app.footer(p.footer);

  try {
    for (const command& c : p.commands) {
      if (c.unread == nullptr || from_shell.empty() || from_shell.front() != c.name) continue;
      c.unread->assign(from_shell.begin() + 1, from_shell.end());
      return c.run();
    }
    words given(p, std::move(from_shell));
    app.parse(given.reversed);
    if (!kind.empty()) return print(generate(p, kind));
    for (const command& c : p.commands) {
      if (!app.got_subcommand(c.name)) continue;
      given.restore(c);
      return c.run();
    }
    return complain("a subcommand is missing", app);
  } catch (const CLI::CallForHelp&) {
    return print(app.help());
  } catch (const CLI::CallForVersion& version) {
    return print(std::string(version.what()) + "\n");
  } catch (const CLI::ExtrasError&) {
    return complain(sentence_of_extra(p, app), app);
  } catch (const CLI::ArgumentMismatch& error) {
    return complain(sentence_of_mismatch(app, error.what()), app);
  } catch (const CLI::RequiredError& error) {
    // What is missing may be there under a name that no option has.
    const auto chosen = app.get_subcommands();
    const std::vector<std::string> left = app.remaining(true);
    const bool misnamed = !chosen.empty() && !left.empty() && left.front().starts_with("--");
    return complain(misnamed ? sentence_of_extra(p, app) : error.what(), app);
  } catch (const CLI::ParseError& error) {
    return complain(error.what(), app);
  } catch (const usage_error& error) {
    return complain(error.what(), app);
  } catch (const io_error& error) {
    say(error.what());
    return status::io_failed;
  }
}

}  // namespace sortid::cli
