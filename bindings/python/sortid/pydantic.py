"""What pydantic's models, and FastAPI's, say about ids beyond their classes.

    user: Annotated[TypeID, Prefix("user")]
"""

from __future__ import annotations

import dataclasses
from typing import Any

from pydantic_core import core_schema

from . import _core, _guesses

__all__ = ["Prefix"]


@dataclasses.dataclass(frozen=True)
class Prefix:
    """TypeIDs of this prefix alone; in JSON schemas a pattern. One of another prefix is an error that names both."""

    prefix: str

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        if not getattr(source, "MAX_PREFIX", 0):
            raise TypeError(f"{getattr(source, '__name__', source)} takes no prefix")
        source.MIN.from_id(source.MIN, self.prefix)  # a prefix that cannot be is an error now

        def of_prefix(id_: Any) -> Any:
            return id_ if id_.prefix == self.prefix else source.parse(str(id_), self.prefix)

        return core_schema.no_info_after_validator_function(of_prefix, handler(source))

    def __get_pydantic_json_schema__(self, schema: Any, handler: Any) -> dict[str, Any]:
        described: dict[str, Any] = handler(schema)
        lead, size = f"{self.prefix}_" if self.prefix else "", described["minLength"]
        symbols = "".join(str(_core.TypeID.from_int(number))[-1] for number in range(32))
        whole = len(lead) + size
        return {**described, "minLength": whole, "maxLength": whole, "pattern": f"^{lead}[{symbols[:8]}][{symbols}]{{{size - 1}}}$"}


globals()["__getattr__"] = _guesses.answer_in(__name__)
