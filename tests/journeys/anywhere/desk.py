"""What a journey does, whatever it is held on: a bot at a platform, and people who talk there.

    a_desk ─▶ Desk ─ talk("ann") ─▶ Talk: say · press · confide · sees
                 └─ talk("ben", beside=anns) ─▶ Talk

Each platform has one file that does this through its own surface. A journey never asks which one
it is held on; what only some can do is declared in `Can`.
"""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any, ClassVar, Self

import pytest

from agents.kit.ports.records import Row, Table
from agents.kit.values.model import Model
from bot.bootstrap import App
from bot.domain.messages import Thread
from bot.engine.ports import Platform
from tests.fakes.migrated import migrate_by_copy
from tests.fakes.stand_in import StandIn

PATIENCE_SECONDS = 30.0
LOOK_SECONDS = 0.003


class Can(StrEnum):
    """What not every platform can do."""

    SHARE = "several people talk in one thread"
    CHANGE = "a card shows what became of it, and can be pressed no longer"


@dataclass(frozen=True)
class Terms:
    """On which terms a bot works: who approves transfers, who is an admin, which agents there are.

    People are named as the journey calls them. `model` is what reads and talks.
    """

    folder: Path
    approver: str = ""
    admin: str = ""
    agents: str = ""
    model: Model = field(default_factory=StandIn)


@dataclass(frozen=True)
class Line:
    """Something of the bot that a person sees: its words as they are now, and its buttons."""

    id: str
    text: str
    buttons: tuple[str, ...] = ()


@dataclass
class Ends:
    """The events whose turns have ended on one platform."""

    events: list[str] = field(default_factory=list)
    _changed: asyncio.Event = field(default_factory=asyncio.Event)

    @asynccontextmanager
    async def of(self, platform: type[Platform]) -> AsyncIterator[None]:
        """Note them while the block runs."""
        end: Callable[..., Awaitable[None]] = platform.end_of_turn

        async def noted(one: Platform, thread: Thread, reply_to: str, *, duplicate: bool) -> None:
            await end(one, thread, reply_to, duplicate=duplicate)
            self.events += [] if duplicate else [reply_to]
            self._changed.set()

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(platform, "end_of_turn", noted)
            yield

    async def until(self, mark: str, behind: int) -> None:
        """Wait for an event whose id has this in it, behind so many others."""
        while not any(mark in event for event in self.events[behind:]):
            self._changed.clear()
            await self._changed.wait()


class TurnedAway(Exception):
    """A platform's door refused it, so that there is no turn; the words are for who tried."""


