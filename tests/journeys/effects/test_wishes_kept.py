"""A Reject means "not this": the wish goes on, and its person is asked what they want instead."""

import pytest

from agents.kit import Agent, always, tool
from bot.domain.requests import RequestKind
from tests.fakes.scripted import ScriptedAnswer
from tests.journeys.agents.desk import Desk, at_a, sending, several
from tests.journeys.agents.scripts import Printer, a_script, printing, talk
from tests.journeys.agents.small_agents import directed
from tests.journeys.bank.talking import ANAS, CHECKING, READY, SAVINGS, moved, say_all, talked
from tests.journeys.by_rules.without_a_model import LOGIN, by_rules, transfers
from tests.journeys.conversation import Conversation, a_conversation
from tests.journeys.models.puppet import calls
from tests.journeys.requests.deciding import BY_BEN, button, with_a_card
from tests.journeys.trees.trees import Till, a_trip
from tests.unit.tasks.stories import call
from tests.unit.tasks.stories import calls as making

INSTEAD = "What should I do instead? “stop” leaves it undone."
REJECTED = "send was rejected. Nothing was changed."
SEND = sending(700, "Ana")
TO_CASHIER = call("send", to="cashier", text="pay both")
CARD = ("transfer money", *LOGIN, "Checking", "1234324", "700")


def cards(conversation: Conversation) -> list[dict[str, object]]:
    found = [r for r in conversation.pending if r.kind is RequestKind.APPROVAL]
    return [dict(card.subject.arguments) for card in found]


async def after_a_no(desk: Desk, *answers: ScriptedAnswer) -> tuple[Conversation, str]:
    """What is said where a talker's card was rejected without a reason."""
    conversation = await at_a(desk, *answers)
    await conversation.say("send it")
    return conversation, await conversation.press("Reject")


@pytest.mark.parametrize(
    ("words", "target", "minor"),
    [
        ("make it 300", ANAS, 30_000),
        ("transfer 500 to 1234324", ANAS, 50_000),
        ("no, 20 to my savings", SAVINGS, 2_000),
    ],
)
async def test_a_form_goes_on_with_what_is_corrected(words: str, target: str, minor: int):
    conversation = await talked(*READY, "transfer 700 to 1234324")
    await conversation.press("Reject")

    await conversation.say(words)
    assert await moved(conversation) == []
    await conversation.press("Approve")

    assert await moved(conversation) == [(CHECKING, target, minor)]


async def test_without_a_model_a_form_goes_on_too_and_shows_no_card_by_itself():
    conversation = await by_rules()
    await say_all(conversation, *CARD)

    said = await conversation.say("no")
    assert (cards(conversation), said.count("What shall I change?")) == ([], 1)
    await conversation.say("make it 300")
    await conversation.press("Approve")

    assert await transfers(conversation) == ((CHECKING, ANAS, 30_000),)


async def test_the_same_is_shown_again_only_when_its_person_asks_for_it_again():
    conversation = await talked(*READY, "transfer 700 to 1234324")
    await conversation.press("Reject")
    assert cards(conversation) == []

    said = await conversation.say("transfer 700 to 1234324")

    assert "this was rejected before" in said
    assert await moved(conversation) == []
    await conversation.press("Approve")
    assert await moved(conversation) == [(CHECKING, ANAS, 70_000)]


@pytest.mark.parametrize("words", ["never mind", "stop", "no", "Nothing, thanks.", "nichts"])
async def test_what_waits_beneath_goes_on_once_it_is_left(words: str):
    conversation = await talked("open a ticket", *READY, "transfer 700 to 1234324")
    assert (await conversation.stack())[0] == "it_support"
    await conversation.press("Reject")

    said = await conversation.say(words)

    assert await conversation.stack() == ["it_support"]
    assert said.endswith("What is the problem?")
    assert await moved(conversation) == []


async def test_something_else_is_read_as_usual_and_the_question_stays():
    conversation = await talked(*READY, "transfer 700 to 1234324")
    await conversation.press("Reject")

    said = await conversation.say("what does AAPL trade at?")

    assert "$228.88" in said
    assert "What shall I change?" in said
    assert await conversation.stack() == ["transfer_money"]


