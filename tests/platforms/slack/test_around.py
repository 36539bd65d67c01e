"""Around the conversation in Slack: the Stop button, prompts, files, and what a picture shows."""

from pathlib import Path

import pytest

from agents.kit.values.model import ModelCall
from tests.fakes.slack import FakeSlack, Message
from tests.journeys.models.puppet import puppet, together, which
from tests.platforms.slack.bot import running
from tests.platforms.slow_model import Gated

pytestmark = [pytest.mark.timeout(60), pytest.mark.proves("R20")]

PNG = b"\x89PNG\r\n\x1a\n" + bytes(64)


def is_processing(fake: FakeSlack, message: Message) -> bool:
    """Whether Slack was told that its thread is worked on, and so shows the Stop button."""
    session = fake.session(message.channel, message.ts)
    return session is not None and session.status == "processing"


async def test_the_stop_button_stops_what_runs(tmp_path: Path):
    model = Gated()
    async with FakeSlack() as fake, running(fake, tmp_path, model=model) as bot:
        fake.user("U1", name="ann")
        first = await fake.say("U1", None, "what is the price of GOOG?")
        talk = bot.talk("U1", first.channel, first.ts)
        await fake.until(lambda: model.waiting and is_processing(fake, first))

        await fake.press_stop("U1", first.channel, first.ts)
        await fake.until(lambda: "topped" in str([m.shown for m in talk.answers]))
        model.open()
        await fake.until(lambda: "Nothing else" in str([m.shown for m in talk.answers]))

        assert "GOOG" not in str([m.shown for m in talk.answers])
        await fake.say("U1", None, "what is the price of IBM?", thread_ts=first.ts)
        await fake.until(lambda: "IBM" in str([m.shown for m in talk.answers]))


async def test_a_stop_by_somebody_else_stops_nothing_of_mine(tmp_path: Path):
    model = Gated()
    async with FakeSlack() as fake, running(fake, tmp_path, model=model) as bot:
        for user, name in (("U1", "ann"), ("U9", "eve")):
            fake.user(user, name=name)
        first = await fake.mention("U1", "C1", "what is the price of GOOG?")
        talk = bot.talk("U1", "C1", first.ts)
        await fake.until(lambda: model.waiting and is_processing(fake, first))

        await fake.press_stop("U9", "C1", first.ts)
        model.open()
        await fake.until(lambda: "GOOG" in str([m.shown for m in talk.answers]))


async def test_who_opens_the_messages_is_shown_what_to_say(tmp_path: Path):
    async with FakeSlack() as fake, running(fake, tmp_path) as bot:
        fake.user("U1", name="ann")
        await fake.open_home("U1", "messages")
        await fake.until(lambda: fake.world.prompts)

        said = await fake.choose_prompt("U1", 0)
        talk = bot.talk("U1", said.channel, said.ts)
        await fake.until(lambda: talk.answers)

        [prompts] = fake.world.prompts.values()
        assert 1 <= len(prompts) <= 4


async def test_a_file_is_read_as_a_quotation(tmp_path: Path):
    seen: list[str] = []

    def watched(call: ModelCall) -> None:
        seen.extend(message.content for message in call.messages)

    async with FakeSlack() as fake, running(fake, tmp_path, model=puppet(watched)) as bot:
        fake.user("U1", name="ann")
        note = await fake.say("U1", None, "read this", files=[("n.txt", b"The code is 7.")])
        talk = bot.talk("U1", note.channel, note.ts)
        await fake.until(lambda: talk.answers)

        assert any("The code is 7." in text for text in seen)


async def test_a_file_in_a_channel_of_two_organisations_is_asked_about_and_read(tmp_path: Path):
    seen: list[str] = []

    def watched(call: ModelCall) -> None:
        seen.extend(message.content for message in call.messages)

    async with FakeSlack() as fake, running(fake, tmp_path, model=puppet(watched)) as bot:
        fake.user("U1", name="ann")
        fake.channel("C7", members=("U1",), is_ext_shared=True)
        words, file = f"<@{fake.bot_user_id}> read this", ("n.txt", b"The code is 7.")
        note = await fake.say("U1", "C7", words, files=[file])
        talk = bot.talk("U1", "C7", note.ts)
        await fake.until(lambda: talk.answers)

        assert any("The code is 7." in text and "n.txt" in text for text in seen)
        assert len(fake.record.of("files.info")) == 1
        assert fake.findings() == []


async def test_a_picture_is_seen_by_a_model_that_sees(tmp_path: Path):
    seen: list[str] = []

    def watched(call: ModelCall) -> None:
        images = [image for message in call.messages for image in message.images]
        seen.extend(image.media_type for image in images)

    given = {"OPENAI_API_KEY": "none", "FRONTDESK_VISION": True}
    model = puppet(together(watched, which("small_talk", "small_talk")))
    async with FakeSlack() as fake, running(fake, tmp_path, model=model, **given) as bot:
        fake.user("U1", name="ann")
        talk = bot.talk("U1")
        await talk.say("hello")
        picture = [("p.png", PNG)]
        await fake.say("U1", None, "what is here?", thread_ts=talk.root, files=picture)
        await talk.until_turn(2)

        assert set(seen) == {"image/png"}
