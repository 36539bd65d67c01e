"""R15: every caller on every endpoint, about their own things and somebody else's."""

import json
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, closing
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

import pytest
from multidict import CIMultiDict

from tests.fakes.command_line import SETTINGS
from tests.platforms.http.desk import Heard, HttpDesk, served
from tests.platforms.http.rights import ALL, PRINCIPALS, PROXY_SECRET, ROLES, ROWS, Role

pytestmark = [pytest.mark.timeout(300), pytest.mark.proves("R15", "S2-03")]

GOAL = "Onboard Jessica Smith as a marketing manager starting Monday"
Judged = Callable[["Court", Mapping[str, Role]], Awaitable[int]]
Dump = dict[str, list[tuple[object, ...]]]
Who = tuple[str, str]


@dataclass(frozen=True)
class Things:
    """What somebody has that calls can be about."""

    session: str
    plan: str
    step: str
    request: str


@dataclass
class Court:
    """A served application, and people in it who have things."""

    desk: HttpDesk
    keys: dict[Who, str] = field(default_factory=dict)
    count: int = 0
    wrong: list[str] = field(default_factory=list)

    async def things(self, who: Who) -> Things:
        """New things of somebody."""
        user, workspace = who
        if who not in self.keys:
            self.keys[who] = await self.desk.key(user, ALL, workspace=workspace)
        key, self.count = self.keys[who], self.count + 1
        task = {"session_id": f"of-{user}-{workspace}-{self.count}", "description": GOAL}
        made = await self.desk.call("POST /input_task", task, key=key)
        (plan,) = (
            await self.desk.call(f"GET /plans?session_id={task['session_id']}", key=key)
        ).json
        step = next(one for one in plan["steps"] if one["status"] == "awaiting_feedback")
        asked = (await self.desk.call("GET /requests?limit=100", key=key)).json[-1]
        return Things(made.json["session_id"], plan["id"], step["id"], asked["id"])

    async def headers(self, role: Role) -> CIMultiDict[str]:
        """What somebody sends along."""
        sent = CIMultiDict(role.sends)
        if role.has_key:
            scopes = role.scopes or ALL
            key = await self.desk.key(role.user, scopes, workspace=role.workspace, days=role.days)
            sent["authorization"] = f"Bearer {key}"
            if role.is_revoked:
                await self.desk.keys.revoke(key.split("_")[1], self.desk.app.ports.clock.now())
        return sent

    async def call(self, line: str, things: Things, headers: CIMultiDict[str]) -> Heard:
        """Call an endpoint about some things."""
        names = {**asdict(things), "session_id": things.session, "plan_id": things.plan}
        names["request_id"] = things.request
        method, _, path = line.partition(" ")
        body = ROWS[line].body
        filled = {
            n: v.format(**names) if isinstance(v, str) else v for n, v in (body or {}).items()
        }
        data = json.dumps(filled).encode() if body else None
        address = f"http://127.0.0.1:{self.desk.server.port}{path.format(**names)}"
        sent = headers.copy()
        sent.extend({"content-type": "application/json"} if body else {})
        async with self.desk.client.request(method, address, data=data, headers=sent) as heard:
            return Heard(heard.status, heard.headers, await heard.text())

    async def all_of(self, who: Who) -> list[str]:
        """All that somebody can read of their own."""
        paths = ("/sessions", "/requests", "/plans", "/messages")
        read = [await self.desk.call(f"GET {p}?limit=100", key=self.keys[who]) for p in paths]
        assert {one.status for one in read} == {200}
        return [one.text for one in read]


@asynccontextmanager
async def court() -> AsyncIterator[Court]:
    async with served() as desk:
        yield Court(desk)


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)


def dump() -> Dump:
    """Everything in the database."""
    with closing(sqlite3.connect("frontdesk.db")) as connection:
        names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        return {name: connection.execute(f"SELECT * FROM {name}").fetchall() for (name,) in names}  # noqa: S608 - names of tables


