// Many ids at once, of sortid.h.
#include <algorithm>

#include "c_api.hpp"
#include "sortid/batch.hpp"

namespace sortid::c_api {

namespace {

static_assert(SORTID_NO_INSTANT == batch::no_instant);

using batch::progress;
using detail::batch_chunk;

// What stands before the symbols of every text: a type prefix and its separator, or nothing.
struct lead {
  std::string_view prefix;

  [[nodiscard]] std::size_t size() const noexcept { return prefix.empty() ? 0 : prefix.size() + 1; }
  [[nodiscard]] bool holds(const char* text) const noexcept {
    return prefix.empty() ||
           (std::memcmp(text, prefix.data(), prefix.size()) == 0 && text[prefix.size()] == '_');
  }
  void write(char* text) const noexcept {
    std::memcpy(text, prefix.data(), prefix.size());
    text[prefix.size()] = '_';
  }
};

// A column of texts, checked.
template <class Char>
struct column {
  lead before;
  std::size_t text_size;
  Char* texts;
  std::size_t size;
  std::size_t stride;

  [[nodiscard]] std::size_t whole() const noexcept { return detail::texts_in(size, text_size, stride); }
  [[nodiscard]] std::size_t begun() const noexcept { return detail::texts_begun_in(size, text_size, stride); }
  [[nodiscard]] Char* text(std::size_t i) const noexcept { return texts + i * stride; }
  // Why text i, which is not wholly there, is refused.
  [[nodiscard]] error cut_off(std::size_t i) const noexcept {
    const std::size_t from = i * stride;
    return detail::length_error(text_size, size > from ? size - from : 0);
  }
};

// From the caller's arguments; refused in the format's name.
template <any_id Id, class Char>
sortid_status read_column(const char* prefix, Char* texts, std::size_t size, std::size_t stride,
                          column<Char>& to, sortid_error* error) noexcept {
  constexpr sortid_format format = number_of<Id>;
  if (const sortid_status why = check_memory(texts, size); why != SORTID_OK)
    return refuse(error, why, format);
  to = {{}, Id::layout().symbols, texts, size, stride};
  if (prefix != nullptr && *prefix != '\0') {
    if (!Id::layout().prefixed) return refuse(error, sortid::error{reason::prefix, 0, 0, 0}, format);
    to.before.prefix = prefix;
    const auto parsed = type_prefix::parse(to.before.prefix);
    if (!parsed) return refuse(error, parsed.error(), format);
    to.text_size += to.before.size();
  }
  if (stride == 0) to.stride = to.text_size;
  if (to.stride < to.text_size || !possible(to.stride))
    return refuse(error, SORTID_BAD_SIZE, format, "stride");
  return SORTID_OK;
}

// Why a text is refused, its prefix included.
template <any_id Id>
error refusal_of(const column<const char>& from, std::size_t i) noexcept {
  const auto id = Id::parse({from.text(i), from.text_size});
  if (!id) return id.error();
  if constexpr (Id::layout().prefixed) return detail::other_prefix(from.before.prefix, id->prefix());
  return {};
}

// As batch::from_text, behind a prefix too. In place the ids lie before the texts they come from.
template <any_id Id>
progress read(const column<const char>& from, std::span<unprefixed<Id>> ids) noexcept {
  if (from.before.prefix.empty())
    return batch::from_text<unprefixed<Id>>({from.texts, from.size}, ids, from.stride);
  const std::size_t there = std::min(ids.size(), from.whole());
  for (std::size_t begin = 0; begin < there; begin += batch_chunk) {
    const std::size_t count = std::min(there - begin, batch_chunk);
    std::size_t fitting = 0;
    while (fitting < count && from.before.holds(from.text(begin + fitting))) ++fitting;
    unprefixed<Id> chunk[batch_chunk];
    const std::size_t skipped = from.before.size();
    const std::size_t last = fitting == 0 ? 0 : (fitting - 1) * from.stride + from.text_size - skipped;
    const progress done =
        batch::from_text<unprefixed<Id>>({from.text(begin) + skipped, last}, {chunk, fitting}, from.stride);
    if (done.count < count) {
      const error why = refusal_of<Id>(from, begin + done.count);
      std::copy(chunk, chunk + done.count, ids.data() + begin);
      return {begin + done.count, why};
    }
    std::copy(chunk, chunk + count, ids.data() + begin);
  }
  if (there == ids.size()) return {there, {}};
  return {there, from.cut_off(there)};
}

// The same with a reason for each; returns how many were refused.
template <any_id Id>
std::size_t read_each(const column<const char>& from, std::span<unprefixed<Id>> ids,
                      std::span<reason> why) noexcept {
  if (from.before.prefix.empty())
    return batch::from_text<unprefixed<Id>>({from.texts, from.size}, ids, why, from.stride);
  const std::size_t there = std::min(ids.size(), from.whole());
  std::size_t refused = ids.size() - there;
  for (std::size_t begin = 0; begin < there; begin += batch_chunk) {
    const std::size_t count = std::min(there - begin, batch_chunk);
    unprefixed<Id> chunk[batch_chunk];
    const std::size_t skipped = from.before.size();
    (void)batch::from_text<unprefixed<Id>>(
        {from.text(begin) + skipped, (count - 1) * from.stride + from.text_size - skipped}, {chunk, count},
        why.subspan(begin, count), from.stride);
    // In place, all are asked why before an id is written over a text.
    for (std::size_t i = begin; i < begin + count; ++i) {
      if (why[i] != reason::none || !from.before.holds(from.text(i))) {
        why[i] = refusal_of<Id>(from, i).why;
        ++refused;
      }
    }
    for (std::size_t i = begin; i < begin + count; ++i) {
      if (why[i] == reason::none) ids[i] = chunk[i - begin];
    }
  }
  std::fill(why.begin() + static_cast<std::ptrdiff_t>(there), why.end(), reason::length);
  return refused;
}

template <any_id Id>
std::size_t write(std::span<const unprefixed<Id>> ids, const column<char>& to) noexcept {
  const std::size_t n = std::min(ids.size(), to.whole());
  if (n == 0) return 0;
  const std::size_t skipped = to.before.size();
  if (skipped != 0) {
    for (std::size_t i = 0; i < n; ++i) to.before.write(to.text(i));
  }
  return batch::to_text<unprefixed<Id>>(ids.first(n), {to.texts + skipped, to.size - skipped}, to.stride);
}

// Reads `count` texts in chunks, and gives each to take(first, ids) → how many of them were taken and why no more.
template <any_id Id, class Take>
progress read_through(const column<const char>& from, std::size_t count, Take take) noexcept {
  for (std::size_t begin = 0; begin < count; begin += batch_chunk) {
    unprefixed<Id> chunk[batch_chunk];
    const std::size_t wanted = std::min(count - begin, batch_chunk);
    column<const char> rest = from;
    rest.texts = from.text(begin);
    rest.size = from.size - std::min(from.size, begin * from.stride);
    const progress done = read<Id>(rest, {chunk, wanted});
    const progress taken = take(begin, std::span<const unprefixed<Id>>(chunk, done.count));
    if (!taken) return {begin + taken.count, taken.why};
    if (!done) return {begin + done.count, done.why};
  }
  return {count, {}};
}

// How many of the ids, from the first on, have an instant that std::int64_t holds, or none.
template <any_id Id>
std::size_t within_time(std::span<const unprefixed<Id>> ids, std::int64_t epoch) noexcept {
  if (epoch <= INT64_MAX - Id::layout().max_timestamp()) return ids.size();
  std::size_t n = 0;
  for (; n < ids.size(); ++n) {
    // A UUID that is not of version 7 has no timestamp that counts from there.
    if (!ids[n].has_field(Id::layout().find(role::timestamp))) continue;
    std::int64_t timestamp = 0;
    (void)batch::unix_ms<unprefixed<Id>>(ids.subspan(n, 1), {&timestamp, 1}, 0);
    if (timestamp > INT64_MAX - epoch) break;
  }
  return n;
}

sortid_status answer(const progress& end, std::size_t* done, sortid_error* error,
                     sortid_format format) noexcept {
  if (done != nullptr) *done = end.count;
  return end ? succeed(error) : refuse(error, end.why, format);
}

// Gives what f(std::type_identity<Id>()) does where such an array of ids can be. `done`, where there is one, begins at 0.
template <class F>
sortid_status with_ids(sortid_format format, const void* ids, std::size_t count, std::size_t* done,
                       sortid_error* error, F&& f) noexcept {
  if (done != nullptr) *done = 0;
  return with_format(format, error, [&]<class Id>(std::type_identity<Id> type) -> sortid_status {
    if (const sortid_status why = check_ids(ids, count, sizeof(unprefixed<Id>)); why != SORTID_OK)
      return refuse(error, why, format);
    return f(type);
  });
}

// The same for an array that must be there, and one of times beside it.
template <class F>
sortid_status with_times(sortid_format format, const std::int64_t* unix_ms, std::size_t count,
                         std::size_t* done, sortid_error* error, F&& f) noexcept {
  if (done != nullptr) *done = 0;
  return with_format(format, error, [&]<class Id>(std::type_identity<Id> type) -> sortid_status {
    if (const sortid_status why = check_ids(unix_ms, count, sizeof *unix_ms); why != SORTID_OK)
      return refuse(error, why, format);
    if constexpr (Id::layout().timed()) {
      return f(type);
    } else {
      return refuse(error, SORTID_UNSUPPORTED, format);
    }
  });
}

template <any_id Id>
std::span<unprefixed<Id>> ids_at(void* ids, std::size_t count) noexcept {
  return {static_cast<unprefixed<Id>*>(ids), count};
}
template <any_id Id>
std::span<const unprefixed<Id>> ids_at(const void* ids, std::size_t count) noexcept {
  return {static_cast<const unprefixed<Id>*>(ids), count};
}

// Writes ids of another format of that width as texts of this one, from text `first` on, until the format does not allow
// one or there is no more room. At most batch_chunk of them.
template <any_id Id>
progress write_as(const void* held, std::size_t count, const column<char>& to, std::size_t first) noexcept {
  column<char> rest = to;
  rest.texts = to.text(first);
  rest.size = to.size - std::min(to.size, first * to.stride);
  unprefixed<Id> same[batch_chunk];
  std::memcpy(static_cast<void*>(same), held, count * sizeof same[0]);
  progress end{count, {}};
  for (std::size_t i = 0; i < count; ++i) {
    end.why = unprefixed<Id>::from_number(same[i].number()).error();
    if (!end) {
      end.count = i;
      break;
    }
  }
  const std::size_t written = write<Id>({same, end.count}, rest);
  return written == end.count ? end : progress{written, detail::length_error(to.text_size, 0)};
}

// A target of a conversion: what there is to know of it, without its type.
struct target {
  unsigned bits;
  column<char> texts;
  progress (*write)(const void* held, std::size_t count, const column<char>& to, std::size_t first) noexcept;
};

}  // namespace

}  // namespace sortid::c_api

