#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>
#include <memory>
#include <new>
#include <optional>
#include <span>

#include "column_state.hpp"
#include "given.hpp"
#include "sortid/batch_rows.hpp"

namespace sortid::arrow {

namespace {

using batch::row_block;
using cause = column_error::cause;

constexpr error overflow{reason::overflow, 0, 0, 0};

column_error fail(cause because, std::string_view sentence) noexcept {
  column_error why{because};
  why.sentence.append(sentence);
  return why;
}
column_error no_memory() noexcept { return fail(cause::memory, "out of memory"); }
column_error malformed(const char* defect) noexcept {
  column_error why = fail(cause::malformed, "malformed Arrow array: ");
  why.sentence.append(defect);
  return why;
}

struct is_uuid_function {
  template <any_id Id>
  static constexpr bool of() noexcept {
    return requires(const Id& id) { id.version(); }
    || requires(const Id& id) { id.uuid(); };
  }
};
constexpr format_function<is_uuid_function> is_uuid;

// An operation on a column of some type, found possible.
struct plan {
  explicit plan(const operation& o) noexcept : does(&o), to(o.to.value_or(o.from)) {}

  const operation* does;
  given_type type;
  format to;              // of what is made
  type_prefix to_prefix;  // of texts that are made
  std::size_t text_size = 0;

