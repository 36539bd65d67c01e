"""Forms that were sent with something wrong in them: kept sealed, and opened again as sent."""

import json
from dataclasses import dataclass
from typing import Any

from bot.core.ports.places import Post, Posts
from bot.core.ports.world import Cipher
from bot.domain.ids import SessionId
from bot.platforms.shared.wire import Json

AGAIN = "again"


@dataclass(frozen=True, slots=True)
class Drafts:
    """Keeps the newest try of each person at each form, also for other processes.

    Raises:
        StoreAway: by every method, when the store does not answer.
    """

    posts: Posts
    cipher: Cipher

    async def keep(self, id_: str, session: SessionId, form: Json) -> None:
        """Keep a form for the button of this id; it goes with its session."""
        sealed = self.cipher.seal(json.dumps(form))
        await self.posts.note(Post(_key(id_), session, "", sealed))

    async def find(self, id_: str) -> Json | None:
        """The form that a button opens; None if it was kept too long ago."""
        post = await self.posts.find(_key(id_))
        if post is None:
            return None
        form: dict[str, Any] = json.loads(self.cipher.open(post.message))
        return form


def draft_id(form: str, user: str) -> str:
    """The id of the button that opens a form again for who sent it."""
    return f"{AGAIN}:{user}:{form}"


def is_draft(id_: str) -> bool:
    """Say whether a button opens a form again."""
    return id_.startswith(f"{AGAIN}:")


def is_draft_of(draft: str, user: str) -> bool:
    """Say whether somebody sent the form of a draft; nobody else sees what was typed."""
    return draft.startswith(f"{AGAIN}:{user}:")


def _key(id_: str) -> str:
    return f"draft/{id_}"
