// sortid convert: the same bits in another format, or as digits or bytes.
#include <memory>

#include "commands/commands.hpp"
#include "ids/conversion.hpp"
#include "values.hpp"

namespace sortid::cli {

namespace {

// Names beside the formats' that --to and --from take.
constexpr std::string_view hex_name = "hex";
constexpr std::string_view int_name = "int";
constexpr std::string_view binary_name = "binary";

struct convert_options {
  std::string to;
  std::string from;
  std::optional<std::string> prefix;
  bool lenient = false;
  std::string invalid;
  std::string jobs;
  std::vector<std::string> ids;
};

target target_of(const convert_options& given) {
  if (given.to == hex_name) return {.number = notation::hex};
  if (given.to == int_name) return {.number = notation::integer};
  if (given.to == binary_name) return {.number = notation::binary};
  return {.format = named_format(given.to, {hex_name, int_name, binary_name})};
}

id_parser parser_of(const convert_options& given, const target& to) {
  const unsigned bits = to.format ? to.format->layout().bits : 0;
  if (given.from.empty()) return id_parser::any_format();
  if (given.from == hex_name) return id_parser::hex(bits / 4);
  if (given.from == int_name) return id_parser::integer();
  if (given.from == binary_name) {
    if (bits == 0)
      throw usage_error(fmt::format(
          "--from binary needs a format after --to, whose width it takes; {} has none", given.to));
    return id_parser::binary(bits / 8);
  }
  const format from = named_format(given.from, {hex_name, int_name, binary_name});
  if (to.format && from.layout().bits != bits) throw usage_error(other_width(from, *to.format).sentence);
  return id_parser::format_of(from);
}

status convert(const convert_options& given) {
  target to = target_of(given);
  if (given.prefix) {
    if (!to.format || !to.format->layout().prefixed)
      throw usage_error("--prefix is for --to " + names_where(&layout::prefixed));
    to.prefix = prefix_of(*given.prefix);
  }
  id_parser from = parser_of(given, to);
  if (given.lenient && !from.reads_formats()) throw usage_error("--lenient is for texts of formats");
  from = given.lenient ? from.leniently() : from.with_hints(true, given.from.empty());
  const conversion converts(from, to);
  return run_stream(converts.work(), given.ids,
                    {.threads = threads_of(given.jobs),
                     .invalid_path = given.invalid,
                     .record_size = from.record_size(),
                     .block_size = large_block});
}

}  // namespace

command convert_command() {
  const auto given = std::make_shared<convert_options>();
  const std::string notations = fmt::format("{}|{}|{}|{}", any_format_name, hex_name, int_name, binary_name);
  return {
      .name = "convert",
      .description = "Write the bits of ids in another format, as digits or as bytes",
      .options = {{.flags = {"-t", "--to"},
                   .target = &given->to,
                   .value = notations,
                   .description = "What to write",
                   .required = true},
                  value_option({"-f", "--from"}, given->from, notations,
                               "What to read (default: any format); binary: records in network order"),
                  {.flags = {"-p", "--prefix"},
                   .target = &given->prefix,
                   .value = "PREFIX",
                   .description = "Type prefix of the TypeIDs (default: a TypeID keeps its own)",
                   .may_be_empty = true},
                  flag_option({"-l", "--lenient"}, given->lenient,
                              "Accept hyphens anywhere and Crockford's aliases, where the format has them"),
                  invalid_option(given->invalid),
                  jobs_option(given->jobs),
                  ids_argument(given->ids, "convert")},
      .footer =
          "All bits are kept. What the target cannot hold is rejected, never cut off.\n"
          "\n"
          "Examples:\n"
          "  sortid convert --to uuid 01ARZ3NDEKTSV4RRFFQ69G5FAV\n"
          "  sortid convert --to typeid --prefix user < ulids.txt > typeids.txt\n"
          "  sortid convert --from ulid --to binary --invalid bad.txt < ids.txt > ids.bin",
      .run = [given] { return convert(*given); },
  };
}

}  // namespace sortid::cli
