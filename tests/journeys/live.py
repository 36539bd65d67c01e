"""The bot as it runs, over the store in memory: events come whenever, amid turns as well."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from typing import Any

from agents.catalogue import AGENTS
from agents.kit import Agent
from agents.kit.values.model import Model, ModelCall, ModelReply
from bot.core.turn.answer import answer
from bot.domain.messages import Incoming, Kind, Press, Reply
from bot.domain.requests import Request
from bot.engine.dispatcher import InProcessDispatcher, Run
from bot.engine.engine import Engine
from tests.fakes.platform import FakePlatform
from tests.journeys.bank.talking import READY, Movement, moved, say_all
from tests.journeys.conversation import THREAD, Conversation, a_conversation, a_person
from tests.journeys.models.puppet import talking

Happening = Callable[[], Awaitable[object]]


@dataclass
class Interposed(Model):
    """A model during whose n-th call, counted from now on, something happens."""

    inner: Model
    happenings: dict[int, Happening] = field(default_factory=dict)
    calls: int = 0
    cut: int = 0

    def during(self, call: int, happening: Happening) -> None:
        self.happenings[self.calls + call] = happening

    async def complete(self, call: ModelCall, *, within_seconds: float) -> ModelReply:
        self.calls += 1
        happening = self.happenings.pop(self.calls, None)
        try:
            if happening is not None:
                await happening()
                await asyncio.sleep(0)
            return await self.inner.complete(call, within_seconds=within_seconds)
        except asyncio.CancelledError:
            self.cut += 1
            raise


@dataclass
class Live:
    """A running bot, and what it is told; Ana talks where nobody else is named."""

    conversation: Conversation
    model: Interposed
    platform: FakePlatform
    engine: Engine
    dispatcher: InProcessDispatcher
    events: int = 0

    def message(self, text: str, name: str = "", user: str = "ana", **parts: Any) -> Incoming:
        """A message; its name is what edits and deletions know it by."""
        id_ = name or self._id()
        parts.setdefault("kind", Kind.MESSAGE)
        return Incoming(id_, THREAD, a_person(user), text=text, message=id_, **parts)

    def edit(self, name: str, text: str, user: str = "ana") -> Incoming:
        parts = {"text": text, "message": name}
        return Incoming(self._id(), THREAD, a_person(user), Kind.EDIT, **parts)  # type: ignore[arg-type]

    def deletion(self, name: str, user: str = "ana") -> Incoming:
        return Incoming(self._id(), THREAD, a_person(user), Kind.DELETION, message=name)

    def press(self, request: Request, verb: str, user: str = "ana", **values: str) -> Incoming:
        press = Press(request.id, verb, dict(values))
        return Incoming(self._id(), THREAD, a_person(user), Kind.PRESS, press=press)

    def card_deletion(self, request: Request, user: str = "ana") -> Incoming:
        press = Press(request.id, "deleted")
        return Incoming(self._id(), THREAD, a_person(user), Kind.DELETION, press=press)

    async def hears(self, *events: Incoming) -> str:
        """Take events in and see them to their end; what was said since, a blank line between."""
        before = len(self.platform.said)
        for event in events:
            await self.engine.accept(event)
        await self.idles()
        return "\n\n".join(self.platform.said[before:])

    async def idles(self) -> None:
        """Wait until nothing is running, the sweep apart."""
        for _ in range(3):
            await asyncio.sleep(0)
            await self.dispatcher.idle()

    async def moved(self) -> list[Movement]:
        return await moved(self.conversation)

    @property
    def replies(self) -> Sequence[Reply]:
        return [*self.conversation.store.tables.replies.values()]

    @property
    def lines(self) -> list[str]:
        """What people said, by the transcript."""
        lines = self.conversation.store.tables.said.get(THREAD.session, [])
        return [line.text for line in lines if not line.by_bot]

    def ends_of(self, event: Incoming) -> int:
        """How often the platform was told that an event needs nothing more."""
        return sum(ended == (event.id, False) for ended in self.platform.ended)

    def _id(self) -> str:
        self.events += 1
        return f"live-{self.events}"


def logged_in(*talkers: str) -> Conversation:
    """Ana, logged in and with a known balance; to be copied, for a login is slow on purpose.

    `talkers` are agents that come along and talk here instead of being forms.
    """

    async def prepared() -> Conversation:
        conversation = await a_conversation(agents=talking(*talkers))
        await say_all(conversation, *READY)
        await conversation.store.sent([*conversation.store.tables.replies])
        return conversation

    return asyncio.run(prepared())


def a_copy(conversation: Conversation) -> Conversation:
    """Go on with a conversation more than once; what never changes is shared."""
    shared = (conversation.services.catalogue, conversation.model.inner)
    return deepcopy(conversation, {id(thing): thing for thing in shared})


def a_bot(conversation: Conversation, model: Model | None = None, **services: Any) -> Live:
    """Return a bot that goes on with a conversation; it is not started yet."""
    inner = Interposed(model or conversation.model)
    platform = FakePlatform()
    made: list[InProcessDispatcher] = []

    def dispatch(run: Run) -> InProcessDispatcher:
        made.append(InProcessDispatcher(run, stop_seconds=0))
        return made[0]

    async def pause(seconds: float) -> None:
        await asyncio.sleep(0)
        if seconds > 10:  # a sweep, which nobody here waits for
            await asyncio.Event().wait()

    ports = replace(conversation.services, model=inner, pause=pause, **services)
    conversation.services = ports
    engine = Engine(ports, {"console": platform}, answer, dispatch=dispatch)
    return Live(conversation, inner, platform, engine, made[0])


async def a_started_bot(*agents: Agent, model: Model | None = None, **services: Any) -> Live:
    """Return a running bot with these agents, or those of the catalogue."""
    bot = a_bot(await a_conversation(model, agents=agents or AGENTS), **services)
    await bot.engine.start()
    return bot
