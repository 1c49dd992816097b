"""pydantic, SQLAlchemy and SQLModel on SQLite, type checkers, the examples, and the importer against malformed Arrow arrays."""

import ast
import os
import pathlib
import re
import subprocess
import sys
import uuid
from typing import Annotated

import pydantic
import pytest
import sqlalchemy
import sqlmodel
from conftest import maker, stores
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column

import sortid
from sortid.pydantic import Prefix
from sortid.sqlalchemy import IdType

HERE = pathlib.Path(__file__).resolve().parent
# Those of engines are run where the engines are, by tests/engines.
EXAMPLES = sorted(path for path in (HERE.parents[2] / "examples" / "python").glob("*.py")
                  if path.stem.split("_")[0] not in ("spark", "datafusion"))
KINDS = list(sortid.FORMATS.values())
UUIDS = (sortid.UUID, sortid.UUIDv7)
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
    wanted = "uuid" if kind in UUIDS else kind.FORMAT
    assert schema["type"] == "string" and schema["format"] == wanted and schema["minLength"] == kind.SYMBOLS


@every
def test_a_standard_uuid_is_taken_where_a_uuid_is_meant(kind):
    standard = uuid.UUID("019ca6b1-dc00-7abc-8def-0123456789ab")
    adapter = pydantic.TypeAdapter(kind)
    if kind in UUIDS:
        assert adapter.validate_python(standard) == kind(standard)
        with pytest.raises(pydantic.ValidationError):
            pydantic.TypeAdapter(sortid.UUIDv7).validate_python(uuid.UUID(int=1))
    else:
        with pytest.raises(pydantic.ValidationError):
            adapter.validate_python(standard)
    options = {"prefix": "user"} if kind.MAX_PREFIX else {}
    if kind.BITS == 128:
        column = IdType(kind, "uuid", **options)
        assert column.process_bind_param(standard, None) == standard
    texts = IdType(kind, **options)
    if kind in UUIDS:
        assert texts.process_bind_param(standard, None) == str(standard)
    else:
        with pytest.raises(TypeError):
            texts.process_bind_param(standard, None)


def test_pydantic_prefix():
    class Order(pydantic.BaseModel):
        user: Annotated[sortid.TypeID, Prefix("user")]
        bare: Annotated[sortid.TypeID, Prefix("")] | None = None

    user, bare = sortid.TypeID.new("user"), sortid.TypeID.new()
    order = Order(user=str(user), bare=bare)
    assert order.user == user and Order.model_validate_json(order.model_dump_json()) == order
    for fields in [{"user": sortid.TypeID.new("order")}, {"user": str(bare)}, {"user": user, "bare": user}]:
        with pytest.raises(pydantic.ValidationError) as why:
            Order(**fields)
        assert isinstance(why.value.errors()[0]["ctx"]["error"], sortid.IdPrefixError)
    described = Order.model_json_schema()["properties"]["user"]
    assert described["minLength"] == described["maxLength"] == len(str(user)) and re.search(described["pattern"], str(user))
    for text in [str(bare), f"{user}0", "user_8zzzzzzzzzzzzzzzzzzzzzzzzz", "user_01h2xcejqtf2nbrexx3vqjhp4u"]:
        assert not re.search(described["pattern"], text)
    for kind, prefix in [(sortid.ULID, "user"), (sortid.TypeID, "User")]:
        with pytest.raises((TypeError, sortid.IdPrefixError)):
            pydantic.TypeAdapter(Annotated[kind, Prefix(prefix)])


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
    new = maker(kind) if hasattr(kind, "new") else lambda: kind.MAX
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


def test_sqlalchemy_writes_ids_into_statements_and_migrations():
    engine = sqlalchemy.create_engine("sqlite://")
    for kind, storage in [(sortid.ULID, "text"), (sortid.ULID, "uuid"), (sortid.UlidFlake, "int"), (sortid.UlidFlake, "text")]:
        table = sqlalchemy.Table("t", sqlalchemy.MetaData(), sqlalchemy.Column("id", IdType(kind, storage)))
        id = kind.new()
        found = sqlalchemy.select(table.c.id).where(table.c.id == id)
        with engine.begin() as connection:
            table.create(connection)
            connection.execute(table.insert().values(id=id))
            literal = found.compile(engine, compile_kwargs={"literal_binds": True})
            assert connection.execute(sqlalchemy.text(str(literal))).all() == connection.execute(
                sqlalchemy.text("SELECT id FROM t")).all() != [], literal
            table.drop(connection)
    with pytest.raises(sqlalchemy.exc.CompileError):  # bytes are written in another way by each database
        in_bytes = sqlalchemy.column("id", IdType(sortid.ULID, "bytes")) == sortid.ULID.new()
        in_bytes.compile(compile_kwargs={"literal_binds": True})
    for type_ in (IdType(sortid.ULID), IdType(sortid.TypeID, "uuid", prefix="user")):
        again = eval(repr(type_))
        assert (again.kind, again.storage, again.prefix) == (type_.kind, type_.storage, type_.prefix)


