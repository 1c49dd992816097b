// Writes what stands in no source, from the rows of docs/functions.json: mysql_names.inc, a line for each
// function to export, and the scripts install.sql and uninstall.sql.
//
// usage: names FOLDER
#include "names.hpp"

#include <fstream>
#include <map>
#include <string>

namespace {

using namespace sortid::mysql;

#undef SORTID_SQL
#define SORTID_SQL(name, body, gives_what, takes, has, of) \
  {name, 0, gives::gives_what, takes, formats_with::has, kind::of},
constexpr function_row<int> rows[] = {
#include "mysql_functions.def"
};

struct exported {
  binding of;
  returns what;
};

constexpr std::string_view word(shape as) {
  return as == shape::text ? "text" : as == shape::bytes ? "bytes" : "integer";
}
constexpr std::string_view word(returns what) { return what == returns::string ? "string" : "integer"; }

}  // namespace

int main(int count, char** given) {
  if (count != 2) return 2;
  std::map<std::string, exported> all;
  each_function(rows, [&](const auto& row, const binding& b) {
    all.try_emplace(std::string(b.name), exported{b, returns_of(row, b.as)});
  });
  const std::string folder = given[1];
  std::ofstream def(folder + "/mysql_names.inc");
  std::ofstream install(folder + "/install.sql");
  std::ofstream uninstall(folder + "/uninstall.sql");
  install << "-- Declares the functions of sortid.so, which lies in @@plugin_dir. Needs INSERT on the "
             "database mysql.\n";
  uninstall << "-- Takes back what install.sql declared.\n";
  std::size_t number = 0;
  for (const auto& [name, function] : all) {
    def << "SORTID_UDF(" << number++ << ", \"" << name << "\", " << word(function.what) << ", "
        << function.of.of.place() << ", " << word(function.of.as) << ", "
        << (function.of.tries ? "true" : "false") << ")\n";
    install << "CREATE FUNCTION IF NOT EXISTS " << name << " RETURNS " << word(function.what)
            << " SONAME 'sortid.so';\n";
    uninstall << "DROP FUNCTION IF EXISTS " << name << ";\n";
  }
  def.flush();
  install.flush();
  uninstall.flush();
  return def && install && uninstall ? 0 : 1;
}
