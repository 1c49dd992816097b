#include <cstdio>

#include <sortid/generator.hpp>
#include <sortid/ulid.hpp>

int main() {
  const auto id = sortid::new_id<sortid::ulid>();
  return id && std::puts(id->to_text().c_str()) >= 0 ? 0 : 1;
}
