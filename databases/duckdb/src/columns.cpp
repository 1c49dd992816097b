#include "columns.hpp"

#include <bit>
#include <cstring>
#include <span>

#include "sortid/batch_by_format.hpp"
#include "sortid/batch_texts.hpp"

namespace sortid::duckdb {

namespace {

// DuckDB holds a UUID as a signed number whose highest bit is the other one, so that it sorts as its bytes
// do.
constexpr std::uint64_t uuid_flip = std::uint64_t{1} << 63;

std::string_view text_of(const duckdb_string_t& from) noexcept {
  const std::uint32_t size = from.value.inlined.length;
  return {size <= sizeof from.value.inlined.inlined ? from.value.inlined.inlined : from.value.pointer.ptr,
          size};
}

struct read_texts_function {
  template <any_id Id>
  static void of(id_block& rows) noexcept {
    using item = unprefixed<Id>;
    const std::span<const std::string_view> texts(rows.texts, rows.count);
    const std::span<item> ids(reinterpret_cast<item*>(rows.ids), rows.count);
    reason why[block_rows];
    std::size_t bad = 0;
    if constexpr (Id::layout().prefixed) {
      Id read[block_rows];
      bad = batch::from_text<Id>(texts, {read, rows.count}, {why, rows.count});
      for (std::size_t i = 0; i < rows.count; ++i) {
        if (why[i] == reason::none) ids[i] = item(read[i].uuid());
      }
    } else {
      bad = batch::from_text<Id>(texts, ids, {why, rows.count});
    }
    if (bad == 0) return;
    for (std::size_t i = 0; i < rows.count; ++i) {
      if (why[i] != reason::none) rows.rejected.add(i);
    }
  }
};
constexpr format_function<read_texts_function> read_id_texts;

// Bits that no text of the format has are rejected.
struct check_ids_function {
  template <any_id Id>
  static void of(id_block& rows) noexcept {
    using item = unprefixed<Id>;
    const auto* const ids = reinterpret_cast<const item*>(rows.ids);
    for (std::size_t i = 0; i < rows.count; ++i) {
      if (!item::from_number(ids[i].number())) rows.rejected.add(i);
    }
  }
};
constexpr format_function<check_ids_function> check_ids;

struct unix_ms_function {
  template <any_id Id>
  static void of(const column_bytes* ids, std::size_t count, std::int64_t* ms) noexcept {
    using item = unprefixed<Id>;
    if constexpr (item::layout().timed())
      (void)batch::unix_ms<item>({reinterpret_cast<const item*>(ids), count}, {ms, count});
  }
};
constexpr format_function<unix_ms_function> unix_ms_of;

std::uint8_t* bytes_at(column_bytes* ids, std::size_t row) noexcept {
  return reinterpret_cast<std::uint8_t*>(ids) + row * sizeof(uuid);
}

void read_bytes(const layout& l, id_block& rows) noexcept {
  for (std::size_t i = 0; i < rows.count; ++i) {
    if (rows.texts[i].size() != l.bytes()) {
      rows.rejected.add(i);
    } else {
      std::memcpy(rows.ids + i * l.bytes(), rows.texts[i].data(), l.bytes());
    }
  }
  if (l.bits == 64) kernel_set().kernels().swap64(rows.ids, rows.count, rows.ids);
}

void read_numbers(const layout& l, shape as, duckdb_vector from, id_block& rows) noexcept {
  // A negative number has its highest bit set, whatever its width.
  if (l.bits == 64) {
    const auto* const numbers = values_of<const std::uint64_t>(from, rows);
    std::memcpy(rows.ids, numbers, rows.count * sizeof *numbers);
    for (std::size_t i = 0; as == shape::signed_number && i < rows.count; ++i) {
      if (numbers[i] >> 63 != 0) rows.rejected.add(i);
    }
    return;
  }
  const auto* const numbers = values_of<const duckdb_uhugeint>(from, rows);
  const std::uint64_t flip = as == shape::uuid ? uuid_flip : 0;
  for (std::size_t i = 0; i < rows.count; ++i)
    detail::store_be(uint128(numbers[i].upper ^ flip, numbers[i].lower), bytes_at(rows.ids, i));
  for (std::size_t i = 0; as == shape::signed_number && i < rows.count; ++i) {
    if (numbers[i].upper >> 63 != 0) rows.rejected.add(i);
  }
}

// Gives texts that stand one behind the other to the rows. DuckDB takes them as the text of the first row, so
// that it allocates once, and every row then gets its part.
class text_writer {
 public:
  // The longest text decides whether there is anything to allocate.
  text_writer(duckdb_vector to, const block& rows, std::string_view texts, std::size_t longest) noexcept
      : to_(values_of<duckdb_string_t>(to, rows)), texts_(texts.data()) {
    if (longest <= sizeof to_->value.inlined.inlined) return;
    duckdb_vector_assign_string_element_len(to, rows.first, texts.data(), texts.size());
    texts_ = to_->value.pointer.ptr;
  }

