"""Whom the bot hears in Slack: those who speak to it, and those it is in a conversation with."""

import asyncio
from pathlib import Path

import pytest

from agents.kit.values.model import ModelCall
from bot.core.ports.admin import Scope
from bot.domain.messages import Thread
from bot.platforms.slack.wire.payloads import spoken
from tests.fakes.scripted import ScriptedAnswer, ScriptedModel
from tests.fakes.slack import FakeSlack, Message
from tests.fakes.slack.app_acts import SELF_SHAPES
from tests.fakes.slack.payloads import changed_event, mention_event
from tests.fakes.slack.shapes import message_json
from tests.fakes.stand_in import StandIn
from tests.journeys.models.puppet import puppet, together, which
from tests.platforms.kept import MOVED, moved
from tests.platforms.slack.bot import running
from tests.platforms.slack.desk import a_bank, card_of, until_shown, with_a_card

pytestmark = pytest.mark.timeout(60)


async def test_a_channel_hears_nothing_unless_the_bot_is_mentioned(tmp_path: Path):
    async with FakeSlack() as fake, running(fake, tmp_path) as bot:
        fake.user("U1", name="ann")
        await fake.say("U1", "C1", "what is the price of GOOG?")
        talk = bot.talk("U1", "C1")

        assert "GOOG" in await talk.say("what is the price of GOOG?", mention=True)
        assert {m.thread_ts for m in fake.answers("C1")} == {talk.root}


async def test_a_thread_is_followed_without_a_new_mention(tmp_path: Path):
    async with FakeSlack() as fake, running(fake, tmp_path) as bot:
        fake.user("U1", name="ann")
        talk = bot.talk("U1", "C1")
        await talk.say("log me in", mention=True)

        assert "password" in await talk.say("seldo")


async def test_somebody_who_took_no_part_is_not_answered_until_they_mention_it(tmp_path: Path):
    async with FakeSlack() as fake, running(fake, tmp_path) as bot:
        fake.user("U1", name="ann")
        fake.user("U2", name="ben")
        ann = bot.talk("U1", "C1")
        await ann.say("hello", mention=True)
        ben = bot.talk("U2", "C1", ann.root)
        await fake.say("U2", "C1", "I think they mean me", thread_ts=ann.root)
        await ben.say("what is the price of GOOG?", mention=True)

        assert ben.turns == 2
        assert "IBM" in await ben.say("and what is the price of IBM?")


@pytest.mark.parametrize("whom", ["<@U2>", "<!subteam^S7|@ops>", "<!here>"])
async def test_what_is_addressed_to_colleagues_is_left_alone(tmp_path: Path, whom: str):
    async with FakeSlack() as fake, running(fake, tmp_path) as bot:
        fake.user("U1", name="ann")
        fake.user("U2", name="ben")
        ann = bot.talk("U1", "C1")
        await ann.say("hello", mention=True)
        await fake.say("U1", "C1", f"{whom} can you look at this?", thread_ts=ann.root)

        assert "GOOG" in await ann.say("what is the price of GOOG?")
        assert ann.turns == 2


@pytest.mark.parametrize("whom", ["<!subteam^S7|@ops>", "<!channel>,"])
async def test_a_group_that_is_called_beside_the_bot_is_no_agent(tmp_path: Path, whom: str):
    async with FakeSlack() as fake, running(fake, tmp_path) as bot:
        fake.user("U1", name="ann")
        talk = bot.talk("U1", "C1")

        assert "GOOG" in await talk.say(f"{whom} what is the price of GOOG?", mention=True)


@pytest.mark.parametrize(
    ("sent", "heard"),
    [
        ("call <tel:+41791234567|+41 79 123 45 67>", "call +41 79 123 45 67"),
        ("pay <tel:9999999|1234324>", "pay 1234324 (9999999)"),
        ("see <http://a.example|a.example> &amp; go", "see http://a.example & go"),
    ],
)
def test_what_slack_links_by_itself_is_heard_as_it_was_typed(sent: str, heard: str):
    assert spoken(sent) == heard


