// What memory the batch functions touch: every length, offset and stride, the ends of pages, ids over their
// own texts.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/every_kernel.hpp"
#include "support/guarded_memory.hpp"
#include "support/text_shapes.hpp"

namespace {

using namespace sortid_test;

// Texts of which one in `one_in` is damaged, `stride` apart, with the pattern in between; what is behind the
// last one is left to the caller.
template <batch_id Id>
std::string lines(drawn& random, std::size_t n, std::size_t stride, std::size_t one_in) {
  std::string all;
  for (std::size_t i = 0; i < n; ++i) {
    while (all.size() < i * stride) all += pattern_at(all.size());
    all += random.one_in(one_in) ? random.damaged<Id>() : random.text<Id>();
  }
  return all;
}

TEST(batch_memory, of_every_length_offset_and_stride) {
  for_every_text_shape([]<class Id>(std::type_identity<Id>) {
    drawn random(11);
    const std::size_t size = size_of_text<Id>();
    std::vector<char> text_memory(64 + 201 * (size + 101));
    std::vector<char> id_memory(64 + 201 * sizeof(Id));
    for (std::size_t n = 0; n <= 200; n += n < 70 || rounds(2) == 2 ? 1 : 30) {
      for (const std::size_t stride : {size, size + 1, size + 2, size + 37, size + 101}) {
        const std::size_t offset = (n + stride) % 64;
        const std::string texts = lines<Id>(random, n, stride, n % 3 == 0 ? 1'000'000 : 6);
        char* const at = std::copy(texts.begin(), texts.end(), text_memory.data() + offset) - texts.size();
        const auto expected = parsed<Id>({at, texts.size()}, stride, n);
        std::vector<Id> ids;
        for (const auto& id : expected) ids.push_back(id.value_or(Id::max()));
        for (const kernel_set& set : kernel_set::usable()) {
          std::copy(texts.begin(), texts.end(), at);
          ASSERT_EQ(wrong_in_reading<Id>(set, {at, texts.size()}, stride, expected), "")
              << n << " " << stride;
          // The kernels themselves take ids at any address.
          char* const ids_at = id_memory.data() + (n * 7 + stride) % 64;
          for (std::size_t i = 0; i < id_memory.size(); ++i) id_memory[i] = pattern_at(i);
          ASSERT_EQ(wrong_in_kernel<Id>(set, {at, texts.size()}, stride, expected, ids_at), "")
              << set.name() << " " << name_of_batch_id<Id>() << " " << n << " " << stride;
          for (char* beside = id_memory.data(); beside != &*id_memory.end(); ++beside) {
            if (beside == ids_at) beside += n * sizeof(Id);
            ASSERT_EQ(*beside, pattern_at(static_cast<std::size_t>(beside - id_memory.data())));
          }
          ASSERT_EQ(wrong_in_writing<Id>(set, ids, stride, {text_memory.data() + offset, n * stride + 9}), "")
              << n << " " << stride;
        }
      }
    }
  });
}

TEST(batch_memory, at_every_offset) {
  for_every_text_shape([]<class Id>(std::type_identity<Id>) {
    drawn random(12);
    constexpr std::size_t n = 21;
    const std::size_t size = size_of_text<Id>();
    std::vector<char> text_memory(64 + n * (size + 1));
    std::vector<char> id_memory(64 + n * sizeof(Id));
    const std::string texts = lines<Id>(random, n, size + 1, 9);
    const auto expected = parsed<Id>(texts, size + 1, n);
    constexpr std::size_t fixed = sortid::detail::own_lead<Id>.size();
    std::vector<Id> good;
    for (const auto& id : expected) good.push_back(id.value_or(Id::max()));
    for (std::size_t offset = 0; offset < 64; ++offset) {
      for (const kernel_set& set : kernel_set::usable()) {
        char* const at = std::copy(texts.begin(), texts.end(), text_memory.data() + offset) - texts.size();
        ASSERT_EQ(wrong_in_kernel<Id>(set, {at, texts.size()}, size + 1, expected,
                                      id_memory.data() + (63 - offset)),
                  "");
        // And writing, from ids at any address.
        const std::string image = written<Id>(good, size + 1, texts.size());
        char* const from = id_memory.data() + offset;
        std::memcpy(from, good.data(), n * sizeof(Id));
        for (std::size_t i = 0; i < texts.size(); ++i) at[i] = pattern_at(i);
        for (std::size_t i = 0; i < n; ++i)
          std::copy_n(image.data() + i * (size + 1), fixed, at + i * (size + 1));
        set.kernels().of(sortid::detail::shape_of(Id::layout())).write(from, n, at + fixed, size + 1);
        ASSERT_EQ(std::string_view(at, texts.size()), image) << set.name() << name_of_batch_id<Id>();
      }
    }
  });
}

// Neither a byte before the memory nor one behind it is read or written: there is none.
TEST(batch_memory, that_ends_with_a_page) {
  for_every_text_shape([]<class Id>(std::type_identity<Id>) {
    drawn random(13);
    const std::size_t size = size_of_text<Id>();
    const guarded_memory text_pages(1030 * (size + 37));
    const guarded_memory id_pages(1030 * sizeof(Id));
    std::vector<std::size_t> counts;
    for (std::size_t n = 0; n < 36; ++n) counts.push_back(n);
    for (const std::size_t n :
         std::initializer_list<std::size_t>{62, 63, 64, 65, 66, 127, 129, 255, 256, 257, 1023, 1025})
      if (n < 70 || rounds(2) == 2) counts.push_back(n);
    for (const std::size_t n : counts) {
      for (const std::size_t stride : {size, size + 1, size + 2, size + 37}) {
        const std::string texts = lines<Id>(random, n, stride, n % 2 == 0 ? 1'000'000 : 7);
        const auto expected = parsed<Id>(texts, stride, n);
        std::vector<Id> good;
        for (const auto& id : expected) good.push_back(id.value_or(Id::max()));
        for (const kernel_set& set : kernel_set::usable()) {
          for (const unsigned ends : {0U, 1U, 2U, 3U}) {
            char* const at = text_pages.place((ends & 1U) != 0, texts.size());
            Id* const ids = reinterpret_cast<Id*>(id_pages.place((ends & 2U) != 0, n * sizeof(Id)));
            std::copy(texts.begin(), texts.end(), at);
            const std::string_view there(at, texts.size());
            const auto again = [&] {
              for (std::size_t i = 0; i < n * sizeof(Id); ++i)
                reinterpret_cast<char*>(ids)[i] = pattern_at(i);
            };
            again();
            ASSERT_EQ(wrong_in_reading_each<Id>(set, there, stride, expected, ids), "") << set.name() << n;
            again();
            ASSERT_EQ(wrong_in_reading_on<Id>(set, there, stride, expected, ids), "") << set.name() << n;
            again();
            ASSERT_EQ(wrong_in_kernel<Id>(set, there, stride, expected, reinterpret_cast<char*>(ids)), "")
                << set.name() << n;
            const auto checked = sortid::batch::check<Id>(there, stride, set);
            ASSERT_EQ(checked.count, first_bad(expected));
            std::copy(good.begin(), good.end(), ids);
            ASSERT_EQ(wrong_in_writing<Id>(set, {ids, n}, stride, {at, texts.size()}), "") << n;
          }
        }
      }
    }
  });
}

// What lies between the texts is looked at by none of the functions, however far apart they are: there are
// pages that cannot be read.
TEST(batch_memory, between_texts_that_are_far_apart) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  for_every_text_shape([page]<class Id>(std::type_identity<Id>) {
    using namespace sortid::batch;
    drawn random(16);
    constexpr std::size_t n = 19;
    const std::size_t size = size_of_text<Id>();
    for (const std::size_t stride :
         {size + 1, std::size_t{64}, std::size_t{65}, page - 1, page + size - 1, page + size, 2 * page - 1,
          2 * page, 2 * page + 1, 3 * page, 3 * page + 511}) {
      for (const std::size_t offset :
           {std::size_t{0}, std::size_t{1}, std::size_t{7}, page - size - 1, page - size, page - size + 1}) {
        const scattered_memory from_pages(n, size, stride, offset);
        const scattered_memory to_pages(n, size, stride, page - size - offset % 2);
        const std::string_view texts(from_pages.first(), (n - 1) * stride + size);
        const std::span<char> room(to_pages.first(), texts.size());
        std::vector<Id> ids;
        const auto text_at = [stride, size](const char* first, std::size_t i) {
          return std::string_view(first + i * stride, size);
        };
        for (std::size_t i = 0; i < n; ++i) {
          const std::string text = random.text<Id>();
          ids.push_back(Id::parse(text).value());
          std::copy(text.begin(), text.end(), from_pages.first() + i * stride);
        }
        for (const kernel_set& set : kernel_set::usable()) {
          const std::string where = std::string(set.name()) + " " + std::string(name_of_batch_id<Id>()) +
                                    " " + std::to_string(stride) + " " + std::to_string(offset);
          std::vector<Id> read(n);
          ASSERT_EQ(from_text<Id>(texts, read, stride, set).count, n) << where;
          ASSERT_EQ(read, ids) << where;
          std::vector<reason> why(n);
          std::fill(read.begin(), read.end(), Id{});
          ASSERT_EQ(from_text<Id>(texts, read, why, stride, set), 0U) << where;
          ASSERT_EQ(read, ids) << where;
          ASSERT_EQ(check<Id>(texts, stride, set).count, n) << where;
          ASSERT_EQ(to_text<Id>(ids, room, stride, set), n) << where;
          for (std::size_t i = 0; i < n; ++i)
            ASSERT_EQ(text_at(room.data(), i), text_at(texts.data(), i)) << where << " " << i;
          ASSERT_EQ((convert<Id, Id>(texts, stride, room, stride, set).count), n) << where;
          if constexpr (Id::layout().timed()) {
            std::vector<std::int64_t> times(n);
            ASSERT_EQ(unix_ms_of_text<Id>(texts, times, stride, Id::layout().epoch, set).count, n) << where;
          }
        }
      }
    }
  });
}

