#include "sorting/kinds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <numeric>

#include "command.hpp"
#include "ids/writing.hpp"

namespace sortid::cli {

format sorted_format(const id_parser& from, std::string_view text, const known_id& id) {
  return from.expected_format(text).value_or(*id.format);
}

ordered_id ordered(const id_parser& from, std::string_view text, const known_id& id) {
  return {{sorted_format(from, text, id), type_prefix::parse(id.prefix).value()}, id.value};
}

void append_texts(buffer& to, const id_kind& kind, std::span<sorted_id> ids) {
  const std::size_t count = ids.size();
  auto* const bytes = reinterpret_cast<std::byte*>(ids.data());
  if (kind.format.layout().bits == 64) {
    // As a column of that width has them: words of the machine.
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint64_t word = ids[i].number().lo;
      std::memcpy(bytes + i * sizeof word, &word, sizeof word);
    }
  }
  (void)append_texts(to, kind.format, kind.prefix.view(), {kind.format, kind.prefix.view(), bytes, count});
}

std::uint32_t kind_table::number_of(const id_kind& kind) {
  const std::lock_guard lock(mutex_);
  const auto [at, fresh] = numbers_.try_emplace(kind, static_cast<std::uint32_t>(kinds_.size()));
  if (fresh) {
    if (kinds_.size() == most)
      throw io_error(fmt::format("there are more than {} type prefixes, too many to sort by", most));
    kinds_.push_back(kind);
  }
  return at->second;
}

id_kind kind_table::kind(std::uint32_t number) const {
  const std::lock_guard lock(mutex_);
  return kinds_[number];
}

std::uint32_t kind_table::size() const {
  const std::lock_guard lock(mutex_);
  return static_cast<std::uint32_t>(kinds_.size());
}

std::vector<std::uint32_t> kind_table::in_order() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::uint32_t> numbers(kinds_.size());
  std::iota(numbers.begin(), numbers.end(), 0U);
  std::sort(numbers.begin(), numbers.end(),
            [this](std::uint32_t a, std::uint32_t b) { return kinds_[a] < kinds_[b]; });
  return numbers;
}

bool numbered_order::kind_less(std::uint32_t a, std::uint32_t b) {
  if (a_ != a || b_ != b) {
    a_ = a;
    b_ = b;
    less_ = kinds_.kind(a) < kinds_.kind(b);
  }
  return less_;
}

std::uint32_t kind_finder::number_of(format f, std::string_view prefix) {
  if (!last_ || last_->format != f || last_->prefix.view() != prefix) {
    last_ = {f, type_prefix::parse(prefix).value()};
    number_ = table_.number_of(*last_);
  }
  return number_;
}

}  // namespace sortid::cli
