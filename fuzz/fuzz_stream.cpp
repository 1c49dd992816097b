// Lines of any bytes through the command line's blocks, batches and readers.
//
//  1. Every line is a result or an error.
//  2. Wherever the input is cut between lines, the results, messages and rejected texts are the same.
//  3. Each result is what the format's own parse gives for the line without its end.
//  4. The rejected texts that are kept are the rejected lines, as they stood in the input.
//  5. Each error is one line of message, with the line's number.
//  6. A line longer than a block, in whatever pieces, is one error and is kept whole.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "holds.hpp"
#include "ids/conversion.hpp"

namespace {

using namespace sortid::cli;
using sortid::format;

std::string_view view(const buffer& b) { return {b.data(), b.size()}; }

struct expected {
  std::string out;
  std::string rejected;
  std::uint64_t valid = 0;
  std::uint64_t invalid = 0;
  std::vector<std::string> beginnings;  // of the messages
};

// The same, line by line, with nothing of the command line's: as decimal numbers, or as TypeIDs.
expected by_hand(std::string_view input, const std::optional<format>& f, bool as_typeid) {
  expected e;
  for (std::uint64_t number = 1; !input.empty(); ++number) {
    const std::size_t newline = input.find('\n');
    const std::string_view raw = input.substr(0, newline == std::string_view::npos ? newline : newline + 1);
    input.remove_prefix(raw.size());
    std::string_view text = raw;
    if (text.ends_with('\n')) text.remove_suffix(1);
    if (text.ends_with('\r')) text.remove_suffix(1);
    const auto id = f ? f->parse(text) : sortid::parse_any(text);
    if (id && !(as_typeid && id->format.layout().bits == 64)) {
      ++e.valid;
      if (as_typeid) {
        e.out.append(sortid::some_id{format::of<sortid::type_id>(), id->value, id->prefix}.to_text().view());
      } else {
        char digits[sortid::detail::max_decimal_digits];
        e.out.append(digits, sortid::detail::write_decimal(id->value, digits));
      }
      e.out.append("\n");
    } else {
      ++e.invalid;
      e.rejected.append(raw).append(raw.ends_with('\n') ? "" : "\n");
      e.beginnings.push_back("sortid: line " + std::to_string(number) + ": \"");
    }
  }
  return e;
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t newline = text.find('\n');
    lines.emplace_back(text.substr(0, newline));
    text.remove_prefix(newline == std::string_view::npos ? text.size() : newline + 1);
  }
  return lines;
}

// All blocks' outcomes, one behind the other.
struct whole {
  std::string out;
  std::string messages;
  std::string rejected;
  std::uint64_t valid = 0;
  std::uint64_t invalid = 0;
};

// The input cut behind some of its newlines: behind the n-th when bit n mod 64 of `cuts` is set.
whole in_blocks(const stream_work& with, std::string_view input, const reject_options& w,
                std::uint64_t cuts) {
  whole all;
  block_result one(w);
  std::uint64_t number = 1;
  std::uint64_t first = 1;
  std::size_t from = 0;
  for (std::size_t i = 0; i < input.size(); ++i) {
    const bool line_ends = input[i] == '\n';
    const bool input_ends = i + 1 == input.size();
    if (line_ends) ++number;
    if (!input_ends && !(line_ends && (cuts >> (number % 64) & 1U) != 0)) continue;
    one.clear();
    block in;
    in.bytes = input.substr(from, i + 1 - from);
    in.first = first;
    work_on(with, in, one);
    all.out += view(one.out);
    all.messages += view(one.messages);
    all.rejected += view(one.rejected);
    all.valid += one.valid;
    all.invalid += one.invalid;
    from = i + 1;
    first = number;
  }
  return all;
}

void check_long_line(const stream_work& with, std::string_view line, std::uint64_t cuts) {
  reject_options w;
  w.keep = true;
  block_result result(w);
  block in;
  in.first = 7;
  in.head = line.substr(0, 64);
  std::size_t from = 0;
  for (std::size_t i = 1; i < line.size(); ++i) {
    if ((cuts >> (i % 64) & 1U) == 0) continue;
    in.kind = block_kind::long_line;
    in.bytes = line.substr(from, i - from);
    in.size += in.bytes.size();
    work_on(with, in, result);
    from = i;
  }
  in.kind = block_kind::long_line_end;
  in.bytes = line.substr(from);
  in.size += in.bytes.size();
  work_on(with, in, result);
  holds(6, result.invalid == 1 && result.valid == 0 && result.out.size() == 0, "one error");
  holds(6, view(result.rejected) == std::string(line) + "\n", "kept");
  holds(6, lines_of(view(result.messages)).size() == 1, "one message");
  holds(6, view(result.messages).starts_with("sortid: line 7: \""), "its number");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t header = 9;  // the format, and where to cut
  if (size < header) return 0;
  std::uint64_t cuts = 0;
  for (std::size_t i = 1; i < header; ++i) cuts = cuts << 8U | data[i];
  const std::string input(data + header, data + size);
  std::optional<format> f;
  std::size_t at = data[0] % (sortid::format_list::size + 1);
  for (const format each : format::all()) {
    if (at-- == 0) f = each;
  }
  const bool as_typeid = data[0] / (sortid::format_list::size + 1) % 2 != 0;
  const conversion converts(
      f ? id_parser::format_of(*f) : id_parser::any_format(),
      as_typeid ? target{.format = format::of<sortid::type_id>()} : target{.number = notation::integer});
  const stream_work with = converts.work();
  reject_options w;
  w.keep = true;
  const expected e = by_hand(input, f, as_typeid);
  const whole once = in_blocks(with, input, w, 0);
  const whole cut = in_blocks(with, input, w, cuts);

  holds(1, once.valid + once.invalid == lines_of(input).size(), "each line");
  holds(2, cut.out == once.out && cut.rejected == once.rejected && cut.messages == once.messages, "cut");
  holds(2, cut.valid == once.valid && cut.invalid == once.invalid, "counts");
  holds(3, once.out == e.out && once.valid == e.valid && once.invalid == e.invalid, "results");
  holds(4, once.rejected == e.rejected, "rejected");
  const auto messages = lines_of(once.messages);
  holds(5, messages.size() == e.beginnings.size(), "as many");
  for (std::size_t i = 0; i < messages.size(); ++i)
    holds(5, messages[i].starts_with(e.beginnings[i]), "number");

  // The marks below the messages are between them and never cut one.
  w.carets = true;
  const whole marked = in_blocks(with, input, w, cuts);
  holds(2, marked.out == once.out && marked.messages.size() >= once.messages.size(), "marks");

  std::string line = input;
  for (char& c : line) c = c == '\n' ? ' ' : c;
  check_long_line(with, line, cuts);
  return 0;
}
