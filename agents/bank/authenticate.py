"""The agent that finds out who somebody is, and the tools it does it with."""

from pathlib import Path
from typing import Annotated

from pydantic import Field

from agents.bank import customers
from agents.bank.demo import seed_customers
from agents.bank.facts import Authenticated
from agents.bank.overheard import NO_CHANGE, is_volunteered, spot_secret
from agents.bank.tables import FAILED_LOGINS, USERS
from agents.kit import Agent, Secret, ToolFailed, Turn, tool

Username = Annotated[str, Field(description="the user's login name", pattern=r"^\S{1,64}$")]

NO_LOGIN = (
    "and the word after it log nobody in. If you did not mean to log in, say “cancel”, and then "
    "what you meant in a sentence."
)


@tool(provides=[Authenticated], ends_task=True)
async def login(turn: Turn, username: Username, password: Secret) -> str:
    """Log the user in by username; the password is collected privately."""
    name, wanted = customers.customer_id(username), not is_volunteered(turn.said)
    turn.progress(f"Logging in {name}")
    if await _is_right(turn, customers.Attempt(name, turn.now, wanted=wanted), password):
        turn.establish(Authenticated, name)
        return f"You are logged in as {name}."
    if wanted:
        raise ToolFailed("This username and this password do not belong together.")
    # Returned, these words would establish the login.
    raise ToolFailed(f"“{name}” {NO_LOGIN}", ask_again=False)


async def _is_right(turn: Turn, attempt: customers.Attempt, password: Secret) -> bool:
    try:
        return await customers.is_right(turn.records, attempt, password)
    except customers.TooManyFailures:
        if attempt.wanted:
            raise
        return False


@tool(provides=[Authenticated], ends_task=True)
async def logout(turn: Turn) -> str:
    """Log the user out."""
    turn.revoke(Authenticated)
    return "You are logged out."


@tool(ends_task=True)
async def am_i_logged_in(turn: Turn) -> str:
    """Say whether the user is logged in, and as whom."""
    turn.progress("Checking whether you are logged in")
    if Authenticated.name not in turn.known:
        raise ToolFailed("You are not logged in. If you want to be, tell me your username.")
    return f"You are logged in as {turn.fact(Authenticated)}."


@tool(ends_task=True)
def change_password() -> str:
    """Say that passwords cannot be changed here."""
    return NO_CHANGE


authenticate = Agent(
    name="authenticate",
    description="Logs the user in to the bank, or out; says who is logged in.",
    introduction="Logging you in",
    prompt=Path(__file__).with_name("authenticate.md").read_text(encoding="utf-8"),
    tools=(login, logout, am_i_logged_in, change_password),
    examples=(
        "log me in",
        "I want to authenticate",
        "sign in",
        "log me out",
        "am I logged in?",
        "change my password",
    ),
    opening=(
        "I need your username and your password. Tell me the username here; "
        "I will ask for the password separately, in private."
    ),
    spot_secret=spot_secret,
    private=True,
    tables=(USERS, FAILED_LOGINS),
    demo=seed_customers,
)
