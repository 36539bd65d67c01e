"""What was wrong with an answer is said once; the question that waits is asked without it."""

import pytest

from bot.core.requests.cards import leave_out_past
from tests.journeys.bank.talking import LOGIN, READY, talked

STOCK = "what does AAPL trade at?"

pytestmark = pytest.mark.proves("S1-80")


@pytest.mark.parametrize("again", [STOCK, "tasks"])
@pytest.mark.parametrize(
    ("lines", "error", "question"),
    [
        (("log me in", "seldo", "donkey"), "do not belong together", "type your password"),
        (
            (*READY, "transfer money", "9999999", "20"),
            "There is no account 9999999",
            "the account id to send to",
        ),
        ((*LOGIN, "what is my balance?", "foo"), "does not answer", "Which of your accounts"),
    ],
)
async def test_an_old_error_is_not_told_as_if_it_were_new(
    lines: tuple[str, ...], error: str, question: str, again: str
):
    conversation = await talked(*lines)
    at_once = conversation.last.text

    later = await conversation.say(again)

    assert error in at_once
    assert question in at_once
    assert error not in later
    assert question in later


@pytest.mark.parametrize(
    ("question", "troubles", "said", "left"),
    [
        ("Which one?", [], ["foo"], "Which one?"),
        ("No such thing.", ["no such thing."], [], "No such thing."),
        ("No such thing. Which one?", ["no such thing."], [], "Which one?"),
        ("“foo” does not fit. Which one?", [], ["I say foo"], "Which one?"),
        ("“foo” does not fit. Which one?", [], ["bar"], "“foo” does not fit. Which one?"),
        ("You said “foo”. Is that all?", [], ["foo"], "You said “foo”. Is that all?"),
        ("“foo” does not fit.", [], ["foo"], "“foo” does not fit."),
    ],
)
def test_only_what_is_past_is_left_out(
    question: str, troubles: list[str], said: list[str], left: str
):
    assert leave_out_past(question, troubles, said) == left
