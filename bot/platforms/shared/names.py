"""The names people are known by, asked for now and then."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace

from agents.kit.identity import Person

KEPT_SECONDS = 3600.0
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
        at, name = self._known.get(person.key, (0.0, ""))
        if not name or self.elapsed() - at > KEPT_SECONDS:
            name = await self.ask(person)
            if len(self._known) > MOST:
                self._known.clear()
            self._known[person.key] = (self.elapsed(), name)
        return replace(person, name=name)
