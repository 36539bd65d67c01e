"""Understand typed words as an answer to a pending request; only closed ones take them.

A card may stand open for hours while other things are talked about. A bare yes then answers
those, so it is asked what is meant; “approve”, “1” and buttons say it themselves.
"""

import re
from collections.abc import Callable, Sequence

from bot.core.plans.verdicts import read_pairs, read_plan_words
from bot.core.reading.form_words import LEFT_UNDONE
from bot.core.requests.cards import shorten_text
from bot.core.requests.deciders import find_rights
from bot.core.requests.verdicts import read_choice
from bot.core.stack.finish import drop_task
from bot.core.state.changes import TurnRequests
from bot.core.state.person import PersonState
from bot.core.state.transcript import Transcript
from bot.core.state.work import Work
from bot.core.verdicts.secret_prompt import open_prompt, read_secret
from bot.domain.accounts import is_listed
from bot.domain.decisions import Gate
from bot.domain.messages import Press, TranscriptLine
from bot.domain.requests import Request, RequestKind
from bot.domain.tasks import Task
from bot.language import lexicon
from bot.language.lexicon import bare, begins_verdict, is_no, is_yes, wants_nothing


def is_bare(text: str) -> bool:
    """Say whether words are a yes or a no that may as well answer other talk."""
    return (is_yes(text) or is_no(text)) and not begins_verdict(text)


def was_just_asked(
    transcript: Transcript, request: Request, answers: Callable[[str], bool]
) -> bool:
    """Say whether nothing else was talked about with the author since a request was shown.

    `answers` says of words whether they are about the request: a verdict that was refused is.
    """
    since = _since_shown(transcript, request)
    if since is None:
        return False
    about = {line.turn for line in since if not line.by_bot and answers(line.text)}
    return all(line.turn in about for line in since)


def _since_shown(transcript: Transcript, request: Request) -> Sequence[TranscriptLine] | None:
    """The lines after the turn that showed it last; None if that is too long ago."""
    lines = [line for line in transcript.recent if _concerns(transcript, request, line)]
    if request.kind is RequestKind.LINK:  # it is asked in confidence, and so in no line
        return [line for line in lines if line.at > request.created_at]
    shown = [line.turn for line in lines if line.by_bot and request.text in line.text]
    if not shown:
        return None
    last = max(n for n, line in enumerate(lines) if line.turn == shown[-1])
    return lines[last + 1 :]


def _concerns(transcript: Transcript, request: Request, line: TranscriptLine) -> bool:
    """Say whether a line is talk with the author, or where others asked, of the thread."""
    if line.source or (line.private and line.to != transcript.author.key):
        return False
    is_theirs = transcript.author.key in {line.speaker, line.to}
    return is_theirs or request.asked != transcript.author


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


