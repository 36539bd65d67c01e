"""What we send, and what the fake answers, is what the official client's types say."""

from collections.abc import Iterable, Mapping

from openai.types.responses import Response
from openai.types.responses.response_create_params import ResponseCreateParamsNonStreaming
from pydantic import TypeAdapter

from agents.kit.values.model import ToolSpec
from tests.fakes.openai_models import a_call, after, responses_over
from tests.fakes.responses_answers import (
    a_function_call,
    a_message,
    a_response,
    a_thought,
    responds,
    says_so,
)

OUTPUT = (a_thought(), a_message("Let me see.", phase="commentary"), a_function_call("balance"))
LOOK = ToolSpec("balance", "Looks up a balance.", {"type": "object", "properties": {}})
REQUEST: TypeAdapter[object] = TypeAdapter(ResponseCreateParamsNonStreaming)


def looked_at(value: object) -> object:
    """The value with all that is checked only when it is looked at."""
    match value:
        case str():
            return value
        case Mapping():
            return {name: looked_at(part) for name, part in value.items()}
        case Iterable():
            return [looked_at(part) for part in value]
        case _:
            return value


async def test_a_second_round_of_tools_fits_the_types():
    call = a_call(tools=(LOOK,))

    async with responses_over(responds(*OUTPUT), says_so("$5.")) as setup:
        await setup.complete(after(call, await setup.complete(call), "$5"))

    assert looked_at(REQUEST.validate_python(setup.body)) == setup.body


def test_what_the_fake_answers_fits_the_types():
    given = a_response(*OUTPUT, parallel_tool_calls=True, tool_choice="auto", tools=[])

    answer = Response.model_validate(given)

    assert [item.type for item in answer.output] == ["reasoning", "message", "function_call"]
    assert answer.output_text == "Let me see."
