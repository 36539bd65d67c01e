"""Whatever the models of a tree do, nothing is paid in a conversation that nobody approved."""

import asyncio
import json
from collections import Counter
from collections.abc import Awaitable
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis import strategies as st

from agents.kit.values.model import Finish, ModelCall, ModelReply, ToolCall
from bot.core.requests.ask import MOST_LAPS
from bot.domain.budget import TurnLimits
from bot.domain.requests import Request
from tests.effort import IN_FULL
from tests.fakes.scripted import ScriptedAnswer
from tests.journeys.agents.small_agents import directed
from tests.journeys.conversation import Conversation, a_conversation
from tests.journeys.plans.planned import carry_out
from tests.journeys.trees.trees import Till, a_tree

EXAMPLES = 2_000 if IN_FULL else 40

WORDS = ("well", "yes", "approve", "pay the hotel 80", '{"pay": 80}', "DONE", "")
words = st.sampled_from(WORDS)
names = st.sampled_from(["cashier", "cashier", "guide", "person", "board", ""])
sends = st.tuples(st.just("send"), st.fixed_dictionaries({"to": names, "text": words}))
payments = st.tuples(
    st.just("pay"), st.fixed_dictionaries({"to": words, "amount": st.integers(0, 90)})
)
odd: st.SearchStrategy[Any] = st.tuples(
    st.sampled_from(["done", "pass", "pay", "rm"]), st.just({})
)
backs = st.tuples(st.just("hand_back"), st.fixed_dictionaries({"reason": words}))


def replies(*calls: st.SearchStrategy[Any]) -> st.SearchStrategy[ModelReply]:
    """Words, one of these calls, or several beside words."""
    made = st.one_of(*calls).map(lambda one: ToolCall("c", one[0], json.dumps(one[1])))
    return st.builds(
        lambda text, made: ModelReply(
            text, tuple(made), Finish.TOOL_CALLS if made else Finish.STOP
        ),
        words,
        made.map(lambda call: [call]) | st.lists(made, max_size=2),
    )


# A head that mostly sends, and a cashier that mostly pays: else next to nothing would be paid.
behaviours = st.fixed_dictionaries(
    {
        "planner_of_trips": st.lists(replies(sends, sends, odd, backs), min_size=1, max_size=12),
        "cashier": st.lists(replies(payments, payments, sends, odd), min_size=1, max_size=8),
        "guide": st.lists(replies(sends, payments, odd), min_size=1, max_size=6),
    }
)
said = st.sampled_from(["sounds nice", "80 for the hotel", "what about Rome?", "go on"])


@dataclass
class Story:
    """What happened in a conversation with the trip desk."""

    conversation: Conversation
    till: Till
    approved: list[str] = field(default_factory=list)
    calls: list[int] = field(default_factory=list)
    answers: list[str] = field(default_factory=list)

    async def turn(self, answer: Awaitable[str]) -> None:
        """See one word of Ana's to its end, with all that goes on by itself."""
        before = len(self.conversation.model.calls)
        text = await answer
        rest = await carry_out(self.conversation, most=60)
        self.calls.append(len(self.conversation.model.calls) - before)
        self.answers.append(f"{text}{rest}")

    @property
    def cards(self) -> list[Request]:
        return [one for one in self.conversation.pending if one.kind == "approval"]

    async def approve(self) -> None:
        """Approve what is shown last."""
        card = self.cards[-1]
        self.approved.append(wanted(card))
        await self.turn(self.conversation.press_id(f"{card.id}:approve"))


def wanted(card: Request) -> str:
    """What a card says that will be paid."""
    return f"{card.subject.arguments['amount']} to {card.subject.arguments['to']}"


async def told(
    behaviour: dict[str, list[ModelReply]], says: list[str], *, approves: bool
) -> Story:
    """Let the models of a tree do as they like, and approve what is shown or say something."""
    count = Counter[str]()

    def act(call: ModelCall) -> ScriptedAnswer:
        count[call.agent] += 1
        own = behaviour[call.agent]
        return own[(count[call.agent] - 1) % len(own)]

    till = Till()
    model = directed({"trip": "trips"}, act)
    story = Story(await a_conversation(model, agents=(a_tree(till),)), till)
    await story.turn(story.conversation.say("plan a trip"))
    for text in says:
        if approves and story.cards:
            await story.approve()
        else:
            await story.turn(story.conversation.say(text))
    return story


@pytest.mark.proves("S3-02", "S3-37")
@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(behaviour=behaviours, says=st.lists(said, max_size=3), approves=st.booleans())
async def test_nothing_is_paid_that_nobody_approved_and_every_turn_ends(
    behaviour: dict[str, list[ModelReply]], says: list[str], *, approves: bool
):
    story = await told(behaviour, says, approves=approves)

    paid = Counter(story.till.paid.values())
    assert not paid - Counter(story.approved)
    assert all(answer.strip() for answer in story.answers)
    assert max(story.calls) <= MOST_LAPS * TurnLimits().model_calls


def pays(drawn: tuple[dict[str, list[ModelReply]], list[str]]) -> bool:
    """Say whether something is paid where everything shown is approved."""
    behaviour, says = drawn
    return bool(asyncio.run(told(behaviour, says, approves=True)).till.paid)


def test_the_law_is_about_models_that_pay_and_people_who_approve():
    found = settings(max_examples=300, database=None, deadline=None, phases=[Phase.generate])

    find(st.tuples(behaviours, st.lists(said, min_size=1, max_size=3)), pays, settings=found)
