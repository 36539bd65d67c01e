"""A server may take a schema and answer as it likes: then it is asked in words."""

from collections.abc import Iterable
from typing import Any

from agents.kit.values.model import AnswerSchema
from tests.fakes.model_answers import Asked, Reply, says
from tests.fakes.openai_models import a_call, model_over

CLOSED = AnswerSchema(
    "choice",
    {
        "type": "object",
        "properties": {"agent": {"type": "string"}},
        "required": ["agent"],
        "additionalProperties": False,
    },
)


def formats(asked: Iterable[Asked]) -> list[Any]:
    return [request.body.get("response_format", {}).get("type") for request in asked]


async def test_a_server_that_takes_schemas_and_does_not_heed_them_is_asked_in_words():
    def ignoring(asked: Asked) -> Reply:
        in_words = "JSON schema" in asked.body["messages"][0]["content"]
        return says('{"agent": "bank"}' if in_words else "The bank, I think.")

    async with model_over(ignoring) as setup:
        answers = [(await setup.complete(a_call(answer=CLOSED))).text for _ in range(3)]

    assert answers == ["The bank, I think.", '{"agent": "bank"}', '{"agent": "bank"}']
    assert formats(setup.server.asked) == ["json_schema", None, None]


async def test_one_strange_answer_under_a_schema_that_was_heeded_before_changes_nothing():
    right = says('{"agent": "bank"}')
    async with model_over(right, says("banana"), right) as setup:
        for _ in range(3):
            await setup.complete(a_call(answer=CLOSED))

    assert formats(setup.server.asked) == ["json_schema"] * 3
