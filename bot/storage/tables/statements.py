"""Writes statements out of the tables, so that columns are listed nowhere else.

Each is written once, when its module is loaded: texts go to the driver as they are.
"""

from sqlalchemy import Table

BATCH = 500  # rows that are deleted at once: more would hold others up


def columns(table: Table, *without: str) -> tuple[str, ...]:
    """The columns of a table, but for its sequence, which the database fills."""
    return tuple(column.name for column in table.c if column.name not in {"seq", *without})


def keys_of(table: Table) -> tuple[str, ...]:
    """The columns of a table's primary key."""
    return tuple(column.name for column in table.primary_key)


def insert(table: Table, *without: str, **literals: str) -> str:
    """Add a row; some columns stay empty, some are the same in all rows."""
    names = columns(table, *without)
    values = (literals.get(name, f":{name}") for name in names)
    return f"INSERT INTO {table.name} ({', '.join(names)}) VALUES ({', '.join(values)})"  # noqa: S608 - names of ours


def upsert(table: Table, *changed: str) -> str:
    """Add a row, or change some columns of the one that has its key."""
    new = ", ".join(f"{name} = excluded.{name}" for name in changed)
    keys = ", ".join(keys_of(table))
    return f"{insert(table)} ON CONFLICT ({keys}) DO UPDATE SET {new}"


def select(table: Table, which: str, *without: str) -> str:
    """Read rows, but for some columns; `which` says what stands behind the table."""
    return f"SELECT {', '.join(columns(table, *without))} FROM {table.name} {which}"  # noqa: S608 - names of ours


def update(table: Table, where: str, *changed: str) -> str:
    """Change some columns of rows."""
    new = ", ".join(f"{name} = :{name}" for name in changed)
    return f"UPDATE {table.name} SET {new} WHERE {where}"  # noqa: S608 - names of ours


def delete(table: Table, where: str) -> str:
    """Delete rows."""
    return f"DELETE FROM {table.name} WHERE {where}"  # noqa: S608 - names of ours


def delete_batch(table: Table, where: str) -> str:
    """Delete some of the rows that are to go; it is run until there are none."""
    keys = ", ".join(keys_of(table))
    rows = f"SELECT {keys} FROM {table.name} WHERE {where} LIMIT {BATCH}"  # noqa: S608 - names of ours
    return delete(table, f"({keys}) IN ({rows})")