class Desk(ABC):
    """A bot at one platform, over a database that outlasts it."""

    name: ClassVar[str]
    can: ClassVar[frozenset[Can]] = frozenset()
    platform: ClassVar[type[Platform]]
    app: App

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.ends = Ends()
        self._lasting, self._running = AsyncExitStack(), AsyncExitStack()

    async def __aenter__(self) -> Self:
        await self._lasting.enter_async_context(self.ends.of(self.platform))
        await self._lasting.enter_async_context(self.world())
        await self._begin()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._running.aclose()
        await self._lasting.aclose()

    async def restart(self) -> None:
        """Stop the bot, and start another one over the same database."""
        await self._running.aclose()
        await self._begin()

    @abstractmethod
    def talk(self, name: str, *, beside: "Talk | None" = None, shared: bool = False) -> "Talk":
        """Let somebody talk: alone with the bot, where others are, or beside another one.

        Who is beside somebody meets what concerns them both, wherever the platform shows it.
        """

    @abstractmethod
    def world(self) -> AbstractAsyncContextManager[None]:
        """Open what lasts longer than the bot: the platform, and the people there."""

    @abstractmethod
    def bot(self, **settings: Any) -> AbstractAsyncContextManager[App]:
        """Run a bot with these settings until the block ends."""

    @abstractmethod
    def written(self, name: str) -> str:
        """How an operator writes somebody in a setting."""

    def mention(self, name: str) -> str:
        """How people write somebody in a message."""
        return f"@{name}"

    def called(self, name: str) -> str:
        """How the bot writes somebody."""
        return name

    async def rows(self, table: Table) -> list[Row]:
        """The rows of an agent's table."""
        return [*await self.app.ports.records.transact(lambda rows: rows.find(table))]

    async def settle(self) -> None:
        """Wait until nothing is left to do or to send."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while await self._is_busy():  # noqa: ASYNC110 - the database tells nobody
                await asyncio.sleep(LOOK_SECONDS)

    async def _is_busy(self) -> bool:
        ports = self.app.ports
        return bool(await ports.inbox.waiting() or await ports.outbox.owing(self.name))

    async def _begin(self) -> None:
        terms, address = self.terms, f"sqlite:///{self.terms.folder / 'frontdesk.db'}"
        migrate_by_copy(address)
        settings: dict[str, Any] = {"DATABASE_URL": address}
        if terms.approver:
            settings["FRONTDESK_FOUR_EYES"] = "transfer_money"
            settings["FRONTDESK_APPROVERS"] = self.written(terms.approver)
        settings |= {"FRONTDESK_AGENTS": terms.agents} if terms.agents else {}
        self.app = await self._running.enter_async_context(self.bot(**settings))


class Talk(ABC):
    """One person's side of a conversation; every act waits for all that comes of it.

    What a platform does for an act returns what is in the id of its event; nothing, where the
    platform is told that the event is kept before it lets go of the act.
    """

    def __init__(self, desk: Desk, name: str) -> None:
        self.desk, self.name = desk, name

    async def say(self, text: str) -> str:
        """Say something; return what this person is shown for it."""
        return await self._what_comes(lambda: self._say(text))

    async def press(self, label: str, **values: str) -> str:
        """Press the newest button of these words, and fill in what it opens."""
        return await self._what_comes(lambda: self._press(label, values))

    async def intrude(self, label: str, whose: "Talk") -> str:
        """Press a button of somebody else's conversation, whether one is shown it or not."""
        return await self._what_comes(lambda: self._intrude(label, whose))

    async def confide(self, secret: str) -> str:
        """Give a secret in the way that the platform has for it."""
        return await self._what_comes(lambda: self._confide(secret))

    async def command(self, words: str) -> str:
        """Give a command, in the way that the platform has for it."""
        return await self._what_comes(lambda: self._command(words))

    async def until(self, words: str) -> str:
        """Wait until something that this person sees has these words, and return all of it."""
        return (await self.line_with(words)).text

    async def line_with(self, words: str) -> Line:
        """Wait until this person sees something with these words, and return the newest."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not (found := await self._seen_with(words)):  # noqa: ASYNC110 - nobody tells
                await asyncio.sleep(LOOK_SECONDS)
        return found[-1]

    async def offered(self, label: str) -> None:
        """Wait until this person sees a button of these words."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while label not in await self.buttons():  # noqa: ASYNC110 - nobody tells
                await asyncio.sleep(LOOK_SECONDS)

    async def all_seen(self) -> str:
        """All words of the bot that this person sees."""
        return "\n\n".join([line.text for line in await self.sees()])

    async def buttons(self) -> list[str]:
        """The words on all buttons that this person sees, the newest message last."""
        return [label for line in await self.sees() for label in line.buttons]

    @abstractmethod
    async def sees(self) -> list[Line]:
        """What of the bot's this person sees now, in order."""

    @abstractmethod
    async def files(self) -> list[str]:
        """What the bot has delivered to this person here, beside its words."""

    @abstractmethod
    async def _say(self, text: str) -> str: ...

    @abstractmethod
    async def _press(self, label: str, values: dict[str, str]) -> str: ...

    @abstractmethod
    async def _intrude(self, label: str, whose: "Talk") -> str: ...

    @abstractmethod
    async def _confide(self, secret: str) -> str: ...

    @abstractmethod
    async def _command(self, words: str) -> str: ...

    async def _seen_with(self, words: str) -> list[Line]:
        return [line for line in await self.sees() if words in line.text]

    async def _what_comes(self, act: Callable[[], Awaitable[str]]) -> str:
        await self.desk.settle()
        before = {line.id: line.text for line in await self.sees()}
        ended = len(self.desk.ends.events)
        try:
            mark = await act()
        except TurnedAway as refusal:
            return str(refusal)
        async with asyncio.timeout(PATIENCE_SECONDS):
            await self.desk.ends.until(mark, behind=ended)
        await self.desk.settle()
        now = await self.sees()
        return "\n\n".join(line.text for line in now if before.get(line.id) != line.text)
