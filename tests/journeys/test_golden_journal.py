"""One conversation whose ids and steps are drawn in the same order for ever."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import JsonValue
from typing_extensions import override

from agents.catalogue import AGENTS
from agents.kit.values.model import ModelCall
from bot.core.ports.turns import Ending
from bot.domain.messages import Incoming, Kind
from bot.storage.turns.inbox import list_left_events
from tests.fakes.store.store import MemoryStore
from tests.journeys.conversation import THREAD, Conversation, a_conversation, a_person
from tests.journeys.models.puppet import acting, calls, continuing, puppet, together
from tests.journeys.plans.planned import carry_out

KEPT = Path(__file__).with_name("golden_journal.txt")
NAMES = "concierge authenticate account_balance transfer_money stock_lookup people employees"
CAST = tuple(agent for agent in AGENTS if agent.name in (*NAMES.split(), "it_support"))
HEADCOUNT = "SELECT count(*) AS employees FROM employees"
PRICE = "tell me the price of Apple stock"
BOTH = f"transfer {{}} to 1234324 then {PRICE}"
STRINGS = together(
    acting(
        "employees",
        calls("ready_answer", about="headcount by city"),
        calls("query_database", sql=HEADCOUNT),
        calls("done", answer="Here they are."),
    ),
    continuing(PRICE, ""),
)

BROKEN = """
The steps of a turn, or the ids it draws, are no longer those of the stored journal.

A turn that is cut off begins again under the same ids, and finds what it has done by the names
of its steps. With this change, one that an update of the bot cuts off would not repeat itself:
it asks the model anew, may say a thing twice, and may do an effect twice whose name is another.

Not meant: look for what draws an id or names a step earlier, later or from other words.
Meant (a prompt has other words, a turn has other steps): write the journal anew, and read in the
difference that no effect is done under another key for the same wish:

    .venv/bin/python -m tests.journeys.test_golden_journal
"""


class JournalStore(MemoryStore):
    """A store that writes down what each turn leaves behind: its steps, its ids, its keys."""

    def __init__(self, *ports: Any) -> None:
        super().__init__(*ports)
        self.asked: list[ModelCall] = []
        self.written: list[str] = []
        self._told = 0

    @override
    async def commit(self, ending: Ending) -> None:
        event = self.tables.event(ending.turn)
        assert event is not None
        steps = dict(self.tables.journal.get(ending.turn, {}))
        await super().commit(ending)
        self.written += ["", f"{ending.turn}: {_heard(event.incoming)}"]
        self.written += [f"  step {step} {self._about(step, steps[step])}" for step in steps]
        self.written += [f"  id   {line}".rstrip() for line in _in_order(ending)]
        self.written += [f"  key  {line}" for line in _keys(ending)]
        self.written += [
            f"  next {turn} {_heard(event)}" for turn, event in list_left_events(ending)
        ]

    def _about(self, step: str, entry: JsonValue) -> str:
        """What a step was: the question of the model that it answers, or what was noted."""
        noted = entry["entry"] if isinstance(entry, dict) else entry
        if not step.startswith("model:"):
            return str(noted["result"] if isinstance(noted, dict) else noted)
        call = self.asked[self._told]
        self._told += 1
        return f"{call.purpose} {call.agent}"


def _heard(event: Incoming) -> str:
    press = f"{event.press.request} {event.press.verb}" if event.press else ""
    return f"{event.kind} {event.text or press}"


def _in_order(ending: Ending) -> Iterator[str]:
    """The ids that a turn has drawn, by their numbers, then those that are made of others."""
    named = dict(_named(ending))
    own = {id_: int(id_.rpartition(".")[2]) for id_ in named if _is_drawn(id_, ending)}
    drawn = {number: f"{id_} {named[id_]}" for id_, number in own.items()}
    for number in range(1, max(drawn, default=0) + 1):
        yield drawn.get(number, f"{ending.turn}.{number} of what was over by the end of the turn")
    yield from (f"{id_} {what}" for id_, what in named.items() if id_ not in own)


def _is_drawn(id_: str, ending: Ending) -> bool:
    turn, _, number = id_.rpartition(".")
    return turn == ending.turn and number.isdigit()


def _named(ending: Ending) -> Iterator[tuple[str, str]]:
    """The new things of a turn by their ids, each with its kind and its agent."""
    for participant in ending.participants:
        tasks = (task for task in participant.stack.tasks if _is_drawn(task.id, ending))
        yield from ((task.id, f"task {task.agent}") for task in tasks)
    for plan in ending.plans:
        new = ((plan.id, "plan"), *((step.id, f"step {step.agent}") for step in plan.steps))
        yield from (pair for pair in new if _is_drawn(pair[0], ending))
    for request in ending.opened:
        yield request.id, f"request {request.kind} {request.subject.agent}"
    for reply in ending.replies:
        yield reply.id, f"reply {reply.kind} {reply.agent}"
    for message in ending.agent_messages:
        yield message.id, f"message of {message.source}"


def _keys(ending: Ending) -> Iterator[str]:
    """What effects were told to be done once by."""
    effects = (entry.facts for entry in ending.besides.audit if entry.act == "effect")
    yield from (f"{facts['agent']}.{facts['tool']} {facts['key']}" for facts in effects)


async def test_ids_and_steps_are_drawn_in_the_order_they_always_were():
    assert (await played()).splitlines() == kept().splitlines(), BROKEN


def kept() -> str:
    return KEPT.read_text(encoding="utf-8")


async def played() -> str:
    """Play the conversation: what it leaves behind, turn by turn."""
    model = puppet(STRINGS, CAST)
    conversation = await a_conversation(model, agents=CAST, kind_of_store=JournalStore)
    store = conversation.store
    assert isinstance(store, JournalStore)
    store.asked = conversation.model.calls
    await hear(conversation, "hello")
    await hear(conversation, BOTH.format(700), message="wish")
    await hear(conversation, "seldo")
    await hear(conversation, "monkey")  # the password
    await hear(conversation, "how many employees are there in all?")
    await hear(conversation, "Checking")
    await conversation.press("Reject")
    await hear(conversation, BOTH.format(650), message="wish", kind=Kind.EDIT)
    await conversation.press("Approve")
    await hear(conversation, "Onboard Jessica Smith as a marketing manager starting Monday")
    await hear(conversation, "approve")
    return "\n".join([*store.written[1:], ""])


async def hear(conversation: Conversation, text: str, **parts: Any) -> None:
    """Say something, and let everything happen that follows from it."""
    conversation.sent += 1
    name = f"event-{conversation.sent}"
    incoming = Incoming(name, THREAD, a_person("ana"), text=text, **{"message": name, **parts})
    await conversation.take(incoming)
    await carry_out(conversation)


if __name__ == "__main__":
    KEPT.write_text(asyncio.run(played()), encoding="utf-8")
