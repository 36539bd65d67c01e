"""The whole bot over signed HTTP, and with exactly the scopes it asks for."""

import json
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.platforms.slack.oauth.manifest import APP_LEVEL, METHODS, bot_scopes
from tests.fakes.slack import FakeSlack
from tests.fakes.slack.signed_http import HttpDoor
from tests.platforms.kept import MOVED, moved
from tests.platforms.slack.bot import Bot
from tests.platforms.slack.desk import (
    PRIVATE,
    a_bank,
    card_of,
    said,
    until_shown,
    until_told,
    with_a_card,
)

pytestmark = [pytest.mark.timeout(60)]

LETTER = ("I want to craft a declined letter.", "My id is 123ABH", "I want to do Motor.")


@asynccontextmanager
async def over_http(folder: Path) -> AsyncIterator[tuple[Bot, HttpDoor]]:
    """A bank that Slack reaches by posting to it."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    fake = FakeSlack()
    base = f"http://127.0.0.1:{port}/slack"
    door = fake.use_http(
        f"{base}/events", commands_url=f"{base}/commands", interactivity_url=f"{base}/interactions"
    )
    given = {"SLACK_SIGNING_SECRET": fake.signing_secret, "SLACK_APP_TOKEN": None, "PORT": port}
    async with a_bank(folder, fake=fake, **given) as bot:
        yield bot, door


@pytest.mark.proves("S0-60", "R10")
async def test_the_bank_talks_and_is_approved_over_http(tmp_path: Path):
    async with over_http(tmp_path) as (bot, door):
        answer = await door.verify_url("prove it")
        assert (answer.status, json.loads(answer.body)) == (200, {"challenge": "prove it"})

        card = card_of(await with_a_card(bot))
        await bot.fake.press("U2", card, "Edit")
        [form] = bot.fake.modals("U2")
        wrong = await bot.fake.submit("U2", form, {"amount": "lots"})
        assert "amount" in wrong.errors
        await bot.fake.submit("U2", form, {})
        await until_shown(bot, card, "*Approved* by <@U2>")

        assert await moved(bot) == [MOVED]
        await bot.fake.command("U1", "C1", "/frontdesk help")
        await until_told(bot, "U1", "Words I always understand")
        assert all(row.is_acked for row in bot.fake.deliveries)


@pytest.mark.proves("R10")
async def test_what_is_not_signed_by_slack_does_nothing(tmp_path: Path):
    async with over_http(tmp_path) as (bot, door):
        card = card_of(await with_a_card(bot))
        click = await bot.fake.press("U9", card, "Approve")
        forged = {**click.payload, "user": {"id": "U2", "team_id": "T1"}}

        answers = [
            await door.post(forged, secret="another"),
            await door.post(forged, timestamp=1_700_000_000),
        ]

        assert [answer.status for answer in answers] == [401, 401]
        assert await moved(bot) == []


@pytest.mark.proves("R27")
async def test_what_is_called_needs_the_scopes_that_are_asked_for_and_no_others(tmp_path: Path):
    """R27: with those scopes alone everything works, and each of them was needed."""
    async with a_bank(tmp_path, approvers="group:S7") as bot:
        fake = bot.fake
        fake.called.add("S7")
        fake.grant(set(bot_scopes()))
        fake.group("S7", ["U2"])
        await everywhere(bot)
        for place in ("C1", "G1", "G2"):
            await with_a_card(bot, place)
        await approved(bot)
        await around(bot)

        used = fake.record.methods_used
        assert used <= METHODS.keys()
        assert fake.record.scopes_used <= {*bot_scopes(), APP_LEVEL}
        assert set(bot_scopes()) - fake.scopes_needed == set()
        assert "missing_scope" not in str([call.answer for call in fake.record.calls])


async def everywhere(bot: Bot) -> None:
    """Talk in every kind of conversation, also in one that was there before."""
    bot.fake.channel("G1", kind="private", members=("U1",))
    bot.fake.channel("G2", kind="mpim", members=("U1", "U9"))
    for place in (None, "G1", "G2"):
        await said(bot.talk("U1", place), "what is the price of GOOG?")
    first = await bot.fake.say("U9", "C1", "our stock is GOOG")
    await bot.talk("U1", "C1", first.ts).say("what is its price?", mention=True)


async def approved(bot: Bot) -> None:
    """Let somebody of a group approve what was asked for in private."""
    await with_a_card(bot, PRIVATE)
    copy = bot.fake.answers(bot.fake.dm("U2"))[-1]
    await bot.fake.press("U2", copy, "Approve")
    await until_shown(bot, copy, "Approved")


async def around(bot: Bot) -> None:
    """Send files both ways, open the Home and the messages, give a command."""
    fake = bot.fake
    note = await fake.say("U1", None, "read this", files=[("a.txt", b"The code is 7.")])
    talk = bot.talk("U1", note.channel, note.ts)
    await fake.until(lambda: talk.answers)
    await said(bot.talk("U9"), *LETTER)
    for tab in ("home", "messages"):
        await fake.open_home("U1", tab)
    await fake.command("U1", None, "/frontdesk help")
    await until_told(bot, "U1", "Words I always understand")
    await fake.until(lambda: fake.home("U1") and fake.world.prompts)
