"""Room for turns: so many at once, a share of them for one person, and turns by turns.

Whoever writes a hundred messages in a hundred threads fills no more than their share; of those
who wait, everybody gets a place before anybody gets a second one.
"""

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass

MOST = 32
SHARE = MOST * 3 // 4


class ConcurrencyLimit:
    """So many places; `share` is how many of them one person may take: else three quarters."""

    def __init__(self, most: int = MOST, share: int | None = None) -> None:
        self._free = most
        self._share = share or max(1, most * SHARE // MOST)
        self._taken = Counter[str]()
        self._waiting = OrderedDict[str, deque[asyncio.Future[None]]]()

    def place(self, person: str, full: Callable[[int], None]) -> "TurnSlot":
        """A place for as long as the context lasts, as soon as it is somebody's turn.

        Args:
            person: whose turn it is.
            full: hears once how many wait before, if there is no place at once.
        """
        return TurnSlot(self, person, full)

    async def enter(self, person: str, full: Callable[[int], None]) -> None:
        """Wait for a place; it must be left again."""
        if self._free and not self._waiting and self._taken[person] < self._share:
            self._take(person)
        else:
            await self._wait(person, full)

    def leave(self, person: str) -> None:
        """Make room for whoever is next."""
        self._free += 1
        self._taken[person] -= 1
        if not self._taken[person]:
            del self._taken[person]
        self._give()

    async def _wait(self, person: str, full: Callable[[int], None]) -> None:
        queue = self._waiting.setdefault(person, deque())
        given = asyncio.get_running_loop().create_future()
        queue.append(given)
        self._give()
        if given.done():
            return
        full(sum(map(len, self._waiting.values())) - 1)
        try:
            await given
        except asyncio.CancelledError:
            if given.done() and not given.cancelled():
                self.leave(person)
            else:
                self._forget(person, given)
            raise

    def _take(self, person: str) -> None:
        self._free -= 1
        self._taken[person] += 1

    def _give(self) -> None:
        """Give free places to those who wait, one each, then one each again."""
        while self._free:
            person = next((p for p in self._waiting if self._taken[p] < self._share), None)
            if person is None:
                return
            queue = self._waiting[person]
            given = queue.popleft()
            self._waiting.move_to_end(person)
            if not queue:
                del self._waiting[person]
            if not given.cancelled():
                self._take(person)
                given.set_result(None)

    def _forget(self, person: str, given: "asyncio.Future[None]") -> None:
        queue = self._waiting.get(person)
        if queue and given in queue:
            queue.remove(given)
            if not queue:
                del self._waiting[person]


@dataclass(frozen=True, slots=True)
class TurnSlot:
    """One place; every turn takes one, and a generator would cost it more than the place."""

    places: ConcurrencyLimit
    person: str
    full: Callable[[int], None]

    async def __aenter__(self) -> None:
        await self.places.enter(self.person, self.full)

    async def __aexit__(self, *_ended: object) -> None:
        self.places.leave(self.person)
