"""What a model asks for beside the call that ends its task: looked up, never carried out."""

from agents.kit import tool
from tests.unit.test_loop import TO_SAM, FakeHands, an_agent, calls, run, transfer


@tool(ends_task=True)
def price(of: str) -> str:
    """Look up a price."""
    return of


async def test_what_is_looked_up_beside_an_answer_is_told_with_it():
    wanted = calls(("price", {"of": "A"}), ("price", {"of": "B"}), ("price", {"for": "C"}))
    hands = FakeHands(wanted, results={"price": "It costs 5."})

    outcome = await run(hands, an_agent(price, transfer))

    assert outcome.value.startswith("It costs 5.\n\nIt costs 5.\n\nprice was not run.")
    assert hands.used == [("price", {"of": "A"}), ("price", {"of": "B"})]


async def test_an_effect_is_never_carried_out_beside_an_answer():
    wanted = calls(("price", {"of": "A"}), ("transfer", TO_SAM))
    hands = FakeHands(wanted, results={"price": "It costs 5."})

    outcome = await run(hands, an_agent(price, transfer))

    assert outcome.value.startswith("It costs 5.\n\nOne thing at a time: not done yet: transfer.")
    assert hands.used == [("price", {"of": "A"})]
