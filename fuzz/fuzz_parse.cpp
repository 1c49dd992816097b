// Any bytes as a text of every format.
//
//  1. An error has a reason, a sentence, and a position within the text.
//  2. An accepted text is what its id prints, but for the case of letters, EUID's aliases and its check left
//     out.
//  3. What an id prints is accepted, as that id and as canonical.
//  4. The lenient parse takes what the strict one takes, as the same id; and otherwise only what is the id's
//     text with hyphens, aliases or another case.
//  5. A format known at run time answers as its type.
//  6. detect() names the formats that take the text: those told by text, and uuid where there is no other.
//  7. parse_any() is the first of these, and rejects when there is none.
//  8. A text with one byte changed is rejected, or is another id, or differs in case or alias alone.
//  9. EUID: check_of() answers for every text that parse() takes; parsing without the check takes these and
//     only texts whose symbols are right.
// 10. A text prefix's bounds hold every id whose text begins so.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "../tests/unit/support/allowed.hpp"
#include "holds.hpp"
#include "sortid/formats.hpp"
#include "sortid/range.hpp"

namespace {

using sortid::format;
using sortid::reason;
using sortid_test::folded;

void rejected(const sortid::error& e, std::string_view text, std::string_view name) {
  holds(1, e.why != reason::none, "reason");
  holds(1, e.position <= text.size(), "position");
  const auto sentence = sortid::message(e, name);
  holds(1, !sentence.empty() && sentence.size() < sentence.capacity(), "sentence");
}

// The text without hyphens and aliases, in upper case.
std::string plain(std::string_view text) {
  std::string out;
  for (const char c : folded<sortid::euid>(text)) {
    if (c != '-') out += c;
  }
  return out;
}

template <class Id>
void check_lenient(std::string_view text, const sortid::result<Id>& strict) {
  if constexpr (requires { Id::parse_lenient(text); }) {
    const auto lenient = Id::parse_lenient(text);
    if (strict) holds(4, lenient && lenient->id == *strict, "same id");
    if (!lenient) return rejected(lenient.error(), text, Id::layout().name);
    holds(4, lenient->canonical == (lenient->id.to_text().view() == text), "canonical");
    holds(4, strict || !lenient->canonical, "canonical but rejected");
    const std::string read = plain(text);
    bool same = read == plain(lenient->id.to_text());
    if constexpr (std::is_same_v<Id, sortid::euid>)
      same = same || read == lenient->id.to_text_unchecked().view();
    if constexpr (Id::layout().text == sortid::text_form::uuid_hex) {
      // No alias is among the digits.
      for (const char c : text)
        same = same && c != 'O' && c != 'o' && c != 'I' && c != 'i' && c != 'L' && c != 'l';
    }
    holds(4, same, "another id");
  }
}

template <class Id>
bool check_format(std::string_view text, std::string_view changed) {
  const auto id = Id::parse(text);
  const auto some = format::of<Id>().parse(text);
  holds(5, some.has_value() == id.has_value() && some.error() == id.error(), "run time");
  check_lenient<Id>(text, id);
  if (!id) {
    rejected(id.error(), text, Id::layout().name);
    return false;
  }
  const auto canonical = id->to_text();
  bool same = folded<Id>(text) == canonical.view();
  if constexpr (std::is_same_v<Id, sortid::euid>)
    same = same || folded<Id>(text) == id->to_text_unchecked().view();
  holds(2, same, "prints something else");
  const auto again = Id::parse(canonical);
  holds(3, again && *again == *id, "text");
  if constexpr (requires { Id::parse_lenient(text); })
    holds(3, Id::parse_lenient(canonical)->canonical, "canonical");
  holds(5, some->to_text() == canonical && some->format == format::of<Id>(), "text at run time");
  const auto other = Id::parse(changed);
  if (other && *other == *id) {
    bool same_symbols = folded<Id>(text) == folded<Id>(changed);
    if constexpr (std::is_same_v<Id, sortid::euid>)
      same_symbols = same_symbols || folded<Id>(text).substr(0, 25) == folded<Id>(changed).substr(0, 25);
    holds(8, same_symbols, "one id, two texts");
  }
  return true;
}

void check_euid(std::string_view text) {
  using sortid::euid;
  const auto id = euid::parse(text);
  const auto check = euid::check_of(text);
  const auto unverified = euid::parse_skipping_check(text);
  if (id) {
    holds(9, check.has_value() && unverified && *unverified == *id, "answers");
    holds(9, (*check == euid::check::valid) == (folded<euid>(text) == id->to_text().view()), "valid or none");
  } else {
    holds(9, unverified.has_value() == (id.error().why == reason::checksum), "symbols");
  }
  if (!check) rejected(check.error(), text, "euid");
  if (!unverified) rejected(unverified.error(), text, "euid");
}

void check_prefix(std::string_view text) {
  using sortid::uid11;
  const auto ids = sortid::ids_with_text_prefix<uid11>(text);
  if (!ids) return rejected(ids.error(), text, "uid11");
  holds(10, ids->first <= ids->last, "order");
  holds(10, ids->first.to_text().view().starts_with(text) && ids->last.to_text().view().starts_with(text),
        "ends");
  const std::uint64_t first = ids->first.number();
  const std::uint64_t last = ids->last.number();
  if (first != 0) holds(10, !uid11::from_number(first - 1)->to_text().view().starts_with(text), "before");
  if (~last != 0) holds(10, !uid11::from_number(last + 1)->to_text().view().starts_with(text), "after");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  std::string changed = text;
  if (size > 1) {
    // Which byte is changed, and to what, is drawn from the text itself.
    std::size_t sum = 0;
    for (const char c : text) sum = sum * 31 + static_cast<unsigned char>(c);
    changed[sum % size] = text[sum / size % size];
  }
  const auto formats = sortid::detect(text);
  bool told = false;
  sortid::format_list::for_each([&]<class Id>(std::type_identity<Id>) {
    const bool taken = check_format<Id>(text, changed);
    bool detected = false;
    for (const format f : formats) detected = detected || f == format::of<Id>();
    switch (Id::layout().detection) {
      case sortid::detection::by_text:
        holds(6, detected == taken, "by text");
        break;
      case sortid::detection::fallback:
        holds(6, detected == (taken && !told), "fallback");
        break;
      case sortid::detection::by_name:
        holds(6, !detected, "by name");
        break;
    }
    told = told || detected;
  });
  const auto any = sortid::parse_any(text);
  holds(7, any.has_value() == !formats.empty(), "some format");
  if (any) {
    holds(7, any->format == formats[0], "the first");
  } else {
    rejected(any.error(), text, "");
  }
  using user = sortid::typed_id<"user">;
  const auto typed = user::parse(text);
  const auto untyped = sortid::type_id::parse(text);
  holds(5, typed.has_value() == (untyped && untyped->prefix() == "user"), "typed_id");
  if (!typed) rejected(typed.error(), text, "typeid");
  check_euid(text);
  check_prefix(text);
  return 0;
}
