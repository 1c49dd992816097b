#include "habits.hpp"

#include <algorithm>

#include "sortid/formats.hpp"
#include "sortid/looks_like.hpp"
#include "sortid/type_prefix.hpp"
#include "values.hpp"

namespace sortid::cli {

namespace {

struct habit {
  std::string_view subcommand;  // empty: the word stands where a subcommand should
  std::string_view typed;       // words, or options; one with a value where that decides
  std::string_view meant;
};

// Replaced. What begins with another subcommand's name replaces this one.
constexpr habit habits[] = {
    {"", "generate|gen|create|make|build|next|random|id|g", "new"},
    {"", "uuid|guid|uuidgen|uuid7|v7", "new uuidv7"},
    {"", "parse|decode|show|info|explain|describe|dump|timestamp|time|i|p|identify|detect|what", "inspect"},
    {"", "encode|as|to", "convert --to"},
    {"", "to-uuid", "convert --to uuid"},
    {"", "to-hex", "convert --to hex"},
    {"", "to-int", "convert --to int"},
    {"", "from", "convert --from"},
    {"", "validate|verify|valid|lint|is-valid|v", "check"},
    {"", "search|extract|scan|find", "grep"},
    {"", "compare|diff|stats", "inspect --table"},
    {"", "dedup|distinct|unique", "uniq"},
    {"", "between|during|bounds", "range"},
    {"", "hide|encrypt|obfuscate", "mask"},
    {"", "reveal|decrypt", "unmask"},
    {"", "completion|completions", "--generate"},
    {"", "version|-v", "--version"},
    {"", "man", "--generate man"},
    {"", "ls|kinds|types|--list|--formats", "formats"},
    {"new", "v7|uuid7|uuid-v7|-7|--time-v7|--v7|--uuid7", "uuidv7"},
    {"new", "-C|-c|-N|--num|--number|--amount|--quantity|--times", "--count"},
    {"new", "-r|-q|--quick|--rand", "--random"},
    {"new", "-x|--hex", "--as hex"},
    {"new", "-u|--uuid", "--as uuid"},
    {"new", "-i|--int|--decimal", "--as int"},
    {"new", "-j|--json", "--as json"},
    {"new", "-b|--raw|--binary|--bytes", "--as binary"},
    {"new", "--type|--kind|-t", ""},
    {"new", "-f|--format|-o|--output|--output-format|--to|--out", "--as"},
    {"new", "--timestamp|--time|--date|--ts|--when|--datetime", "--at"},
    {"new", "--node|--worker|--worker-id|--machine-id|--node-id", "--machine"},
    {"inspect", "--output=json|-o=json|--as=json|--format=json|-f=json", "--json"},
    {"inspect", "--time|--timestamp|--date|--ms|--fields", "--json"},
    {"inspect", "--pretty|-e|--everything|-v|--verbose|-a|--all", "--full"},
    {"inspect", "-c|--compare", "--table"},
    {"inspect", "--force|--from|--type|--as", "--format"},
    {"inspect", "-u|--uuid", "convert --to uuid"},
    {"inspect", "--hex", "convert --to hex"},
    {"inspect", "-i|--int", "convert --to int"},
    {"inspect", "--to", "convert --to"},
    {"convert", "-u|--uuid", "--to uuid"},
    {"convert", "-x|--hex", "--to hex"},
    {"convert", "-i|--int", "--to int"},
    {"convert", "-b|--raw|--binary|--bytes", "--to binary"},
    {"convert", "-o|--output|--as|--into|to|as|into", "--to"},
    {"convert", "from|-i", "--from"},
    {"check", "-s|--silent", "--quiet"},
    {"check", "--type|--force|--from|--as|-t", "--format"},
    {"range", "--since|--from|--to|--start|--end|--until|--after|--before", ""},
    {"range", "--type|-t", "--format"},
    {"sort", "-d|--desc|--descending", "--reverse"},
};

// Only told: here it is something else, or nothing.
constexpr habit advices[] = {
    {"", "uuidv4|uuid4|v4", "sortid new uuidv7"},
    {"new", "v4|uuid4|uuidv4", "uuidv7"},
    {"new", "ksuid|nanoid|cuid|cuid2|objectid|hex", "ulid"},
    {"new", "-v", "sortid new uuidv7, or sortid --version"},
    {"new", "--lower|--lowercase|-l", "sortid new | tr A-Z a-z"},
    {"new", "-4|--v4", "--random"},
    {"new", "-m|--monotonic", "--count, whose ids increase"},
    {"new", "-z|--zero|--clock", "--at"},
    {"new", "-s|--md5|--sha1|--namespace", "--name"},
};

const habit* found(const habit* from, const habit* to, std::string_view subcommand, std::string_view word) {
  const auto typed = std::find_if(from, to, [&](const habit& h) {
    if (h.subcommand != subcommand) return false;
    const auto words = choices_of(h.typed);
    return std::find(words.begin(), words.end(), word) != words.end();
  });
  return typed == to ? nullptr : typed;
}
const habit* found(std::string_view subcommand, std::string_view word) {
  return found(std::begin(habits), std::end(habits), subcommand, word);
}

// -C of -C5; other words as they are.
std::string_view short_flag(std::string_view word) {
  return word.size() > 2 && word.front() == '-' && word[1] != '-' ? word.substr(0, 2) : word;
}

std::vector<std::string> split(std::string_view words) {
  std::vector<std::string> all;
  while (!words.empty()) {
    const std::size_t space = words.find(' ');
    all.emplace_back(words.substr(0, space));
    words.remove_prefix(space == std::string_view::npos ? words.size() : space + 1);
  }
  return all;
}

const command* named(const program& p, std::string_view word) {
  const auto c = std::find_if(p.commands.begin(), p.commands.end(), [&](const command& candidate) {
    return candidate.name == word || (!candidate.alias.empty() && candidate.alias == word);
  });
  return c == p.commands.end() ? nullptr : &*c;
}

bool has_flag(const option& o, std::string_view flag) {
  return std::find(o.flags.begin(), o.flags.end(), flag) != o.flags.end();
}

const option* option_of(const command& c, std::string_view flag) {
  const auto o = std::find_if(c.options.begin(), c.options.end(),
                              [&](const option& candidate) { return has_flag(candidate, flag); });
  return o == c.options.end() ? nullptr : &*o;
}

// What `convert` reads and writes.
bool is_notation(std::string_view word) { return format::find(word) || word == "hex" || word == "int"; }

// Puts the subcommand first, where it is not.
void name_subcommand(const program& p, std::vector<std::string>& words) {
  const std::string first = words.front();
  if (named(p, first) != nullptr) return;
  const bool has_id = std::any_of(words.begin(), words.end(), is_id);
  // `ulid parse ID`. A word alone behind `typeid` is a prefix.
  if (const auto f = format::find(first); f && words.size() > 1 &&
                                          (words.size() > 2 || !f->layout().prefixed) &&
                                          (named(p, words[1]) != nullptr || found("", words[1]) != nullptr)) {
    words.erase(words.begin());
    name_subcommand(p, words);
    const bool makes = words.front() == "new";
    words.insert(words.begin() + 1, first);
    if (!makes) words.insert(words.begin() + 1, words.front() == "convert" ? "--from" : "--format");
    return;
  }
  if (const habit* const h = found("", first)) {
    words.erase(words.begin());
    const auto meant = split(has_id && h->meant == "new uuidv7" ? "inspect" : h->meant);
    words.insert(words.begin(), meant.begin(), meant.end());
    return;
  }
  if (has_flag(help_option(), first) || has_flag(version_option(), first) || first.starts_with("--generate"))
    return;
  const auto command = std::find_if(words.begin(), words.end(),
                                    [&](const std::string& word) { return named(p, word) != nullptr; });
  if (is_option(first) && command != words.end()) {
    std::rotate(words.begin(), command, command + 1);
  } else if (is_option(first) || is_id(first) || format::find(first)) {
    if (has_id && format::find(first)) words.insert(words.begin(), "--format");
    words.insert(words.begin(), has_id ? "inspect" : "new");
  }
}

// The words behind the subcommand.
class translation {
 public:
  translation(const command& c, std::vector<std::string> words, const program& p)
      : program_(p), command_(&c), words_(std::move(words)) {}

