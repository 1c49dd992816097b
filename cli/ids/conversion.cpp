#include "ids/conversion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "ids/text.hpp"
#include "sortid/batch_by_format.hpp"

namespace sortid::cli {

rejection other_width(const layout& from, const layout& to) {
  return {{reason::range, 0, to.bits, from.bits},
          to.name,
          fmt::format("{} has {} bits, {} has {}", from.name, from.bits, to.name, to.bits)};
}

// Lines that look like the first one.
struct conversion::line_run {
  static constexpr std::size_t most = 512;
  static constexpr std::size_t least = 4;  // fewer are not worth it

  std::optional<sortid::format> format = {};
  std::size_t prefix = 0;  // bytes of a type prefix with its separator, the same in all
  std::size_t stride = 0;  // bytes of the first line with its end
  std::size_t count = 0;   // 0 when that is no text of a format

  static line_run at(std::string_view lines, const reading& from) {
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

class conversion::block_work {
 public:
  block_work(const conversion& of, const block& in, outcome& result)
      : of_(of), in_(in), result_(result), number_(in.first) {}

  void all() {
    if (in_.kind != block_kind::lines || !of_.from_.reads_formats()) return one_by_one(in_.bytes);
    std::string_view left = in_.bytes;
    while (!left.empty()) {
      const line_run run = line_run::at(left, of_.from_);
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
      if (read != 0 && write({*run.format, prefix, ids, read}, ids)) {
        number_ += read;
        result_.valid += read;
      } else {
        one_by_one(lines.substr(0, read * run.stride));
      }
      lines.remove_prefix(read * run.stride);
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
      known_id id;
      rejection why = of_.from_.read(text, id);
      if (!why) why = write(id);
      if (why) {
        result_.reject(in_, number, text, raw, why);
      } else {
        ++result_.valid;
      }
      result_.relieve();
      number_ = number + 1;
    });
  }

  // False when they must be written one by one: some are rejected.
  bool write(id_column column, std::byte* ids) {
    if (!of_.to_) return true;
    if (of_.to_->mask != nullptr)
      return of_.to_->mask->apply(column, ids) &&
             append_texts(result_.out, column.format, column.prefix, column);
    const unsigned bits = column.format.layout().bits;
    if (!of_.to_->format) {
      const notation n = of_.to_->number;
      if (n == notation::binary && record_bits(bits) != bits) return false;
      append_numbers(result_.out, n, column);
      return true;
    }
    const format to = *of_.to_->format;
    return to.layout().bits == bits && append_texts(result_.out, to, prefix_for(to, column.prefix), column);
  }

  rejection write(known_id id) {
    if (!of_.to_) return {};
    if (of_.to_->mask != nullptr) {
      rejection why = of_.to_->mask->apply(id);
      if (!why) write_text(*id.format, id.prefix, id.value);
      return why;
    }
    if (of_.to_->format) return write_as(*of_.to_->format, id);
    if (of_.to_->number == notation::binary) {
      const unsigned bits = record_bits(id.bits);
      if (bits != id.bits)
        return {{reason::range, 0, bits, id.bits},
                id.format ? id.format->name() : std::string_view(),
                fmt::format("the records have {} bits, this has {}", bits, id.bits)};
    }
    append_id(result_.out, id, of_.to_->number, {});
    return {};
  }

  rejection write_as(format to, const known_id& id) {
    if (id.format && id.bits != to.layout().bits) return other_width(id.format->layout(), to.layout());
    const error why = by_format::check_value(to, id.value);
    if (why.why != reason::none) return {why, to.name()};
    write_text(to, prefix_for(to, id.prefix), id.value);
    return {};
  }

  void write_text(format as, std::string_view prefix, uint128 value) {
    char* const text = room(result_.out, max_text_size + 1);
    grow(result_.out, put("\n", put_text(as, prefix, value, text)));
  }

  std::string_view prefix_for(format to, std::string_view own) const {
    if (!to.layout().prefixed) return {};
    return of_.to_->prefix ? of_.to_->prefix->view() : own;
  }

  // Which of the ids is the first is known once all blocks before this one are done.
  unsigned record_bits(unsigned bits) {
    if (of_.record_bits_ == 0) {
      result_.wait_for_turn();
      unsigned none = 0;
      of_.record_bits_.compare_exchange_strong(none, bits);
    }
    return of_.record_bits_;
  }

  const conversion& of_;
  const block& in_;
  outcome& result_;
  std::uint64_t number_;
};

void conversion::process(const block& in, outcome& result) const { block_work(*this, in, result).all(); }

}  // namespace sortid::cli
