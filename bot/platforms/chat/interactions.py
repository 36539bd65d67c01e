"""What a press does: it opens a form, or is left to its turn; what a sent form may do."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from agents.kit.values.person import Person
from bot.core.plans.edits import read_verb
from bot.core.ports.sessions import Posts
from bot.core.requests.deciders import may_decide
from bot.core.verdicts import request_forms
from bot.domain.errors import NotYours, Refused
from bot.domain.ids import RequestId
from bot.domain.messages import Press, Thread
from bot.domain.requests import Request, RequestStatus
from bot.engine.retries import Pause
from bot.platforms.chat.conversations import ReceiverPorts
from bot.platforms.chat.render.forms import ASKING, COPY, READ, UNKNOWN, ButtonId
from bot.platforms.chat.wire import At

# Whoever sees a card may press it before it is noted where it stands.
LOOKS_AGAIN_AFTER_SECONDS = (0.05, 0.15, 0.4)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatPress(ABC):
    """A button, as pressed on a message of a channel; `is_ephemeral` if only one person saw it."""

    channel: str = ""
    message: str = ""
    is_ephemeral: bool = False

    @abstractmethod
    def place(self, home: str) -> Thread:
        """The thread it was pressed in; `home` is the workspace of somebody in private."""

    @property
    @abstractmethod
    def alone(self) -> Thread | None:
        """A place of its own, where nothing is that a button could decide, if it has one."""


Pressed = TypeVar("Pressed", bound=ChatPress)
Told = TypeVar("Told")


@dataclass(frozen=True, slots=True)
class ToOpen:
    """A form to be opened: what it is about, and if its person may approve that."""

    request: Request
    verb: str
    form: request_forms.RequestForm
    may_approve: bool


@dataclass(frozen=True, slots=True)
class Interactions(ABC, Generic[Pressed, Told]):
    """Presses and forms, each handled so far that it may be acknowledged."""

    ports: ReceiverPorts

    @abstractmethod
    async def person_of(self, pressed: Pressed, thread: Thread | None) -> Person:
        """Who pressed something that is about a thread."""

    @abstractmethod
    async def accept(
        self, pressed: Pressed, person: Person, thread: Thread, button: ButtonId
    ) -> Told:
        """Leave a press to the turn, which also notes what it refuses."""

    @abstractmethod
    def refuse(self, text: str) -> Told:
        """Say why nothing came of it."""

    @abstractmethod
    async def open(self, pressed: Pressed, person: Person, asked: ToOpen) -> Told:
        """Open a form."""

    async def decide(self, pressed: Pressed, button: ButtonId) -> Told:
        """Open the form that a button of a request asks for, or accept the press."""
        request, verb = button
        found = await self.ports.services.requests.find(request)
        thread = Thread.of(found.session) if found else None
        person = await self.person_of(pressed, thread)
        here = pressed.place(person.workspace)
        if found is None or thread is None or not await self._is_original(pressed, request):
            copied = button if thread is None or is_of(here, thread) else COPY
            alone = pressed.alone
            if alone is None:
                return self.refuse(UNKNOWN)
            return await self.accept(pressed, person, alone, copied)
        if not is_of(here, thread):
            thread = here
        if read_verb(verb) not in ASKING:
            return await self.accept(pressed, person, thread, button)
        services = self.ports.services
        try:
            form = await request_forms.open_form(services, request, person, verb)
        except NotYours:
            return await self.accept(pressed, person, thread, button)
        except Refused as refused:
            return self.refuse(str(refused))
        is_for_all = verb == READ and found.status is RequestStatus.PENDING
        may_approve = is_for_all and await may_decide(services.directory, found, person)
        return await self.open(pressed, person, ToOpen(found, verb, form, may_approve))

    async def problems_of(self, person: Person, press: Press) -> Mapping[str, str] | str:
        """What is wrong with a form that was sent, by field, or why it came to nothing."""
        services = self.ports.services
        try:
            return await request_forms.find_problems(
                services, press.request, person, press.verb, press.values
            )
        except NotYours:
            return {}  # its turn refuses it, tells why, and notes it
        except Refused as refused:
            return str(refused)

    async def _is_original(self, pressed: Pressed, request: RequestId) -> bool:
        """Say whether the card stands where the bot posted it; private ones leave no trace."""
        if pressed.is_ephemeral:
            return True
        return await is_original(self.ports.posts, request, (pressed.channel, pressed.message))


def is_of(here: Thread, thread: Thread) -> bool:
    """Say whether a thread is one of this workspace; else its requests are decided from here."""
    return (thread.platform, thread.workspace) == (here.platform, here.workspace)


async def is_original(
    posts: Posts, request: RequestId, at: At, pause: Pause = asyncio.sleep
) -> bool:
    """Say whether a card was posted there; look again while none is known in that channel.

    Copies of cards decide nothing.

    Raises:
        StoreAway: the store does not answer.
    """
    standing = await _standing(posts, request)
    for seconds in LOOKS_AGAIN_AFTER_SECONDS:
        if at[0] in {channel for channel, _message in standing}:
            break
        await pause(seconds)
        standing = await _standing(posts, request)
    return at in standing


async def _standing(posts: Posts, request: RequestId) -> set[At]:
    return {(post.channel, post.message) for post in await posts.of_request(request)}
