"""Understand typed words as a verdict on what a plan asks."""

import re

from pydantic import JsonValue

from bot.core.requests.pairs import pairs_in
from bot.core.requests.plan_card import numbers_of
from bot.domain.messages import Press
from bot.domain.requests import Request
from bot.language.lexicon import is_no, is_yes, reason_of, without_because

_STEP = r"(?:step\s+|#)?(?P<number>\d{1,2})"
_ANY = re.IGNORECASE | re.DOTALL
_ONE = re.compile(rf"(?P<verb>approve|reject)\s+{_STEP}\b[\s,:;.-]*(?P<rest>.*)", _ANY)
_EDIT = re.compile(rf"edit\s+{_STEP}\b[\s,:;-]*(?:to\s+)?(?P<rest>\S.*)", _ANY)
_EDIT_BARE = re.compile(rf"edit(?:\s+{_STEP})?[\s.!]*", _ANY)
_CLARIFY_BARE = re.compile(r"clarify[\s.!]*", _ANY)
_CLARIFY = re.compile(r"clarify\b[\s,:;-]+(?P<rest>\S.*)", _ANY)
_CLARIFY_ONE = re.compile(rf"clarify\s+{_STEP}\s*[,:;-]+\s*(?P<rest>\S.*)", _ANY)


def read(request: Request, text: str) -> Press | None:
    """The decision the words mean for one request of a plan, or None."""
    if edited := _EDIT.fullmatch(text):
        number = int(edited["number"])
        is_shown = number in numbers_of(request) or _about(request) == number
        return Press(request.id, f"edit-{number}", change_of(edited["rest"])) if is_shown else None
    if bare := _EDIT_BARE.fullmatch(text):  # how to go on with it is told
        return Press(request.id, f"edit-{int(bare['number'])}" if bare["number"] else "edit")
    if request.options:
        return None
    return _of_card(request, text)


def change_of(rest: str) -> dict[str, JsonValue]:
    """Fields as `name=value`, or else the words of what is wanted instead."""
    if re.match(r"\w+\s*=", rest):
        return pairs_in(rest)
    return {"updated_action": rest}


def _of_card(request: Request, text: str) -> Press | None:
    if is_yes(text):
        return Press(request.id, "approve")
    if is_no(text):
        return Press(request.id, "reject")
    if one := _ONE.fullmatch(text):
        verb, number = one["verb"].lower(), int(one["number"])
        is_shown = number in numbers_of(request) and (verb == "reject" or not one["rest"])
        return Press(request.id, f"{verb}-{number}", _reason(one["rest"])) if is_shown else None
    if remark := _remark(request, text):
        return remark
    if reason := reason_of(text):
        return Press(request.id, "reject", {"reason": reason})
    return None


def _remark(request: Request, text: str) -> Press | None:
    one = _CLARIFY_ONE.fullmatch(text)
    if one and int(one["number"]) in numbers_of(request):
        return Press(request.id, f"respond-{int(one['number'])}", {"text": one["rest"]})
    if _CLARIFY_BARE.fullmatch(text):  # how to go on with it is told
        return Press(request.id, "respond")
    whole = _CLARIFY.fullmatch(text)
    return Press(request.id, "respond", {"text": whole["rest"]}) if whole else None


def _about(request: Request) -> int:
    return int(str(request.subject.arguments.get("step", 0)))


def _reason(rest: str) -> dict[str, JsonValue]:
    reason = without_because(rest.strip())
    return {"reason": reason} if reason else {}
