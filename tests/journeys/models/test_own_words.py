"""The bank's model orders what was not quite said: nothing moves before its person has agreed."""

import pytest

from agents.kit import Agent, EffectKey, tool
from tests.journeys.agents.small_agents import directed
from tests.journeys.bank.talking import ANAS, CHECKING, READY, moved, say_all
from tests.journeys.conversation import Conversation, a_conversation
from tests.journeys.models.puppet import calls, puppet, talking
from tests.journeys.reading import sending

pytestmark = pytest.mark.proves("R12")


async def ordered(account: str, amount: str, words: str) -> Conversation:
    """A conversation in which this was said, and the model orders that."""
    agents = talking("transfer_money")
    model = puppet(sending(account, amount), agents)
    conversation = await a_conversation(model, agents=agents)
    await say_all(conversation, *READY, words)
    return conversation


@pytest.mark.parametrize(
    ("words", "amount", "unsaid"),
    [
        (f"send 50 dollars to account {ANAS}99", "50 USD", "to_account"),
        (f"send 50 dollars to account 99{ANAS}", "50 USD", "to_account"),
        (f"send 50 dollars to account {ANAS}_2", "50 USD", "to_account"),
        (f"pay 1,000 to {ANAS}", "1 USD", "amount"),
        (f"pay 10 thousand to {ANAS}", "10 USD", "amount"),
        (f"pay 2,50 to {ANAS}", "250 USD", "amount"),
        (f"pay 10 euros to {ANAS}", "10 USD", "amount"),
        (f"pay 10 to {ANAS} in EUR", "10 USD", "amount"),
    ],
)
async def test_a_part_of_a_number_or_another_currency_is_asked_about(
    words: str, amount: str, unsaid: str
):
    conversation = await ordered(ANAS, amount, words)

    assert f"you did not give these yourself: {unsaid}." in conversation.last.text
    assert len(conversation.pending) == 1
    assert await moved(conversation) == []


@pytest.mark.parametrize(
    ("words", "amount", "minor"),
    [
        (f"send 50 dollars to account {ANAS}.", "50 USD", 5_000),
        (f"send $50 to #{ANAS}, please", "50", 5_000),
        (f"PAY 50 TO {ANAS} NOW", "50.00", 5_000),
        (f"transfer 50$ to account:{ANAS}", "50 USD", 5_000),
        (f"transfer 600.00 to *{ANAS}*", "600", 60_000),
    ],
)
async def test_what_was_said_as_a_whole_is_done_unasked(words: str, amount: str, minor: int):
    conversation = await ordered(ANAS, amount, words)

    assert conversation.pending == []
    assert await moved(conversation) == [(CHECKING, ANAS, minor)]


async def test_what_was_not_quite_said_is_done_once_its_person_agrees():
    conversation = await ordered(ANAS, "50 USD", f"send 50 dollars to account {ANAS}99")

    await conversation.say("yes")

    assert await moved(conversation) == [(CHECKING, ANAS, 5_000)]


@pytest.mark.parametrize(
    ("people", "invited"),
    [(["Ana", "Ben"], ["Ana and Ben"]), (["Ana", "Eve"], []), (["Ana", "Be"], []), ([], [])],
)
async def test_each_of_several_must_have_been_named(people: list[str], invited: list[str]):
    deeds: list[str] = []

    @tool(effect=True, ends_task=True)
    def invite(people: list[str], key: EffectKey) -> str:
        """Invite people."""
        deeds.append(" and ".join(people))
        return "Invited."

    host = Agent(
        name="host", description="Invites.", prompt="Invite.", tools=(invite,), style="talk"
    )
    model = directed({"": "host"}, lambda _call: calls("invite", people=[*people]))
    conversation = await a_conversation(model, agents=(host,))

    await conversation.say("invite ana and Ben, please")

    assert deeds == invited
    assert bool(conversation.pending) is not bool(invited)


@pytest.mark.parametrize(
    ("words", "paid"),
    [
        ("send 20 to Ana", []),
        ("send $20 to Ana", []),
        ("send 20 to account 20", ["20.0 to 20"]),
    ],
)
async def test_one_value_is_not_taken_for_two_arguments(words: str, paid: list[str]):
    deeds: list[str] = []

    @tool(effect=True, ends_task=True)
    def pay(to: str, amount: float, key: EffectKey) -> str:
        """Pay somebody."""
        deeds.append(f"{amount} to {to}")
        return "Paid."

    cashier = Agent(name="cashier", description="Pays.", style="talk", prompt="Pay.", tools=(pay,))
    model = directed({"send": "cashier"}, lambda _call: calls("pay", to="20", amount=20))
    conversation = await a_conversation(model, agents=[cashier])

    await conversation.say(words)

    assert deeds == paid
    is_asked = "you named one value for these: to, amount" in conversation.last.text
    assert is_asked == (paid == [])
