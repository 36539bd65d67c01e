"""R13: two processes with one token, as during a deploy, are told everything twice; once is done.

Each of them hears each message and each press. One process is stopped and another one is
started in the middle, so that one follows the other without a gap.
"""

import asyncio
import re
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from cryptography.fernet import Fernet

from tests.contract.conftest import a_database
from tests.effort import IN_FULL
from tests.fakes.discord import FakeDiscord, User
from tests.fakes.model_server import ModelServer
from tests.faults.bot_process import START_SECONDS, reaching
from tests.faults.conftest import Count
from tests.faults.discord.process import DiscordProcess
from tests.platforms import small_desk

pytestmark = [pytest.mark.faults, pytest.mark.timeout(600), pytest.mark.proves("R13", "R9")]

MESSAGES = 40 if IN_FULL else 6  # before the second process starts, and while there are two


class Deploy:
    """Processes of one bot, each with a folder of its own, over one database."""

    def __init__(self, fake: FakeDiscord, folder: Path, settings: dict[str, str]) -> None:
        self.fake, self.folder, self.settings = fake, folder, settings
        self.processes: list[DiscordProcess] = []

    async def start(self) -> DiscordProcess:
        """Start one more, and wait until Discord has it on the line as well."""
        folder = self.folder / str(len(self.processes))
        folder.mkdir()
        one = DiscordProcess(folder, self.settings, fake=self.fake)
        lines = len(self.fake.gateway.open_connections)
        self.processes.append(one)
        await one.start()
        await self.fake.until(
            lambda: len(self.fake.gateway.open_connections) > lines or not one.is_running,
            START_SECONDS,
        )
        return one

    async def stop(self, one: DiscordProcess) -> None:
        """Stop one as the operator does, and wait until it has ended."""
        one.stop_now()
        await one.ended()

    async def close(self) -> None:
        """Stop them all."""
        for one in self.processes:
            one.kill_now()
        await asyncio.gather(*(one.ended() for one in self.processes))


@asynccontextmanager
async def a_deploy(folder: Path, address: str) -> AsyncIterator[Deploy]:
    async with FakeDiscord() as fake, ModelServer(small_desk.answered) as model:
        fake.gateway.identify_seconds = 0.0
        fake.patience_seconds = 5.0
        key = Fernet.generate_key().decode()
        one_store = {"DATABASE_URL": address, "FRONTDESK_SECRET_KEY": key}
        deploy = Deploy(fake, folder, reaching(model, folder) | one_store)
        try:
            yield deploy
        finally:
            await deploy.close()
    assert fake.findings() == []


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'shared.db'}"
        return
    with a_database(request.getfixturevalue("postgres_server")) as made:
        yield made


async def test_what_two_processes_hear_is_answered_once(
    tmp_path: Path, address: str, count: Count
):
    async with a_deploy(tmp_path, address) as deploy:
        ann = deploy.fake.user("ann")
        old = await deploy.start()
        await _talk(deploy, ann, range(MESSAGES))
        await deploy.start()
        await _talk(deploy, ann, range(MESSAGES, 2 * MESSAGES))
        await deploy.stop(old)
        await _talk(deploy, ann, range(2 * MESSAGES, 3 * MESSAGES))

        numbers = [str(number) for number in range(3 * MESSAGES)]
        assert _said(deploy.fake, ann, "answer") == dict.fromkeys(numbers, 1)
        paid = small_desk.payments(tmp_path)
        assert paid == [str(MESSAGES - 1), str(2 * MESSAGES - 1), str(3 * MESSAGES - 1)]
        count(messages_that_two_processes_on_Discord_heard=len(numbers))


async def _talk(deploy: Deploy, user: User, numbers: range) -> None:
    """Say some things at once, and then have something paid for."""
    fake = deploy.fake
    for number in numbers:
        await fake.say(user, None, f"echo {number}")

    asked = {str(number) for number in numbers}
    await fake.until(lambda: asked <= set(_said(fake, user, "answer")), START_SECONDS)
    await fake.say(user, None, f"pay {numbers[-1]}")
    await fake.until(lambda: "Approve" in fake.answers(user)[-1].buttons, START_SECONDS)
    card = fake.answers(user)[-1]
    pressed = await fake.press(user, card, "Approve")
    assert pressed.trouble is None
    await fake.until(lambda: str(numbers[-1]) in _said(fake, user, "paid"), START_SECONDS)


def _said(fake: FakeDiscord, user: User, what: str) -> Counter[str]:
    """How often it was said of each number, whatever more stands there."""
    told = (row.content for row in fake.answers(user))
    return Counter(number for text in told for number in re.findall(rf"{what} (\d+)\.", text))
