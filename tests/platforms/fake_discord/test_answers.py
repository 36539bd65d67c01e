"""Commands, buttons, selects and forms of the fake, answered by discord.py's own client."""

from collections.abc import AsyncIterator
from typing import Any

import discord
import pytest

from tests.fakes.discord import FakeDiscord, ManualClock, NotPossible, User
from tests.fakes.discord.listening import Ear, listening
from tests.fakes.discord.rows import MessageKind
from tests.fakes.discord.sample_bot import QUIET, Card, give_commands


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


async def test_a_command_of_a_group_is_answered(fake: FakeDiscord, ear: Ear, ana: User):
    ben = fake.user("ben")

    given = await fake.command(ana, fake.general, "bot plan show", plan="P1", whose=ben)

    assert given.original is not None
    assert given.original.shown == "plan P1 of ben"
    assert given.answered_at == given.made_at
    assert fake.findings() == []


async def test_commands_work_in_direct_messages_and_threads(
    fake: FakeDiscord, ear: Ear, ana: User
):
    thread = await fake.start_thread(ana, fake.general, "work")

    await fake.command(ana, None, "bot plan show", plan="P1")
    await fake.command(ana, thread, "bot plan show", plan="P2")

    assert [row.shown for row in fake.answers(ana)] == ["plan P1 of nobody"]
    assert [row.shown for row in fake.answers(thread)] == ["plan P2 of nobody"]


async def test_values_are_offered_while_one_types(fake: FakeDiscord, ear: Ear, ana: User):
    assert await fake.autocomplete(ana, fake.general, "bot plan show", plan="P") == ["P1", "P2"]


async def test_a_menu_of_a_message_is_answered(fake: FakeDiscord, ear: Ear, ana: User):
    message = await fake.say(ana, fake.general, "this")

    used = await fake.menu(ana, "Explain", message)

    assert [row.shown for row in used.messages] == ["about this"]


async def test_a_menu_of_a_person_is_answered(fake: FakeDiscord, ear: Ear, ana: User):
    ben = fake.user("ben", roles=(fake.role("payers"),))

    used = await fake.menu(ana, "Who", ben, fake.general)

    assert [row.shown for row in used.messages] == ["ben has 2 roles"]
    with pytest.raises(NotPossible):
        await fake.menu(ana, "Explain", ben, fake.general)


@pytest.mark.parametrize(
    ("words", "options"),
    [
        ("nothing", {}),
        ("bot plan", {}),
        ("bot plan hide", {}),
        ("bot plan show", {}),
        ("bot plan show", {"plan": 7}),
        ("bot plan show", {"plan": "P1", "other": "x"}),
    ],
)
async def test_nobody_gives_a_command_that_is_not_offered(
    fake: FakeDiscord, ear: Ear, ana: User, words: str, options: dict[str, Any]
):
    with pytest.raises(NotPossible):
        await fake.command(ana, fake.general, words, **options)


async def test_a_press_changes_its_message(fake: FakeDiscord, ear: Ear, ana: User, card: Any):
    pressed = await fake.press(ana, card, "Approve")

    assert (pressed.answer_type, card.shown, card.buttons) == (7, "approved", [])
    with pytest.raises(NotPossible):
        await fake.press(ana, card, "Approve")
    again = await fake.press(ana, card, "yes", forged=True)
    assert again.answer_type == 7


async def test_a_private_answer_is_seen_by_one_person(
    fake: FakeDiscord, ear: Ear, ana: User, card: Any
):
    pressed = await fake.press(ana, card, "Think")
    await fake.until(lambda: len(pressed.messages) == 2)

    assert [row.shown for row in fake.sees(ana, fake.general)] == ["a card", "thought", "more"]
    assert [row.shown for row in fake.sees(fake.user("ben"), fake.general)] == ["a card"]
    assert fake.findings() == []


async def test_a_form_is_filled_in_and_closes(fake: FakeDiscord, ear: Ear, ana: User, card: Any):
    await fake.press(ana, card, "Edit")
    for values in ({"Amount": "20"}, {"Amount": "123456", "Kind": "Now"}, {"Amount": ""}):
        with pytest.raises(NotPossible):
            await fake.submit(ana, values)

    sent = await fake.submit(ana, {"Amount": "20", "kind": "Later"})

    assert [row.shown for row in sent.messages] == ["20 Later"]
    assert sent.message is card
    assert fake.form(ana) is None


async def test_a_form_may_be_dismissed(fake: FakeDiscord, ear: Ear, ana: User, card: Any):
    await fake.press(ana, card, "Edit")

    fake.close_form(ana)

    with pytest.raises(NotPossible):
        await fake.submit(ana, {"Amount": "20"})


async def test_a_silent_defer_is_followed_by_an_edit(
    fake: FakeDiscord, ear: Ear, ana: User, card: Any
):
    await fake.press(ana, card, "Quiet")
    await fake.until(lambda: card.shown == "changed")

    assert fake.findings() == []


async def test_people_are_chosen(fake: FakeDiscord, ear: Ear, ana: User, card: Any):
    chosen = await fake.choose(ana, card, ana)

    assert [row.shown for row in chosen.messages] == ["ana"]


async def test_an_answer_says_what_it_answers(fake: FakeDiscord, ear: Ear, ana: User, card: Any):
    given = await fake.command(ana, fake.general, "bot plan show", plan="P1")
    used = await fake.menu(ana, "Explain", card)
    chosen = await fake.choose(ana, card, ana)

    kinds = [MessageKind.COMMAND_ANSWER, MessageKind.MENU_ANSWER, MessageKind.REPLY]
    assert [row.messages[0].kind for row in (given, used, chosen)] == kinds
    assert chosen.messages[0].reply_to == card.id
