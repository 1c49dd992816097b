// Reading ids: strictly, leniently, of any format; text, bytes and numbers of them.
#include <cstdio>
#include <string>

#include <sortid/find_ids.hpp>
#include <sortid/formats.hpp>
#include <sortid/ulid.hpp>

namespace {

// [parse]
// The id's Unix milliseconds, or -1 and a sentence on standard error.
long long milliseconds_of(std::string_view text) {
  const auto id = sortid::ulid::parse(text);
  if (!id) {
    std::fprintf(stderr, "%s\n", sortid::message(id.error(), sortid::ulid::layout().name).c_str());
    return -1;
  }
  return id->unix_ms();
}
// [/parse]

// [verbs]
// The same in one expression, in the way of std::expected.
std::int64_t milliseconds_or_0(std::string_view text) {
  return sortid::ulid::parse(text).transform([](const sortid::ulid& id) { return id.unix_ms(); }).value_or(0);
}
// [/verbs]

bool text_and_back() {
  // [text]
  using namespace sortid::literals;
  constexpr sortid::ulid id = "01ARZ3NDEKTSV4RRFFQ69G5FAV"_ulid;  // checked by the compiler

  const std::string owned = id.to_text();  // a std::string
  const auto in_place = id.to_text();      // no allocation; view() and c_str()
  char buffer[64];
  char* const end = id.write_to(buffer, buffer + sizeof buffer);  // no NUL; nullptr when it does not fit
  // [/text]
  return owned == in_place.view() && end == buffer + sortid::ulid::text_size();
}

bool bytes_and_numbers() {
  // [bits]
  const auto id = sortid::ulid::parse("01ARZ3NDEKTSV4RRFFQ69G5FAV").value();

  const std::array<std::uint8_t, 16> wire = id.bytes();  // network order: memcmp is the order of the ids
  const sortid::uint128 number = id.number();            // two words, hi and lo

  const auto from_wire = sortid::ulid::from_bytes(wire);
  const auto from_number = sortid::ulid::from_number(number);
  // [/bits]
  return from_wire && from_number && *from_wire == id && *from_number == id &&
         wire.front() == number.hi >> 56;
}

bool fields() {
  // [fields]
  const auto id = sortid::ulid::parse("01ARZ3NDEKTSV4RRFFQ69G5FAV").value();
  const sortid::timestamp timestamp = id.timestamp();  // milliseconds since the format's epoch
  const std::int64_t unix_ms = id.unix_ms();           // milliseconds since 1970
  const sortid::uint128 randomness = id.randomness();  // the low 80 bits
  // [/fields]
  return timestamp.since_epoch == 1469922850259 && unix_ms == 1469922850259 && randomness.hi == 0xD676;
}

bool leniently() {
  // [lenient]
  // Strict is the default. Another parse reads what people type: aliases (o for 0, l for 1) and hyphens.
  const auto read = sortid::ulid::parse_lenient("o1arz3ndek-tsv4rrffq69g5fav");
  const bool same_id = read && read->id == sortid::ulid::parse("01ARZ3NDEKTSV4RRFFQ69G5FAV").value();
  const bool as_written = read && read->canonical;  // false: the text is not how the id is written
  // [/lenient]
  return same_id && !as_written;
}

bool any_format() {
  // [any]
  // A text of any format: the likeliest one, and what else it could be.
  const std::string_view text = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
  const auto id = sortid::parse_any(text);
  if (!id) {
    const auto f = sortid::meant(text);  // the format that it was meant to be, if any
    std::puts(sortid::message(id.error(), f ? f->name() : "id").c_str());
    return false;
  }
  std::printf("%s %s\n", id->format.name().data(), id->to_text().c_str());  // ulid 01ARZ…
  for (const sortid::format f : sortid::detect("00CMXB6TAK4SA")) {
    std::printf("%s\n", f.name().data());  // ulid-flake, then ulid-flake-scalable
  }
  // [/any]
  // [find]
  // The ids inside a text, with their places in it.
  const std::string_view line =
      "GET /orders/01ARZ3NDEKTSV4RRFFQ69G5FAV?after=user_2x4y6z8a0b1c2d3e4f5g6h7j8k 200";
  sortid::find_ids(line, sortid::formats_in_text(), [](const sortid::found_id& found) {
    // 12 ulid 01ARZ3NDEKTSV4RRFFQ69G5FAV, then 45 typeid user_2x4y6z8a0b1c2d3e4f5g6h7j8k
    std::printf("%d %s %s\n", static_cast<int>(found.offset), found.format.name().data(),
                std::string(found.text).c_str());
  });
  // [/find]
  // [named]
  // A format named at run time.
  const auto format = sortid::format::find("euid");
  const auto euid = format->parse("C8ZM14GR4JXG0MQXVY18S8TJNA6");
  // visit() hands over the id with its own type.
  const auto symbols = euid->visit([](const auto& typed) { return typed.text_size(); });
  // [/named]
  return id->format == sortid::format::of<sortid::ulid>() && symbols == 27;
}

}  // namespace

int main() {
  const bool good = milliseconds_of("01ARZ3NDEKTSV4RRFFQ69G5FAV") == 1469922850259 &&
                    milliseconds_of("01ARZ3NDEK") == -1 && milliseconds_or_0("01ARZ3NDEK") == 0 &&
                    text_and_back() && bytes_and_numbers() && fields() && leniently() && any_format();
  return good ? 0 : 1;
}
