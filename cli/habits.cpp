#include "habits.hpp"

#include <algorithm>

#include "values.hpp"

namespace sortid::cli {

namespace {

struct habit {
  std::string_view subcommand;
  std::string_view words;
  std::string_view meant;
};

constexpr habit habits[] = {
    {"", "generate|gen|create|make|build|next|random|id", "sortid new"},
    {"", "uuid|guid|uuidgen|uuid7|v7|uuidv4|uuid4|v4", "sortid new uuidv7"},
    {"", "parse|decode|show|info|explain|describe|dump|timestamp|time", "sortid inspect"},
    {"", "encode|to|from", "sortid convert --to FORMAT"},
    {"", "validate|verify|valid|lint|is-valid", "sortid check"},
    {"", "search|extract|scan", "sortid grep"},
    {"", "compare|diff", "sortid inspect --table"},
    {"", "dedup|distinct|unique", "sortid uniq"},
    {"", "between|during|bounds", "sortid range"},
    {"", "hide|encrypt|obfuscate", "sortid mask"},
    {"", "reveal|decrypt", "sortid unmask"},
    {"", "completion|completions", "sortid --generate bash"},
    {"", "version", "sortid --version"},
    {"", "ls|kinds|types", "sortid formats"},
    {"new", "-v", "sortid new uuidv7, or sortid --version"},
    {"new", "v7|v4|uuid4|uuidv4|uuid-v7", "uuidv7"},
    {"new", "ksuid|nanoid|cuid|cuid2|objectid|hex", "ulid"},
    {"new", "--lower|--lowercase|-l", "sortid new | tr A-Z a-z"},
    {"new", "--type|--kind|--format", "sortid new FORMAT"},
    {"new", "-C|-c|--num|--amount", "--count"},
    {"new", "-7|-t|--time-v7|--time|--v7", "sortid new uuidv7"},
    {"new", "-r|-q|--quick|-4|--v4", "--random"},
    {"new", "-m|--monotonic", "--count, whose ids increase"},
    {"new", "-x|--hex", "--as hex"},
    {"new", "-u|--uuid", "--as uuid"},
    {"new", "-i|--int|--decimal", "--as int"},
    {"new", "-j|--json", "--as json"},
    {"new", "-b|--raw|--binary|--bytes", "--as binary"},
    {"new", "-f|-o|--output|--to", "--as"},
    {"new", "--timestamp|--date|--ts|-z|--zero|--clock|--when", "--at"},
    {"new", "--node|--worker|--worker-id|--machine-id|--node-id", "--machine"},
    {"new", "-N|-s|--md5|--sha1|--namespace", "--name"},
    {"inspect", "-o|--output|--as", "--json"},
    {"inspect", "--time|--timestamp|--date|--ms|--fields", "--json"},
    {"inspect", "--pretty|-e|--everything|-v|--verbose|-a|--all", "--full"},
    {"inspect", "-c|--compare", "--table"},
    {"inspect", "--force|--from|--type", "--format"},
    {"inspect", "-u|--uuid", "sortid convert --to uuid"},
    {"inspect", "--hex", "sortid convert --to hex"},
    {"inspect", "-i|--int", "sortid convert --to int"},
    {"convert", "-u|--uuid", "--to uuid"},
    {"convert", "-x|--hex", "--to hex"},
    {"convert", "-i|--int", "--to int"},
    {"convert", "-b|--raw|--binary|--bytes", "--to binary"},
    {"convert", "-o|--output|--as|--into", "--to"},
    {"convert", "--type", "--prefix"},
    {"check", "-s|--silent", "--quiet"},
    {"check", "--type|--force", "--format"},
    {"range", "--since", "sortid range FROM TO"},
    {"range", "--from|--to|--start|--end|--until", "sortid range FROM TO"},
};

}  // namespace

std::string_view habit_of(std::string_view subcommand, std::string_view word) {
  // A short option may have its value behind it: -C5.
  const bool is_short = word.size() > 2 && word.front() == '-' && word[1] != '-';
  const std::string_view wanted = is_short ? word.substr(0, 2) : word;
  for (const habit& h : habits) {
    if (h.subcommand != subcommand) continue;
    const auto words = choices_of(h.words);
    if (std::find(words.begin(), words.end(), wanted) != words.end()) return h.meant;
  }
  return {};
}

}  // namespace sortid::cli
