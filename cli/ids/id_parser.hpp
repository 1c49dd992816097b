// Texts to ids.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "id_error.hpp"
#include "ids/id.hpp"

namespace sortid::cli {

// A text of that format, read strictly.
[[nodiscard]] id_error read_text(std::string_view text, format as, known_id& id);
// A text of the likeliest format, as detect() says. Formats of another length are not tried.
[[nodiscard]] id_error read_likeliest(std::string_view text, known_id& id);
// A text as people type it: of the named format alone; without one strictly of any, then of the one that is
// meant, then of each.
[[nodiscard]] id_error read_leniently(std::string_view text, std::optional<format> named, known_id& id);
// What else the text could be, as detect() says.
[[nodiscard]] format_set others_of(std::string_view text, format chosen);
// Whether there can be others, for all texts of a size.
class other_formats {
 public:
  other_formats(std::size_t size, format chosen);
  [[nodiscard]] bool possible(std::string_view text) const {
    return plain_ || (prefixed_ && !has_capitals(text));
  }
  [[nodiscard]] static bool has_capitals(std::string_view text);

 private:
  bool plain_ = false;
  bool prefixed_ = false;
};
// The format of all valid texts that look like this one: by the length and, where several formats differ only
// in the values they allow, the one that allows most.
[[nodiscard]] std::optional<format> format_by_shape(std::string_view text) noexcept;

// How the texts of a stream are read.
class id_parser {
 public:
  [[nodiscard]] static id_parser any_format() { return {kind::any_format, {}, {}, 0}; }
  [[nodiscard]] static id_parser format_of(format f) {
    return {kind::one_format, f, f.name(), f.layout().prefixed ? 0 : f.layout().symbols};
  }
  // Of that one, or of any.
  [[nodiscard]] static id_parser of(std::optional<format> f) { return f ? format_of(*f) : any_format(); }
  // Hexadecimal digits: so many, or as many as any format has when that is 0.
  [[nodiscard]] static id_parser hex(unsigned digits) { return {kind::hex, {}, "hex", digits}; }
  [[nodiscard]] static id_parser integer() { return {kind::integer, {}, "int", 0}; }
  // Bytes in network order.
  [[nodiscard]] static id_parser binary(unsigned bytes) { return {kind::binary, {}, {}, bytes}; }

  // The same, with what people type accepted.
  [[nodiscard]] id_parser leniently() const {
    id_parser other = *this;
    other.lenient_ = true;
    return other;
  }
  // The same for a command that has these options, which an error then names where they take the text.
  [[nodiscard]] id_parser with_hints(bool lenient, bool notations) const {
    id_parser other = *this;
    other.hints_lenient_ = lenient;
    other.hints_notations_ = notations;
    return other;
  }

  // The same for texts that are to have this prefix: one without any is rejected for that, whatever else is
  // wrong.
  [[nodiscard]] id_parser with_prefix(std::string_view prefix) const {
    id_parser other = *this;
    other.prefix_ = prefix;
    return other;
  }

  [[nodiscard]] id_error read(std::string_view text, known_id& id) const;
  // Why a text of that many bytes, more than a block has, is rejected unread.
  [[nodiscard]] id_error too_long(std::uint64_t bytes) const;

  // Whether the texts are of formats, and not digits or bytes.
  [[nodiscard]] bool reads_formats() const noexcept {
    return kind_ == kind::any_format || kind_ == kind::one_format;
  }
  // The format of this text, should the text be valid; empty for digits and bytes.
  [[nodiscard]] std::optional<format> expected_format(std::string_view text) const noexcept {
    return kind_ == kind::any_format ? format_by_shape(text) : format_;
  }
  // The formats whose texts look like that one's, the likeliest first.
  [[nodiscard]] format_set likely(format shape, std::size_t size) const;
  // Bytes of a binary id; 0: the texts are lines.
  [[nodiscard]] unsigned record_size() const noexcept { return kind_ == kind::binary ? size_ : 0; }

 private:
  enum class kind : std::uint8_t { any_format, one_format, hex, integer, binary };
  id_parser(kind k, std::optional<format> f, std::string_view name, unsigned size)
      : kind_(k), format_(f), name_(name), size_(size) {}
  [[nodiscard]] std::string hint_of(std::string_view text, bool names_space) const;

  kind kind_;
  std::optional<format> format_;
  std::string_view name_;         // for messages; empty for bytes, and when each text tells its own
  unsigned size_;                 // of a text; 0 when that varies
  std::string_view prefix_ = {};  // wanted of each
  bool lenient_ = false;
  bool hints_lenient_ = false;
  bool hints_notations_ = false;
};

// The first of these formats that has the value, or else the last one. There is at least one.
[[nodiscard]] format likeliest(const format_set& of, uint128 value);

}  // namespace sortid::cli
