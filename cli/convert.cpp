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
  // The batch to `result`, texts that were refused before and here in their order.
  void (*write)(const writing& how, const block& in, const batch& b, outcome& result) = nullptr;
  const layout* target = nullptr;  // of a format; nullptr for digits and bytes
  // Of the records that binary ids are written in: that of the first one, 0 before it.
  std::shared_ptr<std::atomic<unsigned>> record_bits = {};
  std::optional<type_prefix> prefix = {};  // for every id, instead of its own
};

refusal other_width(const layout& from, const layout& to) {
  return {{reason::range, 0, to.bits, from.bits},
          to.name,
          fmt::format("{} has {} bits, {} has {}", from.name, from.bits, to.name, to.bits)};
}

// Calls f(i) for each text that was read, which returns whether it was written; keeps the account.
template <class F>
void for_each_read(const block& in, const batch& b, outcome& result, F f) {
  for (std::size_t i = 0; i < b.size; ++i) {
    const batch::place& at = b.places[i];
    refusal why{b.errors[i], b.names[i]};
    if (why.why.why == reason::none) f(i, why);
    if (why.why.why == reason::none) {
      ++result.valid;
    } else {
      result.refuse(in, at.number, at.text, at.raw, why);
    }
  }
}

template <any_id Id>
void write_as(const writing& how, const block& in, const batch& b, outcome& result) {
  constexpr const layout& l = Id::layout();
  for_each_read(in, b, result, [&](std::size_t i, refusal& why) {
    const uint128 value = b.values[i];
    if (b.layouts[i] != nullptr && b.layouts[i]->bits != l.bits) {
      why = other_width(*b.layouts[i], l);
      return;
    }
    if (l.bits < 128 && value.hi != 0) {
      why = {{reason::overflow, 0, 0, 0}, l.name};
      return;
    }
    auto id = Id::from_value(static_cast<typename Id::value_type>(value));
    if (!id) {
      why = {id.error(), l.name};
      return;
    }
    if constexpr (takes_prefix(l)) {
      id = Id(how.prefix ? *how.prefix : type_prefix::parse(b.prefixes[i]).value(), uuid(value));
    }
    append_text(result.out, *id);
    result.out.push_back('\n');
  });
}

// Digits or bytes, as wide as the id: hexadecimal ids tell it by their length, decimal ones are of 128 bits.
unsigned bits_of(const batch& b, std::size_t i) {
  if (b.layouts[i] != nullptr) return b.layouts[i]->bits;
  return b.names[i] == hex_name ? static_cast<unsigned>(b.places[i].text.size() * 4) : 128;
}

void write_hex(const writing&, const block& in, const batch& b, outcome& result) {
  for_each_read(in, b, result, [&](std::size_t i, refusal&) {
    if (bits_of(b, i) == 64) {
      append_hex(result.out, b.values[i].lo);
    } else {
      append_hex(result.out, b.values[i]);
    }
    result.out.push_back('\n');
  });
}

void write_decimal(const writing&, const block& in, const batch& b, outcome& result) {
  for_each_read(in, b, result, [&](std::size_t i, refusal&) {
    append_decimal(result.out, b.values[i]);
    result.out.push_back('\n');
  });
}

void write_binary(const writing& how, const block& in, const batch& b, outcome& result) {
  for_each_read(in, b, result, [&](std::size_t i, refusal& why) {
    const unsigned bits = bits_of(b, i);
    unsigned record_bits = 0;
    if (!how.record_bits->compare_exchange_strong(record_bits, bits) && record_bits != bits) {
      why = {{reason::range, 0, record_bits, bits},
             b.names[i],
             fmt::format("the records have {} bits, this has {}", record_bits, bits)};
    } else if (bits == 64) {
      append_binary(result.out, b.values[i].lo);
    } else {
      append_binary(result.out, b.values[i]);
    }
  });
}

class converter : public worker {
 public:
  converter(const reading& from, const writing& to) : from_(from), to_(to) {}

  void process(const block& in, outcome& result) const override {
    read_block(in, from_, [&](const batch& b) { to_.write(to_, in, b, result); });
  }
  [[nodiscard]] refusal overlong(std::uint64_t size) const override { return cli::overlong(from_, size); }

 private:
  reading from_;
  writing to_;
};

struct convert_options {
  std::string to;
  std::string from;
  std::optional<std::string> prefix;
  std::string invalid;
  std::vector<std::string> ids;
};

writing writing_to(const convert_options& given) {
  if (given.to == hex_name) return {&write_hex};
  if (given.to == int_name) return {&write_decimal};
  if (given.to == binary_name) return {&write_binary, nullptr, std::make_shared<std::atomic<unsigned>>(0U)};
  const format target = named_format(given.to, {hex_name, int_name, binary_name});
  return target.visit([]<class Id>(std::type_identity<Id>) { return writing{&write_as<Id>, &Id::layout()}; });
}

reading reading_from(const convert_options& given, const writing& to) {
  const unsigned bits = to.target == nullptr ? 0 : to.target->bits;
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
  if (to.target != nullptr && from.layout().bits != bits)
    throw usage_error(other_width(from.layout(), *to.target).sentence);
  return read_format(from);
}

status convert(const convert_options& given) {
  writing to = writing_to(given);
  if (given.prefix) {
    if (to.target == nullptr || !takes_prefix(*to.target))
      throw usage_error("--prefix is for --to " + names_where(takes_prefix));
    to.prefix = prefix_of(*given.prefix);
  }
  const reading from = reading_from(given, to);
  stream_options options;
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
                   .description = "Write the lines that are refused there, as they came"},
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
