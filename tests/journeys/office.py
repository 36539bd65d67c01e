"""Several people in several threads, over the real core and the store in memory."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from agents.catalogue import AGENTS
from agents.kit import Agent, Person
from agents.kit.values.model import Model
from bot.core.ports.directory import MemberStatus
from bot.core.state.directory import NoDirectory
from bot.core.turn.answer import answer
from bot.domain.audit_log import Facts
from bot.domain.errors import PlatformFailed
from bot.domain.ids import RequestId, SessionId
from bot.domain.messages import Incoming, Kind, Press, Reply, ReplyKind, Thread
from bot.domain.requests import Request, RequestStatus
from bot.engine.ports import Ports
from tests.fakes.store.store import MemoryStore
from tests.journeys.conversation import Conversation, a_conversation

HERE = Thread("slack", "T1", "C1", "1.0")
THERE = Thread("slack", "T1", "C1", "2.0")
OTHER_CHANNEL = Thread("slack", "T1", "C2", "3.0")
ABROAD = Thread("slack", "T2", "C9", "4.0")

ADA = Person("slack", "T1", "U-ADA", "Ada")  # named by the operator
ROB = Person("slack", "T1", "U-ROB", "Rob")  # an admin of the workspace
ANN = Person("slack", "T1", "UANN1", "Ann")
BEN = Person("slack", "T1", "UBEN1", "Ben")
ADMIN = MemberStatus(is_admin=True)


@dataclass
class People(NoDirectory):
    """A directory that can be changed, and be away."""

    known: dict[Person, MemberStatus] = field(default_factory=lambda: {ROB: ADMIN})
    groups: dict[str, set[str]] = field(default_factory=dict)
    is_away: bool = False
    names: dict[Person, str] = field(default_factory=dict)
    workspaces: dict[str, str] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)

    async def name(self, person: Person) -> str:
        return self.names.get(person, "")

    async def workspace_name(self, platform: str, workspace: str) -> str:
        if self.is_away:
            message = "nobody answers"
            raise PlatformFailed(message)
        return self.workspaces.get(workspace, "")

    async def members(self, platform: str, workspace: str, group: str) -> frozenset[str]:
        self.asked.append(group)
        return frozenset(self.groups.get(group, ()))

    async def standing(self, person: Person) -> MemberStatus:
        self.asked.append(person.key)
        if self.is_away:
            message = "nobody answers"
            raise PlatformFailed(message)
        return self.known.get(person, MemberStatus())


@dataclass
class Office:
    """Says things in threads, and carries out everything that follows."""

    conversation: Conversation
    people: People = field(default_factory=People)
    services: Ports = field(init=False)
    replies: list[Reply] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.services = replace(
            self.conversation.services, directory=self.people, admins=(ADA.key,)
        )

    @property
    def store(self) -> MemoryStore:
        return self.conversation.store

    async def says(
        self, person: Person, text: str, thread: Thread = HERE, *, slash: bool = False
    ) -> list[Reply]:
        """Say something; return what comes back, in all threads."""
        kind = Kind.COMMAND if slash else Kind.MESSAGE
        written = f"/frontdesk {text}" if slash else text
        return await self.takes(Incoming(self._id(), thread, person, kind, written, shared=True))

    async def told(self, person: Person, text: str, thread: Thread = HERE) -> str:
        """Say something; return the texts that come back in that thread."""
        replies = await self.says(person, text, thread)
        return "\n\n".join(reply.text for reply in replies if reply.thread == thread)

    async def presses(self, person: Person, request: str, verb: str, **values: str) -> list[Reply]:
        """Press a button in the thread of its request."""
        found = self.store.tables.requests.get(RequestId(request))
        thread = Thread.of(found.session) if found else HERE
        press = Press(RequestId(request), verb, dict(values))
        return await self.takes(Incoming(self._id(), thread, person, Kind.PRESS, press=press))

    async def takes(self, incoming: Incoming) -> list[Reply]:
        """Take an event in, and carry out turns until none waits."""
        before = len(self.replies)
        await self.store.accept(incoming)
        while waiting := await self.store.waiting():
            await self._turn(waiting[0])
        return self.replies[before:]

    async def stack(self, person: Person, thread: Thread = HERE) -> list[str]:
        """The agents on a person's stack."""
        participant = await self.store.participant(thread.session, person)
        return [task.agent for task in participant.stack.tasks]

    @property
    def pending(self) -> list[Request]:
        """The requests nobody has decided yet."""
        return [
            r for r in self.store.tables.requests.values() if r.status is RequestStatus.PENDING
        ]

    def acts(self, name: str) -> list[Facts]:
        """Everything the audit says of one kind of act."""
        told = [facts for link in self.store.tables.audit for facts in link.told]
        return [facts for facts in told if facts["act"] == name]

    async def _turn(self, session: SessionId) -> None:
        beginning = await self.store.begin(session)
        assert beginning is not None
        ending = await answer(beginning, self.services, lambda _agent, _text: None)
        await self.store.commit(ending)
        kinds = {ReplyKind.OUTCOME, ReplyKind.UPDATE}
        self.replies.extend(reply for reply in ending.replies if reply.kind not in kinds)

    def _id(self) -> str:
        self.conversation.sent += 1
        return f"event-{self.conversation.sent}"


async def an_office(model: Model | None = None, agents: Sequence[Agent] = AGENTS) -> Office:
    """Return an office with the catalogue's agents and their demo rows."""
    return Office(await a_conversation(model, agents=agents))
