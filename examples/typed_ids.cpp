// TypeIDs: the prefix as a value, and the prefix as a C++ type.
#include <cstdio>
#include <string>
#include <unordered_map>

#include <sortid/generator.hpp>
#include <sortid/type_id.hpp>

namespace {

// [typed]
using user_id = sortid::typed_id<"user">;
using order_id = sortid::typed_id<"order">;

struct order {
  order_id id;
  user_id buyer;  // an order_id does not fit here: it does not compile
};

// The text of another prefix does not parse.
bool is_user(std::string_view text) { return user_id::parse(text).has_value(); }
// [/typed]

bool prefix_as_a_value() {
  // [value]
  const auto id = sortid::type_id::parse("user_2x4y6z8a0b1c2d3e4f5g6h7j8k");
  if (!id) return false;
  const std::string_view prefix = id->prefix();   // user
  const sortid::uuid uuid = id->uuid();           // its 128 bits, of any version
  const auto when = id->unix_ms();                // none: this UUID is not of version 7
  const auto typed = user_id::from_type_id(*id);  // rejected with `prefix` for another type
  const sortid::type_id again = typed->untyped();
  // [/value]
  return prefix == "user" && uuid == again.uuid() && !when && again == *id;
}

bool made() {
  // [make]
  // The untyped generator puts the prefix in front; a typed one needs no option.
  auto ids = sortid::generator<sortid::type_id>::make({.prefix = *sortid::type_prefix::parse("user")});
  const auto untyped = ids->next();              // user_01…
  const auto typed = sortid::new_id<user_id>();  // user_01…, 16 bytes
  // [/make]
  if (!untyped || !typed) return false;
  std::printf("%s\n%s\n", untyped->to_text().c_str(), typed->to_text().c_str());
  std::unordered_map<user_id, std::string> names;  // hash and order come with every id
  names[*typed] = "Ada";
  return untyped->prefix() == "user" && names.count(*typed) == 1 && sizeof(user_id) == 16 && typed->unix_ms();
}

}  // namespace

int main() {
  const order_id bought = *sortid::new_id<order_id>();
  const user_id buyer = *sortid::new_id<user_id>();
  const order first{bought, buyer};
  const bool told_apart = is_user(first.buyer.to_text()) && !is_user(first.id.to_text());
  return told_apart && prefix_as_a_value() && made() ? 0 : 1;
}
