"""Columns as numpy arrays and as Arrow arrays: the same ids and errors as one by one."""

import datetime
import uuid
import weakref

import arro3.core
import nanoarrow
import numpy
import pandas
import polars
import pyarrow
import pytest
from conftest import cases, maker, same_error, text_of

import sortid
import sortid.arrow
import sortid.numpy
import sortid.polars

KINDS = list(sortid.FORMATS.values())
every = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.FORMAT)


def some(kind, count):
    if not hasattr(kind, "new"):
        return [kind(str(uuid.uuid4())) for _ in range(count)]
    make = maker(kind)
    return [make() for _ in range(count)]


def instant_of(id_):
    return None if id_.unix_ms is None else numpy.datetime64(id_.unix_ms, "ms")


# --- numpy ---------------------------------------------------------------------------------------------------------


@every
@pytest.mark.parametrize("count", [0, 1, 255, 256, 257, 1000])
def test_numpy_both_ways(kind, count):
    ids = some(kind, count)
    texts = numpy.array([str(id_) for id_ in ids], dtype=f"S{kind.SYMBOLS}")
    array = sortid.numpy.from_text(kind, texts)
    assert array.dtype == (numpy.uint64 if kind.BITS == 64 else numpy.dtype("V16")) and array.shape == (count,)
    assert [bytes(row) if kind.BITS == 128 else int(row) for row in array] == \
        [id_.bytes if kind.BITS == 128 else int(id_) for id_ in ids]
    assert (sortid.numpy.to_text(kind, array) == texts).all()
    assert (sortid.numpy.from_text(kind, texts.astype(f"U{kind.SYMBOLS}")) == array).all()
    assert (sortid.numpy.from_text(kind, texts.astype(f"S{kind.SYMBOLS + 3}")) == array).all()
    instants = sortid.numpy.instants(kind, array)
    assert instants.dtype == "datetime64[ms]"
    assert [None if numpy.isnat(one) else one for one in instants] == [instant_of(id_) for id_ in ids]


def test_numpy_shapes_strides_and_prefixes():
    ids = [sortid.TypeID.new("user") for _ in range(12)]
    texts = numpy.array([str(id_) for id_ in ids], "S31").reshape(3, 4)
    array = sortid.numpy.from_text(sortid.TypeID, texts, prefix="user")
    assert array.shape == (3, 4) and bytes(array[1, 2]) == ids[6].bytes
    assert (sortid.numpy.to_text(sortid.TypeID, array, prefix="user") == texts).all()
    table = numpy.zeros(12, [("a", "S5"), ("id", "S31")])
    table["id"] = texts.reshape(-1)
    assert (sortid.numpy.from_text(sortid.TypeID, table["id"][::-2], prefix="user") == array.reshape(-1)[::-2]).all()
    with pytest.raises(sortid.IdPrefixError) as why:
        sortid.numpy.from_text(sortid.TypeID, texts, prefix="users")
    assert (why.value.row, why.value.position) == (0, 4)
    with pytest.raises(sortid.IdPrefixError):
        sortid.numpy.from_text(sortid.TypeID, texts)
    with pytest.raises(sortid.IdPrefixError):
        sortid.numpy.to_text(sortid.ULID, array, prefix="user")


def test_numpy_errors_are_those_of_one_id():
    for kind, case in cases("invalid"):
        text = text_of(case)
        data = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
        if not data or data.endswith(b"\0"):
            continue  # bytes of numpy end at their last byte that is not NUL
        good = str(kind.MAX).encode()
        texts = numpy.array([good] * 300 + [data] + [good] * 3)
        if kind is sortid.TypeID and b"_" in data:
            continue  # a column has one prefix: below
        with pytest.raises(sortid.IdError) as why:
            sortid.numpy.from_text(kind, texts)
        assert why.value.row == 300 and same_error(why.value, case), case
        ids, rejected = sortid.numpy.try_from_text(kind, texts)
        assert rejected.nonzero()[0].tolist() == [300] and not bytes(ids[300]).strip(b"\0"), case


