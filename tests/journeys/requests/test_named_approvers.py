"""Who must decide is called by their name where one is known; what would run stays as it is."""

import pytest

from agents.kit import four_eyes
from bot.core.verdicts.request_forms import open_form
from bot.domain.errors import NotYours
from tests.fakes.directory import FakeDirectory
from tests.journeys.conversation import Conversation, a_person
from tests.journeys.requests.deciding import LIMIT, button, the_request, with_a_card

RULE = four_eyes(
    approvers=["console/local/ben", "cleo", "console/local/dora"],
    quorum=2,
    when=LIMIT,
    escalate_to=["console/local/eve"],
    escalate_after_seconds=3600,
)
NAMES = {
    "console/local/ben": "Ben Smith",
    "console/local/cleo": "Cleo",
    "console/local/eve": "Eve",
}

pytestmark = pytest.mark.proves("S2-06")


async def a_card(directory: FakeDirectory | None = None) -> Conversation:
    return await with_a_card(RULE, directory or FakeDirectory(names=dict(NAMES)))


async def test_a_card_names_them_and_an_id_only_where_no_name_is_known():
    conversation = await a_card()

    assert conversation.last.text.endswith(
        "It is for 2 of Ben Smith, Cleo, console/local/dora to decide."
    )
    assert conversation.last.mentions == ("console/local/ben", "cleo", "console/local/dora")


async def test_groups_are_called_by_their_names_too():
    rule = four_eyes(approvers=["cleo"], groups=["S7", "console/local/S8"], when=LIMIT)
    names = {**NAMES, "console/local/S7": "Payments"}

    conversation = await with_a_card(rule, FakeDirectory(names=names))
    card = conversation.last.text
    refusal = await conversation.press("Approve", user="zoe")

    they = "Cleo, the group Payments, the group console/local/S8"
    assert f"It is for {they} to decide." in card
    assert refusal.endswith(f"it is waiting for {they}.")


async def test_a_refusal_names_them():
    conversation = await a_card()

    said = await conversation.press("Approve", user="zoe")

    assert said.endswith("it is waiting for 2 of Ben Smith, Cleo, console/local/dora.")


async def test_who_counts_and_who_is_left_are_named():
    conversation = await a_card()

    said = await conversation.press("Approve", user="ben")

    assert said.endswith("It is still waiting for 1 of Cleo, console/local/dora.")


async def test_the_list_and_the_escalation_name_them():
    conversation = await a_card()
    conversation.clock.pass_time(hours=2)

    listed = await conversation.say("requests")
    told = await conversation.ring("escalate", the_request(conversation))

    assert "waits for 2 of Ben Smith, Cleo" in listed
    assert "so it goes on to Eve" in told


async def test_a_form_that_is_refused_before_its_turn_names_them():
    conversation = await a_card()
    request = the_request(conversation)

    with pytest.raises(NotYours, match="waiting for 2 of Ben Smith, Cleo"):
        await open_form(conversation.services, request.id, a_person("zoe"), "edit")


async def test_what_would_run_is_shown_as_it_is():
    names = {"console/local/1234324": "Nobody", **NAMES}
    rule = four_eyes(approvers=["1234324", "ben"], when=LIMIT)

    conversation = await with_a_card(rule, FakeDirectory(names=names))

    card = conversation.last.text
    assert the_request(conversation).text in card
    assert "to_account: 1234324" in card
    assert card.endswith("It is for Nobody, Ben Smith to decide.")


async def test_a_directory_that_does_not_answer_leaves_the_ids():
    conversation = await a_card(FakeDirectory(is_away=True))

    assert "It is for 2 of console/local/ben, cleo" in conversation.last.text
    assert button(conversation, "approve")


async def test_an_entry_that_names_nobody_is_shown_as_it_is():
    rule = four_eyes(approvers=["ben", "console/nobody"], when=LIMIT)

    conversation = await with_a_card(rule, FakeDirectory(names=dict(NAMES)))

    assert "Ben Smith, console/nobody to decide" in conversation.last.text


async def test_a_remark_that_changes_nothing_is_passed_on_with_the_card():
    conversation = await a_card()
    before = len(conversation.replies)

    press = button(conversation, "respond")
    await conversation.press_id(press, user="ben", text="what is it for?")

    card, answer = conversation.replies[before:]
    assert card.text.startswith("ben, who is to approve this, says: what is it for?\n\ntransfer")
    assert card.request == the_request(conversation).id
    assert (answer.text, answer.private) == ("I have passed that on to ana.", True)
    assert answer.to == a_person("ben")
