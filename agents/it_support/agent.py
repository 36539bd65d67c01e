"""The agent of the IT desk."""

from pathlib import Path

from agents.it_support import tools
from agents.it_support.tables import ACCESS, ACCOUNTS, LAPTOPS, TICKETS
from agents.kit import COUNTERS, EFFECTS, Agent

it_support = Agent(
    name="it_support",
    description="User accounts, access to systems, laptops, IT tickets.",
    introduction="IT accounts, access and tickets",
    prompt=Path(__file__).with_name("prompt.md").read_text(encoding="utf-8"),
    tools=(
        tools.create_account,
        tools.grant_access,
        tools.close_account,
        tools.list_access,
        tools.set_up_laptop,
        tools.open_ticket,
        tools.close_ticket,
        tools.ticket_status,
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
