// Sorted ids outside of a chunk: how they are written to a file of runs, and how they are read from there or
// from memory.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include "sorting/chunk.hpp"
#include "sorting/run_file.hpp"

namespace sortid::cli {

// Ids of a kind, from the first number to the last.
struct id_range {
  uint128 first = {};
  uint128 last = ~uint128{};

  [[nodiscard]] std::span<const sorted_id> in(std::span<const sorted_id> sorted) const noexcept {
    const auto begin = std::partition_point(sorted.begin(), sorted.end(),
                                            [this](const sorted_id& id) { return id.number() < first; });
    return {begin, std::partition_point(begin, sorted.end(),
                                        [this](const sorted_id& id) { return id.number() <= last; })};
  }
};

// The ids of a kind in a run.
struct run_part {
  // One line in so many bytes.
  static constexpr std::uint64_t bytes_of_mark = std::uint64_t{16} << 10U;
  // Where a run is of ids alone.
  static constexpr std::size_t ids_of_mark = bytes_of_mark / sizeof(sorted_id);
  struct mark {
    uint128 number;
    std::uint64_t at;  // behind the part's begin
  };

  std::uint32_t kind;
  std::uint64_t offset;  // in the file
  std::uint64_t size;
  std::vector<mark> marks = {};  // of some lines behind the first

  // Where the ids of that range are, between few others.
  [[nodiscard]] run_part around(const id_range& range) const {
    const auto behind_begin = std::partition_point(
        marks.begin(), marks.end(), [&range](const mark& m) { return m.number < range.first; });
    const auto end = std::partition_point(behind_begin, marks.end(),
                                          [&range](const mark& m) { return m.number <= range.last; });
    const std::uint64_t begin = behind_begin == marks.begin() ? 0 : (behind_begin - 1)->at;
    return {kind, offset + begin, (end == marks.end() ? size : end->at) - begin};
  }
};
using run = std::vector<run_part>;

// One line of a run: an id of 16 bytes; where lines are kept, the place and the size of the line, and its
// text.
struct line_head {
  sorted_id id;
  std::uint64_t place;
  std::uint32_t size;

  static constexpr std::size_t bytes = sizeof(sorted_id) + sizeof(std::uint64_t) + sizeof(std::uint32_t);
  void put(char* to) const {
    std::memcpy(to, &id, sizeof id);
    std::memcpy(to + sizeof id, &place, sizeof place);
    std::memcpy(to + sizeof id + sizeof place, &size, sizeof size);
  }
  [[nodiscard]] static line_head at(const char* from) {
    line_head head{};
    std::memcpy(&head.id, from, sizeof head.id);
    std::memcpy(&head.place, from + sizeof head.id, sizeof head.place);
    std::memcpy(&head.size, from + sizeof head.id + sizeof head.place, sizeof head.size);
    return head;
  }
};

// Writes parts of a run one behind the other, each line by line.
class run_writer {
 public:
  run_writer(run_file& to, std::uint64_t offset) : to_(to), offset_(offset) {}
  void begin_part(run& of, std::uint32_t kind) { part_ = &of.emplace_back(run_part{kind, written(), 0}); }
  void end_part() { part_->size = written() - part_->offset; }
  // A line begins, whose id has that number.
  void begin(uint128 number) {
    const std::uint64_t at = written() - part_->offset;
    if (at - (part_->marks.empty() ? 0 : part_->marks.back().at) >= run_part::bytes_of_mark)
      part_->marks.push_back({number, at});
  }
  // At most `most` bytes, to be written by the caller.
  char* room(std::size_t size) {
    if (bytes_.size() + size > most) flush();
    return bytes_.extend(size);
  }
  void put(std::string_view bytes) {
    if (bytes.size() > most) {
      flush();
      to_.write(offset_, bytes);
      offset_ += bytes.size();
      return;
    }
    std::copy(bytes.begin(), bytes.end(), room(bytes.size()));
  }
  void flush() {
    to_.write(offset_, {bytes_.data(), bytes_.size()});
    offset_ += bytes_.size();
    bytes_.clear();
  }