def test_numpy_wrong_arrays():
    ids = numpy.zeros(3, "V16")
    for wrong in [[1, 2], numpy.zeros(3, "V8"), numpy.zeros(3, numpy.int64), None]:
        with pytest.raises(TypeError):
            sortid.numpy.to_text(sortid.ULID, wrong)
        with pytest.raises(TypeError):
            sortid.numpy.from_text(sortid.ULID, wrong)
    with pytest.raises(sortid.IdRangeError) as why:
        sortid.numpy.to_text(sortid.UUIDv7, ids)
    assert why.value.row == 0
    with pytest.raises(sortid.IdOverflowError):
        sortid.numpy.to_text(sortid.UlidFlake, numpy.array([1, 2**63], numpy.uint64))
    from sortid import _core

    for texts, width, target in [(b"x" * 26, 26, bytearray(15)), (b"x" * 27, 26, bytearray(16)),
                                 (b"x" * 26, 0, bytearray(16)), (b"", -1, bytearray()), (b"x" * 26, 26, b"1" * 16)]:
        with pytest.raises((ValueError, BufferError)):
            _core._array_from_text(sortid.ULID, texts, width, target, "", None)
    with pytest.raises(ValueError):
        _core._array_from_text(sortid.ULID, b"0" * 26, 26, bytearray(16), "", bytearray(2))
    with pytest.raises(ValueError):
        _core._array_to_text(sortid.ULID, bytes(16), bytearray(25), 25, "")


def test_numpy_texts_of_the_other_byte_order():
    for order in "<>":
        texts = numpy.array(["01ARZ3NDEKTSV4RRFFQ69G5FAV", "no"], f"{order}U26")
        ids, rejected = sortid.numpy.try_from_text(sortid.ULID, texts)
        assert rejected.tolist() == [False, True] and bytes(ids[0]) == sortid.ULID("01ARZ3NDEKTSV4RRFFQ69G5FAV").bytes


def test_numpy_empty_lists():
    for kind in (sortid.ULID, sortid.XID):
        dtype = sortid.numpy.id_dtype(kind)
        ids, rejected = sortid.numpy.try_from_text(kind, [])
        assert ids.shape == rejected.shape == (0,) and ids.dtype == sortid.numpy.from_text(kind, []).dtype == dtype
        assert sortid.numpy.to_text(kind, []).shape == sortid.numpy.instants(kind, []).shape == (0,)
        with pytest.raises(TypeError):
            sortid.numpy.from_text(kind, numpy.empty(0))


def test_numpy_arrays_without_a_dimension():
    """One row keeps its shape, as numpy's functions do."""
    id_, xid = sortid.ULID("01ARZ3NDEKTSV4RRFFQ69G5FAV"), sortid.XID.MAX
    text, made = str(id_), numpy.datetime64(id_.unix_ms, "ms")
    for one in [numpy.array(text), numpy.array(text, "S"), numpy.array(text, object), numpy.array(text, ">U26"), text, numpy.str_(text)]:
        ids = sortid.numpy.from_text(sortid.ULID, one)
        assert (ids.shape, ids.dtype, ids.tobytes()) == ((), "V16", id_.bytes)
        ids, rejected = sortid.numpy.try_from_text(sortid.ULID, one)
        assert isinstance(rejected, numpy.ndarray) and ids.shape == rejected.shape == () and not rejected
        texts = sortid.numpy.to_text(sortid.ULID, ids)
        assert (texts.shape, texts.item()) == ((), text.encode())
        instant = sortid.numpy.instants(sortid.ULID, ids)
        assert (instant.shape, instant[()]) == ((), made)
        masker = sortid.Masker(sortid.ULID, bytes(16))
        assert sortid.numpy.unmask(masker, sortid.numpy.mask(masker, ids)).tobytes() == id_.bytes
    assert sortid.numpy.try_from_text(sortid.ULID, numpy.array("no"))[1].tolist() is True
    assert sortid.numpy.to_text(sortid.XID, numpy.uint64(int(xid))).item() == str(xid).encode()
    with pytest.raises(sortid.IdError):
        sortid.numpy.from_text(sortid.ULID, numpy.array("no"))
    # Other shapes stay, and so do rows that are not one behind the other.
    for shape in [(1,), (0,), (2, 0), (2, 3), (1, 1, 1)]:
        for texts in [numpy.full(shape, text), numpy.full(shape, text.encode()), numpy.full(shape, text, object)]:
            assert sortid.numpy.to_text(sortid.ULID, sortid.numpy.from_text(sortid.ULID, texts.T)).shape == shape[::-1]
    assert sortid.numpy.from_text(sortid.ULID, numpy.array([text, "no", text, "no"])[::2]).tobytes() == id_.bytes * 2


