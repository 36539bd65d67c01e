"""What an operator asks: sessions, requests, export, database, doctor."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.storage.export import SECTIONS
from tests.fakes.command_line import command, json_chat

SESSION = "console/local/chat/main"


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)


def open_approval() -> str:
    """Lead a transfer of $700 to its approval, and return the request's id."""
    said = ("log me in", "seldo", "monkey", "what is my balance?", "Checking")
    json_chat(*({"text": text} for text in said))
    (card,) = [line for line in json_chat({"text": "send 700 to 1234324"}) if line.get("buttons")]
    request: str = card["buttons"][0]["id"].rpartition(":")[0]
    return request


def test_a_session_can_be_listed_and_shown():
    json_chat({"text": "log me in", "user": "ana"})

    listed = command("sessions", "list").output
    shown = command("sessions", "show", SESSION).output

    assert listed.splitlines()[1].split()[0] == SESSION
    assert "ana (console/local/ana), known: nothing\n  now: authenticate\n" in shown
    assert "log me in" in shown


def test_a_session_can_be_reset_and_says_so_there():
    json_chat({"text": "log me in", "user": "ana"})

    reset = command("sessions", "reset", SESSION)

    assert reset.output.startswith("ana: Reset")
    assert "now: authenticate" not in command("sessions", "show", SESSION).output
    assert json_chat()[0]["text"].startswith("Reset")


@pytest.mark.parametrize("verb", ["show", "reset"])
def test_an_unknown_session_is_said(verb: str):
    shown = command("sessions", verb, "nowhere")

    assert shown.exit_code == 1
    assert "There is no session nowhere" in shown.output


@pytest.mark.parametrize("verb", ["show", "reset"])
def test_of_a_session_whose_first_turn_is_not_over_that_is_said(verb: str):
    json_chat({"text": "hello"})
    with closing(sqlite3.connect("frontdesk.db")) as database:
        database.execute("DELETE FROM participants")  # written at the end of the first turn
        database.commit()

    shown = command("sessions", verb, SESSION)

    assert shown.exit_code == 1
    assert f"Nothing is remembered of {SESSION} yet: its first turn is not" in shown.output


def test_a_request_is_decided_by_whom_it_waits_for_and_nobody_else():
    request = open_approval()

    listed = command("requests", "list").output
    assert request in listed
    assert "700.00 USD" in listed
    stranger = command("requests", "decide", request, "approve", "--as", "eve")
    owner = command("requests", "decide", request, "approve", "--as", "you")

    assert (stranger.exit_code, owner.exit_code) == (1, 0)
    assert "waiting for you" in stranger.output
    assert "$700.00 went from Checking" in owner.output
    assert request not in command("requests", "list").output
    assert "$700.00 went from Checking" in "".join(line.get("text", "") for line in json_chat())


def test_a_request_can_be_edited_before_it_runs():
    request = open_approval()

    edited = command("requests", "decide", request, "edit", "amount=650", "--as", "you")

    assert "$650.00 went from Checking" in edited.output


def test_a_request_can_be_rejected():
    rejected = command("requests", "decide", open_approval(), "reject", "--as", "you")

    assert rejected.exit_code == 0
    assert "transfer was rejected. Nothing was changed." in rejected.output


def test_a_question_can_be_answered():
    json_chat({"text": "I want to craft a decline letter"}, {"text": "my claim id is 123ABH"})
    request = command("requests", "list").output.splitlines()[1].split()[0]

    answered = command("requests", "decide", request, "respond", "Motor", "--as", "you")

    assert "Your decline letter is ready." in answered.output


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("nothing", "approve", "--as", "you"), "There is no request nothing"),
        (("nothing", "edit", "amount", "--as", "you"), "edit takes NAME=VALUE"),
        (("nothing", "respond", "--as", "you"), "respond takes a text"),
        (("nothing", "approve"), "--as"),
    ],
)
def test_a_decision_that_makes_no_sense_is_said(words: tuple[str, ...], problem: str):
    shown = command("requests", "decide", *words)

    assert shown.exit_code != 0
    assert problem in shown.output


def test_everything_can_be_exported_without_secrets():
    request = open_approval()

    exported = json.loads(command("export", "--json").output)

    assert list(exported) == [part.name for part in SECTIONS]
    assert [one["id"] for one in exported["sessions"]] == [SESSION]
    assert exported["stacks"][0]["stack"]["tasks"][0]["agent"] == "transfer_money"
    assert {one["id"]: one["status"] for one in exported["requests"]}[request] == "pending"
    assert {one["status"] for one in exported["inbox"]} == {"done"}
    assert "body" not in exported["inbox"][0]
    assert "monkey" not in json.dumps(exported)


def test_the_database_is_made_and_making_it_again_is_harmless():
    assert command("db", "upgrade").exit_code == 0
    assert command("db", "upgrade").output == "The database is up to date.\n"


def test_the_doctor_finds_nothing_wrong_before_and_after_the_first_start():
    before, _, after = command("doctor"), command("db", "upgrade"), command("doctor")

    assert (before.exit_code, after.exit_code) == (0, 0)
    assert "frontdesk.db will be made at the first start" in before.output
    assert "ok    database: reachable and up to date" in after.output
    assert "model none, answering by rules" in after.output


