"""The agent that tells people where to find their claim id."""

from typing import Annotated, Literal

from pydantic import Field

from agents.kit import Agent, Choices, Turn, tool
from agents.kit.values.texts import text_beside

EMPLOYEE, PARTNER = "internal employee", "partner"

Relation = Annotated[
    Literal["internal employee", "partner"],
    Field(description="your relation to Suncorp"),
    Choices({EMPLOYEE: ("internal", "employee", "staff"), PARTNER: ("partners",)}),
]

_AS = {EMPLOYEE: "an internal employee", PARTNER: "a partner"}
_PLACES = {EMPLOYEE: "claims.intranet.my_id.com", PARTNER: "www.my_id.com"}


@tool(ends_task=True)
async def where_is_claim_id(turn: Turn, relation: Relation) -> str:
    """Tell where a claim id is found."""
    turn.progress("Checking partner or internal…")
    words = turn.words("relation")
    because = f"You said “{words}”, so you" if words else f"As {_AS[relation]} you"
    return f"{because} find the claim id at {_PLACES[relation]}."


smart_strategy = Agent(
    name="SmartStrategy",
    description="Tells where to find a claim id.",
    introduction="Finding your claim id",
    prompt=text_beside(__file__, "smart_strategy.md"),
    tools=(where_is_claim_id,),
    examples=(
        "where can I find a claim id?",
        "where is my claim id?",
        "I do not know my claim id",
        "how do I get the id of a claim?",
        "find my claim id",
    ),
    opening="Are you an internal employee or a partner of Suncorp?",
)
