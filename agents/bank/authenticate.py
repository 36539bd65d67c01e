"""The agent that finds out who somebody is, and the tools it does it with."""

from typing import Annotated

from pydantic import Field

from agents.bank import customers
from agents.bank.facts import Authenticated
from agents.bank.tables import FAILED_LOGINS, USERS
from agents.kit import Agent, Secret, ToolFailed, Turn, tool
from agents.kit.values.texts import text_beside

NO_CHANGE = "I cannot change passwords: please ask your bank, and do not type the new one here."

Username = Annotated[str, Field(description="your username", pattern=r"^\S{1,64}$")]


@tool(provides=[Authenticated], ends_task=True)
async def login(turn: Turn, username: Username, password: Secret) -> str:
    """Log the user in."""
    name = customers.customer_id(username)
    turn.progress(f"Logging in {name}")
    if not await customers.is_right(
        turn.records, customers.LoginAttempt(name, turn.now), password
    ):
        raise ToolFailed("This username and this password do not belong together.")
    turn.establish(Authenticated, name)
    return f"You are logged in as {name}."


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
        return "You are not logged in."
    return f"You are logged in as {turn.fact(Authenticated)}."


@tool(ends_task=True)
def change_password() -> str:
    """Tell who wants another password where to get one."""
    return NO_CHANGE


authenticate = Agent(
    name="authenticate",
    description="Logs the user in to the bank, or out.",
    introduction="Logging you in",
    prompt=text_beside(__file__, "authenticate.md"),
    tools=(login, logout, am_i_logged_in, change_password),
    examples=(
        "log me in",
        "I want to authenticate",
        "sign in to my bank",
        "log me out",
        "am I logged in?",
        "who am I logged in as?",
        "change my bank password",
    ),
    opening=(
        "I need your username and your password. Tell me the username here; "
        "I will ask for the password separately, in private."
    ),
    private=True,
    tables=(USERS, FAILED_LOGINS),
    demo=customers.seed_customers,
)
