"""The bank conversation from hello to a finished transfer, in the order people expect."""

import pytest

from agents.kit.model import Purpose
from bot.domain.messages import Field, ReplyKind
from tests.journeys.bank.talking import (
    ANAS,
    CHECKING,
    amounts_in,
    calls_for,
    holds,
    moved,
    since,
    talked,
)
from tests.journeys.conversation import THREAD, a_conversation

DIALOGUE = (
    *("hello", "Transfer money", "seldo", "monkey", "Checking"),
    *("To account ID 1234324", "500"),
)
BOTH_WAYS = pytest.mark.parametrize("classify_first", [False, True])


def up_to(line: str) -> tuple[str, ...]:
    return DIALOGUE[: DIALOGUE.index(line) + 1]


@pytest.mark.proves("S0-60", "S0-11", "S0-29", "S1-10", "S1-11", "S1-12", "S1-70")
async def test_the_first_words_list_what_can_be_asked_for():
    conversation = await a_conversation()

    said = await conversation.say("hello")

    for agent in ("stock_lookup", "authenticate", "account_balance", "transfer_money"):
        assert agent in said
    assert "concierge:" not in said


@pytest.mark.proves("S0-60", "S0-46", "S0-11")
async def test_a_conversation_opened_without_a_word_is_greeted_by_the_concierge():
    conversation = await a_conversation()

    said = await conversation.start()

    assert conversation.last.agent == "concierge"
    assert said.startswith("Hello")
    assert said.endswith("?")
    assert await conversation.stack() == []


async def test_whoever_answers_the_welcome_with_hello_is_not_read_the_list_again():
    conversation = await a_conversation()
    await conversation.start()

    said = await conversation.say("hello")

    assert said.startswith("Hello!")
    assert said.endswith("“agents” lists what I can help with.")


@pytest.mark.proves("S0-60")
async def test_the_greeting_says_what_must_come_first():
    conversation = await a_conversation()

    said = await conversation.say("hello")

    lines = {line.partition(":")[0]: line for line in said.splitlines()}
    assert "log in first" in lines["- account_balance"]
    assert "log in and to check the balance first" in lines["- transfer_money"]
    assert "first" not in lines["- stock_lookup"]


@pytest.mark.proves("S0-32")
async def test_the_concierge_never_keeps_the_floor():
    conversation = await talked("hello")

    assert await conversation.stack() == []
    await conversation.say("Transfer money")
    assert await conversation.stack() == ["transfer_money", "authenticate"]


@pytest.mark.proves("S0-61", "S0-28", "S0-07", "S1-04")
@BOTH_WAYS
async def test_a_wish_to_transfer_brings_up_the_login_which_asks_for_the_user_name(
    *,
    classify_first: bool,
):
    conversation = await talked(*up_to("Transfer money"), classify_first=classify_first)

    assert conversation.last.agent == "authenticate"
    assert "username" in conversation.last.text
    assert await conversation.stack() == ["transfer_money", "authenticate"]
    transfer, login = (await conversation.participant()).stack.tasks
    assert (transfer.parent, login.parent) == ("", "transfer_money")


@pytest.mark.proves("S0-62", "S0-07", "S0-37")
@BOTH_WAYS
async def test_the_user_name_is_kept_and_the_password_asked_for_in_private(
    *, classify_first: bool
):
    conversation = await talked(*up_to("seldo"), classify_first=classify_first)

    form = conversation.last
    assert (form.kind, form.agent) == (ReplyKind.FORM, "authenticate")
    assert form.fields == (Field("password", "Password", secret=True),)
    assert form.to is not None
    assert form.to.user == "ana"
    call = (await conversation.participant()).stack.tasks[-1].call
    assert call is not None
    assert call.arguments == {"username": "seldo"}


@pytest.mark.proves("S0-63", "S0-64", "S0-13", "S0-08")
@BOTH_WAYS
async def test_the_password_logs_in_and_the_wish_goes_on_to_the_balance(*, classify_first: bool):
    conversation = await talked(*up_to("seldo"), classify_first=classify_first)

    said = await conversation.say("monkey")

    assert "logged in as seldo" in said
    assert said.index("logged in") < said.index("Which of your accounts")
    assert (await conversation.participant()).facts.values == {"Authenticated": "seldo"}
    assert await conversation.stack() == ["transfer_money", "account_balance"]


@pytest.mark.proves("S0-65", "S0-66", "S0-68", "S0-13", "S0-09")
@BOTH_WAYS
async def test_the_balance_is_told_and_the_transfer_takes_over_by_itself(*, classify_first: bool):
    conversation = await talked(*up_to("monkey"), classify_first=classify_first)
    before = len(conversation.replies)

    said = await conversation.say("Checking")

    told, asked = since(conversation, before)
    assert (told.agent, asked.agent) == ("account_balance", "transfer_money")
    assert amounts_in(told.text) == ["1,000.00"]
    assert "account to send" in asked.text
    assert "how much" in asked.text
    assert "Which of your accounts" not in said
    assert await conversation.stack() == ["transfer_money"]


