"""sortid.polars and sortid.pandas: for every format the same answers as ids one by one, on columns with everything wrong in them.

SORTID_DATAFRAME_ROWS is the number of rows, 100,000 unless it is set.
"""

import os
import pathlib
import random
import re
import sys

import pandas
import polars as pl
import pyarrow
import pytest
from conftest import intervals

import sortid
import sortid.pandas
import sortid.polars

sys.path.append(str(pathlib.Path(__file__).parents[2] / "engines"))
from guide import what_a_range_reads  # noqa: E402

KINDS = list(sortid.FORMATS.values())
every = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.FORMAT)
ROWS = int(os.environ.get("SORTID_DATAFRAME_ROWS", "100000")) // len(KINDS)


def texts_of(kind, seed):
    """Texts of ids, and nulls, bad lengths, other cases, overflows and prefixes among them; and what each is, one by one."""
    draw = random.Random(seed)
    ids = [kind.from_int(draw.randrange(int(kind.MIN), int(kind.MAX) + 1) & int(kind.MAX) | int(kind.MIN)) for _ in range(500)]
    texts, answers = [], []
    for _ in range(ROWS):
        text = str(draw.choice(ids))
        how = draw.randrange(12)
        if how == 0:
            text = None
        elif how == 1:
            text = text[: draw.randrange(len(text))] + draw.choice(["", "0", "00", "é"])
        elif how == 2:
            text = text.lower() if draw.random() < 0.5 else text.upper()
        elif how == 3:
            text = draw.choice("8Zz~") + text[1:]
        elif how == 4:
            text = draw.choice(["user_", "users_", "_", "User_"]) + text
        elif how == 5:
            at = draw.randrange(len(text))
            text = text[:at] + draw.choice("U!-_") + text[at + 1:]
        texts.append(text)
        try:
            if kind is sortid.TypeID and text is not None and "_" in text:
                kind.parse(text)
                raise sortid.IdPrefixError("a column without a prefix")
            answers.append(None if text is None else kind.parse(text))
        except sortid.IdError as why:
            answers.append(why)
    assert any(isinstance(one, sortid.IdError) for one in answers) and any(isinstance(one, kind) for one in answers)
    return texts, answers


def found(answers, kind, of):
    return [of(one) if isinstance(one, kind) else None for one in answers]


def stored(kind, id_):
    return int(id_) if kind.BITS == 64 else id_.bytes


@every
@pytest.mark.parametrize("dtype", [pl.String, pl.Categorical], ids=str)
def test_polars_texts(kind, dtype):
    texts, answers = texts_of(kind, 1)
    frame = pl.DataFrame({"id": texts}, schema={"id": pl.String}).lazy().with_columns(pl.col("id").cast(dtype))
    id_, null = pl.col("id").sortid, {"errors": "null"}
    rows = frame.select(
        ids=id_.parse(kind, **null), text=id_.text(kind, **null), made=id_.time(kind, **null), why=id_.check(kind),
        valid=id_.is_valid(kind.FORMAT),
    )
    schema = rows.collect_schema()
    assert schema == {"ids": pl.UInt64 if kind.BITS == 64 else pl.Binary, "text": pl.String, "made": pl.Datetime("ms", "UTC"),
                      "why": pl.String, "valid": pl.Boolean}
    for engine in ("in-memory", "streaming"):
        done = rows.collect(engine=engine)
        assert done.schema == schema
        assert done["ids"].to_list() == found(answers, kind, lambda one: stored(kind, one))
        assert done["text"].to_list() == found(answers, kind, str)
        assert done["made"].cast(pl.Int64).to_list() == found(answers, kind, lambda one: one.unix_ms)
        assert done["why"].to_list() == [one.reason if isinstance(one, sortid.IdError) else None for one in answers]
        assert done["valid"].to_list() == [None if one is None else isinstance(one, kind) for one in answers]


