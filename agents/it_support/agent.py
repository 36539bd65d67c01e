"""The agent of the IT desk."""

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
from agents.kit import COUNTERS, EFFECTS, Agent
from agents.kit.lengths import text_beside

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
