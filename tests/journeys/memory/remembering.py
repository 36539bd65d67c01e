"""Long conversations, memory looked after when it is told, and a model that takes notes."""

from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

from agents.kit.values.errors import ModelUnavailable
from agents.kit.values.model import Finish, Model, ModelCall, ModelReply, Purpose
from bot.domain.ids import TurnId
from bot.domain.memory import Summary
from bot.domain.messages import Incoming, Thread, TranscriptLine
from bot.domain.participant import Participant
from bot.engine.internal_jobs import Rememberer
from tests.fakes.store.search_index import MemoryMemory
from tests.journeys.conversation import THREAD, Conversation, a_conversation, a_person


@dataclass
class Notetaker(Model):
    """Takes the notes it is told to; without any it is away."""

    notes: str = ""
    finish: Finish = Finish.STOP
    asked: list[ModelCall] = field(default_factory=list)

    async def complete(self, call: ModelCall, *, within_seconds: float) -> ModelReply:
        assert call.purpose is Purpose.SUMMARISE
        self.asked.append(call)
        if not self.notes:
            raise ModelUnavailable("it is away")
        return ModelReply(text=self.notes, finish=self.finish)


async def a_remembering_conversation(model: Model | None = None, **more: Any) -> Conversation:
    """A conversation whose past can be recalled."""
    conversation = await a_conversation(model, **more)
    recall = MemoryMemory(conversation.store)
    conversation.services = replace(conversation.services, recall=recall)
    return conversation


def has_talked(
    conversation: Conversation, *texts: str, user: str = "ana", thread: Thread = THREAD
) -> list[TurnId]:
    """Put turns into the past, an hour between them: what somebody said, and an answer each."""
    lines = conversation.store.tables.said.setdefault(thread.session, [])
    now = conversation.clock.now()
    person = replace(a_person(user), platform=thread.platform)
    greeted = Participant.new(person).with_(greeted=True)
    conversation.store.tables.participants.setdefault((thread.session, person), greeted)
    turns = []
    for place, text in enumerate(texts):
        turn = TurnId(f"past-{len(lines)}-{thread.channel}")
        at = now - timedelta(hours=len(texts) - place)
        lines.append(TranscriptLine(turn, person.key, False, text, at))  # noqa: FBT003 - a field
        lines.append(TranscriptLine(turn, "concierge", True, f"Noted: {text}", at, to=person.key))  # noqa: FBT003 - a field
        turns.append(turn)
    return turns


def small_talk(count: int) -> list[str]:
    """Turns about nothing that anybody asks for later."""
    return [f"chat about topic{number}" for number in range(count)]


async def says_in(
    conversation: Conversation, thread: Thread, text: str, *, user: str = "ana", shared: bool
) -> str:
    """Say something in another place."""
    person = replace(a_person(user), platform=thread.platform)
    conversation.sent += 1
    name = f"event-{conversation.sent}"
    return await conversation.take(Incoming(name, thread, person, text=text, shared=shared))


def rememberer(conversation: Conversation, model: Model, **more: Any) -> Rememberer:
    """What looks after the memory of a conversation's store."""
    ports = MemoryMemory(conversation.store)
    services = replace(conversation.services, model=model)
    return Rememberer(ports, services, {"console", "slack"}, ports.expire, **more)


def summary_of(conversation: Conversation, user: str = "ana") -> Summary:
    """What is noted of somebody in the thread."""
    tables = conversation.store.tables
    kept, _claim = tables.summaries.get((THREAD.session, a_person(user)), (Summary(), None))
    return kept


def read_last(conversation: Conversation) -> str:
    """All that the newest call of a model has shown it."""
    return "\n".join(message.content for message in conversation.model.calls[-1].messages)