def test_numpy_masked_arrays():
    id_ = sortid.ULID("01ARZ3NDEKTSV4RRFFQ69G5FAV")
    texts, ids = [str(id_), "no"], numpy.array([id_.bytes, bytes(16)], "V16")
    for array in (numpy.array(texts), numpy.array(texts, "S"), numpy.array(texts, object), ids):
        masked = numpy.ma.array(array, mask=[False, True])
        takes = sortid.numpy.to_text if array is ids else sortid.numpy.from_text
        with pytest.raises(TypeError, match="masked"):
            takes(sortid.ULID, masked)
        assert len(takes(sortid.ULID, masked[:1])) == 1
        assert pyarrow.array(sortid.arrow.convert(sortid.ULID, masked, sortid.ULID)).to_pylist() == [str(id_), None]
    numbers = numpy.ma.array(numpy.array([5, 2**64 - 1], numpy.uint64), mask=[True, False])
    assert pyarrow.array(sortid.arrow.to_text(sortid.XID, numbers)).to_pylist() == [None, str(sortid.XID.MAX)]


def test_numpy_new():
    ids = sortid.numpy.new(sortid.ULID, 1000)
    assert (numpy.sort(sortid.numpy.to_text(sortid.ULID, ids)) == sortid.numpy.to_text(sortid.ULID, ids)).all()
    flakes = sortid.numpy.new(sortid.Generator(sortid.UlidFlakeScalable, node=7, on_overflow="wait"), 1000)
    assert flakes.dtype == numpy.uint64 and (flakes & numpy.uint64(31) == 7).all() and (numpy.diff(flakes) > 0).all()


# --- Arrow ---------------------------------------------------------------------------------------------------------

TEXT_TYPES = [pyarrow.string(), pyarrow.large_string(), pyarrow.string_view()]


def id_type(kind):
    if kind in (sortid.UUID, sortid.UUIDv7, sortid.TypeID):
        return pyarrow.uuid()
    return pyarrow.uint64() if kind.BITS == 64 else pyarrow.binary(16)


def stored(kind, id_):
    return id_ if id_ is None else int(id_) if kind.BITS == 64 else id_.bytes


@every
@pytest.mark.parametrize("text_type", TEXT_TYPES, ids=str)
@pytest.mark.parametrize("nulls", [False, True])
def test_arrow_both_ways(kind, text_type, nulls):
    for count in [0, 1, 255, 256, 600]:
        ids = some(kind, count)
        if nulls:
            ids = [None if i % 3 == 0 else id_ for i, id_ in enumerate(ids)]
        for cut in [0, 5]:  # an offset in the array
            texts = pyarrow.array([None if id_ is None else str(id_) for id_ in ids], text_type)[cut:]
            column = sortid.arrow.from_text(kind, texts)
            array = pyarrow.array(column)
            array.validate(full=True)
            assert array.type == id_type(kind) and len(column) == len(array) == len(texts)
            bare = array.storage if isinstance(array, pyarrow.ExtensionArray) else array
            assert bare.to_pylist() == [stored(kind, id_) for id_ in ids[cut:]]
            assert column.null_count == array.null_count == texts.null_count
            for large in [False, True]:
                again = pyarrow.array(sortid.arrow.to_text(kind, array, large=large))
                again.validate(full=True)
                assert again.type == (pyarrow.large_string() if large else pyarrow.string())
                assert again.to_pylist() == texts.to_pylist()
            for source in [texts, array, array[1:]]:
                instants = pyarrow.array(sortid.arrow.instants(kind, source))
                instants.validate(full=True)
                assert instants.type == pyarrow.timestamp("ms", "UTC")
                wanted = [None if id_ is None else id_.unix_ms for id_ in ids[cut:]][len(texts) - len(source):]
                assert instants.cast(pyarrow.int64()).to_pylist() == wanted


def test_arrow_streams():
    ids = [sortid.ULID.new() for _ in range(700)]
    texts = [None if i == 300 else str(id_) for i, id_ in enumerate(ids)]
    chunks = pyarrow.chunked_array([texts[:1], [], texts[1:299], texts[299:]])
    column = sortid.arrow.from_text(sortid.ULID, chunks)
    wanted = [None if i == 300 else id_.bytes for i, id_ in enumerate(ids)]
    assert pyarrow.array(column).to_pylist() == pyarrow.chunked_array(column).to_pylist() == wanted
    assert pyarrow.array(sortid.arrow.to_text(sortid.ULID, pyarrow.chunked_array(column))).to_pylist() == texts
    assert len(sortid.arrow.from_text(sortid.ULID, pyarrow.chunked_array([], pyarrow.string()))) == 0
    bad = pyarrow.chunked_array([texts[:300], [texts[1], "no id"]])
    with pytest.raises(sortid.IdLengthError) as why:
        sortid.arrow.from_text(sortid.ULID, bad)
    assert (why.value.row, why.value.position) == (301, 5)


