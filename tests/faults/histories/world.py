"""Everything around the bot: people, a platform, a store, and the processes that come and go."""

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from agents.kit import Person
from bot.core.ports.directory import MemberStatus
from bot.core.ports.turns import Beginning, Ending
from bot.core.state.catalogue import Catalogue, Progress, Services
from bot.core.turn.answer import answer
from bot.domain.errors import PlatformFailed, StoreAway
from bot.domain.ids import RequestId
from bot.domain.messages import Incoming, Reply, Thread
from bot.domain.requests import Request
from bot.engine.dispatcher import InProcessDispatcher
from bot.engine.engine import Engine
from bot.engine.ports import Platform, delete_nothing
from bot.engine.turn_runner import Answer
from tests.fakes.scripted import ScriptedModel
from tests.fakes.store.agent_tables import MemoryRecords
from tests.faults.histories.chaos import Chaos
from tests.faults.histories.processes import Line, Outage, Power, Process
from tests.faults.histories.staff import AGENTS, BEGINNING, LEDGER, Ledger
from tests.faults.histories.stores import Books, InMemory, Kept, OnDisk, OnPostgres
from tests.faults.histories.virtual import VirtualClock, VirtualLoop
from tests.journeys.office import ADA, ADMIN, ANN, BEN, ROB, People

PATIENCE_SECONDS = 5.0  # after which a platform takes an event for not acknowledged
A_DAY = 20.0  # hours after which platforms repeat nothing any more
QUIET_SECONDS = 20.0
QUIET_ROUNDS = 40
CATALOGUE = Catalogue.of(AGENTS)
EVERYBODY = (ANN, BEN, ADA, ROB)


def alone_with(person: Person) -> Thread:
    """The thread in which nobody else reads."""
    return Thread("slack", "T1", f"D-{person.user}", "")


BEHIND = (
    *("inbox", "turns", "sessions", "requests", "plans", "outbox", "upkeep", "links"),
    *("operations", "admin_views", "audit_log"),
)
"""The ports that a process may lose: its machine falls, or the store is away."""


@dataclass
class Postbox(Platform):
    """What was posted, each id once; `faults` are met by the next deliveries."""

    seen: Callable[[Reply], object]
    posts: dict[str, Reply] = field(default_factory=dict)
    contradictions: list[str] = field(default_factory=list)
    ended: set[str] = field(default_factory=set)
    faults: deque[str] = field(default_factory=deque)
    doing: list[str] = field(default_factory=list)

    async def deliver(self, reply: Reply) -> None:
        fault = self.faults.popleft() if self.faults else ""
        if fault == "away":
            raise PlatformFailed("it is away")
        first = self.posts.setdefault(reply.id, reply)
        if first.kept != reply.kept:  # some words are kept nowhere, and cannot be said twice
            self.contradictions.append(reply.id)
        self.seen(reply)
        if fault == "lost":
            raise PlatformFailed("the answer was lost")

    def progress(self, thread: Thread, reply_to: str, agent: str, text: str) -> None:
        self.doing.append(text)

    async def end_of_turn(self, thread: Thread, reply_to: str, *, duplicate: bool) -> None:
        if not duplicate:
            self.ended.add(reply_to)


