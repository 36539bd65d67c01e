"""Agents hosted elsewhere: whether their server may be asked is seen before anybody asks them."""

import sys
from pathlib import Path

import pytest

from tests.fakes.command_line import command

FAR = """
from agents.kit import remote_agent

far = remote_agent("far", "http://x:8123/far", description="Far.", introduction="Far away")
"""
UNREACHED = (
    "far: runs at http://x:8123/far, which lies below no address of FRONTDESK_TOOL_SERVERS; "
    "add http://x:8123 to it. (far_away.py:4)"
)


@pytest.fixture(autouse=True)
def switched_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "far_away", raising=False)  # each test has a file of its own
    (tmp_path / "far_away.py").write_text(FAR, encoding="utf-8")


def env(servers: str) -> dict[str, str]:
    return {"FRONTDESK_AGENTS": "far_away", "FRONTDESK_TOOL_SERVERS": servers}


@pytest.mark.parametrize("servers", ["", "https://x:8123", "http://x", "http://x:8123/near"])
def test_a_server_that_may_not_be_asked_is_found_before_anybody_asks(servers: str):
    shown = command("lint", env=env(servers))

    assert shown.output.splitlines() == [f"error: {UNREACHED}"]
    assert f"BAD   agents: {UNREACHED}" in command("doctor", env=env(servers)).output
    assert f"- {UNREACHED}" in command("chat", env=env(servers)).output


@pytest.mark.parametrize("servers", ["http://x:8123", "https://y, http://x:8123/far"])
def test_a_server_that_may_be_asked_is_fine(servers: str):
    assert command("lint", env=env(servers)).output.endswith("agents, nothing wrong.\n")


def test_an_agent_hosted_elsewhere_is_shown_where_it_is_named(tmp_path: Path):
    source = FAR.replace(', introduction="Far away"', "")
    (tmp_path / "farther.py").write_text(source, encoding="utf-8")

    shown = command("lint", env={**env("http://x:8123"), "FRONTDESK_AGENTS": "farther"})

    warning = "warning: far: is shown to people but has no introduction. (farther.py:4)"
    assert shown.output.splitlines()[0] == warning
