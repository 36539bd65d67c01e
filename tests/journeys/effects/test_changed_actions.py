"""R2: what was approved is what runs; an action that has changed since runs on no old approval."""

import random
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest

from agents.kit import Agent, Tool, four_eyes
from bot.core.state.catalogue import Catalogue
from bot.domain.messages import Kind
from bot.domain.tasks import Task
from tests.journeys.bank.talking import CHECKING, SAVINGS, moved
from tests.journeys.conversation import THREAD, Conversation, a_person
from tests.journeys.requests.deciding import BY_BEN, LIMIT, button, outcomes, with_a_card

SEEDS = 25

Change = Callable[[Conversation, random.Random], Awaitable[None]]


async def the_amount(conversation: Conversation, chance: random.Random) -> None:
    call_again(conversation, amount=f"{chance.randint(601, 999)}.{chance.randint(0, 99):02} USD")


async def the_target(conversation: Conversation, chance: random.Random) -> None:
    call_again(
        conversation, to_account=chance.choice([SAVINGS, f"{chance.randint(10**6, 10**9)}"])
    )


async def the_source(conversation: Conversation, chance: random.Random) -> None:
    call_again(conversation, from_account=chance.choice(["Checking", "Savings", CHECKING]))


async def the_plan(conversation: Conversation, chance: random.Random) -> None:
    await conversation.say(f"no, make it {chance.randint(701, 999)}")


async def the_account(conversation: Conversation, _: random.Random) -> None:
    await conversation.say("check my savings balance")


async def the_customer(conversation: Conversation, _: random.Random) -> None:
    facts = remembered(conversation).facts
    known = dict(facts.known)
    known["Authenticated"] = replace(known["Authenticated"], value="ana")
    remember(conversation, facts=replace(facts, known=known))


async def the_login(conversation: Conversation, chance: random.Random) -> None:
    conversation.clock.pass_time(minutes=chance.randint(16, 600))


async def the_tool(conversation: Conversation, chance: random.Random) -> None:
    with_tool(conversation, version=chance.randint(2, 99))


async def the_rule(conversation: Conversation, chance: random.Random) -> None:
    people = chance.sample(["ben", "cleo", "dora", "eve"], 3)
    with_tool(conversation, approval=four_eyes(approvers=people, quorum=2, when=LIMIT))


async def its_task(conversation: Conversation, chance: random.Random) -> None:
    await conversation.say(chance.choice(["stop", "cancel", "never mind", "abort"]))


async def its_person(conversation: Conversation, _: random.Random) -> None:
    await conversation.say("reset", kind=Kind.COMMAND)


async def its_time(conversation: Conversation, chance: random.Random) -> None:
    conversation.clock.pass_time(hours=24, seconds=chance.randint(0, 10**6))


CHANGES: tuple[Change, ...] = (
    the_amount,
    the_target,
    the_source,
    the_plan,
    the_account,
    the_customer,
    the_login,
    the_tool,
    the_rule,
    its_task,
    its_person,
    its_time,
)


def remembered(conversation: Conversation) -> Any:
    return conversation.store.tables.participants[THREAD.session, a_person("ana")]


def remember(conversation: Conversation, **changes: Any) -> None:
    changed = remembered(conversation).with_(**changes)
    conversation.store.tables.participants[THREAD.session, a_person("ana")] = changed


def call_again(conversation: Conversation, **arguments: str) -> None:
    """Let the task want another call than the one on the card."""
    stack = remembered(conversation).stack
    top: Task = stack.top
    assert top.call is not None
    call = top.call.model_copy(update={"arguments": {**top.call.arguments, **arguments}})
    remember(conversation, stack=stack.update(top.with_(call=call)))


def with_tool(conversation: Conversation, **changes: Any) -> None:
    """Start anew with another version of the transfer's tool."""

    def changed(tool: Tool) -> Tool:
        return replace(tool, **changes) if tool.name == "transfer" else tool

    def upgraded(agent: Agent) -> Agent:
        return replace(agent, tools=tuple(changed(tool) for tool in agent.tools))

    agents = tuple(upgraded(a) for a in conversation.services.catalogue.agents.values())
    conversation.services = replace(conversation.services, catalogue=Catalogue.of(agents))


@pytest.mark.proves("R2")
@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
@pytest.mark.timeout(30)
async def test_a_changed_action_runs_on_no_old_approval(change: Change):
    """R2: 12 kinds of changes, 25 seeds each, 300 in all: nothing runs."""
    assert len(CHANGES) * SEEDS == 300
    for seed in range(SEEDS):
        conversation = await with_a_card(BY_BEN)
        old = button(conversation, "approve")
        await change(conversation, random.Random(seed))  # noqa: S311 - a seed, to be repeated
        before = await moved(conversation)

        await conversation.press_id(old, user="ben")

        assert (before, await moved(conversation)) == ([], []), seed


@pytest.mark.proves("R2")
@pytest.mark.parametrize("change", [the_amount, the_target, the_tool, the_rule, the_account])
async def test_what_would_run_now_is_asked_for_on_a_new_card(change: Change):
    conversation = await with_a_card(BY_BEN)
    old = button(conversation, "approve")
    await change(conversation, random.Random(1))  # noqa: S311 - as above

    await conversation.press_id(old, user="ben")

    (request,) = conversation.pending
    assert not old.startswith(f"{request.id}:")
    await conversation.press_id(f"{request.id}:approve", user="ben")
    if request.quorum == 2:
        await conversation.press_id(f"{request.id}:approve", user="dora")
    ((source, target, minor),) = await moved(conversation)
    assert str(request.subject.arguments["to_account"]) == target
    assert request.subject.facts["BalanceKnown"] == source
    assert request.subject.arguments["amount"] == f"{minor / 100:.2f} USD"


async def test_the_card_says_that_its_approval_led_to_nothing():
    conversation = await with_a_card(BY_BEN)
    old = button(conversation, "approve")
    await the_tool(conversation, random.Random(1))  # noqa: S311 - as above

    await conversation.press_id(old, user="ben")

    assert outcomes(conversation)[-1] == (
        "Approved by ben. Nothing was run: something has changed since"
    )


@pytest.mark.proves("R2")
@pytest.mark.parametrize("change", [the_account, the_customer, the_tool, the_rule])
async def test_an_edit_of_a_card_that_is_no_longer_true_approves_nothing(change: Change):
    conversation = await with_a_card(BY_BEN)
    old = button(conversation, "edit")
    await change(conversation, random.Random(1))  # noqa: S311 - as above

    await conversation.press_id(old, user="ben", amount="650")

    assert await moved(conversation) == []
