"""A password reaches the password check, and nothing else keeps it, shows it or reads it."""

import base64

import pytest

from bot.domain.messages import Kind, ReplyKind
from tests.journeys.bank.talking import ANAS, CHECKING, LOGIN, moved, say_all, talked
from tests.journeys.conversation import THREAD, Conversation, a_conversation

pytestmark = pytest.mark.proves("R8")

ASKED_FOR = {
    "alone": ("log me in", "seldo", "monkey"),
    "for a transfer": ("transfer money", "seldo", "monkey"),
    "after a wrong one": ("log me in", "seldo", "donkey", "monkey"),
    "with the name": ("log me in", "seldo monkey"),
    "labelled": ("log me in", "username: seldo, password: monkey"),
    "in a sentence": ("log me in", "my username is seldo and my password is monkey"),
    "as a pair": ("log me in", "seldo/monkey"),
}
VOLUNTEERED = {
    "in the first message": ("log me in as seldo with password monkey",),
    "labelled": ("password: monkey",),
    "said": ("my password is monkey",),
    "in the middle of something": ("what is the price of Apple stock?", "password: monkey"),
    "while an account is wanted": (*LOGIN, "my balance?", "my password is monkey"),
    "where both are asked for": ("log me in", "seldo monkey"),
    "quoted": ('log me in, user seldo, password "monkey"',),
    "with an equals sign": ("login user=seldo pw=monkey",),
    "with a transfer": ("transfer 500 to 1234324, username seldo, password monkey",),
    "with a question": ("hi, I'm seldo, pw monkey, what's my balance?",),
    "with an agent's name": ("@authenticate seldo, password: monkey",),
    "after a question": ("what is my balance? username seldo password monkey",),
    "line by line": ("balance please\nuser: seldo\npassword: monkey",),
    "in brackets": ("transfer 500 to 1234324 (seldo, pw: monkey)",),
    "the other way round": ("monkey is the password for seldo",),
    "as JSON": ('{"username": "seldo", "password": "monkey"}',),
    "as a form": ("user=seldo&password=monkey",),
}


def everything_kept(conversation: Conversation) -> str:
    """All that is stored or shown, but for the inbox, whose bodies are encrypted."""
    kept = conversation.store.tables
    return "\n".join(
        repr(part)
        for part in (
            *(kept.said, kept.participants, kept.requests, kept.replies, kept.decisions),
            *(kept.journal, conversation.model.calls, conversation.progress, conversation.replies),
            conversation.records,
            vars(conversation.records),
        )
    )


def assert_nowhere(secret: str, conversation: Conversation) -> None:
    kept = everything_kept(conversation)
    for shape in (secret, base64.b64encode(secret.encode()).decode(), secret.encode().hex()):
        assert shape not in kept
    assert secret not in conversation.model.everything_read


@pytest.mark.parametrize("lines", ASKED_FOR.values(), ids=ASKED_FOR)
async def test_a_password_that_was_asked_for_is_kept_nowhere(lines: tuple[str, ...]):
    conversation = await talked(*lines)

    assert "Authenticated" in (await conversation.participant()).facts.values
    assert_nowhere("monkey", conversation)
    assert (await conversation.participant()).secrets == {}


@pytest.mark.parametrize("lines", VOLUNTEERED.values(), ids=VOLUNTEERED)
async def test_a_password_nobody_asked_for_is_kept_nowhere_in_clear(lines: tuple[str, ...]):
    conversation = await talked(*lines)

    assert_nowhere("monkey", conversation)


@pytest.mark.parametrize("lines", VOLUNTEERED.values(), ids=VOLUNTEERED)
async def test_who_writes_a_password_is_told_that_it_was_hidden(lines: tuple[str, ...]):
    conversation = await talked(*lines)

    assert "hidden" in conversation.told()


async def test_the_form_takes_the_password_as_well():
    conversation = await talked("transfer money", "seldo")

    said = await conversation.press("Submit", password="monkey")

    assert "logged in as seldo" in said
    assert_nowhere("monkey", conversation)


@pytest.mark.parametrize(
    "secret",
    [
        *('quo"te', "back\\slash", "🐒🐒🐒", "x" * 512, "bW9ua2V5bW9ua2V5"),
        *('{"password": "xyzzy9"}', "<b>xyzzy9</b>", "-42.5", "password: correct horse battery"),
    ],
)
async def test_whatever_a_password_looks_like_it_is_kept_nowhere(secret: str):
    conversation = await talked("transfer money", "seldo")

    said = await conversation.say(secret)

    assert "do not belong together" in said
    assert secret not in conversation.model.everything_read
    assert repr(secret)[1:-1] not in everything_kept(conversation)


async def test_an_empty_form_is_refused_and_the_question_stays():
    conversation = await talked("transfer money", "seldo")

    said = await conversation.press("Submit", password="  ")

    assert "Nothing was typed" in said
    assert "logged in" in await conversation.say("monkey")


