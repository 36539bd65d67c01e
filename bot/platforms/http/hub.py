"""Lets those who listen to a session know at once that something went out there.

It also holds the newest words of somebody that may be kept nowhere, such as their memory card,
until anything else is said to them.
"""

import asyncio
from collections import OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from bot.domain.ids import ReplyId, SessionId
from bot.domain.messages import Reply, Thread

MOST_PROGRESS = 50  # what a listener has not read by then is out of date
MOST_HELD = 1_000  # people whose words are held; who has none reads where to ask for them anew


@dataclass(frozen=True, slots=True)
class Doing:
    """What the bot is doing just now; nobody keeps it."""

    reply_to: str
    agent: str
    text: str


@dataclass(frozen=True, slots=True)
class Held:
    """The newest words to somebody that may be kept nowhere; empty if the newest may be kept."""

    reply: ReplyId
    words: str


Told = Doing | Held | None
"""What hubs tell each other of a session; None: there may be something to read."""

Relay = Callable[[SessionId, Told], None]
"""Passes something on to the hubs of other processes."""


@dataclass(eq=False, slots=True)
class Listener:
    """Somebody who listens; woken whenever there may be something to read."""

    woken: asyncio.Event = field(default_factory=asyncio.Event)
    progress: deque[Doing] = field(default_factory=lambda: deque(maxlen=MOST_PROGRESS))

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
        self._held: OrderedDict[tuple[str, str], Held] = OrderedDict()
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

    def tell(self, session: SessionId, doing: Doing) -> None:
        """Pass progress on to those who listen now."""
        self._pass_on(session, doing)

    def hold(self, reply: Reply) -> None:
        """Hold a reply's words if they may be kept nowhere, and none that were said before."""
        words = reply.spoken if reply.instead else ""
        self._pass_on(reply.thread.session, Held(reply.id, words))

    def hear(self, session: SessionId, told: Told) -> None:
        """Take what a hub told, this one or that of another process."""
        if isinstance(told, Held):
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

    def _hold(self, whose: tuple[str, str], held: Held) -> None:
        self._held.pop(whose, None)
        if held.words:
            self._held[whose] = held
        if len(self._held) > MOST_HELD:
            self._held.popitem(last=False)


def _whose(thread: Thread) -> tuple[str, str]:
    return thread.workspace, thread.channel
