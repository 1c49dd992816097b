// sortid grep: the lines of files that have ids in them, or the ids alone.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>

#include "color.hpp"
#include "commands/commands.hpp"
#include "host/host.hpp"
#include "ids/finding.hpp"
#include "ids/json.hpp"
#include "stream/stream.hpp"
#include "values.hpp"

namespace sortid::cli {

namespace {

struct grep_options {
  std::string since;
  std::string until;
  std::string color = "auto";
  bool json = false;
  bool only_matching = false;
  bool line_number = false;
  bool byte_offset = false;
  bool count = false;
  std::string jobs;
  std::vector<std::string> words;
};

// What is written of the ids.
struct search {
  bool json = false;
  bool only_matching = false;
  bool line_number = false;
  bool byte_offset = false;
  bool count = false;
  bool names = false;  // there are several files
  paint colors = {};

  // What stands before a line of the output.
  void put_place(const block& in, std::uint64_t line, std::uint64_t offset, buffer& to) const {
    if (names) append_format(to, "{}{}{}:", colors.faint(), name_of(in.file), colors.plain());
    if (line_number) append_format(to, "{}{}{}:", colors.faint(), line, colors.plain());
    if (byte_offset) append_format(to, "{}{}{}:", colors.faint(), offset, colors.plain());
  }
  void put_id(std::string_view text, buffer& to) const {
    append(to, colors.bold());
    append(to, text);
    append(to, colors.plain());
  }

  void put_json(const block& in, const finding& found, buffer& to) const {
    buffer place;
    if (!in.file.empty()) {
      append(place, R"("file":)");
      append_json_string(place, in.file);
      append(place, ",");
    }
    append_format(place, R"("line":{},"offset":{},)", found.line, found.id.offset);
    append_json(to, found.id.text, found.known(), {.first = view_of(place)});
    append(to, "\n");
  }

  [[nodiscard]] static std::string_view name_of(std::string_view file) {
    return file.empty() ? "(standard input)" : file;
  }
};

// The lines of a block while their ids are found.
class found_lines {
 public:
  found_lines(const search& how, const block& in, block_result& result)
      : how_(how), in_(in), result_(result) {}

  void take(const finding& found) {
    ++result_.valid;
    if (how_.count) return;
    if (how_.json) {
      how_.put_json(in_, found, result_.out);
    } else if (how_.only_matching || alone(found.whole)) {
      end_line();
      how_.put_place(in_, found.line, found.id.offset, result_.out);
      how_.put_id(found.id.text, result_.out);
      append(result_.out, "\n");
    } else {
      if (found.whole.data() != line_.data()) {
        end_line();
        line_ = found.whole;
        how_.put_place(in_, found.line, found.id.offset - found.before, result_.out);
      }
      append(result_.out, line_.substr(written_, found.before - written_));
      how_.put_id(found.id.text, result_.out);
      written_ = found.before + found.id.text.size();
    }
    if (line_.empty()) result_.relieve();
  }
  void end_line() {
    if (line_.empty()) return;
    append(result_.out, line_.substr(written_));
    if (!line_.ends_with('\n')) append(result_.out, "\n");
    line_ = {};
    written_ = 0;
    result_.relieve();
  }

 private:
  // Of a line that is binary or too long to keep, the ids alone are written.
  static bool alone(std::string_view line) {
    return line.empty() || line.find('\0') != std::string_view::npos;
  }

