"""Who is one person, as an operator sees it: on the screen, and in the export."""

import asyncio
import json
from pathlib import Path

import pytest

from agents.kit import Person
from bot.domain.accounts import Claim
from bot.domain.ids import SessionId
from bot.storage.databases.encryption import FernetCipher
from tests.fakes.command_line import command
from tests.fakes.opened import open_store
from tests.fakes.world import NOON, FakeClock, FakeIds

ANN, KEY = Person("slack", "T1", "U1", "Ann"), Person("http", "main", "ann")


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)


async def link() -> None:
    cipher = FernetCipher.of_file(Path("frontdesk.key"))
    store = open_store("sqlite:///frontdesk.db", cipher, FakeClock(), FakeIds())
    code = await store.links.make(ANN, SessionId("s1"), NOON)
    offer = await store.links.redeem(code, Claim(KEY, SessionId("s2"), "t1"), NOON)
    for one in (ANN, KEY):
        await store.links.answer(offer.id, one, NOON, yes=True)
    await store.database.close()


@pytest.mark.timeout(30)
def test_linked_identities_are_listed_and_exported():
    assert command("links", "list").output.splitlines()[1:] == []

    asyncio.run(link())

    _head, *rows = command("links", "list").output.splitlines()
    assert [row.split()[1] for row in rows] == ["http/main/ann", "slack/T1/U1"]
    exported = json.loads(command("export", "--json").output)["link_members"]
    assert {row["person"] for row in exported} == {ANN.key, KEY.key}
    assert {row["left_at"] for row in exported} == {None}
