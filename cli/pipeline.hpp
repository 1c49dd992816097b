// Work in pieces: taken in order, done side by side on several threads, given on in the order of taking.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace sortid::cli {

class pipeline;

// Where a piece stands among the others.
class turn {
 public:
  turn(pipeline& of, std::uint64_t number) noexcept : of_(of), number_(number) {}
  // Returns when all pieces before this one have been given, or false when the work was stopped.
  bool wait();

 private:
  pipeline& of_;
  std::uint64_t number_;
};

enum class taken : std::uint8_t {
  nothing,  // there is no more
  little,   // one thread can keep up
  plenty,
};

// A thread's share: the buffers of one piece. All lanes of a pipeline have the same source and the same sink.
class lane {
 public:
  lane() = default;
  lane(const lane&) = delete;
  lane& operator=(const lane&) = delete;
  virtual ~lane() = default;
  virtual taken take() = 0;           // the next piece; one lane at a time
  virtual void work(turn& mine) = 0;  // at the same time as other lanes, until it waits for its turn
  virtual bool give() = 0;            // one lane at a time; false stops the work
};

using lane_maker = std::function<std::unique_ptr<lane>()>;

// Runs until a lane takes nothing or gives false. The calling thread is the first of at most `threads`; the others start
// when there is plenty to do. `stop` is called when the work is stopped: it makes a take() that waits return.
void run_lanes(const lane_maker& make, unsigned threads, std::function<void()> stop);

// How many threads there are unless the user says otherwise, and the most that he may ask for.
[[nodiscard]] unsigned default_threads() noexcept;
inline constexpr unsigned most_threads = 16;

}  // namespace sortid::cli
