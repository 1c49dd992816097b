#include "completions.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "command.hpp"
#include "sortid/version.hpp"

namespace sortid::cli {

namespace {

// An option or a positional of the table.
struct entry {
  std::vector<std::string> flags;  // "-t", "--to"; empty for a positional
  std::string name;                // of a positional
  std::string value;               // name of its value; empty for a flag
  std::string description;
  bool many = false;
};

std::vector<entry> entries_of(const CLI::App& app) {
  std::vector<entry> entries;
  for (const CLI::Option* o : app.get_options()) {
    if (o->get_group().empty()) continue;
    entry e;
    for (const std::string& s : o->get_snames()) e.flags.push_back("-" + s);
    for (const std::string& l : o->get_lnames()) e.flags.push_back("--" + l);
    if (o->get_positional()) e.name = o->get_name(true);
    if (o->get_items_expected_max() != 0) e.value = o->get_type_name();
    e.description = o->get_description();
    e.many = o->get_items_expected_max() > 1;
    entries.push_back(std::move(e));
  }
  return entries;
}

std::vector<const CLI::App*> commands_of(const CLI::App& program) {
  return program.get_subcommands([](const CLI::App*) { return true; });
}

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
    text.replace(at, what.size(), by);
  return text;
}

std::string joined_flags(const entry& e, const char* separator) {
  return fmt::format("{}", fmt::join(e.flags, separator));
}

// --- bash ------------------------------------------------------------------------------------------------------

std::string bash_values(const entry& e) {
  if (e.value == any_file_name) return "compopt -o default; COMPREPLY=()";
  const auto choices = choices_of(e.value);
  if (choices.empty()) return "COMPREPLY=()";
  return fmt::format("mapfile -t COMPREPLY < <(compgen -W '{}' -- \"$word\")", fmt::join(choices, " "));
}

std::string bash(const CLI::App& program) {
  std::string names;
  std::string cases;
  std::string options_alone;
  for (const entry& e : entries_of(program)) options_alone += joined_flags(e, " ") + " ";
  for (const CLI::App* command : commands_of(program)) {
    names += command->get_name() + " ";
    cases += fmt::format("    {})\n      case $before in\n", command->get_name());
    std::string flags;
    std::string positional = "COMPREPLY=()";
    for (const entry& e : entries_of(*command)) {
      if (e.flags.empty()) {
        if (!choices_of(e.value).empty()) positional = bash_values(e);
        continue;
      }
      flags += joined_flags(e, " ") + " ";
      if (!e.value.empty())
        cases += fmt::format("        {}) {}; return ;;\n", joined_flags(e, "|"), bash_values(e));
    }
    cases += fmt::format(
        "      esac\n      if [[ $word == -* ]]; then\n        mapfile -t COMPREPLY < <(compgen -W '{}' -- "
        "\"$word\")\n      else\n        {}\n      fi ;;\n",
        flags, positional);
  }
  return fmt::format(
      "# bash completion for sortid {}, written by `sortid --generate bash`\n"
      "_sortid() {{\n"
      "  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}}\n"
      "  if ((COMP_CWORD == 1)); then\n"
      "    mapfile -t COMPREPLY < <(compgen -W '{}{}' -- \"$word\")\n"
      "    return\n"
      "  fi\n"
      "  case ${{COMP_WORDS[1]}} in\n{}  esac\n"
      "}}\n"
      "complete -F _sortid sortid\n",
      library_version, names, options_alone, cases);
}

// --- zsh -------------------------------------------------------------------------------------------------------

std::string zsh_quoted(std::string text) {
  text = replaced(std::move(text), "'", "'\\''");
  for (const std::string_view special : {"[", "]", ":"})
    text = replaced(std::move(text), special, "\\" + std::string(special));
  return text;
}

std::string zsh_action(const entry& e) {
  if (e.value == any_file_name) return "_files";
  const auto choices = choices_of(e.value);
  return choices.empty() ? " " : fmt::format("({})", fmt::join(choices, " "));
}

std::string zsh_arguments(const CLI::App& app) {
  std::string lines;
  for (const entry& e : entries_of(app)) {
    const std::string description = zsh_quoted(e.description);
    if (e.flags.empty()) {
      lines += fmt::format(" \\\n        '{}:{}:{}'", e.many ? "*" : "1", zsh_quoted(e.name), zsh_action(e));
      continue;
    }
    for (const std::string& flag : e.flags) {
      const std::string value =
          e.value.empty() ? "" : fmt::format(":{}:{}", zsh_quoted(e.value), zsh_action(e));
      lines += fmt::format(" \\\n        '({}){}[{}]{}'", joined_flags(e, " "), flag, description, value);
    }
  }
  return lines;
}

std::string zsh(const CLI::App& program) {
  std::string commands;
  std::string cases;
  for (const CLI::App* command : commands_of(program)) {
    commands += fmt::format("        '{}:{}'\n", command->get_name(), zsh_quoted(command->get_description()));
    cases += fmt::format("    {})\n      _arguments -s{} ;;\n", command->get_name(), zsh_arguments(*command));
  }
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
      library_version, zsh_arguments(program), commands, cases);
}

