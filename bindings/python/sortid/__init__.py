"""Ids that sort by the time they were made: ULID, TypeID, UUIDv7, EUID, Ulid-Flake, and uid11 with its profiles, xid among them.

Each format is a class, and sortid.FORMATS has them all. Columns of ids: sortid.numpy and sortid.arrow. pydantic models
take the classes as they are, SQLAlchemy by sortid.sqlalchemy. docs/python.md of the project is the guide.
"""

from . import _core
from ._core import *  # noqa: F403

TYPE_CHECKING = False  # what type checkers take for True; the module typing takes longer to import than all of this
if TYPE_CHECKING:
    from ._foreign import ForeignId, FoundId, find_ids, looks_like

__all__ = ["ForeignId", "FoundId", "__version__", "find_ids", "json_default", "looks_like"]
__all__ += _core.__all__

__version__ = _core.__version__


def json_default(value: object) -> str:
    """Returns the text of an id, for json.dumps(…, default=sortid.json_default)."""
    if isinstance(value, _core.Id):
        return str(value)
    raise TypeError(f"Object of type {type(value).__name__} is not JSON serializable")


def _later(wanted: str) -> object:
    """What few programs ask for, imported when they do."""
    if wanted in ("ForeignId", "FoundId", "find_ids", "looks_like"):
        from . import _foreign

        return globals().setdefault(wanted, getattr(_foreign, wanted))
    import sortid._guesses

    return sortid._guesses.guess(sortid, wanted)


globals()["__getattr__"] = _later  # which type checkers are not shown
globals()["__dir__"] = lambda: sorted({*globals(), *__all__})
