// One id at a time: text from id, id from text, new ids; beside them the floor of the same run, which no id can beat:
// reading the clock, and moving as many bytes.
#include <benchmark/benchmark.h>

#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "sortid/formats.hpp"
#include "sortid/generator.hpp"

namespace {

// More ids than a branch predictor can learn, few enough for the first-level cache.
constexpr std::size_t count = 512;
constexpr std::uint64_t seed = 20261121;

template <class Id>
std::vector<Id> random_ids() {
  std::mt19937_64 bits(seed);
  std::vector<Id> ids;
  while (ids.size() < count) {
    auto value = sortid::uint128(bits(), bits());
    value = (value & Id::layout().max_value()) | Id::layout().min_value();
    if (const auto id = Id::from_value(static_cast<typename Id::value_type>(value))) ids.push_back(*id);
  }
  return ids;
}

template <class Id>
void to_text(benchmark::State& state) {
  const auto ids = random_ids<Id>();
  char text[sortid::type_id::text_type::capacity()];
  for (auto _ : state) {
    for (const Id& id : ids) benchmark::DoNotOptimize(id.to_chars(text, text + sizeof text));
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * count));
}

template <class Id>
void parse(benchmark::State& state) {
  std::vector<std::string> texts;
  for (const Id& id : random_ids<Id>()) texts.emplace_back(id.to_text().view());
  for (auto _ : state) {
    for (const std::string& text : texts) benchmark::DoNotOptimize(Id::parse(text));
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * count));
}

template <class Id>
void next(benchmark::State& state) {
  sortid::generator<Id> generator({}, {.overflow = sortid::on_overflow::run_ahead});
  for (auto _ : state) benchmark::DoNotOptimize(generator.next());
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()));
}

void move_16_to_26(benchmark::State& state) {
  std::vector<char> from(count * 16, 'x');
  std::vector<char> to(count * 26);
  for (auto _ : state) {
    for (std::size_t i = 0; i < count; ++i) {
      std::memcpy(&to[i * 26], &from[i * 16], 16);
      std::memcpy(&to[i * 26 + 10], &from[i * 16], 16);
    }
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * count));
}

void read_clock(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(sortid::system_clock::now());
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()));
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::RegisterBenchmark("floor/move 16 in, 26 out", move_16_to_26);
  benchmark::RegisterBenchmark("floor/read the clock", read_clock);
  sortid::format_list::for_each([]<class Id>(std::type_identity<Id>) {
    const std::string name(Id::layout().name);
    benchmark::RegisterBenchmark(("one/" + name + "/to_text").c_str(), to_text<Id>);
    benchmark::RegisterBenchmark(("one/" + name + "/parse").c_str(), parse<Id>);
    if constexpr (Id::layout().minted)
      benchmark::RegisterBenchmark(("new/" + name + "/next").c_str(), next<Id>);
  });
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
