"""The people over HTTP: somebody is there while a key of theirs lives, or a proxy vouches."""

from typing_extensions import override

from agents.kit.identity import Person
from bot.core.ports.directory import Standing
from bot.core.ports.keys import KeyScope
from bot.core.ports.world import Clock
from bot.core.turn.directory import NoDirectory
from bot.storage.people.keys import SqlKeys


class HttpDirectory(NoDirectory):
    """Reads their keys anew each time; an admin has a living key that says so."""

    def __init__(self, keys: SqlKeys, clock: Clock, proxied: str = "") -> None:
        self._keys = keys
        self._clock = clock
        self._proxied = proxied

    @override
    async def standing(self, person: Person) -> Standing:
        now = self._clock.now()
        living = [key for key in await self._keys.all(person) if key.is_live(now)]
        is_admin = any(KeyScope.ADMIN in key.scopes for key in living)
        is_proxied = bool(self._proxied) and person.workspace == self._proxied
        return Standing(is_active=bool(living) or is_proxied, is_admin=is_admin)
