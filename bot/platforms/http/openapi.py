"""Describe the API as OpenAPI 3.1, and as a page to read, out of the table of its endpoints."""

import json
import re
from collections.abc import Sequence
from html import escape
from http import HTTPStatus
from typing import Any

from pydantic import BaseModel, TypeAdapter
from pydantic.json_schema import JsonSchemaMode, models_json_schema

from bot.platforms.http.callers import PRINCIPAL
from bot.platforms.http.endpoints import IDEMPOTENCY, LONGEST_KEY, Endpoint
from bot.platforms.http.events import STREAM
from bot.platforms.http.links import links
from bot.platforms.http.models import NAME
from bot.platforms.http.problems import MEDIA_TYPE

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
