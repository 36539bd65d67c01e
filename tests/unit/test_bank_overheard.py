"""Which part of a message is a password somebody typed unasked."""

from functools import partial

import pytest

from agents.bank.overheard import spot_secret
from agents.bank.tables import USERS
from agents.kit import Overheard, Rows
from tests.fakes.records import FakeRecords

WITH_MONKEY = [
    "password: monkey",
    "password is monkey",
    "My password is “monkey”",
    "my password is monkey.",
    "pass monkey",
    "pw=monkey",
    "the password for seldo is monkey",
    "user seldo pass monkey",
    "user: seldo pass: monkey",
    "user=seldo&pass=monkey",
    "authenticate me, user seldo, pass monkey",
    "username: seldo, password: monkey, thanks",
    "I am seldo and my pw is monkey",
    "log me in as seldo with monkey",
    "please log me in as seldo with monkey and show my balance",
    "log in as seldo, password monkey",
    "login as seldo monkey",
    "login seldo monkey",
    "hi, login seldo monkey",
    "log in with seldo monkey please",
    "login: seldo password: 'monkey'",
    "sign in seldo/monkey",
    "sign me in: seldo monkey",
    "seldo monkey",
    "seldo\nmonkey",
    "Seldo  monkey",
    "seldo, monkey",
    "seldo , monkey",
    "seldo/monkey",
    "seldo:monkey",
    "seldo password monkey",
    "username:seldo monkey",
    "it's seldo, monkey",
    "my username is seldo and it is monkey",
]
WITHOUT_A_SECRET = [
    "transfer money",
    "Transfer money",
    "checking account",
    "checking, savings",
    "log me in",
    "log me out",
    "log in please",
    "login failed again",
    "login page broken",
    "log in to check my balance",
    "I want to log in and transfer money",
    "I can't log in",
    "seldo",
    "hi ana",
    "my username is seldo",
    "my username is seldo and I forgot it",
    "it's seldo but wrong password",
    "password",
    "password please",
    "what is my password?",
    "is my password safe?",
    "my password is wrong",
    "my password isn't working",
    "reset my password",
    "I forgot my password",
    "transfer 500 to 1234324",
    "to account ID 1234324",
    "Where to find a claim id?",
    "I am a partner.",
    "My id is 123ABH",
    "what does Apple cost?",
    "https://example.com/a",
    "never mind",
    "thank you",
    "",
    "   ",
    "🙂",
]


async def spotted(text: str, *, login_pending: bool) -> str | None:
    records = FakeRecords(USERS)
    for name in ("seldo", "ana"):
        records.run(partial(add_user, name=name))
    return await spot_secret(Overheard(text, login_pending, records))


def add_user(rows: Rows, name: str) -> None:
    rows.add(USERS, name=name, salt="", password_hash="")


@pytest.mark.parametrize("login_pending", [True, False])
@pytest.mark.parametrize("text", WITH_MONKEY)
async def test_a_volunteered_password_is_found(text: str, *, login_pending: bool):
    assert await spotted(text, login_pending=login_pending) == "monkey"


@pytest.mark.parametrize("login_pending", [True, False])
@pytest.mark.parametrize("text", WITHOUT_A_SECRET)
async def test_ordinary_messages_are_left_alone(text: str, *, login_pending: bool):
    assert await spotted(text, login_pending=login_pending) is None


@pytest.mark.parametrize("secret", ["🐒🔑!", "m,on/key", "pa$$w0rd!?", "!!!", "12345678"])
async def test_a_password_may_hold_any_characters(secret: str):
    assert await spotted(f"seldo {secret}", login_pending=True) == secret
    assert await spotted(f"password: {secret}", login_pending=False) == secret


async def test_two_unknown_words_are_a_login_only_while_one_is_waited_for():
    assert await spotted("bob swordfish", login_pending=True) == "swordfish"
    assert await spotted("bob swordfish", login_pending=False) is None


async def test_a_known_name_gives_its_password_away_even_if_more_is_said():
    text = "seldo monkey and then show me what I have"

    assert await spotted(text, login_pending=True) == "monkey"


async def test_even_an_ordinary_word_can_be_the_password_of_somebody_known():
    assert await spotted("seldo balance", login_pending=True) == "balance"
    assert await spotted("seldo balance", login_pending=False) is None