def test_the_doctor_names_what_is_wrong():
    command("db", "upgrade")
    command("doctor")
    Path(".frontdesk", "secret.key").chmod(0o644)

    shown = command("doctor", env={"FRONTDESK_MODLE": "x"})

    assert shown.exit_code == 1
    assert "chmod 600" in shown.output
    assert "FRONTDESK_MODLE; misspelt?" in shown.output


def test_the_doctor_says_that_a_model_is_named_but_nowhere_to_be_asked():
    shown = command("doctor", env={"FRONTDESK_MODEL": "bogus"})

    assert "FRONTDESK_MODEL names bogus, but nothing says where it is" in shown.output
    assert "answering by rules until OPENAI_API_KEY" in shown.output


def test_the_doctor_names_the_line_of_a_file_that_it_cannot_read():
    Path(".env").write_bytes(b"OPENAI_API_KEY=sk-caf\xe9\n")

    shown = command("doctor")

    assert shown.exit_code == 1
    assert ".env, line 1: this is no UTF-8" in shown.output


def test_the_doctor_says_why_the_model_does_not_answer():
    command("db", "upgrade")
    nobody = {"OPENAI_BASE_URL": "http://127.0.0.1:9/v1", "FRONTDESK_MODEL": "none"}

    shown = command("doctor", env=nobody)

    assert shown.exit_code == 1
    assert "BAD   model, an answer under a schema: the model service cannot" in shown.output


def test_the_doctor_names_the_models_for_which_no_limit_in_dollars_holds():
    command("db", "upgrade")
    limited = {
        "OPENAI_BASE_URL": "http://127.0.0.1:9/v1",
        "FRONTDESK_MODEL": "dear",
        "FRONTDESK_FALLBACK_MODELS": "dearer",
        "FRONTDESK_WORKSPACE_DAILY_DOLLARS": "5",
    }

    some = command("doctor", env={**limited, "FRONTDESK_PRICES": "dear=1/2"})
    all_ = command("doctor", env={**limited, "FRONTDESK_PRICES": "dear=1/2,dearer=2/3"})

    assert "look  dollars: no limit holds for dearer; give FRONTDESK_PRICES" in some.output
    assert "dollars: " not in all_.output


def test_the_doctor_says_what_it_means_that_no_embeddings_come():
    command("db", "upgrade")
    nobody = {"OPENAI_BASE_URL": "http://127.0.0.1:9/v1", "FRONTDESK_MODEL": "none"}

    shown = command("doctor", env={**nobody, "FRONTDESK_EMBEDDINGS_MODEL": "none"})

    assert shown.exit_code == 1
    assert "BAD   embeddings: the model service cannot be reached" in shown.output
    assert "recall goes by words alone" in shown.output


def test_the_doctor_points_to_a_backup_where_the_file_is_damaged():
    Path("frontdesk.db").write_bytes(b"SQLite format 3\0" + bytes(range(256)) * 16)

    shown = command("doctor")

    assert shown.exit_code == 1
    assert "put a backup in its place" in shown.output


def test_the_doctor_says_that_the_database_does_not_answer():
    Path("frontdesk.db").mkdir()

    shown = command("doctor")

    assert shown.exit_code == 1
    assert "BAD   database: cannot be used (OperationalError: unable to open" in shown.output


def test_the_doctor_names_the_version_that_a_database_is_of():
    command("db", "upgrade")
    with closing(sqlite3.connect("frontdesk.db")) as database:
        database.execute("UPDATE alembic_version SET version_num = 'later'")
        database.commit()

    shown = command("doctor")

    assert shown.exit_code == 0
    assert "ok    database: reachable; a newer version upgraded it" in shown.output


@pytest.mark.parametrize(
    ("count", "told"), [(1, "1 event was"), (2, "2 events were")], ids=["one", "several"]
)
def test_the_doctor_says_how_many_events_were_set_aside(count: int, told: str):
    json_chat(*({"text": "hello"} for _event in range(count)))
    before = command("doctor").output
    with closing(sqlite3.connect("frontdesk.db")) as database:
        database.execute("UPDATE inbox SET status = 'parked'")
        database.commit()

    after = command("doctor")

    assert "events:" not in before
    assert f"look  events: {told} set aside; see: frontdesk parked list" in after.output
    assert after.exit_code == 0


def test_the_doctor_names_what_a_company_should_set():
    company = {"DATABASE_URL": "postgres://me:refused@127.0.0.1:9/none"}

    shown = command("doctor", env=company).output

    assert "look  demo: customers with published passwords can log in" in shown
    assert "look  secret key: this machine keeps its own, in " in shown
    assert "Make one with: python -c" in shown
    assert "BAD   database: cannot be used (OperationalError: connection failed" in shown
    assert "port 9 failed: Connection …)" in shown  # what stands there is the password, too
    assert "demo:" not in command("doctor", env=company | {"FRONTDESK_DEMO": "no"}).output
    assert "demo:" not in command("doctor").output


def test_a_password_behind_a_question_mark_is_not_shown_either():
    address = "postgres://me@127.0.0.1:9/none?password=refused"

    shown = command("doctor", env={"DATABASE_URL": address}).output

    assert "port 9 failed: Connection …)" in shown


def test_nothing_set_aside_is_an_empty_list_and_an_unknown_event_is_said():
    assert command("parked", "list").output.split() == ["TURN", "SESSION", "RECEIVED", "REASON"]
    assert "No event x is set aside" in command("parked", "replay", "x").output
