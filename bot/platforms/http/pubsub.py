"""Lets those who listen to a session know at once that something went out there.

It also holds the newest words of somebody that may be kept nowhere, such as their memory card,
until anything else is said to them.
"""

import asyncio
import json
from collections import OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import astuple, dataclass, field

from pydantic import JsonValue
from typing_extensions import override

from bot.core.commands.forget import FORGOTTEN
from bot.core.memory.memory_card import ABOUT as MEMORY
from bot.core.ports.environment import Cipher
from bot.core.ports.http_api import Outgoing
from bot.domain.ids import ReplyId, SessionId
from bot.domain.messages import Reply, Thread
from bot.engine.ports import Platform
from bot.storage.accounts.event_log import SqlEventLog

MOST_PROGRESS = 50  # what a listener has not read by then is out of date
MOST_HELD = 1_000  # people whose words are held; who has none reads where to ask for them anew


@dataclass(frozen=True, slots=True)
class ProgressNote:
    """What the bot is doing just now; nobody keeps it."""

    reply_to: str
    agent: str
    text: str


@dataclass(frozen=True, slots=True)
class HeldWords:
    """The newest words to somebody that may be kept nowhere; empty if the newest may be kept."""

    reply: ReplyId
    words: str


Told = ProgressNote | HeldWords | None
"""What hubs tell each other of a session; None: there may be something to read."""

Relay = Callable[[SessionId, Told], None]
"""Passes something on to the hubs of other processes."""


@dataclass(eq=False, slots=True)
class Listener:
    """Somebody who listens; woken whenever there may be something to read."""

    woken: asyncio.Event = field(default_factory=asyncio.Event)
    progress: deque[ProgressNote] = field(default_factory=lambda: deque(maxlen=MOST_PROGRESS))

    async def wait(self, seconds: float) -> bool:
        """Wait until woken; False when nobody did in time."""
        try:
            async with asyncio.timeout(seconds):
                await self.woken.wait()
        except TimeoutError:
            return False
        self.woken.clear()
        return True


class Hub:
    """Knows who listens where, in this process; what others are to know goes by the relay."""

    def __init__(self) -> None:
        self.relay: Relay | None = None
        self._listeners: dict[SessionId, set[Listener]] = defaultdict(set)
        self._held: OrderedDict[tuple[str, str], HeldWords] = OrderedDict()
        self.is_closed = False

    @contextmanager
    def listen(self, session: SessionId) -> Iterator[Listener]:
        """Listen to a session."""
        listener = Listener()
        self._listeners[session].add(listener)
        try:
            yield listener
        finally:
            self._listeners[session].discard(listener)
            if not self._listeners[session]:
                del self._listeners[session]

    @property
    def count(self) -> int:
        """How many listen."""
        return sum(map(len, self._listeners.values()))

    def wake(self, session: SessionId) -> None:
        """Let those who listen look."""
        self._pass_on(session, None)

    def tell(self, session: SessionId, doing: ProgressNote) -> None:
        """Pass progress on to those who listen now."""
        self._pass_on(session, doing)

    def hold(self, reply: Reply) -> None:
        """Hold a reply's words if they may be kept nowhere, and none that were said before."""
        words = reply.spoken if reply.instead else ""
        self._pass_on(reply.thread.session, HeldWords(reply.id, words))

    def hear(self, session: SessionId, told: Told) -> None:
        """Take what a hub told, this one or that of another process."""
        if isinstance(told, HeldWords):
            self._hold(_whose(Thread.of(session)), told)
            return
        for listener in self._listeners.get(session, ()):
            if told is not None:
                listener.progress.append(told)
            listener.woken.set()

    def held(self, session: SessionId, reply: object) -> str:
        """The words of a reply that are kept nowhere else; empty if there are none."""
        held = self._held.get(_whose(Thread.of(session)))
        return held.words if held is not None and held.reply == reply else ""

    async def close(self) -> None:
        """Let nobody wait any longer."""
        self.is_closed = True
        for session in list(self._listeners):
            self.wake(session)

    def _pass_on(self, session: SessionId, told: Told) -> None:
        self.hear(session, told)
        if self.relay is not None:
            self.relay(session, told)

    def _hold(self, whose: tuple[str, str], held: HeldWords) -> None:
        self._held.pop(whose, None)
        if held.words:
            self._held[whose] = held
        if len(self._held) > MOST_HELD:
            self._held.popitem(last=False)


def _whose(thread: Thread) -> tuple[str, str]:
    return thread.workspace, thread.channel


_KINDS = {"doing": ProgressNote, "held": HeldWords}


def written(told: Told, cipher: Cipher) -> str:
    """Write it; empty for what says nothing but that there is something to read."""
    if told is None:
        return ""
    kind = next(name for name, kind in _KINDS.items() if isinstance(told, kind))
    return cipher.seal(json.dumps([kind, *astuple(told)]))


def read(sealed: str, cipher: Cipher) -> Told:
    """Read it.

    Raises:
        PlatformFailed: it was sealed with a key that is not ours.
    """
    if not sealed:
        return None
    kind, *fields = json.loads(cipher.open(sealed))
    told: ProgressNote | HeldWords = _KINDS[kind](*fields)
    return told


END = "end_of_turn"
OWN_WORK = "~"
"""Threads that begin like this are for work of our own; no caller has one, so nobody reads it.

What may come often shares one: each session costs whatever goes through all of somebody's.
"""


class HttpPlatform(Platform):
    """Takes what the bot says in sessions over HTTP."""

    def __init__(self, published: SqlEventLog, hub: Hub) -> None:
        self._published = published
        self._hub = hub

    @override
    async def deliver(self, reply: Reply) -> None:
        reader = reply.to if reply.private else None
        session = reply.thread.session
        event = Outgoing(session, str(reply.kind), reply_body(reply), reply.reply_to, reader)
        self._hub.hold(reply)
        if reply.text == FORGOTTEN and reply.to and reply.thread.thread != OWN_WORK:
            # The session has gone with its words; that they are gone is to be read all the same.
            await self._published.open(session, reply.to)
        await self._published.note(reply.id, event)
        self._hub.wake(session)

    @override
    def progress(self, thread: Thread, reply_to: str, agent: str, text: str) -> None:
        self._hub.tell(thread.session, ProgressNote(reply_to, agent, text))

    @override
    async def end_of_turn(self, thread: Thread, reply_to: str, *, duplicate: bool) -> None:
        if duplicate:  # the first one ends for itself
            return
        session = thread.session
        body = {"reply_to": reply_to}
        await self._published.note(f"{session}#{reply_to}", Outgoing(session, END, body, reply_to))
        self._hub.wake(session)


def reply_body(reply: Reply) -> Mapping[str, JsonValue]:
    """Write a reply; what it has none of stays out, and so do buttons that decide no request.

    What those do can be said in words.
    """
    text = reply.kept.spoken  # what is written here is kept
    body: dict[str, JsonValue] = {"id": reply.id, "reply_to": reply.reply_to, "text": text}
    body |= {"agent": reply.agent} if reply.agent else {}
    body |= {"to": reply.to.user} if reply.to else {}
    body |= {"request_id": reply.request} if reply.request else {}
    buttons = [button for button in reply.buttons if not button.id.startswith(MEMORY)]
    if buttons:
        body["buttons"] = [
            {"id": button.id, "label": button.label, "style": button.style} for button in buttons
        ]
    if reply.fields:
        body["fields"] = [
            {"name": f.name, "label": f.label, "secret": f.secret, "value": f.value}
            for f in reply.fields
        ]
    return body
