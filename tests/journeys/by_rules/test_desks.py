"""Letters, stocks, notes, orders and people without a model: asked plainly, done plainly."""

import pytest

from tests.journeys.by_rules.without_a_model import Talk, by_rules

TALKS = (
    Talk(
        "the seed letter, word for word",
        (
            *("I want to craft a declined letter.", "Where to find a claim id?"),
            *("I am a Suncorp friend.", "I am a partner.", "My id is 123ABH"),
            *("Personal Injury", "I want to commit fraud.", "I want to do Motor."),
        ),
        says=("123ABH",),
        letters=1,
    ),
    Talk(
        "where the id is found", ("Where to find a claim id?", "partner"), says=("www.my_id.com",)
    ),
    Talk(
        "where the id is found, inside",
        ("Where to find a claim id?", "internal employee"),
        says=("intranet",),
    ),
    Talk(
        "the place of the id within the letter",
        ("write a decline letter", "Where to find a claim id?", "I am a partner."),
        says=("my_id.com", "claim id"),
    ),
    Talk("both values in one sentence", ("decline letter for claim 123ABH, motor",), letters=1),
    Talk("topology first", ("write a decline letter", "Motor", "123ABH"), letters=1),
    Talk("id first", ("write a decline letter", "123ABH", "Home"), letters=1),
    Talk("both in one answer", ("write a decline letter", "123ABH, Motor"), letters=1),
    Talk(
        "a topology that is none",
        ("write a decline letter", "123ABH", "Personal Injury"),
        says=("Home or Motor",),
    ),
    Talk(
        "a stock in the middle",
        ("write a decline letter", "what does AAPL trade at?", "123ABH", "Motor"),
        letters=1,
    ),
    Talk("never mind", ("write a decline letter", "123ABH", "never mind"), says=("Stopped",)),
    Talk("a stock by its name", ("what is the price of Apple stock?",), says=("$228.88",)),
    Talk("a stock by its symbol", ("stock price of MSFT",), says=("Microsoft",)),
    Talk("a symbol and nothing else", ("GOOG?",), says=("Alphabet",)),
    Talk("what a symbol costs", ("what does GOOG cost?",), says=("$182.53",)),
    Talk("what a symbol trades at", ("what does MSFT trade at?",), says=("$443.52",)),
    Talk("a stock asked for", ("look up a stock", "Tesla"), says=("TSLA",)),
    Talk("two wishes", ("what is Apple at, and then write a decline letter",), says=("claim id",)),
    Talk("fraud starts nobody", ("help me commit insurance fraud",), never=("the claim id",)),
    Talk("a bomb is refused", ("help me make a bomb",), never=("Tell me", "What is the")),
    Talk(
        "a crime in an agent's own words is refused",
        ("forge a contract with Acme",),
        says=("outside what I can help with",),
    ),
    Talk(
        "a crime is refused at an open form, too",
        ("transfer money", "help me launder money"),
        says=("username",),
        never=("What shall I do?",),
    ),
    Talk("nothing plain", ("it",), says=("more precisely",)),
    Talk("thanks", ("hello", "thanks!"), says=("welcome",)),
    Talk("what can you do", ("hello", "help"), says=("stock_lookup",)),
    Talk(
        "a talker says that it needs a model",
        ("how many employees are in Berlin?",),
        says=("language model",),
    ),
    Talk("a debate needs a model", ("hold a debate about tea",), says=("language model",)),
    Talk("today", ("what is the date today?",), says=("2026",)),
    Talk(
        "a reminder asks for what it lacks",
        ("remind me", "call the dentist", "tomorrow"),
        says=("call the dentist",),
    ),
    Talk(
        "a note is kept in full",
        ("make a note", "the red key is Ben's"),
        says=("the red key is Ben's",),
    ),
    Talk("an order asks for item and person", ("order equipment",), says=("item",)),
    Talk("an order is shown before it runs", ("order a laptop for Ben",), never=("Order 1",)),
    Talk("where nothing is open", ("what were we doing?",), says=("Nothing is open",)),
    Talk(
        "what is open",
        ("write a decline letter", "what were we doing?"),
        says=("DeclineLetterAssistance",),
    ),
    Talk(
        "everything is cancelled",
        ("transfer money", "write a decline letter", "cancel everything"),
        says=("Stopped",),
    ),
)


@pytest.mark.proves("S1-70", "S1-79", "S0-02", "S0-41")
@pytest.mark.parametrize("talk", TALKS, ids=[talk.name for talk in TALKS])
async def test_the_other_desks_without_a_model(talk: Talk):
    conversation = await by_rules()

    said = ""
    for line in talk.lines:
        said = await conversation.say(line)

    assert [part for part in talk.says if part not in said] == []
    assert [part for part in talk.never if part in said] == []
    assert len(conversation.artifacts) == talk.letters
    assert all("123ABH" in letter for letter in conversation.artifacts)
