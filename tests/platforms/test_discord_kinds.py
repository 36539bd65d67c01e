"""Channels of Discord's other kinds: voice and stage, announcements, forums and their posts."""

from pathlib import Path

import pytest

from tests.fakes.discord import FakeDiscord
from tests.fakes.discord.rows import ChannelKind
from tests.platforms.discord_bot import running

pytestmark = [pytest.mark.timeout(60), pytest.mark.proves("R20")]

PATIENCE_SECONDS = 40.0


@pytest.mark.parametrize("kind", [ChannelKind.VOICE, ChannelKind.STAGE])
async def test_in_a_channel_without_threads_a_conversation_goes_on_by_replies(
    tmp_path: Path, kind: ChannelKind
):
    async with FakeDiscord() as fake:
        ann, lounge = fake.user("ann"), fake.channel("lounge", kind=kind)
        async with running(fake, tmp_path) as bot:
            asked = await fake.mention(ann, lounge, "hello")
            await bot.ends.until(1)
            [answer] = fake.answers(lounge)
            assert answer.reply_to == asked.id
            await fake.reply(ann, answer, "agents")
            await bot.ends.until(2)
        told = len(fake.answers(lounge))
        await fake.reply(ann, answer, "help")

        async with running(fake, tmp_path):
            await fake.until(lambda: len(fake.answers(lounge)) > told, PATIENCE_SECONDS)


async def test_in_a_channel_of_announcements_a_mention_opens_a_thread(tmp_path: Path):
    async with FakeDiscord() as fake, running(fake, tmp_path) as bot:
        news = fake.channel("news", kind=ChannelKind.NEWS)
        talk = bot.talk(fake.user("ann"), news)

        await talk.say("hello")
        await talk.say("agents")

        assert talk.place.kind is ChannelKind.NEWS_THREAD
        assert fake.answers(news) == []


async def test_a_post_of_a_forum_is_a_thread_that_its_first_message_began(tmp_path: Path):
    async with FakeDiscord() as fake:
        ann, forum = fake.user("ann"), fake.channel("help", kind=ChannelKind.FORUM)
        async with running(fake, tmp_path) as bot:
            post = await fake.post(ann, forum, "a wish", f"{fake.bot.mention} hello")
            await bot.ends.until(1)
            await fake.say(ann, post, "agents")
            await bot.ends.until(2)
            await fake.archive(post)
            await fake.say(ann, post, "help")
            await bot.ends.until(3)
        told = len(fake.answers(post))
        await fake.say(ann, post, "agents")

        async with running(fake, tmp_path):
            await fake.until(lambda: len(fake.answers(post)) > told, PATIENCE_SECONDS)
        assert fake.threads(forum) == [post]


async def test_a_thread_that_was_put_away_when_the_bot_connected_is_followed(tmp_path: Path):
    async with FakeDiscord() as fake:
        ann = fake.user("ann")
        async with running(fake, tmp_path) as bot:
            talk = bot.talk(ann, fake.general)
            await talk.say("hello")
            await fake.archive(talk.place)
        told = len(fake.answers(talk.place))

        async with running(fake, tmp_path):
            talk.place.is_archived = False  # the message is told before the thread is
            await fake.say(ann, talk.place, "agents")
            await fake.until(lambda: len(fake.answers(talk.place)) > told, PATIENCE_SECONDS)
