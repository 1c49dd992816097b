// How long an id takes, beside what bounds it in the same run: moving as many bytes, or reading the clock.
//   sortid_bench [--json] [--busy] [Google Benchmark's options]
// A row is `kind/format/operation`: batch (packed texts), one (an id at a time), new, mask; or
// `find/formats/text`, whose ids are bytes of a text without any. Input is random, from a fixed seed,
// and never zero. The shortest of several repetitions counts: whatever else the machine does only adds to it.
// How far half of them lie from it is the spread; --json has all of them, as `runs`. The program looks at the
// machine before and after, and gives no figures where it was busy (exit 3); with --busy it gives them all
// the same. A row that fails is named, and the exit is 1.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <map>
#include <memory>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <vector>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "mask/aes.hpp"
#include "sortid/batch.hpp"
#include "sortid/batch_sort.hpp"
#include "sortid/clocks.hpp"
#include "sortid/find_ids.hpp"
#include "sortid/formats.hpp"
#include "sortid/generator.hpp"
#include "sortid/node_pool.hpp"
#include "sortid/ordered_generator.hpp"
#include "system/processor.hpp"

namespace {

using sortid::kernel_set;

constexpr std::uint64_t seed = 20261121;
// With their texts: in the first-level cache, in the second, in none.
constexpr std::size_t in_l1 = 512;
constexpr std::size_t in_l2 = 16'384;
constexpr std::size_t in_memory = 1'000'000;
// One at a time: more than a branch predictor learns.
constexpr std::size_t one_by_one = 4'096;
constexpr std::size_t filled_at_once = 1'024;
// New ids one by one are made by so many between two looks at the benchmark's own clock.
constexpr std::size_t made_in_turn = 64;

// --- rows --------------------------------------------------------------------------------------------------

struct row {
  std::string bench;
  std::string kernels;
  std::size_t ids = 0;
  std::string floor;  // the name of another row, of as many ids
};

// Google Benchmark knows a row by a string.
std::string key_of(const row& r) { return r.bench + " " + r.kernels + " " + std::to_string(r.ids); }

std::vector<row>& rows() {
  static std::vector<row> all;
  return all;
}

template <class Run>
benchmark::internal::Benchmark* add(const row& r, Run run) {
  rows().push_back(r);
  return benchmark::RegisterBenchmark(key_of(r).c_str(), run)->UseRealTime();
}

// Runs `work`, which handles as many ids as the row says, over and over.
template <class Work>
void repeat(benchmark::State& state, std::size_t ids, Work work) {
  for (auto _ : state) {
    work();
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(ids));
}

// Calls `make` once for each of them.
template <class Make>
void in_turn(benchmark::State& state, Make make) {
  repeat(state, made_in_turn, [&] {
    for (std::size_t i = 0; i < made_in_turn; ++i) {
      benchmark::DoNotOptimize(make());
      benchmark::ClobberMemory();
    }
  });
}

// --- input -------------------------------------------------------------------------------------------------

template <class Id>
using batch_type = sortid::unprefixed<Id>;

// Made once for all rows that ask for as many.
template <class Id, class Value, class Make>
const Value& kept(std::size_t count, int which, Make make) {
  static std::map<std::pair<std::size_t, int>, Value> all;
  const auto at = all.find({count, which});
  return at != all.end() ? at->second : all.emplace(std::pair(count, which), make()).first->second;
}

template <class Id>
std::vector<Id> make_ids(std::size_t count) {
  std::mt19937_64 bits(seed);
  const auto& layout = Id::layout();
  std::vector<Id> ids;
  ids.reserve(count);
  while (ids.size() < count) {
    auto value = sortid::uint128(bits(), bits());
    value = (value & layout.max_value()) | layout.min_value();
    if (const auto id = Id::from_number(static_cast<typename Id::value_type>(value))) ids.push_back(*id);
  }
  return ids;
}

template <class Id>
const std::vector<Id>& random_ids(std::size_t count) {
  return kept<Id, std::vector<Id>>(count, 0, [count] { return make_ids<Id>(count); });
}

enum class quality { good, mixed, bad, outside };

// A text of symbols alone that is rejected: too great a value, another check-mod, another version.
void put_outside(const sortid::layout& layout, char* text) {
  switch (layout.text) {
    case sortid::text_form::crockford_checked:
      text[layout.symbols - 1] = text[layout.symbols - 1] == '7' ? '8' : '7';
      break;
    case sortid::text_form::uuid_hex:
      text[14] = '4';
      break;
    default:
      text[0] = 'z';
  }
}

// Packed texts; of the bad ones a random symbol is replaced by one that no alphabet has.
template <class Id>
std::vector<char> make_texts(std::size_t count, quality q) {
  constexpr std::size_t size = sortid::detail::text_size_of<Id>;
  const std::vector<Id>& ids = random_ids<Id>(count);
  std::vector<char> texts(count * size);
  for (std::size_t i = 0; i < count; ++i) (void)ids[i].write_to(&texts[i * size], &texts[i * size] + size);
  std::mt19937_64 bits(seed + 1);
  for (std::size_t i = 0; i < count; ++i) {
    if (q == quality::bad || (q == quality::mixed && bits() % 2 == 0)) texts[i * size + bits() % size] = '!';
    if (q == quality::outside) put_outside(Id::layout(), &texts[i * size]);
  }
  return texts;
}

template <class Id>
const std::vector<char>& random_texts(std::size_t count, quality q = quality::good) {
  return kept<Id, std::vector<char>>(count, static_cast<int>(q), [=] { return make_texts<Id>(count, q); });
}

// --- floors ------------------------------------------------------------------------------------------------

// Moves From bytes of each item to To bytes, by overlapping pieces; what is longer is touched wholly.
template <std::size_t From, std::size_t To>
void move_bytes(const char* from, char* to, std::size_t count) {
  using word = std::conditional_t<(std::min(From, To) >= 16), sortid::uint128, std::uint64_t>;
  constexpr std::size_t step = sizeof(word);
  for (std::size_t i = 0; i < count; ++i) {
    word all{};
    for (std::size_t at = 0; at < From; at += step) {
      word part;
      std::memcpy(&part, from + (at + step <= From ? at : From - step), step);
      all = all ^ part;
    }
    for (std::size_t at = 0; at < To; at += step)
      std::memcpy(to + (at + step <= To ? at : To - step), &all, step);
    from += From;
    to += To;
  }
}

template <std::size_t From, std::size_t To>
std::string move_floor(std::size_t count) {
  static std::set<std::size_t> added;
  std::string name = "move " + std::to_string(From) + " to " + std::to_string(To);
  if (added.insert(count).second) {
    add({name, "", count, ""}, [count](benchmark::State& state) {
      std::vector<char> from(count * From, 'x');
      std::vector<char> to(count * To);
      repeat(state, count, [&] { move_bytes<From, To>(from.data(), to.data(), count); });
    });
  }
  return name;
}

constexpr const char* clock_floor = "read the clock";

// --- batches -----------------------------------------------------------------------------------------------

template <class Id>
void add_texts(const std::string& name, const kernel_set& set, std::size_t count) {
  constexpr std::size_t size = sortid::detail::text_size_of<Id>;
  add({"batch/" + name + "/to_text", std::string(set.name()), count, move_floor<sizeof(Id), size>(count)},
      [=](benchmark::State& state) {
        const auto& ids = random_ids<Id>(count);
        std::vector<char> texts(count * size);
        repeat(state, count, [&] {
          benchmark::DoNotOptimize(sortid::batch::to_text<Id>(ids, std::span(texts), size, set));
        });
      });
  add({"batch/" + name + "/from_text", std::string(set.name()), count, move_floor<size, sizeof(Id)>(count)},
      [=](benchmark::State& state) {
        const auto& texts = random_texts<Id>(count);
        std::vector<Id> ids(count);
        repeat(state, count, [&] {
          benchmark::DoNotOptimize(
              sortid::batch::from_text<Id>({texts.data(), texts.size()}, std::span(ids), size, set));
        });
      });
}

template <class Id>
void add_answers(const std::string& name, const kernel_set& set, quality q, const char* suffix) {
  constexpr std::size_t size = sortid::detail::text_size_of<Id>;
  add({"batch/" + name + "/from_text_" + suffix, std::string(set.name()), in_l2,
       move_floor<size, sizeof(Id)>(in_l2)},
      [=](benchmark::State& state) {
        const auto& texts = random_texts<Id>(in_l2, q);
        std::vector<Id> ids(in_l2);
        std::vector<sortid::reason> why(in_l2);
        repeat(state, in_l2, [&] {
          benchmark::DoNotOptimize(sortid::batch::from_text<Id>({texts.data(), texts.size()}, std::span(ids),
                                                                std::span(why), size, set));
        });
      });
}

template <class Id>
void add_other_batches(const std::string& name, std::size_t count) {
  constexpr std::size_t size = sortid::detail::text_size_of<Id>;
  const std::string set(kernel_set::active().name());
  add({"batch/" + name + "/check", set, count, move_floor<size, sizeof(Id)>(count)},
      [=](benchmark::State& state) {
        const auto& texts = random_texts<Id>(count);
        repeat(state, count, [&] {
          benchmark::DoNotOptimize(sortid::batch::check<Id>({texts.data(), texts.size()}, size));
        });
      });
  add({"batch/" + name + "/to_bytes", set, count, move_floor<sizeof(Id), sizeof(Id)>(count)},
      [=](benchmark::State& state) {
        const auto& ids = random_ids<Id>(count);
        std::vector<std::uint8_t> bytes(count * sizeof(Id));
        repeat(state, count,
               [&] { benchmark::DoNotOptimize(sortid::batch::to_bytes<Id>(ids, std::span(bytes))); });
      });
  add({"batch/" + name + "/from_bytes", set, count, move_floor<sizeof(Id), sizeof(Id)>(count)},
      [=](benchmark::State& state) {
        const auto& from = random_ids<Id>(count);
        std::vector<std::uint8_t> bytes(count * sizeof(Id));
        std::vector<Id> ids(count);
        if (sortid::batch::to_bytes<Id>(from, std::span(bytes)) != count) state.SkipWithError("no bytes");
        repeat(state, count,
               [&] { benchmark::DoNotOptimize(sortid::batch::from_bytes<Id>(bytes, std::span(ids))); });
      });
  if constexpr (Id::layout().timed()) {
    add({"batch/" + name + "/unix_ms", set, count, move_floor<sizeof(Id), 8>(count)},
        [=](benchmark::State& state) {
          const auto& ids = random_ids<Id>(count);
          std::vector<std::int64_t> times(count);
          repeat(state, count,
                 [&] { benchmark::DoNotOptimize(sortid::batch::unix_ms<Id>(ids, std::span(times))); });
        });
    add({"batch/" + name + "/unix_ms_of_text", set, count, move_floor<size, 8>(count)},
        [=](benchmark::State& state) {
          const auto& texts = random_texts<Id>(count);
          std::vector<std::int64_t> times(count);
          repeat(state, count, [&] {
            benchmark::DoNotOptimize(
                sortid::batch::unix_ms_of_text<Id>({texts.data(), texts.size()}, std::span(times), size));
          });
        });
  }
  // To the format whose texts have the same width and no rule of their own.
  using target = std::conditional_t<sizeof(Id) == 16, sortid::uuid, sortid::uid11>;
  if constexpr (!std::is_same_v<Id, target>) {
    constexpr std::size_t target_size = sortid::detail::text_size_of<target>;
    add({"batch/" + name + "/to_" + std::string(target::layout().name) + "_text", set, count,
         move_floor<size, target_size>(count)},
        [=](benchmark::State& state) {
          const auto& texts = random_texts<Id>(count);
          std::vector<char> to(count * target_size);
          repeat(state, count, [&] {
            benchmark::DoNotOptimize((sortid::batch::convert<Id, target>({texts.data(), texts.size()}, size,
                                                                         std::span(to), target_size)));
          });
        });
  }
}

// Each pass sorts a copy, which is made within it.
template <class Id>
void add_sort(const std::string& name, std::size_t count) {
  const auto sorting = [count](auto sort) {
    return [=](benchmark::State& state) {
      std::vector<Id> ids;
      repeat(state, count, [&] {
        ids = random_ids<Id>(count);
        sort(std::span<Id>(ids));
      });
    };
  };
  const std::string floor = "std::sort " + name;
  add({floor, "", count, ""}, sorting([](std::span<Id> ids) { std::sort(ids.begin(), ids.end()); }));
  add({"batch/" + name + "/sort", "", count, floor},
      sorting([](std::span<Id> ids) { sortid::batch::sort<Id>(ids); }));
}

// --- one id ------------------------------------------------------------------------------------------------

template <class Id, class ToChars, class Parse>
void add_one(const std::string& name, const std::string& kernels, ToChars to_chars, Parse parse) {
  constexpr std::size_t size = sortid::detail::text_size_of<Id>;
  add({"one/" + name + "/to_text", kernels, one_by_one, move_floor<sizeof(Id), size>(one_by_one)},
      [=](benchmark::State& state) {
        const auto& ids = random_ids<Id>(one_by_one);
        char text[size];
        repeat(state, one_by_one, [&] {
          for (const Id& id : ids) {
            benchmark::DoNotOptimize(to_chars(id, text, text + size));
            benchmark::DoNotOptimize(text);
          }
        });
      });
  add({"one/" + name + "/parse", kernels, one_by_one, move_floor<size, sizeof(Id)>(one_by_one)},
      [=](benchmark::State& state) {
        const auto& texts = random_texts<Id>(one_by_one);
        repeat(state, one_by_one, [&] {
          for (std::size_t i = 0; i < one_by_one; ++i)
            benchmark::DoNotOptimize(parse(std::string_view(&texts[i * size], size)));
        });
      });
}

// --- new ids -----------------------------------------------------------------------------------------------

// Full milliseconds are left behind rather than waited for: what is measured is the work.
constexpr sortid::policies ahead{.overflow = sortid::on_overflow::run_ahead};
// With a number where only one keeps ids apart.
template <class Id>
constexpr auto numbered =
    sortid::generator_plan<Id>::make({.node = Id::layout().needs_node() ? std::optional(0U) : std::nullopt})
        .value();

// By a clock that not every system has.
template <class Id, class Clock>
void add_new_by(const std::string& name, const char* operation) {
  const auto clock = Clock::open();
  if (!clock) return;
  add({"new/" + name + "/" + operation, "", 1, clock_floor}, [clock = *clock](benchmark::State& state) {
    sortid::generator<Id, Clock> ids(numbered<Id>, ahead, clock);
    in_turn(state, [&] { return ids.next(); });
  });
}

template <class Clock>
void add_clock(const char* name) {
  if (!Clock::open()) return;
  add({name, "", 1, clock_floor},
      [](benchmark::State& state) { in_turn(state, [] { return Clock::now(); }); });
}

template <class Id>
void add_new(const std::string& name) {
  using maker = sortid::generator<Id>;
  const auto one = [&](const char* operation, auto make) {
    add({"new/" + name + "/" + operation, "", 1, clock_floor}, [make](benchmark::State& state) {
      maker ids(numbered<Id>, ahead);
      in_turn(state, [&] { return make(ids); });
    });
  };
  const auto many = [&](const char* operation, auto make) {
    add({"new/" + name + "/" + operation, "", filled_at_once, clock_floor}, [make](benchmark::State& state) {
      maker ids(numbered<Id>, ahead);
      std::vector<Id> to(filled_at_once);
      repeat(state, filled_at_once, [&] { benchmark::DoNotOptimize(make(ids, std::span<Id>(to))); });
    });
  };
  if constexpr (Id::layout().ordered()) {
    one("increasing", [](maker& ids) { return ids.next(); });
    add_new_by<Id, sortid::counter_clock>(name, "increasing_counter_clock");
    add_new_by<Id, sortid::coarse_clock>(name, "increasing_coarse_clock");
    many("fill", [](maker& ids, std::span<Id> to) { return ids.fill(to); });
  }
  if constexpr (sortid::detail::has_pools(Id::layout())) {
    // Beside a thread's own generator. The window holds what runs ahead.
    add({"new/" + name + "/pool", "", 1, "new/" + name + "/increasing"}, [](benchmark::State& state) {
      auto pool = sortid::node_pool::open(std::make_unique<sortid::static_node_store>(7), Id::layout(),
                                          {.window_ms = 3'600'000});
      auto ids = sortid::pool_generator<Id>::open(pool->get(), {}, ahead);
      in_turn(state, [&] { return ids->next(); });
    });
  }
  if constexpr (Id::layout().drawn()) {
    one("random", [](maker& ids) { return ids.random(); });
    many("fill_random", [](maker& ids, std::span<Id> to) { return ids.fill_random(to); });
  }
  if constexpr (Id::layout().ordered()) {
    // One order for all threads, beside one thread alone in it.
    const std::string alone = "new/" + name + "/shared/1";
    for (const int threads : {1, 2, 8}) {
      const auto ids = std::make_shared<sortid::process_generator<Id>>(numbered<Id>, ahead);
      add({"new/" + name + "/shared/" + std::to_string(threads), "", 1, threads == 1 ? clock_floor : alone},
          [ids](benchmark::State& state) {
            repeat(state, 1, [&] { benchmark::DoNotOptimize(ids->next()); });
          })
          ->Threads(threads);
    }
  }
}

// --- masks -------------------------------------------------------------------------------------------------

#if defined(__x86_64__)

// Ten AES blocks an id, eight side by side, and ten in a chain: what a mask costs at least.
constexpr const char* ten_blocks = "ten AES blocks, AES-NI";
constexpr const char* ten_blocks_wide = "ten AES blocks, VAES";
constexpr const char* ten_in_a_chain = "ten AES blocks in a chain";

struct block_of_aes {
  __m128i bits{};
};
struct aes_schedule {
  alignas(64) __m128i keys[11]{};
};

template <std::size_t SideBySide>
[[gnu::target("aes")]] void aes_ni(const aes_schedule& s, __m128i* blocks) noexcept {
  __m128i x[SideBySide];
  for (std::size_t i = 0; i < SideBySide; ++i) x[i] = blocks[i];
  for (int turn = 0; turn < 10; ++turn) {
    for (int k = 1; k < 10; ++k) {
      for (std::size_t i = 0; i < SideBySide; ++i) x[i] = _mm_aesenc_si128(x[i], s.keys[k]);
    }
    for (std::size_t i = 0; i < SideBySide; ++i) x[i] = _mm_aesenclast_si128(x[i], s.keys[10]);
  }
  for (std::size_t i = 0; i < SideBySide; ++i) blocks[i] = x[i];
}

[[gnu::target("aes,avx512f,vaes")]] void aes_wide(const aes_schedule& s, __m128i* blocks) noexcept {
  __m512i x[4];
  for (int i = 0; i < 4; ++i) x[i] = _mm512_loadu_si512(blocks + 4 * i);
  for (int turn = 0; turn < 10; ++turn) {
    for (int k = 1; k <= 10; ++k) {
      const __m512i key = _mm512_maskz_broadcast_i32x4(0xFFFF, s.keys[k]);
      for (int i = 0; i < 4; ++i)
        x[i] = k != 10 ? _mm512_aesenc_epi128(x[i], key) : _mm512_aesenclast_epi128(x[i], key);
    }
  }
  for (int i = 0; i < 4; ++i) _mm512_storeu_si512(blocks + 4 * i, x[i]);
}

template <class Id>
void add_masks() {
  using sortid::mask_direction;
  const std::string name(Id::layout().name);
  const auto key = sortid::mask_key::from_hex("000102030405060708090a0b0c0d0e0f").value();
  const auto cipher =
      std::make_shared<sortid::detail::mask_cipher>(sortid::detail::plan_of(Id::layout(), 8), key);
  const auto tweak = std::make_shared<sortid::detail::mask_tweak>(cipher->tweak(name, false, ""));
  for (const sortid::detail::mask_kernel* const kernel : sortid::detail::mask_kernels()) {
    if (!kernel->runs_here()) continue;
    const bool wide = kernel->name == "vaes512";
    const auto run = [cipher, tweak, kernel](benchmark::State& state, std::size_t count) {
      std::vector<Id> ids(
          count, Id::from_number(static_cast<typename Id::value_type>(cipher->plan().stored)).value());
      std::vector<Id> masked(count);
      repeat(state, count, [&] {
        (void)cipher->run_with(*kernel, mask_direction::mask, *tweak, ids.data(), count, masked.data());
      });
    };
    add({"mask/" + name + "/batch", std::string(kernel->name), in_l1, wide ? ten_blocks_wide : ten_blocks},
        [run](benchmark::State& state) { run(state, in_l1); });
    add({"mask/" + name + "/one", std::string(kernel->name), 1, ten_in_a_chain},
        [run](benchmark::State& state) { run(state, 1); });
  }
}

void add_all_masks() {
  if (!sortid::detail::processor().aes) return;
  const auto schedule = std::make_shared<aes_schedule>();
  const auto blocks = std::make_shared<std::array<block_of_aes, in_l1>>();
  add({ten_blocks, "", in_l1, ""}, [=](benchmark::State& state) {
    repeat(state, in_l1, [&] {
      for (std::size_t i = 0; i < in_l1; i += 8) aes_ni<8>(*schedule, &(*blocks)[i].bits);
    });
  });
  if (sortid::detail::processor().vaes && sortid::detail::processor().avx512f) {
    add({ten_blocks_wide, "", in_l1, ten_blocks}, [=](benchmark::State& state) {
      repeat(state, in_l1, [&] {
        for (std::size_t i = 0; i < in_l1; i += 16) aes_wide(*schedule, &(*blocks)[i].bits);
      });
    });
  }
  add({ten_in_a_chain, "", 1, ""},
      [=](benchmark::State& state) { repeat(state, 1, [&] { aes_ni<1>(*schedule, &(*blocks)[0].bits); }); });
  add_masks<sortid::ulid>();
  add_masks<sortid::uuidv7>();
  add_masks<sortid::ulid_flake>();
  add_masks<sortid::xid>();
}

#else
void add_all_masks() {}
#endif

// --- ids inside texts --------------------------------------------------------------------------------------

// Lines of a log, and lines of digests, in which every byte belongs to a long word.
std::string log_lines(std::size_t bytes) {
  std::mt19937_64 bits(seed);
  std::string text;
  while (text.size() < bytes) {
    const std::uint64_t n = bits();
    text += "2026-11-22T20:19:" + std::to_string(10 + n % 50) + "." + std::to_string(100 + n / 64 % 900) +
            "Z INFO [worker-" + std::to_string(n / 65536 % 32) + "] GET /api/v1/customers/" +
            std::to_string(n >> 48) + "/orders?state=open&limit=50 200 " +
            std::to_string(n / 2097152 % 1000) + "ms cache=miss agent=\"curl/8.5\"\n";
  }
  text.resize(bytes);
  return text;
}
std::string digest_lines(std::size_t bytes) {
  std::mt19937_64 bits(seed);
  std::string text;
  while (text.size() < bytes) {
    for (int word = 0; word < 4; ++word) {
      char digits[16];
      text.append(digits, sortid::detail::write_hex(bits(), sizeof digits, digits));
    }
    text += '\n';
  }
  text.resize(bytes);
  return text;
}

void add_finding() {
  constexpr std::size_t bytes = std::size_t{4} << 20U;
  const std::string floor = "memchr";
  const auto lines = std::make_shared<const std::string>(log_lines(bytes));
  const auto digests = std::make_shared<const std::string>(digest_lines(bytes));
  add({floor, "", bytes, ""}, [lines](benchmark::State& state) {
    repeat(state, lines->size(),
           [&] { benchmark::DoNotOptimize(std::memchr(lines->data(), '\0', lines->size())); });
  });
  sortid::format_set short_ones;
  short_ones.push_back(sortid::format::of<sortid::xid>());
  const auto find = [&](const std::string& row, const sortid::format_set& wanted, const auto& text) {
    add({"find/" + row, "", bytes, floor}, [wanted, text](benchmark::State& state) {
      repeat(state, text->size(), [&] {
        std::size_t found = 0;
        sortid::find_ids(*text, wanted, [&found](const sortid::found_id&) { ++found; });
        if (found != 0) state.SkipWithError("the text has ids");
      });
    });
  };
  find("all/log", sortid::formats_in_text(), lines);
  find("all/digests", sortid::formats_in_text(), digests);
  find("xid/log", short_ones, lines);
}

// --- what is run -------------------------------------------------------------------------------------------

void add_all() {
  add_all_masks();
  add_finding();
  for (const std::size_t ids : {std::size_t{1}, filled_at_once}) {
    add({clock_floor, "", ids, ""},
        [](benchmark::State& state) { in_turn(state, [] { return sortid::system_clock::now(); }); });
  }
  add_clock<sortid::counter_clock>("new/clock/counter_clock");
  if (sortid::counter_clock::open()) {
    add({"new/clock/counter_alone", "", 1, clock_floor}, [](benchmark::State& state) {
      in_turn(state, [] { return sortid::detail::processor_counter::counter(); });
    });
  }
  add_clock<sortid::coarse_clock>("new/clock/coarse_clock");
  std::set<sortid::detail::text_shape> seen;
  sortid::format_list::for_each([&seen]<class Listed>(std::type_identity<Listed>) {
    using id = batch_type<Listed>;
    const std::string name(id::layout().name);
    // Formats with the same texts have the same kernels: all sets and sizes for the first one of each kind.
    const bool first = seen.insert(sortid::detail::shape_of(id::layout())).second;
    for (const kernel_set& set : kernel_set::usable()) {
      if (!first && !(set == kernel_set::active())) continue;
      add_texts<id>(name, set, in_l1);
      add_texts<id>(name, set, in_memory);
      if (!first) continue;
      add_texts<id>(name, set, in_l2);
      add_answers<id>(name, set, quality::good, "each");
      add_answers<id>(name, set, quality::mixed, "mixed");
      add_answers<id>(name, set, quality::bad, "bad");
      add_answers<id>(name, set, quality::outside, "outside");
    }
    if (first) {
      add_other_batches<id>(name, in_l1);
      add_other_batches<id>(name, in_memory);
      add_sort<id>(name, in_l2);
      add_sort<id>(name, in_memory);
    }
    add_one<id>(
        name, "header", [](const id& i, char* a, char* b) { return i.write_to(a, b); },
        [](std::string_view text) { return id::parse(text); });
    add_one<id>(
        name, std::string(kernel_set::active().name()),
        [](const id& i, char* a, char* b) { return sortid::batch::write_to(i, a, b); },
        [](std::string_view text) { return sortid::batch::parse<id>(text); });
    if constexpr (Listed::layout().generated) add_new<Listed>(name);
  });
}

// --- what is printed ---------------------------------------------------------------------------------------

// The times of one row, in nanoseconds for an id.
struct runs {
  std::vector<double> ns;  // from the shortest on

