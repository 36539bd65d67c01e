"""The staff directory: its tables, what questions may read of them, and rows to try it with.

Days are kept as ISO dates. Rows with an empty workspace are everybody's, as those of the demo.
"""

from agents.kit import NUMBER, WORKSPACE, Column, Database, Rows, Table, View, texts

STAFF = Table(
    "staff_employees",
    (WORKSPACE, NUMBER, *texts("name", "role", "department", "city", "manager", "started_on")),
)
DEPARTMENTS = Table(
    "staff_departments",
    (WORKSPACE, Column("name", key=True), Column("head"), Column("floor", kind="integer")),
)

EMPLOYEES = Database(
    "employees",
    (
        View(
            "employees",
            STAFF,
            ("number", "name", "role", "department", "city", "manager", "started_on"),
        ),
        View("departments", DEPARTMENTS, ("name", "head", "floor")),
    ),
)

_DEPARTMENTS = (
    ("Engineering", "Ada Brown", 3),
    ("Sales", "Ben Carter", 1),
    ("Legal", "Eva Diaz", 2),
)
_STAFF = (
    ("Ada Brown", "head of engineering", "Engineering", "Berlin", "", "2016-02-01"),
    ("Ben Carter", "head of sales", "Sales", "London", "", "2017-05-15"),
    ("Eva Diaz", "general counsel", "Legal", "Madrid", "", "2018-09-03"),
    ("Finn Evans", "developer", "Engineering", "Berlin", "Ada Brown", "2019-03-18"),
    ("Gina Ford", "developer", "Engineering", "London", "Ada Brown", "2020-11-02"),
    ("Hugo Green", "tester", "Engineering", "Berlin", "Ada Brown", "2022-06-20"),
    ("Iris Hall", "account manager", "Sales", "London", "Ben Carter", "2021-01-11"),
    ("Jack Irwin", "account manager", "Sales", "Madrid", "Ben Carter", "2023-04-03"),
    ("Kate Jones", "sales assistant", "Sales", "London", "Iris Hall", "2024-10-01"),
    ("Luis King", "paralegal", "Legal", "Madrid", "Eva Diaz", "2024-02-19"),
)  # fmt: skip


def seed_staff(rows: Rows) -> None:
    """Add the demo's departments and people that are missing."""
    for name, head, floor in _DEPARTMENTS:
        if not rows.find(DEPARTMENTS, workspace="", name=name):
            rows.add(DEPARTMENTS, workspace="", name=name, head=head, floor=floor)
    names = [column.name for column in STAFF.columns][2:]
    for number, person in enumerate(_STAFF, start=1):
        if not rows.find(STAFF, workspace="", number=number):
            rows.add(STAFF, workspace="", number=number, **dict(zip(names, person, strict=True)))