def readers(batches):
    """The same arrays as a stream of columns, and as one of tables."""
    yield nanoarrow.ArrayStream(pyarrow.chunked_array(batches)), None
    schema = pyarrow.schema({"n": pyarrow.int64(), "id": batches[0].type})
    tables = (pyarrow.record_batch([pyarrow.array(range(len(b))), b], schema=schema) for b in batches)
    yield pyarrow.RecordBatchReader.from_batches(schema, tables), "id"


def test_arrow_streams_array_by_array():
    ids = [sortid.ULID.new() for _ in range(1000)]
    texts = pyarrow.array([str(id) for id in ids])
    parts = [texts[:300], texts[300:300], texts[300:]]
    for reader, column in readers(parts):
        stream = sortid.arrow.transform(sortid.ULID, reader, "ids", column=column)
        made = [pyarrow.array(part) for part in stream]
        assert [len(part) for part in made] == [300, 0, 700]
        assert [value for part in made for value in part.to_pylist()] == [id.bytes for id in ids]
        with pytest.raises(StopIteration):
            next(stream)
    for reader, column in readers(parts):
        # What comes back is a stream, for another one or for another library, and given away once.
        stream = sortid.arrow.transform(sortid.ULID, reader, "ids", column=column)
        again = sortid.arrow.transform(sortid.ULID, stream, "texts", takes="ids")
        assert pyarrow.chunked_array(again).to_pylist() == texts.to_pylist()
        for used in (stream, again):
            with pytest.raises(ValueError, match="given away before"):
                used.__arrow_c_stream__()
            with pytest.raises(ValueError, match="given away before"):
                next(used)
    for reader, column in readers([parts[0], pyarrow.array([None, "x"])]):
        stream = sortid.arrow.transform(sortid.ULID, reader, "ids", column=column)
        assert len(next(stream)) == 300
        with pytest.raises(ValueError, match="was begun"):
            stream.__arrow_c_stream__()
        with pytest.raises(sortid.IdLengthError) as wrong:
            next(stream)
        assert wrong.value.row == 301
    with pytest.raises(TypeError):
        sortid.arrow.transform(sortid.ULID, pyarrow.chunked_array([[1.5]]), "times")
    for reader, column in readers(parts):
        with pytest.raises(OSError, match="no column brew" if column else "no tables"):
            sortid.arrow.transform(sortid.ULID, reader, "ids", column="brew")


def test_arrow_streams_hold_one_array():
    held = set()

    def batches():
        for i in range(100):
            batch = pyarrow.record_batch({"id": pyarrow.array([str(sortid.ULID.new()) for _ in range(10)])})
            held.add(i)
            weakref.finalize(batch, held.discard, i)
            yield batch
            del batch
            assert len(held) <= 3

    reader = pyarrow.RecordBatchReader.from_batches(pyarrow.schema({"id": pyarrow.string()}), batches())
    assert sum(len(part) for part in sortid.arrow.transform(sortid.ULID, reader, "valid", column="id")) == 1000
    assert not held

    def asking():
        batch = pyarrow.record_batch({"id": pyarrow.array([str(sortid.ULID.new())])})
        yield batch
        for ask in (stream.__next__, stream.__arrow_c_stream__):
            with pytest.raises(ValueError, match="another call is reading"):
                ask()
        yield batch

    reader = pyarrow.RecordBatchReader.from_batches(pyarrow.schema({"id": pyarrow.string()}), asking())
    stream = sortid.arrow.transform(sortid.ULID, reader, "valid", column="id")
    assert [len(part) for part in stream] == [1, 1]

    def broken():
        yield pyarrow.record_batch({"id": pyarrow.array([str(sortid.ULID.new())])})
        raise RuntimeError("the disk is gone")

    reader = pyarrow.RecordBatchReader.from_batches(pyarrow.schema({"id": pyarrow.string()}), broken())
    stream = sortid.arrow.transform(sortid.ULID, reader, "valid", column="id")
    next(stream)
    with pytest.raises(OSError, match="the disk is gone"):
        next(stream)


def test_arrow_errors_are_those_of_one_id():
    for kind, case in cases("invalid"):
        if "bytes" in case or "\0" in case["text"] or (kind is sortid.TypeID and "_" in case["text"]):
            continue
        texts = pyarrow.array([str(kind.MAX)] * 257 + [None, case["text"], str(kind.MIN)])
        with pytest.raises(sortid.IdError) as why:
            sortid.arrow.from_text(kind, texts)
        assert why.value.row == 258 and same_error(why.value, case), case
        for column in [sortid.arrow.from_text(kind, texts, errors="null"),
                       sortid.arrow.instants(kind, texts, errors="null")]:
            assert pyarrow.array(column).is_null().to_pylist()[257:259] == [True, True]
        assert sortid.arrow.from_text(kind, texts, errors="null").null_count == 2


