// Why a value of SQL is rejected, and the message that says so.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "sortid/error.hpp"
#include "sortid/fault.hpp"
#include "sortid/formats.hpp"
#include "sortid/inline_text.hpp"

namespace sortid::sql {

// Why a value is rejected: one of the six reasons at a byte of the text or the blob, and the sentence.
// Without a reason it is an error in the statement, such as an option out of range, and the sentence alone
// is the message.
struct sql_error {
  reason why = reason::none;
  std::uint32_t position = 0;
  inline_text<256> sentence;
};

// What an argument has to be, where a value of another type is given.
namespace wanted {
inline constexpr std::string_view prefix_is_text = "a type prefix is a text";
inline constexpr std::string_view name_is_text = "a name is a text";
inline constexpr std::string_view text_prefix_is_text = "a text prefix is a text";
inline constexpr std::string_view only_text_tells = "only a text tells its format";
inline constexpr std::string_view name_the_format = "only a text tells its format: name it as third argument";
inline constexpr std::string_view found_in_text = "ids are found in a text";
inline constexpr std::string_view key_is = "a key is a blob, or a text of hexadecimal digits";
inline constexpr std::string_view instant_is =
    "an instant is Unix milliseconds as an integer, or a text, not ";
}  // namespace wanted

[[nodiscard]] sql_error sql_error_of(const error& e, std::string_view name) noexcept;
[[nodiscard]] sql_error sql_error_of(reason why, std::string_view sentence) noexcept;
// An instant that the format has not.
[[nodiscard]] sql_error outside_time(format f) noexcept;
// An id of the format that carries no instant.
[[nodiscard]] sql_error without_time(format f) noexcept;
// The bits of one format taken for those of another that has more or fewer.
[[nodiscard]] sql_error other_width(format from, format to) noexcept;
// A blob of a size that no id of the format has.
[[nodiscard]] sql_error wrong_size(format f, std::size_t size) noexcept;
// A text with which no text of the format begins.
[[nodiscard]] sql_error wrong_text_prefix(format f, const error& e, std::size_t size) noexcept;
// An option past the format's largest.
[[nodiscard]] sql_error wrong_option(format f) noexcept;
// A format whose ids others make.
[[nodiscard]] sql_error without_new_ids(format f) noexcept;
// An option that the format does not have.
[[nodiscard]] sql_error takes_no(std::string_view option, format f) noexcept;
// A number of new ids that is negative, or no number.
[[nodiscard]] sql_error wrong_count() noexcept;
// What is no secret key; `e` is the error of mask_key. No byte of it is repeated.
[[nodiscard]] sql_error wrong_key(const error& e) noexcept;
// A name of no way to begin a sequence.
[[nodiscard]] sql_error wrong_sequence_start() noexcept;

// An error in the statement, for an argument of its own.
[[nodiscard]] sql_error statement_error(std::string_view sentence) noexcept;

// Reason, position and sentence, as the message of an error.
using message_text = inline_text<320>;
[[nodiscard]] message_text message_of(const sql_error& why) noexcept;
[[nodiscard]] message_text message_of(format f, fault why) noexcept;
// A name of no format: an error in the statement too.
[[nodiscard]] message_text no_such_format(std::string_view name) noexcept;

}  // namespace sortid::sql
