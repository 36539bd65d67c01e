"""The bank conversation from hello to a finished transfer, in the order people expect."""

import pytest

from bot.domain.messages import Field, ReplyKind
from tests.fakes.questions import said_in
from tests.journeys.bank.talking import (
    ANAS,
    CHECKING,
    amounts_in,
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

    assert said == "Hello! What can I do for you? “agents” lists what I can help with."


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
async def test_a_wish_to_transfer_brings_up_the_login_which_asks_for_the_user_name():
    conversation = await talked(*up_to("Transfer money"))

    assert conversation.last.agent == "authenticate"
    assert "username" in conversation.last.text
    assert await conversation.stack() == ["transfer_money", "authenticate"]
    transfer, login = (await conversation.participant()).stack.tasks
    assert (transfer.parent, login.parent) == ("", "transfer_money")


@pytest.mark.proves("S0-62", "S0-07", "S0-37")
async def test_the_user_name_is_kept_and_the_password_asked_for_in_private():
    conversation = await talked(*up_to("seldo"))

    form = conversation.last
    assert (form.kind, form.agent) == (ReplyKind.FORM, "authenticate")
    assert form.fields == (Field("password", "Password", secret=True),)
    assert form.to is not None
    assert form.to.user == "ana"
    call = (await conversation.participant()).stack.tasks[-1].call
    assert call is not None
    assert call.arguments == {"username": "seldo"}


@pytest.mark.proves("S0-63", "S0-64", "S0-13", "S0-08")
async def test_the_password_logs_in_and_the_wish_goes_on_to_the_balance():
    conversation = await talked(*up_to("seldo"))

    said = await conversation.say("monkey")

    assert "logged in as seldo" in said
    assert said.index("logged in") < said.index("Which of your accounts")
    assert (await conversation.participant()).facts.values == {"Authenticated": "seldo"}
    assert await conversation.stack() == ["transfer_money", "account_balance"]


@pytest.mark.proves("S0-65", "S0-66", "S0-68", "S0-13", "S0-09")
async def test_the_balance_is_told_and_the_transfer_takes_over_by_itself():
    conversation = await talked(*up_to("monkey"))
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
async def test_given_only_the_account_it_asks_how_much():
    conversation = await talked(*up_to("Checking"))

    said = await conversation.say("To account ID 1234324")

    assert ANAS in said
    assert said.endswith("What is the amount?")
    assert await moved(conversation) == []


@pytest.mark.proves("S0-05", "S0-28", "S0-61", "S0-64", "S0-66", "S0-68", "S0-69", "S0-70")
async def test_the_whole_dialogue_moves_the_money_once():
    conversation = await talked(*DIALOGUE)

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
async def test_nothing_being_left_the_bot_is_ready_and_waits():
    conversation = await talked(*DIALOGUE)

    assert conversation.last.text.endswith("What else can I do for you?")
    assert sum("What else" in reply.text for reply in conversation.replies) == 1
    assert await conversation.stack() == []
    assert conversation.pending == []


@pytest.mark.proves("S0-19", "S0-01", "S0-10")
async def test_several_agents_speak_in_one_conversation():
    conversation = await talked(*DIALOGUE, "what does a share of Apple cost?")

    speakers = [reply.agent for reply in conversation.replies]
    turns = [name for at, name in enumerate(speakers) if at == 0 or speakers[at - 1] != name]
    assert turns == [
        *("concierge", "authenticate", "account_balance", "transfer_money"),
        "stock_lookup",
    ]


@pytest.mark.proves("S0-21", "S0-24", "S0-32", "S0-35")
async def test_a_model_is_asked_for_what_code_cannot_tell_alone():
    conversation = await talked(*DIALOGUE)

    asked = [(call.agent, said_in(call)) for call in conversation.model.calls]
    assert asked == [("which", "Transfer money"), ("fill", "seldo")]


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
    told = [text.removesuffix("\n\nWhat else can I do for you?") for text in spoken]
    login = [text.rsplit("\n\n", 1)[-1] for text in told]
    assert login == [
        (
            "I need your username and your password. Tell me the username here; "
            "I will ask for the password separately, in private."
        ),
        "Please type your password. Nobody but the password check sees it; “cancel” stops.",
        "You are logged in as seldo.",
    ]
