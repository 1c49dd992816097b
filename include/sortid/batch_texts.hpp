// Many texts that lie anywhere in memory, as std::string_view; and TypeIDs that have a prefix each. Part of
// the compiled library sortid::sortid.
//
//   std::vector<std::string_view> texts = …;
//   std::vector<sortid::type_id> ids(texts.size());
//   auto read = sortid::batch::from_text<sortid::type_id>(texts, ids);      // each with its own prefix
//
// The functions are those of batch.hpp and run on the same kernels: symbols are gathered in blocks on the way
// in and put in place on the way out. Id is a type that batch.hpp takes, or type_id. A `prefix` is that of a
// column of type_id_suffix.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <type_traits>

#include "sortid/batch.hpp"
#include "sortid/type_id.hpp"

namespace sortid::batch {

// An id type that is read from texts anywhere.
template <class T>
concept text_id = batch_id<T> || std::is_same_v<T, type_id>;

// Parses one text for each id and stops at the first text that is rejected; as batch.hpp's, but a text of any
// length is one text, and nothing is done in place.
template <text_id Id>
[[nodiscard]] batch_result from_text(std::span<const std::string_view> texts, std::span<Id> ids,
                                     const type_prefix& prefix = {}, const kernel_set& with = {}) noexcept;

// The same with an answer for each text: the reason, or the position too. Returns how many texts were
// rejected.
template <text_id Id>
[[nodiscard]] std::size_t from_text(std::span<const std::string_view> texts, std::span<Id> ids,
                                    std::span<reason> why, const type_prefix& prefix = {},
                                    const kernel_set& with = {}) noexcept;
template <text_id Id>
[[nodiscard]] std::size_t from_text(std::span<const std::string_view> texts, std::span<Id> ids,
                                    std::span<error> why, const type_prefix& prefix = {},
                                    const kernel_set& with = {}) noexcept;

// Checks all texts.
template <text_id Id>
[[nodiscard]] batch_result check(std::span<const std::string_view> texts, const type_prefix& prefix = {},
                                 const kernel_set& with = {}) noexcept;

// Reads the Unix milliseconds of one text for each, as unix_ms_of_text.
template <text_id Id>
[[nodiscard]] batch_result unix_ms_of_text(std::span<const std::string_view> texts,
                                           std::span<std::int64_t> to, const type_prefix& prefix = {},
                                           std::int64_t epoch = Id::layout().epoch,
                                           const kernel_set& with = {}) noexcept
    requires(Id::layout().timed());

// --- TypeIDs with a prefix each ----------------------------------------------------------------------------

// Writes the texts one behind the other into `room`; texts[i] is then that of ids[i]. Writes as many as both
// have room for and returns how many.
[[nodiscard]] inline std::size_t to_text(std::span<const type_id> ids, std::span<char> room,
                                         std::span<std::string_view> texts,
                                         const kernel_set& with = {}) noexcept;

// As unix_ms of batch.hpp.
[[nodiscard]] inline std::size_t unix_ms(std::span<const type_id> ids, std::span<std::int64_t> to,
                                         std::int64_t epoch = type_id_layout.epoch,
                                         const kernel_set& with = {}) noexcept;

// -----------------------------------------------------------------------------------------------------------

namespace detail {

// Symbols of up to batch_chunk texts, side by side.
template <text_id Id>
class gathered {
 public:
  static constexpr std::size_t symbols = Id::layout().symbols;

  void put(std::size_t i, const char* from) noexcept { std::memcpy(at(i), from, symbols); }
  // No kernel takes it for a text.
  void put_nothing(std::size_t i) noexcept { std::memset(at(i), 0, symbols); }
  [[nodiscard]] const char* data() const noexcept { return texts_; }

 private:
  [[nodiscard]] char* at(std::size_t i) noexcept { return texts_ + i * symbols; }

  char texts_[batch_chunk * symbols];
};

// Texts of one column.
template <text_id Id>
class text_reader {
 public:
  using item = Id;

  text_reader(const type_prefix& prefix, const kernel_set& with) noexcept : in_(prefix, 0), with_(with) {}

  [[nodiscard]] error why_impossible() const noexcept { return in_.why_impossible(); }
  [[nodiscard]] error why_rejected(std::string_view text) const noexcept {
    return text.size() == in_.text_size() ? in_.why_rejected_at(text.data(), with_) : in_.why_rejected(text);
  }

