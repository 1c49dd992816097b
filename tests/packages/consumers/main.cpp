// What every consumer builds: a ULID from its specification, read back as text and as Unix milliseconds.
// CORE_ONLY: the headers alone, nothing to link.
#include <cstdio>
#include <string>

#include <sortid/ulid.hpp>
#include <sortid/version.hpp>
#ifndef CORE_ONLY
#include <sortid/generator.hpp>
#endif

int main() {
  static_assert(!sortid::library_version.empty());
  const auto id = sortid::ulid::parse("01ARZ3NDEKTSV4RRFFQ69G5FAV");
  if (!id) return 1;
#ifndef CORE_ONLY
  if (!sortid::new_id<sortid::ulid>()) return 1;  // the system's clock and entropy are in the library
#endif
  const std::string text{id->to_text().view()};
  std::printf("%s %lld\n", text.c_str(), static_cast<long long>(id->unix_ms()));
}
