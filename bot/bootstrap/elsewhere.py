"""Finds the agents whose servers the operator does not let anybody ask."""

from collections.abc import Iterable, Iterator
from urllib.parse import urlsplit

import httpx2

from agents.kit import Agent, everyone
from bot.settings import Settings
from bot.tools.http import allowed_address


def unreached(agents: Iterable[Agent], settings: Settings) -> Iterator[str]:
    """Say which agents run where nothing may be sent, and what to allow for them."""
    bases = [httpx2.URL(base) for base in settings.tool_servers]
    for agent in everyone(agents):
        if agent.remote and allowed_address(agent.remote, bases) is None:
            parts = urlsplit(agent.remote)
            server = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"
            yield (
                f"{agent.name}: runs at {server}{parts.path}, which lies below no address of "
                f"FRONTDESK_TOOL_SERVERS; add {server} to it."
            )
