// Neither the stack nor a register keeps a part of a key after a draw, a mask or a name-based id, nor after a
// masker is made or destroyed.
//
// The same call runs under two keys. What then differs between the two stacks is made of the key, in whatever
// form. Only the answers may differ.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "mask/aes.hpp"
#include "random/key_stream.hpp"
#include "sortid.h"
#include "sortid/mask.hpp"
#include "sortid/named.hpp"
#include "sortid/system.hpp"
#include "support/stack_after.hpp"

namespace sortid_test {
namespace {

using sortid::mask_direction;
using sortid::detail::chacha20_kernel;
using sortid::detail::mask_cipher;
using sortid::detail::mask_kernel;
using sortid::detail::mask_tweak;

using words = std::vector<std::uint64_t>;
using bytes = std::array<std::uint8_t, 32>;

constexpr bytes one_key{0xD1, 0x02, 0x93, 0xA4, 0xB5, 0xC6, 0xD7, 0xE8, 0xF9, 0x1A, 0x2B,
                        0x3C, 0x4D, 0x5E, 0x6F, 0x70, 0x81, 0x92, 0xA3, 0xB4, 0xC5, 0xD6,
                        0xE7, 0xF8, 0x09, 0x1B, 0x2C, 0x3D, 0x4E, 0x5F, 0x60, 0x71};
constexpr bytes other_key{0x62, 0xB3, 0x24, 0x15, 0x06, 0x77, 0x68, 0x59, 0x4A, 0xAB, 0x9C,
                          0x8D, 0xFE, 0xEF, 0xD0, 0xC1, 0x32, 0x23, 0x14, 0x05, 0x76, 0x67,
                          0x58, 0x49, 0x3A, 0xAC, 0x9D, 0x8E, 0xFF, 0xE0, 0xD2, 0xC3};

template <class T>
words words_of(const T& memory) {
  words all(sizeof memory / sizeof(std::uint64_t));
  std::memcpy(all.data(), &memory, all.size() * sizeof(std::uint64_t));
  return all;
}

class traces : public testing::Test {
 protected:
  void SetUp() override {
    if (address_sanitizer) GTEST_SKIP() << "the address sanitizer has stacks of its own";
  }
  stack_after looked_at;

