"""Say which calls can follow an answer: those that take the ids it gives (OpenAPI's links)."""

from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel

from bot.platforms.http.endpoints import Endpoint
from bot.platforms.http.models import PlanWithSteps, RequestView, Session, Step

IDS = {PlanWithSteps: "plan_id", RequestView: "request_id", Session: "session_id", Step: "step_id"}
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
