"""`frontdesk chat` as a whole, with nothing configured, over real files."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bot.cli.application import in_app
from bot.cli.chat import AlreadyOpen, alone_in
from bot.domain.messages import Incoming, Thread
from bot.platforms.console.input import Seat
from tests.fakes.command_line import command, json_chat


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)


def said(lines: list[dict[str, str]]) -> str:
    return "\n".join(line.get("text", "") for line in lines)


def test_with_nothing_configured_a_transfer_goes_through():
    typed = "transfer money\nseldo\nmonkey\nChecking\nTo account ID 1234324\n500\n"

    shown = command("chat", typed=typed)

    assert shown.exit_code == 0, shown.output
    assert shown.output.startswith("No model is configured")
    assert "$500.00 went from Checking (1234567890) to account 1234324" in shown.output
    assert "monkey" not in shown.output


def test_the_state_outlives_the_process():
    json_chat({"text": "log me in"}, {"text": "seldo"}, {"text": "monkey"})

    later = json_chat({"text": "am I logged in?"})

    assert "logged in as seldo" in said(later)
    assert Path("frontdesk.db").exists()
    assert Path(".frontdesk", "secret.key").stat().st_mode & 0o777 == 0o600


def test_a_turn_ends_with_its_own_line():
    lines = json_chat({"text": "help", "id": "7"}, {"text": "help", "id": "7"})

    ends = [line for line in lines if line["kind"] == "end_of_turn"]
    assert {line["reply_to"] for line in lines} == {"7"}
    assert sorted(line.get("duplicate", False) for line in ends) == [False, True]
    assert [line["kind"] for line in lines].count("message") == 1


def test_two_threads_are_two_conversations():
    lines = json_chat(
        {"text": "log me in", "thread": "a"},
        {"text": "seldo", "thread": "a"},
        {"text": "monkey", "thread": "a"},
        {"text": "am I logged in?", "thread": "b", "id": "q"},
    )

    answer = [line for line in lines if line["reply_to"] == "q" and "text" in line]
    assert "logged in as" not in said(answer)


def test_a_bad_line_is_answered_and_nothing_is_lost():
    shown = command("chat", "--json", typed='{"text":\n{"text": "help", "id": "7"}\n')

    assert shown.exit_code == 0
    assert "it is not JSON" in shown.stdout
    assert '"7/end"' in shown.stdout


def test_a_secret_given_in_a_form_reaches_only_its_tool():
    json_chat({"text": "log me in"}, {"text": "seldo", "id": "1"})
    (request,) = [line.split()[0] for line in command("requests", "list").output.splitlines()[1:]]

    lines = json_chat({"press": f"{request}:submit", "values": {"password": "monkey"}})

    assert "You are logged in as seldo." in said(lines)
    assert "monkey" not in command("export").output


def test_wrong_settings_are_told_all_at_once():
    shown = command("chat", env={"DATABASE_URL": "mysql://x", "LOG_LEVEL": "loud"})

    assert shown.exit_code == 1
    assert "DATABASE_URL" in shown.output
    assert "LOG_LEVEL" in shown.output


def test_run_without_any_input_says_what_is_missing():
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])}
    shown = subprocess.run(
        [sys.executable, "-m", "bot", "run"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        env=environment,
    )

    assert shown.returncode == 1
    assert "no platform is configured" in shown.stderr
    assert "Traceback" not in shown.stderr


@pytest.mark.parametrize("words", [("run",), ("run", "--only", "slack"), ("worker",)])
def test_a_start_warns_of_settings_that_nothing_reads(words: tuple[str, ...]):
    shown = command(*words, typed="help\n", env={"FRONTDESK_APROVERS": "ana"})

    (warned,) = [line for line in shown.stderr.splitlines() if "settings_unread" in line]
    assert "FRONTDESK_APROVERS" in json.loads(warned)["names"]
    assert json.loads(warned)["level"] == "warning"


def test_a_database_that_does_not_answer_is_said(tmp_path: Path):
    (tmp_path / "frontdesk.db").mkdir()

    shown = command("chat", typed="hello\n")

    assert shown.exit_code == 1
    assert "The database cannot be used" in shown.output
    assert "Traceback" not in shown.output


def test_two_consoles_are_kept_out_of_one_conversation(tmp_path: Path):
    place = Seat("ana", "main").place

    with alone_in(tmp_path, place):
        with (
            pytest.raises(AlreadyOpen, match="open in another console"),
            alone_in(tmp_path, place),
        ):
            pass
        with alone_in(tmp_path, Seat("ana", "other").place):
            pass


def left_waiting(place: Thread) -> None:
    """Leave an event as its process does that has kept it and not begun its turn."""
    event = Incoming(f"left in {place.thread}", place, Seat("ben", "").person, text="hello")
    in_app(lambda app: app.ports.inbox.accept(event))


def test_what_waits_in_a_conversation_that_another_console_holds_is_left_to_it(tmp_path: Path):
    held, left = Seat("ben", "held").place, Seat("ben", "left").place
    for place in (held, left):
        left_waiting(place)

    with alone_in(tmp_path / ".frontdesk", held):
        lines = json_chat({"text": "help", "id": "ours"})

    assert {line["thread"] for line in lines} == {"main", "left"}
    assert {line["reply_to"] for line in json_chat()} == {"left in held"}


def test_usage_says_that_no_model_was_asked_where_there_is_none():
    lines = json_chat({"text": "hello"}, {"command": "/usage"})

    assert "No model is set up: rules answer in its place" in lines[-2]["text"]
