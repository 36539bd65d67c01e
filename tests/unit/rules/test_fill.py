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


@pytest.mark.parametrize(
    ("said", "user"),
    [
        ("log me in as seldo with password [secret]", "seldo"),
        ("log me in as seldo.", "seldo"),
        ("log in, username seldo", "seldo"),
        ("username: seldo, log me in", "seldo"),
        ("Melde mich als seldo an", "seldo"),
        ("inicia sesión como seldo", "seldo"),
        ("connecte l'utilisateur seldo", ""),
        ("log me in", ""),
        ("log me in as soon as possible", ""),
        ("log me in as usual", ""),
        ("log me in as user", ""),
        ("log me in as ana or as eve", ""),
    ],
)
async def test_a_wish_to_log_in_names_its_user(said: str, user: str):
    filled = await answer_to(Fill(said, "", (USERNAME,)))

    assert filled == Filled({"username": user} if user else {}, Topic.THIS)


async def test_a_wish_gives_what_it_names_and_no_other_free_text():
    slots = (Named("item", "the item to order"), Named("for_whom", "the person it is for"))

    named = await answer_to(Fill("order equipment: item: a laptop, person: Ben", "", slots))
    bare = await answer_to(Fill("order a laptop as a gift for Ben", "", slots))

    assert (named.values, bare.values) == ({"item": "a laptop", "for_whom": "Ben"}, {})


async def test_a_colon_within_a_value_ends_it_not():
    slots = (Named("problem", "what is wrong"), Named("room", "which room"))

    filled = await answer_to(Fill("problem: my desk: one leg is loose, room: 3", WHO, slots))

    assert filled.values == {"problem": "my desk: one leg is loose", "room": "3"}
