#include "sortid/etcd_node_store.hpp"

#include <curl/curl.h>
#include <signal.h>
#include <time.h>

#include <algorithm>
#include <charconv>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include "open_sockets.hpp"
#include "time_limit.hpp"

namespace sortid {
namespace {

using nlohmann::json;
using stores::time_limit;

// --- base 64, RFC 4648 section 4, in which the gateway has keys and values ---------------------------------

constexpr char symbol64(unsigned value) {
  if (value < 26) return static_cast<char>('A' + value);
  if (value < 52) return static_cast<char>('a' + (value - 26));
  if (value < 62) return static_cast<char>('0' + (value - 52));
  return value == 62 ? '+' : '/';
}
constexpr int value64(char symbol) {
  if (symbol >= 'A' && symbol <= 'Z') return symbol - 'A';
  if (symbol >= 'a' && symbol <= 'z') return symbol - 'a' + 26;
  if (symbol >= '0' && symbol <= '9') return symbol - '0' + 52;
  return symbol == '+' ? 62 : symbol == '/' ? 63 : -1;
}

std::string to_base64(std::string_view bytes) {
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t count = std::min<std::size_t>(bytes.size() - i, 3);
    unsigned bits = 0;
    for (std::size_t k = 0; k < 3; ++k)
      bits = bits << 8U | (k < count ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    for (std::size_t k = 0; k < 4; ++k) out += k <= count ? symbol64(bits >> (18 - 6 * k) & 63U) : '=';
  }
  return out;
}
std::optional<std::string> from_base64(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  for (int padding = 0; padding < 2 && !text.empty() && text.back() == '='; ++padding) text.remove_suffix(1);
  std::string out;
  unsigned bits = 0;
  unsigned count = 0;
  for (const char symbol : text) {
    const int value = value64(symbol);
    if (value < 0) return std::nullopt;
    bits = bits << 6U | static_cast<unsigned>(value);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    out += static_cast<char>(bits >> count & 255U);
  }
  return out;
}

template <class Number>
std::optional<Number> number(std::string_view text) {
  Number value{};
  const auto [end, why] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (why != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// The gateway leaves out what is false, 0 or empty.
std::string text_of(const json& of, const char* key) {
  const auto found = of.find(key);
  return found != of.end() && found->is_string() ? found->get<std::string>() : std::string();
}
std::optional<std::int64_t> revision_of(const json& answer) {
  const auto header = answer.find("header");
  if (header == answer.end() || !header->is_object()) return std::nullopt;
  return number<std::int64_t>(text_of(*header, "revision"));
}

// Writing to a connection that is gone raises SIGPIPE in some TLS libraries, and the program is not ours to
// end.
class without_sigpipe {
 public:
  without_sigpipe() noexcept {
    sigset_t waiting;
    sigpending(&waiting);
    sigemptyset(&pipe_);
    sigaddset(&pipe_, SIGPIPE);
    pending_before_ = sigismember(&waiting, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  ~without_sigpipe() {
    constexpr timespec at_once{};
    if (!pending_before_) {
      while (sigtimedwait(&pipe_, nullptr, &at_once) == SIGPIPE) {
      }
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  without_sigpipe(const without_sigpipe&) = delete;
  without_sigpipe& operator=(const without_sigpipe&) = delete;

 private:
  sigset_t pipe_{};
  sigset_t before_{};
  bool pending_before_ = false;
};

// Status codes of gRPC, which the gateway passes on.
constexpr int invalid_argument = 3;
constexpr int permission_denied = 7;
constexpr int out_of_range = 11;
constexpr int unimplemented = 12;
constexpr int unauthenticated = 16;

// Removes slashes at the end of a URL, because the path behind it begins with one.
etcd_store_options without_slashes(etcd_store_options options) {
  for (std::string& url : options.endpoints) url.resize(url.find_last_not_of('/') + 1);
  return options;
}

}  // namespace

class etcd_node_store::client {
 public:
  explicit client(etcd_store_options options)
      : options_(without_slashes(std::move(options))), prefix_(options_.prefix + options_.pool + '/') {
    static const bool ready = curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
    if (ready) curl_.reset(curl_easy_init());
    set_up();
  }

  store_answer read(node_reading& to, const time_limit& limit) {
    // The names of a pool's keys end with its numbers, so all are between "…/" and "…0".
    std::string end = prefix_;
    ++end.back();
    const json range{{"key", to_base64(prefix_)}, {"range_end", to_base64(end)}};
    const reply got = ask("/v3/kv/range", range, limit, true);
    if (got.how != ending::answered) return store_answer::unavailable;
    const auto revision = revision_of(got.body);
    if (!revision) return fail("the answer is not etcd's", store_answer::unavailable);
    node_reading read;
    if (got.date_ms) read.clock_ms = *got.date_ms;
    const auto keys = got.body.find("kvs");
    if (keys != got.body.end() && keys->is_array()) {
      for (const json& one : *keys) {
        const auto key = from_base64(text_of(one, "key"));
        const auto value = from_base64(text_of(one, "value"));
        if (!key || !value || key->compare(0, prefix_.size(), prefix_) != 0)
          return fail("the answer is not etcd's", store_answer::unavailable);
        const std::string_view name = std::string_view(*key).substr(prefix_.size());
        if (name == fence_name) {
          const auto fence = number<std::int64_t>(*value);
          if (!fence) return fail("the fence is no number of milliseconds", store_answer::unavailable);
          read.fence_ms = *fence;
        } else if (name == use_name) {
          read.use.append(*value);
        } else if (const auto node = number<unsigned>(name); node && name == std::to_string(*node)) {
          read.add(*node, *value);
        }
      }
    }
    to = std::move(read);
    look_at_history(*revision, limit);
    return store_answer::done;
  }

  store_answer swap(unsigned node, const node_record& before, const node_record& next,
                    const time_limit& limit) {
    const std::string from(before.unused() ? std::string_view() : before.to_text().view());
    return swap_values(std::to_string(node), from, std::string(next.to_text().view()), limit);
  }

  store_answer claim(std::string_view use, const time_limit& limit) {
    return swap_values(use_name, {}, std::string(use), limit);
  }

  store_answer raise_fence(std::int64_t unix_ms, const time_limit& limit) {
    do {
      node_reading now;
      if (const store_answer answer = read(now, limit); answer != store_answer::done) return answer;
      if (now.fence_ms >= unix_ms) return store_answer::done;
      const std::string before = now.fence_ms == INT64_MIN ? std::string() : std::to_string(now.fence_ms);
      const store_answer answer = swap_values(fence_name, before, std::to_string(unix_ms), limit);
      if (answer != store_answer::lost) return answer;
    } while (!limit.over());
    return fail("others raise the fence all the time", store_answer::unavailable);
  }

  // A new one for the child. This one's memory may be in any state, and stays as it is.
  [[nodiscard]] std::unique_ptr<client> leave_to_parent() noexcept {
    sockets_.close_copies();
    return std::make_unique<client>(options_);
  }

  [[nodiscard]] std::string_view last_error() const noexcept {
    return last_error_.empty() ? history_ : last_error_;
  }

 private:
  static constexpr const char* fence_name = "fence";
  static constexpr const char* use_name = "use";
  static constexpr std::size_t most_bytes = 16U << 20U;  // of an answer; a pool's records have less than one

  struct free_handle {
    void operator()(CURL* c) const noexcept { curl_easy_cleanup(c); }
  };
  struct free_list {
    void operator()(curl_slist* l) const noexcept { curl_slist_free_all(l); }
  };

  enum class ending { answered, rejected, unknown };
  struct reply {
    ending how = ending::rejected;
    json body{};
    std::optional<std::int64_t> date_ms{};
    int code = 0;  // the status code of gRPC where there is no answer
  };

  store_answer fail(std::string what, store_answer as) {
    last_error_ = std::move(what);
    return as;
  }

  // Values are compared and not revisions: a store that was restored from a copy counts these anew. An empty
  // `before` is for a key that is not there.
  store_answer swap_values(const std::string& name, const std::string& before, const std::string& next,
                           const time_limit& limit) {
    const std::string key = to_base64(prefix_ + name);
    json compare{{"key", key}, {"result", "EQUAL"}};
    if (before.empty()) {
      compare["target"] = "VERSION";
      compare["version"] = "0";
    } else {
      compare["target"] = "VALUE";
      compare["value"] = to_base64(before);
    }
    const json put{{"request_put", {{"key", key}, {"value", to_base64(next)}}}};
    const json transaction{{"compare", json::array({compare})}, {"success", json::array({put})}};
    const reply got = ask("/v3/kv/txn", transaction, limit, false);
    if (got.how == ending::rejected) return store_answer::unavailable;
    if (got.how == ending::unknown) return store_answer::unknown;
    if (!revision_of(got.body)) return fail("the answer is not etcd's", store_answer::unknown);
    return got.body.value("succeeded", false) ? store_answer::done : store_answer::lost;
  }

  void look_at_history(std::int64_t revision, const time_limit& limit) {
    if (std::exchange(looked_at_history_, true) || revision <= options_.most_history) return;
    const json old{{"key", to_base64(prefix_)},
                   {"revision", std::to_string(revision - options_.most_history)}};
    const reply got = ask("/v3/kv/range", old, limit, true);
    last_error_.clear();
    if (got.how == ending::answered)
      history_ = "etcd keeps more than " + std::to_string(options_.most_history) +
                 " revisions: switch on its auto-compaction";
  }

  // --- one question ----------------------------------------------------------------------------------------

  // Asks with the user's token. With `again` every member may be asked until one answers. Otherwise the next
  // one is asked only as long as nothing was sent.
  reply ask(const char* path, const json& question, const time_limit& limit, bool again) {
    if (options_.user.empty()) return ask_members(path, question, limit, again);
    for (bool renewed = false;; renewed = true) {
      if (token_.empty() && !authenticate(limit)) return {};
      reply got = ask_members(path, question, limit, again);
      // A token ends in time, and when users or roles change. The server has done nothing then.
      const bool rejected = got.code == unauthenticated || got.code == invalid_argument;
      if (!rejected || renewed) return got;
      token_.clear();
    }
  }

  bool authenticate(const time_limit& limit) {
    const json who{{"name", options_.user}, {"password", options_.password}};
    const reply got = ask_members("/v3/auth/authenticate", who, limit, true);
    if (got.how == ending::answered) token_ = text_of(got.body, "token");
    if (got.how == ending::answered && token_.empty()) last_error_ = "etcd sent no token";
    return !token_.empty();
  }

  reply ask_members(const char* path, const json& question, const time_limit& limit, bool again) {
    const std::string body = question.dump(-1, ' ', false, json::error_handler_t::replace);
    reply got;
    const std::size_t count = options_.endpoints.size();
    if (count == 0 || curl_ == nullptr) {
      last_error_ = count == 0 ? "no endpoint of etcd is given" : "libcurl does not start";
      return got;
    }
    std::string reasons;
    for (std::size_t i = 0; i < count; ++i) {
      const time_limit share = limit.share_of(count - i);
      got = ask_one(options_.endpoints[member_] + path, body, again ? share : limit, share);
      if (got.how == ending::answered) {
        last_error_.clear();
        return got;
      }
      // Every member answers alike about users and rights.
      if (got.how == ending::rejected && got.code != 0) return got;
      member_ = (member_ + 1) % count;
      if (!reasons.empty()) reasons += "; ";
      reasons += last_error_;
      if (got.how == ending::unknown && !again) break;
    }
    last_error_ = reasons;
    return got;
  }

  reply ask_one(const std::string& url, const std::string& body, const time_limit& limit,
                const time_limit& to_connect) {
    sending_ = body;
    sent_ = 0;
    received_.clear();
    date_ms_.reset();
    CURL* const c = curl_.get();
    const std::unique_ptr<curl_slist, free_list> headers = headers_for_this();
    curl_easy_setopt(c, CURLOPT_HTTPHEADER, headers.get());
    curl_easy_setopt(c, CURLOPT_URL, url.c_str());
    curl_easy_setopt(c, CURLOPT_POSTFIELDSIZE, static_cast<long>(body.size()));
    // libcurl takes 0 for no limit.
    curl_easy_setopt(c, CURLOPT_TIMEOUT_MS, static_cast<long>(std::max<std::int64_t>(limit.left_ms(), 1)));
    curl_easy_setopt(c, CURLOPT_CONNECTTIMEOUT_MS,
                     static_cast<long>(std::max<std::int64_t>(to_connect.left_ms(), 1)));
    error_[0] = '\0';
    CURLcode ended = CURLE_OK;
    {
      const without_sigpipe guard;
      ended = curl_easy_perform(c);
    }
    reply got;
    got.date_ms = date_ms_;
    if (ended != CURLE_OK) {
      last_error_ = url + ": " + (error_[0] != '\0' ? error_ : curl_easy_strerror(ended));
      // Without its body a request does nothing, whatever became of its head.
      got.how = sent_ == 0 ? ending::rejected : ending::unknown;
      return got;
    }
    long status = 0;
    curl_easy_getinfo(c, CURLINFO_RESPONSE_CODE, &status);
    got.body = json::parse(received_, nullptr, false);
    if (status == 200 && got.body.is_object()) {
      got.how = ending::answered;
      return got;
    }
    const bool told =
        got.body.is_object() && got.body.contains("code") && got.body["code"].is_number_integer();
    got.code = told ? got.body["code"].get<int>() : 0;
    last_error_ = url + ": " + (told ? text_of(got.body, "error") : "HTTP status " + std::to_string(status));
    // Other codes come before or after the transaction. The request that fills the disk quota, for one, is
    // done and rejected at once.
    const bool nothing_done = got.code == invalid_argument || got.code == permission_denied ||
                              got.code == out_of_range || got.code == unimplemented ||
                              got.code == unauthenticated || (!told && status == 404);
    got.how = nothing_done ? ending::rejected : ending::unknown;
    return got;
  }

  [[nodiscard]] std::unique_ptr<curl_slist, free_list> headers_for_this() const {
    curl_slist* list = nullptr;
    // No Expect: the body is short, and a server that waits for it would look like one that hangs.
    for (const char* const line : {"Content-Type: application/json", "Expect:"})
      list = curl_slist_append(list, line);
    if (!token_.empty()) list = curl_slist_append(list, ("Authorization: " + token_).c_str());
    return std::unique_ptr<curl_slist, free_list>(list);
  }

  void set_up() {
    CURL* const c = curl_.get();
    if (c == nullptr) return;
    const auto file = [c](CURLoption option, const std::string& path) {
      if (!path.empty()) curl_easy_setopt(c, option, path.c_str());
    };
    curl_easy_setopt(c, CURLOPT_ERRORBUFFER, error_);
    curl_easy_setopt(c, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(c, CURLOPT_PROXY, "");
    curl_easy_setopt(c, CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
    curl_easy_setopt(c, CURLOPT_TCP_KEEPALIVE, 1L);
    file(CURLOPT_CAINFO, options_.ca_file);
    file(CURLOPT_SSLCERT, options_.certificate_file);
    file(CURLOPT_SSLKEY, options_.key_file);
    curl_easy_setopt(c, CURLOPT_POST, 1L);
    // libcurl sends a question once more when a connection that was open ends without an answer. A body that
    // cannot be read twice keeps it from that.
    curl_easy_setopt(c, CURLOPT_READFUNCTION, &client::send_more);
    curl_easy_setopt(c, CURLOPT_READDATA, this);
    curl_easy_setopt(c, CURLOPT_WRITEFUNCTION, &client::receive);
    curl_easy_setopt(c, CURLOPT_WRITEDATA, this);
    curl_easy_setopt(c, CURLOPT_HEADERFUNCTION, &client::receive_header);
    curl_easy_setopt(c, CURLOPT_HEADERDATA, this);
    curl_easy_setopt(c, CURLOPT_OPENSOCKETFUNCTION, &client::open_socket);
    curl_easy_setopt(c, CURLOPT_OPENSOCKETDATA, this);
    curl_easy_setopt(c, CURLOPT_CLOSESOCKETFUNCTION, &client::close_socket);
    curl_easy_setopt(c, CURLOPT_CLOSESOCKETDATA, this);
  }

  static std::size_t send_more(char* to, std::size_t size, std::size_t count, void* self) {
    auto* const me = static_cast<client*>(self);
    const std::size_t n = std::min(size * count, me->sending_.size() - me->sent_);
    me->sending_.copy(to, n, me->sent_);
    me->sent_ += n;
    return n;
  }
  static std::size_t receive(char* from, std::size_t size, std::size_t count, void* self) {
    auto* const me = static_cast<client*>(self);
    if (me->received_.size() + size * count > most_bytes) return 0;
    me->received_.append(from, size * count);
    return size * count;
  }
  static std::size_t receive_header(char* from, std::size_t size, std::size_t count, void* self) {
    constexpr std::string_view name = "date:";
    const std::string line(from, size * count);
    const bool is_date =
        line.size() > name.size() && std::equal(name.begin(), name.end(), line.begin(), [](char a, char b) {
          return a == (b >= 'A' && b <= 'Z' ? b - 'A' + 'a' : b);
        });
    if (is_date) {
      // The header has whole seconds, so the middle of one is taken.
      const time_t seconds = curl_getdate(line.c_str() + name.size(), nullptr);
      if (seconds != -1) static_cast<client*>(self)->date_ms_ = std::int64_t{seconds} * 1'000 + 500;
    }
    return size * count;
  }
  static curl_socket_t open_socket(void* self, curlsocktype, curl_sockaddr* to) {
    const int fd = ::socket(to->family, to->socktype | SOCK_CLOEXEC, to->protocol);
    if (fd < 0) return CURL_SOCKET_BAD;
    static_cast<client*>(self)->sockets_.add(fd);
    return fd;
  }
  static int close_socket(void* self, curl_socket_t fd) {
    static_cast<client*>(self)->sockets_.remove(fd);
    return ::close(fd);
  }

  const etcd_store_options options_;
  std::string prefix_;
  std::string last_error_;
  std::string history_;  // what is wrong with the server's settings
  bool looked_at_history_ = false;
  std::string token_;
  std::size_t member_ = 0;
  std::string sending_;
  std::size_t sent_ = 0;
  std::string received_;
  std::optional<std::int64_t> date_ms_;
  char error_[CURL_ERROR_SIZE] = {};
  stores::open_sockets sockets_;
  std::unique_ptr<CURL, free_handle> curl_;  // closes what is open with the others still there
};

etcd_node_store::etcd_node_store(etcd_store_options options)
    : client_(std::make_unique<client>(std::move(options))) {}
etcd_node_store::~etcd_node_store() = default;

store_answer etcd_node_store::read(node_reading& to, std::int64_t within_ms) {
  return client_->read(to, time_limit(within_ms));
}
store_answer etcd_node_store::swap(unsigned node, const node_record& before, const node_record& next,
                                   std::int64_t within_ms) {
  return client_->swap(node, before, next, time_limit(within_ms));
}
store_answer etcd_node_store::claim(std::string_view use, std::int64_t within_ms) {
  return client_->claim(use, time_limit(within_ms));
}
store_answer etcd_node_store::raise_fence(std::int64_t unix_ms, std::int64_t within_ms) {
  return client_->raise_fence(unix_ms, time_limit(within_ms));
}
void etcd_node_store::forked() noexcept { client_ = client_.release()->leave_to_parent(); }
std::string_view etcd_node_store::last_error() const noexcept { return client_->last_error(); }

}  // namespace sortid
