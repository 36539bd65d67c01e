"""The agent that writes a standardised decline letter for a claim."""

from pathlib import Path

from pydantic import JsonValue

from agents.insurance.answers import choice_in, claim_id_in, is_question, labelled_claim_id
from agents.kit import Agent, Outcome, Turn, ask, done, hand_back

CLAIM_ID, TOPOLOGY, WORDS, ASKED = "claim_id", "topology", "words", "asked"
MOST_WORDS = 300

_TOPOLOGIES = {"Home": ("home",), "Motor": ("motor",)}
_LETTER = Path(__file__).with_name("letter.txt").read_text(encoding="utf-8")
_STILL_NEEDED = {
    CLAIM_ID: (
        "The decline letter still needs the claim id: 4 to 12 letters and digits, such as 123ABH. "
        "If you do not know it, ask me where to find it."
    ),
    TOPOLOGY: (
        "The decline letter still needs the crime topology, which is either Home or Motor."
    ),
}

Collected = dict[str, JsonValue]


async def run(turn: Turn) -> Outcome:
    """Collect a claim id and a topology, then write the letter."""
    kept = dict(turn.state or {})
    asked = kept.pop(ASKED, None)
    collected = kept | _told(turn.text, asked)
    if isinstance(asked, str) and collected == kept:
        return hand_back(_STILL_NEEDED[asked], state=turn.state)
    if CLAIM_ID not in collected:
        return _ask_claim_id(turn, collected)
    if TOPOLOGY not in collected:
        return _ask_topology(turn, collected)
    return _write(turn, collected)


def _told(text: str, asked: JsonValue) -> Collected:
    """Collect what the text tells; a question answers nothing once something was asked."""
    told: Collected = {}
    for line in text.splitlines():
        if not (asked and is_question(line)):
            told |= _told_in(line.strip(), asked)
    return told


def _told_in(line: str, asked: JsonValue) -> Collected:
    told: Collected = {}
    if claim_id := (labelled_claim_id if asked == TOPOLOGY else claim_id_in)(line):
        told[CLAIM_ID] = claim_id
    topology = choice_in(line, _TOPOLOGIES)
    # "I am at home" is no topology as long as the claim id is what was asked for.
    if topology and (asked != CLAIM_ID or claim_id):
        told |= {TOPOLOGY: topology, WORDS: line[:MOST_WORDS]}
    return told


def _ask_claim_id(turn: Turn, collected: Collected) -> Outcome:
    turn.progress("Obtaining claim_id…")
    return ask("What is the claim id?", state={**collected, ASKED: CLAIM_ID})


def _ask_topology(turn: Turn, collected: Collected) -> Outcome:
    turn.progress("Obtaining topology…")
    return ask(
        "Which crime topology is the letter about: Home or Motor?",
        state={**collected, ASKED: TOPOLOGY},
        options=tuple(_TOPOLOGIES),
    )


def _write(turn: Turn, collected: Collected) -> Outcome:
    letter = _LETTER.format(date=f"{turn.now:%d %B %Y}", **collected)
    return done("Your decline letter is ready.", artifact=letter)


decline_letter_assistance = Agent(
    name="DeclineLetterAssistance",
    description="Writes standardised decline letters for insurance claims.",
    introduction="Writing a standardised decline letter",
    examples=(
        "I want to craft a decline letter",
        "write a declined letter",
        "decline letter for claim 123ABH, motor",
        "we have to decline a claim",
        "my claim id is 123ABH",
    ),
    run=run,
)
