"""Settings of Discord: the token alone asks for it, and nothing is sent in the open."""

import importlib.util
from pathlib import Path

import pytest

from bot.bootstrap import configured
from bot.settings import SettingsWrong, read_settings
from tests.fakes.command_line import SETTINGS

TOKEN = {"DISCORD_TOKEN": "abc.def.ghi"}


@pytest.fixture(autouse=True)
def _with_nothing_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)


def test_the_token_asks_for_discord_and_is_kept_out_of_logs(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN["DISCORD_TOKEN"])

    settings = read_settings(None)

    assert configured(settings) == ("discord",)
    assert "abc.def.ghi" in settings.secrets
    assert "abc.def.ghi" not in repr(settings)


def test_a_public_key_asks_for_the_web_too(monkeypatch: pytest.MonkeyPatch):
    for name, value in (TOKEN | {"DISCORD_PUBLIC_KEY": "ab" * 32}).items():
        monkeypatch.setenv(name, value)

    assert configured(read_settings(None)) == ("discord", "http")


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"DISCORD_TOKEN": "Bot abc"}, "without “Bot”"),
        (TOKEN | {"DISCORD_API_URL": "http://example.com"}, "https://"),
        (TOKEN | {"DISCORD_GATEWAY_URL": "ws://example.com"}, "wss://"),
        (TOKEN | {"DISCORD_GATEWAY_URL": "https://example.com"}, "wss://"),
        (TOKEN | {"DISCORD_PUBLIC_KEY": "xyz"}, "DISCORD_PUBLIC_KEY"),
        (TOKEN | {"FRONTDESK_DISCORD_GUILD": "my server"}, "FRONTDESK_DISCORD_GUILD"),
        ({"DISCORD_PUBLIC_KEY": "ab" * 32}, "set DISCORD_TOKEN too"),
    ],
)
def test_what_is_wrong_is_told(monkeypatch: pytest.MonkeyPatch, given: dict[str, str], told: str):
    for name, value in given.items():
        monkeypatch.setenv(name, value)

    with pytest.raises(SettingsWrong, match=told):
        read_settings(None)


def test_a_missing_extra_is_told_with_what_installs_it(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN["DISCORD_TOKEN"])
    find = importlib.util.find_spec
    monkeypatch.setattr(
        "bot.settings.discord.find_spec", lambda name: None if name == "discord" else find(name)
    )

    with pytest.raises(SettingsWrong, match=r"pip install frontdesk\[discord\]"):
        read_settings(None)
