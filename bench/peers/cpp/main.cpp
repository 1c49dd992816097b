// Times the C++ and C peers, Boost.UUID and libuuid; prints JSON lines. The operations and the shape of a line are
// described in run.py, the folder above.
#include <uuid/uuid.h>

#include <algorithm>
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
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace {

constexpr std::size_t count = 4096;
constexpr std::size_t symbols = 36;
const std::string boost_version =
    std::to_string(BOOST_VERSION / 100000) + '.' + std::to_string(BOOST_VERSION / 100 % 1000);

int repetitions;
std::chrono::milliseconds least;

template <class T>
void keep(const T& value) {
  asm volatile("" : : "g"(&value) : "memory");
}

// The fastest repetition, per id; `make` is called for 0 to count - 1, over and over.
template <class Make>
void bench(const char* name, const char* peer, const std::string& version, const char* note, Make make) {
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
  std::printf(R"({"bench":"%s","peer":"%s","version":"%s","language":"C++","ns_per_id":%.3f,"note":"%s"})"
              "\n",
              name, peer, version.c_str(), best, note);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  repetitions = std::atoi(argv[1]);
  least = std::chrono::milliseconds(std::atoi(argv[2]));

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
  const boost::uuids::string_generator read;
  bench("one/uuidv7/parse", boost, boost_version, "takes other notations and versions too",
        [&](std::size_t i) { keep(read(texts[i].begin(), texts[i].end())); });
  boost::uuids::random_generator_pure draw;
  bench("new/uuidv7/random", boost, boost_version,
        "version 4, without the clock; the system's randomness for each", [&](std::size_t) { keep(draw()); });

  const auto libuuid = "libuuid";
  bench("one/uuidv7/to_text", libuuid, LIBUUID_VERSION, "uuid_unparse_lower, to a buffer",
        [&](std::size_t i) {
          uuid_unparse_lower(ids[i].begin(), text);
          keep(text);
        });
  bench("one/uuidv7/parse", libuuid, LIBUUID_VERSION, "takes other versions too", [&](std::size_t i) {
    uuid_t id;
    if (uuid_parse(texts[i].c_str(), id) != 0) std::abort();
    keep(id);
  });
  bench("new/uuidv7/random", libuuid, LIBUUID_VERSION,
        "version 4, without the clock; the system's randomness for each", [&](std::size_t) {
          uuid_t id;
          uuid_generate_random(id);
          keep(id);
        });
}