using namespace sortid::c_api;

sortid_status sortid_batch_to_text(sortid_format format, const char* prefix, const void* ids,
                                   std::size_t count, char* texts, std::size_t size, std::size_t stride,
                                   std::size_t* done) noexcept {
  return with_ids(format, ids, count, done, nullptr, [&]<class Id>(std::type_identity<Id>) {
    column<char> to;
    const sortid_status why = read_column<Id>(prefix, texts, size, stride, to, nullptr);
    if (why != SORTID_OK) return why;
    return answer({write<Id>(ids_at<Id>(ids, count), to), {}}, done, nullptr, format);
  });
}

sortid_status sortid_batch_from_text(sortid_format format, const char* prefix, const char* texts,
                                     std::size_t size, std::size_t stride, void* ids, std::size_t count,
                                     std::size_t* done, sortid_error* error) noexcept {
  return with_ids(format, ids, count, done, error, [&]<class Id>(std::type_identity<Id>) {
    column<const char> from;
    const sortid_status why = read_column<Id>(prefix, texts, size, stride, from, error);
    if (why != SORTID_OK) return why;
    return answer(read<Id>(from, ids_at<Id>(ids, count)), done, error, format);
  });
}

sortid_status sortid_batch_from_text_each(sortid_format format, const char* prefix, const char* texts,
                                          std::size_t size, std::size_t stride, void* ids, std::uint8_t* why,
                                          std::size_t count, std::size_t* refused) noexcept {
  return with_ids(
      format, ids, count, refused, nullptr, [&]<class Id>(std::type_identity<Id>) -> sortid_status {
        if (why == nullptr && count != 0) return SORTID_NULL_ARGUMENT;
        column<const char> from;
        const sortid_status bad = read_column<Id>(prefix, texts, size, stride, from, nullptr);
        if (bad != SORTID_OK) return bad;
        static_assert(sizeof(sortid::reason) == 1);
        const std::size_t all =
            read_each<Id>(from, ids_at<Id>(ids, count), {reinterpret_cast<sortid::reason*>(why), count});
        if (refused != nullptr) *refused = all;
        return SORTID_OK;
      });
}

