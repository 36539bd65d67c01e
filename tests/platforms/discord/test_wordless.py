"""Messages of Discord without words: stickers, polls, sounds, and what is forwarded."""

from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from agents.kit.values.model import ModelCall
from tests.fakes.discord import FakeDiscord, Message, User
from tests.fakes.discord.rows import Json, MessageKind
from tests.journeys.models.puppet import puppet, together, which
from tests.platforms.discord.bot import running
from tests.platforms.discord.desk import a_bank, card_of
from tests.platforms.discord.test_following import settled
from tests.platforms.kept import moved

pytestmark = [pytest.mark.timeout(60), pytest.mark.proves("R20")]

POLL: Json = {
    "question": {"text": "Lunch?"},
    "answers": [{"answer_id": 1, "poll_media": {"text": "Yes"}}],
    "expiry": "2027-01-01T00:00:00+00:00",
    "allow_multiselect": False,
    "layout_type": 1,
}
SOUND = (("voice-message.ogg", b"OggS"),)

Send = Callable[[FakeDiscord, User], Coroutine[Any, Any, Message]]


async def forwarded_sticker(fake: FakeDiscord, user: User) -> Message:
    return await fake.forward(user, await fake.stick(user, fake.general, "wave"), None)


SENT: dict[str, Send] = {
    "the sticker wave": lambda fake, user: fake.stick(user, None, "wave"),
    "the poll": lambda fake, user: fake.say(user, None, poll=POLL),
    "voice-message[.]ogg": lambda fake, user: fake.say(user, None, files=SOUND),
    "the forwarded message": forwarded_sticker,
}


@pytest.mark.parametrize("what", SENT)
async def test_what_cannot_be_read_is_told_in_a_line_and_what_waits_still_waits(
    tmp_path: Path, what: str
):
    async with FakeDiscord() as fake, running(fake, tmp_path) as bot:
        ann = fake.user("ann")

        await SENT[what](fake, ann)
        await bot.ends.until(1)
        [told] = fake.answers(ann)
        assert told.shown.startswith(f"I could not read {what}: I can read ")
        assert told.shown.endswith("text files and images, not this kind.")

        await bot.talk(ann).say("log me in")
        before = len(fake.answers(ann))
        await SENT[what](fake, ann)
        await bot.ends.until(3)
        told, asked = fake.answers(ann)[before:]
        assert told.shown.startswith(f"I could not read {what}: ")
        assert "I need your username" in asked.shown


async def test_a_sticker_is_answered_only_where_the_bot_is_called(tmp_path: Path):
    async with FakeDiscord() as fake, running(fake, tmp_path) as bot:
        talk = bot.talk(fake.user("ann"), fake.general)
        await talk.say("hello")

        await fake.stick(talk.user, talk.place, "wave")
        await fake.say(talk.user, talk.place, poll=POLL)
        await settled(bot)
        assert bot.ends.count == 1

        answer = fake.answers(talk.place)[-1]
        reply = {"kind": MessageKind.REPLY, "reply_to": answer.id}
        await fake.stick(talk.user, talk.place, "wave", **reply)
        await bot.ends.until(2)
        assert "the sticker wave" in fake.answers(talk.place)[-1].shown


@pytest.mark.parametrize("place", ["direct", "thread"])
async def test_what_is_forwarded_is_read_as_a_quotation_with_its_files(tmp_path: Path, place: str):
    seen: list[str] = []

    def watched(call: ModelCall) -> None:
        seen.extend(message.content for message in call.messages)

    async with (
        FakeDiscord() as fake,
        running(
            fake,
            tmp_path,
            model=puppet(together(watched, which("small_talk", "small_talk", "small_talk"))),
        ) as bot,
    ):
        ann, ben = fake.user("ann"), fake.user("ben")
        note = (("n.txt", b"The code is 7."),)
        theirs = await fake.say(ben, fake.general, "The vault is open.", files=note)
        talk = bot.talk(ann, fake.general if place == "thread" else None)
        await talk.say("hello")

        await fake.forward(ann, theirs, talk.place)
        await bot.ends.until(2)

        quoted = [text for text in seen if "attached file" in text]
        assert any("| The vault is open." in text for text in quoted)
        assert any("| The code is 7." in text for text in quoted)


async def test_what_stood_in_a_thread_is_read_though_it_was_brought_there(tmp_path: Path):
    seen: list[str] = []

    def watched(call: ModelCall) -> None:
        seen.extend(message.content for message in call.messages)

    async with (
        FakeDiscord() as fake,
        running(
            fake,
            tmp_path,
            model=puppet(together(watched, which("small_talk", "small_talk", "small_talk"))),
        ) as bot,
    ):
        ann = fake.user("ann")
        theirs = await fake.say(ann, fake.general, "The vault is open.")
        thread = await fake.start_thread(ann, fake.general, "talk", with_bot=True)
        await fake.forward(ann, theirs, thread)

        await fake.mention(ann, thread, "hello")
        await bot.ends.until(1)  # a stranger is greeted, which needs no model
        await fake.mention(ann, thread, "how is the vault?")
        await bot.ends.until(2)

        assert any("stood in this thread" in text and "The vault" in text for text in seen)


@pytest.mark.parametrize("words", ["approve", "yes", "1", "cancel", "stop"])
async def test_what_is_forwarded_decides_nothing_and_orders_nothing(tmp_path: Path, words: str):
    async with a_bank(tmp_path, approvers="") as bank:
        talk = await bank.with_a_card()
        ended = bank.bot.ends.count
        theirs = await bank.fake.say(bank.eve, bank.fake.general, words)

        await bank.fake.forward(bank.ann, theirs, talk.place)
        await bank.bot.ends.until(ended + 1)

        assert await moved(bank) == []
        assert card_of(talk) is talk.answers[-1]
