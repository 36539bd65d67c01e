"""What a model proposes beside a call that must wait is looked up at once, or kept and named."""

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from agents.kit import Agent, Approval, EffectKey, Secret, Tool, always, tool
from agents.kit.model import Finish, ModelCall, ModelReply, ToolCall
from bot.llm.scripted import ScriptedAnswer
from tests.journeys.agents.small_agents import directed, says
from tests.journeys.bank.talking import ANAS, CHECKING, READY, SAVINGS, moved, say_all
from tests.journeys.conversation import Conversation, a_conversation
from tests.journeys.models.puppet import acting, at_once, calls, puppet, talking
from tests.journeys.restarts import Killed, begun_again, killed_once

RULE = always("it sends money")
AFTER = "After that: send (to Ben, amount 30)."
WORDS = {"send": "desk", "desk": "desk", "room": "room"}


@dataclass
class Desk:
    """What was sent, by key; it breaks down as it is told to."""

    sent: dict[str, str] = field(default_factory=dict)
    dies: bool = False
    fault: Callable[[], Exception] | None = None

    def send(self, key: str, what: str) -> str:
        self.sent.setdefault(key, what)
        if self.dies:
            self.dies = False
            raise Killed
        if self.fault is not None:
            fault, self.fault = self.fault, None
            raise fault()
        return f"Sent {what}."

    def tools(self, rule: Approval | None, *, ends: bool = True) -> tuple[Tool, ...]:
        @tool(effect=True, ends_task=ends, approval=rule)
        async def send(to: str, amount: int, key: EffectKey) -> str:
            """Send money."""
            return self.send(key, f"{amount} to {to}")

        @tool(effect=True, ends_task=True, approval=rule)
        async def drop(to: str, amount: int) -> str:
            """Send money in a way that cannot be repeated."""
            return self.send(f"{len(self.sent)}", f"{amount} to {to}")

        @tool(effect=True, ends_task=True)
        async def lock(box: str, pin: Secret, key: EffectKey) -> str:
            """Lock a box."""
            return self.send(key, f"lock on {box}")

        @tool(ends_task=True)
        async def price(of: str) -> str:
            """Look up a price."""
            return f"{of} costs 5."

        @tool()
        async def weigh(what: str) -> str:
            """Weigh something."""
            return f"{what} weighs 7."

        return (send, drop, lock, price, weigh)

    @property
    def done(self) -> list[str]:
        return list(self.sent.values())


async def at_a(
    desk: Desk, *answers: ScriptedAnswer, rule: Approval | None = RULE, ends: bool = True
) -> Conversation:
    left, where = list(answers), dict(WORDS)

    def act(_call: ModelCall) -> ScriptedAnswer:
        where["desk"] = "room"  # what is passed on from there is for the room
        return left.pop(0)

    tools = desk.tools(rule, ends=ends)
    agent = Agent(name="desk", description="Sends.", prompt="Send.", tools=tools, style="talk")
    room = says("room", "The room is free.")
    return await a_conversation(directed(where, act), agents=[agent, room])


def several(*wanted: ToolCall) -> ModelReply:
    return ModelReply(tool_calls=wanted, finish=Finish.TOOL_CALLS)


def sending(amount: int, to: str, name: str = "send") -> ToolCall:
    return calls(name, to=to, amount=amount)


BOTH = several(sending(700, "Ana"), sending(30, "Ben"))
PRICE = calls("price", of="tea")
WEIGH = calls("weigh", what="tea")
BACK = calls("hand_back", reason="the room is not mine")


async def test_of_two_transfers_in_one_answer_the_second_comes_after_the_first():
    order = at_once(
        calls("transfer", to_account=ANAS, amount="700.00"),
        calls("transfer", to_account=SAVINGS, amount="30.00"),
    )
    agents = talking("transfer_money")
    conversation = await a_conversation(
        puppet(acting("transfer_money", order), agents), agents=agents
    )
    await say_all(conversation, *READY)

    card = await conversation.say(
        f"send 700 to account {ANAS} and 30 to my savings account {SAVINGS}"
    )
    assert "amount: 700.00 USD" in card
    assert card.endswith(f"After that: transfer (to account {SAVINGS}, amount 30.00 USD).")

    card = await conversation.press("Approve")
    assert "amount: 30.00 USD" in card
    await conversation.press("Approve")

    assert await moved(conversation) == [(CHECKING, ANAS, 70_000), (CHECKING, SAVINGS, 3_000)]


@pytest.mark.parametrize("ends", [True, False])
async def test_what_was_kept_is_asked_for_after_a_yes(*, ends: bool):
    desk = Desk()
    conversation = await at_a(desk, BOTH, "That was all.", ends=ends)

    assert (await conversation.say("send it")).endswith(AFTER)
    card = await conversation.say("yes")

    assert desk.done == ["700 to Ana"]
    assert "amount: 30" in card
    assert "After that" not in card
    await conversation.say("yes")
    assert desk.done == ["700 to Ana", "30 to Ben"]


