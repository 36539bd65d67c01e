"""Channels that several organisations share: who is from where, and what they may do here."""

import re
from pathlib import Path

import pytest

from tests.fakes.slack import FakeSlack
from tests.platforms.kept import MOVED, READY, WISH, moved
from tests.platforms.slack.bot import Bot, Talk, running
from tests.platforms.slack.desk import a_bank, said, until_told
from tests.platforms.slack.several import install, several
from tests.platforms.slack.test_around import is_processing
from tests.platforms.slow_model import Gated

pytestmark = [pytest.mark.timeout(60), pytest.mark.proves("R1", "R5")]

STOPPED = re.compile("Stopped|Nothing is running")


def shared(bot: Bot) -> Talk:
    """Eve's conversation in a channel that her workspace shares with this one."""
    bot.fake.user("U9", name="eve", home="T2")
    bot.fake.channel("C7", members=("U9",), is_ext_shared=True)
    return bot.talk("U9", "C7")


async def test_an_admin_of_a_partner_is_none_here(tmp_path: Path):
    async with a_bank(tmp_path) as bot:
        eve = shared(bot)
        bot.fake.user("U9", is_admin=True)

        await eve.say("pause", mention=True)
        await until_told(bot, "U9", "Only admins may do that")


async def test_what_a_partner_types_into_a_form_counts_where_they_asked(tmp_path: Path):
    async with FakeSlack() as fake, several(fake, tmp_path) as bot:
        await install(bot.app.settings.public_url, "T1")
        eve = shared(bot)
        await said(eve, "log me in", "seldo")

        await fake.press("U9", eve.with_button("Open the form"), "Open the form")
        form = fake.modal("U9")
        assert form is not None
        await fake.submit("U9", form, {"password": "monkey"})

        await until_told(bot, "U9", "logged in as seldo")


async def test_who_is_told_of_by_their_organisation_is_who_they_are_elsewhere(tmp_path: Path):
    async with a_bank(tmp_path, approvers="") as bot:
        bot.fake.world.directory.teams["T1"].organisation = "E1"
        bot.fake.channel("C7", members=("U1",), is_ext_shared=True)
        ann = bot.talk("U1", "C7")
        await said(ann, *READY, WISH)

        await ann.press("Approve")

        assert await moved(bot) == [MOVED]


async def test_a_partner_stops_what_runs_for_them(tmp_path: Path):
    model = Gated()
    async with FakeSlack() as fake, running(fake, tmp_path, model=model) as bot:
        eve = shared(bot)
        first = await fake.mention("U9", "C7", "what is the price of GOOG?")
        eve.root = first.ts
        await fake.until(lambda: model.waiting and is_processing(fake, first))

        await fake.press_stop("U9", "C7", first.ts)
        await fake.until(lambda: STOPPED.search(str([m.shown for m in eve.answers])))
        model.open()

        assert "Nothing is running" not in str([m.shown for m in eve.answers])


async def test_an_admin_of_a_partner_who_has_the_bot_too_is_none_here(tmp_path: Path):
    async with FakeSlack() as fake:
        fake.team("T2", "Theirs", is_installed=False)
        async with several(fake, tmp_path) as bot:
            for team in ("T1", "T2"):
                await install(bot.app.settings.public_url, team)
            eve = shared(bot)
            fake.user("U9", team="T2", name="eve", is_admin=True)

            await eve.say("sessions", mention=True)

            await until_told(bot, "U9", "Only admins may do that")
