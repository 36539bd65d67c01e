"""Understand typed words as an answer to a pending request; only closed ones take them."""

import re

from bot.core.deciding import prompted, standing
from bot.core.planning import words
from bot.core.requests.pairs import pairs_in
from bot.core.requests.rights import rights_of
from bot.core.requests.showing import gist
from bot.core.requests.verbs import chosen
from bot.core.turn.person import PersonState
from bot.core.turn.requesting import TurnRequests
from bot.core.turn.transcript import Transcript
from bot.core.turn.work import Work
from bot.domain.accounts import is_listed
from bot.domain.messages import Press
from bot.domain.requests import Request, RequestKind
from bot.language import lexicon
from bot.language.lexicon import bare, is_no, is_yes

NAMED = "I take that as the answer to “{question}”: {answer}."

_EDIT = re.compile(r"edit\s+(?P<pairs>\w+\s*=.+)", re.IGNORECASE | re.DOTALL)
_REMARK = re.compile(r"respond(?:\s*[:,-]\s*(?P<text>\S.*)|[\s.!]*)", re.IGNORECASE | re.DOTALL)
_STEP = re.compile(
    r"(approve|reject|edit)\s+(?:step\s+|#)?([0-9]{1,2})"
    r"(?:[.!]?|[\s,:;-]+(?:(?<=\s)because\b|\w+\s*=).*)",
    re.IGNORECASE | re.DOTALL,
)
_VERB = re.compile(r"(?:approve|reject|edit|deny|clarify|respond)\b", re.IGNORECASE)
_NUMBER = re.compile(r"[\[(#\s]*[0-9]{1,12}[\])\s]*[.!]?")


async def as_press(work: Work, text: str) -> Press | list[Request] | None:
    """The decision the words stand for; what to ask about if that is not plain; None if none.

    That is plain if one request fits, and a bare yes or no only what was just asked. A number
    or a choice is for the question asked last, and so is a yes or no if nothing came between.

    Raises:
        NotChecked: they fit a group's request, and nobody can say who is in that group.
    """
    open_tasks = {task.id for task in work.person.stack.tasks}
    mine = [
        request
        for request in work.requests.pending
        if request.may_concern(work.author)
        and (request.task in open_tasks or _waits_by_itself(work.transcript, request))
    ]
    if secret := prompted.open_prompt(work):
        return read(secret, text)
    fitting = [
        (r, press)
        for r in _closed(work.person, mine, text)
        if (press := read(r, text)) and await _is_put_to_author(work, r)
    ]
    on_top = [(r, press) for r, press in fitting if _is_top(work.person, r)]
    has_card = any(request.kind is RequestKind.APPROVAL for request, _press in fitting)
    if len(on_top) == 1 and not has_card and _is_for(work.transcript, on_top[0][0], text):
        return on_top[0][1]
    if len(fitting) > 1:
        own = [(r, press) for r, press in fitting if r.kind is RequestKind.PLAN and r.options]
        if len(own) == 1 and len({r.task for r, _press in fitting}) == 1:
            return own[0][1]
        return [r for r, _press in fitting]
    if fitting:
        request, press = fitting[0]
        is_plain = not standing.is_bare(text) or _was_just_asked(work.transcript, request)
        return press if is_plain else [request]
    return (
        _own_yes(work, text) or _edit_of_anothers(work.requests, text) or _of_no_step(mine, text)
    )


def _is_for(transcript: Transcript, request: Request, text: str) -> bool:
    return not _is_yes_or_no(text) or _was_just_asked(transcript, request)


def named(work: Work, text: str, press: Press) -> str:
    """Name the question that a yes or no answers, where another one is open that takes it too."""
    asked = [r for r in work.requests.pending if r.kind is RequestKind.QUESTION]
    request = next((r for r in asked if r.id == press.request), None)
    others = (r for r in asked if r is not request and r.asked == work.author)
    if request is None or not _is_yes_or_no(text) or not any(read(r, text) for r in others):
        return ""
    return NAMED.format(question=gist(request.text), answer=chosen(request, press))


def _was_just_asked(transcript: Transcript, request: Request) -> bool:
    return standing.was_just_asked(
        transcript, request, lambda said: read(request, said) is not None
    )


def _waits_by_itself(transcript: Transcript, request: Request) -> bool:
    """True for what is asked beside the author's own tasks: a plan, or what others want."""
    return request.asked != transcript.author or request.kind in {
        RequestKind.PLAN,
        RequestKind.LINK,
    }


def _own_yes(work: Work, text: str) -> Press | None:
    """A yes to what somebody else must approve: it is answered, for it is no new wish."""
    own = (r for r in work.requests.pending if r.asked == work.author and r.policy == "four_eyes")
    press = next((read(r, text) for r in own if _is_top(work.person, r)), None)
    return press if press and press.verb == "approve" else None


def _edit_of_anothers(requests: TurnRequests, text: str) -> Press | None:
    """An edit of what waits here for somebody else: refused like a press, it is no new wish."""
    if not _EDIT.fullmatch(text.strip()):
        return None
    waiting = [r for r in requests.pending if r.kind is RequestKind.APPROVAL]
    return read(waiting[0], text) if len(waiting) == 1 else None


