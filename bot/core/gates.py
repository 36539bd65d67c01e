"""The gates: what needs no understanding, a table asked from top to bottom.

The first that takes a message ends the search. None of them interprets a sentence; what passes
all of them is read.
"""

from collections.abc import Awaitable, Callable

from bot.core import attached
from bot.core.commands import own
from bot.core.commands.beside import decides_nothing_here
from bot.core.commands.grammar import find_command, hide_verdict
from bot.core.commands.run import run_command
from bot.core.deciding import decide, prompted, typed, which
from bot.core.deciding.instead import leaves_rejected
from bot.core.deciding.late import comes_late
from bot.core.hand_on import hand_on
from bot.core.ports.turns import DECIDED
from bot.core.requests.ask import show_again
from bot.core.revising import halting
from bot.core.turn.services import CONCIERGE
from bot.core.turn.volunteered import mask, says_nothing_else, told
from bot.core.turn.work import Work
from bot.domain.ids import RequestId
from bot.domain.messages import Press
from bot.language.lexicon import slip_of
from bot.language.secrets import MASK

MAY_NOT_DECIDE = (
    "That would decide what waits for a verdict, and whoever sent it may not decide; please "
    "decide it another way."
)
EXPOSED = "Others here could read the secret you typed; where you can, delete your message."

TakesMessage = Callable[[Work, str], Awaitable[bool]]


async def message(work: Work, text: str) -> None:
    """Take a message by the first gate that fits; the others are read.

    Raises:
        Refused: it may not be done, or is addressed to nobody there is.
        BudgetSpent, ModelUnavailable: it could not be read.
    """
    text = await _with_attached(work, text)
    if not text:
        return
    for takes in GATES:
        if await takes(work, text):
            return
    await hand_on(work, work.transcript.text)


async def command(work: Work, text: str, *, slash: bool) -> bool:
    """Run a command; False if it is none."""
    found = find_command(text, slash=slash)
    if found is None:
        return False
    work.transcript.hear(mask(work, hide_verdict(text, *found)))
    if not halting.tells_left(work, *found):
        await run_command(work, *found)
    return True


async def _with_attached(work: Work, text: str) -> str:
    """The words of a message, with or without files; empty if a file could not be read."""
    if not (work.incoming.files or work.incoming.earlier):
        return text or " "
    unread = await attached.take_in(work)
    text = text if text.strip() else attached.WORDLESS
    if unread:
        work.transcript.hear(text)
        _tell(work, unread)
        return ""
    return text


async def _is_command(work: Work, text: str) -> bool:
    return await command(work, text, slash=False)


async def _asks_again(work: Work, text: str) -> bool:
    return own.asks_again(work, text)


async def _comes_late(work: Work, text: str) -> bool:
    return comes_late(work, text)


async def _presses_nothing(work: Work, text: str) -> bool:
    """Take a number that no button of a card has for no value: show the card again."""
    top = work.person.stack.top
    if top is None or not typed.is_no_button(work, text):
        return False
    work.transcript.hear(text)
    said = text.strip()
    words = f"“{said}” is none of the buttons; to change a value, say so, as in “make it {said}”."
    show_again(work, top, words)
    return True


async def _is_slip(work: Work, text: str) -> bool:
    """Take what is nearly a command for no value: ask, with what waits."""
    meant = slip_of(text)
    if not meant:
        return False
    work.transcript.hear(text)
    _tell(work, f"Did you mean “{meant}”? I have taken “{text.strip()}” for nothing else.")
    return True


async def _hides_secret(work: Work, text: str) -> bool:
    """Hide secrets; what says nothing besides, and is of no use to anybody, goes no further."""
    left = mask(work, text)
    work.transcript.hear(left)
    if left == text:
        return False
    work.progress(CONCIERGE, "A secret in the message was hidden")
    words = told(work, left)
    if says_nothing_else(left) and not work.person.wants_login:
        _tell(work, words)
        return True
    work.say("", words)
    return False


async def _is_no_secret(work: Work, text: str) -> bool:
    return prompted.answers(work, text)


async def _answers_request(work: Work, text: str) -> bool:
    """Take typed words as the answer to the one closed request they fit."""
    found = await _decided_before(work, text) or await typed.as_press(work, text)
    if isinstance(found, list):
        work.transcript.hear(text)
        await which.ask(work, found)
        return True
    if not isinstance(found, Press):
        return False
    is_secret = found.verb == "submit"
    work.transcript.hear(MASK if is_secret else mask(work, text))
    if is_secret and work.incoming.shared:
        work.say("", EXPOSED, to=work.author, private=True)
    if not work.incoming.decides:
        work.say("", MAY_NOT_DECIDE, to=work.author)
        return True
    if words := typed.named(work, text, found):
        work.say("", words)
    await decide.press(work, found)
    return True


async def _decided_before(work: Work, text: str) -> Press | None:
    """What an earlier try of this turn took the words for; they are no message now."""
    decided = work.journal.finished.get(DECIDED)
    if decided is None:
        return None
    request = await work.services.requests.find(RequestId(str(decided)))
    return typed.read(request, text) if request else None


def _tell(work: Work, words: str) -> None:
    """Say something, with what waits, and leave it at that."""
    if work.person.stack.top is not None:
        show_again(work, work.person.stack.top, words)
        return
    work.say("", words)
    work.waits = True


GATES: tuple[TakesMessage, ...] = (
    _is_command,
    _asks_again,
    leaves_rejected,
    _answers_request,
    _is_no_secret,
    _comes_late,
    _presses_nothing,
    decides_nothing_here,
    _is_slip,
    _hides_secret,
)
"""Asked in this order; exact answers of forms and addresses come after them, in `hand_on`."""