// Of one text alone there is nothing behind it, whatever the stride says.
TEST(batch_memory, of_one_text_at_a_stride_past_all_memory) {
  for_every_text_shape([]<class Id>(std::type_identity<Id>) {
    const std::size_t size = size_of_text<Id>();
    const guarded_memory pages(size);
    const std::string text(Id::max().to_text().view());
    for (const std::size_t stride :
         {std::size_t{PTRDIFF_MAX}, std::size_t{PTRDIFF_MAX} + 1, SIZE_MAX - 1, SIZE_MAX}) {
      for (const bool at_end : {false, true}) {
        char* const at = pages.place(at_end, size);
        for (const kernel_set& set : kernel_set::usable()) {
          std::copy(text.begin(), text.end(), at);
          Id id{};
          ASSERT_TRUE(sortid::batch::from_text<Id>({at, size}, {&id, 1}, stride, set)) << set.name();
          ASSERT_EQ(id, Id::max());
          ASSERT_TRUE(sortid::batch::check<Id>({at, size}, stride, set)) << set.name();
          std::fill_n(at, size, '#');
          ASSERT_EQ(sortid::batch::to_text<Id>({&id, 1}, {at, size}, stride, set), 1U) << set.name();
          ASSERT_EQ(std::string_view(at, size), text) << set.name();
        }
      }
    }
  });
}

