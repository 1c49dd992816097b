// Options checked against a format, before there is a generator.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "sortid/basic_id.hpp"
#include "sortid/detail/recipe.hpp"
#include "sortid/fault.hpp"
#include "sortid/generator_options.hpp"
#include "sortid/layout.hpp"
#include "sortid/result.hpp"
#include "sortid/type_prefix.hpp"

namespace sortid {

// Options checked against a format: what a generator is made from.
template <any_id Id>
class generator_plan {
  using word = typename Id::value_type;

 public:
  using recipe_type = detail::recipe<word>;

  // The format's own options.
  constexpr generator_plan() noexcept : generator_plan({}, own) {}
  // Rejected with `range` or `prefix` for options that the format does not have or that do not fit it.
  [[nodiscard]] static constexpr result<generator_plan> make(const generator_options& options) noexcept {
    const auto recipe = detail::make_recipe<Id::layout()>(options);
    if (!recipe) return recipe.error();
    return generator_plan(options, *recipe);
  }

  // What no option changes is a constant here, and folded where it is used.
  [[nodiscard, gnu::always_inline]] constexpr recipe_type recipe() const noexcept {
    constexpr const layout& l = Id::layout();
    recipe_type r = own;
    if constexpr (l.timed()) r.epoch = recipe_.epoch;
    if constexpr (l.counter.max_step_bytes != 0) r.step_bytes = recipe_.step_bytes;
    if constexpr (l.has(role::node) || l.has(role::extension)) r.fixed = recipe_.fixed;
    if constexpr (l.has(role::extension)) r.random = recipe_.random;
    if constexpr (l.has(role::sequence)) {
      r.begun = recipe_.begun;
      r.carries_on = recipe_.carries_on;
    }
    return r;
  }
  // The same with another node, where the format has one.
  [[nodiscard, gnu::always_inline]] constexpr recipe_type recipe(
      const std::optional<unsigned>& node) const noexcept {
    constexpr const layout& l = Id::layout();
    recipe_type r = recipe();
    if constexpr (l.has(role::node)) {
      if (node) r.fixed = (r.fixed & ~node_bits) | word(*node) << l.shift(l.find(role::node));
    }
    return r;
  }
  [[nodiscard]] static constexpr bool takes_node(const std::optional<unsigned>& node) noexcept {
    constexpr const layout& l = Id::layout();
    return !l.has(role::node) || !node || std::uint64_t{*node} >> l.fields[l.find(role::node)].bits == 0;
  }
  // Whether the caller gave a number.
  [[nodiscard]] constexpr bool has_node() const noexcept { return has_node_; }
  // The node that a value has; none where the format has none.
  [[nodiscard]] static constexpr std::optional<unsigned> node_of(word value) noexcept {
    constexpr const layout& l = Id::layout();
    if constexpr (!l.has(role::node)) return std::nullopt;
    return static_cast<unsigned>(
        static_cast<std::uint64_t>((value & node_bits) >> l.shift(l.find(role::node))));
  }
  // The id of a value that the recipe gave.
  [[nodiscard]] constexpr Id id_of(word value) const noexcept {
    // from_number would not reject it, but take a third of the time that the whole id does.
    struct unchecked_id : Id {
      using Id::unchecked;
    };
    if constexpr (requires { unchecked_id::unchecked(prefix_, value); }) {
      return unchecked_id::unchecked(prefix_, value);
    } else {
      return unchecked_id::unchecked(value);
    }
  }
  // The same as an answer. The id is made where it goes out: copied there, its 16 bytes would be read as one
  // while the two stores of 8 are under way.
  [[nodiscard]] constexpr result<Id, fault> answer_of(word value) const noexcept {
    struct at_its_place {
      const generator_plan& plan;
      word value;
      constexpr operator Id() const noexcept { return plan.id_of(value); }
    };
    return result<Id, fault>(std::in_place, at_its_place{*this, value});
  }

 private:
  static constexpr word node_bits = static_cast<word>(Id::layout().mask(role::node));
  static constexpr recipe_type own = *detail::make_recipe<Id::layout()>({});

  constexpr generator_plan(const generator_options& options, const recipe_type& recipe) noexcept
      : recipe_(recipe), prefix_(options.prefix), has_node_(options.node.has_value()) {}
  recipe_type recipe_;
  type_prefix prefix_;
  bool has_node_;
};

}  // namespace sortid