@every
def test_polars_ids(kind):
    texts, answers = texts_of(kind, 2)
    ids = pl.Series(found(answers, kind, lambda one: stored(kind, one)), dtype=pl.UInt64 if kind.BITS == 64 else pl.Binary)
    wanted = found(answers, kind, str)
    chunks = pl.concat([ids[:7], ids[7:1000], ids[1000:]], rechunk=False)
    assert chunks.n_chunks() == 3 and chunks.sortid.text(kind).to_list() == wanted
    assert ids.sortid.time(kind).cast(pl.Int64).to_list() == found(answers, kind, lambda one: one.unix_ms)
    for other in KINDS:
        if other.BITS != kind.BITS:
            with pytest.raises(TypeError, match="differ in width"):
                ids.sortid.to(other, format=kind)
            continue

        def converted(one, other=other):
            try:
                return str(other.from_id(one))
            except sortid.IdError:
                return None

        assert ids[:500].sortid.to(other, format=kind, errors="null").to_list() == found(answers[:500], kind, converted)


@every
@pytest.mark.parametrize("dtype", [object, "string", "str", "category", pandas.ArrowDtype(pyarrow.string())], ids=str)
def test_pandas(kind, dtype):
    texts, answers = texts_of(kind, 3)
    texts, answers = texts[:2000], answers[:2000]
    series = pandas.Series(texts, index=range(10, 10 + len(texts)), name="id").astype(dtype)
    ids = series.sortid.parse(kind, errors="null")
    assert [None if row is pandas.NA else row for row in ids] == found(answers, kind, lambda one: stored(kind, one))
    assert ids.name == "id" and (ids.index == series.index).all()
    for rows in (series, ids):
        again = rows.sortid.text(kind, errors="null")
        assert again.astype(object).where(again.notna(), None).tolist() == found(answers, kind, str)
        made = rows.sortid.time(kind, errors="null")
        assert made.dtype == "datetime64[ms, UTC]"
        assert [None if row is pandas.NaT else int(row.asm8.view("i8")) for row in made] == found(answers, kind, lambda one: one.unix_ms)
    why = series.sortid.check(kind)
    assert why.astype(object).where(why.notna(), None).tolist() == \
        [one.reason if isinstance(one, sortid.IdError) else None for one in answers]
    assert series.sortid.is_valid(kind).astype(object).tolist() == \
        [pandas.NA if one is None else isinstance(one, kind) for one in answers]
    if any(isinstance(one, sortid.IdError) for one in answers):
        with pytest.raises(sortid.IdError):
            series.sortid.parse(kind)


def test_polars_prefixes_and_bounds():
    ids = [sortid.TypeID.new("user") for _ in range(5)]
    texts = pl.Series([str(id_) for id_ in ids] + ["order_" + ids[0].suffix, None])
    assert texts.sortid.check("typeid", prefix="user").to_list() == [None] * 5 + ["prefix", None]
    as_uuid = texts.sortid.to("uuid", format="typeid", prefix="user", errors="null")
    assert as_uuid.to_list() == [str(id_.uuid) for id_ in ids] + [None, None]
    assert as_uuid.sortid.to("typeid", format="uuid", to_prefix="user").to_list() == [str(id_) for id_ in ids] + [None, None]
    when = pl.Series([id_.datetime for id_ in ids])
    for kind in KINDS:
        if not hasattr(kind, "first_at"):
            with pytest.raises(TypeError):
                when.sortid.first_at(kind)
            continue
        assert when.sortid.first_at(kind).to_list() == [stored(kind, kind.first_at(id_.datetime)) for id_ in ids]
        assert when.sortid.last_at(kind, text=True).to_list() == [str(kind.last_at(id_.datetime)) for id_ in ids]


@pytest.mark.parametrize("name", ["", "*", "id", "^id$", "^.*$", "col with ' and \""])
def test_polars_series_of_any_name(name):
    made = pl.Series(name, ["01ARZ3NDEKTSV4RRFFQ69G5FAV"]).sortid.text("ulid")
    assert made.name == name and made.to_list() == ["01ARZ3NDEKTSV4RRFFQ69G5FAV"]


