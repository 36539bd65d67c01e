"""Lets those who listen to a session know at once that something went out there.

It also holds the newest words of somebody that may be kept nowhere, such as their memory card, in
this process alone, until anything else is said to them.
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


Relay = Callable[[SessionId, Doing | None], None]
"""Passes on that something went out, or what is being done, to where others listen."""


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
        self._held: OrderedDict[tuple[str, str], tuple[ReplyId, str]] = OrderedDict()
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

    def hear(self, session: SessionId, doing: Doing | None) -> None:
        """Take what another process relayed: progress, or that there is something to read."""
        for listener in self._listeners.get(session, ()):
            if doing is not None:
                listener.progress.append(doing)
            listener.woken.set()

    def _pass_on(self, session: SessionId, doing: Doing | None) -> None:
        self.hear(session, doing)
        if self.relay is not None:
            self.relay(session, doing)

    def hold(self, reply: Reply) -> None:
        """Hold a reply's words if they may be kept nowhere, and none that were said before."""
        whose = _whose(reply.thread)
        self._held.pop(whose, None)
        if reply.instead:
            self._held[whose] = (reply.id, reply.spoken)
        if len(self._held) > MOST_HELD:
            self._held.popitem(last=False)

    def held(self, session: SessionId, reply: object) -> str:
        """The words of a reply that are kept nowhere else; empty if there are none."""
        id_, words = self._held.get(_whose(Thread.of(session)), ("", ""))
        return words if id_ == reply else ""

    async def close(self) -> None:
        """Let nobody wait any longer."""
        self.is_closed = True
        for session in list(self._listeners):
            self.wake(session)


def _whose(thread: Thread) -> tuple[str, str]:
    return thread.workspace, thread.channel
