// What g++ 12 cannot show: std::format of ids, and results as std::expected. Built with a newer compiler and
// library.
#include <concepts>
#include <cstdio>
#include <expected>
#include <format>
#include <memory>
#include <utility>

#include "sortid/formats.hpp"
#include "sortid/std_format.hpp"

#if !defined(__cpp_lib_format) || !defined(__cpp_lib_expected)
#error "this compiler's library has no std::format or no std::expected"
#endif

namespace {

int failures = 0;

void expect(bool holds, const char* what) {
  if (holds) return;
  std::printf("does not hold: %s\n", what);
  ++failures;
}

}  // namespace

int main() {
  using namespace sortid::literals;
  const auto id = "01ARZ3NDEKTSV4RRFFQ69G5FAV"_ulid;
  expect(std::format("{}", id) == "01ARZ3NDEKTSV4RRFFQ69G5FAV", "a ULID formats as its text");
  expect(std::format("{:>28}|", id) == "  01ARZ3NDEKTSV4RRFFQ69G5FAV|",
         "width and alignment are those of a string");
  expect(std::format("{}", "user_2x4y6z8a0b1c2d3e4f5g6h7j8k"_typeid) == "user_2x4y6z8a0b1c2d3e4f5g6h7j8k",
         "a TypeID too");

  const std::expected<sortid::ulid, sortid::error> good = sortid::ulid::parse("01ARZ3NDEKTSV4RRFFQ69G5FAV");
  expect(good.has_value() && *good == id, "a parsed id is an expected value");
  const std::expected<sortid::ulid, sortid::error> bad = sortid::ulid::parse("8ZZZZZZZZZZZZZZZZZZZZZZZZZ");
  expect(!bad && bad.error().why == sortid::reason::overflow, "an error is an unexpected one");

  // A generator, say, moves but is not copied.
  const auto made = [](bool well) -> sortid::result<std::unique_ptr<int>> {
    if (!well) return sortid::error{sortid::reason::range, 1, 2, 3};
    return std::make_unique<int>(7);
  };
  using expected_pointer = std::expected<std::unique_ptr<int>, sortid::error>;
  expected_pointer moved = made(true);
  expect(moved.has_value() && **moved == 7, "a result is moved into an expected value");
  auto kept = made(true);
  moved = std::move(kept);
  expect(moved.has_value() && **moved == 7, "a named one too, when it is given away");
  const expected_pointer rejected = made(false);
  expect(!rejected && rejected.error() == sortid::error{sortid::reason::range, 1, 2, 3},
         "and its error into an unexpected one");
  static_assert(!std::convertible_to<const sortid::result<std::unique_ptr<int>>&, expected_pointer>,
                "what does not copy converts from a result given away alone");
  static_assert(
      std::convertible_to<const sortid::result<sortid::ulid>&, std::expected<sortid::ulid, sortid::error>>);
  return failures == 0 ? 0 : 1;
}
