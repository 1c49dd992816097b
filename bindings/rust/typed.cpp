// What a Rust program calls for each id, typed by the format: none is looked up, and no sortid_id is written.
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "c_api/c_api.hpp"
#include "sortid/batch_by_format.hpp"

namespace sortid::rust {

namespace {

// As src/typed.rs has it: an id of 128 bits is its bytes, one of 64 bits its number. A prefix stands behind
// the bytes.
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

struct functions {
  sortid_status (*parse)(const char* text, std::size_t size, void* id, sortid_error* error) noexcept;
  std::size_t (*write)(const void* id, char* text) noexcept;
  halves (*next)(sortid_status* why) noexcept;  // null without a generator; writes why there is no id
  std::int64_t (*unix_ms)(const void* id) noexcept;
};

template <any_id Id>
Id load_typed(const void* from) noexcept {
  std::array<std::byte, sizeof(Id)> bytes;
  std::memcpy(bytes.data(), from, sizeof bytes);
  return std::bit_cast<Id>(bytes);
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
std::size_t write_typed(const void* from, char* text) noexcept {
  using item = unprefixed<Id>;
  char* at = text;
  if constexpr (Id::layout().prefixed) {
    const auto& held = *static_cast<const prefixed*>(from);
    if (held.prefix_size != 0) {
      std::memcpy(at, held.prefix, held.prefix_size);
      at += held.prefix_size;
      *at++ = '_';
    }
  }
  return static_cast<std::size_t>(batch::write_to(load_typed<item>(from), at, at + Id::layout().symbols) -
                                  text);
}

// All in one, so that the id stays in registers: in memory it would be read in one piece right after it was
// written in two.
template <any_id Id>
[[gnu::flatten]] halves next_typed(sortid_status* why) noexcept {
  const auto id = new_id<unprefixed<Id>>();
  if (!id) {
    *why = c_api::status_of(id.error());
    return {};
  }
  const uint128 value(id->number());
  return {value.hi, value.lo};
}

template <any_id Id>
std::int64_t unix_ms_typed(const void* from) noexcept {
  const uint128 value(load_typed<unprefixed<Id>>(from).number());
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
  if (drawn && !from->draws()) {
    *why = SORTID_UNSUPPORTED;
    return {};
  }
  const auto id = drawn ? from->source->random() : from->source->next();
  if (!id) {
    *why = sortid::c_api::status_of(id.error());
    return {};
  }
  return {id->hi, id->lo};
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
