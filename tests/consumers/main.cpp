// What every consumer builds: a ULID from its specification, read back as text and as Unix milliseconds.
// CORE_ONLY: the headers alone, nothing to link.
#include <cstdio>
#include <string>

#include <sortid/ulid.hpp>
#include <sortid/version.hpp>

int main() {
  static_assert(!sortid::library_version.empty());
  const auto id = sortid::ulid::parse("01ARZ3NDEKTSV4RRFFQ69G5FAV");
  if (!id) return 1;
  const std::string text{id->to_text().view()};
  std::printf("%s %lld\n", text.c_str(), static_cast<long long>(id->unix_ms()));
}
