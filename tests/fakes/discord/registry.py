"""How a REST route is declared, and what it is given when it is called."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from tests.fakes.discord.errors import InvalidForm, Problem
from tests.fakes.discord.record import Call
from tests.fakes.discord.rows import Channel, Guild, Json, Message
from tests.fakes.discord.world import World


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that came with a call."""

    filename: str
    content: bytes
    content_type: str


@dataclass(frozen=True, slots=True)
class Asked:
    """One call that is allowed in."""

    world: World
    call: Call
    uploads: dict[int, Upload] = field(default_factory=dict)

    @property
    def body(self) -> Json:
        """What was sent as JSON."""
        return self.call.body

    def id(self, name: str) -> int:
        """An id from the path."""
        value = self.call.path[name]
        if not value.isdigit():
            text = f'Value "{value}" is not snowflake.'
            raise InvalidForm([Problem(f"{name}_id", "NUMBER_TYPE_COERCE", text)])
        return int(value)

    def number(self, name: str, default: int) -> int:
        """A whole number from the query."""
        return int(self.call.query.get(name, default))

    def channel(self) -> Channel:
        """The channel of the path."""
        return self.world.channel(self.id("channel"))

    def guild(self) -> Guild:
        """The guild of the path."""
        return self.world.guild(self.id("guild"))

    def message(self, channel: Channel) -> Message:
        """The message of the path."""
        return self.world.message(channel, self.id("message"))


Answer = Json | list[Json] | None
Handler = Callable[[Asked], Answer]


@dataclass(frozen=True, slots=True)
class Route:
    """One route: what answers it, with which status, and whether anybody may call it."""

    name: str
    handler: Handler
    status: int = 200
    is_open: bool = False
    """It carries its own token in the path."""


ROUTES: dict[str, Route] = {}


def route(name: str, *, status: int = 200, is_open: bool = False) -> Callable[[Handler], Handler]:
    """Answer a route with a function; None is answered with 204."""

    def declare(handler: Handler) -> Handler:
        ROUTES[name] = Route(name, handler, status, is_open)
        return handler

    return declare


def check(problems: Iterable[Problem]) -> None:
    """Refuse a body with anything wrong in it."""
    found = list(problems)
    if found:
        raise InvalidForm(found)
