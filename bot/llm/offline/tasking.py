"""Decides for an agent that has colleagues: whom to turn to, and when that was the answer."""

from agents.kit.model import Card
from bot.core.matching.index import Index
from bot.llm.offline.acting import Call, Move, Say
from bot.llm.offline.asking import leaves_open
from bot.llm.offline.run import DONE, Run

SEND = "send"


def turn_to_colleagues(run: Run) -> Move | None:
    """Choose the move that is about colleagues, or None: then the agent acts by itself."""
    if run.brief.answered:
        answer = run.brief.answered
        is_done = run.offers(DONE) and not leaves_open(answer)
        return Call(DONE, {"answer": answer}) if is_done else Say(answer)
    wanted = _wanted(run)
    if wanted is None or not run.offers(SEND):
        return None
    colleague, wish = wanted
    return Call(SEND, {"to": colleague.name, "text": _with_answer(wish, run.newest)})


def _wanted(run: Run) -> tuple[Card, str] | None:
    """The colleague a message is for, and the wish; without own tools an agent always has one."""
    colleagues = run.brief.colleagues
    if not colleagues or not run.newest:
        return None
    own = Card(run.agent, " ".join(tool.description for tool in run.own_tools))
    index = Index((*colleagues, own) if run.own_tools else colleagues)
    for wish in _wishes(run):
        if winner := index.clear_winner(wish):
            return (winner.card, wish) if winner.card.name != run.agent else None
    return None if run.own_tools else (colleagues[0], run.newest)


def _wishes(run: Run) -> tuple[str, ...]:
    """What may say who is meant: an answer may not, and then what was said before it does."""
    return run.brief.said[::-1] if run.brief.question else (run.newest,)


def _with_answer(wish: str, newest: str) -> str:
    """The wish, with what was answered since in quotes: a colleague hears nothing else of it."""
    return wish if wish == newest else f"{wish}\n“{newest.strip(' “”')}”"
