#include "functions.hpp"

#include "sortid/find_ids.hpp"
#include "sortid/version.hpp"

namespace sortid::mysql {

namespace {

// --- new ids -----------------------------------------------------------------------------------------------

void give_new(call& c, const result<uint128, fault>& value, std::string_view prefix = {}) noexcept {
  if (value) {
    c.give({*value, prefix});
  } else if (value.error() == fault::out_of_range) {
    c.reject(outside_time(c.of()));
  } else {
    c.fail(message_of(c.of(), value.error()));
  }
}

void generate(call& c) noexcept { give_new(c, new_id(c.of(), option_is::left_out)); }

void generate_prefixed(call& c) noexcept {
  const std::string_view prefix = c.prefix(0);
  if (c.ready()) give_new(c, new_id(c.of(), option_is::left_out), prefix);
}

void generate_with_option(call& c) noexcept {
  const std::uint64_t option = c.option(0);
  const auto start = c.count() == 2 ? c.start(1) : sequence_start::zero;
  if (!c.ready()) return;
  auto value = new_id(c.of(), option_is::given, start);
  if (value) value = with_option(c.of().layout(), *value, option);
  give_new(c, value);
}

void generate_with_sequence(call& c) noexcept {
  const auto start = c.start(0);
  if (c.ready()) give_new(c, new_id(c.of(), option_is::left_out, start));
}

// A type prefix may stand before the instant.
void generate_at(call& c) noexcept {
  const unsigned at = c.count() - 1;
  const std::string_view prefix = at == 0 ? std::string_view() : c.prefix(0);
  const instant when = c.time(at);
  if (c.ready()) give_new(c, new_id_at(c.of(), when.unix_ms), prefix);
}

void give_named(call& c) noexcept {
  const unsigned at = c.of().layout().prefixed ? 1 : 0;
  const std::string_view prefix = at == 0 ? std::string_view() : c.prefix(0);
  const instant when = c.time(at);
  const std::string_view name = c.text(at + 1, wanted::name_is_text);
  const auto key = c.key(at + 2);
  if (!c.ready()) return;
  const generator_options options{.prefix = type_prefix::parse(prefix).value()};
  const auto value = by_format::named_at(c.of(), key->bytes(), options, when.unix_ms, name);
  if (!value) return c.reject(outside_time(c.of()));
  c.give({*value, prefix});
}

// --- of one id ---------------------------------------------------------------------------------------------

void convert(call& c) noexcept {
  const parsed_id id = c.id(0);
  if (c.ready()) c.give(id);
}

// Only texts are written in more than one way.
void convert_lenient(call& c) noexcept {
  if (!c.is_string(0)) return convert(c);
  const std::string_view given = c.text(0, {});
  if (!c.ready()) return;
  if (!is_text(given)) return convert(c);
  const auto read = by_format::parse_lenient(c.of(), given);
  if (!read) return c.reject(sql_error_of(read.error(), c.of().name()));
  c.give(read->id);
}

std::optional<std::int64_t> ms_of(call& c) noexcept {
  const parsed_id id = c.id(0);
  if (!c.ready()) return std::nullopt;
  const auto ms = by_format::unix_ms(c.of(), id.value, std::nullopt);
  if (ms) return *ms;
  c.reject(without_time(c.of()));
  return std::nullopt;
}

void to_ms(call& c) noexcept {
  if (const auto ms = ms_of(c)) c.give(*ms);
}

// As a DATETIME(3) is written: without the letters of RFC 3339.
void to_time(call& c) noexcept {
  const auto ms = ms_of(c);
  if (!ms) return;
  inline_text<40> text;
  for (const char symbol : instant_to_text(*ms)) {
    if (symbol != 'Z') text.append(symbol == 'T' ? ' ' : symbol);
  }
  c.give(text);
}

void to_fields(call& c) noexcept {
  const parsed_id id = c.id(0);
  if (c.ready()) c.give(fields_as_json(c.of(), id.value));
}

void is_valid(call& c) noexcept {
  c.keep_why();
  (void)c.id(0);
  if (!c.null()) c.give(std::int64_t{!c.why()});
}

void check(call& c) noexcept {
  c.keep_why();
  (void)c.id(0);
  if (const auto& why = c.why())
    c.give(inline_text<48>().append(name_of(why->why)).append(" at position ").append_decimal(why->position));
}

// --- bounds ------------------------------------------------------------------------------------------------

// Of one instant, or of [from, to).
void give_bound(call& c, uint128 id_range<uint128>::*end) noexcept {
  unsigned at = c.of().layout().prefixed ? 1 : 0;
  const std::string_view prefix = at == 0 ? std::string_view() : c.prefix(0);
  const instant from = c.time(at++);
  const bool interval = at != c.count();
  const instant to = interval ? c.time(at) : instant();
  if (!c.ready()) return;
  const layout& l = c.of().layout();
  const auto found = interval ? by_format::ids_between(c.of(), from, to, std::nullopt)
                              : by_format::ids_at(c.of(), from, std::nullopt);
  if (found) return c.give({(*found).*end, prefix});
  c.reject(interval ? sql_error_of(reason::range, message_of_interval(l, from, to, l.epoch))
                    : outside_time(c.of()));
}
void first(call& c) noexcept { give_bound(c, &id_range<uint128>::first); }
void last(call& c) noexcept { give_bound(c, &id_range<uint128>::last); }

void give_bound_of_text(call& c, uint128 id_range<uint128>::*end) noexcept {
  const std::string_view text = c.text(0, wanted::text_prefix_is_text);
  if (!c.ready()) return;
  const auto found = by_format::ids_with_text_prefix(c.of(), text);
  if (!found) return c.reject(wrong_text_prefix(c.of(), found.error(), text.size()));
  c.give({(*found).*end, {}});
}
void first_of_text(call& c) noexcept { give_bound_of_text(c, &id_range<uint128>::first); }
void last_of_text(call& c) noexcept { give_bound_of_text(c, &id_range<uint128>::last); }

// --- TypeID ------------------------------------------------------------------------------------------------

void put_prefix(call& c) noexcept {
  const std::string_view prefix = c.prefix(0);
  const parsed_id id = c.id(format::of<uuid>(), 1);
  if (c.ready()) c.give({id.value, prefix});
}

void to_prefix(call& c) noexcept {
  const parsed_id id = c.id(0);
  if (c.ready()) c.give(id.prefix);
}

void to_suffix(call& c) noexcept {
  const parsed_id id = c.id(0);
  if (c.ready()) c.give({id.value, {}});
}

void to_uuid(call& c) noexcept {
  const parsed_id id = c.id(0);
  if (c.ready()) c.give(format::of<uuid>(), shape::text, {id.value, {}});
}

// --- of any format -----------------------------------------------------------------------------------------

void convert_between(call& c) noexcept {
  const auto from = c.named_format(1);
  const auto to = c.named_format(2);
  const parsed_id id = from ? c.id(*from, 0) : parsed_id{};
  if (!c.ready()) return;
  if (to->layout().bits != from->layout().bits) return c.reject(other_width(*from, *to));
  const error wrong = by_format::check_value(*to, id.value);
  if (wrong.why != reason::none) return c.reject(sql_error_of(wrong, to->name()));
  c.give(*to, shape::text, {id.value, to->layout().prefixed ? id.prefix : std::string_view()});
}

void detect_format(call& c) noexcept {
  const std::string_view text = c.text(0, wanted::only_text_tells);
  if (!c.ready()) return;
  if (const auto id = parse_any(text)) c.give(id->format.name());
}

// A JSON array of the ids as they stand in the text, which have no byte to escape.
void find(call& c) noexcept {
  const std::string_view text = c.text(0, wanted::found_in_text);
  const auto only = c.count() == 2 ? c.named_format(1) : std::nullopt;
  if (!c.ready()) return;
  format_set wanted = only ? format_set() : formats_in_text();
  if (only) wanted.push_back(*only);
  answer_text& all = c.where().text;
  bool written = all.append("[");
  find_ids(text, wanted, [&](const found_id& found) noexcept {
    written =
        written && all.append(all.size() == 1 ? "\"" : ",\"") && all.append(found.text) && all.append("\"");
  });
  if (!written) return c.fail("sortid: no memory");
  c.give("]");
}

// Of ids that are stored: what the third argument names, or the text tells.
std::optional<format> stored_format(call& c) noexcept {
  if (c.count() == 3) return c.named_format(2);
  const std::string_view text = c.text(0, wanted::name_the_format);
  if (!c.ready()) return std::nullopt;
  const auto id = parse_any(text);
  if (id) return id->format;
  const auto likely = meant(text);
  c.reject(sql_error_of(id.error(), likely ? likely->name() : std::string_view()));
  return std::nullopt;
}

// The answer is bytes or a text, as the id is; of an integer the text.
void change_mask(call& c, mask_direction direction) noexcept {
  const auto stored = stored_format(c);
  const auto key = c.key(key_argument);
  if (!stored || !key || !c.ready()) return;
  std::optional<any_masker>& masker = c.where().masker;
  if (!masker || masker->stored_format() != *stored || !c.where().constant_key)
    masker.emplace(any_masker::make(*stored, *key).value());
  const bool masks = direction == mask_direction::mask;
  const format from = masks ? masker->stored_format() : masker->masked_format();
  const format to = masks ? masker->masked_format() : masker->stored_format();
  const parsed_id id = c.id(from, 0);
  if (!c.ready()) return;
  const auto value = masks ? masker->mask(id.value, id.prefix) : masker->unmask(id.value, id.prefix);
  if (!value) return c.reject(sql_error_of(value.error(), from.name()));
  const bool was_bytes = c.is_string(0) && !is_text(c.text(0, {}));
  c.give(to, was_bytes ? shape::bytes : shape::text, {*value, id.prefix});
}
void mask(call& c) noexcept { change_mask(c, mask_direction::mask); }
void unmask(call& c) noexcept { change_mask(c, mask_direction::unmask); }

void version(call& c) noexcept { c.give(library_version); }

constexpr function_row<body> rows[] = {
#include "mysql_functions.def"
};

}  // namespace

std::span<const function_row<body>> function_rows() noexcept { return rows; }

}  // namespace sortid::mysql
