#!/usr/bin/env python3
"""Ids in tables of a MariaDB server: columns, collations, indexes, partitions, the binary log, threads, restarts and kills.

usage: tables.py --module FILE [--rows N]
"""

import argparse
import concurrent.futures
import signal
import subprocess
import sys

import server

ULID = "01ARZ3NDEKTSV4RRFFQ69G5FAV"
OUT_OF_ORDER = "count(*) FROM (SELECT n, row_number() OVER (ORDER BY id) AS place FROM {}) placed WHERE n <> place"
# The columns of the guide: a type, what fills it, what bounds it, what gives the text, and bytes of a key.
COLUMNS = {
    "ulid_bytes": ("BINARY(16)", "ulid_bytes", "ulid_{}_bytes", "ulid", 16),
    "ulid_text": ("CHAR(26) CHARACTER SET ascii COLLATE ascii_bin", "ulid", "ulid_{}", "ulid", 26),
    "ulid_folded": ("CHAR(26) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci", "ulid", "ulid_{}", "ulid", 104),
    "uuid": ("UUID", "uuid7_bytes", "uuid7_{}_bytes", "uuid7", 16),
    "euid": ("BINARY(16)", "euid_bytes", "euid_{}_bytes", "euid", 16),
    "flake": ("BIGINT UNSIGNED", "ulid_flake_int", "ulid_flake_{}_int", "ulid_flake", 8),
    "ts_seq_rand": ("BIGINT UNSIGNED", "uid11_ts_seq_rand_int", "uid11_ts_seq_rand_{}_int", "uid11_ts_seq_rand", 8),
}


class Checks:
    def __init__(self):
        self.count = self.bad = 0

    def same(self, found, wanted, what):
        self.count += 1
        if found != wanted:
            self.bad += 1
            print(f"{what}: {found!r}, not {wanted!r}")

    def has(self, text, words, what):
        self.same([word for word in words if word not in text], [], f"{what}: {text!r} lacks")


def columns(at, check, most):
    for name, (type, new, bounds, text, key) in COLUMNS.items():
        rows = most if name == "ulid_bytes" else most // 20
        # A table of 10⁷ rows is made in parts, each a transaction.
        at.script(f"CREATE TABLE {name} (id {type} NOT NULL PRIMARY KEY DEFAULT ({new}()), n INT NOT NULL)")
        for first in range(1, rows + 1, 1_000_000):
            at.script(f"INSERT INTO {name}(n) SELECT seq FROM seq_{first}_to_{min(first + 999_999, rows)}")
        at.script(f"INSERT INTO {name}(id, n) SELECT {new.replace(text, text + '_at', 1)}(CAST('2026-02-03' AS DATETIME)), 0")
        at.script(f"ANALYZE TABLE {name}")  # plans do not depend on when the server counts
        check.same(at.value(f"count(DISTINCT id) FROM {name}"), str(rows + 1), f"{name}: ids")
        check.same(at.value(OUT_OF_ORDER.format(f"{name} WHERE n > 0")), "0", f"{name}: ids out of the order of making")
        # Between two calls the key alone is read; so is it for =.
        february = f"id BETWEEN {bounds.format('first')}('2026-02-01', '2026-03-01') AND {bounds.format('last')}('2026-02-01', '2026-03-01')"
        check.same(at.value(f"group_concat(n) FROM {name} WHERE {february}"), "0", f"{name}: February")
        plan = at.rows(f"EXPLAIN SELECT * FROM {name} WHERE {february}")[0]
        check.same((plan[3], plan[5], plan[6]), ("range", "PRIMARY", str(key)), f"{name}: the plan of February")
        form = new.removeprefix(text)
        one = at.value(f"{text}(id) FROM {name} WHERE n = 1")
        plan = at.rows(f"EXPLAIN SELECT * FROM {name} WHERE id = {text}{form}('{one}')")[0]
        check.same(plan[3], "const", f"{name}: the plan of one id")
        check.same(at.value(f"n FROM {name} WHERE id = {text}{form}('{one}')"), "1", f"{name}: one id")
    # With > and < the server calls each function expensive and reads all; it does not with a variable.
    plans = at.rows("SET @last = ulid_last_bytes('2200-01-01'); EXPLAIN SELECT * FROM ulid_bytes WHERE id > ulid_last_bytes('2200-01-01');"
                    "EXPLAIN SELECT * FROM ulid_bytes WHERE id > @last")
    check.same([plan[3] for plan in plans], ["ALL", "range"], "a bound alone, and as a variable")
    check.same(at.value("count(*) FROM flake WHERE id = ulid_flake_int('00CMXB6TAK4SA')"), "0", "an id that is not there")


