"""The API's description: every endpoint, what it may answer, and which calls can follow."""

from typing import Any

import jsonschema_rs
import pytest
from pydantic import ValidationError

from bot.core.ports.credentials import KeyScope
from bot.platforms.http.endpoints import Endpoint
from bot.platforms.http.models import InputTask, NewMessage, PlanWithSteps, StepModel, TaskTaken
from bot.platforms.http.openapi import described, page


async def nothing(_call: object) -> Any:
    raise NotImplementedError


TASK = Endpoint("POST", "/input_task", "Plan", nothing, TaskTaken, KeyScope.WRITE, body=InputTask)
STEPS = Endpoint("GET", "/steps/{plan_id}", "List", nothing, list[StepModel], refuses=(404,))
PLANS = Endpoint("GET", "/plans", "List <all>", nothing, list[PlanWithSteps])
ALL = (TASK, STEPS, PLANS)


def answers(endpoint: Endpoint) -> dict[str, Any]:
    operation = described(ALL)["paths"][endpoint.path][endpoint.method.lower()]
    found: dict[str, Any] = operation["responses"]
    return found


def test_ids_of_an_answer_lead_to_the_calls_that_take_them():
    following = {"operationId": "get_steps_plan_id"}

    assert answers(TASK)["200"]["links"] == {
        "get_steps_plan_id": {**following, "parameters": {"plan_id": "$response.body#/plan_id"}}
    }
    assert answers(PLANS)["200"]["links"] == {
        "get_steps_plan_id": {**following, "parameters": {"plan_id": "$response.body#/0/id"}}
    }
    assert "links" not in answers(STEPS)["200"]


def test_every_refusal_is_described():
    assert {"401", "403", "422", "503"} <= set(answers(PLANS))
    assert {"400", "408", "409", "413", "415"} <= set(answers(TASK))
    assert "404" in answers(STEPS)


def test_what_is_referred_to_is_there():
    told = described(ALL)

    for name in ("InputTask", "TaskTaken", "Step", "PlanWithSteps", "Problem"):
        assert name in told["components"]["schemas"]


@pytest.mark.parametrize("blank", ["", " \n", "\x85", "\ufeff", "\x1c\x1f", "\u2028\u3000"])
def test_no_reader_of_the_description_takes_for_words_what_is_refused(blank: str):
    """What white space is differs between languages."""
    schema = NewMessage.model_json_schema()["properties"]["text"]

    assert not jsonschema_rs.is_valid(schema, blank)
    with pytest.raises(ValidationError):
        NewMessage(text=blank)
    assert jsonschema_rs.is_valid(schema, f"{blank}é")
    assert NewMessage(text=f"{blank}é")


def test_the_page_lists_every_endpoint_and_runs_nothing():
    shown = page(ALL)

    assert shown.count("<tr>") == 1 + len(ALL)
    assert "List &lt;all&gt;" in shown
    assert "<script" not in shown
