"""Settings of Slack and the web: checked by shape, contradictions told together."""

from collections.abc import Callable
from pathlib import Path

import pytest

from bot.settings import Settings, SettingsWrong, read_settings
from tests.fakes.command_line import SETTINGS

Read = Callable[[dict[str, str]], Settings]

ONE_WORKSPACE = {"SLACK_BOT_TOKEN": "xoxb-1", "SLACK_APP_TOKEN": "xapp-1"}
SEVERAL = {
    "SLACK_CLIENT_ID": "1.2",
    "SLACK_CLIENT_SECRET": "hush",
    "SLACK_SIGNING_SECRET": "new, old",
    "FRONTDESK_PUBLIC_URL": "https://desk.example.com/",
}


@pytest.fixture(autouse=True)
def _with_nothing_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch):
    def _read(given: dict[str, str]) -> Settings:
        for name, value in given.items():
            monkeypatch.setenv(name, value)
        return read_settings()

    return _read


def test_slack_is_off_when_nothing_is_set(read: Read):
    settings = read({})

    assert not settings.has_slack
    assert settings.slack_api_url == "https://slack.com/api/"
    assert settings.slack_authorize_url == "https://slack.com/oauth/v2/authorize"
    assert settings.slack_signing_secrets == ()


def test_one_workspace_needs_a_token_and_a_way_in(read: Read):
    settings = read(ONE_WORKSPACE)

    assert settings.has_slack
    assert not settings.slack_installs_itself


def test_several_workspaces_install_it_themselves(read: Read):
    settings = read(SEVERAL)

    assert settings.slack_installs_itself
    assert settings.slack_signing_secrets == ("new", "old")
    assert settings.public_url == "https://desk.example.com"


def test_slack_s_values_are_secrets(read: Read):
    settings = read(SEVERAL | {"SLACK_APP_TOKEN": "xapp-9"})

    assert {"xapp-9", "hush", "new", "old"} <= set(settings.secrets)
    assert "hush" not in repr(settings)


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("SLACK_BOT_TOKEN", "xapp-1", "begins with xoxb-"),
        ("SLACK_BOT_TOKEN", "xoxe.xoxb-1", "lasts 12 hours"),
        ("SLACK_APP_TOKEN", "xoxb-1", "begins with xapp-"),
        ("SLACK_SIGNING_SECRET", "a,b,c", "one secret, or the new and the old one"),
        ("SLACK_SIGNING_SECRET", ",", "one secret, or the new and the old one"),
        ("SLACK_API_URL", "http://slack.example.com/api/", "must begin with https://"),
        ("FRONTDESK_PUBLIC_URL", "http://desk.example.com", "must begin with https://"),
        ("FRONTDESK_LINK_HOSTS", "https://docs.example.com", "is no host"),
        ("FRONTDESK_LINK_HOSTS", "127.0.0.1", "is no host"),
        ("PORT", "65536", "from 0 to 65535"),
    ],
)
def test_a_value_of_the_wrong_kind_is_refused(read: Read, name: str, value: str, told: str):
    with pytest.raises(SettingsWrong, match=told) as caught:
        read({name: value})

    assert [problem.partition(":")[0] for problem in caught.value.problems] == [name]


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"SLACK_APP_TOKEN": "xapp-1"}, ["SLACK_APP_TOKEN is set; set SLACK_BOT_TOKEN"]),
        ({"SLACK_SIGNING_SECRET": "s"}, ["SLACK_SIGNING_SECRET is set; set SLACK_BOT_TOKEN"]),
        ({"SLACK_BOT_TOKEN": "xoxb-1"}, ["Slack has no way to send anything"]),
        (
            {"SLACK_CLIENT_ID": "1.2"},
            ["go together", "say in FRONTDESK_PUBLIC_URL", "no way to send anything"],
        ),
        (SEVERAL | {"SLACK_BOT_TOKEN": "xoxb-1"}, ["set only one of them"]),
    ],
)
def test_everything_that_contradicts_itself_is_told(
    read: Read, given: dict[str, str], told: list[str]
):
    with pytest.raises(SettingsWrong) as caught:
        read(given)

    problems = caught.value.problems
    assert [part for part, whole in zip(told, problems, strict=True) if part not in whole] == []


def test_another_slack_may_be_on_this_machine(read: Read):
    settings = read({"SLACK_API_URL": "http://127.0.0.1:9999/api"})

    assert settings.slack_api_url == "http://127.0.0.1:9999/api/"
    assert settings.slack_authorize_url == "http://127.0.0.1:9999/oauth/v2/authorize"


@pytest.mark.parametrize(
    ("given", "where"),
    [
        ({}, ("127.0.0.1", 8000)),
        ({"PORT": "5000"}, ("0.0.0.0", 5000)),  # noqa: S104 - what is being tested
        ({"PORT": "5000", "FRONTDESK_HOST": "127.0.0.1"}, ("127.0.0.1", 5000)),
    ],
)
def test_a_hosting_service_s_port_opens_every_address(
    read: Read, given: dict[str, str], where: tuple[str, int]
):
    settings = read(given)

    assert (settings.host, settings.port) == where


def test_hosts_of_links_are_written_in_small_letters(read: Read):
    hosts = read({"FRONTDESK_LINK_HOSTS": "Docs.Example.com, *.wiki.example.com"}).link_hosts

    assert hosts == ("docs.example.com", "*.wiki.example.com")
