"""What is for one person is shown to that person, also when somebody else decided."""

from pathlib import Path

import pytest

from tests.platforms.kept import moved
from tests.platforms.slack_desk import (
    CHANNEL,
    PRIVATE,
    a_bank,
    card_of,
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

        assert "cannot decide" not in str([m.shown for m in talk.answers])
        assert await moved(bot) == []
        await bot.fake.press("U2", card, "Approve", forged=True)
        await until_shown(bot, card, "*Approved* by <@U2>")
