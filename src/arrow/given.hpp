// A column that was given: its type, and its arrays, looked through before anything in them is followed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <string_view>

#include "sortid/arrow.hpp"

namespace sortid::arrow {

// How the values of an array lie.
enum class stored : std::uint8_t {
  offsets32,
  offsets64,
  views,
  bytes16,
  int64,
  uint64,
  days32,
  nulls,  // not at all: every row is null
};

// What they are.
enum class meaning : std::uint8_t { text, bytes, number, instant, nothing };

struct given_type {
  stored how = stored::offsets32;
  meaning what = meaning::text;
  // Of instants: how many there are in a millisecond; negative: how many milliseconds one has.
  std::int64_t per_ms = 1;
  // Of a dictionary: the size of an index, and whether it has a sign; 0 where there is none.
  unsigned index_bytes = 0;
  bool index_signed = false;
};

// The type of a schema; none where it is no column of texts, ids or instants.
[[nodiscard]] inline std::optional<given_type> read_type(const ArrowSchema& schema) noexcept {
  const auto is = [](const ArrowSchema& s, std::string_view name) {
    return s.format != nullptr && name == s.format;
  };
  given_type type;
  const ArrowSchema* values = &schema;
  if (schema.dictionary != nullptr) {
    constexpr std::string_view indices = "cCsSiIlL";
    const std::string_view name = schema.format == nullptr ? "" : schema.format;
    const std::size_t at = name.size() == 1 ? indices.find(name[0]) : std::string_view::npos;
    if (at == std::string_view::npos) return std::nullopt;
    type.index_bytes = 1U << (at / 2);
    type.index_signed = at % 2 == 0;
    values = schema.dictionary;
    if (values->dictionary != nullptr) return std::nullopt;
  }
  struct named {
    std::string_view format;
    stored how;
    meaning what;
  };
  constexpr named known[] = {
      {"u", stored::offsets32, meaning::text},   {"U", stored::offsets64, meaning::text},
      {"vu", stored::views, meaning::text},      {"z", stored::offsets32, meaning::bytes},
      {"Z", stored::offsets64, meaning::bytes},  {"vz", stored::views, meaning::bytes},
      {"w:16", stored::bytes16, meaning::bytes}, {"l", stored::int64, meaning::number},
      {"L", stored::uint64, meaning::number},    {"tdD", stored::days32, meaning::instant},
      {"tdm", stored::int64, meaning::instant},  {"n", stored::nulls, meaning::nothing},
  };
  for (const named& one : known) {
    if (!is(*values, one.format)) continue;
    type.how = one.how;
    type.what = one.what;
    if (one.how == stored::days32) type.per_ms = -86'400'000;
    return type;
  }
  const std::string_view name = values->format == nullptr ? "" : values->format;
  if (name.size() >= 4 && name[0] == 't' && name[1] == 's' && name[3] == ':') {
    type.how = stored::int64;
    type.what = meaning::instant;
    switch (name[2]) {
      case 's':
        type.per_ms = -1000;
        return type;
      case 'm':
        return type;
      case 'u':
        type.per_ms = 1000;
        return type;
      case 'n':
        type.per_ms = 1'000'000;
        return type;
      default:
        break;
    }
  }
  return std::nullopt;
}

template <class Number>
[[nodiscard]] Number load(const void* from, std::size_t index) noexcept {
  Number number;
  std::memcpy(&number, static_cast<const char*>(from) + index * sizeof(Number), sizeof(Number));
  return number;
}

// A text or bytes of at most so many bytes stand in their view.
inline constexpr std::int32_t inline_bytes = 12;
struct view {
  std::int32_t size;
  char begin[4];
  std::int32_t buffer;
  std::int32_t offset;
};
static_assert(sizeof(view) == 16);

[[nodiscard]] inline bool bit(const std::uint8_t* bits, std::size_t at) noexcept {
  return (bits[at / 8] >> (at % 8) & 1) != 0;
}

// The values of an array, without a dictionary.
class values {
 public:
  // What is wrong with it; null when nothing is. Only then the other functions may be called, on rows in
  // which `defect` finds nothing. What cannot be seen is how much memory stands behind a pointer.
  [[nodiscard]] const char* open(const ArrowArray& a, stored how) noexcept {
    array_ = &a;
    how_ = how;
    if (const char* const defect = counts_defect(a)) return defect;
    if (a.dictionary != nullptr) return "a dictionary in a plain array";
    if (how == stored::nulls) return nullptr;  // none is followed, and Polars gives one
    const bool of_texts = how <= stored::views;
    const std::int64_t least_buffers = of_texts ? 3 : 2;
    if (a.buffers == nullptr || a.n_buffers < least_buffers || a.n_buffers > most ||
        (how != stored::views && a.n_buffers != least_buffers))
      return "the number of buffers";
    offset_ = static_cast<std::size_t>(a.offset);
    validity_ = a.null_count == 0 ? nullptr : static_cast<const std::uint8_t*>(a.buffers[0]);
    if (validity_ == nullptr && a.null_count > 0) return "nulls without a bitmap";
    if (a.length == 0) return nullptr;
    values_ = a.buffers[1];
    if (values_ == nullptr) return "a buffer is missing";
    data_ = of_texts ? static_cast<const char*>(a.buffers[2]) : nullptr;
    if (how == stored::views && a.n_buffers > 3 && a.buffers[a.n_buffers - 1] == nullptr)
      return "a buffer is missing";
    return nullptr;
  }

