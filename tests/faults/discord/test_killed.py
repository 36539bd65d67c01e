"""`kill -9` between a card on Discord and its press, and in the middle of answers."""

import re
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path

import pytest

from tests.fakes.discord import Channel, Message, User
from tests.fakes.discord.rows import controls
from tests.fakes.stand_in_server import stands_in
from tests.faults.bot_process import Side
from tests.faults.conftest import Count, asked_kills
from tests.faults.discord.process import DiscordProcess, a_bot
from tests.platforms import small_desk

pytestmark = [pytest.mark.faults, pytest.mark.timeout(1200), pytest.mark.proves("R3")]

CALLS = 16  # of one conversation, at least
ANSWER = re.compile(r"(?:answer|letter|paid) \w+\.|part \d+/\d+:")
LONG = "x" * 1_500  # more than a card shows
BEGINNING = 5  # parts of an essay that are said before its file, if its number has one digit
PLACES = ("direct", "thread")


async def _card(bot: DiscordProcess, user: User, place: str, what: str = "rent") -> Message:
    """Go on until a payment waits for an approval."""
    channel = await _told(bot, user, place, f"pay {what}")
    return await bot.until_card(channel, "Reject")


async def _told(bot: DiscordProcess, user: User, place: str, text: str) -> Channel:
    """Say something to the bot; where its answers are to be found."""
    if place == "direct":
        return (await bot.fake.say(user, None, text)).channel
    message = await bot.fake.mention(user, bot.fake.general, text)
    await bot.until(lambda: message.thread_id)
    return bot.fake.world.channels[message.id]


async def _approve(bot: DiscordProcess, user: User, card: Message) -> None:
    await bot.press(user, card, "Approve")


async def _edit(bot: DiscordProcess, user: User, card: Message) -> None:
    await bot.fill_in_after_a_kill((user, card, "Edit"), {"what": "less"})


async def _reject(bot: DiscordProcess, user: User, card: Message) -> None:
    await bot.fill_in_after_a_kill((user, card, "Reject"), {"reason": "too much"})


async def _read(bot: DiscordProcess, user: User, card: Message) -> None:
    await bot.fill_in_after_a_kill((user, card, "Open to read all first"), {})


Decide = Callable[[DiscordProcess, User, Message], Awaitable[None]]
VERBS: dict[str, tuple[str, Decide, list[str]]] = {
    "approve": ("rent", _approve, ["rent"]),
    "edit": ("rent", _edit, ["less"]),
    "reject": ("rent", _reject, []),
    "read all": (LONG, _read, [LONG]),
}
ALL = [(verb, place) for verb in VERBS for place in PLACES]
WHICH = ALL if asked_kills() else [("edit", "thread"), ("read all", "direct")]


@pytest.mark.parametrize(("verb", "place"), WHICH)
async def test_a_card_is_decided_after_a_kill(tmp_path: Path, verb: str, place: str, count: Count):
    what, decide, paid = VERBS[verb]
    async with a_bot(tmp_path) as bot:
        ann = bot.fake.user("ann")
        card = await _card(bot, ann, place, what)
        custom_id = str(controls(card.components)[0]["custom_id"])
        await bot.restart()
        await decide(bot, ann, card)
        await bot.until(lambda: not card.buttons)
        await bot.until(lambda: len(small_desk.paid(tmp_path)) == len(paid))
        await bot.restart()
        again = await bot.fake.press(ann, card, custom_id, forged=True)

        assert again.trouble is None
        assert small_desk.payments(tmp_path) == paid
        count(kills_between_a_card_on_Discord_and_its_press=2)


@pytest.mark.parametrize("place", PLACES)
async def test_a_card_is_answered_in_words_after_a_kill(tmp_path: Path, place: str, count: Count):
    async with a_bot(tmp_path, FRONTDESK_FOUR_EYES="pay", FRONTDESK_APPROVERS="ben") as bot:
        ann, ben = bot.fake.user("ann"), bot.fake.user("ben")
        bot.settings["FRONTDESK_APPROVERS"] = str(ben.id)
        await bot.restart()
        card = await _card(bot, ann, place)
        seen = await bot.until_card(ben) if place == "direct" else card
        await bot.fill_in_after_a_kill((ben, seen, "Respond"), {"text": "pay less, please"})
        # What an approver remarks is told to whoever asked; the card stays until they change it.
        await bot.until(lambda: "pay less" in str(bot.fake.record.calls))

        assert small_desk.paid(tmp_path) == []
        count(kills_between_a_card_on_Discord_and_its_press=1)