async def test_the_earlier_lines_of_a_thread_are_known_at_the_first_mention(tmp_path: Path):
    seen: list[str] = []

    def watched(call: ModelCall) -> None:
        seen.append("\n".join(message.content for message in call.messages))

    model = puppet(together(watched, which("small_talk", "small_talk")))
    async with FakeSlack() as fake, running(fake, tmp_path, model=model) as bot:
        fake.user("U1", name="ann")
        fake.user("U2", name="ben")
        first = await fake.say("U2", "C1", "our stock is GOOG, remember")
        talk = bot.talk("U1", "C1", first.ts)
        await talk.say("hello", mention=True)
        await talk.say("what is its price?")

        assert any("our stock is GOOG, remember" in prompt for prompt in seen)


async def test_of_a_long_thread_the_newest_lines_are_known(tmp_path: Path):
    seen: list[str] = []

    def watched(call: ModelCall) -> None:
        seen.append("\n".join(message.content for message in call.messages))

    model = puppet(together(watched, which("small_talk", "small_talk")))
    async with FakeSlack() as fake, running(fake, tmp_path, model=model) as bot:
        for user, name in (("U1", "ann"), ("U2", "ben")):
            fake.user(user, name=name)
        first = await fake.say("U2", "C1", "which stock?")
        place = fake.world.directory.channel("T1", "C1")
        for number in range(450):
            line = Message("T1", place.id, fake.world.new_ts(), "U2", f"line {number}.")
            line.thread_ts = first.ts
            fake.world.add(line)
        talk = bot.talk("U1", "C1", first.ts)
        await talk.say("hello", mention=True)
        await talk.say("what is its price?")

        assert any("line 449." in prompt for prompt in seen)
        assert not any("line 40." in prompt for prompt in seen)


@pytest.mark.parametrize("told", ["by the change", "twice", "twice, in the other order"])
async def test_a_mention_that_an_edit_adds_calls_the_bot_once(tmp_path: Path, told: str):
    async with FakeSlack() as fake, running(fake, tmp_path) as bot:
        fake.user("U1", name="ann")
        asked = await fake.say("U1", "C1", "what is the price of AAPL?")
        talk, place = bot.talk("U1", "C1", asked.ts), fake.world.directory.channel("T1", "C1")
        before, asked.text = message_json(fake.world, asked), f"<@{fake.bot_user_id}> AAPL price?"
        asked.edited_by, asked.edited_ts = "U1", fake.world.new_ts()
        change = changed_event(fake.world, asked, before, place)
        mention = mention_event(fake.world, asked, place)
        events = {"by the change": [change], "twice": [change, mention]}
        for event in events.get(told, [mention, change]):
            await fake.event("T1", event, place)
        await talk.until_turn(1)
        await fake.until(lambda: "$228.88" in str([m.shown for m in talk.answers]))

        await fake.edit("U1", asked, f"<@{fake.bot_user_id}> what is the price of GOOG?")
        await fake.until(lambda: "GOOG" in talk.answers[-1].shown or len(talk.answers) > 3)

        assert str([m.shown for m in talk.answers]).count("$228.88") == 1


async def test_a_mention_that_is_told_again_as_its_old_message_was_edited_is_no_new_one(
    tmp_path: Path,
):
    async with FakeSlack() as fake, running(fake, tmp_path) as bot:
        fake.user("U1", name="ann")
        place = fake.world.directory.channel("T1", "C1")
        ts = f"{int(fake.world.clock.now()) - 3 * 86_400}.000100"
        old = Message("T1", "C1", ts, "U1", f"<@{fake.bot_user_id}> the price of GOOG?")
        old.edited_by, old.edited_ts = "U1", fake.world.new_ts()
        fake.world.add(old)

        await fake.event("T1", mention_event(fake.world, old, place), place)
        assert "IBM" in await bot.talk("U1", "C1").say("the price of IBM?", mention=True)

        assert fake.answers("C1", ts) == []


async def test_bots_the_bot_itself_and_what_changes_elsewhere_are_not_heard(tmp_path: Path):
    async with FakeSlack() as fake, running(fake, tmp_path) as bot:
        fake.user("U1", name="ann")
        fake.user("U9", name="other", is_bot=True)
        talk = bot.talk("U1", "C1")
        await talk.say("hello", mention=True)
        [answer] = fake.answers("C1", talk.root)
        for shape in SELF_SHAPES:
            await fake.self_message(shape, "C1", "hello", thread_ts=talk.root)
        await fake.link_preview(answer, "https://example.com")
        talk_of_others = await fake.say("U1", "C1", "lunch?")
        await fake.edit("U1", talk_of_others, "lunch at noon?")
        await talk.say("what is the price of GOOG?")

        assert talk.turns == 2
        seen = await bot.app.ports.admin_views.seen(Scope("slack", "T1"))
        assert [Thread.of(one.session).thread for one in seen] == [talk.root]


