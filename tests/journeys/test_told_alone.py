"""R5: what somebody is told in private gets out by no way on which things are told again.

The doctor is a private agent, the shop and the room are not; Ana is ill, and Ben reads along.
"""

import json
from collections.abc import Sequence

import pytest

from agents.kit import Agent, EffectKey, Outcome, Turn, ask, done, four_eyes, tool
from agents.kit.outcome import NextTool, ToolArgument, hand_over
from agents.kit.values.model import ModelCall, Purpose
from bot.core.ports.turns import Beginning, Why
from bot.core.stack.finish import TOLD_ALONE
from bot.core.turn.gates import EXPOSED
from bot.domain.ids import SessionId
from bot.domain.messages import Kind, ReplyKind
from tests.fakes.questions import asks as is_asked
from tests.fakes.questions import chosen, said_in
from tests.fakes.scripted import ScriptedAnswer, ScriptedModel
from tests.journeys.agents.small_agents import an_agent, asks, directed
from tests.journeys.bank.talking import READY
from tests.journeys.conversation import a_conversation
from tests.journeys.models.puppet import acting, calls, puppet, talking, together
from tests.journeys.requests.deciding import ruled
from tests.journeys.test_shared_threads import (
    ANA,
    OTHERS,
    PRIVATE,
    SURFACES,
    Shared,
    claims_a_login,
)

pytestmark = pytest.mark.proves("R5")

WORDS = {"doctor": "doctor", "shop": "shop", "room": "room"}
ILL = "You have the flu."
PILLS = "pills against the flu"


async def shared(model: ScriptedModel, agents: Sequence[Agent] | None = None) -> Shared:
    talk = await (a_conversation(model, agents=agents) if agents else a_conversation(model))
    return Shared(talk, SURFACES["a thread"], OTHERS["a member"])


async def a_bank(*, approver: bool = False) -> Shared:
    agents = ruled(four_eyes(approvers=["ben"])) if approver else None
    return await shared(puppet(claims_a_login), agents)


def doctor(*outcomes: Outcome | str) -> Agent:
    left = list(outcomes)

    async def run(turn: Turn) -> Outcome:
        outcome = left.pop(0) if len(left) > 1 else left[0]
        return done(outcome) if isinstance(outcome, str) else outcome

    return an_agent("doctor", run, private=True)


def echo(name: str) -> Agent:
    async def run(turn: Turn) -> Outcome:
        return done(f"{name} heard: {turn.text}")

    return an_agent(name, run)


@tool(effect=True, free=["what"], ends_task=True)
async def send(turn: Turn, what: str, key: EffectKey) -> str:
    """Send something."""
    return "Sent; Checking now holds $300.00."


BANK = Agent(
    name="bank", description="Sends.", introduction="Sending", prompt="Send.", tools=(send,),
    style="talk", private=True,
)  # fmt: skip


def both_at_once(call: ModelCall) -> ScriptedAnswer | None:
    """Route “both” to the bank, and then to the room."""
    if is_asked(call, "which"):
        said = said_in(call)
        name = "bank" if said.startswith("both") else ""
        return chosen(name or next(name for name in ("shop", "room", "bank") if name in said))
    if is_asked(call, "left"):
        is_both = said_in(call).startswith("both")
        return json.dumps({"left": "a room" if is_both else None})
    return calls("send", what="x") if call.agent == "bank" else None


async def test_why_a_change_cannot_be_is_told_to_who_asked_alone():
    """The tool's words tell how much there is."""
    talk = await a_bank()
    await talk.ana(*READY, "transfer 700 to 1234324", "edit amount=5000")

    why, card = talk.replies[-2:]
    assert why.private
    assert "$1,000.00" in why.text
    assert "1,000.00" not in card.text
    assert "1,000.00" not in talk.seen_by_the_other


async def test_why_a_change_cannot_be_is_not_told_to_an_approver():
    talk = await a_bank(approver=True)
    await talk.ana(*READY, "transfer 700 to 1234324")

    await talk.ben_presses("edit", amount="5000")
    await talk.ben("edit amount=6000")

    told = [reply.text for reply in talk.replies if reply.to == talk.other]
    assert sum("It cannot be done with these values." in text for text in told) == 2
    assert not [word for word in PRIVATE if any(word in text for text in told)]


