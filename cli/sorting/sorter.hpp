// Ids of any number into their order, in the memory that it is given: sorted chunks become runs in a temporary file, and
// runs are merged. Without runs nothing is written.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
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

// Sorted ids on their way out.
template <class Row>
class sorted_output {
 public:
  // Some lines of a kind.
  struct piece {
    std::uint32_t kind = 0;
    std::vector<sorted_id> ids = {};  // where these are the lines
    buffer lines;
  };

  sorted_output(std::vector<std::uint32_t> kinds, bool unique,
                std::function<std::vector<cursor_of<Row>>(std::uint32_t kind)> cursors)
      : kinds_(std::move(kinds)), unique_(unique), cursors_(std::move(cursors)) {}

  // False at the end.
  bool next(piece& p) {
    p.ids.clear();
    p.lines.clear();
    while (merge_.ended()) {
      if (kind_ == kinds_.size()) return false;
      p.kind = kinds_[kind_++];
      merge_ = merge<cursor_of<Row>>(cursors_(p.kind));
      last_.reset();
    }
    p.kind = kinds_[kind_ - 1];
    while (!merge_.ended() && p.ids.size() < most_ids && p.lines.size() < most_bytes) {
      const uint128 number = merge_.top().number();
      if (!unique_ || last_ != number) append(p, number);
      if (unique_) last_ = number;
      merge_.next();
    }
    return true;
  }

 private:
  static constexpr std::size_t most_ids = 16'384;
  static constexpr std::size_t most_bytes = most_ids * sizeof(sorted_id);

  void append(piece& p, uint128 number) {
    if constexpr (sort_chunk<Row>::has_lines) {
      cli::append(p.lines, merge_.top().line());
      p.lines.push_back('\n');
    } else {
      p.ids.push_back(sorted_id::from_number(number).value());
    }
  }

  std::vector<std::uint32_t> kinds_;
  bool unique_;
  std::function<std::vector<cursor_of<Row>>(std::uint32_t kind)> cursors_;
  std::size_t kind_ = 0;  // kinds that were begun
  merge<cursor_of<Row>> merge_ = {};
  std::optional<uint128> last_ = {};
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
    ~loan() { of_.give_back(std::move(chunk_)); }

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

  // Calls put(text) for all lines in their order, until it returns false.
  void write(const std::function<bool(std::string_view)>& put) {
    settle();
    std::vector<std::uint32_t> kinds = kinds_.in_order();
    if (plan_.reverse) std::reverse(kinds.begin(), kinds.end());
    sorted_output<Row> sorted(std::move(kinds), plan_.unique,
                              [this](std::uint32_t kind) { return cursors(kind); });
    pipeline<output_lane> lanes([&] { return std::make_unique<output_lane>(*this, sorted, put); },
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
    output_lane(sorter& of, sorted_output<Row>& from, const std::function<bool(std::string_view)>& put)
        : of_(of), from_(from), put_(put) {}
    taken take() { return from_.next(piece_) ? taken::plenty : taken::nothing; }
    void work(turn&) {
      if (!chunk::has_lines) of_.append_ids(piece_);
    }
    bool give() { return put_(view_of(piece_.lines)); }

   private:
    sorter& of_;
    sorted_output<Row>& from_;
    const std::function<bool(std::string_view)>& put_;
    typename sorted_output<Row>::piece piece_;
  };

  [[nodiscard]] sorted_id key(uint128 id) const noexcept {
    return sorted_id::from_number(plan_.reverse ? ~id : id).value();
  }

  void append_ids(typename sorted_output<Row>::piece& p) const {
    if (plan_.reverse) {
      for (sorted_id& id : p.ids) id = key(id.number());
    }
    append_texts(p.lines, kinds_.kind(p.kind), p.ids);
  }

  std::unique_ptr<chunk> take_chunk() {
    const std::lock_guard lock(mutex_);
    if (chunks_.empty()) return std::make_unique<chunk>();
    std::unique_ptr<chunk> taken = std::move(chunks_.back());
    chunks_.pop_back();
    return taken;
  }
  void give_back(std::unique_ptr<chunk> given) {
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
    full.clear();
    const std::lock_guard lock(mutex_);
    runs_.push_back(std::move(parts));
  }

  // Once nothing more comes: all ids in sorted chunks, or all in runs that are few enough to be merged.
  void settle() {
    pipeline<chunk_lane> lanes([this] { return std::make_unique<chunk_lane>(*this); }, plan_.threads, [] {});
    (void)lanes.run();
    if (runs_.empty()) return;
    chunks_.clear();
    const std::size_t merged = std::clamp<std::size_t>(plan_.memory / least_buffer, 2, most_merged);
    while (runs_.size() > merged) merge_runs(merged);
    buffer_ = std::clamp(plan_.memory / runs_.size(), least_buffer, most_buffer);
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
      run together;
      for (std::uint32_t kind = 0; kind < kinds_.size(); ++kind) {
        std::uint64_t size = 0;
        for_each_part(kind, [&size](const run_part& part) { size += part.size; });
        if (size == 0) continue;
        together.push_back({kind, file->reserve(size), size});
        run_writer out(*file, together.back().offset);
        for (merge<cursor_of<Row>> lines(cursors(kind)); !lines.ended(); lines.next())
          lines.top().copy_to(out);
        out.flush();
      }
      fewer.push_back(std::move(together));
    }
    runs_ = std::move(fewer);
    file_ = std::move(file);
  }

  template <class F>
  void for_each_part(std::uint32_t kind, F&& f) const {
    for (const run& r : runs_) {
      const auto part = std::lower_bound(r.begin(), r.end(), kind,
                                         [](const run_part& p, std::uint32_t k) { return p.kind < k; });
      if (part != r.end() && part->kind == kind) f(*part);
    }
  }

  [[nodiscard]] std::vector<cursor_of<Row>> cursors(std::uint32_t kind) const {
    std::vector<cursor_of<Row>> all;
    for_each_part(kind, [&](const run_part& part) { all.emplace_back(*file_, part, buffer_); });
    for (const std::unique_ptr<chunk>& c : chunks_) {
      for (const id_group& g : c->groups()) {
        if (g.kind == kind) all.emplace_back(*c, g);
      }
    }
    return all;
  }

  sort_plan plan_;
  std::size_t chunk_bytes_;
  kind_table kinds_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<chunk>> chunks_;  // that no thread has
  std::size_t settled_ = 0;
  std::unique_ptr<run_file> file_;
  std::vector<run> runs_;  // each in the order of its kinds' numbers
  std::size_t buffer_ = least_buffer;
};

}  // namespace sortid::cli