  const search& how_;
  const block& in_;
  block_result& result_;
  std::string_view line_;    // that is being written; empty: none
  std::size_t written_ = 0;  // bytes of it
};

status grep(const grep_options& given) {
  if (given.count && (given.json || given.only_matching))
    throw usage_error(fmt::format("--count writes numbers alone; it goes without {}",
                                  given.json ? "--json" : "--only-matching"));
  format_set wanted;
  std::vector<std::string> files;
  for (const std::string& word : given.words) {
    const auto named = files.empty() ? format::find(word) : std::nullopt;
    if (!named) {
      files.push_back(word);
    } else if (std::find(wanted.begin(), wanted.end(), *named) == wanted.end()) {
      wanted.push_back(*named);
    }
  }
  // A misspelt format is no file.
  if (!files.empty() && files.front() != "-" && os::is_missing(files.front()) &&
      files.front().find_first_of("./") == std::string::npos) {
    option formats;
    formats.value = any_format_name;
    const std::vector<std::string> names = choices_of(formats);
    if (const std::string_view nearest = nearest_to(files.front(), names); !nearest.empty())
      throw usage_error(
          fmt::format("there is no file and no format \"{}\"; did you mean {}?", files.front(), nearest));
  }
  if (wanted.empty()) wanted = formats_in_text();
  const auto instant = [](std::string_view name, const std::string& text) {
    if (text.empty()) return std::optional<std::int64_t>();
    const std::int64_t unix_ms = instant_of(name, text).not_before();
    using limits = std::numeric_limits<std::int64_t>;
    if (unix_ms == limits::min() || unix_ms == limits::max())
      throw usage_error(fmt::format("{} \"{}\": range: no id is of a time so far away", name, text));
    return std::optional(unix_ms);
  };
  const auto since = instant("--since", given.since);
  const auto until = instant("--until", given.until);
  if (since && until && *since >= *until)
    throw usage_error(fmt::format(R"(--since "{}" is not before --until "{}")", given.since, given.until));
  finder ids(wanted, {since, until});
  const search how{given.json,
                   given.only_matching,
                   given.line_number,
                   given.byte_offset,
                   given.count,
                   files.size() > 1,
                   {colors_wanted(given.color, os::standard_output)}};
  stream_work work;
  work.process = [&](const block& in, block_result& result) {
    found_lines lines(how, in, result);
    ids.each(in, result, [&lines](const finding& found) { lines.take(found); });
    lines.end_line();
  };
  stream_options options{.threads = threads_of(given.jobs), .count = false, .found = true, .files = true};
  if (given.count) {
    options.end_of_input = [&how](std::string_view file, std::uint64_t found, buffer& to) {
      if (how.names) append_format(to, "{}:", search::name_of(file));
      append_format(to, "{}\n", found);
    };
  }
  return run_stream(work, files, options);
}

}  // namespace

command grep_command() {
  const auto given = std::make_shared<grep_options>();
  std::string unasked;
  for (const format f : formats_in_text()) unasked.append(unasked.empty() ? "" : ", ").append(f.name());
  return {
      .name = "grep",
      .description = "Find the ids in logs, JSON, CSV and other texts",
      .options = {flag_option({"-o", "--only-matching"}, given->only_matching, "The ids alone, one a line"),
                  flag_option({"-j", "--json"}, given->json,
                              "One JSON object a line for each id, as inspect has it, with its place"),
                  flag_option({"-c", "--count"}, given->count, "The number of ids in each file alone"),
                  flag_option({"-n", "--line-number"}, given->line_number,
                              "The number of the line before each line"),
                  flag_option({"-b", "--byte-offset"}, given->byte_offset,
                              "The number of bytes before each line; with -o, before each id"),
                  value_option({"--since"}, given->since, "INSTANT",
                               "Ids that were made then or later: 2026-01-31, yesterday, -2h"),
                  value_option({"--until"}, given->until, "INSTANT", "Ids that were made before"),
                  color_option(given->color),
                  jobs_option(given->jobs),
                  {.name = "WORD",
                   .target = &given->words,
                   .value = std::string(any_format_name) + "|" + std::string(any_file_name),
                   .description = "Names of formats to find (without any: " + unasked +
                                  "), then files to read; without files, or for -, standard input",
                   .most = many}},
      .footer =
          "Exit status: 0 an id was found, 1 none, 2 wrong usage, 3 input or output failed.\n"
          "\n"
          "Examples:\n"
          "  sortid grep --since -2h app.log\n"
          "  sortid grep -o typeid *.json | sort -u\n"
          "  sortid grep --json ulid xid < export.csv | jq -r .time",
      .run = [given] { return grep(*given); },
  };
}

}  // namespace sortid::cli
