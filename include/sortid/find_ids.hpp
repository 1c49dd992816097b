// The ids inside a text: in logs, JSON, CSV, URLs. Each is a whole word of the text that its format parses
// strictly.
//
//   sortid::find_ids(line, sortid::formats_in_text(), [](const sortid::found_id& found) {
//     std::cout << found.offset << ' ' << found.format.name() << ' ' << found.text << '\n';
//   });
//
// What a word is. Letters and digits of ASCII are its symbols, and every other byte ends it, '_' and '-' too:
// the ULIDs in `order-01ARZ3NDEKTSV4RRFFQ69G5FAV.json` and `ORDER_01ARZ3NDEKTSV4RRFFQ69G5FAV` are found. So
// does an escape of URLs, as in `?id%3D01ARZ3NDEKTSV4RRFFQ69G5FAV`. The hyphens of a UUID belong to it.
// A TypeID is found with the longest prefix that is one: a-z and _ before its suffix, from the beginning of a
// word on. The suffix behind a prefix, and a prefix before a suffix, are no ids of their own. Of ids that
// overlap the one that begins first is found.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "sortid/by_format.hpp"
#include "sortid/detail/hex.hpp"
#include "sortid/formats.hpp"
#include "sortid/type_id.hpp"

namespace sortid {

// An id and where it stands.
struct found_id {
  std::uint64_t offset = 0;  // bytes before it in the text, or in all pieces of a stream
  std::string_view text{};   // as it stands there; of a stream only valid during the call
  sortid::format format = sortid::format::of<ulid>();
  parsed_id id{};  // the prefix is a part of `text`
};

// The formats that are found unless others are named: those of 128 bits that a text alone tells. Thirteen
// digits are a time in milliseconds more often than a Ulid-Flake, and eleven letters a word more often than
// an xid: these are for callers who know that there are some.
[[nodiscard]] constexpr format_set formats_in_text() noexcept {
  format_set all;
  for (const format f : format::all()) {
    if (f.layout().bits == 128 && f.layout().detection != detection::by_name) all.push_back(f);
  }
  return all;
}

namespace detail {

// What a byte may be a part of.
enum byte_class : std::uint8_t {
  alphanumeric_byte = 1,
  run_byte = 2,     // alphanumeric or '-': each id but for a TypeID's prefix is inside a run of them
  prefix_byte = 4,  // a-z and _
  token_byte = 8,   // a run or a prefix
};
inline constexpr auto byte_classes = [] {
  std::array<std::uint8_t, 256> classes{};
  const auto add = [&](unsigned char first, unsigned char last, int what) {
    for (unsigned c = first; c <= last; ++c) {
      auto& of = classes[c];
      of = static_cast<std::uint8_t>(of | what | token_byte);
    }
  };
  add('0', '9', alphanumeric_byte | run_byte);
  add('A', 'Z', alphanumeric_byte | run_byte);
  add('a', 'z', alphanumeric_byte | run_byte | prefix_byte);
  add('-', '-', run_byte);
  add('_', '_', prefix_byte);
  return classes;
}();
constexpr bool is_byte(char symbol, byte_class what) noexcept {
  return (byte_classes[static_cast<unsigned char>(symbol)] & what) != 0;
}

// The search for some formats. It decides about an id by `before` bytes in front of its symbols and `behind`
// bytes from there on, so that a stream needs no more of its past and its future.
class id_search {
 public:
  static constexpr std::size_t before = type_prefix::max_size + 1 + 3;  // an escape before a prefix
  static constexpr std::size_t behind = type_prefix::max_size + 1 + type_id_layout.symbols + 1;
  static constexpr std::size_t most_undecided = behind + 3;  // an escape is not cut

  constexpr explicit id_search(const format_set& wanted) noexcept {
    for (const format f : format::all()) {
      for (const format one : wanted) {
        if (one == f) add(f);
      }
    }
  }

  // Calls f(found) for each id whose symbols begin at `from` or later and before `limit`, in order. `from` is
  // a place that an earlier call returned, or 0; `limit` leaves `behind` bytes, or what is behind it is the
  // end of a token. Returns where to go on. `taken`: no prefix reaches before there; it is moved behind the
  // last id.
  template <class F>
  constexpr std::size_t run(std::string_view text, std::size_t from, std::size_t limit, std::size_t& taken,
                            F&& f) const {
    const std::size_t size = text.size();
    for (std::size_t at = from; size - at >= least_;) {
      // Looks at the last byte that a run of the least size would have from here on, then back: most bytes
      // are skipped.
      std::size_t back = at + least_ - 1;
      while (is_byte(text[back], run_byte) && back != at) --back;
      if (!is_byte(text[back], run_byte)) {
        at = back + 1;
        continue;
      }
      if (at >= limit) break;
      std::size_t end = at + least_;
      while (end != size && is_byte(text[end], run_byte)) ++end;
      look_through({text, at, end, limit, taken}, f);
      at = end;
    }
    return limit > taken ? limit : taken;
  }