async def test_an_approvers_no_is_told_to_who_asked_and_their_form_stays_open():
    conversation = await with_a_card(BY_BEN)

    said = await conversation.press_id(button(conversation, "reject"), user="ben")

    assert said.startswith("transfer was rejected by ben. Nothing was changed. I have")
    assert said.endswith("What shall I change? “stop” leaves it undone.")
    assert conversation.last.to is not None
    assert conversation.last.to.user == "ana"
    assert await conversation.say("nothing", user="ben") != "Then I leave it undone."
    assert (await conversation.say("nothing")).startswith("Then I leave it undone.")


async def test_a_form_with_nothing_to_change_asks_what_to_do_instead():
    deeds: list[str] = []

    @tool(effect=True, ends_task=True, approval=always("it cuts all off"))
    async def restart() -> str:
        """Restart the server."""
        deeds.append("restart")
        return "Restarted."

    server = Agent(name="server", description="Restarts the server.", tools=(restart,))
    conversation = await a_conversation(directed({"restart": "server"}), agents=[server])
    await conversation.say("restart it now")

    said = await conversation.press("Reject")
    assert said == f"restart was rejected. Nothing was changed. {INSTEAD}"
    assert "this was rejected before" in await conversation.say("restart it now")
    await conversation.press("Approve")
    assert deeds == ["restart"]


@pytest.mark.parametrize("answer", ["", sending(700, "Ana"), calls("hand_back", reason="so what")])
async def test_a_talker_with_nothing_to_say_has_code_ask(answer: ScriptedAnswer):
    desk = Desk()
    conversation, said = await after_a_no(desk, SEND, *[answer] * 9)

    assert said == f"{REJECTED}\n\n{INSTEAD}"
    assert (desk.done, cards(conversation), await conversation.stack()) == ([], [], ["desk"])


async def test_a_talker_that_calls_it_deedskeeps_the_wish_until_its_person_leaves_it():
    wide = several(sending(700, "Ana"))
    conversation, said = await after_a_no(Desk(), wide, calls("price", of="tea"))

    assert said == (
        f"{REJECTED}\n\ntea costs 5.\n\n"
        "What should I do instead of send (to Ana, amount 700)? “stop” leaves it undone."
    )
    assert (await conversation.say("no")).startswith("Then I leave it undone.")
    assert await conversation.stack() == []


async def test_a_talker_that_asks_itself_hears_the_no_to_its_own_question():
    conversation, said = await after_a_no(Desk(), SEND, "Shall I send it to Ben?", "To Carl?")

    assert said == f"{REJECTED}\n\nShall I send it to Ben?"
    assert await conversation.say("no") == "To Carl?"


async def test_of_two_rejected_calls_none_comes_again_and_the_wish_stays():
    both = several(sending(700, "Ana"), sending(30, "Ben"))
    desk = Desk()
    conversation, said = await after_a_no(desk, both, "")
    assert cards(conversation) == [{"to": "Ben", "amount": 30}]

    said = await conversation.press("Reject")

    assert said == f"{REJECTED}\n\n{INSTEAD}"
    assert (desk.done, cards(conversation), await conversation.stack()) == ([], [], ["desk"])


async def test_a_task_loop_makes_its_other_calls_too():
    till = Till()
    both = making(call("pay", to="hotel", amount=80), call("pay", to="taxi", amount=20))
    conversation = await a_trip(
        till,
        planner_of_trips=[TO_CASHIER, call("done", answer="The taxi is paid.")],
        cashier=[both, call("done", answer="The taxi alone.")],
    )
    await conversation.say("plan a trip")

    said = await conversation.press("Reject")
    assert said.startswith("pay was rejected. Nothing was changed.")
    assert cards(conversation) == [{"to": "taxi", "amount": 20}]
    said = await conversation.press("Approve")

    assert list(till.paid.values()) == ["20 to taxi"]
    assert said == (
        "The taxi is paid.\n\nWhat should I do instead of pay (to hotel, amount 80)? "
        "“stop” leaves it undone."
    )
    cashiers = [one for one in conversation.model.calls if one.agent == "cashier"]
    read = [message.content for message in cashiers[-1].messages]
    assert "error: pay was rejected, and so not run" in read[-2:]


async def test_a_script_is_told_of_the_no_as_what_its_call_returned():
    printer = Printer()
    inner = printer.agent(approval=always())
    conversation = await talk(a_script(printing(inner), inner))
    await conversation.say("to the press")

    said = await conversation.press("Reject")

    assert said.startswith(
        "print page was rejected. Nothing was changed.\n\n"
        "In the end: error: print page was rejected, and so not run"
    )
    assert printer.pages == {}
    assert await conversation.stack() == ["press"]
