"""The gates: what needs no understanding, a table asked from top to bottom.

The first that takes a message ends the search. None of them interprets a sentence; what passes
all of them is read.
"""

from collections.abc import Awaitable, Callable

from bot.core.commands.grammar import find_command, hide_verdict
from bot.core.commands.own_views import find_waiting, list_waiting
from bot.core.commands.run import run_command
from bot.core.ports.turns import DECIDED
from bot.core.redaction.typed_secrets import mask, says_nothing_else, tell_hidden
from bot.core.requests.ask import (
    BROKEN_OFF,
    ask_secret,
    find_decided,
    leave_out_decided,
    show_again,
    tell_decided,
)
from bot.core.requests.cards import list_fields, make_buttons, shorten_text
from bot.core.revisions.arrivals import tells_left
from bot.core.state.catalogue import CONCIERGE
from bot.core.state.transcript import Transcript
from bot.core.state.work import Work, asks_in_private
from bot.core.turn.attachments import WORDLESS, take_in_files
from bot.core.turn.failures import FIRST, is_unsettled
from bot.core.turn.hand_on import hand_on
from bot.core.verdicts.decide import decide_press
from bot.core.verdicts.secret_prompt import answers_prompt, is_for_reading
from bot.core.verdicts.typed_verdicts import (
    is_bare_verdict,
    is_no_button,
    leaves_rejected,
    name_question,
    read_press,
    read_verdict,
)
from bot.domain.ids import RequestId
from bot.domain.messages import Press
from bot.domain.requests import Request, RequestKind
from bot.domain.tasks import Task
from bot.language.lexicon import begins_verdict, is_yes, slip_of
from bot.language.secrets import MASK


async def decides_nothing_here(work: Work, text: str) -> bool:
    """Show what its author may decide elsewhere; False where there is none, or they are at work.

    Which of it they mean nobody should have to guess, though it be only one.
    """
    is_busy = work.person.stack.top is not None or work.incoming.shared
    if is_busy or not is_bare_verdict(text):
        return False
    waits = await find_waiting(work)
    if not (waits.beside or waits.elsewhere):
        return False
    work.transcript.hear(text)
    await list_waiting(work, waits)
    work.waits = True
    return True


SINCE = "We have talked of something else since I asked this, so I ask again."
SHALL_IT = f"{SINCE} Shall it be done?"


async def ask_which(work: Work, candidates: list[Request]) -> None:
    """Show the one request again, or list the several that the words fit."""
    if len(candidates) == 1:
        await _show(work, candidates[0])
    else:
        _list(work, candidates)
    work.waits = True


async def _show(work: Work, request: Request) -> None:
    """Show it to the author alone of those who may decide, for nobody else asked."""
    decided = await find_decided(work, request)
    left = tell_decided(decided)
    is_card = request.kind in {RequestKind.APPROVAL, RequestKind.PLAN} and not request.options
    work.say(
        request.subject.agent,
        f"{SHALL_IT if is_card else SINCE} {left}".strip() + f"\n\n{request.text}",
        own="",
        to=work.author,
        buttons=leave_out_decided(make_buttons(request), decided),
        fields=list_fields(request) if request.kind is RequestKind.APPROVAL else (),
        request=request.id,
        private=not is_card and _is_private(work, request),
    )


def _list(work: Work, candidates: list[Request]) -> None:
    lines = [f"- {request.id}: {shorten_text(request.text)}" for request in candidates]
    head = "Which one do you mean? Please press a button; they are in this order:"
    buttons = tuple(button for request in candidates for button in make_buttons(request))
    private = any(_is_private(work, request) for request in candidates)
    work.say("", "\n".join([head, *lines]), to=work.author, buttons=buttons, private=private)


def _is_private(work: Work, request: Request) -> bool:
    return request.kind is RequestKind.LINK or asks_in_private(work, request)


UNREAD = "I have not read that"


