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
      const refused_text why = look_at(text, result);
      if (why.why.why == reason::none) {
        ++result.valid;
      } else {
        result.refuse(in, number, text, raw, {why.why, why.name});
      }
    });
  }
  [[nodiscard]] refusal overlong(std::uint64_t size) const override {
    return cli::overlong(how_.named ? read_format(*how_.named) : read_any_format(), size);
  }

 private:
  refused_text look_at(std::string_view text, outcome& result) const {
    const auto strictly = [&](const auto& id) {
      show(text, id, text == std::string_view(id.to_text()), result);
    };
    if (how_.lenient) return leniently(text, result);
    if (!how_.named) return with_likeliest(text, strictly);
    const auto id = how_.named->parse(text);
    if (!id) return {id.error(), how_.named->name()};
    id->visit(strictly);
    return {};
  }

  // In the named format; else strictly in any, in the one the text is meant to be, and in the first that takes it.
  refused_text leniently(std::string_view text, outcome& result) const {
    refused_text why;
    const auto taken = [&](format f) {
      const auto read = f.parse_lenient(text);
      if (!read) {
        if (why.why.why == reason::none) why = {read.error(), f.name()};
        return false;
      }
      read->id.visit([&](const auto& id) { show(text, id, read->canonical, result); });
      return true;
    };
    if (how_.named) return taken(*how_.named) ? refused_text{} : why;
    const auto strict = with_likeliest(
        text, [&](const auto& id) { show(text, id, text == std::string_view(id.to_text()), result); });
    if (strict.why.why == reason::none) return {};
    const auto likely = meant(text);
    if (likely && taken(*likely)) return {};
    for (const format f : format::all()) {
      if (f.layout().detection != detection::by_name && taken(f)) return {};
    }
    return likely ? why : strict;
  }

  template <any_id Id>
  void show(std::string_view text, const Id& id, bool canonical, outcome& result) const {
    if (how_.json) {
      append_json(result.out, text, id, {how_.epoch});
      result.out.push_back('\n');
    } else {
      append_card(result.out, card_of(text, id, canonical, how_.epoch), how_.colors, system_clock::now());
      result.out.push_back('\n');
    }
  }

  inspection how_;
};

struct inspect_options {
  std::string format;
  std::string epoch;
  std::string color = "auto";
  bool json = false;
  bool lenient = false;
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
