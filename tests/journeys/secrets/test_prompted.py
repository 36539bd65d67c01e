"""At a secret's prompt: what is tried as the secret, and what never is."""

import pytest

from tests.journeys.bank.talking import talked
from tests.journeys.bank.test_secrets import assert_nowhere
from tests.journeys.conversation import THREAD, Conversation

pytestmark = pytest.mark.proves("R8")

WRONG = "do not belong together"
ORDINARY = (
    *(
        "bye",
        "goodbye",
        "tschüss",
        "no",
        "yes",
        "ok",
        "hello",
        "thanks",
        "thank you",
        "nein danke",
        "hallo",
        "gracias",
    ),
    *("what do you mean by that", "I forgot my password", "what?", "why that?", "何ですか"),
    *("Ich habe mein Passwort vergessen", "パスワードを忘れました", "わかりませんでした"),
    *("the wifi password is hunter2, please remember it", "my pin is 4711"),
    *("correct horse battery staple", "I do not know what it is"),
)


async def at_the_prompt() -> Conversation:
    return await talked("log me in", "seldo")


def heard(conversation: Conversation) -> list[str]:
    return [
        said.text for said in conversation.store.tables.said[THREAD.session] if not said.by_bot
    ]


@pytest.mark.parametrize("words", ORDINARY)
async def test_ordinary_words_are_not_tried_as_the_secret(words: str):
    conversation = await at_the_prompt()

    said = await conversation.say(words)

    assert WRONG not in said
    assert await conversation.stack() == ["authenticate"]
    assert "Please type your password." in conversation.last.text


async def test_ordinary_words_lock_nobody_out():
    conversation = await at_the_prompt()
    for words in ("no", "hello", "what do you mean by that", "I forgot my password", "yes", "ok"):
        await conversation.say(words)

    assert "You are logged in as seldo." in await conversation.say("monkey")


@pytest.mark.parametrize("words", ["abbrechen", "cancelar", "stop", "キャンセル", "forget it"])
async def test_a_stop_in_any_language_ends_the_login(words: str):
    conversation = await at_the_prompt()

    said = await conversation.say(words)

    assert WRONG not in said
    assert await conversation.stack() == []


@pytest.mark.parametrize(
    "words",
    [
        *("monkey", "my password is monkey", "password: monkey", "Kennwort: monkey"),
        *("la mia password è monkey", "pw = monkey", '{"password": "monkey"}', " monkey "),
    ],
)
async def test_a_word_or_a_labelled_value_is_the_secret(words: str):
    conversation = await at_the_prompt()

    said = await conversation.say(words)

    assert "You are logged in as seldo." in said
    assert heard(conversation)[-1] == "[secret]"
    assert_nowhere("monkey", conversation)


async def test_who_is_not_understood_is_told_how_to_type_it_and_how_to_stop():
    conversation = await at_the_prompt()

    said = await conversation.say("correct horse battery staple")

    assert "I have not tried that as your password." in said
    assert "type it behind its name: “password: …”" in said
    assert "“cancel” stops" in said
    assert_nowhere("horse", conversation)


async def test_several_words_are_tried_where_they_are_labelled():
    conversation = await at_the_prompt()

    said = await conversation.say("password: correct horse battery staple")

    assert WRONG in said
    assert_nowhere("horse", conversation)


async def test_a_secret_of_something_else_is_hidden_and_not_used():
    conversation = await at_the_prompt()

    said = await conversation.say("the wifi password is hunter2, please remember it")

    assert "I have hidden what looks like a password" in said
    assert WRONG not in said
    assert_nowhere("hunter2", conversation)
    assert (await conversation.participant()).secrets == {}
