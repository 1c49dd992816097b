#include "keyed.hpp"

#include "sortid/any_masker.hpp"
#include "sortid/batch_rows.hpp"
#include "sortid/named.hpp"

namespace sortid::duckdb {

namespace {

// The keys of a column, which is mostly a constant: a BLOB has the bytes, a VARCHAR their hexadecimal digits.
class key_column {
 public:
  // The last key that was read, and whether another one stood in the row before.
  struct found {
    const mask_key* key = nullptr;
    bool changed = false;
  };
  // The key is null, and the call has failed, where `given` is no key. The statement is wrong then, so that
  // try_… fails too.
  found find(call& c, std::string_view given) noexcept {
    if (key_ && given == given_) return {&*key_, false};
    const auto read =
        c.b.key == shape::text
            ? mask_key::from_hex(given)
            : mask_key::from_bytes({reinterpret_cast<const std::uint8_t*>(given.data()), given.size()});
    if (!read) {
      c.fail(message_of(wrong_key(read.error())));
      return {};
    }
    given_ = given;
    key_.emplace(*read);
    return {&*key_, true};
  }

 private:
  std::string_view given_;
  std::optional<mask_key> key_;
};

void read_all_nulls(const call& c, block& rows) noexcept {
  for (std::size_t i = 0; i < c.b.arguments; ++i) read_nulls(c.argument(i), rows);
}

// --- name-based ids ----------------------------------------------------------------------------------------

struct named_function {
  template <any_id Id>
  static void of(call& c) noexcept {
    if constexpr (is_named(Id::layout())) {
      constexpr bool prefixed = Id::layout().prefixed;
      constexpr std::size_t at = prefixed ? 1 : 0;
      key_column keys;
      std::optional<named_ids<unprefixed<Id>>> ids;
      std::string_view prefix;
      c.for_blocks([&](block& rows) noexcept {
        read_all_nulls(c, rows);
        std::string_view prefixes[block_rows];
        std::string_view names[block_rows];
        std::string_view key_texts[block_rows];
        if (prefixed) read_prefixes(c, rows, prefixes);
        const auto* const instants = values_of<const std::int64_t>(c.argument(at), rows);
        read_texts(c.argument(at + 1), rows, names);
        read_texts(c.argument(at + 2), rows, key_texts);
        new_block made{};
        for (std::size_t i = 0; i < rows.count && !c.failed; ++i) {
          if (!rows.has_value(i)) continue;
          const auto [key, changed] = keys.find(c, key_texts[i]);
          if (key == nullptr) return;
          if (changed || prefixes[i] != prefix) {
            prefix = prefixes[i];
            const generator_options options{.prefix = type_prefix::parse(prefix).value()};
            ids.emplace(named_ids<unprefixed<Id>>::make(key->bytes(), options).value());
          }
          const auto id = ids->at(instant_of(instants[i]).unix_ms, names[i]);
          if (id) {
            batch::put_value(c.of(), uint128(id->number()), made.ids, i);
          } else {
            c.reject(rows, i, [&]() noexcept { return outside_time(c.b.of); });
          }
        }
        if (c.failed) return;
        if (prefixed) drop_prefixes(rows, prefixes);
        write_ids(c.b.of, c.b.to, made.ids, rows, prefixed ? prefixes : nullptr, c.output);
      });
    }
  }
};
constexpr format_function<named_function> named_rows;

// --- masks -------------------------------------------------------------------------------------------------

// One call of mask or unmask. A block mostly has ids of one format; if not, each format is a pass over it.
class masking {
 public:
  masking(call& c, mask_direction direction) noexcept : c_(c), direction_(direction) {}

  void run() noexcept {
    c_.for_blocks([&](block& rows) noexcept {
      read_all_nulls(c_, rows);
      read_texts(c_.argument(1), rows, keys_);
      find_formats(rows);
      row_set left;
      for (std::size_t i = 0; i < rows.count; ++i) {
        if (rows.has_value(i)) left.add(i);
      }
      std::optional<mixed> several;
      while (!left.empty() && !c_.failed) {
        const format stored = *stored_[left.first()];
        row_set others = rows.null;
        others.add(rows.rejected);
        for (std::size_t i = 0; i < rows.count; ++i) {
          if (rows.has_value(i) && stored_[i] != stored) others.add(i);
        }
        if (!have_masker(stored, left.first())) return;
        row_set these = left;
        these.remove(others);
        left.remove(these);
        if (!several && !left.empty()) several.emplace();
        id_block ids;
        ids.first = rows.first;
        ids.count = rows.count;
        if (!read(others, ids)) return;
        change(stored, ids);
        rows.rejected.add(ids.rejected);
        if (c_.failed) return;
        const bool prefixed = c_.b.to == shape::text && stored.layout().prefixed;
        if (prefixed) drop_prefixes(ids, ids.texts);
        if (several) {
          several->keep(c_.b.to, written(), ids);
        } else {
          write_ids(written(), c_.b.to, ids.ids, ids, prefixed ? ids.texts : nullptr, c_.output);
        }
      }
      if (several && !c_.failed) several->write(c_, rows);
    });
  }

