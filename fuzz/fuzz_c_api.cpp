// Any bytes as the arguments of the C ABI: numbers that stand for nothing, ids that no function made, buffers
// of any size.
//
//  1. No call crashes, reads or writes beside what it was given, or leaves a status that sortid.h does not
//     name.
//  2. The error that is written has the status that was returned; its sentence fits its buffer; its position
//     is in the text.
//  3. What is rejected is written nowhere.
//  4. An id that was read is taken by every function that takes ids; its text is read as the same bytes.
//  5. A text is written whole, with its NUL, or not at all; its size is told either way.
//  6. An id that no function made is rejected by all functions for one reason, or is an id: its text is read
//     as that id.
//  7. A row of texts is read as one text after the other is, in place too.
//  8. A conversion there and back is the id again.
#include <sortid.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "holds.hpp"

namespace {

// What is drawn from the input, byte by byte; zeros behind its end.
class input {
 public:
  input(const std::uint8_t* data, std::size_t size) : at_(data), left_(size) {}
  template <class T>
  T take() {
    T value{};
    const std::size_t size = std::min(left_, sizeof value);
    if (size != 0) std::memcpy(&value, at_, size);
    at_ += size;
    left_ -= size;
    return value;
  }
  // A heap copy of the rest, so that the address sanitizer sees a read past its end.
  std::vector<char> rest() {
    std::vector<char> all(at_, at_ + left_);
    all.shrink_to_fit();
    left_ = 0;
    return all;
  }

