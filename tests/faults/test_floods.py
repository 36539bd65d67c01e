"""R12: whoever writes without end uses no more than they may, and holds up nobody else."""

import asyncio
from collections import deque
from pathlib import Path

import pytest
from typing_extensions import override

from agents.kit import Person
from agents.kit.values.model import Model, ModelCall, ModelReply
from bot.domain.messages import Thread
from bot.domain.operations import name_workspace
from tests.fakes.questions import asks, said_in
from tests.fakes.slack import FakeSlack, Message
from tests.faults.conftest import Count, asked_kills
from tests.platforms import small_desk
from tests.platforms.slack.bot import running

pytestmark = [pytest.mark.faults, pytest.mark.timeout(1_500), pytest.mark.proves("R12")]

FLOOD, MOST_CALLS = (1_000, 400) if asked_kills() else (40, 10)
AT_FIRST = 40  # more than there is room for
OTHERS = tuple(f"U{number}" for number in range(10, 15))
PATIENCE_SECONDS, LOOK_SECONDS = 600.0, 0.02
ANN, HERE = Person("slack", "T1", "U1"), name_workspace(Thread("slack", "T1", "", ""))
SPENT = "has used up what you may use in a day"
STORES = ("sqlite", pytest.param("postgres", marks=pytest.mark.postgres))


class Held(Model):
    """Answers nobody before it is let: until then turns are as many as there may be."""

    def __init__(self) -> None:
        self.is_let = asyncio.Event()
        self.asked: list[str] = []
        self._model = small_desk.model()

    @override
    async def complete(self, call: ModelCall, *, within_seconds: float) -> ModelReply:
        if asks(call, "which"):
            self.asked.append(said_in(call))
        await self.is_let.wait()
        return await self._model.complete(call, within_seconds=within_seconds)


@pytest.mark.parametrize("store", STORES)
async def test_a_flood_is_answered_honestly_and_uses_no_more_than_it_may(
    tmp_path: Path, store: str, request: pytest.FixtureRequest, count: Count
):
    given = {
        "FRONTDESK_AGENTS": small_desk.MODULE,
        "FRONTDESK_DAILY_MODEL_CALLS": str(MOST_CALLS),
    }
    if store == "postgres":
        given["DATABASE_URL"] = request.getfixturevalue("migrated_postgres")
    model = Held()
    async with FakeSlack() as fake, running(fake, tmp_path, model=model, **given) as bot:
        for user in ("U1", *OTHERS):
            fake.user(user, name=f"name of {user}")
        flood = [await _asked(fake, number) for number in range(AT_FIRST)]
        others = [await fake.say(user, None, "echo hello", wait=False) for user in OTHERS]
        async with asyncio.timeout(PATIENCE_SECONDS):
            while model.asked.count("echo hello") < len(others):  # noqa: ASYNC110 - nobody tells
                await asyncio.sleep(LOOK_SECONDS)
        model.is_let.set()
        flood += [await _asked(fake, number) for number in range(AT_FIRST, FLOOD)]
        await fake.until(lambda: all(_is_answered(fake, m) for m in others), PATIENCE_SECONDS)
        left = deque(flood)

        def none_is_left() -> bool:
            while left and _is_answered(fake, left[0]):
                left.popleft()
            return not left

        await fake.until(none_is_left, PATIENCE_SECONDS)

        refused = [message for message in flood if SPENT in _said(fake, message)]
        assert 0 < len(refused) < FLOOD
        assert not [message for message in others if SPENT in _said(fake, message)]
        used = await bot.app.ports.admin_views.used(ANN, HERE, "")
        assert 0 < sum(day.model_calls for day in used.values()) <= MOST_CALLS
    count(messages_of_a_flood_answered_honestly=FLOOD, model_calls_a_flood_was_let=MOST_CALLS)


async def _asked(fake: FakeSlack, number: int) -> Message:
    return await fake.say("U1", None, f"echo {number}", wait=False)


def _is_answered(fake: FakeSlack, message: Message) -> bool:
    said = _said(fake, message)
    return f"answer {small_desk.rest_of(message.text)}." in said or SPENT in said


def _said(fake: FakeSlack, message: Message) -> str:
    """What was answered to a message, in a thread of its own."""
    return "\n".join(answer.shown for answer in fake.answers(message.channel, message.ts))
