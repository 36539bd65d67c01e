"""Endpoints as values: one table says who may call what with which body, and is described too.

caller ─▶ scope ─▶ query ─▶ body ─▶ answered before? ─▶ handler ─▶ answer
  401       403      422   400 413      409: other body            404 409 422 503
                           415 422      else the same again
"""

import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar
from urllib.parse import urlencode

import structlog
from pydantic import BaseModel, Field, TypeAdapter
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from agents.kit.values.person import Person
from bot.core.ports.credentials import KeyScope
from bot.core.ports.http_api import Answered
from bot.domain.errors import Refused, StoreAway
from bot.domain.ids import digest_of
from bot.domain.untrusted import make_storable
from bot.platforms.http.authentication import Authenticator, Caller
from bot.platforms.http.models import StrictModel
from bot.platforms.http.validation import (
    Problem,
    away,
    number_of,
    raw_body,
    read_as,
    refused,
    understood,
)
from bot.storage.accounts.event_log import SqlAnswers

IDEMPOTENCY = "idempotency-key"
LONGEST_KEY = 200
MOST = 100
_KEY = re.compile(r"[!-~]+")
_PART = re.compile(r"\{(\w+)\}")

T = TypeVar("T")
log = structlog.get_logger(__name__)


class NoQuery(StrictModel):
    """No query."""


class PageQuery(StrictModel):
    """Which part of a list: how many, and behind which."""

    limit: int = Field(20, ge=1, le=MOST, strict=False)
    cursor: str = Field("", max_length=200, pattern=r"^[A-Za-z0-9_.%/~+:-]*$")


class PageOfNumbers(PageQuery):
    """Which part of a list whose entries have growing numbers."""

    cursor: str = Field("", pattern=r"^[0-9]{0,18}$")


@dataclass(frozen=True, slots=True)
class ApiCall:
    """A call, checked: everything a handler needs; `once` is the same for its repeats."""

    request: Request
    caller: Caller
    query: Any
    body: Any
    key: str
    once: str = ""

    @property
    def person(self) -> Person:
        """Who calls."""
        return self.caller.person

    @property
    def after(self) -> int:
        """The number that the page begins behind."""
        return number_of(self.query.cursor)

    def named(self, name: str) -> str:
        """A part of the path; what no store takes is replaced, so that nothing is named so."""
        return make_storable(str(self.request.path_params[name]))


@dataclass(frozen=True, slots=True)
class ApiAnswer:
    """What a handler answers; `next` is the cursor of what follows, `status` an unusual one."""

    body: Any
    next: str = ""
    status: int = 0


def page_of(
    call: ApiCall, found: Sequence[T], write: Callable[[T], Any], cursor_of: Callable[[T], str]
) -> ApiAnswer:
    """A page of a list; one that is full goes on behind its last entry."""
    more = cursor_of(found[-1]) if len(found) == call.query.limit else ""
    return ApiAnswer([write(one) for one in found], next=more)


