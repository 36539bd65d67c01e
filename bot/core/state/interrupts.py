"""Whether what a turn does is still wanted, by all that has been accepted since it began."""

from collections.abc import Sequence

from bot.core.ports.turns import DECIDED, EFFECT, WaitingEvent, Why
from bot.core.state.directory import look_up
from bot.core.state.journal import Journal
from bot.core.state.work import Work
from bot.domain.errors import EffectsPaused
from bot.domain.messages import Incoming, Kind, TranscriptLine
from bot.domain.tasks import Task

NOT_CHECKED = (
    "I cannot check just now whether {name}, who asked for this, is still here, so nothing was "
    "changed."
)


async def stop_if_left(work: Work) -> None:
    """Let nothing more happen for somebody who has left; who speaks at this moment has not.

    Raises:
        EffectsPaused: their platform does not say; nothing was done.
    """
    person, incoming = work.person.identity, work.incoming
    if incoming.person == person and not incoming.is_own:
        return
    async with look_up(lambda: EffectsPaused(NOT_CHECKED.format(name=person.shown))):
        standing = await work.services.directory.standing(person)
    if standing.is_bot or not standing.is_active:
        work.limits.halt.set(Why.LEFT)


_REVISED = {Kind.MESSAGE, Kind.EDIT}  # begin again as what they are by then
_REVISING = {Kind.EDIT: Why.EDITED, Kind.DELETION: Why.DELETED}


def learn(work: Work, behind: tuple[WaitingEvent, ...]) -> None:
    """Take in what waits behind the turn: whether what it does still stands as it was said."""
    people = {work.author, work.person.identity}
    taken = {waiting.turn for waiting in work.changes.taken}
    said, top = (work.incoming, work.transcript.recent), work.person.stack.top
    for waiting in behind:
        later = waiting.incoming
        if later.halts and later.person in people:
            work.limits.halt.set(Why.STOPPED, waiting.turn)
        elif waiting.turn not in taken and (why := find_why_unwanted(*said, later, top)):
            work.limits.halt.set(why)


def find_why_unwanted(
    incoming: Incoming, recent: Sequence[TranscriptLine], later: Incoming, task: Task | None
) -> Why | None:
    """Why a turn is no longer wanted after an edit or a deletion, or None if it is.

    It is about the turn's own message, or about the one that the decided request, or the
    active task, came from. A mere link preview changes no words.
    """
    if revises(later, incoming):
        if incoming.kind not in _REVISED:
            return None  # a deletion, say, that its platform tells twice
        is_new = later.kind is Kind.DELETION or later.text != incoming.text
        return _REVISING[later.kind] if is_new else None
    if later.kind not in _REVISING or not later.message:
        return None
    before = [line for line in recent if _is_line_of(line, later)]
    if later.kind is Kind.EDIT and any(line.text == later.text for line in before):
        return None
    about = (incoming.press.request if incoming.press else "", task.id if task else "")
    came = any(id_.startswith(f"{line.turn}.") for line in before for id_ in about)
    return Why.WITHDRAWN if came else None


def revises(later: Incoming, incoming: Incoming) -> bool:
    """Say whether an event edits or deletes a message; only its author's does."""
    is_same = bool(later.message) and later.message == incoming.message
    return is_same and later.kind in _REVISING and later.person == incoming.person


def _is_line_of(line: TranscriptLine, later: Incoming) -> bool:
    is_own = not line.by_bot and line.speaker == later.person.key
    return is_own and line.message == later.message


def check(work: Work) -> None:
    """Go on, if nobody minds; a turn that begins again first gets to where it was.

    Raises:
        Interrupted: it is no longer wanted.
    """
    if not has_acted(work.journal):
        work.limits.halt.check()


async def check_before_effect(work: Work) -> None:
    """Look once more whether an effect is still wanted, also by what another process knows.

    Raises:
        Interrupted: it is not, or whoever wanted it has left.
        EffectsPaused: nobody says whether they have.
    """
    work.limits.halt.check()
    learn(work, await work.services.turns.behind(work.journal.turn))
    work.limits.halt.check()
    await stop_if_left(work)
    work.limits.halt.check()


def has_acted(journal: Journal) -> bool:
    """Say whether an earlier try of this turn began an effect, or decided a request."""
    return any(step == DECIDED or step.startswith(EFFECT) for step in journal.finished)
