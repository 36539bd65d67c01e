"""Plans over HTTP say of each step what sort of agent carries it out."""

from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from agents.kit import Agent
from tests.fakes.command_line import SETTINGS
from tests.platforms.http.desk import served
from tests.platforms.http.plans import make_plan

pytestmark = pytest.mark.timeout(60)


@pytest.mark.proves("S2-51")
async def test_an_agent_that_another_server_runs_is_told_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)
    async with served() as desk:
        agents = cast("dict[str, Agent]", desk.app.ports.catalogue.agents)
        agents["people"] = replace(agents["people"], remote="https://tools.example/people")

        plan = await make_plan(desk, await desk.key("ana"))

        kinds = {step["agent"]: step["agent_kind"] for step in plan["steps"]}
        assert kinds == {"people": "external_service", "it_support": "ai_assistant"}
