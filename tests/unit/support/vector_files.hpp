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
#include <optional>
#include <string>

#include "sortid/instant.hpp"

namespace sortid_test {

// An end of a case of intervals/vectors.json; it is open without a value. Past 64 bits of nanoseconds too.
struct interval_end {
  std::int64_t unix_ms = 0;
  std::int64_t ns_after = 0;  // 0 to 999'999

  explicit interval_end(const std::string& unix_ns) {
    const bool negative = unix_ns.starts_with('-');
    const std::string digits = std::string(7, '0') + unix_ns.substr(negative ? 1 : 0);
    const std::size_t whole = digits.size() - 6;
    unix_ms = std::stoll(digits.substr(0, whole));
    ns_after = std::stoll(digits.substr(whole));
    if (!negative) return;
    unix_ms = -unix_ms - (ns_after != 0 ? 1 : 0);
    ns_after = ns_after != 0 ? 1'000'000 - ns_after : 0;
  }

  [[nodiscard]] sortid::instant instant() const { return {unix_ms, ns_after != 0}; }
  // RFC 3339 to the nanosecond.
  [[nodiscard]] std::string text() const {
    std::string text(sortid::instant_to_text(unix_ms).view());
    text.pop_back();
    return text + std::to_string(1'000'000 + ns_after).substr(1) + 'Z';
  }
};

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

  // Every case of intervals/vectors.json, and its ends.
  template <class F>
  void each_interval(F&& check) {
    const char* folder = std::getenv("SORTID_VECTORS");
    ASSERT_NE(folder, nullptr) << "SORTID_VECTORS is not set: run this by ctest";
    std::ifstream in(std::filesystem::path(folder) / "intervals" / "vectors.json");
    const auto end_of = [](const json& c, const char* key) {
      return c[key].is_null() ? std::nullopt : std::optional<interval_end>(c[key].get<std::string>());
    };
    each({{"intervals", json::parse(in)}}, "intervals",
         [&](const json& c) { check(c, end_of(c, "from_ns"), end_of(c, "to_ns")); });
    EXPECT_GT(counts_["intervals"], 400U);
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