def test_arrow_typeid_prefixes():
    ids = [sortid.TypeID.new("user") for _ in range(5)]
    texts = pyarrow.array([str(id_) for id_ in ids] + ["order_" + ids[0].suffix, ids[0].suffix])
    column = pyarrow.array(sortid.arrow.from_text(sortid.TypeID, texts, prefix="user", errors="null"))
    assert column.to_pylist() == [id_.uuid for id_ in ids] + [None, None]
    again = pyarrow.array(sortid.arrow.to_text(sortid.TypeID, column, prefix="user"))
    assert again.to_pylist() == texts.to_pylist()[:5] + [None, None]
    for row, reason in [(5, "prefix"), (6, "prefix")]:
        with pytest.raises(sortid.IdError) as why:
            sortid.arrow.from_text(sortid.TypeID, texts[row:], prefix="user")
        assert why.value.reason == reason
    for wrong in ["User", "a" * 64]:
        with pytest.raises(sortid.IdPrefixError):
            sortid.arrow.from_text(sortid.TypeID, texts, prefix=wrong)


def test_arrow_uuids_have_their_type():
    for kind in (sortid.UUIDv7, sortid.TypeID):
        masker = sortid.Masker(kind, bytes(16))
        made = sortid.arrow.new(kind, 3)
        masked = sortid.arrow.mask(masker, made)
        for column in (made, masked, sortid.arrow.unmask(masker, masked)):
            assert pyarrow.array(column).type == pyarrow.uuid(), kind
    assert pyarrow.array(sortid.arrow.new(sortid.ULID, 3)).type == pyarrow.binary(16)


def test_arrow_signed_ids():
    ids = [sortid.UlidFlake.new() for _ in range(3)]
    signed = pyarrow.array(sortid.arrow.from_text(sortid.UlidFlake, pyarrow.array(map(str, ids)), signed=True))
    assert signed.type == pyarrow.int64() and signed.to_pylist() == [int(id_) for id_ in ids]
    assert pyarrow.array(sortid.arrow.to_text(sortid.UlidFlake, signed)).to_pylist() == [str(id_) for id_ in ids]
    largest = pyarrow.array([str(sortid.XID.MIN), str(sortid.XID.MAX)])
    with pytest.raises(sortid.IdOverflowError) as why:
        sortid.arrow.from_text(sortid.XID, largest, signed=True)
    assert why.value.row == 1
    assert sortid.arrow.from_text(sortid.XID, largest, signed=True, errors="null").null_count == 1
    negative = pyarrow.array([None, 1, -1])
    for call in [sortid.arrow.to_text, sortid.arrow.instants]:
        with pytest.raises(sortid.IdOverflowError) as why:
            call(sortid.XID, negative)
        assert why.value.row == 2


def test_arrow_values_that_are_no_ids():
    values = pyarrow.array([None, sortid.UUIDv7.MIN.bytes, bytes(16)], pyarrow.binary(16))
    with pytest.raises(sortid.IdRangeError) as why:
        sortid.arrow.to_text(sortid.UUIDv7, values)
    assert why.value.row == 2
    assert pyarrow.array(sortid.arrow.instants(sortid.UUIDv7, values, errors="null")).null_count == 2


def test_arrow_other_types_are_rejected():
    ulid = str(sortid.ULID.MAX)
    for wrong in [pyarrow.array([1]), pyarrow.array([1.5]), pyarrow.array([1.5]).dictionary_encode(),
                  pyarrow.array([bytes(8)], pyarrow.binary(8)), pyarrow.array([[ulid]]), pyarrow.table({"a": [ulid]}),
                  [ulid], None, 1]:
        with pytest.raises(TypeError):
            sortid.arrow.from_text(sortid.ULID, wrong)
    with pytest.raises(TypeError):
        sortid.arrow.to_text(sortid.ULID, pyarrow.array([1], pyarrow.uint64()))
    with pytest.raises(TypeError):
        sortid.arrow.to_text(sortid.XID, pyarrow.array([bytes(16)], pyarrow.binary(16)))
    with pytest.raises(ValueError):
        sortid.arrow.from_text(sortid.ULID, pyarrow.array([ulid]), errors="ignore")


