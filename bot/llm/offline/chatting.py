"""What the agents that only talk say, without a language model."""

from collections.abc import Sequence

from agents.kit.model import Card
from bot.core.matching.english import SmallTalk, small_talk
from bot.llm.offline.choices import DEFAULT_AGENT
from bot.llm.offline.run import Run
from bot.llm.offline.words.wording import listed, offered

_WHAT_I_AM = (
    "I am running in the offline mode: simple rules choose and fill in for me, and no language "
    "model is connected."
)
_OPENINGS = {
    SmallTalk.GREETING: "Hello!",
    SmallTalk.MOOD: "I am fine, thank you.",
    SmallTalk.IDENTITY: _WHAT_I_AM,
    SmallTalk.ASSENT: "All right.",
}
# The whole list is for the welcome, and for whoever asks; after everything else it would be noise.
_POINTER = "What would you like to do? “agents” lists what I can help with."


def chat(agent: str, text: str, cards: Sequence[Card]) -> str:
    """Answer small talk, and say what can be done here."""
    if agent != DEFAULT_AGENT:
        return f"{_WHAT_I_AM} {agent} can answer only with one."
    kind = small_talk(text)
    if kind is SmallTalk.THANKS:
        return "You are welcome. Is there anything else I can do for you?"
    if kind is SmallTalk.FAREWELL:
        return "Goodbye!"
    if kind is None and text.strip():
        return f"I see. {_POINTER}"
    if kind in {SmallTalk.ASSENT, SmallTalk.MOOD, SmallTalk.GREETING}:
        return f"{_OPENINGS[kind]} {_POINTER}"
    return _offer(_OPENINGS.get(kind, "") if kind else "", cards)


def recollection(run: Run) -> str:
    """What was found of earlier words, as it was said; empty if nothing was."""
    if run.agent != DEFAULT_AGENT or not run.brief.recalled or small_talk(run.newest):
        return ""
    found = (line.replace(" the user said: ", " you said: ") for line in run.brief.recalled)
    return "\n".join(["This is what I find of that:", *(f"- {line}" for line in found)])


def _offer(opening: str, cards: Sequence[Card]) -> str:
    choices = [card for card in offered(cards) if card.name != DEFAULT_AGENT]
    if not choices:
        return f"{opening} What can I do for you?".strip()
    return f"{opening} I can help with:\n{listed(choices)}\nWhat would you like to do?".strip()
