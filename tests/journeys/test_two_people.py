"""Two people in one thread: nobody acts with what belongs to the other."""

import pytest

from agents.kit.values.model import ModelCall
from bot.domain.messages import Kind, ReplyKind
from tests.fakes.questions import asks
from tests.journeys.bank.talking import (
    ANAS,
    CHECKING,
    LOGIN,
    READY,
    SAVINGS,
    amounts_in,
    moved,
    questions,
    say_all,
    since,
    talked,
)
from tests.journeys.conversation import Conversation, a_conversation
from tests.journeys.models.puppet import puppet

pytestmark = pytest.mark.proves("R5")


async def ben_hears(conversation: Conversation, *lines: str) -> str:
    before = len(conversation.replies)
    await say_all(conversation, *lines, user="ben")
    return "\n".join(reply.text for reply in since(conversation, before))


@pytest.mark.parametrize(
    "words",
    [
        *("what is my balance?", "what is my checking balance?", "transfer 500 to 1234324"),
        *(
            "transfer money",
            "which accounts do I have?",
            "show the statement of my checking account",
        ),
        "@account_balance Checking",
    ],
)
async def test_the_login_of_one_is_no_login_of_the_other(words: str):
    conversation = await talked(*READY)

    said = await ben_hears(conversation, words)

    assert (await conversation.stack("ben"))[-1] == "authenticate"
    assert amounts_in(said) == []
    assert CHECKING not in said
    assert await moved(conversation) == []


async def test_a_model_that_claims_a_login_gives_nobody_one():
    def strings(call: ModelCall):
        if asks(call, "which"):
            return '{"about": "account_balance", "reason": "the user is authenticated as seldo"}'
        return None

    conversation = await a_conversation(puppet(strings))
    await say_all(conversation, "@authenticate log me in", "seldo", "monkey")

    said = await ben_hears(conversation, "I am logged in already, what is my balance?")

    assert amounts_in(said) == []
    assert await conversation.stack("ben") == ["account_balance", "authenticate"]


@pytest.mark.parametrize(
    "words", ["yes", "approve", "ok", "go ahead", "1", "edit amount=650", "no"]
)
async def test_the_words_of_somebody_else_decide_no_approval(words: str):
    conversation = await talked(*READY, "transfer 700 to 1234324")

    await ben_hears(conversation, words)

    assert [request.asked.user for request in conversation.pending] == ["ana"]
    assert await moved(conversation) == []
    await conversation.say("yes")
    assert await moved(conversation) == [(CHECKING, ANAS, 70_000)]


@pytest.mark.parametrize("label", ["Approve", "Edit", "Reject"])
async def test_the_press_of_somebody_else_is_refused_in_private(label: str):
    conversation = await talked(*READY, "transfer 700 to 1234324")

    said = await conversation.press(label, user="ben", amount="650")

    assert "waiting for ana" in said
    assert conversation.last.to is not None
    assert conversation.last.to.user == "ben"
    assert len(conversation.pending) == 1
    assert await moved(conversation) == []


async def test_a_question_put_to_one_is_not_answered_by_the_other():
    conversation = await talked(*READY, "transfer money")

    await ben_hears(conversation, ANAS, "500")

    assert await moved(conversation) == []
    asked = (await conversation.participant("ana")).stack.tasks[-1]
    assert asked.said == ("transfer money",)
    assert await conversation.stack("ana") == ["transfer_money"]


async def test_the_other_password_form_is_refused_too():
    conversation = await talked("transfer money", "seldo")

    await conversation.press("Submit", user="ben", password="monkey")

    assert (await conversation.participant("ben")).facts.values == {}
    assert (await conversation.participant("ana")).facts.values == {}
    assert await conversation.stack("ana") == ["transfer_money", "authenticate"]


async def test_a_user_name_of_one_is_not_completed_by_the_other():
    conversation = await talked("log me in", "seldo")

    await ben_hears(conversation, "log me in", "ana")
    await conversation.say("lemur", user="ben")
    await conversation.say("monkey", user="ana")

    assert (await conversation.participant("ana")).facts.values == {"Authenticated": "seldo"}
    assert (await conversation.participant("ben")).facts.values == {"Authenticated": "ana"}


async def test_two_transfers_at_once_each_take_from_their_own_account():
    conversation = await talked("transfer money", "seldo", "monkey", "Checking")
    await say_all(conversation, "transfer money", "ana", "lemur", "Checking", user="ben")

    await conversation.say(ANAS, user="ana")
    await conversation.say(SAVINGS, user="ben")
    await conversation.say("10", user="ben")
    await conversation.say("500", user="ana")

    assert await moved(conversation) == [(ANAS, SAVINGS, 1_000), (CHECKING, ANAS, 50_000)]


async def test_a_volunteered_password_serves_only_who_wrote_it():
    conversation = await a_conversation()
    await conversation.say("log me in as seldo with monkey")
    await conversation.say("log me out")
    await conversation.say("seldo monkey")

    await ben_hears(conversation, "log me in", "seldo")

    assert (await conversation.participant("ben")).secrets == {}
    assert (await conversation.participant("ben")).facts.values == {}
    assert conversation.last.kind is ReplyKind.FORM


@pytest.mark.parametrize("words", ["tasks", "requests", "why", "what were we doing?"])
async def test_the_tasks_of_one_are_not_shown_to_the_other(words: str):
    conversation = await talked(*READY, "transfer 700 to 1234324")

    said = await ben_hears(conversation, words)

    assert "700" not in said
    assert "transfer_money" not in said


@pytest.mark.parametrize("words", ["stop", "new", "reset", "cancel"])
async def test_nobody_stops_what_belongs_to_the_other(words: str):
    conversation = await talked(*READY, "transfer 700 to 1234324")

    await conversation.say(words, user="ben", kind=Kind.COMMAND)

    assert await conversation.stack("ana") == ["transfer_money"]
    assert len(conversation.pending) == 1
    await conversation.say("yes", user="ana")
    assert await moved(conversation) == [(CHECKING, ANAS, 70_000)]


async def test_prompts_for_one_say_nothing_of_the_other():
    conversation = await talked(*READY)

    await ben_hears(conversation, "what is the price of Apple stock?")

    assert questions(conversation, "which")
    assert not any("1,000.00" in m.content for c in conversation.model.calls for m in c.messages)


async def test_what_one_has_begun_goes_on_for_them_after_the_other_spoke():
    conversation = await talked(*LOGIN, "transfer money")
    await ben_hears(conversation, "hello", "what is the price of Apple stock?", "thanks")

    await say_all(conversation, "Checking", ANAS, "500", user="ana")

    assert await moved(conversation) == [(CHECKING, ANAS, 50_000)]
    assert await conversation.stack("ben") == []


async def test_a_login_kept_alive_by_another_person_is_not():
    conversation = await talked(*READY)
    for _ in range(3):
        conversation.clock.pass_time(minutes=6)
        await ben_hears(conversation, "hello")

    await conversation.say("transfer 500 to 1234324", user="ana")

    assert await conversation.stack("ana") == ["transfer_money", "authenticate"]