Handler = Callable[[ApiCall], Awaitable[ApiAnswer | Response]]


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One method of one path. Without a `scope` anybody may call it."""

    method: str
    path: str
    does: str
    handler: Handler
    answers: Any
    scope: KeyScope | None = KeyScope.READ
    status: int = 200
    body: type[BaseModel] | None = None
    query: type[BaseModel] = NoQuery
    refuses: tuple[int, ...] = ()
    streams: bool = False

    @property
    def writes(self) -> bool:
        """True for what changes something."""
        return self.method in {"POST", "DELETE"}

    @property
    def name(self) -> str:
        """What programs call it."""
        words = re.sub(r"\W+", "_", self.path).strip("_")
        return f"{self.method.lower()}_{words}"

    @property
    def parts(self) -> list[str]:
        """The named parts of its path."""
        return _PART.findall(self.path)


@dataclass(frozen=True)
class EndpointDispatcher:
    """Answers calls of endpoints."""

    door: Authenticator
    answers: SqlAnswers
    adapters: dict[Endpoint, TypeAdapter[Any]] = field(default_factory=dict)

    def routes(self, endpoints: Sequence[Endpoint]) -> list[BaseRoute]:
        """One route for each path, so that another method is told which there are."""
        paths = dict.fromkeys(endpoint.path for endpoint in endpoints)
        self.adapters.update({one: TypeAdapter(one.answers) for one in endpoints})
        return [
            self._route(path, {one.method: one for one in endpoints if one.path == path})
            for path in paths
        ]

    def _route(self, path: str, methods: dict[str, Endpoint]) -> Route:
        async def _take(request: Request) -> Response:
            method = "GET" if request.method == "HEAD" else request.method
            return await self._take(methods[method], request)

        return Route(path, _take, methods=list(methods))

    async def _take(self, endpoint: Endpoint, request: Request) -> Response:
        try:
            return await self._answered(endpoint, request)
        except Problem as problem:
            log.info("http_call_refused", status=problem.status, path=endpoint.path)
            return problem.response
        except Refused as refusal:
            return refused(refusal).response
        except StoreAway as error:
            log.warning("http_call_not_kept", path=endpoint.path, error=str(error))
            return away().response

    async def _answered(self, endpoint: Endpoint, request: Request) -> Response:
        caller = await self._caller(endpoint, request)
        query = understood(endpoint.query, _query(request))
        raw = await raw_body(request) if endpoint.body else b""
        body = read_as(endpoint.body, raw) if endpoint.body else None
        _refuse_other(caller, body)
        call = ApiCall(request, caller, query, body, _key(endpoint, request))
        if not call.key:
            return self._written(endpoint, call, await endpoint.handler(call))
        return await self._once(endpoint, call)

    async def _caller(self, endpoint: Endpoint, request: Request) -> Caller:
        if endpoint.scope is None:
            return Caller(Person("http", "", ""), frozenset())
        caller = await self.door.caller(request)
        caller.needs(endpoint.scope)
        return caller

    async def _once(self, endpoint: Endpoint, call: ApiCall) -> Response:
        """Answer a write that may be a repeat; what it takes in is kept once whatever happens."""
        digest = _digest(call)
        known = await self.answers.claim(call.person, call.key, digest)
        if known.digest != digest:
            words = "This Idempotency-Key was used for something else; take a new one."
            raise Problem(409, words)
        if known.status:
            return _response(known.body, known.status, {"idempotency-replayed": "true"})
        # With what was forgotten, a key begins anew.
        claimed = replace(call, once=f"{call.key} {known.since}")
        response = self._written(endpoint, claimed, await endpoint.handler(claimed))
        kept = Answered(digest, response.status_code, bytes(response.body).decode())
        await self.answers.keep(call.person, call.key, kept)
        return response

    def _written(
        self, endpoint: Endpoint, call: ApiCall, answer: ApiAnswer | Response
    ) -> Response:
        if isinstance(answer, Response):
            return answer
        adapter = self.adapters[endpoint]
        body = adapter.dump_json(adapter.validate_python(answer.body)).decode()
        return _response(body, answer.status or endpoint.status, _link(call, answer.next))


def _response(body: str, status: int, headers: dict[str, str]) -> Response:
    sent = {"cache-control": "no-store", **headers}
    return Response(body, status, sent, media_type="application/json")


def _link(call: ApiCall, cursor: str) -> dict[str, str]:
    """The way to the next page of the very list that was asked for."""
    if not cursor:
        return {}
    query = urlencode({**call.request.query_params, "cursor": cursor})
    return {"x-next-cursor": cursor, "link": f'<?{query}>; rel="next"'}


def _query(request: Request) -> dict[str, str]:
    pairs = request.query_params.multi_items()
    if len({name for name, _ in pairs}) != len(pairs):
        raise Problem(422, "A parameter of the query is given twice.")
    return dict(pairs)


def _refuse_other(caller: Caller, body: BaseModel | None) -> None:
    named = getattr(body, "user_id", None)
    if named is not None and named != caller.person.user:
        raise Problem(403, "The user_id is not that of who calls; leave it out.")


def _key(endpoint: Endpoint, request: Request) -> str:
    given = request.headers.getlist(IDEMPOTENCY)
    if not given or not endpoint.writes:
        return ""
    key = given[0]
    if len(given) > 1 or len(key) > LONGEST_KEY or not _KEY.fullmatch(key):
        raise Problem(
            400, f"An Idempotency-Key has up to {LONGEST_KEY} printable characters, no spaces."
        )
    return key


def _digest(call: ApiCall) -> str:
    body = call.body.model_dump(mode="json") if call.body else None
    return digest_of([call.request.method, call.request.url.path, body])