// Ids over the beginning of their own texts.
TEST(batch_memory, in_place) {
  for_every_text_shape([]<class Id>(std::type_identity<Id>) {
    drawn random(14);
    const std::size_t size = size_of_text<Id>();
    for (const std::size_t n : std::initializer_list<std::size_t>{1, 2, 3, 7, 8, 9, 33, 64, 100, 255, 256,
                                                                  257, 512, 700, 1024, 1300}) {
      for (const std::size_t stride : {size, size + 1, size + 37}) {
        for (const std::size_t one_in : std::initializer_list<std::size_t>{1'000'000, 300, 7, 2}) {
          const std::string texts = lines<Id>(random, n, stride, one_in);
          const auto expected = parsed<Id>(texts, stride, n);
          const std::size_t end = first_bad(expected);
          std::vector<std::uint64_t> memory((texts.size() + 7) / 8 + 1);
          auto* const bytes = reinterpret_cast<char*>(memory.data());
          auto* const ids = reinterpret_cast<Id*>(memory.data());
          const auto with_ids = [&](std::size_t until) {
            std::string image = texts;
            for (std::size_t i = 0; i < until; ++i) {
              if (expected[i]) std::memcpy(image.data() + i * sizeof(Id), &expected[i].value(), sizeof(Id));
            }
            return image;
          };
          for (const kernel_set& set : kernel_set::usable()) {
            std::copy(texts.begin(), texts.end(), bytes);
            std::vector<reason> why(n);
            const std::size_t bad =
                sortid::batch::from_text<Id>({bytes, texts.size()}, {ids, n}, why, stride, set);
            std::size_t expected_bad = 0;
            for (std::size_t i = 0; i < n; ++i) {
              expected_bad += expected[i] ? 0 : 1;
              ASSERT_EQ(why[i], expected[i] ? reason::none : expected[i].error().why) << set.name() << i;
            }
            ASSERT_EQ(bad, expected_bad);
            ASSERT_EQ(std::string(bytes, texts.size()), with_ids(n)) << set.name() << " " << n;
            std::copy(texts.begin(), texts.end(), bytes);
            const auto read = sortid::batch::from_text<Id>({bytes, texts.size()}, {ids, n}, stride, set);
            ASSERT_EQ(read.count, end) << set.name() << " " << n;
            ASSERT_EQ(read.why, end == n ? sortid::error{} : expected[end].error());
            // Of those behind it some may be read, over texts that nobody asks for any more; its own place
            // stays.
            std::string image = with_ids(end);
            ASSERT_EQ(std::string_view(bytes, end * sizeof(Id)), image.substr(0, end * sizeof(Id)));
            if (end != n) {
              ASSERT_EQ(std::string_view(bytes + end * sizeof(Id), sizeof(Id)),
                        image.substr(end * sizeof(Id), sizeof(Id)));
            }
          }
        }
      }
    }
  });
}

