#include "forms.hpp"

#include <array>
#include <cstring>
#include <utility>

#include "sortid/batch.hpp"

namespace sortid::cli {

namespace {

// What a row of ids is made of: the id itself, or 128 bits in a TypeID's suffix.
class suffix : public detail::basic_id<suffix, type_id_layout> {};
template <any_id Id>
using packed = std::conditional_t<std::is_same_v<Id, type_id>, suffix, Id>;

template <any_id Id>
result<Id> from_value(uint128 value) {
  if (Id::layout().bits == 64 && value.hi != 0) return error{reason::overflow, 0, 0, 0};
  return Id::from_value(static_cast<typename Id::value_type>(value));
}

template <any_id Id>
struct functions {
  static result<Id> read(std::string_view text) {
    if constexpr (batch::batch_id<Id>) {
      return batch::parse<Id>(text);
    } else {
      return Id::parse(text);
    }
  }
  static error parse(std::string_view text, uint128& value) {
    const auto id = read(text);
    if (id) value = id->value();
    return id.error();
  }
  static error parse_lenient(std::string_view text, uint128& value, bool& canonical) {
    const auto read = Id::parse_lenient(text);
    if (!read) return read.error();
    value = read->id.value();
    canonical = read->canonical;
    return {};
  }
  static error check_value(uint128 value) { return from_value<Id>(value).error(); }
  static char* write(uint128 value, char* to) {
    const auto id = packed<Id>::from_value(static_cast<typename Id::value_type>(value)).value();
    return batch::to_chars(id, to, to + Id::layout().symbols);
  }
  static void read_fields(uint128 value, field_values& to) {
    const auto id = from_value<Id>(value);
    // With the places as constants, so that shifts and masks are.
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      const auto read = [&](std::size_t i) {
        const auto field = id->read_field(i);
        to[i] = {id->has_field(i), field.has_value(), field.value_or(uint128())};
      };
      (read(I), ...);
    }
    (std::make_index_sequence<Id::layout().field_count()>());
  }
  static std::optional<std::int64_t> unix_ms(uint128 value, std::optional<std::int64_t> epoch) {
    const auto id = from_value<Id>(value);
    if constexpr (requires { id->unix_ms(*epoch); }) {
      return id->unix_ms(epoch.value_or(Id::layout().epoch));
    } else if constexpr (requires { id->unix_ms(); }) {
      return id->unix_ms();
    } else {
      return std::nullopt;
    }
  }

  static std::size_t parse_many(const char* texts, std::size_t stride, std::size_t count, id_bytes* ids) {
    using item = packed<Id>;
    return batch::from_text<item>({texts, size_of_texts(stride, count)},
                                  {reinterpret_cast<item*>(ids), count}, stride)
        .count;
  }
  static void write_many(const_ids ids, std::size_t count, char* texts, std::size_t stride) {
    using item = packed<Id>;
    (void)batch::to_text<item>({reinterpret_cast<const item*>(ids), count},
                               {texts, size_of_texts(stride, count)}, stride);
  }
  static std::size_t size_of_texts(std::size_t stride, std::size_t count) {
    return (count - 1) * stride + Id::layout().symbols;
  }
  static bool allows_many(const_ids ids, std::size_t count) {
    constexpr const layout& l = Id::layout();
    bool all = true;
    if constexpr (l.min_value() != uint128() || l.max_value() != detail::low_mask<uint128>(l.bits)) {
      for (std::size_t i = 0; i < count; ++i)
        all = all && check_value(value_at(ids, i, l)).why == reason::none;
    }
    return all;
  }
};

template <any_id Id>
constexpr form make_form() {
  using with = functions<Id>;
  form f{.format = format::of<Id>(),
         .layout = &Id::layout(),
         .prefixed = std::is_same_v<Id, type_id>,
         .parse = with::parse,
         .parse_lenient = nullptr,
         .check_value = with::check_value,
         .write = with::write,
         .read_fields = with::read_fields,
         .unix_ms = with::unix_ms,
         .parse_many = with::parse_many,
         .write_many = with::write_many,
         .allows_many = with::allows_many};
  if constexpr (requires { Id::parse_lenient(std::string_view()); }) f.parse_lenient = with::parse_lenient;
  return f;
}

template <class... Ids>
constexpr std::array<form, sizeof...(Ids)> make_forms(detail::id_list<Ids...>) {
  return {make_form<Ids>()...};
}
constexpr auto forms = make_forms(format_list());

// Whether a text of that size can be of the format at all.
constexpr bool can_be(const form& f, std::size_t size) {
  return f.layout->detection != detection::by_name && (f.prefixed || f.layout->symbols == size);
}

std::string_view prefix_in(std::string_view text) {
  const std::size_t at = text.rfind('_');
  return at == std::string_view::npos ? std::string_view() : text.substr(0, at);
}

}  // namespace

const form& form_of(format f) {
  std::size_t place = 0;
  while (forms[place].format != f) ++place;
  return forms[place];
}

uint128 value_at(const_ids ids, std::size_t index, const layout& l) noexcept {
  const_ids at = ids + index * bytes_of(l);
  if (l.bits == 128) return detail::load_be<uint128>(reinterpret_cast<const std::uint8_t*>(at));
  std::uint64_t word = 0;
  std::memcpy(&word, at, sizeof word);
  return word;
}

refused_text read_text(std::string_view text, const form& as, known_id& id) {
  const error why = as.parse(text, id.value);
  if (why.why != reason::none) return {why, as.layout->name};
  id.form = &as;
  id.bits = as.layout->bits;
  id.prefix = as.prefixed ? prefix_in(text) : std::string_view();
  return {};
}

refused_text read_likeliest(std::string_view text, known_id& id) {
  for (const form& f : forms) {
    if (can_be(f, text.size()) && read_text(text, f, id).why.why == reason::none) return {};
  }
  if (const auto likely = meant(text)) return read_text(text, form_of(*likely), id);
  const std::uint32_t found = detail::clamp32(text.size());
  return {{reason::length, found, 0, found}, {}};
}

const form* form_of_shape(std::string_view text) noexcept {
  const form* found = nullptr;
  const bool prefixed = text.find('_') != std::string_view::npos;
  for (const form& f : forms) {
    if (prefixed ? !f.prefixed : f.prefixed || !can_be(f, text.size())) continue;
    if (found == nullptr || (found->layout->text == f.layout->text && found->layout->constants_required &&
                             !f.layout->constants_required))
      found = &f;
  }
  return found;
}

format_set others_of(std::string_view text, format chosen) {
  format_set others;
  bool found = false;
  for (const form& f : forms) {
    if (!can_be(f, text.size()) || (found && f.layout->detection == detection::fallback)) continue;
    uint128 value;
    if (f.parse(text, value).why != reason::none) continue;
    found = true;
    if (f.format != chosen) others.push_back(f.format);
  }
  return others;
}

}  // namespace sortid::cli