@dataclass
class World:
    """A store that lives on, the process that serves it now, and those that came before."""

    kept: Kept
    clock: VirtualClock
    loop: VirtualLoop
    people: People = field(default_factory=People)
    outage: Outage = field(default_factory=Outage)
    ledger: Ledger = field(default_factory=Ledger)
    cards: dict[str, Request] = field(default_factory=dict)
    buttons: list[str] = field(default_factory=list)
    sent: list[Incoming] = field(default_factory=list)
    said_at: dict[str, float] = field(default_factory=dict)
    acknowledged: dict[str, Incoming] = field(default_factory=dict)
    refused: list[Incoming] = field(default_factory=list)
    lasted: list[tuple[float, str]] = field(default_factory=list)
    frozen: list[Process] = field(default_factory=list)
    thawed: list[Process] = field(default_factory=list)
    powers: list[Power] = field(default_factory=list)
    process: Process = field(init=False)
    restarts: int = 0

    def __post_init__(self) -> None:
        self.people.known = {ROB: ADMIN, ADA: ADMIN, ANN: MemberStatus(), BEN: MemberStatus()}
        self.platform = Postbox(self._see)
        self.chaos = Chaos(self.ledger, self._asked_of)
        self.raw = self.kept.ports()

    async def open(self) -> None:
        """Start a process over the store."""
        LEDGER.set(self.ledger)
        power = Power()
        self.powers.append(power)

        def behind(port: object) -> Line:
            return Line(port, power, self.outage)

        kept = self.kept.ports()
        lines: dict[str, Any] = {name: behind(getattr(kept, name)) for name in BEHIND}
        ports = replace(
            kept,
            **lines,
            catalogue=CATALOGUE,
            model=Line(ScriptedModel(self.chaos.answer), power),
            records=MemoryRecords(),
            clock=self.clock,
            directory=self.people,
            admins=(ADA.key,),
            summaries=None,
            purge=delete_nothing,
        )
        engine = Engine(
            ports,
            {"slack": Line(self.platform, power)},
            self._timed(power),
            dispatch=lambda run: InProcessDispatcher(run, stop_seconds=1.0),
        )
        self.process = Process(engine, power)
        await self.process.within(engine.start())

    async def says(self, incoming: Incoming) -> None:
        """Bring an event to the bot; what it does not acknowledge is sent again later."""
        LEDGER.set(self.ledger)
        await self.lives()
        self.sent.append(incoming)
        self.said_at.setdefault(incoming.id, self.clock.elapsed())
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                await self.process.within(self.process.engine.accept(incoming))
        except (StoreAway, TimeoutError):
            self.refused.append(incoming)
        else:
            self.acknowledged[incoming.id] = incoming

    def is_repeated(self, incoming: Incoming) -> bool:
        """Say whether a platform may still send something again; it gives up at last."""
        age = self.clock.elapsed() - self.said_at[incoming.id]
        return age < A_DAY * 3600

    async def lives(self) -> None:
        """Start another process if the last one was killed."""
        if not self.process.power.is_on:
            self.restarts += 1
            await self.open()

    async def freeze(self) -> None:
        """Let the process stand still, and another take over."""
        self.process.power.freeze()
        self.frozen.append(self.process)
        await self.open()

    async def thaw(self) -> None:
        """Let the oldest frozen process go on, until it notices that it is to end."""
        if self.frozen:
            old = self.frozen.pop(0)
            self.thawed.append(old)
            old.power.thaw()

    async def heals(self) -> None:
        """Let everything work again, and send again what was not acknowledged."""
        LEDGER.set(self.ledger)
        self.outage.is_away, self.outage.lost_answers = False, 0
        self.platform.faults.clear()
        self.chaos.faults.clear()
        self.chaos.loops_left, self.ledger.breaks = 0, 0
        self.process.power.touches_left = 0
        while self.frozen:
            await self.thaw()
        await self.lives()
        while self.refused:
            again, self.refused = list(filter(self.is_repeated, self.refused)), []
            for incoming in again:
                await self.says(incoming)
        while self.thawed:
            with suppress(TimeoutError):
                async with asyncio.timeout(PATIENCE_SECONDS):
                    await self.thawed.pop().engine.stop()

    async def quiet(self) -> Books:
        """Wait, in vain at last, until nothing is left to do."""
        await self.heals()
        for _round in range(QUIET_ROUNDS):
            await asyncio.sleep(QUIET_SECONDS)
            books = await self.kept.books()
            if not books.unsent and all(row.status != "waiting" for row in books.events):
                return books
        return await self.kept.books()

    def close(self) -> None:
        """End everything that still waits."""
        for power in self.powers:
            power.end()
        tasks = asyncio.all_tasks(self.loop)
        for task in tasks:
            task.cancel()
        if tasks:
            self.loop.run_until_complete(asyncio.wait(tasks))
        self.loop.run_until_complete(self.kept.close())
        self.loop.close()

    def _timed(self, power: Power) -> Answer:
        """The core, with an eye on how long a turn takes while nothing holds it up."""

        async def timed(beginning: Beginning, services: Services, progress: Progress) -> Ending:
            BEGINNING.set(beginning)
            LEDGER.set(self.ledger)
            began, troubles = self.loop.time(), self._troubles(power)
            try:
                return await answer(beginning, services, progress)
            finally:
                if troubles == self._troubles(power):
                    self.lasted.append((self.loop.time() - began, beginning.turn))

        return timed

    def _troubles(self, power: Power) -> int:
        return self.outage.times + power.stops

    def _see(self, reply: Reply) -> None:
        for button in reply.buttons:
            if button.id not in self.buttons:
                self.buttons.append(button.id)

    def _asked_of(self, request: str) -> str:
        return self.cards[request].asked.user if request in self.cards else ""

    def loses_store(self, seconds: float) -> None:
        """Let the store be away for so long."""
        self.outage.is_away = True
        self.loop.call_later(seconds, self._back)

    def _back(self) -> None:
        self.outage.is_away = False

    async def note_cards(self) -> None:
        """Look at each new card as it is shown now, and at who may decide it by now."""
        for button in self.buttons:
            request = button.rpartition(":")[0]
            found = await self.raw.requests.find(RequestId(request))
            if found is not None:
                first = self.cards.setdefault(request, found)
                self.cards[request] = replace(first, approvers=found.approvers)


def in_memory() -> World:
    """A world whose store is in memory."""
    loop = VirtualLoop()
    clock = VirtualClock(loop)
    return World(InMemory(clock), clock, loop)


def on_disk(path: Path) -> World:
    """A world whose store is a file."""
    loop = VirtualLoop()
    clock = VirtualClock(loop)
    return World(OnDisk(clock, path), clock, loop)


def on_postgres(database: AbstractContextManager[str]) -> World:
    """A world whose store is a database of a server."""
    loop = VirtualLoop()
    clock = VirtualClock(loop)
    return World(OnPostgres(clock, database), clock, loop)
