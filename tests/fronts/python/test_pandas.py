"""Columns to and from pandas; run under pandas 3 with the other tests, and under pandas 2 in an environment of its own."""

import numpy
import pandas
import pytest

import sortid
import sortid.arrow
import sortid.numpy
import sortid.pandas

TEXTS = ["01ARZ3NDEKTSV4RRFFQ69G5FAV", None, "01BX5ZZKBKACTAV9WEVGEMMVRZ"]
IDS = [None if text is None else sortid.ULID(text) for text in TEXTS]


@pytest.mark.parametrize("dtype", [object, "string", None], ids=str)
def test_texts_of_a_series(dtype):
    column = sortid.arrow.from_text(sortid.ULID, pandas.Series(TEXTS, dtype=dtype))
    assert column.null_count == 1
    assert numpy.asarray(column).tolist() == [None if id_ is None else id_.bytes for id_ in IDS]


def test_a_column_is_stored_by_rows():
    frame = pandas.DataFrame({"text": TEXTS})
    frame["id"] = sortid.arrow.from_text(sortid.ULID, frame["text"])
    frame["made"] = sortid.arrow.instants(sortid.ULID, frame["text"])
    frame["again"] = sortid.arrow.to_text(sortid.ULID, sortid.arrow.from_text(sortid.ULID, frame["text"]))
    assert [frame["id"][0], frame["id"][2]] == [IDS[0].bytes, IDS[2].bytes] and frame["id"].isna()[1]
    assert frame["made"].dtype == "datetime64[ms]" and frame["made"].isna().tolist() == [False, True, False]
    assert frame["made"].dt.tz_localize("UTC")[0] == IDS[0].datetime
    assert frame["again"].isna().tolist() == [False, True, False] and frame["again"][2] == TEXTS[2]
    assert "Column" not in repr(frame)


def test_ids_of_a_series():
    made = sortid.arrow.to_text(sortid.ULID, pandas.Series([None if id_ is None else id_.bytes for id_ in IDS], dtype=object))
    assert numpy.asarray(made).tolist() == TEXTS
    flakes = [sortid.UlidFlake.new_random() for _ in range(3)]
    for dtype in ("uint64", "int64", object, "Int64"):
        series = pandas.Series([int(id_) for id_ in flakes], dtype=dtype)
        assert numpy.asarray(sortid.arrow.to_text(sortid.UlidFlake, series)).tolist() == [str(id_) for id_ in flakes]
    missing = pandas.Series([int(flakes[0]), None], dtype="UInt64")
    assert numpy.asarray(sortid.arrow.to_text(sortid.UlidFlake, missing)).tolist() == [str(flakes[0]), None]
    of_ids = pandas.Series([IDS[0], None, IDS[2]], dtype=object)
    assert numpy.asarray(sortid.arrow.instants(sortid.ULID, of_ids))[0] == numpy.datetime64(IDS[0].unix_ms, "ms")


def test_numpy_arrays_are_columns_too():
    texts = numpy.array([TEXTS[0], TEXTS[2]])
    for given in (texts, texts.astype("S26"), texts.astype(object)):
        column = sortid.arrow.from_text(sortid.ULID, given)
        assert numpy.asarray(column).tolist() == [IDS[0].bytes, IDS[2].bytes]
    ids = sortid.numpy.from_text(sortid.ULID, texts)
    assert numpy.asarray(sortid.arrow.to_text(sortid.ULID, ids)).tolist() == texts.tolist()
    for wrong in (numpy.zeros(3), numpy.array([[TEXTS[0]]]), numpy.array([1, "x", None], object), numpy.array([b"short"], object)):
        with pytest.raises((TypeError, ValueError)):
            sortid.arrow.from_text(sortid.ULID, wrong)
    with pytest.raises(sortid.IdCharacterError) as why:
        sortid.arrow.from_text(sortid.ULID, numpy.array([TEXTS[0], TEXTS[0][:25] + "U"]))
    assert (why.value.row, why.value.position) == (1, 25)


@pytest.mark.parametrize("kind", sortid.FORMATS.values(), ids=lambda kind: kind.FORMAT)
def test_arrays_of_columns(kind):
    column = sortid.arrow.from_text(kind, numpy.array([str(kind.MIN), None, str(kind.MAX)], object))
    wanted = [id_ if kind.BITS == 64 else None if id_ is None else id_.bytes for id_ in (kind.MIN, None, kind.MAX)]
    assert numpy.asarray(column).tolist() == [None if id_ is None else int(id_) if kind.BITS == 64 else id_ for id_ in wanted]
    whole = sortid.arrow.from_text(kind, numpy.array([str(kind.MIN), str(kind.MAX)], object))
    assert numpy.asarray(whole).dtype == (numpy.uint64 if kind.BITS == 64 else object)
    assert numpy.asarray(sortid.arrow.to_text(kind, whole), dtype="U").tolist() == [str(kind.MIN), str(kind.MAX)]
    assert numpy.asarray(sortid.arrow.from_text(kind, numpy.array([], "U1"))).shape == (0,)
    with pytest.raises(ValueError):
        column.__array__(copy=False)


