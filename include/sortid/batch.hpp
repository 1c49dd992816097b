// Many ids at once: texts, bytes, times and conversions over plain memory, on the fastest kernels of the
// machine. Part of the compiled library sortid::sortid.
//
//   std::vector<sortid::ulid> ids(n);
//   auto read = sortid::batch::from_text<sortid::ulid>(lines, ids, 27);     // one id a line
//   if (!read) log(read.count, sortid::message(read.why, "ulid"));  // the first text that was rejected
//
// A column of texts has them at a fixed distance, the stride: text i begins at i · stride. The bytes between
// two texts (a newline, say) are not written, do not matter, and may be memory that must not be read.
// text_column gives the stride and, for TypeIDs, the prefix of the column. Texts that lie anywhere, and
// TypeIDs with a prefix each: batch_texts.hpp.
//
// A column of ids is an array of them: 16 bytes in network order each, or native 64-bit integers. A TypeID in
// a column is a type_id_suffix, its prefix being the column's, or a typed_id<"user">.
//
// A rejected text leaves the id at its place as it was; no id is written in part. Ids may be written over the
// texts that they are read from, when both begin at the same address. All functions are thread-safe. None
// allocates.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

#include "sortid/batch_column.hpp"

namespace sortid {

namespace batch {

// --- one id, by the active kernels -------------------------------------------------------------------------

// As Id::write_to and Id::parse, on the active kernels. Faster than the headers alone, which must run on any
// machine, but the compiler cannot inline the call.
template <batch_id Id>
[[nodiscard]] char* write_to(const Id& id, char* first, char* last) noexcept;
template <batch_id Id>
[[nodiscard]] result<Id> parse(std::string_view text) noexcept;

// --- texts -------------------------------------------------------------------------------------------------

// Writes the canonical texts of the ids, as many as there is room for, and returns how many.
template <batch_id Id>
[[nodiscard]] std::size_t to_text(std::span<const Id> ids, std::span<char> texts,
                                  const text_column& rows = {}, const kernel_set& with = {}) noexcept;

// Parses one text for each id, strictly as Id::parse, and stops at the first text that is rejected, with its
// reason and position. The ids before it are read; some of those after it may be. A text that is cut off or
// missing is rejected with `length`, so `ids` says how many texts there must be.
template <batch_id Id>
[[nodiscard]] batch_result from_text(std::string_view texts, std::span<Id> ids, const text_column& rows = {},
                                     const kernel_set& with = {}) noexcept;

// The same with an answer for each text: why[i] is `none` where ids[i] was read. Returns how many texts were
// rejected. Ids beyond the end of `why` are not read.
template <batch_id Id>
[[nodiscard]] std::size_t from_text(std::string_view texts, std::span<Id> ids, std::span<reason> why,
                                    const text_column& rows = {}, const kernel_set& with = {}) noexcept;
// The same with the position, and all that Id::parse says of a rejected text.
template <batch_id Id>
[[nodiscard]] std::size_t from_text(std::string_view texts, std::span<Id> ids, std::span<error> why,
                                    const text_column& rows = {}, const kernel_set& with = {}) noexcept;

// Checks all texts without reading their ids. A text that is cut off at the end is rejected with `length`,
// unless nothing is left of it but bytes between two texts.
template <batch_id Id>
[[nodiscard]] batch_result check(std::string_view texts, const text_column& rows = {},
                                 const kernel_set& with = {}) noexcept;

// Writes all texts, counted as in check, as texts of another format of the same width. Every bit is kept.
// Stops at the first text that is rejected, and at the first id that the target rejects, as To::from_number
// does; `length` where `to` is full.
template <batch_id From, batch_id To>
[[nodiscard]] conversion convert(std::string_view texts, const text_column& rows, std::span<char> to,
                                 const text_column& to_rows = {}, const kernel_set& with = {}) noexcept
    requires(sizeof(From) == sizeof(To));

// --- bytes, in network order -------------------------------------------------------------------------------

// Writes 8 or 16 bytes for each id, as many as there is room for, and returns how many ids were written.
// `bytes` may be the memory of the ids.
template <batch_id Id>
[[nodiscard]] std::size_t to_bytes(std::span<const Id> ids, std::span<std::uint8_t> bytes,
                                   const kernel_set& with = {}) noexcept;

// Reads 8 or 16 bytes for each id. Stops at the first id that the format rejects (`overflow`, `range`) or
// whose bytes are cut off (`length`).
template <batch_id Id>
[[nodiscard]] batch_result from_bytes(std::span<const std::uint8_t> bytes, std::span<Id> ids,
                                      const kernel_set& with = {}) noexcept;

// --- times -------------------------------------------------------------------------------------------------

// In place of the instant of an id that has none: a UUID of a version without a time, a TypeID that is not of
// version 7.
inline constexpr std::int64_t no_instant = detail::no_instant;

// Writes the Unix milliseconds of the ids, as many as there is room for, and returns how many. `epoch`
// replaces the layout's, but not that of a UUID of version 1, 2 or 6. Past INT64_MAX the sum is modulo 2^64.
template <batch_id Id>
[[nodiscard]] std::size_t unix_ms(std::span<const Id> ids, std::span<std::int64_t> to,
                                  std::int64_t epoch = Id::layout().epoch,
                                  const kernel_set& with = {}) noexcept requires(Id::layout().timed());

// The same from texts, each of which is wholly checked. Stops at the first text that is rejected, as
// from_text.
template <batch_id Id>
[[nodiscard]] batch_result unix_ms_of_text(std::string_view texts, std::span<std::int64_t> to,
                                           const text_column& rows = {},
                                           std::int64_t epoch = Id::layout().epoch,
                                           const kernel_set& with = {}) noexcept
    requires(Id::layout().timed());

// -----------------------------------------------------------------------------------------------------------

}  // namespace batch

// What the functions above are made of.
namespace detail {

// A function of its own, so that a rejected text costs the caller no registers.
template <batch_id Id>
[[nodiscard, gnu::cold, gnu::noinline]] result<Id> parse_apart(std::string_view text) noexcept {
  return Id::parse(text);
}

template <batch_id Id>
[[nodiscard]] result<Id> parse_by_kernel(std::string_view text) noexcept {
  result<Id> read(std::in_place);
  Id* const to = &*read;
  if (text.size() != text_size_of<Id> || !own_lead<Id>.begins(text.data()) ||
      !active()
           .of(shape_of(Id::layout()))
           .read_one(text.data() + own_lead<Id>.size(), to, rule<Id::layout()>))
    read = parse_apart<Id>(text);
  return read;
}

constexpr std::array<std::uint64_t, 2> words_in_memory(uint128 value) noexcept {
  using words = std::array<std::uint64_t, 2>;
  std::array<std::uint8_t, 16> bytes{};
  store_be(value, bytes.data());
  return __builtin_bit_cast(words, bytes);  // as above
}

struct read_end {
  std::size_t count;
  bool rejected;
};
// Reads until a text is rejected. The ids of some texts after it may be written too.
[[nodiscard]] SORTID_EXPORT read_end read_until_rejected(const text_kernels& k, const char* texts,
                                                         std::size_t stride, std::size_t n, void* ids,
                                                         std::size_t id_size,
                                                         const value_rule& rule) noexcept;

}  // namespace detail

namespace batch {

namespace detail {

inline void reject(std::uint64_t* rejected, std::size_t i) noexcept {
  rejected[i / answers_in_word] |= std::uint64_t{1} << (i % answers_in_word);
}
inline bool is_rejected(const std::uint64_t* rejected, std::size_t i) noexcept {
  return (rejected[i / answers_in_word] >> (i % answers_in_word) & 1U) != 0;
}
inline std::size_t first_rejected(const std::uint64_t* rejected) noexcept {
  std::size_t word = 0;
  while (rejected[word] == 0) ++word;
  return word * answers_in_word + static_cast<std::size_t>(std::countr_zero(rejected[word]));
}

// Reads the symbols of n ids, at most batch_chunk, without what stands before them. Bit i of `rejected` says
// that text i was rejected, and ids[i] is of no use then. Returns whether any was.
template <batch_id Id>
bool read_symbols(const char* symbols, std::size_t stride, std::size_t n, Id* ids, std::uint64_t* rejected,
                  const kernel_set& with) noexcept {
  bool any = kernels_of<Id>(with).read(symbols, stride, n, ids, rule<Id::layout()>, rejected);
  if constexpr (!kernels_check<Id::layout()>()) {
    for (std::size_t i = 0; i < n; ++i) {
      if (is_rejected(rejected, i) || Id::from_number(ids[i].number())) continue;
      reject(rejected, i);
      any = true;
    }
  }
  return any;
}

// The same for whole texts of a column.
template <batch_id Id>
bool read_chunk(const char* texts, const column<Id>& in, std::size_t n, Id* ids, std::uint64_t* rejected,
                const kernel_set& with) noexcept {
  const type_id_lead& lead = in.lead();
  bool any = read_symbols<Id>(texts + lead.size(), in.stride(), n, ids, rejected, with);
  for (std::size_t i = 0; lead.size() != 0 && i < n; ++i) {
    // Not by a branch, which nobody can predict where half the prefixes are wrong.
    const bool other = !lead.begins(texts + i * in.stride());
    rejected[i / answers_in_word] |= std::uint64_t{other} << (i % answers_in_word);
    any = any || other;
  }
  return any;
}

template <batch_id Id>
Id id_at(const void* ids, std::size_t i) noexcept {
  Id id;
  std::memcpy(static_cast<void*>(&id), static_cast<const char*>(ids) + i * sizeof(Id), sizeof(Id));
  return id;
}

// Puts ids in their places but for those of rejected texts, again without a branch.
template <class Id>
void put_read(const Id* read, const std::uint64_t* rejected, std::size_t n, Id* to) noexcept {
  constexpr std::size_t words = sizeof(Id) / sizeof(std::uint64_t);
  for (std::size_t i = 0; i < n; ++i) {
    std::uint64_t is[words];
    std::uint64_t was[words];
    std::memcpy(is, read + i, sizeof is);
    std::memcpy(was, to + i, sizeof was);
    const std::uint64_t keep =
        std::uint64_t{0} - (rejected[i / answers_in_word] >> (i % answers_in_word) & 1U);
    for (std::size_t word = 0; word < words; ++word) was[word] ^= (was[word] ^ is[word]) & ~keep;
    std::memcpy(static_cast<void*>(to + i), was, sizeof was);
  }
}

// What a caller asks of each text: the reason, or all that there is to say.
inline void put_why(const error& e, error& to) noexcept { to = e; }
inline void put_why(const error& e, reason& to) noexcept { to = e.why; }

// Gives each of n texts that was rejected its answer, why(i), and all others none. Returns how many were.
template <class Answer, class Why>
std::size_t answer_each(const std::uint64_t* rejected, std::size_t n, Answer* answers, Why why) noexcept {
  std::size_t bad = 0;
  for (std::size_t i = 0; i < n; ++i) answers[i] = {};
  for (std::size_t word = 0; word * answers_in_word < n; ++word) {
    for (std::uint64_t left = rejected[word]; left != 0; left &= left - 1, ++bad) {
      const std::size_t i = word * answers_in_word + static_cast<std::size_t>(std::countr_zero(left));
      put_why(why(i), answers[i]);
    }
  }
  return bad;
}

// How many of the ids, from the first on, the format allows. They are bare bits, of any format of the width.
template <batch_id Id>
std::size_t count_allowed(const void* ids, std::size_t count) noexcept {
  if constexpr (takes_any_value<Id::layout()>) {
    return count;
  } else {
    constexpr const layout& l = Id::layout();
    constexpr auto mask = static_cast<typename Id::value_type>(l.mask(role::sign) | l.mask(role::constant));
    constexpr auto bits =
        static_cast<typename Id::value_type>(l.constants_required ? l.constants() : uint128());
    std::size_t i = 0;
    while (i < count && (id_at<Id>(ids, i).number() & mask) == bits) ++i;
    return i;
  }
}

// Writes the texts of n ids.
template <batch_id Id>
void write_chunk(const void* ids, std::size_t n, char* texts, const column<Id>& to,
                 const kernel_set& with) noexcept {
  if (n == 0) return;
  const type_id_lead& lead = to.lead();
  for (std::size_t i = 0; lead.size() != 0 && i < n; ++i) lead.write(texts + i * to.stride());
  kernels_of<Id>(with).write(ids, n, texts + lead.size(), to.stride());
}

// Writes ids of another format of the width as texts of Id, from text `first` on, and stops as convert does.
template <batch_id Id>
batch_result convert_chunk(const void* ids, std::size_t count, std::span<char> texts, std::size_t first,
                           const column<Id>& to, const kernel_set& with) noexcept {
  const std::size_t whole = to.whole_in(texts.size());
  const std::size_t room = lesser(whole < first ? 0 : whole - first, count);
  const std::size_t n = count_allowed<Id>(ids, room);
  if (n != 0) write_chunk<Id>(ids, n, texts.data() + first * to.stride(), to, with);
  if (n < room) return {n, Id::from_number(id_at<Id>(ids, n).number()).error()};
  if (n < count) return {n, length_error(to.text_size(), 0)};
  return {n, {}};
}

inline bool overlap(const void* a, std::size_t a_size, const void* b, std::size_t b_size) noexcept {
  const auto from_a = reinterpret_cast<std::uintptr_t>(a);
  const auto from_b = reinterpret_cast<std::uintptr_t>(b);
  return from_a < from_b + b_size && from_b < from_a + a_size;
}

// take(first, ids) → how many of the ids it took and why no more. By a pointer, so that what reads is made
// once for a type of ids, not once more for each use.
template <batch_id Id>
class taker {
 public:
  template <class Take>
  explicit taker(const Take& take) noexcept : take_(&take), call_(&call<Take>) {}
  batch_result operator()(std::size_t first, std::span<const Id> ids) const noexcept {
    return call_(take_, first, ids);
  }

