// The six reasons, one text each, and the sentence that goes with it.
#include <cstdio>

#include <sortid/euid.hpp>
#include <sortid/type_id.hpp>
#include <sortid/uid11.hpp>
#include <sortid/ulid.hpp>
#include <sortid/uuidv7.hpp>

namespace {

using sortid::reason;

template <class Id>
bool rejected(std::string_view text, reason why, std::uint32_t position) {
  const auto id = Id::parse(text);
  if (id) return false;
  const sortid::error& e = id.error();
  std::printf("%-10s %s\n", sortid::name_of(e.why).data(), sortid::message(e, Id::layout().name).c_str());
  return e.why == why && e.position == position;
}

// [handle]
enum class answer { taken, typing_error, not_ours };

answer look_at(std::string_view text) {
  const auto id = sortid::euid::parse(text);
  if (id) return answer::taken;
  switch (id.error().why) {
    case reason::length:
    case reason::character:
    case reason::checksum:
      return answer::typing_error;  // error().position says where
    default:
      return answer::not_ours;
  }
}
// [/handle]

}  // namespace

int main() {
  bool good = true;
  good &= rejected<sortid::ulid>("01ARZ3NDEKTSV4RRFFQ69G5FA", reason::length, 25);
  good &= rejected<sortid::ulid>("01ARZ3NDEKTSV4RRFFQ69G5FAU", reason::character, 25);
  good &= rejected<sortid::ulid>("80000000000000000000000000", reason::overflow, 0);
  good &= rejected<sortid::euid>("C8X2HA87098A0W837DX13FEAWVV", reason::checksum, 25);
  good &= rejected<sortid::type_id>("User_2x4y6z8a0b1c2d3e4f5g6h7j8k", reason::prefix, 0);
  good &= rejected<sortid::uuidv7>("018fb1c8-5d6e-4a2b-9c3d-4e5f60718293", reason::range, 14);
  good &= look_at("C8ZM14GR4JXG0MQXVY18S8TJNA6") == answer::taken;
  good &= look_at("C8X2HA87098A0W837DX13FEAWVV") == answer::typing_error;
  return good ? 0 : 1;
}