def test_polars_columns_without_any_value():
    """Of the type Null, as a file is read that has no value there."""
    nothing = pl.Series("id", [None, None])
    assert nothing.dtype == pl.Null
    for made, dtype in [(nothing.sortid.parse("ulid"), pl.Binary), (nothing.sortid.parse("xid"), pl.UInt64),
                        (nothing.sortid.text("typeid", prefix="user"), pl.String), (nothing.sortid.time("ulid"), pl.Datetime("ms", "UTC")),
                        (nothing.sortid.check("ulid"), pl.String), (nothing.sortid.is_valid("ulid"), pl.Boolean),
                        (nothing.sortid.first_at("ulid"), pl.Binary), (nothing.sortid.to("uuid", format="ulid"), pl.String)]:
        assert (made.name, made.dtype, made.to_list()) == ("id", dtype, [None, None])
    frame = nothing.to_frame().lazy().select(pl.col("id").sortid.time("ulid"))
    assert frame.collect_schema()["id"] == pl.Datetime("ms", "UTC") and frame.collect().to_series().null_count() == 2


def test_intervals_finer_than_a_millisecond():
    count = 0
    for kind, case, ends in intervals():
        if any(abs(ns) >= 2**63 for ns in ends):
            continue  # past what a Timestamp of nanoseconds has
        start, end = (pandas.Timestamp(ns, tz="UTC") for ns in ends)
        if "reason" in case:
            with pytest.raises(sortid.IdRangeError):
                kind.between(start, end)
            continue
        first, last = (kind.from_bytes(bytes.fromhex(case[edge])) for edge in ("first", "last"))
        assert kind.between(start, end) == (first, last), case
        rows = {str(first): True, str(last): True}
        if first.unix_ms > kind.EPOCH_MS:
            rows[str(kind.last_at(first.unix_ms - 1))] = False
        if last.unix_ms < kind.LAST_MS:
            rows[str(kind.first_at(last.unix_ms + 1))] = False
        for series in (pandas.Series, pl.Series):
            assert series(list(rows)).sortid.between(start, end, format=kind).to_list() == list(rows.values()), case
        count += 1
    assert count > 100


def test_what_polars_rejects():
    for kind in ("uuid", sortid.UID11Fullrand):
        with pytest.raises(TypeError, match="has no smallest and largest id of an instant"):
            pl.col("id").sortid.between(0, 1, format=kind)
    texts = pl.Series("id", ["no id"])
    with pytest.raises(pl.exceptions.ComputeError, match="length: ulid has 26 symbols, found 5"):
        texts.sortid.time("ulid")
    with pytest.raises(pl.exceptions.ComputeError, match="a column of texts or of 128-bit ids is wanted"):
        pl.Series([1], dtype=pl.UInt64).sortid.time("ulid")
    for wrong in [lambda: texts.sortid.time("ksuid"), lambda: texts.sortid.time("ulid", prefix="user"),
                  lambda: texts.sortid.time("typeid", prefix="User"), lambda: texts.sortid.time("ulid", errors="ignore")]:
        with pytest.raises(ValueError):
            wrong()


