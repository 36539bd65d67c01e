"""The message that shows a turn's progress becomes one reply, never two, whatever goes wrong."""

from pathlib import Path

import pytest
from typing_extensions import override

from agents.kit.values.model import ModelCall, ModelReply
from tests.fakes.discord import FakeDiscord
from tests.fakes.faults import Fault
from tests.fakes.slack import FakeSlack
from tests.platforms.discord import bot as discord_bot
from tests.platforms.slack import bot as slack_bot
from tests.platforms.slow_model import Gated

WISH = "price of Apple stock and transfer 500 to 1234324"
ELSE = "needs a login"
PATCH = "PATCH /channels/{channel}/messages/{message}"
SECONDS = 15.0

pytestmark = [pytest.mark.timeout(120), pytest.mark.proves("R17")]


class Stumbling(Gated):
    """Fails at its first answer in a way that nobody expects, and waits before the next one."""

    def __init__(self) -> None:
        super().__init__()
        self._has_fallen = False

    @override
    async def complete(self, call: ModelCall, *, within_seconds: float) -> ModelReply:
        reply = await super().complete(call, within_seconds=within_seconds)
        if not self._has_fallen:
            self._has_fallen = True
            self.shut()
            raise RuntimeError
        return reply


class Hesitant(Gated):
    """Gives its first answer when it is let, and waits once more before the next one."""

    def __init__(self) -> None:
        super().__init__()
        self._is_shut_again = False

    @override
    async def complete(self, call: ModelCall, *, within_seconds: float) -> ModelReply:
        reply = await super().complete(call, within_seconds=within_seconds)
        if not self._is_shut_again:
            self._is_shut_again = True
            self.shut()
        return reply


@pytest.mark.proves("R4")
async def test_in_discord_two_replies_of_a_second_attempt_stand_both(tmp_path: Path):
    model = Stumbling()
    async with FakeDiscord() as fake, discord_bot.running(fake, tmp_path, model=model) as bot:
        ana = fake.user("ana")
        talk = bot.talk(ana)
        await fake.say(ana, None, WISH)
        await fake.until(lambda: talk.answers, SECONDS)
        [shown] = talk.answers
        model.open()
        await fake.until(lambda: shown.edits, SECONDS)
        model.open()
        await bot.ends.until(1)

        price, more, *_form = talk.answers
        assert (price.id, "AAPL" in price.shown) == (shown.id, True)
        assert ELSE in more.shown


@pytest.mark.proves("R4")
async def test_in_slack_two_replies_of_a_second_attempt_stand_both(tmp_path: Path):
    model = Stumbling()
    async with FakeSlack() as fake, slack_bot.running(fake, tmp_path, model=model) as bot:
        fake.user("U1", name="ann")
        talk = bot.talk("U1")
        talk.root = (await fake.say("U1", None, WISH)).ts
        await fake.until(lambda: [m for m in fake.streams if m.stream and m.stream.chunks])
        [shown] = fake.streams
        assert shown.stream is not None
        chunks = len(shown.stream.chunks)
        model.open()
        await fake.until(lambda: shown.stream and len(shown.stream.chunks) > chunks)
        model.open()
        await fake.until(lambda: any(ELSE in message.shown for message in talk.answers))

        price, *_more = talk.answers
        assert (price.ts, "AAPL" in price.shown) == (shown.ts, True)


async def test_in_discord_no_answer_stands_where_an_update_may_still_come(tmp_path: Path):
    model = Hesitant()
    async with FakeDiscord() as fake, discord_bot.running(fake, tmp_path, model=model) as bot:
        ana = fake.user("ana")
        talk = bot.talk(ana)
        await fake.say(ana, None, WISH)
        await fake.until(lambda: talk.answers, SECONDS)
        [shown] = talk.answers
        fake.faults.next(PATCH, Fault.UNAVAILABLE)
        model.open()
        await fake.until(lambda: any(call.fault for call in fake.record), SECONDS)
        model.open()
        await bot.ends.until(1)

        price, more, *_form = talk.answers
        assert shown.id not in {answer.id for answer in talk.answers}
        assert "AAPL" in price.shown
        assert ELSE in more.shown


async def test_in_slack_no_answer_stands_where_an_update_may_still_come(tmp_path: Path):
    model = Hesitant()
    async with FakeSlack() as fake, slack_bot.running(fake, tmp_path, model=model) as bot:
        fake.user("U1", name="ann")
        fake.faults.next("chat.startStream", Fault.UNAVAILABLE)
        talk = bot.talk("U1")
        talk.root = (await fake.say("U1", None, WISH)).ts
        await fake.until(lambda: talk.answers)
        [shown] = talk.answers
        fake.faults.next("chat.update", Fault.UNAVAILABLE, times=3)
        model.open()
        await fake.until(lambda: sum(call.fault is not None for call in fake.record) == 4)
        model.open()
        await fake.until(lambda: any(ELSE in message.shown for message in talk.answers))
        await fake.until(lambda: shown not in talk.answers)

        price, *_more = talk.answers
        assert "AAPL" in price.shown
