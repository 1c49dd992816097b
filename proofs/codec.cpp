// What proofs/codec.py proves: the scalar codec behind every id type's functions, as the headers have it.
// Nothing here computes.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>

#include "sortid/formats.hpp"
#include "words.hpp"

namespace {

// By each way to see its symbols.
template <class Text>
bool is_whole(const Text& text, std::size_t size) {
  const std::string_view view = text;
  return text.size() == size && text.begin() == text.c_str() && text.end() == text.c_str() + size &&
         text.data() == text.c_str() && view.data() == text.c_str() && view.size() == size;
}

// Results are not const: the error() of one that is refers to one of two objects, which the executor does not
// follow.
template <class Id>
struct probe {
  static bool answer(sortid::result<Id> id, word64* out) {
    put(id.error(), out);
    if (!id) return false;
    put(id->number(), out);
    if constexpr (requires { id->prefix(); }) return id->prefix().empty();
    return true;
  }
  static bool parse(const char* text, std::size_t size, word64* out) {
    return answer(Id::parse({text, size}), out);
  }
  static bool lenient(const char* text, std::size_t size, word64* out) {
    auto id = Id::parse_lenient({text, size});
    put(id.error(), out);
    if (!id) return false;
    put(id->id.number(), out);
    out[6] = id->canonical;
    return true;
  }
  static bool number(const word64* in, word64* out) {
    return answer(Id::from_number(value_at<typename Id::value_type>(in)), out);
  }
  static bool write(const word64* in, char* to, std::size_t room) {
    const char* const end = with_bits<Id>(in).write_to(to, to + room);
    return end == to + Id::text_size();
  }
  static bool text(const word64* in, char* to, std::size_t) {
    const auto text = with_bits<Id>(in).to_text();
    static_assert(sizeof text >= Id::text_size() + 1);
    std::memcpy(to, text.c_str(), Id::text_size() + 1);
    return is_whole(text, Id::text_size());
  }
};

template <class Id>
concept reads_leniently = requires {
  Id::parse_lenient("");
};

// That all of it is constant expressions; and that no other function has one of the names, or a lenient parse
// the formats that are said to have none.
template <class Id, bool Lenient>
consteval bool is_constant() {
  static_assert(std::is_trivially_copyable_v<Id>);
  static_assert(sizeof(Id) == 8 || alignof(Id) == 1);  // 16 bytes of a column may lie anywhere
  constexpr auto parse = &Id::parse;
  constexpr auto from_number = &Id::from_number;
  constexpr auto write_to = &Id::write_to;
  constexpr auto to_text = &Id::to_text;
  const Id id = *from_number(Id::min().number());
  char written[Id::text_size()]{};
  bool good = (id.*write_to)(written, written + sizeof written) == written + sizeof written &&
              std::string_view(written, sizeof written) == (id.*to_text)().view() &&
              *parse((id.*to_text)().view()) == id && !parse("");
  if constexpr (Lenient) {
    constexpr auto parse_lenient = &Id::parse_lenient;
    good = good && parse_lenient((id.*to_text)().view())->canonical && !parse_lenient("-");
  } else {
    good = good && !reads_leniently<Id>;
  }
  return good;
}

// TypeID: a prefix stands before the suffix, as bytes of which the unused ones are 0.
void put(std::string_view prefix, word64* out) {
  char bytes[64]{};
  for (std::size_t i = 0; i < 63; ++i) bytes[i] = i < prefix.size() ? prefix[i] : '\0';
  bytes[63] = static_cast<char>(prefix.size());
  std::memcpy(out, bytes, sizeof bytes);
}

}  // namespace

#define SORTID_READS(name, id, function)                                                      \
  extern "C" bool name##_##function(const char* text, std::size_t size, std::uint64_t* out) { \
    return probe<sortid::id>::function(text, size, out);                                      \
  }
#define SORTID_WRITES(name, id, function)                                                  \
  extern "C" bool name##_##function(const std::uint64_t* in, char* to, std::size_t room) { \
    return probe<sortid::id>::function(in, to, room);                                      \
  }
#define SORTID_CODEC(name, id, lenient)                                        \
  static_assert(is_constant<sortid::id, lenient>());                           \
  SORTID_READS(name, id, parse)                                                \
  SORTID_WRITES(name, id, write)                                               \
  SORTID_WRITES(name, id, text)                                                \
  extern "C" bool name##_number(const std::uint64_t* in, std::uint64_t* out) { \
    return probe<sortid::id>::number(in, out);                                 \
  }
#define SORTID_LENIENT(name, id) \
  SORTID_CODEC(name, id, true)   \
  SORTID_READS(name, id, lenient)

SORTID_LENIENT(ulid, ulid)
SORTID_LENIENT(uuidv7, uuidv7)
SORTID_LENIENT(uuid, uuid)
SORTID_LENIENT(euid, euid)
SORTID_LENIENT(ulid_flake, ulid_flake)
SORTID_LENIENT(ulid_flake_scalable, ulid_flake_scalable)
SORTID_CODEC(xid, xid, false)
SORTID_CODEC(uid11, uid11, false)
SORTID_CODEC(uid11_fullrand, uid11_fullrand, false)
SORTID_CODEC(uid11_snowish, uid11_snowish, false)
SORTID_CODEC(uid11_ts_seq_rand, uid11_ts_seq_rand, false)

static_assert([] {
  constexpr auto parse = &sortid::type_id::parse;
  constexpr auto from_number = &sortid::type_id::from_number;
  constexpr auto write_to = &sortid::type_id::write_to;
  constexpr auto to_text = &sortid::type_id::to_text;
  const auto id = parse("user_01h455vb4pex5vsknk084sn02q");
  char written[31]{};
  return *parse((*id.*to_text)().view()) == *id && (*id.*write_to)(written, written + 31) == written + 31 &&
         std::string_view(written, 31) == id->to_text().view() &&
         from_number(id->number())->uuid() == id->uuid();
}());
static_assert(!reads_leniently<sortid::type_id> && std::is_trivially_copyable_v<sortid::type_id>);

extern "C" {
bool typeid_parse(const char* text, std::size_t size, std::uint64_t* out) {
  auto id = sortid::type_id::parse({text, size});
  put(id.error(), out);
  if (!id) return false;
  put(id->number(), out);
  put(id->prefix(), out + 6);
  return true;
}
bool typeid_number(const std::uint64_t* in, std::uint64_t* out) {
  return probe<sortid::type_id>::number(in, out);
}
// `in`: the number, then how long the prefix is; the prefix stands in `to` and is read before anything is
// written.
bool typeid_write(const std::uint64_t* in, char* to, std::size_t room) {
  const auto prefix = sortid::type_prefix::parse({to, in[2]});
  if (!prefix) return false;
  const sortid::type_id id(*prefix, sortid::uuid(value_at<sortid::uint128>(in)));
  const char* const end = id.write_to(to, to + room);
  return end == to + id.text_size();
}
bool typeid_text(const std::uint64_t* in, char* to, std::size_t) {
  const auto prefix = sortid::type_prefix::parse({to, in[2]});
  if (!prefix) return false;
  const auto text = sortid::type_id(*prefix, sortid::uuid(value_at<sortid::uint128>(in))).to_text();
  const std::size_t size = in[2] + (in[2] == 0 ? 0 : 1) + 26;
  std::memcpy(to, text.c_str(), size + 1);
  return is_whole(text, size);
}
// The struct that a lenient parse reads, as it lies in memory.
void unhyphenated(const char* text, std::size_t size, char* out) {
  const sortid::detail::unhyphenated plain({text, size});
  std::memcpy(out, &plain, sizeof plain);
}
}
