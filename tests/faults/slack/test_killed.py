"""`kill -9` between a card in Slack and its click, and in the middle of answers."""

import re
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tests.fakes.slack import Message
from tests.fakes.stand_in_server import stands_in
from tests.faults.bot_process import Side
from tests.faults.conftest import Count, asked_kills
from tests.faults.slack.process import SlackProcess, a_bot
from tests.platforms import small_desk
from tests.platforms.slack.bot import Talk

pytestmark = [pytest.mark.faults, pytest.mark.timeout(1200), pytest.mark.proves("R3")]

CALLS = 20  # of one conversation, at least
ANSWER = re.compile(r"(?:answer|letter|paid) \w+\.|part \d+/\d+:")


async def _asked(bot: SlackProcess, text: str) -> Message:
    """Say something in private, each time in a thread of its own."""
    return await bot.fake.say("U1", None, text)


async def _card(bot: SlackProcess, what: str) -> Message:
    """Go on until a payment waits for an approval."""
    root = await _asked(bot, f"pay {what}")
    await bot.until(lambda: _with_button(bot, root) is not None)
    card = _with_button(bot, root)
    assert card is not None
    return card


def _with_button(bot: SlackProcess, root: Message) -> Message | None:
    answers = bot.fake.answers(root.channel, root.ts)
    return next((message for message in answers if "Approve" in message.labels), None)


async def _approve(bot: SlackProcess, card: Message) -> None:
    await bot.fake.press("U1", card, "Approve")


async def _edit(bot: SlackProcess, card: Message) -> None:
    await bot.fill_in_after_a_kill(("U1", card, "Edit"), {"what": "less"})


async def _reject(bot: SlackProcess, card: Message) -> None:
    await bot.fill_in_after_a_kill(("U1", card, "Reject"), {"reason": "too much"})


Decide = Callable[[SlackProcess, Message], Awaitable[None]]
VERBS: dict[str, tuple[Decide, list[str]]] = {
    "approve": (_approve, ["rent"]),
    "edit": (_edit, ["less"]),
    "reject": (_reject, []),
}


@pytest.mark.parametrize("verb", VERBS if asked_kills() else ["edit"])
async def test_a_card_is_decided_after_a_kill(tmp_path: Path, verb: str, count: Count):
    decide, paid = VERBS[verb]
    async with a_bot(tmp_path) as bot:
        bot.fake.user("U1", name="ann")
        card = await _card(bot, "rent")
        await bot.restart()
        await decide(bot, card)
        await bot.until(lambda: "Approve" not in card.labels)
        await bot.until(lambda: len(small_desk.paid(tmp_path)) == len(paid))
        await bot.restart()
        await bot.fake.press("U1", card, "Approve", forged=True) if card.labels else None

        assert small_desk.payments(tmp_path) == paid
        count(kills_between_a_card_in_Slack_and_its_click=2)


async def test_a_card_is_answered_in_words_after_a_kill(tmp_path: Path, count: Count):
    async with a_bot(tmp_path, FRONTDESK_FOUR_EYES="pay", FRONTDESK_APPROVERS="U2") as bot:
        for user, name in {"U1": "ann", "U2": "ben"}.items():
            bot.fake.user(user, name=name)
            bot.fake.world.directory.channel("T1", "C1").members.add(user)
        root = await bot.fake.mention("U1", "C1", "pay rent")
        await bot.until(lambda: _with_button(bot, root) is not None)
        card = _with_button(bot, root)
        assert card is not None
        await bot.fill_in_after_a_kill(("U2", card, "Respond"), {"text": "pay less, please"})
        # What an approver remarks is told to whoever asked; the card stays until they change it.
        await bot.until(lambda: "pay less" in str(bot.fake.record.calls))

        assert small_desk.paid(tmp_path) == []
        count(kills_between_a_card_in_Slack_and_its_click=1)


async def test_a_secret_is_taken_after_a_kill(tmp_path: Path, count: Count):
    async with a_bot(tmp_path, script=stands_in, FRONTDESK_AGENTS="") as bot:
        bot.fake.user("U1", name="ann")
        talk = Talk(bot.fake, "U1", bot.fake.dm("U1"))
        await talk.say("log me in")
        await talk.say("seldo")
        form = ("U1", talk.with_button("Open the form"), "Open the form")
        await bot.fill_in_after_a_kill(form, {"password": "monkey"})
        await bot.until(lambda: any("You are logged in" in m.shown for m in talk.answers))

        assert b"monkey" not in _written(tmp_path)
        assert "monkey" not in str(bot.fake.record.calls)
        count(kills_between_a_card_in_Slack_and_its_click=1)


async def test_no_answer_is_lost_or_doubled_at_any_point_of_answering(
    tmp_path: Path, count: Count
):
    points = [(call, side) for call in range(1, CALLS + 1) for side in Side]
    chosen = points if asked_kills() else points[4::60]
    async with a_bot(tmp_path) as bot:
        bot.fake.user("U1", name="ann")
        for number, (call, side) in enumerate(chosen):
            bot.kill_at(call, side)
            await _conversation(bot, number)
            assert bot.calls_left == 0, "the conversation has fewer calls"

        names = [str(number) for number in range(len(chosen))]
        short = {f"{what} {n}.": 1 for n in names for what in ("answer", "letter", "paid")}
        long = {f"part {n}/{part}:": 1 for n in names for part in range(small_desk.PARTS)}
        assert _found(_texts(bot)) == short | long
        assert small_desk.payments(tmp_path) == names
        assert bot.kills == len(chosen)
        count(points_of_answering_in_Slack_at_which_it_was_killed=len(chosen))


async def _conversation(bot: SlackProcess, number: int) -> None:
    """Ask for an essay, a letter and a payment, approve it, and wait for all of it."""
    await _asked(bot, f"essay {number}")
    await _seen(bot, f"part {number}/{small_desk.PARTS - 1}:")
    await _asked(bot, f"letter {number}")
    await _seen(bot, f"answer {number}.", f"letter {number}.")
    card = await _card(bot, str(number))
    await bot.press("U1", card, "Approve")
    await _seen(bot, f"paid {number}.")


def _found(texts: list[str]) -> Counter[str]:
    return Counter(name for text in texts for name in ANSWER.findall(text))


async def _seen(bot: SlackProcess, *names: str) -> None:
    """Wait until all of it is shown; whoever runs the bot starts it again when it has died."""
    await bot.until(lambda: set(names) <= set(_found(_texts(bot))))


def _written(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.iterdir() if path.is_file())


def _texts(bot: SlackProcess) -> list[str]:
    """What stands in the private conversation, and in its files."""
    files = bot.fake.world.files.values()
    shown = [message.shown for message in bot.fake.answers(bot.fake.dm("U1"))]
    return shown + [file.content.decode() for file in files for _place in file.shared_in]