 private:
  // The answers of a block with ids of several formats.
  struct mixed {
    id_text results[block_rows];
    std::string_view texts[block_rows];
    new_block ids{};

    void keep(shape as, format f, const id_block& from) noexcept {
      const layout& l = f.layout();
      for (std::size_t i = 0; i < from.count; ++i) {
        if (!from.has_value(i)) continue;
        const uint128 value = by_format::column_value(f, from.ids, i);
        if (as == shape::text) {
          write_text(f, l.prefixed ? from.texts[i] : std::string_view(), value, results[i]);
        } else if (as == shape::bytes) {
          std::uint8_t bytes[sizeof(uuid)];
          detail::store_be(value, bytes);
          results[i].append({reinterpret_cast<const char*>(bytes) + sizeof bytes - l.bytes(), l.bytes()});
        } else {
          batch::put_value(l, value, ids.ids, i);
        }
        texts[i] = results[i].view();
      }
    }
    void write(const call& c, const block& rows) const noexcept {
      if (c.b.to == shape::text || c.b.to == shape::bytes) return write_texts(texts, rows, c.output);
      write_ids(c.b.of, c.b.to, ids.ids, rows, nullptr, c.output);
    }
  };

  [[nodiscard]] bool masks() const noexcept { return direction_ == mask_direction::mask; }
  // The formats of what is read and of what is written.
  [[nodiscard]] format given() const noexcept {
    return masks() ? masker_->stored_format() : masker_->masked_format();
  }
  [[nodiscard]] format written() const noexcept {
    return masks() ? masker_->masked_format() : masker_->stored_format();
  }

  // For ids that are stored so, under the key of that row. False where the call has failed.
  bool have_masker(format stored, std::size_t row) noexcept {
    const auto [key, changed] = key_.find(c_, keys_[row]);
    if (key != nullptr && (changed || !masker_ || masker_->stored_format() != stored))
      masker_.emplace(any_masker::make(stored, *key).value());
    return key != nullptr;
  }

  // The format that each row is stored in, by its name, or by what the text looks like.
  void find_formats(block& rows) noexcept {
    std::string_view texts[block_rows];
    const bool by_name = c_.b.arguments == 3;
    read_texts(c_.argument(by_name ? 2 : 0), rows, texts);
    for (std::size_t i = 0; i < rows.count && !c_.failed; ++i) {
      if (!rows.has_value(i)) continue;
      if (by_name) {
        stored_[i] = formats_.find(c_, texts[i]);
        if (stored_[i] && (c_.b.from == shape::text || c_.b.from == shape::bytes ||
                           stored_[i]->layout().bits == c_.of().bits))
          continue;
        if (stored_[i])
          c_.fail(inline_text<96>()
                      .append("sortid: no ids of ")
                      .append(stored_[i]->name())
                      .append(" are of the argument's type"));
      } else if (const auto id = parse_any(texts[i])) {
        stored_[i] = id->format;
      } else {
        c_.reject(rows, i, [&]() noexcept {
          const auto likely = meant(texts[i]);
          return sql_error_of(id.error(), likely ? likely->name() : std::string_view());
        });
      }
    }
  }

  // False where the call has failed.
  bool read(const row_set& others, id_block& ids) noexcept {
    const format from = given();
    read_ids(from, c_.b.from, c_.argument(0), ids);
    ids.null.add(others);
    ids.rejected.remove(others);
    if (!c_.b.tries && !ids.rejected.empty()) {
      c_.fail(message_of(why_rejected(from, c_.b.from, ids, ids.rejected.first())));
      return false;
    }
    const bool prefixed = c_.b.from == shape::text && from.layout().prefixed;
    for (std::size_t i = 0; i < ids.count; ++i)
      ids.texts[i] =
          prefixed && ids.has_value(i) ? prefix_of(from.layout(), ids.texts[i]) : std::string_view();
    return true;
  }

  // In place. Rows of one key and one prefix go to the kernels together, with what lies between them and has
  // no value.
  void change(format stored, id_block& ids) noexcept {
    const std::size_t size = stored.layout().bytes();
    for (std::size_t i = 0; i < ids.count && !c_.failed;) {
      if (!ids.has_value(i)) {
        ++i;
        continue;
      }
      if (!have_masker(stored, i)) return;
      std::size_t end = i + 1;
      while (end < ids.count &&
             (!ids.has_value(end) || (keys_[end] == keys_[i] && ids.texts[end] == ids.texts[i])))
        ++end;
      column_bytes* const from = ids.ids + i * size;
      const auto done = masker_->run(direction_, from, end - i, from, ids.texts[i]);
      i += done.count;
      if (done) continue;
      if (ids.has_value(i)) c_.reject(ids, i, sql_error_of(done.why, given().name()));
      ++i;
    }
  }

  call& c_;
  mask_direction direction_;
  format_names formats_;
  key_column key_;
  std::optional<any_masker> masker_;
  std::string_view keys_[block_rows];
  std::optional<format> stored_[block_rows];
};

}  // namespace

void give_named(call& c) noexcept { named_rows(c.b.of, c); }
void mask(call& c) noexcept { masking(c, mask_direction::mask).run(); }
void unmask(call& c) noexcept { masking(c, mask_direction::unmask).run(); }

}  // namespace sortid::duckdb
