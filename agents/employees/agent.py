"""The agent that answers questions about the staff from a database."""

from agents.employees.tables import DEPARTMENTS, EMPLOYEES, STAFF, seed_staff
from agents.employees.tools import query_database, ready_answer
from agents.kit import Agent
from agents.kit.lengths import text_beside

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
