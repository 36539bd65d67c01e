"""The bank without a model: the seed dialogue in many shapes, and nothing moved by a guess."""

import pytest

from bot.language.lists import phrases
from tests.journeys.by_rules.without_a_model import LOGIN, Talk, by_rules, transfers

CHECKING, SAVINGS, ANAS = "1234567890", "9876543210", "1234324"
WENT = ((CHECKING, ANAS, 50_000),)

TALKS = (
    Talk(
        "the seed dialogue, word for word",
        ("hello", "Transfer money", *LOGIN, "Checking", "To account ID 1234324", "500"),
        says=("$500.00 went", ANAS),
        moved=WENT,
    ),
    Talk(
        "amount and account in one answer",
        ("transfer money", *LOGIN, "Checking", "500 to 1234324", "yes"),
        says=("$500.00 went",),
        moved=WENT,
    ),
    Talk(
        "amount first",
        ("transfer money", *LOGIN, "checking", "500", "1234324"),
        says=("$500.00 went",),
        moved=WENT,
    ),
    Talk(
        "all in one sentence is shown before it runs",
        ("send 500 to account 1234324 from checking", *LOGIN),
        card=True,
    ),
    Talk(
        "all in one sentence, approved",
        ("send 500 to account 1234324 from checking", *LOGIN, "yes"),
        moved=WENT,
    ),
    Talk(
        "all in one sentence, rejected",
        ("send 500 to account 1234324 from checking", *LOGIN, "no"),
    ),
    Talk(
        "a digression before the account",
        ("transfer money", *LOGIN, "what does AAPL trade at?"),
        says=("$228.88", "Which of your accounts"),
    ),
    Talk(
        "a digression, and on to the end",
        (
            *("transfer money", *LOGIN, "what does AAPL trade at?"),
            *("Checking", "To account ID 1234324", "500"),
        ),
        says=("$500.00 went",),
        moved=WENT,
    ),
    Talk(
        "a wrong account is asked for again",
        ("transfer money", *LOGIN, "the blue one"),
        says=("Which of your accounts",),
    ),
    Talk(
        "more than there is",
        ("transfer money", *LOGIN, "Checking", "1234324", "7000"),
        says=("$1,000.00",),
    ),
    Talk(
        "a smaller amount after too large a one",
        ("transfer money", *LOGIN, "Checking", "1234324", "7000", "500"),
        says=("$500.00 went",),
        moved=WENT,
    ),
    Talk(
        "above the limit a card, and its number approves",
        ("transfer money", *LOGIN, "Checking", "1234324", "700", "1"),
        says=("$700.00 went",),
        moved=((CHECKING, ANAS, 70_000),),
    ),
    Talk(
        "above the limit and rejected",
        ("transfer money", *LOGIN, "Checking", "1234324", "700", "no"),
    ),
    Talk("stop at the user name", ("transfer money", "stop"), says=("Stopped",)),
    Talk("cancel in German at the password", ("transfer money", "seldo", "abbrechen")),
    Talk("stop at the amount", ("transfer money", *LOGIN, "Checking", "1234324", "never mind")),
    Talk(
        "another currency is never taken for dollars",
        ("transfer money", *LOGIN, "Checking", "1234324", "500 Rubel"),
    ),
    Talk(
        "a doubtful amount is asked for",
        ("transfer money", *LOGIN, "Checking", "1234324", "2 Tausend"),
    ),
    Talk(
        "about so much is asked for",
        ("transfer money", *LOGIN, "Checking", "1234324", "500 or so"),
        says=("I am not sure", "amount"),
    ),
    Talk(
        "an amount hedged in the wish is asked for",
        ("send roughly 500 to account 1234324 from checking", *LOGIN),
        says=("I am not sure", "amount"),
    ),
    Talk(
        "one account or the other is asked for",
        ("send 500 to account 1234324 from checking or savings", *LOGIN),
        says=("I am not sure about “checking, savings”",),
    ),
    Talk(
        "a balance asks for a login first",
        ("what is my balance?",),
        says=("username",),
    ),
    Talk(
        "a balance is told after the login",
        ("what is my account balance?", *LOGIN, "savings"),
        says=("$5,000.00",),
    ),
    Talk(
        "all balances",
        ("log me in", *LOGIN, "show the balances of all my accounts"),
        says=(SAVINGS, CHECKING),
    ),
    Talk(
        "a statement",
        ("log me in", *LOGIN, "show the statement of my checking account"),
        says=("Checking",),
    ),
    Talk("a login", ("log me in", *LOGIN), says=("You are logged in as seldo.",)),
    Talk("a wrong password", ("log me in", "seldo", "banana"), says=("password",)),
    Talk("out again", ("log me in", *LOGIN, "log me out"), says=("You are logged out",)),
    Talk("who am I", ("log me in", *LOGIN, "am I logged in?"), says=("seldo",)),
    Talk(
        "a user name that is said to be one",
        ("log me in", "my username is seldo", "monkey"),
        says=("logged in as seldo",),
    ),
    Talk(
        "all of a login in one sentence",
        ("log me in as seldo with password monkey",),
        says=("You are logged in as seldo.",),
    ),
    Talk("bye is no password", ("log me in", "seldo", "bye"), never=("do not belong together",)),
    Talk(
        "hello is no password", ("log me in", "seldo", "hello"), never=("do not belong together",)
    ),
    Talk(
        "two accounts of one's own",
        ("transfer money", *LOGIN, "Checking", "Savings", "100"),
        says=("$100.00 went",),
        moved=((CHECKING, SAVINGS, 10_000),),
    ),
)


@pytest.mark.proves("S0-05", "S0-28", "S0-37", "S0-70")
@pytest.mark.parametrize("talk", TALKS, ids=[talk.name for talk in TALKS])
async def test_the_bank_without_a_model(talk: Talk):
    conversation = await by_rules()

    said = ""
    for line in talk.lines:
        said = await conversation.say(line)

    assert await transfers(conversation) == talk.moved
    assert [part for part in talk.says if part not in said] == []
    assert [part for part in talk.never if part in said] == []
    cards = [r for r in conversation.pending if r.kind.value == "approval"]
    assert bool(cards) == talk.card


COURTESIES = sorted(
    phrase for name in ("greeting", "thanks", "farewell") for phrase in phrases("answers", name)
)


@pytest.mark.parametrize("asked", [("log me in",), ("make a note",), ("transfer money",)])
async def test_no_courtesy_of_any_language_is_an_answer(asked: tuple[str, ...]):
    conversation = await by_rules()
    for line in asked:
        question = await conversation.say(line)

    for courtesy in COURTESIES:
        assert question.splitlines()[-1] in await conversation.say(courtesy), courtesy


async def test_after_too_many_passwords_a_courtesy_is_no_user_name():
    conversation = await by_rules()
    for line in ("log me in", "seldo", *(f"banana{number}" for number in range(6))):
        locked = await conversation.say(line)

    said = await conversation.say("ok thanks, bye")

    assert "What is your username?" in locked
    assert said == "Goodbye!\n\nWhat is your username?"
