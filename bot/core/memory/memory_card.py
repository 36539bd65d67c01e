"""The memory card: what is kept of a conversation for one person, line by line, each deletable."""

from dataclasses import dataclass
from hashlib import sha256

from bot.core.state.audit_events import tell_audit
from bot.core.state.transcript import Transcript
from bot.core.state.work import Work
from bot.domain.errors import NotUnderstood
from bot.domain.ids import TurnId
from bot.domain.messages import Button, Press
from bot.domain.operations import Unremembered

ABOUT = "memory:"
DELETE = "delete"
MOST_RECENT = 10
MOST_BUTTONS = 10
SHOWN_CHARACTERS = 160
NOTHING = "I keep nothing of what you told me in this conversation."
HEAD = "What I keep of this conversation for you, each line with where it comes from:"
SUMMED_UP = "Notes on what lies further back:"
RECENT = "What you said last, word for word:"
HOW = (
    "Delete a line by its button, or write: memory delete <code>. It goes with the words it comes "
    "from and with my answers to them; an open task keeps what it was told until it ends. "
    "“forget” deletes everything."
)
INSTEAD = "(What I remember was shown here. Write “memory” to see it as it is now.)"
DELETED = "Deleted, with the words it came from."
GONE = "There is no such line of yours any more; “memory” shows those there are."


@dataclass(frozen=True, slots=True)
class MemoryLine:
    """A line of the card, and the turns that go with it; `code` is what it is called."""

    code: str
    text: str
    turns: tuple[TurnId, ...]


async def show_memory(work: Work, argument: str) -> None:
    """Show the author's card, or delete a line of it.

    Raises:
        NotUnderstood: there is no such line.
    """
    if argument:
        _delete(work, argument.rpartition(" ")[2].lower())
    else:
        _show(work)


def is_of_memory(press: Press) -> bool:
    """Say whether a press is on a memory card: `memory:<code>`, delete."""
    return press.request.startswith(ABOUT)


async def press_memory(work: Work, pressed: Press) -> None:
    """Delete a line of the card by its button; only one's own lines can be meant.

    Raises:
        NotUnderstood: there is no such line.
    """
    work.waits = True
    _delete(work, pressed.request.removeprefix(ABOUT) if pressed.verb == DELETE else "")


def list_notes(transcript: Transcript) -> list[MemoryLine]:
    """The lines of the author's summary in this conversation."""
    return [
        _line(f"{gist.at:%Y-%m-%d} {gist.text} ({_turns(len(gist.sources))})", gist.sources)
        for gist in transcript.summary.gists
    ]


def list_recent(transcript: Transcript) -> list[MemoryLine]:
    """What the author said last in this conversation."""
    own = transcript.author.key
    lines = [
        line
        for line in transcript.recent
        if not (line.by_bot or line.source) and line.speaker == own
    ]
    return [_line(f"{line.at:%Y-%m-%d %H:%M} “{line.text}”", (line.turn,)) for line in lines]


def _show(work: Work) -> None:
    notes, words = list_notes(work.transcript), list_recent(work.transcript)[-MOST_RECENT:]
    if not notes and not words:
        work.tell_alone(NOTHING)
        return
    parts = [HEAD]
    parts += [SUMMED_UP, *map(_written, notes)] if notes else []
    parts += [RECENT, *map(_written, words)] if words else []
    shown = (*notes, *words)[-MOST_BUTTONS:]
    buttons = tuple(Button(f"{ABOUT}{one.code}:{DELETE}", f"Delete {one.code}") for one in shown)
    text = "\n".join([*parts, HOW])
    work.tell_alone(text, buttons=buttons, instead=INSTEAD)


def _delete(work: Work, code: str) -> None:
    meant = [
        line
        for line in (*list_notes(work.transcript), *list_recent(work.transcript))
        if line.code == code
    ]
    if not meant:
        raise NotUnderstood(GONE)
    turns = tuple(dict.fromkeys(turn for line in meant for turn in line.turns))
    work.changes.do(Unremembered(work.session, work.author, turns))
    tell_audit(work, "memory_deleted", turns=[*turns])
    work.tell_alone(DELETED)


def _line(text: str, turns: tuple[TurnId, ...]) -> MemoryLine:
    """Lines are called by what they are, so that a code never comes to mean another one."""
    words = " ".join(text.split())
    shown = words if len(words) <= SHOWN_CHARACTERS else f"{words[:SHOWN_CHARACTERS]} …"
    digest = sha256("|".join((words, *turns)).encode("utf-8", "replace")).hexdigest()
    return MemoryLine(digest[:6], shown, turns)


def _written(line: MemoryLine) -> str:
    return f"- {line.code} · {line.text}"


def _turns(count: int) -> str:
    return "from 1 message" if count == 1 else f"from {count} messages"
