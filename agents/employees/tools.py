"""How the staff directory is asked: in SQL, or one of the questions people ask most."""

from typing import Annotated, Literal

from pydantic import Field

from agents.employees.tables import EMPLOYEES
from agents.kit import Turn, tool

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