async def test_an_agent_reads_what_its_person_was_told_whoever_decides():
    """Ben is told of his savings, then he decides about Ana's transfer."""
    agents = ruled(four_eyes(approvers=["ben"]), talking("transfer_money"))
    order = calls("transfer", to_account="1234324", amount="700")
    strings = together(claims_a_login, acting("transfer_money", order, "Then less."))
    talk = await shared(puppet(strings, agents), agents)
    await talk.ben("log me in", "seldo", "monkey", "what is my savings balance?")
    (bens,) = (reply.text for reply in talk.replies if "5,000.00" in reply.text)
    await talk.ana(*READY, "transfer 700 to 1234324")
    anas = next(r.text for r in talk.replies if "$1,000.00" in r.text).partition("\n")[0]
    since = len(talk.talk.model.calls)

    await talk.ben_presses("reject", reason="please send less")

    asked = [call for call in talk.talk.model.calls[since:] if call.agent == "transfer_money"]
    read = "\n".join(message.content for call in asked for message in call.messages)
    assert asked
    assert bens not in read
    assert anas in read


async def test_what_was_done_in_private_stays_so_when_its_message_is_deleted():
    agents = (BANK, asks("room"), asks("shop"))
    talk = await shared(puppet(both_at_once, agents), agents)
    await talk.ana("both please, and a room", "@shop now")

    await talk._turn(ANA, kind=Kind.DELETION, message="ana-both please, and a room")  # noqa: SLF001 - as it does

    (told,) = (reply for reply in talk.replies if "stays done" in reply.text)
    assert told.private
    assert "$300.00" in told.text
    assert "$300.00" not in talk.seen_by_the_other
    assert "Which shop?" in talk.replies[-1].text


async def test_what_was_done_in_private_stays_so_when_the_rest_is_stopped():
    begun: list[Beginning] = []

    async def run(turn: Turn) -> Outcome:
        begun[0].halt.set(Why.STOPPED)
        begun[0].halt.check()
        return done("never")

    agents = (BANK, an_agent("room", run))
    talk = await shared(puppet(both_at_once, agents), agents)
    begin = talk.talk.store.begin

    async def noted(session: SessionId) -> Beginning | None:
        beginning = await begin(session)
        begun.extend([beginning] if beginning else [])
        return beginning

    talk.talk.store.begin = noted  # type: ignore[method-assign]

    await talk.ana("both please, and a room")

    (told,) = (reply for reply in talk.replies if "stays" in reply.text)
    assert told.private
    assert "$300.00" in told.text
    assert "$300.00" not in talk.seen_by_the_other


async def test_a_private_question_is_listed_and_asked_again_in_private():
    question = ask("You have the flu. Tell your boss?", state={"a": 1}, options=("Yes", "No"))
    talk = await shared(directed(WORDS), (doctor(question), asks("room", options=("Red", "Blue"))))
    await talk.ana("doctor please", "@room now", "requests", "Yes")

    assert sum("flu" in reply.text for reply in talk.replies) >= 3
    assert "flu" not in talk.seen_by_the_other


@pytest.mark.parametrize("whom", [echo("shop"), asks("shop")], ids=["does it", "asks"])
@pytest.mark.parametrize("how", ["next", "first"])
async def test_what_a_private_agent_hands_on_stays_private(how: str, whom: Agent):
    following = NextTool(tool_argument=ToolArgument(name="shop", arguments=PILLS))
    outcomes = {
        "next": (done(ILL, next_tool=following),),
        "first": (hand_over("shop", PILLS, state={"a": 1}), ILL),
    }
    talk = await shared(directed(WORDS), (doctor(*outcomes[how]), whom))

    await talk.ana("doctor please", "tasks")

    assert any("flu" in reply.text for reply in talk.replies)
    assert "flu" not in talk.seen_by_the_other


async def test_nothing_told_in_private_is_still_to_do():
    """What is found to be left is passed on, and `why` tells it to everybody."""
    talk = await a_bank()

    await talk.ana("what is my checking balance? Thank you", "seldo", "monkey")

    asked = [call for call in talk.talk.model.calls if call.purpose is Purpose.CONTINUE]
    read = "\n".join(message.content for call in asked for message in call.messages)
    assert asked
    assert TOLD_ALONE in read
    assert not [word for word in PRIVATE if word in read]


async def test_files_of_a_private_agent_are_private():
    async def run(turn: Turn) -> Outcome:
        turn.deliver(ILL)
        return done("Here it is.")

    talk = await shared(directed(WORDS), (an_agent("doctor", run, private=True),))

    await talk.ana("doctor please")

    (file,) = (reply for reply in talk.replies if reply.kind is ReplyKind.ARTIFACT)
    assert file.private


async def test_who_types_a_secret_where_others_read_is_told_to_delete_it():
    talk = await a_bank()

    await talk.ana("log me in", "seldo", "monkey")

    (told,) = [reply for reply in talk.replies if reply.text == EXPOSED]
    assert told.private
    assert told.to == ANA
