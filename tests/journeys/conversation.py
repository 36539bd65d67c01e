"""A conversation with the real core over the in-memory store: say, press, and look."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from agents.catalogue import AGENTS
from agents.kit import Agent, Person, Table
from agents.kit.ports.records import Records
from agents.kit.values.model import Model, ModelCall, ModelReply
from bot.core.ports.directory import Directory
from bot.core.ports.inbox import Inbox
from bot.core.state.catalogue import Catalogue
from bot.core.state.directory import Directories
from bot.core.turn.answer import answer
from bot.domain.budget import TurnLimits
from bot.domain.messages import Incoming, Kind, Press, Reply, ReplyKind, Thread
from bot.domain.participant import Participant
from bot.domain.requests import Request, RequestStatus
from bot.engine.ports import Ports
from tests.fakes.in_memory.ports import memory_ports
from tests.fakes.sql import MemorySql
from tests.fakes.stand_in import StandIn
from tests.fakes.store.agent_tables import MemoryRecords
from tests.fakes.store.store import MemoryStore
from tests.fakes.world import FakeClock, FakeIds

THREAD = Thread("console", "local", "chat", "main")


@dataclass
class Counted(Model):
    """A model that remembers what it was asked."""

    inner: Model
    calls: list[ModelCall] = field(default_factory=list)

    async def complete(self, call: ModelCall, *, within_seconds: float) -> ModelReply:
        self.calls.append(call)
        return await self.inner.complete(call, within_seconds=within_seconds)

    @property
    def purposes(self) -> list[str]:
        return [f"{call.purpose}:{call.agent}" for call in self.calls]

    @property
    def everything_read(self) -> str:
        """All text any model call has shown to the model."""
        return "\n".join(message.content for call in self.calls for message in call.messages)


@dataclass
class Conversation:
    """One thread; each `say` is one turn, carried to its commit."""

    services: Ports
    store: MemoryStore
    inbox: Inbox
    model: Counted
    records: Records
    clock: FakeClock
    replies: list[Reply] = field(default_factory=list)
    changes: list[Reply] = field(default_factory=list)
    progress: list[tuple[str, str]] = field(default_factory=list)
    sent: int = 0

    async def say(self, text: str, *, user: str = "ana", kind: Kind = Kind.MESSAGE) -> str:
        """Say something; return the texts that come back, a blank line between them."""
        return await self.take(Incoming(self._id(), THREAD, a_person(user), kind, text))

    async def press(self, label: str, *, user: str = "ana", **values: str) -> str:
        """Press the newest button of this label."""
        buttons = (b for reply in reversed(self.replies) for b in reply.buttons)
        button = next(b for b in buttons if b.label == label)
        return await self.press_id(button.id, user=user, **values)

    async def press_id(self, button: str, *, user: str = "ana", **values: str) -> str:
        """Press a button by its opaque id."""
        return await self.press_as(a_person(user), button, **values)

    async def press_as(self, person: Person, button: str, **values: str) -> str:
        """Press a button as somebody from wherever they are."""
        request, _, verb = button.rpartition(":")
        press = Press(request, verb, dict(values))  # type: ignore[arg-type]
        return await self.take(Incoming(self._id(), THREAD, person, Kind.PRESS, press=press))

    async def ring(self, name: str, request: Request) -> str:
        """Let a timer of a request ring."""
        text = f"/{name} {request.id}"
        timer = Incoming(f"{name}:{request.id}", THREAD, request.asked, Kind.TIMER, text)
        return await self.take(timer)

    async def start(self, *, user: str = "ana") -> str:
        """Open the conversation without a word."""
        return await self.say("", user=user, kind=Kind.START)

    async def participant(self, user: str = "ana") -> Participant:
        """What the session remembers of a person."""
        return await self.services.sessions.participant(THREAD.session, a_person(user))

    async def stack(self, user: str = "ana") -> list[str]:
        """The agents on a person's stack, the active one last."""
        return [task.agent for task in (await self.participant(user)).stack.tasks]

    async def rows(self, table: Table) -> list[dict[str, object]]:
        """The rows of an agent's table."""
        return [dict(row) for row in await self.records.transact(lambda rows: rows.find(table))]

    @property
    def pending(self) -> list[Request]:
        """The requests nobody has decided yet."""
        return [
            r for r in self.store.tables.requests.values() if r.status is RequestStatus.PENDING
        ]

    @property
    def artifacts(self) -> list[str]:
        """The artifacts delivered so far."""
        return [reply.text for reply in self.replies if reply.kind is ReplyKind.ARTIFACT]

    @property
    def last(self) -> Reply:
        """The newest reply."""
        return self.replies[-1]

    def told(self) -> str:
        """Everything the side channel said, a line each."""
        return "\n".join(text for _agent, text in self.progress)

    async def take(self, incoming: Incoming) -> str:
        """Take in an event; a copy of an earlier one has no turn, and nothing comes back."""
        if await self.inbox.accept(incoming) is None:
            return ""
        beginning = await self.services.turns.begin(incoming.thread.session)
        assert beginning is not None
        ending = await answer(
            beginning, self.services, lambda agent, text: self.progress.append((agent, text))
        )
        await self.services.turns.commit(ending)
        said = [reply for reply in ending.replies if reply.is_said]
        self.replies.extend(said)
        self.changes.extend(reply for reply in ending.replies if not reply.is_said)
        return "\n\n".join(reply.text for reply in said)

    def _id(self) -> str:
        self.sent += 1
        return f"event-{self.sent}"


async def a_conversation(
    model: Model | None = None,
    *,
    agents: Sequence[Agent] = AGENTS,
    limits: TurnLimits | None = None,
    directory: Directory | None = None,
    kind_of_store: type[MemoryStore] = MemoryStore,
) -> Conversation:
    """Return a conversation with the catalogue's agents and their demo rows."""
    clock = FakeClock()
    store = kind_of_store(clock, FakeIds())
    records = MemoryRecords()
    for agent in agents:
        if agent.demo is not None:
            await records.transact(agent.demo)
    catalogue = Catalogue.of(tuple(agents))
    counted = Counted(model or StandIn(catalogue.cards))
    services = memory_ports(
        store,
        clock,
        catalogue=catalogue,
        model=counted,
        records=records,
        sql=MemorySql(records),
        limits=limits or TurnLimits(),
        directory=directory or Directories(),
    )
    return Conversation(services, store, store, counted, records, clock)


def a_person(user: str) -> Person:
    """Somebody on the console."""
    return Person("console", "local", user)
