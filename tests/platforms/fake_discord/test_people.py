"""What people may and may not do in the fake, and what each of them sees."""

from collections.abc import AsyncIterator

import pytest

from tests.fakes.discord import Can, FakeDiscord, ManualClock, NotPossible, User
from tests.fakes.discord.permissions import EVERYTHING, ORDINARY
from tests.fakes.discord.rows import Pinged


@pytest.fixture
async def fake() -> AsyncIterator[FakeDiscord]:
    async with FakeDiscord(clock=ManualClock(1_800_000_000.0)) as server:
        server.patience_seconds = 0
        yield server


@pytest.fixture
def ana(fake: FakeDiscord) -> User:
    return fake.user("ana")


async def test_a_private_channel_is_for_its_people(fake: FakeDiscord, ana: User):
    ben = fake.user("ben")
    secret = fake.channel("secret", only_for=(ana,))
    await fake.say(ana, secret, "psst")

    assert [row.shown for row in fake.sees(ana, secret)] == ["psst"]
    assert fake.sees(ben, secret) == []
    with pytest.raises(NotPossible):
        await fake.say(ben, secret, "let me in")


async def test_a_role_opens_a_channel(fake: FakeDiscord, ana: User):
    crew = fake.role("crew")
    secret = fake.channel("secret", only_for=(crew,))
    assert fake.world.permissions(ana, secret) == Can(0)

    fake.change_member(ana, crew)

    assert fake.world.permissions(ana, secret) == ORDINARY


async def test_rights_are_counted_in_discords_order(fake: FakeDiscord, ana: User):
    loud = fake.role("loud")
    fake.change_member(ana, loud)
    everyone = fake.home.roles[fake.home.id]

    fake.deny(fake.general, everyone, Can.SEND_MESSAGES)
    assert not fake.world.permissions(ana, fake.general) & Can.SEND_MESSAGES
    fake.allow(fake.general, loud, Can.SEND_MESSAGES)
    assert fake.world.permissions(ana, fake.general) & Can.SEND_MESSAGES
    fake.deny(fake.general, ana, Can.SEND_MESSAGES)
    assert not fake.world.permissions(ana, fake.general) & Can.SEND_MESSAGES
    fake.change_role(loud, Can.ADMINISTRATOR)
    assert fake.world.permissions(ana, fake.general) == EVERYTHING


async def test_who_owns_the_guild_may_everything_and_who_left_nothing(
    fake: FakeDiscord, ana: User
):
    owner = fake.world.users[fake.home.owner_id]
    assert fake.world.permissions(owner, fake.general) == EVERYTHING

    fake.leave(ana)

    assert fake.world.permissions(ana, fake.general) == Can(0)


async def test_who_is_timed_out_only_reads(fake: FakeDiscord, ana: User):
    fake.change_member(ana, is_timed_out=True)

    reading = Can.VIEW_CHANNEL | Can.READ_MESSAGE_HISTORY
    assert fake.world.permissions(ana, fake.general) == reading
    with pytest.raises(NotPossible):
        await fake.say(ana, fake.general, "let me speak")


async def test_a_private_thread_is_for_who_was_added(fake: FakeDiscord, ana: User):
    ben = fake.user("ben")
    thread = await fake.start_thread(ana, fake.general, "us", is_private=True)
    assert not fake.world.permissions(ben, thread)

    await fake.add_to_thread(thread, ben)

    assert fake.world.permissions(ben, thread)


async def test_a_direct_message_is_for_two(fake: FakeDiscord, ana: User):
    await fake.say(ana, None, "psst")
    place = fake.world.direct(ana)

    assert [row.shown for row in fake.sees(ana)] == ["psst"]
    with pytest.raises(NotPossible):
        await fake.say(fake.user("ben"), place, "me too")


@pytest.mark.parametrize("content", ["", "   ", "x" * 2001])
async def test_nobody_types_nothing_or_too_much(fake: FakeDiscord, ana: User, content: str):
    with pytest.raises(NotPossible):
        await fake.say(ana, fake.general, content)

    assert (await fake.say(ana, fake.general, content, forged=True)).content == content


