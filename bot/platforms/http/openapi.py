"""The API put together, and described as OpenAPI 3.1 with links, and as a page to read."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from http import HTTPStatus
from typing import Any

from pydantic import BaseModel, TypeAdapter
from pydantic.json_schema import JsonSchemaMode, models_json_schema
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Route

from bot.core.ports.environment import Ids
from bot.core.state.catalogue import Services
from bot.engine.engine import Engine
from bot.platforms.http.authentication import PRINCIPAL, Authenticator, Proxy
from bot.platforms.http.endpoints import IDEMPOTENCY, LONGEST_KEY, Endpoint, EndpointDispatcher
from bot.platforms.http.event_stream import STREAM, EventEndpoints
from bot.platforms.http.models import NAME, PlanWithSteps, RequestViewModel, Session, StepModel
from bot.platforms.http.plan_decisions import PlanDecisionEndpoints
from bot.platforms.http.plans import PlanEndpoints
from bot.platforms.http.pubsub import HttpPlatform, Hub
from bot.platforms.http.requests import RequestEndpoints
from bot.platforms.http.sessions import ApiTurns, SessionEndpoints
from bot.platforms.http.validation import MEDIA_TYPE
from bot.storage.accounts.api_keys import SqlApiKeys
from bot.storage.accounts.event_log import SqlAnswers, SqlEventLog
from bot.storage.turns.plans import SqlOwnPlans

IDS = {
    PlanWithSteps: "plan_id",
    RequestViewModel: "request_id",
    Session: "session_id",
    StepModel: "step_id",
}
NAMES = frozenset(IDS.values())

Given = dict[str, str]


def links(endpoint: Endpoint, endpoints: Sequence[Endpoint]) -> dict[str, Any]:
    """The calls that what an endpoint answers makes possible, by their names."""
    given = _given(endpoint.answers)
    return {
        other.name: _link(other, given)
        for other in endpoints
        if other is not endpoint and (wanted := _in_path(other) | _in_body(other)) <= given.keys()
        if wanted
    }


def _link(endpoint: Endpoint, given: Given) -> dict[str, Any]:
    link: dict[str, Any] = {"operationId": endpoint.name}
    if path := _in_path(endpoint):
        link["parameters"] = {name: given[name] for name in sorted(path)}
    if body := _in_body(endpoint):
        link["requestBody"] = {name: given[name] for name in sorted(body)}
    return link


def _given(answers: Any) -> Given:
    """Where each id stands in an answer; of a list, in its first entry."""
    model = getattr(answers, "__args__", (answers,))[0]
    start = "$response.body#" if model is answers else "$response.body#/0"
    given = {name: f"{start}/{name}" for name in NAMES & model.model_fields.keys()}
    if model in IDS:
        given[IDS[model]] = f"{start}/id"
    if model is PlanWithSteps:
        given["step_id"] = f"{start}/steps/0/id"
    return given


def _in_path(endpoint: Endpoint) -> set[str]:
    return set(endpoint.parts) & NAMES


def _in_body(endpoint: Endpoint) -> set[str]:
    body: type[BaseModel] | None = endpoint.body
    fields = body.model_fields.items() if body else ()
    return {name for name, field in fields if name in NAMES and field.is_required()}


_MODEL = re.compile(r"\b([A-Z]\w+)Model\b")
REF = "#/components/schemas/{model}"
PROBLEM = {
    "type": "object",
    "required": ["type", "title", "status", "detail"],
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "errors": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["field", "problem"],
                "properties": {"field": {"type": "string"}, "problem": {"type": "string"}},
            },
        },
    },
}
SCHEMES = {
    "key": {"type": "http", "scheme": "bearer", "description": "An API key: fdk_…"},
    "proxy": {
        "type": "apiKey",
        "in": "header",
        "name": PRINCIPAL,
        "description": "The user a trusted proxy has signed in; believed from nobody else.",
    },
}


def described(endpoints: Sequence[Endpoint]) -> dict[str, Any]:
    """Write the description."""
    paths: dict[str, Any] = {}
    for endpoint in endpoints:
        written = _operation(endpoint, links(endpoint, endpoints))
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = written
    told = {
        "openapi": "3.1.0",
        "info": {
            "title": "Frontdesk",
            "version": "1",
            "description": "Talk to Frontdesk, follow its plans, and decide what it asks.",
        },
        "paths": paths,
        "components": {
            "schemas": {**_schemas(endpoints), "Problem": PROBLEM},
            "securitySchemes": SCHEMES,
        },
    }
    return _named_for_callers(told)


def _named_for_callers(told: dict[str, Any]) -> dict[str, Any]:
    """Schemas go by the names of their models without what tells those from our own classes."""
    named: dict[str, Any] = json.loads(_MODEL.sub(r"\1", json.dumps(told)))
    return named


def statuses(endpoint: Endpoint) -> tuple[int, ...]:
    """Every status that an endpoint may answer with, besides its usual one."""
    found = {422, 503, *endpoint.refuses}
    found |= {401, 403} if endpoint.scope else set()
    found |= {400, 403, 409} if endpoint.writes else set()
    found |= {408, 413, 415} if endpoint.body else set()
    return tuple(sorted(found))


def page(endpoints: Sequence[Endpoint]) -> str:
    """Write a page that needs nothing from anywhere."""
    rows = "".join(
        f"<tr><td>{one.method}</td><td><code>{escape(one.path)}</code></td>"
        f"<td>{escape(one.does)}</td><td>{one.scope or 'none'}</td></tr>"
        for one in endpoints
    )
    style = "body{font:1rem sans-serif;margin:2rem}td,th{padding:.3rem .8rem;text-align:left}"
    return (
        f"<!doctype html><meta charset=utf-8><title>Frontdesk</title><style>{style}</style>"
        "<h1>Frontdesk over HTTP</h1><p>All of it: <a href=/openapi.json>openapi.json</a></p>"
        f"<table><tr><th>Method<th>Path<th>What it does<th>Scope</tr>{rows}</table>"
    )


def _operation(endpoint: Endpoint, following: dict[str, Any]) -> dict[str, Any]:
    usual: dict[str, Any] = {"application/json": {"schema": _schema(endpoint.answers)}}
    if endpoint.streams:
        usual[STREAM] = {"schema": {"type": "string"}}
    phrase = HTTPStatus(endpoint.status).phrase
    answers: dict[str, Any] = {str(endpoint.status): {"description": phrase, "content": usual}}
    if following:
        answers[str(endpoint.status)]["links"] = following
    for status in statuses(endpoint):
        content = {MEDIA_TYPE: {"schema": {"$ref": REF.format(model="Problem")}}}
        answers[str(status)] = {"description": HTTPStatus(status).phrase, "content": content}
    written: dict[str, Any] = {
        "operationId": endpoint.name,
        "summary": endpoint.does,
        "parameters": _parameters(endpoint),
        "responses": answers,
        "security": [{name: [endpoint.scope]} for name in SCHEMES] if endpoint.scope else [],
    }
    if endpoint.body is not None:
        schema = {"$ref": REF.format(model=endpoint.body.__name__)}
        content = {"application/json": {"schema": schema}}
        written["requestBody"] = {"required": True, "content": content}
    return written


def _parameters(endpoint: Endpoint) -> list[dict[str, Any]]:
    given = [
        {
            "name": name,
            "in": "path",
            "required": True,
            "schema": {"type": "string", "pattern": NAME}
            if name == "session_id"
            else {"type": "string", "minLength": 1},
        }
        for name in endpoint.parts
    ]
    query = endpoint.query.model_json_schema()["properties"] if endpoint.query else {}
    given += [{"name": name, "in": "query", "schema": schema} for name, schema in query.items()]
    if endpoint.writes:
        key = {"type": "string", "minLength": 1, "maxLength": LONGEST_KEY, "pattern": "^[!-~]+$"}
        does = "The same key gives the same answer, and takes nothing in twice."
        given.append(
            {"name": IDEMPOTENCY, "in": "header", "schema": key, "description": does},
        )
    return given


def _schema(answers: Any) -> dict[str, Any]:
    schema = TypeAdapter(answers).json_schema(mode="serialization", ref_template=REF)
    return (
        {name: value for name, value in schema.items() if name != "$defs"}
        if ("items" in schema or "$ref" in schema)
        else {"$ref": REF.format(model=answers.__name__)}
    )


def _schemas(endpoints: Sequence[Endpoint]) -> dict[str, Any]:
    modes: list[tuple[type[BaseModel], JsonSchemaMode]] = []
    for endpoint in endpoints:
        answer = getattr(endpoint.answers, "__args__", (endpoint.answers,))[0]
        modes.append((answer, "serialization"))
        if endpoint.body is not None:
            modes.append((endpoint.body, "validation"))
    _, schema = models_json_schema(list(dict.fromkeys(modes)), ref_template=REF)
    found: dict[str, Any] = schema["$defs"]
    return found


@dataclass(frozen=True, slots=True)
class ApiPorts:
    """What the API keeps things in, and whom it believes; `has_docs` shows its description."""

    keys: SqlApiKeys
    published: SqlEventLog
    answers: SqlAnswers
    plans: SqlOwnPlans
    ids: Ids
    proxy: Proxy
    has_docs: bool = False


@dataclass(frozen=True, slots=True)
class Api:
    """The API; its platform is there before there is an engine to connect it to."""

    ports: ApiPorts
    hub: Hub = field(default_factory=Hub)

    @property
    def platform(self) -> HttpPlatform:
        """Where the engine sends what is said."""
        return HttpPlatform(self.ports.published, self.hub)

    def connect(self, engine: Engine, services: Services) -> list[BaseRoute]:
        """Let calls into an engine; the addresses to call."""
        ports = self.ports
        door = Authenticator(ports.keys, services.clock, ports.proxy)
        turning = ApiTurns(engine, services, ports.published, ports.plans, self.hub, ports.ids)
        endpoints = endpoints_of(turning, door)
        routes = EndpointDispatcher(door, ports.answers).routes(endpoints)
        return [*routes, *(_docs(endpoints) if ports.has_docs else [])]

    async def close(self) -> None:
        """Let nobody listen any longer."""
        await self.hub.close()


def endpoints_of(turning: ApiTurns, door: Authenticator) -> list[Endpoint]:
    """Everything that may be called."""
    return [
        *SessionEndpoints(turning).endpoints(),
        *EventEndpoints(turning, door).endpoints(),
        *RequestEndpoints(turning).endpoints(),
        *PlanEndpoints(turning).endpoints(),
        *PlanDecisionEndpoints(turning).endpoints(),
    ]


def _docs(endpoints: list[Endpoint]) -> list[BaseRoute]:
    told, shown = described(endpoints), page(endpoints)

    async def _openapi(_request: Request) -> Response:
        return JSONResponse(told)

    async def _page(_request: Request) -> Response:
        headers = {"content-security-policy": "default-src 'none'; style-src 'unsafe-inline'"}
        return HTMLResponse(shown, headers=headers)

    return [Route("/openapi.json", _openapi), Route("/docs", _page)]
