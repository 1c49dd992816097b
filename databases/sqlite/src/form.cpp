#include "form.hpp"

#include <type_traits>

#include "sortid/ordered_generator.hpp"

namespace sortid::sqlite {

namespace {

// The system's, but for an order that nobody has begun: that of the process of its first id, wherever it was loaded. A
// worker has a machine's number of its own there.
struct begun_where_used {
  static bool fill(void* to, std::size_t size) noexcept { return system_entropy::fill(to, size); }
  static std::uint64_t fork_count() noexcept { return system_entropy::fork_count(); }
};

// One order for all connections and threads of the process. A statement waits where a millisecond has no id left, as
// a thousand rows may well take less than one.
template <any_id Id>
constinit process_generator<Id, system_clock, begun_where_used> ids_of_process{
    mint_plan<Id>{}, policies{.overflow = on_overflow::wait}};

// In a child of the process that loaded the extension, where the format draws nothing.
template <any_id Id>
bool needs_option() noexcept {
  return !mint_plan<Id>().recipe().drawn() &&
         system_entropy::fork_count() != system_entropy::fork_count_at_load;
}

// TypeIDs are UUIDs of version 7 behind a prefix, and share their order.
template <any_id Id>
using minted = std::conditional_t<std::is_same_v<Id, type_id>, uuidv7, Id>;

template <any_id Id>
struct functions {
  static constexpr const sortid::layout& l = Id::layout();
  using word = typename Id::value_type;

  static result<Id> of(uint128 value) noexcept {
    if (l.bits == 64 && value.hi != 0) return error{reason::overflow, 0, 0, 0};
    return Id::from_value(static_cast<word>(value));
  }
  static error parse(std::string_view text, uint128& value) noexcept {
    const auto id = Id::parse(text);
    if (id) value = id->value();
    return id.error();
  }
  static error parse_lenient(std::string_view text, uint128& value) noexcept {
    const auto read = Id::parse_lenient(text);
    if (read) value = read->id.value();
    return read.error();
  }
  static error check_value(uint128 value) noexcept { return of(value).error(); }
  static void write(uint128 value, char* to) noexcept { detail::write_text<l>(static_cast<word>(value), to); }
  static error unix_ms(uint128 value, std::int64_t& ms) noexcept {
    if constexpr (requires(Id id) {
                    { id.unix_ms() } -> std::same_as<std::int64_t>;
                  }) {
      const auto id = of(value);
      if (id) ms = id->unix_ms();
      return id.error();
    } else {
      // Those of version 7 have one.
      const auto id = uuidv7::from_value(value);
      if (id) ms = id->unix_ms();
      return id.error();
    }
  }
  static bool has_field(uint128 value, std::size_t index) noexcept { return of(value)->has_field(index); }
  static std::optional<uint128> read_field(uint128 value, std::size_t index) noexcept {
    return of(value)->read_field(index);
  }

  template <class Range>
  static error put(const Range& range, value_range& bounds) noexcept {
    if (range) bounds = {range->first.value(), range->last.value()};
    return range.error();
  }
  static error bounds_at(std::int64_t ms, value_range& bounds) noexcept {
    const auto first = first_at<Id>(ms);
    const auto last = last_at<Id>(ms);
    if (first && last) bounds = {first->value(), last->value()};
    return first.error();
  }
  static error bounds_between(std::int64_t from, std::int64_t to, value_range& bounds) noexcept {
    return put(ids_between<Id>(from, to), bounds);
  }
  static error bounds_of_text(std::string_view text, value_range& bounds) noexcept {
    return put(ids_with_text_prefix<Id>(text), bounds);
  }

