"""The time zone: the operator's word, else the host's, else UTC."""

from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from bot.settings import SettingsWrong, read_settings
from bot.settings.values import host_zone
from tests.fakes.command_line import SETTINGS

NOWHERE = Path("/nowhere/at/all")


@pytest.fixture(autouse=True)
def _with_nothing_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    for name in (*SETTINGS, "TZ"):
        monkeypatch.delenv(name, raising=False)


def test_the_operator_names_the_zone(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("FRONTDESK_TIMEZONE", "Asia/Tokyo")

    assert read_settings().zone == ZoneInfo("Asia/Tokyo")


@pytest.mark.parametrize("wrong", ["Berlin", "Europe", "CEST+2", "../etc/passwd", "x" * 300])
def test_a_zone_that_there_is_not_is_refused_with_what_to_write(
    wrong: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("FRONTDESK_TIMEZONE", wrong)

    with pytest.raises(SettingsWrong, match="write an IANA name such as Europe/Berlin"):
        read_settings()


@pytest.mark.parametrize(
    "told", ["Europe/Rome", ":Europe/Rome", ":/usr/share/zoneinfo/Europe/Rome"]
)
def test_without_it_the_environment_of_the_machine_says(
    told: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("TZ", told)

    assert read_settings().zone == ZoneInfo("Europe/Rome")


def test_then_the_files_of_the_machine_say(tmp_path: Path):
    target = tmp_path / "zoneinfo" / "Europe" / "Oslo"
    target.parent.mkdir(parents=True)
    target.write_bytes(b"")
    link, named = tmp_path / "localtime", tmp_path / "timezone"
    link.symlink_to(target)
    named.write_text("Asia/Tokyo\n")

    assert host_zone(link, NOWHERE) == ZoneInfo("Europe/Oslo")
    assert host_zone(NOWHERE, named) == ZoneInfo("Asia/Tokyo")


def test_a_machine_that_does_not_say_lives_in_utc(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("TZ", "<+03>-3")

    assert host_zone(NOWHERE, NOWHERE) == ZoneInfo("UTC")
