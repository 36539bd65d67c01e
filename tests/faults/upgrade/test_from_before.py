"""Conversations that an earlier version left go on under this one, and nothing acts unasked.

Whatever a conversation waited for, its person's next words are answered: it goes on, asks again,
or ends with a notice. Nothing takes effect but what is said, or approved, under this version.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs
from structlog.typing import EventDict

from tests.contract.conftest import ON_POSTGRES
from tests.fakes.model_answers import Asked, Reply, Script, calls, says
from tests.fakes.model_server import ModelServer
from tests.fakes.stand_in_server import stands_in
from tests.faults.conftest import Count
from tests.faults.successor import Successor, asked, succeeding
from tests.faults.upgrade.left import LEFT, LEFT_AT, Left, restore

pytestmark = [pytest.mark.faults, pytest.mark.timeout(300), pytest.mark.proves("R21")]

TRANSFERS = "bank_transfers"
EFFECTS = (
    TRANSFERS,
    "procurement_orders",
    "people_employees",
    "people_orientations",
    "it_accounts",
    "it_laptops",
)
UNFINISHED = "SELECT session FROM inbox WHERE status <> 'done'"
UNSENT = "SELECT session FROM outbox WHERE sent_at IS NULL"
LONGEST_SECONDS = 30.0
SENT = "SELECT minor FROM bank_transfers"
CONFIRMED = {50_000, 65_000, 70_000}
UNSAID = {"to_account": "1234324", "amount": "499"}
PLAINEST: dict[str, Any] = {
    "array": [],
    "boolean": False,
    "integer": 0,
    "number": 0,
    "null": None,
}
BEFORE = [left for left in LEFT if left.rest]


@pytest.fixture(params=["sqlite", ON_POSTGRES])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'before.db'}"
    else:
        yield request.getfixturevalue("postgres_address")


def eager(request: Asked) -> Reply:
    """A model that sends money whenever it can, and else understands as little as it may."""
    tools = {tool["function"]["name"] for tool in request.body.get("tools", ())}
    if "transfer" in tools:
        return calls(("transfer", json.dumps(UNSAID)))
    form = request.body.get("response_format") or {}
    if "json_schema" in form:
        return says(json.dumps(_least(form["json_schema"]["schema"])))
    return says("Which one do you mean?")


def _least(schema: dict[str, Any]) -> Any:
    """The plainest value that fits."""
    if "enum" in schema:
        return schema["enum"][-1]
    if "anyOf" in schema:
        return _least(schema["anyOf"][-1])
    kinds = schema.get("type")
    kind = kinds[-1] if isinstance(kinds, list) else kinds
    if kind == "object":
        return {name: _least(one) for name, one in schema.get("properties", {}).items()}
    return PLAINEST.get(str(kind), "")


@asynccontextmanager
async def upgraded(address: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Successor]:
    """This version at work on what was left, all that was cut off begun again."""
    await asyncio.to_thread(restore, address)
    left = counted(address)
    async with succeeding(address, LEFT_AT, monkeypatch) as successor:
        await successor.engine.start()
        await successor.caught_up()
        assert counted(address) == left, "a turn that was cut off has acted"
        yield successor


async def problems(
    successor: Successor, address: str, left: Left, logs: list[EventDict]
) -> list[str]:
    """Say what comes next in a conversation; tell what went wrong with that."""
    rows, told = counted(address), len(successor.platform.replies)
    del logs[:]
    try:
        async with asyncio.timeout(LONGEST_SECONDS):
            await successor.hear(left.goes_on())
    except TimeoutError:  # nothing after it could be told apart
        pytest.fail(f"{left.name} does not end: {set(faults_in(logs))}")
    here = [one for one in successor.platform.replies[told:] if one.thread == left.thread]
    grown = {name for name, count in counted(address).items() if count != rows[name]}
    return [
        *([] if here else ["nothing was said"]),
        *(f"{name} has more rows" for name in sorted(grown - {*left.may_add_to})),
        *faults_in(logs),
        *(f"{one} is not finished" for one in unfinished(address)),
    ]


def counted(address: str) -> dict[str, object]:
    """How many rows the tables have that effects add to."""
    return {name: asked(address, f"SELECT count(*) FROM {name}")[0][0] for name in EFFECTS}  # noqa: S608 - names of ours


def faults_in(logs: list[EventDict]) -> list[str]:
    return [str(log["event"]) for log in logs if log["log_level"] in {"error", "critical"}]


def unfinished(address: str) -> list[str]:
    """The conversations with a turn that has not ended, or a reply that was not sent."""
    return [str(session) for ask in (UNFINISHED, UNSENT) for (session,) in asked(address, ask)]


async def go_on(address: str, monkeypatch: pytest.MonkeyPatch) -> dict[str, list[str]]:
    """Go on with every conversation; tell what went wrong with which."""
    with capture_logs() as logs:
        async with upgraded(address, monkeypatch) as successor:
            found = {"at the start": [*faults_in(logs), *unfinished(address)]}
            threads = {reply.thread for reply in successor.platform.replies}
            unheard = [one.name for one in LEFT if one.cut_off and one.thread not in threads]
            found["cut off"] = [f"{name} was not told anything" for name in unheard]
            for left in LEFT:
                found[left.name] = await problems(successor, address, left, logs)
            del logs[:]
            await successor.passes(hours=24 * 10)
            found["at the end"] = [*faults_in(logs), *unfinished(address)]
            unsaid = {minor for (minor,) in asked(address, SENT)} - CONFIRMED
            found["sent"] = [f"{minor} cents, which nobody confirmed" for minor in unsaid]
    return {name: wrong for name, wrong in found.items() if wrong}


@asynccontextmanager
async def reading_by(
    script: Script | None, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[ModelServer | None]:
    """Let a model answer that follows a script, or rules where there is none."""
    if script is None:
        yield None
        return
    async with ModelServer(script) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        monkeypatch.setenv("OPENAI_API_KEY", "none")
        monkeypatch.setenv("FRONTDESK_MODEL", "scripted")
        yield server


async def test_by_rules_every_conversation_goes_on(
    address: str, monkeypatch: pytest.MonkeyPatch, count: Count
):
    assert await go_on(address, monkeypatch) == {}

    count(conversations_over_an_upgrade=len(LEFT))


async def test_with_a_model_every_conversation_goes_on(
    address: str, monkeypatch: pytest.MonkeyPatch, count: Count
):
    async with reading_by(eager, monkeypatch) as server:
        assert await go_on(address, monkeypatch) == {}
        assert server is not None
        assert server.asked
    count(conversations_over_an_upgrade=len(LEFT))


@pytest.mark.parametrize("script", [None, stands_in], ids=["by rules", "with a model"])
@pytest.mark.parametrize("left", BEFORE, ids=lambda left: left.name)
async def test_what_was_ordered_before_does_not_act_unless_it_is_said_again(
    tmp_path: Path, left: Left, script: Script | None, monkeypatch: pytest.MonkeyPatch
):
    address = f"sqlite:///{tmp_path / 'before.db'}"
    async with reading_by(script, monkeypatch), upgraded(address, monkeypatch) as successor:
        before = len(successor.platform.said)
        for number, text in enumerate(left.rest, start=1):
            await successor.hear(left.says(text, number))

    assert len(successor.platform.said) >= before + len(left.rest)
    assert counted(address)[TRANSFERS] == 0
