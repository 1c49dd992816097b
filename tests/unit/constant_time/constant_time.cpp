// Run by constant_time.py. Under memcheck keys and ids are marked as bytes that nobody has written, and each
// branch and each address that depends on one is reported, in the machine code as it is built. Two functions
// that look up and branch by a secret must be reported, and what was made of a secret must be one, or nothing
// was shown.
//
// memcheck takes what the processor's AES instructions make for no secret. So with SEED the same is done with
// other secrets, for whoever compares the instructions and the addresses of two runs.
//
//   constant_time [SEED [planted]]
#include <valgrind/memcheck.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <span>
#include <string_view>
#include <vector>

#include "mask/aes.hpp"
#include "random/chacha20.hpp"
#include "sortid/detail/sha256.hpp"

namespace {

using namespace sortid::detail;

std::uint64_t seed = 0;  // of the secrets; 0 where memcheck is to see them

template <class T>
void keep_secret(T& what) {
  VALGRIND_MAKE_MEM_UNDEFINED(&what, sizeof what);
  if (seed == 0) return;
  std::uint64_t draws = seed;
  for (std::size_t i = 0; i < sizeof what; ++i) {
    draws = draws * 6'364'136'223'846'793'005U + 1'442'695'040'888'963'407U;
    reinterpret_cast<unsigned char*>(&what)[i] = static_cast<unsigned char>(draws >> 56U);
  }
}

template <class T>
void tell(T& what) {
  VALGRIND_MAKE_MEM_DEFINED(&what, sizeof what);
}

bool lost = false;
// What comes out is as secret as what went in; else memcheck lost sight of it.
void expect_secret(const char* name, const void* what, std::size_t size) {
  if (seed != 0) return;
  std::vector<unsigned char> unwritten(size);
  (void)VALGRIND_GET_VBITS(what, unwritten.data(), size);
  const auto is_told = [](unsigned char bits) { return bits == 0; };
  if (std::none_of(unwritten.begin(), unwritten.end(), is_told)) return;
  std::printf("%s: what it made is no secret to memcheck\n", name);
  lost = true;
}

// Branches and addresses by a secret that a call was found to have.
template <class Call>
unsigned found(const char* name, Call call) {
  const unsigned before = VALGRIND_COUNT_ERRORS;
  call();
  const unsigned now = VALGRIND_COUNT_ERRORS - before;
  if (seed == 0) std::printf("%-40s %u\n", name, now);
  return now;
}

alignas(16) std::array<std::uint8_t, 64 * 16> ids{};
std::array<std::uint8_t, 32> key{};
volatile int sink;

unsigned masks() {
  unsigned all = 0;
  aes_keys keys{};
  for (const std::size_t size : {std::size_t{16}, std::size_t{32}}) {
    keep_secret(key);
    all += found(size == 16 ? "expand_key, 128 bits" : "expand_key, 256 bits",
                 [&] { expand_key(key.data(), size, keys); });
    for (const mask_kernel* const kernel : mask_kernels()) {
      if (!kernel->runs_here()) continue;
      for (const auto direction : {sortid::mask_direction::mask, sortid::mask_direction::unmask}) {
        mask_tweak tweak{};
        mask_cuts cuts{};
        mask_moves moves{};
        std::fill_n(reinterpret_cast<std::uint8_t*>(&cuts), sizeof cuts, static_cast<std::uint8_t>(0xFF));
        moves.over = moves.right = 2;
        keep_secret(tweak);
        keep_secret(ids);
        all += found(kernel->name.data(), [&] {
          // Whole groups, and a rest.
          for (const std::size_t n : {std::size_t{64}, std::size_t{37}, std::size_t{1}}) {
            kernel->run(direction, tweak, keys, cuts, ids.data(), n, ids.data());
            if (kernel->run_ids != nullptr)
              kernel->run_ids(direction, tweak, keys, cuts, moves, ids.data(), n, ids.data());
          }
        });
        if (kernel == &portable_mask_kernel) expect_secret(kernel->name.data(), ids.data(), ids.size());
        tell(tweak);
      }
    }
    tell(keys);
  }
  return all;
}

unsigned named_ids() {
  std::array<char, 200> name{};
  keep_secret(name);
  keep_secret(key);
  return found("HMAC-SHA256", [&] {
    const hmac_sha256 under(key);
    const auto digest =
        under.of(std::array{std::string_view(name.data(), 3), std::string_view(name.data(), name.size())});
    expect_secret("HMAC-SHA256", digest.data(), digest.size());
  });
}

unsigned random_bytes() {
  unsigned all = 0;
  std::size_t count = 0;
  const chacha20_kernel* const kernels = chacha20_kernels(count);
  std::vector<unsigned char> to(chacha20_bytes);
  for (const chacha20_kernel& kernel : std::span(kernels, count)) {
    if (!kernel.runs_here()) continue;
    chacha20_key secret{};
    keep_secret(secret);
    all += found(kernel.name, [&] { kernel.blocks(secret, {0, 1, 2, 3}, to.data()); });
    expect_secret(kernel.name, to.data(), to.size());
  }
  return all;
}

// As tables and early ends have it.
bool planted_are_found() {
  static const std::array<std::uint8_t, 256> box{1, 2, 3};
  keep_secret(key);
  const unsigned looked_up = found("planted: looked up by a secret",
                                   [] { sink = *static_cast<const volatile std::uint8_t*>(&box[key[0]]); });
  const unsigned branched = found("planted: a branch by a secret", [] {
    if (key[1] > 3) sink = 1;
  });
  return looked_up != 0 && branched != 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (RUNNING_ON_VALGRIND == 0) {
    std::fprintf(stderr, "to be run by valgrind\n");
    return 2;
  }
  // One digit, so that to read it takes the same way each time.
  if (argc > 1) seed = static_cast<std::uint64_t>(argv[1][0]);
  const bool can_fail = seed != 0 || planted_are_found();
  if (argc > 2) (void)planted_are_found();
  const unsigned all = masks() + named_ids() + random_bytes();
  return can_fail && !lost && all == 0 ? 0 : 1;
}