  // The place up to which a stream is decided whose next bytes are not known yet.
  [[nodiscard]] static constexpr std::size_t decided(std::string_view text, std::size_t from) noexcept {
    std::size_t token = text.size();
    while (token != from && text.size() - token != most_undecided && is_byte(text[token - 1], token_byte))
      --token;
    return text.size() - token == most_undecided ? text.size() - behind : token;
  }

 private:
  static constexpr std::size_t most_symbols = [] {
    std::size_t most = 0;
    for (const layout* l : format_list::layouts) most = l->symbols > most ? l->symbols : most;
    return most;
  }();

  struct place {
    std::string_view text;
    std::size_t at;   // of a run, or of symbols in it
    std::size_t end;  // of the run or symbols
    std::size_t limit;
    std::size_t& taken;

    [[nodiscard]] constexpr std::string_view symbols() const noexcept { return piece(at, end); }
    [[nodiscard]] constexpr std::string_view piece(std::size_t first, std::size_t last) const noexcept {
      return {text.data() + first, last - first};
    }
    [[nodiscard]] constexpr bool escape_at(std::size_t percent) const noexcept {
      return text.size() - percent >= 3 && text[percent] == '%' && hex_value(text[percent + 1]) < 16 &&
             hex_value(text[percent + 2]) < 16;
    }
    [[nodiscard]] constexpr bool begins_word(std::size_t first) const noexcept {
      if (first == 0 || (first >= 3 && escape_at(first - 3))) return true;
      return !is_byte(text[first - 1], alphanumeric_byte) && !escape_at(first - 1);
    }
    // Where symbols that begin there end.
    [[nodiscard]] constexpr std::size_t word_end(std::size_t first) const noexcept {
      while (first != end && text[first] != '-') ++first;
      return first;
    }
  };

  constexpr void add(format f) noexcept {
    const std::size_t symbols = f.layout().symbols;
    if (formats_[symbols].size() == 0 || formats_[symbols][formats_[symbols].size() - 1] != f)
      formats_[symbols].push_back(f);
    if (symbols < least_) least_ = symbols;
  }

  // The words of a run, and the UUIDs of five words.
  template <class F>
  constexpr void look_through(place run, F& f) const {
    std::size_t at = run.at;
    if (at != 0 && run.escape_at(at - 1)) {
      at += 2;
    } else if (!run.begins_word(at)) {
      at = run.word_end(at);
    }
    while (at < run.end && at < run.limit) {
      if (text_of_uuid(run, at) && found({run.text, at, at + uuid_codec::symbols, run.limit, run.taken}, f)) {
        at += uuid_codec::symbols;
        continue;
      }
      const place word{run.text, at, run.word_end(at), run.limit, run.taken};
      if (word.end - word.at <= most_symbols && !formats_[word.end - word.at].empty()) look_at(word, f);
      at = word.end + 1;
    }
  }

  // Whether 36 symbols with the hyphens of a UUID begin there.
  [[nodiscard]] constexpr bool text_of_uuid(const place& run, std::size_t at) const noexcept {
    if (formats_[uuid_codec::symbols].empty() || run.end - at < uuid_codec::symbols) return false;
    for (std::size_t i = 0; i < uuid_codec::symbols; ++i) {
      if ((run.text[at + i] == '-') != uuid_codec::hyphen_at(i)) return false;
    }
    return run.end - at == uuid_codec::symbols || run.text[at + uuid_codec::symbols] == '-';
  }

  template <class F>
  constexpr void look_at(const place& word, F& f) const {
    if (word.end - word.at == type_id_layout.symbols && word.at > word.taken &&
        word.text[word.at - 1] == '_') {
      const std::size_t first = prefix_before(word, word.at - 1);
      if (first != word.at - 1 && type_id::parse(word.piece(first, word.end)).has_value()) {
        for (const format wanted : formats_[type_id_layout.symbols]) {
          if (wanted == format::of<type_id>())
            found_as(wanted, {word.text, first, word.end, 0, word.taken}, f);
        }
        return;
      }
    }
    if (!is_prefix(word)) (void)found(word, f);
  }

  // Where the longest prefix begins that ends at the separator; there, when there is none.
  [[nodiscard]] static constexpr std::size_t prefix_before(const place& in, std::size_t separator) noexcept {
    std::size_t first = separator;
    const std::size_t longest =
        separator - in.taken < type_prefix::max_size ? separator - in.taken : type_prefix::max_size;
    if (longest == 0 || in.text[separator - 1] == '_') return separator;
    for (std::size_t i = 1; i <= longest && is_byte(in.text[separator - i], prefix_byte); ++i) {
      if (in.text[separator - i] != '_' && in.begins_word(separator - i)) first = separator - i;
    }
    return first;
  }