 private:
  [[nodiscard]] std::uint64_t written() const { return offset_ + bytes_.size(); }

  static constexpr std::size_t most = std::size_t{256} << 10U;
  run_file& to_;
  run_part* part_ = nullptr;
  std::uint64_t offset_;  // of what is not written yet
  growing_array<char> bytes_;
};

// Bytes of a part of a run, by pieces.
class run_reader {
 public:
  run_reader(const run_file& from, const run_part& part, std::size_t piece)
      : from_(&from), offset_(part.offset), left_(part.size), piece_(piece) {}
  // The next bytes, at least `least` unless the part ends before. They stand until the next call.
  std::string_view more(std::string_view rest, std::size_t least) {
    const std::size_t wanted = std::max(least, piece_);
    const auto fresh =
        static_cast<std::size_t>(std::min<std::uint64_t>(left_, wanted - std::min(wanted, rest.size())));
    if (!rest.empty()) std::memmove(bytes_.data(), rest.data(), rest.size());
    if (rest.size() + fresh > bytes_.size()) (void)bytes_.extend(rest.size() + fresh - bytes_.size());
    from_->read(offset_, bytes_.data() + rest.size(), fresh);
    offset_ += fresh;
    left_ -= fresh;
    return {bytes_.data(), rest.size() + fresh};
  }

 private:
  const run_file* from_;
  std::uint64_t offset_;
  std::uint64_t left_;
  std::size_t piece_;
  growing_array<char> bytes_;
};

// --- cursors: the ids of a range in a part, from the least on ----------------------------------------------

// Ids alone.
class id_cursor {
 public:
  id_cursor(const sort_chunk<bare_row>& from, const id_group& g, const id_range& range) {
    look_at(range.in({from.ids() + g.begin, g.count}));
  }
  id_cursor(const run_file& from, const run_part& part, const id_range& range, std::size_t piece)
      : range_(range) {
    reader_.emplace(from, part.around(range), piece / sizeof(sorted_id) * sizeof(sorted_id));
    refill();
  }
  [[nodiscard]] bool ended() const noexcept { return at_ == end_; }
  [[nodiscard]] uint128 number() const noexcept { return number_; }
  [[nodiscard]] bool before(const id_cursor& other) const noexcept { return number_ < other.number_; }
  void next() {
    ++at_;
    if (at_ == end_) return refill();
    number_ = at_->number();
  }
  // Appends what stands in a run for the id at hand.
  void copy_to(run_writer& to) const {
    to.begin(number_);
    to.put({reinterpret_cast<const char*>(at_), sizeof(sorted_id)});
  }

 private:
  void refill() {
    while (reader_ && at_ == end_) {
      const std::string_view bytes = reader_->more({}, sizeof(sorted_id));
      if (bytes.empty()) return;
      look_at(
          range_.in({reinterpret_cast<const sorted_id*>(bytes.data()), bytes.size() / sizeof(sorted_id)}));
    }
  }
  void look_at(std::span<const sorted_id> ids) noexcept {
    at_ = ids.data();
    end_ = at_ + ids.size();
    if (at_ != end_) number_ = at_->number();
  }

