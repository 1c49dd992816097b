"""ClickHouse in process (chDB): the functions of examples/clickhouse over `sortid udf`, and the statements of docs/clickhouse.md."""

import os
import pathlib
import re
import shutil

import pytest
import sortid
from columns import PREFIX, ids_of, mixed_texts, some_ids, text_of
from guide import matches, statements, what_a_range_reads
from sortid import EUID, ULID, XID, TypeID, UID11Snowish, UlidFlake, UlidFlakeScalable, UUIDv7

SOURCE = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(os.environ.get("SORTID_BIN", SOURCE / "build/release/bin/sortid")).resolve()
WIDE = [ULID, EUID, TypeID]
NARROW = [UlidFlake, UlidFlakeScalable, XID, UID11Snowish]


@pytest.fixture(scope="session")
def engine(tmp_path_factory):
    functions = tmp_path_factory.mktemp("functions")
    shutil.copy(SOURCE / "examples/clickhouse/sortid_function.xml", functions / "udf_config.xml")
    os.environ["PATH"] = f"{PROGRAM.parent}:{os.environ['PATH']}"
    from chdb import session
    opened = session.Session(f"{tmp_path_factory.mktemp('data')}?udf_path={functions}")
    yield lambda sql, how="TSVRaw": str(opened.query(sql, how))
    opened.close()


def file_of(folder, texts):
    """The texts as a column of ClickHouse's own binary format, a null and an empty text being two things."""
    path = folder / "texts.bin"
    with open(path, "wb") as out:
        for text in texts:
            raw = None if text is None else text.encode()
            out.write(b"\1" if raw is None else b"\0" + bytes([len(raw)]) + raw)
    return f"file('{path}', 'RowBinary', 'text Nullable(String)')"


def lines(found):
    return found.split("\n")[:-1]


@pytest.mark.parametrize("kind", WIDE + NARROW, ids=lambda kind: kind.FORMAT)
def test_columns_are_the_cores(engine, tmp_path, kind, rows, dice):
    texts = mixed_texts(kind, rows if kind in (ULID, UlidFlake) else rows // 10, dice)
    if kind is TypeID:  # functions of any prefix
        parsed = {text: None if text is None or not TypeID.is_valid(text) else TypeID(text) for text in set(texts)}
        ids = [parsed[text] for text in texts]
    else:
        ids = ids_of(kind, texts)
    name, word = kind.SQL_NAME, "uuid" if kind.BITS == 128 else "int"
    # One thread reads the file in its order.
    found = lines(engine(f"SELECT try_{name}_{word}(text), {name}_is_valid(text) FROM {file_of(tmp_path, texts)} SETTINGS max_threads = 1"))

    def cell(value):
        return "\\N" if value is None else str(value)

    as_held = [None if id is None else id.uuid if kind.BITS == 128 else int(id) for id in ids]
    valid = [None if text is None else str(id is not None).lower() for text, id in zip(texts, ids)]
    assert found == [f"{cell(id)}\t{cell(yes)}" for id, yes in zip(as_held, valid)]
    if kind.BITS == 128:
        times = f"{'try_' if kind is not TypeID else ''}{name}_time(text)"
        found = lines(engine(f"SELECT toUnixTimestamp64Milli({times}) FROM {file_of(tmp_path, texts)} SETTINGS max_threads = 1"))
        assert found == [cell(None if id is None else id.unix_ms) for id in ids]


@pytest.mark.parametrize("kind", WIDE + NARROW, ids=lambda kind: kind.FORMAT)
def test_ids_become_texts(engine, tmp_path, kind, dice):
    ids = some_ids(kind, 3000, dice)
    path = tmp_path / "ids.tsv"
    path.write_text("".join(f"{id.uuid if kind.BITS == 128 else int(id)}\n" for id in ids))
    column, name = ("UUID", f"{kind.SQL_NAME}_text") if kind.BITS == 128 else ("UInt64", f"{kind.SQL_NAME}_text")
    name = "typeid_user" if kind is TypeID else name
    found = lines(engine(f"SELECT {name}(id) FROM file('{path}', 'TSV', 'id {column}') SETTINGS max_threads = 1"))
    assert found == [text_of(kind, id) for id in ids]


def test_a_rejected_text_ends_the_query(engine):
    with pytest.raises(Exception, match="ulid_time"):
        engine("SELECT ulid_time(materialize('01ARZ3NDEKTSV4RRFFQ69G5FAU'))")
    assert engine("SELECT ulid_time(materialize('01ARZ3NDEKTSV4RRFFQ69G5FAV'))") == "2016-07-30 23:54:10.259\n"  # and no more


def test_bounds_are_the_cores(engine):
    ms = 1772323200123
    assert engine(f"SELECT ulid_first(fromUnixTimestamp64Milli({ms}, 'UTC')), ulid_last(fromUnixTimestamp64Milli({ms}, 'UTC'))"
                  ) == f"{ULID.first_at(ms)}\t{ULID.last_at(ms)}\n"


def test_the_guide(engine):
    for statement, result in statements("clickhouse.md", "clickhouse"):
        found = engine(statement)
        if result is not None:
            cells = [cell for line in lines(found) for cell in line.split("\t")]
            assert matches(result, cells), f"{statement}: {found!r}"


@pytest.mark.parametrize("kind", NARROW, ids=lambda kind: kind.FORMAT)
def test_times_of_numbers_need_no_function(engine, tmp_path, kind, dice):
    """The expression of the guide, for every format of 64 bits that it names."""
    (expression,) = [line.split("|")[2].strip(" `") for line in (SOURCE / "docs/clickhouse.md").read_text().splitlines()
                     if line.startswith(f"| `{kind.FORMAT}` |")]
    ids = [kind.MIN, *[id for id in some_ids(kind, 2000, dice) if id.unix_ms < 9_000_000_000_000]]
    path = tmp_path / "ids.tsv"
    path.write_text("".join(f"{int(id)}\n" for id in ids))
    found = lines(engine(f"SELECT toUnixTimestamp64Milli({expression}) FROM file('{path}', 'TSV', 'id UInt64') SETTINGS max_threads = 1"))
    assert found == [str(id.unix_ms) for id in ids]


def granules(plan):
    """How many granules the primary key leaves, of how many."""
    return [tuple(map(int, found)) for found in re.findall(r"Granules: (\d+)/(\d+)", plan)][-1]


def test_a_range_of_time_reads_the_granules_that_it_is_in(engine):
    engine("CREATE TABLE sorted (id UUID) ENGINE = MergeTree ORDER BY toUInt128(id) SETTINGS index_granularity = 100")
    start = 1772323200000
    ids = [UUIDv7.new_at(start + i * 1000) for i in range(10_000)]
    engine("INSERT INTO sorted VALUES " + ",".join(f"('{id}')" for id in ids))
    range_of = lambda key: (f"SELECT count() FROM sorted WHERE {key} >= bitShiftLeft(toUInt128({start + 1_000_000}), 80) "
                            f"AND {key} < bitShiftLeft(toUInt128({start + 1_200_000}), 80)")
    assert engine(range_of("toUInt128(id)")) == "200\n"
    read, all_of = granules(engine("EXPLAIN indexes = 1 " + range_of("toUInt128(id)")))
    assert what_a_range_reads("ClickHouse") == f"{read} of {all_of} granules"
    assert sorted(ids) == [UUIDv7(text) for text in lines(engine("SELECT id FROM sorted ORDER BY toUInt128(id)"))]
