#include <cstdlib>

#include "instruction_sets.hpp"
#include "sortid/kernel_set.hpp"
#include "system/processor.hpp"

namespace sortid {

namespace detail {

constinit const kernels* active_kernels = nullptr;

namespace {

struct candidate {
  const kernels* set;
  bool (*usable)() noexcept;  // on this machine, by its processor and its system
};

constexpr auto always = []() noexcept { return true; };

// The fastest first.
constexpr candidate candidates[] = {
#if defined(SORTID_X86_KERNELS)
    {&avx512_kernels,
     []() noexcept {
       const processor_features has = processor();
       return has.avx512vbmi && has.avx512bw && has.avx512dq && has.avx512vnni && has.avx512vl && has.avx2 &&
              has.bmi1 && has.bmi2;
     }},
    {&avx2_kernels, []() noexcept { return processor().avx2 && processor().bmi1 && processor().bmi2; }},
    {&ssse3_kernels, []() noexcept { return processor().ssse3; }},
#endif
#if defined(SORTID_NEON_KERNELS)
    {&neon_kernels, always},
#endif
    {&scalar_kernels, always},
};

const kernels* usable_set(std::string_view name) noexcept {
  for (const candidate& c : candidates) {
    if ((name.empty() || name == c.set->name) && c.usable()) return c.set;
  }
  return nullptr;
}

}  // namespace

const kernels& select_kernels() noexcept {
  const char* forced = std::getenv("SORTID_FORCE_KERNELS");
  const kernels* set = usable_set(forced == nullptr ? "" : forced);
  // A set that this machine lacks cannot be forced on it.
  if (set == nullptr) set = usable_set("");
  // Several threads may come here at once; all store the same.
  __atomic_store_n(&active_kernels, set, __ATOMIC_RELEASE);
  return *set;
}

}  // namespace detail

kernel_set kernel_set::active() noexcept { return kernel_set(detail::active()); }

std::optional<kernel_set> kernel_set::named(std::string_view name) noexcept {
  const detail::kernels* set = name.empty() ? nullptr : detail::usable_set(name);
  if (set == nullptr) return std::nullopt;
  return kernel_set(*set);
}

kernel_set::list kernel_set::usable() noexcept {
  static_assert(std::size(detail::candidates) <= list::most);
  list all;
  for (const detail::candidate& c : detail::candidates) {
    if (c.usable()) all.push_back(kernel_set(*c.set));
  }
  return all;
}

}  // namespace sortid
