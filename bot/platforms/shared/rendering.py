"""Ours to theirs: replies become messages, cards and files; only code decides how they look."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import ClassVar

from bot.core.ports.world import Clock
from bot.domain.messages import Reply, ReplyKind
from bot.domain.requests import Request, RequestStatus
from bot.platforms.shared.addresses import NO_HOSTS, Hosts
from bot.platforms.shared.cards import Ending, again, ending, ends_unsaid
from bot.platforms.shared.wire import Piece, PlatformMessage


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
    def locked(self, shown: PlatformMessage, end: Ending) -> PlatformMessage:
        """A closed card: the buttons are gone, its outcome and who decided stand below."""

    def notified(self, reply: Reply) -> tuple[str, ...]:
        """The users who must be named beside a reply, so that it calls them."""
        del reply
        return ()

    def changed(self, change: Reply, request: Request) -> PlatformMessage:
        """The card of a request after something happened to it."""
        shown = self.drawn(replace(again(request), plan=change.plan), request)
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
