"""What is changed in words while a card waits: it is asked anew with that, and never run."""

import pytest

from tests.journeys.bank.talking import READY, moved, talked
from tests.journeys.conversation import Conversation


def on_card(conversation: Conversation) -> dict[str, object]:
    """What the one card that waits would run."""
    (request,) = conversation.pending
    return dict(request.subject.arguments)


@pytest.mark.parametrize(
    "words",
    [
        *(
            "change amount to 50",
            "set amount to 50",
            "amount 50",
            "the amount is 50",
            "amount: 50",
        ),
        *("change amount to $50, please", "no, the amount should be 50", "sorry, amount 50"),
        *("please change amount to 50", "change the amount to 50", "make the amount 50"),
    ],
)
async def test_a_value_named_beside_a_card_is_asked_anew(words: str):
    conversation = await talked(*READY, "send 700 to 1234324", words)

    card = on_card(conversation)
    assert (card["amount"], card["to_account"]) == ("50.00 USD", "1234324")
    assert await moved(conversation) == []


@pytest.mark.parametrize(
    "words",
    [
        *("change account to 9876543210", "account 9876543210", "to account 9876543210"),
        *("the account should be 9876543210", "account: 9876543210", "change account to savings"),
    ],
)
async def test_another_account_beside_a_card_is_asked_anew(words: str):
    conversation = await talked(*READY, "send 700 to 1234324", words)

    card = on_card(conversation)
    assert (card["amount"], card["to_account"]) == ("700.00 USD", words.rsplit(maxsplit=1)[-1])
    assert await moved(conversation) == []


@pytest.mark.parametrize(
    ("words", "name", "value"),
    [
        *(("make it 2", "quantity", 2), ("change quantity to 2", "quantity", 2)),
        *(("quantity 2", "quantity", 2), ("only two", "quantity", 2), ("no, 2", "quantity", 2)),
        *(("for Ben", "for_whom", "Ben"), ("no, for Ben", "for_whom", "Ben")),
        *(("not for Ana, for Ben", "for_whom", "Ben"), ("yes, for Ben", "for_whom", "Ben")),
        *(("sorry, I meant for Ben", "for_whom", "Ben"),),
        *(("change item to monitor", "item", "monitor"), ("item: monitor", "item", "monitor")),
    ],
)
async def test_each_value_of_an_order_can_be_changed_beside_its_card(
    words: str, name: str, value: object
):
    conversation = await talked("order 30 laptops for Ana", words)

    before: dict[str, object] = {"item": "laptop", "quantity": 30, "for_whom": "Ana"}
    card = on_card(conversation)
    assert {key: card[key] for key in before} == {**before, name: value}


@pytest.mark.parametrize(
    "words",
    ["Ben", "nice", "expensive", "hm", "a lot", "for sure", "to be sure", "for now"],
)
async def test_what_announces_no_value_changes_none(words: str):
    conversation = await talked("order 30 laptops for Ana")
    before = on_card(conversation)

    await conversation.say(words)

    assert on_card(conversation) == before


@pytest.mark.parametrize(
    "words",
    [
        *("I want to change the amount", "change it", "can I change that?", "change amount"),
        *("amount", "wait, change the account please", "edit it"),
    ],
)
async def test_who_wants_to_change_something_is_told_how(words: str):
    conversation = await talked(*READY, "send 700 to 1234324")

    said = await conversation.say(words)

    assert "edit to_account=…" in said
    assert len(conversation.pending) == 1
    assert await moved(conversation) == []


async def test_what_changes_nothing_is_no_new_card():
    conversation = await talked(*READY, "send 700 to 1234324")
    (before,) = conversation.pending

    said = await conversation.say("other way round")

    assert "not what you were asked about" not in said
    assert [request.id for request in conversation.pending] == [before.id]


async def test_what_was_changed_beside_a_card_is_kept_by_what_is_said_later():
    conversation = await talked("order 30 laptops for Ana", "for Ben", "change item to mouse pad")
    assert "Name a price for it" in await conversation.say("approve")

    await conversation.say("300")

    card = on_card(conversation)
    assert (card["item"], card["for_whom"], card["price"]) == ("mouse pad", "Ben", "300.00 USD")


@pytest.mark.parametrize("words", ["change my password", "what does apple cost?", "order 2"])
async def test_another_wish_beside_a_card_changes_nothing_on_it(words: str):
    conversation = await talked(*READY, "send 700 to 1234324")
    before = on_card(conversation)

    await conversation.say(words)

    cards = [r for r in conversation.pending if r.subject.tool == "transfer"]
    assert [dict(card.subject.arguments) for card in cards] == [before]


@pytest.mark.parametrize(
    ("words", "changed"),
    [
        ("make it 2, for Ben", {"quantity": 2, "for_whom": "Ben"}),
        ("no, make it 2 and for Ben", {"quantity": 2, "for_whom": "Ben"}),
        ("for Ben, and only 2", {"quantity": 2, "for_whom": "Ben"}),
        ("item: monitor, quantity 2", {"item": "monitor", "quantity": 2}),
        ("quantity 2, price $500", {"quantity": 2, "price": "500.00 USD"}),
    ],
)
async def test_several_values_are_changed_at_once(words: str, changed: dict[str, object]):
    conversation = await talked("order 30 laptops for Ana", words)

    card = on_card(conversation)
    assert {key: card[key] for key in changed} == changed
