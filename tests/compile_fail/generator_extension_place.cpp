// error: a generator makes an extension where EUID has it
#include <sortid/generator.hpp>

inline constexpr sortid::layout moved = [] {
  sortid::layout l = sortid::euid_layout;
  l.fields = {{{"timestamp", 44, sortid::role::timestamp},
               {"extension", 15, sortid::role::extension},
               {"extension_length", 4, sortid::role::extension_length},
               {"randomness", 65, sortid::role::random}}};
  return l;
}();
struct moved_euid : sortid::detail::basic_id<moved_euid, moved> {};
const auto salvaged = moved_euid::parse("C8ZM14GR4JXG0MQXVY18S8TJNA6");
#ifdef SHOULD_FAIL
const sortid::mint_plan<moved_euid> bad;
#endif
