// Many ids at once: texts, bytes, times and conversions over plain memory, by the fastest kernels the machine has. Part of
// the compiled library sortid::sortid.
//
//   std::vector<sortid::ulid> ids(n);
//   auto read = sortid::batch::from_text<sortid::ulid>(lines, ids, 27);     // one a line
//   if (!read) log(read.count, sortid::message(read.why, "ulid"));          // the first one refused
//
// Texts lie in memory at a fixed distance, the stride: text i is the Id::text_size() bytes from i · stride on. The stride
// is the length of a text, or more: the bytes in between (a newline, say) are not written, nothing depends on them, and
// they may be memory that must not be read. An array of ids is itself the other side: 16 bytes in network order each, or
// native 64-bit integers.
//
// A text that is refused leaves the id at its place as it was; no id is ever written in part. Reading may write the ids
// over the memory of its own texts, from the same beginning on. All functions may be called from several threads. Nothing
// is allocated.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>

#include "sortid/basic_id.hpp"
#include "sortid/detail/kernels.hpp"
#include "sortid/uuidv7.hpp"

namespace sortid {

// The code that runs a batch, written for one instruction set. All give the same results.
class kernel_set {
 public:
  // The one in use: the fastest that this machine has, or the one that the environment names in SORTID_FORCE_KERNELS when
  // the process first asks (a name that this machine lacks is passed over).
  [[nodiscard]] SORTID_EXPORT static kernel_set active() noexcept;
  // Those that this machine can run, the fastest first; the last one is "scalar".
  class list;
  [[nodiscard]] SORTID_EXPORT static list usable() noexcept;
  // The one of that name; none where this machine cannot run it.
  [[nodiscard]] SORTID_EXPORT static std::optional<kernel_set> named(std::string_view name) noexcept;

  // scalar, ssse3, avx2, avx512, neon
  [[nodiscard]] std::string_view name() const noexcept { return kernels_->name; }
  friend bool operator==(const kernel_set&, const kernel_set&) noexcept = default;

  kernel_set() noexcept : kernel_set(detail::active()) {}
  explicit kernel_set(const detail::kernels& set) noexcept : kernels_(&set) {}
  [[nodiscard]] const detail::kernels& kernels() const noexcept { return *kernels_; }

 private:
  const detail::kernels* kernels_;
};

class kernel_set::list {
 public:
  static constexpr std::size_t most = 4;
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
  [[nodiscard]] const kernel_set& operator[](std::size_t index) const noexcept { return sets_[index]; }
  [[nodiscard]] const kernel_set* begin() const noexcept { return sets_.data(); }
  [[nodiscard]] const kernel_set* end() const noexcept { return sets_.data() + size_; }
  void push_back(const kernel_set& set) noexcept { sets_[size_++] = set; }

