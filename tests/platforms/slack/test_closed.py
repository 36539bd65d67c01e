"""What was to be said where nothing can be said any more: its person reads it directly."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.fakes.slack import FakeSlack
from tests.platforms.kept import MOVED, READY, WISH, moved
from tests.platforms.slack.bot import Bot, running
from tests.platforms.slack.desk import PRIVATE, a_bank, said, until_shown, until_told, with_a_card
from tests.platforms.slow_model import Gated

pytestmark = [pytest.mark.timeout(60), pytest.mark.proves("R20")]

NOBODY = "I can show this to none of those who may decide it"


def archived(fake: FakeSlack) -> None:
    fake.world.directory.channel("T1", "C1").is_archived = True


def removed(fake: FakeSlack) -> None:
    fake.world.directory.channel("T1", "C1").members.discard(fake.bot_user_id)


def hidden(fake: FakeSlack) -> None:
    fake.world.directory.channel("T1", "C1").kind = "private"
    removed(fake)


WAYS = (archived, removed, hidden)
Close = Callable[[FakeSlack], None]


@pytest.mark.parametrize("close", WAYS)
async def test_an_answer_that_its_channel_takes_no_more_is_told_to_whom_it_is_for(
    tmp_path: Path, close: Close
):
    model = Gated()
    async with FakeSlack() as fake, running(fake, tmp_path, model=model) as bot:
        fake.user("U1", name="ann")
        await fake.mention("U1", "C1", "what is the price of GOOG?")
        await fake.until(lambda: model.waiting)
        close(fake)
        model.open()

        await until_told(bot, "U1", "GOOG")
        first = fake.answers(fake.dm("U1"))[0]
        assert first.shown.startswith("<#C1>\n")
        assert fake.answers("C1") == []


async def closed_with_a_wish(bot: Bot, close: Close) -> None:
    """Ann asks for what others decide, and before she is answered her channel is closed."""
    ann = bot.talk("U1", "C1")
    await said(ann, *READY)
    ended = ann.turns
    message = await bot.fake.say("U1", "C1", WISH, thread_ts=ann.root, wait=False)
    close(bot.fake)
    await bot.fake.until(lambda: message.deliveries[0].is_acked)
    await bot.fake.until(lambda: ann.turns > ended or bot.fake.answers(bot.fake.dm("U1")))


@pytest.mark.parametrize("close", WAYS)
async def test_who_may_decide_gets_the_card_directly(tmp_path: Path, close: Close):
    async with a_bank(tmp_path) as bot:
        await closed_with_a_wish(bot, close)
        await until_told(bot, "U2", "transfer_money wants to transfer")
        [brought] = bot.fake.answers(bot.fake.dm("U2"))
        await until_told(bot, "U1", "Waiting for")

        await bot.fake.press("U2", brought, "Approve")
        await until_shown(bot, brought, "Approved")

        await until_told(bot, "U1", "$700.00 went from Checking")
        assert await moved(bot) == [MOVED]


async def test_who_asked_is_told_that_nobody_could_be_shown_it(tmp_path: Path):
    async with a_bank(tmp_path) as bot:
        bot.fake.user("U2", deleted=True)
        await closed_with_a_wish(bot, archived)

        await until_told(bot, "U1", NOBODY)


async def test_in_a_private_talk_nobody_is_left_waiting_for_who_cannot_know(tmp_path: Path):
    async with a_bank(tmp_path) as bot:
        bot.fake.user("U2", deleted=True)
        talk = await with_a_card(bot, PRIVATE)

        await bot.fake.until(lambda: NOBODY in talk.answers[-1].shown)

        bot.fake.user("U2", deleted=False)
        assert "yours to decide" in await bot.talk("U2").say("requests")