def test_sqlalchemy_patterns():
    """A text column takes the patterns of LIKE and the like as they are; what compares ids still reads ids."""
    engine = sqlalchemy.create_engine("sqlite://")
    id_ = sortid.TypeID.new("user")
    for options in ({}, {"prefix": "user"}):
        column = sqlalchemy.Column("id", IdType(sortid.TypeID, **options))
        table = sqlalchemy.Table("t", sqlalchemy.MetaData(), column)
        with engine.begin() as connection:
            table.create(connection)
            connection.execute(table.insert().values(id=id_))
            found = lambda where: connection.execute(sqlalchemy.select(column).where(where)).scalars().all()
            for where in [column.like("user_%"), column.ilike("USER%"), column.startswith("user_"), column.endswith(str(id_)[-4:]),
                          column.contains("r\\_", escape="\\"), column.startswith("user_", autoescape=True), column.not_like("order%"),
                          column.regexp_match("^user_[0-7]"), column.bool_op("GLOB")("user*"), column.like(str(id_)), column.like(id_),
                          column == str(id_), column.in_([id_, str(id_)]), column.between(id_, str(id_)), column.is_distinct_from(None)]:
                assert found(where) == [id_], str(where)
            assert found(column.like("order%")) == []
            for where in [column == "user_%", column.in_(["user_"]), column.between("a", "b"), column < "user_", column.is_distinct_from("x")]:
                with pytest.raises(sqlalchemy.exc.StatementError, match="length|prefix"):
                    found(where)
            table.drop(connection)
    for storage in ("bytes", "uuid"):
        column = sqlalchemy.column("id", IdType(sortid.ULID, storage))
        for call in (column.like, column.startswith, column.regexp_match):
            with pytest.raises(TypeError, match=f"looks into a text, and the column has a ULID as '{storage}'"):
                call("01%")


def test_sqlalchemy_what_is_calculated_of_an_id_is_no_id():
    engine = sqlalchemy.create_engine("sqlite://")
    table = sqlalchemy.Table("t", sqlalchemy.MetaData(), *(sqlalchemy.Column(name, of) for name, of in [
        ("text", IdType(sortid.ULID)), ("number", IdType(sortid.UlidFlake, "int")), ("of_user", IdType(sortid.TypeID, prefix="user"))]))
    ulid, flake, user = sortid.ULID.new(), sortid.UlidFlake.new(), sortid.TypeID.new("user")
    of = table.c
    with engine.begin() as connection:
        table.create(connection)
        connection.execute(table.insert().values(text=ulid, number=flake, of_user=user))
        for made, wanted in [(of.text + "x", f"{ulid}x"), ("x" + of.text, f"x{ulid}"), (of.text.concat("x"), f"{ulid}x"),
                             (of.text + of.of_user, f"{ulid}{user}"), ("/" + of.of_user + "/", f"/{user}/"), (of.number % 16, int(flake) % 16),
                             (of.number + 1, int(flake) + 1), (1 + of.number, int(flake) + 1), (of.number - of.number, 0),
                             (-of.number, -int(flake)), (of.number.bitwise_and(15), int(flake) & 15), (sqlalchemy.func.max(of.text), ulid),
                             (sqlalchemy.func.coalesce(of.number, of.number), flake), (of.text.collate("NOCASE"), ulid)]:
            assert connection.scalar(sqlalchemy.select(made)) == wanted, str(made)
        assert connection.scalar(sqlalchemy.select(of.text).where(of.text + "x" == f"{ulid}x").order_by(of.text.desc())) == ulid


def test_sqlalchemy_types_that_cannot_be():
    for wrong in (b"ulid", str, sortid.Id, None, sortid.ULID.MAX):
        with pytest.raises(TypeError, match="a class of ids or a format's name is expected, not "):
            IdType(wrong)
    assert IdType("ulid", "bytes").kind is sortid.ULID and IdType("ulid").python_type is sortid.ULID
    for prefix in ("User", "_", "a" * 64):
        with pytest.raises(sortid.IdPrefixError):
            IdType(sortid.TypeID, prefix=prefix)
    for arguments, options in [((sortid.XID, "int"), {}), ((sortid.XID, "uuid"), {}), ((sortid.TypeID, "bytes"), {}),
                               ((sortid.ULID,), {"prefix": "user"})]:
        with pytest.raises(ValueError):
            IdType(*arguments, **options)
    column = IdType(sortid.TypeID, prefix="user")
    assert column.process_bind_param(sortid.TypeID.MAX.from_id(sortid.TypeID.MAX, "user"), None)
    with pytest.raises(sortid.IdPrefixError):
        column.process_bind_param(sortid.TypeID.new("order"), None)
    assert column.python_type is sortid.TypeID


