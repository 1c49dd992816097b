// What the batch functions do beside reading and writing texts: conversions, bytes, times.
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "support/every_kernel.hpp"
#include "support/guarded_memory.hpp"
#include "support/text_shapes.hpp"

namespace {

using namespace sortid_test;
using sortid::batch::batch_result;

constexpr std::size_t counts[] = {0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 64, 65, 255, 256, 257, 600};

// --- conversions -------------------------------------------------------------------------------------------

struct expected_texts {
  std::size_t count = 0;
  sortid::error why{};
  bool by_target = false;
  std::string texts;
};

// By hand: text by text, until one is rejected or there is no room.
template <batch_id From, batch_id To>
expected_texts convert_by_hand(std::string_view texts, std::size_t stride, std::size_t room,
                               std::size_t to_stride) {
  expected_texts e;
  for (std::size_t i = 0; i < room; ++i) e.texts += pattern_at(i);
  for (std::size_t at = 0; at < texts.size(); at += stride) {
    const auto id = From::parse(texts.substr(at, size_of_text<From>()));
    if (!id) {
      e.why = id.error();
      return e;
    }
    e.by_target = true;
    const std::size_t to = e.count * to_stride;
    if (to + size_of_text<To>() > room) {
      e.why = sortid::detail::length_error(size_of_text<To>(), 0);
      return e;
    }
    const auto same = To::from_number(id->number());
    if (!same) {
      e.why = same.error();
      return e;
    }
    e.texts.replace(to, size_of_text<To>(), same->to_text().view());
    ++e.count;
    e.by_target = false;
  }
  return e;
}

template <batch_id From, batch_id To>
void expect_converted(drawn& random) {
  const std::size_t size = size_of_text<From>();
  const std::size_t to_size = size_of_text<To>();
  for (const std::size_t n : std::initializer_list<std::size_t>{0, 1, 5, 17, 256, 300}) {
    for (const std::size_t bad_one_in : std::initializer_list<std::size_t>{1'000'000, 90}) {
      const std::size_t stride = size + n % 3;
      const std::size_t to_stride = to_size + (n + 1) % 3;
      std::string texts;
      for (std::size_t i = 0; i < n; ++i) {
        while (texts.size() < i * stride) texts += ' ';
        const auto fits = drawn::of<To>(random.bits()).number();
        // Mostly what the target takes.
        const std::string good(
            drawn::of<From>(random.one_in(80) ? random.bits() : uint128(fits)).to_text().view());
        texts += random.one_in(bad_one_in) ? random.damaged<From>() : good;
      }
      const std::size_t whole = n == 0 ? 0 : (n - 1) * to_stride + to_size;
      for (const std::size_t room : {whole, whole + 5, whole / 2}) {
        const auto expected = convert_by_hand<From, To>(texts, stride, room, to_stride);
        for (const kernel_set& set : kernel_set::usable()) {
          std::vector<char> to(room);
          for (std::size_t i = 0; i < room; ++i) to[i] = pattern_at(i);
          const auto done = sortid::batch::convert<From, To>(texts, stride, to, to_stride, set);
          const std::string where = std::string(set.name()) + ", " + name_of_batch_id<From>() + " to " +
                                    name_of_batch_id<To>() + ", " + at_text("room", room, whole);
          ASSERT_EQ(done.count, expected.count) << where;
          ASSERT_EQ(shown(done.why), shown(expected.why)) << where;
          ASSERT_EQ(done.by_target, expected.by_target) << where;
          ASSERT_EQ(std::string(to.begin(), to.end()), expected.texts) << where;
        }
      }
    }
  }
}

using wide_ids =
    sortid::detail::id_list<sortid::ulid, user_id, sortid::uuidv7, sortid::uuid, sortid::euid, own_sign>;
using narrow_ids = sortid::detail::id_list<sortid::ulid_flake, sortid::xid, own_lower, own_base58>;

template <class Ids>
void expect_all_pairs() {
  drawn random(21);
  Ids::for_each([&]<class From>(std::type_identity<From>) {
    Ids::for_each([&]<class To>(std::type_identity<To>) { expect_converted<From, To>(random); });
  });
}

TEST(batch_convert, between_all_of_128_bits) { expect_all_pairs<wide_ids>(); }
TEST(batch_convert, between_all_of_64_bits) { expect_all_pairs<narrow_ids>(); }

// What is left at the end of the texts is not passed over.
TEST(batch_convert, a_text_cut_off) {
  const std::string text(sortid::ulid::max().to_text().view());
  for (const kernel_set& set : kernel_set::usable()) {
    std::vector<char> to(200);
    const auto convert = [&](std::string_view texts) {
      return sortid::batch::convert<sortid::ulid, sortid::uuid>(texts, 27, to, 37, set);
    };
    EXPECT_EQ(convert(text + "\n" + text).count, 2U);
    EXPECT_TRUE(convert(text + "\n" + text));
    EXPECT_TRUE(convert(text + "\n"));
    const auto cut = convert(text + "\n" + text.substr(1));
    EXPECT_EQ(cut.count, 1U);
    EXPECT_EQ(cut.why, sortid::detail::length_error(26, 25));
    EXPECT_EQ(convert("7").why, sortid::detail::length_error(26, 1));
  }
}

// --- bytes -------------------------------------------------------------------------------------------------

TEST(batch_bytes, in_network_order_and_back) {
  for_every_text_shape([]<class Id>(std::type_identity<Id>) {
    drawn random(22);
    for (const std::size_t n : counts) {
      std::vector<Id> ids;
      std::string expected;
      for (std::size_t i = 0; i < n; ++i) {
        ids.push_back(random.id<Id>());
        const auto bytes = ids.back().bytes();
        expected.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
      }
      const guarded_memory pages(n * sizeof(Id) + 8);
      for (const kernel_set& set : kernel_set::usable()) {
        for (const bool at_end : {false, true}) {
          auto* const bytes = reinterpret_cast<std::uint8_t*>(pages.place(at_end, n * sizeof(Id)));
          const std::string_view there(reinterpret_cast<const char*>(bytes), expected.size());
          ASSERT_EQ(sortid::batch::to_bytes<Id>(ids, {bytes, expected.size()}, set), n);
          ASSERT_EQ(there, expected) << set.name() << " " << name_of_batch_id<Id>();
          std::vector<Id> back = patterned_ids<Id>(n);
          const batch_result read = sortid::batch::from_bytes<Id>({bytes, expected.size()}, back, set);
          ASSERT_TRUE(read);
          ASSERT_EQ(read.count, n);
          ASSERT_EQ(back, ids);
          // In place, both ways.
          auto* const same = reinterpret_cast<Id*>(bytes);
          ASSERT_TRUE(sortid::batch::from_bytes<Id>({bytes, expected.size()}, {same, n}, set));
          for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(same[i], ids[i]);
          ASSERT_EQ(sortid::batch::to_bytes<Id>({same, n}, {bytes, expected.size()}, set), n);
          ASSERT_EQ(there, expected);
        }
        // Too little room, and bytes that are no whole id.
        std::vector<std::uint8_t> room(n * sizeof(Id) + 3, 0x77);
        ASSERT_EQ(sortid::batch::to_bytes<Id>(
                      ids, std::span<std::uint8_t>(room).first(n * sizeof(Id) / 2 + 3), set),
                  (n * sizeof(Id) / 2 + 3) / sizeof(Id));
        ASSERT_EQ(room.back(), 0x77);
        std::vector<Id> more = patterned_ids<Id>(n + 1);
        const Id last = more.back();
        ASSERT_EQ(sortid::batch::to_bytes<Id>(ids, room, set), n);
        const batch_result cut = sortid::batch::from_bytes<Id>(room, more, set);
        ASSERT_EQ(cut.count, n);
        ASSERT_EQ(cut.why, sortid::detail::length_error(sizeof(Id), 3));
        ASSERT_TRUE(same_bytes(more.back(), last));
      }
    }
  });
}

TEST(batch_bytes, that_the_format_does_not_allow) {
  for_every_text_shape([]<class Id>(std::type_identity<Id>) {
    drawn random(23);
    for (std::size_t n = 1; n < 600; n += 1 + random.below(60)) {
      std::vector<std::uint8_t> bytes(n * sizeof(Id));
      std::vector<Id> expected = patterned_ids<Id>(n);
      const std::size_t any_from = random.below(n);
      std::size_t count = 0;
      sortid::error why{};
      for (std::size_t i = 0; i < n; ++i) {
        auto one = random.id<Id>().bytes();
        if (i >= any_from) {
          for (std::uint8_t& byte : one) byte = static_cast<std::uint8_t>(random.below(256));
        }
        std::copy(one.begin(), one.end(), bytes.begin() + static_cast<std::ptrdiff_t>(i * sizeof(Id)));
        const auto id = Id::from_bytes(one);
        if (why.why == reason::none && id) expected[count++] = *id;
        if (why.why == reason::none && !id) why = id.error();
      }
      for (const kernel_set& set : kernel_set::usable()) {
        std::vector<Id> ids = patterned_ids<Id>(n);
        const batch_result read = sortid::batch::from_bytes<Id>(bytes, ids, set);
        ASSERT_EQ(read.count, count) << set.name() << " " << name_of_batch_id<Id>();
        ASSERT_EQ(shown(read.why), shown(why));
        for (std::size_t i = 0; i < n; ++i) ASSERT_TRUE(same_bytes(ids[i], expected[i])) << i;
      }
    }
  });
}

// --- times -------------------------------------------------------------------------------------------------

template <class Id>
std::int64_t ms_of(const Id& id, std::int64_t epoch) {
  if constexpr (requires { id.unix_ms(epoch); }) {
    return id.unix_ms(epoch);
  } else {
    const std::optional<std::int64_t> ms = id.unix_ms();
    if (!ms) return sortid::batch::no_instant;
    return id.has_field(0) ? *ms + epoch : *ms;  // the others' epoch is their own
  }
}

TEST(batch_times, of_ids_and_of_texts) {
  for_every_batch_id([]<class Id>(std::type_identity<Id>) {
    if constexpr (Id::layout().timed()) {
      drawn random(24);
      for (const std::size_t n : counts) {
        std::vector<Id> ids;
        std::string texts;
        for (std::size_t i = 0; i < n; ++i) {
          Id id = random.id<Id>();
          // Without an instant now and then, where there is such a thing.
          if (Id::layout().bits == 128 && !Id::layout().constants_required && !random.one_in(4))
            id = Id::from_number(
                     static_cast<typename Id::value_type>(uint128(random.id<sortid::uuidv7>().number())))
                     .value();
          ids.push_back(id);
          texts += std::string(id.to_text().view()) + "\n";
        }
        const std::size_t size = size_of_text<Id>();
        for (const std::int64_t epoch : {Id::layout().epoch, std::int64_t{0}, std::int64_t{-12'345}}) {
          std::vector<std::int64_t> expected;
          for (const Id& id : ids) expected.push_back(ms_of(id, epoch));
          for (const kernel_set& set : kernel_set::usable()) {
            std::vector<std::int64_t> ms(n);
            ASSERT_EQ(sortid::batch::unix_ms<Id>(ids, ms, epoch, set), n);
            ASSERT_EQ(ms, expected) << set.name() << " " << name_of_batch_id<Id>();
            std::vector<std::int64_t> of_texts(n);
            const batch_result read =
                sortid::batch::unix_ms_of_text<Id>(texts, of_texts, size + 1, epoch, set);
            ASSERT_TRUE(read);
            ASSERT_EQ(read.count, n);
            ASSERT_EQ(of_texts, expected) << set.name() << " " << name_of_batch_id<Id>();
            // Less room than ids.
            std::vector<std::int64_t> some(n / 2 + 1, 99);
            ASSERT_EQ(sortid::batch::unix_ms<Id>(ids, std::span<std::int64_t>(some).first(n / 2), epoch, set),
                      n / 2);
            ASSERT_EQ(some.back(), 99);
          }
        }
        // The layout's own epoch is the one meant where none is said.
        std::vector<std::int64_t> ms(n);
        ASSERT_EQ(sortid::batch::unix_ms<Id>(ids, ms), n);
        for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(ms[i], ms_of(ids[i], Id::layout().epoch));
      }
    }
  });
}

TEST(batch_times, of_texts_until_one_is_rejected) {
  for_every_text_shape([]<class Id>(std::type_identity<Id>) {
    if constexpr (Id::layout().timed()) {
      drawn random(25);
      const std::size_t size = size_of_text<Id>();
      for (std::size_t n = 1; n < 900; n += 1 + random.below(150)) {
        std::string texts;
        const std::size_t damaged_from = random.below(n);
        for (std::size_t i = 0; i < n; ++i)
          texts += i < damaged_from ? random.text<Id>() : random.damaged<Id>();
        const auto expected = parsed<Id>(texts, size, n);
        const std::size_t end = first_bad(expected);
        for (const kernel_set& set : kernel_set::usable()) {
          // One instant more than texts.
          std::vector<std::int64_t> ms(n + 1, 99);
          const batch_result read =
              sortid::batch::unix_ms_of_text<Id>(texts, ms, size, Id::layout().epoch, set);
          ASSERT_EQ(read.count, end);
          ASSERT_EQ(shown(read.why),
                    shown(end == n ? sortid::detail::length_error(size, 0) : expected[end].error()));
          for (std::size_t i = 0; i < end; ++i) ASSERT_EQ(ms[i], ms_of(*expected[i], Id::layout().epoch));
          for (std::size_t i = end; i <= n; ++i) ASSERT_EQ(ms[i], 99);
        }
      }
    }
  });
}

}  // namespace
