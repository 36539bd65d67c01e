"""What everything that receives from Discord works with."""

from dataclasses import dataclass

from bot.platforms.discord.calls.calls import Line
from bot.platforms.discord.calls.homes import Homes
from bot.platforms.shared.receiving import ReceiverPorts


@dataclass(kw_only=True)
class DiscordPorts(ReceiverPorts):
    """The way back to Discord besides."""

    line: Line
    homes: Homes