@pytest.mark.proves("S0-69", "S0-37", "S0-09")
@BOTH_WAYS
async def test_given_only_the_account_it_asks_how_much(*, classify_first: bool):
    conversation = await talked(*up_to("Checking"), classify_first=classify_first)

    said = await conversation.say("To account ID 1234324")

    assert ANAS in said
    assert "amount" in said
    assert await moved(conversation) == []


@pytest.mark.proves("S0-05", "S0-28", "S0-61", "S0-64", "S0-66", "S0-68", "S0-69", "S0-70")
@BOTH_WAYS
async def test_the_whole_dialogue_moves_the_money_once(*, classify_first: bool):
    conversation = await talked(*DIALOGUE, classify_first=classify_first)

    assert await moved(conversation) == [(CHECKING, ANAS, 50_000)]
    assert await holds(conversation, CHECKING) == 50_000
    assert await holds(conversation, ANAS) == 75_000


@pytest.mark.proves("S0-70")
async def test_the_person_is_told_what_moved_after_cover_was_checked():
    conversation = await talked(*up_to("To account ID 1234324"))
    before, told_before = len(conversation.replies), len(conversation.progress)

    await conversation.say("500")

    confirmation = since(conversation, before)[0]
    assert confirmation.agent == "transfer_money"
    assert "$500.00" in confirmation.text
    assert CHECKING in confirmation.text
    assert ANAS in confirmation.text
    told = [text for _agent, text in conversation.progress[told_before:]]
    checked = next(at for at, text in enumerate(told) if "sufficient" in text)
    sent = next(at for at, text in enumerate(told) if text.startswith("Transferring"))
    assert checked < sent


@pytest.mark.proves("S0-71", "S0-11", "S0-40")
@BOTH_WAYS
async def test_nothing_being_left_the_concierge_is_ready_and_waits(*, classify_first: bool):
    conversation = await talked(*DIALOGUE, classify_first=classify_first)

    assert conversation.last.agent == "concierge"
    assert "What else can I do for you?" in conversation.last.text
    assert sum("What else" in reply.text for reply in conversation.replies) == 1
    assert await conversation.stack() == []
    assert conversation.pending == []


@pytest.mark.proves("S0-19", "S0-01", "S0-10")
async def test_several_agents_speak_in_one_conversation():
    conversation = await talked(*DIALOGUE, "what does a share of Apple cost?")

    speakers = [reply.agent for reply in conversation.replies]
    turns = [name for at, name in enumerate(speakers) if at == 0 or speakers[at - 1] != name]
    assert turns == [
        *("concierge", "authenticate", "account_balance", "transfer_money", "concierge"),
        *("stock_lookup", "concierge"),
    ]


@pytest.mark.proves("S0-21", "S0-24", "S0-32", "S0-35")
async def test_the_router_is_asked_for_the_greeting_and_the_wish_alone():
    conversation = await talked(*DIALOGUE)

    asked = [call.messages[-1].content for call in calls_for(conversation, Purpose.ROUTE)]
    assert asked == ["hello", "Transfer money"]


@pytest.mark.proves("S0-20")
async def test_every_turn_keeps_who_spoke_and_why():
    conversation = await a_conversation()
    ana = (await conversation.participant()).person
    chosen = []

    for line in DIALOGUE:
        await conversation.say(line)
        decisions = await conversation.store.decisions(THREAD.session, ana)
        chosen.append(decisions[0].chosen)
        assert all(decision.reason for decision in decisions)

    assert chosen == [
        *("concierge", "transfer_money", "authenticate", "authenticate"),
        *("account_balance", "transfer_money", "transfer_money"),
    ]


@pytest.mark.proves("S0-14")
@pytest.mark.parametrize("wish", ["log me in", "Transfer money", "what is my balance?"])
async def test_the_login_is_the_same_alone_and_as_a_link_of_a_chain(wish: str):
    conversation = await talked("hello", wish, "seldo", "monkey")

    spoken = [reply.text for reply in conversation.replies if reply.agent == "authenticate"]
    login = [text.rsplit("\n\n", 1)[-1] for text in spoken]
    assert login == [
        (
            "I need your username and your password. Tell me the username here; "
            "I will ask for the password separately, in private."
        ),
        "Please type your password. Nobody but the password check sees it; “cancel” stops.",
        "You are logged in as seldo.",
    ]
