#include "commands/table.hpp"

#include <algorithm>

#include "commands/card.hpp"
#include "ids/text.hpp"
#include "sortid/instant.hpp"

namespace sortid::cli {

namespace {

// How the ids of a node or of a sequence number are counted: formats have at most 12 bits of these.
bool counted(const field& f) { return f.role == role::node || f.role == role::sequence; }

constexpr std::size_t most_values = 10;  // of a field are shown
constexpr std::size_t most_gaps = 3;
constexpr std::size_t bins = 24;
constexpr std::size_t bar_width = 40;

std::string plural(std::uint64_t count, std::string_view one) {
  return fmt::format("{} {}{}", count, one, count == 1 ? "" : "s");
}

}  // namespace

std::string id_table::marks_of(std::uint64_t number, const known_id& id) {
  std::string marks;
  if (count_ <= most_kept) {
    char bits[2 * sizeof(std::uint64_t)];
    std::string key(id.prefix);
    key.append(1, static_cast<char>(id.format->place())).append(bits, put_binary(id.value, 128, bits));
    if (const auto [place, fresh] = first_.emplace(std::move(key), number); !fresh) {
      ++duplicates_;
      marks += fmt::format("  {}duplicate of {}{}", paint_.bold(), place->second, paint_.plain());
    }
  }
  const std::string name =
      std::string(id.format->name()) + (id.prefix.empty() ? "" : " ") + std::string(id.prefix);
  const auto known = orders_.find(name);
  if (known == orders_.end()) {
    if (orders_.size() == most_orders) {
      ++of_others_;
    } else {
      orders_.emplace(name, order{id.value, 1});
    }
    return marks;
  }
  order& so_far = known->second;
  ++so_far.count;
  if (id.value < so_far.greatest) {
    ++out_of_order_;
    marks += fmt::format("  {}out of order{}", paint_.bold(), paint_.plain());
  } else {
    so_far.greatest = id.value;
  }
  return marks;
}

void id_table::append_row(buffer& to, std::uint64_t number, const known_id& id) {
  ++count_;
  const layout& l = id.format->layout();
  const std::string marks = marks_of(number, id);

  std::string time = "-";
  std::string step;
  if (const auto unix_ms = by_format::unix_ms(*id.format, id.value, epoch_)) {
    time = instant_to_text(*unix_ms).view();
    if (last_ms_ && *last_ms_ != *unix_ms) {
      const bool later = *unix_ms > *last_ms_;
      const auto span = later ? static_cast<std::uint64_t>(*unix_ms) - static_cast<std::uint64_t>(*last_ms_)
                              : static_cast<std::uint64_t>(*last_ms_) - static_cast<std::uint64_t>(*unix_ms);
      step = fmt::format("{}{}", later ? '+' : '-', in_words(span));
    }
    last_ms_ = unix_ms;
    if (times_.size() < most_kept) times_.push_back({*unix_ms, number});
  }
  const field_values fields = by_format::fields(*id.format, id.value);
  for (std::size_t i = 0; i < l.field_count(); ++i) {
    if (counted(l.fields[i]) && fields[i].present) ++values_[{*id.format, i}][fields[i].value.lo];
  }
  append_format(to, "{}{:>6}{}  {:<36}  {:<12}  {:<24}  {}{}", paint_.faint(), number, paint_.plain(),
                text_of(*id.format, id.prefix, id.value), l.name, time, step, marks);
  while (to.size() != 0 && to[to.size() - 1] == ' ') to.resize(to.size() - 1);
  append(to, "\n");
}

void id_table::append_bar(buffer& to, std::uint64_t count, std::uint64_t most) const {
  const auto full =
      static_cast<std::size_t>(static_cast<double>(count) / static_cast<double>(most) * bar_width);
  // What has an id has a bar.
  const std::size_t width = count != 0 ? std::max<std::size_t>(full, 1) : 0;
  for (std::size_t i = 0; i < width; ++i) append(to, unicode_ ? "\u2588" : "#");
  append_format(to, "{}{}\n", width == 0 ? "" : " ", count);
}

void id_table::append_gaps(buffer& to, const std::vector<made>& sorted) const {
  std::vector<std::size_t> places;  // each of the id behind a gap
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    if (sorted[i].unix_ms != sorted[i - 1].unix_ms) places.push_back(i);
  }
  const auto gap = [&sorted](std::size_t i) {
    return static_cast<std::uint64_t>(sorted[i].unix_ms) - static_cast<std::uint64_t>(sorted[i - 1].unix_ms);
  };
  const std::size_t shown = std::min(most_gaps, places.size());
  std::partial_sort(
      places.begin(), places.begin() + static_cast<std::ptrdiff_t>(shown), places.end(),
      [&gap](std::size_t a, std::size_t b) { return gap(a) != gap(b) ? gap(a) > gap(b) : a < b; });
  for (std::size_t i = 0; i < shown; ++i) {
    const std::size_t at = places[i];
    append_format(to, "  {}{:<13}{} {} between {} and {}\n", paint_.faint(), i == 0 ? "longest gaps" : "",
                  paint_.plain(), in_words(gap(at)), sorted[at - 1].number, sorted[at].number);
  }
}