 private:
  const std::uint8_t* at_;
  std::size_t left_;
};

bool named(sortid_status status) { return std::strcmp(sortid_status_name(status), "unknown") != 0; }

void check_error(sortid_status status, const sortid_error& e, std::size_t size) {
  holds(1, named(status) && status != SORTID_OK, "status");
  holds(2, e.status == status && e.position <= size, "error");
  char words[SORTID_MESSAGE_CAPACITY];
  std::size_t length = 0;
  holds(2, sortid_message(&e, words, sizeof words, &length) == SORTID_OK, "sentence");
  holds(2, length == std::strlen(words) && length != 0, "its length");
}

void id_holds(const sortid_id& id, std::size_t capacity) {
  char text[SORTID_TEXT_CAPACITY];
  std::size_t size = 0;
  holds(4, sortid_to_text(&id, text, sizeof text, &size) == SORTID_OK && size == std::strlen(text), "text");
  sortid_id again;
  sortid_error e;
  holds(4, sortid_parse(id.format, text, size, &again, &e) == SORTID_OK && e.status == SORTID_OK, "read");
  holds(4, std::memcmp(&again, &id, sizeof id) == 0 && sortid_compare(&again, &id) == 0, "the same");

  const std::vector<char> untouched(capacity, '?');
  std::vector<char> buffer = untouched;
  std::size_t told = 0;
  const sortid_status status = sortid_to_text(&id, buffer.data(), capacity, &told);
  holds(5, told == size, "size");
  holds(5, status == (capacity > size ? SORTID_OK : SORTID_BUFFER_SIZE), "room");
  holds(5, status == SORTID_OK ? std::strcmp(buffer.data(), text) == 0 : buffer == untouched, "whole");
  holds(4, sortid_to_text_unchecked(&id, text, sizeof text, nullptr) == SORTID_OK, "unchecked");

  std::uint8_t bytes[16];
  holds(4, sortid_to_bytes(&id, bytes, sizeof bytes, &size) == SORTID_OK, "bytes");
  holds(4,
        sortid_from_bytes(id.format, bytes, size, &again, &e) == SORTID_OK && again.lo == id.lo &&
            again.hi == id.hi,
        "of bytes");
  sortid_field fields[16];
  holds(4,
        sortid_fields(&id, fields, 16, &size) == SORTID_OK &&
            size == sortid_format_facts(id.format)->field_count,
        "fields");
  std::int64_t ms = 0;
  const sortid_status timed = sortid_unix_ms(&id, nullptr, &ms);
  holds(4, timed == SORTID_OK || timed == SORTID_ABSENT, "instant");
  for (std::size_t place = 0; place < sortid_format_count(); ++place) {
    const sortid_format to = sortid_format_at(place);
    if (sortid_convert(&id, to, &again, &e) != SORTID_OK) continue;
    const sortid_status set = id.prefix[0] != '\0' ? sortid_convert(&again, id.format, &again, nullptr)
                                                   : sortid_convert(&again, id.format, &again, &e);
    holds(8, set == SORTID_OK && again.hi == id.hi && again.lo == id.lo, "and back");
  }
}

void any_struct(input& in, std::size_t capacity) {
  auto id = in.take<sortid_id>();
  if (id.format % 2 == 0) id.format = id.format / 2 % 14;  // half of them of a format
  char text[SORTID_TEXT_CAPACITY];
  std::uint8_t bytes[16];
  std::size_t size = 0;
  std::int64_t ms = 0;
  const sortid_status status = sortid_to_text(&id, text, sizeof text, &size);
  holds(1, named(status), "status");
  holds(6, sortid_to_bytes(&id, bytes, sizeof bytes, &size) == status, "bytes");
  holds(6, sortid_fields(&id, nullptr, 0, &size) == status, "fields");
  sortid_error e;
  sortid_id to;
  if (status != SORTID_OK) {
    holds(6, sortid_unix_ms(&id, nullptr, &ms) == status, "instant");
    holds(6, sortid_convert(&id, SORTID_FORMAT_UUID, &to, &e) == status, "convert");
    check_error(status, e, SIZE_MAX);
    return;
  }
  holds(6, sortid_parse(id.format, text, std::strlen(text), &to, &e) == SORTID_OK, "read");
  holds(6, to.hi == id.hi && to.lo == id.lo && std::strcmp(to.prefix, id.prefix) == 0, "as that id");
  id_holds(to, capacity);
}

// The text as a row, each a stride from the other.
void row(sortid_format format, const std::vector<char>& texts, std::size_t stride,
         const std::string& prefix) {
  const sortid_format_info* facts = sortid_format_facts(format);
  if (facts == nullptr) return;
  const std::size_t lead = prefix.empty() ? 0 : prefix.size() + 1;
  const std::size_t length = lead + facts->symbols;
  const std::size_t step = stride == 0 ? length : stride;
  const std::size_t count = step < length || texts.size() < length ? 0 : (texts.size() - length) / step + 1;
  std::vector<std::uint64_t> ids(2 * count + 2);
  std::vector<std::uint8_t> why(count, 99);
  std::size_t rejected = 0;
  sortid_error e;
  const sortid_status each = sortid_batch_from_text_each(format, prefix.c_str(), texts.data(), texts.size(),
                                                         stride, ids.data(), why.data(), count, &rejected);
  std::size_t done = 9;
  const sortid_status all = sortid_batch_from_text(format, prefix.c_str(), texts.data(), texts.size(), stride,
                                                   ids.data(), count, &done, &e);
  holds(1, named(each) && named(all), "status");
  if (each != SORTID_OK) {
    holds(7, all == each && done == 0, "rejected alike");
    return;
  }
  std::size_t first = count;
  std::size_t bad = 0;
  std::vector<std::uint8_t> wanted(count * facts->bytes);
  for (std::size_t i = 0; i < count; ++i) {
    sortid_id id;
    sortid_status one = sortid_parse(format, texts.data() + i * step, length, &id, nullptr);
    if (one == SORTID_OK && id.prefix != prefix) one = SORTID_PREFIX;
    holds(7, why[i] == one, "reason");
    if (one == SORTID_OK) {
      (void)sortid_to_bytes(&id, &wanted[i * facts->bytes], facts->bytes, nullptr);
    } else {
      first = std::min(first, i);
      ++bad;
    }
  }
  holds(7, rejected == bad && done == first && (all == SORTID_OK) == (first == count), "count");
  std::vector<std::uint8_t> bytes(done * facts->bytes);
  std::size_t written = 0;
  holds(7, sortid_batch_to_bytes(format, ids.data(), done, bytes.data(), bytes.size(), &written) == SORTID_OK,
        "bytes");
  holds(7, written == done && std::equal(bytes.begin(), bytes.end(), wanted.begin()), "the same ids");

  // In memory that is aligned for any id.
  std::vector<std::uint64_t> same(texts.size() / 8 + 1);
  if (!texts.empty()) std::memcpy(same.data(), texts.data(), texts.size());
  const sortid_status in_place =
      sortid_batch_from_text(format, prefix.c_str(), reinterpret_cast<char*>(same.data()), texts.size(),
                             stride, same.data(), count, &written, &e);
  holds(7,
        in_place == all && written == done &&
            (done == 0 || std::memcmp(same.data(), ids.data(), bytes.size()) == 0),
        "in place");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  input in(data, size);
  const auto kind = in.take<std::uint8_t>();
  const auto capacity = std::size_t{in.take<std::uint8_t>()};
  if (kind % 4 == 0) {
    any_struct(in, capacity);
    return 0;
  }
  sortid_format format = in.take<std::uint8_t>() % 14;
  if (kind % 4 == 1) {
    const auto stride = std::size_t{in.take<std::uint8_t>()};
    const std::string prefix = kind >= 128 ? "user" : "";
    row(format, in.rest(), stride, prefix);
    return 0;
  }
  const std::vector<char> text = in.rest();
  sortid_id id;
  std::memset(&id, 0xEE, sizeof id);
  const sortid_id before = id;
  sortid_error e;
  for (const bool lenient : {false, true}) {
    const sortid_status status =
        lenient ? sortid_parse_lenient(format, text.data(), text.size(), &id, nullptr, &e)
                : sortid_parse(format, text.data(), text.size(), &id, &e);
    if (status == SORTID_OK) {
      id_holds(id, capacity);
    } else {
      check_error(status, e, text.size());
      holds(3, std::memcmp(&id, &before, sizeof id) == 0, "written");
    }
    id = before;
  }
  int flag = 7;
  const sortid_status check = sortid_check_of(format, text.data(), text.size(), &flag, &e);
  if (check != SORTID_OK) check_error(check, e, text.size());
  holds(3, (flag == 7) == (check != SORTID_OK), "check");
  sortid_id last = before;
  const sortid_status range = sortid_ids_with_text_prefix(format, text.data(), text.size(), &id, &last, &e);
  if (range == SORTID_OK) {
    holds(4, sortid_compare(&id, &last) <= 0, "range");
    id_holds(id, capacity);
    id_holds(last, capacity);
  } else {
    check_error(range, e, text.size());
  }
  const sortid_status any = sortid_parse_any(text.data(), text.size(), &id, &e);
  if (any == SORTID_OK) id_holds(id, capacity);
  if (any != SORTID_OK) check_error(any, e, text.size());
  std::int64_t ms = 0;
  if (const sortid_status instant = sortid_parse_instant(text.data(), text.size(), 0, &ms, &e);
      instant != SORTID_OK) {
    check_error(instant, e, text.size());
  } else {
    const std::int64_t epoch = ms;
    (void)sortid_first_at(format, ms, nullptr, &id, &e);
    (void)sortid_last_at(format, ms, &epoch, &id, &e);
    (void)sortid_ids_between(format, ms, INT64_MAX, &epoch, &id, &last, &e);
  }
  return 0;
}
