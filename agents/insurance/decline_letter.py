"""The agent that writes a standardised decline letter for a claim."""

from typing import Annotated, Literal

from pydantic import Field

from agents.kit import Agent, Turn, tool
from agents.kit.values.texts import text_beside

MOST_WORDS = 300

ClaimId = Annotated[
    str,
    Field(
        description="the claim id",
        pattern=r"^[A-Za-z]*\d[A-Za-z0-9]*$",
        min_length=4,
        max_length=12,
        examples=["123ABH"],
    ),
]
Topology = Annotated[Literal["Home", "Motor"], Field(description="the crime topology")]

_LETTER = text_beside(__file__, "letter.txt")


@tool(ends_task=True)
async def decline_letter(turn: Turn, claim_id: ClaimId, topology: Topology) -> str:
    """Write the letter that declines a claim."""
    turn.progress(f"Writing the decline letter for {claim_id}")
    words = turn.words("topology") or topology
    letter = _LETTER.format(
        date=f"{turn.now:%d %B %Y}",
        claim_id=claim_id,
        topology=topology,
        words=words[:MOST_WORDS],
    )
    turn.deliver(letter)
    return "Your decline letter is ready."


decline_letter_assistance = Agent(
    name="DeclineLetterAssistance",
    description="Writes decline letters for insurance claims.",
    introduction="Writing a standardised decline letter",
    prompt=text_beside(__file__, "decline_letter.md"),
    tools=(decline_letter,),
    examples=(
        "I want to craft a decline letter",
        "write a declined letter",
        "decline letter for claim 123ABH, motor",
        "we have to decline a claim",
        "refuse an insurance claim in writing",
    ),
    opening=(
        "For the decline letter I need the claim id, which is 4 to 12 letters and digits such as "
        "123ABH, and the crime topology: Home or Motor."
    ),
)
