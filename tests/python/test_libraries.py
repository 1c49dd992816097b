"""pydantic, SQLAlchemy on SQLite, type checkers, the examples, and the importer against malformed Arrow arrays."""

import os
import pathlib
import re
import subprocess
import sys

import pydantic
import pytest
import sqlalchemy
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column

import sortid
from sortid.sqlalchemy import IdType

HERE = pathlib.Path(__file__).resolve().parent
# Those of engines are run where the engines are, by tests/engines.
EXAMPLES = sorted(path for path in (HERE.parent.parent / "examples" / "python").glob("*.py")
                  if path.stem.split("_")[0] not in ("spark", "datafusion"))
KINDS = list(sortid.FORMATS.values())
every = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.FORMAT)


@every
def test_pydantic(kind):
    adapter = pydantic.TypeAdapter(kind)
    for id_ in [kind.MIN, kind.MAX]:
        assert adapter.validate_python(id_) is id_ and adapter.validate_python(str(id_)) == id_
        assert adapter.validate_json(adapter.dump_json(id_)) == id_ and adapter.dump_python(id_) is id_
        assert adapter.dump_python(id_, mode="json") == str(id_)
    for wrong in ["", "!" * kind.SYMBOLS, 1, None, b"1"]:
        with pytest.raises(pydantic.ValidationError):
            adapter.validate_python(wrong)
    with pytest.raises(pydantic.ValidationError) as why:
        adapter.validate_json('"!"')
    assert isinstance(why.value.errors()[0]["ctx"]["error"], sortid.IdLengthError)
    schema = adapter.json_schema()
    assert schema["type"] == "string" and schema["format"] == kind.FORMAT and schema["minLength"] == kind.SYMBOLS


def stores():
    for kind in KINDS:
        prefix = {"prefix": "user"} if kind is sortid.TypeID else {}
        yield kind, "text", prefix
        yield kind, "bytes", prefix
        if kind.BITS == 128:
            yield kind, "uuid", prefix
        elif int(kind.MAX) < 2**63:
            yield kind, "int", prefix
    yield sortid.TypeID, "text", {}


@pytest.mark.parametrize("kind, storage, options", list(stores()),
                         ids=lambda value: getattr(value, "FORMAT", str(value)))
def test_sqlalchemy(kind, storage, options):
    class Base(DeclarativeBase):
        pass

    class Row(Base):
        __tablename__ = "rows"
        id: Mapped[kind] = mapped_column(IdType(kind, storage, **options), primary_key=True)
        other: Mapped[kind | None] = mapped_column(IdType(kind, storage, **options))

    prefix = ("user",) if kind is sortid.TypeID else ()
    new = getattr(kind, "new_random", getattr(kind, "new", lambda: kind.MAX))
    ids = sorted({new(*prefix) for _ in range(20)})
    engine = sqlalchemy.create_engine("sqlite://")
    Base.metadata.create_all(engine)
    with Session(engine) as session:
        session.add_all(Row(id=id_) for id_ in reversed(ids))
        session.commit()
        session.expunge_all()
        rows = session.scalars(sqlalchemy.select(Row).order_by(Row.id)).all()
        assert [row.id for row in rows] == ids and type(rows[0].id) is kind and rows[0].other is None
        for wanted in [ids[0], str(ids[0])]:  # a text is read
            assert session.scalar(sqlalchemy.select(Row).where(Row.id == wanted)).id == ids[0]
        with pytest.raises(sqlalchemy.exc.StatementError):
            session.scalar(sqlalchemy.select(Row).where(Row.id == "no id"))
        with pytest.raises(sqlalchemy.exc.StatementError):
            session.scalar(sqlalchemy.select(Row).where(Row.id == 1))


