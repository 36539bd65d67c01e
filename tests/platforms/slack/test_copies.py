"""A card of somebody else's private talk, brought to those who may decide it."""

from pathlib import Path

import pytest

from tests.platforms.kept import MOVED, moved
from tests.platforms.slack.desk import (
    PRIVATE,
    a_bank,
    card_of,
    request_of,
    until_shown,
    with_a_card,
)

pytestmark = [pytest.mark.timeout(60), pytest.mark.proves("R1", "R2")]


async def test_the_copy_of_a_card_is_locked_with_it(tmp_path: Path):
    async with a_bank(tmp_path, approvers="U2,U3") as bot:
        talk = await with_a_card(bot, PRIVATE)
        [bens_, cleos] = [bot.fake.answers(bot.fake.dm(user))[0] for user in ("U2", "U3")]

        await bot.fake.press("U3", cleos, "Approve")
        await until_shown(bot, bens_, "✅ *Approved* by <@U3>")
        await until_shown(bot, cleos, "✅ *Approved* by <@U3>")

        await bot.fake.until(lambda: not any("Approve" in m.labels for m in talk.answers))

        assert (bens_.labels, cleos.labels) == ([], [])
        assert await moved(bot) == [MOVED]


async def test_who_has_a_copy_gets_no_second_one_for_the_same_request(tmp_path: Path):
    async with a_bank(tmp_path) as bot:
        talk = await with_a_card(bot, PRIVATE)

        await talk.say("status")
        await talk.say("what is the price of GOOG?")

        assert len(bot.fake.answers(bot.fake.dm("U2"))) == 1


async def test_a_card_that_was_brought_in_private_is_decided_in_its_thread(tmp_path: Path):
    async with a_bank(tmp_path) as bot:
        await with_a_card(bot, PRIVATE)
        dm = bot.fake.dm("U2")
        [brought] = bot.fake.answers(dm)
        ben = bot.talk("U2", dm, brought.ts)

        await ben.say("nice weather")
        await bot.fake.say("U2", dm, "edit amount=620", thread_ts=brought.ts)
        await until_shown(bot, brought, "Edited and approved")

        await bot.fake.say("U2", dm, "reject", thread_ts=brought.ts)
        await bot.fake.until(lambda: any("already answered by" in m.shown for m in ben.answers))

        assert await moved(bot) == [("1234567890", "1234324", 62_000)]


async def test_a_group_is_brought_the_card_of_a_private_conversation(tmp_path: Path):
    async with a_bank(tmp_path, approvers="group:S7") as bot:
        bot.fake.called.add("S7")
        bot.fake.group("S7", ["U2", "U1"])
        talk = await with_a_card(bot, PRIVATE)
        [copy] = bot.fake.answers(bot.fake.dm("U2"))

        await bot.fake.press("U2", copy, "Approve")
        await until_shown(bot, copy, "Approved")

        assert await moved(bot) == [MOVED]
        await bot.fake.until(lambda: not any("Approve" in m.labels for m in talk.answers))


@pytest.mark.parametrize("words", ["approve", "reject, far too much"])
async def test_a_verdict_beside_a_brought_card_shows_what_waits(tmp_path: Path, words: str):
    async with a_bank(tmp_path) as bot:
        talk = await with_a_card(bot, PRIVATE)
        request = request_of(card_of(talk))

        said = await bot.talk("U2").say(words)

        assert f"{request} approval: " in said
        assert "yours to decide" in said
        assert await moved(bot) == []
        assert "yours to decide" not in await bot.talk("U9").say(words)


async def test_a_verdict_asks_slack_no_more_than_the_word_for_it(tmp_path: Path):
    async with a_bank(tmp_path) as bot:
        await with_a_card(bot, PRIVATE)
        ben, asked = bot.talk("U2"), []
        for words in ("requests", "requests", "approve"):
            before = len(bot.fake.record.of("users.info"))
            await ben.say(words)
            asked.append(len(bot.fake.record.of("users.info")) - before)

        assert asked[2] == asked[1] > 0
