// What proofs/formats.py proves: which kernels the batches of a format call and with what, and which kernel
// set a processor gets. The kernels here only tell what they are called with.
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string_view>

// One thread runs here, on the processor that a theorem is about.
#define __atomic_load_n(from, order) (*(from))
#define __atomic_store_n(to, value, order) (*(to) = (value))
#define processor processor_of_this_machine
#include "system/processor.hpp"
#undef processor
namespace sortid::detail {
namespace {
processor_words pretended;
processor_features processor() noexcept { return features_of(pretended); }
}  // namespace
}  // namespace sortid::detail

#include "batch/read.cpp"
#include "batch/select.cpp"
#include "sortid/batch_rows.hpp"
#include "words.hpp"

namespace sortid::detail {
namespace {

const char* texts_given;          // where the texts of a call begin
const std::int64_t* times_given;  // and where its instants go
std::size_t far;                  // from there to the ids, which nobody touches
word64* told;                     // where the next call of a kernel is written down
// Its answer: the id's two words, whether the text is valid, the first wrong place or how many symbols it
// fills.
const word64* answered;
word64 left;     // how many texts it takes before it rejects one
word64 further;  // which it rejects behind that, in each word of flags

enum : word64 { write, read, write_one, read_one, first_wrong, times128, times64 };

word64* tell(word64 member, word64 shape, word64 texts, word64 ids, word64 n, word64 stride) noexcept {
  const word64 words[11]{member, shape, texts, ids, n, stride};
  std::memcpy(told, words, sizeof words);
  told += 11;
  return told - 5;
}
word64 place_of(const char* text) noexcept { return static_cast<word64>(text - texts_given); }
word64 place_of_ids(const void* ids) noexcept { return place_of(static_cast<const char*>(ids) - far); }

template <text_shape Shape>
struct telling {
  static constexpr bool narrow =
      Shape == text_shape::upper13 || Shape == text_shape::lower13 || Shape == text_shape::base58_11;
  static constexpr std::size_t size = narrow ? 8 : 16;
  static constexpr auto shape = static_cast<word64>(Shape);

  static constexpr text_kernels all{
      [](const void* ids, std::size_t n, char* texts, std::size_t stride) noexcept {
        tell(write, shape, place_of(texts), place_of_ids(ids), n, stride);
        if (answered[4] == 0) return;
        for (std::size_t i = 0; i < n; ++i) std::memset(texts + i * stride, '!', answered[4]);
      },
      [](const char* texts, std::size_t stride, std::size_t n, void* ids, const value_rule& rule,
         std::uint64_t* rejected) noexcept {
        std::memcpy(tell(read, shape, place_of(texts), place_of_ids(ids), n, stride), &rule, sizeof rule);
        if (left >= n) {
          left -= n;
          return false;
        }
        const std::size_t words = (n + 63) / 64;
        std::memset(rejected, 0, words * sizeof *rejected);
        for (std::size_t word = left / 64 + 1; word < words; ++word) rejected[word] = further;
        rejected[left / 64] = (further << 1 | 1) << left % 64;
        if (n % 64 != 0) rejected[n / 64] &= (std::uint64_t{1} << n % 64) - 1;
        return true;
      },
      [](const void* id, char* text) noexcept {
        std::memcpy(tell(write_one, shape, place_of(text), 0, 1, 0), id, size);
      },
      [](const char* text, void* id, const value_rule& rule) noexcept {
        std::memcpy(tell(read_one, shape, place_of(text), 0, 1, 0), &rule, sizeof rule);
        std::memcpy(id, answered, size);
        return answered[2] != 0;
      },
      [](const char* text) noexcept {
        tell(first_wrong, shape, place_of(text), 0, 1, 0);
        return static_cast<std::size_t>(answered[4]);
      }};
};

template <word64 Member>
void tell_times(const void* ids, std::size_t n, const time_rule& rule, std::int64_t* to) noexcept {
  word64* const rest =
      tell(Member, n, place_of_ids(ids), rule.shift, rule.mask, static_cast<word64>(rule.epoch));
  std::memcpy(rest, &rule.fixed_mask, sizeof rule.fixed_mask);
  std::memcpy(rest + 2, &rule.fixed_bits, sizeof rule.fixed_bits);
  rest[4] = static_cast<word64>(to - times_given);
}

// Into any room, with any bits.
struct room_function {
  template <any_id Id>
  static char* of(const word64* in, char* to, std::size_t room) noexcept {
    return batch::write_to(with_bits<unprefixed<Id>>(in), to, to + room);
  }
};

kernel_set given_set() noexcept { return kernel_set(detail::ssse3_kernels); }

// By a set that the caller gives, or with all that has a default left out.
struct to_text_function_by {
  template <any_id Id>
  static std::size_t of(const column_bytes* bytes, std::size_t count, std::span<char> texts,
                        const batch::text_column& rows, bool given) noexcept {
    using item = unprefixed<Id>;
    const std::span ids(reinterpret_cast<const item*>(bytes), count);
    return given ? batch::to_text<item>(ids, texts, rows, given_set()) : batch::to_text<item>(ids, texts);
  }
};
struct from_text_function_by {
  template <any_id Id>
  static batch::batch_result of(std::string_view texts, column_bytes* bytes, std::size_t count,
                                const batch::text_column& rows, bool given) noexcept {
    using item = unprefixed<Id>;
    const std::span ids(reinterpret_cast<item*>(bytes), count);
    return given ? batch::from_text<item>(texts, ids, rows, given_set()) : batch::from_text<item>(texts, ids);
  }
};
// With an epoch of the caller's, too.
struct times_function {
  template <any_id Id>
  static std::size_t of(const column_bytes* ids, std::size_t count, std::span<std::int64_t> times,
                        std::int64_t epoch, const kernel_set& with) noexcept {
    using item = unprefixed<Id>;
    if constexpr (item::layout().timed()) {
      return batch::unix_ms<item>(std::span(reinterpret_cast<const item*>(ids), count), times, epoch, with);
    }
    return 0;
  }
};

consteval kernels telling_kernels(std::string_view name) {
  return {name, every_shape<telling>(), tell_times<times128>, tell_times<times64>, nullptr};
}

}  // namespace

constinit const kernels scalar_kernels = telling_kernels("scalar");
constinit const kernels ssse3_kernels = telling_kernels("ssse3");
constinit const kernels avx2_kernels{.name = "avx2"};
constinit const kernels avx512_kernels{.name = "avx512"};

}  // namespace sortid::detail

