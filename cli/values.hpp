// What the user wrote behind an option, as a value. Each function throws a usage error that names the option
// when the text is invalid.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "command.hpp"
#include "sortid/formats.hpp"
#include "sortid/instant.hpp"
#include "sortid/node_store.hpp"

namespace sortid::cli {

[[nodiscard]] std::string joined(const std::vector<std::string>& texts, std::string_view separator);

// The words between the bars of a|b|c.
[[nodiscard]] std::vector<std::string> choices_of(std::string_view value_name);
// The choices of the option's value, FORMAT spelled out; empty for a free text.
[[nodiscard]] std::vector<std::string> choices_of(const option& o);
// Whether its value may be a file.
[[nodiscard]] bool takes_files(const option& o);

// What a subcommand may be called: the names, other names that people type, and `help`.
[[nodiscard]] std::vector<std::string> command_words(const program& p);

// The candidate that the word may be a misspelling of; empty when none is near.
[[nodiscard]] std::string_view nearest_to(std::string_view word, const std::vector<std::string>& candidates);

// The place of the text among the choices a|b|c.
[[nodiscard]] std::size_t choice_of(std::string_view option, std::string_view text, std::string_view choices);

// The format of that name. The error lists the names (`others` after the formats') and suggests the nearest.
[[nodiscard]] format named_format(std::string_view name, const std::vector<std::string_view>& others = {});

// The same of an option that may be left out.
[[nodiscard]] std::optional<format> format_if_named(std::string_view name);

// What an option of numbers takes, and how that is told where it is more than the two numbers.
struct number_bounds {
  std::uint64_t least = 0;
  std::uint64_t most = UINT64_MAX;
  std::string told = {};
};
// A number of decimal digits alone, within the bounds. (The option parser takes -1 for 2^64 - 1.)
[[nodiscard]] std::uint64_t number_of(std::string_view option, const std::string& text,
                                      const number_bounds& bounds = {});

// An instant as people write one: read_human_time() and parse_instant(). Milliseconds beyond 64 bits are the
// largest number, which no format has.
[[nodiscard]] instant instant_of(std::string_view option, const std::string& text);
// The store that --pool and `pool` name.
[[nodiscard]] std::unique_ptr<node_store> store_of(std::string_view option, const std::string& text);
// How long a pool may take for what it is asked, in milliseconds. Empty when the text is: the pool's own.
[[nodiscard]] std::int64_t deadline_of(const std::string& text);

// Empty when the text is: the format's own epoch.
[[nodiscard]] std::optional<std::int64_t> epoch_of(const std::string& text);

[[nodiscard]] type_prefix prefix_of(const std::string& text);

[[nodiscard]] unsigned threads_of(const std::string& jobs);

// --- which formats an option is for -----------------------------------------------------------------------

// The names of the formats for which the predicate holds, with ", " between them.
[[nodiscard]] std::string names_where(const format_predicate& has);

// A usage error with the names of those formats when this one is not among them.
void require_property(std::string_view option, format chosen, const format_predicate& has);

}  // namespace sortid::cli
