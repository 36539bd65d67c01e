"""A database that is of another secret key than the process: refused, told, and gone on with."""

import json
from pathlib import Path

import pytest
from cryptography.fernet import Fernet

from tests.fakes.command_line import command

FORMER, PRESENT = (Fernet.generate_key().decode() for _ in range(2))
HELLO = '{"text": "hello"}\n'


@pytest.fixture(autouse=True)
def _a_database_of_the_former_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    command("chat", "--json", typed=HELLO, env={"FRONTDESK_SECRET_KEY": FORMER})


@pytest.mark.parametrize("words", [("chat", "--json"), ("parked", "list"), ("sessions", "list")])
def test_nothing_is_done_with_another_key(words: tuple[str, ...]):
    shown = command(*words, typed=HELLO, env={"FRONTDESK_SECRET_KEY": PRESENT})

    assert shown.exit_code == 1
    assert "put the former one behind the present one" in shown.output
    assert command("parked", "list", env={"FRONTDESK_SECRET_KEY": FORMER}).output.count("\n") == 1


def test_the_doctor_and_the_audit_say_that_the_key_is_another():
    env = {"FRONTDESK_SECRET_KEY": PRESENT}

    doctor, audit = command("doctor", env=env), command("audit", "verify", env=env)

    assert (doctor.exit_code, audit.exit_code) == (1, 1)
    assert "BAD   secret key: did not seal the end of the audit" in doctor.output
    assert "ok    secret key" not in doctor.output
    assert "sealed with another key than ours" in audit.output


def test_the_former_key_behind_the_present_one_will_do():
    shown = command(
        "chat", "--json", typed=HELLO, env={"FRONTDESK_SECRET_KEY": f"{PRESENT},{FORMER}"}
    )

    assert shown.exit_code == 0


def test_without_the_former_key_the_present_one_is_adopted_and_that_stays_noted():
    for verb in ("pause", "unpause"):
        command(verb, env={"FRONTDESK_SECRET_KEY": FORMER})
    env = {"FRONTDESK_SECRET_KEY": PRESENT}
    refused = command("db", "adopt-key", typed="n\n", env=env)
    assert refused.exit_code == 1

    adopted = command("db", "adopt-key", "--yes", env=env)

    assert adopted.output == "The database is of the present key now.\n"
    assert command("chat", "--json", typed=HELLO, env=env).exit_code == 0
    verified = command("audit", "verify", env=env)
    assert "the end at 2, as it was then" in verified.output
    assert verified.exit_code == 1
    assert "look  audit: its end was sealed by somebody else before" in (
        command("doctor", env=env).output
    )
    command("pause", env=env)
    end = json.loads(command("audit", "verify", "--json", env=env).output)["end"]
    assert command("audit", "verify", "--known", end, env=env).exit_code == 0


def test_a_key_that_began_an_empty_audit_by_mistake_leaves_no_mark():
    env = {"FRONTDESK_SECRET_KEY": PRESENT}

    command("db", "adopt-key", "--yes", env=env)

    assert command("audit", "verify", env=env).exit_code == 0