@pytest.mark.parametrize("place", PLACES)
async def test_a_secret_is_taken_after_a_kill(tmp_path: Path, place: str, count: Count):
    async with a_bot(tmp_path, script=stands_in, FRONTDESK_AGENTS="") as bot:
        ann = bot.fake.user("ann")
        channel = await _told(bot, ann, place, "log me in")
        await bot.until(lambda: bot.fake.answers(channel))
        await bot.fake.say(ann, channel, "seldo")
        direct = bot.fake.world.direct(ann)  # where a login is always asked for
        card = await bot.until_card(direct, "Open the form")
        await bot.fill_in_after_a_kill((ann, card, "Open the form"), {"password": "monkey"})
        rows = bot.fake.sees
        await bot.until(lambda: any("You are logged in" in r.shown for r in rows(ann, direct)))

        assert b"monkey" not in _written(tmp_path)
        assert "monkey" not in str(bot.fake.record.calls)
        count(kills_between_a_card_on_Discord_and_its_press=1)


async def test_no_answer_is_lost_or_doubled_at_any_point_of_answering(
    tmp_path: Path, count: Count
):
    points = [(call, side) for call in range(1, CALLS + 1) for side in Side]
    chosen = points if asked_kills() else points[4::60]
    async with a_bot(tmp_path) as bot:
        ann = bot.fake.user("ann")
        # Nobody can find what was said first in a direct channel while the bot was away.
        channel = await _told(bot, ann, "direct", "echo known")
        await _seen(bot, channel, "answer known.")
        for number, (call, side) in enumerate(chosen):
            bot.kill_at(call, side)
            await _conversation(bot, ann, number)
            assert bot.calls_left == 0, "the conversation has fewer calls"

        names = [str(number) for number in range(len(chosen))]
        said = {f"{what} {n}.": 1 for n in names for what in ("answer", "paid")}
        said["answer known."] = 1
        # With a number of two digits the last one's label is cut in the middle.
        begun = {f"part {n}/{p}:": 1 for n in names for p in range(BEGINNING + 1 - len(n))}
        sent = {f"letter {n}.": 1 for n in names}
        sent |= {f"part {n}/{part}:": 1 for n in names for part in range(small_desk.PARTS)}
        assert _found(row.shown for row in bot.fake.answers(channel)) == said | begun
        assert _found(_files(bot, channel)) == sent
        assert small_desk.payments(tmp_path) == names
        assert bot.kills == len(chosen)
        count(points_of_answering_on_Discord_at_which_it_was_killed=len(chosen))


async def _conversation(bot: DiscordProcess, user: User, number: int) -> None:
    """Ask for an essay, a letter and a payment, approve it, and wait for all of it."""
    channel = await _told(bot, user, "direct", f"essay {number}")
    await _seen(bot, channel, f"part {number}/{small_desk.PARTS - 1}:")
    await _told(bot, user, "direct", f"letter {number}")
    await _seen(bot, channel, f"answer {number}.", f"letter {number}.")
    card = await _card(bot, user, "direct", str(number))
    await bot.press(user, card, "Approve")
    await _seen(bot, channel, f"paid {number}.")


def _found(texts: Iterable[str]) -> Counter[str]:
    return Counter(name for text in texts for name in ANSWER.findall(text))


async def _seen(bot: DiscordProcess, channel: Channel, *names: str) -> None:
    """Wait until all of it is shown; whoever runs the bot starts it again when it has died."""
    await bot.until(lambda: set(names) <= set(_found(_texts(bot, channel))))


def _written(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.iterdir() if path.is_file())


def _texts(bot: DiscordProcess, channel: Channel) -> list[str]:
    """What stands in a conversation, and in its files."""
    return [row.shown for row in bot.fake.answers(channel)] + _files(bot, channel)


def _files(bot: DiscordProcess, channel: Channel) -> list[str]:
    rows = bot.fake.answers(channel)
    return [file.content.decode() for row in rows for file in row.attachments]
