"""The message of a plan: posted once, updated in place, never more often than it may be."""

import asyncio
from collections.abc import Awaitable
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from typing_extensions import override

from agents.kit.values.person import Person
from bot.core.ports.sessions import PostedReply
from bot.domain.ids import PlanId, SessionId
from bot.domain.messages import Incoming, Kind, PlanView, Thread
from bot.domain.plans.plan_view import view_of
from bot.platforms.chat.deduplication import Poster
from bot.platforms.chat.wire import At, ChatPlace, Posting
from bot.platforms.slack.render.task_cards import state_of
from bot.platforms.slack.wire.platform import SlackPlanMessages
from bot.platforms.slack.wire.progress_stream import SlackProgress
from bot.platforms.slack.wire.slack_wire import SlackPlace
from bot.platforms.slack.wire.web_client import SlackRefused
from tests.unit.slack.steps import a_plan, a_reply

PLAN = a_plan([{"to": "Ada"}, {"to": "Eve"}])
WAITING = view_of(PLAN)
PLACE = SlackPlace("T1", "C1", "1.2", SessionId("slack/T1/C1/1.2"))


@dataclass
class Wall(Poster):
    """Where boards are put up; `refuses` are the errors of the next calls."""

    wire: Any = None
    posts: Any = None
    elapsed: Any = None
    put_up: list[Posting] = field(default_factory=list)
    changes: list[Posting] = field(default_factory=list)
    refuses: list[str] = field(default_factory=list)
    kept: dict[str, PostedReply] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.posts = self

    @override
    async def post(self, place: ChatPlace, posting: Posting, event: str) -> At:
        self._refuse()
        self.put_up.append(posting)
        return place.channel, "7.7"

    @override
    async def update(self, place: ChatPlace, at: At, posting: Posting) -> None:
        self._refuse()
        self.changes.append(posting)

    async def find(self, key: str) -> PostedReply | None:
        return self.kept.get(key)

    async def note(self, post: PostedReply) -> None:
        self.kept[post.key] = post

    def _refuse(self) -> None:
        if self.refuses:
            raise SlackRefused("chat.postMessage", self.refuses.pop())


class SlowWall(Wall):
    """A wall on which changing something takes a moment."""

    @override
    async def update(self, place: ChatPlace, at: At, posting: Posting) -> None:
        await settled()
        await super().update(place, at, posting)


@dataclass
class NoProgress(SlackProgress):
    """No turn shows its progress."""

    quiet: Any = None
    traces: Any = None
    titles: Any = None
    elapsed: Any = None

    @override
    async def settle(self, event: str, taker: str) -> At | None:
        return None


@dataclass
class Scene:
    """A wall, a clock, and pauses that end when the clock says so."""

    wall: Wall = field(default_factory=Wall)
    now: float = 100.0
    paused: list[tuple[float, asyncio.Event]] = field(default_factory=list)

    def boards(self) -> SlackPlanMessages:
        self.wall.elapsed = lambda: self.now
        return SlackPlanMessages(self.wall, NoProgress(), {"courier": "Parcels"}, self.pause)

    async def pause(self, seconds: float) -> None:
        over = asyncio.Event()
        self.paused.append((self.now + seconds, over))
        await over.wait()

    async def passes(self, seconds: float) -> None:
        await settled()
        self.now += seconds
        for until, over in self.paused:
            if until <= self.now:
                over.set()
        await settled()


async def settled() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


def after(view: PlanView, *statuses: str) -> PlanView:
    """The plan with its steps in these states."""
    paired = zip(view.steps, statuses, strict=True)
    return replace(view, steps=tuple(replace(step, status=s) for step, s in paired))


def show(boards: SlackPlanMessages, view: PlanView) -> Awaitable[None]:
    return boards.show(PLACE, view, a_reply(PLAN, view))


def begins(step: int) -> Incoming:
    person = Person("slack", "T1", "U1")
    text = f"step p1 {step}"
    return Incoming("step:1", Thread.of(PLACE.session), person, Kind.ERRAND, text)


