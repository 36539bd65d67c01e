"""What comes of a secret when the call it was typed for breaks off: told as it was."""

from collections.abc import Iterator

import pytest
from structlog.testing import capture_logs

from agents.kit import EffectKey, Fact, Secret, Tool, Turn, tool
from bot.domain.requests import RequestKind
from tests.journeys.bank.test_secrets import assert_nowhere
from tests.journeys.conversation import Conversation
from tests.journeys.secrets.safe import CODE, at_the_safe, kept

pytestmark = pytest.mark.proves("R8")


@pytest.fixture(autouse=True)
def _logs_kept_aside() -> Iterator[None]:
    """Faults are logged with all that surrounds them, which takes long to draw."""
    with capture_logs():
        yield


UNDECLARED = Fact("opened", "an open box")
OVER = "the time for it was over"


def undeclared() -> Tool:
    """A tool at fault: it establishes what it does not declare."""

    @tool
    async def unlock(turn: Turn, box: str, code: Secret) -> str:
        """Open a box."""
        turn.establish(UNDECLARED)
        return box + code.reveal()

    return unlock


def breaking(opened: list[str]) -> Tool:
    """A tool that breaks down half-way, so that nobody knows what became of it."""

    @tool(effect=True, free=["box"], ends_task=True)
    async def unlock(box: str, code: Secret, key: EffectKey) -> str:
        """Open a box."""
        opened.append(key)
        raise RuntimeError(box + code.reveal())

    return unlock


async def asked(conversation: Conversation) -> list[RequestKind]:
    return [request.kind for request in conversation.pending]


async def test_after_a_fault_nobody_is_told_that_their_time_was_over():
    conversation = await at_the_safe(undeclared(), "open the box", CODE)

    said = await conversation.say("and now?")

    assert OVER not in said
    assert "I have not read that." in said
    assert "What I last tried with it was broken off. Please type your code." in said
    assert await asked(conversation) == [RequestKind.SECRET]


async def test_after_a_fault_and_then_a_late_answer_the_time_was_over_indeed():
    conversation = await at_the_safe(undeclared(), "open the box", CODE, "and now?")
    [request] = conversation.pending
    conversation.clock.pass_time(minutes=16)
    await conversation.ring("expire", request)

    said = await conversation.say(CODE)

    assert OVER in said


@pytest.mark.proves("R3")
@pytest.mark.parametrize("words", ["hello?", "go on", "open the box", "@safe open it", CODE])
async def test_while_an_outcome_is_unknown_nothing_is_repeated_whatever_is_written(words: str):
    opened: list[str] = []
    conversation = await at_the_safe(breaking(opened), "open the box", CODE)
    keys = set(opened)

    said = await conversation.say(words)

    assert OVER not in said
    assert "I cannot tell whether it happened" in said
    assert await asked(conversation) == [RequestKind.UNKNOWN_OUTCOME]
    assert set(opened) == keys
    assert await kept(conversation) == []
    assert_nowhere(CODE, conversation)


@pytest.mark.proves("R3")
async def test_once_somebody_said_that_it_did_not_happen_it_is_done_with_a_new_secret():
    opened: list[str] = []
    conversation = await at_the_safe(breaking(opened), "open the box", CODE, "hello?")

    said = await conversation.say("It did not happen")

    assert "Please type your code" in said
