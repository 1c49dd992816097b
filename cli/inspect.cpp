// sortid inspect: all that can be said of an id, as a card for people or as JSON.
#include <unistd.h>

#include <memory>

#include "reading.hpp"
#include "render.hpp"
#include "sortid/system.hpp"

namespace sortid::cli {

namespace {

struct inspection {
  std::optional<format> named = {};
  std::optional<std::int64_t> epoch = {};
  bool json = false;
  bool lenient = false;
  paint colors = {};
};

class inspector : public worker {
 public:
  explicit inspector(const inspection& how) : how_(how) {}

  void process(const block& in, outcome& result) const override {
    for_each_text(in, [&](std::uint64_t number, std::string_view text, std::string_view raw) {
      known_id id;
      bool canonical = false;
      const refused_text why = look_at(text, id, canonical);
      if (why.why.why == reason::none) {
        ++result.valid;
        show(text, id, canonical, result.out);
      } else {
        result.refuse(in, number, text, raw, {why.why, why.name});
      }
      result.relieve();
    });
  }
  // What is written of an id is many times as long as its text.
  [[nodiscard]] std::size_t block_size() const override { return worker::block_size() / 4; }
  [[nodiscard]] refusal overlong(std::uint64_t size) const override {
    return cli::overlong(how_.named ? read_format(*how_.named) : read_any_format(), size);
  }

 private:
  refused_text look_at(std::string_view text, known_id& id, bool& canonical) const {
    if (how_.lenient) return leniently(text, id, canonical);
    return strictly(text, id, canonical);
  }

  refused_text strictly(std::string_view text, known_id& id, bool& canonical) const {
    const refused_text why = how_.named ? read_text(text, *how_.named, id) : read_likeliest(text, id);
    if (why.why.why == reason::none && !how_.json) {
      buffer own;
      append_text(own, *id.format, id.prefix, id.value);
      canonical = text == std::string_view(own.data(), own.size());
    }
    return why;
  }

  // In the named format; else strictly in any, in the one the text is meant to be, and in the first that takes it.
  refused_text leniently(std::string_view text, known_id& id, bool& canonical) const {
    refused_text why;
    const auto taken = [&](format f) {
      const auto read = by_format::parse_lenient(f, text);
      if (why.why.why == reason::none) why = {read.error(), f.name()};
      if (!read) return false;
      canonical = read->canonical;
      id = {f, f.layout().bits, read->id.value, read->id.prefix};
      return true;
    };
    if (how_.named) return taken(*how_.named) ? refused_text{} : why;
    const refused_text strict = strictly(text, id, canonical);
    if (strict.why.why == reason::none) return {};
    const auto likely = meant(text);
    if (likely && taken(*likely)) return {};
    for (const format f : format::all()) {
      if (f.layout().detection != detection::by_name && taken(f)) return {};
    }
    return likely ? why : strict;
  }

  void show(std::string_view text, const known_id& id, bool canonical, buffer& to) const {
    if (how_.json) {
      append_json(to, text, id, {how_.epoch});
    } else {
      append_card(to, card_of(text, id, canonical, how_.epoch), how_.colors, system_clock::now());
    }
    to.push_back('\n');
  }

  inspection how_;
};

struct inspect_options {
  std::string format;
  std::string epoch;
  std::string color = "auto";
  bool json = false;
  bool lenient = false;
  std::string jobs;
  std::vector<std::string> ids;
};

status inspect(const inspect_options& given) {
  inspection how;
  if (!given.format.empty()) how.named = named_format(given.format);
  how.epoch = epoch_of(given.epoch);
  if (how.epoch && how.named) require_property("--epoch", *how.named, has_time);
  how.json = given.json;
  how.lenient = given.lenient;
  how.colors.on = colors_wanted(given.color, STDOUT_FILENO);
  stream_options options;
  options.threads = threads_of(given.jobs);
  options.wishes.carets = !given.json && isatty(STDERR_FILENO) == 1;
  return run(inspector(how), given.ids, options);
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
                   .description = "The format to read (default: the likeliest that the text tells)"},
                  {.flags = {"-j", "--json"},
                   .target = &given->json,
                   .description = "One JSON object a line instead of cards"},
                  {.flags = {"-l", "--lenient"},
                   .target = &given->lenient,
                   .description = "Take hyphens anywhere and Crockford's aliases, where the format has them"},
                  {.flags = {"--epoch"},
                   .target = &given->epoch,
                   .value = "INSTANT",
                   .description = "Where the ids were made with an epoch of their own: RFC 3339 or Unix "
                                  "milliseconds"},
                  color_option(given->color),
                  jobs_option(given->jobs),
                  ids_argument(given->ids, "inspect")},
      .footer =
          "Examples:\n"
          "  sortid inspect 01ARZ3NDEKTSV4RRFFQ69G5FAV\n"
          "  sortid inspect --json < ids.txt | jq -r .time\n"
          "  sortid inspect --format uid11-snowish 5TK7MT834rx",
      .run = [given] { return inspect(*given); },
  };
}

}  // namespace sortid::cli
