"""What the operator lets agents' tools reach."""

import pytest

from bot.bootstrap import CatalogueWrong, build
from bot.settings import SettingsWrong, read_settings
from bot.tools.sql_sqlite import Questions


def test_nothing_is_reached_beyond_the_public_web_without_a_word():
    settings = read_settings(None)

    assert (settings.page_hosts, settings.private_hosts, settings.databases) == ((), (), {})


def test_hosts_are_named_one_after_the_other(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("FRONTDESK_PAGE_HOSTS", "docs.example.com, *.example.org")
    monkeypatch.setenv(
        "FRONTDESK_PRIVATE_HOSTS", "Wiki.local,10.0.0.7:8080,[fd00::7]:80,localhost"
    )

    settings = read_settings(None)

    assert settings.page_hosts == ("docs.example.com", "*.example.org")
    assert settings.private_hosts == ("wiki.local", "10.0.0.7:8080", "[fd00::7]:80", "localhost")


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("FRONTDESK_PAGE_HOSTS", "https://docs.example.com", "is no host"),
        ("FRONTDESK_PRIVATE_HOSTS", "http://wiki.local", "write wiki.local or 10.0.0.7:8080"),
        ("FRONTDESK_PRIVATE_HOSTS", "wiki.local/x", "write wiki.local or 10.0.0.7:8080"),
        ("FRONTDESK_DATABASES", "employees", "write name=address"),
        ("FRONTDESK_DATABASES", "employees=mysql://host/x", "write name=address"),
    ],
)
def test_what_cannot_be_meant_is_refused(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, words: str
):
    monkeypatch.setenv(name, value)

    with pytest.raises(SettingsWrong, match=words):
        read_settings(None)


def test_a_database_elsewhere_keeps_its_password_to_itself(
    monkeypatch: pytest.MonkeyPatch, tmp_path: object
):
    address = "postgres://reader:monkey@db.example/people"
    monkeypatch.setenv("FRONTDESK_DATABASES", f"employees={address}")
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path}/own.db")

    settings = read_settings(None)

    assert "monkey" in settings.secrets
    assert "monkey" not in repr(settings)
    assert isinstance(build(settings).ports.sql, Questions)


def test_a_database_nobody_asks_is_refused(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("FRONTDESK_DATABASES", "employes=sqlite:///people.db")

    with pytest.raises(CatalogueWrong, match="called employes; there are: employees"):
        build(read_settings(None))
