"""What an operator does to stop the bot, and to see what it did."""

import json
import re
import sqlite3
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.fakes.command_line import command, json_chat, with_model

pytestmark = pytest.mark.timeout(30)  # a dozen commands, each with an app of its own

READY = ("log me in", "seldo", "monkey", "what is my balance?", "Checking")


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)


def said(*texts: str, user: str = "you", env: Mapping[str, str] | None = None) -> str:
    lines = json_chat(*({"text": text, "user": user} for text in texts), env=env)
    return "\n".join(line.get("text", "") for line in lines)


def verified(*more: str) -> dict[str, object]:
    shown = command("audit", "verify", "--json", *more)
    read: dict[str, object] = json.loads(shown.output)
    assert shown.exit_code == (0 if read["sound"] else 1)
    return read


def tamper(statement: str) -> None:
    database = sqlite3.connect("frontdesk.db")
    database.execute(statement)
    database.commit()
    database.close()


def test_an_operator_pauses_everything_and_ends_it():
    with with_model() as env:
        said(*READY, env=env)

        paused = command("pause", "an", "incident")
        assert "nothing is changed" in paused.output
        assert "paused by the operator (an incident)" in said("transfer 500 to 1234324", env=env)
        assert "on the server" in said("unpause")

        ended = command("unpause")
        assert "everywhere: I am paused by the operator (an incident)" in ended.output
        assert "Ended." in ended.output
        assert "$500.00 went from Checking" in said("transfer 500 to 1234324", env=env)
        assert command("unpause").output == "Nothing is paused.\n"


def test_a_pause_of_a_workspace_is_ended_by_the_operator_too():
    said("pause: an incident")

    assert "console/local/: I am paused by you (an incident)" in command("unpause").output
    assert "Nothing is paused" in said("unpause")


def test_what_was_done_is_listed_without_a_word_of_anybody():
    said(*READY, "transfer 700 to 1234324", "yes")
    command("pause", "a secret reason")

    listed = command("audit", "list").output
    links = [json.loads(line) for line in command("audit", "list", "--json").output.splitlines()]

    acts = [entry["act"] for link in links for entry in link["entries"]]
    assert acts[-3:] == ["decision", "effect", "pause"]
    effect = links[-2]["entries"][1]
    assert (effect["tool"], effect["outcome"]) == ("transfer", "done")
    assert effect["approved"] == effect["action"] == links[-2]["entries"][0]["action"]
    assert "the operator: pause (operator True" in listed
    for word in ("1234324", "700", "monkey", "seldo", "secret reason"):
        # As a word of its own: a digest may hold any digits.
        assert not re.search(rf"\b{word}\b", listed + json.dumps(links))
    assert len(command("audit", "list", "-n", "1").output.splitlines()) == 1


def test_what_an_operator_decides_in_somebodys_name_is_told_as_such():
    said(*READY, "transfer 700 to 1234324")
    request = command("requests", "list").output.splitlines()[1].split()[0]

    command("requests", "decide", request, "approve", "--as", "you")
    command("sessions", "reset", "console/local/chat/main")

    links = [json.loads(line) for line in command("audit", "list", "--json").output.splitlines()]
    entries = [entry for link in links for entry in link["entries"]]
    by_operator = [entry["act"] for entry in entries if entry.get("operator")]
    assert by_operator == ["decision", "effect", "reset_here"]


def test_an_audit_that_nobody_touched_is_sound_and_tells_its_end():
    assert verified() == {"sound": True, "end": "", "problems": []}
    said(*READY)

    checked = verified()

    assert checked["sound"]
    assert verified("--known", str(checked["end"]))["sound"]
    said("pause", "unpause")
    assert verified("--known", str(checked["end"]))["sound"]


@pytest.mark.parametrize(
    ("statement", "problem"),
    [
        ("UPDATE audit SET person = 'x' WHERE number = 2", "2 was changed"),
        ("DELETE FROM audit WHERE number = 2", "2 missing"),
        ("DELETE FROM audit WHERE number > 2", "missing at the end"),
        ("UPDATE audit_head SET count = 2", "the end is not the one that was noted"),
        ("UPDATE audit_head SET seal = 'x'", "sealed with another key"),
    ],
)
def test_what_was_changed_is_found(statement: str, problem: str):
    said("pause", "unpause", "pause", "unpause")

    tamper(statement)

    checked = verified()
    assert not checked["sound"]
    assert problem in str(checked["problems"])
    assert problem in command("audit", "verify").output


def test_what_was_changed_stays_told_when_more_is_done():
    said("pause", "unpause")
    tamper("DELETE FROM audit WHERE number = 2")
    tamper("UPDATE audit_head SET count = 1, hash = (SELECT hash FROM audit WHERE number = 1)")

    said("pause")

    assert "the end at 1, as it was then, was sealed with another key" in str(verified())


def test_a_database_that_was_put_back_is_found_by_what_was_noted():
    said("pause")
    before = Path("frontdesk.db").read_bytes()
    said("unpause")
    noted = str(verified()["end"])

    Path("frontdesk.db").write_bytes(before)

    assert verified()["sound"]
    assert "not what it was" in str(verified("--known", noted)["problems"])


def test_what_is_no_end_is_said():
    assert "NUMBER:HASH" in command("audit", "verify", "--known", "x").output


def test_the_doctor_says_that_the_bot_is_paused():
    said("help")
    command("pause")

    assert "all workspaces: nothing is changed" in command("doctor").output