def test_sqlalchemy_types_that_cannot_be():
    for arguments, options in [((sortid.XID, "int"), {}), ((sortid.XID, "uuid"), {}), ((sortid.TypeID, "bytes"), {}),
                               ((sortid.ULID,), {"prefix": "user"})]:
        with pytest.raises(ValueError):
            IdType(*arguments, **options)
    column = IdType(sortid.TypeID, prefix="user")
    assert column.process_bind_param(sortid.TypeID.MAX.from_id(sortid.TypeID.MAX, "user"), None)
    with pytest.raises(sortid.IdPrefixError):
        column.process_bind_param(sortid.TypeID.new("order"), None)
    assert column.python_type is sortid.TypeID


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_example(path, tmp_path):
    subprocess.run([sys.executable, path], cwd=tmp_path, check=True)


def test_the_guide_runs_in_order_from_the_top(tmp_path):
    guide = (HERE.parent.parent / "docs" / "python.md").read_text()
    blocks = re.findall(r"^```python\n(.*?)^```$", guide, re.MULTILINE | re.DOTALL)
    assert len(blocks) > 8
    (tmp_path / "guide.py").write_text("\n".join(blocks))
    subprocess.run([sys.executable, "guide.py"], cwd=tmp_path, check=True)


def test_malformed_arrow_arrays_are_rejected():
    subprocess.run([sys.executable, HERE / "fuzz_arrow.py", "20000", "1"], check=True)


USE = """
import datetime
import uuid
from sortid import EUID, ULID, UUID, Generator, Id, TypeID, XID, parse_any

id: ULID = ULID.new()
when: datetime.datetime = id.datetime
maybe: datetime.datetime | None = UUID.from_uuid(uuid.uuid4()).datetime
ends: tuple[XID, XID] = XID.between(when, 1)
then: XID = XID.new_at(when)
valid: bool = XID.is_valid(b"x") or TypeID.is_valid("x", prefix="user")
of_prefix: tuple[TypeID, TypeID] = TypeID.between(when, 1, prefix=TypeID.new(prefix="user").prefix)
users: Generator[TypeID] = Generator(TypeID, prefix="user")
user: TypeID = users.next()
extension: int | None = EUID.new().extension
anything: Id = parse_any("x")
ids: list[ULID] = sorted([id, ULID("x")])
"""
MISUSE = ["ULID(1)", "ULID.new() < XID.new()", "XID.new().uuid", "ULID.new('user')", "TypeID.parse_lenient('x')",
          "Generator(ULID, on_overflow='ignore')", "UUID.new()", "ULID.new().bytes.decode(1)", "UID11Snowish.new_at(1)",
          "ULID.new_at()"]


def mypy(*arguments, folder):
    return subprocess.run([sys.executable, "-m", "mypy", "--config-file", HERE / "mypy.ini", "--cache-dir", folder / "cache", *arguments],
                          cwd=folder, capture_output=True, text=True,
                          env={**os.environ, "PYTHONPATH": ""})


def test_types(tmp_path):
    # The others are held up by what these libraries say of their own types.
    examples = [path for path in EXAMPLES if path.stem.split("_")[0] not in ("pandas", "polars", "pydantic")]
    for what in [("-p", "sortid"), examples]:
        used = mypy(*what, folder=tmp_path)
        assert used.returncode == 0, used.stdout + used.stderr
    (tmp_path / "use.py").write_text(USE)
    (tmp_path / "misuse.py").write_text(
        "from sortid import ULID, UUID, XID, Generator, TypeID, UID11Snowish\n" + "\n".join(MISUSE) + "\n")
    assert mypy("use.py", folder=tmp_path).returncode == 0
    found = mypy("misuse.py", folder=tmp_path).stdout
    assert all(f"misuse.py:{2 + line}: error" in found for line in range(len(MISUSE))), found
    stubs = subprocess.run([sys.executable, "-m", "mypy.stubtest", "--mypy-config-file", HERE / "mypy.ini",
                            "--allowlist", HERE / "stubtest_allowlist.txt", "sortid"],
                           cwd=tmp_path, capture_output=True, text=True)
    assert stubs.returncode == 0, stubs.stdout + stubs.stderr


def test_the_stubs_say_what_the_module_says():
    tool = HERE.parent.parent / "tools" / "python_stubs.py"
    checked = subprocess.run([sys.executable, tool, "--check"], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout + checked.stderr
