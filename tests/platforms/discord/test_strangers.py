"""People of several servers who write in private: of which they are is not known, nor shared."""

from pathlib import Path

import pytest

from tests.fakes.discord import FakeDiscord
from tests.platforms.discord.bot import running

pytestmark = [pytest.mark.timeout(60), pytest.mark.proves("R5")]


async def test_nobody_is_shown_what_a_stranger_keeps(tmp_path: Path):
    async with FakeDiscord() as fake:
        ann, bob = fake.user("ann"), fake.user("bob", fake.guild("another"))
        async with running(fake, tmp_path) as bot:
            await bot.talk(ann).say("open a ticket")
            opened = await bot.talk(ann).say("the printer is broken")
            theirs = await bot.talk(bob).say("status of ticket 1")
            own = await bot.talk(ann).say("status of ticket 1")

        assert "icket 1" in opened
        assert "printer" not in theirs
        assert "the printer is broken" in own
