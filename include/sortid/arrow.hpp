// Arrow columns: ids from texts, texts, times, checks, bounds and conversions, through the Arrow C data and
// stream interfaces, without an Arrow library. Part of the compiled library sortid::sortid.
//
//   sortid::arrow::operation read{.from = format::of<ulid>(), .makes = sortid::arrow::content::times};
//   if (auto why = sortid::arrow::transform(read, stream, out)) complain(why.sentence);   // array by array
//
// A column of texts is utf8, large_utf8 or utf8_view; of 128-bit ids fixed_size_binary(16) in network order,
// or binary, large_binary or binary_view with values of 16 bytes; of 64-bit ids uint64 or int64; of instants
// timestamp, date32 or int64 (Unix milliseconds); a column without any value may be of the type null. Each
// may be dictionary-encoded. Nulls stay nulls. Ids of UUIDs and TypeIDs are labelled with the canonical
// extension type arrow.uuid.
//
// Every length, offset, index and pointer of a given array is checked before it is followed; what cannot be
// checked is how much memory stands behind a pointer. Nothing here throws. Functions are thread-safe; a
// stream belongs to one thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "sortid/detail/compiler.hpp"
#include "sortid/formats.hpp"
#include "sortid/inline_text.hpp"
#include "sortid/type_prefix.hpp"

// The ABI of Arrow, with its guards, so that another header may have it first.
#ifdef __cplusplus
extern "C" {
#endif

#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE

#define ARROW_FLAG_DICTIONARY_ORDERED 1
#define ARROW_FLAG_NULLABLE 2
#define ARROW_FLAG_MAP_KEYS_SORTED 4

struct ArrowSchema {
  const char* format;
  const char* name;
  const char* metadata;
  int64_t flags;
  int64_t n_children;
  struct ArrowSchema** children;
  struct ArrowSchema* dictionary;
  void (*release)(struct ArrowSchema*);
  void* private_data;
};

struct ArrowArray {
  int64_t length;
  int64_t null_count;
  int64_t offset;
  int64_t n_buffers;
  int64_t n_children;
  const void** buffers;
  struct ArrowArray** children;
  struct ArrowArray* dictionary;
  void (*release)(struct ArrowArray*);
  void* private_data;
};

#endif  // ARROW_C_DATA_INTERFACE

#ifndef ARROW_C_STREAM_INTERFACE
#define ARROW_C_STREAM_INTERFACE

struct ArrowArrayStream {
  int (*get_schema)(struct ArrowArrayStream*, struct ArrowSchema* out);
  int (*get_next)(struct ArrowArrayStream*, struct ArrowArray* out);
  const char* (*get_last_error)(struct ArrowArrayStream*);
  void (*release)(struct ArrowArrayStream*);
  void* private_data;
};

#endif  // ARROW_C_STREAM_INTERFACE

#ifdef __cplusplus
}
#endif

namespace sortid::arrow {

// What the rows of a column are.
enum class content : std::uint8_t {
  ids,      // fixed_size_binary(16), or uint64; int64 where operation::is_signed
  texts,    // see operation::texts
  times,    // timestamp[ms, UTC]; null where an id has no instant
  reasons,  // utf8: the name of the reason for which a row is rejected; null where it is an id
  valid,    // bool: whether the row is an id
};

// What the rows of a given column may be.
enum class source : std::uint8_t {
  any,  // texts or ids, as the type of the column says
  texts,
  ids,
  first_at,  // instants: for each the smallest id of its millisecond
  last_at,   // instants: for each the largest
};

enum class text_type : std::uint8_t { utf8, large_utf8, utf8_view };

// What is done with a column.
struct operation {
  format from;  // of the texts or the ids, or of the ids of instants
  content makes = content::ids;
  source takes = source::any;
  type_prefix prefix = {};  // of every given text, where `from` is typeid

  // Of ids and texts that are made: the same bits in another format of the width. Unless given, `from`, and
  // `to_prefix` is then of no account: texts are made with `prefix`.
  std::optional<format> to = {};
  type_prefix to_prefix = {};

  text_type texts = text_type::utf8;
  bool is_signed = false;  // ids of 64 bits as int64, where what is past its largest number is an overflow
  bool to_nulls = false;   // a row that is rejected becomes a null; otherwise the first one ends the work

  // Asked for each few hundred rows; false ends the work.
  bool (*go_on)(void* context) = nullptr;
  void* go_on_context = nullptr;
};

// Why a column was not made. Converts to true when it was not.
struct column_error {
  enum class cause : std::uint8_t {
    none,
    type,         // the column has another type than the operation takes
    malformed,    // the array breaks Arrow's rules
    rejected,     // a row is rejected: `why` and `row` say which
    unsupported,  // the format has no such operation
    too_large,    // the texts are more than utf8 holds: ask for large_utf8
    memory,
    stream,   // the given stream broke off
    stopped,  // operation::go_on ended the work
  };
  cause because = cause::none;
  error why = {};                // positions are those of the text
  std::int64_t row = -1;         // from the beginning of the column or of the stream
  const char* format_name = "";  // of the format that rejected the row
  inline_text<240> sentence = {};

