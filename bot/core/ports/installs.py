"""The ports of where the bot is let in: installations with their tokens, and who left again.

    install ──▶ kept ──▶ claimed ──▶ renewed ─┐     its tokens end and are followed by others
                 ▲ └────────◀─────────────────┘
                 │ forgotten ──▶ left ──▶ purged    the workspace removed the bot
                 └────────────────┘ installed again

Every method raises StoreAway when the store does not answer.
"""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Install:
    """The bot in one workspace; `version` grows whenever its tokens change.

    `bot_user` is who the bot is there. A token without `expires_at` lasts for ever.
    """

    workspace: str
    bot_user: str
    installed_at: datetime
    token: str = field(repr=False)
    refresh_token: str = field(default="", repr=False)
    expires_at: datetime | None = None
    name: str = ""
    enterprise: str = ""
    app: str = ""
    scopes: tuple[str, ...] = ()
    installed_by: str = ""
    version: int = 1


class Installs(Protocol):
    """Keeps installations; their tokens can be read nowhere in the store."""

    async def find(self, workspace: str) -> Install | None:
        """The installation in a workspace, or None."""
        ...

    async def save(self, install: Install) -> None:
        """Keep a new installation instead of a former one; what was to be purged stays."""
        ...

    async def forget(self, platform: str, workspace: str, at: datetime) -> bool:
        """Delete the tokens, and note that the workspace left; one commit.

        False when it was installed later than `at`: what tells of it came late.
        """
        ...


class Refreshes(Protocol):
    """Lets one worker at a time follow up tokens that end."""

    async def claim(self, install: Install, *, now: datetime, until: datetime) -> bool:
        """Be the one who refreshes these tokens until then; False when another one is."""
        ...

    async def renew(self, install: Install) -> bool:
        """Keep the tokens that follow those of its version; False when others already do."""
        ...

    async def ending(self, before: datetime) -> list[str]:
        """List the workspaces whose tokens end before a moment."""
        ...


class Tickets(Protocol):
    """Lets what is good for one use be used once."""

    async def use(self, ticket: str, *, now: datetime, until: datetime) -> bool:
        """Use one up that is good until then; False when it was used before."""
        ...


class Departures(Protocol):
    """Knows the workspaces that removed the bot, and deletes what is kept of them."""

    async def leave(self, platform: str, workspace: str, at: datetime) -> None:
        """Note that a workspace left; once is enough."""
        ...

    async def come_back(self, platform: str, workspace: str) -> None:
        """Note that it is here again: nothing of it is to be purged."""
        ...

    async def purge(self, before: datetime) -> int:
        """Delete everything of the workspaces that left before a moment; say how many rows."""
        ...
