"""sortid.datafusion, and Parquet files with ids as FIXED_LEN_BYTE_ARRAY(16)."""

import datetime
import pathlib
import re
import subprocess
import sys

import datafusion
import pyarrow
import pyarrow.dataset
import pyarrow.parquet
import pytest
import sortid
import sortid.datafusion
from columns import KINDS, PREFIX, ids_of, mixed_texts, text_of
from guide import matches, statements, what_a_range_reads
from sortid import ULID, UlidFlake, _sql

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
import functions  # noqa: E402


@pytest.fixture(scope="module")
def context():
    made = datafusion.SessionContext()
    sortid.datafusion.register(made)
    return made


def test_functions_are_those_of_the_data():
    """docs/functions.json, of which the guide's table is made, has each function and no other."""
    kinds = "|".join(kind.SQL_NAME for kind in sortid.FORMATS.values())
    known = [re.compile(functions.pattern(row["name"], f"(?:{kinds})")) for _, row, _ in functions.rows("DataFusion")]
    names = {each.name.removeprefix("try_") for kind in sortid.FORMATS.values() for each in _sql.functions(kind)}
    makers = [kind.SQL_NAME for kind in sortid.FORMATS.values() if kind.BITS == 128 and hasattr(kind, "new")]
    names |= {*makers, *(f"{name}_generate" for name in makers)}
    assert [name for name in names if not any(row.fullmatch(name) for row in known)] == []
    assert [row.pattern for row in known if not any(map(row.fullmatch, names))] == []


def rows_of(frame):
    return pyarrow.Table.from_batches(frame.collect())


