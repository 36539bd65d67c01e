"""Commands in Slack: with a slash and as words, for everybody and for admins alone."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.fakes.slack.people import User
from tests.platforms.kept import MOVED, audited, moved, the_request, until_audited
from tests.platforms.slack.bot import Bot
from tests.platforms.slack.desk import (
    a_bank,
    card_of,
    request_of,
    said,
    until_shown,
    until_told,
    whispers,
    with_a_card,
)

pytestmark = [pytest.mark.timeout(90), pytest.mark.proves("R15")]

EVERYBODYS = {
    "help": "Words I always understand",
    "agents": "transfer_money",
    "tasks": "transfer_money",
    "status": "transfer_money",
    "why": "decided",
    "requests": "approval",
    "usage": "oday",
    "forget": "forget yes",
    "stop": "Stopped",
    "new": "help you with",
}
ADMINS = (
    "sessions",
    "show @U1",
    "reset @U1",
    "reset #C1",
    "reset all yes",
    "pause tea",
    "unpause",
    "audit 5",
    "admins",
    "channel all",
)
WORDS = {"show @U1": "show <@U1>", "reset @U1": "reset <@U1>", "reset #C1": "reset <#C1|general>"}


async def told(bot: Bot, user: str | User, channel: str | None, text: str) -> str:
    """Give a slash command, and return what its person alone is shown."""
    name, team = (user, "T1") if isinstance(user, str) else (user.id, user.team)
    before = len(bot.fake.ephemerals(name, team=team))
    await bot.fake.command(user, channel, f"/frontdesk {text}")
    await bot.fake.until(lambda: len(bot.fake.ephemerals(name, team=team)) > before)
    return "\n".join(m.shown for m in bot.fake.ephemerals(name, team=team)[before:])


@pytest.mark.parametrize("place", [None, "C1"])
async def test_every_command_with_a_slash_is_answered_in_private(
    tmp_path: Path, place: str | None
):
    async with a_bank(tmp_path, approvers="") as bot:
        talk = await with_a_card(bot, place)
        public = [m.shown for m in talk.answers if m.only_for is None]

        for name, words in EVERYBODYS.items():
            assert words in await told(bot, "U1", place, name), name

        shown = [m.shown for m in talk.answers if m.only_for is None]
        assert len(shown) == len(public)


@pytest.mark.parametrize("place", [None, "C1"])
async def test_every_command_as_a_word_is_answered(tmp_path: Path, place: str | None):
    async with a_bank(tmp_path, approvers="") as bot:
        talk = await with_a_card(bot, place)

        for name, words in EVERYBODYS.items():
            assert words in await talk.say(name), name


async def test_a_thread_can_be_told_to_be_quiet_and_to_listen(tmp_path: Path):
    async with a_bank(tmp_path) as bot:
        talk = bot.talk("U1", "C1")
        await said(talk, "hello", "quiet")
        turns = talk.turns
        await bot.fake.say("U1", "C1", "what is the price of GOOG?", thread_ts=talk.root)
        assert "IBM" in await talk.say("what is the price of IBM?", mention=True)
        assert talk.turns == turns + 1

        await talk.say("listen", mention=True)

        assert "GOOG" in await talk.say("what is the price of GOOG?")


async def test_who_may_decide_is_told_in_private_what_waits_for_them(tmp_path: Path):
    async with a_bank(tmp_path) as bot:
        card = card_of(await with_a_card(bot, None))
        request = request_of(card)

        waiting = await told(bot, "U2", "C1", "requests")
        assert f"{request} approval: transfer_money wants to transfer" in waiting
        assert "Nothing is waiting" in await told(bot, "U9", "C1", "requests")
        await told(bot, "U2", "C1", f"decide {request} approve")

        await until_shown(bot, card, "Approved")


async def test_no_command_says_which_there_are(tmp_path: Path):
    async with a_bank(tmp_path) as bot:
        assert "There is no command “dance”" in await told(bot, "U1", "C1", "dance")
        assert "Words I always understand" in await told(bot, "U1", None, "")


def not_admins(bot: Bot) -> dict[str, User]:
    """Six kinds of people who may not, four of them marked as admins all the same."""
    fake = bot.fake
    fake.user("U5", name="root", is_admin=True)
    return {
        "member": fake.user("U9"),
        "guest": fake.user("U10", is_restricted=True, is_admin=True),
        "stranger": fake.user("U11", is_stranger=True, is_admin=True),
        "bot": fake.user("U12", is_bot=True, is_admin=True),
        "gone": fake.user("U13", is_admin=True, deleted=True),
        "requester": fake.user("U1"),
    }


async def test_nobody_but_admins_gets_admins_verbs(
    tmp_path: Path, record_property: Callable[[str, object], None]
):
    """R15: ten verbs by six kinds of people: nothing happens, each try is in the audit."""
    async with a_bank(tmp_path) as bot:
        card = card_of(await with_a_card(bot))
        before = await the_request(bot, request_of(card))
        tried = 0
        for kind, person in not_admins(bot).items():
            for verb in ADMINS:
                answer = await told(bot, person, None, WORDS.get(verb, verb))

                assert "nly admins may do that" in answer, (kind, verb)
                tried += 1
        attempts = await audited(bot, "admin")
        assert len(attempts) == tried == 60
        assert not any(attempt["allowed"] for attempt in attempts)
        assert await the_request(bot, before.id) == before
        record_property("faults:admin_verbs_refused_in_slack", tried)

        await bot.fake.press("U2", card, "Approve")
        await until_shown(bot, card, "Approved")
        assert await moved(bot) == [MOVED]


async def test_an_admin_who_is_none_any_more_is_refused_at_once(tmp_path: Path):
    async with a_bank(tmp_path) as bot:
        bot.fake.user("U5", name="root", is_admin=True)
        assert "nly admins" not in await told(bot, "U5", None, "admins")

        bot.fake.user("U5", is_admin=False)

        assert "nly admins may do that" in await told(bot, "U5", None, "admins")


async def test_an_admin_of_this_workspace_uses_every_verb(tmp_path: Path):
    async with a_bank(tmp_path) as bot:
        bot.fake.user("U5", name="root", is_admin=True)
        await with_a_card(bot)
        for verb in ("sessions", "show @U1", "audit 5", "admins", "channel all", "reset @U1"):
            answer = await told(bot, "U5", "C1", WORDS.get(verb, verb))
            assert "nly admins" not in answer, verb
            assert "There is no" not in answer, (verb, answer)
        assert all(attempt["allowed"] for attempt in await audited(bot, "admin"))


async def test_the_kill_switch_stops_what_was_approved(
    tmp_path: Path, record_property: Callable[[str, object], None]
):
    """R15: 20 of 20 approvals move nothing while the bot is paused, and the card stays."""
    async with a_bank(tmp_path, approvers="U2,U3") as bot:
        bot.fake.user("U5", name="root", is_admin=True)
        card = card_of(await with_a_card(bot))
        assert "Paused." in await told(bot, "U5", None, "pause an incident")

        for number in range(20):
            user = ("U2", "U3")[number % 2]
            await bot.fake.press(user, card, "Approve")
            await until_told_times(bot, user, number // 2 + 1)
            assert "I am paused" in whispers(bot, user)[-1]
            assert await moved(bot) == []
        record_property("faults:approvals_stopped_by_the_kill_switch_in_slack", 20)

        await bot.fake.open_home("U2")
        await bot.fake.until(lambda: bot.fake.home("U2"))
        home = bot.fake.home("U2")
        assert home is not None
        assert "Paused by" in home.shown
        assert "I go on." in await told(bot, "U5", None, "unpause")
        await bot.fake.press("U2", card, "Approve")
        await until_told(bot, "U1", "Checking now holds $300.00")


async def until_told_times(bot: Bot, user: str, count: int) -> None:
    """Wait until somebody was told so many things in private."""
    await bot.fake.until(lambda: len(whispers(bot, user)) >= count)


async def test_who_pauses_is_told_of_to_the_audit(tmp_path: Path):
    async with a_bank(tmp_path) as bot:
        bot.fake.user("U5", name="root", is_admin=True)
        await told(bot, "U5", None, "pause")
        await until_audited(bot, "admin", 1)

        [attempt] = await audited(bot, "admin")
        assert (attempt["verb"], attempt["allowed"]) == ("pause", True)


ADMINS_WORDS = {
    "sessions": "last used",
    "show <@U5>": "U5",
    "admins": "an admin",
    "audit 3": "admin",
    "channel thread": "thread",
    "pause": "Paused.",
    "unpause": "I go on.",
    "reset this thread": "eset",
}


@pytest.mark.parametrize("place", [None, "C1"])
async def test_an_admins_verbs_are_words_in_a_thread_too(tmp_path: Path, place: str | None):
    async with a_bank(tmp_path) as bot:
        bot.fake.user("U5", name="root", is_admin=True)
        bot.fake.world.directory.channel("T1", "C1").members.add("U5")
        talk = bot.talk("U5", place)
        await said(talk, "hello")

        for verb, words in ADMINS_WORDS.items():
            assert words in await talk.say(verb), verb
