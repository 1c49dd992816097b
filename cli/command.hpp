// What every subcommand is made with: how it refuses wrong usage, how it ends.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "sortid/formats.hpp"
#include "sortid/instant.hpp"

namespace sortid::cli {

enum class status : std::uint8_t {
  all_valid = 0,
  some_invalid = 1,
  wrong_usage = 2,
  io_failed = 3,
};

// Wrong usage, found by us and not by the option parser: its sentence is printed, and the program ends with 2.
class usage_error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Names of values in the option table: FORMAT stands for the names of all formats, FILE for a path, and a|b|c for a
// choice. Help, completions and man page read them.
inline constexpr std::string_view any_format_name = "FORMAT";
inline constexpr std::string_view any_file_name = "FILE";

[[nodiscard]] std::string joined(const std::vector<std::string>& texts, std::string_view separator);

// The words between the bars.
[[nodiscard]] std::vector<std::string> choices_of(std::string_view value_name);

// The candidate that the word is a slip of; empty when none is near.
[[nodiscard]] std::string_view nearest_to(std::string_view word, const std::vector<std::string>& candidates);

// The format of that name, or a usage error that lists the names (`others` after the formats') and suggests the nearest.
[[nodiscard]] format named_format(std::string_view name, const std::vector<std::string_view>& others = {});

// A number of decimal digits alone, or a usage error that names the option. (The option parser takes -1 for 2^64 - 1.)
[[nodiscard]] std::uint64_t number_of(std::string_view option, const std::string& text);

// An instant as people write one, or a usage error that names the option. Milliseconds beyond all time are its end, which
// no format has. An epoch must be a real one.
[[nodiscard]] std::int64_t instant_of(std::string_view option, const std::string& text,
                                      submillisecond finer = submillisecond::cut_off);
[[nodiscard]] std::optional<std::int64_t> epoch_of(const std::string& text);

// A TypeID prefix, or a usage error.
[[nodiscard]] type_prefix prefix_of(const std::string& text);

// The option that formats with the property take: a usage error with their names when this one does not.
template <class Has>
void require_property(std::string_view option, format chosen, Has has);

// ", "-joined names of the formats for which `has(layout)` holds.
template <class Has>
[[nodiscard]] std::string names_where(Has has) {
  std::string names;
  for (const format f : format::all()) {
    if (has(f.layout())) names.append(names.empty() ? "" : ", ").append(f.name());
  }
  return names;
}

template <class Has>
void require_property(std::string_view option, format chosen, Has has) {
  if (has(chosen.layout())) return;
  throw usage_error(std::string(option) + " is not for " + std::string(chosen.name()) + "; it is for " +
                    names_where(has));
}

// What formats have or have not, as asked of a layout.
[[nodiscard]] constexpr bool takes_prefix(const layout& l) noexcept { return l.prefixed; }
[[nodiscard]] constexpr bool takes_extension(const layout& l) noexcept { return l.has(role::extension); }
[[nodiscard]] constexpr bool takes_check(const layout& l) noexcept { return l.checked(); }
[[nodiscard]] constexpr bool takes_text_prefix(const layout& l) noexcept { return l.bounded_by_text(); }
[[nodiscard]] constexpr bool has_time(const layout& l) noexcept { return l.bounded(); }
[[nodiscard]] constexpr bool is_minted(const layout& l) noexcept { return l.generated; }
[[nodiscard]] constexpr bool has_ranges(const layout& l) noexcept {
  return has_time(l) || takes_text_prefix(l);
}
// Where nothing of an id is random, a draw would be one of few and soon come twice.
[[nodiscard]] constexpr bool is_drawn(const layout& l) noexcept { return l.generated && l.drawn(); }

}  // namespace sortid::cli