  std::vector<std::string> run() {
    for (at_ = 1; at_ < words_.size() && words_[at_] != "--"; ++at_) take(words_[at_]);
    // Only TypeIDs have a prefix.
    if (command_->name == "new" && !names_format_ && has_prefix_) meant_.emplace_back("typeid");
    meant_.insert(meant_.end(), words_.begin() + static_cast<std::ptrdiff_t>(at_), words_.end());
    meant_.insert(meant_.begin(), command_->name);
    return std::move(meant_);
  }

 private:
  using attached_value = std::optional<std::string>;

  void take(const std::string& word) {
    std::string flag = word;
    attached_value value;
    if (const std::size_t equals = word.find('='); is_option(word) && equals != std::string::npos) {
      flag = word.substr(0, equals);
      value = word.substr(equals + 1);
    }
    const std::string letter(short_flag(flag));
    if (letter != flag && option_of(*command_, letter) == nullptr &&
        found(command_->name, letter) != nullptr) {
      value = word.substr(2);
      flag = letter;
    }
    const std::string next = value ? *value : at_ + 1 < words_.size() ? words_[at_ + 1] : "";
    if (const habit* const h = found(command_->name, flag + "=" + next)) {
      if (!value) ++at_;
      return put_meant(*h, std::nullopt);
    }
    if (option_of(*command_, flag) != nullptr) return put(flag, value);
    if (const habit* const h = found(command_->name, flag)) {
      const auto f = format::find(next);
      const bool names_format = h->meant == "--as" && f && f->layout().generated;
      return put_meant(names_format ? habit{} : *h, value);
    }
    if (command_->name == "new" && is_option(flag) && take_of_new(flag)) return;
    if (const auto option = option_of_word(word); !option.empty())
      meant_.emplace_back(option);
    else if (!is_option(word))
      names_format_ = true;
    meant_.push_back(word);
  }