def collations(at, check):
    """In a collation that folds case two spellings are one key; a text of the functions folds none."""
    lower = ULID.lower()
    at.script(f"INSERT INTO ulid_folded VALUES ('{lower}', -1)")
    check.has(at.refusal(f"INSERT INTO ulid_folded VALUES ('{ULID}', -2)"), ["Duplicate entry"], "two spellings, folded")
    check.same(at.value(f"n FROM ulid_folded WHERE id = '{ULID}'"), "-1", "the other spelling, folded")
    at.script(f"INSERT INTO ulid_text VALUES ('{lower}', -1), ('{ULID}', -2)")
    check.same(at.value(f"n FROM ulid_text WHERE id = ulid('{lower}')"), "-2", "the canonical text, by bytes")
    # Of base 58 two ids become one.
    at.script("CREATE TABLE folded58 (id CHAR(11) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci PRIMARY KEY)")
    check.has(at.refusal("INSERT INTO folded58 VALUES ('5TK7MT834rx'), ('5TK7MT834RX')"), ["Duplicate entry"], "two ids of base 58, folded")
    check.same(at.value("charset(ulid())"), "binary", "the set of a text")
    check.has(at.refusal("INSERT INTO uuid(id, n) VALUES (uuid7(), 1)"), ["Incorrect uuid value"], "a text for a UUID")
    check.same(at.value("uuid7_is_valid(id) FROM uuid WHERE n = 1"), "1", "a UUID read")
    at.script("INSERT INTO uuid(id, n) VALUES (CONVERT(uuid7() USING ascii), -1)")


def definitions(at, check):
    """DEFAULT and virtual columns take the functions; CHECK, stored and indexed columns do not, a trigger does."""
    at.script("CREATE TABLE sale (id BINARY(16) NOT NULL PRIMARY KEY DEFAULT (ulid_bytes()), item INT,"
              " sold_at DATETIME(3) AS (ulid_time(id)) VIRTUAL)")
    at.script("INSERT INTO sale(item) VALUES (1), (2)")
    check.same(at.value("count(*) FROM sale WHERE sold_at = ulid_time(id) AND sold_at BETWEEN UTC_TIMESTAMP() - INTERVAL 1 DAY"
                        " AND UTC_TIMESTAMP() + INTERVAL 1 DAY"), "2", "a virtual column")
    for definition in ("CHECK (ulid_is_valid(id))", "at DATETIME(3) AS (ulid_time(id)) STORED", "at DATETIME(3) AS (ulid_time(id)), INDEX (at)"):
        check.has(at.refusal(f"CREATE TABLE none (id BINARY(16), {definition})"), ["ERROR 1901", "cannot be used in the"], definition)
    at.script("CREATE TABLE kept (id CHAR(26) CHARACTER SET ascii COLLATE ascii_bin PRIMARY KEY);"
              "CREATE TRIGGER canonical BEFORE INSERT ON kept FOR EACH ROW SET NEW.id = ulid(NEW.id)")
    check.has(at.refusal("INSERT INTO kept VALUES ('nonsense')"), ["sortid: length at position 8: ulid has 26 symbols, found 8"], "a trigger")
    at.script(f"INSERT INTO kept VALUES ('{ULID.lower()}')")
    check.same(at.value("id FROM kept"), ULID, "a trigger's spelling")
    at.script("CREATE VIEW shown AS SELECT ulid(id) AS id, item FROM sale")
    check.same(at.value("count(*) FROM shown WHERE ulid_is_valid(id)"), "2", "a view")
    at.script("""DELIMITER //
CREATE PROCEDURE handled()
BEGIN
  DECLARE EXIT HANDLER FOR SQLEXCEPTION
  BEGIN
    GET DIAGNOSTICS CONDITION 1 @number = MYSQL_ERRNO, @said = MESSAGE_TEXT;
    SELECT @number, @said;
  END;
  SELECT ulid('bad');
END//
DELIMITER ;
""")
    check.same(at.rows("CALL handled()"), [("1105", "sortid: length at position 3: ulid has 26 symbols, found 3")], "a handler")
    at.script("CREATE TABLE typed AS SELECT ulid(id) AS text, ulid_bytes(id) AS bytes, xid_int() AS xid, ulid_flake_int() AS flake,"
              " ulid_ms(id) AS ms FROM sale")
    types = dict(at.rows("SELECT column_name, column_type FROM information_schema.columns WHERE table_schema = 'ids' AND table_name = 'typed'"))
    check.same(types, {"text": "varbinary(26)", "bytes": "varbinary(16)", "xid": "bigint(20)", "flake": "bigint(20)", "ms": "bigint(20)"},
               "the types of results")


