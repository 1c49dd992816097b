// The batch functions beside the scalar codec: what a kernel set answers is compared with Id::parse and
// to_text, byte by byte of the memory it was given. Each function returns what is wrong, or nothing; used by
// tests and fuzz targets. The functions are compiled once, in every_kernel.cpp, for all of
// for_every_batch_id: anew in each test they would take the compiler minutes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "support/batch_ids.hpp"

namespace sortid_test {

using sortid::kernel_set;

// The names of all kernel sets; a machine has some of them.
inline constexpr std::string_view all_kernel_sets[] = {"avx512", "avx2", "ssse3", "neon", "scalar"};

inline std::string shown(const sortid::error& e) {
  return std::string(sortid::name_of(e.why)) + " at " + std::to_string(e.position) + " (" +
         std::to_string(e.expected) + ", " + std::to_string(e.found) + ")";
}

// A byte that tells its place, so that what is moved or overwritten shows.
inline char pattern_at(std::size_t i) { return static_cast<char>(0xA5U ^ (i * 7U)); }

// Ids in memory of their own, each place filled with a pattern.
template <batch_id Id>
std::vector<Id> patterned_ids(std::size_t n) {
  std::vector<Id> ids(n);
  auto* bytes = reinterpret_cast<char*>(ids.data());
  for (std::size_t i = 0; i < n * sizeof(Id); ++i) bytes[i] = pattern_at(i);
  return ids;
}

template <class T>
bool same_bytes(const T& a, const T& b) {
  return std::memcmp(&a, &b, sizeof(T)) == 0;
}

// What Id::parse says of each text.
template <batch_id Id>
std::vector<sortid::result<Id>> parsed(std::string_view texts, std::size_t stride, std::size_t n);

template <class Id>
std::size_t first_bad(const std::vector<sortid::result<Id>>& expected) {
  const auto at = std::find_if(expected.begin(), expected.end(), [](const auto& r) { return !r; });
  return static_cast<std::size_t>(at - expected.begin());
}

inline std::string at_text(std::string_view what, std::size_t i, std::size_t n) {
  return std::string(what) + " " + std::to_string(i) + " of " + std::to_string(n);
}

// An answer for each text, and the ids there: the good ones are read, the others' places are as they were.
template <batch_id Id>
std::string wrong_in_reading_each(const kernel_set& set, std::string_view texts, std::size_t stride,
                                  const std::vector<sortid::result<Id>>& expected, Id* ids);

// Reading until a text is rejected: the ids before it are read, its own place is as it was, and those behind
// it are as they were or read.
template <batch_id Id>
std::string wrong_in_reading_on(const kernel_set& set, std::string_view texts, std::size_t stride,
                                const std::vector<sortid::result<Id>>& expected, Id* ids);

// The kernels themselves, by their contract: answers as bits, nothing need be aligned.
template <batch_id Id>
std::string wrong_in_kernel(const kernel_set& set, std::string_view texts, std::size_t stride,
                            const std::vector<sortid::result<Id>>& expected, char* ids);

// All of these, by one set.
template <batch_id Id>
std::string wrong_in_reading(const kernel_set& set, std::string_view texts, std::size_t stride,
                             const std::vector<sortid::result<Id>>& expected);

// What memory of `size` bytes holds when the ids' texts are written from its beginning on, and nothing beside
// them.
template <batch_id Id>
std::string written(std::span<const Id> ids, std::size_t stride, std::size_t size);

// Writes into `memory`, which is filled with the pattern first and holds the texts at last.
template <batch_id Id>
std::string wrong_in_writing(const kernel_set& set, std::span<const Id> ids, std::size_t stride,
                             std::span<char> memory);

// One text by all sets and by the functions for a single one: alone, and at every place among 17 good ones.
template <batch_id Id>
std::string wrong_in_reading_one(std::string_view text);

// One id, likewise.
template <batch_id Id>
std::string wrong_in_writing_one(const Id& id);

// Has the functions above compiled; never called.
void compile_for_every_batch_id(const void* volatile& to);

}  // namespace sortid_test
