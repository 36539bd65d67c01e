"""Gaps on Discord: what was said, changed or deleted while nobody listened is taken in."""

from pathlib import Path

import pytest

from tests.fakes.discord import FakeDiscord, Message, User
from tests.platforms import small_desk
from tests.platforms.discord.bot import running
from tests.platforms.discord.test_following import settled
from tests.platforms.discord.test_wordless import POLL

PAYING = {"FRONTDESK_AGENTS": small_desk.MODULE, "model": small_desk.model()}

PATIENCE_SECONDS = 40.0  # machines are busy at times

pytestmark = [pytest.mark.timeout(60), pytest.mark.proves("R18", "R20")]


async def test_what_was_said_while_nobody_listened_is_answered(tmp_path: Path):
    async with FakeDiscord() as fake:
        ann = fake.user("ann")
        async with running(fake, tmp_path) as bot:
            talk = bot.talk(ann, fake.general)
            await talk.say("hello")
            await bot.talk(ann).say("hello")
        before = len(fake.answers(talk.place)), len(fake.answers(ann))
        await fake.say(ann, talk.place, "agents")
        await fake.say(ann, None, "agents")

        async with running(fake, tmp_path):
            await fake.until(lambda: len(fake.answers(talk.place)) > before[0], PATIENCE_SECONDS)
            await fake.until(lambda: len(fake.answers(ann)) > before[1], PATIENCE_SECONDS)


async def test_a_message_that_nobody_can_read_hides_no_others(tmp_path: Path):
    async with FakeDiscord() as fake:
        ann = fake.user("ann")
        async with running(fake, tmp_path) as bot:
            talk = bot.talk(ann, fake.general)
            await talk.say("hello")
        before = len(fake.answers(talk.place))
        await fake.say(ann, fake.general, poll=POLL | {"expiry": None})  # discord.py fails at it
        await fake.say(ann, talk.place, "agents")

        async with running(fake, tmp_path):
            await fake.until(lambda: len(fake.answers(talk.place)) > before, PATIENCE_SECONDS)


@pytest.mark.parametrize("way", ["restarted", "not resumed"])
@pytest.mark.parametrize("place", ["direct", "thread", "first of a thread"])
async def test_what_was_deleted_while_nobody_listened_is_withdrawn(
    tmp_path: Path, way: str, place: str
):
    async with FakeDiscord() as fake:
        ann = fake.user("ann")
        async with running(fake, tmp_path, **PAYING) as bot:
            talk = bot.talk(ann, None if place == "direct" else fake.general)
            if place == "thread":
                await talk.say("hello")
            await talk.say("pay rent")
            card = talk.with_button("Approve")
            wish = next(row for row in _said_by(fake, ann) if "pay rent" in row.content)
            if way == "not resumed":
                fake.gateway.drops = 1
                await fake.delete(ann, wish)
                fake.gateway.invalidate()
                await fake.until(lambda: not card.buttons, PATIENCE_SECONDS)
                return
        await fake.delete(ann, wish)

        async with running(fake, tmp_path, **PAYING):
            await fake.until(lambda: not card.buttons, PATIENCE_SECONDS)


@pytest.mark.parametrize("place", ["direct", "thread", "first of a thread"])
async def test_what_was_changed_while_nobody_listened_is_answered_anew(tmp_path: Path, place: str):
    async with FakeDiscord() as fake:
        ann = fake.user("ann")
        async with running(fake, tmp_path, **PAYING) as bot:
            talk = bot.talk(ann, None if place == "direct" else fake.general)
            if place == "thread":
                await talk.say("hello")
            await talk.say("pay rent")
            card = talk.with_button("Approve")
        wish = next(row for row in _said_by(fake, ann) if "pay rent" in row.content)
        await fake.edit(ann, wish, wish.content.replace("rent", "wages"))

        async with running(fake, tmp_path, **PAYING) as bot:
            await fake.until(lambda: not card.buttons, PATIENCE_SECONDS)
            await fake.until(
                lambda: any(_asks_for(row, "wages") for row in talk.answers), PATIENCE_SECONDS
            )
            await bot.ends.until(1)
        async with running(fake, tmp_path, **PAYING) as bot:
            await settled(bot)  # it is taken in once
            assert bot.ends.count == 0


def _asks_for(row: Message, what: str) -> bool:
    return what in row.shown and "Approve" in row.buttons


def _said_by(fake: FakeDiscord, user: User) -> list[Message]:
    places = fake.world.posted.values()
    return [row for rows in places for row in rows.values() if row.author is user]


async def test_a_session_that_cannot_be_resumed_loses_nothing(tmp_path: Path):
    async with FakeDiscord() as fake, running(fake, tmp_path) as bot:
        talk = bot.talk(fake.user("ann"), fake.general)
        await talk.say("hello")
        before = len(talk.answers)

        fake.gateway.invalidate()
        await fake.say(talk.user, talk.place, "agents")

        await fake.until(lambda: len(talk.answers) > before, PATIENCE_SECONDS)
