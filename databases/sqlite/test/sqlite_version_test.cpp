// An SQLite older than 3.31 is told so, and nothing of it is used but what every version has.
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <sqlite3ext.h>

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace sortid_test {
namespace {

char said[200];

char* print(const char* pattern, ...) {
  std::va_list arguments;
  va_start(arguments, pattern);
  std::vsnprintf(said, sizeof said, pattern, arguments);
  va_end(arguments);
  return said;
}

TEST(SqliteVersion, AnOlderOneIsToldSo) {
  const char* const module = std::getenv("SORTID_SQLITE_MODULE");
  if (module == nullptr) GTEST_SKIP() << "SORTID_SQLITE_MODULE is not set: there is no loadable extension";
  void* const library = ::dlopen(module, RTLD_NOW);
  ASSERT_NE(library, nullptr) << ::dlerror();
  using entry = int (*)(sqlite3*, char**, const sqlite3_api_routines*);
  const auto load = reinterpret_cast<entry>(::dlsym(library, "sqlite3_sortid_init"));
  ASSERT_NE(load, nullptr);

  // All other places are null: a call through one of them would end the test.
  static sqlite3_api_routines old{};
  old.libversion_number = [] { return 3030001; };
  old.libversion = [] { return "3.30.1"; };
  old.mprintf = print;
  char* message = nullptr;
  EXPECT_EQ(load(nullptr, &message, &old), SQLITE_ERROR);
  ASSERT_NE(message, nullptr);
  EXPECT_EQ(std::string(message), "sortid needs SQLite 3.31 or later, and this is 3.30.1");
  EXPECT_EQ(load(nullptr, nullptr, &old), SQLITE_ERROR);
}

}  // namespace
}  // namespace sortid_test
