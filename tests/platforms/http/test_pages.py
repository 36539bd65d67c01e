"""Lists over HTTP come in pages, and no page makes the whole database be read."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from agents.kit.values.person import Person
from bot.domain.messages import Incoming, Thread
from tests.fakes.command_line import SETTINGS
from tests.fakes.events import a_request, the_ending
from tests.platforms.http.desk import HttpDesk, served

pytestmark = [pytest.mark.timeout(60)]

ANN, BEN = Person("http", "main", "ann"), Person("http", "main", "ben")
OF_OTHERS = 1_050


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)


async def asked(desk: HttpDesk, person: Person, count: int) -> None:
    """Let somebody have so many open requests."""
    ports = desk.app.ports
    place = Thread("http", "main", person.user, "s1")
    await ports.inbox.accept(Incoming(f"opens-{person.user}", place, person))
    beginning = await ports.turns.begin(place.session)
    assert beginning is not None
    begins = ports.clock.now()
    how: dict[str, Any] = {
        "asked": person,
        "created_at": begins,
        "expires_at": begins + timedelta(days=1),
    }
    names = [f"{person.user}-{number}" for number in range(count)]
    opened = tuple(a_request(name, place.session, **how) for name in names)
    await ports.turns.commit(the_ending(beginning, opened=opened))


async def test_a_page_of_requests_ends_before_hundreds_of_others_are_looked_through():
    """What is one's own is found behind them all the same, by the pages that follow."""
    async with served() as desk:
        await asked(desk, BEN, OF_OTHERS)
        await asked(desk, ANN, 2)
        key = await desk.key("ann")

        pages = [await desk.call("GET /requests?limit=10", key=key)]
        while cursor := pages[-1].headers.get("X-Next-Cursor"):
            pages.append(await desk.call(f"GET /requests?limit=10&cursor={cursor}", key=key))

    assert [len(page.json) for page in pages] == [0, 0, 2]
    assert [one["id"] for one in pages[-1].json] == ["ann-0", "ann-1"]
