"""So many calls of the model at once; the others wait, in order, and are told if in vain."""

import asyncio
from dataclasses import dataclass, field

import pytest

from agents.kit.values.errors import ModelUnavailable
from agents.kit.values.model import ChatMessage, ModelCall, ModelReply, Purpose
from bot.bootstrap import build
from bot.bootstrap.models import choose_model
from bot.bootstrap.ports import SystemClock
from bot.llm.models import Limited
from bot.settings import read_settings


def a_call(text: str) -> ModelCall:
    return ModelCall(Purpose.AGENT, "ann", (ChatMessage("user", text),))


@dataclass
class Thinker:
    """A model that thinks until it is told what to answer."""

    thinking: dict[str, asyncio.Event] = field(default_factory=dict)
    begun: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    async def complete(self, call: ModelCall, *, within_seconds: float) -> ModelReply:
        text = call.messages[0].content
        self.begun.append(text)
        self.seconds.append(within_seconds)
        self.thinking[text] = asyncio.Event()
        try:
            await self.thinking[text].wait()
        finally:
            del self.thinking[text]
        return ModelReply(f"re: {text}")

    async def close(self) -> None:
        """Let go of nothing."""


@dataclass
class Asking:
    """Calls through a limit, and time that passes when told to."""

    thinker: Thinker = field(default_factory=Thinker)
    now: float = 0.0
    most: int = 2

    def __post_init__(self) -> None:
        self.model = Limited(self.thinker, self.most, lambda: self.now)

    def ask(self, text: str, seconds: float = 60.0) -> "asyncio.Task[ModelReply]":
        return asyncio.create_task(self.model.complete(a_call(text), within_seconds=seconds))


async def settled() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


async def test_the_others_wait_in_order():
    asking = Asking()
    calls = [asking.ask(text) for text in "abcd"]
    await settled()
    assert asking.thinker.begun == ["a", "b"]

    asking.thinker.thinking["b"].set()
    await settled()

    assert asking.thinker.begun == ["a", "b", "c"]
    assert (await calls[1]).text == "re: b"
    for text in "acd":
        asking.thinker.thinking[text].set()
        await settled()
    assert [(await call).text for call in calls] == ["re: a", "re: b", "re: c", "re: d"]


async def test_what_was_waited_is_gone_from_the_seconds_of_a_call():
    asking = Asking(most=1)
    first, second = asking.ask("a"), asking.ask("b", seconds=30.0)
    await settled()
    asking.now = 12.0
    asking.thinker.thinking["a"].set()
    await settled()

    assert asking.thinker.seconds == [60.0, 18.0]
    second.cancel()
    await asyncio.gather(first, second, return_exceptions=True)


async def test_whoever_waits_in_vain_is_told_so():
    asking = Asking(most=1)
    first = asking.ask("a")
    await settled()

    with pytest.raises(ModelUnavailable, match="too many others"):
        await asking.ask("b", seconds=0.0)

    asking.thinker.thinking["a"].set()
    assert (await first).text == "re: a"


async def test_a_call_that_is_left_makes_room():
    asking = Asking(most=1)
    first, second, third = (asking.ask(text) for text in "abc")
    await settled()
    second.cancel()
    first.cancel()
    await settled()

    assert asking.thinker.begun == ["a", "c"]
    asking.thinker.thinking["c"].set()
    assert (await third).text == "re: c"


async def test_what_is_limited_is_closed_with_its_limit():
    asking = Asking()
    assert asking.model.close == asking.thinker.close


@pytest.mark.parametrize(("most", "is_limited"), [("", True), ("5", True), ("0", False)])
def test_a_configured_model_is_limited_by_the_settings(
    monkeypatch: pytest.MonkeyPatch, most: str, *, is_limited: bool
):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test")
    monkeypatch.setenv("FRONTDESK_MODEL_CALLS_AT_ONCE", most)

    model = choose_model(read_settings(None), SystemClock())

    assert isinstance(model, Limited) is is_limited


@pytest.mark.parametrize(("most", "turns"), [("", 32), ("5", 32), ("100", 100), ("0", 1_000)])
def test_turns_do_not_hold_up_calls_that_the_model_may_be_asked(
    monkeypatch: pytest.MonkeyPatch, most: str, turns: int
):
    monkeypatch.setenv("FRONTDESK_MODEL_CALLS_AT_ONCE", most)

    assert build(read_settings(None)).ports.turns_at_once == turns