TEST(batch_memory, too_short_for_all) {
  for_every_text_shape([]<class Id>(std::type_identity<Id>) {
    drawn random(15);
    const std::size_t size = size_of_text<Id>();
    constexpr std::size_t n = 13;
    for (const std::size_t stride : {size, size + 3}) {
      const std::string texts = lines<Id>(random, n, stride, 1'000'000);
      const auto expected = parsed<Id>(texts, stride, n);
      std::vector<Id> good;
      for (const auto& id : expected) good.push_back(*id);
      for (const kernel_set& set : kernel_set::usable()) {
        for (std::size_t bytes = 0; bytes <= texts.size(); ++bytes) {
          const std::size_t whole = bytes < size ? 0 : (bytes - size) / stride + 1;
          const std::size_t left = bytes > whole * stride ? bytes - whole * stride : 0;
          // The room for texts.
          std::vector<char> room(bytes);
          ASSERT_EQ(wrong_in_writing<Id>(set, good, stride, room), "") << bytes;
          // The texts.
          const std::string_view there(texts.data(), bytes);
          std::vector<Id> ids = patterned_ids<Id>(n);
          const auto before = ids;
          const auto read = sortid::batch::from_text<Id>(there, ids, stride, set);
          ASSERT_EQ(read.count, whole);
          ASSERT_EQ(read.why, whole == n ? sortid::error{} : sortid::detail::length_error(size, left));
          std::vector<reason> why(n + 1, reason::prefix);
          ASSERT_EQ(sortid::batch::from_text<Id>(there, ids, why, stride, set), n - whole);
          for (std::size_t i = 0; i < n; ++i) {
            ASSERT_EQ(why[i], i < whole ? reason::none : reason::length);
            ASSERT_TRUE(same_bytes(ids[i], i < whole ? good[i] : before[i])) << i;
          }
          ASSERT_EQ(why[n], reason::prefix);
          const auto checked = sortid::batch::check<Id>(there, stride, set);
          ASSERT_EQ(checked.count, whole);
          ASSERT_EQ(checked.why, left == 0 ? sortid::error{} : sortid::detail::length_error(size, left));
        }
        // Fewer answers than ids: the rest of the ids is not read.
        std::vector<Id> ids = patterned_ids<Id>(n);
        const auto before = ids;
        std::vector<reason> why(5);
        ASSERT_EQ(sortid::batch::from_text<Id>(texts, ids, why, stride, set), 0U);
        for (std::size_t i = 0; i < n; ++i) ASSERT_TRUE(same_bytes(ids[i], i < 5 ? good[i] : before[i]));
        // Fewer ids than texts.
        const auto some = sortid::batch::from_text<Id>(texts, std::span<Id>(ids).first(7), stride, set);
        ASSERT_TRUE(some);
        ASSERT_EQ(some.count, 7U);
        for (std::size_t i = 0; i < n; ++i) ASSERT_TRUE(same_bytes(ids[i], i < 7 ? good[i] : before[i]));
      }
    }
  });
}