def test_arrow_columns_without_any_value():
    """Arrow's type null, which a column of nothing else has."""
    for nulls in [pyarrow.nulls(3), pyarrow.chunked_array([pyarrow.nulls(1), pyarrow.nulls(2)]), polars.Series([None] * 3),
                  pandas.Series([None] * 3, dtype=pandas.ArrowDtype(pyarrow.null())), pandas.Series([None] * 3, dtype=object),
                  pyarrow.DictionaryArray.from_arrays(pyarrow.array([0, None, 0], "int8"), pyarrow.nulls(1))]:
        for made, type_ in [
            (sortid.arrow.from_text(sortid.ULID, nulls), pyarrow.binary(16)),
            (sortid.arrow.from_text(sortid.XID, nulls, signed=True), pyarrow.int64()),
            (sortid.arrow.instants(sortid.TypeID, nulls, prefix="user"), pyarrow.timestamp("ms", "UTC")),
            (sortid.arrow.check(sortid.XID, nulls), pyarrow.string()),
            (sortid.arrow.is_valid(sortid.ULID, nulls), pyarrow.bool_()),
            (sortid.arrow.convert(sortid.ULID, nulls, sortid.TypeID, to_prefix="user"), pyarrow.string()),
        ]:
            column = pyarrow.array(made)
            assert (column.type, column.to_pylist()) == (type_, [None] * 3)
    for nulls in [pyarrow.nulls(3), polars.Series([None] * 3)]:
        assert pyarrow.array(sortid.arrow.to_text(sortid.ULID, nulls)).equals(pyarrow.nulls(3, pyarrow.string()))
        assert pyarrow.array(sortid.arrow.first_at(sortid.XID, nulls)).equals(pyarrow.nulls(3, pyarrow.uint64()))
    assert len(sortid.arrow.from_text(sortid.ULID, pyarrow.nulls(0))) == 0
    with pytest.raises(TypeError, match="no smallest and largest id"):
        sortid.arrow.first_at(sortid.UUID, pyarrow.nulls(1))
    masker = sortid.Masker(sortid.ULID, bytes(16))
    assert pyarrow.array(sortid.arrow.mask(masker, pyarrow.nulls(2))).to_pylist() == [None, None]


def test_arrow_between_libraries():
    texts = [str(sortid.ULID.new()) for _ in range(10)] + [None]
    ids = [None if text is None else sortid.ULID(text).bytes for text in texts]
    for source in [pyarrow.array(texts), polars.Series(texts), pandas.Series(texts, dtype="str"),
                   nanoarrow.Array(texts, nanoarrow.string()), arro3.core.Array.from_arrow(pyarrow.array(texts))]:
        column = sortid.arrow.from_text(sortid.ULID, source)
        assert pyarrow.array(column).to_pylist() == ids
        assert nanoarrow.Array(column).to_pylist() == ids
        assert arro3.core.Array.from_arrow(column).to_pylist() == ids
        assert arro3.core.ArrayReader.from_stream(column).read_all().chunk(0).to_pylist() == ids
        assert polars.Series(sortid.arrow.to_text(sortid.ULID, column)).to_list() == texts
        instants = polars.Series(sortid.arrow.instants(sortid.ULID, column))
        assert instants.to_list() == [None if text is None else sortid.ULID(text).datetime for text in texts]
        assert instants.dtype == polars.Datetime("ms", "UTC")


def test_arrow_capsules_are_freed_unread():
    column = sortid.arrow.from_text(sortid.ULID, pyarrow.array([str(sortid.ULID.MAX)] * 1000))
    for _ in range(100):
        column.__arrow_c_array__()
        column.__arrow_c_array__(requested_schema=None)
        column.__arrow_c_stream__()
        column.__arrow_c_schema__()
    before = pyarrow.total_allocated_bytes()
    for _ in range(10):
        sortid.arrow.from_text(sortid.ULID, pyarrow.array([str(sortid.ULID.MAX)] * 1000))
    assert pyarrow.total_allocated_bytes() == before


@pytest.mark.parametrize("kind", [sortid.ULID, sortid.EUID, sortid.XID], ids=lambda kind: kind.FORMAT)
def test_numpy_sorts_and_searches_in_the_order_of_ids(kind):
    """As docs/functions.json says of sort, lower bound and difference."""
    ids = sorted({kind.new_random() for _ in range(600)})[:500]  # two xids of a millisecond are equal now and then
    array = sortid.numpy.from_text(kind, [str(id_) for id_ in ids])
    shuffled = array[numpy.random.default_rng(5).permutation(500)]
    assert (numpy.sort(shuffled) == array).all() and numpy.searchsorted(array, array[123]) == 123
    assert (numpy.setdiff1d(shuffled, array[:7]) == array[7:]).all()


