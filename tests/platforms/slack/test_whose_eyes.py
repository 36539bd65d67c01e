"""What is for one person is shown to that person, also when somebody else decided."""

from pathlib import Path

import pytest

from tests.fakes.slack import FakeSlack
from tests.platforms import small_desk
from tests.platforms.kept import moved
from tests.platforms.slack.bot import running
from tests.platforms.slack.desk import (
    CHANNEL,
    PRIVATE,
    a_bank,
    card_of,
    said,
    until_shown,
    until_told,
    whispers,
    with_a_card,
)

pytestmark = [pytest.mark.timeout(60), pytest.mark.proves("R5")]


@pytest.mark.parametrize("place", [PRIVATE, CHANNEL])
async def test_what_came_of_it_is_told_to_who_asked_and_not_to_who_approved(
    tmp_path: Path, place: str | None
):
    async with a_bank(tmp_path) as bot:
        talk = await with_a_card(bot, place)
        card = card_of(talk)

        await bot.fake.press("U2", card, "Approve", forged=place is PRIVATE)
        await until_told(bot, "U1", "Checking now holds $300.00")

        assert await moved(bot) != []
        assert "holds" not in str(whispers(bot, "U2"))
        assert "holds $300" not in str([m.shown for m in bot.fake.messages("C1")])


@pytest.mark.parametrize("place", [PRIVATE, CHANNEL])
async def test_who_may_not_decide_is_told_where_they_pressed(tmp_path: Path, place: str | None):
    async with a_bank(tmp_path) as bot:
        talk = await with_a_card(bot, place)
        card = card_of(talk)

        await bot.fake.press("U9", card, "Approve", forged=True)
        await until_told(bot, "U9", "You cannot decide this")

        assert bot.fake.ephemerals("U9")[-1].thread_ts == talk.root
        assert "cannot decide" not in str([m.shown for m in talk.answers])
        assert await moved(bot) == []
        await bot.fake.press("U2", card, "Approve", forged=True)
        await until_shown(bot, card, "*Approved* by <@U2>")


async def test_a_file_that_is_for_one_person_is_shared_with_them_alone(tmp_path: Path):
    """No file can be shown to one person where others read."""
    settings = {"FRONTDESK_AGENTS": small_desk.MODULE, "model": small_desk.model()}
    async with FakeSlack() as slack, running(slack, tmp_path, **settings) as bot:
        slack.user("U1", name="ann")
        talk = bot.talk("U1", CHANNEL)

        await said(talk, "sealed 17")
        await slack.until(lambda: any(file.shared_in for file in slack.world.files.values()))

        (file,) = slack.world.files.values()
        assert file.content == b"letter 17."
        assert {channel for channel, *_at in file.shared_in} == {slack.dm("U1")}


async def test_an_approver_gets_the_card_and_nothing_that_was_said_before_it(tmp_path: Path):
    async with a_bank(tmp_path) as bot:
        talk = await with_a_card(bot, PRIVATE)

        told = await said(talk, "what is my savings balance?")

        assert "5,000.00" in told
        assert bot.fake.answers(bot.fake.dm("U2"))
        assert "5,000.00" not in str([m.shown for m in bot.fake.answers(bot.fake.dm("U2"))])