  // As read_chunk.
  bool operator()(const std::string_view* texts, std::size_t n, Id* ids, std::uint64_t* rejected) noexcept {
    const type_id_lead& lead = in_.lead();
    for (std::size_t i = 0; i < n; ++i) {
      if (texts[i].size() == in_.text_size() && lead.begins(texts[i].data())) {
        symbols_.put(i, texts[i].data() + lead.size());
      } else {
        symbols_.put_nothing(i);
      }
    }
    return read_symbols<Id>(symbols_.data(), Id::layout().symbols, n, ids, rejected, with_);
  }

 private:
  column<Id> in_;
  const kernel_set& with_;
  gathered<Id> symbols_;
};

// Texts of any prefix. That of the text before is not checked again.
template <>
class text_reader<type_id> {
 public:
  using item = type_id;

  text_reader(const type_prefix& prefix, const kernel_set& with) noexcept : given_(prefix), with_(with) {}

  [[nodiscard]] error why_impossible() const noexcept { return given_.empty() ? error{} : no_prefix_here; }
  [[nodiscard]] error why_rejected(std::string_view text) noexcept {
    if (text.size() >= symbols) {
      const std::size_t begin = text.size() - symbols;
      // Without a separator in the suffix, it begins there.
      if (!has_separator<symbols>(text.data() + begin) && prefixed({text.data(), begin}))
        return shifted(bare_.why_rejected_at(text.data() + begin, with_), begin);
    }
    return type_id::parse(text).error();
  }

  bool operator()(const std::string_view* texts, std::size_t n, type_id* ids,
                  std::uint64_t* rejected) noexcept {
    for (std::size_t i = 0; i < n; ++i) {
      if (texts[i].size() >= symbols) {
        suffixes_.put(i, texts[i].data() + texts[i].size() - symbols);
      } else {
        suffixes_.put_nothing(i);
      }
    }
    type_id_suffix values[batch_chunk];
    bool any = read_symbols<type_id_suffix>(suffixes_.data(), symbols, n, values, rejected, with_);
    for (std::size_t i = 0; i < n; ++i) {
      if (is_rejected(rejected, i)) continue;
      if (prefixed({texts[i].data(), texts[i].size() - symbols})) {
        ids[i] = type_id(last_, values[i].uuid());
      } else {
        reject(rejected, i);
        any = true;
      }
    }
    return any;
  }

 private:
  // Whether this stands before a suffix: nothing, or a prefix and a separator. The prefix is the last one
  // then.
  [[nodiscard]] bool prefixed(std::string_view before) noexcept {
    if (before.empty()) {
      last_ = {};
      return true;
    }
    const std::string_view prefix(before.data(), before.size() - 1);
    if (prefix.empty() || before.back() != '_') return false;
    if (prefix == last_.view()) return true;
    const auto parsed = type_prefix::parse(prefix);
    if (!parsed) return false;
    last_ = *parsed;
    return true;
  }

  static constexpr std::size_t symbols = type_id_layout.symbols;