 private:
  std::array<kernel_set, most> sets_{};
  std::size_t size_ = 0;
};

namespace detail {

// An id type whose texts all have one length and whose array is the bare values: every format but type_id, whose prefix
// varies. A typed_id<"user"> is one too, its prefix in every text.
template <class T>
concept batch_id =
    any_id<T> && sizeof(T) == sizeof(typename T::value_type) && std::is_trivially_copyable_v<T>;

// What of a text is the same in all texts of the type: a TypeID's prefix and its separator.
template <batch_id Id>
constexpr std::size_t fixed_size() noexcept {
  if constexpr (requires { Id::prefix(); }) {
    return Id::prefix().empty() ? 0 : Id::prefix().size() + 1;
  } else {
    return 0;
  }
}
template <batch_id Id>
inline constexpr std::size_t text_size_of = fixed_size<Id>() + Id::layout().symbols;

template <batch_id Id>
void write_fixed(char* text) noexcept {
  if constexpr (fixed_size<Id>() != 0) {
    std::memcpy(text, Id::prefix().data(), Id::prefix().size());
    text[Id::prefix().size()] = '_';
  }
}

template <batch_id Id>
bool fixed_part_holds(const char* text) noexcept {
  if constexpr (fixed_size<Id>() == 0) {
    return true;
  } else {
    return std::memcmp(text, Id::prefix().data(), Id::prefix().size()) == 0 &&
           text[Id::prefix().size()] == '_';
  }
}

template <const layout& L>
constexpr value_rule rule_of() noexcept {
  value_rule rule;
  if constexpr (L.text == text_form::uuid_hex) {
    if (L.constants_required) {
      store_be(L.mask(role::constant), rule.mask.data());
      store_be(L.constants(), rule.bits.data());
    }
  } else if constexpr (L.text == text_form::crockford_upper || L.text == text_form::crockford_lower) {
    rule.first_limit =
        static_cast<std::uint8_t>(static_cast<std::uint64_t>(L.max_value() >> (5 * (L.symbols - 1))));
  }
  return rule;
}
template <const layout& L>
inline constexpr value_rule rule = rule_of<L>();

// Whether every value of the width is an id.
template <const layout& L>
inline constexpr bool takes_any_value =
    L.min_value() == uint128() && L.max_value() == low_mask<uint128>(L.bits);

// Whether a value rule says all that check_value does. A layout of your own may want more than any format here.
template <const layout& L>
constexpr bool kernels_check() noexcept {
  if (L.text == text_form::uuid_hex) return !L.has(role::sign);
  const bool base32 = L.text == text_form::crockford_upper || L.text == text_form::crockford_lower;
  // A sign is the highest bit, which a base-32 text shows in its first symbol.
  const bool sign_first = !L.has(role::sign) || (base32 && L.find(role::sign) == 0);
  return sign_first && !(L.constants_required && L.has(role::constant));
}

struct read_end {
  std::size_t count;
  bool refused;
};
// Reads until a text is refused; the ids of a few behind it may be written too.
[[nodiscard]] SORTID_EXPORT read_end read_until_refused(const text_kernels& k, const char* texts,
                                                        std::size_t stride, std::size_t n, void* ids,
                                                        std::size_t id_size, const value_rule& rule) noexcept;

// How many texts of `size` bytes are in `bytes`, `stride` from one to the next.
constexpr std::size_t texts_in(std::size_t bytes, std::size_t size, std::size_t stride) noexcept {
  return bytes < size ? 0 : (bytes - size) / stride + 1;
}
// The same, and one more where a text is cut off at the end.
constexpr std::size_t texts_begun_in(std::size_t bytes, std::size_t size, std::size_t stride) noexcept {
  const std::size_t whole = texts_in(bytes, size, stride);
  return whole + (bytes > whole * stride ? 1 : 0);
}

template <batch_id Id>
constexpr const text_kernels& kernels_of(const kernel_set& set) noexcept {
  return set.kernels().of(shape_of(Id::layout()));
}

inline constexpr std::size_t batch_chunk = 256;  // ids that are kept on the stack between two steps

}  // namespace detail

namespace batch {

using detail::batch_id;

// How far a batch came: `count` items are done, and item `count` was refused unless `why.why` is none.
struct progress {
  std::size_t count = 0;
  error why{};

