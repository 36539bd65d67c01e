"""What stands behind “password:” and the like is hidden, and what is left does not tell it."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from agents.general.agent import general
from bot.core.turn.labelled import MASK, without, without_labelled
from tests.journeys.bank.talking import talked
from tests.journeys.conversation import THREAD, a_conversation

SAID_OF_ONE = {"wrong", "incorrect", "required", "expired", "needed", "forgotten", "lost"}


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
        ("note: passphrase: correct.horse now, ok", "note: passphrase: [secret]"),
        ("passphrase: an old hat. An old hat", "passphrase: [secret]. An old hat"),
        ("passphrase: old hat. Yes, old hat!", "passphrase: [secret]. Yes, [secret]!"),
        ("my password is correct.horse battery", "my password is [secret]"),
        ("my password is correct horse, please", "my password is [secret], please"),
        ("password: correct horse. Reset it", "password: [secret] Reset it"),
        ("my password is monkey for the wifi", "my password is [secret] for the wifi"),
        ("my password is ab,cd9 and ab,cd9", "my password is [secret] and [secret]"),
        ('{"password": "old hat", "user": 1}', '{"password": "[secret]", "user": 1}'),
        ("password is hunter2! and hunter2!", "password is [secret] and [secret]"),
        ("password: hunter2! So hunter2, yes", "password: [secret] So [secret], yes"),
        ("pin is 4711. It is 4711", "pin is [secret] It is [secret]"),
        ("pin is 123, yes 123, not 1234", "pin is [secret], yes [secret], not 1234"),
        ("my password is ok, ok?", "my password is [secret], ok?"),
        ("note: the passphrase is wrong, help", "note: the passphrase is wrong, help"),
    ],
)
async def test_all_of_it_is_hidden_where_no_agent_knows_secrets(said: str, kept: str):
    conversation = await a_conversation(agents=[general])

    await conversation.say(said)

    assert kept in [line.text for line in conversation.store.tables.said[THREAD.session]]


@pytest.mark.parametrize(
    "text",
    [
        *(
            "password: a9 " * 5_000,
            "password is " + "a." * 50_000,
            "passphrase: " + "a! " * 50_000,
        ),
        *("".join(f"pin is x{number} " for number in range(4_000)), 'pin:"' * 20_000),
        *("pin:" + '"' * 100_000 + " pin:x", "pin:;" * 20_000),
        *("password is a" + " a" * 50_000, "password is b c" + "." * 50_000),
    ],
)
def test_a_text_full_of_labels_is_read_in_time(text: str):
    assert without_labelled(text) != text


def test_a_short_secret_is_hidden_as_a_word_of_its_own():
    assert without("a", "seldo a, that is all") == "seldo [secret], that is all"
    assert without("ab", "seldo_ab xabx") == "seldo_[secret] xabx"


def test_a_short_secret_that_is_only_part_of_a_word_is_hidden_there():
    assert without("ab", "cab") == "c[secret]"


MARKED = st.text(st.characters(codec="ascii", categories=["L", "N", "P", "S"]), min_size=4)


@given(
    st.sampled_from(["my password is {0} and {0}", "pin: {0}. It is {0}", "pw={0} {0}"]), MARKED
)
def test_no_word_behind_a_label_is_shown_there_or_where_it_stands_again(text: str, word: str):
    bare = word.strip("\"',;.?")
    assume(len(bare) >= 4)
    assume("secret" not in word and bare.strip(".,!?").lower() not in SAID_OF_ONE)

    left = without_labelled(text.format(word))

    assert not any(bare in part for part in left.split(MASK))
