"""How long interactions of the fake may be answered, and by whom, with discord.py's client."""

from collections.abc import AsyncIterator
from typing import Any

import discord
import pytest

from tests.fakes.discord import FakeDiscord, ManualClock, User
from tests.fakes.discord.listening import Ear, listening
from tests.fakes.discord.sample_bot import QUIET, Card, give_commands

CALLBACK = "POST /interactions/{interaction}/{token}/callback"


@pytest.fixture
async def fake() -> AsyncIterator[FakeDiscord]:
    async with FakeDiscord(clock=ManualClock(1_800_000_000.0)) as server:
        yield server


@pytest.fixture
def ana(fake: FakeDiscord) -> User:
    return fake.user("ana")


@pytest.fixture
async def ear(fake: FakeDiscord) -> AsyncIterator[Ear]:
    client = Ear()
    give_commands(client)
    async with listening(fake, client):
        await client.tree.sync()
        client.add_view(Card())
        yield client


@pytest.fixture
async def card(fake: FakeDiscord, ear: Ear) -> Any:
    channel = ear.get_channel(fake.general.id)
    assert isinstance(channel, discord.TextChannel)
    await channel.send("a card", view=Card(), **QUIET)
    return fake.answers(fake.general)[-1]


async def test_what_is_not_answered_in_three_seconds_has_failed(
    fake: FakeDiscord, ear: Ear, ana: User, card: Any
):
    fake.patience_seconds = 0.05
    pressed = await fake.press(ana, card, "Deaf")
    await fake.advance(3)
    assert pressed.trouble == "The application did not respond"
    await fake.advance(1)
    await fake.until(lambda: ear.pressed)

    with pytest.raises(discord.NotFound) as late:
        await ear.pressed[-1].response.send_message("sorry", **QUIET)

    assert late.value.code == 10062
    assert len(fake.findings()) == 2


async def test_of_two_processes_only_one_gives_the_first_answer(
    fake: FakeDiscord, ear: Ear, ana: User, card: Any
):
    fake.gateway.identify_seconds = 0
    async with listening(fake) as twin:
        twin.add_view(Card())
        await fake.press(ana, card, "Approve")
        await fake.until(
            lambda: sum(row.status is not None for row in fake.record.of(CALLBACK)) == 2
        )

    assert sorted(str(call.code) for call in fake.record.of(CALLBACK)) == ["40060", "None"]
    assert [said for said in fake.findings() if "already been acknowledged" in said]


async def test_the_token_is_good_for_a_quarter_of_an_hour(
    fake: FakeDiscord, ear: Ear, ana: User, card: Any
):
    pressed = await fake.press(ana, card, "Quiet")
    await fake.until(lambda: card.shown == "changed")
    interaction = ear.pressed[-1]
    await fake.advance(15 * 60)
    await interaction.followup.send("just in time", **QUIET)
    await fake.advance(1)

    with pytest.raises(discord.HTTPException) as late:
        await interaction.followup.send("too late", **QUIET)

    assert (late.value.status, late.value.code) == (401, 50027)
    assert [row.shown for row in pressed.followups] == ["just in time"]


async def test_nothing_follows_before_the_first_answer(
    fake: FakeDiscord, ear: Ear, ana: User, card: Any
):
    fake.patience_seconds = 0.05
    await fake.press(ana, card, "Deaf")
    await fake.until(lambda: ear.pressed)

    with pytest.raises(discord.NotFound) as refused:
        await ear.pressed[-1].followup.send("first?", **QUIET)

    assert refused.value.code == 10015


async def test_follow_ups_are_read_changed_and_deleted(
    fake: FakeDiscord, ear: Ear, ana: User, card: Any
):
    given = await fake.command(ana, fake.general, "bot plan show", plan="P1")
    interaction = ear.pressed[-1]
    more = await interaction.followup.send("more", wait=True, **QUIET)

    await more.edit(content="even more")
    await interaction.edit_original_response(content="original")
    assert (await interaction.original_response()).content == "original"
    assert [row.shown for row in given.messages] == ["original", "even more"]
    await more.delete()
    await interaction.delete_original_response()

    assert given.messages == []


async def test_who_only_seems_to_think_is_found(fake: FakeDiscord, ear: Ear, ana: User, card: Any):
    fake.patience_seconds = 0.05
    await fake.press(ana, card, "Deaf")
    await fake.until(lambda: ear.pressed)
    interaction = ear.pressed[-1]
    await interaction.response.defer(thinking=True)
    assert [said for said in fake.findings() if "still seems to think" in said]

    await interaction.edit_original_response(content="thought")

    assert fake.findings() == []


async def test_a_press_may_be_told_twice(fake: FakeDiscord, ear: Ear, ana: User, card: Any):
    pressed = await fake.press(ana, card, "Approve")
    await fake.repeat(pressed)
    await fake.until(lambda: len(ear.pressed) == 2)

    assert ear.pressed[0].id == ear.pressed[1].id


async def test_a_bad_answer_is_refused_with_its_path(
    fake: FakeDiscord, ear: Ear, ana: User, card: Any
):
    fake.patience_seconds = 0.05
    await fake.press(ana, card, "Deaf")
    await fake.until(lambda: ear.pressed)

    with pytest.raises(discord.HTTPException) as refused:
        await ear.pressed[-1].response.send_message("x" * 2001, **QUIET)

    assert "In data.content:" in refused.value.text
    await ear.pressed[-1].response.send_message("x" * 2000, **QUIET)
