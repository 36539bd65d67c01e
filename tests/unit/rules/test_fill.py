"""What an answer gives for slots of free text."""

import pytest

from bot.domain.questions import Fill, Filled, Named, Topic
from tests.unit.rules.asked import answer_to

USERNAME = Named("username", "the user's login name")
CLAIM = Named("claim_id", "the claim id")
PERSON = (Named("name", "their full name"), Named("role", "what they do"))
WHO = "What is the name, and what is the role?"
ALONE = [
    (USERNAME, "seldo", "seldo"),
    (USERNAME, "it's seldo, please", "seldo"),
    (USERNAME, "my username is seldo", "seldo"),
    (USERNAME, "username: seldo", "seldo"),
    (CLAIM, "My id is 123ABH", "123ABH"),
    (Named("text", "what to note"), "the red key is Ben's", "the red key is Ben's"),
    (Named("problem", "what is wrong"), "my desk: one leg is loose", "my desk: one leg is loose"),
]


@pytest.mark.parametrize(("slot", "said", "value"), ALONE)
async def test_what_is_asked_for_alone_is_the_whole_answer(slot: Named, said: str, value: str):
    filled = await answer_to(Fill(said, f"What is the {slot.name}?", (slot,)))

    assert filled == Filled({slot.name: value}, Topic.THIS)


@pytest.mark.parametrize(
    ("said", "topic"),
    [
        ("why do you need that?", Topic.THIS),
        ("no", Topic.THIS),
        ("yes please", Topic.THIS),
        ("hello", Topic.ELSE),
        ("help", Topic.ELSE),
        ("what is the price of Apple stock?", Topic.ELSE),
        ("seldo, and then show me my balance", Topic.ELSE),
        ("forget it", Topic.STOP),
    ],
)
async def test_what_is_no_answer_fills_nothing(said: str, topic: Topic):
    filled = await answer_to(Fill(said, "What is the username?", (USERNAME,)))

    assert filled == Filled({}, topic)


async def test_of_several_only_those_that_are_named_are_filled():
    both = await answer_to(Fill("name: Ann Lee, role: engineer", WHO, PERSON))
    one = await answer_to(Fill("Role = head of sales", WHO, PERSON))
    none = await answer_to(Fill("Ann Lee, engineer", WHO, PERSON))

    assert both.values == {"name": "Ann Lee", "role": "engineer"}
    assert one.values == {"role": "head of sales"}
    assert none == Filled({}, Topic.THIS)


async def test_a_value_that_is_named_twice_is_not_guessed():
    assert (await answer_to(Fill("name: Ann, name: Bob", WHO, PERSON))).values == {}


async def test_a_form_that_was_just_chosen_asks_for_free_text():
    filled = await answer_to(Fill("log me in as seldo", "", (USERNAME,)))

    assert filled == Filled({}, Topic.THIS)