 private:
  template <class Take>
  static batch_result call(const void* take, std::size_t first, std::span<const Id> ids) noexcept {
    return (*static_cast<const Take*>(take))(first, ids);
  }
  const void* take_;
  batch_result (*call_)(const void*, std::size_t, std::span<const Id>) noexcept;
};

// Reads n texts in chunks, gives each chunk's ids to the taker, and stops at the first text that is rejected.
template <batch_id Id>
[[gnu::noinline]] batch_result read_through(std::string_view texts, const column<Id>& in, std::size_t n,
                                            const kernel_set& with, const taker<Id>& take) noexcept {
  const std::size_t there = lesser(n, in.whole_in(texts.size()));
  Id ids[batch_chunk];
  std::uint64_t rejected[batch_chunk / answers_in_word];
  for (std::size_t begin = 0; begin < there; begin += batch_chunk) {
    const char* const at = texts.data() + begin * in.stride();
    std::size_t count = lesser(there - begin, batch_chunk);
    const bool any = read_chunk<Id>(at, in, count, ids, rejected, with);
    if (any) count = first_rejected(rejected);
    const batch_result taken = take(begin, std::span<const Id>(ids, count));
    if (!taken) return {begin + taken.count, taken.why};
    if (any) return {begin + count, in.why_rejected_at(at + count * in.stride(), with)};
  }
  if (there == n) return {n, {}};
  return {there, in.cut_off(there, texts.size())};
}

// The same over all texts there are.
template <batch_id Id, class Take>
batch_result read_all(std::string_view texts, const text_column& rows, const kernel_set& with,
                      Take take) noexcept {
  const column<Id> in(rows);
  if (const error why = in.why_impossible(); why.why != reason::none) return {0, why};
  return read_through<Id>(texts, in, in.begun_in(texts.size()), with, taker<Id>(take));
}

// The same; write(ids, count, first) → batch_result writes the ids of a chunk in another format.
template <batch_id Id, class Write>
conversion convert_all(std::string_view texts, const text_column& rows, const kernel_set& with,
                       Write write) noexcept {
  conversion done;
  static_cast<batch_result&>(done) = read_all<Id>(
      texts, rows, with, [&](std::size_t first, std::span<const Id> read) noexcept -> batch_result {
        const batch_result written = write(read.data(), read.size(), first);
        done.by_target = !written;
        return written;
      });
  return done;
}

}  // namespace detail

template <batch_id Id>
char* write_to(const Id& id, char* first, char* last) noexcept {
  constexpr std::size_t size = detail::text_size_of<Id>;
  if (last - first < static_cast<std::ptrdiff_t>(size)) return nullptr;
  detail::own_lead<Id>.write(first);
  detail::active().of(detail::shape_of(Id::layout())).write_one(&id, first + detail::own_lead<Id>.size());
  return first + size;
}
template <batch_id Id>
result<Id> parse(std::string_view text) noexcept {
  if constexpr (detail::kernels_check<Id::layout()>()) {
    return detail::parse_by_kernel<Id>(text);
  } else {
    return Id::parse(text);  // a layout that kernels cannot check
  }
}
template <batch_id Id>
std::size_t to_text(std::span<const Id> ids, std::span<char> texts, const text_column& rows,
                    const kernel_set& with) noexcept {
  const detail::column<Id> to(rows);
  if (to.why_impossible().why != reason::none) return 0;
  const std::size_t n = detail::lesser(ids.size(), to.whole_in(texts.size()));
  detail::write_chunk<Id>(ids.data(), n, texts.data(), to, with);
  return n;
}

template <batch_id Id>
batch_result from_text(std::string_view texts, std::span<Id> ids, const text_column& rows,
                       const kernel_set& with) noexcept {
  const detail::column<Id> in(rows);
  if (const error why = in.why_impossible(); why.why != reason::none) return {0, why};
  // In place, ids after a rejected text would be written over it before it is asked why.
  const bool in_place = detail::overlap(texts.data(), texts.size(), ids.data(), ids.size_bytes());
  if constexpr (detail::whole_check<Id>) {
    if (!in_place && in.lead().size() == 0) {
      const std::size_t there = detail::lesser(ids.size(), in.whole_in(texts.size()));
      const auto end = detail::read_until_rejected(detail::kernels_of<Id>(with), texts.data(), in.stride(),
                                                   there, ids.data(), sizeof(Id), detail::rule<Id::layout()>);
      if (end.rejected) return {end.count, in.why_rejected_at(texts.data() + end.count * in.stride(), with)};
      if (there == ids.size()) return {there, {}};
      return {there, in.cut_off(there, texts.size())};
    }
  }
  const auto take = [&](std::size_t first, std::span<const Id> read) noexcept -> batch_result {
    for (std::size_t i = 0; i < read.size(); ++i) ids[first + i] = read[i];
    return {read.size(), {}};
  };
  return detail::read_through<Id>(texts, in, ids.size(), with, detail::taker<Id>(take));
}

namespace detail {

// from_text with an answer for each text.
template <batch_id Id, class Answer>
std::size_t read_each(std::string_view texts, std::span<Id> ids, std::span<Answer> why,
                      const text_column& rows, const kernel_set& with) noexcept {
  const column<Id> in(rows);
  const error impossible = in.why_impossible();
  const bool possible = impossible.why == reason::none;
  const std::size_t wanted = lesser(ids.size(), why.size());
  const std::size_t there = possible ? lesser(wanted, in.whole_in(texts.size())) : 0;
  // In place, a rejected text must be asked why before an id is written over it.
  const bool at_once = whole_check<Id> && in.lead().size() == 0 &&
                       !overlap(texts.data(), texts.size(), ids.data(), ids.size_bytes());
  std::size_t bad = 0;
  std::uint64_t rejected[batch_chunk / answers_in_word];
  for (std::size_t begin = 0; begin < there; begin += batch_chunk) {
    const char* const at = texts.data() + begin * in.stride();
    const std::size_t count = lesser(there - begin, batch_chunk);
    Id read[batch_chunk];
    Id* const to = ids.data() + begin;
    const bool any = read_chunk<Id>(at, in, count, at_once ? to : read, rejected, with);
    bad += answer_each(rejected, count, why.data() + begin, [&](std::size_t i) noexcept {
      return in.why_rejected_at(at + i * in.stride(), with);
    });
    if (at_once) continue;
    if (any) {
      put_read(read, rejected, count, to);
    } else {
      std::memcpy(static_cast<void*>(to), read, count * sizeof(Id));
    }
  }
  for (std::size_t i = there; i < wanted; ++i)
    put_why(possible ? in.cut_off(i, texts.size()) : impossible, why[i]);
  return bad + (wanted - there);
}

}  // namespace detail

template <batch_id Id>
std::size_t from_text(std::string_view texts, std::span<Id> ids, std::span<reason> why,
                      const text_column& rows, const kernel_set& with) noexcept {
  return detail::read_each(texts, ids, why, rows, with);
}
template <batch_id Id>
std::size_t from_text(std::string_view texts, std::span<Id> ids, std::span<error> why,
                      const text_column& rows, const kernel_set& with) noexcept {
  return detail::read_each(texts, ids, why, rows, with);
}

template <batch_id Id>
batch_result check(std::string_view texts, const text_column& rows, const kernel_set& with) noexcept {
  return detail::read_all<Id>(texts, rows, with,
                              [](std::size_t, std::span<const Id> read) noexcept -> batch_result {
                                return {read.size(), {}};
                              });
}

template <batch_id From, batch_id To>
conversion convert(std::string_view texts, const text_column& rows, std::span<char> to,
                   const text_column& to_rows, const kernel_set& with) noexcept
    requires(sizeof(From) == sizeof(To)) {
  const detail::column<To> target(to_rows);
  if (const error why = target.why_impossible(); why.why != reason::none) return {{0, why}, true};
  return detail::convert_all<From>(texts, rows, with,
                                   [&](const void* ids, std::size_t count, std::size_t first) noexcept {
                                     return detail::convert_chunk<To>(ids, count, to, first, target, with);
                                   });
}

template <batch_id Id>
std::size_t to_bytes(std::span<const Id> ids, std::span<std::uint8_t> bytes,
                     const kernel_set& with) noexcept {
  const std::size_t n = detail::lesser(ids.size(), bytes.size() / sizeof(Id));
  if constexpr (sizeof(Id) == 8) {
    with.kernels().swap64(ids.data(), n, bytes.data());
  } else if (n != 0) {
    std::memmove(bytes.data(), ids.data(), n * sizeof(Id));
  }
  return n;
}

template <batch_id Id>
batch_result from_bytes(std::span<const std::uint8_t> bytes, std::span<Id> ids,
                        const kernel_set& with) noexcept {
  const std::size_t n = detail::lesser(ids.size(), bytes.size() / sizeof(Id));
  Id read[detail::batch_chunk];
  for (std::size_t begin = 0; begin < n; begin += detail::batch_chunk) {
    const std::size_t count = detail::lesser(n - begin, detail::batch_chunk);
    Id* const to = detail::takes_any_value<Id::layout()> ? ids.data() + begin : read;
    if constexpr (sizeof(Id) == 8) {
      with.kernels().swap64(bytes.data() + begin * sizeof(Id), count, to);
    } else {
      std::memmove(static_cast<void*>(to), bytes.data() + begin * sizeof(Id), count * sizeof(Id));
    }
    if constexpr (!detail::takes_any_value<Id::layout()>) {
      const std::size_t allowed = detail::count_allowed<Id>(read, count);
      std::memcpy(static_cast<void*>(ids.data() + begin), read, allowed * sizeof(Id));
      if (allowed < count) return {begin + allowed, Id::from_number(read[allowed].number()).error()};
    }
  }
  if (n == ids.size()) return {n, {}};
  return {n, detail::length_error(sizeof(Id), bytes.size() - n * sizeof(Id))};
}

template <batch_id Id>
std::size_t unix_ms(std::span<const Id> ids, std::span<std::int64_t> to, std::int64_t epoch,
                    const kernel_set& with) noexcept requires(Id::layout().timed()) {
  constexpr const layout& l = Id::layout();
  constexpr std::size_t at = l.find(role::timestamp);
  const std::size_t n = detail::lesser(ids.size(), to.size());
  // A TypeID without the layout's constants has no instant; a UUID may have one of another kind.
  constexpr bool version_7_alone = l.prefixed && !l.constants_required;
  if constexpr (l.shift(at) >= l.bits - 64) {
    constexpr unsigned shift = l.shift(at) - (l.bits - 64);
    detail::time_rule time{shift, detail::low_mask<std::uint64_t>(l.fields[at].bits), epoch};
    if constexpr (version_7_alone) {
      time.fixed_mask = detail::words_in_memory(l.mask(role::constant));
      time.fixed_bits = detail::words_in_memory(l.constants());
    }
    (l.bits == 128 ? with.kernels().times128 : with.kernels().times64)(ids.data(), n, time, to.data());
  } else {
    // A layout of your own whose timestamp lies deeper than the upper 64 bits.
    for (std::size_t i = 0; i < n; ++i)
      to[i] = static_cast<std::int64_t>(l.read(ids[i].number(), at).lo + static_cast<std::uint64_t>(epoch));
  }
  if constexpr (!l.constants_required && !version_7_alone) {
    constexpr uint128 mask = l.mask(role::constant);
    for (std::size_t i = 0; i < n; ++i) {
      // Without the layout's constants the id may still have an instant of another kind, as UUIDs of other
      // versions.
      const bool timed = (ids[i].number() & mask) == l.constants();
      if (!timed) to[i] = ids[i].unix_ms().value_or(no_instant);
    }
  }
  return n;
}

template <batch_id Id>
batch_result unix_ms_of_text(std::string_view texts, std::span<std::int64_t> to, const text_column& rows,
                             std::int64_t epoch, const kernel_set& with) noexcept
    requires(Id::layout().timed()) {
  const detail::column<Id> in(rows);
  if (const error why = in.why_impossible(); why.why != reason::none) return {0, why};
  const auto take = [&](std::size_t first, std::span<const Id> read) noexcept -> batch_result {
    return {unix_ms<Id>(read, to.subspan(first), epoch, with), {}};
  };
  return detail::read_through<Id>(texts, in, to.size(), with, detail::taker<Id>(take));
}

}  // namespace batch
}  // namespace sortid
