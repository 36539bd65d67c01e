"""A check that only looks leaves nothing behind, on every store."""

import pytest

from agents.kit.ports.records import Row, Rows
from bot.core.requests.edits import ReadOnlyRecords, UnreachableHttp
from tests.contract.conftest import Ports
from tests.contract.ledger import LEDGER


def added(rows: Rows) -> list[Row]:
    rows.add(LEDGER, name="ana", minor=1, open=True)
    return rows.find(LEDGER)


async def test_what_was_seen_comes_back_and_what_was_changed_does_not_stay(ports: Ports):
    seen = await ReadOnlyRecords(ports.records).transact(added)

    assert [row["name"] for row in seen] == ["ana"]
    assert await ports.records.transact(lambda rows: rows.find(LEDGER)) == []


async def test_what_a_check_raises_is_raised(ports: Ports):
    def fails(rows: Rows) -> None:
        raise LookupError(added(rows)[0]["name"])

    with pytest.raises(LookupError, match="ana"):
        await ReadOnlyRecords(ports.records).transact(fails)

    assert await ports.records.transact(lambda rows: rows.find(LEDGER)) == []


async def test_nothing_is_posted_while_looking():
    with pytest.raises(ConnectionError):
        await UnreachableHttp().post_json("https://tools.example", {})
