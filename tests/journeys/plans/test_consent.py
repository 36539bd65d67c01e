"""R2 and R25 for plans: what a card shows is what runs, what has changed is not, one decides."""

import asyncio
import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from agents.kit import Agent, four_eyes
from bot.core.state.catalogue import Catalogue
from bot.domain.plans.plan import Plan, PlanStatus
from bot.domain.plans.steps import PlanStep
from bot.domain.requests import RequestKind, RequestStatus
from bot.platforms.chat.render.cards import restate_request
from bot.platforms.chat.wire import PlatformMessage
from bot.platforms.slack.render.cards import SlackCardView, card
from tests.effort import IN_FULL
from tests.journeys.conversation import Conversation, a_conversation
from tests.journeys.live import a_bot
from tests.journeys.models.puppet import puppet
from tests.journeys.plans.planned import (
    carry_out,
    newest_card,
    planning,
    plans_of,
    states,
    steps,
    tell,
    the_plan,
    written,
)
from tests.journeys.workshop import Workshop
from tests.unit.slack.requests import ids_on
from tests.unit.slack.steps import values_of_steps

pytestmark = [pytest.mark.proves("R2"), pytest.mark.timeout(900)]

SEEDS, CARDS, RACES, PLANS = (25, 1_000, 1_000, 1_000) if IN_FULL else (2, 30, 30, 15)
GOAL = "plan: print the report and send it to Ada"
PAGES = ("one", "two", "three")
HOSTILE = (
    *("\u202e", "\u200b", "\u2066", "`", "*", "_", "~", "<!here>", "<@U1>", "@channel", "&amp;"),
    *("http://evil.test", "paypal", "p\u0430ypal", "1,234,567,890.00", "⟨U+202E⟩", "\u00a0"),
    *("   text: one", "\n2. courier: send", "```", "\t", "é", "🙂", "\U000e0041", '"', "\\n", "0"),
    *("x" * 1_300, "Risk: none", "Approved"),
)

Record = Callable[[str, object], None]


async def a_workshop(shop: Workshop, plan: str) -> Conversation:
    agents = shop.agents()
    return await a_conversation(puppet(planning(plan), agents), agents=agents)


def pages(*texts: str) -> str:
    """A plan that prints pages, one after the other."""
    return steps(*(written(n, "printer.print_page", text=t) for n, t in enumerate(texts, 1)))


def replaced(conversation: Conversation, number: int, **changes: Any) -> None:
    """Change a step beside the turns, as another release or another worker would."""
    plan = the_plan(conversation)
    changed = tuple(replace(s, **changes) if s.number == number else s for s in plan.steps)
    put(conversation, replace(plan, steps=changed))


def put(conversation: Conversation, plan: Plan) -> None:
    conversation.store.tables.plans[plan.id] = plan


def restaffed(conversation: Conversation, agents: tuple[Agent, ...]) -> None:
    catalogue = Catalogue.of(agents)
    conversation.services = replace(conversation.services, catalogue=catalogue)


class Case:
    """A plan of three pages, its card, and the step that is approved."""

    def __init__(self, shop: Workshop, conversation: Conversation, number: int) -> None:
        self.shop, self.conversation, self.number = shop, conversation, number

    @property
    def step(self) -> PlanStep:
        return the_plan(self.conversation).step(self.number)

    def version(self) -> None:
        self.shop.version = 2
        restaffed(self.conversation, self.shop.agents())

    def rule(self) -> None:
        printer, *rest = self.shop.agents()
        rule = four_eyes(approvers=["ben"])
        tools = tuple(replace(tool, approval=rule) for tool in printer.tools)
        restaffed(self.conversation, (replace(printer, tools=tools), *rest))

    def agent_gone(self) -> None:
        restaffed(self.conversation, self.shop.agents()[1:])

    def tool_gone(self) -> None:
        printer, *rest = self.shop.agents()
        restaffed(self.conversation, (replace(printer, tools=printer.tools[1:]), *rest))

    def arguments(self) -> None:
        changed = {**self.step.arguments, "text": "secrets"}
        replaced(self.conversation, self.number, arguments=changed)

    def more_copies(self) -> None:
        changed = {**self.step.arguments, "copies": 999}
        replaced(self.conversation, self.number, arguments=changed)

    def tool(self) -> None:
        given = {"text": "secrets"}
        replaced(self.conversation, self.number, tool="copy", arguments=given)

    def whom(self) -> None:
        given = {"to": "Eve"}
        replaced(self.conversation, self.number, agent="courier", tool="send", arguments=given)

    def order(self) -> None:
        replaced(self.conversation, self.number, needs=(self.number % 3 + 1,))

    def digest(self) -> None:
        replaced(self.conversation, self.number, digest="of something else")

    def cancelled(self) -> None:
        put(self.conversation, replace(the_plan(self.conversation), status=PlanStatus.CANCELLED))

    def time(self) -> None:
        self.conversation.clock.pass_time(days=2)


CHANGES: tuple[Callable[[Case], None], ...] = (
    *(Case.version, Case.rule, Case.agent_gone, Case.tool_gone, Case.arguments, Case.more_copies),
    *(Case.tool, Case.whom, Case.order, Case.digest, Case.cancelled, Case.time),
)
BEFORE_THE_CLICK = (Case.time,)  # who has approved in time has approved


