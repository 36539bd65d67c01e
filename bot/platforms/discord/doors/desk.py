"""What everything that receives from Discord works with."""

from dataclasses import dataclass

from bot.core.ports.places import Posts
from bot.core.requests.overview import Overviews
from bot.core.turn.services import Services
from bot.platforms.discord.calls.calls import Line
from bot.platforms.discord.calls.homes import Homes
from bot.platforms.shared.engine import Engine


@dataclass(frozen=True, slots=True)
class Desk:
    """The engine, what may be read beside it, and the way back to Discord."""

    engine: Engine
    services: Services
    overviews: Overviews
    posts: Posts
    line: Line
    homes: Homes