async def test_a_new_private_message_goes_on_with_what_is_open(tmp_path: Path):
    async with FakeSlack() as fake, running(fake, tmp_path) as bot:
        fake.user("U1", name="ann")
        first = bot.talk("U1")
        await first.say("log me in")
        second = bot.talk("U1")
        said = await second.say("seldo")

        assert "password" in said
        assert [m.thread_ts for m in fake.answers(second.channel, second.root)] == [second.root]


async def test_a_private_message_begins_anew_when_nothing_is_open(tmp_path: Path):
    async with FakeSlack() as fake, running(fake, tmp_path) as bot:
        fake.user("U1", name="ann")
        await bot.talk("U1").say("hello")
        second = bot.talk("U1")

        assert "GOOG" in await second.say("what is the price of GOOG?")
        assert second.turns == 1


@pytest.mark.proves("R9")
async def test_a_late_copy_of_what_was_answered_is_nothing_new_for_what_is_open(tmp_path: Path):
    async with FakeSlack() as fake, running(fake, tmp_path) as bot:
        fake.user("U1", name="ann")
        first, second = bot.talk("U1"), bot.talk("U1")
        asked = await fake.say("U1", None, "what is the price of GOOG?")
        first.root = asked.ts
        await first.until_turn(1)
        await second.say("log me in")

        await fake.repeat(asked.deliveries[0], retry_num=1, retry_reason="http_timeout")
        assert "password" in await second.say("seldo")

        assert sum("GOOG" in m.shown for m in (*first.answers, *second.answers)) == 1
        assert (first.turns, second.turns) == (1, 2)


async def test_what_is_sent_while_the_bot_is_busy_is_answered_in_order(tmp_path: Path):
    gate = asyncio.Event()

    async def slow(call: ModelCall) -> ScriptedAnswer:
        await gate.wait()
        return StandIn().answer(call)

    async with FakeSlack() as fake, running(fake, tmp_path, model=ScriptedModel(slow)) as bot:
        fake.user("U1", name="ann")
        talk = bot.talk("U1")
        first = await fake.say("U1", None, "what is the price of GOOG?")
        talk.root = first.ts
        rest = [
            await fake.say("U1", None, f"what is the price of {name}?", thread_ts=first.ts)
            for name in ("IBM", "AAPL")
        ]
        acknowledged = [d.is_acked for m in (first, *rest) for d in m.deliveries]
        gate.set()
        await fake.until(lambda: "AAPL" in " ".join(m.shown for m in talk.answers))

        told = " ".join(m.shown for m in talk.answers)
        assert acknowledged == [True] * 3
        assert told.index("GOOG") < told.index("IBM") < told.index("AAPL")


async def test_who_may_approve_is_heard_in_the_thread_though_they_never_spoke_there(
    tmp_path: Path,
):
    async with a_bank(tmp_path) as bot:
        ann = await with_a_card(bot)
        card, turns = card_of(ann), ann.turns

        await bot.fake.say("U2", "C1", "ok, looks fine to me", thread_ts=ann.root)
        await bot.fake.say("U2", "C1", "yes", thread_ts=ann.root)
        await bot.fake.say("U3", "C1", "approve", thread_ts=ann.root)
        await bot.fake.say("U2", "C1", "approve", thread_ts=ann.root)
        await until_shown(bot, card, "✅ *Approved* by <@U2>")

        await ann.until_turn(turns + 1)

        assert await moved(bot) == [MOVED]
        assert ann.turns == turns + 1


async def test_a_verdict_is_left_alone_where_nothing_waits_for_who_says_it(tmp_path: Path):
    async with a_bank(tmp_path) as bot:
        ann = bot.talk("U1", "C1")
        await ann.say("hello", mention=True)

        await bot.fake.say("U2", "C1", "approve", thread_ts=ann.root)
        await ann.say("what is the price of GOOG?")

        assert ann.turns == 2
