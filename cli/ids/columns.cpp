#include "ids/columns.hpp"

#include <algorithm>
#include <cstring>

#include "quoted.hpp"
#include "sortid/batch_by_format.hpp"

namespace sortid::cli {

namespace {

// Lines that look like the first one.
struct line_run {
  static constexpr std::size_t most = 512;
  static constexpr std::size_t least = 4;  // fewer are not worth it

  std::optional<sortid::format> format = {};
  std::size_t prefix = 0;  // bytes of a type prefix with its separator, the same in all
  std::size_t stride = 0;  // bytes of the first line with its end
  std::size_t count = 0;   // 0 when that is no text of a format

  [[nodiscard]] std::size_t text_size() const { return prefix + format->layout().symbols; }

  static line_run at(std::string_view lines, const id_parser& from) {
    const std::size_t end = lines.find('\n');
    if (end == std::string_view::npos) return {.stride = lines.size()};
    line_run run{.stride = end + 1};
    const bool returns = end != 0 && lines[end - 1] == '\r';
    const std::string_view text = lines.substr(0, returns ? end - 1 : end);
    run.format = from.expected_format(text);
    if (!run.format || text.size() < run.format->layout().symbols) return run;
    run.prefix = text.size() - run.format->layout().symbols;
    if (run.prefix != 0 && (!run.format->layout().prefixed || text[run.prefix - 1] != '_' ||
                            run.prefix == 1 || !type_prefix::parse(text.substr(0, run.prefix - 1))))
      return run;
    const std::size_t whole = std::min(lines.size() / run.stride, most);
    const char* line = lines.data();
    do {
      ++run.count;
      line += run.stride;
    } while (run.count < whole && line[end] == '\n' && (!returns || line[end - 1] == '\r') &&
             (run.prefix == 0 || std::memcmp(line, lines.data(), run.prefix) == 0));
    return run;
  }
};

class block_walk {
 public:
  block_walk(const block& in, const id_parser& from, id_sink& sink, block_result& result)
      : in_(in), from_(from), sink_(sink), result_(result), number_(in.first) {}

  void all() {
    if (in_.kind != block_kind::lines || !from_.reads_formats()) return one_by_one(in_.bytes);
    std::string_view left = in_.bytes;
    while (!left.empty()) {
      const line_run run = line_run::at(left, from_);
      const bool worth_it = run.count >= line_run::least;
      const std::size_t size = worth_it ? run.count * run.stride : run.stride;
      if (worth_it) {
        many(left.substr(0, size), run);
      } else {
        one_by_one(left.substr(0, size));
      }
      left.remove_prefix(size);
    }
  }

 private:
  void many(std::string_view lines, const line_run& run) {
    alignas(16) std::byte ids[line_run::most * 16];
    const std::string_view prefix = lines.substr(0, run.prefix == 0 ? 0 : run.prefix - 1);
    while (!lines.empty()) {
      const std::size_t left = lines.size() / run.stride;
      // All begin with the same prefix: what is left to read of each is its suffix.
      const std::size_t read =
          batch::by_format::from_text(*run.format, lines.substr(run.prefix), ids, left, run.stride).count;
      const std::string_view good = lines.substr(0, read * run.stride);
      if (read != 0 &&
          sink_.take({*run.format, prefix, ids, read}, ids, {good, run.stride, run.text_size(), number_})) {
        number_ += read;
        result_.valid += read;
      } else {
        one_by_one(good);
      }
      lines.remove_prefix(good.size());
      // What is rejected may be several lines that have a newline where the run wants one.
      if (read != left) {
        one_by_one(lines.substr(0, run.stride));
        lines.remove_prefix(run.stride);
      }
    }
    result_.relieve();
  }

  void one_by_one(std::string_view bytes) {
    block some = in_;
    some.bytes = bytes;
    some.first = number_;
    for_each_text(some, [this](std::uint64_t number, std::string_view text, std::string_view raw) {
      if (in_.kind == block_kind::lines && is_long_line(raw)) return reject_long(number, raw);
      known_id id;
      id_error why = from_.read(text, id);
      if (!why) why = sink_.take(id, text, number);
      if (why) {
        result_.reject(in_, number, text, raw, why);
        sink_.rejected(text);
      } else {
        ++result_.valid;
      }
      result_.relieve();
      number_ = number + 1;
    });
  }

  void reject_long(std::uint64_t number, std::string_view raw) {
    block line = in_;
    line.kind = block_kind::long_line_end;
    line.bytes = raw.substr(0, raw.size() - (raw.back() == '\n' ? 1 : 0));
    line.first = number;
    line.head = line.bytes.substr(0, quoted_symbols);
    line.size = line.bytes.size();
    result_.reject_long_line(line, from_.too_long(line.size));
    result_.relieve();
    number_ = number + 1;
  }

  const block& in_;
  const id_parser& from_;
  id_sink& sink_;
  block_result& result_;
  std::uint64_t number_;
};

}  // namespace

void read_ids(const block& in, const id_parser& from, id_sink& sink, block_result& result) {
  block_walk(in, from, sink, result).all();
}

}  // namespace sortid::cli