async def test_a_board_is_posted_once_and_then_updated():
    scene = Scene()
    boards = scene.boards()

    await show(boards, WAITING)
    await scene.passes(2)
    await show(boards, after(WAITING, "completed", "planned"))

    assert [len(scene.wall.put_up), len(scene.wall.changes)] == [1, 1]
    assert scene.wall.kept["plan/p1"].message == "7.7"


async def test_another_process_goes_on_with_the_board():
    scene = Scene()
    await show(scene.boards(), WAITING)

    await show(scene.boards(), after(WAITING, "completed", "planned"))

    assert [len(scene.wall.put_up), len(scene.wall.changes)] == [1, 1]


async def test_changes_in_one_second_become_one_update_with_the_newest():
    scene = Scene()
    boards = scene.boards()
    await show(boards, WAITING)

    await show(boards, after(WAITING, "running", "planned"))
    await show(boards, after(WAITING, "completed", "planned"))
    before = len(scene.wall.changes)
    await scene.passes(1)

    assert before == 0
    [change] = scene.wall.changes
    assert [task["status"] for task in change.shown.parts[0]["tasks"]] == ["complete", "pending"]


async def test_the_end_is_shown_at_once():
    scene = Scene()
    boards = scene.boards()
    await show(boards, WAITING)

    await show(boards, after(WAITING, "running", "planned"))
    await show(boards, replace(after(WAITING, "completed", "completed"), status="completed"))
    await scene.passes(5)

    assert len(scene.wall.changes) == 1
    assert "completed" in scene.wall.changes[0].shown.text


async def test_what_shows_already_is_not_sent_again():
    scene = Scene()
    boards = scene.boards()
    await show(boards, WAITING)
    await scene.passes(2)

    await show(boards, WAITING)

    assert scene.wall.changes == []


async def test_a_step_that_takes_a_moment_is_shown_as_under_way():
    scene = Scene()
    boards = scene.boards()
    await show(boards, WAITING)

    boards.begin(begins(2))
    await scene.passes(1)
    early = len(scene.wall.changes)
    await scene.passes(1)

    assert early == 0
    [change] = scene.wall.changes
    assert [task["status"] for task in change.shown.parts[0]["tasks"]] == [
        "pending",
        "in_progress",
    ]


async def test_a_step_that_is_over_at_once_is_never_shown_as_under_way():
    scene = Scene()
    boards = scene.boards()
    await show(boards, WAITING)
    boards.begin(begins(1))

    await show(boards, after(WAITING, "completed", "planned"))
    await scene.passes(5)

    [change] = scene.wall.changes
    assert "in_progress" not in str(change.shown.parts)


async def test_what_is_under_way_is_shown_as_it_is_when_all_ends():
    scene = Scene()
    boards = scene.boards()
    await show(boards, WAITING)
    await show(boards, after(WAITING, "completed", "planned"))

    await boards.close()

    assert len(scene.wall.changes) == 1


async def test_a_plan_that_is_shown_while_all_ends_does_not_hinder_the_end():
    scene = Scene(SlowWall())
    boards = scene.boards()
    first, second, third = (replace(WAITING, plan=PlanId(name)) for name in ("p1", "p2", "p3"))
    for view in (first, second):
        await show(boards, view)
        await show(boards, after(view, "completed", "planned"))

    await asyncio.gather(boards.close(), show(boards, third))

    assert [len(scene.wall.put_up), len(scene.wall.changes)] == [3, 2]


@pytest.mark.parametrize(("error", "blocks"), [("invalid_blocks", "section"), ("is_archived", "")])
async def test_refused_blocks_become_lines_and_a_closed_place_is_left_alone(
    error: str, blocks: str
):
    scene = Scene(Wall(refuses=[error]))

    await show(scene.boards(), WAITING)

    types = [message.shown.parts[0]["type"] for message in scene.wall.put_up]
    assert types == ([blocks] if blocks else [])


async def test_a_plan_of_another_conversation_is_not_drawn_there():
    scene = Scene()
    boards = scene.boards()
    await show(boards, WAITING)
    await scene.passes(2)
    elsewhere = replace(PLACE, session=SessionId("slack/T1/C2/1.3"))

    changed = after(WAITING, "completed", "planned")
    await boards.show(elsewhere, changed, a_reply(PLAN, changed))

    assert scene.wall.changes == []
    assert state_of(changed.steps[0]) == "complete"