namespace {

using namespace sortid;

// The set that is asked is active, or none yet, or another one than is given, or none where one is given.
enum : word64 { known, not_yet, another, first };
bool is_given(const word64* in) { return in[16] >= another; }
const detail::kernels* active_at(const word64* in) {
  const detail::kernels* const sets[]{&detail::scalar_kernels, nullptr, &detail::avx2_kernels, nullptr};
  return sets[in[16]];
}
void begin(const char* texts, const word64* in, word64* to) {
  detail::active_kernels = active_at(in);
  detail::pretended = {};  // which leaves the scalar set
  detail::texts_given = texts;
  detail::answered = in;
  detail::left = in[3];
  detail::further = in[15];
  detail::far = in[5];
  detail::told = to;
}
column_bytes* ids_of(const char* texts) {
  return reinterpret_cast<column_bytes*>(const_cast<char*>(texts) + detail::far);
}
// Whether it is the call that most make, which has no more than texts and ids.
bool left_out(const word64* in) { return in[2] == ~word64{0}; }
// With a prefix of so many symbols, which stand behind the number.
[[gnu::noinline]] batch::text_column rows_of(const word64* in) {
  if (in[6] == 0 && in[16] == not_yet) return batch::text_column(type_prefix(), in[2]);
  if (in[6] == 0) return batch::text_column(left_out(in) ? 0 : in[2]);
  return batch::text_column(*type_prefix::parse({reinterpret_cast<const char*>(in + 7), in[6]}), in[2]);
}

bool write_one(format of, const word64* in, word64* out, char* text) {
  begin(text, in, out);
  const char* const end = in[6] == 0 ? batch::by_format::write(of, value_at<uint128>(in), text)
                                     : format_function<detail::room_function>()(of, in, text, in[7]);
  out[11] = static_cast<word64>(end == nullptr);
  return end == text + of.layout().symbols;
}
bool read_one(format of, const word64* in, word64* out, char* text) {
  begin(text, in, out + 6);
  auto id = batch::by_format::parse(of, std::string_view(text, in[4]));
  ::put(id.error(), out);
  if (!id) return false;
  ::put(id->value, out);
  return true;
}
bool to_text(format of, const word64* in, word64* out, char* texts) {
  const batch::text_column rows = rows_of(in);
  begin(texts, in, out + 1);
  const std::span room(texts, in[1]);
  out[0] = is_given(in) || left_out(in) ? format_function<detail::to_text_function_by>()(
                                              of, ids_of(texts), in[0], room, rows, is_given(in))
                                        : batch::by_format::to_text(of, ids_of(texts), in[0], room, rows);
  return true;
}
bool from_text(format of, const word64* in, word64* out, char* texts) {
  const batch::text_column rows = rows_of(in);
  begin(texts, in, out + 6);
  const std::string_view all(texts, in[1]);
  const batch::batch_result done = is_given(in) || left_out(in)
                                       ? format_function<detail::from_text_function_by>()(
                                             of, all, ids_of(texts), in[0], rows, is_given(in))
                                       : batch::by_format::from_text(of, all, ids_of(texts), in[0], rows);
  out[0] = done.count;
  ::put(done.why, out);
  return static_cast<bool>(done);
}
bool unix_ms(format of, const word64* in, word64* out, char* texts) {
  begin(texts, in, out);
  const std::span times(reinterpret_cast<std::int64_t*>(out), in[0]);
  detail::times_given = times.data();
  if (in[2] == 0 && !is_given(in)) {
    batch::instants_of(of, ids_of(texts), times);
  } else {
    const auto with = is_given(in) ? detail::given_set() : kernel_set();
    out[11] = format_function<detail::times_function>()(of, ids_of(texts), in[1], times,
                                                        static_cast<std::int64_t>(in[6]), with);
  }
  return true;
}

}  // namespace

