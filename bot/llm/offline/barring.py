"""Says before anything else has to come first that a wish would be held back in the end."""

from dataclasses import replace

from agents.kit.model import AgentBrief, RouteBrief
from bot.core.matching.index import Index
from bot.llm.offline.choices import CLARIFY, Choice
from bot.llm.offline.holding import standing
from bot.llm.offline.routing import has_details
from bot.llm.offline.run import Run
from bot.llm.offline.words.intents import Intent, first_part
from bot.llm.offline.words.mood import Mood
from bot.llm.offline.words.wording import NOTHING_CHANGED, cited

# A question is none of these: whoever asks how to send money is shown the way.
REASONS = {
    Mood.REFUSED: "You said not to do it. What shall I do?",
    Mood.TOLD: "I took that for talk, not for an order; to have it done now, tell me to do it.",
    Mood.CONDITIONAL: "I cannot wait for a condition, or check one; to have it done now, say it "
    "again without one.",
    Mood.TIMED: "I cannot do it at another time; to have it done now, say it without one.",
    Mood.REPEATED: "I cannot repeat it; to have it done now, and once, say it again as once.",
}


def unless_barred(choice: Choice, brief: RouteBrief, index: Index) -> Choice:
    """The choice, without the wishes that nobody would carry out after what must come first.

    Is one of several such, the others are done, and it is said at once that this one is not.
    """
    card = next((card for card in brief.cards if card.name == choice.name), None)
    if card is None or not brief.held_up or choice.name == brief.beneath:
        return choice  # who waits already hears it all
    wishes = (Intent(card, first_part(brief.text, index)), *choice.then)
    whys = [(wish, _why_not(wish, brief, index)) for wish in wishes]
    kept = [wish for wish, why in whys if not why]
    barred = [(wish, why) for wish, why in whys if why]
    if not barred:
        return choice
    if not kept:
        reason = f"This is no order for {choice.name} to act on now."
        return Choice(CLARIFY, reason, f"{NOTHING_CHANGED} {barred[0][1]}")
    first, *then = kept
    details = has_details(first.text, first.card, index)
    said = " ".join(f"{cited(wish.text)} is not done. {why}" for wish, why in barred)
    return replace(
        choice, name=first.card.name, details=details, then=tuple(then), said=said, own=first.text
    )


def _why_not(wish: Intent, brief: RouteBrief, index: Index) -> str:
    """Why a wish would be held back in the end; empty if nothing must come before it."""
    agent = wish.card.name
    tools = tuple(offer.tool for offer in brief.held_up if offer.agent == agent)
    run = Run(agent, AgentBrief(said=(wish.text,)), tools, index)
    if not tools or not (main := run.main_tool()).effect:
        return ""
    values = run.read((wish.text,), run.slots_for(main))
    return REASONS.get(standing(run, main, values), "")