  uint128 number_{};
  const sorted_id* at_ = nullptr;
  const sorted_id* end_ = nullptr;
  id_range range_ = {};
  std::optional<run_reader> reader_ = {};
};

// Ids with their lines.
class line_cursor {
 public:
  line_cursor(const sort_chunk<line_row>& from, const id_group& g, const id_range& range) : chunk_(&from) {
    const auto ids = range.in({from.ids() + g.begin, g.count});
    row_ = static_cast<std::size_t>(ids.data() - from.ids());
    end_row_ = row_ + ids.size();
    look_at_row();
  }
  line_cursor(const run_file& from, const run_part& part, const id_range& range, std::size_t piece)
      : last_(range.last) {
    reader_.emplace(from, part.around(range), piece);
    look_at_bytes();
    while (!ended_ && number_ < range.first) next();
  }
  [[nodiscard]] bool ended() const noexcept { return ended_; }
  [[nodiscard]] uint128 number() const noexcept { return number_; }
  [[nodiscard]] std::string_view line() const noexcept { return line_; }
  [[nodiscard]] bool before(const line_cursor& other) const noexcept {
    return number_ != other.number_ ? number_ < other.number_ : place_ < other.place_;
  }
  void next() {
    if (chunk_ != nullptr) {
      ++row_;
      look_at_row();
    } else {
      bytes_.remove_prefix(line_head::bytes + line_.size());
      look_at_bytes();
    }
  }
  void copy_to(run_writer& to) const {
    to.begin(number_);
    line_head{sorted_id::from_number(number_).value(), place_, static_cast<std::uint32_t>(line_.size())}.put(
        to.room(line_head::bytes));
    to.put(line_);
  }

 private:
  void look_at_row() {
    ended_ = row_ == end_row_;
    if (ended_) return;
    number_ = chunk_->ids()[row_].number();
    place_ = chunk_->row(row_).place;
    line_ = chunk_->line(chunk_->row(row_));
  }
  void look_at_bytes() {
    if (bytes_.size() < line_head::bytes) bytes_ = reader_->more(bytes_, line_head::bytes);
    ended_ = bytes_.empty();
    if (ended_) return;
    const line_head head = line_head::at(bytes_.data());
    if (bytes_.size() < line_head::bytes + head.size)
      bytes_ = reader_->more(bytes_, line_head::bytes + head.size);
    number_ = head.id.number();
    ended_ = number_ > last_;
    place_ = head.place;
    line_ = bytes_.substr(line_head::bytes, head.size);
  }

  uint128 number_{};
  std::uint64_t place_ = 0;
  std::string_view line_ = {};
  bool ended_ = false;
  const sort_chunk<line_row>* chunk_ = nullptr;
  std::size_t row_ = 0;
  std::size_t end_row_ = 0;
  uint128 last_ = {};  // of what is read
  std::optional<run_reader> reader_ = {};
  std::string_view bytes_ = {};  // from the line at hand on
};

template <class Row>
using cursor_of = std::conditional_t<std::is_same_v<Row, line_row>, line_cursor, id_cursor>;

// --- writing -----------------------------------------------------------------------------------------------

// A sorted chunk as a run.
template <class Row>
[[nodiscard]] run write_run(run_file& to, const sort_chunk<Row>& chunk) {
  run parts;
  if constexpr (sort_chunk<Row>::has_lines) {
    const std::uint64_t heads = chunk.count() * line_head::bytes;
    run_writer out(to, to.reserve(heads + chunk.bytes_of_texts()));
    for (const id_group& g : chunk.groups()) {
      out.begin_part(parts, g.kind);
      for (std::size_t i = g.begin; i < g.begin + g.count; ++i) {
        const Row& row = chunk.row(i);
        out.begin(chunk.ids()[i].number());
        line_head{chunk.ids()[i], row.place, row.size}.put(out.room(line_head::bytes));
        out.put(chunk.line(row));
      }
      out.end_part();
    }
    out.flush();
  } else {
    const std::uint64_t size = chunk.count() * sizeof(sorted_id);
    const std::uint64_t offset = to.reserve(size);
    for (const id_group& g : chunk.groups()) {
      run_part& part = parts.emplace_back(
          run_part{g.kind, offset + g.begin * sizeof(sorted_id), g.count * sizeof(sorted_id)});
      for (std::size_t i = run_part::ids_of_mark; i < g.count; i += run_part::ids_of_mark)
        part.marks.push_back({chunk.ids()[g.begin + i].number(), i * sizeof(sorted_id)});
    }
    to.write(offset, {reinterpret_cast<const char*>(chunk.ids()), size});
  }
  return parts;
}

}  // namespace sortid::cli