async def comes_late(work: Work, text: str) -> bool:
    """Take it for that secret, unread, and ask anew; False if it is something else."""
    top = work.person.stack.top
    if top is None or top.call is None or top.call.waits_for != "secret":
        return False
    if is_unsettled(work.requests, top):
        return _hides_a_word(work, top, text)
    if is_for_reading(work, text):
        return False
    work.transcript.hear(MASK)
    is_broken_off = top.call.because == BROKEN_OFF
    why = "." if is_broken_off else ", because the time for it was over."
    ask_secret(work, top, top.call, f"{UNREAD}{why}")
    if is_broken_off:
        work.person.update(top.with_(call=top.call.model_copy(update={"because": ""})))
    return True


def _hides_a_word(work: Work, task: Task, text: str) -> bool:
    """Take one word for the secret typed again, while a person must say first what happened."""
    if len(text.split()) != 1:
        return False
    work.transcript.hear(MASK)
    show_again(work, task, f"{UNREAD}, in case it is a secret. {FIRST}")
    return True


ASK_AGAIN = (
    "Nothing is deleted yet, and nothing else was decided. To delete what I keep of you, write: "
    "forget yes. To approve what waits for you, write: approve"
)
MAY_NOT_DECIDE = (
    "That would decide what waits for a verdict, and whoever sent it may not decide; please "
    "decide it another way."
)
EXPOSED = "Others here could read the secret you typed; where you can, delete your message."

TakesMessage = Callable[[Work, str], Awaitable[bool]]


async def take_message(work: Work, text: str) -> None:
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


async def take_command(work: Work, text: str, *, slash: bool) -> bool:
    """Run a command; False if it is none."""
    found = find_command(text, slash=slash)
    if found is None:
        return False
    work.transcript.hear(mask(work, hide_verdict(text, *found)))
    if not tells_left(work, *found):
        await run_command(work, *found)
    return True


async def _with_attached(work: Work, text: str) -> str:
    """The words of a message, with or without files; empty if a file could not be read."""
    if not (work.incoming.files or work.incoming.earlier):
        return text or " "
    unread = await take_in_files(work)
    text = text if text.strip() else WORDLESS
    if unread:
        work.transcript.hear(text)
        _tell(work, unread)
        return ""
    return text


async def _is_command(work: Work, text: str) -> bool:
    return await take_command(work, text, slash=False)


async def _asks_again(work: Work, text: str) -> bool:
    """Answer a bare yes to the question of `forget`: it neither deletes nor decides anything."""
    if not is_yes(text) or begins_verdict(text) or not _was_asked(work.transcript):
        return False
    work.transcript.hear(text)
    work.tell_alone(ASK_AGAIN)
    return True


def _was_asked(transcript: Transcript) -> bool:
    own = [said.text for said in transcript.recent if said.speaker == transcript.author.key]
    asked = next((said for said in reversed(own) if not is_yes(said)), "")
    return find_command(asked, slash=True) == ("forget", "")


async def _presses_nothing(work: Work, text: str) -> bool:
    """Take a number that no button of a card has for no value: show the card again."""
    top = work.person.stack.top
    if top is None or not is_no_button(work, text):
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
    words = tell_hidden(work, left)
    if says_nothing_else(left) and not work.person.wants_login:
        _tell(work, words)
        return True
    work.say("", words)
    return False


async def _is_no_secret(work: Work, text: str) -> bool:
    return answers_prompt(work, text)


async def _answers_request(work: Work, text: str) -> bool:
    """Take typed words as the answer to the one closed request they fit."""
    found = await _decided_before(work, text) or await read_press(work, text)
    if isinstance(found, list):
        work.transcript.hear(text)
        await ask_which(work, found)
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
    if words := name_question(work, text, found):
        work.say("", words)
    await decide_press(work, found)
    return True


async def _decided_before(work: Work, text: str) -> Press | None:
    """What an earlier try of this turn took the words for; they are no message now."""
    decided = work.journal.finished.get(DECIDED)
    if decided is None:
        return None
    request = await work.services.requests.find(RequestId(str(decided)))
    return read_verdict(request, text) if request else None


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
    comes_late,
    _presses_nothing,
    decides_nothing_here,
    _is_slip,
    _hides_secret,
)
"""Asked in this order; exact answers of forms and addresses come after them, in `hand_on`."""
