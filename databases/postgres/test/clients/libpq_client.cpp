// libpq: parameters and results in binary, arrays in binary, prepared statements, and how a bad id is
// rejected.
// usage: libpq_client FOLDER-OF-VECTORS    (PGHOST and the like name the server)
#include <libpq-fe.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using nlohmann::json;

struct freed_by_libpq {
  void operator()(PGresult* r) const { PQclear(r); }
  void operator()(PGconn* c) const { PQfinish(c); }
};
using result = std::unique_ptr<PGresult, freed_by_libpq>;
using connection = std::unique_ptr<PGconn, freed_by_libpq>;

void expect(bool holds, std::string_view what) {
  if (holds) return;
  std::fprintf(stderr, "libpq: %.*s\n", static_cast<int>(what.size()), what.data());
  std::exit(1);
}

enum class wire : int { text, binary };

// The statement with one parameter, its type and its form said, and its result in the form asked for.
result ask(PGconn* server, const std::string& sql, Oid type, std::string_view value, wire sent, wire wanted) {
  const std::string copy(value);  // ended by a zero, as texts must be
  const char* values[] = {copy.data()};
  const int lengths[] = {static_cast<int>(copy.size())};
  const int forms[] = {static_cast<int>(sent)};
  return result(
      PQexecParams(server, sql.c_str(), 1, &type, values, lengths, forms, static_cast<int>(wanted)));
}

std::string value_of(const result& r, int row = 0) {
  expect(PQresultStatus(r.get()) == PGRES_TUPLES_OK, PQresultErrorMessage(r.get()));
  return {PQgetvalue(r.get(), row, 0), static_cast<std::size_t>(PQgetlength(r.get(), row, 0))};
}

std::string bytes_of(const std::string& hex) {
  std::string bytes;
  for (std::size_t i = 0; i < hex.size(); i += 2)
    bytes += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
  return bytes;
}

void put32(std::string& to, std::size_t number) {
  for (int shift = 24; shift >= 0; shift -= 8) to += static_cast<char>(number >> shift & 0xff);
}

// PostgreSQL's binary form of a one-dimensional array without nulls.
std::string array_of(Oid type, const std::vector<std::string>& elements) {
  std::string array;
  for (const std::size_t number :
       {std::size_t{1}, std::size_t{0}, std::size_t{type}, elements.size(), std::size_t{1}})
    put32(array, number);
  for (const auto& element : elements) {
    put32(array, element.size());
    array += element;
  }
  return array;
}

int of_format(PGconn* server, const json& vectors, const std::string& type) {
  const std::string oids =
      "SELECT unnest(ARRAY['" + type + "'::regtype::oid, '" + type + "[]'::regtype::oid])::text";
  const result found(PQexec(server, oids.c_str()));
  const auto oid = static_cast<Oid>(std::stoul(value_of(found)));
  const auto array_oid = static_cast<Oid>(std::stoul(value_of(found, 1)));
  const std::string same = "SELECT $1";
  int checked = 0;
  std::vector<std::string> all;
  for (const json& one : vectors.at("valid")) {
    if (!one.contains("text")) continue;
    const std::string text = one.at("text"), canonical = one.value("canonical", text);
    std::string bytes = bytes_of(one.at("hex"));
    if (type == "typeid" && one.contains("prefix") && one.at("prefix").is_string())
      bytes += one.at("prefix").get<std::string>();
    expect(value_of(ask(server, same, oid, text, wire::text, wire::text)) == canonical,
           text + ": text to text");
    expect(value_of(ask(server, same, oid, text, wire::text, wire::binary)) == bytes,
           text + ": text to binary");
    expect(value_of(ask(server, same, oid, bytes, wire::binary, wire::text)) == canonical,
           text + ": binary to text");
    expect(value_of(ask(server, same, oid, bytes, wire::binary, wire::binary)) == bytes,
           text + ": binary to binary");
    all.push_back(bytes);
    ++checked;
  }
  const std::string array = array_of(oid, all);
  expect(value_of(ask(server, same, array_oid, array, wire::binary, wire::binary)) == array,
         type + ": an array");
  const result rows =
      ask(server, "SELECT unnest($1) ORDER BY 1", array_oid, array, wire::binary, wire::binary);
  expect(PQntuples(rows.get()) == static_cast<int>(all.size()), type + ": as many rows as elements");

  for (const json& one : vectors.at("invalid")) {
    if (!one.contains("text")) continue;
    const std::string text = one.at("text");
    if (text.find('\0') != std::string::npos) continue;  // no text of PostgreSQL can hold it
    const result rejected = ask(server, same, oid, text, wire::text, wire::text);
    const auto part = [&](int which) {
      const char* told = PQresultErrorField(rejected.get(), which);
      return std::string(told ? told : "");
    };
    expect(part(PG_DIAG_SQLSTATE) == "22P02", text + ": " + part(PG_DIAG_SQLSTATE));
    const std::string detail =
        one.at("reason").get<std::string>() + " at position " + std::to_string(one.at("position").get<int>());
    expect(part(PG_DIAG_MESSAGE_DETAIL).starts_with(detail), text + ": " + part(PG_DIAG_MESSAGE_DETAIL));
    ++checked;
  }
  // Bytes of another length are rejected, and the connection lives on.
  if (type != "typeid")
    for (const std::string& bytes : {all.front().substr(1), all.front() + "x", std::string()})
      expect(
          PQresultStatus(ask(server, same, oid, bytes, wire::binary, wire::text).get()) == PGRES_FATAL_ERROR,
          type + ": " + std::to_string(bytes.size()) + " bytes");
  expect(PQstatus(server) == CONNECTION_OK, "the connection");
  return checked;
}

}  // namespace

int main(int argc, char** argv) {
  expect(argc == 2, "usage: libpq_client FOLDER-OF-VECTORS");
  const connection server(PQconnectdb(""));
  expect(PQstatus(server.get()) == CONNECTION_OK, PQerrorMessage(server.get()));
  const std::pair<const char*, const char*> types[] = {{"ulid", "ulid"},
                                                       {"euid", "euid"},
                                                       {"ulid-flake", "ulid_flake"},
                                                       {"ulid-flake-scalable", "ulid_flake_scalable"},
                                                       {"xid", "uid11"},
                                                       {"typeid", "typeid"}};
  int checked = 0;
  for (const auto& [format, type] : types) {
    std::ifstream file(std::string(argv[1]) + '/' + format + ".json");
    expect(file.good(), std::string("no vectors of ") + format);
    checked += of_format(server.get(), json::parse(file), type);
  }
  std::printf("libpq: %d ids\n", checked);
}
