"""Channels of Discord's other kinds: voice and stage, announcements, forums and their posts."""

from pathlib import Path

import pytest

from tests.fakes.discord import Channel, FakeDiscord, User
from tests.fakes.discord.permissions import Can
from tests.fakes.discord.rows import ChannelKind
from tests.fakes.faults import Fault
from tests.platforms.discord.bot import Bot, running
from tests.platforms.discord.test_following import settled

pytestmark = [pytest.mark.timeout(60), pytest.mark.proves("R20")]

PATIENCE_SECONDS = 40.0
PLACE = "GET /channels/{channel}"


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


async def put_away(bot: Bot, user: User) -> Channel:
    """A thread that the bot was spoken to in, archived; that it is opened again nobody tells."""
    await settled(bot)  # what was missed is read by then
    talk = bot.talk(user, bot.fake.general)
    await talk.say("hello")
    await bot.fake.archive(talk.place)
    talk.place.is_archived = False
    return talk.place


def asked_about(fake: FakeDiscord, place: Channel) -> int:
    """How often Discord was asked what a place is."""
    ids = [call.path["channel"] for call in fake.record if call.route == PLACE]
    return ids.count(str(place.id))


async def test_of_a_thread_that_is_not_known_discord_is_asked_once(tmp_path: Path):
    async with FakeDiscord() as fake, running(fake, tmp_path) as bot:
        ann = fake.user("ann")
        place = await put_away(bot, ann)

        said = await fake.say(ann, place, "agents")
        await bot.ends.until(2)
        await fake.say(ann, place, "what can you do?")
        await bot.ends.until(3)
        await fake.delete(ann, said)
        await bot.ends.until(4)
        assert asked_about(fake, place) == 1

        fake.allow(fake.general, ann, Can.VIEW_CHANNEL)  # whatever it was may have changed
        await fake.say(ann, place, "agents")
        await bot.ends.until(5)
        assert asked_about(fake, place) == 2


async def test_nobody_waits_until_the_place_of_others_is_known(tmp_path: Path):
    async with FakeDiscord() as fake, running(fake, tmp_path) as bot:
        ann, ben = fake.user("ann"), fake.user("ben")
        anns, bens = await put_away(bot, ann), await put_away(bot, ben)
        told = len(fake.answers(anns)), len(fake.answers(bens))

        fake.faults.next(PLACE, Fault.DELAY, seconds=2.0)
        await fake.say(ann, anns, "agents")
        await fake.until(lambda: asked_about(fake, anns))
        await fake.say(ben, bens, "agents")

        await fake.until(lambda: len(fake.answers(bens)) > told[1])
        assert len(fake.answers(anns)) == told[0]
        await fake.until(lambda: len(fake.answers(anns)) > told[0])


async def test_what_cannot_be_placed_now_is_placed_later(tmp_path: Path):
    async with FakeDiscord() as fake, running(fake, tmp_path) as bot:
        ann = fake.user("ann")
        place = await put_away(bot, ann)
        told = len(fake.answers(place))

        fake.faults.next(PLACE, Fault.UNAVAILABLE)
        await fake.say(ann, place, "agents")

        await fake.until(lambda: len(fake.answers(place)) > told, PATIENCE_SECONDS)
