"""A tree of tasks in a conversation: it asks, waits, is stopped and goes on like any agent."""

import pytest

from agents.kit import Agent
from agents.kit.tasks import TaskLoop
from agents.kit.values.errors import ModelUnavailable
from tests.journeys.agents.small_agents import directed
from tests.journeys.conversation import a_conversation
from tests.journeys.plans.planned import carry_out
from tests.journeys.trees.trees import Till, a_trip
from tests.unit.tasks.stories import call, each

ASK_GUIDE = call("send", to="guide", text="where to?")
PAY = call("pay", to="hotel", amount=80)
TO_CASHIER = call("send", to="cashier", text="pay the hotel 80")
DONE = call("done")


def without_offer(text: str) -> str:
    return text.partition("\n\nWhat else can I do for you?")[0]


@pytest.mark.proves("S3-15", "S3-31", "S3-16")
async def test_a_tree_answers_like_any_other_agent():
    conversation = await a_trip(
        Till(), planner_of_trips=[ASK_GUIDE, call("done", answer="Go to Rome.")], guide=["Rome."]
    )

    said = await conversation.say("plan a trip")

    assert without_offer(said) == "Rome.\n\nGo to Rome."
    assert [reply.speaker for reply in conversation.replies][:2] == ["guide", ""]
    assert await conversation.stack() == []


@pytest.mark.proves("S3-12", "S3-34")
async def test_a_person_responds_deep_inside_and_the_tree_goes_on_there():
    till = Till()
    conversation = await a_trip(
        till,
        rules={"approval": None},
        planner_of_trips=[TO_CASHIER, DONE],
        cashier=[call("send", to="person", text="How much exactly?"), PAY, call("done")],
    )

    question = await conversation.say("plan a trip")
    said = await conversation.say("80 it is")

    assert question == "How much exactly?"
    assert without_offer(said) == "paid 80 to hotel"
    assert list(till.paid.values()) == ["80 to hotel"]


@pytest.mark.proves("S3-34", "S3-37")
async def test_an_approval_deep_inside_shows_what_will_run_and_nothing_runs_before():
    till = Till()
    conversation = await a_trip(
        till, planner_of_trips=[TO_CASHIER, DONE], cashier=[PAY, call("done")]
    )

    card = await conversation.say("plan a trip")
    assert card.startswith("cashier wants to pay:\n  to: hotel\n  amount: 80\n")
    assert "it costs money" in card
    assert till.paid == {}

    said = await conversation.press("Approve")

    assert without_offer(said) == "paid 80 to hotel"
    assert list(till.paid.values()) == ["80 to hotel"]


@pytest.mark.proves("S3-34")
async def test_a_rejection_with_its_reason_reaches_the_task_that_wanted_to_act():
    till = Till()
    conversation = await a_trip(
        till,
        planner_of_trips=[TO_CASHIER, call("done", answer="Nothing was paid.")],
        cashier=[PAY, call("done", answer="too expensive")],
    )

    await conversation.say("plan a trip")
    said = await conversation.press("Reject", reason="too expensive")

    assert without_offer(said) == "Nothing was paid."
    assert till.paid == {}
    cashiers = [call for call in conversation.model.calls if call.agent == "cashier"]
    read = [message.content for message in cashiers[-1].messages]
    assert read[-2:] == [
        "error: not run, because the person said something first.",
        "I reject this: too expensive",
    ]


async def test_an_edited_approval_runs_as_it_was_edited():
    till = Till()
    conversation = await a_trip(
        till, planner_of_trips=[TO_CASHIER, DONE], cashier=[PAY, call("done")]
    )

    await conversation.say("plan a trip")
    said = await conversation.press("Edit", amount="70")

    assert without_offer(said) == "paid 70 to hotel"


@pytest.mark.proves("S3-37")
async def test_a_destination_that_the_user_did_not_give_needs_an_approval_deep_inside_too():
    till = Till()
    rules = {"approval": None, "free": ["amount"]}
    conversation = await a_trip(
        till, rules=rules, planner_of_trips=[TO_CASHIER, DONE], cashier=[PAY, call("done")]
    )

    card = await conversation.say("plan a trip")

    assert "you did not give these yourself: to" in card
    assert till.paid == {}


async def test_a_long_tree_goes_on_in_a_second_turn():
    sends = [call("send", to="guide", text=f"and {n}?") for n in range(6)]
    conversation = await a_trip(
        Till(),
        planner_of_trips=[*sends, call("done", answer="Enough.")],
        guide=[f"{n}." for n in range(6)],
    )

    first = await conversation.say("plan a trip")
    rest = await carry_out(conversation)

    assert (first, without_offer(rest)) == ("0.\n\n1.\n\n2.\n\n3.", "4.\n\n5.\n\nEnough.")


@pytest.mark.proves("S3-34")
async def test_what_was_paid_before_the_model_failed_is_not_paid_again():
    till = Till()
    conversation = await a_trip(
        till,
        rules={"approval": None},
        planner_of_trips=[TO_CASHIER, DONE],
        cashier=[PAY, ModelUnavailable("the model is away"), call("done")],
    )

    failed = await conversation.say("plan a trip")
    said = await conversation.say("go on")

    assert failed.startswith("I could not go on: the model is away. “trips” is kept")
    assert without_offer(said) == "paid 80 to hotel"
    assert len(till.paid) == 1


async def test_a_message_for_somebody_else_is_handed_back_and_the_question_stays():
    conversation = await a_trip(
        Till(),
        planner_of_trips=["Where to?", call("hand_back", reason="not about a trip"), "Where to?"],
    )

    await conversation.say("plan a trip")
    told = await conversation.say("what is the time")

    assert await conversation.stack() == ["trips"]
    assert "Where to?" in told


async def test_stop_ends_a_tree_that_waits():
    conversation = await a_trip(Till(), planner_of_trips=["Where to?"])

    await conversation.say("plan a trip")

    assert await conversation.say("stop") == "Stopped: trips. Nothing more is done for it."


@pytest.mark.proves("S3-33")
async def test_each_model_reads_its_own_dialogue_and_nobody_elses():
    conversation = await a_trip(
        Till(), planner_of_trips=[ASK_GUIDE, call("done", answer="Go.")], guide=["Rome."]
    )

    await conversation.say("plan a trip to somewhere warm")

    guide = next(one for one in conversation.model.calls if one.agent == "guide")
    assert "warm" not in "\n".join(message.content for message in guide.messages)
    assert guide.messages[-1].content.endswith("where to?")


@pytest.mark.proves("S3-12", "S3-27")
async def test_a_person_in_charge_is_shown_how_to_end_it_and_may_write_anything_else():
    clerk = Agent(name="clerk", description="Takes notes.", prompt="Take notes.")
    notes = Agent(
        name="notes",
        description="Takes notes.",
        introduction="Taking notes",
        script=TaskLoop(agent=clerk, in_charge="person"),
    )
    model = directed({"note": "notes"}, each(clerk=["Noted. What else?", "Noted, too."]))
    conversation = await a_conversation(model, agents=(notes,))

    await conversation.say("take a note")
    second = await conversation.say("and that it rained")
    ended = await conversation.press("That is all")

    assert second == "Noted, too."
    assert without_offer(ended) == "All right, that is all."
    assert await conversation.stack() == []
