"""A message as it is by now: edited, deleted or gone on with while it waited, or stopped.

What a turn takes in is written into its journal first: if it begins again after having acted,
it is about the same words. Nothing is taken in once an effect was begun or a request decided;
then it has a turn of its own. A wish to stop reaches a turn of the same process at once, through
its `Halt`; one of another process sees it in the inbox before its next effect. The turn then ends
as `stop` ends a task, and the event's own turn, which comes after it, tells only what is left.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from bot.core.commands.grammar import ALL, find_command, find_in
from bot.core.commands.reset import NOTHING_ELSE
from bot.core.ports.turns import HEEDED, Ending, WaitingEvent, Why
from bot.core.redaction.sealed_secrets import forget_volunteered
from bot.core.requests.ask import show_again
from bot.core.state.interrupts import has_acted, learn, revises
from bot.core.state.journal import Journal, TurnEffects
from bot.core.state.transcript import Transcript
from bot.core.state.work import Work
from bot.domain.decisions import Gate
from bot.domain.errors import Revised
from bot.domain.messages import Incoming, Kind
from bot.domain.tasks import TaskStack

TAKEN = "taken"
MOST_JOINED = 5
SHORT = 500


async def take_in_message(work: Work) -> bool:
    """Look behind the turn; False when its message was deleted, so that nobody is answered."""
    if work.beginning.is_gone:
        return False
    incoming, behind = work.incoming, work.beginning.behind
    revisions = [waiting for waiting in behind if revises(waiting.incoming, incoming)]
    if incoming.kind is Kind.EDIT and revisions and not has_acted(work.journal):
        return False  # the later one takes care of it
    if incoming.kind is Kind.MESSAGE and not await _revise(work, revisions):
        return False
    if incoming.kind is Kind.MESSAGE and work.services.join_seconds:
        await _join(work)
    learn(work, behind)
    return True


def end_unheard(work: Work) -> Ending:
    """End the turn of a message that is gone: nothing is said, nothing is remembered."""
    beginning = work.beginning
    session, taken = work.session, tuple(work.changes.taken)
    return Ending(beginning.turn, session, beginning.epoch, taken=taken)


async def _revise(work: Work, revisions: Sequence[WaitingEvent]) -> bool:
    before = _taken_before(work.journal)
    if has_acted(work.journal):
        revisions = [waiting for waiting in revisions if waiting.turn in before]
    if not revisions:
        return True
    work.changes.taken.extend(revisions)
    if any(waiting.incoming.kind is Kind.DELETION for waiting in revisions):
        return False
    await _note(work, before)
    _say_instead(work.transcript, revisions[-1].incoming.text)
    return True


async def _join(work: Work) -> None:
    """Hear short messages in a row as one: people press Enter between two halves of a wish."""
    before = _taken_before(work.journal)
    first = work.incoming
    is_begun = bool(work.journal.finished) and not before
    if is_begun or not _is_short(first) or work.requests.pending or work.person.stack.tasks:
        return
    after = await work.services.turns.next_messages(work.journal.turn, MOST_JOINED)
    joined = _in_a_row(work, after) if not before else [w for w in after if w.turn in before]
    if not joined:
        return
    work.changes.taken.extend(joined)
    await _note(work, before)
    work.transcript.joined = tuple(waiting.incoming.message for waiting in joined)
    texts = [first.text, *(waiting.incoming.text for waiting in joined)]
    _say_instead(work.transcript, "\n".join(texts))


def _in_a_row(work: Work, after: Sequence[WaitingEvent]) -> list[WaitingEvent]:
    """Those that plainly belong together: no repeats, nothing that is changed or stands alone."""
    row: list[WaitingEvent] = []
    first = work.incoming
    texts, last = {first.text.strip().lower()}, work.beginning.received_at
    revised = {w.incoming.message for w in work.beginning.behind} - {""}
    for waiting in after:
        incoming = waiting.incoming
        is_near = waiting.received_at - last <= timedelta(seconds=work.services.join_seconds)
        is_new = incoming.text.strip().lower() not in texts
        is_part = incoming.person == first.person and _is_short(incoming)
        if not (is_near and is_new and is_part) or incoming.message in revised:
            break
        row.append(waiting)
        texts.add(incoming.text.strip().lower())
        last = waiting.received_at
    return row


def _is_short(incoming: Incoming) -> bool:
    """Say whether a message may be half a wish: a line of plain words, no command, no address."""
    text = incoming.text.strip()
    plain = not incoming.files and "\n" not in text and not text.startswith("@")
    return plain and 0 < len(text) < SHORT and find_command(text, slash=False) is None


def _say_instead(transcript: Transcript, text: str) -> None:
    transcript.incoming = replace(transcript.incoming, text=text)


def _taken_before(journal: Journal) -> set[str]:
    noted = journal.recorded(TAKEN)
    return {str(turn) for turn in noted} if isinstance(noted, list) else set()


async def _note(work: Work, before: set[str]) -> None:
    taken = {str(waiting.turn) for waiting in work.changes.taken}
    if not taken <= before:
        await work.journal.record(TAKEN, [*sorted(before | taken)])


_STOPPING = {("stop", ""), ("stop", ALL), ("reset", "")}
_BECAUSE = {
    Why.STOPPED: "Stopped",
    Why.EDITED: "You changed your message while I was at it, so I stopped",
    Why.DELETED: "You deleted your message while I was at it, so I stopped",
    Why.WITHDRAWN: "You changed or deleted what this was for, so I stopped",
    Why.LEFT: "Whoever asked for this is no longer here, so I stopped",
}


def mark_halt(incoming: Incoming) -> Incoming:
    """Mark an event that is a wish to stop; it need not wait for what it is to stop."""
    return replace(incoming, halts=True) if find_in(incoming) in _STOPPING else incoming


def stop_here(work: Work) -> None:
    """End an interrupted turn: its task is taken off, and what it has done is said.

    Raises:
        Revised: its message was changed, and nothing was done yet, so it begins again.
    """
    halt = work.limits.halt
    why = halt.why or Why.STOPPED
    decided = any(made.gate is Gate.REQUEST for made in work.changes.decisions)
    acted = decided or work.acted.answers or has_acted(work.journal)
    if why in {Why.EDITED, Why.DELETED} and not acted:
        raise Revised
    names = take_off(work)
    stopped = f"{_BECAUSE[why]}: {' and '.join(names)}." if names else f"{_BECAUSE[why]}."
    work.changes.heeded.extend(halt.by)
    # What was done was told in private, too.
    private = work.incoming.shared and bool(work.acted.answers)
    work.say("", f"{stopped} {_done(work.acted)}", private=private)
    work.waits = True


def take_off(work: Work) -> list[str]:
    """Take the active task off, with those that only wait for it; return their agents."""
    top = work.person.stack.top
    stopped = work.person.stack.chain(top) if top is not None else ()
    work.take_off(*stopped)
    work.person.stack = TaskStack(tasks=work.person.stack.tasks)
    forget_volunteered(work.person)
    work.person.end_wish()
    return [task.agent for task in reversed(stopped)]


def tells_left(work: Work, name: str, argument: str) -> bool:
    """Answer a wish to stop that a turn has followed already: with what is left, nothing else."""
    if (name, argument) != ("stop", "") or HEEDED not in work.journal.finished:
        return False
    left = work.person.stack.top
    work.waits = True
    if left is None:
        work.say("", NOTHING_ELSE)
    else:
        show_again(work, left, f"We can go on with {left.agent}.")
    return True


def _done(acted: TurnEffects) -> str:
    if not acted.answers:
        return "Nothing was changed."
    done = " ".join(acted.answers)
    return f"This was done before, and stays: {done} Nothing more is done for it."
