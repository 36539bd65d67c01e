"""Put together everything a turn changes, for one commit."""

from dataclasses import replace

from bot.core.ports.diaries import Diary
from bot.core.ports.turns import Ending
from bot.core.turn.work import Work
from bot.domain.messages import Kind
from bot.domain.operations import Forgotten
from bot.domain.participant import Participant

TALK = {Kind.START, Kind.MESSAGE, Kind.COMMAND, Kind.PRESS}


def ending_of(work: Work) -> Ending:
    """Everything the turn changes."""
    ending = Ending(
        turn=work.journal.turn,
        session=work.session,
        epoch=work.journal.epoch,
        participants=_changed(work),
        said=tuple(work.transcript.said),
        replies=(*work.requests.cards.values(), *work.transcript.replies),
        opened=tuple(work.requests.opened),
        closed=tuple(work.requests.closed),
        reminded=tuple(work.requests.reminded),
        escalated=tuple(work.requests.escalated),
        decisions=tuple(work.changes.decisions),
        taken=tuple(work.changes.taken),
        heeded=tuple(work.changes.heeded),
        rewritten=tuple(work.changes.rewritten),
        feedback=tuple(work.changes.feedback),
        plans=tuple(work.changes.plans.values()),
        agent_messages=tuple(work.changes.messages),
        next=tuple(work.changes.next),
        diary=_diary(work),
        besides=work.changes.besides.counting(work.incoming.kind),
    )
    return _without_forgotten(ending)


def _without_forgotten(ending: Ending) -> Ending:
    """Let a turn that forgets keep nothing itself but its last word."""
    if not any(isinstance(deed, Forgotten) for deed in ending.besides.deeds):
        return ending
    return replace(ending, participants=(), said=(), decisions=(), feedback=())


def _diary(work: Work) -> Diary:
    """The lines added to tasks that are still open, and the tasks whose diaries end."""
    left = {task.id for task in work.person.participant.tasks}
    ended = (task.id for task in work.person.before.tasks if task.state is not None)
    return Diary(
        tuple(written for written in work.changes.diary if written.task in left),
        tuple(task for task in ended if task not in left),
    )


def _changed(work: Work) -> tuple[Participant, ...]:
    """The person worked for, as they are remembered from now on; nobody if nothing changed."""
    is_talk = work.incoming.kind in TALK and not work.changes.feedback
    left = work.person.participant
    if is_talk and not left.greeted:
        left = left.with_(greeted=True)
    # Who was greeted has been kept before. Whoever has not been may be new, and even when there
    # is nothing to remember of them, this is how it is known that they were here.
    return () if left.greeted and left == work.person.before else (left,)
