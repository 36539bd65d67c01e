"""R26 in Slack: what fails every time is set aside and told; everybody else is answered."""

from pathlib import Path

import pytest

from tests.fakes.slack import FakeSlack, Message
from tests.faults.conftest import Count, asked_kills
from tests.faults.outside import POISON
from tests.platforms import small_desk
from tests.platforms.slack.bot import running

pytestmark = [pytest.mark.faults, pytest.mark.timeout(900), pytest.mark.proves("R26")]

STORES = ("sqlite", pytest.param("postgres", marks=pytest.mark.postgres))
POISONED = 100 if asked_kills() else 3
PATIENCE_SECONDS = 300.0
SET_ASIDE = "I have set it aside"
AGENTS = f"{small_desk.MODULE},tests.faults.outside"
STATUSES = "SELECT status, COUNT(*) FROM inbox GROUP BY status"


@pytest.mark.parametrize("store", STORES)
async def test_poison_is_set_aside_and_everybody_else_is_answered(
    tmp_path: Path, store: str, request: pytest.FixtureRequest, count: Count
):
    given = {"FRONTDESK_AGENTS": AGENTS, "model": small_desk.model()}
    if store == "postgres":
        given["DATABASE_URL"] = request.getfixturevalue("migrated_postgres")
    async with FakeSlack() as fake, running(fake, tmp_path, **given) as bot:
        for number in range(POISONED):
            fake.user(f"U{number + 100}", name=f"name of {number}")
            fake.user(f"V{number + 100}", name=f"other of {number}")
        poisoned, after, others = [], [], []
        for number in range(POISONED):
            mine, theirs = f"U{number + 100}", f"V{number + 100}"
            poisoned.append(await fake.say(mine, None, f"@taster {POISON}", wait=False))
            others.append(await fake.say(theirs, None, "echo other", wait=False))
            root = poisoned[-1].ts
            after.append(await fake.say(mine, None, "echo after", thread_ts=root, wait=False))
        await _until(fake, others, "answer other.")
        await _until(fake, poisoned, SET_ASIDE)
        await _until(fake, after, "answer after.")

        parked = await bot.app.ports.upkeep.parked()
        rows = await bot.app.ports.database.read(lambda sql: sql.rows(STATUSES))
        told = [_said(fake, message) for message in poisoned]
        assert len(parked) == POISONED
        assert {status: int(times) for status, times in rows} == {
            "parked": POISONED,
            "done": 2 * POISONED,
        }
        assert {text.count(SET_ASIDE) for text in told} == {1}
        assert [text for text in told if POISON in text] == []
    count(poisoned_messages_in_Slack_set_aside=POISONED)


async def _until(fake: FakeSlack, messages: list[Message], words: str) -> None:
    await fake.until(lambda: all(words in _said(fake, one) for one in messages), PATIENCE_SECONDS)


def _said(fake: FakeSlack, message: Message) -> str:
    """What was answered in the thread of a message."""
    shown = fake.answers(message.channel, message.thread_ts or message.ts)
    return "\n".join(answer.shown for answer in shown)
