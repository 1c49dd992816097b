// Times the C++ and C peers, Boost.UUID and libuuid, and puts them and sortid to the tests; prints JSON
// lines. The operations, the tests and the shape of a line are described in run.py, the folder above.
#include <sys/wait.h>
#include <unistd.h>
#include <uuid/uuid.h>

#include <algorithm>
#include <array>
#include <boost/uuid/random_generator.hpp>
#include <boost/uuid/string_generator.hpp>
#include <boost/uuid/uuid.hpp>
#include <boost/uuid/uuid_io.hpp>
#include <boost/version.hpp>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <limits>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "sortid/batch.hpp"
#include "sortid/formats.hpp"
#include "sortid/generator.hpp"
#include "sortid/node_pool.hpp"

namespace {

constexpr std::size_t count = 4096;
constexpr std::size_t symbols = 36;
const std::string boost_version =
    std::to_string(BOOST_VERSION / 100000) + '.' + std::to_string(BOOST_VERSION / 100 % 1000);

int repetitions;
std::chrono::milliseconds least;
const char* junk;
int forks;

template <class T>
void keep(const T& value) {
  asm volatile("" : : "g"(&value) : "memory");
}

// What the tests found of an operation, as a part of its line.
template <class Parse>
std::string taken(const std::string& format, Parse parse) {
  std::set<std::string> reasons;
  std::ifstream file(junk);
  for (std::string line; std::getline(file, line);) {
    std::istringstream parts(line);
    std::string of, reason, hex, text;
    std::getline(std::getline(std::getline(parts, of, '\t'), reason, '\t'), hex);
    for (std::size_t i = 0; i < hex.size(); i += 2)
      text += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
    if (of == format && parse(text)) reasons.insert(reason);
  }
  std::string list;
  for (const std::string& reason : reasons) list += (list.empty() ? "\"" : ",\"") + reason + '"';
  return ",\"takes\":[" + list + "]";
}

constexpr std::size_t made_after_fork = 64;
// Chance alone does not give as many, not even with the 15 random bits of ulid-flake-scalable.
constexpr std::ptrdiff_t too_many_in_common = 4;

template <class Make>
bool has_twins(Make make) {
  using id = decltype(make());
  std::vector<id> mine{make()}, theirs(made_after_fork, mine[0]);
  mine.clear();
  int ends[2];
  if (pipe(ends) != 0) std::abort();
  const pid_t child = fork();
  for (std::size_t i = 0; i < made_after_fork; ++i) mine.push_back(make());
  const std::size_t bytes = made_after_fork * sizeof(id);
  if (child == 0) _exit(write(ends[1], mine.data(), bytes) == static_cast<ssize_t>(bytes) ? 0 : 1);
  close(ends[1]);
  int status = 1;
  if (child < 0 || read(ends[0], theirs.data(), bytes) != static_cast<ssize_t>(bytes)) std::abort();
  if (waitpid(child, &status, 0) != child || status != 0) std::abort();
  close(ends[0]);
  const auto in_common = std::count_if(mine.begin(), mine.end(), [&](const id& one) {
    return std::find(theirs.begin(), theirs.end(), one) != theirs.end();
  });
  return in_common >= too_many_in_common;
}

template <class Make>
std::string order_and_forks(Make make) {
  std::size_t disorder = 0;
  auto last = make();
  for (std::size_t i = 1; i < 16 * count; ++i) {
    const auto next = make();
    disorder += next <= last ? 1 : 0;
    last = next;
  }
  int twins = 0;
  for (int i = 0; i < forks; ++i) twins += has_twins(make) ? 1 : 0;
  return ",\"disorder\":" + std::to_string(disorder) + ",\"forks\":" + std::to_string(forks) +
         ",\"twins\":" + std::to_string(twins);
}

// sortid is timed by its own benchmark, run before.
template <class Id>
void test_sortid() {
  const std::string name(Id::layout().name);
  const auto print = [&](const char* kind, const char* operation, const char* kernels,
                         const std::string& found) {
    std::printf(R"({"bench":"%s/%s/%s","kernels":"%s"%s})"
                "\n",
                kind, name.c_str(), operation, kernels, found.c_str());
  };
  using text_of = sortid::unprefixed<Id>;
  const auto kernels = sortid::kernel_set::active().name();
  print("one", "parse", "header",
        taken(name, [](const std::string& text) { return bool(text_of::parse(text)); }));
  print("one", "parse", std::string(kernels).c_str(),
        taken(name, [](const std::string& text) { return bool(sortid::batch::parse<text_of>(text)); }));
  // A child has no node number, and makes no id with one.
  if constexpr (Id::layout().generated && !sortid::detail::has_pools(Id::layout())) {
    sortid::generator<Id> ids({}, {.overflow = sortid::on_overflow::run_ahead});
    if constexpr (Id::layout().ordered())
      print("new", "increasing", "", order_and_forks([&] { return ids.next().value(); }));
    if constexpr (Id::layout().drawn())
      print("new", "random", "", order_and_forks([&] { return ids.random().value(); }));
  }
}

// The fastest repetition, per id; `make` is called for 0 to count - 1, over and over. `found` is what the
// tests found.
template <class Make>
void bench(const char* name, const char* peer, const std::string& version, const char* note, Make make,
           const std::string& found = "") {
  using clock = std::chrono::steady_clock;
  double best = std::numeric_limits<double>::infinity();
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    std::size_t passes = 0;
    const auto start = clock::now();
    auto end = start;
    for (; passes == 0 || end - start < least; ++passes, end = clock::now())
      for (std::size_t i = 0; i < count; ++i) make(i);
    const double ns = std::chrono::duration<double, std::nano>(end - start).count();
    best = std::min(best, ns / static_cast<double>(passes * count));
  }
  std::printf(R"({"bench":"%s","peer":"%s","version":"%s","language":"C++","ns_per_id":%.3f,"note":"%s"%s})"
              "\n",
              name, peer, version.c_str(), best, note, found.c_str());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) return 2;
  repetitions = std::atoi(argv[1]);
  least = std::chrono::milliseconds(std::atoi(argv[2]));
  junk = argv[3];
  forks = std::atoi(argv[4]);
  // What is printed is not printed once more by a child.
  std::setvbuf(stdout, nullptr, _IOLBF, 0);

  sortid::format_list::for_each([]<class Id>(std::type_identity<Id>) { test_sortid<Id>(); });

  std::mt19937_64 bits(20261121);
  std::vector<boost::uuids::uuid> ids(count);
  std::vector<std::string> texts;
  for (auto& id : ids) {
    for (auto& byte : id) byte = static_cast<unsigned char>(bits());
    *(id.begin() + 6) = static_cast<unsigned char>((*(id.begin() + 6) & 0x0f) | 0x70);
    *(id.begin() + 8) = static_cast<unsigned char>((*(id.begin() + 8) & 0x3f) | 0x80);
    texts.push_back(to_string(id));
  }
  char text[symbols + 1];

  const auto boost = "Boost.UUID";
  bench("one/uuidv7/to_text", boost, boost_version, "to_chars, to a buffer", [&](std::size_t i) {
    to_chars(ids[i], text);
    keep(text);
  });
  const boost::uuids::string_generator parse;
  const auto boost_reads = [&](const std::string& one) {
    try {
      keep(parse(one.begin(), one.end()));
      return true;
    } catch (const std::runtime_error&) {
      return false;
    }
  };
  bench(
      "one/uuidv7/parse", boost, boost_version, "takes other notations and versions too",
      [&](std::size_t i) { keep(parse(texts[i].begin(), texts[i].end())); }, taken("uuidv7", boost_reads));
  boost::uuids::random_generator_pure draw;
  const char* const by_system = "version 4, without the clock; the system's randomness for each";
  bench(
      "new/uuidv7/random", boost, boost_version, by_system, [&](std::size_t) { keep(draw()); },
      order_and_forks([&] { return draw(); }));

  const auto libuuid = "libuuid";
  bench("one/uuidv7/to_text", libuuid, LIBUUID_VERSION, "uuid_unparse_lower, to a buffer",
        [&](std::size_t i) {
          uuid_unparse_lower(ids[i].begin(), text);
          keep(text);
        });
  const auto libuuid_reads = [](const std::string& one) {
    uuid_t id;
    const bool taken = uuid_parse(one.c_str(), id) == 0;
    keep(id);
    return taken;
  };
  bench(
      "one/uuidv7/parse", libuuid, LIBUUID_VERSION, "takes other versions too",
      [&](std::size_t i) {
        if (!libuuid_reads(texts[i])) std::abort();
      },
      taken("uuidv7", libuuid_reads));
  const auto drawn_by_libuuid = [] {
    std::array<unsigned char, sizeof(uuid_t)> id;
    uuid_generate_random(id.data());
    return id;
  };
  bench(
      "new/uuidv7/random", libuuid, LIBUUID_VERSION, by_system,
      [&](std::size_t) { keep(drawn_by_libuuid()); }, order_and_forks(drawn_by_libuuid));
}