sortid_status sortid_batch_check(sortid_format format, const char* prefix, const char* texts,
                                 std::size_t size, std::size_t stride, std::size_t* done,
                                 sortid_error* error) noexcept {
  return with_ids(format, nullptr, 0, done, error, [&]<class Id>(std::type_identity<Id>) {
    column<const char> from;
    const sortid_status why = read_column<Id>(prefix, texts, size, stride, from, error);
    if (why != SORTID_OK) return why;
    const auto taken = [](std::size_t, auto ids) noexcept { return sortid::batch::progress{ids.size(), {}}; };
    return answer(read_through<Id>(from, from.begun(), taken), done, error, format);
  });
}

sortid_status sortid_batch_convert(sortid_format format, const char* prefix, const char* texts,
                                   std::size_t size, std::size_t stride, sortid_format to_format,
                                   const char* to_prefix, char* to, std::size_t to_size,
                                   std::size_t to_stride, std::size_t* done, sortid_error* error) noexcept {
  return with_ids(format, nullptr, 0, done, error, [&]<class From>(std::type_identity<From>) {
    column<const char> from;
    const sortid_status why = read_column<From>(prefix, texts, size, stride, from, error);
    if (why != SORTID_OK) return why;
    target to_texts{};
    const sortid_status bad = with_format(to_format, error, [&]<class To>(std::type_identity<To>) {
      to_texts.bits = To::layout().bits;
      to_texts.write = write_as<To>;
      return read_column<To>(to_prefix, to, to_size, to_stride, to_texts.texts, error);
    });
    if (bad != SORTID_OK) return bad;
    if (to_texts.bits != From::layout().bits)
      return refuse(error, SORTID_UNSUPPORTED, to_format, "the two formats differ in width");
    bool by_target = false;
    const auto end = read_through<From>(from, from.begun(), [&](std::size_t first, auto ids) noexcept {
      const auto written = to_texts.write(ids.data(), ids.size(), to_texts.texts, first);
      by_target = !written;
      return written;
    });
    return answer(end, done, error, by_target ? to_format : format);
  });
}

