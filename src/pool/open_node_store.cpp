#if !defined(__EMSCRIPTEN__)

#include "sortid/open_node_store.hpp"

#include <algorithm>
#include <charconv>
#include <mutex>
#include <optional>
#include <vector>

#include "stores.hpp"

namespace sortid {

namespace {

opened_node_store open_file(std::string_view folder) {
  if (folder.empty()) return std::string("file: needs a folder");
  if (folder.find('\0') != folder.npos) return std::string("file: the name of a folder has no NUL");
  auto store = detail::make_file_node_store(std::string(folder));
  if (store == nullptr) return std::string("file: there is no store in a folder on this system");
  return opened_node_store(std::move(store));
}

opened_node_store open_static(std::string_view digits) {
  unsigned node = 0;
  const auto [end, why] = std::from_chars(digits.data(), digits.data() + digits.size(), node);
  if (digits.empty() || why != std::errc() || end != digits.data() + digits.size())
    return "static: a number expected, not \"" + std::string(digits) + '"';
  return opened_node_store(std::make_unique<static_node_store>(node));
}

struct kind_list {
  std::mutex mutex;
  std::vector<node_store_kind> kinds{{"file", "file:DIR", open_file}, {"static", "static:N", open_static}};

  // Under the mutex.
  [[nodiscard]] auto find(std::string_view name) {
    return std::find_if(kinds.begin(), kinds.end(),
                        [name](const node_store_kind& kind) { return kind.name == name; });
  }
};
kind_list& all_kinds() {
  static kind_list all;
  return all;
}

std::optional<node_store_kind> kind_named(std::string_view name) {
  kind_list& all = all_kinds();
  const std::scoped_lock lock(all.mutex);
  const auto found = all.find(name);
  if (found == all.kinds.end()) return std::nullopt;
  return *found;
}

}  // namespace

void add_node_store(const node_store_kind& kind) {
  kind_list& all = all_kinds();
  const std::scoped_lock lock(all.mutex);
  if (const auto found = all.find(kind.name); found != all.kinds.end()) {
    *found = kind;
  } else {
    all.kinds.push_back(kind);
  }
}

opened_node_store open_node_store(std::string_view text) {
  const std::size_t colon = text.find(':');
  const auto kind = colon == text.npos ? std::nullopt : kind_named(text.substr(0, colon));
  // What is behind the colon may have a password.
  if (!kind)
    return "there is no store \"" + std::string(text.substr(0, colon)) + "\" of node numbers; there are " +
           node_store_usage();
  return kind->open(text.substr(colon + 1));
}

std::string node_store_usage() {
  kind_list& all = all_kinds();
  const std::scoped_lock lock(all.mutex);
  std::string texts;
  for (const node_store_kind& kind : all.kinds) texts.append(texts.empty() ? "" : ", ").append(kind.usage);
  return texts;
}

}  // namespace sortid

#endif