@pytest.mark.parametrize("texts_type", [pyarrow.string(), pyarrow.large_string(), pyarrow.string_view()], ids=str)
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.FORMAT)
def test_columns_are_the_cores(context, kind, texts_type, rows, dice):
    texts = mixed_texts(kind, rows if kind in (ULID, UlidFlake) and texts_type == pyarrow.string_view() else rows // 10, dice)
    ids = ids_of(kind, texts)
    stored = [None if id is None else id.bytes if kind.BITS == 128 else int(id) for id in ids]
    column = pyarrow.array(stored, pyarrow.binary(16) if kind.BITS == 128 else pyarrow.uint64())
    context.deregister_table("given")
    context.from_arrow(pyarrow.table({"row": range(len(texts)), "text": pyarrow.array(texts, texts_type), "id": column}), "given")
    name, word = kind.SQL_NAME, "bytes" if kind.BITS == 128 else "int"
    and_prefix = f", '{PREFIX}'" if kind.MAX_PREFIX else ""
    timed = kind.FORMAT not in ("uid11", "uid11-fullrand")
    query = [f"try_{name}_{word}(text{and_prefix}) AS ids", f"{name}_is_valid(text{and_prefix}) AS valid", f"{name}_text(id{and_prefix}) AS texts"]
    if timed:
        query += [f"try_{name}_time(text{and_prefix}) AS times", f"{name}_{word}_time(id) AS id_times"]
    found = rows_of(context.sql(f"SELECT {', '.join(query)} FROM given ORDER BY row"))
    assert found["ids"].to_pylist() == stored
    assert found["valid"].to_pylist() == [None if text is None else id is not None for text, id in zip(texts, ids)]
    assert found["texts"].to_pylist() == [None if id is None else text_of(kind, id) for id in ids]
    if timed:
        ms = [None if id is None else id.unix_ms for id in ids]
        assert found["times"].cast(pyarrow.int64()).to_pylist() == ms == found["id_times"].cast(pyarrow.int64()).to_pylist()


def test_a_rejected_text_fails_the_query_and_says_why(context):
    with pytest.raises(Exception, match="character: 'U' at position 25 is not a symbol of ulid"):
        context.sql("SELECT ulid_time('01ARZ3NDEKTSV4RRFFQ69G5FAU')").collect()


def test_an_error_names_the_row_of_the_column(context):
    """Of a batch with several prefixes: the first row that is rejected, whatever its prefix."""
    prefixes = ["user", "order"] * 5
    texts = [str(sortid.TypeID.new(prefix)) for prefix in prefixes]
    texts[8], texts[9] = "user_no", "order_no"
    rows = ", ".join(f"({row}, '{text}', '{prefix}')" for row, (text, prefix) in enumerate(zip(texts, prefixes)))
    query = f"SELECT typeid_time(text, prefix) FROM (VALUES {rows}) AS given(row, text, prefix)"
    with pytest.raises(Exception, match=r"length: typeid has 26 symbols, found 2 \(row 8\)"):
        context.sql(query).collect()


def test_prefixes_may_differ_by_row(context):
    id = sortid.TypeID.new("order")
    found = context.sql(f"SELECT try_typeid_bytes(text, prefix) AS id FROM (VALUES (0, '{id}', 'order'), (1, '{id}', 'user'), "
                        f"(2, '{id}', NULL), (3, '{str(id)[6:]}', '')) AS given(row, text, prefix) ORDER BY row")
    assert rows_of(found)["id"].to_pylist() == [id.bytes, None, None, id.bytes]


def test_each_row_has_a_new_id(context):
    """Also of constants, which DataFusion computes once where a function is not volatile."""
    rows = pyarrow.table({"x": range(20_000), "kind": ["user", "order"] * 10_000})
    context.deregister_table("made")
    context.from_arrow(rows, "made")
    query = ("SELECT ulid_generate(x) AS a, ulid_generate(x) AS b, ulid_generate(1) AS c, euid_generate('x') AS d, typeid(kind) AS e, "
             "typeid('t') AS f FROM made")
    found = rows_of(context.sql(query))
    ids = [text for column in found.columns for text in column.to_pylist()]
    assert len(set(ids)) == len(ids) == 6 * 20_000
    assert all(ULID.is_valid(text) for name in "abc" for text in found[name].to_pylist())
    assert [text.split("_")[0] for text in found["e"].to_pylist()] == rows["kind"].to_pylist()
    # What was made once stays so above a join, and a subquery is no second making.
    joined = rows_of(context.sql("SELECT i.id AS one, i.id AS same FROM (SELECT x, ulid_generate(x) AS id FROM made) i "
                                 "JOIN made USING (x)"))
    assert joined["one"].to_pylist() == joined["same"].to_pylist() and len(set(joined["one"].to_pylist())) == 20_000
    assert rows_of(context.sql("SELECT typeid(NULL) AS id"))["id"].to_pylist() == [None]


def test_what_cannot_be_made_says_what_to_write(context):
    with pytest.raises(Exception, match=r"write ulid_generate\(x\), with any x of the rows"):
        context.sql("SELECT ulid() FROM generate_series(1, 3)").collect()
    for name in ("xid", "uid11_snowish", "uuid"):  # which could repeat, and which is never made
        with pytest.raises(Exception, match=f"{name}_generate"):
            context.sql(f"SELECT {name}_generate(1)").collect()


GROUPS, IN_GROUP = 50, 200


def test_a_range_of_time_reads_the_row_groups_that_it_can_be_in(context, tmp_path):
    start = datetime.datetime(2026, 3, 1, tzinfo=datetime.timezone.utc)
    second = datetime.timedelta(seconds=1)
    ids = [ULID.new_at(start + i * second) for i in range(GROUPS * IN_GROUP)]
    file = tmp_path / "ids.parquet"
    pyarrow.parquet.write_table(pyarrow.table({"id": pyarrow.array([id.bytes for id in ids], pyarrow.binary(16)), "number": range(len(ids))}),
                                file, row_group_size=IN_GROUP)
    # What is stored, and what its statistics are.
    opened = pyarrow.parquet.ParquetFile(file)
    stored = opened.schema.column(0)
    assert (stored.physical_type, stored.length, opened.num_row_groups) == ("FIXED_LEN_BYTE_ARRAY", 16, GROUPS)
    first = opened.metadata.row_group(7).column(0).statistics
    assert (first.min, first.max) == (ids[7 * IN_GROUP].bytes, ids[8 * IN_GROUP - 1].bytes)
    # The bounds are functions of constants, which DataFusion computes before it looks at the statistics.
    context.register_parquet("event", str(file))
    where = ("FROM event WHERE id >= ulid_first_bytes(TIMESTAMP '2026-03-01T00:35:00') "
             "AND id < ulid_first_bytes(TIMESTAMP '2026-03-01T00:38:20')")
    asked = context.sql(f"SELECT number {where} ORDER BY number")
    assert rows_of(asked)["number"].to_pylist() == list(range(2100, 2300))
    plan = rows_of(context.sql(f"EXPLAIN ANALYZE SELECT number {where}"))["plan"].to_pylist()[0]
    pruned = re.search(r"row_groups_pruned_statistics=(\d+) total → (\d+) matched", plan)
    assert pruned and what_a_range_reads("DataFusion") == f"{pruned[2]} of {pruned[1]} row groups of Parquet", plan


@pytest.mark.parametrize("kind, stored, as_held", [
    (ULID, pyarrow.binary(16), lambda id: id.bytes), (ULID, pyarrow.binary(), lambda id: id.bytes), (ULID, pyarrow.string(), str),
    (UlidFlake, pyarrow.int64(), int), (UlidFlake, pyarrow.uint64(), int)], ids=lambda part: str(part))
def test_pyarrow_reads_the_row_groups_of_a_range(tmp_path, kind, stored, as_held):
    start = datetime.datetime(2026, 3, 1, tzinfo=datetime.timezone.utc)
    second = datetime.timedelta(seconds=1)
    ids = pyarrow.array([as_held(kind.new_at(start + i * second)) for i in range(GROUPS * IN_GROUP)], stored)
    file = tmp_path / "ids.parquet"
    pyarrow.parquet.write_table(pyarrow.table({"id": ids, "number": range(len(ids))}), file, row_group_size=IN_GROUP)
    low, high = map(as_held, kind.between(start + 2100 * second, start + 2300 * second))
    read = pyarrow.parquet.read_table(file, filters=[("id", ">=", low), ("id", "<=", high)])
    assert read["number"].to_pylist() == list(range(2100, 2300))
    (whole,) = pyarrow.dataset.dataset(file).get_fragments()
    id = pyarrow.dataset.field("id")
    part = whole.subset((id >= pyarrow.scalar(low, stored)) & (id <= pyarrow.scalar(high, stored)))
    assert what_a_range_reads("pyarrow") == f"{part.num_row_groups} of {whole.num_row_groups} row groups of Parquet"


def test_the_guide(tmp_path):
    fresh = datafusion.SessionContext()
    sortid.datafusion.register(fresh)
    for statement, result in statements("engines.md", "datafusion"):
        table = rows_of(fresh.sql(statement))
        if result is not None:
            cells = [str(cell.as_py()) for i in range(table.num_rows) for cell in (column[i] for column in table.columns)]
            assert matches(result, cells), f"{statement}: {cells}"


def test_the_example_of_the_guide():
    subprocess.run([sys.executable, pathlib.Path(__file__).parents[2] / "examples/python/datafusion_columns.py"], check=True)
