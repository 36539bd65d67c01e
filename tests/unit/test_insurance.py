"""The insurance desk: decline letters, and where a claim id is found."""

import pytest

from agents.insurance.decline_letter import decline_letter, decline_letter_assistance
from agents.insurance.smart_strategy import smart_strategy, where_is_claim_id
from agents.kit import Agent
from agents.kit.slots import choices_in
from agents.kit.values.errors import BadToolCall
from tests.fakes.records import FakeRecords
from tests.fakes.turns import Desk


def a_desk(agent: Agent, **words: str) -> Desk:
    return Desk(agent, FakeRecords(), words=words)


async def letter_about(topology: str, *, words: str = "") -> str:
    desk = a_desk(decline_letter_assistance, topology=words)
    await desk.call("decline_letter", claim_id="123ABH", topology=topology)
    (letter,) = desk.delivered
    return letter


def test_both_agents_are_forms():
    assert decline_letter_assistance.is_form
    assert smart_strategy.is_form


@pytest.mark.proves("S1-71", "S1-75b")
def test_a_letter_asks_for_the_claim_id_and_says_how_one_looks():
    assert "the claim id, which is 4 to 12 letters and digits" in decline_letter_assistance.opening
    assert "Home or Motor" in decline_letter_assistance.opening


@pytest.mark.proves("S1-78", "S1-79", "S1-79b")
async def test_both_values_make_a_letter_beside_the_chat():
    desk = a_desk(decline_letter_assistance, topology="I want to do Motor.")

    reply = await desk.call("decline_letter", claim_id="123ABH", topology="Motor")

    assert reply == "Your decline letter is ready."
    (letter,) = desk.delivered
    for part in (
        "17 July 2024",
        "Claim id: 123ABH",
        "Topology: Motor",
        '"I want to do Motor."',
        "www.dl_artifact.com.au",
    ):
        assert part in letter


async def test_a_letter_whose_topology_nobody_said_repeats_the_topology():
    assert 'In your words: "Home"' in await letter_about("Home")


async def test_braces_in_the_users_words_stay_as_they_are():
    letter = await letter_about("Motor", words="motor {claim_id} {0}")

    assert "motor {claim_id} {0}" in letter


async def test_only_so_many_of_the_users_words_are_repeated():
    assert "x" * 300 + '"' in await letter_about("Motor", words="x" * 999)


@pytest.mark.proves("S1-75b")
@pytest.mark.parametrize("claim_id", ["123ABH", "123abh", "4711", "A1B2C3", "abcdefghijk1"])
def test_a_claim_id_is_letters_and_digits_with_a_digit(claim_id: str):
    raw = {"claim_id": claim_id, "topology": "Motor"}

    assert decline_letter.read(raw)["claim_id"] == claim_id


@pytest.mark.proves("S1-72", "S1-75b")
@pytest.mark.parametrize(
    "claim_id", ["ABCDEF", "12", "1234567890123", "123-ABH", "www.claims1.com", "My id is 123ABH"]
)
def test_what_is_no_claim_id_is_refused(claim_id: str):
    with pytest.raises(BadToolCall, match="claim_id"):
        decline_letter.read({"claim_id": claim_id, "topology": "Motor"})


@pytest.mark.proves("S1-76", "S1-77")
@pytest.mark.parametrize("topology", ["Personal Injury", "I want to commit fraud.", ""])
def test_what_is_no_topology_is_refused(topology: str):
    with pytest.raises(BadToolCall, match="topology"):
        decline_letter.read({"claim_id": "123ABH", "topology": topology})


@pytest.mark.proves("S1-72")
def test_the_place_of_a_claim_id_depends_on_who_asks():
    assert smart_strategy.opening == "Are you an internal employee or a partner of Suncorp?"


@pytest.mark.proves("S1-74")
async def test_a_partner_is_sent_to_the_public_address_in_their_own_words():
    desk = a_desk(smart_strategy, relation="I am a partner.")

    reply = await desk.call("where_is_claim_id", relation="partner")

    assert reply == "You said “I am a partner.”, so you find the claim id at www.my_id.com."
    assert desk.progress == ["Checking partner or internal…"]


@pytest.mark.parametrize(
    ("relation", "told"),
    [
        (
            "internal employee",
            "As an internal employee you find the claim id at claims.intranet.my_id.com.",
        ),
        ("partner", "As a partner you find the claim id at www.my_id.com."),
    ],
)
async def test_where_nobody_said_who_they_are_the_relation_is_named(relation: str, told: str):
    assert await a_desk(smart_strategy).call("where_is_claim_id", relation=relation) == told


@pytest.mark.proves("S1-73")
def test_a_friend_is_neither():
    with pytest.raises(BadToolCall, match="relation"):
        where_is_claim_id.read({"relation": "I am a Suncorp friend."})


async def test_an_employee_may_call_themselves_staff():
    choices = choices_in(where_is_claim_id.parameters.model_fields["relation"].metadata)

    assert choices is not None
    assert await choices.of(a_desk(smart_strategy).turn()) == {
        "internal employee": ("internal", "employee", "staff"),
        "partner": ("partners",),
    }
