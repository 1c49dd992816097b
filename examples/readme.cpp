// The README's program, whole.
// [all]
#include <iostream>

#include <sortid/generator.hpp>
#include <sortid/ulid.hpp>

int main() {
  const auto id = sortid::new_id<sortid::ulid>();
  if (!id) return 1;  // no entropy, or a clock outside the format's time
  std::cout << *id << " was made at " << id->unix_ms() << " ms\n";

  const auto read = sortid::ulid::parse("01ARZ3NDEKTSV4RRFFQ69G5FAU");
  if (!read)
    std::cout << sortid::message(read.error(), "ulid") << '\n';  // 'U' at position 25 is not a symbol of ulid
}
// [/all]
