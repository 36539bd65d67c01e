"""Decides for an agent that has colleagues: whom to turn to, and when that was the answer."""

from agents.kit.model import Card
from bot.core.matching.index import Index
from bot.llm.offline.acting import Call, Move, Say
from bot.llm.offline.run import DONE, Run

SEND = "send"


def turn_to_colleagues(run: Run) -> Move | None:
    """Choose the move that is about colleagues, or None: then the agent acts by itself."""
    if run.brief.answered:
        answer = run.brief.answered
        return Call(DONE, {"answer": answer}) if run.offers(DONE) else Say(answer)
    colleague = _wanted(run)
    if colleague is None or not run.offers(SEND):
        return None
    return Call(SEND, {"to": colleague.name, "text": run.newest})


def _wanted(run: Run) -> Card | None:
    """The colleague a message is for; without tools of its own an agent always has one."""
    colleagues = run.brief.colleagues
    if not colleagues or not run.newest:
        return None
    own = Card(run.agent, " ".join(tool.description for tool in run.own_tools))
    winner = Index((*colleagues, own) if run.own_tools else colleagues).clear_winner(run.newest)
    if winner is not None and winner.card.name != run.agent:
        return winner.card
    return None if run.own_tools else colleagues[0]
