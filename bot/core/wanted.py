"""Whether what a turn does is still wanted, by all that has been accepted since it began."""

from bot.core.halt import Why
from bot.core.later import EFFECT, Waiting
from bot.core.ports import DECIDED
from bot.core.work import Work
from bot.domain.messages import Incoming, Kind

_REVISING = {Kind.EDIT: Why.EDITED, Kind.DELETION: Why.DELETED}


def learn(work: Work, behind: tuple[Waiting, ...]) -> None:
    """Take in what waits behind the turn: whether its message still stands as it was."""
    people = {work.author, work.participant.person}
    incoming = work.beginning.incoming
    taken = {waiting.turn for waiting in work.taken}
    for waiting in behind:
        later = waiting.incoming
        if later.halts and later.person in people:
            work.beginning.halt.set(Why.STOPPED, waiting.turn)
        elif waiting.turn not in taken and _changes(later, incoming):
            work.beginning.halt.set(_REVISING[later.kind])


def revises(later: Incoming, incoming: Incoming) -> bool:
    """Say whether an event edits or deletes a message; only its author's does."""
    is_same = bool(later.message) and later.message == incoming.message
    return is_same and later.kind in _REVISING and later.person == incoming.person


def _changes(later: Incoming, incoming: Incoming) -> bool:
    """Say whether an event changes the words of a message, which a link preview does not."""
    is_new = later.kind is Kind.DELETION or later.text != incoming.text
    return is_new and revises(later, incoming)


def check(work: Work) -> None:
    """Go on, if nobody minds; a turn that begins again first gets to where it was.

    Raises:
        Interrupted: it is no longer wanted.
    """
    if not has_acted(work):
        work.beginning.halt.check()


async def before_effect(work: Work) -> None:
    """Look once more whether an effect is still wanted, also by what another process knows.

    Raises:
        Interrupted: it is not.
    """
    work.beginning.halt.check()
    learn(work, await work.services.turns.behind(work.beginning.turn))
    work.beginning.halt.check()


def has_acted(work: Work) -> bool:
    """Say whether an earlier try of this turn began an effect, or decided a request."""
    journal = work.beginning.journal
    return any(step == DECIDED or step.startswith(EFFECT) for step in journal)