TEST(batch_memory, that_is_none_or_has_no_sense) {
  for_every_text_shape([]<class Id>(std::type_identity<Id>) {
    using namespace sortid::batch;
    const std::size_t size = size_of_text<Id>();
    const auto none = [](const batch_result& p) { return p && p.count == 0 && p.why == sortid::error{}; };
    for (const kernel_set& set : kernel_set::usable()) {
      for (const std::size_t stride : {size, size + 1}) {
        EXPECT_EQ(to_text<Id>({}, {}, stride, set), 0U);
        EXPECT_TRUE(none(from_text<Id>({}, {}, stride, set)));
        EXPECT_EQ(from_text<Id>({}, {}, std::span<reason>(), stride, set), 0U);
        EXPECT_TRUE(none(check<Id>({}, stride, set)));
        EXPECT_TRUE(none(convert<Id, Id>({}, stride, {}, stride, set)));
      }
      EXPECT_EQ(to_bytes<Id>({}, {}, set), 0U);
      EXPECT_TRUE(none(from_bytes<Id>({}, {}, set)));
      if constexpr (Id::layout().timed()) {
        EXPECT_EQ(unix_ms<Id>({}, {}, 0, set), 0U);
        EXPECT_TRUE(none(unix_ms_of_text<Id>({}, {}, size, 0, set)));
      }
      // Texts that would lie over each other.
      const std::string text =
          std::string(Id::max().to_text().view()) + std::string(Id::max().to_text().view());
      std::vector<Id> ids = patterned_ids<Id>(2);
      const auto before = ids;
      std::vector<char> room(text.size(), '#');
      for (const std::size_t stride : {std::size_t{1}, size - 1}) {
        const sortid::error rejected = sortid::detail::length_error(size, stride);
        EXPECT_EQ(to_text<Id>(ids, room, stride, set), 0U);
        EXPECT_EQ(std::string(room.begin(), room.end()), std::string(text.size(), '#'));
        EXPECT_EQ(from_text<Id>(text, ids, stride, set).why, rejected);
        std::vector<reason> why(2);
        EXPECT_EQ(from_text<Id>(text, ids, why, stride, set), 2U);
        EXPECT_EQ(why, std::vector<reason>(2, reason::length));
        EXPECT_EQ(check<Id>(text, stride, set).why, rejected);
        EXPECT_EQ((convert<Id, Id>(text, stride, room, size, set).why), rejected);
        EXPECT_EQ((convert<Id, Id>(text, size, room, stride, set).why), rejected);
        EXPECT_EQ(std::string(room.begin(), room.end()), std::string(text.size(), '#'));
        EXPECT_TRUE(same_bytes(ids[0], before[0]) && same_bytes(ids[1], before[1]));
      }
    }
  });
}

// Who reads it meanwhile sees nothing change; here nobody may write there.
TEST(batch_memory, of_rejected_ids_is_not_written) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  for_every_text_shape([page]<class Id>(std::type_identity<Id>) {
    drawn random(15);
    const std::size_t size = size_of_text<Id>();
    const guarded_memory pages(2 * page - 1);
    constexpr std::size_t n = 37;
    for (std::size_t first = 0; first <= n; ++first) {
      for (const bool first_are_good : {false, true}) {
        std::string texts;
        for (std::size_t i = 0; i < n; ++i) {
          texts += random.text<Id>();
          if ((i < first) != first_are_good) texts[texts.size() - 1 - random.below(10)] = '!';
        }
        const auto expected = parsed<Id>(texts, size, n);
        char* const second_page = pages.first() + page;
        char* const rejected = first_are_good ? second_page : pages.first();
        for (const kernel_set& set : kernel_set::usable()) {
          ASSERT_EQ(mprotect(rejected, page, PROT_READ), 0);
          ASSERT_EQ(wrong_in_kernel<Id>(set, texts, size, expected, second_page - first * sizeof(Id)), "")
              << set.name() << name_of_batch_id<Id>() << first;
          ASSERT_EQ(mprotect(rejected, page, PROT_READ | PROT_WRITE), 0);
        }
      }
    }
  });
}

}  // namespace