@every
def test_polars_columns_of_every_make(kind):
    """Slices that begin anywhere, no rows, nulls alone, chunks of one row, texts in no order, Enum; through other expressions too."""
    texts, answers = texts_of(kind, 4)
    texts, answers = texts[:700], answers[:700]
    series = pl.Series("id", texts, dtype=pl.String)
    long = pl.Series("id", [text if text is None else text + "x" * 100 for text in texts], dtype=pl.String)
    wanted = found(answers, kind, lambda one: stored(kind, one))
    for begin, count in ((0, 0), (1, 1), (3, 64), (7, 65), (8, 255), (61, 256), (63, 257), (699, 1), (700, 0)):
        piece = series.slice(begin, count)
        assert piece.sortid.parse(kind, errors="null").to_list() == wanted[begin:begin + count]
        assert piece.sortid.parse(kind, errors="null").slice(1).sortid.text(kind).to_list() == \
            found(answers[begin + 1:begin + count], kind, str)
        assert piece.sortid.is_valid(kind).to_list() == \
            [None if one is None else isinstance(one, kind) for one in answers[begin:begin + count]]
        assert long.slice(begin, count).sortid.check(kind).drop_nulls().len() == count - piece.null_count()
    nothing = pl.Series("id", [None] * 300, dtype=pl.String)
    assert nothing.sortid.time(kind).to_list() == [None] * 300 == nothing.sortid.check(kind).to_list()
    ones = pl.concat([series.slice(i, 1) for i in range(300)], rechunk=False)
    assert ones.n_chunks() == 300 and ones.sortid.parse(kind, errors="null").to_list() == wanted[:300]
    order = list(range(700))
    random.Random(5).shuffle(order)
    mixed = series.gather(order)
    assert mixed.sortid.parse(kind, errors="null").to_list() == [wanted[i] for i in order]
    assert mixed.filter(mixed.sortid.is_valid(kind)).sortid.text(kind).to_list() == \
        [str(answers[i]) for i in order if isinstance(answers[i], kind)]
    distinct = sorted({text for text in texts if text is not None})
    assert series.cast(pl.Enum(distinct)).sortid.parse(kind, errors="null").to_list() == wanted
    # Both branches of when() are computed, and an error is one of the expression's.
    frame = series.to_frame().lazy().with_columns(group=pl.int_range(700) % 7)
    id_ = pl.col("id").sortid
    valid = id_.is_valid(kind)
    chosen = frame.select(pl.when(valid).then(id_.text(kind, errors="null")).otherwise(pl.lit("-"))).collect().to_series()
    assert chosen.to_list() == [str(one) if isinstance(one, kind) else "-" for one in answers]
    grouped = frame.group_by("group").agg(valid.sum()).sort("group").collect(engine="streaming")
    assert grouped["id"].to_list() == [sum(isinstance(one, kind) for one in answers[group::7]) for group in range(7)]
    over = frame.select(valid.sum().over("group")).collect().to_series()
    assert over.to_list() == [grouped["id"][i % 7] for i in range(700)]
    nested = frame.group_by("group", maintain_order=True).agg("id").select(pl.col("id").list.eval(pl.element().sortid.is_valid(kind)))
    assert nested.collect().to_series().to_list()[2] == [None if one is None else isinstance(one, kind) for one in answers[2::7]]


def test_polars_types_that_hold_no_ids():
    for column in (pl.Series([1.5]), pl.Series([[1]]), pl.Series([{"a": 1}]), pl.Series([True])):
        with pytest.raises(pl.exceptions.PolarsError, match="Arrow type .*a column"):
            column.sortid.parse("ulid")
    with pytest.raises(pl.exceptions.ComputeError, match="character: 'U' at position 25"):
        pl.Series(["01ARZ3NDEKTSV4RRFFQ69G5FAU"]).sortid.time("ulid")
    with pytest.raises(pl.exceptions.PolarsError):
        pl.LazyFrame({"id": ["x"]}).select(pl.col("no").sortid.time("ulid")).collect()


def test_polars_reads_a_file_in_pieces(tmp_path):
    ids = [sortid.ULID.new() for _ in range(5000)]
    file = tmp_path / "ids.parquet"
    pl.DataFrame({"id": [str(id_) if i % 9 else None for i, id_ in enumerate(ids)]}).write_parquet(file, row_group_size=613)
    made = pl.scan_parquet(file).select(pl.col("id").sortid.time("ulid").cast(pl.Int64))
    for engine in ("in-memory", "streaming"):
        assert made.collect(engine=engine).to_series().to_list() == [id_.unix_ms if i % 9 else None for i, id_ in enumerate(ids)]


@pytest.mark.parametrize("kind, stored, dtype, as_held", [
    ("ulid", "ids", pl.Binary, lambda id: id.bytes), ("ulid", "text", pl.String, str), ("ulid-flake", "ids", pl.UInt64, int)])
def test_a_range_reads_the_row_groups_that_it_is_in(kind, stored, dtype, as_held, tmp_path, capfd):
    file, groups, in_group = tmp_path / "ids.parquet", 50, 200
    start = 1772323200000
    ids = [as_held(sortid.FORMATS[kind].new_at(start + i * 1000)) for i in range(groups * in_group)]
    pl.DataFrame({"id": pl.Series(ids, dtype=dtype), "number": range(len(ids))}).write_parquet(file, row_group_size=in_group)
    asked = pl.scan_parquet(file).filter(pl.col("id").sortid.between(start + 2_100_000, start + 2_300_000, format=kind, stored=stored))
    with pl.Config(verbose=True):
        found = asked.collect()
    assert found["number"].to_list() == list(range(2100, 2300))
    (read, of), = re.findall(r"reading (\d+) / (\d+) row groups", capfd.readouterr().err)
    assert what_a_range_reads("Polars") == f"{read} of {of} row groups of Parquet"
