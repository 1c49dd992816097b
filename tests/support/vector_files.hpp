// The files of vectors and their cases, for every test that goes through them.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

namespace sortid_test {

class vector_files {
 protected:
  using json = nlohmann::json;

  // The cases of a section, where the file has it; a failure names the case.
  template <class F>
  void each(const json& data, const char* section, F&& check) {
    if (!data.contains(section)) return;
    for (const json& c : data[section]) {
      SCOPED_TRACE(file_ + ": " + section + ": " + c.dump(-1, ' ', true));
      check(c);
      ++counts_[section];
    }
  }

  // The files of this repository.
  template <class Run>
  void run_own(Run&& run) {
    const char* folder = std::getenv("SORTID_VECTORS");
    ASSERT_NE(folder, nullptr) << "SORTID_VECTORS is not set: run this by ctest";
    run_folder(folder, run);
  }

  [[nodiscard]] const std::string& file() const { return file_; }

 private:
  // Runs all files of a folder and says how many cases they hold.
  template <class Run>
  void run_folder(const std::filesystem::path& folder, Run& run_file) {
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      if (entry.path().extension() != ".json") continue;
      std::ifstream in(entry.path());
      file_ = entry.path().filename().string();
      run_file(json::parse(in));
      ++files;
    }
    EXPECT_NE(files, 0U) << "no vectors in " << folder;
    std::printf("%zu files in %s:", files, folder.c_str());
    for (const auto& [section, count] : counts_) std::printf(" %zu %s", count, section.c_str());
    std::printf("\n");
    EXPECT_FALSE(counts_.empty());
    counts_.clear();
  }

  std::string file_;
  std::map<std::string, std::size_t> counts_;
};

}  // namespace sortid_test
