// sortid inspect: what an id is made of, as a card for people or as JSON.
#include <algorithm>
#include <memory>

#include "commands/card.hpp"
#include "commands/commands.hpp"
#include "commands/table.hpp"
#include "host/host.hpp"
#include "ids/columns.hpp"
#include "ids/finding.hpp"
#include "ids/foreign.hpp"
#include "ids/id_parser.hpp"
#include "ids/json.hpp"
#include "output.hpp"
#include "sortid/system.hpp"
#include "stream/stream.hpp"
#include "values.hpp"

namespace sortid::cli {

namespace {

struct inspection {
  id_parser texts = id_parser::any_format();
  std::optional<std::int64_t> epoch = {};
  bool json = false;
  bool full = false;
  paint colors = {};
  id_table* table = nullptr;  // instead of cards

  void process(const block& in, block_result& result) const {
    auto rows = rows_of_table();
    shown_ids shown(*this, result, rows);
    read_ids(in, texts, shown, result);
    append_rows(rows, result);
  }
  // The ids inside texts.
  void process_found(finder& ids, const block& in, block_result& result) const {
    auto rows = rows_of_table();
    ids.each(in, result, [&](const finding& found) { show_found(found, result, rows); });
    append_rows(rows, result);
  }

 private:
  [[nodiscard]] std::optional<table_rows> rows_of_table() const {
    return table == nullptr ? std::nullopt : std::optional(table->rows());
  }
  void append_rows(const std::optional<table_rows>& rows, block_result& result) const {
    if (!rows) return;
    result.wait_for_turn();
    table->append_rows(result.out, *rows);
  }

  void show_found(const finding& found, block_result& result, std::optional<table_rows>& rows) const {
    ++result.valid;
    if (rows) return rows->add(found.line, found.known());
    const std::string place = fmt::format(R"("line":{},"offset":{},)", found.line, found.id.offset);
    show(found.line, found.id.text, found.known(), result.out, place);
    result.relieve();
  }

  class shown_ids final : public id_sink {
   public:
    shown_ids(const inspection& how, block_result& result, std::optional<table_rows>& rows)
        : how_(how), result_(result), rows_(rows) {}

    bool take(const id_column& ids, std::byte*, const line_column& lines) override {
      if (how_.json) {
        append_json_lines(result_.out, ids, lines, how_.texts, {.epoch = how_.epoch, .instants = &instants_});
        return true;
      }
      const format_set likely = how_.texts.likely(ids.format, lines.text_size);
      for (std::size_t i = 0; i < ids.count; ++i) {
        const uint128 value = ids.value_at(i);
        const std::string_view text = lines.text(i);
        const format f = likeliest(likely, value);
        show({f, f.layout().bits, value, ids.prefix}, text, lines.first + i);
      }
      return true;
    }
    id_error take(const known_id& id, std::string_view text, std::uint64_t number) override {
      show(id, text, number);
      return {};
    }
    void rejected(std::string_view text) override {
      if (how_.json) show_foreign(text, result_.out);
    }

   private:
    void show(const known_id& id, std::string_view text, std::uint64_t number) {
      if (rows_) return rows_->add(number, id);
      how_.show(number, text, id, result_.out, {}, &instants_);
    }

    const inspection& how_;
    block_result& result_;
    std::optional<table_rows>& rows_;
    instant_writer instants_;
  };

  // Shows a rejected text that others may have made, as an object without a format.
  static void show_foreign(std::string_view text, buffer& to) {
    const foreign_id_list foreign = foreign_ids_now(text);
    if (foreign.empty()) return;
    append(to, R"({"input":)");
    append_json_string(to, text);
    append(to, R"(,"format":null,"looks_like":)");
    append_foreign_json(to, foreign);
    append(to, "}\n");
  }

  // Up to so many ids are shown as whole cards, more of them in short.
  static constexpr std::uint64_t most_whole = 4;