async def test_after_a_no_it_is_said_what_comes_next_and_asked_for():
    desk = Desk()
    conversation = await at_a(desk, BOTH)
    await conversation.say("send it")

    said = await conversation.press("Reject")

    assert said.startswith(
        "Rejected by ana: send was not run, nothing was changed. Next: send (to Ben, amount 30)."
    )
    assert "amount: 30" in said
    await conversation.press("Approve")
    assert desk.done == ["30 to Ben"]


async def test_what_needs_no_approval_is_done_in_order():
    desk = Desk()
    conversation = await at_a(desk, BOTH, rule=None)

    said = await conversation.say("send it")

    assert said.startswith("Sent 700 to Ana.\n\nSent 30 to Ben.")
    assert desk.done == ["700 to Ana", "30 to Ben"]


async def test_what_waits_for_a_secret_keeps_what_stands_behind_it():
    desk = Desk()
    both = several(calls("lock", box="A"), sending(30, "Ben"))
    conversation = await at_a(desk, both, rule=None)

    assert (await conversation.say("send it")).endswith(AFTER)
    said = await conversation.press("Submit", pin="4711")

    assert said.startswith("Sent lock on A.\n\nSent 30 to Ben.")


async def test_what_was_kept_is_asked_about_where_something_was_said_since():
    desk = Desk()
    both = several(calls("lock", box="A"), sending(30, "Ben"))
    conversation = await at_a(desk, both, calls("lock", box="A"), rule=None)
    await conversation.say("send it")
    task = (await conversation.participant()).stack.tasks[0]

    assert not task.careful
    assert task.hearing("no, only 20").careful


@pytest.mark.parametrize("order", [(PRICE, sending(30, "Ben")), (sending(30, "Ben"), PRICE)])
async def test_a_look_up_beside_what_waits_is_told_at_once(order: tuple[ToolCall, ...]):
    desk = Desk()
    conversation = await at_a(desk, several(*order))

    said = await conversation.say("send it, what does tea cost?")

    assert said.startswith("tea costs 5.\n\ndesk wants to send:")
    await conversation.press("Approve")
    assert desk.done == ["30 to Ben"]


@pytest.mark.parametrize("order", [(PRICE, BACK), (BACK, PRICE)])
async def test_a_look_up_and_a_hand_back_are_both_heard(order: tuple[ToolCall, ...]):
    conversation = await at_a(Desk(), several(*order))

    said = await conversation.say("desk: what does tea cost, and is the other thing free?")

    assert said.startswith("tea costs 5.\n\nThe room is free.")
    assert await conversation.stack() == []


@pytest.mark.parametrize("order", [(WEIGH, BACK), (BACK, WEIGH)])
async def test_what_was_found_beside_a_hand_back_is_told_before_it_is_passed_on(
    order: tuple[ToolCall, ...],
):
    conversation = await at_a(Desk(), several(*order), "It weighs 7.")

    said = await conversation.say("desk and scales")

    assert said.startswith("It weighs 7.\n\nThe room is free.")
    assert await conversation.stack() == []


async def test_whoever_the_rest_is_for_answers_after_what_was_done():
    desk = Desk()
    conversation = await at_a(desk, several(BACK, sending(30, "Ben")))

    assert "amount: 30" in await conversation.say("desk: first the money, then the place")
    said = await conversation.press("Approve")

    assert said.startswith("Sent 30 to Ben.\n\nThe room is free.")
    assert await conversation.stack() == []


async def test_a_turn_that_begins_again_neither_loses_nor_doubles_what_was_kept():
    desk = Desk()
    conversation = await at_a(desk, BOTH)
    await conversation.say("send it")
    desk.dies = True

    await killed_once(conversation, "yes")
    assert desk.done == ["700 to Ana"]
    card = await begun_again(conversation)

    assert "amount: 30" in card
    assert desk.done == ["700 to Ana"]
    await conversation.say("yes")
    assert desk.done == ["700 to Ana", "30 to Ben"]


async def test_what_was_kept_outlives_an_outcome_that_nobody_knows():
    desk = Desk(fault=lambda: RuntimeError("no answer"))
    both = several(sending(700, "Ana", "drop"), sending(30, "Ben"))
    conversation = await at_a(desk, both)
    await conversation.say("send it")

    assert "I cannot tell whether it happened" in await conversation.press("Approve")
    said = await conversation.press("It happened")

    assert said.startswith("Noted: it happened. Next: send (to Ben, amount 30).")
    await conversation.press("Approve")
    assert desk.done == ["700 to Ana", "30 to Ben"]


async def test_a_model_that_calls_again_what_was_kept_has_it_done_once():
    desk = Desk()
    conversation = await at_a(desk, BOTH, several(sending(650, "Ana"), sending(30, "Ben")))
    await conversation.say("send it")

    card = await conversation.say("no, make it 650")
    assert "amount: 650" in card
    assert card.count("amount 30") == 1
    await conversation.press("Approve")
    await conversation.press("Approve")

    assert desk.done == ["650 to Ana", "30 to Ben"]
    assert await conversation.stack() == []


async def test_to_stop_ends_what_was_kept_with_its_task():
    desk = Desk()
    conversation = await at_a(desk, BOTH)
    await conversation.say("send it")

    await conversation.say("stop")

    assert desk.done == []
    assert await conversation.stack() == []
