// Ids of any number into their order, in the memory that it is given: sorted chunks become runs in a
// temporary file, and runs are merged. Without runs nothing is written.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "buffer.hpp"
#include "ids/writing.hpp"
#include "sorting/kinds.hpp"
#include "sorting/merge.hpp"
#include "sorting/runs.hpp"
#include "stream/pipeline.hpp"

namespace sortid::cli {

struct sort_plan {
  std::size_t memory = std::size_t{512} << 20U;
  unsigned threads = 1;
  std::string folder = {};  // of the temporary file
  bool reverse = false;
  bool unique = false;  // of equal ids the first
};

// Neighbouring ids of a kind. A lane takes as many pieces as are worth it.
struct sorted_piece {
  std::uint32_t kind;
  id_range range;
  std::uint64_t bytes = 0;  // about
};

template <class Row>
class sorter {
 public:
  using chunk = sort_chunk<Row>;

  explicit sorter(const sort_plan& plan) : plan_(plan), chunk_bytes_(plan.memory / plan.threads) {}

  [[nodiscard]] kind_table& kinds() noexcept { return kinds_; }

  // A chunk that is one thread's until it is given back.
  class loan {
   public:
    explicit loan(sorter& of) : of_(of), chunk_(of.take_chunk()) {}
    loan(const loan&) = delete;
    loan& operator=(const loan&) = delete;
    ~loan() { of_.release(std::move(chunk_)); }

    // Ids of a column; where these are reversed, as the complements of their bits.
    void add(std::uint32_t kind, const id_column& ids) {
      make_room(ids.count * sizeof(sorted_id));
      sorted_id* const to = chunk_->add(kind, ids.count);
      if (ids.format.layout().bits == 128 && !of_.plan_.reverse) {
        std::memcpy(to, ids.ids, ids.count * sizeof(sorted_id));
      } else {
        for (std::size_t i = 0; i < ids.count; ++i) to[i] = of_.key(ids.value_at(i));
      }
    }
    void add(std::uint32_t kind, uint128 id, std::uint64_t place, std::string_view line) {
      make_room(sizeof(sorted_id) + sizeof(Row) + line.size());
      if constexpr (chunk::has_lines) {
        chunk_->add(kind, of_.key(id), place, line);
      } else {
        *chunk_->add(kind, 1) = of_.key(id);
      }
    }

   private:
    void make_room(std::size_t bytes) {
      if (chunk_->bytes() + bytes > of_.chunk_bytes_ && chunk_->count() != 0) of_.spill(*chunk_);
    }
    sorter& of_;
    std::unique_ptr<chunk> chunk_;
  };

  // Once nothing more comes: all ids in sorted chunks, or all in runs that are few enough to be merged.
  void settle() {
    pipeline<chunk_lane> lanes([this] { return std::make_unique<chunk_lane>(*this); }, plan_.threads, [] {});
    (void)lanes.run();
    if (runs_.empty()) return;
    chunks_.clear();
    const std::size_t merged = std::clamp<std::size_t>(plan_.memory / least_buffer, 2, most_merged);
    while (runs_.size() > merged) merge_runs(merged);
    buffer_ = std::clamp(plan_.memory / plan_.threads / runs_.size(), least_buffer, most_buffer);
  }
  // How long all lines are together, with those that `unique` leaves out. This and what follows are of
  // settled ids.
  [[nodiscard]] std::uint64_t most_bytes() const {
    std::uint64_t all = spilled_;
    if constexpr (chunk::has_lines) {
      for (const std::unique_ptr<chunk>& c : chunks_) all += c->bytes_of_lines();
    } else {
      for (const std::uint32_t number : kinds_.in_order()) {
        const id_kind kind = kinds_.kind(number);
        const std::size_t prefix = kind.prefix.empty() ? 0 : kind.prefix.view().size() + 1;
        const std::uint64_t line = prefix + kind.format.layout().symbols + 1;
        for_each_part(number, [&](const run_part& part) { all += part.size / sizeof(sorted_id) * line; });
        for_each_group(number, [&](const chunk&, const id_group& g) { all += g.count * line; });
      }
    }
    return all;
  }
  // Calls put(text) for all lines in their order, until it returns false.
  void write(const std::function<bool(std::string_view)>& put) {
    const std::vector<sorted_piece> all = pieces();
    std::size_t written = 0;
    pipeline<output_lane> lanes([&] { return std::make_unique<output_lane>(*this, all, written, put); },
                                plan_.threads, [] {});
    (void)lanes.run();
  }

 private:
  static constexpr std::size_t least_buffer = std::size_t{64} << 10U;
  static constexpr std::size_t most_buffer = std::size_t{1} << 20U;
  static constexpr std::size_t most_merged = 1024;

