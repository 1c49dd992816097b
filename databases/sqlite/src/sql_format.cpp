#include "sql_format.hpp"

#include <algorithm>
#include <array>
#include <type_traits>

#include "sortid/ordered_generator.hpp"

namespace sortid::sqlite {

namespace {

// The system's, but for an order that nobody has begun: that of the process of its first id, wherever it was loaded. A
// worker has a machine number of its own there.
struct begun_where_used {
  static bool fill(void* to, std::size_t size) noexcept { return system_entropy::fill(to, size); }
  static std::uint64_t fork_count() noexcept { return system_entropy::fork_count(); }
};

// One order for all connections and threads of the process. A statement waits where a millisecond has no id left, as
// a thousand rows may well take less than one.
template <any_id Id>
constinit process_generator<Id, system_clock, begun_where_used> ids_of_process{
    generator_plan<Id>{}, policies{.overflow = on_overflow::wait}};

// In a child of the process that loaded the extension, where the format draws nothing.
template <any_id Id>
bool needs_option() noexcept {
  return !generator_plan<Id>().recipe().drawn() &&
         system_entropy::fork_count() != system_entropy::fork_count_at_load;
}

// TypeIDs are UUIDs of version 7 behind a prefix, and share their order.
template <any_id Id>
using generated = std::conditional_t<Id::layout().prefixed, uuidv7, Id>;

struct mint_function {
  template <any_id Id>
  static fault of(option_is option, uint128& value) noexcept {
    if constexpr (Id::layout().generated) {
      if (option == option_is::left_out && needs_option<generated<Id>>()) return fault::forked;
      const auto id = ids_of_process<generated<Id>>.next();
      if (id) value = id->number();
      return id.error();
    } else {
      return fault::out_of_range;  // no function asks for it
    }
  }
};

struct mint_many_function {
  template <any_id Id>
  static filled of(option_is option, std::span<uint128> values) noexcept {
    filled all;
    if constexpr (Id::layout().generated) {
      if (option == option_is::left_out && needs_option<generated<Id>>()) return {0, fault::forked};
      constexpr std::size_t at_once = 128;
      std::array<generated<Id>, at_once> ids;
      while (all.count != values.size() && all.why == fault::none) {
        const std::size_t wanted = std::min(values.size() - all.count, at_once);
        const filled some = ids_of_process<generated<Id>>.fill(std::span(ids).first(wanted));
        for (std::size_t i = 0; i < some.count; ++i) values[all.count++] = ids[i].number();
        all.why = some.why;
      }
    }
    return all;
  }
};

struct mint_at_function {
  template <any_id Id>
  static fault of(std::int64_t ms, uint128& value) noexcept {
    if constexpr (mints_at(Id::layout())) {
      const auto id = generator<generated<Id>>().random_at(ms);
      if (id) value = id->number();
      return id.error();
    } else {
      return fault::out_of_range;  // no function asks for it
    }
  }
};

constexpr format_function<mint_function> mint_by_format;
constexpr format_function<mint_many_function> mint_many_by_format;
constexpr format_function<mint_at_function> mint_at_by_format;

}  // namespace

sql_name sql_name_of(format f) noexcept {
  sql_name name;
  if (f == format::of<uuidv7>()) return name.append("uuid7");
  for (const char symbol : f.name()) name.append(symbol == '-' ? '_' : symbol);
  return name;
}

std::optional<format> find_format(std::string_view name) noexcept {
  for (const format f : format::all()) {
    if (f.name() == name || sql_name_of(f).view() == name) return f;
  }
  return std::nullopt;
}

fault mint(format f, option_is option, uint128& value) noexcept { return mint_by_format(f, option, value); }
filled mint_many(format f, option_is option, std::span<uint128> values) noexcept {
  return mint_many_by_format(f, option, values);
}
fault mint_at(format f, std::int64_t ms, uint128& value) noexcept { return mint_at_by_format(f, ms, value); }

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

}  // namespace sortid::sqlite