  [[nodiscard]] bool of_instants() const noexcept {
    return does->takes == source::first_at || does->takes == source::last_at;
  }
  [[nodiscard]] bool of_texts() const noexcept { return type.what == meaning::text; }
  [[nodiscard]] const layout& from() const noexcept { return does->from.layout(); }
  // Whether a row that is rejected has an answer of its own.
  [[nodiscard]] bool answers_all() const noexcept {
    return does->makes == content::reasons || does->makes == content::valid;
  }
};

column_error type_error(const ArrowSchema& type, std::string_view wanted) noexcept {
  column_error why = fail(cause::type, "Arrow type '");
  // What stands there is the caller's, and may be anything.
  for (std::size_t i = 0; type.format != nullptr && i < 40 && type.format[i] != '\0'; ++i)
    why.sentence.append(type.format[i] >= ' ' && type.format[i] < 0x7F ? type.format[i] : '?');
  why.sentence.append(type.dictionary != nullptr ? "' (dictionary): " : "': ").append(wanted);
  return why;
}

// A prefix where the format has none.
column_error prefix_error(format of) noexcept {
  column_error why = fail(cause::rejected, message_of_no_option("prefix", of.name()));
  why.why = {reason::prefix, 0, 0, 0};
  why.format_name = of.name().data();
  return why;
}

column_error make_plan(const ArrowSchema& type, plan& to) noexcept {
  const operation& does = *to.does;
  if (type.release == nullptr) return fail(cause::malformed, "the Arrow column was given away before");
  const auto read = read_type(type);
  if (!read)
    return type_error(type,
                      "a column is utf8, large_utf8, utf8_view, fixed_size_binary(16), binary, "
                      "int64, uint64, timestamp or null, or a dictionary of them");
  to.type = *read;
  to.to_prefix = does.to ? does.to_prefix : does.prefix;
  const layout& from = does.from.layout();
  if (!does.prefix.empty() && !from.prefixed) return prefix_error(does.from);
  if (!to.to_prefix.empty() && !to.to.layout().prefixed) return prefix_error(to.to);
  if (to.to.layout().bits != from.bits) {
    column_error why = fail(cause::unsupported, to.to.name());
    why.sentence.append(" and ").append(from.name).append(" differ in width");
    return why;
  }
  to.text_size = batch::size_of_texts(to.to, to.to_prefix.view());
  const bool nothing = read->what == meaning::nothing;
  const bool ids = nothing || read->what == (from.bits == 128 ? meaning::bytes : meaning::number);
  switch (does.takes) {
    case source::first_at:
    case source::last_at:
      if (!nothing && read->what != meaning::instant &&
          !(read->what == meaning::number && read->how == stored::int64))
        return type_error(type, "a column of instants is wanted");
      if (from.bounded()) return {};
      {
        column_error why = fail(cause::unsupported, from.name);
        why.sentence.append(" has no smallest and largest id of an instant");
        return why;
      }
    case source::texts:
      return to.of_texts() || nothing ? column_error() : type_error(type, "a column of texts is wanted");
    case source::any:
      if (to.of_texts() || ids) return {};
      return type_error(type, from.bits == 128 ? "a column of texts or of 128-bit ids is wanted"
                                               : "a column of texts or of 64-bit ids is wanted");
    case source::ids:
      if (ids) return {};
      break;
  }
  return type_error(
      type, from.bits == 128 ? "a column of 128-bit ids is wanted" : "a column of 64-bit ids is wanted");
}

const char* made_format(const plan& p) noexcept {
  switch (p.does->makes) {
    case content::ids:
      return p.from().bits == 128 ? "w:16" : p.does->is_signed ? "l" : "L";
    case content::texts:
      switch (p.does->texts) {
        case text_type::utf8:
          return "u";
        case text_type::large_utf8:
          return "U";
        case text_type::utf8_view:
          return "vu";
      }
      break;
    case content::times:
      return "tsm:UTC";
    case content::reasons:
      return "u";
    case content::valid:
      break;
  }
  return "b";
}

bool made_uuid(const plan& p) noexcept { return p.does->makes == content::ids && is_uuid(p.to); }

// The longest name of a reason.
constexpr std::size_t longest_reason = [] {
  std::size_t most = 0;
  for (auto r = static_cast<std::uint8_t>(reason::none); r <= static_cast<std::uint8_t>(reason::range); ++r)
    most = std::max(most, name_of(static_cast<reason>(r)).size());
  return most;
}();

// --- instants in -------------------------------------------------------------------------------------------

// None where int64 does not hold its milliseconds.
std::optional<instant> instant_of(std::int64_t value, std::int64_t per_ms) noexcept {
  if (per_ms > 0) return instant::of(value, per_ms);
  std::int64_t ms = 0;
  if (__builtin_mul_overflow(value, -per_ms, &ms)) return std::nullopt;
  return ms;
}

result<uint128> bound_of(const plan& p, const chunk& c, std::size_t row) noexcept {
  const auto when = instant_of(c.number(row), c.type().per_ms);
  if (!when) return error{reason::range, 0, 0, 0};
  const auto ids = by_format::ids_at(p.does->from, *when, std::nullopt);
  if (!ids) return ids.error();
  return p.does->takes == source::first_at ? ids->first : ids->last;
}

// --- a block of rows ---------------------------------------------------------------------------------------

void mark_nulls(const chunk& c, std::size_t begin, std::size_t count, row_block& to) noexcept {
  if (c.all_given(begin, count)) return;
  for (std::size_t i = 0; i < count; ++i) {
    if (c.null(begin + i)) to.mark(i, count, row_block::null);
  }
}

bool has_id(const row_block& b, std::size_t row) noexcept { return b.clean || b.state[row] == 0; }
constexpr auto as_state = [](reason why) { return static_cast<std::uint8_t>(why); };

// Ids of a column of ids, not checked yet.
void read_ids(const plan& p, const chunk& c, std::size_t begin, std::size_t count, row_block& to) noexcept {
  const std::size_t size = p.from().bytes();
  to.clean = true;
  mark_nulls(c, begin, count, to);
  if (const char* const all = c.run(begin, count, size)) {
    std::memcpy(to.ids, all, count * size);
  } else {
    for (std::size_t i = 0; i < count; ++i) {
      if (!has_id(to, i)) continue;
      const std::string_view bytes = c.bytes(begin + i);
      if (bytes.size() == size) {
        std::memcpy(to.ids + i * size, bytes.data(), size);
      } else {
        to.mark(i, count, as_state(reason::length));
      }
    }
  }
  if (size == 8 && c.type().how == stored::int64) {
    for (std::size_t i = 0; i < count; ++i) {
      if (load<std::int64_t>(to.ids, i) < 0 && has_id(to, i)) to.mark(i, count, as_state(reason::overflow));
    }
  }
}

void read_bounds(const plan& p, const chunk& c, std::size_t begin, std::size_t count,
                 row_block& to) noexcept {
  to.clean = true;
  mark_nulls(c, begin, count, to);
  for (std::size_t i = 0; i < count; ++i) {
    if (!has_id(to, i)) continue;
    const auto value = bound_of(p, c, begin + i);
    if (value) {
      batch::put_value(p.from(), *value, to.ids, i);
    } else {
      to.mark(i, count, as_state(value.error().why));
    }
  }
}

// The ids of the rows, in the format that is made from them.
void read(const plan& p, const chunk& c, std::size_t begin, std::size_t count, row_block& to) noexcept {
  if (p.of_instants()) {
    read_bounds(p, c, begin, count, to);
  } else if (p.of_texts()) {
    batch::read_block(p.does->from, c, begin, count, p.does->prefix, to);
  } else {
    read_ids(p, c, begin, count, to);
    batch::check_block(p.does->from, to, count);
  }
  if (!to.clean || p.to != p.does->from) batch::check_block(p.to, to, count);
  if (p.does->makes == content::ids && p.does->is_signed && p.to.layout().bits == 64) {
    for (std::size_t i = 0; i < count; ++i) {
      if (load<std::int64_t>(to.ids, i) < 0 && has_id(to, i)) to.mark(i, count, as_state(reason::overflow));
    }
  }
}

// Why a row is rejected, as the pieces above decide it.
column_error explain(const plan& p, const chunk& c, std::size_t row, std::size_t of_column) noexcept {
  const layout& from = p.from();
  column_error why{cause::rejected};
  why.row = static_cast<std::int64_t>(of_column);
  why.format_name = from.name.data();
  uint128 value;
  if (p.of_instants()) {
    const auto bound = bound_of(p, c, row);
    if (!bound) {
      why.why = bound.error();
      why.sentence.append("an instant outside the range for ").append(from.name);
      return why;
    }
    value = *bound;
  } else if (p.of_texts()) {
    const std::string_view text = c.text(row);
    why.why = batch::why_rejected(p.does->from, text, p.does->prefix.view());
    if (why.why.why != reason::none) {
      why.sentence.append(batch::sentence_of(why.why, p.does->from, text, p.does->prefix.view()).view());
      return why;
    }
    value = by_format::parse(p.does->from, text)->value;
  } else {
    const std::string_view bytes = c.bytes(row);
    if (bytes.size() != from.bytes()) {
      why.why = sortid::detail::length_error(from.bytes(), bytes.size());
      why.why.position = 0;
      why.sentence.append(message_of_length(why.why, from.name, "bytes").view());
      return why;
    }
    value = batch::value_in(from, bytes.data(), 0);
    if (c.type().how == stored::int64 && from.bits == 64 && value.lo >> 63 != 0) {
      why.why = overflow;
      why.sentence.append(message_of_negative(from.name).view());
      return why;
    }
    why.why = by_format::check_value(p.does->from, value);
    if (why.why.why != reason::none) {
      why.sentence.append(message(why.why, from.name).view());
      return why;
    }
  }
  why.format_name = p.to.name().data();
  why.why = by_format::check_value(p.to, value);
  if (why.why.why != reason::none) {
    why.sentence.append(message(why.why, p.to.name()).view());
    return why;
  }
  why.why = overflow;
  why.sentence.append("an int64 does not hold this ").append(p.to.name());
  return why;
}

// --- out ---------------------------------------------------------------------------------------------------

template <class Number>
void put(const detail::memory& to, std::size_t index, Number number) noexcept {
  std::memcpy(to.get() + index * sizeof(Number), &number, sizeof(Number));
}

// Room for what is made of `rows` rows; offsets and views are written here.
column_error make_room(const plan& p, std::size_t rows, detail::column_state& to) noexcept {
  to.arrow_format = made_format(p);
  to.is_uuid = made_uuid(p);
  to.size = rows;
  const auto room = [](std::size_t count, std::size_t size) { return detail::allocate(count * size); };
  if (rows > std::numeric_limits<std::size_t>::max() / 128) return no_memory();
  switch (p.does->makes) {
    case content::ids:
      to.values_size = rows * p.from().bytes();
      break;
    case content::times:
      to.values_size = rows * sizeof(std::int64_t);
      break;
    case content::valid:
      to.values_size = (rows + 7) / 8;
      break;
    case content::reasons:
      to.values_size = (rows + 1) * sizeof(std::int32_t);
      to.texts = room(rows, longest_reason);
      if (rows > std::numeric_limits<std::int32_t>::max() / longest_reason)
        return fail(cause::too_large, "the reasons are more than utf8 holds");
      if (to.texts == nullptr) return no_memory();
      break;
    case content::texts: {
      const std::size_t size = p.text_size;
      constexpr std::size_t most = std::numeric_limits<std::int32_t>::max();
      if (p.does->texts == text_type::utf8 && rows > most / size)
        return fail(cause::too_large, "the texts are more than utf8 holds; large_utf8 holds them");
      to.texts = room(rows, size);
      if (to.texts == nullptr) return no_memory();
      to.texts_size = rows * size;
      if (p.does->texts == text_type::utf8_view) {
        to.values_size = rows * sizeof(view);
        to.piece_size = most / size * size;
        const std::size_t pieces = to.pieces();
        to.piece_sizes = room(pieces, sizeof(std::int64_t));
        if (to.piece_sizes == nullptr) return no_memory();
        for (std::size_t i = 0; i < pieces; ++i) {
          const std::size_t rest = to.texts_size - i * to.piece_size;
          put(to.piece_sizes, i, static_cast<std::int64_t>(std::min(rest, to.piece_size)));
        }
      } else {
        to.values_size = (rows + 1) * (p.does->texts == text_type::utf8 ? 4 : 8);
      }
      break;
    }
  }
  to.values = detail::allocate(to.values_size);
  if (to.values == nullptr) return no_memory();
  if (p.does->makes == content::valid) std::memset(to.values.get(), 0, to.values_size);
  if (p.does->makes == content::reasons) put(to.values, 0, std::int32_t{0});
  if (p.does->makes == content::texts && p.does->texts != text_type::utf8_view) {
    for (std::size_t i = 0; i <= rows; ++i) {
      if (p.does->texts == text_type::utf8) {
        put(to.values, i, static_cast<std::int32_t>(i * p.text_size));
      } else {
        put(to.values, i, static_cast<std::int64_t>(i * p.text_size));
      }
    }
  }
  return {};
}

// The views of texts that were written.
void write_views(std::size_t text_size, std::size_t begin, std::size_t count,
                 detail::column_state& to) noexcept {
  for (std::size_t row = begin; row < begin + count; ++row) {
    const std::size_t at = row * text_size;
    view v{static_cast<std::int32_t>(text_size), {}, 0, 0};
    if (v.size <= inline_bytes) {
      char whole[sizeof v] = {};
      std::memcpy(whole, &v.size, sizeof v.size);
      std::memcpy(whole + sizeof v.size, to.texts.get() + at, text_size);
      std::memcpy(&v, whole, sizeof v);
    } else {
      std::memcpy(v.begin, to.texts.get() + at, sizeof v.begin);
      v.buffer = static_cast<std::int32_t>(at / to.piece_size);
      v.offset = static_cast<std::int32_t>(at % to.piece_size);
    }
    put(to.values, row, v);
  }
}

void write_texts(const plan& p, const row_block& block, std::size_t begin, std::size_t count,
                 detail::column_state& to) noexcept {
  const std::size_t size = p.text_size;
  const batch::text_column lie(p.to_prefix, size);
  (void)batch::by_format::to_text(p.to, static_cast<const column_bytes*>(block.ids), count,
                                  std::span<char>(to.texts.get() + begin * size, count * size), lie);
  if (p.does->texts == text_type::utf8_view) write_views(size, begin, count, to);
}

// False without memory.
bool write_times(const plan& p, const row_block& block, std::size_t begin, std::size_t count,
                 detail::column_state& to) noexcept {
  std::int64_t instants[row_block::most];
  batch::instants_of(p.does->from, static_cast<const column_bytes*>(block.ids),
                     std::span<std::int64_t>(instants, count));
  bool enough = true;
  for (std::size_t i = 0; i < count; ++i) {
    if (!has_id(block, i)) instants[i] = 0;
    if (instants[i] != batch::no_instant) continue;
    instants[i] = 0;
    enough = enough && to.set_null(begin + i);
  }
  std::memcpy(to.values.get() + begin * sizeof *instants, instants, count * sizeof *instants);
  return enough;
}

void write_reasons(const row_block& block, std::size_t begin, std::size_t count,
                   detail::column_state& to) noexcept {
  for (std::size_t i = 0; i < count; ++i) {
    if (!has_id(block, i) && block.state[i] != row_block::null) {
      const std::string_view name = name_of(static_cast<reason>(block.state[i]));
      std::memcpy(to.texts.get() + to.texts_size, name.data(), name.size());
      to.texts_size += name.size();
    }
    put(to.values, begin + i + 1, static_cast<std::int32_t>(to.texts_size));
  }
}

// Rows of the column that have no value. The first row that is rejected, where that ends the work; `count`
// where none does; more without memory.
std::size_t set_nulls(const plan& p, const row_block& block, std::size_t begin, std::size_t count,
                      detail::column_state& to) noexcept {
  const bool stops = !p.answers_all() && !p.does->to_nulls;
  for (std::size_t i = 0; i < count; ++i) {
    const bool given = block.clean || block.state[i] != row_block::null;
    const bool good = has_id(block, i);
    bool null = !given;
    if (given && !good) {
      if (stops) return i;
      null = p.does->makes != content::valid && p.does->makes != content::reasons;
    }
    if (p.does->makes == content::reasons && good) null = true;
    if (null && !to.set_null(begin + i)) return count + 1;
  }
  return count;
}

column_error work(const plan& p, const chunk& c, std::size_t column_begin, std::size_t stream_begin,
                  detail::column_state& to) noexcept {
  row_block block;
  const std::size_t id_size = p.from().bytes();
  for (std::size_t begin = 0; begin < c.size(); begin += row_block::most) {
    const std::size_t count = std::min(row_block::most, c.size() - begin);
    const std::size_t row = column_begin + begin;
    if (p.does->go_on != nullptr && !p.does->go_on(p.does->go_on_context))
      return fail(cause::stopped, "the work was stopped");
    if (const char* const defect = c.defect(begin, count)) return malformed(defect);
    read(p, c, begin, count, block);
    if (!block.clean || p.does->makes == content::reasons) {
      const std::size_t stopped = set_nulls(p, block, row, count, to);
      if (stopped > count) return no_memory();
      if (stopped < count) return explain(p, c, begin + stopped, stream_begin + row + stopped);
    }
    switch (p.does->makes) {
      case content::ids:
        for (std::size_t i = 0; !block.clean && i < count; ++i) {
          if (block.state[i] != 0) std::memset(block.ids + i * id_size, 0, id_size);
        }
        std::memcpy(to.values.get() + row * id_size, block.ids, count * id_size);
        break;
      case content::texts:
        write_texts(p, block, row, count, to);
        break;
      case content::times:
        if (!write_times(p, block, row, count, to)) return no_memory();
        break;
      case content::reasons:
        write_reasons(block, row, count, to);
        break;
      case content::valid:
        for (std::size_t i = row; i < row + count; ++i) {
          const auto is = static_cast<unsigned>(has_id(block, i - row)) << (i % 8);
          to.values[i / 8] = static_cast<char>(static_cast<unsigned char>(to.values[i / 8]) | is);
        }
        break;
    }
  }
  return {};
}

column_error transform_from(const operation& does, const ArrowSchema& type,
                            std::span<const ArrowArray* const> arrays, std::size_t stream_begin,
                            column& to) noexcept {
  plan p(does);
  if (const column_error why = make_plan(type, p)) return why;
  std::size_t rows = 0;
  for (const ArrowArray* const array : arrays) {
    if (array->length < 0 || array->length > values::most) return malformed("a length or an offset");
    rows += static_cast<std::size_t>(array->length);
    if (rows > static_cast<std::size_t>(values::most)) return no_memory();
  }
  // Before anything is allocated for what an array only says that it has.
  chunk c;
  for (const ArrowArray* const array : arrays) {
    if (const char* const defect = c.open(*array, p.type)) return malformed(defect);
  }
  std::unique_ptr<detail::column_state> made(new (std::nothrow) detail::column_state);
  if (made == nullptr) return no_memory();
  if (const column_error why = make_room(p, rows, *made)) return why;
  std::size_t begin = 0;
  for (const ArrowArray* const array : arrays) {
    if (arrays.size() != 1) (void)c.open(*array, p.type);
    if (const column_error why = work(p, c, begin, stream_begin, *made)) return why;
    begin += c.size();
  }
  to = detail::column_state::give(std::move(made));
  return {};
}

// --- streams -----------------------------------------------------------------------------------------------

struct stream_state {
  operation does;
  owned<ArrowArrayStream> from;
  owned<ArrowSchema> type;
  std::size_t rows = 0;
  column_error last = {};

