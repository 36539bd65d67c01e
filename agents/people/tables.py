"""The tables of the people desk; days are kept as ISO dates, an empty text means none."""

from agents.kit import NUMBER, WORKSPACE, Column, Table, texts

EMPLOYEES = Table(
    "people_employees",
    (
        WORKSPACE,
        NUMBER,
        *texts("name", "role", "department", "starts_on", "mentor", "benefits", "leaves_on"),
    ),
)

# `employee` is the number of one.
ORIENTATIONS = Table(
    "people_orientations",
    (WORKSPACE, NUMBER, Column("employee", kind="integer"), *texts("day", "time")),
)

LEAVES = Table(
    "people_leaves",
    (
        WORKSPACE,
        NUMBER,
        Column("employee", kind="integer"),
        *texts("kind", "first_day", "last_day"),
    ),
)
