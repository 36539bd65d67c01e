"""Reminders and escalations in Slack reach those who may decide, and nobody twice."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.bootstrap.ports import SystemClock
from tests.fakes.slack import FakeSlack, Message
from tests.platforms.kept import moved
from tests.platforms.slack.desk import CHANNEL, PRIVATE, a_bank, until_shown, with_a_card

pytestmark = [pytest.mark.timeout(60), pytest.mark.proves("R25")]

RULE: dict[str, Any] = {"FRONTDESK_ESCALATE_TO": "U3", "FRONTDESK_ESCALATE_AFTER_HOURS": 8}


def cards_after(words: str, said: list[Message]) -> list[Message]:
    """The cards that were shown with some words, or below them."""
    told = [number for number, message in enumerate(said) if words in message.shown]
    return [message for message in said[min(told, default=len(said)) :] if message.labels]


@pytest.mark.parametrize("place", [PRIVATE, CHANNEL])
@pytest.mark.parametrize("ring", [(5, "5 hours", "U2"), (9, "too", "U3")])
async def test_who_may_decide_is_told_again(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    place: str | None,
    ring: tuple[int, str, str],
):
    hours, words, user = ring
    async with FakeSlack() as fake:
        async with a_bank(tmp_path, fake=fake, keeps=True, **RULE) as bot:
            talk = await with_a_card(bot, place)
        now = SystemClock.now
        later = timedelta(hours=hours)
        monkeypatch.setattr(SystemClock, "now", lambda clock: now(clock) + later)
        async with a_bank(tmp_path, fake=fake, keeps=True, **RULE) as bot:
            channel, root = (fake.dm(user), None) if place is PRIVATE else ("C1", talk.root)
            await fake.until(lambda: cards_after(words, fake.answers(channel, root)))
            [card] = cards_after(words, fake.answers(channel, root))

            assert place is PRIVATE or f"<@{user}>" in card.shown.split("\n")[0]
            await fake.press(user, card, "Approve")
            await until_shown(bot, card, f"*Approved* by <@{user}>")
            assert await moved(bot) == []  # for Ann's login has long expired
