"""The tables of the people desk; days are kept as ISO dates, an empty text means none."""

from agents.kit import Column, Table
from agents.kit.numbers import NUMBER, WORKSPACE

EMPLOYEES = Table(
    "people_employees",
    (
        WORKSPACE,
        NUMBER,
        Column("name"),
        Column("role"),
        Column("department"),
        Column("starts_on"),
        Column("mentor"),
        Column("benefits"),
        Column("leaves_on"),
    ),
)

# `employee` is the number of one.
ORIENTATIONS = Table(
    "people_orientations",
    (
        WORKSPACE,
        NUMBER,
        Column("employee", kind="integer"),
        Column("day"),
        Column("time"),
    ),
)

LEAVES = Table(
    "people_leaves",
    (
        WORKSPACE,
        NUMBER,
        Column("employee", kind="integer"),
        Column("kind"),
        Column("first_day"),
        Column("last_day"),
    ),
)
