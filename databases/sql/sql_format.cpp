#include "sql_format.hpp"

#include <type_traits>

#include "sortid/any_generator.hpp"
#include "sortid/ordered_generator.hpp"

namespace sortid::sql {

namespace {

// The system's, but for an order that nobody has begun: that of the process of its first id, wherever it was
// loaded. A worker has a machine number of its own there.
struct begun_where_used {
  static bool fill(void* to, std::size_t size) noexcept { return system_entropy::fill(to, size); }
  static std::uint64_t fork_count() noexcept { return system_entropy::fork_count(); }
};

// One order for all connections and threads of the process, over which each way to begin a sequence has a
// generator: a scope that is the same one for all of these.
template <any_id Id>
class order_of_process {
 public:
  using value_type = typename Id::value_type;
  constexpr explicit order_of_process(std::uint64_t) noexcept {}

  [[nodiscard]] static std::int64_t clock_seen() noexcept { return shared.clock_seen(); }
  [[nodiscard]] static bool inherited(std::uint64_t forks) noexcept { return shared.inherited(forks); }
  [[nodiscard]] static constexpr grant granted() noexcept { return {}; }
  static void see_clock(std::int64_t now) noexcept { shared.see_clock(now); }
  [[nodiscard]] static std::optional<value_type> last() noexcept { return shared.last(); }
  [[nodiscard]] static bool holds(value_type value) noexcept { return shared.holds(value); }
  static bool take(const std::optional<value_type>& last, value_type value) noexcept {
    return shared.take(last, value);
  }
  static fault keep(const clock_sample& at, timestamp when) noexcept { return shared.keep(at, when); }

 private:
  static inline constinit process_scope<value_type> shared{detail::unknown_forks};
};

struct orders_of_process {
  template <any_id Id>
  using scope = order_of_process<Id>;
  template <any_id Id>
  static constexpr const char* why_not = process_scopes::why_not<Id>;
};

// A number that a call gives replaces the one here. A statement waits where a millisecond has no id left, as
// a thousand rows may well take less than one.
template <any_id Id, sequence_start Start>
constinit basic_generator<Id, order_of_process<Id>, system_clock, begun_where_used> ids_of_process{
    generator_plan<Id>::make(
        {.node = Id::layout().needs_node() ? std::optional(0U) : std::nullopt, .sequence = Start})
        .value(),
    policies{.overflow = on_overflow::wait}};

using ids_in_order = generator_view<scope_list<orders_of_process>, system_clock, begun_where_used>;

struct process_order_function {
  template <any_id Id>
  static std::optional<ids_in_order> of([[maybe_unused]] sequence_start start) noexcept {
    // TypeIDs are UUIDs of version 7 behind a prefix, and share their order.
    using own = std::conditional_t<Id::layout().prefixed, uuidv7, Id>;
    constexpr auto ids = []<sequence_start Start>(std::integral_constant<sequence_start, Start>) noexcept {
      return ids_in_order::of<own, orders_of_process>(ids_of_process<own, Start>);
    };
    using enum sequence_start;
    if constexpr (!own::layout().generated) {
      return std::nullopt;
    } else if constexpr (formats_with::sequence(own::layout())) {
      if (start == random) return ids(std::integral_constant<sequence_start, random>());
      if (start == carry_on) return ids(std::integral_constant<sequence_start, carry_on>());
      return ids(std::integral_constant<sequence_start, zero>());
    } else {
      return ids(std::integral_constant<sequence_start, zero>());
    }
  }
};
// None where the format is not generated.
constexpr format_function<process_order_function> process_order;

}  // namespace

std::optional<format> find_format(std::string_view name) noexcept {
  for (const format f : format::all()) {
    if (f.name() == name || f.layout().sql_name().view() == name) return f;
  }
  return std::nullopt;
}

std::optional<sequence_start> find_sequence_start(std::string_view name) noexcept {
  for (const auto start : {sequence_start::zero, sequence_start::random, sequence_start::carry_on}) {
    if (name_of(start) == name) return start;
  }
  return std::nullopt;
}

std::optional<instant> find_instant(std::int64_t ms, sql_error& why) noexcept {
  const auto meant = instant_of_number(ms);
  if (meant) return instant(ms);
  why = {meant.error().why, meant.error().position, {}};
  why.sentence.append(message_of_instant(meant.error(), ms).append(", as a text").view());
  return std::nullopt;
}

std::optional<instant> find_instant(std::string_view text, sql_error& why) noexcept {
  const auto read = parse_instant(text);
  if (read) return *read;
  inline_text<48> zoned;
  const bool ended_early = read.error().why == reason::length && read.error().position == text.size();
  if (ended_early && text.size() < zoned.capacity()) {
    if (const auto in_utc = parse_instant(zoned.append(text).append('Z').view())) return *in_utc;
  }
  why = {read.error().why, read.error().position, {}};
  why.sentence.append(message_of_instant(read.error(), text).view());
  return std::nullopt;
}

result<uint128, fault> new_id(format f, option_is option, sequence_start start) noexcept {
  if (option == option_is::left_out && f.layout().needs_node()) return fault::needs_node;
  return process_order(f, start)->next();
}

filled new_ids(format f, option_is option, column_bytes* ids, std::size_t count,
               sequence_start start) noexcept {
  if (option == option_is::left_out && f.layout().needs_node()) return {0, fault::needs_node};
  return process_order(f, start)->fill(ids, count);
}

result<uint128, fault> new_id_at(format f, std::int64_t ms) noexcept {
  any_generator<> own;
  if (own.emplace<thread_scopes>(f)) return fault::out_of_range;  // not generated: no function asks for it
  return own->random_at(ms);
}

std::uint64_t largest_option(const layout& l) noexcept {
  return detail::low_mask<std::uint64_t>(l.fields[option_of(l)].bits);
}

uint128 with_option(const layout& l, uint128 value, std::uint64_t given) noexcept {
  const std::size_t at = option_of(l);
  if (l.fields[at].role == role::node) return (value & ~l.field_mask(at)) | uint128(given) << l.shift(at);
  const auto extension = euid::extension_bits(given, value);
  if (!extension) return value;
  return (value & ~(l.mask(role::extension) | l.mask(role::extension_length))) | *extension;
}

void write_text(format f, std::string_view prefix, uint128 value, id_text& to) noexcept {
  if (!prefix.empty()) to.append(prefix).append('_');
  to.append_written(f.layout().symbols, [&](char* out) { by_format::write(f, value, out); });
}

json_text fields_as_json(format f, uint128 value) noexcept {
  json_text json;
  json.append('{');
  const field_values fields = by_format::fields(f, value);
  for (std::size_t i = 0; i < f.layout().field_count(); ++i) {
    if (!fields[i].shown) continue;
    if (json.size() != 1) json.append(',');
    json.append('"').append(f.layout().fields[i].name).append("\":");
    char digits[detail::max_decimal_digits];
    if (fields[i].present) {
      const char* const end = detail::write_decimal(fields[i].value, digits);
      json.append('"').append({digits, static_cast<std::size_t>(end - digits)}).append('"');
    } else {
      json.append("null");
    }
  }
  return json.append('}');
}

}  // namespace sortid::sql