  // What is wrong with some rows; null when nothing is. A block at a time, while it is in the cache.
  [[nodiscard]] const char* defect(std::size_t from, std::size_t count) const noexcept {
    if (count == 0) return nullptr;
    switch (how_) {
      case stored::offsets32:
        return offsets_defect<std::int32_t>(from, count);
      case stored::offsets64:
        return offsets_defect<std::int64_t>(from, count);
      case stored::views:
        return views_defect(from, count);
      default:
        return nullptr;
    }
  }

  // The lengths and counts that every array has.
  [[nodiscard]] static const char* counts_defect(const ArrowArray& a) noexcept {
    if (a.length < 0 || a.offset < 0 || a.length > most || a.offset > most) return "a length or an offset";
    if (a.null_count < -1 || a.null_count > a.length) return "the number of nulls";
    if (a.n_children != 0) return "children in a plain array";
    return nullptr;
  }
  static constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max() / 64;

  [[nodiscard]] std::size_t size() const noexcept { return static_cast<std::size_t>(array_->length); }
  [[nodiscard]] bool any_null() const noexcept { return validity_ != nullptr || how_ == stored::nulls; }
  [[nodiscard]] bool null(std::size_t row) const noexcept {
    return how_ == stored::nulls || (validity_ != nullptr && !bit(validity_, offset_ + row));
  }
  // Whether none of some rows is null.
  [[nodiscard]] bool all_given(std::size_t from, std::size_t count) const noexcept {
    if (how_ == stored::nulls) return count == 0;
    if (validity_ == nullptr) return true;
    std::size_t at = offset_ + from;
    const std::size_t end = at + count;
    for (; at % 8 != 0 && at < end; ++at) {
      if (!bit(validity_, at)) return false;
    }
    unsigned all = 0xFF;
    for (; at + 8 <= end; at += 8) all &= validity_[at / 8];
    for (; at < end; ++at) all &= bit(validity_, at) ? 0xFFU : 0U;
    return all == 0xFF;
  }
  [[nodiscard]] stored how() const noexcept { return how_; }

  // The bytes of a text, or of a value of any length.
  [[nodiscard]] std::string_view bytes(std::size_t row) const noexcept {
    const std::size_t at = offset_ + row;
    switch (how_) {
      case stored::offsets32:
        return between(load<std::int32_t>(values_, at), load<std::int32_t>(values_, at + 1));
      case stored::offsets64:
        return between(load<std::int64_t>(values_, at), load<std::int64_t>(values_, at + 1));
      case stored::views: {
        const view v = load<view>(values_, at);
        const auto size = static_cast<std::size_t>(v.size);
        if (v.size <= inline_bytes)
          return {static_cast<const char*>(values_) + at * sizeof(view) + sizeof v.size, size};
        return {static_cast<const char*>(array_->buffers[2 + v.buffer]) + v.offset, size};
      }
      case stored::bytes16:
        return {fixed(row, 16), 16};
      default:
        return {fixed(row, 8), 8};
    }
  }
  // A row of values of one size.
  [[nodiscard]] const char* fixed(std::size_t row, std::size_t size) const noexcept {
    return static_cast<const char*>(values_) + (offset_ + row) * size;
  }

