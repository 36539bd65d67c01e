"""Settings: read from the environment and `.env`, everything wrong told at once."""

from decimal import Decimal
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.settings import SettingsWrong, read_settings, unknown_names
from tests.fakes.command_line import SETTINGS


@pytest.fixture(autouse=True)
def _with_nothing_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)


def test_nothing_needs_to_be_set(tmp_path: Path):
    settings = read_settings()

    assert settings.database_address == "sqlite:///frontdesk.db"
    assert settings.key_file == tmp_path / ".frontdesk" / "secret.key"
    assert not settings.has_model
    assert settings.demo


@pytest.mark.proves("S2-04")
def test_the_environment_wins_over_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / ".env").write_text("FRONTDESK_MODEL=file\nFRONTDESK_AGENTS=a, b\n")
    monkeypatch.setenv("FRONTDESK_MODEL", "environment")

    settings = read_settings()

    assert settings.models == ("environment",)
    assert settings.agents == ("a", "b")


def test_an_empty_value_is_no_value(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("OPENAI_API_KEY", "")

    assert not read_settings().has_model


def test_blanks_and_line_breaks_around_a_value_are_no_part_of_it(
    monkeypatch: pytest.MonkeyPatch,
):
    # What `echo` wrote into the file of a secret ends in a line break.
    given = {
        "OPENAI_API_KEY": "sk-abc\n",
        "OPENAI_BASE_URL": " http://localhost:8000/v1/ \r\n",
        "FRONTDESK_MODEL": " small ",
        "SLACK_BOT_TOKEN": "xoxb-1\n",
        "SLACK_APP_TOKEN": " xapp-1",
        "DATABASE_URL": " sqlite:///here.db ",
        "FRONTDESK_DEMO": "false ",
        "DISCORD_TOKEN": " \n",
    }
    for name, value in given.items():
        monkeypatch.setenv(name, value)

    settings = read_settings()

    assert settings.openai_api_key == SecretStr("sk-abc")
    assert settings.openai_base_url == "http://localhost:8000/v1"
    assert settings.models == ("small",)
    assert settings.slack_bot_token == SecretStr("xoxb-1")
    assert settings.slack_app_token == SecretStr("xapp-1")
    assert settings.sqlite_path == Path("here.db")
    assert not settings.demo
    assert settings.discord_token is None, "blanks alone are no value"
    assert "sk-abc" in settings.secrets


@pytest.mark.parametrize(
    "name",
    [
        *("OPENAI_API_KEY", "AZURE_OPENAI_API_KEY", "DISCORD_TOKEN"),
        *("SLACK_BOT_TOKEN", "SLACK_APP_TOKEN"),
    ],
)
@pytest.mark.parametrize("within", ["\n", "é", "\x7f"])
def test_a_key_that_cannot_be_sent_is_refused_and_not_shown(
    name: str, within: str, monkeypatch: pytest.MonkeyPatch
):
    start = {"SLACK_BOT_TOKEN": "xoxb-", "SLACK_APP_TOKEN": "xapp-"}.get(name, "sk")
    monkeypatch.setenv(name, f"{start}hunter{within}2")

    with pytest.raises(SettingsWrong) as caught:
        read_settings()

    (problem,) = caught.value.problems
    assert problem.startswith(f"{name}: a key holds no line breaks and no letters beyond ASCII")
    assert "hunter" not in problem


def test_a_file_that_may_not_be_read_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / ".env").write_text("LOG_LEVEL=INFO\n")

    def refused(_path: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_bytes", refused)

    with pytest.raises(SettingsWrong, match=r"\.env cannot be read: Permission denied"):
        read_settings()


def test_everything_wrong_is_told_at_once_with_what_to_do(monkeypatch: pytest.MonkeyPatch):
    wrong = {
        "DATABASE_URL": "mysql://user:hunter2@host/name",
        "OPENAI_BASE_URL": "localhost:8000",
        "FRONTDESK_PRICES": "gpt=cheap",
        "FRONTDESK_TOOL_SERVERS": "https://ok.example, ftp://tools",
        "FRONTDESK_DEMO": "perhaps",
        "LOG_LEVEL": "loud",
    }
    for name, value in wrong.items():
        monkeypatch.setenv(name, value)

    with pytest.raises(SettingsWrong) as caught:
        read_settings()

    assert {problem.partition(":")[0] for problem in caught.value.problems} == set(wrong)
    assert "write sqlite:///path/to/file.db" in str(caught.value)
    assert "hunter2" not in str(caught.value)


def test_settings_that_need_one_another_are_told_together(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("AZURE_OPENAI_ENDPOINT", "https://mine.openai.azure.com")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://localhost:8000/v1")

    with pytest.raises(SettingsWrong) as caught:
        read_settings()

    azure, server = caught.value.problems
    assert "AZURE_OPENAI_API_KEY, OPENAI_API_VERSION, FRONTDESK_MODEL" in azure
    assert server.startswith("OPENAI_BASE_URL is set; say in FRONTDESK_MODEL")


def test_embeddings_need_somebody_to_make_them(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("FRONTDESK_EMBEDDINGS_MODEL", "text-embedding-3-small")

    with pytest.raises(SettingsWrong, match="set OPENAI_API_KEY, OPENAI_BASE_URL or AZURE"):
        read_settings()

    monkeypatch.setenv("OPENAI_API_KEY", "key")
    assert read_settings().embeddings_model == "text-embedding-3-small"


@pytest.mark.parametrize(
    "address",
    ["postgres://u:p@host/name", "postgresql://u:p@host/name", "postgresql+psycopg://h/n"],
)
def test_postgres_may_be_written_as_hosts_write_it(address: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("DATABASE_URL", address)

    settings = read_settings()

    assert settings.database == "postgresql"
    assert settings.sqlite_path is None


def test_the_key_lies_beside_the_database_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path}/data/bot.db")

    assert read_settings().key_file == tmp_path / "data" / ".frontdesk" / "secret.key"


def test_prices_are_exact(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("FRONTDESK_PRICES", "gpt-x=0.25/2.00, local:7b=0/0")

    assert read_settings().prices == {
        "gpt-x": (Decimal("0.25"), Decimal("2.00")),
        "local:7b": (Decimal(0), Decimal(0)),
    }


def test_secrets_are_not_shown(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-very-secret")
    monkeypatch.setenv("DATABASE_URL", "postgres://u:hunter2@host/name")

    settings = read_settings()

    assert "very-secret" not in repr(settings)
    assert "hunter2" not in repr(settings)
    assert set(settings.secrets) == {"sk-very-secret", "hunter2"}


def test_misspelt_names_are_found():
    given = {"FRONTDESK_MODLE": "x", "FRONTDESK_MODEL": "y", "PATH": "z"}

    assert unknown_names(given) == ("FRONTDESK_MODLE",)


def test_names_that_nothing_reads_are_found_in_the_file_too(tmp_path: Path):
    (tmp_path / ".env").write_text("# mine\nFRONTDESK_DEOM=false\nexport FRONTDESK_DEMO=no\n")

    assert unknown_names({}) == ("FRONTDESK_DEOM",)


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (b"OPENAI_API_KEY=sk-caf\xe9\n", "line 1: this is no UTF-8"),
        (b"LOG_LEVEL=INFO\n\nFRONTDESK_MODEL=m\xe9\n", "line 3: this is no UTF-8"),
        (b'LOG_LEVEL=INFO\n\nOPENAI_API_KEY="sk-abc\n', "line 3: write NAME=value"),
        (b"FRONTDESK_MODEL='m\nLOG_LEVEL=INFO\n", "line 1: write NAME=value"),
    ],
)
def test_a_line_that_cannot_be_read_is_named_and_not_shown(
    content: bytes, line: str, tmp_path: Path
):
    (tmp_path / ".env").write_bytes(content)

    with pytest.raises(SettingsWrong, match=rf"\.env, {line}") as caught:
        read_settings()

    assert "sk-" not in str(caught.value)


SHORT_KEY = "hunter2hunter2"


@pytest.mark.parametrize(
    ("name", "given", "told"),
    [
        (
            "PORT",
            "http",
            "“http” does not fit; give a whole number from 0 to 65535, or leave it out",
        ),
        (
            "FRONTDESK_MAX_CHAT_HISTORY",
            "1",
            "“1” does not fit; give a whole number from 2 to 1000, or leave it out for 10",
        ),
        (
            "FRONTDESK_ESCALATE_AFTER_HOURS",
            "0",
            "“0” does not fit; give a number over 0 and up to 720, or leave it out for 8",
        ),
        (
            "FRONTDESK_DAILY_TURNS",
            "-1",
            "“-1” does not fit; give a whole number that is 0 or more, or leave it out for 0",
        ),
        (
            "FRONTDESK_DEMO",
            "perhaps",
            "“perhaps” does not fit; give true or false, or leave it out for true",
        ),
        (
            "LOG_LEVEL",
            "loud",
            "“LOUD” does not fit; give one of DEBUG, INFO, WARNING, ERROR, or leave it out",
        ),
        (
            "FRONTDESK_DISCORD_GUILD",
            "ours",
            "“ours” does not fit; give the ID of a server, 15 to 21 digits, or leave it out",
        ),
        (
            "FRONTDESK_TRUSTED_PROXY_SECRET",
            SHORT_KEY,
            "what was given does not fit; give at least 16 characters, or leave it out",
        ),
        (
            "PORT",
            f"sk-{SHORT_KEY * 2}",
            "what was given does not fit; give a whole number from 0 to 65535, or leave it out",
        ),
    ],
)
def test_what_was_given_and_what_fits_is_told_in_our_words_but_never_a_secret(
    name: str, given: str, told: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv(name, given)

    with pytest.raises(SettingsWrong) as caught:
        read_settings()

    assert caught.value.problems == (f"{name}: {told}.",)


def test_every_setting_that_is_checked_can_be_told(monkeypatch: pytest.MonkeyPatch):
    for name in SETTINGS:
        monkeypatch.setenv(name, "!?")

    with pytest.raises(SettingsWrong) as caught:
        read_settings()

    assert len(caught.value.problems) > 20
    assert "Input should" not in str(caught.value)
    assert "String should" not in str(caught.value)
