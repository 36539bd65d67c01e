"""Look up what people wrote themselves: tasks and plans keep its places, not the words."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from bot.core.ports.turns import RECENT_LINES
from bot.core.turn.work import Work
from bot.domain.messages import TranscriptLine, find_written
from bot.domain.participant import Participant
from bot.domain.plans.plan import Plan
from bot.domain.requests import Request
from bot.domain.tasks import Spoken, Task, TaskStack, look_up


async def work_for(work: Work, participant: Participant) -> None:
    """Work for this person from now on, with what they wrote for their open tasks."""
    spoken = [one for task in participant.tasks for one in task.spoken]
    spoken += participant.wish_spoken
    lines = await _lines(work, spoken) if spoken else ()
    work.take(_with_words(participant, lines) if spoken else participant)


async def work_for_asker(work: Work, request: Request) -> None:
    """Work for whoever a request asks, and whose task it is about."""
    if request.asked != work.person.identity:
        sessions = work.services.sessions
        await work_for(work, await sessions.participant(work.session, request.asked))


async def of_plan(work: Work, plan: Plan) -> Plan:
    """The plan with what its owner wrote for it."""
    if all(one.text for one in plan.spoken):
        return plan
    return replace(plan, spoken=_looked_up(plan.spoken, await _lines(work, plan.spoken)))


async def _lines(work: Work, spoken: Iterable[Spoken]) -> Sequence[TranscriptLine]:
    """The lines these places are in: mostly among the newest, else they are read."""
    turns = {one.turn for one in spoken}
    recent = work.transcript.recent
    # The oldest of the newest lines may be the last of several of its turn.
    is_cut = len(recent) >= RECENT_LINES
    whole = {line.turn for line in recent} - {line.turn for line in recent[:1] if is_cut}
    if turns <= whole:
        return recent
    return await work.services.turns.lines(work.session, turns)


def _with_words(participant: Participant, lines: Sequence[TranscriptLine]) -> Participant:
    def heard(tasks: Iterable[Task]) -> tuple[Task, ...]:
        return tuple(_heard(task, lines) for task in tasks)

    stack = participant.stack
    return participant.with_(
        stack=TaskStack(tasks=heard(stack.tasks), queued=heard(stack.queued)),
        shelved=heard(participant.shelved),
        wish_spoken=_looked_up(participant.wish_spoken, lines),
    )


def _heard(task: Task, lines: Sequence[TranscriptLine]) -> Task:
    return task.with_(spoken=_looked_up(task.spoken, lines)) if task.spoken else task


def _looked_up(spoken: Sequence[Spoken], lines: Sequence[TranscriptLine]) -> tuple[Spoken, ...]:
    return look_up(spoken, lambda turn, person: find_written(lines, turn, person))
