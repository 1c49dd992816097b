// A forked child makes other ids than its parent, from the next millisecond on.
#include <algorithm>

#include "database.hpp"
#include "support/child_process.hpp"

namespace sortid_test {
namespace {

TEST(SqliteFork, AForkedChildMakesOtherIds) {
  struct told_ids {
    char bytes[100][27];
  };
  const auto tell = [](told_ids& to) {
    const database db;
    const auto ids = db.ask("SELECT ulid() FROM id_generate(100)").rows;
    for (std::size_t i = 0; i < ids.size(); ++i)
      std::copy_n(std::get<std::string>(ids[i][0]).c_str(), 27, to.bytes[i]);
    return ids.size() == 100 ? 0 : 1;
  };
  const shared_memory<told_ids> child;
  const shared_memory<told_ids> parent;
  told_ids before{};
  ASSERT_EQ(tell(before), 0);
  ASSERT_EQ(exit_status_of_child(way_to_fork::library, [&] { return tell(*child); }), 0);
  ASSERT_EQ(tell(*parent), 0);
  std::vector<std::string> all;
  for (const told_ids* told : {&before, &*child, &*parent})
    for (const auto& id : told->bytes) all.emplace_back(id);
  EXPECT_GT(std::string(child->bytes[0]), std::string(before.bytes[99]));
  std::sort(all.begin(), all.end());
  EXPECT_EQ(std::adjacent_find(all.begin(), all.end()), all.end());
}

// A worker of a server that loaded the extension before it forked has a machine's number of its own.
TEST(SqliteFork, EachWorkerMakesSnowishOfItsMachine) {
  const auto made = [](const char* call) {
    return database().ask(std::string("SELECT ") + call).result == SQLITE_OK ? 0 : 1;
  };
  const auto make_both = [&] {
    return made("uid11_snowish_with_machine(1)") + made("id FROM id_generate(10, 'uid11_snowish', 1)");
  };
  EXPECT_EQ(exit_status_of_child(way_to_fork::library, make_both), 0) << "before the first id of the parent";
  EXPECT_EQ(make_both(), 0);
}

}  // namespace
}  // namespace sortid_test
