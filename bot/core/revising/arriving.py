"""Take a message in as it is by now: edited or deleted while it waited, or gone on with.

What a turn takes in is written into its journal first: if it begins again after having acted,
it is about the same words. Nothing is taken in once an effect was begun or a request decided;
then it has a turn of its own.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from bot.core.commands.grammar import find_command
from bot.core.ports.later import Waiting
from bot.core.ports.turns import Ending
from bot.core.turn.journal import Journal
from bot.core.turn.transcript import Transcript
from bot.core.turn.wanted import has_acted, learn, revises
from bot.core.turn.work import Work
from bot.domain.messages import Incoming, Kind

TAKEN = "taken"
MOST_JOINED = 5
SHORT = 500


async def take_in(work: Work) -> bool:
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


def unheard(work: Work) -> Ending:
    """End the turn of a message that is gone: nothing is said, nothing is remembered."""
    beginning = work.beginning
    session, taken = work.session, tuple(work.changes.taken)
    return Ending(beginning.turn, session, beginning.epoch, taken=taken)


async def _revise(work: Work, revisions: Sequence[Waiting]) -> bool:
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


def _in_a_row(work: Work, after: Sequence[Waiting]) -> list[Waiting]:
    """Those that plainly belong together: no repeats, nothing that is changed or stands alone."""
    row: list[Waiting] = []
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
