"""The agent that answers questions about the staff from a database."""

from typing import Annotated, Literal

from pydantic import Field

from agents.kit import (
    NUMBER,
    WORKSPACE,
    Agent,
    Column,
    Database,
    Rows,
    Table,
    Turn,
    View,
    texts,
    tool,
)
from agents.kit.values.texts import text_beside

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


Ready = Annotated[
    Literal[
        "headcount",
        "headcount by department",
        "headcount by city",
        "heads of departments",
        "newest employees",
        "longest here",
        "everybody",
    ],
    Field(description="which list"),
]
Query = Annotated[
    str,
    Field(
        description="one SELECT",
        min_length=1,
        max_length=4_000,
        json_schema_extra={"pattern": r"^(?:SELECT|select|WITH|with)\s[\s\S]+"},
    ),
]

READY: dict[str, str] = {
    "headcount": "SELECT count(*) AS employees FROM employees",
    "headcount by department": (
        "SELECT department, count(*) AS employees FROM employees GROUP BY department "
        "ORDER BY department"
    ),
    "headcount by city": (
        "SELECT city, count(*) AS employees FROM employees GROUP BY city ORDER BY city"
    ),
    "heads of departments": (
        "SELECT name AS department, head, floor FROM departments ORDER BY name"
    ),
    "newest employees": (
        "SELECT name, role, started_on FROM employees ORDER BY started_on DESC LIMIT 3"
    ),
    "longest here": "SELECT name, role, started_on FROM employees ORDER BY started_on LIMIT 3",
    "everybody": "SELECT name, role, department, city FROM employees ORDER BY name",
}


@tool
async def query_database(turn: Turn, sql: Query, db: Literal["employees"] = "employees") -> str:
    """Run one SELECT; it only reads."""
    turn.progress(f"Asking the database {db}")
    return (await turn.sql.ask(EMPLOYEES, turn.person, sql)).shown


@tool
async def ready_answer(turn: Turn, about: Ready) -> str:
    """Tell from the staff database how many employees there are, who heads what, who is new."""
    turn.progress(f"Asking the database employees: {about}")
    return f"{about}:\n{(await turn.sql.ask(EMPLOYEES, turn.person, READY[about])).shown}"


employees = Agent(
    name="employees",
    description="Answers questions from the staff database: who, how many, departments, cities.",
    introduction="Questions to the staff database (needs a language model)",
    prompt=text_beside(__file__, "prompt.md"),
    tools=(query_database, ready_answer),
    examples=(
        "how many employees are there in all?",
        "how many people work here by department?",
        "count the staff by city",
        "who are the heads of the departments?",
        "who are the newest employees?",
        "ask the staff database",
    ),
    tables=(STAFF, DEPARTMENTS),
    databases=(EMPLOYEES,),
    demo=seed_staff,
)
