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

// One order for all connections and threads of the process. A statement waits where a millisecond has no id
// left, as a thousand rows may well take less than one.
template <any_id Id>
constinit process_generator<Id, system_clock, begun_where_used> ids_of_process{
    generator_plan<Id>{}, policies{.overflow = on_overflow::wait}};

using order_of_process = generator_view<scope_list<process_scopes>, system_clock, begun_where_used>;

struct process_order_function {
  template <any_id Id>
  static std::optional<order_of_process> of() noexcept {
    // TypeIDs are UUIDs of version 7 behind a prefix, and share their order.
    using own = std::conditional_t<Id::layout().prefixed, uuidv7, Id>;
    if constexpr (!own::layout().generated) {
      return std::nullopt;
    } else {
      return order_of_process::of<own, process_scopes>(ids_of_process<own>);
    }
  }
};
// None where the format is not generated.
constexpr format_function<process_order_function> process_order;

// In a child of the process that loaded the extension, where the format draws nothing.
bool needs_option(format f) noexcept {
  return !f.layout().drawn() && system_entropy::fork_count() != system_entropy::fork_count_at_load;
}

}  // namespace

std::optional<format> find_format(std::string_view name) noexcept {
  for (const format f : format::all()) {
    if (f.name() == name || f.layout().sql_name().view() == name) return f;
  }
  return std::nullopt;
}

result<uint128, fault> new_id(format f, option_is option) noexcept {
  if (option == option_is::left_out && needs_option(f)) return fault::forked;
  return process_order(f)->next();
}

filled new_ids(format f, option_is option, column_bytes* ids, std::size_t count) noexcept {
  if (option == option_is::left_out && needs_option(f)) return {0, fault::forked};
  return process_order(f)->fill(ids, count);
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

}  // namespace sortid::sql