  type_prefix given_;
  type_prefix last_;
  static constexpr text_column bare_rows{};
  column<type_id_suffix> bare_{bare_rows};
  const kernel_set& with_;
  gathered<type_id> suffixes_;
};

// As read_through, for texts anywhere.
template <text_id Id, class Take>
batch_result read_through(std::span<const std::string_view> texts, std::size_t n, const type_prefix& prefix,
                          const kernel_set& with, Take take) noexcept {
  text_reader<Id> read(prefix, with);
  if (const error why = read.why_impossible(); why.why != reason::none) return {0, why};
  const std::size_t there = lesser(n, texts.size());
  Id ids[batch_chunk];
  std::uint64_t rejected[batch_chunk / answers_in_word];
  for (std::size_t begin = 0; begin < there; begin += batch_chunk) {
    std::size_t count = lesser(there - begin, batch_chunk);
    const bool any = read(texts.data() + begin, count, ids, rejected);
    if (any) count = first_rejected(rejected);
    take(begin, std::span<const Id>(ids, count));
    if (any) return {begin + count, read.why_rejected(texts[begin + count])};
  }
  if (there == n) return {n, {}};
  return {there, length_error(Id::layout().symbols, 0)};
}

// As read_each, for texts anywhere.
template <text_id Id, class Answer>
std::size_t read_each(std::span<const std::string_view> texts, std::span<Id> ids, std::span<Answer> why,
                      const type_prefix& prefix, const kernel_set& with) noexcept {
  text_reader<Id> read(prefix, with);
  const error impossible = read.why_impossible();
  const bool possible = impossible.why == reason::none;
  const std::size_t wanted = lesser(ids.size(), why.size());
  const std::size_t there = possible ? lesser(wanted, texts.size()) : 0;
  std::size_t bad = wanted - there;
  Id chunk[batch_chunk];
  std::uint64_t rejected[batch_chunk / answers_in_word];
  for (std::size_t begin = 0; begin < there; begin += batch_chunk) {
    const std::size_t count = lesser(there - begin, batch_chunk);
    (void)read(texts.data() + begin, count, chunk, rejected);
    bad += answer_each(rejected, count, why.data() + begin,
                       [&](std::size_t i) noexcept { return read.why_rejected(texts[begin + i]); });
    put_read(chunk, rejected, count, ids.data() + begin);
  }
  for (std::size_t i = there; i < wanted; ++i)
    put_why(possible ? length_error(Id::layout().symbols, 0) : impossible, why[i]);
  return bad;
}

}  // namespace detail

template <text_id Id>
batch_result from_text(std::span<const std::string_view> texts, std::span<Id> ids, const type_prefix& prefix,
                       const kernel_set& with) noexcept {
  return detail::read_through<Id>(texts, ids.size(), prefix, with,
                                  [&](std::size_t first, std::span<const Id> read) noexcept {
                                    for (std::size_t i = 0; i < read.size(); ++i) ids[first + i] = read[i];
                                  });
}

template <text_id Id>
std::size_t from_text(std::span<const std::string_view> texts, std::span<Id> ids, std::span<reason> why,
                      const type_prefix& prefix, const kernel_set& with) noexcept {
  return detail::read_each(texts, ids, why, prefix, with);
}
template <text_id Id>
std::size_t from_text(std::span<const std::string_view> texts, std::span<Id> ids, std::span<error> why,
                      const type_prefix& prefix, const kernel_set& with) noexcept {
  return detail::read_each(texts, ids, why, prefix, with);
}

template <text_id Id>
batch_result check(std::span<const std::string_view> texts, const type_prefix& prefix,
                   const kernel_set& with) noexcept {
  return detail::read_through<Id>(texts, texts.size(), prefix, with,
                                  [](std::size_t, std::span<const Id>) noexcept {});
}

template <text_id Id>
batch_result unix_ms_of_text(std::span<const std::string_view> texts, std::span<std::int64_t> to,
                             const type_prefix& prefix, std::int64_t epoch, const kernel_set& with) noexcept
    requires(Id::layout().timed()) {
  return detail::read_through<Id>(texts, to.size(), prefix, with,
                                  [&](std::size_t first, std::span<const Id> read) noexcept {
                                    (void)unix_ms(read, to.subspan(first), epoch, with);
                                  });
}

std::size_t to_text(std::span<const type_id> ids, std::span<char> room, std::span<std::string_view> texts,
                    const kernel_set& with) noexcept {
  constexpr std::size_t symbols = type_id_layout.symbols;
  const std::size_t n = detail::lesser(ids.size(), texts.size());
  char* at = room.data();
  std::size_t left = room.size();
  for (std::size_t begin = 0; begin < n; begin += detail::batch_chunk) {
    const std::size_t count = detail::lesser(n - begin, detail::batch_chunk);
    type_id_suffix values[detail::batch_chunk];
    for (std::size_t i = 0; i < count; ++i) values[i] = type_id_suffix(ids[begin + i].uuid());
    char suffixes[detail::batch_chunk * symbols];
    detail::kernels_of<type_id_suffix>(with).write(values, count, suffixes, symbols);
    for (std::size_t i = 0; i < count; ++i) {
      const std::string_view prefix = ids[begin + i].prefix();
      const std::size_t size = ids[begin + i].text_size();
      if (size > left) return begin + i;
      if (!prefix.empty()) {
        std::memcpy(at, prefix.data(), prefix.size());
        at[prefix.size()] = '_';
      }
      std::memcpy(at + size - symbols, suffixes + i * symbols, symbols);
      texts[begin + i] = {at, size};
      at += size;
      left -= size;
    }
  }
  return n;
}

std::size_t unix_ms(std::span<const type_id> ids, std::span<std::int64_t> to, std::int64_t epoch,
                    const kernel_set& with) noexcept {
  const std::size_t n = detail::lesser(ids.size(), to.size());
  for (std::size_t begin = 0; begin < n; begin += detail::batch_chunk) {
    const std::size_t count = detail::lesser(n - begin, detail::batch_chunk);
    type_id_suffix values[detail::batch_chunk];
    for (std::size_t i = 0; i < count; ++i) values[i] = type_id_suffix(ids[begin + i].uuid());
    (void)unix_ms<type_id_suffix>(std::span<const type_id_suffix>(values, count), to.subspan(begin), epoch,
                                  with);
  }
  return n;
}

}  // namespace sortid::batch
