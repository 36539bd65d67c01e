"""A refusal is known by its words, whatever the status; the operator reads what was said."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from structlog.testing import capture_logs

from agents.kit.values.errors import ContextOverflow, ModelUnavailable
from agents.kit.values.model import AnswerSchema, ChatMessage, Finish, Purpose, ToolCall
from tests.fakes.model_answers import Answer, Asked, Reply, Script, fails, says
from tests.fakes.openai_models import a_call, model_over

READ = a_call(
    purpose=Purpose.READ, answer=AnswerSchema("read", {"type": "object", "properties": {}})
)
THOUGHTS = {"reasoning_content": "Look it up."}
CALL = ToolCall("c", "balance", "{}", {"extra_content": {"signed": "x"}})
SECOND = a_call(
    messages=(
        *a_call().messages,
        ChatMessage("assistant", "", (CALL,), provider=THOUGHTS),
        ChatMessage("tool", "100 USD", tool_call_id="c"),
    )
)
LLAMA_CPP = (
    "[{'type': 'literal_error', 'loc': ('body', 'response_format', 'type'), 'msg': "
    "\"Input should be 'text' or 'json_object'\", 'input': 'json_schema'}]"
)


def unless(fits: Callable[[dict[str, Any]], bool], refusal: Reply) -> Script:
    """A server that refuses what does not fit."""

    def script(asked: Asked) -> Reply:
        return says("{}") if fits(asked.body) else refusal

    return script


def is_object(body: dict[str, Any]) -> bool:
    return bool(body.get("response_format") == {"type": "json_object"})


def has_no_temperature(body: dict[str, Any]) -> bool:
    return "temperature" not in body


@pytest.mark.parametrize("status", [400, 422, 500, 501])
async def test_a_format_is_refused_in_words_whatever_the_status(status: int):
    async with model_over(unless(is_object, fails(status, LLAMA_CPP))) as setup:
        answers = [await setup.complete(READ) for _time in range(2)]

    assert [answer.text for answer in answers] == ["{}", "{}"]
    assert setup.times_asked == 3


@pytest.mark.parametrize(
    "words",
    [
        "JSON schema conversion failed: unrecognized schema",
        "Structured outputs are not supported for this model",
        "failed to parse grammar",
        "This model does not support response format json-schema.",
    ],
)
async def test_a_format_is_refused_in_other_words(words: str):
    async with model_over(unless(is_object, fails(400, words))) as setup:
        assert (await setup.complete(READ)).text == "{}"


@pytest.mark.parametrize("status", [400, 500])
async def test_a_temperature_is_refused_in_words_whatever_the_status(status: int):
    refusal = fails(status, "Unsupported value: 'temperature' does not support 0.")

    async with model_over(unless(has_no_temperature, refusal)) as setup:
        answers = [await setup.complete(READ) for _time in range(2)]

    assert [answer.text for answer in answers] == ["{}", "{}"]
    assert setup.times_asked == 3


async def test_a_broken_server_that_mentions_the_format_is_asked_again_as_before():
    down = fails(500, "worker died while handling response_format")

    async with model_over(down, says("{}")) as setup:
        assert (await setup.complete(READ)).text == "{}"

    assert setup.body["response_format"]["type"] == "json_schema"


async def test_what_a_refusal_taught_is_kept_only_if_it_helped():
    refusal = fails(500, LLAMA_CPP)

    async with model_over(refusal, refusal, refusal, says("{}"), retries=0) as setup:
        with pytest.raises(ModelUnavailable):
            await setup.complete(READ)
        await setup.complete(READ)

    assert setup.body["response_format"]["type"] == "json_schema"


GROQ = (
    "'messages.2' : for 'role:assistant' the following must be satisfied"
    "[('messages.2' : property 'reasoning_content' is unsupported)]"
)
KIMI = "thinking is enabled but reasoning_content is missing in assistant tool call message"
DEEPSEEK = "The reasoning_content in the thinking mode must be passed back to the API."
GEMINI = "Function call is missing a thought_signature in functionCall parts."


def has_nothing_beside(body: dict[str, Any]) -> bool:
    said = body["messages"][2]
    return (
        said.keys() == {"role", "content", "tool_calls"}
        and "extra_content" not in (said["tool_calls"][0])
    )


async def test_a_server_that_takes_no_thoughts_back_is_asked_without_them_from_then_on():
    async with model_over(unless(has_nothing_beside, fails(400, GROQ))) as setup:
        for _time in range(2):
            assert (await setup.complete(SECOND)).text == "{}"

    assert setup.times_asked == 3


@pytest.mark.parametrize("words", [KIMI, DEEPSEEK])
async def test_a_server_that_misses_thoughts_is_told_that_there_are_none(words: str):
    bare = a_call(
        messages=(
            *a_call().messages,
            ChatMessage("assistant", "", (ToolCall("c", "balance", "{}"),)),
            ChatMessage("tool", "100 USD", tool_call_id="c"),
        )
    )

    def has_thoughts(body: dict[str, Any]) -> bool:
        return bool(body["messages"][2].get("reasoning_content"))

    async with model_over(unless(has_thoughts, fails(400, words))) as setup:
        assert (await setup.complete(bare)).text == "{}"
        assert (await setup.complete(SECOND)).text == "{}"

    assert setup.body["messages"][2]["reasoning_content"] == "Look it up."


async def test_a_server_that_wants_words_beside_calls_is_given_some_from_then_on():
    refusal = fails(500, "'msg': 'Input should be a valid string', 'input': None")
    has_words = unless(lambda body: bool(body["messages"][2]["content"]), refusal)
    async with model_over(has_words) as setup:
        for _time in range(2):
            await setup.complete(SECOND)

    contents = [asked.body["messages"][2]["content"] for asked in setup.server.asked]
    assert contents == [None, "…", "…"]


async def test_a_server_that_misses_a_signature_is_given_the_one_for_calls_of_others():
    bare = a_call(messages=(*SECOND.messages[:2], replaced(CALL), SECOND.messages[3]))

    def is_signed(body: dict[str, Any]) -> bool:
        return "extra_content" in body["messages"][2]["tool_calls"][0]

    async with model_over(unless(is_signed, fails(400, GEMINI))) as setup:
        assert (await setup.complete(bare)).text == "{}"


def replaced(call: ToolCall) -> ChatMessage:
    return ChatMessage("assistant", "", (ToolCall(call.id, call.name, call.arguments),))


@pytest.mark.parametrize("words", [GROQ, KIMI, GEMINI])
async def test_a_refusal_that_nothing_helps_against_ends_in_a_reason(words: str):
    for call in (a_call(), SECOND):
        async with model_over(fails(400, words)) as setup:
            with pytest.raises(ModelUnavailable, match="does not accept"):
                await setup.complete(call)
        assert setup.times_asked <= 2


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (400, "The response was filtered due to the prompt triggering content_filter"),
        (403, "ResponsibleAIPolicyViolation"),
        (422, "Azure OpenAI's content management policy"),
    ],
)
async def test_a_filter_is_known_by_its_words(status: int, words: str):
    async with model_over(fails(status, words)) as setup:
        assert (await setup.complete()).finish is Finish.FILTERED


async def test_what_is_too_long_is_known_by_its_words():
    async with model_over(fails(500, "maximum context length is 8; not supported")) as setup:
        with pytest.raises(ContextOverflow):
            await setup.complete()


async def test_a_model_that_misses_its_own_form_is_no_fault_of_the_request():
    async with model_over(
        fails(400, "Failed to call a function.", "tool_use_failed"),
        says("Hello!"),
        models=("fake-1", "fake-2"),
    ) as setup:
        assert (await setup.complete()).text == "Hello!"


async def detail_of(answer: Answer, **config: object) -> str:
    async with model_over(answer, retries=0, **config) as setup:
        with pytest.raises(ModelUnavailable) as caught:
            await setup.complete()
    assert answer.body == b"" or caught.value.detail not in str(caught.value)
    return caught.value.detail


def sent(body: object, status: int = 400) -> Answer:
    return Answer((body if isinstance(body, str) else json.dumps(body)).encode(), status)


@pytest.mark.parametrize(
    ("answer", "detail"),
    [
        (fails(400, "No such\n  parameter: foo"), "400: No such parameter: foo"),
        (fails(500, "worker died"), "500: worker died"),
        (fails(404, "no model banana"), "404: no model banana"),
        (sent({"detail": [{"msg": "Field required", "loc": ["x"]}]}), "400: Field required"),
        (sent({"message": "quota"}, 429), "429: quota"),
        (sent({"error": "no tools here"}), "400: no tools here"),
        (sent("<html><style>a{}</style><b>Bad</b> gateway</html>", 502), "502: Bad gateway"),
        (sent("", 503), "503"),
        (sent({"error": {"message": "overloaded"}}, 200), "overloaded"),
    ],
)
async def test_the_operator_reads_the_status_and_what_was_said(answer: Answer, detail: str):
    assert await detail_of(answer) == detail


@pytest.mark.parametrize(
    ("words", "secret"),
    [
        ("Incorrect API key provided: tok-12345.", "tok-12345"),
        ("invalid key sk-proj-abcdefgh12", "abcdefgh12"),
        ("bad header Bearer abc.def", "abc.def"),
        ("no entry for my-own-key", "my-own-key"),
        ("token 0123456789abcdef0123456789abcdef expired", "0123456789abcdef"),
        ("cannot reach https://me:pass@host/v1", "me:pass"),
    ],
)
async def test_what_was_said_holds_no_secret(words: str, secret: str):
    detail = await detail_of(fails(401, words), api_key="my-own-key")

    assert detail.startswith("401: ")
    assert secret not in detail


async def test_what_was_said_is_cut():
    assert len(await detail_of(fails(400, "word " * 1_000))) < 220


async def test_an_error_page_without_an_end_takes_no_time():
    assert await detail_of(fails(400, "<style " * 2_500)) == f"400: {'<style ' * 30}"[:204] + "…"


async def test_what_was_said_stands_in_the_log_and_not_in_the_reason():
    with capture_logs() as logs:
        async with model_over(fails(503, "worker died"), retries=0) as setup:
            with pytest.raises(ModelUnavailable) as caught:
                await setup.complete()

    assert [line["detail"] for line in logs] == ["503: worker died"]
    assert caught.value.reason == "the model service is out of order"
