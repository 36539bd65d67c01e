"""What a turn takes along beside its own event."""

from dataclasses import dataclass, field

from bot.core.ports.later import Waiting
from bot.domain.ids import TurnId
from bot.domain.messages import Said


@dataclass(slots=True)
class Arrivals:
    """Events that came before the turn began, or while it ran.

    `taken` and `heeded` end with it, `joined` are the names of the messages it hears together with
    its own, `rewritten` the lines that somebody has changed since.
    """

    taken: list[Waiting] = field(default_factory=list)
    heeded: list[TurnId] = field(default_factory=list)
    joined: tuple[str, ...] = ()
    rewritten: list[Said] = field(default_factory=list)