def test_a_column_has_the_zone():
    column = pyarrow.array(sortid.arrow.instants(sortid.ULID, pyarrow.array([str(sortid.ULID.MIN)])))
    assert column.to_pylist()[0] == datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)


@pytest.mark.parametrize("kind", [1, None, b"ulid", str, sortid.Id, sortid.Generator, sortid.ULID.MAX])
def test_arrays_of_what_is_no_class_of_ids(kind):
    ids = numpy.zeros(1, "V16")
    for call in [lambda: sortid.numpy.id_dtype(kind), lambda: sortid.numpy.to_text(kind, ids),
                 lambda: sortid.numpy.instants(kind, ids), lambda: sortid.numpy.from_text(kind, numpy.array(["x"]))]:
        with pytest.raises(TypeError, match="a class of ids or a format's name is expected, not "):
            call()


# --- one text in every front ---------------------------------------------------------------------------------------


ODD = ["", "é", "01ARZ3NDEKTSV4RRFFQ69G5FA√", "01ARZ3NDEKTSV4RRFFQ69G5FAé", "01ARZ3NDEKTSV4RRFFQ69G5é", "é1ARZ3NDEKTSV4RRFFQ69G5FA",
       "01ARZ3NDEKTSV4RRFFQ69G\U0001f600", "01ARZ3NDEKTSV4RRFFQ69G5FA\x7f", "01ARZ3NDEKTSV4RRFFQ69G5FA\x80", "٠" * 26, "０" * 26,
       "01ARZ3NDEKTSV4RRFFQ69G5FAU", "01ARZ3NDEKTSV4RRFFQ69G5FA", "a\0b", "01ARZ3NDEKTSV4RRFFQ69G5\0AV", "8" + "0" * 25, "I" * 26]
SURROGATES = ["01ARZ3NDEKTSV4RRFFQ69G5FA\udc80", "01ARZ3NDEKTSV4RRFFQ69G5FA\ud800", "\udc80\ud800"]
LONG = numpy.dtypes.StringDType()

FRONTS = {
    "bytes": lambda text: sortid.ULID.parse(text.encode()),
    "numpy, U": lambda text: sortid.numpy.from_text(sortid.ULID, numpy.array([text])),
    "numpy, U of the other order": lambda text: sortid.numpy.from_text(sortid.ULID, numpy.array([text]).astype(">U40")),
    "numpy, S": lambda text: sortid.numpy.from_text(sortid.ULID, numpy.array([text.encode()])),
    "numpy, O": lambda text: sortid.numpy.from_text(sortid.ULID, numpy.array([text], object)),
    "numpy, O of bytes": lambda text: sortid.numpy.from_text(sortid.ULID, numpy.array([text.encode()], object)),
    "numpy, T": lambda text: sortid.numpy.from_text(sortid.ULID, numpy.array([text], LONG)),
    "arrow": lambda text: sortid.arrow.from_text(sortid.ULID, pyarrow.array([text])),
    "arrow, views": lambda text: sortid.arrow.from_text(sortid.ULID, pyarrow.array([text], pyarrow.string_view())),
    "arrow, U": lambda text: sortid.arrow.from_text(sortid.ULID, numpy.array([text])),
    "arrow, O": lambda text: sortid.arrow.from_text(sortid.ULID, numpy.array([text], object)),
    "pandas": lambda text: pandas.Series([text]).sortid.parse("ulid"),
    "pandas, objects": lambda text: pandas.Series([text], dtype=object).sortid.parse("ulid"),
    "polars": lambda text: sortid.arrow.from_text(sortid.ULID, polars.Series([text])),
}
OF_STR = ["numpy, U", "numpy, U of the other order", "numpy, O", "arrow, U", "arrow, O", "pandas, objects"]  # where any str can be


def what_is_wrong(call):
    with pytest.raises(sortid.IdError) as why:
        call()
    return why.value.reason, why.value.position, why.value.expected, why.value.found


@pytest.mark.parametrize("front, text", [(front, text) for front in FRONTS for text in ODD]
                         + [(front, text) for front in OF_STR for text in SURROGATES], ids=ascii)
