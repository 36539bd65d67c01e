"""API keys in the operator's hand: shown once, listed without their secret, taken back."""

import json
from pathlib import Path

import pytest

from tests.fakes.command_line import command

pytestmark = pytest.mark.timeout(30)


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)


def issued(*more: str) -> str:
    return command("keys", "issue", "ana", *more).output.splitlines()[-1]


def test_a_key_is_shown_once_and_listed_without_its_secret():
    key = issued("--label", "a script", "--scope", "read", "--days", "0")
    _, id_, secret = key.split("_")

    listed = command("keys", "list").output

    assert listed == f"{id_}  http/main/ana  read  without an end  a script\n"
    assert len(secret) == 64
    assert secret.encode() not in Path("frontdesk.db").read_bytes()


def test_a_key_is_taken_back_once():
    id_ = issued().split("_")[1]

    assert "opens nothing" in command("keys", "revoke", id_).output
    assert "revoked" in command("keys", "list").output
    assert command("keys", "revoke", id_).exit_code == 1


def test_the_audit_knows_whose_keys_there_are():
    id_ = issued().split("_")[1]
    command("keys", "revoke", id_)

    links = [json.loads(line) for line in command("audit", "list", "--json").output.splitlines()]

    acts = [(entry["act"], entry["key"]) for link in links for entry in link["entries"]]
    assert acts == [("key_issued", id_), ("key_revoked", id_)]


def test_without_keys_it_says_how_to_make_one():
    assert "frontdesk keys issue" in command("keys", "list").output


@pytest.mark.parametrize("user", ["", " ", "ana ", "a\nb", "a" * 201])
def test_nobody_is_given_a_key_whom_no_other_door_would_let_in(user: str):
    """An empty variable of a shell must not make a key that all who share it decide with."""
    refused = command("keys", "issue", user)

    assert refused.exit_code == 2
    assert "is no user id" in refused.output
    assert "There are no keys" in command("keys", "list").output
