// sortid uniq: of equal ids that follow each other one.
#include <memory>

#include "commands/commands.hpp"
#include "ids/columns.hpp"
#include "ids/text.hpp"
#include "sorting/growing_array.hpp"
#include "sorting/kinds.hpp"
#include "stream/outlet.hpp"
#include "stream/stream.hpp"
#include "values.hpp"

namespace sortid::cli {

namespace {

struct uniq_options {
  std::string format;
  bool count = false;
  bool repeated = false;
  bool unique = false;
  std::string invalid;
  std::string jobs;
  std::vector<std::string> files;
};

// Equal ids that follow each other.
struct group {
  std::uint32_t kind;
  uint128 value;
  std::uint64_t count;

  [[nodiscard]] bool equals(const group& other) const { return kind == other.kind && value == other.value; }
};

class groups final : public id_sink {
 public:
  groups(kind_table& kinds, const id_parser& from) : from_(from), kinds_(kinds) {}

  bool take(const id_column& ids, std::byte*, const line_column&) override {
    add(kinds_.number_of(ids.format, ids.prefix), ids.count, [&](const auto& f) { ids.for_each_value(f); });
    return true;
  }
  id_error take(const known_id& id, std::string_view text, std::uint64_t) override {
    add(kinds_.number_of(sorted_format(from_, text, id), id.prefix), 1, [&](const auto& f) { f(id.value); });
    return {};
  }
  [[nodiscard]] const growing_array<group>& all() const { return all_; }

 private:
  // `each` calls what it is given with each of `count` values.
  template <class Each>
  void add(std::uint32_t kind, std::size_t count, const Each& each) {
    bool more = all_.size() != 0 && all_[all_.size() - 1].kind == kind;
    uint128 last = more ? all_[all_.size() - 1].value : uint128{};
    group* to = all_.extend(count);
    each([&](uint128 value) {
      if (more && value == last) {
        ++to[-1].count;
        return;
      }
      to->kind = kind;
      to->value = value;
      to->count = 1;
      ++to;
      last = value;
      more = true;
    });
    all_.cut(static_cast<std::size_t>(to - all_.data()));
  }

  const id_parser& from_;
  kind_finder kinds_;
  growing_array<group> all_;
};

// Groups as lines.
class group_writer {
 public:
  group_writer(const kind_table& kinds, const uniq_options& given) : kinds_(kinds), given_(given) {}

  void append(buffer& to, const group* at, const group* end) const {
    std::vector<sorted_id> ids;
    while (at != end) {
      const std::uint32_t kind = at->kind;
      ids.clear();
      for (; at != end && at->kind == kind; ++at) {
        if ((given_.repeated && at->count == 1) || (given_.unique && at->count != 1)) continue;
        if (given_.count) {
          append_counted(to, *at);
        } else {
          ids.push_back(sorted_id::from_number(at->value).value());
        }
      }
      append_texts(to, kinds_.kind(kind), ids);
    }
  }

 private:
  void append_counted(buffer& to, const group& one) const {
    const id_kind kind = kinds_.kind(one.kind);
    append_format(to, "{:>7} {}\n", one.count, text_of(kind.format, kind.prefix.view(), one.value));
  }

  const kind_table& kinds_;
  const uniq_options& given_;
};

status uniq(const uniq_options& given) {
  const id_parser from = id_parser::of(format_if_named(given.format));
  kind_table kinds;
  const group_writer writer(kinds, given);
  std::optional<group> last;  // of all blocks before; more of it may come
  const auto process = [&](const block& in, block_result& result) {
    groups found(kinds, from);
    read_ids(in, from, found, result);
    const growing_array<group>& all = found.all();
    if (all.size() == 0) return;
    buffer between;  // the lines of what neither the block before nor the one behind can add to
    if (all.size() > 2) writer.append(between, all.data() + 1, all.data() + all.size() - 1);
    result.wait_for_turn();
    group first = all[0];
    if (last && last->equals(first)) {
      first.count += last->count;
    } else if (last) {
      writer.append(result.out, &*last, &*last + 1);
    }
    last = first;
    if (all.size() == 1) return;
    writer.append(result.out, &first, &first + 1);
    append(result.out, view_of(between));
    last = all[all.size() - 1];
  };
  stream_options options{.threads = threads_of(given.jobs), .files = true, .invalid_path = given.invalid};
  options.finish = [&](outlet& to) {
    results rest;
    if (last) writer.append(rest.out, &*last, &*last + 1);
    return to.write(rest, false);
  };
  return run_stream({process, [&from](std::uint64_t bytes) { return from.too_long(bytes); }}, given.files,
                    std::move(options));
}

}  // namespace

command uniq_command() {
  const auto given = std::make_shared<uniq_options>();
  return {
      .name = "uniq",
      .description = "Write one id of each run of equal ids",
      .options = {only_format_option(given->format),
                  flag_option({"-c", "--count"}, given->count, "Write before each id how often it occurs"),
                  flag_option({"-d", "--repeated"}, given->repeated,
                              "Write only the ids that occur more than once"),
                  flag_option({"-u", "--unique"}, given->unique, "Write only the ids that occur once"),
                  invalid_option(given->invalid), jobs_option(given->jobs),
                  files_argument(given->files, "read")},
      .footer =
          "In sorted input equal ids follow each other: sortid sort. Ids are equal when\n"
          "their bits are, however they are spelt.\n"
          "\n"
          "Examples:\n"
          "  sortid sort ids.txt | sortid uniq -c\n"
          "  sortid sort ids.txt | sortid uniq -d > twice.txt",
      .run = [given] { return uniq(*given); },
  };
}

}  // namespace sortid::cli
