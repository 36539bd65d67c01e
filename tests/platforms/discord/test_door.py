"""R10 at Discord's door over HTTP: what is not signed, replayed, late or spoilt does nothing.

None of it is answered with an error of the server's, and what is signed but is no interaction
of a person's is refused in the same way.
"""

import json
import random
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path

import pytest

from tests.effort import IN_FULL
from tests.fakes.discord import FakeDiscord
from tests.fakes.discord.signed_http import HttpDoor
from tests.platforms.discord.bot import running
from tests.platforms.discord.desk import a_bank, card_of
from tests.platforms.discord.test_doors import by_http
from tests.platforms.kept import MOVED, moved

pytestmark = [pytest.mark.timeout(600), pytest.mark.proves("R10")]

REPLAYS, LATE, SPOILT = (1_000, 1_000, 1_000) if IN_FULL else (40, 40, 60)
REMEMBERING = ("recall", "summaries")  # what was said before is summed up meanwhile
USUAL = "1"
ODD: tuple[object, ...] = (
    *(None, True, 0, -1, 1e300, "", "x" * 5_000, "\ud800", "\0", [], {}, [[]], {"a": 1}),
)
Record = Callable[[str, object], None]
Headers = Mapping[str, str]


def state_of(folder: Path) -> dict[str, int]:
    """How much is kept in each table."""
    with closing(sqlite3.connect(folder / "frontdesk.db")) as database:
        tables = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        names = [name for (name,) in tables if not name.startswith(REMEMBERING)]
        return {name: _rows_of(database, name) for name in names}


def _rows_of(database: sqlite3.Connection, table: str) -> int:
    counted = database.execute(f'SELECT COUNT(*) FROM "{table}"')  # noqa: S608 - one of ours
    return int(counted.fetchone()[0])


def malformed(door: HttpDoor) -> Iterator[tuple[bytes, Headers]]:
    """Sixty requests of nobody: bodies that break readers, each behind bad headers."""
    good = b'{"type": 1}'
    signed = door.sign(good)
    name, when = "X-Signature-Ed25519", "X-Signature-Timestamp"
    spoilt: tuple[Headers, ...] = (
        {},
        {name: signed[name]},
        {when: signed[when]},
        signed | {name: ""},
        signed | {name: "00" * 64},
        signed | {name: "zz" * 64},
        signed | {name: signed[name] + "00"},
        signed | {name: signed[name][:-2]},
        signed | {when: "now"},
        signed | {when: "9" * 40},
        signed | {when: "-1"},
        signed | {when: "1e9"},
    )
    bodies = (b"", b"[" * 100_000, b"\xff\xfe\x00", b"9" * 5_000, b'{"type": 1, "type": 2}')
    for headers in spoilt:
        for body in bodies:
            yield body, headers


def odd() -> Iterator[dict[str, object]]:
    """What Discord would not send, though it is signed: wrong kinds everywhere."""
    person = {"user": {"id": "1", "username": "x"}}
    whole = {"id": USUAL, "token": "t", "type": 3, "channel_id": "2", **person}
    for value in ODD:
        for name in ("id", "token", "type", "user", "member", "data", "channel", "message"):
            yield whole | {name: value}
        for sort in (2, 3, 4, 5):
            yield whole | {"type": sort, "data": {"custom_id": value, "components": value}}
            yield whole | {
                "type": sort,
                "data": {"name": value, "options": [value, {"name": value}]},
            }
            inner = {
                "type": 18,
                "component": {"custom_id": value, "value": value, "values": value},
            }
            yield whole | {"type": sort, "data": {"custom_id": "r:edit", "components": [inner]}}


async def test_what_is_not_signed_does_nothing(tmp_path: Path, record_property: Record):
    async with FakeDiscord() as fake:
        given, url = by_http(fake)
        async with running(fake, tmp_path, **given) as bot:
            door = fake.use_http(url)
            before, tried = state_of(tmp_path), list(malformed(door))

            statuses = Counter([(await door.raw(*one)).status for one in tried])

            assert len(tried) == 60
            assert set(statuses) <= {400, 401, 413}
            assert (state_of(tmp_path), bot.ends.count) == (before, 0)
            record_property("faults:malformed_requests_refused_by_Discords_door", len(tried))


async def test_what_is_signed_but_is_no_interaction_is_answered_all_the_same(
    tmp_path: Path, record_property: Record
):
    async with FakeDiscord() as fake:
        given, url = by_http(fake)
        async with running(fake, tmp_path, **given):
            door = fake.use_http(url)
            bodies = [
                json.dumps({**one, "id": one["id"] if one["id"] != USUAL else f"{USUAL}{number}"})
                for number, one in enumerate(odd())
            ]

            wrong = [body for body in bodies if await _status(door, body.encode()) >= 500]

            assert wrong == []
            record_property("faults:odd_interactions_answered_by_Discords_door", len(bodies))


async def test_a_press_that_is_replayed_late_or_spoilt_decides_nothing_more(
    tmp_path: Path, record_property: Record
):
    chance, fake = random.Random(10), FakeDiscord()  # noqa: S311 - a seed, to be repeated
    given, url = by_http(fake)
    async with a_bank(tmp_path, on=fake, **given) as bank:
        door = fake.use_http(url)
        card = card_of(await bank.with_a_card(fake.general))
        pressed = await fake.press(bank.ben, card, "Approve")
        await bank.until_shown(card, "Approved")
        body = json.dumps(pressed.payload).encode()
        now, before = door.signs_at(), state_of(tmp_path)

        replayed = [await _status(door, body) for _time in range(REPLAYS)]
        late = [
            (await door.raw(body, door.sign(body, now + side * chance.randint(302, 10**6))))
            for side in (-1, 1)
            for _time in range(LATE // 2)
        ]
        spoilt = [await _spoilt(door, body, chance) for _time in range(SPOILT)]

        assert set(replayed) == {202}
        assert {reply.status for reply in late} == {401}
        assert set(spoilt) == {401}
        assert state_of(tmp_path) == before
        assert await moved(bank) == [MOVED]
        record_property("faults:replays_at_Discords_door_that_did_nothing", REPLAYS)
        record_property("faults:late_or_early_requests_refused_by_Discords_door", LATE)
        record_property("faults:changed_bodies_refused_by_Discords_door", SPOILT)


async def _status(door: HttpDoor, body: bytes) -> int:
    return (await door.raw(body, door.sign(body))).status


async def _spoilt(door: HttpDoor, body: bytes, chance: random.Random) -> int:
    """Change one bit of what was signed."""
    headers, changed = door.sign(body), bytearray(body)
    changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
    return (await door.raw(bytes(changed), headers)).status
