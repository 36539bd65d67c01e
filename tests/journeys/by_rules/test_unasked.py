"""What is said though nobody asked for it: a number alone starts nothing."""

import pytest

from agents.bank.customers import hashed
from agents.bank.tables import USERS
from tests.journeys.bank.talking import LOGIN, moved, talked
from tests.journeys.bank.test_secrets import assert_nowhere

pytestmark = pytest.mark.proves("S1-63b")


@pytest.mark.parametrize("words", ["20", "$20", "1234324", "twenty dollars", "3."])
@pytest.mark.parametrize("before", [(), LOGIN], ids=["at once", "logged in"])
async def test_a_bare_number_is_asked_about_and_starts_nothing(
    words: str, before: tuple[str, ...]
):
    conversation = await talked("hello", *before)

    said = await conversation.say(words)

    assert f"What shall I do with “{words.rstrip('.')}”?" in said
    assert await conversation.stack() == []
    assert await moved(conversation) == []


@pytest.mark.parametrize(
    "words",
    [
        *("thanks <:smile:123456789012345678>", "<@&1575099071872368644> hi"),
        *("hello <@1575098850807382022>, how are you?", "see you <t:1795689639:f>"),
    ],
)
async def test_the_number_of_a_person_an_emoji_or_a_moment_is_no_value(words: str):
    conversation = await talked(*LOGIN)

    await conversation.say(words)

    assert await conversation.stack() == []


async def test_a_mention_is_repeated_as_it_was_written():
    conversation = await talked("hello")

    said = await conversation.say("tell me a joke about <@1575098850807382022>")

    assert said.startswith("“tell me a joke about <@1575098850807382022>” is outside")


async def test_a_number_that_was_asked_for_is_an_answer():
    conversation = await talked(*LOGIN, "transfer money", "Checking", "1234324")

    await conversation.say("20")

    assert [minor for _source, _target, minor in await moved(conversation)] == [2_000]


@pytest.mark.parametrize("words", ["stop stop stop", "please stop", "quit", "stop it!"])
async def test_a_wish_to_stop_is_no_name_to_log_in_by(words: str):
    conversation = await talked("log me in")

    assert "Stopped: authenticate" in await conversation.say(words)
    assert await conversation.stack() == []


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("decide xyz approve", "I do not know that button or request"),
        ("stpo", "Did you mean “stop”?"),  # codespell:ignore stpo
        ("/stop stop", "takes nothing behind it"),
        ("reset my password", "does not fit. Please tell me your login name."),
    ],
)
async def test_what_is_nearly_a_command_is_no_value(words: str, told: str):
    conversation = await talked("log me in")

    said = await conversation.say(words)

    assert told in said
    assert [request.kind for request in conversation.pending] == ["question"]
    await conversation.say("seldo")
    await conversation.say("monkey")
    assert (await conversation.participant()).facts.values == {"Authenticated": "seldo"}


async def test_a_name_that_nobody_has_is_told_whom_one_can_address():
    conversation = await talked("hello")

    said = await conversation.say("@nobody hello")

    assert said.startswith("There is no agent “nobody”. There are: ")
    assert "account_balance, transfer_money" in said
    assert "planner" not in said
    assert "concierge" not in said


@pytest.mark.parametrize(
    ("words", "left"),
    [
        ("what does AAPL trade at and feed my cat", "feed my cat"),
        ("tell me the price of AAPL and then sing a song and log me in", "sing a song"),
        ("log me in and book a flight to Paris", "book a flight to Paris"),
        ("send 20 to 1234324 and tell me a joke", "tell me a joke"),
    ],
)
async def test_the_part_of_an_odd_sentence_that_nobody_can_do_is_named(words: str, left: str):
    conversation = await talked("hello")

    said = await conversation.say(words)

    assert said.startswith(f"I could not tell what to do with “{left}”; the rest I take on.")
    assert all("Paris" not in request.text for request in conversation.pending)


@pytest.mark.parametrize(
    "words",
    [
        "make a note: feed my cat and water the plants",
        "remind me to feed my cat and water the plants on Monday",
        "open a ticket: my printer is broken and the screen flickers",
        "what does AAPL trade at? thanks and have a nice day",
        "hello, log me in and be quick",
        "order a laptop for Ben and a monitor",
    ],
)
async def test_what_belongs_to_a_wish_is_not_called_foreign(words: str):
    conversation = await talked("hello")

    assert "could not tell" not in await conversation.say(words)


@pytest.mark.proves("R8")
async def test_a_customers_name_alone_is_no_wish_to_log_in():
    conversation = await talked("hello")

    said = await conversation.say("Ana Lopez")

    assert "hidden" not in said
    assert await conversation.stack() == []
    assert (await conversation.participant()).secrets == {}


@pytest.mark.proves("R8")
async def test_a_name_and_its_password_are_hidden_though_they_read_as_a_persons_name():
    conversation = await talked("hello")
    await conversation.records.transact(
        lambda rows: rows.add(USERS, name="mia", salt="", password_hash=hashed("Wong", ""))
    )

    said = await conversation.say("Mia Wong")

    assert "You are logged in as mia." in said
    assert_nowhere("Wong", conversation)


@pytest.mark.proves("R8")
@pytest.mark.parametrize("before", [(), LOGIN], ids=["at once", "logged in"])
@pytest.mark.parametrize("words", ["hunter2", "change it to hunter2", "hunter2 please"])
async def test_a_new_password_typed_though_it_cannot_be_changed_is_kept_nowhere(
    words: str, before: tuple[str, ...]
):
    conversation = await talked("hello", *before, "change my password")

    said = await conversation.say(words)

    assert "I have hidden what looks like a password" in said
    assert_nowhere("hunter2", conversation)
    assert (await conversation.participant()).secrets == {}
    assert "$228.88" in await conversation.say("what does AAPL trade at?")
