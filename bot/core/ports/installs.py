"""Where the bot is let in: an installation with its tokens, and how it ends.

install ──▶ kept ──▶ claimed ──▶ renewed ─┐     its tokens end and are followed by others
▲ └────────◀─────────────────┘
│ forgotten ──▶ left ──▶ purged    the workspace removed the bot
└────────────────┘ installed again
"""

from dataclasses import dataclass, field
from datetime import datetime


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
