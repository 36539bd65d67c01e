"""Credentials as values: API keys, of which a hash is kept, and installations with their tokens.

fdk_<id>_<secret>      the id finds the row, the secret is compared with its hash

issued ──▶ expired     its time is over
└─────▶ revoked     an operator took it back; at once, wherever it is used

install ──▶ kept ──▶ claimed ──▶ renewed ─┐     its tokens end and are followed by others
             ▲ └────────◀─────────────────┘
             │ forgotten ──▶ left ──▶ purged    the workspace removed the bot
             └────────────────┘ installed again
"""

import hashlib
import hmac
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from agents.kit.values.person import Person

PREFIX = "fdk"
ID_LENGTH = 12


class KeyScope(StrEnum):
    """What a key may do."""

    READ = "read"
    WRITE = "write"
    DECIDE = "decide"
    ADMIN = "admin"


@dataclass(frozen=True, slots=True)
class ApiKey:
    """A key as it is kept; whoever reads it here cannot use it."""

    id: str
    digest: str
    person: Person
    scopes: frozenset[KeyScope]
    created_at: datetime
    expires_at: datetime | None = None
    revoked_at: datetime | None = None
    label: str = ""

    def is_live(self, now: datetime) -> bool:
        """Say whether it is neither revoked nor expired."""
        return self.revoked_at is None and (self.expires_at is None or now < self.expires_at)

    def fits(self, secret: str) -> bool:
        """Compare with a secret, in the same time whatever it is."""
        return hmac.compare_digest(self.digest, digest_of(secret))


def written(id_: str, secret: str) -> str:
    """Write a key as its owner keeps it."""
    return f"{PREFIX}_{id_}_{secret}"


def parts_of(key: str) -> tuple[str, str] | None:
    """The id and the secret of a key as it was given; None for what is no key."""
    prefix, _, rest = key.partition("_")
    id_, _, secret = rest.partition("_")
    plain = id_.isascii() and id_.isalnum() and secret.isascii() and secret.isalnum()
    return (id_, secret) if prefix == PREFIX and plain else None


def digest_of(secret: str) -> str:
    """A hash of a secret; 256 bits of chance need no slow one."""
    return hashlib.sha256(secret.encode()).hexdigest()


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
