// The facts of sortid.h, from the layouts.
#include "c_api.hpp"
#include "sortid/range.hpp"

namespace sortid::c_api {

namespace {

static_assert(static_cast<int>(role::timestamp) == SORTID_ROLE_TIMESTAMP &&
              static_cast<int>(role::random) == SORTID_ROLE_RANDOM &&
              static_cast<int>(role::sequence) == SORTID_ROLE_SEQUENCE &&
              static_cast<int>(role::node) == SORTID_ROLE_NODE &&
              static_cast<int>(role::constant) == SORTID_ROLE_CONSTANT &&
              static_cast<int>(role::sign) == SORTID_ROLE_SIGN &&
              static_cast<int>(role::reserved) == SORTID_ROLE_RESERVED &&
              static_cast<int>(role::extension) == SORTID_ROLE_EXTENSION &&
              static_cast<int>(role::extension_length) == SORTID_ROLE_EXTENSION_LENGTH &&
              static_cast<int>(role::payload) == SORTID_ROLE_PAYLOAD);
static_assert(static_cast<int>(detection::by_text) == SORTID_DETECTED_BY_TEXT &&
              static_cast<int>(detection::fallback) == SORTID_DETECTED_AS_FALLBACK &&
              static_cast<int>(detection::by_name) == SORTID_DETECTED_BY_NAME);

// An id to show: of an instant in 2026, its other bits without a pattern.
template <any_id Id>
constexpr auto sample_text() noexcept {
  constexpr const layout& l = Id::layout();
  constexpr std::uint64_t unix_ms = 1'778'452'897'826;
  constexpr uint128 bits(0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9);
  uint128 value =
      l.constants() | (bits & (l.mask(role::random) | l.mask(role::payload) | l.mask(role::sequence) |
                               l.mask(role::node) | l.mask(role::extension)));
  if (l.timed()) {
    const auto timestamp = unix_ms - static_cast<std::uint64_t>(l.epoch);
    value = value | uint128(timestamp) << l.shift(l.find(role::timestamp));
  }
  const auto id = Id::from_number(static_cast<typename Id::value_type>(value)).value();
  if constexpr (Id::layout().prefixed) {
    return type_id::make("user", id.uuid()).value().to_text();
  } else {
    return id.to_text();
  }
}

template <any_id Id>
struct strings {
  static constexpr auto alphabet = detail::alphabet_of(Id::layout().text);
  static constexpr auto sample = sample_text<Id>();
  static constexpr auto min = Id::min().to_text();
  static constexpr auto max = Id::max().to_text();
};

template <any_id Id>
constexpr std::uint32_t traits() noexcept {
  constexpr const layout& l = Id::layout();
  std::uint32_t all = 0;
  if (l.timed()) all |= SORTID_HAS_TIME;
  if (l.generated) all |= SORTID_HAS_GENERATOR;
  if (l.ordered()) all |= SORTID_HAS_ORDER;
  if (l.prefixed) all |= SORTID_HAS_PREFIX;
  if (l.checked()) all |= SORTID_HAS_CHECK;
  if (l.lenient()) all |= SORTID_HAS_LENIENT;
  if (l.bounded_by_text()) all |= SORTID_HAS_TEXT_PREFIX;
  if (l.bounded()) all |= SORTID_HAS_RANGES;
  return all;
}

template <any_id Id>
constexpr sortid_format_info make_facts() noexcept {
  constexpr const layout& l = Id::layout();
  constexpr uint128 min(Id::min().number());
  constexpr uint128 max(Id::max().number());
  return {.name = l.name.data(),
          .title = l.title.data(),
          .text_form = name_of(l.text).data(),
          .alphabet = strings<Id>::alphabet.c_str(),
          .sample = strings<Id>::sample.c_str(),
          .min_text = strings<Id>::min.c_str(),
          .max_text = strings<Id>::max.c_str(),
          .epoch_unix_ms = l.epoch,
          .first_unix_ms = l.first_unix_ms(),
          .last_unix_ms = l.last_unix_ms(),
          .min_hi = min.hi,
          .min_lo = min.lo,
          .max_hi = max.hi,
          .max_lo = max.lo,
          .format = number_of<Id>,
          .traits = traits<Id>(),
          .detection = static_cast<sortid_detection>(l.detection),
          .bits = l.bits,
          .bytes = l.bits / 8,
          .symbols = l.symbols,
          .max_prefix = l.prefixed ? static_cast<std::uint32_t>(type_prefix::max_size) : 0,
          .field_count = static_cast<std::uint32_t>(l.field_count()),
          .counter_low = l.counter.low,
          .counter_bits = l.counter.bits,
          .step_bytes = l.counter.step_bytes,
          .max_step_bytes = l.counter.max_step_bytes,
          .constants_fixed = l.constants_required ? 1U : 0U};
}

template <const layout& L>
constexpr auto make_fields() noexcept {
  std::array<sortid_field_info, L.field_count()> all{};
  for (std::size_t i = 0; i < all.size(); ++i) {
    const field& f = L.fields[i];
    all[i] = {.name = f.name.data(),
              .option = f.option_name().empty() ? "" : f.option_name().data(),
              .role_name = name_of(f.role).data(),
              .value = f.value,
              .role = static_cast<sortid_role>(f.role),
              .bits = f.bits,
              .shift = L.shift(i)};
  }
  return all;
}

template <any_id Id>
struct facts {
  static constexpr sortid_format_info of_format = make_facts<Id>();
  static constexpr auto of_fields = make_fields<Id::layout()>();
};

}  // namespace

}  // namespace sortid::c_api

using namespace sortid::c_api;

std::size_t sortid_format_count() noexcept { return numbers.size(); }

sortid_format sortid_format_at(std::size_t place) noexcept {
  return place < numbers.size() ? numbers[place] : static_cast<sortid_format>(SORTID_FORMAT_NONE);
}

sortid_format sortid_format_named(const char* name, std::size_t size) noexcept {
  if (check_memory(name, size) != SORTID_OK) return SORTID_FORMAT_NONE;
  const auto found = sortid::format::find({name, size});
  return found ? number_of_format(*found) : static_cast<sortid_format>(SORTID_FORMAT_NONE);
}

const sortid_format_info* sortid_format_facts(sortid_format format) noexcept {
  const auto known = format_of(format);
  if (!known) return nullptr;
  return known->visit([]<class Id>(std::type_identity<Id>) { return &facts<Id>::of_format; });
}

const sortid_field_info* sortid_field_facts(sortid_format format, std::size_t index) noexcept {
  const auto known = format_of(format);
  if (!known) return nullptr;
  return known->visit([index]<class Id>(std::type_identity<Id>) -> const sortid_field_info* {
    constexpr auto& fields = facts<Id>::of_fields;
    return index < fields.size() ? &fields[index] : nullptr;
  });
}
