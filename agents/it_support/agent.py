"""The agent of the IT desk."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from agents.it_support.desk import ACCESS, ACCOUNTS, LAPTOPS, TICKETS, SupportTickets, UserAccounts
from agents.kit import (
    COUNTERS,
    EFFECTS,
    Agent,
    Approval,
    Choices,
    Day,
    EffectKey,
    Rows,
    Turn,
    add_numbered,
    always,
    home,
    in_words,
    once,
    tool,
)
from agents.kit.ports.numbered_rows import number_of
from agents.kit.values.names import tidy
from agents.kit.values.texts import text_beside

Employee = Annotated[
    str, Field(description="the name of the employee", min_length=1, max_length=80)
]
System = Annotated[
    Literal[
        "calendar",
        "wiki",
        "crm",
        "source code",
        "design tools",
        "finance",
        "payroll",
        "production",
    ],
    Field(description="the system"),
    Choices(
        {
            "calendar": ("calendars",),
            "wiki": (),
            "crm": ("customer database",),
            "source code": ("git", "repository", "repositories", "code"),
            "design tools": ("design tool", "figma"),
            "finance": ("accounting", "bookkeeping"),
            "payroll": ("salaries",),
            "production": ("prod", "live servers"),
        }
    ),
]
LaptopModel = Annotated[
    Literal["standard", "developer", "mac"],
    Field(description="the laptop model"),
    Choices(
        {
            "standard": ("normal", "ordinary"),
            "developer": ("dev", "developer laptop", "developer's"),
            "mac": ("macbook", "apple"),
        }
    ),
]
ReadyBy = Annotated[Day | None, Field(description="the day it must be ready")]
# Words that people use for nothing else: a ticket may well be about something “low” or “high”.
Urgency = Annotated[
    Literal["normal", "urgent", "can wait"],
    Field(description="the urgency"),
    Choices(
        {
            "normal": (),
            "urgent": ("urgently", "high urgency", "asap"),
            "can wait": ("not urgent", "low urgency", "no hurry", "no rush", "whenever"),
        }
    ),
]
Problem = Annotated[str, Field(description="the problem", min_length=3, max_length=500)]
Solution = Annotated[str, Field(description="the solution", max_length=500)]
TicketNumber = Annotated[int, number_of("ticket")]
MaybeTicket = Annotated[int | None, number_of("ticket")]

SENSITIVE = frozenset({"finance", "payroll", "production"})


def _is_sensitive(arguments: Mapping[str, Any]) -> bool:
    return arguments["system"] in SENSITIVE


async def has_account(turn: Turn, arguments: Mapping[str, Any]) -> None:
    """Refuse what needs an account that is not there, before anybody is asked to approve it."""
    await UserAccounts.read(turn, lambda accounts: accounts.of(arguments["employee"]))


@tool(effect=True, ends_task=True, risk="medium")
async def create_account(turn: Turn, employee: Employee, key: EffectKey) -> str:
    """Create the user account and the e-mail address of an employee."""
    turn.progress(f"Creating an account for {employee}")
    return await UserAccounts.once(turn, key, lambda accounts: accounts.create(employee))


@tool(
    effect=True,
    ends_task=True,
    approval=Approval(needed=_is_sensitive, because="this system holds sensitive data"),
    check=has_account,
    risk="medium",
)
async def grant_access(turn: Turn, employee: Employee, system: System, key: EffectKey) -> str:
    """Grant an employee who has an account access to a system."""
    turn.progress(f"Granting {employee} access to {system}")
    return await UserAccounts.once(turn, key, lambda accounts: accounts.grant(employee, system))


@tool(
    effect=True,
    ends_task=True,
    approval=always("it locks somebody out of everything"),
    check=has_account,
    risk="high",
    reversible=False,
)
async def close_account(turn: Turn, employee: Employee, key: EffectKey) -> str:
    """Close the account of an employee and take back all its access."""
    turn.progress(f"Closing the account of {employee}")
    return await UserAccounts.once(turn, key, lambda accounts: accounts.close(employee))


@tool(ends_task=True)
async def list_access(turn: Turn, employee: Employee) -> str:
    """Tell the account of an employee and which systems it may use."""
    turn.progress(f"Looking up the account of {employee}")
    return await UserAccounts.read(turn, lambda accounts: accounts.describe(employee))


@tool(effect=True, ends_task=True)
async def set_up_laptop(
    turn: Turn,
    employee: Employee,
    key: EffectKey,
    model: LaptopModel = "standard",
    ready_by: ReadyBy = None,
) -> str:
    """Have a laptop set up for an employee."""
    name = tidy(employee)
    turn.progress(f"Planning a {model} laptop for {name}")

    def _set_up(rows: Rows) -> str:
        day = ready_by.isoformat() if ready_by else ""
        values = {"employee": name, "model": model, "ready_by": day}
        number = add_numbered(rows, LAPTOPS, home(turn.person), **values)
        until = f" by {in_words(ready_by)}" if ready_by else ""
        return f"Laptop job {number}: a {model} laptop is set up for {name}{until}."

    return await once(turn, key, _set_up)


@tool(effect=True, free=["problem"], ends_task=True)
async def open_ticket(
    turn: Turn, problem: Problem, key: EffectKey, urgency: Urgency = "normal"
) -> str:
    """Open a ticket about something that does not work."""
    turn.progress("Opening a ticket")
    return await SupportTickets.once(turn, key, lambda tickets: tickets.open(problem, urgency))


@tool(effect=True, free=["solution"], ends_task=True, reversible=False)
async def close_ticket(
    turn: Turn, ticket: TicketNumber, key: EffectKey, solution: Solution = ""
) -> str:
    """Close a ticket, with its solution."""
    turn.progress(f"Closing ticket {ticket}")
    return await SupportTickets.once(turn, key, lambda tickets: tickets.close(ticket, solution))


@tool(ends_task=True)
async def ticket_status(turn: Turn, ticket: MaybeTicket = None) -> str:
    """Tell how a ticket stands; without a number, which ones the user has open."""
    turn.progress("Looking up tickets")

    return await SupportTickets.read(
        turn, lambda tickets: tickets.own() if ticket is None else tickets.describe(ticket)
    )


it_support = Agent(
    name="it_support",
    description="User accounts, access to systems, laptops, IT tickets.",
    introduction="IT accounts, access and tickets",
    prompt=text_beside(__file__, "prompt.md"),
    tools=(
        create_account,
        grant_access,
        close_account,
        list_access,
        set_up_laptop,
        open_ticket,
        close_ticket,
        ticket_status,
    ),
    examples=(
        "open a ticket: the printer is broken",
        "create an account for Maria Lopez",
        "grant access to the wiki",
        "set up the laptop of a new employee",
        "what is the status of ticket 3?",
        "my computer does not start",
        "which systems may Bob use?",
        "close ticket 3",
    ),
    tables=(ACCOUNTS, ACCESS, LAPTOPS, TICKETS, EFFECTS, COUNTERS),
)
