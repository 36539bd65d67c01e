"""Weigh what somebody wants to say to a request, the same way at acceptance and in the turn."""

from dataclasses import dataclass
from datetime import datetime

from agents.kit.values.person import Person
from bot.core.requests.rights import rights_of
from bot.core.requests.verbs import reason_for
from bot.core.turn import audited
from bot.core.turn.masking import hide
from bot.core.turn.paused import refuse_while_paused
from bot.core.turn.services import Services
from bot.core.turn.work import Work
from bot.domain.ids import TurnId
from bot.domain.messages import Press
from bot.domain.requests import Request, Verdict


@dataclass(frozen=True, slots=True)
class Attempt:
    """Somebody's press, the turn that carries it out, and the moment that counts."""

    press: Press
    by: Person
    turn: TurnId
    at: datetime


async def take_verdict(work: Work, request: Request, pressed: Press) -> Request:
    """Take the author's verdict on a request, unless this turn has given it before.

    Raises:
        Refused: closed, not theirs, or the values make no sense; nothing is changed then.
    """
    turn = work.journal.turn
    if not request.has_from(turn):
        attempt = Attempt(pressed, work.author, turn, work.now)
        verdict = await verdict_of(work.services, request, attempt)
        request = await work.services.requests.decide(request.id, verdict, work.now)
    audited.decision(work, request, pressed.verb)
    return request


async def verdict_of(services: Services, request: Request, attempt: Attempt) -> Verdict:
    """The verdict, with the rights of who gives it and their reason, secrets hidden.

    Raises:
        RequestClosed, NotYours, ApprovedAlready, NotChecked: it would not count.
        NotUnderstood: it is none of the choices.
        Refused: nothing may be done now.
    """
    rights = await rights_of(services.directory, request, attempt.by)
    verdict = Verdict(attempt.press.verb, attempt.by, rights, attempt.turn)
    request.decide(verdict, attempt.at)
    await refuse_while_paused(services, request, verdict)
    reason = reason_for(request, attempt.press)
    if not reason:
        return verdict
    hidden = reason if request.options else hide(reason)
    return Verdict(verdict.verb, verdict.by, rights, verdict.turn, hidden)
