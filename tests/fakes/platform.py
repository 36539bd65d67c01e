"""A platform that writes down what it is given, and fails when told to."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from bot.domain.ids import SessionId
from bot.domain.messages import Reply, Thread
from bot.engine.ports import Platform


@dataclass
class FakePlatform(Platform):
    """`failures` are raised by the next deliveries, the first one first."""

    said: list[str] = field(default_factory=list)
    doing: list[str] = field(default_factory=list)
    ended: list[tuple[str, bool]] = field(default_factory=list)
    left: list[SessionId] = field(default_factory=list)
    failures: list[Exception] = field(default_factory=list)
    elsewhere: set[Thread] = field(default_factory=set)
    gate: asyncio.Event | None = None
    after_delivery: Callable[[], None] = lambda: None
    replies: list[Reply] = field(default_factory=list)

    def serves(self, thread: Thread) -> bool:
        return thread not in self.elsewhere

    async def deliver(self, reply: Reply) -> None:
        if self.gate:
            await self.gate.wait()
        if self.failures:
            raise self.failures.pop(0)
        self.said.append(reply.text)
        self.replies.append(reply)
        self.after_delivery()

    def progress(self, thread: Thread, reply_to: str, agent: str, text: str) -> None:
        self.doing.append(f"{agent}: {text}")

    async def end_of_turn(self, thread: Thread, reply_to: str, *, duplicate: bool) -> None:
        self.ended.append((reply_to, duplicate))

    def leave(self, session: SessionId) -> None:
        self.left.append(session)
