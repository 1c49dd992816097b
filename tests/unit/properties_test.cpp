// ctest labels: kernels slow
// What holds of every format for every id and every text.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "sortid/formats.hpp"
#include "sortid/range.hpp"
#include "support/allowed.hpp"
#include "support/every_kernel.hpp"
#include "support/forced_kernels.hpp"

namespace {

// More cases than rapidcheck's hundred; a failure prints the RC_PARAMS that repeat it.
[[maybe_unused]] const int asked_for = setenv("RC_PARAMS", "max_success=2000", 0);

using sortid::format;
using sortid::format_list;
using sortid::uint128;
using sortid_test::any_of;
using sortid_test::folded;

// Calls check(id type) for every format.
template <class F>
void for_every_format(F check) {
  format_list::for_each(check);
}

// 64 bits, often at an edge.
rc::Gen<std::uint64_t> word() {
  const auto any = rc::gen::resize(rc::kNominalSize, rc::gen::arbitrary<std::uint64_t>());
  const auto one_bit =
      rc::gen::map(rc::gen::inRange(0U, 64U), [](unsigned n) { return std::uint64_t{1} << n; });
  const auto below = rc::gen::map(one_bit, [](std::uint64_t bit) { return bit - 1; });
  return rc::gen::oneOf(any, any, any, one_bit, below, rc::gen::element(std::uint64_t{0}, ~std::uint64_t{0}));
}
rc::Gen<uint128> bits() {
  return rc::gen::apply([](std::uint64_t hi, std::uint64_t lo) { return uint128(hi, lo); }, word(), word());
}
rc::Gen<std::string> prefix() {
  const auto letters = rc::gen::nonEmpty(rc::gen::container<std::string>(rc::gen::inRange('a', '{')));
  const auto two = rc::gen::apply([](const std::string& a, const std::string& b) { return a + "_" + b; },
                                  letters, letters);
  return rc::gen::map(rc::gen::oneOf(rc::gen::just(std::string()), letters, two), [](std::string p) {
    if (p.size() > 63) p.resize(63);
    while (p.ends_with('_')) p.pop_back();
    return p;
  });
}
// A symbol of some alphabet, something near one, or any byte.
rc::Gen<char> symbol() {
  const std::string near = "0OoIiLlUu189AZaz_-{}/:@[`\x7F\xC5\xBF";
  return rc::gen::oneOf(rc::gen::elementOf(near), rc::gen::inRange('0', 'z'), rc::gen::arbitrary<char>());
}
// The text after some accidents.
rc::Gen<std::string> damaged(const std::string& intact) {
  return rc::gen::exec([intact] {
    std::string text = intact;
    const int accidents = *rc::gen::inRange(0, 4);
    for (int i = 0; i < accidents && !text.empty(); ++i) {
      const auto at = *rc::gen::inRange<std::size_t>(0, text.size());
      switch (*rc::gen::inRange(0, 8)) {
        case 0:
          text.erase(at, 1);
          break;
        case 1:
          text.insert(at, 1, *symbol());
          break;
        case 2:
          for (char& c : text) c = sortid_test::upper(c);
          break;
        case 3:
          for (char& c : text) c = sortid_test::lower(c);
          break;
        default:
          text[at] = *symbol();
      }
    }
    return text;
  });
}

RC_GTEST_PROP(every_format, text_and_bytes_come_back, ()) {
  const uint128 any = *bits();
  const std::string type = *prefix();
  for_every_format([&]<class Id>(std::type_identity<Id>) {
    const Id id = any_of<Id>(any, type);
    const auto text = id.to_text();
    RC_ASSERT(text.size() == id.text_size());
    RC_ASSERT(Id::parse(text).value() == id);
    RC_ASSERT(folded<Id>(text) == text.view());
    RC_ASSERT(Id::parse(text)->to_text() == text);
    if constexpr (!std::is_same_v<Id, sortid::type_id>) {  // whose bits are without the prefix
      RC_ASSERT(Id::from_bytes(id.bytes()).value() == id);
      RC_ASSERT(Id::from_number(id.number()).value() == id);
    } else {
      RC_ASSERT(Id::from_bytes(id.bytes()).value().uuid() == id.uuid());
    }
    if constexpr (requires { Id::parse_lenient(text); }) {
      const auto lenient = Id::parse_lenient(text).value();
      RC_ASSERT(lenient.id == id);
      RC_ASSERT(lenient.canonical);
    }
    if constexpr (sortid::batch::batch_id<Id>) {
      RC_ASSERT(sortid::batch::parse<Id>(text).value() == id);
      std::string written(text.size(), '#');
      RC_ASSERT(sortid::batch::write_to(id, written.data(), written.data() + written.size()) != nullptr);
      RC_ASSERT(written == text.view());
    }
    const auto some = sortid::some_id::from(id);
    RC_ASSERT(some.to_text() == text);
    some.visit([&](const auto& same) {
      if constexpr (std::is_same_v<std::remove_cvref_t<decltype(same)>, Id>) {
        RC_ASSERT(same == id);
      } else {
        RC_FAIL("another type");
      }
    });
  });
}

// By each kernel set of the machine: what the scalar codec says of each text alone.
RC_GTEST_PROP(every_format, many_at_once_are_as_each_alone, ()) {
  const auto values = *rc::gen::resize(24, rc::gen::container<std::vector<uint128>>(bits()));
  const auto beside = *rc::gen::inRange<std::size_t>(0, 40);
  const bool intact = *rc::gen::arbitrary<bool>();
  std::size_t types = 0;
  sortid_test::for_every_batch_id([&types]<class Id>(std::type_identity<Id>) { ++types; });
  auto skipped = *rc::gen::inRange<std::size_t>(0, types);
  sortid_test::for_every_batch_id([&]<class Id>(std::type_identity<Id>) {
    if (skipped-- != 0) return;
    const std::size_t size = sortid_test::size_of_text<Id>();
    const std::size_t stride = size + beside;
    std::vector<Id> ids;
    std::string texts;
    for (const uint128& any : values) {
      ids.push_back(sortid_test::drawn::of<Id>(any));
      std::string text(ids.back().to_text().view());
      if (!intact) text = *damaged(text);
      text.resize(size, '0');
      texts += text;
      texts.append(beside, '\n');
    }
    const auto expected = sortid_test::parsed<Id>(texts, stride, values.size());
    std::vector<char> room(texts.size());
    for (const sortid::kernel_set& set : sortid::kernel_set::usable()) {
      RC_ASSERT(sortid_test::wrong_in_reading<Id>(set, texts, stride, expected) == "");
      RC_ASSERT(sortid_test::wrong_in_writing<Id>(set, ids, stride, room) == "");
    }
  });
}

RC_GTEST_PROP(every_format, texts_order_as_values, ()) {
  const uint128 any = *bits();
  // Often equal in the upper half, or equal.
  const uint128 other =
      *rc::gen::oneOf(bits(), rc::gen::map(word(), [&](std::uint64_t lo) { return uint128(any.hi, lo); }),
                      rc::gen::just(any));
  const std::string type = *prefix();
  for_every_format([&]<class Id>(std::type_identity<Id>) {
    const Id a = any_of<Id>(any, type);
    const Id b = any_of<Id>(other, type);
    const auto order = a.to_text().view() <=> b.to_text().view();
    RC_ASSERT((a <=> b) == order);
    RC_ASSERT((a.number() <=> b.number()) == order);
    RC_ASSERT((a.bytes() <=> b.bytes()) == order);
    RC_ASSERT((a == b) == (order == 0));
    if (a == b) RC_ASSERT(std::hash<Id>()(a) == std::hash<Id>()(b));
    RC_ASSERT(Id::min() <= a);
    if (type.empty()) RC_ASSERT(a <= Id::max());
  });
}

// Whatever the text: it is rejected with a reason and a place in it, or the id prints it again.
RC_GTEST_PROP(every_format, no_accepted_text_is_another_id, ()) {
  const uint128 any = *bits();
  const std::string type = *prefix();
  for_every_format([&]<class Of>(std::type_identity<Of>) {
    const std::string text = *damaged(std::string(any_of<Of>(any, type).to_text()));
    const auto formats = sortid::detect(text);
    const auto likeliest = sortid::parse_any(text);
    RC_ASSERT(likeliest.has_value() == !formats.empty());
    if (!likeliest) RC_ASSERT(likeliest.error().position <= text.size());
    for_every_format([&]<class Id>(std::type_identity<Id>) {
      const auto id = Id::parse(text);
      if constexpr (sortid::batch::batch_id<Id>) {
        const auto same = sortid::batch::parse<Id>(text);
        RC_ASSERT(same.has_value() == id.has_value());
        RC_ASSERT(same.error() == id.error());
        if (id) RC_ASSERT(*same == *id);
      }
      bool detected = false;
      for (const format f : formats) detected = detected || f == format::of<Id>();
      if (Id::layout().detection == sortid::detection::by_text) RC_ASSERT(detected == id.has_value());
      if (Id::layout().detection == sortid::detection::by_name) RC_ASSERT(!detected);
      if (Id::layout().detection == sortid::detection::fallback)
        RC_ASSERT(detected == (id && !sortid::uuidv7::parse(text)));
      if (!id) {
        RC_ASSERT(id.error().why != sortid::reason::none);
        RC_ASSERT(id.error().position <= text.size());
        const auto sentence = sortid::message(id.error(), Id::layout().name);
        RC_ASSERT(!sentence.empty());
        RC_ASSERT(sentence.size() < sentence.capacity());
      } else if constexpr (std::is_same_v<Id, sortid::euid>) {
        RC_ASSERT(folded<Id>(text) == id->to_text().view() ||
                  folded<Id>(text) == id->to_text_unchecked().view());
      } else {
        RC_ASSERT(folded<Id>(text) == id->to_text().view());
      }
      if constexpr (requires { Id::parse_lenient(text); }) {
        const auto lenient = Id::parse_lenient(text);
        if (id) {
          RC_ASSERT(lenient.value().id == *id);
          RC_ASSERT(lenient.value().canonical == (id->to_text().view() == text));
        } else if (!lenient) {
          RC_ASSERT(lenient.error().why != sortid::reason::none);
          RC_ASSERT(lenient.error().position <= text.size());
        } else {
          RC_ASSERT(!lenient->canonical);
        }
      }
    });
  });
}

RC_GTEST_PROP(every_format, a_buffer_too_small_stays_as_it_is, ()) {
  const uint128 any = *bits();
  const std::string type = *prefix();
  for_every_format([&]<class Id>(std::type_identity<Id>) {
    const Id id = any_of<Id>(any, type);
    std::array<char, 100> room{};
    room.fill('#');
    const auto short_of = *rc::gen::inRange<std::size_t>(0, id.text_size());
    RC_ASSERT(id.write_to(room.data(), room.data() + short_of) == nullptr);
    RC_ASSERT(std::string(room.data(), room.size()) == std::string(room.size(), '#'));
    RC_ASSERT(id.write_to(room.data(), room.data() + id.text_size()) == room.data() + id.text_size());
    RC_ASSERT(std::string(room.data(), room.size()) ==
              std::string(id.to_text()) + std::string(room.size() - id.text_size(), '#'));
  });
}

RC_GTEST_PROP(every_format, an_instant_bounds_its_ids, ()) {
  const uint128 any = *bits();
  const auto width = *rc::gen::inRange<std::int64_t>(1, 1'000'000);
  for_every_format([&]<class Id>(std::type_identity<Id>) {
    if constexpr (sortid::timed_id<Id>) {
      Id id = any_of<Id>(any);
      if constexpr (std::is_same_v<Id, sortid::type_id>) id = Id(any_of<sortid::uuidv7>(any));
      if constexpr (std::is_same_v<Id, sortid::uid11_snowish>) id = *Id::from_number(id.number() << 1U >> 1U);
      const auto ms = std::optional<std::int64_t>(id.unix_ms()).value();
      const Id first = sortid::first_at<Id>(ms).value();
      const Id last = sortid::last_at<Id>(ms).value();
      RC_ASSERT(first <= id);
      RC_ASSERT(id <= last);
      RC_ASSERT(std::optional<std::int64_t>(first.unix_ms()) == ms);
      RC_ASSERT(std::optional<std::int64_t>(last.unix_ms()) == ms);
      // What lies between two neighbouring instants: nothing (but for what no layout allows).
      if (const auto following = sortid::first_at<Id>(ms + 1)) {
        RC_ASSERT(last < *following);
      } else {
        RC_ASSERT(following.error().why == sortid::reason::range);
      }
      const auto around = sortid::ids_between<Id>(ms, ms + width).value();
      RC_ASSERT(around.first == first);
      RC_ASSERT(last <= around.last);
      RC_ASSERT((sortid::ids_between<Id>(ms, ms + 1).value() == sortid::id_range<Id>{first, last}));
      RC_ASSERT(!sortid::ids_between<Id>(ms, ms));
      if (const auto before = sortid::ids_between<Id>(ms - width, ms)) RC_ASSERT(before->last < first);
      // An epoch of the caller's moves everything and changes nothing.
      const std::int64_t epoch = Id::layout().epoch + width;
      RC_ASSERT(sortid::first_at<Id>(ms + width, epoch).value() == first);
      RC_ASSERT(sortid::last_at<Id>(ms + width, epoch).value() == last);
      if constexpr (requires { id.unix_ms(epoch); }) RC_ASSERT(id.unix_ms(epoch) == ms + width);
    }
  });
}

RC_GTEST_PROP(every_format, a_text_prefix_bounds_its_texts, ()) {
  const std::uint64_t any = *word();
  const std::uint64_t other = *word();
  const auto id = any_of<sortid::xid>(any);
  const auto size = *rc::gen::inRange<std::size_t>(1, 12);
  const std::string text(id.to_text());
  const auto ids = sortid::ids_with_text_prefix<sortid::xid>(text.substr(0, size)).value();
  RC_ASSERT(ids.first <= id);
  RC_ASSERT(id <= ids.last);
  const auto stranger = any_of<sortid::xid>(other);
  const bool inside = ids.first <= stranger && stranger <= ids.last;
  RC_ASSERT(inside == std::string(stranger.to_text()).starts_with(text.substr(0, size)));
}

TEST(every_format, is_constant_too) {
  for_every_format([]<class Id>(std::type_identity<Id>) {
    static_assert([] {
      for (const Id& id : {Id::min(), Id::max()}) {
        if (Id::parse(id.to_text()).value() != id || Id::from_bytes(id.bytes()).value() != id ||
            Id::from_number(id.number()).value() != id || sortid::detect(id.to_text()).empty())
          return false;
      }
      return Id::min() < Id::max() && !Id::parse("") && Id::parse("").error().why == sortid::reason::length;
    }());
  });
}

}  // namespace
