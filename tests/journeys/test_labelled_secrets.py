"""What stands behind “password:” and the like is hidden, and what is left does not tell it."""

import pytest

from agents.general.agent import general
from tests.journeys.bank import talked
from tests.journeys.conversation import THREAD, a_conversation


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("note: the api key: key", "note: the api key: [secret]"),
        ("note: the access_token=access", "note: the access_token=[secret]"),
        ("note: the passcode is code", "note: the passcode is [secret]"),
        ("note: pin: i, and more", "note: pin: [secret], and more"),
        ("my password is pass", "my password is [secret]"),
        ("my password is password", "my password is [secret]"),
    ],
)
async def test_a_secret_that_its_own_label_holds_is_not_told_by_it(said: str, kept: str):
    conversation = await talked(said)

    assert kept in [line.text for line in conversation.store.tables.said[THREAD.session]]


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("note: my password is word123 and word123", "note: my password is [secret] and [secret]"),
        ("note: the pin is 4711, so 47110", "note: the pin is [secret], so 47110"),
        ("note: passphrase: correct horse. Really", "note: passphrase: [secret]. Really"),
        ("note: the passphrase is wrong, help", "note: the passphrase is wrong, help"),
    ],
)
async def test_all_of_it_is_hidden_where_no_agent_knows_secrets(said: str, kept: str):
    conversation = await a_conversation(agents=[general])

    await conversation.say(said)

    assert kept in [line.text for line in conversation.store.tables.said[THREAD.session]]
