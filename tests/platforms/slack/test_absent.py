"""Cards that stand where too few of those who may decide read along: the others get them."""

from pathlib import Path

import pytest

from tests.platforms.kept import MOVED, READY, WISH, moved
from tests.platforms.slack.bot import Bot, Talk
from tests.platforms.slack.desk import a_bank, card_of, said, until_shown, until_told

pytestmark = [pytest.mark.timeout(60), pytest.mark.proves("R20")]


async def asked_in(bot: Bot, *members: str) -> Talk:
    """Ann has asked in a private channel, where these others read along."""
    bot.fake.channel("C2", kind="private", members=("U1", *members))
    talk = bot.talk("U1", "C2")
    await said(talk, *READY, WISH)
    return talk


def brought(bot: Bot) -> dict[str, int]:
    """How many cards each of the others was brought."""
    return {user: len(bot.fake.answers(bot.fake.dm(user))) for user in ("U2", "U3")}


async def test_who_may_decide_and_is_not_there_gets_the_card(tmp_path: Path):
    async with a_bank(tmp_path) as bot:
        talk = await asked_in(bot)
        await until_told(bot, "U2", "transfer_money wants to transfer")
        [copy] = bot.fake.answers(bot.fake.dm("U2"))

        await bot.fake.press("U2", copy, "Approve")
        await until_shown(bot, copy, "Approved")
        await bot.fake.until(lambda: not any("Approve" in m.labels for m in talk.answers))

        assert await moved(bot) == [MOVED]


@pytest.mark.parametrize(
    ("quorum", "there", "told"),
    [
        (1, ("U2", "U3"), {"U2": 0, "U3": 0}),
        (1, ("U2",), {"U2": 0, "U3": 0}),
        (2, ("U2",), {"U2": 0, "U3": 1}),
        (1, (), {"U2": 1, "U3": 1}),
    ],
)
async def test_nobody_is_brought_what_enough_of_them_see(
    tmp_path: Path, quorum: int, there: tuple[str, ...], told: dict[str, int]
):
    async with a_bank(tmp_path, approvers="U2,U3", FRONTDESK_QUORUM=quorum) as bot:
        talk = await asked_in(bot, *there)
        await talk.say("status")

        assert brought(bot) == told


async def test_where_slack_does_not_say_who_is_there_the_card_stands_there(tmp_path: Path):
    async with a_bank(tmp_path) as bot:
        scopes = bot.fake.world.tokens.grants[bot.fake.bot_token].scopes
        bot.fake.grant(set(scopes) - {"groups:read"})
        talk = await asked_in(bot)

        assert "Waiting for <@U2>" in card_of(talk).shown
        assert brought(bot)["U2"] == 0
        bot.fake.record.calls.clear()  # of calls without their scope