// --- fish ------------------------------------------------------------------------------------------------------

std::string fish_quoted(std::string text) {
  return replaced(replaced(std::move(text), "\\", "\\\\"), "'", "\\'");
}

std::string fish_line(const std::string& condition, const entry& e) {
  std::string line = fmt::format("complete -c sortid -n '{}'", condition);
  for (const std::string& flag : e.flags) {
    line += flag.starts_with("--") ? " -l " + flag.substr(2) : " -s " + flag.substr(1);
  }
  if (!e.value.empty() && !e.flags.empty()) line += e.value == any_file_name ? " -r -F" : " -x";
  if (const auto choices = choices_of(e.value); !choices.empty())
    line += fmt::format(" -a '{}'", fmt::join(choices, " "));
  return line + fmt::format(" -d '{}'\n", fish_quoted(e.description));
}

std::string fish(const CLI::App& program) {
  std::string lines = fmt::format(
      "# fish completion for sortid {}, written by `sortid --generate fish`\ncomplete -c sortid -f\n",
      library_version);
  for (const entry& e : entries_of(program)) lines += fish_line("__fish_use_subcommand", e);
  for (const CLI::App* command : commands_of(program)) {
    lines += fmt::format("complete -c sortid -n __fish_use_subcommand -a {} -d '{}'\n", command->get_name(),
                         fish_quoted(command->get_description()));
  }
  for (const CLI::App* command : commands_of(program)) {
    for (const entry& e : entries_of(*command)) {
      if (e.flags.empty() && choices_of(e.value).empty()) continue;
      lines += fish_line("__fish_seen_subcommand_from " + command->get_name(), e);
    }
  }
  return lines;
}

// --- man -------------------------------------------------------------------------------------------------------

std::string roff(std::string text) {
  text = replaced(replaced(std::move(text), "\\", "\\e"), "-", "\\-");
  // A line that begins with a dot or an apostrophe would be a request.
  if (text.starts_with('.') || text.starts_with('\'')) text.insert(0, "\\&");
  return replaced(replaced(std::move(text), "\n.", "\n\\&."), "\n'", "\n\\&'");
}

std::string man_entries(const CLI::App& app) {
  std::string lines;
  for (const entry& e : entries_of(app)) {
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
  for (const std::string& line : CLI::detail::split(footer, '\n')) {
    const bool indented = line.starts_with("  ");
    if (indented != verbatim) lines += indented ? ".PP\n.nf\n" : ".fi\n";
    if (!indented && !line.empty() && (gap || verbatim)) lines += ".PP\n";
    gap = line.empty();
    verbatim = indented;
    if (!line.empty()) lines += roff(indented ? line.substr(2) : line) + "\n";
  }
  return lines + (verbatim ? ".fi\n" : "");
}

std::string man(const CLI::App& program) {
  std::string page = fmt::format(
      ".\\\" Written by `sortid --generate man`.\n"
      ".TH SORTID 1 \"\" \"sortid {}\" \"User Commands\"\n"
      ".SH NAME\nsortid \\- {}\n.SH SYNOPSIS\n",
      library_version, roff(program.get_description()));
  std::string sections;
  bool first = true;
  for (const CLI::App* command : commands_of(program)) {
    if (!first) page += ".br\n";
    first = false;
    page += fmt::format(".B sortid {}\n", command->get_name());
    std::string arguments = "[\\fIOPTION\\fR]...";
    for (const entry& e : entries_of(*command)) {
      if (e.flags.empty()) arguments += fmt::format(" [\\fI{}\\fR]{}", e.name, e.many ? "..." : "");
    }
    page += arguments + "\n";
    sections += fmt::format(".SS sortid {}\n{}.\n{}{}", command->get_name(), roff(command->get_description()),
                            man_entries(*command), man_footer(command->get_footer()));
  }
  std::string formats;
  for (const format f : format::all())
    formats += fmt::format(".TP\n\\fB{}\\fR\n{}\n", roff(std::string(f.name())),
                           roff(std::string(f.layout().title)));
  return page + fmt::format(".SH DESCRIPTION\n{}.SH OPTIONS\n{}.SH SUBCOMMANDS\n{}.SH FORMATS\n{}",
                            man_footer(program.get_footer(), true), man_entries(program), sections, formats);
}

}  // namespace

std::string generate(const CLI::App& program, std::string_view kind) {
  const std::vector<std::string> kinds = choices_of(generated_kinds);
  if (kind == kinds[0]) return bash(program);
  if (kind == kinds[1]) return zsh(program);
  if (kind == kinds[2]) return fish(program);
  if (kind == kinds[3]) return man(program);
  throw usage_error(fmt::format("--generate \"{}\": one of {} expected", kind, fmt::join(kinds, ", ")));
}

}  // namespace sortid::cli
