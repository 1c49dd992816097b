// sortid convert: the same bits in another format, or as digits or bytes.
#include <atomic>
#include <memory>

#include "notation.hpp"
#include "options.hpp"
#include "reading.hpp"

namespace sortid::cli {

namespace {

// Names beside the formats' that --to and --from take.
constexpr std::string_view hex_name = "hex";
constexpr std::string_view int_name = "int";
constexpr std::string_view binary_name = "binary";

// How values are written.
struct writing {
  std::optional<format> target = {};       // none: digits or bytes …
  notation number = notation::hex;         // … so
  std::optional<type_prefix> prefix = {};  // for every id, instead of its own
};

refusal other_width(const layout& from, const layout& to) {
  return {{reason::range, 0, to.bits, from.bits},
          to.name,
          fmt::format("{} has {} bits, {} has {}", from.name, from.bits, to.name, to.bits)};
}

// Of the records that binary ids are written in: the width of the first one.
using record_width = std::atomic<unsigned>;  // 0 before it

// The ids of a block.
class block_writer : public id_taker {
 public:
  block_writer(const writing& how, record_width& records, outcome& result)
      : how_(how), records_(records), result_(result) {}

  refusal take(const known_id& id) override {
    if (how_.target) return take_as(*how_.target, id);
    if (how_.number == notation::binary) {
      if (refusal why = other_records(id); why.why.why != reason::none) return why;
    }
    append_id(result_.out, id, how_.number, {});
    return {};
  }
  bool take_run(const id_run& ids) override {
    const unsigned bits = ids.format.layout().bits;
    if (!how_.target) {
      if (how_.number == notation::binary && width_of_records(bits) != bits) return false;
      append_numbers(result_.out, how_.number, ids);
      return true;
    }
    const format to = *how_.target;
    return to.layout().bits == bits &&
           append_texts(result_.out, to, prefix_for(to, ids.prefix), ids.ids, ids.count);
  }

 private:
  refusal take_as(format to, const known_id& id) {
    if (id.format && id.bits != to.layout().bits) return other_width(id.format->layout(), to.layout());
    const error why = by_format::check_value(to, id.value);
    if (why.why != reason::none) return {why, to.name()};
    append_text(result_.out, to, prefix_for(to, id.prefix), id.value);
    result_.out.push_back('\n');
    return {};
  }
  std::string_view prefix_for(format to, std::string_view own) const {
    if (!to.layout().prefixed) return {};
    return how_.prefix ? how_.prefix->view() : own;
  }

  // Which of the ids is the first is known once all blocks before this one are done.
  unsigned width_of_records(unsigned bits) {
    if (records_ == 0) {
      result_.wait_for_turn();
      unsigned none = 0;
      records_.compare_exchange_strong(none, bits);
    }
    return records_;
  }
  refusal other_records(const known_id& id) {
    const unsigned width = width_of_records(id.bits);
    if (width == id.bits) return {};
    return {{reason::range, 0, width, id.bits},
            id.format ? id.format->name() : std::string_view(),
            fmt::format("the records have {} bits, this has {}", width, id.bits)};
  }

  const writing& how_;
  record_width& records_;
  outcome& result_;
};

class converter : public worker {
 public:
  converter(const reading& from, const writing& to) : from_(from), to_(to) {}

  void process(const block& in, outcome& result) const override {
    block_writer writer(to_, records_, result);
    read_block(in, from_, writer, result);
  }
  [[nodiscard]] refusal overlong(std::uint64_t size) const override { return cli::overlong(from_, size); }

 private:
  reading from_;
  writing to_;
  mutable record_width records_{0};
};

struct convert_options {
  std::string to;
  std::string from;
  std::optional<std::string> prefix;
  std::string invalid;
  std::string jobs;
  std::vector<std::string> ids;
};

writing writing_to(const convert_options& given) {
  if (given.to == hex_name) return {.number = notation::hex};
  if (given.to == int_name) return {.number = notation::integer};
  if (given.to == binary_name) return {.number = notation::binary};
  return {.target = named_format(given.to, {hex_name, int_name, binary_name})};
}

reading reading_from(const convert_options& given, const writing& to) {
  const unsigned bits = to.target ? to.target->layout().bits : 0;
  if (given.from.empty()) return read_any_format();
  if (given.from == hex_name) return read_hex(bits / 4);
  if (given.from == int_name) return read_decimal();
  if (given.from == binary_name) {
    if (bits == 0)
      throw usage_error(fmt::format(
          "--from binary needs a format after --to, whose width it takes; {} has none", given.to));
    return read_binary(bits / 8);
  }
  const format from = named_format(given.from, {hex_name, int_name, binary_name});
  if (to.target && from.layout().bits != bits)
    throw usage_error(other_width(from.layout(), to.target->layout()).sentence);
  return read_format(from);
}

status convert(const convert_options& given) {
  writing to = writing_to(given);
  if (given.prefix) {
    if (!to.target || !to.target->layout().prefixed)
      throw usage_error("--prefix is for --to " + names_where(takes_prefix));
    to.prefix = prefix_of(*given.prefix);
  }
  const reading from = reading_from(given, to);
  stream_options options;
  options.threads = threads_of(given.jobs);
  options.record_size = given.from == binary_name ? from.digits : 0;
  options.invalid_path = given.invalid;
  return run(converter(from, to), given.ids, options);
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
                  {.flags = {"-f", "--from"},
                   .target = &given->from,
                   .value = notations,
                   .description =
                       "What to read (default: what each text tells); binary: records in network order"},
                  {.flags = {"-p", "--prefix"},
                   .target = &given->prefix,
                   .value = "PREFIX",
                   .description = "Type prefix of the TypeIDs written (default: a TypeID keeps its own)",
                   .may_be_empty = true},
                  {.flags = {"--invalid"},
                   .target = &given->invalid,
                   .value = std::string(any_file_name),
                   .description =
                       "Write the lines that are refused there, as they came; a file of their own"},
                  jobs_option(given->jobs),
                  ids_argument(given->ids, "convert")},
      .footer =
          "All bits are kept: what the target cannot hold is refused, never cut off.\n"
          "\n"
          "Examples:\n"
          "  sortid convert --to uuid 01ARZ3NDEKTSV4RRFFQ69G5FAV\n"
          "  sortid convert --to typeid --prefix user < ulids.txt > typeids.txt\n"
          "  sortid convert --from ulid --to binary --invalid bad.txt < ids.txt > ids.bin",
      .run = [given] { return convert(*given); },
  };
}

}  // namespace sortid::cli
