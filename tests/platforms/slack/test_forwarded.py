"""Messages that are forwarded in Slack: read as somebody's words, never obeyed."""

from pathlib import Path
from typing import Any

import pytest

from agents.kit.values.model import ModelCall
from tests.fakes.scripted import ScriptedModel
from tests.fakes.slack import FakeSlack, Message
from tests.journeys.models.puppet import puppet, together, which
from tests.platforms.kept import moved
from tests.platforms.slack.bot import Talk, running
from tests.platforms.slack.desk import a_bank, card_of, with_a_card

pytestmark = [pytest.mark.timeout(60), pytest.mark.proves("R20")]

NOTE = [("note.txt", b"The code is 7.")]
WORDLESS: dict[str, Any] = {"text": "", "fallback": "[no preview available]"}


async def forwarded(talk: Talk, message: Message, **quoted_as: Any) -> None:
    """Bring a message into a conversation, and wait for what the bot says to it."""
    turns = talk.turns
    await talk.fake.forward(talk.user, message, talk.channel, thread_ts=talk.root, **quoted_as)
    await talk.until_turn(turns + 1)


class Seen:
    """What models were shown."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    @property
    def model(self) -> ScriptedModel:
        """A model that takes all for small talk, and shows what it reads."""
        return puppet(together(self.watch, which("small_talk", "small_talk", "small_talk")))

    def watch(self, call: ModelCall) -> None:
        self.texts.extend(message.content for message in call.messages)

    def quotes(self, words: str) -> bool:
        """Whether something was shown as a quotation."""
        return any("attached file" in text and f"| {words}" in text for text in self.texts)


@pytest.mark.parametrize("place", [None, "C1"])
@pytest.mark.parametrize("odd", [{}, {"text": ""}], ids=["as it is", "told in its summary alone"])
async def test_what_is_forwarded_is_read_as_a_quotation(
    tmp_path: Path, place: str | None, odd: dict[str, Any]
):
    seen = Seen()
    async with (
        FakeSlack() as fake,
        running(fake, tmp_path, model=seen.model) as bot,
    ):
        for user, name in (("U1", "ann"), ("U2", "ben")):
            fake.user(user, name=name)
        theirs = await fake.say("U2", "C1", "The vault is open.")
        talk = bot.talk("U1", place)
        await talk.say("hello", mention=place is not None)

        await forwarded(talk, theirs, **odd)

        told = "[November 25th, 2026 8:01 AM] ben: " if odd else ""
        assert seen.quotes(f"{told}The vault is open.")


async def test_its_files_are_read_with_it(tmp_path: Path):
    seen = Seen()
    async with (
        FakeSlack() as fake,
        running(fake, tmp_path, model=seen.model) as bot,
    ):
        for user, name in (("U1", "ann"), ("U2", "ben")):
            fake.user(user, name=name)
        theirs = await fake.say("U2", "C1", "See this.", files=NOTE)
        talk = bot.talk("U1")
        await talk.say("hello")

        await forwarded(talk, theirs)

        assert seen.quotes("See this.")
        assert seen.quotes("The code is 7.")


async def test_what_cannot_be_read_is_told_in_a_line(tmp_path: Path):
    async with FakeSlack() as fake, running(fake, tmp_path) as bot:
        fake.user("U1", name="ann")
        theirs = await fake.say("U1", "C1", "a picture of a cat")
        talk = bot.talk("U1")
        await talk.say("hello")

        await forwarded(talk, theirs, **WORDLESS)

        assert "I could not read the forwarded message: I can read words" in talk.answers[-1].shown


async def test_what_stood_in_a_thread_is_read_though_it_was_forwarded_there(tmp_path: Path):
    seen = Seen()
    async with (
        FakeSlack() as fake,
        running(fake, tmp_path, model=seen.model) as bot,
    ):
        fake.user("U1", name="ann")
        theirs = await fake.say("U1", "C1", "The vault is open.")
        root = await fake.say("U1", "C1", "look at this")
        await fake.forward("U1", theirs, "C1", thread_ts=root.ts)

        talk = bot.talk("U1", "C1", root.ts)
        await talk.say("hello", mention=True)
        await talk.say("what is the price of GOOG?")

        shown = [text for text in seen.texts if "stood in this thread" in text]
        assert any("The vault is open." in text for text in shown)


async def test_the_preview_of_a_link_is_nothing_that_was_sent(tmp_path: Path):
    seen = Seen()
    async with (
        FakeSlack() as fake,
        running(fake, tmp_path, model=seen.model) as bot,
    ):
        fake.user("U1", name="ann")
        theirs = await fake.say("U1", "C1", "The vault is open.")
        talk = bot.talk("U1")
        await talk.say("hello")
        said = await fake.say("U1", talk.channel, "see there", thread_ts=talk.root)
        await talk.until_turn(2)

        await fake.message_preview(said, theirs)
        await talk.say("what is the price of GOOG?")

        assert not any("The vault" in text for text in seen.texts)
        assert talk.turns == 3


@pytest.mark.parametrize("words", ["approve", "yes", "1", "cancel", "stop"])
async def test_it_decides_nothing_and_orders_nothing(tmp_path: Path, words: str):
    async with a_bank(tmp_path, approvers="") as bot:
        talk = await with_a_card(bot)
        theirs = await bot.fake.say("U9", "C1", words)

        await forwarded(talk, theirs)

        assert await moved(bot) == []
        assert card_of(talk) is talk.answers[-1]
