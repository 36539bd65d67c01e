"""Answers on Discord that come late: after “thinking”, and after an interaction's token died."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.platforms.discord.receive import interactions
from bot.storage.accounts.installations import SqlTickets
from tests.fakes.discord import FakeDiscord, ManualClock
from tests.fakes.stand_in import StandIn
from tests.platforms.discord.bot import running
from tests.platforms.slack.plans import ONBOARDING
from tests.platforms.slow_model import Gated

pytestmark = [pytest.mark.timeout(60), pytest.mark.proves("R20")]

PATIENCE_SECONDS = 40.0
TOKEN_SECONDS = 15 * 60


@pytest.fixture
def store(monkeypatch: pytest.MonkeyPatch) -> Iterator[asyncio.Event]:
    """A store that takes no ticket before it is let; nobody waits for it longer than a moment."""
    gate, use = asyncio.Event(), SqlTickets.use

    async def slowly(tickets: SqlTickets, ticket: str, **more: Any) -> bool:
        await gate.wait()
        return await use(tickets, ticket, **more)

    monkeypatch.setattr(SqlTickets, "use", slowly)
    monkeypatch.setattr(interactions, "ANSWER_SECONDS", 0.05)
    yield gate
    gate.set()


async def test_a_command_that_outlasts_its_token_is_answered_by_direct_message(tmp_path: Path):
    model = Gated()
    model.open()
    async with (
        FakeDiscord(clock=ManualClock()) as fake,
        running(fake, tmp_path, model=model) as bot,
    ):
        ann = fake.user("ann")
        talk = bot.talk(ann, fake.general)
        await talk.say("hello")
        model.shut()
        given = await fake.command(ann, talk.place, "frontdesk plan", about=ONBOARDING)
        await fake.until(lambda: model.waiting, PATIENCE_SECONDS)
        await fake.advance(TOKEN_SECONDS + 1)

        model.open()
        await bot.ends.until(2)

        assert given.trouble is None
        assert [row.shown for row in given.messages if "Approve all" in row.buttons] == []
        assert any("Approve all" in row.buttons for row in fake.answers(ann))


async def test_a_press_that_outlasts_its_token_changes_its_card(tmp_path: Path):
    model = Gated()
    model.open()
    async with (
        FakeDiscord(clock=ManualClock()) as fake,
        running(fake, tmp_path, model=model) as bot,
    ):
        talk = bot.talk(fake.user("ann"), fake.general)
        await talk.say(ONBOARDING)
        card = talk.with_button("Approve all")
        model.shut()
        pressed = await fake.press(talk.user, card, "Approve all")
        await fake.advance(TOKEN_SECONDS + 1)

        model.open()
        await fake.until(lambda: not card.buttons, PATIENCE_SECONDS)
        await fake.until(
            lambda: any("The plan is done" in row.shown for row in talk.answers), PATIENCE_SECONDS
        )
        assert pressed.trouble is None


async def test_what_a_slow_store_lets_through_late_takes_the_place_of_thinking(
    tmp_path: Path, store: asyncio.Event
):
    async with FakeDiscord() as fake, running(fake, tmp_path, model=StandIn()) as bot:
        store.set()
        talk = bot.talk(fake.user("ann"), fake.general)
        await talk.say(ONBOARDING)
        card = talk.with_button("Approve all")
        store.clear()

        pressed = await fake.press(talk.user, card, "of-nothing", forged=True)
        store.set()
        await fake.until(lambda: pressed.messages[0].shown, PATIENCE_SECONDS)

        assert [row.shown for row in pressed.messages] == [
            "I do not know that button; it may belong to an older conversation."
        ]
        assert pressed.messages[0].only_for == talk.user.id


async def test_what_comes_after_the_token_died_is_told_by_direct_message(
    tmp_path: Path, store: asyncio.Event
):
    async with (
        FakeDiscord(clock=ManualClock()) as fake,
        running(fake, tmp_path, model=StandIn()) as bot,
    ):
        store.set()
        talk = bot.talk(fake.user("ann"), fake.general)
        await talk.say(ONBOARDING)
        card = talk.with_button("Approve all")
        store.clear()
        await fake.press(talk.user, card, "Edit 2")
        await fake.advance(TOKEN_SECONDS + 1)

        store.set()
        await fake.until(lambda: fake.answers(talk.user), PATIENCE_SECONDS)

        assert [row.shown for row in fake.answers(talk.user)] == [
            "I could not open the form in time. Nothing was changed; please press again."
        ]


@pytest.mark.parametrize(
    ("wanted", "told"),
    [
        ("of-nothing", "I do not know that button; it may belong to an older conversation."),
        ("Edit 2", "I could not open the form in time. Nothing was changed; please press again."),
    ],
)
async def test_a_press_that_is_answered_too_late_is_told_of_by_direct_message(
    tmp_path: Path,
    store: asyncio.Event,
    monkeypatch: pytest.MonkeyPatch,
    wanted: str,
    told: str,
):
    async with (
        FakeDiscord(clock=ManualClock()) as fake,
        running(fake, tmp_path, model=StandIn()) as bot,
    ):
        store.set()
        talk = bot.talk(fake.user("ann"), fake.general)
        await talk.say(ONBOARDING)
        card = talk.with_button("Approve all")
        monkeypatch.setattr(interactions, "ANSWER_SECONDS", PATIENCE_SECONDS)
        store.clear()
        pressing = asyncio.create_task(
            fake.press(talk.user, card, wanted, forged=wanted == "of-nothing")
        )
        await fake.until(lambda: len(fake.interactions) == 1)
        await fake.advance(4)
        pressed = await pressing

        store.set()
        await fake.until(lambda: fake.answers(talk.user), PATIENCE_SECONDS)

        assert [row.shown for row in fake.answers(talk.user)] == [told]
        assert pressed.trouble is not None
        [refused, unanswered] = fake.findings()
        assert "Unknown interaction" in refused
        assert "did not respond" in unanswered
        fake.record.calls.clear()  # what was found is what was brought about
        fake.interactions.clear()
