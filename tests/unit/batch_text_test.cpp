// Texts in bulk: every kernel set of the machine beside the scalar codec.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "support/every_kernel.hpp"

namespace {

using namespace sortid_test;

// Reads the texts, one a line or close together, by every set.
template <batch_id Id>
void expect_read(const std::vector<std::string>& texts, std::size_t beside = 0) {
  const std::size_t stride = size_of_text<Id>() + beside;
  std::string all;
  for (const std::string& text : texts) {
    all += text;
    all.append(beside, '\n');
  }
  const auto expected = parsed<Id>(all, stride, texts.size());
  for (const kernel_set& set : kernel_set::usable())
    ASSERT_EQ(wrong_in_reading<Id>(set, all, stride, expected), "");
}

TEST(batch_text, of_random_ids_both_ways) {
  for_every_batch_id([]<class Id>(std::type_identity<Id>) {
    drawn random(1);
    std::vector<Id> ids;
    std::vector<std::string> texts;
    for (std::size_t i = rounds(20'000); i != 0; --i) {
      ids.push_back(random.id<Id>());
      texts.emplace_back(ids.back().to_text().view());
    }
    expect_read<Id>(texts);
    std::vector<char> memory(ids.size() * size_of_text<Id>());
    for (const kernel_set& set : kernel_set::usable())
      ASSERT_EQ(wrong_in_writing<Id>(set, ids, size_of_text<Id>(), memory), "");
  });
}

TEST(batch_text, damaged_among_good_ones) {
  for_every_batch_id([]<class Id>(std::type_identity<Id>) {
    drawn random(2);
    for (const std::size_t one_in : std::initializer_list<std::size_t>{1, 2, 5, 30, 700}) {
      std::vector<std::string> texts;
      for (std::size_t i = rounds(4'000); i != 0; --i)
        texts.push_back(random.one_in(one_in) ? random.damaged<Id>() : random.text<Id>());
      expect_read<Id>(texts, 1);
    }
  });
}

TEST(batch_text, at_the_edges) {
  for_every_batch_id([]<class Id>(std::type_identity<Id>) {
    std::vector<std::string> texts = edge_texts<Id>();
    // Behind different numbers of others, so that each comes to each place of a register.
    for (std::size_t before = 0; before < 8; ++before) {
      expect_read<Id>(texts);
      texts.insert(texts.begin(), std::string(Id::max().to_text().view()));
    }
    std::vector<Id> ids{Id::min(), Id::max(), Id::nil()};
    for (unsigned bit = 0; bit < 128; ++bit) {
      ids.push_back(drawn::of<Id>(uint128(1) << bit));
      ids.push_back(drawn::of<Id>((uint128(1) << bit) - uint128(1)));
      ids.push_back(drawn::of<Id>(~(uint128(1) << bit)));
    }
    std::vector<char> memory(ids.size() * size_of_text<Id>());
    for (const kernel_set& set : kernel_set::usable())
      ASSERT_EQ(wrong_in_writing<Id>(set, ids, size_of_text<Id>(), memory), "");
  });
}

TEST(batch_text, every_byte_at_every_place) {
  for_every_batch_id([]<class Id>(std::type_identity<Id>) {
    drawn random(3);
    std::vector<std::string> texts;
    for (std::size_t place = 0; place < size_of_text<Id>(); ++place) {
      for (unsigned byte = 0; byte < 256; ++byte) {
        texts.emplace_back(Id::max().to_text().view());
        texts.back()[place] = static_cast<char>(byte);
        if (random.one_in(2)) texts.push_back(random.text<Id>());
      }
    }
    expect_read<Id>(texts);
  });
}

// The first error that Id::parse sees is the one that is told.
TEST(batch_text, two_errors_at_once) {
  for_every_batch_id([]<class Id>(std::type_identity<Id>) {
    std::set<reason> seen;
    const std::string max(Id::max().to_text().view());
    const std::size_t size = max.size();
    std::vector<std::string> texts;
    for (std::size_t one = 0; one < size; ++one) {
      for (std::size_t other = one; other < size; ++other) {
        for (const char a : {'!', 'z', '9'}) {
          texts.push_back(max);
          texts.back()[one] = a;
          texts.back()[other] = other % 2 == 0 ? '\x80' : 'Z';
          seen.insert(Id::parse(texts.back()).error().why);
        }
      }
    }
    expect_read<Id>(texts, 2);
    // Each alone, so that its position is asked for too.
    for (std::size_t i = 0; i < texts.size(); i += 7) {
      for (const kernel_set& set : kernel_set::usable()) {
        const auto expected = parsed<Id>(texts[i], size, 1);
        ASSERT_EQ(wrong_in_reading<Id>(set, texts[i], size, expected), "");
      }
    }
    EXPECT_TRUE(seen.contains(reason::character));
    if (sortid::detail::own_lead<Id>.size() != 0) {
      EXPECT_TRUE(seen.contains(reason::prefix));
    }
  });
}

template <class Id>
void expect_all_checks() {
  drawn random(4);
  std::size_t accepted = 0;
  for (std::size_t i = rounds(50); i != 0; --i) {
    const Id id = random.id<Id>();
    std::vector<std::string> texts;
    for (unsigned check = 0; check < 128; ++check) {
      texts.push_back(random.text<Id>());
      texts.emplace_back(size_of_text<Id>(), '\0');
      sortid::detail::checked32_codec<>::write(id.number(), check, texts.back().data());
      accepted += Id::parse(texts.back()) ? 1 : 0;
    }
    expect_read<Id>(texts);
  }
  EXPECT_EQ(accepted, 2 * rounds(50)) << "the value's own and the one that says nothing";
}

TEST(batch_text, every_check_mod) {
  expect_all_checks<sortid::euid>();
  expect_all_checks<own_checked>();
  // Every check-mod as the right one.
  std::set<unsigned> found;
  std::vector<sortid::euid> ids;
  for (std::uint64_t n = 0; n < 127 * 3; ++n) {
    for (const uint128 bits : {uint128(n), ~uint128(n), uint128(n << 32U, ~n)}) {
      ids.push_back(drawn::of<sortid::euid>(bits));
      found.insert(ids.back().check_mod());
    }
  }
  EXPECT_EQ(found.size(), 127U);
  std::vector<char> memory(ids.size() * size_of_text<sortid::euid>());
  for (const kernel_set& set : kernel_set::usable()) {
    ASSERT_EQ(wrong_in_writing<sortid::euid>(set, ids, size_of_text<sortid::euid>(), memory), "");
    const std::string texts(memory.begin(), memory.end());
    const auto expected = parsed<sortid::euid>(texts, size_of_text<sortid::euid>(), ids.size());
    EXPECT_EQ(first_bad(expected), ids.size());
    ASSERT_EQ(wrong_in_reading<sortid::euid>(set, texts, size_of_text<sortid::euid>(), expected), "");
  }
}

TEST(batch_text, hyphens_versions_and_variants_of_uuids) {
  drawn random(5);
  std::vector<std::string> texts;
  constexpr std::string_view hex = "0123456789abcdefABCDEF";
  for (const char version : hex) {
    for (const char variant : hex) {
      texts.push_back(random.text<sortid::uuidv7>());
      texts.back()[14] = version;
      texts.back()[19] = variant;
    }
  }
  // A hyphen at each place beside or instead of its own; none at all.
  for (const std::size_t hyphen : std::initializer_list<std::size_t>{8, 13, 18, 23}) {
    for (std::size_t place = 0; place < 36; ++place) {
      texts.push_back(random.text<sortid::uuidv7>());
      texts.back()[place] = '-';
      texts.push_back(texts.back());
      texts.back()[hyphen] = '0';
    }
  }
  expect_read<sortid::uuidv7>(texts);
  expect_read<sortid::uuid>(texts, 1);
  expect_read<own_hex>(texts, 1);
}

// Five digits of base 58 are one step of the kernels. Around each place where a digit changes, and at random.
TEST(batch_text, one_that_is_cut_off_counts_as_begun) {
  EXPECT_EQ(sortid::batch::detail::texts_begun_in(52, 26, 26), 2U);
  EXPECT_EQ(sortid::batch::detail::texts_begun_in(53, 26, 26), 3U);
}

TEST(batch_text, limbs_of_base_58) {
  constexpr std::uint64_t limb = 58ULL * 58 * 58 * 58 * 58;
  constexpr std::uint64_t top = limb * limb;
  std::vector<std::uint64_t> limbs;
  for (std::uint64_t power = 1; power < limb; power *= 58) {
    const std::uint64_t last = power == 1 ? 58 : 58 * 58;
    for (std::uint64_t digit = 0; digit < last; ++digit) {
      for (std::uint64_t beside = 0; beside < 5; ++beside)
        limbs.push_back((limb + digit * power + beside - 2) % limb);
    }
  }
  drawn random(6);
  for (std::size_t i = rounds(1'000'000); i != 0; --i) limbs.push_back(random.below(limb));
  std::vector<sortid::uid11> ids;
  for (const std::uint64_t below : limbs) {
    const std::uint64_t above = limbs[random.below(limbs.size())];
    const std::uint64_t lower = above * limb + below;
    // 2^64 − 1 has the first digit 42.
    const std::uint64_t first = random.below(43) * top;
    ids.push_back(drawn::of<sortid::uid11>(lower + (first + lower < first ? 0 : first)));
    ids.push_back(drawn::of<sortid::uid11>(above + below * limb));
  }
  const std::size_t size = size_of_text<sortid::uid11>();
  std::vector<char> memory(ids.size() * size);
  for (const kernel_set& set : kernel_set::usable()) {
    ASSERT_EQ(wrong_in_writing<sortid::uid11>(set, ids, size, memory), "");
    std::vector<sortid::uid11> back(ids.size());
    const auto read =
        sortid::batch::from_text<sortid::uid11>({memory.data(), memory.size()}, back, size, set);
    ASSERT_TRUE(read) << read.count;
    ASSERT_EQ(back, ids) << set.name();
  }
}

}  // namespace