def test_buffers_that_do_not_fit_together():
    from sortid import _core

    ends = numpy.array([0, 1], numpy.int64).tobytes()
    for wrong in [("u", 1, None, ends, b"x"), ("U", 1, None, ends, b"xy"), ("U", 2, None, ends, b"x"), ("U", -1, None, b"", b""),
                  ("L", 1, None, b"x" * 7, None), ("L", 1, None, b"x" * 8, b""), ("w:16", 9, b"x", b"x" * 144, None)]:
        with pytest.raises(ValueError):
            _core._column_of_buffers(*wrong)
    back = numpy.array([2, 0, 1], numpy.int64).tobytes()
    with pytest.raises(ValueError):
        sortid.arrow.from_text(sortid.ULID, _core._column_of_buffers("U", 2, None, back, b"x"))
    with pytest.raises(TypeError):
        _core._column_buffers(b"")


def test_a_series_without_a_value():
    for rows in (pandas.Series([numpy.nan, numpy.nan]), pandas.Series(pandas.Categorical([None, None]))):
        assert rows.sortid.time("ulid").isna().tolist() == rows.sortid.parse("xid").isna().tolist() == [True, True]
    with pytest.raises(TypeError):
        pandas.Series([5.0, numpy.nan]).sortid.text("xid")


def test_integers_of_a_category_and_of_numpy():
    assert pandas.Series(pandas.Categorical([5, None, 5])).sortid.text("xid").tolist()[::2] == ["11111111116"] * 2
    mixed = pandas.Series([numpy.int64(5), 5, numpy.uint64(2**64 - 1)], dtype=object)
    assert mixed.sortid.text("xid").tolist() == ["11111111116", "11111111116", str(sortid.XID.MAX)]


def test_bytes_of_another_length():
    id_ = sortid.ULID(TEXTS[0])
    rows = pandas.Series([id_.bytes, b"x", None, b"", id_.bytes + b"x"], dtype=object)
    assert rows.sortid.check("ulid").tolist()[1::2] == ["length"] * 2 and rows.sortid.is_valid("ulid").tolist()[::4] == [True, False]
    assert rows.sortid.text("ulid", errors="null").isna().tolist() == [False, True, True, True, True]
    with pytest.raises(sortid.IdLengthError) as why:
        rows.sortid.text("ulid")
    assert why.value.row == 1


def test_between_of_formats_without_bounds():
    series = pandas.Series(["00000000-0000-1000-8000-000000000000", None])
    for kind in ("uuid", sortid.UUID, "uid11-fullrand"):
        with pytest.raises(TypeError, match="has no smallest and largest id of an instant"):
            series.sortid.between(0, 1, format=kind)
    with pytest.raises(ValueError, match="there is no format 'ksuid'; there are ulid, typeid"):
        series.sortid.between(0, 1, format="ksuid")


def test_columns_without_any_value():
    for dtype in (object, "string", "float64", "category"):
        nothing = pandas.Series([None, None], dtype=dtype, name="id")
        assert nothing.sortid.parse("ulid").isna().all() and nothing.sortid.time("ulid").isna().all()
        assert nothing.sortid.parse("xid").dtype == "UInt64" and nothing.sortid.text("xid").isna().all()
        assert nothing.sortid.is_valid("ulid").isna().all() and not nothing.sortid.between(0, 1, format="ulid").any()


def test_ids_of_numpy_and_of_arrow():
    """pandas neither shows nor sorts numpy's V16: sortid.arrow has what it does."""
    ids = sortid.numpy.new(sortid.ULID, 3)
    texts = sortid.numpy.to_text(sortid.ULID, ids).astype(str).tolist()
    series = pandas.Series(ids)
    assert series.sortid.text("ulid").tolist() == sortid.arrow.to_text(sortid.ULID, series).__array__().tolist() == texts
    assert series.sortid.time("ulid").notna().all()
    series = pandas.Series(sortid.arrow.new(sortid.ULID, 3))
    assert repr(series) and series.sort_values(ascending=False).index.tolist() == [2, 1, 0]
    assert repr(pandas.DataFrame({"id": series})) and series.nunique() == 3
