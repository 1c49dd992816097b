// New ids of a format that is known at run time: by_format.hpp's counterpart of generator.hpp.
//
//   sortid::any_generator<> ids;
//   if (auto why = ids.emplace<sortid::thread_scopes>(f, {.node = 7})) complain(why->what);
//   sortid::result<sortid::uint128, sortid::fault> value = ids.next();
//
// Ids are plain bits, as in by_format.hpp, and those of a TypeID have no prefix. The rules are those of
// generator.hpp. A program contains the functions that it calls, for every format in every scope of the list.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>

#include "sortid/by_format.hpp"
#include "sortid/generator.hpp"

namespace sortid {

// The scopes that a generator may have. Each has scope<Id>, the scope of that type's ids, and why_not<Id>,
// null or a sentence why ids of that type have no such scope. ordered_generator.hpp has process_scopes and
// host_scopes.
template <class... Scopes>
struct scope_list {};

struct thread_scopes {
  template <any_id Id>
  using scope = thread_scope<typename Id::value_type>;
  template <any_id Id>
  static constexpr const char* why_not = nullptr;
};

// Why there is no generator.
struct no_generator {
  enum class cause : std::uint8_t {
    format,  // the format has no generator, or none in that scope
    option,  // generator_plan::make rejected the options
    scope,   // the scope could not be opened
  };
  cause why = cause::format;
  const char* what = "";  // a sentence; empty for an option
  error option = {};
  int system_error = 0;  // errno, where the system did not open the scope
};

namespace detail {

// An id or a fault, for want of a register for all of it: the upper half goes out by reference. As one value
// of 16 bytes it would be copied through memory, where a load of 16 bytes waits for the two stores of 8
// before it.
struct lower_half {
  fault why = fault::none;
  std::uint64_t lo = 0;
};
inline lower_half split(const uint128& value, std::uint64_t& hi) noexcept {
  hi = value.hi;
  return {fault::none, value.lo};
}
template <class Id>
lower_half split(const result<Id, fault>& id, std::uint64_t& hi) noexcept {
  if (!id) return {id.error()};
  return split(uint128(id->number()), hi);
}
inline result<uint128, fault> joined(std::uint64_t hi, lower_half lower) noexcept {
  if (lower.why != fault::none) return lower.why;
  return uint128(hi, lower.lo);
}

struct new_id_function {
  template <any_id Id>
  static lower_half of(std::uint64_t& hi) noexcept {
    if constexpr (Id::layout().generated) return split(sortid::new_id<unprefixed<Id>>(), hi);
    return {fault::out_of_range};
  }
};

template <any_id Id, class Scope>
constexpr const char* why_no_generator() noexcept {
  if constexpr (!Id::layout().generated) return "ids of this format are not made";
  return Scope::template why_not<unprefixed<Id>>;
}

template <any_id Id, class Scope, class Clock, class Entropy>
using generator_in =
    basic_generator<unprefixed<Id>, typename Scope::template scope<unprefixed<Id>>, Clock, Entropy>;

// f<Id, Scope>() for each pair there is a generator of, in a row for each scope; a default Value for the
// others.
template <class Value, class F>
struct by_scope_and_format {
  template <class Scope, any_id Id>
  static constexpr Value one(F f) noexcept {
    if constexpr (why_no_generator<Id, Scope>() == nullptr) {
      return f.template operator()<Id, Scope>();
    } else {
      return Value();
    }
  }
  template <class Scope, class... Ids>
  static constexpr auto row(id_list<Ids...>, F f) noexcept {
    return std::array<Value, sizeof...(Ids)>{one<Scope, Ids>(f)...};
  }
  template <class... Scopes>
  static constexpr auto table(scope_list<Scopes...>, F f) noexcept {
    return std::array<std::array<Value, format_list::size>, sizeof...(Scopes)>{
        row<Scopes>(format_list(), f)...};
  }
};

template <class Wanted, class... Scopes>
constexpr std::size_t place_of(scope_list<Scopes...>) noexcept {
  static_assert((std::is_same_v<Wanted, Scopes> || ...), "the scope is not in the list");
  std::size_t place = 0;
  (void)((std::is_same_v<Wanted, Scopes> || (++place, false)) || ...);
  return place;
}

}  // namespace detail

namespace by_format {

// As new_id<Id>(), of a format that is generated.
[[nodiscard]] inline result<uint128, fault> new_id(format f) noexcept {
  std::uint64_t hi = 0;
  const auto lower = format_function<detail::new_id_function>()(f, hi);
  return detail::joined(hi, lower);
}

}  // namespace by_format

// Some generator, which stands elsewhere, without the type of its ids.
template <class Scopes, clock_source Clock = system_clock, entropy_source Entropy = system_entropy>
class generator_view {
 public:
  // Of a format's generator in a scope of the list.
  template <any_id Id, class Scope>
  [[nodiscard]] static generator_view of(
      detail::generator_in<Id, Scope, Clock, Entropy>& generator) noexcept {
    return generator_view(sortid::format::of<Id>(), detail::place_of<Scope>(Scopes()), &generator);
  }

