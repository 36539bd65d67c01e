"""What is run: what is configured, or what is asked for by name."""

import asyncio
import gc
from pathlib import Path

import pytest

from bot.bootstrap import Settings, build, read_settings, serve
from bot.bootstrap.platforms import HTTP
from bot.bootstrap.serve import NothingToRun, wanted
from tests.fakes.command_line import SETTINGS

SLACK = "slack"
SLACK_TOKENS = {"SLACK_BOT_TOKEN": "xoxb-1", "SLACK_APP_TOKEN": "xapp-1"}


def settings_of(monkeypatch: pytest.MonkeyPatch, **given: str) -> Settings:
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    return read_settings(None)


@pytest.mark.parametrize(
    ("given", "only", "names"),
    [
        ({}, "", []),
        ({}, SLACK, []),
        ({}, HTTP, [HTTP]),
        ({"PORT": "80"}, "", [HTTP]),
        (SLACK_TOKENS, "", [SLACK]),
        (SLACK_TOKENS, HTTP, [HTTP]),
        ({**SLACK_TOKENS, "PORT": "80"}, "", [SLACK, HTTP]),
        ({**SLACK_TOKENS, "PORT": "80"}, SLACK, [SLACK]),
    ],
)
def test_what_is_configured_runs_and_the_web_whenever_it_is_asked_for(
    monkeypatch: pytest.MonkeyPatch, given: dict[str, str], only: str, names: list[str]
):
    assert wanted(settings_of(monkeypatch, **given), only) == names


def test_the_web_is_asked_for_without_a_port_on_this_machine_alone(
    monkeypatch: pytest.MonkeyPatch,
):
    settings = settings_of(monkeypatch)

    assert (settings.host, settings.port) == ("127.0.0.1", 8000)


def test_whoever_runs_nothing_is_told_where_to_look():
    assert "“slack” is not configured. “frontdesk doctor” says what" in str(NothingToRun(SLACK))


async def test_what_was_loaded_is_not_looked_through_for_garbage_while_it_runs(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    monkeypatch.chdir(tmp_path)
    database = f"sqlite:///{tmp_path / 'frontdesk.db'}"
    settings = settings_of(monkeypatch, DATABASE_URL=database, PORT="0")

    serving = asyncio.create_task(serve(build(settings)))
    try:
        while not gc.get_freeze_count() and not serving.done():  # noqa: ASYNC110 - it rings no bell
            await asyncio.sleep(0)
        assert gc.get_freeze_count() > len(gc.get_objects())
    finally:
        serving.cancel()
        await asyncio.gather(serving, return_exceptions=True)
        gc.unfreeze()
