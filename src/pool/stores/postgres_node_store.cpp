#include "sortid/postgres_node_store.hpp"

#include <libpq-fe.h>
#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "open_sockets.hpp"
#include "time_limit.hpp"

namespace sortid {
namespace {

using stores::time_limit;

struct free_result {
  void operator()(PGresult* r) const noexcept { PQclear(r); }
};
using result_set = std::unique_ptr<PGresult, free_result>;

struct free_connection {
  stores::open_sockets* known = nullptr;
  void operator()(PGconn* c) const noexcept {
    if (known != nullptr) known->remove(PQsocket(c));
    PQfinish(c);
  }
};
using connection = std::unique_ptr<PGconn, free_connection>;

std::string quoted(std::string_view name) {
  std::string out = "\"";
  for (const char c : name) {
    if (c == '"') out += c;
    if (c != '\0') out += c;
  }
  return out + '"';
}
std::string quoted(std::string_view table, std::string_view schema) {
  return schema.empty() ? quoted(table) : quoted(schema) + '.' + quoted(table);
}

// libpq's messages have several lines; the first says what happened.
std::string first_line(const char* text) {
  const std::string_view all = text == nullptr ? "" : text;
  return std::string(all.substr(0, all.find('\n')));
}

template <class Number>
std::optional<Number> number(std::string_view text) {
  Number value{};
  const auto [end, why] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (why != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// False at the end of the time.
bool wait_for(PGconn* c, short events, const time_limit& limit) {
  pollfd one{PQsocket(c), events, 0};
  for (;;) {
    const int left = static_cast<int>(std::min<std::int64_t>(limit.left_ms(), 1'000'000));
    const int ready = ::poll(&one, 1, left);
    if (ready > 0) return true;
    if (ready == 0 || errno != EINTR) return false;
  }
}

// The settings of a connection, an attempt for each host: libpq's own change of hosts knows no time limit as
// long as nothing blocks.
struct address {
  std::vector<std::string> keys;
  std::vector<std::string> values;

  void set(std::string key, std::string value) {
    keys.push_back(std::move(key));
    values.push_back(std::move(value));
  }
};

std::vector<std::string> split(const char* list) {
  std::vector<std::string> out;
  std::string_view rest = list == nullptr ? "" : list;
  while (!rest.empty()) {
    const std::size_t comma = rest.find(',');
    out.emplace_back(rest.substr(0, comma));
    if (comma == rest.npos) break;
    rest.remove_prefix(comma + 1);
    if (rest.empty()) out.emplace_back();
  }
  return out;
}

// What libpq could not read it shows from there on, and that may be the password.
std::string without_quotes(std::string sentence) {
  for (std::size_t at = 0; (at = sentence.find('"', at)) != sentence.npos; at += 3) {
    // A symbol that was expected.
    if (sentence.compare(at + 2, 1, "\"") == 0) continue;
    sentence.resize(at);
    return sentence + "\"...\"";
  }
  return sentence;
}

// Empty for a text that libpq does not take, with the reason.
std::vector<address> addresses(const std::string& text, std::string& reason) {
  char* why = nullptr;
  PQconninfoOption* const options = PQconninfoParse(text.c_str(), &why);
  if (options == nullptr) {
    reason = "the connection's text: " + without_quotes(first_line(why));
    PQfreemem(why);
    return {};
  }
  address common;
  std::vector<std::string> hosts;
  std::vector<std::string> numeric;
  std::vector<std::string> ports;
  bool keepalive = false;
  for (const PQconninfoOption* o = options; o->keyword != nullptr; ++o) {
    if (o->val == nullptr) continue;
    const std::string_view key = o->keyword;
    if (key == "host") {
      hosts = split(o->val);
    } else if (key == "hostaddr") {
      numeric = split(o->val);
    } else if (key == "port") {
      ports = split(o->val);
    } else {
      keepalive = keepalive || key.substr(0, 9) == "keepalive" || key == "tcp_user_timeout";
      if (key != "target_session_attrs" && key != "client_encoding") common.set(o->keyword, o->val);
    }
  }
  PQconninfoFree(options);
  common.set("target_session_attrs", "read-write");
  common.set("client_encoding", "UTF8");
  common.set("fallback_application_name", "sortid");
  // A connection whose statement did not end is kept until its host is known to be dead.
  if (!keepalive) {
    common.set("keepalives_idle", "10");
    common.set("keepalives_interval", "5");
    common.set("keepalives_count", "3");
    common.set("tcp_user_timeout", "25000");
  }
  std::vector<address> out;
  const std::size_t count = std::max<std::size_t>({hosts.size(), numeric.size(), 1});
  for (std::size_t i = 0; i < count; ++i) {
    address one = common;
    if (i < hosts.size()) one.set("host", hosts[i]);
    if (i < numeric.size()) one.set("hostaddr", numeric[i]);
    if (!ports.empty()) one.set("port", ports.size() == 1 ? ports[0] : i < ports.size() ? ports[i] : "");
    out.push_back(std::move(one));
  }
  return out;
}

}  // namespace

class postgres_node_store::client {
 public:
  explicit client(postgres_store_options options)
      : options_(std::move(options)),
        table_(quoted(options_.table, options_.schema)),
        hosts_(addresses(options_.connection, last_error)) {
    // A NUL would end the text on its way, and make the pool another one.
    for (const std::string* text :
         {&options_.connection, &options_.pool, &options_.table, &options_.schema}) {
      if (text->find('\0') == text->npos) continue;
      hosts_.clear();
      last_error = "a NUL in the options of the store";
    }
    // For the statement alone, so that a pooler of connections may be between. A wait for a lock ends, since
    // nobody waits for its end any more after that.
    const std::string for_this =
        "set_config('synchronous_commit', CASE current_setting('synchronous_commit')"
        " WHEN 'remote_apply' THEN 'remote_apply' ELSE 'on' END, true),"
        " set_config('lock_timeout', $1, true)";
    const std::string here = "WITH server AS (SELECT " + for_this + ") ";
    // The message makes the read a transaction that writes, so its end waits for the disk and the standbys,
    // and with it what the read has seen: a row is seen as soon as a restarted primary finds it in its own
    // log.
    read_ =
        "WITH server AS (SELECT " + for_this +
        ", floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now,"
        " CASE WHEN pg_is_in_recovery() THEN 'is a standby'"
        " WHEN current_setting('fsync') <> 'on' THEN 'has fsync = off and loses what it has confirmed'"
        " WHEN (SELECT relpersistence <> 'p' FROM pg_class WHERE oid = $3::regclass)"
        " THEN 'has the table unlogged and loses it with a crash'"
        " WHEN pg_logical_emit_message(true, 'sortid', '') IS NULL THEN 'has no log' ELSE '' END AS unfit)"
        " SELECT server.unfit, server.now, held.node, held.record FROM server LEFT JOIN " +
        table_ + " AS held ON held.pool = $2";
    // With its columns named, a table without that key rejects it, where two would both insert the number.
    insert_ =
        here + "INSERT INTO " + table_ +
        " (pool, node, record) SELECT $2, $3::integer, $4 FROM server ON CONFLICT (pool, node) DO NOTHING"
        " RETURNING current_setting('fsync')";
    update_ = here + "UPDATE " + table_ +
              " AS there SET record = $5 FROM server"
              " WHERE there.pool = $2 AND there.node = $3::integer AND there.record = $4"
              " RETURNING current_setting('fsync')";
    raise_ = here + "INSERT INTO " + table_ +
             " AS there (pool, node, record) SELECT $2, $3::integer, $4 FROM server ON CONFLICT (pool, node)"
             " DO UPDATE SET record = greatest(there.record::bigint, EXCLUDED.record::bigint)::text"
             " RETURNING current_setting('fsync')";
  }

  store_answer read(node_reading& to, const time_limit& limit) {
    const outcome got = run_with_table(read_, {options_.pool, table_}, limit);
    if (got.how != ending::done) return store_answer::unavailable;
    const PGresult* const rows = got.rows.get();
    if (PQntuples(rows) == 0) return fail("the server sent no row", store_answer::unavailable);
    if (const std::string_view unfit = PQgetvalue(rows, 0, 0); !unfit.empty()) {
      drop();
      return fail("the server " + std::string(unfit), store_answer::unavailable);
    }
    node_reading read;
    read.clock_ms = number<std::int64_t>(PQgetvalue(rows, 0, 1));
    for (int i = 0; i < PQntuples(rows); ++i) {
      const auto node = number<std::int64_t>(PQgetvalue(rows, i, 2));
      const std::string_view record = PQgetvalue(rows, i, 3);
      if (!node) continue;
      if (*node == fence_row) {
        const auto fence = number<std::int64_t>(record);
        if (!fence)
          return fail("the fence in the table is no number of milliseconds", store_answer::unavailable);
        read.fence_ms = *fence;
      } else if (*node == use_row) {
        read.use.append(record);
      } else if (*node >= 0) {
        read.add(static_cast<unsigned>(*node), record);
      }
    }
    to = std::move(read);
    return store_answer::done;
  }

  store_answer swap(unsigned node, const node_record& before, const node_record& next,
                    const time_limit& limit) {
    const std::string number = std::to_string(node);
    const std::string to(next.to_text().view());
    if (before.unused()) return answer(run_with_table(insert_, {options_.pool, number, to}, limit));
    const std::string from(before.to_text().view());
    return answer(run_with_table(update_, {options_.pool, number, from, to}, limit));
  }

  store_answer claim(std::string_view use, const time_limit& limit) {
    return answer(run_with_table(insert_, {options_.pool, std::to_string(use_row), std::string(use)}, limit));
  }

  store_answer raise_fence(std::int64_t unix_ms, const time_limit& limit) {
    return answer(
        run_with_table(raise_, {options_.pool, std::to_string(fence_row), std::to_string(unix_ms)}, limit));
  }

  // A new one for the child. This one's memory may be in any state, and stays as it is.
  [[nodiscard]] std::unique_ptr<client> leave_to_parent() noexcept {
    sockets_.close_copies();
    return std::make_unique<client>(options_);
  }

  std::string last_error;

 private:
  static constexpr int fence_row = -1;
  static constexpr int use_row = -2;
  static constexpr std::size_t most_stuck = 2;  // for each host
  static constexpr std::int64_t stuck_ms = 300'000;

  enum class ending { done, rejected, unknown };
  struct outcome {
    ending how = ending::rejected;
    result_set rows;
    std::string state;  // SQLSTATE of what is rejected
  };
  struct stuck {
    connection open;
    std::size_t host;
    time_limit until;
  };

  store_answer fail(std::string what, store_answer as) {
    last_error = std::move(what);
    return as;
  }
  void drop() noexcept { open_.reset(); }

  store_answer answer(const outcome& got) {
    if (got.how == ending::unknown) return store_answer::unknown;
    if (got.how == ending::rejected) return store_answer::unavailable;
    if (PQntuples(got.rows.get()) == 0) return store_answer::lost;
    if (std::string_view(PQgetvalue(got.rows.get(), 0, 0)) != "on")
      return fail("the server has fsync = off and loses what it has confirmed", store_answer::unknown);
    return store_answer::done;
  }

  outcome run_with_table(const std::string& sql, const std::vector<std::string>& values,
                         const time_limit& limit) {
    outcome got = run(sql, values, limit);
    // Where transactions are serializable unless they say otherwise.
    while (got.how == ending::rejected && got.state == "40001" && !limit.over())
      got = run(sql, values, limit);
    if (got.how != ending::rejected || got.state != "42P01" || !options_.create) return got;
    // Somebody else may be making it at the same time; then the statement that makes it fails.
    run(create_statement(options_.table, options_.schema), {}, limit, false);
    return run(sql, values, limit);
  }

  // `rejected` is certain: the server rolled the statement back, or never had it.
  outcome run(const std::string& sql, const std::vector<std::string>& values, const time_limit& limit,
              bool lock_time = true) {
    outcome out;
    if (!connect(limit)) return out;
    PGconn* const c = open_.get();
    const std::string wait = std::to_string(std::max<std::int64_t>(limit.left_ms(), 1));
    std::vector<const char*> parameters;
    if (lock_time) parameters.push_back(wait.c_str());
    for (const std::string& v : values) parameters.push_back(v.c_str());
    warned_ = false;
    out.how = ending::unknown;
    const int sent = PQsendQueryParams(c, sql.c_str(), static_cast<int>(parameters.size()), nullptr,
                                       parameters.data(), nullptr, nullptr, 0);
    if (sent != 1) return lost_connection(std::move(out));

    // The first result comes before the transaction ends. What follows it says whether that went well.
    bool ended = false;
    while (!ended) {
      const int unsent = PQflush(c);
      if (unsent < 0) return lost_connection(std::move(out));
      while (PQisBusy(c) == 0) {
        result_set r(PQgetResult(c));
        if (r == nullptr) {
          ended = true;
          break;
        }
        take(out, std::move(r));
        if (PQstatus(c) != CONNECTION_OK) return lost_connection(std::move(out));
      }
      if (ended) break;
      const auto events = static_cast<short>(unsent > 0 ? POLLIN | POLLOUT : POLLIN);
      if (!wait_for(c, events, limit)) return put_aside(std::move(out));
      if (PQconsumeInput(c) != 1) return lost_connection(std::move(out));
    }
    if (PQtransactionStatus(c) != PQTRANS_IDLE) return lost_connection(std::move(out));
    // A server that was told to wait for its standbys no longer warns and confirms.
    if (out.how == ending::done && warned_) out.how = ending::unknown;
    if (out.how == ending::done) last_error.clear();
    return out;
  }

  void take(outcome& out, result_set r) {
    const ExecStatusType status = PQresultStatus(r.get());
    if (status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK) {
      out.how = ending::done;
      out.rows = std::move(r);
      return;
    }
    const auto field = [&r](int code) {
      const char* const text = PQresultErrorField(r.get(), code);
      return std::string(text == nullptr ? "" : text);
    };
    out.state = field(PG_DIAG_SQLSTATE);
    last_error = first_line(PQresultErrorMessage(r.get()));
    // An ERROR rolls back. Of connections, operators, the system and the server itself: it may have come
    // afterwards.
    const std::string_view kind = std::string_view(out.state).substr(0, 2);
    const bool rolled_back = field(PG_DIAG_SEVERITY_NONLOCALIZED) == "ERROR" && out.state != "40003" &&
                             kind != "08" && (kind != "57" || out.state == "57014") && kind != "58" &&
                             kind != "XX";
    out.how = rolled_back ? ending::rejected : ending::unknown;
    // 25006: a standby by now. 53300, 57P03 and the like end the connection by themselves.
    if (out.state == "25006") stale_ = true;
  }

  outcome lost_connection(outcome out) {
    last_error = first_line(PQerrorMessage(open_.get()));
    if (last_error.empty()) last_error = "the connection ended";
    drop();
    out.how = ending::unknown;
    out.rows.reset();
    return out;
  }

  // The server may still be at it, for as long as a standby is away. Each new connection would be another one
  // that waits there, so they are counted.
  outcome put_aside(outcome out) {
    last_error = "the server did not answer in time";
    stuck_.push_back({std::move(open_), host_, time_limit(stuck_ms)});
    host_ = (host_ + 1) % hosts_.size();
    out.how = ending::unknown;
    out.rows.reset();
    return out;
  }

  // Closes those whose statement has ended.
  void look_at_stuck() {
    std::erase_if(stuck_, [](const stuck& s) {
      PGconn* const c = s.open.get();
      if (s.until.over() || PQconsumeInput(c) != 1) return true;
      while (PQisBusy(c) == 0) {
        if (result_set(PQgetResult(c)) == nullptr) return true;
      }
      return false;
    });
  }

  bool connect(const time_limit& limit) {
    if (open_ != nullptr && (std::exchange(stale_, false) || !alive())) drop();
    if (open_ != nullptr) return true;
    if (hosts_.empty()) return false;
    look_at_stuck();
    const std::size_t first = host_;
    std::string reasons;
    for (std::size_t i = 0; i < hosts_.size(); ++i) {
      host_ = (first + i) % hosts_.size();
      const auto here = [this](const stuck& s) { return s.host == host_; };
      if (static_cast<std::size_t>(std::count_if(stuck_.begin(), stuck_.end(), here)) >= most_stuck) {
        last_error = "earlier statements have not ended on the server";
      } else if (open_host(limit.share_of(hosts_.size() - i))) {
        return true;
      }
      if (!reasons.empty()) reasons += "; ";
      reasons += last_error;
    }
    host_ = first;
    last_error = reasons;
    return false;
  }

  // An idle connection that the server has closed is seen before anything is sent, which is no unknown
  // outcome then.
  [[nodiscard]] bool alive() const {
    PGconn* const c = open_.get();
    pollfd one{PQsocket(c), POLLIN, 0};
    while (::poll(&one, 1, 0) != 0) {
      if (PQconsumeInput(c) != 1 || PQstatus(c) != CONNECTION_OK) return false;
    }
    return true;
  }

  bool open_host(const time_limit& limit) {
    const address& to = hosts_[host_];
    std::vector<const char*> keys;
    std::vector<const char*> values;
    for (std::size_t i = 0; i < to.keys.size(); ++i) {
      keys.push_back(to.keys[i].c_str());
      values.push_back(to.values[i].c_str());
    }
    keys.push_back(nullptr);
    values.push_back(nullptr);
    connection c(PQconnectStartParams(keys.data(), values.data(), 0));
    if (c == nullptr) {
      last_error = "no memory for a connection";
      return false;
    }
    PostgresPollingStatusType next = PGRES_POLLING_WRITING;
    while (PQstatus(c.get()) != CONNECTION_BAD && next != PGRES_POLLING_OK && next != PGRES_POLLING_FAILED) {
      const short events = next == PGRES_POLLING_READING ? POLLIN : POLLOUT;
      if (!wait_for(c.get(), events, limit)) {
        last_error = "the server did not accept the connection in time";
        return false;
      }
      next = PQconnectPoll(c.get());
    }
    if (next != PGRES_POLLING_OK) {
      last_error = first_line(PQerrorMessage(c.get()));
      return false;
    }
    PQsetNoticeReceiver(c.get(), &client::noticed, this);
    PQsetnonblocking(c.get(), 1);
    c.get_deleter().known = &sockets_;
    sockets_.add(PQsocket(c.get()));
    open_ = std::move(c);
    stale_ = false;
    return true;
  }

  static void noticed(void* self, const PGresult* notice) {
    const char* const severity = PQresultErrorField(notice, PG_DIAG_SEVERITY_NONLOCALIZED);
    if (severity == nullptr || std::string_view(severity) != "WARNING") return;
    auto* const me = static_cast<client*>(self);
    me->warned_ = true;
    me->last_error = first_line(PQresultErrorMessage(notice));
  }

  const postgres_store_options options_;
  std::string table_;
  std::vector<address> hosts_;
  std::string read_;
  std::string insert_;
  std::string update_;
  std::string raise_;
  std::size_t host_ = 0;
  stores::open_sockets sockets_;
  connection open_;
  std::vector<stuck> stuck_;
  bool stale_ = false;   // the server no longer takes writes
  bool warned_ = false;  // in answer to the last statement
};

std::string postgres_node_store::create_statement(std::string_view table, std::string_view schema) {
  // Every swap rewrites a row; with room left in its page no index changes.
  return "CREATE TABLE IF NOT EXISTS " + quoted(table, schema) +
         " (pool text COLLATE \"C\" NOT NULL, node integer NOT NULL, record text COLLATE \"C\" NOT NULL,"
         " PRIMARY KEY (pool, node)) WITH (fillfactor = 50)";
}

postgres_node_store::postgres_node_store(postgres_store_options options)
    : client_(std::make_unique<client>(std::move(options))) {}
postgres_node_store::~postgres_node_store() = default;

store_answer postgres_node_store::read(node_reading& to, std::int64_t within_ms) {
  return client_->read(to, time_limit(within_ms));
}
store_answer postgres_node_store::swap(unsigned node, const node_record& before, const node_record& next,
                                       std::int64_t within_ms) {
  return client_->swap(node, before, next, time_limit(within_ms));
}
store_answer postgres_node_store::claim(std::string_view use, std::int64_t within_ms) {
  return client_->claim(use, time_limit(within_ms));
}
store_answer postgres_node_store::raise_fence(std::int64_t unix_ms, std::int64_t within_ms) {
  return client_->raise_fence(unix_ms, time_limit(within_ms));
}
void postgres_node_store::forked() noexcept { client_ = client_.release()->leave_to_parent(); }
std::string_view postgres_node_store::last_error() const noexcept { return client_->last_error; }

}  // namespace sortid