sortid_status sortid_batch_to_bytes(sortid_format format, const void* ids, std::size_t count, void* bytes,
                                    std::size_t size, std::size_t* done) noexcept {
  return with_ids(format, ids, count, done, nullptr, [&]<class Id>(std::type_identity<Id>) {
    if (const sortid_status why = check_memory(bytes, size); why != SORTID_OK) return why;
    const std::size_t written = sortid::batch::to_bytes<unprefixed<Id>>(
        ids_at<Id>(ids, count), {static_cast<std::uint8_t*>(bytes), size});
    return answer({written, {}}, done, nullptr, format);
  });
}

sortid_status sortid_batch_from_bytes(sortid_format format, const void* bytes, std::size_t size, void* ids,
                                      std::size_t count, std::size_t* done, sortid_error* error) noexcept {
  return with_ids(format, ids, count, done, error, [&]<class Id>(std::type_identity<Id>) {
    if (const sortid_status why = check_memory(bytes, size); why != SORTID_OK)
      return refuse(error, why, format);
    return answer(sortid::batch::from_bytes<unprefixed<Id>>({static_cast<const std::uint8_t*>(bytes), size},
                                                            ids_at<Id>(ids, count)),
                  done, error, format);
  });
}

sortid_status sortid_batch_unix_ms(sortid_format format, const void* ids, std::size_t count,
                                   const std::int64_t* epoch, std::int64_t* unix_ms) noexcept {
  return with_times(format, unix_ms, count, nullptr, nullptr, [&]<class Id>(std::type_identity<Id>) {
    if (const sortid_status why = check_ids(ids, count, sizeof(unprefixed<Id>)); why != SORTID_OK) return why;
    const auto held = ids_at<Id>(ids, count);
    const std::int64_t from = epoch_of<Id>(epoch);
    if (within_time<Id>(held, from) != count) return refuse(nullptr, SORTID_RANGE);
    (void)sortid::batch::unix_ms<unprefixed<Id>>(held, {unix_ms, count}, from);
    return succeed(nullptr);
  });
}

sortid_status sortid_batch_unix_ms_of_text(sortid_format format, const char* prefix, const char* texts,
                                           std::size_t size, std::size_t stride, const std::int64_t* epoch,
                                           std::int64_t* unix_ms, std::size_t count, std::size_t* done,
                                           sortid_error* error) noexcept {
  return with_times(format, unix_ms, count, done, error, [&]<class Id>(std::type_identity<Id>) {
    column<const char> from;
    const sortid_status why = read_column<Id>(prefix, texts, size, stride, from, error);
    if (why != SORTID_OK) return why;
    const std::int64_t start = epoch_of<Id>(epoch);
    const auto end = read_through<Id>(from, count, [&](std::size_t first, auto ids) noexcept {
      const std::size_t n = within_time<Id>(ids, start);
      (void)sortid::batch::unix_ms<unprefixed<Id>>(ids.first(n), {unix_ms + first, n}, start);
      return sortid::batch::progress{
          n, n == ids.size() ? sortid::error{} : sortid::error{sortid::reason::range, 0, 0, 0}};
    });
    return answer(end, done, error, format);
  });
}

// --- kernels ---------------------------------------------------------------------------------------------------

const char* sortid_kernels_usable(std::size_t place) noexcept {
  const auto usable = sortid::kernel_set::usable();
  return place < usable.size() ? usable[place].name().data() : nullptr;
}

const char* sortid_kernels_active() noexcept { return sortid::kernel_set::active().name().data(); }

sortid_status sortid_kernels_force(const char* name) noexcept {
  if (name == nullptr) {
    (void)sortid::detail::select_kernels();
    return SORTID_OK;
  }
  const auto set = sortid::kernel_set::named(name);
  if (!set) return SORTID_UNSUPPORTED;
  __atomic_store_n(&sortid::detail::active_kernels, &set->kernels(), __ATOMIC_RELEASE);
  return SORTID_OK;
}