async def settled(court: Court) -> Dump:
    """Everything in the database, once nothing changes any more."""
    before, now = None, dump()
    while before != now:
        await court.desk.call("GET /readyz")
        before, now = now, dump()
    return now


async def refusals(court: Court, roles: Mapping[str, Role]) -> int:
    """Call all that must be refused; nothing may change by any of it."""
    things = {who: await court.things(who) for who in (("ana", "main"), ("ben", "main"))}
    sent = {name: await court.headers(role) for name, role in roles.items()}
    before, calls = await settled(court), 0
    for name, role in roles.items():
        for who, theirs in things.items():
            is_own = who == (role.user, role.workspace)
            for line, row in ROWS.items():
                if (expected := role.expects(row, is_own=is_own)) >= 400:
                    heard, calls = await court.call(line, theirs, sent[name]), calls + 1
                    check(court, f"{name}: {line} of {who[0]}", heard, expected)
    assert dump() == before
    return calls


async def successes(court: Court, roles: Mapping[str, Role]) -> int:
    """Call all that must succeed, about new things; what is somebody else's stays as it is."""
    calls = 0
    for name, role in roles.items():
        sent, me = await court.headers(role), (role.user, role.workspace)
        other = ("ben", "main") if me == ("ana", "main") else ("ana", "main")
        theirs = await court.things(other)
        mine, before = await court.things(me), await court.all_of(other)
        for line, row in ROWS.items():
            for is_own in (True, False):
                if (expected := role.expects(row, is_own=is_own)) >= 400:
                    continue
                heard, calls = await court.call(line, mine if is_own else theirs, sent), calls + 1
                check(court, f"{name}: {line} own={is_own}", heard, expected)
                if theirs.plan in heard.text or theirs.request in heard.text:
                    court.wrong.append(f"{name}: {line} tells what is {other[0]}'s")
                if row.body and is_own:  # what was decided cannot be decided again
                    mine = await court.things(me)
        if await court.all_of(other) != before:
            court.wrong.append(f"{name} changed what is {other[0]}'s")
    return calls


def check(court: Court, what: str, heard: Heard, expected: int) -> None:
    if heard.status != expected:
        court.wrong.append(f"{what}: {heard.status}, not {expected}: {heard.text[:200]}")


async def test_every_endpoint_has_its_row_and_needs_what_it_says(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("FRONTDESK_API_DOCS", "true")
    async with court() as opened:
        paths = (await opened.desk.call("GET /openapi.json")).json["paths"]

    described = {
        f"{method.upper()} {path}": operation["security"]
        for path, methods in paths.items()
        for method, operation in methods.items()
    }
    assert described == {
        line: [{"key": [row.needs]}, {"proxy": [row.needs]}] if row.needs else []
        for line, row in ROWS.items()
    }


@pytest.mark.parametrize("judged", [refusals, successes])
async def test_callers_with_keys_reach_what_is_theirs_and_nothing_else(judged: Judged):
    async with court() as opened:
        calls = await judged(opened, ROLES)

    assert opened.wrong == []
    assert calls > 100


@pytest.mark.parametrize("judged", [refusals, successes])
async def test_principals_are_believed_of_the_proxy_alone(
    judged: Judged, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("FRONTDESK_TRUSTED_PROXY_SECRET", PROXY_SECRET)
    async with court() as opened:
        calls = await judged(opened, PRINCIPALS)

    assert opened.wrong == []
    assert calls > 50


async def test_principals_are_nobody_where_no_proxy_is_trusted():
    nobody = {name: replace(role, scopes=frozenset()) for name, role in PRINCIPALS.items()}
    async with court() as opened:
        calls = await refusals(opened, nobody)

    assert opened.wrong == []
    assert calls == len(PRINCIPALS) * 2 * sum(row.needs is not None for row in ROWS.values())