  void add(double one) { ns.insert(std::upper_bound(ns.begin(), ns.end(), one), one); }
  [[nodiscard]] double shortest() const { return ns.front(); }
  [[nodiscard]] double spread() const { return ns[ns.size() / 2] / ns.front() - 1; }
  // A few pieces that were interrupted show here, and not in the spread.
  [[nodiscard]] double lost() const {
    return std::accumulate(ns.begin(), ns.end(), 0.0) / static_cast<double>(ns.size()) / ns.front() - 1;
  }
};

class all_times : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>& reported) override {
    for (const Run& run : reported) {
      if (run.run_type != Run::RT_Iteration) continue;
      if (run.error_occurred) {
        std::fprintf(stderr, "sortid_bench: %s: %s\n", run.run_name.function_name.c_str(),
                     run.error_message.c_str());
        failed_ = true;
        continue;
      }
      times_[run.run_name.function_name].add(1e9 / run.counters.at("items_per_second"));
    }
  }
  [[nodiscard]] const runs* find(const std::string& key) const {
    const auto at = times_.find(key);
    return at == times_.end() ? nullptr : &at->second;
  }
  [[nodiscard]] bool failed() const { return failed_; }

 private:
  std::map<std::string, runs> times_;
  bool failed_ = false;
};

void print(const all_times& times, bool json) {
  if (!json)
    std::printf("%-34s %-8s %9s %10s %7s   %-16s %10s %7s\n", "bench", "kernels", "ids", "ns per id",
                "spread", "floor", "its ns", "ratio");
  for (const row& r : rows()) {
    const runs* const found = times.find(key_of(r));
    if (found == nullptr) continue;
    const double ns = found->shortest();
    const runs* floor = r.floor.empty() ? nullptr : times.find(key_of({r.floor, "", r.ids, ""}));
    if (json) {
      std::printf(R"({"bench":"%s","kernels":"%s","ids":%zu,"ns_per_id":%.4f,"spread":%.3f)", r.bench.c_str(),
                  r.kernels.c_str(), r.ids, ns, found->spread());
      if (floor != nullptr)
        std::printf(R"(,"floor":"%s","floor_ns":%.4f,"ratio":%.3f)", r.floor.c_str(), floor->shortest(),
                    ns / floor->shortest());
      const char* separator = R"(,"runs":[)";
      for (const double one : found->ns) {
        std::printf("%s%.4f", separator, one);
        separator = ",";
      }
      std::printf("]}\n");
    } else {
      std::printf("%-34s %-8s %9zu %10.2f %6.0f%%", r.bench.c_str(), r.kernels.c_str(), r.ids, ns,
                  found->spread() * 100);
      if (floor != nullptr)
        std::printf("   %-16s %10.2f %7.2f", r.floor.c_str(), floor->shortest(), ns / floor->shortest());
      std::printf("\n");
    }
  }
}

