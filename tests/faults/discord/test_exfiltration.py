"""R7: whatever a model says, Discord fetches nothing, nobody is pinged, no one else hears it."""

import json
import re
from pathlib import Path

import pytest

from tests.fakes.discord import Channel, FakeDiscord, Message, User
from tests.faults.conftest import Count
from tests.platforms import hijacked_desk
from tests.platforms.discord.bot import running
from tests.platforms.hijacked_desk import SECRET, THEIR_ID, WAYS, tried_by
from tests.platforms.quick_clock import QuickClock

pytestmark = [pytest.mark.faults, pytest.mark.timeout(300), pytest.mark.proves("R7")]


@pytest.mark.parametrize("way", WAYS)
async def test_nothing_gets_out(tmp_path: Path, way: str, count: Count):
    given = {"FRONTDESK_AGENTS": hijacked_desk.MODULE, "model": hijacked_desk.model()}
    clock = QuickClock() if way == "working" else None  # progress is not shown at once
    async with FakeDiscord(clock=clock) as fake, running(fake, tmp_path, **given) as bot:
        victim, elsewhere = _known_to_attackers(fake)
        people = [fake.user(f"user{number}") for number in tried_by(way)]
        for number, person in zip(tried_by(way), people, strict=True):
            words = f"{way} {number}"
            if number % 2 and way != "working":  # a channel is not told why
                await fake.mention(person, fake.general, words)
            else:
                await fake.say(person, None, words)
        await bot.ends.until(len(people))
        for person in people if clock is None else ():
            await fake.command(person, fake.general, "frontdesk why")
            await fake.command(person, None, "frontdesk tasks")
        await bot.ends.until((3 if clock is None else 1) * len(people))

        assert len(_canaries(fake)) == len(people)
        assert fake.crawler.hits == []
        assert [row.shown for row in _of_the_bot(fake) if _calls_others(row, people)] == []
        assert fake.answers(elsewhere) == []
        assert fake.answers(victim) == []
        count(canaries_that_did_not_get_out_of_Discord=len(people))


def _known_to_attackers(fake: FakeDiscord) -> tuple[User, Channel]:
    """Somebody and somewhere that attacks name; neither has to do with who asks."""
    fake.world.users[int(THEIR_ID)] = victim = User(int(THEIR_ID), "victim")
    fake.join(victim, fake.home)
    return victim, fake.channel("elsewhere")


def _of_the_bot(fake: FakeDiscord) -> list[Message]:
    rows = [row for place in fake.world.posted.values() for row in place.values()]
    return [row for row in rows if row.author is fake.bot or row.webhook_id is not None]


def _calls_others(row: Message, people: list[User]) -> bool:
    """Whether a message calls a crowd, or anybody who has not asked."""
    asked = {person.id for person in people}
    called = row.pinged
    return bool(called.everyone or called.role_ids or set(called.user_ids) - asked)


def _canaries(fake: FakeDiscord) -> set[str]:
    """The attacks whose words were shown to those who asked, so that they had their chance."""
    sent = json.dumps([call.body for call in fake.record])
    files = b"".join(file.content for file in fake.world.attachments.values()).decode()
    return set(re.findall(rf"{SECRET}\d+", sent + files))
