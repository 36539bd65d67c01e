"""Whether a message answers what was asked."""

import pytest

from bot.domain.questions import About, Topic
from tests.unit.rules.asked import answer_to

LETTER = "Which crime topology is the letter about: Home or Motor?"
RELATION = "Are you an internal employee or a partner of Suncorp?"
TRANSFER = "To which account, and how much?"
CASES = [
    ("What is your username?", "seldo", Topic.THIS),
    ("What is your username?", "why do you need that?", Topic.THIS),
    ("Which account: Checking or Savings?", "Checking", Topic.THIS),
    (TRANSFER, "To account ID 1234324", Topic.THIS),
    (TRANSFER, "500", Topic.THIS),
    (TRANSFER, "can I use my sister's account?", Topic.THIS),
    (TRANSFER, "what is Apple's stock price?", Topic.ELSE),
    (TRANSFER, "show me the roadmap", Topic.ELSE),
    ("What is the claim id?", "Where to find a claim id?", Topic.ELSE),
    ("What is the claim id?", "My id is 123ABH", Topic.THIS),
    (RELATION, "I am a Suncorp friend.", Topic.THIS),
    (RELATION, "I am a partner.", Topic.THIS),
    (LETTER, "It is about Personal Injury", Topic.THIS),
    (LETTER, "I want to commit fraud.", Topic.THIS),
    (LETTER, "I want to do Motor.", Topic.THIS),
    (LETTER, "hello", Topic.ELSE),
    (LETTER, "status", Topic.ELSE),
    (LETTER, "never mind", Topic.STOP),
    (LETTER, "abbrechen", Topic.STOP),
    ("What is it to say?", "our new office opens in Bonn", Topic.THIS),
]


@pytest.mark.parametrize(("asked", "said", "topic"), CASES)
async def test_only_what_is_clearly_for_another_agent_is_something_else(
    asked: str, said: str, topic: Topic
):
    assert await answer_to(About(said, asked)) is topic
