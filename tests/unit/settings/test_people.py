"""Whom the operator names as admins, and what one person may use."""

import pytest

from bot.domain.budget import Allowance
from bot.settings import SettingsWrong, read_settings


def test_admins_are_named_one_after_the_other(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("FRONTDESK_ADMINS", "slack/T1/U1, U2,console/local/ana")

    assert read_settings(None).admins == ("slack/T1/U1", "U2", "console/local/ana")


@pytest.mark.parametrize("entry", ["slack/U1", "a/b/c/d", "two words", "/"])
def test_what_names_nobody_is_refused(monkeypatch: pytest.MonkeyPatch, entry: str):
    monkeypatch.setenv("FRONTDESK_ADMINS", entry)

    with pytest.raises(SettingsWrong, match="platform/workspace/user"):
        read_settings(None)


def test_without_a_word_nobody_is_named_and_nothing_is_limited():
    settings = read_settings(None)

    assert settings.admins == ()
    assert not settings.allowance.is_limited


def test_limits_are_of_a_person_and_of_a_workspace(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("FRONTDESK_DAILY_TURNS", "40")
    monkeypatch.setenv("FRONTDESK_WORKSPACE_DAILY_TURNS", "900")
    monkeypatch.setenv("FRONTDESK_WORKSPACE_DAILY_MODEL_CALLS", "2000")
    monkeypatch.setenv("FRONTDESK_WORKSPACE_DAILY_DOLLARS", "25")
    settings = read_settings(None)

    assert settings.allowance == Allowance(turns=40)
    assert settings.shared_allowance == Allowance(2_000, 25_000_000, 900)


def test_limits_are_calls_and_dollars(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("FRONTDESK_DAILY_MODEL_CALLS", "200")
    monkeypatch.setenv("FRONTDESK_DAILY_DOLLARS", "1.50")

    assert read_settings(None).allowance == Allowance(200, 1_500_000)