async def test_a_form_can_be_sent_once():
    conversation = await talked("log me in", "seldo")
    button = conversation.last.buttons[0].id
    await conversation.press_id(button, password="monkey")
    await conversation.say("log me out")

    said = await conversation.press_id(button, password="monkey")

    assert "already answered" in said
    assert (await conversation.participant()).facts.values == {}
    assert_nowhere("monkey", conversation)


async def test_a_password_that_comes_too_late_is_not_kept_either():
    conversation = await talked("log me in", "seldo")
    conversation.clock.pass_time(minutes=16)

    await conversation.say("monkey")

    assert (await conversation.participant()).facts.values == {}
    assert_nowhere("monkey", conversation)


async def test_a_password_sent_in_a_form_too_late_is_not_kept_either():
    conversation = await talked("log me in", "seldo")
    conversation.clock.pass_time(minutes=16)

    said = await conversation.press("Submit", password="monkey")

    assert "expired" in said
    assert_nowhere("monkey", conversation)


@pytest.mark.proves("R8")
@pytest.mark.parametrize("lines", [("log me in", "seldo"), ("log me in as seldo",)])
async def test_a_volunteered_password_is_forgotten_after_a_quarter_of_an_hour(lines: list[str]):
    conversation = await talked("my password is monkey")
    conversation.clock.pass_time(minutes=16)

    await say_all(conversation, *lines)

    assert conversation.last.kind is ReplyKind.FORM
    assert (await conversation.participant()).facts.values == {}


@pytest.mark.parametrize("words", ["stop", "new", "reset"])
async def test_a_volunteered_password_is_forgotten_with_its_task(words: str):
    conversation = await talked("log me in", "username:", "my password is monkey")

    await conversation.say(words)

    assert (await conversation.participant()).secrets == {}


async def test_a_digression_while_the_password_is_wanted_does_not_become_the_password():
    conversation = await talked("transfer money", "seldo")

    said = await conversation.say("what is the price of Apple stock?")

    assert "$228.88" in said
    assert conversation.last.kind is ReplyKind.FORM
    await say_all(conversation, "monkey", "Checking", ANAS, "500")
    assert await moved(conversation) == [(CHECKING, ANAS, 50_000)]


async def test_a_customers_name_in_a_sentence_is_left_alone():
    conversation = await a_conversation()

    said = await conversation.say("what did Ana Lopez tell you about Apple stock?")

    assert "hidden" not in said
    assert (await conversation.participant()).secrets == {}


@pytest.mark.parametrize("name", ["Ana Lopez", "ana lopez"])
async def test_a_customer_who_is_named_again_and_again_can_still_log_in(name: str):
    conversation = await a_conversation()
    for _ in range(5):
        await say_all(conversation, name, "cancel")

    assert "logged in as ana" in await say_all(conversation, "log me in", "ana", "lemur")


@pytest.mark.parametrize(
    "wish", ["change my password", "I want to change my password", "reset my password please"]
)
async def test_who_wants_another_password_is_told_that_there_is_none_to_be_had_here(wish: str):
    conversation = await a_conversation()

    said = await conversation.say(wish)

    assert "I cannot change passwords" in said
    assert await conversation.stack() == []


async def test_a_new_password_is_kept_nowhere():
    conversation = await talked("change my password to monkey")

    assert_nowhere("monkey", conversation)


async def test_the_transcript_shows_that_something_was_hidden():
    conversation = await talked("log me in", "seldo", "monkey")

    heard = [
        said.text for said in conversation.store.tables.said[THREAD.session] if not said.by_bot
    ]
    assert heard == ["log me in", "seldo", "[secret]"]


async def test_a_password_in_a_command_is_kept_nowhere():
    conversation = await a_conversation()

    await conversation.say("/frontdesk log me in as seldo, password: monkey", kind=Kind.COMMAND)

    assert_nowhere("monkey", conversation)


async def test_nobody_logs_in_as_the_word_before_a_secret():
    conversation = await talked("log me in", "seldo", "monkey", "my password is donkey remember")

    said = await conversation.say("too much")

    assert "do not belong together" not in said


@pytest.mark.parametrize("words", ["my password is monkey", "password: monkey", "pw: monkey!"])
async def test_a_secret_of_somebody_logged_in_starts_no_login(words: str):
    conversation = await talked(*LOGIN)

    said = await conversation.say(words)

    assert "You have a login already" in said
    assert await conversation.stack() == []
    assert (await conversation.participant()).secrets == {}
    assert_nowhere("monkey", conversation)


async def test_a_needless_secret_leaves_the_question_that_waits():
    conversation = await talked(*LOGIN, "transfer money", "Checking")

    said = await conversation.say("my password is monkey")

    assert "You have a login already" in said
    assert "account to send the money to" in said
    assert await conversation.stack() == ["transfer_money"]


async def test_the_secret_of_another_name_logs_that_one_in():
    conversation = await talked(*LOGIN)

    assert "logged in as ana" in await conversation.say("log me in as ana, password: lemur")
