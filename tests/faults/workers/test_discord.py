"""Discord comes in at doors of its own, and workers answer: in public, in private, once."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fakes.discord import FakeDiscord, User
from tests.faults.cluster import PATIENCE_SECONDS, Cluster, a_database, a_server
from tests.faults.crowd import asked
from tests.faults.tallying import taken_for_dead

pytestmark = [
    pytest.mark.faults,
    pytest.mark.postgres,
    pytest.mark.timeout(900),
    pytest.mark.proves("R13"),
]

DOORS, WORKERS, PEOPLE, MESSAGES = 2, 2, 3, 4


@pytest.fixture
def address() -> Iterator[str]:
    with a_server() as server, a_database(server) as address:
        yield address


def reaching(fake: FakeDiscord) -> dict[str, str]:
    return {
        "DISCORD_TOKEN": fake.token,
        "DISCORD_API_URL": fake.api_url,
        "DISCORD_GATEWAY_URL": fake.gateway_url,
    }


def tallied(fake: FakeDiscord, person: User) -> Counter[str]:
    """How often each number was answered, where somebody writes to the bot directly."""
    told = (message.content for message in fake.answers(person))
    return Counter(number for text in told for number in re.findall(r"tallied (\d+)", text))


async def test_what_discord_brings_to_doors_is_answered_once_by_workers(
    tmp_path: Path, address: str
):
    async with (
        FakeDiscord() as fake,
        Cluster(tmp_path, address, settings=reaching(fake)) as cluster,
    ):
        fake.gateway.identify_seconds = 0.0  # doors are started at once
        people = [fake.user(f"u{number}") for number in range(PEOPLE)]
        await cluster.open_doors_to("discord", DOORS)
        await cluster.start_workers(WORKERS)
        await fake.until(fake.gateway_is_ready, PATIENCE_SECONDS)

        for number in range(MESSAGES):
            for person in people:
                await fake.say(person, None, asked(person.name, number))
        once = Counter({str(number): 1 for number in range(MESSAGES)})
        await fake.until(
            lambda: all(tallied(fake, person) == once for person in people), PATIENCE_SECONDS
        )
        given = await fake.command(people[0], fake.general, "frontdesk help")
        await fake.until(
            lambda: [row.shown for row in given.messages if row.shown], PATIENCE_SECONDS
        )

        await cluster.until_done()
        assert all(tallied(fake, person) == once for person in people)
        assert fake.findings() == []
        done = {(entry.what, entry.session, entry.number) for entry in cluster.entries()}
        assert len(done) == 2 * PEOPLE * MESSAGES
        assert len(cluster.entries()) == len(done) or taken_for_dead(cluster)
