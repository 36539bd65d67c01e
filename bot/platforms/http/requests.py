"""Requests over HTTP: what waits for somebody, and their verdict."""

from dataclasses import dataclass, replace

from bot.core.accounts.other_accounts import concerns, find_requests_elsewhere
from bot.core.plans import verdicts
from bot.core.plans.edits import read_verb
from bot.core.ports.credentials import KeyScope
from bot.core.requests.cards import list_fields, make_buttons, make_secret_field
from bot.core.requests.deciders import find_decider, is_same, may_decide
from bot.core.requests.verdicts import VerdictAttempt, refuse_odd, weigh_verdict
from bot.core.state.catalogue import Services
from bot.core.state.directory import AskedOnce
from bot.core.verdicts.request_forms import find_problems
from bot.domain.errors import Refused
from bot.domain.ids import RequestId, TurnId
from bot.domain.messages import Field, Press, Thread
from bot.domain.plans.wire_format import feedback_status
from bot.domain.requests import Request, RequestKind
from bot.platforms.http.authentication import PLATFORM
from bot.platforms.http.endpoints import (
    ApiAnswer,
    ApiCall,
    Endpoint,
    PageOfNumbers,
    PageQuery,
    page_of,
)
from bot.platforms.http.event_stream import event_as_sent, number_as_cursor
from bot.platforms.http.models import Decided, Decision, EventModel, FieldToFill, RequestViewModel
from bot.platforms.http.sessions import ApiTurns, name_of, place_for, pressed
from bot.platforms.http.validation import Problem, no_cursor, not_there

BATCH = 100
MOST_BATCHES = 5  # looked through for one page
VERBS = {
    RequestKind.APPROVAL: ("approve", "edit", "reject", "respond"),
    RequestKind.SECRET: ("submit",),
}


@dataclass(frozen=True, slots=True)
class RequestEndpoints:
    """Answers calls about requests."""

    turning: ApiTurns

    def endpoints(self) -> list[Endpoint]:
        """What may be called."""
        one = "/requests/{request_id}"
        return [
            Endpoint(
                "GET",
                "/requests",
                "List what waits for you",
                self.all,
                list[RequestViewModel],
                query=PageQuery,
                refuses=(404,),
            ),
            Endpoint("GET", one, "Look at a request", self.one, RequestViewModel, refuses=(404,)),
            Endpoint(
                "GET",
                f"{one}/replies",
                "Read what was said to you alone where it was asked, as to whoever decides it",
                self.replies,
                list[EventModel],
                query=PageOfNumbers,
                refuses=(404,),
            ),
            Endpoint(
                "POST",
                f"{one}/decision",
                "Decide a request",
                self.decide,
                Decided,
                scope=KeyScope.DECIDE,
                status=202,
                body=Decision,
                refuses=(404,),
            ),
        ]

    async def all(self, call: ApiCall) -> ApiAnswer:
        """List those the caller asked for or may decide, the oldest first.

        Where hundreds that are others' come first, a page ends before it is full.
        """
        limit, last = call.query.limit, RequestId(call.query.cursor) or None
        if last and await self.turning.services.requests.find(last) is None:
            raise no_cursor()
        known = self.turning.services
        services = replace(known, directory=AskedOnce(known.directory))
        found: list[Request] = []
        for _ in range(MOST_BATCHES):
            batch = await self.turning.published.requests(call.person.workspace, BATCH, last)
            for request in batch:
                last = request.id
                if await _concerns(services, call, request):
                    found.append(request)
                if len(found) == limit:
                    return _page(call, found, last)
            if len(batch) < BATCH:
                elsewhere = await find_requests_elsewhere(services, call.person)
                return _page(call, found + elsewhere[: limit - len(found)])
        return _page(call, found, last)

    async def one(self, call: ApiCall) -> ApiAnswer:
        """Look at one."""
        return ApiAnswer(_view(call, await self._find(call)))

    async def replies(self, call: ApiCall) -> ApiAnswer:
        """Read what was said to the caller alone, in whose session it may be."""
        request = await self._find(call)
        found = await self.turning.published.whispers(
            request.session, call.person, call.query.limit, call.after
        )
        return page_of(call, found, event_as_sent, number_as_cursor)

    async def decide(self, call: ApiCall) -> ApiAnswer:
        """Take a verdict in, if it would count just now."""
        request = await self._find(call)
        given = call.body
        press = Press(request.id, given.verb, dict(given.values))
        id_ = self.turning.id_for(call)
        await weigh(self.turning, request, press, call)
        place = place_for(call.person, request.session)
        await self.turning.take(pressed(id_, place, call.person, press))
        now = await self.turning.services.requests.find(request.id) or request
        status, _ = feedback_status(now.status)
        taken = Decided(status="accepted", id=id_, request_id=now.id, request_status=status)
        return ApiAnswer(taken)

    async def _find(self, call: ApiCall) -> Request:
        request = await self.turning.services.requests.find(RequestId(call.named("request_id")))
        if request is None or not await _concerns(self.turning.services, call, request):
            raise not_there()
        return request