@pytest.mark.proves("S2-41")
@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
async def test_what_changes_after_the_card_runs_on_no_old_approval(
    change: Callable[[Case], None], seed: int, record_property: Record
):
    """R2: twelve kinds of changes, before the click or between it and the run: nothing runs."""
    chance = random.Random(f"{change.__name__} {seed}")  # noqa: S311 - a seed, to be repeated
    shop, number = Workshop(), chance.randint(1, 3)
    conversation = await a_workshop(shop, pages(*PAGES))
    await tell(conversation, GOAL)
    case, click = Case(shop, conversation, number), f"{newest_card(conversation)}:approve-{number}"

    if change in BEFORE_THE_CLICK or chance.random() < 0.5:
        change(case)
        await conversation.press_id(click)
    else:
        await conversation.press_id(click)
        change(case)
    await carry_out(conversation)

    assert shop.deeds == []
    record_property("faults:changed_steps_not_run", 1)


async def test_a_step_that_nothing_changes_runs():
    """What the changes above are compared with."""
    shop = Workshop()
    conversation = await a_workshop(shop, pages(*PAGES))
    await tell(conversation, GOAL)

    await conversation.press_id(f"{newest_card(conversation)}:approve-2")
    await carry_out(conversation)

    assert shop.deeds == ["printer 1 x two"]


async def test_the_values_on_the_card_are_what_runs(record_property: Record):
    """R2: hostile arguments are read back from Slack's blocks, or one click approves nothing."""
    chance = random.Random(20)  # noqa: S311 - a seed, to be repeated
    in_one_click = 0
    for _number in range(CARDS):
        texts = ["".join(chance.choices(HOSTILE, k=chance.randint(1, 6))) + "x" for _ in range(2)]
        shop = Workshop()
        conversation = await a_workshop(shop, pages(*texts))
        await tell(conversation, GOAL)
        if not plans_of(conversation):
            continue  # what looks like a promise of another step is no value
        shown = in_slack(conversation)
        if any(id_.endswith(":approve") for id_ in ids_on(shown)):
            in_one_click += 1
            read = [one["text"] for one in values_of_steps(shown)]
        else:
            assert not any(":approve" in id_ for id_ in ids_on(shown))
            read = texts
        await conversation.press_id(f"{newest_card(conversation)}:approve")
        await carry_out(conversation)

        assert shop.deeds == [f"printer 1 x {text}" for text in read], texts
    assert in_one_click > CARDS // 4
    record_property("faults:plan_cards_that_show_what_ran", CARDS)


def in_slack(conversation: Conversation) -> PlatformMessage:
    """The card as Slack draws it."""
    request = next(r for r in conversation.pending if r.kind is RequestKind.PLAN)
    return card(restate_request(request), SlackCardView.of(request))


async def test_of_many_clicks_at_once_one_decides(record_property: Record):
    """R2: approve, reject and approve at the same moment: one decision, each step at most once."""
    chance = random.Random(21)  # noqa: S311 - a seed, to be repeated
    for number in range(RACES):
        shop = Workshop()
        conversation = await a_workshop(shop, pages(*PAGES))
        await tell(conversation, GOAL)
        bot = a_bot(conversation)
        await conversation.store.sent([*conversation.store.tables.replies])
        await bot.engine.start()
        request = next(r for r in conversation.pending if r.kind is RequestKind.PLAN)
        verbs = ["approve", "approve", "reject"]
        chance.shuffle(verbs)

        events = [bot.press(request, verb) for verb in verbs]
        await asyncio.gather(*(bot.engine.accept(event) for event in events))
        await bot.idles()

        decided = conversation.store.tables.requests[request.id]
        told = [a for link in conversation.store.tables.audit for a in link.told]
        decisions = [a for a in told if a["act"] == "decision" and a["request"] == request.id]
        assert [d["verdict"] for d in decisions] == [verbs[0]], number
        is_approved = decided.status is RequestStatus.ANSWERED
        assert len(shop.deeds) == (len(PAGES) if is_approved else 0), number
        assert is_approved == (verbs[0] == "approve")
    record_property("faults:races_of_clicks_on_plans", RACES)


@pytest.mark.proves("R25")
async def test_a_plan_has_one_card_and_reads_have_none(record_property: Record):
    """R25: at most one card, none for what only reads, and silence approves nothing."""
    chance = random.Random(22)  # noqa: S311 - a seed, to be repeated
    for _number in range(PLANS):
        shop, count = Workshop(), chance.randint(2, 6)
        acts = [chance.choice(["archive.address_of", "printer.copy"]) for _ in range(count)]
        arguments = [{"name": "Ada"} if "archive" in act else {"text": "page"} for act in acts]
        numbered = zip(acts, arguments, strict=True)
        plan = steps(*(written(n, act, **given) for n, (act, given) in enumerate(numbered, 1)))
        conversation = await a_workshop(shop, plan)

        await tell(conversation, GOAL)
        cards = [r for r in conversation.store.tables.requests.values() if r.kind == "plan"]
        conversation.clock.pass_time(days=2)
        await tell(conversation, "are you there?")

        assert len(cards) == ("printer.copy" in acts)
        assert [deed for deed in shop.deeds if deed.startswith("copier")] == []
        done = [state == "completed" for state in states(conversation)]
        assert done == ["archive" in act for act in acts]
    record_property("faults:plans_with_one_card_at_most", PLANS)
