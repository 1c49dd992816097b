"""Things that programs do with ids: quoted by docs/recipes.md."""

import datetime
import sqlite3
import uuid

from sortid import ULID, Generator, UUIDv7, find_ids

UTC = datetime.timezone.utc
db = sqlite3.connect(":memory:")
db.execute("CREATE TABLE orders(id BLOB PRIMARY KEY, what TEXT) WITHOUT ROWID")


# [cursor]
def page(after: ULID = ULID.MIN, size: int = 100) -> list[ULID]:
    rows = db.execute("SELECT id FROM orders WHERE id > ? ORDER BY id LIMIT ?", (bytes(after), size))
    return [ULID.from_bytes(id) for (id,) in rows]


db.executemany("INSERT INTO orders VALUES (?, 'lamp')", [(bytes(id),) for id in Generator(ULID).many(250)])
seen = page()
while rows := page(after=seen[-1]):  # the cursor is the last id
    seen += rows
assert len(seen) == 250 and seen == sorted(seen)
# [/cursor]

# [import]
key = bytes.fromhex("000102030405060708090a0b0c0d0e0f")  # a secret of yours
old = [("4711", "2024-05-01T10:00:00Z"), ("4712", "2024-05-01T10:00:07Z")]
for _ in range(2):  # the second run changes nothing
    for number, made_at in old:
        made = ULID.named_at(made_at, f"orders/{number}", key)
        db.execute("INSERT INTO orders VALUES (?, ?) ON CONFLICT DO NOTHING", (bytes(made), number))
assert db.execute("SELECT count(*) FROM orders WHERE what LIKE '471_'").fetchone() == (2,)
# [/import]

# [outbox]
db.execute("CREATE TABLE outbox(id BLOB PRIMARY KEY, event TEXT) WITHOUT ROWID")
with db:  # one transaction: the row and what is to be told of it
    order = ULID.new()
    db.execute("INSERT INTO orders VALUES (?, 'chair')", (bytes(order),))
    db.execute("INSERT INTO outbox VALUES (?, ?)", (bytes(ULID.new()), f"ordered {order}"))
for id, event in db.execute("SELECT id, event FROM outbox ORDER BY id").fetchall():
    print(event)  # send it with the id as its key, so that a receiver may drop what comes twice
    db.execute("DELETE FROM outbox WHERE id = ?", (id,))
# [/outbox]
assert db.execute("SELECT count(*) FROM outbox").fetchone() == (0,)

# [logs]
logs = {"web": f"GET /orders/{order} 200", "worker": f"charged {str(order).lower()}", "mail": "nothing to do"}
about = [name for name, line in logs.items() if any(found.id == order for found in find_ids(line))]
assert about == ["web", "worker"]
# [/logs]

# [version7]
db.execute("CREATE TABLE users(id TEXT PRIMARY KEY, created_at TEXT)")
db.executemany("INSERT INTO users VALUES (?, '2025-02-03T04:05:06Z')", [(str(uuid.uuid4()),) for _ in range(3)])
for old_id, created_at in db.execute("SELECT id, created_at FROM users").fetchall():
    new_id = UUIDv7.named_at(created_at, old_id, key)  # the same again if this is run again from a backup
    db.execute("UPDATE users SET id = ? WHERE id = ?", (str(new_id), old_id))
first, last = UUIDv7.between("2025-02-03", "2025-02-04")
assert db.execute("SELECT count(*) FROM users WHERE id BETWEEN ? AND ?", (str(first), str(last))).fetchone() == (3,)
# [/version7]

# [sequence]
db.execute("CREATE TABLE tickets(number INTEGER PRIMARY KEY, opened TEXT, id TEXT UNIQUE)")
db.executemany("INSERT INTO tickets(opened) VALUES (?)", [("2025-02-03T04:05:06Z",), ("2025-02-03T04:05:06Z",)])
for number, opened in db.execute("SELECT number, opened FROM tickets").fetchall():
    db.execute("UPDATE tickets SET id = ? WHERE number = ?", (str(ULID.named_at(opened, f"tickets/{number}", key)), number))
# Others refer to id from now on; number stays until nobody asks for it, and a new row has ULID.new().
# [/sequence]
days = [ULID(id).datetime for (id,) in db.execute("SELECT id FROM tickets")]
assert days == [datetime.datetime(2025, 2, 3, 4, 5, 6, tzinfo=UTC)] * 2

# [buckets]
BUCKETS = 16
db.execute("CREATE TABLE event(bucket INTEGER, id BLOB, PRIMARY KEY (bucket, id)) WITHOUT ROWID")
ids = [ULID.new_at(f"2026-03-01T00:00:{second:02}Z") for second in range(60)]
db.executemany("INSERT INTO event VALUES (?, ?)", [(id.bytes[-1] % BUCKETS, bytes(id)) for id in ids])
low, high = ULID.between("2026-03-01T00:00:10Z", "2026-03-01T00:00:40Z")
found = db.execute(
    f"SELECT id FROM event WHERE bucket IN ({', '.join(map(str, range(BUCKETS)))}) AND id BETWEEN ? AND ? ORDER BY id",
    (bytes(low), bytes(high)),
).fetchall()
assert [ULID.from_bytes(id) for (id,) in found] == ids[10:40]
# [/buckets]