  static fault mint(option_is option, uint128& value) noexcept {
    if (option == option_is::left_out && needs_option<minted<Id>>()) return fault::forked;
    const auto id = ids_of_process<minted<Id>>.next();
    if (id) value = id->value();
    return id.error();
  }
  static filled mint_many(option_is option, std::span<uint128> values) noexcept {
    if (option == option_is::left_out && needs_option<minted<Id>>()) return {0, fault::forked};
    constexpr std::size_t at_once = 128;
    std::array<minted<Id>, at_once> ids;
    filled all;
    while (all.count != values.size()) {
      const std::size_t wanted = std::min(values.size() - all.count, at_once);
      const filled some = ids_of_process<minted<Id>>.fill(std::span(ids).first(wanted));
      for (std::size_t i = 0; i < some.count; ++i) values[all.count++] = ids[i].value();
      if (some.why != fault::none) return {all.count, some.why};
    }
    return all;
  }
  static fault mint_at(std::int64_t ms, uint128& value) noexcept {
    const auto id = generator<minted<Id>>().random_at(ms);
    if (id) value = id->value();
    return id.error();
  }
};

template <any_id Id>
constexpr form make_form() {
  using with = functions<Id>;
  constexpr const layout& l = Id::layout();
  form f{.layout = &l,
         .prefixed = std::is_same_v<Id, type_id>,
         .timed = l.timed(),
         .bounded = timed_id<Id>,
         .parse = with::parse,
         .parse_lenient = nullptr,
         .check_value = with::check_value,
         .write = with::write,
         .unix_ms = nullptr,
         .has_field = with::has_field,
         .read_field = with::read_field,
         .bounds_at = nullptr,
         .bounds_between = nullptr,
         .bounds_of_text = nullptr,
         .mint = nullptr,
         .mint_many = nullptr,
         .mint_at = nullptr};
  if constexpr (requires { Id::parse_lenient(std::string_view()); }) f.parse_lenient = with::parse_lenient;
  if constexpr (l.timed()) f.unix_ms = with::unix_ms;
  if constexpr (timed_id<Id>) {
    f.bounds_at = with::bounds_at;
    f.bounds_between = with::bounds_between;
  }
  if constexpr (l.text == text_form::base58) f.bounds_of_text = with::bounds_of_text;
  if constexpr (l.minted) {
    f.mint = with::mint;
    f.mint_many = with::mint_many;
    if constexpr (l.timed() && l.has(role::random)) f.mint_at = with::mint_at;
  }
  return f;
}

template <class... Ids>
constexpr std::array<form, sizeof...(Ids)> make_forms(detail::id_list<Ids...>) {
  return {make_form<Ids>()...};
}

}  // namespace

constinit const std::array<form, form_count> forms = make_forms(format_list());

sql_name sql_name_of(const form& f) noexcept {
  sql_name name;
  if (f.layout == &uuidv7_layout) return name.append("uuid7");
  for (const char symbol : f.layout->name) name.append(symbol == '-' ? '_' : symbol);
  return name;
}

const form* find_form(std::string_view name) noexcept {
  for (const form& f : forms) {
    if (f.layout->name == name || sql_name_of(f).view() == name) return &f;
  }
  return nullptr;
}

std::uint64_t largest_option(const form& f) noexcept {
  return detail::low_mask<std::uint64_t>(f.layout->fields[f.option()].bits);
}

uint128 with_option(const form& f, uint128 value, std::uint64_t given) noexcept {
  const sortid::layout& l = *f.layout;
  const std::size_t at = f.option();
  if (l.fields[at].role == role::node) return (value & ~l.field_mask(at)) | uint128(given) << l.shift(at);
  const auto extension = euid::extension_bits(given, value);
  if (!extension) return value;
  return (value & ~(l.mask(role::extension) | l.mask(role::extension_length))) | *extension;
}

void write_text(const form& f, std::string_view prefix, uint128 value, id_text& to) noexcept {
  if (!prefix.empty()) to.append(prefix).append('_');
  to.append_written(f.layout->symbols, [&](char* out) { f.write(value, out); });
}

}  // namespace sortid::sqlite