def rejected(at, check):
    """Wherever the text stands that is rejected, the statement says why and changes nothing."""
    before = at.rows("CHECKSUM TABLE sale")
    for statement in (
            "SELECT * FROM sale WHERE id = ulid_bytes({})", "SELECT * FROM sale WHERE id IN (ulid_bytes({}), ulid_bytes())",
            "SELECT count(*) FROM sale GROUP BY ulid({})", "SELECT item FROM sale ORDER BY ulid(if(item = 2, {}, id))",
            "SELECT item FROM sale HAVING max(ulid_ms({})) > 1", "SELECT (SELECT ulid({}) FROM sale LIMIT 1)",
            "SELECT * FROM sale a JOIN sale b ON a.id = ulid_bytes(concat(b.item, {}))", "INSERT INTO sale(id) VALUES (ulid_bytes({}))",
            "INSERT IGNORE INTO sale(id) SELECT ulid_bytes(if(item = 2, {}, ulid())) FROM sale", "UPDATE sale SET id = ulid_bytes({}) WHERE item = 2",
            "UPDATE IGNORE sale SET item = ulid_ms({})", "DELETE FROM sale WHERE id = ulid_bytes({})", "SET @id = ulid({})",
            "CREATE TABLE none AS SELECT ulid({}) AS id FROM sale", "EXECUTE IMMEDIATE 'SELECT ulid(?)' USING {}",
            "SELECT ulid(id) FROM sale UNION SELECT ulid({})", "SELECT lag(ulid({})) OVER (ORDER BY id) FROM sale"):
        check.has(at.refusal(statement.format("'bad'")), ["ERROR 1105 (HY000)", "sortid: "], statement)
    check.same(at.rows("CHECKSUM TABLE sale"), before, "the table after what was rejected")
    check.same(at.value("count(*) FROM information_schema.tables WHERE table_name = 'none'"), "0", "a table that was rejected")


def folding(at, check):
    """A new id for each row and each place; what computes is a constant."""
    check.same(at.value("count(DISTINCT id) FROM (SELECT ulid() AS id FROM seq_1_to_1000) made"), "1000", "a new id for each row")
    check.same(at.value("ulid() < ulid()"), "1", "a new id for each place")
    check.same(at.value("count(DISTINCT id) FROM (SELECT typeid('user') AS id FROM seq_1_to_1000) made"), "1000", "of a constant argument")
    plan = at.rows("EXPLAIN SELECT * FROM ulid_bytes WHERE id = ulid_bytes()")[0]
    check.same(plan[3], "ALL", "a new id is no constant")
    lines = at.script("PREPARE asked FROM 'SELECT ulid_ms(?)'; SET @id = ulid_first(5); EXECUTE asked USING @id; SET @id = ulid_first(7);"
                      "EXECUTE asked USING @id")
    check.same(lines, ["5", "7"], "a prepared statement")
    keys = "SELECT k, id_unmask(id_mask('{0}', k), k) = '{0}' FROM (SELECT repeat('0', 32) AS k UNION SELECT repeat('1', 32)) given"
    check.same([row[1] for row in at.rows(keys.format(ULID))], ["1", "1"], "a key of each row")


def partitions(at, check):
    edges = "2026-01-01", "2026-02-01", "2026-03-01"
    for type, new, bounds, of in (("BINARY(16)", "ulid_at_bytes", "ulid_{}_bytes", "RANGE COLUMNS(id)"), ("BIGINT UNSIGNED", "ulid_flake_at_int", "ulid_flake_{}_int", "RANGE (id)")):
        # A partition's bound is a literal, which the functions give.
        first = bounds.format("first")
        literals = [at.value(f"concat('x''', hex({first}('{edge}')), '''')" if "BINARY" in type else f"{first}('{edge}')") for edge in edges]
        at.script(f"CREATE OR REPLACE TABLE event (id {type} NOT NULL PRIMARY KEY, what INT) PARTITION BY {of} ("
                  f" PARTITION before_2026 VALUES LESS THAN ({literals[0]}), PARTITION january VALUES LESS THAN ({literals[1]}),"
                  f" PARTITION february VALUES LESS THAN ({literals[2]}), PARTITION later VALUES LESS THAN (MAXVALUE))")
        at.script(f"INSERT INTO event SELECT {new}(1767139200000 + seq * 3600000), seq FROM seq_0_to_2000")
        month = f"BETWEEN {first}('2026-02-01', '2026-03-01') AND {bounds.format('last')}('2026-02-01', '2026-03-01')"
        check.same(at.rows(f"EXPLAIN PARTITIONS SELECT * FROM event WHERE id {month}")[0][3], "february", f"{type}: the partitions of a month")
        check.same(at.value(f"count(*) FROM event WHERE id {month}"), str(28 * 24), f"{type}: rows of a month")
        check.same(at.value("count(*) FROM event PARTITION (february)"), str(28 * 24), f"{type}: rows of the partition")