  // The row whose text begins `at` there.
  void put(std::size_t row, std::size_t at, std::size_t size) noexcept {
    const char* const text = texts_ + at;
    duckdb_string_t made{};
    if (size <= sizeof made.value.inlined.inlined) {
      made.value.inlined.length = static_cast<std::uint32_t>(size);
      if (size != 0) std::memcpy(made.value.inlined.inlined, text, size);
    } else {
      made.value.pointer.length = static_cast<std::uint32_t>(size);
      std::memcpy(made.value.pointer.prefix, text, sizeof made.value.pointer.prefix);
      made.value.pointer.ptr = const_cast<char*>(text);
    }
    to_[row] = made;
  }

 private:
  duckdb_string_t* to_;
  const char* texts_;
};

void write_rows(const char* texts, std::size_t size, const block& rows, duckdb_vector to) noexcept {
  text_writer out(to, rows, {texts, rows.count * size}, size);
  for (std::size_t i = 0; i < rows.count; ++i) out.put(i, i * size, size);
}

constexpr std::size_t longest_symbols() noexcept {
  std::size_t most = 0;
  for (const layout* l : format_list::layouts) most = l->symbols > most ? l->symbols : most;
  return most;
}

void write_id_texts(format f, const column_bytes* ids, const block& rows, const std::string_view* prefixes,
                    duckdb_vector to) noexcept {
  const std::size_t symbols = f.layout().symbols;
  char texts[block_rows * longest_symbols()];
  (void)batch::by_format::to_text(f, ids, rows.count, std::span<char>(texts, rows.count * symbols),
                                  batch::text_column());
  if (prefixes == nullptr) return write_rows(texts, symbols, rows, to);
  char whole[block_rows * type_id::text_type::capacity()];
  std::size_t sizes[block_rows];
  std::size_t end = 0;
  for (std::size_t i = 0; i < rows.count; ++i) {
    const std::size_t begin = end;
    if (const std::string_view prefix = prefixes[i]; !prefix.empty()) {
      std::memcpy(whole + end, prefix.data(), prefix.size());
      end += prefix.size();
      whole[end++] = '_';
    }
    std::memcpy(whole + end, texts + i * symbols, symbols);
    end += symbols;
    sizes[i] = end - begin;
  }
  text_writer out(to, rows, {whole, end}, end);
  for (std::size_t i = 0, at = 0; i < rows.count; at += sizes[i++]) out.put(i, at, sizes[i]);
}

}  // namespace

duckdb_type type_of(const layout& l, shape as) noexcept {
  switch (as) {
    case shape::text:
      return DUCKDB_TYPE_VARCHAR;
    case shape::uuid:
      return DUCKDB_TYPE_UUID;
    case shape::bytes:
      return DUCKDB_TYPE_BLOB;
    case shape::number:
      return l.bits == 64 ? DUCKDB_TYPE_UBIGINT : DUCKDB_TYPE_UHUGEINT;
    case shape::signed_number:
      break;
  }
  return l.bits == 64 ? DUCKDB_TYPE_BIGINT : DUCKDB_TYPE_HUGEINT;
}

void read_nulls(duckdb_vector from, block& rows) noexcept {
  const std::uint64_t* const valid = duckdb_vector_get_validity(from);
  if (valid == nullptr) return;
  for (std::size_t word = 0; word * 64 < rows.count; ++word) {
    std::uint64_t null = ~valid[rows.first / 64 + word];
    const std::size_t left = rows.count - word * 64;
    if (left < 64) null &= (std::uint64_t{1} << left) - 1;
    rows.null.word(word) |= null;
  }
}

void read_texts(duckdb_vector from, const block& rows, std::string_view* texts) noexcept {
  const auto* const strings = values_of<const duckdb_string_t>(from, rows);
  if (rows.null.empty()) {
    for (std::size_t i = 0; i < rows.count; ++i) texts[i] = text_of(strings[i]);
  } else {
    // In the place of a NULL, DuckDB may leave a pointer to a text that is gone.
    for (std::size_t i = 0; i < rows.count; ++i)
      texts[i] = rows.null.has(i) ? std::string_view() : text_of(strings[i]);
  }
}

void read_ids(format f, shape as, duckdb_vector from, id_block& rows) noexcept {
  rows.null = {};
  rows.rejected = {};
  std::memset(rows.ids, 0, rows.count * f.layout().bytes());
  read_nulls(from, rows);
  if (as == shape::text) {
    read_texts(from, rows, rows.texts);
    read_id_texts(f, rows);
  } else {
    if (as == shape::bytes) {
      read_texts(from, rows, rows.texts);
      read_bytes(f.layout(), rows);
    } else {
      read_numbers(f.layout(), as, from, rows);
    }
    check_ids(f, rows);
  }
  rows.rejected.remove(rows.null);
}

sql_error why_rejected(format f, shape as, const id_block& rows, std::size_t row) noexcept {
  const layout& l = f.layout();
  if (as == shape::text) return sql_error_of(by_format::parse(f, rows.texts[row]).error(), l.name);
  if (as == shape::bytes && rows.texts[row].size() != l.bytes()) return wrong_size(f, rows.texts[row].size());
  const uint128 value = by_format::column_value(f, rows.ids, row);
  if (as == shape::signed_number && (value >> (l.bits - 1) & uint128(1)) != uint128())
    return sql_error_of(reason::overflow, message_of_negative(l.name));
  return sql_error_of(by_format::check_value(f, value), l.name);
}

std::string_view prefix_of(const layout& l, std::string_view text) noexcept {
  if (!l.prefixed || text.size() <= l.symbols) return {};
  return {text.data(), text.size() - l.symbols - 1};
}

void write_ids(format f, shape as, const column_bytes* ids, const block& rows,
               const std::string_view* prefixes, duckdb_vector to) noexcept {
  const layout& l = f.layout();
  if (as == shape::text) return write_id_texts(f, ids, rows, prefixes, to);
  if (as == shape::bytes && l.bits == 128)
    return write_rows(reinterpret_cast<const char*>(ids), l.bytes(), rows, to);
  if (as == shape::bytes) {
    char bytes[block_rows * sizeof(std::uint64_t)];
    kernel_set().kernels().swap64(ids, rows.count, bytes);
    return write_rows(bytes, l.bytes(), rows, to);
  }
  if (l.bits == 64) {
    std::memcpy(values_of<std::uint64_t>(to, rows), ids, rows.count * l.bytes());
    return;
  }
  auto* const numbers = values_of<duckdb_uhugeint>(to, rows);
  const std::uint64_t flip = as == shape::uuid ? uuid_flip : 0;
  for (std::size_t i = 0; i < rows.count; ++i) {
    const uint128 value = reinterpret_cast<const uuid*>(ids)[i].number();
    numbers[i] = {value.lo, value.hi ^ flip};
  }
}

void write_texts(const std::string_view* texts, const block& rows, duckdb_vector to) noexcept {
  for (std::size_t i = 0; i < rows.count; ++i) {
    const block row{rows.first + i, 1};
    text_writer(to, row, texts[i], texts[i].size()).put(0, 0, texts[i].size());
  }
}

void write_nulls(const block& rows, duckdb_vector to) noexcept {
  row_set none = rows.null;
  none.add(rows.rejected);
  if (none.empty()) return;
  duckdb_vector_ensure_validity_writable(to);
  std::uint64_t* const valid = duckdb_vector_get_validity(to);
  for (std::size_t word = 0; word * 64 < rows.count; ++word)
    valid[rows.first / 64 + word] &= ~none.word(word);
}

void read_unix_ms(format f, const column_bytes* ids, std::size_t count, std::int64_t* ms) noexcept {
  unix_ms_of(f, ids, count, ms);
}

}  // namespace sortid::duckdb