  // The words that are left and differ between the two keys, as text. `make` takes a key and returns the
  // call, which writes to `answer`.
  template <class Make, class Answer>
  std::string differing(Make make, const Answer& answer) {
    const auto left_by = [&](const bytes& key, words& answered) {
      const auto call = make(key);
      (void)looked_at.words(call);  // what the dynamic linker does the first time
      auto left = looked_at.words(make(key));
      answered = words_of(answer);
      return left;
    };
    words first_answer, other_answer;
    const words first = left_by(one_key, first_answer);
    const words other = left_by(other_key, other_answer);
    const auto is_in = [](const words& all, std::uint64_t word) {
      return std::find(all.begin(), all.end(), word) != all.end();
    };
    EXPECT_EQ(first.size(), other.size());
    const std::size_t on_stack = first.size() - stack_after::register_words;
    std::ostringstream all;
    all << std::hex;
    for (std::size_t i = 0; i < first.size(); ++i) {
      if (first[i] == other[i] || (is_in(first_answer, first[i]) && is_in(other_answer, other[i]))) continue;
      if (i < on_stack) {
        all << 8 * (on_stack - i) << " bytes below";
      } else {
        all << "in the registers at " << 8 * (i - on_stack);
      }
      all << ": " << first[i] << ' ' << other[i] << '\n';
    }
    return all.str();
  }
};

TEST_F(traces, are_seen_where_they_are) {
  std::uint64_t answer = 0;
  EXPECT_NE(differing(
                [&](const bytes& key) {
                  return [&answer, key] {
                    std::array<volatile std::uint8_t, 32> copy{};
                    for (std::size_t i = 0; i < key.size(); ++i) copy[i] = key[i];
                    answer = copy[3];
                  };
                },
                answer),
            "");
}

// --- draws -------------------------------------------------------------------------------------------------

// A stream on the kernel of the test's choice, under the key that the test gives.
struct given_keys {
  static inline bytes key;
  static bool fill(void* to, std::size_t size) noexcept {
    std::memcpy(to, key.data(), size);
    return true;
  }
  static std::int64_t seconds() noexcept { return 0; }
};
const chacha20_kernel* given_kernel;
void given_blocks(const sortid::detail::chacha20_key& key, const sortid::detail::chacha20_place& first,
                  unsigned char* to) noexcept {
  given_kernel->blocks(key, first, to);
}
using stream = sortid::detail::key_stream<given_keys, given_blocks>;

TEST_F(traces, of_a_draw_on_every_kernel) {
  std::size_t count = 0;
  const chacha20_kernel* const kernels = sortid::detail::chacha20_kernels(count);
  static stream drawn{};
  static std::array<std::uint8_t, 16> answer{};
  for (given_kernel = kernels; given_kernel != kernels + count; ++given_kernel) {
    if (!given_kernel->runs_here()) continue;
    EXPECT_EQ(differing(
                  [](const bytes& key) {
                    given_keys::key = key;
                    return [] {
                      std::memset(static_cast<void*>(&drawn), 0, sizeof drawn);
                      (void)drawn.fill(answer.data(), answer.size());
                    };
                  },
                  answer),
              "")
        << given_kernel->name;
  }
}

// The same of the whole library: nothing of the thread's page, which has its key and its next bytes.
TEST_F(traces, of_system_entropy) {
  const sortid::detail::bytes_ahead* page = nullptr;
  words kept;
  std::array<std::uint8_t, 16> drawn{};
  const words left = looked_at.words(
      [&] {
        (void)sortid::system_entropy::fill(drawn.data(), drawn.size());
        page = sortid::detail::own_bytes;
      },
      [&] {
        if (page == nullptr) return;
        kept.resize(sizeof(stream) / sizeof(std::uint64_t));
        std::memcpy(kept.data(), page, sizeof(stream));
      });
  ASSERT_FALSE(kept.empty());
  kept.erase(std::remove_if(kept.begin(), kept.end(), [](std::uint64_t word) { return word < 4096; }),
             kept.end());
  EXPECT_GT(kept.size(), 300U);
  for (const std::uint64_t word : kept) EXPECT_EQ(std::count(left.begin(), left.end(), word), 0);
}

// --- masks -------------------------------------------------------------------------------------------------

sortid::mask_key key_of(const bytes& key, std::size_t size) {
  return sortid::mask_key::from_bytes(std::span(key).first(size)).value();
}

template <class Id>
class masker_in_place {
 public:
  masker_in_place(const bytes& key, std::size_t size)
      : cipher_(sortid::detail::plan_of(Id::layout(), 8), key_of(key, size)),
        tweak_(cipher_.tweak(Id::layout().name, Id::layout().prefixed, "user")) {}
  void run(const mask_kernel& kernel, const void* ids, std::size_t n, void* to) const {
    (void)cipher_.run_with(kernel, mask_direction::mask, tweak_, ids, n, to);
    (void)cipher_.run_with(kernel, mask_direction::unmask, tweak_, to, n, to);
  }