  // Whether the word is a TypeID's prefix, or the beginning of one.
  [[nodiscard]] static constexpr bool is_prefix(const place& word) noexcept {
    if (word.end == word.text.size() || word.text[word.end] != '_') return false;
    std::size_t suffix = word.at;
    while (suffix != word.text.size() && suffix - word.at <= type_prefix::max_size &&
           is_byte(word.text[suffix], prefix_byte))
      ++suffix;
    const std::size_t end = suffix + type_id_layout.symbols;
    if (suffix <= word.end || end > word.text.size()) return false;
    if (end != word.text.size() && is_byte(word.text[end], alphanumeric_byte)) return false;
    return type_id::parse(word.piece(word.at, end)).has_value();
  }

  // As the first format that accepts the symbols.
  template <class F>
  constexpr bool found(const place& in, F& f) const {
    for (const format wanted : formats_[in.end - in.at]) {
      if (found_as(wanted, in, f)) return true;
    }
    return false;
  }
  template <class F>
  static constexpr bool found_as(format as, const place& in, F& f) {
    const auto id = by_format::parse(as, in.symbols());
    if (!id) return false;
    in.taken = in.end;
    f(found_id{in.at, in.symbols(), as, *id});
    return true;
  }

  std::array<format_set, most_symbols + 1> formats_{};  // by their symbols
  std::size_t least_ = most_symbols + 1;
};

}  // namespace detail

// Calls f(const found_id&) for each id of a wanted format, in the order of the text. Where several formats
// take a text it is the first of them in the list of formats. Reads most texts several times as fast as they
// come from a disk. No allocation; throws what f throws.
template <class F>
constexpr void find_ids(std::string_view text, const format_set& wanted, F&& f) {
  std::size_t taken = 0;
  (void)detail::id_search(wanted).run(text, 0, text.size(), taken, f);
}

// The ids of a text that comes in pieces: the same as those of the whole text, wherever it is cut. Holds at
// most half a KiB, and an id back only as long as the next bytes may belong to it.
class id_finder {
 public:
  constexpr explicit id_finder(const format_set& wanted) noexcept : search_(wanted) {}

  // The next piece. Calls f(const found_id&) for each id that is complete.
  template <class F>
  constexpr void feed(std::string_view piece, F&& f) {
    if (kept_ != 0) {
      const std::size_t past = kept_;
      std::size_t taken_over = 0;
      while (kept_ != buffer_.size() && taken_over != piece.size()) buffer_[kept_++] = piece[taken_over++];
      const std::string_view both(buffer_.data(), kept_);
      look(both, detail::id_search::decided(both, from_), f);
      if (taken_over == piece.size()) return keep(both);
      // The buffer is full, so all that is looked back at is in the piece.
      move_by(past);
    }
    look(piece, detail::id_search::decided(piece, from_), f);
    keep(piece);
  }

  // The end of the text. The next piece begins another one.
  template <class F>
  constexpr void finish(F&& f) {
    look({buffer_.data(), kept_}, kept_, f);
    begin_ = 0;
    from_ = taken_ = kept_ = 0;
  }

 private:
  template <class F>
  constexpr void look(std::string_view text, std::size_t limit, F& f) {
    const auto at_offset = [&](found_id found) {
      found.offset += begin_;
      f(static_cast<const found_id&>(found));
    };
    from_ = search_.run(text, from_, limit, taken_, at_offset);
  }
  constexpr void move_by(std::size_t bytes) noexcept {
    begin_ += bytes;
    from_ -= bytes;
    taken_ = taken_ < bytes ? 0 : taken_ - bytes;
  }
  // What the next piece needs of this text.
  constexpr void keep(std::string_view text) noexcept {
    const std::size_t first = from_ < detail::id_search::before ? 0 : from_ - detail::id_search::before;
    move_by(first);
    kept_ = text.size() - first;
    for (std::size_t i = 0; i < kept_; ++i) buffer_[i] = text[first + i];
  }

  // What is kept of a piece is at most `most_kept`, and so much again is behind what a full buffer leaves.
  static constexpr std::size_t most_kept = detail::id_search::before + detail::id_search::most_undecided;

  detail::id_search search_;
  std::array<char, 2 * most_kept> buffer_{};
  std::size_t kept_ = 0;
  std::uint64_t begin_ = 0;  // offset of the buffer, or of the piece that is looked at
  std::size_t from_ = 0;     // in it
  std::size_t taken_ = 0;    // in it: behind the last id
};

}  // namespace sortid