  // --ulid of `new`, and --monotonic, which the ids of an ordered format are.
  bool take_of_new(const std::string& flag) {
    const bool is_long = flag.starts_with("--");
    if (const auto f = format::find(flag.substr(is_long ? 2 : 1)); f && is_long) {
      meant_.emplace_back(f->name());
      return names_format_ = true;
    }
    const auto made = std::find_if(words_.begin(), words_.end(),
                                   [](const std::string& word) { return format::find(word).has_value(); });
    return (flag == "--monotonic" || flag == "-m") &&
           (made == words_.end() || format::find(*made)->layout().ordered());
  }

  void put_meant(const habit& h, const attached_value& value) {
    std::vector<std::string> instead = split(h.meant);
    if (!instead.empty() && named(program_, instead.front()) != nullptr) {
      command_ = named(program_, instead.front());
      instead.erase(instead.begin());
    }
    if (instead.empty()) {
      if (!value) return;
      meant_.push_back(*value);
      names_format_ = true;
      return;
    }
    meant_.insert(meant_.end(), instead.begin(), instead.end() - 1);
    names_format_ = names_format_ || !is_option(instead.front());
    put(instead.back(), value);
  }

  void put(const std::string& flag, const attached_value& value) {
    const option* const o = option_of(*command_, flag);
    has_prefix_ = has_prefix_ || flag == "--prefix" || flag == "-p";
    const bool is_long = flag.starts_with("--");
    meant_.push_back(value && is_long ? flag + "=" + *value : flag);
    if (value && !is_long) meant_.push_back(*value);
    if (value || o == nullptr || std::holds_alternative<bool*>(o->target)) return;
    if (at_ + 1 < words_.size()) meant_.push_back(words_[++at_]);
  }

  // The option whose value the word is, where it would be an error without one: `new ulid 3`,
  // `new typeid user`, `convert ID uuid`. Never a word that may be an id: `check "$text"` must not
  // become an option.
  std::string_view option_of_word(const std::string& word) const {
    if (command_->name == "new") {
      if (word.find_first_not_of("0123456789") == std::string::npos) return "--count";
      const auto before = meant_.empty() ? std::nullopt : format::find(meant_.back());
      return before && before->layout().prefixed && type_prefix::parse(word) ? "--prefix" : "";
    }
    if (command_->name == "range") return format::find(word) ? "--format" : "";
    const option* const to = option_of(*command_, "--to");
    if (command_->name != "convert" || to == nullptr || !is_notation(word)) return {};
    const auto names_target = [to](const std::string& w) { return has_flag(*to, w.substr(0, w.find('='))); };
    if (std::any_of(words_.begin(), words_.end(), names_target)) return {};
    const auto next = words_.begin() + static_cast<std::ptrdiff_t>(at_) + 1;
    return std::any_of(next, words_.end(), is_notation) ? "--from" : "--to";
  }

  const program& program_;
  const command* command_;
  std::vector<std::string> words_;
  std::vector<std::string> meant_;
  std::size_t at_ = 0;
  bool names_format_ = false;
  bool has_prefix_ = false;
};

}  // namespace

bool is_option(std::string_view word) { return word.size() > 1 && word.starts_with('-'); }
bool is_id(std::string_view word) { return !is_option(word) && !detect(word).empty(); }

std::string_view advice_on(std::string_view subcommand, std::string_view word) {
  const habit* const h = found(std::begin(advices), std::end(advices), subcommand, short_flag(word));
  return h == nullptr ? std::string_view() : h->meant;
}

std::vector<std::string> as_meant(const program& p, std::vector<std::string> words) {
  if (words.empty()) return words;
  name_subcommand(p, words);
  const command* const c = named(p, words.front());
  return c == nullptr ? words : translation(*c, std::move(words), p).run();
}

}  // namespace sortid::cli