  // Sorts chunks, and writes them as runs where some were written.
  class chunk_lane {
   public:
    explicit chunk_lane(sorter& of) : of_(of) {}
    taken take() {
      if (of_.settled_ == of_.chunks_.size()) return taken::nothing;
      chunk_ = of_.chunks_[of_.settled_++].get();
      return taken::plenty;
    }
    void work(turn&) {
      if (!of_.file_) {
        chunk_->sort();
      } else if (chunk_->count() != 0) {
        of_.spill(*chunk_);
      }
    }
    static bool give() { return true; }

   private:
    sorter& of_;
    chunk* chunk_ = nullptr;
  };

  class output_lane {
   public:
    output_lane(sorter& of, const std::vector<sorted_piece>& pieces, std::size_t& taken_pieces,
                const std::function<bool(std::string_view)>& put)
        : of_(of), pieces_(pieces), taken_(taken_pieces), put_(put) {}
    taken take() {
      if (taken_ == pieces_.size()) return taken::nothing;
      const std::uint64_t most = of_.marks_of_piece() * run_part::bytes_of_mark;
      const std::size_t first = taken_;
      std::uint64_t bytes = 0;
      do {
        bytes += pieces_[taken_++].bytes;
      } while (taken_ != pieces_.size() && bytes + pieces_[taken_].bytes <= most);
      mine_ = {pieces_.data() + first, taken_ - first};
      return taken::plenty;
    }
    void work(turn& mine) {
      const std::size_t most = 4 * of_.marks_of_piece() * run_part::bytes_of_mark;
      for (const sorted_piece& piece : mine_) {
        std::optional<uint128> last;
        for (merge<cursor_of<Row>> ids(of_.cursors(piece.kind, piece.range)); !ids.ended(); ids.next()) {
          const uint128 number = ids.top().number();
          if (of_.plan_.unique && last == number) continue;
          last = number;
          append(ids.top(), piece.kind);
          // A piece has no end while ids are equal.
          if (lines_.size() > most && (!mine.wait() || !give())) return;
        }
        write_ids(piece.kind);
      }
    }
    bool give() {
      going_ = going_ && put_(view_of(lines_));
      lines_.clear();
      return going_;
    }

   private:
    static constexpr std::size_t most_ids = 4096;

    void append(const cursor_of<Row>& at, std::uint32_t kind) {
      if constexpr (chunk::has_lines) {
        cli::append(lines_, at.line());
        lines_.push_back('\n');
      } else {
        ids_.push_back(of_.key(at.number()));
        if (ids_.size() == most_ids) write_ids(kind);
      }
    }
    void write_ids(std::uint32_t kind) {
      append_texts(lines_, of_.kinds_.kind(kind), ids_);
      ids_.clear();
    }

    sorter& of_;
    const std::vector<sorted_piece>& pieces_;
    std::size_t& taken_;
    const std::function<bool(std::string_view)>& put_;
    std::span<const sorted_piece> mine_ = {};
    std::vector<sorted_id> ids_ = {};  // where these are the lines
    buffer lines_;
    bool going_ = true;
  };

  [[nodiscard]] sorted_id key(uint128 id) const noexcept {
    return sorted_id::from_number(plan_.reverse ? ~id : id).value();
  }

  std::unique_ptr<chunk> take_chunk() {
    const std::lock_guard lock(mutex_);
    if (chunks_.empty()) return std::make_unique<chunk>();
    std::unique_ptr<chunk> taken = std::move(chunks_.back());
    chunks_.pop_back();
    return taken;
  }
  void release(std::unique_ptr<chunk> given) {
    const std::lock_guard lock(mutex_);
    chunks_.push_back(std::move(given));
  }

  void spill(chunk& full) {
    full.sort();
    run_file* file = nullptr;
    {
      const std::lock_guard lock(mutex_);
      if (!file_) file_ = std::make_unique<run_file>(plan_.folder);
      file = file_.get();
    }
    run parts = write_run(*file, full);
    std::uint64_t lines = 0;
    if constexpr (chunk::has_lines) lines = full.bytes_of_lines();
    full.clear();
    const std::lock_guard lock(mutex_);
    spilled_ += lines;
    runs_.push_back(std::move(parts));
  }

  // Enough of each run to be worth a read, as far as memory allows.
  [[nodiscard]] std::size_t marks_of_piece() const {
    constexpr std::size_t least = 16;
    constexpr std::size_t of_run = 4;
    const std::size_t most = plan_.memory / plan_.threads / 4 / run_part::bytes_of_mark;
    return std::max(least, std::min(of_run * runs_.size(), most));
  }

