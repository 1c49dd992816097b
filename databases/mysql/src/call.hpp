// One call of a function: its arguments read, and its answer.
#pragma once

#include <optional>
#include <string_view>

#include "api.hpp"
#include "names.hpp"
#include "sortid/any_masker.hpp"
#include "sortid/instant.hpp"
#include "sql_error.hpp"

namespace sortid::mysql {

// An answer in memory of its own, which the server reads until the next call of the same place in a
// statement.
class answer_text {
 public:
  answer_text() noexcept = default;
  answer_text(const answer_text&) = delete;
  answer_text& operator=(const answer_text&) = delete;
  ~answer_text();

  void clear() noexcept { size_ = 0; }
  // False without memory.
  [[nodiscard]] bool append(std::string_view more) noexcept;
  [[nodiscard]] char* data() noexcept { return data_; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }

 private:
  char* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

class call;
using body = void (*)(call&) noexcept;

// What a place in a statement keeps between its calls.
struct place {
  const binding* bound = nullptr;
  body run = nullptr;
  answer_text text;
  std::optional<any_masker> masker;  // of the constant key, if it is one
  bool constant_key = false;
};

// A string of SQL does not say whether it is a text or bytes: printable ASCII is a text. No id of 16 bytes
// is, with the variant of RFC 9562 or a time before the year 2100.
[[nodiscard]] bool is_text(std::string_view string) noexcept;

// Arguments are read in their order. The first that is rejected ends the reading; a NULL does not, so that it
// hides no error behind it.
class call {
 public:
  call(place& of, const UDF_ARGS& given) noexcept : place_(of), given_(given) { of.text.clear(); }

  [[nodiscard]] format of() const noexcept { return place_.bound->of; }
  [[nodiscard]] unsigned count() const noexcept { return given_.arg_count; }
  [[nodiscard]] place& where() noexcept { return place_; }

  // A string. `otherwise` is the sentence for a number.
  std::string_view text(unsigned at, std::string_view otherwise) noexcept;
  parsed_id id(format f, unsigned at) noexcept;
  parsed_id id(unsigned at) noexcept { return id(of(), at); }
  instant time(unsigned at) noexcept;
  std::string_view prefix(unsigned at) noexcept;
  std::uint64_t option(unsigned at) noexcept;
  sequence_start start(unsigned at) noexcept;
  std::optional<mask_key> key(unsigned at) noexcept;
  std::optional<format> named_format(unsigned at) noexcept;
  [[nodiscard]] bool is_string(unsigned at) const noexcept { return given_.arg_type[at] == STRING_RESULT; }
  // Whether all that was read is there.
  [[nodiscard]] bool ready() const noexcept { return !ended_ && !null_; }
  [[nodiscard]] bool null() const noexcept { return null_; }

  // An error in the statement, and an id that is rejected: NULL of a function whose name begins with try_.
  void fail(std::string_view message) noexcept;
  void reject(const sql_error& why) noexcept;

  void give(format f, shape as, const parsed_id& id) noexcept;
  void give(const parsed_id& id) noexcept { give(of(), place_.bound->as, id); }
  void give(std::string_view text) noexcept;
  void give(std::int64_t number) noexcept;

  [[nodiscard]] bool answered() const noexcept { return answered_; }
  [[nodiscard]] std::int64_t number() const noexcept { return number_; }
  // Of an error; else empty.
  [[nodiscard]] const message_text& message() const noexcept { return message_; }
  // Why an id was rejected, after keep_why(): it is no error then.
  [[nodiscard]] const std::optional<sql_error>& why() const noexcept { return why_; }
  void keep_why() noexcept { keeps_why_ = true; }

 private:
  [[nodiscard]] bool goes_on(unsigned at) noexcept;
  [[nodiscard]] std::string_view string(unsigned at) const noexcept {
    return {given_.args[at], given_.lengths[at]};
  }
  [[nodiscard]] std::optional<std::uint64_t> integer(unsigned at) const noexcept;
  [[nodiscard]] std::string_view name_of_type(unsigned at) const noexcept;

  place& place_;
  const UDF_ARGS& given_;
  bool ended_ = false;
  bool null_ = false;
  bool answered_ = false;
  bool keeps_why_ = false;
  std::int64_t number_ = 0;
  message_text message_;
  std::optional<sql_error> why_;
};

}  // namespace sortid::mysql