#define SORTID_CALLS(name, spelled, function)                                                   \
  extern "C" bool name##_##function(const std::uint64_t* in, std::uint64_t* out, char* texts) { \
    constexpr sortid::format of = *sortid::format::find(spelled);                               \
    return function(of, in, out, texts);                                                        \
  }
#define SORTID_COLUMNS(name, spelled)    \
  SORTID_CALLS(name, spelled, write_one) \
  SORTID_CALLS(name, spelled, to_text)   \
  SORTID_CALLS(name, spelled, from_text)
#define SORTID_TEXTS(name, spelled)     \
  SORTID_CALLS(name, spelled, read_one) \
  SORTID_COLUMNS(name, spelled)
#define SORTID_TIMED(name, spelled)    \
  SORTID_CALLS(name, spelled, unix_ms) \
  SORTID_TEXTS(name, spelled)

SORTID_TIMED(ulid, "ulid")
SORTID_TIMED(uuidv7, "uuidv7")
SORTID_TEXTS(uuid, "uuid")
SORTID_TIMED(euid, "euid")
SORTID_TIMED(ulid_flake, "ulid-flake")
SORTID_TIMED(ulid_flake_scalable, "ulid-flake-scalable")
SORTID_TIMED(xid, "xid")
SORTID_TEXTS(uid11, "uid11")
SORTID_TEXTS(uid11_fullrand, "uid11-fullrand")
SORTID_TIMED(uid11_snowish, "uid11-snowish")
SORTID_TIMED(uid11_ts_seq_rand, "uid11-ts-seq-rand")
SORTID_COLUMNS(typeid, "typeid")
SORTID_CALLS(typeid, "typeid", unix_ms)

namespace {

// The fastest first; names of none behind them. They lie elsewhere than the sets' own names, which come next,
// and the beginning of one.
constexpr char names[][7]{"avx512", "avx2", "ssse3", "scalar", "", "none", "avx"};
const sortid::detail::kernels* const sets[]{&sortid::detail::avx512_kernels, &sortid::detail::avx2_kernels,
                                            &sortid::detail::ssse3_kernels, &sortid::detail::scalar_kernels};

std::string_view name_at(std::size_t i) {
  constexpr std::size_t others = std::size(names);
  if (i < others) return names[i];
  return i < others + std::size(sets) ? sets[i - others]->name : sets[0]->name.substr(0, 3);
}
void pretend(const word64* in) {
  const auto word = [&](int i) { return static_cast<std::uint32_t>(in[i]); };
  sortid::detail::pretended = {word(0), word(1), word(2), word(3)};
}
void put(sortid::kernel_set of, word64* out) {
  for (std::size_t i = 0; i < std::size(sets); ++i) {
    if (&of.kernels() == sets[i]) out[0] = i;
  }
}

}  // namespace

extern "C" {
bool fastest(const std::uint64_t* in, std::uint64_t* out) {
  pretend(in);
  sortid::detail::active_kernels = nullptr;
  if (in[4] < std::size(names))
    setenv("SORTID_FORCE_KERNELS", names[in[4]], 1);
  else
    unsetenv("SORTID_FORCE_KERNELS");
  for (int i = 0; i < 2; ++i) put(sortid::kernel_set::active(), out + i);  // the second time one is known
  return true;
}
bool named(const std::uint64_t* in, std::uint64_t* out) {
  pretend(in);
  sortid::detail::active_kernels = active_at(in);
  const auto found = sortid::kernel_set::named(name_at(in[4]));
  if (found) put(*found, out);
  return found.has_value();
}
bool usable(const std::uint64_t* in, std::uint64_t* out) {
  pretend(in);
  sortid::detail::active_kernels = active_at(in);
  if (in[4] != 0)
    setenv("SORTID_FORCE_KERNELS", "scalar", 1);
  else
    unsetenv("SORTID_FORCE_KERNELS");
  const auto all = sortid::kernel_set::usable();
  word64* to = out;
  for (const sortid::kernel_set one : all) put(one, to++);
  for (std::size_t i = 0; i < all.size(); ++i) put(all[i], out + std::size(sets) + i);
  out[2 * std::size(sets)] = all.size();
  return true;
}
}