def binary_log(at, check):
    """By statement each function is unsafe, and the server says so; by row and mixed the ids themselves are logged."""
    unsafe = "Unsafe statement written to the binary log"
    for format, said in (("STATEMENT", True), ("ROW", False), ("MIXED", False)):
        for statement in ("INSERT INTO sale(item) VALUES (3)", "INSERT INTO sale(id) VALUES (ulid_bytes())"):
            warned = at.client(f"SET binlog_format = {format}; {statement}; SHOW WARNINGS")
            check.same((warned.returncode, unsafe in warned.stdout), (0, said), f"binlog_format={format}: {statement}")
    at.script("FLUSH BINARY LOGS; SET binlog_format = MIXED; INSERT INTO sale(item) VALUES (4711)")
    last = at.rows("SHOW BINARY LOGS")[-1][0]
    events = [row[2] for row in at.rows(f"SHOW BINLOG EVENTS IN '{last}'")]
    check.same([event for event in events if event.startswith("Write_rows") or event == "Query"], ["Write_rows_v1"], "mixed logs the row")
    # What was logged makes the same rows again.
    before = at.rows("SELECT hex(id) FROM sale WHERE item = 4711")
    log = subprocess.run([at.program("mariadb-binlog"), "--no-defaults", at.data / last], check=True, capture_output=True, text=True).stdout
    at.script("DELETE FROM sale WHERE item = 4711")
    at.script(log.replace("ROLLBACK/*!*/;", ""))
    check.same(at.rows("SELECT hex(id) FROM sale WHERE item = 4711"), before, "a row of the log")


def connections(at, check):
    """All connections share one order: no id twice, and each connection's own ids increase."""
    at.script("CREATE TABLE busy (id BINARY(16) NOT NULL PRIMARY KEY, n INT, maker INT)")
    makers, each = 8, 2000

    def make(maker):
        at.script(f"INSERT INTO busy SELECT ulid_bytes(), seq, {maker} FROM seq_1_to_{each}")

    with concurrent.futures.ThreadPoolExecutor(makers) as pool:
        list(pool.map(make, range(makers)))
    check.same(at.value("count(*) FROM busy"), str(makers * each), "ids of all connections")
    check.same(at.value("count(*) FROM (SELECT n, lag(n) OVER (PARTITION BY maker ORDER BY id) AS before_it FROM busy) placed"
                        " WHERE before_it > n"), "0", "ids of one connection out of order")


def ends(at, check):
    """The functions are there again after a restart and after a kill, new ids are greater, and what was committed is there."""
    for how in (signal.SIGTERM, signal.SIGKILL):
        at.script("INSERT INTO sale(item) VALUES (99)")
        greatest, count = at.value("ulid(max(id)), count(*) FROM sale")
        at.stop(how)
        at.start()
        check.same(at.value(f"count(*), max(id) = ulid_bytes('{greatest}') FROM sale"), (count, "1"), f"rows after {how.name}")
        check.same(at.value(f"ulid() > '{greatest}'"), "1", f"a new id after {how.name}")
    # Dropped while others are in use, and taken again.
    at.script("DROP FUNCTION ulid")
    check.has(at.refusal("SELECT ulid()"), ["does not exist"], "a function that was dropped")
    check.same(at.value(f"ulid_ms('{ULID}')"), "1469922850259", "another one")
    at.script((at.module.parent / "install.sql").read_text(encoding="utf-8"))
    check.same(at.value(f"ulid('{ULID}')"), ULID, "the function again")
    at.script((at.module.parent / "uninstall.sql").read_text(encoding="utf-8"))
    check.same(at.value("count(*) FROM mysql.func"), "0", "functions after uninstall.sql")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--module", required=True)
    parser.add_argument("--rows", type=int, default=100_000)
    args = parser.parse_args()
    if why := server.absent():
        print(f"skipped: {why}")
        return 0
    check = Checks()
    with server.Server(args.module, settings=["--log-bin=binary", "--server-id=1"]) as at:
        columns(at, check, args.rows)
        for part in (collations, definitions, rejected, folding, partitions, binary_log, connections, ends):
            part(at, check)
        check.same(at.alive(), True, "the server lives")
    print(f"tables: {check.count} checks, {check.bad} wrong")
    return 1 if check.bad or not check.count else 0


if __name__ == "__main__":
    sys.exit(main())
