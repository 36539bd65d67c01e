"""Plans whose process dies at any moment: no step runs twice, none is lost."""

from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from pydantic import JsonValue

from agents.kit.values.model import ModelCall, Purpose
from bot.core.ports.turns import Ending
from bot.core.turn.answer import answer
from bot.domain.ids import TurnId
from bot.domain.messages import Incoming
from tests.fakes.scripted import ScriptedAnswer
from tests.fakes.store.store import MemoryStore
from tests.journeys.conversation import THREAD, Conversation, a_conversation, a_person
from tests.journeys.models.puppet import Strings, puppet
from tests.journeys.plans.planned import planning, steps, the_plan, written
from tests.journeys.restarts import Killed
from tests.journeys.workshop import Workshop

GOAL = "plan: send the report to Ada"
STEPS = steps(
    written(1, "archive.address_of", name="Ada"),
    written(2, "printer.print_page", 1, text="report"),
    written(3, "printer.copy", 2, text="report"),
    written(4, "courier.send", 3, to="Ada"),
)
LATER = steps(written(1, "archive.address_of", name="Ada"), written(2, "courier.send", 1))
FOUND = steps(written(2, "courier.send", 1, to="12 Elm Street"))
OTHER = steps(
    written(5, "printer.copy", 1, text="report"), written(6, "courier.send", 5, to="Ada")
)
ALL_DONE = "completed: "


@dataclass(frozen=True)
class Story:
    """What is said, planned and broken; what is done then, and in how many writings."""

    lines: tuple[str, ...]
    plans: tuple[str, ...]
    deeds: list[str]
    writings: int
    broken: frozenset[str] = frozenset()


STORIES = {
    "all at once": Story(
        (GOAL, "approve"), (STEPS,), ["printer 1 x report", "copier report", "courier Ada"], 11
    ),
    "one by one": Story(
        (GOAL, "edit 2 copies=2", "approve 3", "reject 4 because it rains"),
        (STEPS,),
        ["printer 2 x report", "copier report"],
        10,
    ),
    "known later": Story((GOAL, "approve"), (LATER, FOUND), ["courier 12 Elm Street"], 9),
    "another way": Story(
        (GOAL, "approve", "approve"),
        (STEPS, OTHER),
        ["copier report", "courier Ada"],
        14,
        frozenset({"printer"}),
    ),
}
POINTS = [
    (name, at, after)
    for name, story in STORIES.items()
    for at in range(1, story.writings + 1)
    for after in (False, True)
]


@dataclass
class Dying:
    """Counts what a turn writes, and dies once: before the n-th writing, or right after it."""

    store: MemoryStore
    at: int = 0
    after: bool = False
    seen: int = 0
    touched: list[str] = field(default_factory=list)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.store, name)

    async def record(self, turn: TurnId, epoch: int, step: str, entry: JsonValue) -> None:
        await self._touch("record", self.store.record(turn, epoch, step, entry))

    async def commit(self, ending: Ending) -> None:
        await self._touch("commit", self.store.commit(ending))

    async def decide(self, *what: Any) -> Any:
        return await self._touch("decide", self.store.decide(*what))

    async def _touch(self, name: str, writing: Any) -> Any:
        self.seen += 1
        self.touched.append(name)
        if self.seen == self.at and not self.after:
            writing.close()
            raise Killed
        result = await writing
        if self.seen == self.at:
            raise Killed
        return result


async def told(conversation: Conversation, dying: Dying, lines: tuple[str, ...]) -> None:
    """Say the lines, and begin again whatever was cut off."""
    for number, line in enumerate(lines):
        event = Incoming(f"line-{number}", THREAD, a_person("ana"), text=line)
        await conversation.store.accept(event)
        for _turn in range(40):
            beginning = await conversation.store.begin(THREAD.session)
            if beginning is None:
                break
            try:
                ending = await answer(beginning, conversation.services, lambda _a, _t: None)
                await dying.commit(ending)
            except Killed:
                continue


async def with_death(
    story: Story, at: int, *, after: bool
) -> tuple[Conversation, list[str], Dying]:
    shop = Workshop(broken=set(story.broken))
    agents = shop.agents()
    conversation = await a_conversation(puppet(by_wish(*story.plans), agents), agents=agents)
    dying = Dying(conversation.store, at, after)
    port: Any = dying
    conversation.services = replace(conversation.services, turns=port, requests=port)
    await told(conversation, dying, story.lines)
    return conversation, [deed for deed in shop.deeds if not deed.startswith("archive")], dying


def by_wish(first: str, then: str = "") -> Strings:
    """Plan by what is asked for: a call that is made again gets the same answer."""

    def strings(call: ModelCall) -> ScriptedAnswer | None:
        if call.purpose is not Purpose.PLAN:
            return planning(first)(call)
        is_new = "The steps now:" not in "\n".join(m.content for m in call.messages)
        return first if is_new else then

    return strings


@pytest.mark.proves("R3")
@pytest.mark.parametrize(("name", "at", "after"), POINTS)
async def test_killed_at_any_writing_a_plan_is_carried_out_once(
    name: str, at: int, *, after: bool
):
    story = STORIES[name]

    conversation, deeds, _dying = await with_death(story, at, after=after)

    messages = conversation.store.tables.agent_messages.values()
    assert deeds == story.deeds
    assert the_plan(conversation).status == "completed"
    assert len([m for m in messages if m.content.startswith(ALL_DONE)]) == 1
    assert conversation.pending == []


@pytest.mark.parametrize("name", STORIES)
async def test_a_story_has_as_many_writings_as_it_says(name: str):
    story = STORIES[name]

    _conversation, deeds, dying = await with_death(story, 0, after=False)

    assert deeds == story.deeds
    assert dying.seen == story.writings


def test_there_are_enough_points():
    assert len(POINTS) >= 40 * 2