  [[nodiscard]] explicit operator bool() const noexcept { return because != cause::none; }
};

// A struct of the interfaces (ArrowSchema, ArrowArray, ArrowArrayStream), released when it goes. Made from
// the caller's, it moves that one here.
template <class Struct>
class owned {
 public:
  owned() noexcept = default;
  explicit owned(Struct& source) noexcept : struct_(source) { source.release = nullptr; }
  owned(owned&& other) noexcept : struct_(std::exchange(other.struct_, Struct{})) {}
  owned& operator=(owned&& other) noexcept {
    std::swap(struct_, other.struct_);
    return *this;
  }
  owned(const owned&) = delete;
  owned& operator=(const owned&) = delete;
  ~owned() {
    if (struct_.release != nullptr) struct_.release(&struct_);
  }
  [[nodiscard]] Struct* get() noexcept { return &struct_; }
  [[nodiscard]] const Struct& operator*() const noexcept { return struct_; }
  [[nodiscard]] const Struct* operator->() const noexcept { return &struct_; }
  [[nodiscard]] bool released() const noexcept { return struct_.release == nullptr; }

 private:
  Struct struct_{};
};

namespace detail {
struct column_state;
}

// A column that was made: one array, which never changes. Copies share it.
class column {
 public:
  column() noexcept = default;
  SORTID_EXPORT column(const column& other) noexcept;
  column(column&& other) noexcept : state_(other.state_) { other.state_ = nullptr; }
  column& operator=(column other) noexcept {
    detail::column_state* const own = state_;
    state_ = other.state_;
    other.state_ = own;
    return *this;
  }
  SORTID_EXPORT ~column();

  // A column with a copy of these buffers, of one of the types U, Z, w:16, l and L. Texts, and bytes of any
  // length, have one more value, an offset, than rows. Malformed where the buffers do not fit together.
  [[nodiscard]] SORTID_EXPORT static column_error of_buffers(std::string_view arrow_format, std::size_t rows,
                                                             std::span<const char> validity,
                                                             std::span<const char> values,
                                                             std::span<const char> texts,
                                                             column& to) noexcept;

  [[nodiscard]] explicit operator bool() const noexcept { return state_ != nullptr; }
  // As the C data interface spells the type. This and the next ones are of a column that was made.
  [[nodiscard]] SORTID_EXPORT const char* arrow_format() const noexcept;
  [[nodiscard]] SORTID_EXPORT std::size_t size() const noexcept;
  [[nodiscard]] SORTID_EXPORT std::size_t null_count() const noexcept;
  // Bits of the rows that have a value; empty where all have one.
  [[nodiscard]] SORTID_EXPORT std::span<const char> validity() const noexcept;
  [[nodiscard]] SORTID_EXPORT std::span<const char> values() const noexcept;
  // The bytes of texts, whose values are offsets or views; empty otherwise.
  [[nodiscard]] SORTID_EXPORT std::span<const char> texts() const noexcept;

  // Write a struct that the caller releases. False without memory, and nothing is written then.
  SORTID_EXPORT void to_schema(ArrowSchema& to) const noexcept;
  [[nodiscard]] SORTID_EXPORT bool to_array(ArrowArray& to) const noexcept;
  // A stream of this one array.
  [[nodiscard]] SORTID_EXPORT bool to_stream(ArrowArrayStream& to) const noexcept;

 private:
  friend struct detail::column_state;
  detail::column_state* state_ = nullptr;
};

// The rows of all these arrays, whose type is `type`, as one column. The arrays stay the caller's. On an
// error `to` is as it was.
[[nodiscard]] SORTID_EXPORT column_error transform(const operation& does, const ArrowSchema& type,
                                                   std::span<const ArrowArray* const> arrays,
                                                   column& to) noexcept;

// The type that such a column has. The caller releases it.
[[nodiscard]] SORTID_EXPORT column_error type_of(const operation& does, const ArrowSchema& type,
                                                 ArrowSchema& to) noexcept;

// Moves `from` into a stream that gives an array for each of its arrays, when it is asked for: memory does
// not grow with the length of the stream. An error in a batch comes from get_schema or get_next. After an
// error here `from` is still the caller's.
[[nodiscard]] SORTID_EXPORT column_error transform(const operation& does, ArrowArrayStream& from,
                                                   ArrowArrayStream& to) noexcept;

}  // namespace sortid::arrow