def _of_no_step(mine: list[Request], text: str) -> Press | None:
    """A verdict on a step that no card shows: it is answered, for it is no new wish."""
    cards = [r for r in mine if r.kind is RequestKind.PLAN and not r.options]
    said = _STEP.fullmatch(text.strip())
    return Press(cards[-1].id, f"{said[1].lower()}-{said[2]}") if said and cards else None


async def _is_put_to_author(work: Work, request: Request) -> bool:
    """Say whether a request names the author; a group's members are asked for only then."""
    author = work.author
    if author == request.asked or is_listed(author, request.approvers, beside=request.asked):
        return True
    return request.may_decide(author, await rights_of(work.services.directory, request, author))


def _closed(person: PersonState, mine: list[Request], text: str) -> list[Request]:
    """The requests words may answer; an open question on top takes all but plain verdicts."""
    questions = [r for r in mine if r.kind is RequestKind.QUESTION and _is_top(person, r)]
    if any(not r.options for r in questions) and not begins_verdict(text):
        return []
    return [r for r in mine if r.kind is not RequestKind.SECRET]


def is_no_button(work: Work, text: str) -> bool:
    """Say whether it is a number, while a card waits on top that has no button of that number.

    A number alone chooses a button, and is no value: “make it 4” is one.
    """
    cards = (
        r
        for r in work.requests.pending
        if r.kind is RequestKind.APPROVAL and _is_top(work.person, r)
    )
    return any(r.may_concern(work.author) for r in cards) and bool(_NUMBER.fullmatch(text.strip()))


def begins_verdict(text: str) -> bool:
    """Say whether words begin like a verdict that is meant for a card, and for nobody else.

    A yes, a number or thanks may be meant for anybody; “approve” and “reject” may not.
    """
    return bool(_VERB.match(text.strip())) or lexicon.begins_verdict(text)


def is_bare_verdict(text: str) -> bool:
    """Say whether words are a verdict and nothing else, but for its reason: “reject, too much”."""
    is_one = _is_yes_or_no(text) or bool(lexicon.reason_of(text))
    return begins_verdict(text) and is_one


def is_verdict_on(request: Request, text: str) -> bool:
    """Say whether somebody who was not speaking to us decides this card with their words."""
    is_card = request.kind in {RequestKind.APPROVAL, RequestKind.PLAN}
    return is_card and begins_verdict(text) and read(request, text) is not None


def read(request: Request, text: str) -> Press | None:
    """The decision the words mean for one request, or None."""
    word = text.strip().strip(".!").lower()
    word = word.strip("[]()# ") if _NUMBER.fullmatch(word) else word
    if request.kind is RequestKind.SECRET:
        return _secret(request, text)
    if request.kind is RequestKind.LINK and _is_yes_or_no(text):
        return Press(request.id, "option-1" if is_yes(text) else "option-2")
    if request.kind is RequestKind.APPROVAL:
        return _approval(request, text.strip(), word)
    if request.kind is RequestKind.PLAN and (press := words.read(request, text.strip())):
        return press
    for number, option in enumerate(request.options, start=1):
        if word in {option.lower(), str(number)} or _is_same_answer(text, option):
            return Press(request.id, f"option-{number}")
    return None


def _is_yes_or_no(text: str) -> bool:
    return is_yes(text) or is_no(text)


def _is_same_answer(text: str, option: str) -> bool:
    """Say whether a yes or no is asked for, and words are the same one in any language."""
    return (is_yes(text) and is_yes(option)) or (is_no(text) and is_no(option))


def _secret(request: Request, text: str) -> Press | None:
    value = prompted.secret_in(request, text)
    parameter = str(request.subject.arguments["parameter"])
    return Press(request.id, "submit", {parameter: value}) if value else None


def _is_top(person: PersonState, request: Request) -> bool:
    return person.stack.top is not None and person.stack.top.id == request.task


def _approval(request: Request, text: str, word: str) -> Press | None:
    if is_yes(text) or word == "1":
        return Press(request.id, "approve")
    if is_no(text) or word == "3":
        return Press(request.id, "reject")
    if word in {"edit", "2"} or _names_value(request, text):
        return Press(request.id, "edit")
    return _with_more(request, text)


def _with_more(request: Request, text: str) -> Press | None:
    """A verdict with what belongs to it: values, a reason, a remark."""
    if edit := _EDIT.fullmatch(text):
        return Press(request.id, "edit", pairs_in(edit["pairs"]))
    if reason := lexicon.reason_of(text):
        return Press(request.id, "reject", {"reason": reason})
    if remark := _REMARK.fullmatch(text):  # without words how to go on with it is told
        return Press(request.id, "respond", {"text": remark["text"] or ""})
    return None


def _names_value(request: Request, text: str) -> bool:
    """Say whether a message only names a value of the card, which is to be changed then."""
    named = bare(text).lower()
    return named in {name.replace("_", " ") for name in request.subject.arguments}
