// The bodies of every_kernel.hpp, for every id there is.
#include "support/every_kernel.hpp"

namespace sortid_test {

template <batch_id Id>
[[gnu::noinline]] std::vector<sortid::result<Id>> parsed(std::string_view texts, std::size_t stride,
                                                         std::size_t n) {
  std::vector<sortid::result<Id>> all;
  all.reserve(n);
  const std::size_t size = size_of_text<Id>();
  for (std::size_t i = 0; i < n; ++i) all.push_back(Id::parse(texts.substr(i * stride, size)));
  return all;
}

template <batch_id Id>
[[gnu::noinline]] std::string wrong_in_reading_each(const kernel_set& set, std::string_view texts,
                                                    std::size_t stride,
                                                    const std::vector<sortid::result<Id>>& expected,
                                                    Id* ids) {
  const std::size_t n = expected.size();
  const std::vector<Id> before(ids, ids + n);
  std::vector<sortid::error> said(n, {reason::prefix, 1, 2, 3});
  (void)sortid::batch::from_text<Id>(texts, std::span<Id>(ids, n), said, stride, set);
  for (std::size_t i = 0; i < n; ++i) {
    const sortid::error wanted = expected[i] ? sortid::error{} : expected[i].error();
    if (said[i] != wanted)
      return at_text("other words for text", i, n) + ": " + shown(said[i]) + " instead of " + shown(wanted);
  }
  std::copy(before.begin(), before.end(), ids);
  std::vector<reason> why(n, reason::prefix);
  const std::size_t bad = sortid::batch::from_text<Id>(texts, std::span<Id>(ids, n), why, stride, set);
  std::size_t expected_bad = 0;
  for (std::size_t i = 0; i < n; ++i) {
    expected_bad += expected[i] ? 0 : 1;
    if (why[i] != (expected[i] ? reason::none : expected[i].error().why))
      return at_text("another reason for text", i, n) + ": " + std::string(sortid::name_of(why[i]));
    if (!same_bytes(ids[i], expected[i] ? *expected[i] : before[i]))
      return at_text(expected[i] ? "another id from text" : "written for the rejected text", i, n);
  }
  return bad == expected_bad ? "" : "another count of rejected texts: " + std::to_string(bad);
}

template <batch_id Id>
[[gnu::noinline]] std::string wrong_in_reading_on(const kernel_set& set, std::string_view texts,
                                                  std::size_t stride,
                                                  const std::vector<sortid::result<Id>>& expected, Id* ids) {
  const std::size_t n = expected.size();
  const std::size_t end = first_bad(expected);
  const std::vector<Id> before(ids, ids + n);
  const auto read = sortid::batch::from_text<Id>(texts, std::span<Id>(ids, n), stride, set);
  const sortid::error why = end == n ? sortid::error{} : expected[end].error();
  if (read.count != end || read.why != why || static_cast<bool>(read) != (end == n))
    return at_text("read to", read.count, n) + " instead of " + std::to_string(end) + ": " + shown(read.why) +
           " instead of " + shown(why);
  for (std::size_t i = 0; i < n; ++i) {
    const bool is_read = expected[i] && same_bytes(ids[i], *expected[i]);
    const bool is_kept = same_bytes(ids[i], before[i]);
    if (i < end ? !is_read : !(is_kept || (i != end && is_read))) return at_text("another id at", i, n);
  }
  return {};
}

template <batch_id Id>
[[gnu::noinline]] std::string wrong_in_kernel(const kernel_set& set, std::string_view texts,
                                              std::size_t stride,
                                              const std::vector<sortid::result<Id>>& expected, char* ids) {
  if constexpr (sortid::batch::detail::whole_check<Id>) {
    const std::size_t n = expected.size();
    const auto& kernels = set.kernels().of(sortid::detail::shape_of(Id::layout()));
    const auto& rule = sortid::detail::rule<Id::layout()>;
    const std::string before(ids, n * sizeof(Id));
    std::vector<std::uint64_t> rejected((n + 63) / 64 + 1, 0x5555'AAAA'5555'AAAA);
    const bool any = kernels.read(texts.data(), stride, n, ids, rule, rejected.data());
    if (any != (first_bad(expected) != n)) return "whether any is rejected";
    if (rejected.back() != 0x5555'AAAA'5555'AAAA) return "an answer too many";
    for (std::size_t i = 0; i < (n + 63) / 64 * 64; ++i) {
      const bool bad = (rejected[i / 64] >> (i % 64) & 1U) != 0;
      if (bad != (i < n && !expected[i])) return at_text("another answer for text", i, n);
      if (i < n && std::memcmp(ids + i * sizeof(Id),
                               bad ? before.data() + i * sizeof(Id)
                                   : reinterpret_cast<const char*>(&expected[i].value()),
                               sizeof(Id)) != 0)
        return at_text("another id from text", i, n);
    }
    for (std::size_t i = 0; i < n; ++i) {
      Id id = expected[i].value_or(Id::max());
      Id one = patterned_ids<Id>(1)[0];
      if (!expected[i]) id = one;
      if (kernels.read_one(texts.data() + i * stride, &one, rule) != expected[i].has_value() ||
          !same_bytes(one, id))
        return at_text("another id from one text", i, n);
      const sortid::error why = expected[i] ? sortid::error{} : expected[i].error();
      // A separator in a suffix makes it another text, of another prefix or length.
      if (Id::layout().prefixed && (why.why == reason::prefix || why.why == reason::length)) continue;
      const std::size_t symbols = Id::layout().symbols;
      if (kernels.first_wrong(texts.data() + i * stride) !=
          (why.why == reason::character ? why.position : symbols))
        return at_text("another wrong byte in text", i, n);
    }
  }
  return {};
}

template <batch_id Id>
[[gnu::noinline]] std::string wrong_in_reading(const kernel_set& set, std::string_view texts,
                                               std::size_t stride,
                                               const std::vector<sortid::result<Id>>& expected) {
  const std::size_t n = expected.size();
  std::vector<Id> ids = patterned_ids<Id>(n);
  std::string wrong = wrong_in_reading_each(set, texts, stride, expected, ids.data());
  if (wrong.empty()) {
    ids = patterned_ids<Id>(n);
    wrong = wrong_in_reading_on(set, texts, stride, expected, ids.data());
  }
  if (wrong.empty()) {
    ids = patterned_ids<Id>(n);
    wrong = wrong_in_kernel<Id>(set, texts, stride, expected, reinterpret_cast<char*>(ids.data()));
  }
  if (wrong.empty()) {
    // As if the memory ended with the last text: what is behind it belongs to nobody.
    const std::size_t bytes = n == 0 ? 0 : (n - 1) * stride + size_of_text<Id>();
    const auto checked = sortid::batch::check<Id>(texts.substr(0, bytes), stride, set);
    const std::size_t end = first_bad(expected);
    if (checked.count != end || checked.why != (end == n ? sortid::error{} : expected[end].error()))
      wrong = at_text("checked to", checked.count, n) + ": " + shown(checked.why);
  }
  return wrong.empty() ? wrong : std::string(set.name()) + ", " + name_of_batch_id<Id>() + ": " + wrong;
}

template <batch_id Id>
[[gnu::noinline]] std::string written(std::span<const Id> ids, std::size_t stride, std::size_t size) {
  std::string all(size, '\0');
  for (std::size_t i = 0; i < size; ++i) all[i] = pattern_at(i);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const auto text = ids[i].to_text();
    all.replace(i * stride, text.size(), text.view());
  }
  return all;
}

template <batch_id Id>
[[gnu::noinline]] std::string wrong_in_writing(const kernel_set& set, std::span<const Id> ids,
                                               std::size_t stride, std::span<char> memory) {
  const auto fill = [memory] {
    for (std::size_t i = 0; i < memory.size(); ++i) memory[i] = pattern_at(i);
  };
  const std::size_t size = size_of_text<Id>();
  std::size_t n = 0;
  while (n < ids.size() && n * stride + size <= memory.size()) ++n;
  const std::string name = std::string(set.name()) + ", " + name_of_batch_id<Id>() + ": ";
  if (n != 0) {
    constexpr std::size_t fixed = sortid::detail::own_lead<Id>.size();
    fill();
    set.kernels().of(sortid::detail::shape_of(Id::layout())).write_one(&ids[0], memory.data() + fixed);
    const std::string one = written<Id>(ids.first(1), stride, memory.size());
    if (std::memcmp(memory.data() + fixed, one.data() + fixed, memory.size() - fixed) != 0)
      return name + "another single text";
  }
  const std::string expected = written<Id>(ids.first(n), stride, memory.size());
  fill();
  if (const std::size_t wrote = sortid::batch::to_text<Id>(ids, memory, stride, set); wrote != n)
    return name + at_text("wrote", wrote, n);
  const std::string_view got(memory.data(), memory.size());
  if (got != expected) {
    const auto at =
        static_cast<std::size_t>(std::mismatch(got.begin(), got.end(), expected.begin()).first - got.begin());
    return name + at_text("another byte", at, memory.size()) + ", of text " + std::to_string(at / stride);
  }
  return {};
}

template <batch_id Id>
[[gnu::noinline]] std::string wrong_in_reading_one(std::string_view text) {
  const auto expected = Id::parse(text);
  const auto single = sortid::batch::parse<Id>(text);
  if (single.has_value() != expected.has_value() || single.error() != expected.error() ||
      (single && !same_bytes(*single, *expected)))
    return "batch::parse, " + name_of_batch_id<Id>() + ": " + shown(single.error());
  if (text.size() != size_of_text<Id>()) return {};
  constexpr std::size_t count = 17;
  const std::string other(Id::max().to_text().view());
  std::string texts;
  for (std::size_t i = 0; i < count; ++i) texts += other;
  std::vector<sortid::result<Id>> among(count, sortid::result<Id>(Id::max()));
  for (const kernel_set& set : kernel_set::usable()) {
    std::string wrong = wrong_in_reading<Id>(set, text, text.size(), {expected});
    for (std::size_t i = 0; i < count && wrong.empty(); ++i) {
      texts.replace(i * text.size(), text.size(), text);
      among[i] = expected;
      wrong = wrong_in_reading<Id>(set, texts, text.size(), among);
      texts.replace(i * text.size(), text.size(), other);
      among[i] = Id::max();
    }
    if (!wrong.empty()) return wrong;
  }
  return {};
}

template <batch_id Id>
[[gnu::noinline]] std::string wrong_in_writing_one(const Id& id) {
  const auto text = id.to_text();
  std::string room(text.size() + 1, '#');
  const char* const end = sortid::batch::write_to(id, room.data(), room.data() + text.size());
  if (end != room.data() + text.size() || room != std::string(text.view()) + "#")
    return "batch::write_to, " + name_of_batch_id<Id>() + ": " + room;
  constexpr std::size_t count = 17;
  std::vector<Id> ids(count, Id::max());
  std::vector<char> memory(count * text.size() + 3);
  for (const kernel_set& set : kernel_set::usable()) {
    for (std::size_t i = 0; i < count; ++i) {
      ids[i] = id;
      const std::string wrong = wrong_in_writing<Id>(set, ids, text.size(), memory);
      ids[i] = Id::max();
      if (!wrong.empty()) return wrong;
    }
  }
  return {};
}

namespace {

// Asks for all of them.
template <class Id>
struct all_of {
  static void use(const void* volatile& to) {
    to = reinterpret_cast<const void*>(&parsed<Id>);
    to = reinterpret_cast<const void*>(&wrong_in_reading_each<Id>);
    to = reinterpret_cast<const void*>(&wrong_in_reading_on<Id>);
    to = reinterpret_cast<const void*>(&wrong_in_kernel<Id>);
    to = reinterpret_cast<const void*>(&wrong_in_reading<Id>);
    to = reinterpret_cast<const void*>(&written<Id>);
    to = reinterpret_cast<const void*>(&wrong_in_writing<Id>);
    to = reinterpret_cast<const void*>(&wrong_in_reading_one<Id>);
    to = reinterpret_cast<const void*>(&wrong_in_writing_one<Id>);
  }
};

}  // namespace

void compile_for_every_batch_id(const void* volatile& to) {
  for_every_batch_id([&to]<class Id>(std::type_identity<Id>) { all_of<Id>::use(to); });
}

}  // namespace sortid_test