  [[nodiscard]] sortid::format format() const noexcept { return format_; }
  // The same generator, which must be in that scope: a function that is called by way of it is made for no
  // other one.
  template <class Scope>
  [[nodiscard]] generator_view<scope_list<Scope>, Clock, Entropy> in() const noexcept {
    return {format_, 0, generator_};
  }

  // As the generator's functions of these names. The random ones are rejected with fault::out_of_range where
  // nothing of an id is random (layout().drawn()).
  [[nodiscard]] result<uint128, fault> next() noexcept { return one<next_function>(); }
  // The same in two parts, of which the lower one says whether there is an id.
  [[nodiscard]] detail::lower_half next(std::uint64_t& hi) noexcept {
    return call<next_function, detail::lower_half, std::uint64_t&>(hi);
  }
  [[nodiscard]] result<uint128, fault> next_at(std::int64_t unix_ms) noexcept {
    return one<next_at_function>(unix_ms);
  }
  [[nodiscard]] result<uint128, fault> random() noexcept { return one<random_function>(); }
  [[nodiscard]] result<uint128, fault> random_at(std::int64_t unix_ms) noexcept {
    return one<random_at_function>(unix_ms);
  }
  [[nodiscard]] filled fill(column_bytes* ids, std::size_t count) noexcept {
    return call<fill_function, filled>(ids, count);
  }
  [[nodiscard]] filled fill_random(column_bytes* ids, std::size_t count) noexcept {
    return call<fill_random_function, filled>(ids, count);
  }
  // Changes nothing where the format has no order.
  [[nodiscard]] fault begin_after(std::int64_t unix_ms) noexcept {
    return call<begin_after_function, fault>(unix_ms);
  }
  [[nodiscard]] std::int64_t ahead() noexcept { return call<ahead_function, std::int64_t>(); }
  void set_policies(const policies& policy) noexcept { call<set_policies_function, void>(policy); }

 private:
  template <class, clock_source, entropy_source>
  friend class any_generator;
  template <class, clock_source, entropy_source>
  friend class generator_view;

  generator_view(sortid::format f, std::size_t scope, void* generator) noexcept
      : format_(f), scope_(static_cast<std::uint8_t>(scope)), generator_(generator) {}

  // Function::of(generator, arguments…).
  template <class Function, class Result, class... Arguments>
  Result call(Arguments... arguments) noexcept {
    return table<Function, Result, Arguments...>[scope_][format_.place()](generator_, arguments...);
  }
  template <class Function, class... Arguments>
  result<uint128, fault> one(Arguments... arguments) noexcept {
    std::uint64_t hi = 0;
    const auto lower = call<Function, detail::lower_half, std::uint64_t&, Arguments...>(hi, arguments...);
    return detail::joined(hi, lower);
  }
  void destroy() noexcept { call<destroy_function, void>(); }

  struct next_function {
    static detail::lower_half of(auto& from, std::uint64_t& hi) noexcept {
      // Without the id, whose bytes are those of the number turned round.
      return from.template next_as<detail::lower_half>(
          [&hi](const auto& value) { return detail::split(uint128(value), hi); });
    }
  };
  struct next_at_function {
    static detail::lower_half of(auto& from, std::uint64_t& hi, std::int64_t unix_ms) noexcept {
      return detail::split(from.next_at(unix_ms), hi);
    }
  };
  struct random_function {
    static detail::lower_half of(auto& from, std::uint64_t& hi) noexcept {
      if constexpr (requires { from.random(); }) return detail::split(from.random(), hi);
      return {fault::out_of_range};
    }
  };
  struct random_at_function {
    static detail::lower_half of(auto& from, std::uint64_t& hi, std::int64_t unix_ms) noexcept {
      if constexpr (requires { from.random_at(unix_ms); }) return detail::split(from.random_at(unix_ms), hi);
      return {fault::out_of_range};
    }
  };
  template <any_id Id, class Scope>
  static std::span<Id> span_of(const basic_generator<Id, Scope, Clock, Entropy>&, column_bytes* ids,
                               std::size_t count) noexcept {
    return {reinterpret_cast<Id*>(ids), count};
  }
  struct fill_function {
    static filled of(auto& from, column_bytes* ids, std::size_t count) noexcept {
      return from.fill(span_of(from, ids, count));
    }
  };
  struct fill_random_function {
    static filled of(auto& from, column_bytes* ids, std::size_t count) noexcept {
      if constexpr (requires { from.random(); }) return from.fill_random(span_of(from, ids, count));
      return {0, fault::out_of_range};
    }
  };
  struct begin_after_function {
    static fault of(auto& from, std::int64_t unix_ms) noexcept {
      if constexpr (requires { from.begin_after(unix_ms); }) return from.begin_after(unix_ms);
      return fault::none;
    }
  };
  struct ahead_function {
    static std::int64_t of(auto& from) noexcept { return from.ahead(); }
  };
  struct destroy_function {
    static void of(auto& from) noexcept { std::destroy_at(&from); }
  };
  struct set_policies_function {
    static void of(auto& from, const policies& policy) noexcept { from.set_policies(policy); }
  };

