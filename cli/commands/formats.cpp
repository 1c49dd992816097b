// sortid formats: the list, for people and, with every fact of the layouts, as JSON.
#include <memory>
#include <optional>

#include "buffer.hpp"
#include "color.hpp"
#include "commands/commands.hpp"
#include "host/host.hpp"
#include "ids/text.hpp"
#include "output.hpp"
#include "sortid/batch.hpp"
#include "sortid/instant.hpp"

namespace sortid::cli {

namespace {

// A text form in a few words for people.
std::string_view sentence_of(text_form form) {
  switch (form) {
    case text_form::crockford_upper:
      return "Crockford's base 32";
    case text_form::crockford_lower:
      return "Crockford's base 32, lower case";
    case text_form::crockford_checked:
      return "Crockford's base 32, with a check";
    case text_form::base58:
      return "Bitcoin's base 58";
    case text_form::uuid_hex:
      break;
  }
  return "hexadecimal, in five groups";
}

// The value of a byte that the strict parse takes for a symbol.
std::optional<unsigned> value_of(text_form form, unsigned char byte) {
  using detail::decode32;
  using detail::symbols32;
  unsigned value = 0;
  switch (form) {
    case text_form::crockford_upper:
      value = decode32<symbols32::any_case>[byte];
      break;
    case text_form::crockford_lower:
      value = decode32<symbols32::lower_case>[byte];
      break;
    case text_form::crockford_checked:
      value = decode32<symbols32::with_aliases>[byte];
      break;
    case text_form::base58:
      value = detail::decode58[byte];
      break;
    case text_form::uuid_hex:
      value = detail::hex_value(static_cast<char>(byte));
      if (value >= 16) value = detail::not_a_symbol;
      break;
  }
  if (value >= detail::not_a_symbol) return std::nullopt;
  return value;
}

void append_symbols_read(buffer& to, text_form form) {
  append(to, R"("reads":{)");
  bool first = true;
  for (unsigned byte = 0; byte < 128; ++byte) {
    const auto value = value_of(form, static_cast<unsigned char>(byte));
    if (!value) continue;
    append_format(to, R"({}"{}":{})", first ? "" : ",", static_cast<char>(byte), *value);
    first = false;
  }
  append(to, "},");
}

std::string time_of(std::int64_t instant) { return std::string(instant_to_text(instant)); }

// Whether new ids of threads, processes and machines that know nothing of each other are never alike.
std::string_view safety_of(const layout& l) {
  switch (l.kept_apart()) {
    case kept_apart::by_draws:
      return "yes";
    case kept_apart::by_node:
      return "with a number";
    case kept_apart::by_luck:
      break;
  }
  return "no";
}

void append_object(buffer& to, format of) {
  const layout& l = of.layout();
  append_format(to, R"({{"name":"{}","title":"{}","class_name":"{}","sql_name":"{}",)", l.name, l.title,
                l.class_name, l.sql_name().view());
  append_format(to, R"("bits":{},"bytes":{},"symbols":{},"text_form":"{}","alphabet":"{}",)", l.bits,
                l.bits / 8, l.symbols, name_of(l.text), detail::alphabet_of(l.text).view());
  append_symbols_read(to, l.text);
  append_format(to, R"("min_text":"{}","max_text":"{}","prefixed":{},"max_prefix":{},)",
                text_of(of, {}, l.min_value()), text_of(of, {}, l.max_value()), l.prefixed,
                l.prefixed ? type_prefix::max_size : 0);
  append_format(to, R"("checked":{},"lenient":{},)", l.checked(), l.lenient());
  if (l.timed()) {
    append_format(
        to, R"("epoch_unix_ms":{},"first_unix_ms":{},"first_time":"{}","last_unix_ms":{},"last_time":"{}",)",
        l.epoch, l.first_unix_ms(), time_of(l.first_unix_ms()), l.last_unix_ms(), time_of(l.last_unix_ms()));
  } else {
    append(to, R"("epoch_unix_ms":null,"first_unix_ms":null,"first_time":null,)");
    append(to, R"("last_unix_ms":null,"last_time":null,)");
  }
  append_format(to, R"("generated":{},"ordered":{},"drawn":{},"detection":"{}","constants_required":{},)",
                l.generated, l.ordered(), l.generated && l.drawn(), name_of(l.detection),
                l.constants_required);
  append_format(to, R"("drawn_bits":{},"safe":{},)", l.drawn_bits(),
                l.generated ? fmt::format(R"("{}")", safety_of(l)) : "null");
  if (l.ordered()) {
    append_format(to, R"("counter":{{"low":{},"bits":{},"step_bytes":{},"max_step_bytes":{}}},)",
                  l.counter.low, l.counter.bits, l.counter.step_bytes, l.counter.max_step_bytes);
  } else {
    append(to, R"("counter":null,)");
  }
  append(to, R"("fields":[)");
  for (std::size_t i = 0; i < l.field_count(); ++i) {
    const field& f = l.fields[i];
    append_format(to, R"({}{{"name":"{}","bits":{},"shift":{},"role":"{}","value":)", i == 0 ? "" : ",",
                  f.name, f.bits, l.shift(i), name_of(f.role));
    if (f.role == role::constant) {
      append_format(to, R"("{}")", f.value);
    } else {
      append(to, "null");
    }
    // The short name that a caller may give for it.
    const std::string_view option = f.option_name();
    if (option.empty()) {
      append(to, R"(,"option":null})");
    } else {
      append_format(to, R"(,"option":"{}"}})", option);
    }
  }
  append(to, "]}");
}

std::string years(const layout& l) {
  const auto year = [](std::int64_t instant) {
    const std::string text = time_of(instant);
    return text.substr(0, text.find('-', 1));
  };
  if (!l.timed()) return "no time";
  return year(l.first_unix_ms()) + " to " + year(l.last_unix_ms());
}

void append_row(buffer& to, const layout& l, const paint& p) {
  append_format(to, "{}{}{}: {}\n", p.bold(), l.name, p.plain(), l.title);
  append_format(to, "  {} bits, {}{} symbols, {}; {}\n  ", l.bits, l.prefixed ? "prefix + " : "", l.symbols,
                sentence_of(l.text), years(l));
  for (std::size_t i = 0; i < l.field_count(); ++i) {
    append_format(to, "{}{}{} {}{}", i == 0 ? "" : " · ", p.field(i), l.fields[i].name, l.fields[i].bits,
                  p.plain());
  }
  append(to, "\n");
  if (!l.generated) return;
  append_format(to, "  safe across threads, processes and machines: {}", safety_of(l));
  if (l.kept_apart() == kept_apart::by_node)
    append_format(to, ", --{}", l.fields[l.find(role::node)].option_name());
  append(to, "\n");
}

// The instruction sets that batches can run on here.
std::string kernels() {
  std::string names;
  for (const kernel_set& set : kernel_set::usable()) {
    names.append(names.empty() ? "" : ", ").append(set.name());
    if (set == kernel_set::active()) names.append(" (active)");
  }
  return names;
}

struct formats_options {
  bool json = false;
  std::string color = "auto";
};

status formats(const formats_options& given) {
  buffer to;
  const paint p{colors_wanted(given.color, os::standard_output)};
  bool first = true;
  for (const format f : format::all()) {
    if (given.json) {
      append(to, first ? "[\n" : ",\n");
      append_object(to, f);
    } else {
      append(to, first ? "" : "\n");
      append_row(to, f.layout(), p);
    }
    first = false;
  }
  if (given.json) {
    append(to, "\n]\n");
  } else {
    append_format(to, "\nhow they sort elsewhere: docs/order.md\nkernels: {}\n", kernels());
  }
  return print(view_of(to));
}

}  // namespace

command formats_command() {
  const auto given = std::make_shared<formats_options>();
  return {
      .name = "formats",
      .description = "List the formats, their fields and their limits",
      .options = {flag_option({"-j", "--json"}, given->json,
                              "Print a JSON array with every fact of the layouts"),
                  color_option(given->color)},
      .footer =
          "Examples:\n"
          "  sortid formats\n"
          "  sortid formats --json | jq -r '.[] | select(.ordered) | .name'",
      .run = [given] { return formats(*given); },
      .alias = "list",
  };
}

}  // namespace sortid::cli
