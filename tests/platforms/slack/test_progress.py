"""What people in Slack see while the bot works: status, progress, an answer that stands once."""

from pathlib import Path

import pytest

from tests.fakes.slack import FakeSlack, Fault
from tests.platforms.slack.bot import running
from tests.platforms.slack.desk import CHANNEL, PRIVATE, a_bank, card_of, with_a_card
from tests.platforms.slow_model import Gated, Talkative

pytestmark = pytest.mark.timeout(60)


async def test_a_turn_is_processing_until_it_is_answered(tmp_path: Path):
    async with FakeSlack() as fake, running(fake, tmp_path) as bot:
        fake.user("U1", name="ann")
        talk = bot.talk("U1")
        await talk.say("what is the price of GOOG?")

        session = fake.session(talk.channel, talk.root or "")
        assert session is not None
        assert [status for _at, status in session.transitions] == ["processing", "active"]
        assert session.titles == ["Looking up a stock price"]


async def test_a_turn_that_waits_for_a_person_is_suspended(tmp_path: Path):
    async with FakeSlack() as fake, running(fake, tmp_path) as bot:
        fake.user("U1", name="ann")
        talk = bot.talk("U1")
        await talk.say("log me in")
        await talk.say("seldo")

        session = fake.session(talk.channel, talk.root or "")
        assert session is not None
        assert session.status == "suspended"


async def test_a_long_turn_shows_task_cards_that_become_the_answer(tmp_path: Path):
    model = Gated()
    async with FakeSlack() as fake, running(fake, tmp_path, model=model) as bot:
        fake.user("U1", name="ann")
        talk = bot.talk("U1")
        first = await fake.say("U1", None, "what is the price of GOOG?")
        talk.root = first.ts
        await fake.until(lambda: [m for m in fake.streams if m.stream and m.stream.chunks])
        [shown] = fake.streams
        model.open()
        await fake.until(lambda: "GOOG" in shown.shown)

        assert shown.stream is not None
        assert not shown.stream.is_open
        assert [m.ts for m in talk.answers if "GOOG" in m.shown] == [shown.ts]
        assert fake.findings() == []


async def test_where_streams_fail_a_message_is_updated_instead(tmp_path: Path):
    model = Gated()
    async with FakeSlack() as fake, running(fake, tmp_path, model=model) as bot:
        fake.user("U1", name="ann")
        fake.faults.next("chat.startStream", Fault.UNAVAILABLE)
        talk = bot.talk("U1")
        first = await fake.say("U1", None, "what is the price of GOOG?")
        talk.root = first.ts
        await fake.until(lambda: fake.answers(talk.channel, talk.root))
        [shown] = fake.answers(talk.channel, talk.root)
        model.open()
        await fake.until(lambda: "GOOG" in shown.shown)

        assert fake.streams == []
        assert fake.findings() == []


@pytest.mark.parametrize("place", ["direct", "channel"])
async def test_an_answer_is_shown_as_it_grows_but_only_to_its_person(tmp_path: Path, place: str):
    model = Talkative("The price ", "is <!chan", "nel> high")
    async with FakeSlack() as fake, running(fake, tmp_path, model=model) as bot:
        fake.user("U1", name="ann")
        talk = bot.talk("U1", None if place == "direct" else "C1")
        speak = fake.say if place == "direct" else fake.mention
        await talk.say("hello", mention=place != "direct")
        await speak("U1", talk.channel, "how are you?", thread_ts=talk.root)
        await fake.until(lambda: [m for m in fake.streams if m.stream and m.stream.chunks])
        [shown] = fake.streams
        growing = str(shown.stream.chunks if shown.stream else "")
        model.open()
        await fake.until(lambda: talk.turns == 2 and "The price is" not in shown.shown)

        assert ("The price" in growing) == (place == "direct")
        assert "<!channel>" not in growing
        assert not any("The price" in message.shown for message in talk.answers)


@pytest.mark.parametrize("place", [PRIVATE, CHANNEL])
async def test_what_was_answered_before_a_card_stays_when_that_is_decided(
    tmp_path: Path, place: str | None
):
    async with a_bank(tmp_path, approvers="") as bot:
        talk = await with_a_card(bot, place)
        await talk.say("what is the price of GOOG?")

        await bot.fake.press("U1", card_of(talk), "Approve")
        await bot.fake.until(lambda: not any("Approve" in m.labels for m in talk.answers))

        assert sum("(GOOG) costs" in m.shown for m in talk.answers) == 1


async def test_what_was_answered_before_a_question_stays_when_that_is_answered(tmp_path: Path):
    async with a_bank(tmp_path) as bot:
        talk = bot.talk("U1")
        await talk.say("log me in")
        await talk.say("what is the price of GOOG?")

        await talk.say("seldo")

        assert not any("Respond" in m.labels for m in talk.answers)
        assert sum("(GOOG) costs" in m.shown for m in talk.answers) == 1