 private:
  mask_cipher cipher_;
  mask_tweak tweak_;
};

// The answer is unmasked again: it does not differ.
template <class Id>
void expect_no_traces_of_masks(const auto& differing, const mask_kernel& kernel) {
  static std::array<std::uint8_t, 16 * 200> ids{};
  static std::array<std::uint8_t, 16 * 200> answer{};
  static std::optional<masker_in_place<Id>> masker;
  const auto some = sortid::detail::plan_of(Id::layout(), 8).stored;
  for (std::size_t i = 0; i < 200; ++i)
    sortid::detail::store_id(sizeof(Id), some | sortid::uint128(i), ids.data() + i * sizeof(Id));
  for (const std::size_t key_size : {16U, 32U}) {
    for (static std::size_t n = 1; n < 200; n = n * 2 + 1) {
      EXPECT_EQ(differing(
                    [&](const bytes& key) {
                      masker.emplace(key, key_size);
                      return [&kernel] { masker->run(kernel, ids.data(), n, answer.data()); };
                    },
                    answer),
                "")
          << kernel.name << ' ' << Id::layout().name << ' ' << key_size << ' ' << n;
    }
  }
}

TEST_F(traces, of_masks_on_every_kernel) {
  const auto by_keys = [this](auto make, const auto& answer) { return differing(make, answer); };
  for (const mask_kernel* const kernel : sortid::detail::mask_kernels()) {
    if (!kernel->runs_here()) continue;
    expect_no_traces_of_masks<sortid::ulid>(by_keys, *kernel);
    expect_no_traces_of_masks<sortid::uuidv7>(by_keys, *kernel);
    expect_no_traces_of_masks<sortid::ulid_flake>(by_keys, *kernel);
  }
}

template <class T>
struct room {
  alignas(T) std::array<std::uint8_t, sizeof(T)> bytes{};
};

TEST_F(traces, of_making_and_destroying_keys) {
  static room<mask_cipher> cipher;
  static room<mask_tweak> tweak;
  static room<sortid::mask_key> key_made;
  constexpr std::uint64_t no_answer = 0;
  for (const std::size_t size : {16U, 32U}) {
    EXPECT_EQ(differing(
                  [&](const bytes& key) {
                    return [key, size] {
                      auto* const made = new (key_made.bytes.data()) sortid::mask_key(key_of(key, size));
                      auto* const c = new (cipher.bytes.data())
                          mask_cipher(sortid::detail::plan_of(sortid::ulid_layout, 8), *made);
                      auto* const t = new (tweak.bytes.data()) mask_tweak(c->tweak("typeid", true, "user"));
                      t->~mask_tweak();
                      c->~mask_cipher();
                      made->~mask_key();
                    };
                  },
                  no_answer),
              "")
        << size;
  }
}

// Of the whole library: no word of the key, of what AES makes of it, or of a tweak, after each call.
TEST_F(traces, of_a_masker_of_the_c_abi) {
  static sortid_masker* masker = nullptr;
  static sortid_id id{};
  static sortid_id masked{};
  static std::size_t key_size = 0;
  const auto create = [](sortid_format f) {
    return [f] { (void)sortid_masker_create(f, one_key.data(), key_size, 0, &masker, nullptr); };
  };
  const auto mask = [] { (void)sortid_mask(masker, &id, &masked, nullptr); };
  const auto destroy = [] { sortid_masker_destroy(masker); };
  for (const std::size_t size : {16U, 32U}) {
    key_size = size;
    sortid::detail::aes_keys keys{};
    sortid::detail::expand_key(one_key.data(), size, keys);
    words secrets = words_of(keys.rounds);
    const mask_cipher cipher(sortid::detail::plan_of(sortid::type_id::layout(), 8), key_of(one_key, size));
    for (const mask_tweak& tweak : {cipher.tweak("typeid", true, "user"), cipher.tweak("ulid", false, "")}) {
      const words firsts = words_of(tweak.first);
      secrets.insert(secrets.end(), firsts.begin(), firsts.end());
    }
    std::erase(secrets, 0U);
    const auto expect_none = [&](const words& left, const char* what) {
      for (const std::uint64_t word : secrets)
        EXPECT_EQ(std::count(left.begin(), left.end(), word), 0) << what << size;
    };
    for (const char* const text : {"01ARZ3NDEKTSV4RRFFQ69G5FAV", "user_01h2xcejqtf2nbrexx3vqjhp41"}) {
      const sortid_format f = text[0] == '0' ? SORTID_FORMAT_ULID : SORTID_FORMAT_TYPEID;
      ASSERT_EQ(sortid_parse(f, text, std::strlen(text), &id, nullptr), SORTID_OK);
      expect_none(looked_at.words(create(f)), "created");
      expect_none(looked_at.words(mask), "masked");
      expect_none(looked_at.words(destroy), "destroyed");
    }
  }
}

// --- ids of names ------------------------------------------------------------------------------------------

TEST_F(traces, of_the_id_of_a_name) {
  static sortid::ulid answer;
  for (const std::size_t size : {16U, 32U}) {
    EXPECT_EQ(differing(
                  [&](const bytes& key) {
                    static bytes given;
                    given = key;
                    return [size] {
                      const auto ids = sortid::named_ids<sortid::ulid>::make(std::span(given).first(size));
                      answer = ids->at(1'700'000'000'000, "customers/4711").value();
                    };
                  },
                  answer),
              "")
        << size;
  }
}

}  // namespace
}  // namespace sortid_test
