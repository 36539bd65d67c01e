"""The demo dialogue of the bank over HTTP, by rules alone, to the right transfer."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from agents.catalogue import AGENTS
from bot.llm.models import NoModel
from bot.llm.rules_reader import RulesReader
from tests.fakes.command_line import SETTINGS
from tests.platforms.http.desk import HttpDesk, served
from tests.platforms.kept import moved

pytestmark = pytest.mark.timeout(60)

# What is said, whose words the answer is, and what it must tell.
BEGINNING = (
    ("hello", "bot", "transfer_money"),
    ("Transfer money", "authenticate", "username"),
    ("seldo", "authenticate", "password"),
)
PASSWORD = ("account_balance", "Which of your accounts")
END = (
    ("Checking", "account_balance", "$1,000.00"),
    ("To account ID 1234324", "transfer_money", "amount"),
    ("500", "transfer_money", "$500.00 went from Checking (1234567890) to account 1234324"),
)


@pytest.fixture
async def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[HttpDesk]:
    monkeypatch.chdir(tmp_path)
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)
    async with served(model=NoModel(), reader=RulesReader(AGENTS)) as served_desk:
        yield served_desk


async def spoken(desk: HttpDesk, key: str) -> str:
    """All lines of the session, each with its speaker."""
    lines = (await desk.call("GET /sessions/s1/messages?limit=100", key=key)).json
    return "\n".join(f"{line['source']}: {line['content']}" for line in lines)


@pytest.mark.parametrize("way", ["as a decision", "as a message"])
@pytest.mark.proves("S0-60", "S0-61", "S0-62", "S0-63", "S0-65", "S0-68", "S0-69", "S0-70")
async def test_the_dialogue_leads_to_the_right_transfer(desk: HttpDesk, way: str):
    key = await desk.key("ana")
    for line, agent, told in BEGINNING:
        assert told in "\n".join(await desk.say(line, key=key))
        assert f"{agent}: " in await spoken(desk, key)
    by_message = way == "as a message"
    answers = await (desk.say("monkey", key=key) if by_message else desk.fill("monkey", key=key))
    assert PASSWORD[1] in "\n".join(answers)
    for line, agent, told in END:
        assert told in "\n".join(await desk.say(line, key=key))
        assert f"{agent}: " in await spoken(desk, key)

    assert await moved(desk) == [("1234567890", "1234324", 50_000)]
    assert "monkey" not in await spoken(desk, key)
    assert (await desk.call("GET /requests", key=key)).json == []
    assert (await desk.call("GET /sessions/s1", key=key)).json["current_status"] == "completed"
