"""What a journey does on the platforms of teams, beyond what it does anywhere.

a_chat ─▶ ChatDesk ─ talk("ann") ─▶ ChatTalk: edit · delete · send
"""

from abc import abstractmethod
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any, Protocol

from typing_extensions import override

from bot.bootstrap import App
from tests.journeys.anywhere.desk import Can, Desk, Talk


class Runs(Protocol):
    """A bot that runs."""

    app: App


class ChatDesk(Desk):
    """A bot at a platform that a fake plays."""

    can = frozenset(Can)

    @abstractmethod
    def running(self, **given: Any) -> AbstractAsyncContextManager[Runs]:
        """Run a bot there until the block ends."""

    @override
    @abstractmethod
    def talk(
        self, name: str, *, beside: Talk | None = None, shared: bool = False
    ) -> "ChatTalk": ...

    @override
    @asynccontextmanager
    async def bot(self, **settings: Any) -> AsyncIterator[App]:
        async with self.running(model=self.terms.model, **settings) as bot:
            yield bot.app

    @override
    def called(self, name: str) -> str:
        return self.mention(name)


class ChatTalk(Talk):
    """One person's side of a conversation there; what they said goes by its words."""

    async def edit(self, said: str, text: str) -> str:
        """Change what one said."""
        return await self._what_comes(lambda: self._edit(said, text))

    async def delete(self, said: str) -> str:
        """Take back what one said."""
        return await self._what_comes(lambda: self._delete(said))

    async def send(self, text: str, name: str, content: bytes) -> str:
        """Say something with a file."""
        return await self._what_comes(lambda: self._speak(text, files=((name, content),)))

    @override
    async def _say(self, text: str) -> str:
        return await self._speak(text)

    @abstractmethod
    async def _speak(self, text: str, **more: Any) -> str: ...

    @abstractmethod
    async def _edit(self, said: str, text: str) -> str: ...

    @abstractmethod
    async def _delete(self, said: str) -> str: ...