  void show(std::uint64_t number, std::string_view text, const known_id& id, buffer& to,
            std::string_view place = {}, instant_writer* instants = nullptr) const {
    if (json) {
      append_json(to, text, id, {.epoch = epoch, .first = place, .instants = instants});
    } else {
      append_card(to, card_of(text, id, epoch), colors, system_clock::now(), full || number <= most_whole);
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
  bool full = false;
  std::string jobs;
  std::vector<std::string> ids;
};

// Says, where nothing was found, that the first text is a file's name.
void hint_at_file(const std::vector<std::string>& texts) {
  const auto file = std::find_if(texts.begin(), texts.end(), [](const std::string& text) {
    return text != "-" && text.size() <= 255 && !os::is_missing(text);
  });
  if (file == texts.end()) return;
  say(fmt::format("no id is in the text \"{0}\". To look into the file: sortid inspect --extract < {0}",
                  *file));
}

status extract(const inspection& how, std::optional<format> named, const std::vector<std::string>& texts,
               stream_options options) {
  format_set wanted = formats_in_text();
  if (named) {
    wanted = {};
    wanted.push_back(*named);
  }
  finder ids(wanted, {});
  options.found = true;
  stream_work work;
  work.process = [&](const block& in, block_result& result) { how.process_found(ids, in, result); };
  const status ended = run_stream(work, texts, options);
  if (ended == status::some_invalid) hint_at_file(texts);
  return ended;
}

status inspect(const inspect_options& given) {
  if (given.extract && given.lenient)
    throw usage_error("--extract finds ids strictly; it goes without --lenient");
  if (given.table && given.json)
    throw usage_error("--table is for people, --json for programs: take one of them");
  inspection how;
  const std::optional<format> named = format_if_named(given.format);
  how.texts = id_parser::of(named);
  how.texts = given.lenient ? how.texts.leniently() : how.texts.with_hints(true, false);
  how.epoch = epoch_of(given.epoch);
  if (how.epoch && named) require_property("--epoch", *named, &layout::bounded);
  how.json = given.json;
  how.full = given.full;
  how.colors.on = colors_wanted(given.color, os::standard_output);
  stream_options options{.threads = threads_of(given.jobs),
                         .reject = {.carets = !given.json && os::is_terminal(os::standard_error)}};
  options.block_size /= 4;  // the output of an id is many times as long as its text
  id_table table(how.colors, how.epoch, utf8_wanted());
  if (given.table) {
    how.table = &table;
    options.end_of_input = [&table](std::string_view, std::uint64_t, buffer& to) {
      table.append_summary(to);
    };
  }
  if (given.extract) return extract(how, named, given.ids, options);
  return run_stream({[&how](const block& in, block_result& result) { how.process(in, result); },
                     [&how](std::uint64_t bytes) { return how.texts.too_long(bytes); }},
                    given.ids, options);
}

}  // namespace

command inspect_command() {
  const auto given = std::make_shared<inspect_options>();
  return {
      .name = "inspect",
      .description = "Show what an id is made of: its fields, its time, what else it could be",
      .options = {value_option({"-f", "--format"}, given->format, any_format_name,
                               "The format to read (default: the likeliest for each text)"),
                  flag_option({"-j", "--json"}, given->json, "One JSON object a line instead of cards"),
                  flag_option({"-t", "--table"}, given->table,
                              "A line for each id, with duplicates and disorder marked, and at the end "
                              "gaps, times, nodes and sequences of all"),
                  flag_option({"-l", "--lenient"}, given->lenient,
                              "Accept hyphens anywhere and Crockford's aliases, where the format has them"),
                  flag_option(
                      {"--full"}, given->full,
                      "Whole cards for all ids; from the fifth on a card has the fields and the time"),
                  flag_option({"-x", "--extract"}, given->extract,
                              "Show the ids inside the texts, as grep finds them"),
                  value_option({"--epoch"}, given->epoch, "INSTANT",
                               "Epoch of the ids instead of the format's: RFC 3339 or Unix "
                               "milliseconds"),
                  color_option(given->color), jobs_option(given->jobs), ids_argument(given->ids, "inspect")},
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
