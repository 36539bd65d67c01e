"""The insurance desk: decline letters, and where a claim id is found."""

from collections.abc import Sequence

import pytest

from agents.insurance.answers import choice_in, claim_id_in
from agents.insurance.decline_letter import decline_letter_assistance
from agents.insurance.smart_strategy import smart_strategy
from agents.kit import Agent, Outcome
from tests.fakes.records import FakeRecords
from tests.fakes.turns import Desk

WISH = "I want to craft a declined letter."


async def talk(agent: Agent, lines: Sequence[str]) -> tuple[Outcome, list[str]]:
    """Say these lines one after the other; the last outcome and all progress come back."""
    desk = Desk(agent, FakeRecords())
    outcome = Outcome()
    assert agent.run is not None
    for line in lines:
        outcome = await agent.run(desk.turn(line))
        desk.state = outcome.state
    return outcome, desk.progress


async def letter_after(*lines: str) -> Outcome:
    outcome, _ = await talk(decline_letter_assistance, lines)
    return outcome


async def place_after(*lines: str) -> Outcome:
    outcome, _ = await talk(smart_strategy, lines)
    return outcome


@pytest.mark.proves("S1-71", "S1-51")
async def test_a_letter_begins_with_the_claim_id():
    outcome, progress = await talk(decline_letter_assistance, [WISH])

    assert outcome.asks_human
    assert outcome.value == "What is the claim id?"
    assert outcome.state == {"asked": "claim_id"}
    assert progress == ["Obtaining claim_id…"]


@pytest.mark.proves("S1-75", "S1-75b")
async def test_a_claim_id_leads_to_a_closed_question_about_the_topology():
    outcome, progress = await talk(decline_letter_assistance, [WISH, "My id is 123ABH"])

    assert outcome.options == ("Home", "Motor")
    assert outcome.state == {"asked": "topology", "claim_id": "123ABH"}
    assert outcome.artifact is None
    assert progress[-1] == "Obtaining topology…"


@pytest.mark.proves("S1-78", "S1-79", "S1-79b")
async def test_both_answers_make_a_letter_beside_the_chat():
    outcome = await letter_after(WISH, "My id is 123ABH", "I want to do Motor.")

    assert not outcome.interrupt
    assert outcome.value == "Your decline letter is ready."
    letter = outcome.artifact or ""
    for part in (
        "17 July 2024",
        "Claim id: 123ABH",
        "Topology: Motor",
        '"I want to do Motor."',
        "www.dl_artifact.com.au",
    ):
        assert part in letter


@pytest.mark.proves("S1-80")
async def test_the_claim_id_survives_three_answers_that_do_not_fit():
    outcome = await letter_after(
        WISH,
        "My id is 123ABH",
        "It is about Personal Injury",
        "I want to commit fraud.",
        "What is a topology?",
        "Motor",
    )

    assert "123ABH" in (outcome.artifact or "")


@pytest.mark.proves("S1-76", "S1-77", "S1-80")
@pytest.mark.parametrize(
    "answer",
    [
        "Personal Injury",
        "I want to commit fraud.",
        "home or motor, whichever",
        "not motor",
        "which home do you mean?",
        "",
    ],
)
async def test_what_is_no_topology_is_handed_back_naming_what_is_needed(answer: str):
    outcome = await letter_after(WISH, "123ABH", answer)

    assert outcome.hands_back
    assert "either Home or Motor" in outcome.rationale
    assert outcome.state == {"asked": "topology", "claim_id": "123ABH"}


@pytest.mark.proves("S1-72", "S1-75b")
@pytest.mark.parametrize(
    "answer",
    [
        "Where to find a claim id?",
        "where can I find the id of claim 123ABH",
        "My id is ABCDEF",
        "My id is 12",
        "My id is 1234567890123",
        "123-ABH",
        "see www.claims1.com",
        "it happened on the 20th of May",
        "I was at home in 2019, you know",
    ],
)
async def test_what_is_no_claim_id_is_handed_back_naming_what_is_needed(answer: str):
    outcome = await letter_after(WISH, answer)

    assert outcome.hands_back
    assert "still needs the claim id" in outcome.rationale
    assert outcome.state == {"asked": "claim_id"}


