// sortid inspect: what an id is made of, as a card for people or as JSON.
#include <memory>

#include "commands/card.hpp"
#include "commands/commands.hpp"
#include "commands/table.hpp"
#include "host/host.hpp"
#include "ids/finding.hpp"
#include "ids/json.hpp"
#include "ids/looks.hpp"
#include "ids/reading.hpp"
#include "ids/text.hpp"
#include "sortid/system.hpp"
#include "stream/stream.hpp"
#include "values.hpp"

namespace sortid::cli {

namespace {

struct inspection {
  std::optional<format> named = {};
  std::optional<std::int64_t> epoch = {};
  bool json = false;
  bool lenient = false;
  paint colors = {};
  id_table* table = nullptr;  // instead of cards; on one thread

  void process(const block& in, outcome& result) const {
    for_each_text(in, [&](std::uint64_t number, std::string_view text, std::string_view raw) {
      known_id id;
      bool canonical = false;
      const rejection why =
          lenient ? read_leniently(text, id, canonical) : read_strictly(text, id, canonical);
      if (why) {
        result.reject(in, number, text, raw, why);
        if (json) show_looks(text, result.out);
      } else {
        ++result.valid;
        show(number, text, id, canonical, result.out);
      }
      result.relieve();
    });
  }

  // The ids inside a text.
  void show_found(const finding& found, outcome& result) const {
    ++result.valid;
    const known_id id = found.known();
    const std::string place = fmt::format(R"("line":{},"offset":{},)", found.line, found.id.offset);
    show(found.line, found.id.text, id, found.id.text == text_of(*id.format, id.prefix, id.value), result.out,
         place);
    result.relieve();
  }

 private:
  rejection read_strictly(std::string_view text, known_id& id, bool& canonical) const {
    rejection why = named ? read_text(text, *named, id) : read_likeliest(text, id);
    if (!why && !json) canonical = text == text_of(*id.format, id.prefix, id.value);
    return why;
  }

  // Tries the named format alone. Without one: strictly any, then the one that is meant, then each.
  rejection read_leniently(std::string_view text, known_id& id, bool& canonical) const {
    rejection first;
    const auto taken = [&](format f) {
      const auto read = by_format::parse_lenient(f, text);
      if (!first) first = {read.error(), f.name()};
      if (!read) return false;
      canonical = read->canonical;
      id = {f, f.layout().bits, read->id.value, read->id.prefix};
      return true;
    };
    if (named) return taken(*named) ? rejection{} : first;
    const rejection strict = read_strictly(text, id, canonical);
    if (!strict) return {};
    const auto likely = meant(text);
    if (likely && taken(*likely)) return {};
    for (const format f : format::all()) {
      if (f.layout().detection != detection::by_name && taken(f)) return {};
    }
    return likely ? first : strict;
  }

  // A rejected text that looks like something: an object without a format.
  static void show_looks(std::string_view text, buffer& to) {
    const look_list looks = looks_at_present(text);
    if (looks.empty()) return;
    append(to, R"({"input":)");
    append_json_string(to, text);
    append(to, R"(,"format":null,"looks_like":)");
    append_looks_json(to, looks);
    append(to, "}\n");
  }

  void show(std::uint64_t number, std::string_view text, const known_id& id, bool canonical, buffer& to,
            std::string_view place = {}) const {
    if (table != nullptr) return table->append_row(to, number, id);
    if (json) {
      append_json(to, text, id, {.epoch = epoch, .first = place});
    } else {
      append_card(to, card_of(text, id, canonical, epoch), colors, system_clock::now());
    }
    to.push_back('\n');
  }
};

struct inspect_options {
  std::string format;
  bool extract = false;
  bool table = false;
  std::string epoch;
  std::string color = "auto";
  bool json = false;
  bool lenient = false;
  std::string jobs;
  std::vector<std::string> ids;
};

status extract(const inspection& how, const std::vector<std::string>& texts, stream_options options) {
  format_set wanted = formats_in_text();
  if (how.named) {
    wanted = {};
    wanted.push_back(*how.named);
  }
  finder ids(wanted, {});
  options.found = true;
  stream_work work;
  work.process = [&](const block& in, outcome& result) {
    ids.each(in, result, [&](const finding& found) { how.show_found(found, result); });
  };
  return run_stream(work, texts, options);
}

status inspect(const inspect_options& given) {
  if (given.extract && given.lenient)
    throw usage_error("--extract finds ids strictly; it goes without --lenient");
  if (given.table && given.json)
    throw usage_error("--table is for people, --json for programs: take one of them");
  inspection how;
  if (!given.format.empty()) how.named = named_format(given.format);
  how.epoch = epoch_of(given.epoch);
  if (how.epoch && how.named) require_property("--epoch", *how.named, &layout::bounded);
  how.json = given.json;
  how.lenient = given.lenient;
  how.colors.on = colors_wanted(given.color, os::standard_output);
  const reading texts = how.named ? reading::format_of(*how.named) : reading::any_format();
  stream_options options{.threads = threads_of(given.jobs),
                         .wishes = {.carets = !given.json && os::is_terminal(os::standard_error)}};
  options.block_size /= 4;  // what is written of an id is many times as long as its text
  id_table table(how.colors, how.epoch, utf8_wanted());
  if (given.table) {
    how.table = &table;
    options.threads = 1;
    options.end_of_input = [&table](std::string_view, std::uint64_t, buffer& to) {
      table.append_summary(to);
    };
  }
  if (given.extract) return extract(how, given.ids, options);
  return run_stream({[&how](const block& in, outcome& result) { how.process(in, result); },
                     [&texts](std::uint64_t bytes) { return texts.too_long(bytes); }},
                    given.ids, options);
}

}  // namespace

command inspect_command() {
  const auto given = std::make_shared<inspect_options>();
  return {
      .name = "inspect",
      .description = "Show what an id is made of: its fields, its time, what else it could be",
      .options = {{.flags = {"-f", "--format"},
                   .target = &given->format,
                   .value = std::string(any_format_name),
                   .description = "The format to read (default: the likeliest for each text)"},
                  {.flags = {"-j", "--json"},
                   .target = &given->json,
                   .description = "One JSON object a line instead of cards"},
                  {.flags = {"-t", "--table"},
                   .target = &given->table,
                   .description = "A line for each id, with duplicates and disorder marked, and at the end "
                                  "gaps, times, nodes and sequences of all"},
                  {.flags = {"-l", "--lenient"},
                   .target = &given->lenient,
                   .description =
                       "Accept hyphens anywhere and Crockford's aliases, where the format has them"},
                  {.flags = {"-x", "--extract"},
                   .target = &given->extract,
                   .description = "Show the ids inside the texts, as grep finds them"},
                  {.flags = {"--epoch"},
                   .target = &given->epoch,
                   .value = "INSTANT",
                   .description = "Epoch of the ids instead of the format's: RFC 3339 or Unix "
                                  "milliseconds"},
                  color_option(given->color),
                  jobs_option(given->jobs),
                  ids_argument(given->ids, "inspect")},
      .footer =
          "Examples:\n"
          "  sortid inspect 01ARZ3NDEKTSV4RRFFQ69G5FAV\n"
          "  sortid inspect --json < ids.txt | jq -r .time\n"
          "  sortid inspect --extract < app.log\n"
          "  sortid inspect --format uid11-snowish 5TK7MT834rx",
      .run = [given] { return inspect(*given); },
  };
}

}  // namespace sortid::cli
