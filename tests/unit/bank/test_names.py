"""A customer is also somebody people talk about: when the word after a name is a surname."""

import pytest

from agents.bank import customers
from tests.unit.overhearing import a_bank, spotted


@pytest.fixture(autouse=True)
def _passwords_hashed_cheaply(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(customers, "SCRYPT_COST", 2)


NAMES_PEOPLE = [
    "note that Ana Lopez likes tea",
    "note that ana lopez likes tea",
    "create an account for Ana Lopez",
    "plan: onboard Ana Maria Lopez as a marketing manager starting next Monday",
    "extract names from: Ana Lopez paid 50 to Bob Smith",
    "extract names from: Ana Lopez",
    "Attendees:\nAna Lopez\nBob Smith",
    "Ana Lopez called me",
    "invite Bob Smith, Ana Lopez and Mia Wong",
    "Ana Lopez cannot log in",
    "did Ana Lopez forget her password?",
    "reset the password of Ana Lopez",
    "send 20 to ana lopez, please",
]


@pytest.mark.parametrize("login_pending", [True, False])
@pytest.mark.parametrize("text", NAMES_PEOPLE)
async def test_a_customers_name_within_a_sentence_is_no_login(text: str, *, login_pending: bool):
    assert await spotted(text, login_pending=login_pending) is None


@pytest.mark.parametrize("text", ["I am Ana Lopez", "My name is Ana Lopez.", "hi Ana Lopez"])
async def test_who_gives_a_persons_name_logs_in_only_while_a_login_is_waited_for(text: str):
    assert await spotted(text, login_pending=False) is None
    assert await spotted(text, login_pending=True) == "Lopez"


@pytest.mark.parametrize(
    "wish",
    [
        "send 50 to 1234324 as seldo",
        "as seldo I want to send 50 to 1234324",
        "I'm ana, my balance?",
    ],
)
async def test_one_word_after_a_name_given_with_the_wish_is_the_password(wish: str):
    assert await spotted(f"{wish}\nmonkey", login_pending=True) == "monkey"
    assert await spotted(f"{wish}\nseldo", login_pending=True) is None
    assert await spotted(f"{wish}\nbalance", login_pending=True) is None


@pytest.mark.parametrize("text", ["Ana Lopez", "Ana  Lopez.", "Ana Lopez?", " Seldo Smith "])
async def test_a_persons_name_alone_is_no_login_unless_one_is_waited_for(text: str):
    assert await spotted(text, login_pending=False) is None
    assert await spotted(text, login_pending=True) is not None


@pytest.mark.parametrize(
    "text", ["ana lopez", "Ana lopez", "ANA LOPEZ", "Ana/Lopez", "Ana Lopez7"]
)
async def test_where_it_is_doubtful_a_word_after_a_name_is_hidden(text: str):
    assert await spotted(text, login_pending=False) is not None


async def test_what_reads_as_a_name_and_is_the_password_is_hidden():
    bank = a_bank(ana="Lopez")

    assert await spotted("Ana Lopez", login_pending=False, bank=bank) == "Lopez"


async def test_nobody_finds_out_a_password_by_writing_names():
    bank = a_bank(ana="Lopez")
    for name in ("Adams", "Baker", "Clark", "Davis", "Evans"):
        assert await spotted(f"Ana {name}", login_pending=False, bank=bank) is None

    hidden = [await spotted(f"Ana {name}", login_pending=False, bank=bank) for name in "XY"]

    assert hidden == ["X", "Y"]
