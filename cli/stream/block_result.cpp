#include "stream/block_result.hpp"

#include <algorithm>

#include "host/host.hpp"
#include "ids/foreign.hpp"
#include "quoted.hpp"
#include "sortid/formats.hpp"
#include "stream/outlet.hpp"
#include "stream/pipeline.hpp"

namespace sortid::cli {

namespace {

std::string_view label(block_kind kind) {
  if (kind == block_kind::argument) return "argument";
  return kind == block_kind::records ? "record" : "line";
}

// Of a name as files have them, and not of whatever was rejected.
bool is_file(std::string_view name) {
  constexpr std::size_t most = 255;
  return !name.empty() && name.size() <= most && name.find('\0') == std::string_view::npos &&
         !os::is_missing(std::string(name));
}

}  // namespace

void append_place(buffer& to, const block& in, std::uint64_t number) {
  append(to, "sortid: ");
  if (!in.file.empty()) {
    append_escaped(to, in.file);
    append(to, ": ");
  }
  append(to, label(in.kind));
  append(to, " ");
  append(to, number);
  append(to, ": ");
}

void block_result::message_line(const block& in, std::uint64_t number, std::string_view text,
                                std::uint64_t size, const id_error& why) {
  if (!reject_.messages) return;
  append_place(messages, in, number);
  append_quoted(messages, text, size);
  append(messages, ": ");
  append(messages, name_of(why.why.why));
  append(messages, ": ");
  append(messages,
         why.sentence.empty() ? message(why.why, why.format).view() : std::string_view(why.sentence));
  const bool of_formats = why.format.empty() || format::find(why.format);  // and not digits
  if (of_formats && in.kind != block_kind::records && size == text.size()) {
    // What an rs/xid is, the library's sentence says where it counts the symbols.
    const bool told = why.why.why == reason::length && text.size() == detail::rs_xid_symbols &&
                      (why.format.empty() || why.format == format::of<xid>().name());
    if (const foreign_id_list foreign = foreign_ids_now(text); !foreign.empty() && !told) {
      append_format(messages, "; {}", sentence_of(foreign, text));
    } else if (!foreign.empty() && foreign.begin()->unix_ms) {
      append_format(messages, "; as one, it was made {}", instant_to_text(*foreign.begin()->unix_ms).view());
    }
  }
  if (!why.hint.empty()) append_format(messages, "; {}", why.hint);
  if (in.kind == block_kind::argument && is_file(text)) {
    append(messages, "; a file has this name: read it with < ");
    append_escaped(messages, text);
  }
  append(messages, "\n");
  // The mark stands right only where every byte of the text is one column.
  const bool plain = text.size() <= quoted_symbols &&
                     std::all_of(text.begin(), text.end(), [](char c) { return c >= 0x20 && c < 0x7F; });
  if (!reject_.carets || !plain || text.empty()) return;
  append_format(messages, "  {}\n  {:>{}}\n", text, "^",
                std::min<std::size_t>(why.why.position, text.size()) + 1);
}

void block_result::reject(const block& in, std::uint64_t number, std::string_view text, std::string_view raw,
                          const id_error& why) {
  ++invalid;
  message_line(in, number, text, text.size(), why);
  if (!reject_.keep) return;
  append(rejected, raw);
  if (in.kind != block_kind::records && !raw.ends_with('\n')) append(rejected, "\n");
}

void block_result::reject_long_line(const block& piece, const id_error& why) {
  if (reject_.keep) append(rejected, piece.bytes);
  if (piece.kind == block_kind::long_line) return;
  if (reject_.keep) append(rejected, "\n");
  ++invalid;
  message_line(piece, piece.first, piece.head, piece.size, why);
}

void block_result::wait_for_turn() {
  if (turn_ != nullptr) (void)turn_->wait();
}

bool block_result::write() {
  if (outlet_ == nullptr) return true;
  const bool written = (turn_ == nullptr || turn_->wait()) && outlet_->write(*this, turn_ != nullptr);
  clear();
  return written;
}

}  // namespace sortid::cli
