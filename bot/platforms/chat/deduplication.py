"""Posts each message once: looks for its own before it repeats one."""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from bot.core.ports.sessions import PostedReply, Posts
from bot.platforms.chat.wire import At, ChatPlace, PlatformAway, PlatformRefused, Posting, Wire

K = TypeVar("K")
V = TypeVar("V")

REMEMBERED = 10_000


def keep(kept: OrderedDict[K, V], key: K, value: V, most: int = REMEMBERED) -> None:
    """Remember something under a key; the oldest makes room."""
    kept[key] = value
    if len(kept) > most:
        kept.popitem(last=False)


@dataclass
class Poster:
    """Posts and updates.

    `trusted` are the events whose turns began in this process: nobody else can have posted
    their replies. For any other, and after a call of unknown fate, what stands there is looked
    through first, unless the platform itself still knows the message.
    What was posted is remembered: a reply of several messages comes again as a whole when
    one of them failed.
    """

    wire: Wire
    posts: Posts
    elapsed: Callable[[], float]
    trusted: OrderedDict[str, None] = field(default_factory=OrderedDict)
    _doubtful: OrderedDict[str, float] = field(default_factory=OrderedDict)
    _posted: OrderedDict[str, At] = field(default_factory=OrderedDict)

    def trust(self, event: str) -> None:
        """Note that an event's turn begins here."""
        keep(self.trusted, event, None)

    async def post(self, place: ChatPlace, posting: Posting, event: str) -> At:
        """Post a message in answer to an event, unless it stands there; return where.

        Raises:
            PlatformAway: its fate is not known; the next try will look for it.
            PlatformRefused: the platform will not take it.
        """
        at = self._posted.get(posting.key) or await self._noted(posting.key, event)
        if at is None:
            at = await self._put(place, posting, event)
            await self.wire.stands(place, at)
        await self._note(place, at, posting)
        return at

    async def update(self, place: ChatPlace, at: At, posting: Posting) -> None:
        """Replace what stands there; this may be repeated."""
        await self.wire.edit(place, at, posting)
        await self._note(place, at, posting)

    def may_stand(self, key: str, event: str) -> bool:
        """Say whether somebody, or an earlier try, may have posted it already."""
        return bool(key) and (key in self._doubtful or event not in self.trusted)

    async def _note(self, place: ChatPlace, at: At, posting: Posting) -> None:
        """Remember what was posted; a card is kept, so that it changes with its request."""
        self._doubtful.pop(posting.key, None)
        if posting.key:
            keep(self._posted, posting.key, at)
        if posting.request:
            await self.posts.note(PostedReply(posting.key, place.session, *at, posting.request))

    async def _noted(self, key: str, event: str) -> At | None:
        if not self.may_stand(key, event):
            return None
        post = await self.posts.find(key)
        return (post.channel, post.message) if post is not None and post.message else None

    async def _put(self, place: ChatPlace, posting: Posting, event: str) -> At:
        try:
            found = None
            if self._must_look(posting.key, event):
                found = await self.wire.find_own(place, posting, event, self._is_other)
            return found or await self._send(place, posting)
        except PlatformRefused as refused:
            if not self.wire.is_moved(place, refused):
                raise
        return await self._put(place, posting, event)

    def _must_look(self, key: str, event: str) -> bool:
        tried = self._doubtful.get(key)
        if tried is not None:
            return self.elapsed() - tried > self.wire.nonce_seconds
        return self.may_stand(key, event)

    def _is_other(self, message: str) -> bool:
        """Say whether a message is known to stand for another reply."""
        return any(at[1] == message for at in self._posted.values())

    async def _send(self, place: ChatPlace, posting: Posting) -> At:
        try:
            return await self.wire.send(place, posting)
        except PlatformAway:
            key = posting.key
            keep(self._doubtful, key, self._doubtful.get(key, self.elapsed()))
            raise