  // All there is, in order.
  [[nodiscard]] std::vector<sorted_piece> pieces() const {
    std::vector<std::uint32_t> kinds = kinds_.in_order();
    if (plan_.reverse) std::reverse(kinds.begin(), kinds.end());
    const std::size_t step = marks_of_piece();
    std::vector<sorted_piece> all;
    std::vector<uint128> marks;
    for (const std::uint32_t kind : kinds) {
      const std::size_t before = all.size();
      std::uint64_t bytes = 0;
      marks.clear();
      for_each_part(kind, [&](const run_part& part) {
        bytes += part.size;
        for (const run_part::mark& m : part.marks) marks.push_back(m.number);
      });
      for_each_group(kind, [&](const chunk& c, const id_group& g) {
        bytes += g.count * sizeof(sorted_id);
        for (std::size_t i = run_part::ids_of_mark; i < g.count; i += run_part::ids_of_mark)
          marks.push_back(c.ids()[g.begin + i].number());
      });
      std::sort(marks.begin(), marks.end());
      uint128 first{};
      for (std::size_t i = step - 1; i < marks.size(); i += step) {
        if (marks[i] == first) continue;
        all.push_back({kind, {first, marks[i] - 1}});
        first = marks[i];
      }
      if (bytes != 0) all.push_back({kind, {.first = first}});
      for (std::size_t i = before; i < all.size(); ++i) all[i].bytes = bytes / (all.size() - before);
    }
    return all;
  }

  // Merges so many runs each into one.
  void merge_runs(std::size_t merged) {
    buffer_ = std::clamp(plan_.memory / merged, least_buffer, most_buffer);
    auto file = std::make_unique<run_file>(plan_.folder);
    const std::vector<run> all = std::exchange(runs_, {});
    std::vector<run> fewer;
    for (std::size_t begin = 0; begin < all.size(); begin += merged) {
      const std::size_t end = std::min(begin + merged, all.size());
      runs_.assign(all.begin() + static_cast<std::ptrdiff_t>(begin),
                   all.begin() + static_cast<std::ptrdiff_t>(end));
      std::uint64_t size = 0;
      for (const run& r : runs_) {
        for (const run_part& part : r) size += part.size;
      }
      run together;
      run_writer out(*file, file->reserve(size));
      for (std::uint32_t kind = 0; kind < kinds_.size(); ++kind) {
        merge<cursor_of<Row>> lines(cursors(kind, {}));
        if (lines.ended()) continue;
        out.begin_part(together, kind);
        for (; !lines.ended(); lines.next()) lines.top().copy_to(out);
        out.end_part();
      }
      out.flush();
      fewer.push_back(std::move(together));
    }
    runs_ = std::move(fewer);
    file_ = std::move(file);
  }

  template <class F>
  void for_each_part(std::uint32_t kind, F&& f) const {
    for (const run& r : runs_) {
      if (const run_part* const part = of_kind(r, kind)) f(*part);
    }
  }

  template <class F>
  void for_each_group(std::uint32_t kind, F&& f) const {
    for (const std::unique_ptr<chunk>& c : chunks_) {
      if (const id_group* const g = of_kind(c->groups(), kind)) f(*c, *g);
    }
  }
  // That of a run or a sorted chunk, which stand in the order of their kinds' numbers.
  template <class Part>
  [[nodiscard]] static const Part* of_kind(const std::vector<Part>& parts, std::uint32_t kind) {
    const auto part = std::lower_bound(parts.begin(), parts.end(), kind,
                                       [](const Part& p, std::uint32_t k) { return p.kind < k; });
    return part != parts.end() && part->kind == kind ? &*part : nullptr;
  }

  [[nodiscard]] std::vector<cursor_of<Row>> cursors(std::uint32_t kind, const id_range& range) const {
    std::vector<cursor_of<Row>> all;
    for_each_part(kind, [&](const run_part& part) { all.emplace_back(*file_, part, range, buffer_); });
    for_each_group(kind, [&](const chunk& c, const id_group& g) { all.emplace_back(c, g, range); });
    return all;
  }

  sort_plan plan_;
  std::size_t chunk_bytes_;
  kind_table kinds_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<chunk>> chunks_;  // that no thread has
  std::size_t settled_ = 0;
  std::unique_ptr<run_file> file_;
  std::vector<run> runs_;      // each in the order of its kinds' numbers
  std::uint64_t spilled_ = 0;  // bytes of the lines in runs, where lines are kept
  std::size_t buffer_ = least_buffer;
};

}  // namespace sortid::cli
