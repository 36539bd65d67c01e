"""The names people and groups are known by, asked for now and then."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace

from agents.kit.identity import Person

KEPT_SECONDS = 3600.0
MISSED_SECONDS = 60.0  # nobody is asked at every message for a name that is not to be had
MOST = 10_000


@dataclass
class Names:
    """Remembers names for an hour; `ask` gives somebody's, empty if it cannot be learnt."""

    ask: Callable[[Person], Awaitable[str]]
    elapsed: Callable[[], float]
    _known: dict[str, tuple[float, str]] = field(default_factory=dict)

    async def named(self, person: Person) -> Person:
        """The person with the name others know them by, if that can be learnt."""
        if person.name:
            return person
        return replace(person, name=await self.of(person.key, lambda: self.ask(person)))

    async def of(self, key: str, ask: Callable[[], Awaitable[str]]) -> str:
        """The name kept under a key, or what `ask` says of it now."""
        at, name = self._known.get(key, (-KEPT_SECONDS, ""))
        if self.elapsed() - at > (KEPT_SECONDS if name else MISSED_SECONDS):
            name = await ask()
            if len(self._known) > MOST:
                self._known.clear()
            self._known[key] = (self.elapsed(), name)
        return name