async def read_press(work: Work, text: str) -> Press | list[Request] | None:
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
    if secret := open_prompt(work):
        return read_verdict(secret, text)
    fitting = [
        (r, press)
        for r in _closed(work.person, mine, text)
        if (press := read_verdict(r, text)) and await _is_put_to_author(work, r)
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
        is_plain = not is_bare(text) or _was_just_asked(work.transcript, request)
        return press if is_plain else [request]
    return (
        _own_yes(work, text) or _edit_of_anothers(work.requests, text) or _of_no_step(mine, text)
    )


def _is_for(transcript: Transcript, request: Request, text: str) -> bool:
    return not _is_yes_or_no(text) or _was_just_asked(transcript, request)


def name_question(work: Work, text: str, press: Press) -> str:
    """Name the question that a yes or no answers, where another one is open that takes it too."""
    asked = [r for r in work.requests.pending if r.kind is RequestKind.QUESTION]
    request = next((r for r in asked if r.id == press.request), None)
    others = (r for r in asked if r is not request and r.asked == work.author)
    if (
        request is None
        or not _is_yes_or_no(text)
        or not any(read_verdict(r, text) for r in others)
    ):
        return ""
    return NAMED.format(question=shorten_text(request.text), answer=read_choice(request, press))


def _was_just_asked(transcript: Transcript, request: Request) -> bool:
    return was_just_asked(
        transcript, request, lambda said: read_verdict(request, said) is not None
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
    press = next((read_verdict(r, text) for r in own if _is_top(work.person, r)), None)
    return press if press and press.verb == "approve" else None


def _edit_of_anothers(requests: TurnRequests, text: str) -> Press | None:
    """An edit of what waits here for somebody else: refused like a press, it is no new wish."""
    if not _EDIT.fullmatch(text.strip()):
        return None
    waiting = [r for r in requests.pending if r.kind is RequestKind.APPROVAL]
    return read_verdict(waiting[0], text) if len(waiting) == 1 else None


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
    return request.may_decide(author, await find_rights(work.services.directory, request, author))


def _closed(person: PersonState, mine: list[Request], text: str) -> list[Request]:
    """The requests words may answer; an open question on top takes all but plain verdicts."""
    questions = [r for r in mine if r.kind is RequestKind.QUESTION and _is_top(person, r)]
    if any(not r.options for r in questions) and not begins_card_verdict(text):
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


def begins_card_verdict(text: str) -> bool:
    """Say whether words begin like a verdict that is meant for a card, and for nobody else.

    A yes, a number or thanks may be meant for anybody; “approve” and “reject” may not.
    """
    return bool(_VERB.match(text.strip())) or lexicon.begins_verdict(text)


def is_bare_verdict(text: str) -> bool:
    """Say whether words are a verdict and nothing else, but for its reason: “reject, too much”."""
    is_one = _is_yes_or_no(text) or bool(lexicon.reason_of(text))
    return begins_card_verdict(text) and is_one


def is_verdict_on(request: Request, text: str) -> bool:
    """Say whether somebody who was not speaking to us decides this card with their words."""
    is_card = request.kind in {RequestKind.APPROVAL, RequestKind.PLAN}
    return is_card and begins_card_verdict(text) and read_verdict(request, text) is not None


def read_verdict(request: Request, text: str) -> Press | None:
    """The decision the words mean for one request, or None."""
    word = text.strip().strip(".!").lower()
    word = word.strip("[]()# ") if _NUMBER.fullmatch(word) else word
    if request.kind is RequestKind.SECRET:
        return _secret(request, text)
    if request.kind is RequestKind.LINK and _is_yes_or_no(text):
        return Press(request.id, "option-1" if is_yes(text) else "option-2")
    if request.kind is RequestKind.APPROVAL:
        return _approval(request, text.strip(), word)
    if request.kind is RequestKind.PLAN and (press := read_plan_words(request, text.strip())):
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
    value = read_secret(request, text)
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
        return Press(request.id, "edit", read_pairs(edit["pairs"]))
    if reason := lexicon.reason_of(text):
        return Press(request.id, "reject", {"reason": reason})
    if remark := _REMARK.fullmatch(text):  # without words how to go on with it is told
        return Press(request.id, "respond", {"text": remark["text"] or ""})
    return None


def _names_value(request: Request, text: str) -> bool:
    """Say whether a message only names a value of the card, which is to be changed then."""
    named = bare(text).lower()
    return named in {name.replace("_", " ") for name in request.subject.arguments}


async def leaves_rejected(work: Work, text: str) -> bool:
    """Leave undone what was rejected, if its person was just asked and says no or nothing."""
    top = work.person.stack.top
    request = _asked(work.requests, top) if top is not None else None
    if top is None or request is None or not _leaves(work.transcript, request, text):
        return False
    work.transcript.hear(text)
    work.decide(Gate.FLOOR, top.agent, "you want nothing instead of what was rejected")
    drop_task(work, top, LEFT_UNDONE)
    return True


def _asked(requests: TurnRequests, task: Task) -> Request | None:
    """The question what is wanted instead; None if nothing was rejected, or something waits."""
    if not task.refused or task.call is not None:
        return None
    return requests.of(task, RequestKind.QUESTION)


def _leaves(transcript: Transcript, request: Request, text: str) -> bool:
    is_theirs = request.asked == transcript.author and transcript.incoming.decides
    is_answer = read_verdict(request, text) is not None  # a no may be one of the choices
    if not (is_theirs and wants_nothing(text)) or is_answer:
        return False
    return was_just_asked(transcript, request, wants_nothing)
