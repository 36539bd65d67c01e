"""Slack comes in at doors of its own, and workers answer: in public, in private, once."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fakes.slack import FakeSlack
from tests.faults.cluster import PATIENCE_SECONDS, Cluster, a_database, a_server
from tests.faults.crowd import asked
from tests.faults.tallying import taken_for_dead

pytestmark = [
    pytest.mark.faults,
    pytest.mark.postgres,
    pytest.mark.timeout(900),
    pytest.mark.proves("R13"),
]

DOORS, WORKERS, PEOPLE, MESSAGES = 2, 2, 5, 6


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with a_server() as address:
        yield address


@pytest.fixture
def address(server: str) -> Iterator[str]:
    with a_database(server) as address:
        yield address


def reaching(fake: FakeSlack) -> dict[str, str]:
    return {
        "SLACK_BOT_TOKEN": fake.bot_token,
        "SLACK_APP_TOKEN": fake.app_token,
        "SLACK_API_URL": fake.api_url,
    }


def tallied(fake: FakeSlack, person: str) -> Counter[str]:
    """How often each number was answered, where somebody writes to the bot directly."""
    shown = (message.shown for message in fake.answers(fake.dm(person)))
    return Counter(number for text in shown for number in re.findall(r"tallied (\d+)", text))


async def test_what_slack_brings_to_doors_is_answered_once_by_workers(
    tmp_path: Path, address: str
):
    people = [f"U{number}" for number in range(PEOPLE)]
    async with (
        FakeSlack() as fake,
        Cluster(tmp_path, address, settings=reaching(fake)) as cluster,
    ):
        for person in people:
            fake.user(person)
        await cluster.open_doors_to("slack", DOORS)
        await cluster.start_workers(WORKERS)
        await fake.until(lambda: len(fake.socket.open_connections) >= DOORS, PATIENCE_SECONDS)

        for number in range(MESSAGES):
            for person in people:
                await fake.say(person, None, asked(person, number))
        once = Counter({str(number): 1 for number in range(MESSAGES)})
        await fake.until(
            lambda: all(tallied(fake, person) == once for person in people), PATIENCE_SECONDS
        )
        await fake.command("U0", "C1", "/frontdesk status")
        await fake.until(lambda: bool(fake.ephemerals("U0")), PATIENCE_SECONDS)

        await cluster.until_done()
        assert all(tallied(fake, person) == once for person in people)
        assert fake.findings() == []
        done = {(entry.what, entry.session, entry.number) for entry in cluster.entries()}
        assert len(done) == 2 * PEOPLE * MESSAGES
        assert len(cluster.entries()) == len(done) or taken_for_dead(cluster)
