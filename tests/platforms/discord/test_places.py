"""Places on Discord that go away, or are of other kinds, while the bot has something to say."""

from pathlib import Path

import pytest

from agents.kit.values.person import Person
from bot.engine.ports import Undeliverable
from tests.fakes.discord import FakeDiscord
from tests.fakes.discord.permissions import Can
from tests.fakes.discord.rows import Channel
from tests.platforms.discord.test_speaking import a_reply, place_of, speaking

pytestmark = [pytest.mark.timeout(60), pytest.mark.proves("R20")]


@pytest.mark.parametrize("way", ["put out of it", "deleted"])
async def test_what_was_for_a_private_thread_is_never_said_in_the_channel_above(
    tmp_path: Path, way: str
):
    async with FakeDiscord() as fake, speaking(fake, tmp_path) as platform:
        bots = next(role for role in fake.home.roles.values() if role.name == fake.bot.name)
        fake.change_role(bots, Can(bots.permissions) & ~Can.MANAGE_THREADS)
        thread = await fake.start_thread(
            fake.user("ann"), fake.general, "salaries", is_private=True, with_bot=True
        )
        place = place_of(fake, thread)
        thread.member_ids.discard(fake.bot.id)
        if way == "deleted":
            await fake.delete_thread(thread)

        with pytest.raises(Undeliverable):
            await platform.deliver(a_reply(place, "Ann earns 5,000."))

        assert fake.answers(fake.general) == []


async def test_an_answer_whose_thread_was_deleted_meanwhile_is_a_reply_to_what_began_it(
    tmp_path: Path,
):
    async with FakeDiscord() as fake, speaking(fake, tmp_path) as platform:
        ann = fake.user("ann")
        asked = await fake.mention(ann, fake.general, "hello")
        thread = await fake.start_thread(ann, asked, "hello", with_bot=True)
        await platform.deliver(a_reply(place_of(fake, thread), "One moment."))

        place = place_of(fake, thread)
        await fake.delete_thread(thread)
        await platform.deliver(a_reply(place, "Here it is.", 2))

        [answer] = fake.answers(fake.general)
        assert (answer.content, answer.reply_to) == ("Here it is.", asked.id)


async def close(fake: FakeDiscord, thread: Channel, way: str) -> None:
    """Let the bot write in a thread no more."""
    bots = next(role for role in fake.home.roles.values() if role.name == fake.bot.name)
    fake.change_role(bots, Can(bots.permissions) & ~Can.MANAGE_THREADS)
    match way:
        case "locked":
            await fake.archive(thread, is_locked=True)
        case "hidden":
            fake.deny(fake.general, bots)
        case "read only":
            fake.deny(fake.general, bots, Can.SEND_MESSAGES_IN_THREADS)
        case _:
            await fake.delete_thread(thread)
            del fake.world.channels[fake.general.id]


@pytest.mark.parametrize("is_private", [False, True], ids=["for all", "private"])
@pytest.mark.parametrize("way", ["locked", "hidden", "read only", "deleted"])
async def test_an_answer_that_its_place_takes_no_more_is_told_to_whom_it_is_for(
    tmp_path: Path, way: str, *, is_private: bool
):
    async with FakeDiscord() as fake, speaking(fake, tmp_path) as platform:
        ann = fake.user("ann")
        asked = await fake.mention(ann, fake.general, "hello")
        thread = await fake.start_thread(ann, asked, "hello", with_bot=True)
        place = place_of(fake, thread)
        person = Person("discord", place.workspace, str(ann.id))
        await platform.deliver(a_reply(place, "One moment.", to=person))
        await close(fake, thread, way)

        words = f"{'Yes. ' * 399}\n\n{'No. ' * 450}"
        await platform.deliver(a_reply(place, words, 2, to=person, private=is_private))

        told = [row.content for row in fake.answers(ann)]
        where = f"-# <#{thread.id}>"
        assert [text.startswith(where) for text in told] == [True, False, True]
        said = "".join(told)
        assert (said.count("Yes."), said.count("No.")) == (399, 450)


@pytest.mark.parametrize("words", ["x" * 2_000, f"```\n{'x' * 1_990}\n```"])
async def test_the_name_of_a_persona_before_its_words_cuts_none_of_them(
    tmp_path: Path, words: str
):
    async with FakeDiscord() as fake, speaking(fake, tmp_path) as platform:
        place = place_of(fake, fake.world.direct(fake.user("ann")))

        await platform.deliver(a_reply(place, words, speaker="The *wise* judge"))

        said = [row.content for row in fake.messages(fake.world.channels[int(place.channel)])]
        assert sum(text.count("x") for text in said) == words.count("x")
        assert all(text.count("```") % 2 == 0 for text in said)
        assert said[0].startswith(r"**The \*wise\* judge:** ")


async def test_a_note_that_cannot_be_told_any_more_fails_nothing(tmp_path: Path):
    async with FakeDiscord() as fake, speaking(fake, tmp_path) as platform:
        ann = fake.user("ann")
        await platform.ephemeral.tell("note-1", str(ann.id), "Nobody could be shown it.")
        ann.takes_messages = False

        await platform.ephemeral.tell("note-2", str(ann.id), "Nobody could be shown it.")

        assert [row.content for row in fake.answers(ann)] == ["Nobody could be shown it."]
