"""R15: calls generated from the API's own description: no server error, nothing undescribed.

Schemathesis calls the served API as two people who must not see each other's things, with all
of its checks, and follows the ids of answers into further calls.
"""

import asyncio
import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.fakes.command_line import SETTINGS
from tests.faults.conftest import Count, asked_kills
from tests.platforms.http.desk import HttpDesk, served

pytestmark = [
    pytest.mark.faults,
    pytest.mark.timeout(3_000),
    pytest.mark.proves("R15"),
]

GOAL = "Onboard Jessica Smith as a marketing manager starting Monday"
# Whether a verdict fits what a request asks, no description can say.
CONFIG = """
continue-on-failure = true
request-timeout = 90.0

[auth.wfc]
path = "people.json"
peers = ["ana", "ben"]

[generation]
database = "none"

[checks.negative_data_rejection]
expected-statuses = [400, 401, 403, 404, 405, 406, 409, 413, 415, 422, 428, 429, "5xx"]

[[operations]]
include-operation-id = "post_requests_request_id_decision"
[operations.checks.positive_data_acceptance]
expected-statuses = ["2xx", 401, 403, 404, 409, 422]
"""
KNOWN = """
[parameters]
plan_id = { dictionary = "plan_id", probability = 0.7 }
session_id = { dictionary = "session_id", probability = 0.7 }
"body.description" = { dictionary = "description", probability = 0.6 }
"body.plan_id" = { dictionary = "plan_id", probability = 0.9 }
"body.session_id" = { dictionary = "session_id", probability = 0.9 }
"body.step_id" = { dictionary = "step_id", probability = 0.9 }

[dictionaries]
"""
PLANS = 4
SOME = ("--phases", "examples,fuzzing,stateful", "--generation-deterministic")


@dataclass(frozen=True)
class Kind:
    """Which calls are made, and how many of each endpoint: on every commit, and in full."""

    few: int
    many: int
    arguments: tuple[str, ...] = ()
    is_deep: bool = False


WIDE = Kind(2, 900)
"""Calls with anything in them, deletions too."""
DEEP = Kind(5, 300, ("--exclude-method", "DELETE", "--mode", "positive"), is_deep=True)
"""Calls that are right, most of them about what is there."""


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("FRONTDESK_API_DOCS", "true")


async def generated(desk: HttpDesk, kind: Kind, folder: Path) -> Any:
    """Have calls generated; the report on them."""
    examples, some = (kind.many, ()) if asked_kills() else (kind.few, SOME)
    report = folder / "report.json"
    arguments = [
        *("-m", "schemathesis.cli", "run", f"http://127.0.0.1:{desk.server.port}/openapi.json"),
        *("--checks", "all", "--max-examples", str(examples), "--no-color"),
        *("--report", "json", "--report-json-path", str(report), *some, *kind.arguments),
    ]
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *arguments,
        cwd=folder,
        env={"PATH": os.environ["PATH"]},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    told, _ = await process.communicate()
    assert report.exists(), told.decode()[-8_000:]
    return json.loads(report.read_text())


async def prepare(desk: HttpDesk, kind: Kind, folder: Path) -> None:
    """Let two people have plans to decide and a question to answer, and tell what there is."""
    people: list[object] = []
    for name in ("ben", "ana"):
        key = await desk.key(name)
        for _ in range(PLANS):
            task = {"session_id": "plans", "description": GOAL}
            assert (await desk.call("POST /input_task", task, key=key)).json["plan_id"]
        await desk.say("log me in", key=key, session="chat")
        header = {"name": "Authorization", "value": f"Bearer {key}"}
        people.insert(0, {"name": name, "fixedHeaders": [header]})
    plans = (await desk.call("GET /plans", key=key)).json
    known = {
        "description": [GOAL, "onboard somebody"],
        "plan_id": [plan["id"] for plan in plans],
        "step_id": [step["id"] for plan in plans for step in plan["steps"]],
        "session_id": ["plans"],
    }
    lines = [f"{name}.values = {json.dumps(values)}" for name, values in known.items()]
    (folder / "people.json").write_text(json.dumps({"auth": people}))
    config = f"{CONFIG}{KNOWN}{chr(10).join(lines)}" if kind.is_deep else CONFIG
    (folder / "schemathesis.toml").write_text(config)


@pytest.mark.parametrize("kind", [WIDE, DEEP], ids=["wide", "deep"])
async def test_no_generated_call_finds_a_fault(tmp_path: Path, kind: Kind, count: Count):
    async with served() as desk:
        await prepare(desk, kind, tmp_path)

        report = await generated(desk, kind, tmp_path)

    assert (report["failures"], report["errors"], report["complete"]) == ([], [], True)
    assert report["operations"]["tested"] == report["operations"]["selected"] > 0
    rates = report["valid_rates"]
    assert kind is WIDE or [name for name in rates if not reached(rates[name])] == []
    count(generated_calls_without_a_finding=report["test_cases"]["generated"])


def reached(phases: dict[str, dict[str, int]]) -> int:
    """How many valid calls of an endpoint found what they were about."""
    return sum(rates["accepted"] + rates["conflicts"] for rates in phases.values())