  // Where `count` values of `size` bytes stand end to end; null where they do not, and where a text is
  // missing.
  [[nodiscard]] const char* run(std::size_t from, std::size_t count, std::size_t size) const noexcept {
    std::size_t step = 0;
    const char* const first = run(from, count, size, step);
    return step == size ? first : nullptr;
  }
  // The same for values whose beginnings are `step` bytes apart, which is set.
  [[nodiscard]] const char* run(std::size_t from, std::size_t count, std::size_t size,
                                std::size_t& step) const noexcept {
    step = size;
    if (how_ == stored::nulls) return nullptr;
    if (how_ > stored::views) return fixed(from, size);
    if (!all_given(from, count)) return nullptr;
    switch (how_) {
      case stored::offsets32:
        return offsets_run<std::int32_t>(from, count, size);
      case stored::offsets64:
        return offsets_run<std::int64_t>(from, count, size);
      default:
        if (size <= inline_bytes || bytes(from).size() != size) return nullptr;
        step = static_cast<std::size_t>(views_step(from, count));
        return step != 0 ? bytes(from).data() : nullptr;
    }
  }

 private:
  [[nodiscard]] std::string_view between(std::int64_t from, std::int64_t to) const noexcept {
    return {data_ + from, static_cast<std::size_t>(to - from)};
  }
  template <class Offset>
  [[nodiscard]] const char* offsets_run(std::size_t from, std::size_t count,
                                        std::size_t size) const noexcept {
    const auto begin = load<Offset>(values_, offset_ + from);
    bool equal = true;
    for (std::size_t i = 1; i <= count; ++i)
      equal = equal && load<Offset>(values_, offset_ + from + i) - begin == static_cast<Offset>(i * size);
    return equal ? data_ + begin : nullptr;
  }
  // How far apart texts of one size begin that stand in a buffer at even distances, as those of a page of
  // Parquet do; 0 where they do not, and where a text is in its view.
  [[nodiscard]] std::int64_t views_step(std::size_t from, std::size_t count) const noexcept {
    const view first = load<view>(values_, offset_ + from);
    if (first.size <= inline_bytes) return 0;
    if (count == 1) return first.size;
    const std::int64_t step = std::int64_t{load<view>(values_, offset_ + from + 1).offset} - first.offset;
    if (step < first.size) return 0;
    std::int64_t differ = 0;
    for (std::size_t i = 1; i < count; ++i) {
      const view v = load<view>(values_, offset_ + from + i);
      differ |= (v.size ^ first.size) | (v.buffer ^ first.buffer) |
                (std::int64_t{v.offset} - first.offset - static_cast<std::int64_t>(i) * step);
    }
    return differ == 0 ? step : 0;
  }
  template <class Offset>
  [[nodiscard]] const char* offsets_defect(std::size_t from, std::size_t count) const noexcept {
    const auto first = load<Offset>(values_, offset_ + from);
    if (first < 0) return "a negative offset of a text";
    Offset last = first;
    bool back = false;
    for (std::size_t i = 1; i <= count; ++i) {
      const auto next = load<Offset>(values_, offset_ + from + i);
      back |= next < last;
      last = next;
    }
    if (back) return "offsets of texts that go back";
    // Even an empty text is a place in the buffer.
    return data_ == nullptr && last != 0 ? "a buffer is missing" : nullptr;
  }
  // Of a text in a buffer, or of one that lies so far behind it.
  [[nodiscard]] const char* place_defect(const view& v, std::int64_t behind) const noexcept {
    if (v.buffer < 0 || v.buffer >= array_->n_buffers - 3 || v.offset < 0) return outside;
    const auto there =
        load<std::int64_t>(array_->buffers[array_->n_buffers - 1], static_cast<std::size_t>(v.buffer));
    return array_->buffers[2 + v.buffer] == nullptr || v.offset + behind + v.size > there ? outside : nullptr;
  }
  [[nodiscard]] const char* views_defect(std::size_t from, std::size_t count) const noexcept {
    if (all_given(from, count)) {
      if (const std::int64_t step = views_step(from, count); step != 0)
        return place_defect(load<view>(values_, offset_ + from), static_cast<std::int64_t>(count - 1) * step);
    }
    for (std::size_t row = from; row < from + count; ++row) {
      if (null(row)) continue;
      const view v = load<view>(values_, offset_ + row);
      if (v.size < 0) return "a negative size of a text";
      if (v.size <= inline_bytes) continue;
      if (const char* const defect = place_defect(v, 0)) return defect;
    }
    return nullptr;
  }
  static constexpr const char* outside = "a view outside its buffers";

