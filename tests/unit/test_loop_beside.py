"""What a model asks for beside the call that ends its task: looked up at once, or kept."""

import pytest

from agents.kit import Fact, Secret, Turn, ask, done, tool
from agents.kit.outcome import Suspended
from tests.unit.test_loop import TO_SAM, FakeHands, an_agent, calls, run, says, transfer

SEEN = Fact("seen", "a look at it")


@tool(ends_task=True)
def price(of: str) -> str:
    """Look up a price."""
    return of


async def test_what_is_looked_up_beside_an_answer_is_told_with_it():
    wanted = calls(("price", {"of": "A"}), ("price", {"of": "B"}), ("price", {"for": "C"}))
    hands = FakeHands(wanted, results={"price": "It costs 5."})

    outcome = await run(hands, an_agent(price, transfer))

    assert outcome.value.startswith("It costs 5.\n\nIt costs 5.\n\nI could not make out what else")
    assert hands.used == [("price", {"of": "A"}), ("price", {"of": "B"})]


async def test_an_effect_is_never_carried_out_beside_an_answer():
    wanted = calls(("price", {"of": "A"}), ("transfer", TO_SAM))
    hands = FakeHands(wanted, results={"price": "It costs 5."})

    outcome = await run(hands, an_agent(price, transfer))

    assert outcome.value == "It costs 5."
    assert hands.used == [("price", {"of": "A"})]
    assert hands.kept == [("transfer", TO_SAM)]


async def test_no_effect_is_lost_because_there_are_many():
    wanted = calls(("price", {"of": "A"}), *[("transfer", TO_SAM)] * 20)
    hands = FakeHands(wanted, results={"price": "It costs 5."})

    await run(hands, an_agent(price, transfer))

    assert hands.kept == [("transfer", TO_SAM)] * 20


@tool(ends_task=True)
def unlock(of: str, pin: Secret) -> str:
    """Show what a pin protects."""
    return of


@pytest.mark.proves("R8")
async def test_nothing_that_takes_a_secret_is_called_beside_an_answer():
    wanted = calls(("price", {"of": "A"}), ("unlock", {"of": "B"}))
    hands = FakeHands(wanted, results={"price": "It costs 5.", "unlock": "It is open."})

    outcome = await run(hands, an_agent(price, unlock))

    assert outcome.value == "It costs 5."
    assert hands.used == [("price", {"of": "A"})]
    assert hands.kept == [("unlock", {"of": "B"})]


@pytest.mark.proves("R11")
async def test_one_wrong_call_more_beside_an_answer_does_not_lose_it():
    nonsense = calls(("price", {"for": "C"}))
    last = calls(("price", {"of": "A"}), ("price", {"for": "C"}))
    hands = FakeHands(nonsense, nonsense, last, results={"price": "It costs 5."})

    outcome = await run(hands, an_agent(price))

    assert outcome.value == (
        "It costs 5.\n\n"
        "I could not make out what else to do: price (for C). Please ask again for it."
    )


@tool(provides=[SEEN])
def look(turn: Turn) -> str:
    """Look at it."""
    turn.establish(SEEN, "by Sam")
    return "seen"


@tool(requires=[SEEN])
def take() -> str:
    """Take it."""
    return "taken"


@pytest.mark.proves("S3-05")
async def test_a_model_is_told_which_of_its_own_tools_comes_first():
    waiting = Suspended(tool="take", waits_for="fact", name="seen")
    hands = FakeHands(calls(("take", {})), says("Shall I look?"), results={"take": waiting})

    assert await run(hands, an_agent(look, take)) == ask("Shall I look?")
    assert hands.calls[1].messages[-1].content == "error: take needs a look at it first: look."


async def test_a_hand_back_beside_the_last_call_comes_after_it():
    beside = calls(("transfer", TO_SAM), ("hand_back", {"reason": "and for shares"}))

    hands = FakeHands(beside, results={"transfer": "Sent."})

    assert await run(hands) == done("Sent.")
    assert hands.back == "and for shares"
