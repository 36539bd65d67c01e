"""Tasks that go on by themselves: each lap is a turn, so that a long one can be stopped."""

from bot.core.turn.work import Work
from bot.domain.messages import Incoming, Kind
from bot.domain.tasks import Task

MOST_LAPS = 50

ERRAND = "go_on"


def leave(work: Work, task: Task) -> None:
    """Leave a task to a turn of its own, which begins once this one is committed."""
    turn = work.journal.turn
    going = work.person.update(task.with_(going=str(turn), started=True, question="", options=()))
    incoming = work.incoming
    work.changes.leave(
        Incoming(
            id=f"go_on:{going.id}:{turn}",
            thread=incoming.thread,
            person=work.person.identity,
            kind=Kind.ERRAND,
            text=f"{ERRAND} {going.id} {turn}",
            shared=incoming.shared,
        )
    )
    work.waits = True


async def go_on(work: Work, argument: str) -> None:
    """Let a task go on, if it is on top and nothing has happened to it since it was left."""
    task_id, _, turn = argument.partition(" ")
    top = work.person.stack.top
    work.waits = top is None or (top.id, top.going) != (task_id, turn)
