"""The agent that tells people where to find their claim id."""

from agents.insurance.answers import choice_in, is_question
from agents.kit import Agent, Outcome, Turn, ask, done, hand_back

EMPLOYEE, PARTNER = "internal employee", "partner"

_RELATIONS = {
    EMPLOYEE: ("internal", "employee", "employees", "staff"),
    PARTNER: ("partner", "partners"),
}
_PLACES = {EMPLOYEE: "claims.intranet.my_id.com", PARTNER: "www.my_id.com"}
_STILL_NEEDED = (
    "Where the claim id is found depends on whether you are an internal employee or a partner of "
    "Suncorp."
)


async def run(turn: Turn) -> Outcome:
    """Find out who is asking, then name the place."""
    if told := _relation_in(turn):
        relation, words = told
        return done(f"You said “{words}”, so you find the claim id at {_PLACES[relation]}.")
    if turn.state:
        return hand_back(_STILL_NEEDED, state=turn.state)
    turn.progress("Checking partner or internal…")
    return ask(
        "Are you an internal employee or a partner of Suncorp?",
        state={"asked": "relation"},
        options=tuple(_RELATIONS),
    )


def _relation_in(turn: Turn) -> tuple[str, str] | None:
    for line in turn.text.splitlines():
        relation = choice_in(line, _RELATIONS)
        if relation and not (turn.state and is_question(line)):
            return relation, line.strip()
    return None


smart_strategy = Agent(
    name="SmartStrategy",
    description="Tells where to find a claim id.",
    introduction="Finding your claim id",
    examples=(
        "where to find a claim id?",
        "where is my claim id?",
        "I do not know my claim id",
        "how do I get the id of a claim?",
        "find my claim id",
    ),
    run=run,
)
