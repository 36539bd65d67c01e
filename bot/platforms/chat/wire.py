"""The port to a platform that people chat on: its places, its messages, how they look."""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from bot.core.ports.environment import Clock
from bot.domain.errors import PlatformFailed
from bot.domain.ids import RequestId, SessionId
from bot.domain.messages import Reply, ReplyKind, Thread
from bot.domain.requests import Request, RequestStatus
from bot.platforms.chat.render.cards import RequestEnding, ending, ends_unsaid, restate_request
from bot.platforms.chat.render.length_limits import Upload
from bot.platforms.chat.render.sanitize import NO_HOSTS, Hosts

Json = dict[str, Any]

At = tuple[str, str]
"""The channel and the id of a message."""


class PlatformAway(PlatformFailed):
    """A platform did not answer, or failed; whether the call was carried out is not known."""


class PlatformRefused(PlatformFailed):
    """A platform answered that it will not do it; asking again would change nothing.

    `why` is its own name or number for that; `is_dead` says that our access is worth
    nothing, so that only the operator can mend it.
    """

    def __init__(self, message: str, *, why: str, is_dead: bool) -> None:
        super().__init__(message)
        self.why = why
        self.is_dead = is_dead


@dataclass(frozen=True, slots=True)
class ChatPlace(ABC):
    """Where to post, in the conversation of a session; `thread` is empty where there is none."""

    workspace: str
    channel: str
    thread: str
    session: SessionId

    @property
    @abstractmethod
    def is_direct(self) -> bool:
        """Say whether only one person reads what is posted there."""


@dataclass(frozen=True, slots=True)
class PlatformMessage:
    """What one message holds: its text, and its blocks or rows in the platform's shape.

    A card is the one that changes with its request.
    """

    text: str
    parts: tuple[Json, ...] = ()
    is_card: bool = False


Piece = PlatformMessage | Upload


@dataclass(frozen=True, slots=True)
class Posting:
    """One message to be posted; `key` is what must not be posted twice.

    `persona` is the name it is said under, `notify` are the users who are called by it.
    """

    key: str
    shown: PlatformMessage
    request: RequestId | None = None
    persona: str = ""
    notify: Sequence[str] = ()
    file: Upload | None = None


@dataclass(frozen=True, slots=True)
class Asker:
    """Who pressed, sent a form or gave a command, and where, as far as it was anywhere."""

    user: str
    channel: str
    message: str = ""


class Wire(ABC):
    """Posts, changes and looks for messages of our own on one platform.

    Raises:
        PlatformAway: by every call, when nobody knows whether it was done.
        PlatformRefused: by every call, when it was not done.
    """

    closed: ClassVar[frozenset[str]]
    """Why it refuses where a place is gone, or closed to us for good."""

    asker: ClassVar[re.Pattern[str]]
    """Finds in the id of an event who pressed, sent a form or commanded, and where."""

    nonce_seconds: ClassVar[float] = -1.0
    """How long it knows by itself a message that comes again."""

    @abstractmethod
    def place_of(self, thread: Thread, event: str = "") -> ChatPlace:
        """Where to answer an event of a thread."""

    @abstractmethod
    async def direct(self, workspace: str, user: str, session: SessionId) -> ChatPlace:
        """The direct messages with somebody."""

    @abstractmethod
    async def send(self, place: ChatPlace, posting: Posting) -> At:
        """Post a message."""

    @abstractmethod
    async def edit(self, place: ChatPlace, at: At, posting: Posting) -> None:
        """Replace what stands there; this may be repeated."""

    @abstractmethod
    async def find_own(
        self, place: ChatPlace, posting: Posting, event: str, is_other: Callable[[str], bool]
    ) -> At | None:
        """Look for a message that was posted since an event; `is_other` knows those of others."""

    def is_moved(self, place: ChatPlace, refused: PlatformRefused) -> bool:
        """Say whether a refusal was news of where the place is, so that it should be repeated."""
        del place, refused
        return False

    async def stands(self, place: ChatPlace, at: At) -> None:
        """Note what follows from a message that stands there now."""
        del place, at  # on most platforms nothing does

    def asker_of(self, event: str) -> Asker | None:
        """Who is behind an event, as its id tells it; None for what was no interaction."""
        found = self.asker.match(event)
        return Asker(found["user"], found["channel"], found["message"] or "") if found else None


@dataclass(frozen=True, slots=True)
class Renderer(ABC):
    """How replies and the cards of requests look; `hosts` are those that links may lead to."""

    clock: Clock
    hosts: Hosts = NO_HOSTS

    platform: ClassVar[str]

    @abstractmethod
    def reply(
        self, reply: Reply, request: Request | None, *, whispered: bool = False
    ) -> tuple[Piece, ...]:
        """The messages and files of something that is said, or `whispered` to one person alone."""

    @abstractmethod
    def card(self, reply: Reply, request: Request) -> PlatformMessage:
        """A request as a card alone; one that is closed already shows how it ended."""

    @abstractmethod
    def drawn(self, reply: Reply, request: Request) -> PlatformMessage:
        """A request as its person sees it, as if it was open."""

    @abstractmethod
    def noted(self, shown: PlatformMessage, note: str) -> PlatformMessage:
        """A card with a note below it."""

    @abstractmethod
    def unlocked(self, shown: PlatformMessage) -> PlatformMessage:
        """A card without what only an open request shows."""

    @abstractmethod
    def locked(self, shown: PlatformMessage, end: RequestEnding) -> PlatformMessage:
        """A closed card: the buttons are gone, its outcome and who decided stand below."""

    def notified(self, reply: Reply) -> tuple[str, ...]:
        """The users who must be named beside a reply, so that it calls them."""
        del reply
        return ()

    def changed(self, change: Reply, request: Request) -> PlatformMessage:
        """The card of a request after something happened to it."""
        shown = self.drawn(replace(restate_request(request), plan=change.plan), request)
        if change.kind is ReplyKind.OUTCOME:
            return self.closed(shown, request, change.text)
        if request.status is not RequestStatus.PENDING:
            return self.closed(shown, request, "")
        return self.noted(shown, change.text) if change.text else shown

    def closed(self, shown: PlatformMessage, request: Request, told: str) -> PlatformMessage:
        """Close a card, if its request is closed; a person of here who decided is named by id."""
        if ends_unsaid(request):
            return self.unlocked(shown)
        return self.locked(shown, ending(request, told, self.platform, self.clock.now()))
