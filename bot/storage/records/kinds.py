"""Whether a column of an agent's table can hold what is declared of it."""

from typing import Any

import sqlalchemy
from sqlalchemy.types import Boolean, Date, DateTime, Integer, Numeric, String, TypeEngine

from bot.storage.records.records import TYPES

# By declared kind, the types of a database that keep it as it is. SQLite has neither flags
# nor moments: they are numbers and texts there.
_HOLDING: dict[str, tuple[type[TypeEngine[Any]], ...]] = {
    "text": (String,),
    "integer": (Integer,),
    "flag": (Boolean,),
    "moment": (DateTime,),
}
_ALSO_ON_SQLITE: dict[str, tuple[type[TypeEngine[Any]], ...]] = {
    "flag": (Integer,),
    "moment": (String,),
}
_KNOWN = (String, Integer, Boolean, DateTime, Date, Numeric)


def misfit(column: sqlalchemy.Column[Any], found: TypeEngine[Any], dialect: str) -> str:
    """What is wrong with the type a column has; empty if nothing is, or it is none we know."""
    kind = _kind_of(column)
    holding = _HOLDING[kind] + (_ALSO_ON_SQLITE.get(kind, ()) if dialect == "sqlite" else ())
    if isinstance(found, holding) or not isinstance(found, _KNOWN):
        return ""
    return f"{column} (declared {kind}, but {str(found).lower()} in the database)"


def _kind_of(column: sqlalchemy.Column[Any]) -> str:
    return next(kind for kind, type_ in TYPES.items() if type(column.type) is type_)