  [[nodiscard]] constexpr explicit operator bool() const noexcept { return why.why == reason::none; }
};

// --- one id, by the active kernels -----------------------------------------------------------------------------

// As Id::to_chars and Id::parse, by the kernels of the machine at hand: faster than the headers alone, which must run
// anywhere, but behind a pointer that the compiler cannot look through.
template <batch_id Id>
[[nodiscard]] char* to_chars(const Id& id, char* first, char* last) noexcept {
  constexpr std::size_t size = detail::text_size_of<Id>;
  if (last - first < static_cast<std::ptrdiff_t>(size)) return nullptr;
  detail::write_fixed<Id>(first);
  detail::active().of(detail::shape_of(Id::layout())).write_one(&id, first + detail::fixed_size<Id>());
  return first + size;
}
template <batch_id Id>
[[nodiscard]] result<Id> parse(std::string_view text) noexcept {
  if constexpr (detail::kernels_check<Id::layout()>()) {
    const auto& kernels = detail::active().of(detail::shape_of(Id::layout()));
    Id id;
    if (text.size() == detail::text_size_of<Id> && detail::fixed_part_holds<Id>(text.data()) &&
        kernels.read_one(text.data() + detail::fixed_size<Id>(), &id, detail::rule<Id::layout()>))
      return id;
  }
  return Id::parse(text);  // refused, but for the rare type without kernels: the scalar codec says why
}

// --- texts -----------------------------------------------------------------------------------------------------

// Writes the canonical texts of the ids, as many as there is room for, and returns how many these are.
template <batch_id Id>
[[nodiscard]] std::size_t to_text(std::span<const Id> ids, std::span<char> texts,
                                  std::size_t stride = detail::text_size_of<Id>,
                                  const kernel_set& with = {}) noexcept {
  constexpr std::size_t size = detail::text_size_of<Id>;
  if (stride < size) return 0;
  const std::size_t n = detail::lesser(ids.size(), detail::texts_in(texts.size(), size, stride));
  if constexpr (detail::fixed_size<Id>() != 0) {
    for (std::size_t i = 0; i < n; ++i) detail::write_fixed<Id>(texts.data() + i * stride);
  }
  if (n != 0)
    detail::kernels_of<Id>(with).write(ids.data(), n, texts.data() + detail::fixed_size<Id>(), stride);
  return n;
}

// Reads one text for each id, strictly as Id::parse, and stops at the first that is refused, with its reason and position.
// The ids before it are read; of those behind it some may be. A text that is not wholly there is refused with `length`, so
// that `ids` says how many are wanted.
template <batch_id Id>
[[nodiscard]] progress from_text(std::string_view texts, std::span<Id> ids,
                                 std::size_t stride = detail::text_size_of<Id>,
                                 const kernel_set& with = {}) noexcept;

// The same with an answer for each: why[i] is `none` where ids[i] was read. Returns how many were refused. For the
// position, Id::parse the text again. `why` is as long as `ids`, or the rest of the ids is not read.
template <batch_id Id>
[[nodiscard]] std::size_t from_text(std::string_view texts, std::span<Id> ids, std::span<reason> why,
                                    std::size_t stride = detail::text_size_of<Id>,
                                    const kernel_set& with = {}) noexcept;

// Validation alone, of all texts there are. What is left at the end and is shorter than a text counts as one when it is
// more than the rest of a stride; it is refused with `length`.
template <batch_id Id>
[[nodiscard]] progress check(std::string_view texts, std::size_t stride = detail::text_size_of<Id>,
                             const kernel_set& with = {}) noexcept;

// All texts there are, as in check, to those of another format of the same width: every bit is kept, and what the target
// does not allow is refused as To::from_number does. Where `to` has no more room, `length`. `to` is wholly written up to the
// count.
template <batch_id From, batch_id To>
[[nodiscard]] progress convert(std::string_view texts, std::size_t stride, std::span<char> to,
                               std::size_t to_stride, const kernel_set& with = {}) noexcept
    requires(sizeof(From) == sizeof(To));

// --- bytes, in network order -----------------------------------------------------------------------------------

// Writes 8 or 16 bytes for each id, as many as there is room for, and returns how many ids these are. May be done in place.
template <batch_id Id>
[[nodiscard]] std::size_t to_bytes(std::span<const Id> ids, std::span<std::uint8_t> bytes,
                                   const kernel_set& with = {}) noexcept;

// Reads one id from 8 or 16 bytes each and stops at the first that the format does not allow (`overflow`, `range`), or that
// is not wholly there (`length`).
template <batch_id Id>
[[nodiscard]] progress from_bytes(std::span<const std::uint8_t> bytes, std::span<Id> ids,
                                  const kernel_set& with = {}) noexcept;

// --- times -----------------------------------------------------------------------------------------------------

// What stands for the instant of an id that has none: a UUID of a version without one, a TypeID that is not of version 7.
inline constexpr std::int64_t no_instant = INT64_MIN;

// Unix milliseconds of the ids, as many as there is room for. Returns how many. `epoch` replaces the layout's, not that
// of a UUID of version 1, 2 or 6; past INT64_MAX the sum is modulo 2^64.
template <batch_id Id>
[[nodiscard]] std::size_t unix_ms(std::span<const Id> ids, std::span<std::int64_t> to,
                                  std::int64_t epoch = Id::layout().epoch,
                                  const kernel_set& with = {}) noexcept requires(Id::layout().timed());

// The same from texts, each of which is checked as a whole; stops at the first that is refused, as from_text.
template <batch_id Id>
[[nodiscard]] progress unix_ms_of_text(std::string_view texts, std::span<std::int64_t> to,
                                       std::size_t stride = detail::text_size_of<Id>,
                                       std::int64_t epoch = Id::layout().epoch,
                                       const kernel_set& with = {}) noexcept requires(Id::layout().timed());

// ---------------------------------------------------------------------------------------------------------------

namespace detail {

using namespace sortid::detail;

// Whether the kernels see all that Id::parse sees.
template <batch_id Id>
inline constexpr bool whole_check = kernels_check<Id::layout()>() && fixed_size<Id>() == 0;

// Reads n texts, at most batch_chunk; bit i of `refused` for text i. Nothing is written for a refused one.
template <batch_id Id>
bool read_chunk(const char* texts, std::size_t stride, std::size_t n, Id* ids, std::uint64_t* refused,
                const kernel_set& with) noexcept {
  constexpr std::size_t fixed = fixed_size<Id>();
  if constexpr (whole_check<Id>) {
    return kernels_of<Id>(with).read(texts, stride, n, ids, rule<Id::layout()>, refused);
  } else {
    Id read[batch_chunk];
    bool any = kernels_of<Id>(with).read(texts + fixed, stride, n, read, rule<Id::layout()>, refused);
    for (std::size_t i = 0; i < n; ++i) {
      const std::uint64_t bit = std::uint64_t{1} << (i % 64);
      if ((refused[i / 64] & bit) != 0) continue;
      if (fixed_part_holds<Id>(texts + i * stride) && Id::from_number(read[i].number())) {
        ids[i] = read[i];
      } else {
        refused[i / 64] |= bit;
        any = true;
      }
    }
    return any;
  }
}

// How many of the ids, from the first on, the format allows.
template <batch_id Id>
std::size_t count_allowed(std::span<const Id> ids) noexcept {
  constexpr const layout& l = Id::layout();
  constexpr auto mask = static_cast<typename Id::value_type>(l.mask(role::sign) | l.mask(role::constant));
  constexpr auto bits =
      static_cast<typename Id::value_type>(l.constants_required ? l.constants() : uint128());
  std::size_t i = 0;
  while (i < ids.size() && (ids[i].number() & mask) == bits) ++i;
  return i;
}

template <batch_id Id>
error why_refused(const char* text) noexcept {
  return Id::parse({text, text_size_of<Id>}).error();
}

inline bool overlap(const void* a, std::size_t a_size, const void* b, std::size_t b_size) noexcept {
  const auto from_a = reinterpret_cast<std::uintptr_t>(a);
  const auto from_b = reinterpret_cast<std::uintptr_t>(b);
  return from_a < from_b + b_size && from_b < from_a + a_size;
}

inline std::size_t first_refused(const std::uint64_t* refused) noexcept {
  std::size_t word = 0;
  while (refused[word] == 0) ++word;
  return word * 64 + static_cast<std::size_t>(std::countr_zero(refused[word]));
}

// Reads texts in chunks, gives each chunk's ids to take(first, ids, n) → how many of them were taken and why no more, and
// stops at the first text refused. n texts are wanted.
template <batch_id Id, class Take>
progress read_through(std::string_view texts, std::size_t stride, std::size_t n, const kernel_set& with,
                      Take take) noexcept {
  constexpr std::size_t size = text_size_of<Id>;
  if (stride < size) return {0, length_error(size, stride)};
  const std::size_t there = detail::lesser(n, texts_in(texts.size(), size, stride));
  Id ids[batch_chunk];
  std::uint64_t refused[batch_chunk / 64];
  for (std::size_t begin = 0; begin < there; begin += batch_chunk) {
    const char* const at = texts.data() + begin * stride;
    std::size_t count = detail::lesser(there - begin, batch_chunk);
    const bool any = read_chunk<Id>(at, stride, count, ids, refused, with);
    if (any) count = first_refused(refused);
    const progress taken = take(begin, std::span<const Id>(ids, count));
    if (!taken) return {begin + taken.count, taken.why};
    if (any) return {begin + count, why_refused<Id>(at + count * stride)};
  }
  if (there == n) return {n, {}};
  const std::size_t from = there * stride;
  return {there, length_error(size, texts.size() > from ? texts.size() - from : 0)};
}

}  // namespace detail

template <batch_id Id>
progress from_text(std::string_view texts, std::span<Id> ids, std::size_t stride,
                   const kernel_set& with) noexcept {
  constexpr std::size_t size = detail::text_size_of<Id>;
  // In place, the ids behind a refused text would be written over it before it is asked why.
  const bool in_place = detail::overlap(texts.data(), texts.size(), ids.data(), ids.size_bytes());
  if (detail::whole_check<Id> && !in_place) {
    if (stride < size) return {0, detail::length_error(size, stride)};
    const std::size_t there = detail::lesser(ids.size(), detail::texts_in(texts.size(), size, stride));
    const auto end = detail::read_until_refused(detail::kernels_of<Id>(with), texts.data(), stride, there,
                                                ids.data(), sizeof(Id), detail::rule<Id::layout()>);
    if (end.refused) return {end.count, detail::why_refused<Id>(texts.data() + end.count * stride)};
    if (there == ids.size()) return {there, {}};
    const std::size_t from = there * stride;
    return {there, detail::length_error(size, texts.size() > from ? texts.size() - from : 0)};
  } else {
    return detail::read_through<Id>(texts, stride, ids.size(), with,
                                    [&](std::size_t first, std::span<const Id> read) noexcept -> progress {
                                      for (std::size_t i = 0; i < read.size(); ++i) ids[first + i] = read[i];
                                      return {read.size(), {}};
                                    });
  }
}

template <batch_id Id>
std::size_t from_text(std::string_view texts, std::span<Id> ids, std::span<reason> why, std::size_t stride,
                      const kernel_set& with) noexcept {
  constexpr std::size_t size = detail::text_size_of<Id>;
  const std::size_t wanted = detail::lesser(ids.size(), why.size());
  const std::size_t there =
      stride < size ? 0 : detail::lesser(wanted, detail::texts_in(texts.size(), size, stride));
  std::size_t bad = 0;
  std::uint64_t refused[detail::batch_chunk / 64];
  for (std::size_t begin = 0; begin < there; begin += detail::batch_chunk) {
    const char* const at = texts.data() + begin * stride;
    const std::size_t count = detail::lesser(there - begin, detail::batch_chunk);
    // In place, a text that is refused must be asked why before an id is written over it.
    Id read[detail::batch_chunk];
    const bool any = detail::read_chunk<Id>(at, stride, count, read, refused, with);
    for (reason& none : why.subspan(begin, count)) none = reason::none;
    if (!any) {
      std::memcpy(ids.data() + begin, read, count * sizeof(Id));
      continue;
    }
    for (std::size_t word = 0; word * 64 < count; ++word) {
      for (std::uint64_t left = refused[word]; left != 0; left &= left - 1) {
        const std::size_t i = word * 64 + static_cast<std::size_t>(std::countr_zero(left));
        why[begin + i] = detail::why_refused<Id>(at + i * stride).why;
        ++bad;
      }
    }
    for (std::size_t i = 0; i < count; ++i) {
      if (why[begin + i] == reason::none) ids[begin + i] = read[i];
    }
  }
  for (reason& missing : why.subspan(there, wanted - there)) missing = reason::length;
  return bad + (wanted - there);
}

template <batch_id Id>
progress check(std::string_view texts, std::size_t stride, const kernel_set& with) noexcept {
  constexpr std::size_t size = detail::text_size_of<Id>;
  if (stride < size) return {0, detail::length_error(size, stride)};
  return detail::read_through<Id>(texts, stride, detail::texts_begun_in(texts.size(), size, stride), with,
                                  [](std::size_t, std::span<const Id> read) noexcept -> progress {
                                    return {read.size(), {}};
                                  });
}

template <batch_id From, batch_id To>
progress convert(std::string_view texts, std::size_t stride, std::span<char> to, std::size_t to_stride,
                 const kernel_set& with) noexcept requires(sizeof(From) == sizeof(To)) {
  constexpr std::size_t size = detail::text_size_of<From>;
  constexpr std::size_t to_size = detail::text_size_of<To>;
  if (to_stride < to_size) return {0, detail::length_error(to_size, to_stride)};
  const std::size_t n = stride < size ? 0 : detail::texts_begun_in(texts.size(), size, stride);
  return detail::read_through<From>(
      texts, stride, n, with, [&](std::size_t first, std::span<const From> read) noexcept -> progress {
        std::size_t room = to.size() < first * to_stride
                               ? 0
                               : detail::texts_in(to.size() - first * to_stride, to_size, to_stride);
        const std::size_t count = detail::lesser(room, read.size());
        To same[detail::batch_chunk];
        progress done{count, {}};
        if constexpr (detail::takes_any_value<To::layout()>) {
          std::memcpy(static_cast<void*>(same), read.data(), count * sizeof(To));
        } else {
          for (std::size_t i = 0; i < count; ++i) {
            const auto id = To::from_number(read[i].number());
            if (!id) {
              done = {i, id.error()};
              break;
            }
            same[i] = *id;
          }
        }
        const std::size_t written =
            to_text<To>(std::span<const To>(same, done.count),
                        to.subspan(detail::lesser(to.size(), first * to_stride)), to_stride, with);
        if (done && written < read.size()) return {written, detail::length_error(to_size, 0)};
        return done;
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
progress from_bytes(std::span<const std::uint8_t> bytes, std::span<Id> ids, const kernel_set& with) noexcept {
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
      const std::size_t allowed = detail::count_allowed<Id>(std::span<const Id>(read, count));
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
  if constexpr (l.shift(at) >= l.bits - 64) {
    constexpr unsigned shift = l.shift(at) - (l.bits - 64);
    const detail::time_rule time{shift, detail::low_mask<std::uint64_t>(l.fields[at].bits), epoch};
    (l.bits == 128 ? with.kernels().times128 : with.kernels().times64)(ids.data(), n, time, to.data());
  } else {
    // A layout of your own whose timestamp lies deeper than the upper 64 bits.
    for (std::size_t i = 0; i < n; ++i)
      to[i] = static_cast<std::int64_t>(l.read(ids[i].number(), at).lo + static_cast<std::uint64_t>(epoch));
  }
  if constexpr (!l.constants_required) {
    constexpr uint128 mask = l.mask(role::constant);
    for (std::size_t i = 0; i < n; ++i) {
      const bool timed = (ids[i].number() & mask) == l.constants();
      if constexpr (std::is_same_v<Id, uuid>) {
        if (!timed) to[i] = ids[i].unix_ms().value_or(no_instant);
      } else {
        to[i] = timed ? to[i] : no_instant;
      }
    }
  }
  return n;
}

template <batch_id Id>
progress unix_ms_of_text(std::string_view texts, std::span<std::int64_t> to, std::size_t stride,
                         std::int64_t epoch, const kernel_set& with) noexcept requires(Id::layout().timed()) {
  return detail::read_through<Id>(texts, stride, to.size(), with,
                                  [&](std::size_t first, std::span<const Id> read) noexcept -> progress {
                                    return {unix_ms<Id>(read, to.subspan(first), epoch, with), {}};
                                  });
}

}  // namespace batch
}  // namespace sortid
