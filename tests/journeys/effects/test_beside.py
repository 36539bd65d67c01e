"""What a model proposes beside a call that has to wait is named, and never lost without a word."""

from tests.journeys.bank.talking import ANAS, CHECKING, READY, SAVINGS, moved, say_all
from tests.journeys.conversation import a_conversation
from tests.journeys.models.puppet import acting, at_once, calls, puppet, talking

WISH = f"send 700 to account {ANAS} and 30 to my savings account {SAVINGS}"


async def test_the_second_of_two_transfers_is_named_above_the_card_of_the_first():
    both = at_once(
        calls("transfer", to_account=ANAS, amount="700"),
        calls("transfer", to_account=SAVINGS, amount="30"),
    )
    agents = talking("transfer_money")
    model = puppet(acting("transfer_money", both), agents)
    conversation = await a_conversation(model, agents=agents)
    await say_all(conversation, *READY)

    said = await conversation.say(WISH)

    named = f"not done yet: transfer (to_account {SAVINGS}, amount 30). Please ask again for it."
    assert named in said.partition("transfer_money wants to transfer")[0]
    assert await moved(conversation) == []
    await conversation.say("yes")
    assert await moved(conversation) == [(CHECKING, ANAS, 70_000)]
