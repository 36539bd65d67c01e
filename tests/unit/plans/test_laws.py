"""Laws of plans: whatever is done to one, in whatever order, it never makes no sense."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import pairwise
from random import Random

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from agents.kit.outcome import HUMAN
from bot.domain.errors import PlanFlawed, PlanMoveRefused
from bot.domain.ids import RequestId, StepId
from bot.domain.plans import draft, transitions
from bot.domain.plans.plan import Plan, PlanReason, PlanStatus
from bot.domain.plans.steps import ASKED, DECIDED, MAX_STEPS, OVER, PlanStep, Reason, StepStatus
from tests.fakes.plans import a_plan, a_step
from tests.fakes.world import NOON

pytestmark = pytest.mark.timeout(20)  # long stories, on whatever else the machine is doing

CARDS = [RequestId("one card"), RequestId("another card")]
AGENTS = ["people", "people", "it_support", HUMAN]
DIGESTS = ["one digest", "another digest"]
REFUSALS = (PlanMoveRefused, PlanFlawed)
SHORT = settings(max_examples=50, deadline=None)


@dataclass(frozen=True)
class Play:
    """One move, with whatever it needs; each takes of it what it takes."""

    move: str
    number: int
    card: RequestId
    digest: str
    reason: Reason
    steps: tuple[PlanStep, ...]
    now: datetime = NOON


def steps_of(plays: Play) -> list[PlanStep]:
    """Steps with ids of their own, as every planning makes new ones."""
    return [replace(s, id=StepId(f"{plays.now} {s.number}")) for s in plays.steps]


MOVES: dict[str, Callable[[Plan, Play], Plan]] = {
    "ask": lambda p, with_: transitions.ask(p, with_.number, with_.card, with_.digest),
    "approve": lambda p, with_: transitions.approve(p, with_.number, with_.card),
    "waive": lambda p, with_: transitions.waive(p, with_.number, with_.digest),
    "start": lambda p, with_: transitions.start(p, with_.number, with_.digest, with_.now),
    "hand": lambda p, with_: transitions.give_to_person(p, with_.number, with_.card, with_.now),
    "complete": lambda p, with_: transitions.complete(p, with_.number, "done", with_.now),
    "fail": lambda p, with_: transitions.fail(p, with_.number, with_.reason, with_.now),
    "reject": lambda p, with_: transitions.reject(p, with_.number, "no", with_.now),
    "lapse": lambda p, with_: transitions.lapse(p, with_.card),
    "edit": lambda p, with_: transitions.edit(
        p, with_.number, transitions.Edit("other", "", {}, effect=True, risk="low")
    ),
    "void": lambda p, with_: transitions.void(p, with_.number),
    "retry": lambda p, with_: transitions.retry(p, with_.number),
    "by hand": lambda p, with_: transitions.done_by_hand(p, with_.number, "done", with_.now),
    "pass over": lambda p, with_: transitions.pass_over(p, with_.number, "skipped", with_.now),
    "found done": lambda p, with_: transitions.found_done(p, with_.number, "done", with_.now),
    "found undone": lambda p, with_: transitions.found_undone(p, with_.number, with_.now),
    "cancel": lambda p, with_: transitions.cancel(p, with_.now),
    "give up": lambda p, with_: transitions.give_up(p, with_.now),
    "ask owner": lambda p, with_: draft.ask_owner(p, "When?"),
    "clarify": lambda p, with_: draft.clarify(p, "On Monday"),
    "lay out": lambda p, with_: draft.lay_out(p, steps_of(with_)),
    "replan": lambda p, with_: draft.replan(p, steps_of(with_))[0],
    "revise": lambda p, with_: draft.revise(p, steps_of(with_))[0],
}
# Moves that end a plan would end nearly every story.
USUAL = 4 * ["ask", "approve", "start", "complete", "hand"] + 3 * ["fail", "replan"]
RARE = {"cancel", "give up", "reject", "void", "edit", "lapse", "retry"}
PLAYED = [*3 * USUAL, *3 * sorted(set(MOVES) - RARE), *sorted(set(MOVES) - {"cancel"})]


def a_story(seed: int) -> list[Play]:
    """Eighty moves; drawn one by one, stories would seldom get beyond the first steps."""
    chance = Random(seed)  # noqa: S311 - a story, not a secret
    return [
        Play(
            move=chance.choice(PLAYED),
            number=chance.randrange(MAX_STEPS),
            card=chance.choice([CARDS[0], *CARDS]),
            digest=chance.choice([*4 * DIGESTS[:1], *DIGESTS]),
            reason=chance.choice(sorted(transitions.FAILURES)),
            steps=written_by(chance),
        )
        for _ in range(80)
    ]


def written_by(chance: Random) -> tuple[PlanStep, ...]:
    """Steps as a planner may write them: now and then they make no plan."""
    numbers = chance.sample(range(1, MAX_STEPS + 3), k=chance.randrange(4))
    backwards = chance.random() < 0.9
    return tuple(
        a_step(
            number,
            agent=chance.choice(AGENTS),
            effect=chance.random() < 0.7,
            needs=tuple(chance.sample(range(1, number if backwards else 7), k=min(1, number - 1))),
        )
        for number in numbers
    )


stories = st.integers(0, 2**32).map(a_story)
laid_out = st.lists(
    st.tuples(st.sampled_from(AGENTS), st.booleans()),
    min_size=1,
    max_size=MAX_STEPS,
).map(
    lambda kinds: draft.lay_out(
        a_plan(),
        [
            a_step(n, agent=agent, effect=effect, needs=(n - 1,) if n % 2 == 0 else ())
            for n, (agent, effect) in enumerate(kinds, start=1)
        ],
    )
)


def told(plan: Plan, story: Sequence[Play]) -> list[Plan]:
    """The plan after each move that was not refused, itself first."""
    stages = [plan]
    for minute, play in enumerate(story):
        moved = after(stages[-1], replace(play, now=NOON + timedelta(minutes=minute)))
        if moved is not None:
            event(play.move)
            stages.append(moved)
    return stages


def after(plan: Plan, play: Play) -> Plan | None:
    """Make a move with the first step that can make it, so that stories get somewhere."""
    numbers = [step.number for step in plan.steps] or [1]
    for turn in range(len(numbers)):
        number = numbers[(play.number + turn) % len(numbers)]
        try:
            moved = MOVES[play.move](plan, replace(play, number=number))
        except REFUSALS:
            continue
        if moved != plan:
            return moved
    return None


@given(laid_out, stories)
@SHORT
def test_no_story_leads_to_what_makes_no_sense(plan: Plan, story: list[Play]):
    for stage in told(plan, story):
        for step in stage.steps:
            assert_step_makes_sense(stage, step)
        assert_plan_makes_sense(stage)
    event(f"ended {stage.status}")


def assert_step_makes_sense(plan: Plan, step: PlanStep) -> None:
    assert (step.ended_at is not None) == (step.status in OVER)
    assert step.reason is not None or step.status not in OVER - {StepStatus.COMPLETED}
    assert step.request is not None or step.status not in ASKED
    assert step.is_for_a_person or step.status is not StepStatus.WITH_PERSON
    if step.status in {StepStatus.AWAITING, StepStatus.APPROVED, StepStatus.RUNNING}:
        assert step.digest
        assert not step.is_for_a_person
        assert step.request is not None or not step.effect
    if step.status in {StepStatus.RUNNING, StepStatus.WITH_PERSON, StepStatus.COMPLETED}:
        needed = {plan.step(number).status for number in step.needs}
        assert needed <= {StepStatus.COMPLETED}
        assert step.attempts >= 1
        assert step.started_at is not None
    # A person may be asked more often: silence is not an attempt that failed.
    assert step.is_for_a_person or step.attempts <= transitions.MAX_ATTEMPTS


def assert_plan_makes_sense(plan: Plan) -> None:
    states = {step.status for step in plan.steps}
    why = {step.reason for step in plan.steps if step.status is StepStatus.SKIPPED}
    assert len(plan.steps) <= MAX_STEPS
    assert plan.replans <= 1
    assert (plan.reason is None) == (plan.status in {PlanStatus.OPEN, PlanStatus.COMPLETED})
    match plan.status:
        case PlanStatus.OPEN:
            is_undecided = not plan.steps or not states <= DECIDED
            assert is_undecided
            assert why <= {Reason.REJECTED}
            assert plan.next_steps() or plan.unclear or plan.running or _waits(plan)
        case PlanStatus.COMPLETED:
            assert StepStatus.COMPLETED in states <= DECIDED
            assert why <= {Reason.REJECTED}
        case PlanStatus.FAILED | PlanStatus.CANCELLED:
            assert states <= OVER
    if plan.reason is PlanReason.REJECTED:
        assert states <= {StepStatus.REJECTED, StepStatus.SKIPPED}


def _waits(plan: Plan) -> bool:
    """An open plan that cannot go on by itself waits for a person, or for other steps."""
    is_with_person = any(step.status is StepStatus.WITH_PERSON for step in plan.steps)
    return plan.needs_replan or plan.needs_person or is_with_person or not plan.steps


@given(laid_out, stories)
@SHORT
def test_counts_always_add_up(plan: Plan, story: list[Play]):
    for stage in told(plan, story):
        counts = stage.counts
        assert counts.total == len(stage.steps)
        assert counts.total == counts.completed + counts.pending + counts.ended
        assert min(counts.completed, counts.pending, counts.ended) >= 0
        assert stage.is_open or not counts.pending


@given(laid_out, stories)
@SHORT
def test_what_is_completed_or_rejected_never_changes_again(plan: Plan, story: list[Play]):
    stages = told(plan, story)

    final = {StepStatus.COMPLETED, StepStatus.REJECTED}
    for before, after in pairwise(stages):
        assert set(map(repr, done(before, final))) <= {*map(repr, after.steps)}


def done(plan: Plan, states: set[StepStatus]) -> list[PlanStep]:
    return [step for step in plan.steps if step.status in states]


@given(laid_out, stories)
@SHORT
def test_every_change_raises_the_version(plan: Plan, story: list[Play]):
    stages = told(plan, story)

    for before, after in pairwise(stages):
        assert after == before or after.version > before.version


@given(laid_out, stories)
@SHORT
def test_a_plan_that_ended_stays_as_it_ended(plan: Plan, story: list[Play]):
    stages = told(plan, story)

    for before, after in pairwise(stages):
        if not before.is_open:
            assert (after.status, after.reason) == (before.status, before.reason)


@given(laid_out, stories)
@SHORT
def test_a_move_that_is_refused_changes_nothing(plan: Plan, story: list[Play]):
    before = repr(plan)

    told(plan, story)

    assert repr(plan) == before