async def _concerns(services: Services, call: ApiCall, request: Request) -> bool:
    thread, person = Thread.of(request.session), call.person
    if (thread.platform, thread.workspace) != (PLATFORM, person.workspace):
        return await concerns(services, request, person)
    if person in {request.asked, request.decided_by, *request.approvals}:
        return True
    return await may_decide(services.directory, request, person)


def _page(call: ApiCall, found: list[Request], last: RequestId | None = None) -> ApiAnswer:
    return ApiAnswer([_view(call, request) for request in found], next=last or "")


async def weigh(turning: ApiTurns, request: Request, press: Press, call: ApiCall) -> None:
    """Refuse at once, in words, what the turn would refuse.

    Raises:
        Refused, Problem: it would not count.
    """
    services = turning.services
    if _is_of_plan(request):
        verdicts.refuse_odd_verdict(request, press)
    if await _is_own_remark(turning, request, press, call):
        request.refuse_closed(services.clock.now())
        return
    meant = replace(press, verb=read_verb(press.verb)) if _is_of_plan(request) else press
    whom = await find_decider(services.directory, request, call.person) or call.person
    attempt = VerdictAttempt(meant, whom, TurnId(""), services.clock.now())
    await weigh_verdict(services, request, attempt)
    refuse_odd(request, press)
    if read_verb(press.verb) == "edit":
        problems = await find_problems(services, request.id, call.person, press.verb, press.values)
        if problems:
            errors = [{"field": name, "problem": words} for name, words in problems.items()]
            raise Problem(422, "These values cannot be used.", errors=errors)


def _is_of_plan(request: Request) -> bool:
    return request.kind is RequestKind.PLAN and not request.options


async def _is_own_remark(turning: ApiTurns, request: Request, press: Press, call: ApiCall) -> bool:
    """Say whether a plan's owner says something to it: they may, whoever is to approve it."""
    is_remark = _is_of_plan(request) and read_verb(press.verb) == "respond"
    return is_remark and await is_same(turning.services.directory, call.person, request.asked)


def _view(call: ApiCall, request: Request) -> RequestViewModel:
    status, reason = feedback_status(request.status)
    is_own = request.asked == call.person
    return RequestViewModel(
        id=request.id,
        kind=request.kind.value,
        status=status,
        reason=reason or request.reason or None,
        text=request.text,
        asked_by=request.asked.user,
        agent=request.subject.agent,
        session_id=name_of(request.session) if is_own else None,
        options=list(request.options),
        verbs=list(_verbs(request)),
        fields=[_field(field) for field in _fields(request)],
        created_at=request.created_at,
        expires_at=request.expires_at,
    )


def _verbs(request: Request) -> tuple[str, ...]:
    if request.options or request.kind is RequestKind.PLAN:
        return tuple(button.id.rpartition(":")[2] for button in make_buttons(request))
    return VERBS.get(request.kind, ("respond",))


def _fields(request: Request) -> tuple[Field, ...]:
    try:
        match request.kind:
            case RequestKind.APPROVAL:
                return list_fields(request)
            case RequestKind.SECRET:
                return (make_secret_field(request),)
            case _:
                return ()
    except Refused:
        return ()


def _field(field: Field) -> FieldToFill:
    return FieldToFill(name=field.name, label=field.label, secret=field.secret)
