#include "call.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace sortid::mysql {

answer_text::~answer_text() { std::free(data_); }

bool answer_text::append(std::string_view more) noexcept {
  if (capacity_ - size_ < more.size() || data_ == nullptr) {
    const std::size_t wanted = std::max<std::size_t>(2 * (size_ + more.size()), 128);
    void* const grown = std::realloc(data_, wanted);
    if (grown == nullptr) return false;
    data_ = static_cast<char*>(grown);
    capacity_ = wanted;
  }
  if (!more.empty()) std::memcpy(data_ + size_, more.data(), more.size());
  size_ += more.size();
  return true;
}

bool is_text(std::string_view string) noexcept {
  return std::all_of(string.begin(), string.end(), [](char c) { return c >= ' ' && c < 0x7F; });
}

bool call::goes_on(unsigned at) noexcept {
  if (ended_) return false;
  if (given_.args[at] != nullptr) return true;
  null_ = true;
  return false;
}

// A BIGINT UNSIGNED comes as its bits.
std::optional<std::uint64_t> call::integer(unsigned at) const noexcept {
  if (given_.arg_type[at] != INT_RESULT) return std::nullopt;
  long long bits = 0;
  std::memcpy(&bits, given_.args[at], sizeof bits);
  return static_cast<std::uint64_t>(bits);
}

std::string_view call::name_of_type(unsigned at) const noexcept {
  switch (given_.arg_type[at]) {
    case INT_RESULT:
      return "an integer";
    case STRING_RESULT:
      return "a string";
    case DECIMAL_RESULT:
      return "a decimal";
    default:
      return "a real number";
  }
}

void call::fail(std::string_view message) noexcept {
  ended_ = true;
  message_ = message_text().append(message);
}

void call::reject(const sql_error& why) noexcept {
  ended_ = true;
  if (keeps_why_) {
    why_ = why;
  } else if (!place_.bound->tries) {
    message_ = message_of(why);
  }
}

std::string_view call::text(unsigned at, std::string_view otherwise) noexcept {
  if (!goes_on(at)) return {};
  if (is_string(at)) return string(at);
  reject(statement_error(otherwise));
  return {};
}

parsed_id call::id(format f, unsigned at) noexcept {
  parsed_id id{};
  if (!goes_on(at)) return id;
  const layout& l = f.layout();
  error wrong;
  if (is_string(at)) {
    const std::string_view given = string(at);
    if (l.bits == 128 && given.size() == l.bytes() && !is_text(given)) {
      id.value = detail::load_be<uint128>(reinterpret_cast<const std::uint8_t*>(given.data()));
      wrong = by_format::check_value(f, id.value);
    } else {
      const auto read = by_format::parse(f, given);
      id = read.value_or(id);
      wrong = read.error();
    }
  } else if (const auto number = integer(at); l.bits == 64 && number) {
    id.value = *number;
    wrong = by_format::check_value(f, id.value);
  } else {
    sql_error why{reason::length, 0, {}};
    why.sentence.append(l.name).append(l.bits == 64 ? " is a text or an integer, not "
                                                    : " is a text or 16 bytes, not ");
    why.sentence.append(name_of_type(at));
    reject(why);
    return id;
  }
  if (wrong.why != reason::none) reject(sql_error_of(wrong, l.name));
  return id;
}

instant call::time(unsigned at) noexcept {
  if (!goes_on(at)) return {};
  sql_error why{reason::length, 0, {}};
  std::optional<instant> found;
  if (is_string(at)) {
    found = find_instant(string(at), why);
  } else if (const auto ms = integer(at)) {
    found = find_instant(static_cast<std::int64_t>(*ms), why);
  } else {
    why.sentence.append(wanted::instant_is);
    why.sentence.append(name_of_type(at));
  }
  if (!found) reject(why);
  return found.value_or(instant());
}

std::string_view call::prefix(unsigned at) noexcept {
  const std::string_view given = text(at, wanted::prefix_is_text);
  const auto parsed = type_prefix::parse(given);
  if (!parsed) reject(sql_error_of(parsed.error(), {}));
  return given;
}

std::uint64_t call::option(unsigned at) noexcept {
  if (!goes_on(at)) return 0;
  const auto number = integer(at);
  if (!number || *number > largest_option(of().layout())) reject(wrong_option(of()));
  return number.value_or(0);
}

sequence_start call::start(unsigned at) noexcept {
  if (!goes_on(at)) return sequence_start::zero;
  const auto found = is_string(at) ? find_sequence_start(string(at)) : std::nullopt;
  if (!found) reject(wrong_sequence_start());
  return found.value_or(sequence_start::zero);
}

std::optional<mask_key> call::key(unsigned at) noexcept {
  if (!goes_on(at)) return std::nullopt;
  if (!is_string(at)) {
    fail(message_of(statement_error(wanted::key_is)));
    return std::nullopt;
  }
  const std::string_view given = string(at);
  const auto read =
      is_text(given)
          ? mask_key::from_hex(given)
          : mask_key::from_bytes({reinterpret_cast<const std::uint8_t*>(given.data()), given.size()});
  // A wrong key is an error in the statement, as a wrong name of a format is: try_… fails too.
  if (!read) {
    fail(message_of(wrong_key(read.error())));
    return std::nullopt;
  }
  return *read;
}

std::optional<format> call::named_format(unsigned at) noexcept {
  if (!goes_on(at)) return std::nullopt;
  const auto found = is_string(at) ? find_format(string(at)) : std::nullopt;
  if (!found) fail(no_such_format(is_string(at) ? string(at) : std::string_view()));
  return found;
}

void call::give(std::string_view text) noexcept {
  answered_ = place_.text.append(text);
  if (!answered_) fail("sortid: no memory");
}

void call::give(std::int64_t number) noexcept {
  number_ = number;
  answered_ = true;
}

void call::give(format f, shape as, const parsed_id& id) noexcept {
  if (as == shape::text) {
    id_text text;
    write_text(f, id.prefix, id.value, text);
    return give(text);
  }
  if (as == shape::bytes) {
    std::uint8_t bytes[16];
    detail::store_be(id.value, bytes);
    return give(std::string_view(reinterpret_cast<const char*>(bytes), sizeof bytes));
  }
  if (id.value > uint128(INT64_MAX)) {
    reject(sql_error_of(reason::overflow,
                        "past 2^63 - 1, the largest INTEGER that a function gives: keep the text"));
  } else {
    give(static_cast<std::int64_t>(id.value.lo));
  }
}

}  // namespace sortid::mysql
