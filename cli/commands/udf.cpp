// sortid udf: functions of ids for ClickHouse, which starts the program and talks to it through its standard
// streams.
#include <cerrno>
#include <cstring>
#include <memory>

#include "commands/commands.hpp"
#include "host/host.hpp"
#include "output.hpp"
#include "udf/row_binary.hpp"
#include "values.hpp"

namespace sortid::cli {

namespace {

constexpr std::string_view stream_names = "rowbinary";
constexpr std::string_view from_names = "text|uuid|int|binary|time";
constexpr std::string_view to_names = "text|uuid|int|binary|time|valid|prefix";
constexpr std::string_view bound_names = "first|last";
constexpr std::string_view error_names = "raise|null";

struct udf_options {
  std::string stream;
  std::string ids;
  std::string from = "text";
  std::string to;
  std::optional<std::string> prefix;
  std::string bound;
  bool nullable = false;
  std::string errors = "raise";
};

row_function function_of(const udf_options& given) {
  (void)choice_of("--format", given.stream, stream_names);
  row_function f{.format = named_format(given.ids)};
  const layout& l = f.format.layout();
  f.from = static_cast<row_value>(choice_of("--from", given.from, from_names));
  f.to = static_cast<row_value>(choice_of("--to", given.to, to_names));
  for (const auto& [option, value] : {std::pair("--from uuid", f.from), std::pair("--to uuid", f.to)}) {
    if (value == row_value::uuid)
      require_property(option, f.format, [](const layout& of) { return of.bits == uuid_layout.bits; });
  }
  if (f.to == row_value::time) require_property("--to time", f.format, &layout::timed);
  if (f.from == row_value::time) require_property("--from time", f.format, &layout::bounded);
  if (f.to == row_value::prefix) {
    require_property("--to prefix", f.format, &layout::prefixed);
    if (f.from != row_value::text) throw usage_error("--to prefix is for --from text");
  }
  if (given.prefix) {
    require_property("--prefix", f.format, &layout::prefixed);
    if (f.from != row_value::text && f.to != row_value::text)
      throw usage_error("--prefix is for --from text and --to text");
    f.prefix = prefix_of(*given.prefix);
  } else if (l.prefixed && f.from == row_value::text && f.to == row_value::text) {
    throw usage_error("--from text --to text needs --prefix, which all the texts have");
  }
  if (given.bound.empty() == (f.from == row_value::time))
    throw usage_error("--bound is for --from time, which needs it");
  if (!given.bound.empty()) f.bound = static_cast<time_bound>(choice_of("--bound", given.bound, bound_names));
  f.nullable = given.nullable;
  f.errors_to_nulls = choice_of("--errors", given.errors, error_names) == 1;
  if (f.errors_to_nulls && f.to == row_value::valid)
    throw usage_error("--errors null is not for --to valid, which rejects nothing");
  return f;
}

// Into the room behind the bytes; false at the end, or with errno.
bool read_more(std::string& bytes, std::size_t& filled, int& error) {
  while (true) {
    const std::ptrdiff_t got =
        os::read_some(os::standard_input, bytes.data() + filled, bytes.size() - filled);
    if (got >= 0) {
      filled += static_cast<std::size_t>(got);
      return got != 0;
    }
    if (errno == EAGAIN || errno == EWOULDBLOCK) {
      os::wait_to_read(os::standard_input);
    } else if (errno != EINTR) {
      error = errno;
      return false;
    }
  }
}

status udf(const udf_options& given) {
  row_stream rows(function_of(given));
  for (const int fd : {os::standard_input, os::standard_output}) os::widen_pipe(fd);
  constexpr std::size_t block_size = std::size_t{1} << 20U;
  constexpr std::size_t written_at = std::size_t{256} << 10U;
  std::string bytes(block_size, '\0');
  std::size_t filled = 0;
  int error = 0;
  buffer out;
  while (read_more(bytes, filled, error)) {
    const std::size_t taken = rows.take({bytes.data(), filled}, out);
    if (!rows.error_text().empty()) {
      const std::string line =
          fmt::format("sortid: {}\n", rows.error_text());  // its bytes are escaped already
      (void)write_all(os::standard_error, line);
      return rows.malformed() ? status::io_failed : status::some_invalid;
    }
    filled -= taken;
    std::memmove(bytes.data(), bytes.data() + taken, filled);
    // The reader waits for the results of the chunk, and for those alone.
    if (out.size() < written_at && !rows.between_chunks()) continue;
    if ((error = write_all(os::standard_output, view_of(out))) != 0) {
      say_failed("cannot write to", "standard output", error);
      return status::io_failed;
    }
    out.clear();
  }
  if (error != 0) {
    say_failed("cannot read", "standard input", error);
    return status::io_failed;
  }
  if (filled == 0 && rows.between_chunks()) return status::all_valid;
  say("standard input ends within a chunk");
  return status::io_failed;
}

}  // namespace

command udf_command() {
  const auto given = std::make_shared<udf_options>();
  return {
      .name = "udf",
      .description = "Serve ClickHouse as a function of ids, over standard input and output",
      .options = {{.name = "IDS",
                   .target = &given->ids,
                   .value = std::string(any_format_name),
                   .description = "The format of the ids",
                   .required = true},
                  {.flags = {"-f", "--format"},
                   .target = &given->stream,
                   .value = std::string(stream_names),
                   .description = "The format of the streams, with send_chunk_header",
                   .required = true},
                  value_option({"--from"}, given->from, from_names,
                               "The argument: String, UUID, UInt64 or UInt128, FixedString, "
                               "DateTime64(3) (default: text)"),
                  {.flags = {"-t", "--to"},
                   .target = &given->to,
                   .value = std::string(to_names),
                   .description = "The result: the same types; valid: Bool; prefix: String",
                   .required = true},
                  {.flags = {"-p", "--prefix"},
                   .target = &given->prefix,
                   .value = "PREFIX",
                   .description = "Type prefix that all texts have, for " + names_where(&layout::prefixed) +
                                  " (default: texts of any prefix are read)",
                   .may_be_empty = true},
                  value_option({"--bound"}, given->bound, bound_names,
                               "With --from time: the smallest or the largest id of the millisecond"),
                  flag_option({"--nullable"}, given->nullable, "The argument and the result are Nullable"),
                  value_option({"--errors"}, given->errors, error_names,
                               "What is rejected ends the query, or is NULL in a Nullable result "
                               "(default: raise)")},
      .footer =
          "ClickHouse starts it, by an entry in the file of its executable functions:\n"
          "docs/clickhouse.md has one to copy.\n"
          "\n"
          "Examples:\n"
          "  sortid udf --format rowbinary ulid --to time\n"
          "  sortid udf --format rowbinary ulid --from uuid --to text\n"
          "  sortid udf --format rowbinary typeid --to uuid --prefix user --errors null",
      .run = [given] { return udf(*given); },
  };
}

}  // namespace sortid::cli
