"""Says before anything else has to come first that a wish would be held back in the end."""

from agents.kit.model import AgentBrief, RouteBrief
from bot.core.matching.index import Index
from bot.llm.offline.choices import CLARIFY, Choice
from bot.llm.offline.holding import standing
from bot.llm.offline.intents import first_part
from bot.llm.offline.mood import Mood
from bot.llm.offline.run import Run
from bot.llm.offline.wording import NOTHING_CHANGED

# A question is none of these: whoever asks how to send money is shown the way.
_REASONS = {
    Mood.REFUSED: "You said not to do it. What shall I do?",
    Mood.TOLD: "I took that for talk, not for an order; to have it done now, tell me to do it.",
    Mood.CONDITIONAL: "I cannot wait for a condition, or check one; to have it done now, say it "
    "again without one.",
    Mood.TIMED: "I cannot do it at another time; to have it done now, say it without one.",
    Mood.REPEATED: "I cannot repeat it; to have it done now, and once, say it again as once.",
}


def unless_barred(choice: Choice, brief: RouteBrief, index: Index) -> Choice:
    """The choice, unless something must come first for a wish that nobody would carry out."""
    tools = tuple(offer.tool for offer in brief.held_up if offer.agent == choice.name)
    if not tools or choice.then:
        return choice
    said = first_part(brief.text, index)
    run = Run(choice.name, AgentBrief(said=(said,)), tools, index)
    main = run.main_tool()
    if not main.effect:
        return choice
    mood = standing(run, main, run.read((said,), run.slots_for(main)))
    if mood not in _REASONS:
        return choice
    reason = f"This is no order for {choice.name} to act on now."
    return Choice(CLARIFY, reason, f"{NOTHING_CHANGED} {_REASONS[mood]}")