def test_sqlmodel():
    class Row(sqlmodel.SQLModel, table=True):
        id: sortid.ULID = sqlmodel.Field(default_factory=sortid.ULID.new, sa_type=IdType(sortid.ULID, "uuid"), primary_key=True)

    engine = sqlalchemy.create_engine("sqlite://")
    sqlmodel.SQLModel.metadata.create_all(engine)
    with sqlmodel.Session(engine) as session:
        row = Row()
        id_ = row.id
        session.add(row)
        session.commit()
        session.expunge_all()
        assert session.exec(sqlmodel.select(Row)).one().id == id_
    assert Row.model_validate({"id": str(id_)}).model_dump(mode="json") == {"id": str(id_)}


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_example(path, tmp_path):
    subprocess.run([sys.executable, path], cwd=tmp_path, check=True)


def test_the_guide_runs_in_order_from_the_top(tmp_path):
    guide = (HERE.parents[2] / "docs" / "python.md").read_text()
    blocks = re.findall(r"^```python\n(.*?)^```$", guide, re.MULTILINE | re.DOTALL)
    assert len(blocks) > 8
    (tmp_path / "guide.py").write_text("\n".join(blocks))
    subprocess.run([sys.executable, "guide.py"], cwd=tmp_path, check=True)


def test_malformed_arrow_arrays_are_rejected():
    subprocess.run([sys.executable, HERE / "fuzz_arrow.py", "20000", "1"], check=True)


USE = """
import datetime
import uuid
from typing import Callable, TypeVar
from sortid import EUID, ULID, UUID, Generator, Id, Masker, TypeID, UUIDv7, XID, parse

T = TypeVar("T", bound=Id)

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
anything: Id = parse("x")
ids: list[ULID] = sorted([id, ULID("x")])
masked: ULID = Masker(ULID, b"k").mask(id)
public: UUID = Masker(UUIDv7, b"k").mask(UUIDv7.new())
stored: UUIDv7 = Masker(UUIDv7, b"k").unmask(public)
back: TypeID = Masker(TypeID, b"k").unmask(user)


def read(kind: type[Id], text: str) -> Id:
    return kind.parse(text) if kind.is_valid(text) else kind.from_id(kind.from_int(int(kind.from_bytes(kind.from_hex(text).bytes))))


def masker_of(kind: type[T], key: bytes) -> Callable[[T], Id]:
    return Masker(kind, key).mask
"""
MISUSE = ["ULID(1)", "ULID.new() < XID.new()", "XID.new().uuid", "ULID.new('user')", "TypeID.parse_lenient('x')",
          "Generator(ULID, on_overflow='ignore')", "UUID.new()", "ULID.new().bytes.decode(1)", "UID11Snowish.new_at(1)",
          "ULID.new_at()", "Masker(ULID, b'k').mask(XID.new())", "x: UUIDv7 = Masker(UUIDv7, b'k').mask(UUIDv7.new())",
          "Masker(UUIDv7, b'k').unmask(ULID.new())"]


def mypy(*arguments, folder):
    return subprocess.run([sys.executable, "-m", "mypy", "--config-file", HERE / "mypy.ini", "--cache-dir", folder / "cache", *arguments],
                          cwd=folder, capture_output=True, text=True,
                          env={**os.environ, "PYTHONPATH": ""})


def test_types(tmp_path):
    # The others are held up by what these libraries say of their own types.
    examples = [path for path in EXAMPLES if path.stem.split("_")[0] not in ("django", "pandas", "polars", "pydantic")]
    for what in [("-p", "sortid"), examples]:
        used = mypy(*what, folder=tmp_path)
        assert used.returncode == 0, used.stdout + used.stderr
    (tmp_path / "use.py").write_text(USE)
    (tmp_path / "misuse.py").write_text(
        "from sortid import ULID, UUID, XID, Generator, Masker, TypeID, UID11Snowish, UUIDv7\n" + "\n".join(MISUSE) + "\n")
    assert mypy("use.py", folder=tmp_path).returncode == 0
    found = mypy("misuse.py", folder=tmp_path).stdout
    assert all(f"misuse.py:{2 + line}: error" in found for line in range(len(MISUSE))), found
    stubs = subprocess.run([sys.executable, "-m", "mypy.stubtest", "--mypy-config-file", HERE / "mypy.ini",
                            "--allowlist", HERE / "stubtest_allowlist.txt", "sortid"],
                           cwd=tmp_path, capture_output=True, text=True)
    assert stubs.returncode == 0, stubs.stdout + stubs.stderr


def test_the_stubs_have_the_words_of_the_module():
    stubs = ast.parse(pathlib.Path(sortid.__file__).with_name("_core.pyi").read_text(encoding="utf-8"))
    classes = {node.name: ast.get_docstring(node) for node in stubs.body if isinstance(node, ast.ClassDef)}
    assert all(classes[kind.__name__] == kind.__doc__ for kind in [*KINDS, sortid.Generator, sortid.Masker, sortid.IdError])
