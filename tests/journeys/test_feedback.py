"""What people think of an answer is kept, thanked for in private, and talked about with nobody."""

import pytest

from bot.core.turn.answer import COMMENT_CHARACTERS, THANKS
from bot.domain.ids import RequestId
from bot.domain.messages import Feedback, Incoming, Kind, Press
from tests.journeys.conversation import THREAD, a_person
from tests.journeys.live import Live
from tests.journeys.reading import a_reader


def verdict(bot: Live, verb: str, user: str = "ana", **values: str) -> Incoming:
    """A press of the thumbs under the first answer."""
    reply = next(reply for reply in bot.replies if reply.text.startswith("I see."))
    press = Press(RequestId(f"feedback:{reply.id}"), verb, dict(values))
    id_ = f"{verb}-{user}-{len(bot.platform.ended)}"
    return Incoming(id_, THREAD, a_person(user), Kind.PRESS, press=press, shared=True)


def kept(bot: Live) -> list[Feedback]:
    return [*bot.conversation.store.tables.feedback.values()]


async def test_a_verdict_is_kept_and_thanked_for_in_private():
    bot = await a_reader()
    await bot.hears(bot.message("read"))
    asked, lines = bot.model.calls, len(bot.conversation.store.tables.said[THREAD.session])

    said = await bot.hears(verdict(bot, "good", comment="clear, my password is monkey"))

    (given,) = kept(bot)
    assert (given.person.user, given.verdict) == ("ana", "good")
    assert given.comment == "clear, my password is [secret]"
    assert said == THANKS
    assert bot.replies[-1].private
    assert bot.replies[-1].to == a_person("ana")
    assert bot.model.calls == asked
    assert len(bot.conversation.store.tables.said[THREAD.session]) == lines


async def test_the_last_verdict_of_each_person_counts():
    bot = await a_reader()
    await bot.hears(bot.message("read"))

    for verb, user in (("good", "ana"), ("bad", "ben"), ("bad", "ana")):
        await bot.hears(verdict(bot, verb, user))

    assert sorted((f.person.user, f.verdict) for f in kept(bot)) == [
        ("ana", "bad"),
        ("ben", "bad"),
    ]


async def test_a_verdict_greets_nobody_and_leaves_open_tasks_alone():
    bot = await a_reader()
    await bot.hears(bot.message("read"))
    before = await bot.conversation.participant("ana")

    await bot.hears(verdict(bot, "bad"), verdict(bot, "bad", "ben"))

    assert (await bot.conversation.participant("ana")).stack == before.stack
    assert not (await bot.conversation.participant("ben")).greeted


@pytest.mark.parametrize("verb", ["", "approve", "great"])
async def test_another_verb_is_no_verdict(verb: str):
    bot = await a_reader()
    await bot.hears(bot.message("read"))

    assert await bot.hears(verdict(bot, verb)) == "An answer can be good or bad."
    assert kept(bot) == []


async def test_a_verdict_on_nothing_is_not_kept():
    bot = await a_reader()
    press = Press(RequestId("feedback:made-up.1"), "good")
    event = Incoming("x", THREAD, a_person("ana"), Kind.PRESS, press=press)

    await bot.hears(event)

    assert kept(bot) == []


async def test_a_long_comment_is_cut():
    bot = await a_reader()
    await bot.hears(bot.message("read"))

    await bot.hears(verdict(bot, "bad", comment="x" * 10_000))

    assert len(kept(bot)[0].comment) == COMMENT_CHARACTERS
