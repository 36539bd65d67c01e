"""Tables with something to hide: rows of another workspace, a column, and a whole table."""

from agents.kit import Column, Person, Rows, Table
from agents.kit.ports.numbered_rows import NUMBER, WORKSPACE
from agents.kit.ports.sql import Database, View

PEOPLE = Table(
    "staff_people",
    (
        WORKSPACE,
        NUMBER,
        Column("name"),
        Column("team"),
        Column("city"),
        Column("age", kind="integer"),
        Column("active", kind="flag"),
        Column("since"),
        Column("salary"),
    ),
)
TEAMS = Table("staff_teams", (Column("name", key=True), Column("floor", kind="integer")))
VAULT = Table("vault", (Column("name", key=True), Column("code")))

STAFF = Database(
    "staff",
    (
        View("people", PEOPLE, ("name", "team", "city", "age", "active", "since")),
        View("teams", TEAMS, ("name", "floor")),
    ),
)

ANA = Person("console", "local", "ana")
HOME, OTHERS = "console/local", "console/other"
CANARY = "CANARY"
OWN = (
    ("Ana", "Sales", "Berlin", 41, True, "2019-03-01"),
    ("Bob", "Sales", "Paris", 35, True, "2021-07-15"),
    ("Cleo", "Legal", "Berlin", 29, False, "2024-01-08"),
)
EVERYBODYS = ("Dee", "Board", "Oslo", 60, True, "2001-01-01")
FOREIGN = 34  # so many that their number, or that of all rows, tells them apart from anything
LOCKED = 53
SEEN_IF_COUNTED = {FOREIGN, FOREIGN + len(OWN) + 1, LOCKED}


def seed(rows: Rows) -> None:
    """Fill the tables."""
    for number, own in enumerate(OWN, start=1):
        _add(rows, HOME, number, *own)
    _add(rows, "", 1, *EVERYBODYS)
    for number in range(1, FOREIGN + 1):
        foreign = (f"{CANARY}-{number}", CANARY, CANARY, 977, True, CANARY)
        _add(rows, OTHERS, number, *foreign)
    for name, floor in (("Sales", 1), ("Legal", 2), ("Board", 9)):
        rows.add(TEAMS, name=name, floor=floor)
    for number in range(LOCKED):
        rows.add(VAULT, name=f"{CANARY}-{number}", code=f"{CANARY}-code-{number}")


def _add(rows: Rows, workspace: str, number: int, /, *values: object) -> None:
    names = [column.name for column in PEOPLE.columns][2:-1]
    row = dict(zip(names, values, strict=True))
    rows.add(PEOPLE, workspace=workspace, number=number, salary=f"{CANARY}-salary", **row)
