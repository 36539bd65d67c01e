"""A model's thoughts reach nobody: not in its answer, and not while the answer grows."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.kit.values.model import AnswerSchema, Purpose, ToolSpec
from bot.llm.openai.wire.thoughts import Preview, without_thoughts
from tests.fakes.model_answers import Reply, chunk, says, streams
from tests.fakes.openai_models import a_call, model_over

HIDDEN = "They sound poor."
ANSWERS = {
    f"<think>{HIDDEN}</think>Hello!": "Hello!",
    f"\n<think>\n{HIDDEN}\n</think>\n\nHello!": "Hello!",
    f"<think>{HIDDEN}</think>Hello <think>{HIDDEN}</think>Ana!": "Hello Ana!",
    f"<thinking>{HIDDEN}</thinking>\nHello!": "Hello!",
    f"<seed:think>{HIDDEN}</seed:think>Hello!": "Hello!",
    f"[THINK]{HIDDEN}[/THINK]Hello!": "Hello!",
    f"◁think▷{HIDDEN}◁/think▷Hello!": "Hello!",
    f"{HIDDEN}\n</think>\n\nHello!": "Hello!",
    f"<think>{HIDDEN}": "",
    f"Hello!\n<think>{HIDDEN}": "Hello!",
    f"<|channel|>analysis<|message|>{HIDDEN}<|end|><|start|>assistant"
    "<|channel|>final<|message|>Hello!<|return|>": "Hello!",
    f"<|channel|>analysis<|message|>{HIDDEN}": "",
}
WORDS = (
    "Hello!",
    "a < b and b > c",
    "Models write `<think>` before they answer, and `</think>` after it.",
    "Is it <thead> or <th>?",
    'Write `re.sub(r"<think>.*?</think>", "", text)`.',
    '{"say": "<think> stays </think> here"}',
    "Use <think> if you like",
)


@pytest.mark.parametrize("said", ANSWERS)
def test_thoughts_are_taken_out(said: str):
    assert without_thoughts(said) == ANSWERS[said]


@pytest.mark.parametrize("said", WORDS[:5])
def test_words_stay_as_they_are(said: str):
    assert without_thoughts(said) == said


def test_a_thought_that_quotes_a_tag_ends_where_it_ends():
    assert without_thoughts(f'They wrote "<think>". {HIDDEN}\n</think>\nHello!') == "Hello!"


def test_a_tag_that_never_ends_within_a_line_is_a_word():
    assert without_thoughts(WORDS[6]) == WORDS[6]


def test_many_tags_take_no_time():
    assert without_thoughts("a <think>" * 20_000).startswith("a")


@pytest.mark.parametrize("field", ["reasoning", "reasoning_content"])
async def test_thoughts_beside_the_words_are_not_among_them(field: str):
    async with model_over(says("Hello!", **{field: HIDDEN})) as setup:
        answer = await setup.complete()

    assert (answer.text, answer.provider) == ("Hello!", {})


async def test_a_structured_answer_behind_a_thought_is_found():
    schema = AnswerSchema("read", {"type": "object", "properties": {}})
    said = f'<think>{HIDDEN}</think>\n```json\n{{"about": "bank"}}\n```'

    async with model_over(says(said)) as setup:
        answer = await setup.complete(a_call(purpose=Purpose.READ, answer=schema))

    assert answer.text == '{"about": "bank"}'


def streamed(said: str, size: int = 3) -> Reply:
    pieces = [said[place : place + size] for place in range(0, len(said), size)]
    return streams(*(chunk(content=piece) for piece in pieces), chunk("stop"))


@pytest.mark.parametrize("size", [1, 3, 1_000])
@pytest.mark.parametrize("said", [said for said in ANSWERS if not said.startswith(HIDDEN)])
async def test_a_thought_is_not_seen_while_an_answer_grows(said: str, size: int):
    async with model_over(streamed(said, size), streaming=True) as setup:
        answer = await setup.complete()

    shown = "".join(setup.shown)
    assert answer.text == ANSWERS[said]
    assert not any(part in shown for part in ("think", "poor", "|", "THINK"))
    assert shown.strip() in {answer.text, ""}


async def test_thoughts_in_fields_and_parts_are_not_seen_either():
    thinking = [{"type": "thinking", "thinking": [{"type": "text", "text": HIDDEN}]}]
    pieces = (chunk(reasoning_content=HIDDEN), chunk(content=thinking), chunk(content="Hello!"))

    async with model_over(streams(*pieces, chunk("stop")), streaming=True) as setup:
        answer = await setup.complete()

    assert (answer.text, setup.shown) == ("Hello!", ["Hello!"])


@pytest.mark.parametrize("said", WORDS[:2])
async def test_words_are_seen_as_they_grow(said: str):
    async with model_over(streamed(said), streaming=True) as setup:
        await setup.complete()

    assert "".join(setup.shown) == said


async def test_a_model_that_thought_without_a_mark_is_shown_from_the_end_of_its_thought_on():
    said = f"{HIDDEN}</think>Hello!"

    async with model_over(streamed(said), streaming=True) as setup:
        await setup.complete(a_call(purpose=Purpose.PLAN))
        await setup.complete()

    assert "".join(setup.shown) == "Hello!"


async def test_a_model_that_is_called_after_its_thoughts_is_not_shown_before_their_end():
    models = ("qwen3-4b-thinking",)

    async with model_over(
        streamed(f"{HIDDEN}</think>Hello!"), streaming=True, models=models
    ) as setup:
        await setup.complete()
        assert "".join(setup.shown) == "Hello!"

    async with model_over(streamed("Hello!"), streaming=True, models=models) as setup:
        await setup.complete()
        assert setup.shown == []
        await setup.complete()
        assert "".join(setup.shown) == "Hello!"


@pytest.mark.parametrize(
    "said",
    ['{"name": "pay", "arguments": {}}', "[1]", "```json\n{}\n```"],
)
async def test_what_may_become_a_call_is_not_seen(said: str):
    tool = ToolSpec("pay", "Pay.", {"type": "object", "properties": {}})

    async with model_over(streamed(said), streaming=True) as setup:
        await setup.complete(a_call(tools=(tool,)))
        assert setup.shown == []
        await setup.complete()

    assert "".join(setup.shown) == said


@pytest.mark.parametrize("said", ["<tool_call>{}</tool_call>", '[TOOL_CALLS][{"name": "pay"}]'])
async def test_what_is_marked_as_a_call_is_never_seen(said: str):
    async with model_over(streamed(said, 2), streaming=True) as setup:
        answer = await setup.complete()

    assert (setup.shown, answer.text) == ([], "")


@given(st.lists(st.sampled_from(["<think>", "</think>", "<", "th", "ink>", "a", " ", "\n", "`"])))
def test_however_it_is_cut_a_preview_is_the_same(parts: list[str]):
    def shown(pieces: list[str]) -> str:
        heard = list[str]()
        preview = Preview(heard.append, within_thought=False, may_call=False)
        for piece in pieces:
            preview.add(piece)
        return "".join(heard)

    assert shown(parts) == shown(list("".join(parts)))