  int answer(const column_error& why) noexcept {
    last = why;
    switch (why.because) {
      case cause::none:
        return 0;
      case cause::memory:
        return ENOMEM;
      case cause::stream:
        return EIO;
      default:
        return EINVAL;
    }
  }
  column_error broke_off() noexcept {
    column_error why = fail(cause::stream, "the Arrow stream broke off: ");
    const char* const said = from->get_last_error(from.get());
    why.sentence.append(said != nullptr ? said : "without a reason");
    return why;
  }
  column_error read_schema() noexcept {
    if (!type.released()) return {};
    if (from->get_schema(from.get(), type.get()) != 0) return broke_off();
    return type.released() ? fail(cause::malformed, "the Arrow stream has no schema") : column_error();
  }
  column_error next(ArrowArray& to) noexcept {
    if (const column_error why = read_schema()) return why;
    owned<ArrowArray> array;
    if (from->get_next(from.get(), array.get()) != 0) return broke_off();
    if (array.released()) return {};
    const ArrowArray* const one = array.get();
    column made;
    if (column_error why = transform_from(does, *type, {&one, 1}, rows, made)) {
      if (why.row >= 0)
        why.sentence.append(" (row ").append_decimal(static_cast<std::uint64_t>(why.row)).append(")");
      return why;
    }
    rows += made.size();
    return made.to_array(to) ? column_error() : no_memory();
  }
};

stream_state& state_of(ArrowArrayStream* self) noexcept {
  return *static_cast<stream_state*>(self->private_data);
}

}  // namespace

column_error transform(const operation& does, const ArrowSchema& type,
                       std::span<const ArrowArray* const> arrays, column& to) noexcept {
  return transform_from(does, type, arrays, 0, to);
}

column_error type_of(const operation& does, const ArrowSchema& type, ArrowSchema& to) noexcept {
  plan p(does);
  if (const column_error why = make_plan(type, p)) return why;
  detail::make_schema(made_format(p), made_uuid(p), to);
  return {};
}

column_error transform(const operation& does, ArrowArrayStream& from, ArrowArrayStream& to) noexcept {
  if (from.release == nullptr) return fail(cause::malformed, "the Arrow stream was given away before");
  auto* const own = new (std::nothrow) stream_state{does, {}, {}};
  if (own == nullptr) return no_memory();
  own->from = owned<ArrowArrayStream>(from);
  to = {[](ArrowArrayStream* self, ArrowSchema* schema) {
          stream_state& state = state_of(self);
          column_error why = state.read_schema();
          if (!why) why = type_of(state.does, *state.type, *schema);
          return state.answer(why);
        },
        [](ArrowArrayStream* self, ArrowArray* array) {
          *array = {};
          stream_state& state = state_of(self);
          return state.answer(state.next(*array));
        },
        [](ArrowArrayStream* self) -> const char* {
          const column_error& last = state_of(self).last;
          return last ? last.sentence.c_str() : nullptr;
        },
        [](ArrowArrayStream* self) {
          delete &state_of(self);
          self->release = nullptr;
        },
        own};
  return {};
}

}  // namespace sortid::arrow
