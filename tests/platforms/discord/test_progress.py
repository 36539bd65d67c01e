"""What people on Discord see while the bot works: typing, and an answer that stands once."""

from pathlib import Path

import pytest

from tests.fakes.discord import FakeDiscord
from tests.fakes.faults import Fault
from tests.platforms.discord.bot import running
from tests.platforms.slow_model import Gated, Talkative

POST = "POST /channels/{channel}/messages"
WISH = "what is the price of GOOG?"
HELD_SECONDS = 10.0

pytestmark = pytest.mark.timeout(60)


async def test_a_long_turn_shows_a_message_that_becomes_the_answer(tmp_path: Path):
    model = Gated()
    async with FakeDiscord() as fake, running(fake, tmp_path, model=model) as bot:
        ana = fake.user("ana")
        talk = bot.talk(ana)
        await fake.say(ana, None, WISH)
        await fake.until(lambda: talk.answers, HELD_SECONDS)
        [shown] = talk.answers
        assert shown.shown.startswith("-# ⏳ ")
        assert talk.place.typed_at

        model.open()
        await bot.ends.until(1)

        assert [row.id for row in talk.answers if "GOOG" in row.shown] == [shown.id]
        assert not [row for row in talk.answers if "⏳" in row.shown]


@pytest.mark.proves("R17")
async def test_progress_of_unknown_fate_is_not_left_behind(tmp_path: Path):
    model = Gated()
    async with FakeDiscord() as fake, running(fake, tmp_path, model=model) as bot:
        ana = fake.user("ana")
        talk = bot.talk(ana)
        fake.faults.next(POST, Fault.DONE_THEN_RESET)
        await fake.say(ana, None, WISH)
        await fake.until(lambda: talk.answers, HELD_SECONDS)

        model.open()
        await bot.ends.until(1)

        assert not [row for row in talk.answers if "⏳" in row.shown]
        assert len([row for row in talk.answers if "GOOG" in row.shown]) == 1


@pytest.mark.proves("R7")
async def test_a_growing_answer_does_nothing_by_itself(tmp_path: Path):
    model = Talkative("See ", "https://evil.test/x ", "@everyone ", "<@1> [a](https://evil.test) ")
    async with FakeDiscord() as fake, running(fake, tmp_path, model=model) as bot:
        ana = fake.user("ana")
        talk = bot.talk(ana)
        await talk.say("hello")
        await fake.say(ana, None, "how are you?")
        await fake.until(lambda: any("evil" in row.shown for row in talk.answers), HELD_SECONDS)
        said = "\n".join(row.shown for row in talk.answers)
        model.open()
        await bot.ends.until(2)

        assert r"See https[:]//evil[.]test/x @ everyone \<@1> \[a\](https[:]//evil[.]test)" in said
        assert fake.crawler.hits == []


async def test_in_a_thread_progress_never_says_why(tmp_path: Path):
    model = Gated()
    async with FakeDiscord() as fake, running(fake, tmp_path, model=model) as bot:
        ana = fake.user("ana")
        asked = await fake.mention(ana, fake.general, WISH)
        await fake.until(lambda: asked.thread_id, HELD_SECONDS)
        thread = fake.world.channels[asked.id]
        await fake.until(lambda: fake.answers(thread), HELD_SECONDS)
        [shown] = [row.shown for row in fake.answers(thread)]
        model.open()
        await bot.ends.until(1)

        assert shown == "-# ⏳ Finding out who can help"
