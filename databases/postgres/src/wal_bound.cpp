// The bounds of shared orders: a few pages that the server's buffers, WAL, recovery and backups treat as a
// relation's.
//
// They belong to the cluster, as the orders do, and no catalog knows them. A relation would belong to one
// database, and roles with rights on it could write it, in transactions that may roll back. A page holds
// entries of one size. A change logs the used part of the page: some hundred bytes, twice a second.
#include "wal_bound.hpp"

extern "C" {
#include "access/xloginsert.h"
#include "catalog/pg_tablespace_d.h"
#include "miscadmin.h"
#include "storage/bufmgr.h"
#include "storage/lock.h"
#include "storage/smgr.h"
}

namespace sortid::pg {
namespace {

// The file is global/16383: initdb's own numbers in that folder are far smaller, and all others are greater.
constexpr Oid file_number = FirstNormalObjectId - 1;
#if PG_VERSION_NUM >= 160000
constexpr RelFileLocator pages{GLOBALTABLESPACE_OID, InvalidOid, file_number};
#else
constexpr RelFileNode pages{GLOBALTABLESPACE_OID, InvalidOid, file_number};
#endif

// A bound is raised by this much at a time. After a promotion ids may be this much later than the clock.
constexpr std::int64_t lease_ms = 500;

struct entry {
  char order[32];
  std::int64_t bound;  // Unix milliseconds; no id is later
  TimestampTz run;     // the start of the server that raised it last
};
struct content {
  static constexpr char right_magic[] = "sortid bounds 1";
  char magic[sizeof right_magic];
  std::uint64_t count;
  entry entries[1];
};
constexpr std::size_t content_at = MAXALIGN(SizeOfPageHeaderData);
constexpr std::size_t most_entries = (BLCKSZ - content_at - offsetof(content, entries)) / sizeof(entry);
// The node chooses the block, so that a server with many nodes still logs small pages.
constexpr BlockNumber blocks = 16;

content& content_of(Buffer buffer) noexcept {
  return *reinterpret_cast<content*>(BufferGetPage(buffer) + content_at);
}

SMgrRelation file() noexcept {
#if PG_VERSION_NUM >= 170000
  return smgropen(pages, INVALID_PROC_NUMBER);
#else
  return smgropen(pages, InvalidBackendId);
#endif
}

// Makes the file and its blocks up to this one, empty. This is not logged: replaying a page makes them too.
void make_blocks(BlockNumber block) noexcept {
  alignas(4096) static char zeros[BLCKSZ]{};
  LOCKTAG tag;
  SET_LOCKTAG_RELATION_EXTEND(tag, InvalidOid, file_number);
  (void)LockAcquire(&tag, ExclusiveLock, false, false);
  smgrcreate(file(), MAIN_FORKNUM, true);
  for (BlockNumber next = smgrnblocks(file(), MAIN_FORKNUM); next <= block; ++next)
    smgrextend(file(), MAIN_FORKNUM, next, zeros, false);
  (void)LockRelease(&tag, ExclusiveLock, false);
}

// The page, locked.
Buffer locked(BlockNumber block) noexcept {
  const Buffer buffer = ReadBufferWithoutRelcache(pages, MAIN_FORKNUM, block, RBM_NORMAL, nullptr, true);
  LockBuffer(buffer, BUFFER_LOCK_EXCLUSIVE);
  return buffer;
}

// Changes the page and logs it. The next commit flushes the log.
template <class Change>
void change(Buffer buffer, Change change) noexcept {
  START_CRIT_SECTION();
  const Page page = BufferGetPage(buffer);
  content& all = content_of(buffer);
  if (PageIsNew(page)) {
    PageInit(page, BLCKSZ, 0);
    std::memcpy(all.magic, content::right_magic, sizeof all.magic);
  }
  change(all);
  reinterpret_cast<PageHeader>(page)->pd_lower =
      static_cast<LocationIndex>(content_at + offsetof(content, entries) + all.count * sizeof(entry));
  MarkBufferDirty(buffer);
  (void)log_newpage_buffer(buffer, true);
  END_CRIT_SECTION();
}

}  // namespace

void wal_bound::open(const char* name, unsigned node, void* context,
                     void (*begin_after)(void*, std::int64_t)) noexcept {
  const BlockNumber block = node % blocks;
  if (!smgrexists(file(), MAIN_FORKNUM) || smgrnblocks(file(), MAIN_FORKNUM) <= block) make_blocks(block);
  const Buffer buffer = locked(block);
  const bool is_new = PageIsNew(BufferGetPage(buffer));
  const content& all = content_of(buffer);
  if (!is_new && std::memcmp(all.magic, content::right_magic, sizeof all.magic) != 0)
    ereport(ERROR, (errcode(ERRCODE_DATA_CORRUPTED),
                    errmsg("file \"global/%u\" does not hold the bounds of orders", file_number)));
  const std::size_t count = is_new ? 0 : all.count;
  entry_ = 0;
  while (entry_ < count && std::strncmp(all.entries[entry_].order, name, sizeof(entry::order)) != 0) ++entry_;
  if (entry_ == most_entries)
    ereport(ERROR, (errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
                    errmsg("file \"global/%u\" has no room for the bound of %s", file_number, name)));
  if (entry_ == count) {
    change(buffer, [&](content& changed) {
      entry& made = changed.entries[changed.count++];
      strlcpy(made.order, name, sizeof made.order);
      made.bound = INT64_MIN;
      made.run = PgStartTime;
    });
  } else if (all.entries[entry_].run != PgStartTime) {
    begin_after(context, all.entries[entry_].bound);
    change(buffer, [&](content& changed) { changed.entries[entry_].run = PgStartTime; });
  }
  covered_ = content_of(buffer).entries[entry_].bound;
  UnlockReleaseBuffer(buffer);
  block_ = block;
}

void wal_bound::raise(std::int64_t unix_ms) noexcept {
  const Buffer buffer = locked(block_);
  // Another backend may have done it.
  if (content_of(buffer).entries[entry_].bound < unix_ms)
    change(buffer, [&](content& changed) { changed.entries[entry_].bound = unix_ms + lease_ms; });
  covered_ = content_of(buffer).entries[entry_].bound;
  UnlockReleaseBuffer(buffer);
}

}  // namespace sortid::pg
