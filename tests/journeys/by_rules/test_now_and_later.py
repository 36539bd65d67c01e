"""Of “50 now, and 60 tomorrow” the first is done, and the second said not to be."""

import pytest

from agents.general.tables import NOTES
from agents.procurement.tables import ORDERS
from tests.journeys.bank.talking import ANAS, CHECKING, LOGIN, READY, moved, talked

SENT = [(CHECKING, ANAS, 5000)]


async def test_what_is_wanted_now_is_done_and_the_rest_is_said_not_to_be():
    conversation = await talked(*READY, f"send 50 to {ANAS} now, and 60 tomorrow")

    told = "\n".join(reply.text for reply in conversation.replies)
    assert "“60 tomorrow” is not done. I cannot do it at another time" in told
    assert await moved(conversation) == SENT


async def test_it_is_said_before_the_login_and_what_is_missing_is_asked_for():
    conversation = await talked("send 50 now, and 60 tomorrow")
    assert "“60 tomorrow” is not done." in conversation.replies[-2].text

    for line in (*LOGIN[1:], "checking"):
        await conversation.say(line)
    assert (
        conversation.last.text
        == "I have the amount (50). Please tell me the account ID to send to."
    )

    await conversation.say(ANAS)
    assert await moved(conversation) == SENT


@pytest.mark.parametrize(
    "line",
    [
        f"send 50 to {ANAS} and 60 tomorrow",  # both may be meant for tomorrow
        f"send 60 tomorrow and 50 now to {ANAS}",
        f"send 50 to {ANAS} tomorrow and 60 next week",
        f"should I send 50 to {ANAS} now, and 60 tomorrow?",
    ],
)
async def test_where_it_is_not_plain_what_is_for_now_nothing_is_done(line: str):
    conversation = await talked(*READY, line)

    assert await moved(conversation) == []


async def test_it_is_no_matter_of_money_alone():
    conversation = await talked("order 2 desks for Bob now, and 3 tomorrow")

    assert [row["quantity"] for row in await conversation.rows(ORDERS)] == [2]


async def test_a_note_may_say_anything():
    conversation = await talked("make a note: 50 now, and 60 tomorrow")

    assert [row["text"] for row in await conversation.rows(NOTES)] == ["50 now, and 60 tomorrow"]