async def test_a_locked_thread_is_closed_to_people(fake: FakeDiscord, ana: User):
    thread = await fake.start_thread(ana, fake.general, "work")
    await fake.archive(thread, is_locked=True)

    with pytest.raises(NotPossible):
        await fake.say(ana, thread, "one more thing")


async def test_nobody_changes_what_others_wrote(fake: FakeDiscord, ana: User):
    message = await fake.say(ana, fake.general, "mine")
    ben = fake.user("ben")

    with pytest.raises(NotPossible):
        await fake.edit(ben, message, "yours")
    with pytest.raises(NotPossible):
        await fake.delete(ben, message)
    await fake.delete(fake.world.users[fake.home.owner_id], message)
    assert fake.messages(fake.general) == []


async def test_a_reply_calls_its_author(fake: FakeDiscord, ana: User):
    ben = fake.user("ben")
    asked = await fake.say(ana, fake.general, "?")

    answer = await fake.reply(ben, asked, "!")

    assert answer.pinged.user_ids == {ana.id}
    assert fake.as_bot_reads(answer)["referenced_message"]["content"] == "?"


async def test_commands_are_offered_where_and_to_whom_they_are_for(fake: FakeDiscord, ana: User):
    fake.world.commands[None] = {
        1: {"id": "1", "name": "manage", "type": 1, "default_member_permissions": "32"},
        2: {"id": "2", "name": "here", "type": 1, "contexts": [0]},
    }

    with pytest.raises(NotPossible):
        await fake.command(ana, fake.general, "manage")
    with pytest.raises(NotPossible):
        await fake.command(ana, None, "here")
    fake.change_member(ana, fake.role("boss", Can.MANAGE_GUILD))
    assert (await fake.command(ana, fake.general, "manage")).user is ana
    assert (await fake.command(ana, fake.general, "here")).channel is fake.general


async def test_a_press_carries_who_where_and_with_which_rights(fake: FakeDiscord, ana: User):
    message = await fake.say(fake.bot, fake.general, "card", forged=True)

    pressed = await fake.press(ana, message, "any:thing", forged=True)

    told = pressed.payload
    assert told["data"] == {"component_type": 2, "custom_id": "any:thing"}
    assert told["member"]["user"]["id"] == str(ana.id)
    assert told["member"]["permissions"] == str(int(ORDINARY))
    assert (told["guild_id"], told["message"]["id"]) == (str(fake.home.id), str(message.id))


async def test_bots_have_no_direct_messages_with_the_bot(fake: FakeDiscord):
    robot = fake.user("robot", is_bot=True)

    with pytest.raises(NotPossible):
        await fake.say(robot, None, "beep")
    assert (await fake.say(robot, fake.general, "beep")).author.is_bot


async def test_nobody_is_called_inside_code(fake: FakeDiscord, ana: User):
    owner = fake.world.users[fake.home.owner_id]

    quoted = await fake.say(owner, fake.general, f"`{ana.mention}` ```@everyone```")
    called = await fake.say(owner, fake.general, f"` {ana.mention} @here")

    assert quoted.pinged == Pinged()
    assert called.pinged == Pinged(frozenset({ana.id}), everyone=True)


async def test_only_what_is_there_and_enabled_is_pressed(fake: FakeDiscord, ana: User):
    buttons = [
        {"type": 2, "style": 1, "label": "Yes", "custom_id": "yes"},
        {"type": 2, "style": 1, "label": "No", "custom_id": "no", "disabled": True},
        {"type": 2, "style": 5, "label": "Read", "url": "https://x.test"},
    ]
    rows = [{"type": 1, "components": buttons}]
    card = await fake.say(fake.bot, fake.general, "card", components=rows)
    private = await fake.say(fake.bot, fake.general, "card", components=rows, only_for=ana.id)

    for wanted in ("Maybe", "No", "Read"):
        with pytest.raises(NotPossible):
            await fake.press(ana, card, wanted)
    with pytest.raises(NotPossible):
        await fake.press(fake.user("ben"), private, "Yes")
    assert (await fake.press(ana, private, "Yes")).payload["data"]["custom_id"] == "yes"