  const ArrowArray* array_ = nullptr;
  stored how_ = stored::offsets32;
  std::size_t offset_ = 0;
  const std::uint8_t* validity_ = nullptr;
  const void* values_ = nullptr;
  const char* data_ = nullptr;
};

// An array of the column: values, or indices of the values of a dictionary.
class chunk {
 public:
  // As values::open.
  [[nodiscard]] const char* open(const ArrowArray& a, const given_type& type) noexcept {
    type_ = type;
    size_ = 0;
    if (a.release == nullptr) return "it was given away before";
    if (type.index_bytes == 0) {
      if (const char* const defect = values_.open(a, type.how)) return defect;
    } else {
      if (const char* const defect = indices_defect(a)) return defect;
    }
    size_ = static_cast<std::size_t>(a.length);
    return nullptr;
  }
  // As values::defect.
  [[nodiscard]] const char* defect(std::size_t from, std::size_t count) const noexcept {
    if (type_.index_bytes == 0) return values_.defect(from, count);
    for (std::size_t row = from; row < from + count; ++row) {
      if (validity_ != nullptr && !bit(validity_, offset_ + row)) continue;
      if (index(row) >= values_.size()) return "an index outside its dictionary";
    }
    return nullptr;
  }

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] const given_type& type() const noexcept { return type_; }
  // Whether a row may be null.
  [[nodiscard]] bool any_null() const noexcept {
    return type_.index_bytes != 0 ? validity_ != nullptr || values_.any_null() : values_.any_null();
  }
  [[nodiscard]] bool all_given(std::size_t from, std::size_t count) const noexcept {
    return type_.index_bytes != 0 ? !any_null() : values_.all_given(from, count);
  }
  [[nodiscard]] bool null(std::size_t row) const noexcept {
    if (type_.index_bytes == 0) return values_.null(row);
    return (validity_ != nullptr && !bit(validity_, offset_ + row)) || values_.null(index(row));
  }
  // Of a row that is not null.
  [[nodiscard]] std::string_view bytes(std::size_t row) const noexcept { return values_.bytes(place(row)); }
  [[nodiscard]] std::string_view text(std::size_t row) const noexcept { return bytes(row); }
  [[nodiscard]] const char* run(std::size_t from, std::size_t count, std::size_t size) const noexcept {
    return type_.index_bytes != 0 ? nullptr : values_.run(from, count, size);
  }
  [[nodiscard]] const char* run(std::size_t from, std::size_t count, std::size_t size,
                                std::size_t& step) const noexcept {
    return type_.index_bytes != 0 ? nullptr : values_.run(from, count, size, step);
  }
  [[nodiscard]] std::int64_t number(std::size_t row) const noexcept {
    const std::size_t at = place(row);
    return type_.how == stored::days32 ? load<std::int32_t>(values_.fixed(at, 4), 0)
                                       : load<std::int64_t>(values_.fixed(at, 8), 0);
  }

 private:
  [[nodiscard]] std::size_t place(std::size_t row) const noexcept {
    return type_.index_bytes == 0 ? row : index(row);
  }
  [[nodiscard]] std::size_t index(std::size_t row) const noexcept {
    const std::size_t at = offset_ + row;
    // A negative one is larger than any dictionary.
    const auto widened = [&]<class Signed, class Unsigned>(Signed, Unsigned) {
      return type_.index_signed ? static_cast<std::size_t>(std::int64_t{load<Signed>(indices_, at)})
                                : static_cast<std::size_t>(load<Unsigned>(indices_, at));
    };
    switch (type_.index_bytes) {
      case 1:
        return widened(std::int8_t{}, std::uint8_t{});
      case 2:
        return widened(std::int16_t{}, std::uint16_t{});
      case 4:
        return widened(std::int32_t{}, std::uint32_t{});
      default:
        return widened(std::int64_t{}, std::uint64_t{});
    }
  }
  [[nodiscard]] const char* indices_defect(const ArrowArray& a) noexcept {
    if (const char* const defect = values::counts_defect(a)) return defect;
    if (a.dictionary == nullptr) return "a dictionary is missing";
    if (a.buffers == nullptr || a.n_buffers != 2) return "the number of buffers";
    if (const char* const defect = values_.open(*a.dictionary, type_.how)) return defect;
    if (const char* const defect = values_.defect(0, values_.size())) return defect;
    validity_ = a.null_count == 0 ? nullptr : static_cast<const std::uint8_t*>(a.buffers[0]);
    if (validity_ == nullptr && a.null_count > 0) return "nulls without a bitmap";
    offset_ = static_cast<std::size_t>(a.offset);
    indices_ = a.buffers[1];
    return a.length != 0 && indices_ == nullptr ? "a buffer is missing" : nullptr;
  }

  given_type type_;
  values values_;
  std::size_t size_ = 0;
  std::size_t offset_ = 0;
  const std::uint8_t* validity_ = nullptr;  // of the indices
  const void* indices_ = nullptr;
};

}  // namespace sortid::arrow
