// ctest labels: kernels
// One id at a time, and what the batch functions do where no kernel set is named: both by the active one.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/every_kernel.hpp"
#include "support/forced_kernels.hpp"
#include "support/guarded_memory.hpp"

namespace {

using namespace sortid_test;

TEST(batch_one, by_all_sets) {
  for_every_batch_id([]<class Id>(std::type_identity<Id>) {
    drawn random(7);
    for (std::size_t i = rounds(60); i != 0; --i) {
      ASSERT_EQ(wrong_in_reading_one<Id>(random.text<Id>()), "");
      ASSERT_EQ(wrong_in_reading_one<Id>(random.damaged<Id>()), "");
      ASSERT_EQ(wrong_in_reading_one<Id>(random.text<Id>() + "0"), "");
      ASSERT_EQ(wrong_in_reading_one<Id>(random.text<Id>().substr(1)), "");
      ASSERT_EQ(wrong_in_writing_one(random.id<Id>()), "");
    }
    EXPECT_EQ(wrong_in_reading_one<Id>(""), "");
    std::string room(size_of_text<Id>(), '#');
    for (std::size_t short_of = 1; short_of <= room.size(); ++short_of) {
      EXPECT_EQ(sortid::batch::write_to(Id::max(), room.data(), room.data() + room.size() - short_of),
                nullptr);
      EXPECT_EQ(room, std::string(room.size(), '#'));
    }
  });
}

// One text and one id at the ends, by the functions for one.
TEST(batch_one, at_the_ends_of_pages) {
  for_every_batch_id([]<class Id>(std::type_identity<Id>) {
    const std::size_t size = size_of_text<Id>();
    const guarded_memory texts(size);
    const guarded_memory ids(sizeof(Id));
    for (const unsigned ends : {0U, 1U, 2U, 3U}) {
      char* const text = texts.place((ends & 1U) != 0, size);
      Id& id = *reinterpret_cast<Id*>(ids.place((ends & 2U) != 0, sizeof(Id)));
      id = Id::max();
      EXPECT_EQ(sortid::batch::write_to(id, text, text + size), text + size);
      EXPECT_EQ(sortid::batch::parse<Id>({text, size}).value(), Id::max());
      for (const kernel_set& set : kernel_set::usable()) {
        const auto& kernels = set.kernels().of(sortid::detail::shape_of(Id::layout()));
        constexpr std::size_t fixed = sortid::detail::own_lead<Id>.size();
        kernels.write_one(&id, text + fixed);
        EXPECT_EQ(std::string_view(text, size), Id::max().to_text().view()) << set.name();
        Id read{};
        EXPECT_TRUE(kernels.read_one(text + fixed, &id, sortid::detail::rule<Id::layout()>));
        std::copy(&id, &id + 1, &read);
        EXPECT_EQ(read, Id::max()) << set.name();
      }
    }
  });
}

TEST(batch_one, or_many_by_the_active_set) {
  for_every_batch_id([]<class Id>(std::type_identity<Id>) {
    drawn random(8);
    std::vector<Id> ids;
    for (std::size_t i = rounds(1'000); i != 0; --i) ids.push_back(random.id<Id>());
    const std::size_t size = size_of_text<Id>();
    std::string texts(ids.size() * size, '#');
    EXPECT_EQ(sortid::batch::to_text<Id>(ids, texts), ids.size());
    for (std::size_t i = 0; i < ids.size(); ++i)
      ASSERT_EQ(std::string_view(texts).substr(i * size, size), ids[i].to_text().view());
    std::vector<Id> back(ids.size());
    EXPECT_TRUE(sortid::batch::from_text<Id>(texts, back));
    EXPECT_EQ(back, ids);
    std::vector<reason> why(ids.size());
    EXPECT_EQ(sortid::batch::from_text<Id>(texts, back, why), 0U);
    EXPECT_EQ(back, ids);
    EXPECT_TRUE(sortid::batch::check<Id>(texts));
    texts.back() = '!';
    EXPECT_EQ(sortid::batch::check<Id>(texts).count, ids.size() - 1);
  });
}

}  // namespace
