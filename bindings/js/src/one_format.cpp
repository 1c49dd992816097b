// One format as a WebAssembly module of its own: what one_format.js calls. SORTID_FORMAT is its type.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <optional>
#include <string_view>
#include <utility>

#include "host_entropy.hpp"
#include "one_format.hpp"
#include "sortid/by_format.hpp"
#include "sortid/generator.hpp"

using namespace sortid;
using namespace sortid::js;

// What must not happen ends the instance. These and the next two are a tenth of the library's.
extern "C" void abort() { __builtin_trap(); }
extern "C" __attribute__((no_builtin("memcpy"))) void* memcpy(void* to, const void* from, std::size_t size) {
#pragma clang loop unroll(disable)
  for (std::size_t i = 0; i < size; ++i) static_cast<char*>(to)[i] = static_cast<const char*>(from)[i];
  return to;
}
extern "C" __attribute__((no_builtin("memset"))) void* memset(void* to, int byte, std::size_t size) {
#pragma clang loop unroll(disable)
  for (std::size_t i = 0; i < size; ++i) static_cast<char*>(to)[i] = static_cast<char>(byte);
  return to;
}

namespace {

outcome reject(const error& e) {
  shared.why = e;
  return -static_cast<outcome>(e.why);
}

struct clock_of_call {
  static inline double reading = 0;

  [[nodiscard]] static std::int64_t now() noexcept { return static_cast<std::int64_t>(reading); }
  static std::int64_t pause(std::int64_t us) noexcept { return us; }
};

template <any_id Id>
struct functions {
  using bare = unprefixed<Id>;
  using word = typename bare::value_type;
  static constexpr const layout& l = Id::layout();

  static word value() { return detail::load_be<word>(shared.value); }
  template <class Made>
  static outcome give(const Made& id) {
    detail::store_be(id.number(), shared.value);
    return static_cast<outcome>(id.write_to(shared.text, shared.text + sizeof shared.text) - shared.text);
  }

  static outcome parse(std::string_view text, [[maybe_unused]] bool leniently,
                       [[maybe_unused]] std::int32_t prefix_size) {
    if constexpr (l.prefixed) {
      const std::string_view wanted(text.data() + text.size(),
                                    static_cast<std::size_t>(prefix_size < 0 ? 0 : prefix_size));
      if (const auto prefix = type_prefix::parse(wanted); !prefix) return reject(prefix.error());
      const auto id = Id::parse(text);
      if (!id) return reject(id.error());
      if (prefix_size >= 0 && wanted != id->prefix())
        return reject(detail::other_prefix(wanted, id->prefix()));
      return give(*id);
    } else {
      if constexpr (l.lenient()) {
        if (leniently) {
          const auto read = Id::parse_lenient(text);
          return read ? give(read->id) : reject(read.error());
        }
      }
      const auto id = Id::parse(text);
      return id ? give(*id) : reject(id.error());
    }
  }
  static outcome write() {
    const auto id = bare::from_number(value());
    return id ? give(*id) : reject(id.error());
  }
  static double unix_ms() {
    const auto ms = detail::unix_ms_function::of<bare>(uint128(value()), std::nullopt);
    return ms ? static_cast<double>(*ms) : std::nan("");
  }
  static outcome read_uuid([[maybe_unused]] std::string_view text) {
    if constexpr (l.bits == uuid_layout.bits) {
      const auto id = uuid::parse(text);
      if (!id) return reject(id.error());
      detail::store_be(id->number(), shared.value);
    }
    return 0;
  }
};

template <any_id Id, bool Generated>
struct maker : functions<Id> {
  using typename functions<Id>::bare;
  using functions<Id>::l;
  using generator_type = generator<bare, clock_of_call, js::entropy_of_crypto>;
  static constexpr std::size_t size = sizeof(generator_type);

  static outcome make(void* at, [[maybe_unused]] std::uint32_t number, [[maybe_unused]] bool given) {
    if constexpr (l.has(role::extension) || l.has(role::node)) {
      generator_options options;
      if (given) (l.has(role::node) ? options.node : options.extension) = number;
      auto made = generator_type::make(options);
      if (!made) return reject(made.error());
      new (at) generator_type(std::move(*made));
    } else {
      new (at) generator_type();
    }
    return 0;
  }
  static outcome answer(const result<bare, fault>& id, [[maybe_unused]] bool unchecked) {
    if (!id) return -static_cast<outcome>(id.error());
    if constexpr (l.checked()) {
      if (unchecked) return put(id->to_text_unchecked());
    }
    return functions<Id>::give(*id);
  }
  static outcome next(void* at, bool unchecked) {
    return answer(static_cast<generator_type*>(at)->next(), unchecked);
  }
  static outcome draw([[maybe_unused]] void* at, [[maybe_unused]] bool unchecked) {
    if constexpr (l.drawn()) return answer(static_cast<generator_type*>(at)->random(), unchecked);
    return 0;
  }
};
template <any_id Id>
struct maker<Id, false> {
  static constexpr std::size_t size = 0;
  static outcome make(void*, std::uint32_t, bool) { return 0; }
  static outcome next(void*, bool) { return 0; }
  static outcome draw(void*, bool) { return 0; }
};

using own = functions<SORTID_FORMAT>;
using own_maker = maker<SORTID_FORMAT, own::l.generated>;

}  // namespace

// Where `shared` lies.
SORTID_JS_EXPORT(shared) void* shared_at() { return &shared; }

// Reads a text; behind it stands the prefix that it must have, or any may where `prefix_size` is negative.
SORTID_JS_EXPORT(parse)
outcome parse(const char* text, std::uint32_t size, bool leniently, std::int32_t prefix_size) {
  return own::parse({text, size}, leniently, prefix_size);
}
// Writes the text of the value.
SORTID_JS_EXPORT(write) outcome write() { return own::write(); }
// The Unix milliseconds of the value; NaN where it has none.
SORTID_JS_EXPORT(unix_ms) double unix_ms() { return own::unix_ms(); }
// Reads the value that the text of a UUID has. For formats of as many bits.
SORTID_JS_EXPORT(read_uuid) outcome read_uuid(const char* text, std::uint32_t size) {
  return own::read_uuid({text, size});
}

SORTID_JS_EXPORT(generator_size) std::uint32_t generator_size() { return own_maker::size; }
// Makes a generator there; `given` says whether the number is to be in its ids.
SORTID_JS_EXPORT(make) outcome make(void* at, std::uint32_t number, bool given) {
  return own_maker::make(at, number, given);
}
SORTID_JS_EXPORT(next) outcome next(void* at, double now, bool unchecked) {
  clock_of_call::reading = now;
  return own_maker::next(at, unchecked);
}
SORTID_JS_EXPORT(random_at) outcome random_at(void* at, double now, bool unchecked) {
  clock_of_call::reading = now;
  return own_maker::draw(at, unchecked);
}
