"""Revise what was said: a message that its author edited or deleted after it was answered.

What happens by when the change is accepted; only the author's own counts, and an edit that
leaves the words as they were (a link preview) is none.

| the message's turn     | edited                              | deleted                      |
|------------------------|-------------------------------------|------------------------------|
| has not begun          | it hears the new words              | ends without an answer       |
| runs, has not acted    | begins again, with the new words    | ends without an answer       |
| runs, has acted        | stops and says what it has done,    | the same                     |
|                        | then as if answered                 |                              |
| has answered           | the line has the new words;         | the line is gone; what waits |
|                        | what waits because of the old ones  | because of it is withdrawn   |
|                        | is withdrawn; the new ones are      |                              |
|                        | answered like a message             |                              |
| has answered, and an   | the same, but nothing is answered:  | the same, and that what was  |
| effect was run since   | what was done stays done            | done stays done              |
| was set aside          | is not tried any more; the new      | is not tried any more        |
|                        | words are answered like a message   |                              |
| is older than a day    | the line has the new words          | the line is gone             |

The first three rows are `arriving` and `wanted`, for they are about a turn that is still to
end. To act means to run an effect, or to decide a request. What waits because of a message are
the requests its turn opened, and the tasks it started with all that only run for them; from
other tasks its words are taken out again. Effects are those for its author since its turn
began, in whatever turn, for a message may have its effect only after a login, or an approval.
An edit never decides a request and never is a command: those are said anew, or pressed.
The card of a request, deleted by the person it asks for, withdraws that request: a platform
tells it as a deletion with a `press`, which names the request.
"""

from dataclasses import replace

from bot.core.commands.grammar import find_command
from bot.core.ports.turns import Original, WaitingEvent
from bot.core.redaction.typed_secrets import mask
from bot.core.requests.ask import show_again
from bot.core.revisions.withdraw import Withdrawn, withdraw, withdraw_card
from bot.core.state.work import Work
from bot.core.verdicts.secret_prompt import is_for_reading
from bot.core.verdicts.typed_verdicts import read_press
from bot.domain.errors import NotUnderstood
from bot.domain.messages import Incoming, Kind, TranscriptLine
from bot.language.secrets import MASK

DELETED = "(deleted)"
CHANGED = "You changed your message"
HIDDEN_EDIT = "(changed; hidden, for it held a secret)"


async def revise(work: Work) -> str:
    """Revise what was said; return the words to answer now, none if there are not any.

    Raises:
        NotUnderstood: the new words decide or command something, which an edit never does.
    """
    incoming, original = work.incoming, work.beginning.original
    if incoming.press is not None:
        await withdraw_card(work, incoming.press.request)
        return ""
    if original is None:
        work.waits = True  # what nobody answered changes nothing, so nothing goes on
        return ""
    if original.parked is not None:
        work.changes.taken.append(WaitingEvent(original.parked, incoming, work.now))
    if incoming.kind is Kind.DELETION:
        _deleted(work, original)
        return ""
    return await _edited(work, original, incoming)


def _deleted(work: Work, original: Original) -> None:
    _rewrite(work, original.lines, DELETED)
    withdrawn = withdraw(work, original)
    _told(work, original, withdrawn, "You deleted your message")


async def _edited(work: Work, original: Original, incoming: Incoming) -> str:
    own = tuple(line for line in original.lines if not line.source)
    if any(_is_same(line.text, incoming.text) for line in own):
        return ""
    if any(MASK in line.text for line in own) or _is_secret(work, incoming.text):
        _rewrite(work, own, HIDDEN_EDIT)
        words = "Where a secret was said, I do not read what it is changed to; write it anew."
        _told(work, original, withdraw(work, original), CHANGED, words)
        return ""
    text = mask(work, incoming.text)
    is_command = find_command(text, slash=False) is not None
    is_decision = is_command or await read_press(work, text)
    _rewrite(work, own, text)
    withdrawn = withdraw(work, original)
    if original.effects or not original.is_recent:
        _told(work, original, withdrawn, CHANGED, "Write anew what you still want.")
        return ""
    if is_decision or not text.strip():
        _told(work, original, withdrawn, CHANGED)
    if is_decision:
        message = "A message that is changed decides nothing; press a button, or write it anew."
        raise NotUnderstood(message)
    if text.strip():
        if withdrawn:
            gone = f"{CHANGED}, so I have withdrawn {withdrawn.named}."
            work.say("", f"{gone} I go on with what it says now.", private=incoming.shared)
        work.transcript.hear(text)
    return text.strip()


def _is_secret(work: Work, text: str) -> bool:
    """Say whether typed words would be taken for the secret that is being waited for."""
    top = work.person.stack.top
    waits = top is not None and top.call is not None and top.call.waits_for == "secret"
    return waits and not is_for_reading(work, text)


def _is_same(before: str, now: str) -> bool:
    """Compare words with those of the transcript, in which secrets are masked."""
    head, *parts = before.split(MASK)
    if not parts:
        return before == now
    *middle, tail = parts
    if not now.startswith(head) or not now.endswith(tail):
        return False
    left = now[len(head) : len(now) - len(tail)]
    for part in middle:
        _hidden, found, left = left.partition(part)
        if not found:
            return False
    return bool(left)


def _rewrite(work: Work, lines: tuple[TranscriptLine, ...], text: str) -> None:
    """Give lines of the transcript another text, for this turn's prompts as well."""
    changed = {_id_of(line): replace(line, text=text, withheld=False) for line in lines}
    work.changes.rewritten.extend(changed.values())
    recent = (changed.get(_id_of(line), line) for line in work.transcript.recent)
    work.transcript.recent = tuple(recent)


def _id_of(line: TranscriptLine) -> tuple[str, ...]:
    """Tell the lines of people apart."""
    return line.turn, line.speaker, line.message, line.source


def _told(work: Work, original: Original, withdrawn: Withdrawn, what: str, then: str = "") -> None:
    """Say what became of a message, if it left anything behind."""
    if not (withdrawn or original.effects):
        return
    told = f"{what}, so I have withdrawn {withdrawn.named}." if withdrawn else f"{what}."
    stays = _stays(original) if original.effects else ""
    words = " ".join(part for part in (told, stays, then) if part)
    _tell(work, words, withdrawn, alone=bool(stays) and work.incoming.shared)


def _tell(work: Work, text: str, withdrawn: Withdrawn, *, alone: bool) -> None:
    """Tell it, and what is left to do; what was done is told alone, as it was at first."""
    left = work.person.stack.top
    if withdrawn and left is not None and left.started:
        if alone:
            work.say("", text, private=True)
        show_again(work, left, "" if alone else text)
    else:
        work.say("", text, private=work.incoming.shared)
        work.waits = True


def _stays(original: Original) -> str:
    known = [words for words in original.effects if words]
    unknown = len(original.effects) - len(known)
    told = " ".join(known)
    if unknown:
        told = f"{told} Of {unknown} more, the outcome is not known.".strip()
    return f"What was done since you wrote it stays done, and is not done again: {told}"