  template <class Function, class Generator, class Result, class... Arguments>
  static Result call_typed(void* generator, Arguments... arguments) noexcept {
    return Function::of(*static_cast<Generator*>(generator), arguments...);
  }
  template <class Function, class Result, class... Arguments>
  struct entry {
    template <any_id Id, class Scope>
    constexpr auto operator()() const noexcept {
      return &call_typed<Function, detail::generator_in<Id, Scope, Clock, Entropy>, Result, Arguments...>;
    }
  };
  template <class Function, class Result, class... Arguments>
  static constexpr auto table = detail::by_scope_and_format<
      Result (*)(void*, Arguments...) noexcept, entry<Function, Result, Arguments...>>::table(Scopes(), {});

  sortid::format format_;
  std::uint8_t scope_;
  void* generator_;
};

// A generator in memory of its own, for any format and any scope of the list. It is not moved or copied.
template <class Scopes = scope_list<thread_scopes>, clock_source Clock = system_clock,
          entropy_source Entropy = system_entropy>
class any_generator {
 public:
  using view = generator_view<Scopes, Clock, Entropy>;

  any_generator() noexcept = default;
  any_generator(const any_generator&) = delete;
  any_generator& operator=(const any_generator&) = delete;
  ~any_generator() { reset(); }

  // Makes the generator, in place of the one there was. `place` is what the scope is opened from, as a host's
  // is from the path of its file. Where it is rejected there is no generator, and the answer says why.
  template <class Scope, class... Place>
  [[nodiscard]] std::optional<no_generator> emplace(format f, const generator_options& options = {},
                                                    const policies& policy = {}, Clock clock = {},
                                                    Entropy entropy = {}, Place... place) noexcept {
    reset();
    return format_function<emplace_function<Scope, Place...>>()(f, *this, options, policy, clock, entropy,
                                                                place...);
  }
  void reset() noexcept {
    if (view_) view_->destroy();
    view_.reset();
  }

  [[nodiscard]] bool has_value() const noexcept { return view_.has_value(); }
  // There must be one.
  [[nodiscard]] view& operator*() noexcept { return *view_; }
  [[nodiscard]] view* operator->() noexcept { return &*view_; }

 private:
  // By a table: all formats' in one function are more than HotSpot compiles of the module for the JVM.
  template <class Scope, class... Place>
  struct emplace_function {
    template <any_id Id>
    static std::optional<no_generator> of(any_generator& in, const generator_options& options,
                                          const policies& policy, Clock& clock, Entropy& entropy,
                                          Place... place) noexcept {
      if constexpr (constexpr const char* none = detail::why_no_generator<Id, Scope>(); none != nullptr) {
        return no_generator{.what = none};
      } else {
        using made = detail::generator_in<Id, Scope, Clock, Entropy>;
        auto* const to = reinterpret_cast<made*>(in.memory_);
        const auto plan = generator_plan<unprefixed<Id>>::make(options);
        if (!plan) return no_generator{.why = no_generator::cause::option, .option = plan.error()};
        if (made::lacks_node(*plan))
          return no_generator{.why = no_generator::cause::option, .option = detail::node_needed};
        if constexpr (sizeof...(Place) == 0) {
          std::construct_at(to, *plan, policy, std::move(clock), std::move(entropy));
        } else {
          auto opened = made::open(place..., *plan, policy, std::move(clock), std::move(entropy));
          if (!opened) {
            return no_generator{.why = no_generator::cause::scope,
                                .what = opened.error().what,
                                .system_error = opened.error().system_error};
          }
          std::construct_at(to, std::move(*opened));
        }
        in.view_.emplace(view::template of<Id, Scope>(*to));
        return std::nullopt;
      }
    }
  };
  struct size_of {
    template <any_id Id, class Scope>
    constexpr std::size_t operator()() const noexcept {
      return sizeof(detail::generator_in<Id, Scope, Clock, Entropy>);
    }
  };
  struct alignment_of {
    template <any_id Id, class Scope>
    constexpr std::size_t operator()() const noexcept {
      return alignof(detail::generator_in<Id, Scope, Clock, Entropy>);
    }
  };
  template <class Property>
  static constexpr std::size_t largest = [] {
    std::size_t most = 0;
    for (const auto& row : detail::by_scope_and_format<std::size_t, Property>::table(Scopes(), {})) {
      for (const std::size_t size : row) most = size > most ? size : most;
    }
    return most;
  }();

  std::optional<view> view_;
  alignas(largest<alignment_of>) std::byte memory_[largest<size_of>];
};

}  // namespace sortid