// --- is the machine busy? ----------------------------------------------------------------------------------

// The floor of new ids, in pieces shorter than the turn that another process takes.
runs look_at_machine() {
  constexpr int pieces = 100;
  constexpr int readings = 50'000;
  const auto seconds = [] { return std::chrono::steady_clock::now().time_since_epoch(); };
  runs found;
  for (int piece = 0; piece < pieces; ++piece) {
    const auto begun = seconds();
    for (int i = 0; i < readings; ++i) benchmark::DoNotOptimize(sortid::system_clock::now());
    found.add(std::chrono::duration<double, std::nano>(seconds() - begun).count() / readings);
  }
  return found;
}

// A quiet machine does the same work in the same time: a piece within a tenth of the shortest on average, and
// the shortest after everything within a tenth of the one before.
constexpr double quiet = 0.1;

bool is_busy(const char* when, const runs& now, double before) {
  const double apart = std::max(now.shortest(), before) / std::min(now.shortest(), before) - 1;
  if (now.lost() <= quiet && apart <= quiet) return false;
  std::fprintf(
      stderr,
      "sortid_bench: the machine is busy %s: reading the clock takes %.1f ns, %.0f %% more on average, "
      "and %.1f ns at first\n",
      when, now.shortest(), now.lost() * 100, before);
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  bool json = false;
  bool busy = false;
  // Before those of the caller, which win.
  char repetitions[] = "--benchmark_repetitions=7";
  char seconds[] = "--benchmark_min_time=0.02";
  std::vector<char*> others{argv[0], repetitions, seconds};
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--json") == 0) {
      json = true;
    } else if (std::strcmp(argv[i], "--busy") == 0) {
      busy = true;
    } else {
      others.push_back(argv[i]);
    }
  }
  int count = static_cast<int>(others.size());
  others.push_back(nullptr);
  benchmark::Initialize(&count, others.data());
  if (benchmark::ReportUnrecognizedArguments(count, others.data())) return 2;
  const runs before = look_at_machine();
  if (!busy && is_busy("before", before, before.shortest())) return 3;
  add_all();
  all_times times;
  benchmark::RunSpecifiedBenchmarks(&times);
  if (!busy && is_busy("after", look_at_machine(), before.shortest())) return 3;
  print(times, json);
  benchmark::Shutdown();
  return times.failed() ? 1 : 0;
}
