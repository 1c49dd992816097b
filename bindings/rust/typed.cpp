// What a Rust program calls for each id, typed by the format: none is looked up, and no sortid_id is written.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "c_api/c_api.hpp"
#include "sortid/batch_by_format.hpp"

namespace sortid::rust {

namespace {

// As src/typed.rs has it: an id of 128 bits is its bytes, one of 64 bits its number. A prefix stands behind
// the bytes. A text is its size, a byte, and its bytes.
struct prefixed {
  std::uint8_t bytes[16];
  char prefix[SORTID_PREFIX_CAPACITY - 1];
  std::uint8_t prefix_size;
};

// An id in registers, one of 64 bits in `lo`.
struct halves {
  std::uint64_t hi;
  std::uint64_t lo;
};

inline halves halves_of(const result<uint128, fault>& value, sortid_status* why) noexcept {
  if (value) return {value->hi, value->lo};
  *why = c_api::status_of(value.error());
  return {};
}

struct functions {
  sortid_status (*parse)(const char* text, std::size_t size, void* id, sortid_error* error) noexcept;
  void (*write)(const void* id, void* text) noexcept;
  halves (*next)(sortid_status* why) noexcept;  // null without a generator; writes why there is no id
  std::int64_t (*unix_ms)(const void* id) noexcept;
};

// Where it lies: a copy would be read in one piece right after it was written.
template <any_id Id>
const Id& at(const void* id) noexcept {
  static_assert(alignof(Id) == (sizeof(Id) == sizeof(std::uint64_t) ? alignof(std::uint64_t) : 1));
  return *static_cast<const Id*>(id);
}

template <any_id Id>
void store_typed(const Id& id, void* to) noexcept {
  if constexpr (Id::layout().prefixed) {
    const std::string_view prefix = id.prefix();
    prefixed held{};
    const auto bytes = id.bytes();
    std::memcpy(held.bytes, bytes.data(), sizeof held.bytes);
    if (!prefix.empty()) std::memcpy(held.prefix, prefix.data(), prefix.size());
    held.prefix_size = static_cast<std::uint8_t>(prefix.size());
    std::memcpy(to, &held, sizeof held);
  } else {
    std::memcpy(to, &id, sizeof id);
  }
}

template <any_id Id>
sortid_status parse_typed(const char* text, std::size_t size, void* to, sortid_error* error) noexcept {
  const auto id = [&] {
    if constexpr (Id::layout().prefixed) {
      return Id::parse(std::string_view(text, size));
    } else {
      return batch::parse<Id>(std::string_view(text, size));
    }
  }();
  if (!id) return c_api::reject(error, id.error(), c_api::number_of<Id>);
  store_typed(*id, to);
  return SORTID_OK;
}

template <any_id Id>
void write_typed(const void* from, void* text) noexcept {
  using item = unprefixed<Id>;
  char* const first = static_cast<char*>(text) + 1;
  char* to = first;
  if constexpr (Id::layout().prefixed) {
    const auto& held = *static_cast<const prefixed*>(from);
    if (held.prefix_size != 0) {
      std::memcpy(to, held.prefix, held.prefix_size);
      to += held.prefix_size;
      *to++ = '_';
    }
  }
  char* const last = to + Id::layout().symbols;
  *static_cast<std::uint8_t*>(text) = static_cast<std::uint8_t>(last - first);
  (void)batch::write_to(at<item>(from), to, last);  // at the end, so that a kernel is jumped to, not called
}

// All in one, so that the id stays in registers: in memory it would be read in one piece right after it was
// written in two. With the clock of all other generators, so that there is one kind to be compiled.
template <any_id Id>
[[gnu::flatten]] halves next_typed(sortid_status* why) noexcept {
  using namespace c_api;
  const auto id = thread_generator<unprefixed<Id>, any_clock, any_entropy>().next();
  return halves_of(id ? result<uint128, fault>(id->number()) : id.error(), why);
}

template <any_id Id>
std::int64_t unix_ms_typed(const void* from) noexcept {
  const uint128 value(at<unprefixed<Id>>(from).number());
  return sortid::detail::unix_ms_function::of<Id>(value, std::nullopt).value_or(SORTID_NO_INSTANT);
}

template <any_id Id>
constexpr functions functions_of() noexcept {
  functions all{parse_typed<Id>, write_typed<Id>, nullptr, unix_ms_typed<Id>};
  if constexpr (Id::layout().generated) all.next = next_typed<Id>;
  return all;
}

}  // namespace

}  // namespace sortid::rust

extern "C" {
// The next id of a generator, or one that is drawn where there may be one, without its prefix.
sortid::rust::halves sortid_rust_next(sortid_generator* from, bool drawn, sortid_status* why) noexcept {
  using sortid::rust::halves_of;
  if (!drawn) return halves_of(from->source->next(), why);
  if (auto drawing = from->drawing()) return halves_of(drawing->random(), why);
  *why = SORTID_UNSUPPORTED;
  return {};
}

// By place in the list of formats.
extern constinit const std::array<sortid::rust::functions, sortid::format_list::size> sortid_rust_functions;
constinit const std::array<sortid::rust::functions, sortid::format_list::size> sortid_rust_functions = [] {
  std::array<sortid::rust::functions, sortid::format_list::size> all{};
  std::size_t place = 0;
  sortid::format_list::for_each(
      [&]<class Id>(std::type_identity<Id>) { all[place++] = sortid::rust::functions_of<Id>(); });
  return all;
}();
}
