#include "commands/completions.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sortid/version.hpp"
#include "values.hpp"

namespace sortid::cli {

namespace {

// The options of a command, with those that every one has.
std::vector<option> entries_of(const command& c) {
  std::vector<option> entries{help_option()};
  entries.insert(entries.end(), c.options.begin(), c.options.end());
  return entries;
}
std::vector<option> entries_of(const program&) { return {help_option(), version_option()}; }

std::string replaced(std::string_view text, std::string_view what, std::string_view by) {
  std::string all;
  for (std::size_t at = 0; (at = text.find(what)) != std::string_view::npos;) {
    all.append(text.substr(0, at)).append(by);
    text.remove_prefix(at + what.size());
  }
  return all.append(text);
}

constexpr std::string_view help_description = "Print the help of a subcommand";

// The names of a command with the separator between them.
std::string names_of(const command& c, std::string_view separator) {
  return c.alias.empty() ? c.name : fmt::format("{}{}{}", c.name, separator, c.alias);
}
std::string names_of(const program& p) {
  std::string names;
  for (const command& c : p.commands) names.append(names.empty() ? "" : " ").append(c.name);
  return names;
}

// --- bash -------------------------------------------------------------------------------------------------

std::string bash_values(const option& e) {
  const std::string files = takes_files(e) ? "compopt -o default; " : "";
  const auto choices = choices_of(e);
  if (choices.empty()) return files + "COMPREPLY=()";
  return fmt::format("{}mapfile -t COMPREPLY < <(compgen -W '{}' -- \"$word\")", files, joined(choices, " "));
}

std::string bash(const program& p) {
  std::string cases;
  std::string options_alone;
  for (const option& e : entries_of(p)) options_alone += joined(e.flags, " ") + " ";
  for (const command& c : p.commands) {
    cases += fmt::format("    {})\n      case $before in\n", names_of(c, "|"));
    std::string flags;
    std::string positional = "COMPREPLY=()";
    for (const option& e : entries_of(c)) {
      if (e.flags.empty()) {
        if (!choices_of(e).empty()) positional = bash_values(e);
        continue;
      }
      flags += joined(e.flags, " ") + " ";
      if (!e.value.empty())
        cases += fmt::format("        {}) {}; return ;;\n", joined(e.flags, "|"), bash_values(e));
    }
    cases += fmt::format(
        "      esac\n      if [[ $word == -* ]]; then\n        mapfile -t COMPREPLY < <(compgen -W '{}' -- "
        "\"$word\")\n      else\n        {}\n      fi ;;\n",
        flags, positional);
  }
  cases += fmt::format("    {}) mapfile -t COMPREPLY < <(compgen -W '{}' -- \"$word\") ;;\n", help_word,
                       names_of(p));
  return fmt::format(
      "# bash completion for sortid {}, written by `sortid --generate bash`\n"
      "_sortid() {{\n"
      "  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}}\n"
      "  if ((COMP_CWORD == 1)); then\n"
      "    mapfile -t COMPREPLY < <(compgen -W '{} {}' -- \"$word\")\n"
      "    return\n"
      "  fi\n"
      "  case ${{COMP_WORDS[1]}} in\n{}  esac\n"
      "}}\n"
      "complete -F _sortid sortid\n",
      library_version, joined(command_words(p), " "), options_alone, cases);
}

// --- zsh --------------------------------------------------------------------------------------------------

std::string zsh_quoted(std::string text) {
  text = replaced(text, "'", "'\\''");
  for (const std::string_view special : {"[", "]", ":"})
    text = replaced(text, special, fmt::format("\\{}", special));
  return text;
}

// The choices; a format comes with its description. `with` writes one.
std::string described(const std::vector<std::string>& choices, const auto& with) {
  std::vector<std::string> words;
  for (const std::string& choice : choices) {
    const auto named = format::find(choice);
    words.push_back(named ? with(choice, std::string(named->layout().title)) : choice);
  }
  return joined(words, " ");
}

std::string zsh_action(const option& e) {
  const auto choices = choices_of(e);
  if (takes_files(e))
    return choices.empty() ? "_files"
                           : fmt::format(" _alternative \"word\\:word\\:({})\" \"file\\:file\\:_files\"",
                                         joined(choices, " "));
  if (choices.empty()) return " ";
  return fmt::format("(({}))", described(choices, [](const std::string& word, const std::string& title) {
                       return fmt::format(R"({}\:"{}")", word, zsh_quoted(title));
                     }));
}

std::string zsh_arguments(const auto& app) {
  std::string lines;
  for (const option& e : entries_of(app)) {
    const std::string description = zsh_quoted(e.description);
    if (e.flags.empty()) {
      lines +=
          fmt::format(" \\\n        '{}:{}:{}'", e.most > 1 ? "*" : "1", zsh_quoted(e.name), zsh_action(e));
      continue;
    }
    for (const std::string& flag : e.flags) {
      const std::string value =
          e.value.empty() ? "" : fmt::format(":{}:{}", zsh_quoted(e.value), zsh_action(e));
      lines += fmt::format(" \\\n        '({}){}[{}]{}'", joined(e.flags, " "), flag, description, value);
    }
  }
  return lines;
}

std::string zsh(const program& p) {
  std::string commands;
  std::string cases;
  for (const command& c : p.commands) {
    commands += fmt::format("        '{}:{}'\n", c.name, zsh_quoted(c.description));
    if (!c.alias.empty()) commands += fmt::format("        '{}:{}'\n", c.alias, zsh_quoted(c.description));
    cases += fmt::format("    {})\n      _arguments -s{} ;;\n", names_of(c, "|"), zsh_arguments(c));
  }
  commands += fmt::format("        '{}:{}'\n", help_word, help_description);
  cases += fmt::format("    {})\n      _arguments '1:subcommand:({})' ;;\n", help_word, names_of(p));
  return fmt::format(
      "#compdef sortid\n"
      "# zsh completion for sortid {}, written by `sortid --generate zsh`\n"
      "_sortid() {{\n"
      "  local state line\n"
      "  local -a commands\n"
      "  _arguments -C{} \\\n        '1:subcommand:->subcommand' '*::argument:->argument'\n"
      "  case $state in\n"
      "    subcommand)\n"
      "      commands=(\n{}      )\n"
      "      _describe subcommand commands\n"
      "      return ;;\n"
      "  esac\n"
      "  case $line[1] in\n{}  esac\n"
      "}}\n"
      "_sortid \"$@\"\n",
      library_version, zsh_arguments(p), commands, cases);
}

// --- fish -------------------------------------------------------------------------------------------------

std::string fish_quoted(std::string_view text) { return replaced(replaced(text, "\\", "\\\\"), "'", "\\'"); }

std::string fish_line(const std::string& condition, const option& e) {
  std::string line = fmt::format("complete -c sortid -n '{}'", condition);
  for (const std::string& flag : e.flags) {
    line += flag.starts_with("--") ? " -l " + flag.substr(2) : " -s " + flag.substr(1);
  }
  if (!e.value.empty() && !e.flags.empty()) line += takes_files(e) ? " -r -F" : " -x";
  if (e.flags.empty() && takes_files(e)) line += " -F";
  if (const auto choices = choices_of(e); !choices.empty())
    line += fmt::format(" -a '{}'", described(choices, [](const std::string& word, const std::string& title) {
                          return fmt::format(R"({}\t"{}")", word, fish_quoted(title));
                        }));
  return line + fmt::format(" -d '{}'\n", fish_quoted(e.description));
}

std::string fish(const program& p) {
  std::string lines = fmt::format(
      "# fish completion for sortid {}, written by `sortid --generate fish`\ncomplete -c sortid -f\n",
      library_version);
  for (const option& e : entries_of(p)) lines += fish_line("__fish_use_subcommand", e);
  for (const command& c : p.commands) {
    lines += fmt::format("complete -c sortid -n __fish_use_subcommand -a '{}' -d '{}'\n", names_of(c, " "),
                         fish_quoted(c.description));
  }
  lines += fmt::format(
      "complete -c sortid -n __fish_use_subcommand -a {0} -d '{1}'\n"
      "complete -c sortid -n '__fish_seen_subcommand_from {0}' -a '{2}'\n",
      help_word, help_description, names_of(p));
  for (const command& c : p.commands) {
    for (const option& e : entries_of(c)) {
      if (e.flags.empty() && choices_of(e).empty()) continue;
      lines += fish_line("__fish_seen_subcommand_from " + names_of(c, " "), e);
    }
  }
  return lines;
}

// --- man --------------------------------------------------------------------------------------------------

std::string roff(std::string text) {
  text = replaced(replaced(text, "\\", "\\e"), "-", "\\-");
  // A line that begins with a dot or an apostrophe would be a request.
  if (text.starts_with('.') || text.starts_with('\'')) text.insert(0, "\\&");
  return replaced(replaced(text, "\n.", "\n\\&."), "\n'", "\n\\&'");
}

std::string man_entries(const auto& app) {
  std::string lines;
  for (const option& e : entries_of(app)) {
    std::string head;
    for (const std::string& flag : e.flags)
      head += (head.empty() ? "" : ", ") + fmt::format("\\fB{}\\fR", roff(flag));
    if (e.flags.empty()) head = fmt::format("\\fI{}\\fR", roff(e.name));
    if (!e.value.empty() && !e.flags.empty()) head += fmt::format(" \\fI{}\\fR", roff(e.value));
    lines += fmt::format(".TP\n{}\n{}\n", head, roff(e.description));
  }
  return lines;
}

// A footer: paragraphs, with the indented lines as they stand.
std::string man_footer(const std::string& footer, bool opens_section = false) {
  std::string lines;
  bool verbatim = false;
  bool gap = !opens_section;  // a section needs no gap before its first paragraph
  for (std::string_view rest = footer; !rest.empty();) {
    const std::string line(rest.substr(0, rest.find('\n')));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    const bool indented = line.starts_with("  ");
    if (indented != verbatim) lines += indented ? ".PP\n.nf\n" : ".fi\n";
    if (!indented && !line.empty() && (gap || verbatim)) lines += ".PP\n";
    gap = line.empty();
    verbatim = indented;
    if (!line.empty()) lines += roff(indented ? line.substr(2) : line) + "\n";
  }
  return lines + (verbatim ? ".fi\n" : "");
}

std::string man(const program& p) {
  std::string page = fmt::format(
      ".\\\" Written by `sortid --generate man`.\n"
      ".TH SORTID 1 \"\" \"sortid {}\" \"User Commands\"\n"
      ".SH NAME\nsortid \\- {}\n.SH SYNOPSIS\n",
      library_version, roff(p.description));
  std::string sections;
  bool first = true;
  for (const command& c : p.commands) {
    if (!first) page += ".br\n";
    first = false;
    page += fmt::format(".B sortid {}\n", c.name);
    std::string arguments = "[\\fIOPTION\\fR]...";
    for (const option& e : entries_of(c)) {
      if (e.flags.empty()) arguments += fmt::format(" [\\fI{}\\fR]{}", e.name, e.most > 1 ? "..." : "");
    }
    page += arguments + "\n";
    sections += fmt::format(".SS sortid {}\n{}.\n{}{}", c.name, roff(c.description), man_entries(c),
                            man_footer(c.footer));
  }
  std::string formats;
  for (const format f : format::all())
    formats += fmt::format(".TP\n\\fB{}\\fR\n{}\n", roff(std::string(f.name())),
                           roff(std::string(f.layout().title)));
  return page + fmt::format(".SH DESCRIPTION\n{}.SH OPTIONS\n{}.SH SUBCOMMANDS\n{}.SH FORMATS\n{}",
                            man_footer(p.footer, true), man_entries(p), sections, formats);
}

}  // namespace

std::string generate(const program& p, std::string_view kind) {
  const std::vector<std::string> kinds = choices_of(generated_kinds);
  if (kind == kinds[0]) return bash(p);
  if (kind == kinds[1]) return zsh(p);
  if (kind == kinds[2]) return fish(p);
  if (kind == kinds[3]) return man(p);
  throw usage_error(fmt::format("--generate \"{}\": one of {} expected", kind, joined(kinds, ", ")));
}

}  // namespace sortid::cli
