"""The agent of the IT desk."""

from pathlib import Path

from agents.it_support.tables import ACCESS, ACCOUNTS, LAPTOPS, TICKETS
from agents.it_support.tools import (
    close_account,
    close_ticket,
    create_account,
    grant_access,
    list_access,
    open_ticket,
    set_up_laptop,
    ticket_status,
)
from agents.kit import Agent
from agents.kit.numbers import COUNTERS
from agents.kit.once import EFFECTS

it_support = Agent(
    name="it_support",
    description="User accounts, access to systems, laptops, IT tickets.",
    introduction="IT accounts, access and tickets",
    prompt=Path(__file__).with_name("prompt.md").read_text(encoding="utf-8"),
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
