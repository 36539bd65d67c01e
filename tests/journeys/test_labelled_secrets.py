"""What stands behind “password:” and the like is hidden, and what is left does not tell it."""

import pytest

from tests.journeys.bank import talked
from tests.journeys.conversation import THREAD


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