// How many ids were made in each part of their time.
void id_table::append_times(buffer& to, const std::vector<made>& sorted) const {
  const std::int64_t first = sorted.front().unix_ms;
  const auto span = static_cast<std::uint64_t>(sorted.back().unix_ms) - static_cast<std::uint64_t>(first);
  const std::uint64_t width = span / bins + 1;
  std::array<std::uint64_t, bins> counts{};
  for (const made& one : sorted)
    ++counts[(static_cast<std::uint64_t>(one.unix_ms) - static_cast<std::uint64_t>(first)) / width];
  append_format(to, "\n  made, in steps of {}\n", in_words(width));
  const std::uint64_t most = *std::max_element(counts.begin(), counts.end());
  const std::size_t used = static_cast<std::size_t>(span / width) + 1;
  for (std::size_t i = 0; i < used; ++i) {
    append_format(to, "  {} ", instant_to_text(first + static_cast<std::int64_t>(i * width)).view());
    append_bar(to, counts[i], most);
  }
}

void id_table::append_counts(buffer& to) const {
  for (const auto& [of, counts] : values_) {
    std::vector<std::pair<std::uint64_t, std::uint64_t>> sorted(counts.begin(), counts.end());
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    append_format(to, "\n  {} of {}: {}\n", of.first.layout().fields[of.second].name, of.first.name(),
                  plural(sorted.size(), "value"));
    for (std::size_t i = 0; i < sorted.size() && i < most_values; ++i) {
      append_format(to, "  {:>24} ", sorted[i].first);
      append_bar(to, sorted[i].second, sorted.front().second);
    }
    if (sorted.size() > most_values) append_format(to, "  {:>24}\n", "and more");
  }
}

void id_table::append_summary(buffer& to) const {
  if (count_ == 0) return;
  append_format(to, "\n{}{}{}: {}, {} out of order\n", paint_.bold(), plural(count_, "id"), paint_.plain(),
                plural(duplicates_, "duplicate"), out_of_order_);
  for (const auto& [name, one] : orders_)
    append_format(to, "  {}{:<13}{} {}\n", paint_.faint(), name, paint_.plain(), one.count);
  if (of_others_ != 0)
    append_format(to, "  {}{:<13}{} {}\n", paint_.faint(), "others", paint_.plain(), of_others_);
  if (!times_.empty()) {
    std::vector<made> sorted = times_;
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const made& a, const made& b) { return a.unix_ms < b.unix_ms; });
    append_format(to, "  {}{:<13}{} {} ({})\n", paint_.faint(), "first", paint_.plain(),
                  instant_to_text(sorted.front().unix_ms).view(), sorted.front().number);
    append_format(to, "  {}{:<13}{} {} ({})\n", paint_.faint(), "last", paint_.plain(),
                  instant_to_text(sorted.back().unix_ms).view(), sorted.back().number);
    append_gaps(to, sorted);
    if (sorted.front().unix_ms != sorted.back().unix_ms) append_times(to, sorted);
  }
  append_counts(to);
  if (count_ > most_kept)
    append_format(to, "\n  Duplicates and times are those of the first {} ids.\n", most_kept);
}

}  // namespace sortid::cli
