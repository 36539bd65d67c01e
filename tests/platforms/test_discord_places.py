"""Places on Discord that go away, or are of other kinds, while the bot has something to say."""

from pathlib import Path

import pytest

from bot.engine.platform import Undeliverable
from tests.fakes.discord import FakeDiscord
from tests.fakes.discord.permissions import Can
from tests.platforms.test_discord_speaking import a_reply, place_of, speaking

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