def test_a_text_is_rejected_alike_in_every_front(front, text):
    import sortid.pandas

    wanted, found = what_is_wrong(lambda: sortid.ULID.parse(text)), what_is_wrong(lambda: FRONTS[front](text))
    # Arrays of numpy end their texts at zeros, so there a zero is another byte that is in no text.
    assert found[:3] == wanted[:3] and (found[3] == wanted[3] or (front.startswith("numpy") and "\0" in text))
    assert front != "polars" or polars.Series([text]).sortid.check("ulid").to_list() == [wanted[0]]


# --- rows of errors --------------------------------------------------------------------------------------------------


def rejected_at(row, rows=10):
    """TypeIDs of two prefixes, a null, and texts that are rejected at that row and at later ones."""
    prefixes = ["user" if i % 3 else "order" for i in range(rows)]
    texts = [str(sortid.TypeID.new(prefix)) for prefix in prefixes]
    texts[0] = None
    texts[row:] = [text[:-1] + "u" for text in texts[row:]]
    return texts, prefixes


def by_prefix(texts, prefixes):
    from sortid import _sql

    return _sql.by_prefix(lambda rows, prefix: _sql.to_ids(sortid.TypeID, rows, prefix), texts, prefixes)


def texts_of_users(row):
    return [None] + [str(sortid.TypeID.new("user")) for _ in range(row - 1)] + ["user_no", "user_too"]


def parsed(column, **options):
    return sortid.arrow.from_text(sortid.TypeID, column, prefix="user", **options)


@pytest.mark.parametrize("row", [1, 7, 8, 300])
@pytest.mark.parametrize("front, call", {
    "numpy": lambda row: sortid.numpy.from_text(sortid.TypeID, numpy.array(texts_of_users(row)[1:]), prefix="user"),
    "arrow": lambda row: parsed(pyarrow.array(texts_of_users(row))),
    "arrow, a slice": lambda row: parsed(pyarrow.array(["x", *texts_of_users(row)])[1:]),
    "arrow, chunks": lambda row: parsed(pyarrow.chunked_array([texts_of_users(row)[:1], texts_of_users(row)[1:]], "string")),
    "arrow, a dictionary": lambda row: parsed(pyarrow.array(texts_of_users(row)).dictionary_encode()),
    "arrow, a stream": lambda row: list(sortid.arrow.transform(
        sortid.TypeID, pyarrow.chunked_array([["x"][:0], texts_of_users(row)[:1], texts_of_users(row)[1:]], "string"), "ids", prefix="user")),
    "pandas": lambda row: pandas.Series(texts_of_users(row), index=range(row + 2, 0, -1)).sortid.parse("typeid", prefix="user"),
    "pandas, categories": lambda row: pandas.Series(texts_of_users(row), dtype="category").sortid.parse("typeid", prefix="user"),
    "pandas, objects": lambda row: pandas.Series(texts_of_users(row), dtype=object).sortid.time("typeid", prefix="user"),
    "by prefix": lambda row: by_prefix(*map(pyarrow.array, rejected_at(row, row + 5))),
    "by prefix, views": lambda row: by_prefix(*map(pyarrow.array, rejected_at(row, row + 5), [pyarrow.string_view(), pyarrow.string()])),
    "by prefix, slices": lambda row: by_prefix(*(pyarrow.array(["x", *of])[1:] for of in rejected_at(row, row + 5))),
}.items(), ids=lambda value: value if isinstance(value, str) else "")
def test_an_error_names_the_first_row_of_the_column(front, call, row):
    import sortid.pandas

    with pytest.raises(sortid.IdError) as why:
        call(row)
    wanted = row - (front == "numpy")
    assert why.value.row == wanted and str(why.value).endswith(f"(row {wanted})")


def test_columns_of_many_prefixes():
    prefixes = [f"p{i % 700:x}".translate(str.maketrans("0123456789", "ghijklmnop")) for i in range(2000)] + [None, "user", "user"]
    ids = [sortid.TypeID.new(prefix or "user") for prefix in prefixes]
    texts = [str(id_) for id_ in ids[:-1]] + [None]
    found = by_prefix(pyarrow.array(texts), pyarrow.array(prefixes)).storage
    assert found.to_pylist() == [None if text is None or prefix is None else id_.bytes for text, prefix, id_ in zip(texts, prefixes, ids)]
    assert by_prefix(pyarrow.array(texts[:2]), pyarrow.nulls(2, pyarrow.string())).null_count == 2
    assert len(by_prefix(pyarrow.array([], "string"), pyarrow.array([], "string"))) == 0
    with pytest.raises(sortid.IdPrefixError) as why:  # of the prefix itself
        by_prefix(pyarrow.array(texts[:2]), pyarrow.array(["user", "User"]))
    assert why.value.row is None
