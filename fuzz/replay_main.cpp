// Runs a fuzz target over the empty input and every file of the folders (or files) named as arguments.
// A folder that does not exist holds no inputs: git keeps no empty ones.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <vector>

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer's name.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

namespace fs = std::filesystem;

void replay(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + file.string());
  // An exact-size copy on the heap lets the address sanitizer see a read past the end.
  const std::vector<char> bytes{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  const std::vector<std::uint8_t> input(bytes.begin(), bytes.end());
  LLVMFuzzerTestOneInput(input.data(), input.size());
}

std::size_t replay_all(const fs::path& where) {
  if (!fs::is_directory(where)) {
    if (!fs::exists(where)) return 0;
    replay(where);
    return 1;
  }
  std::size_t count = 0;
  for (const auto& entry : fs::recursive_directory_iterator(where)) {
    if (!entry.is_regular_file()) continue;
    replay(entry.path());
    ++count;
  }
  return count;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const std::uint8_t nothing = 0;
    LLVMFuzzerTestOneInput(&nothing, 0);
    std::size_t count = 1;
    for (int i = 1; i < argc; ++i) count += replay_all(argv[i]);
    std::printf("%zu inputs replayed\n", count);
    return 0;
  } catch (const std::exception& problem) {
    std::fprintf(stderr, "%s\n", problem.what());
    return 1;
  }
}