@pytest.mark.parametrize(
    ("text", "claim_id"),
    [
        ("My id is 123ABH", "123ABH"),
        ("123ABH", "123ABH"),
        ("it's 123ABH.", "123ABH"),
        ("claim number: 4711", "4711"),
        ("claim #123abh please", "123abh"),
        ("4711", "4711"),
        ("I have it here, A1B2C3, on the first page", "A1B2C3"),
        ("either 123ABH or 456XYZ", None),
        ("the house was built in 1985, I think", None),
        ("no idea", None),
    ],
)
def test_a_claim_id_is_letters_and_digits_with_a_digit(text: str, claim_id: str | None):
    assert claim_id_in(text) == claim_id


@pytest.mark.parametrize(
    ("text", "choice"),
    [
        ("Motor", "Motor"),
        ("moter", "Motor"),
        ("I'd say home!", "Home"),
        ("it's not home, it's motor", "Motor"),
        ("it isn't motor", None),
        ("home and motor", None),
        ("hometown", None),
        ("", None),
    ],
)
def test_a_choice_is_read_from_free_words(text: str, choice: str | None):
    assert choice_in(text, {"Home": ("home",), "Motor": ("motor",)}) == choice


async def test_a_first_message_that_says_it_all_is_enough():
    outcome = await letter_after("decline letter for claim 123ABH, motor")

    assert "Claim id: 123ABH" in (outcome.artifact or "")
    assert "Topology: Motor" in (outcome.artifact or "")


async def test_a_topology_given_early_is_not_asked_for_again():
    outcome = await letter_after("a decline letter for a home claim, please", "123ABH")

    assert "Topology: Home" in (outcome.artifact or "")
    assert "a home claim, please" in (outcome.artifact or "")


async def test_a_claim_id_can_be_corrected_while_the_topology_is_asked_for():
    outcome = await letter_after(WISH, "123ABH", "sorry, the claim id is 456XYZ", "Home")

    assert "Claim id: 456XYZ" in (outcome.artifact or "")


async def test_texts_that_were_joined_are_read_line_by_line():
    outcome = await letter_after(WISH, "How do I find it?\nMy id is 123ABH")

    assert outcome.state == {"asked": "topology", "claim_id": "123ABH"}


async def test_braces_in_the_users_words_stay_as_they_are():
    outcome = await letter_after(WISH, "123ABH", "motor {claim_id} {0}")

    assert "motor {claim_id} {0}" in (outcome.artifact or "")


@pytest.mark.proves("S1-72")
async def test_the_place_of_a_claim_id_depends_on_who_asks():
    outcome, progress = await talk(smart_strategy, ["Where to find a claim id?"])

    assert outcome.asks_human
    assert outcome.options == ("internal employee", "partner")
    assert progress == ["Checking partner or internal…"]


@pytest.mark.proves("S1-73", "S1-80")
@pytest.mark.parametrize(
    "answer",
    ["I am a Suncorp friend.", "I am not a partner", "partner or employee", "what is a partner?"],
)
async def test_who_is_neither_is_told_what_is_needed(answer: str):
    outcome = await place_after("Where to find a claim id?", answer)

    assert outcome.hands_back
    assert "internal employee or a partner" in outcome.rationale
    assert outcome.state == {"asked": "relation"}


@pytest.mark.proves("S1-74")
async def test_a_partner_is_sent_to_the_public_address_in_their_own_words():
    outcome = await place_after(
        "Where to find a claim id?", "I am a Suncorp friend.", "I am a partner."
    )

    assert not outcome.interrupt
    assert "“I am a partner.”" in outcome.value
    assert "www.my_id.com" in outcome.value


@pytest.mark.parametrize("answer", ["internal employee", "I'm staff", "an employee", "Internal"])
async def test_an_employee_is_sent_to_the_internal_address(answer: str):
    outcome = await place_after("find my claim id", answer)

    assert "claims.intranet.my_id.com" in outcome.value


async def test_who_says_at_once_who_they_are_is_not_asked():
    outcome = await place_after("I am a partner, where is my claim id?")

    assert "www.my_id.com" in outcome.value
