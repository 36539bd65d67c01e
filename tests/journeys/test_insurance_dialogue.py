"""The letter conversation, in order and in other words, up to the right letter."""

from dataclasses import dataclass

import pytest

from bot.domain.messages import ReplyKind
from tests.journeys.conversation import Conversation, a_conversation

DIALOGUE = (
    "hello",
    "I want to craft a declined letter.",
    "Where to find a claim id?",
    "I am a Suncorp friend.",
    "I am a partner.",
    "My id is 123ABH",
    "It is about Personal Injury",
    "I want to commit fraud.",
    "I want to do Motor.",
)
GREETING, WISH, DIGRESSION, NEITHER, PARTNER, CLAIM_ID, INJURY, FRAUD, MOTOR = range(1, 10)
LETTER = "DeclineLetterAssistance"
STRATEGY = "SmartStrategy"
WHICH_BOTH = (
    "For the decline letter I need the claim id, which is 4 to 12 letters and digits such as "
    "123ABH, and the crime topology: Home or Motor."
)
AS_A_PARTNER = "You said “I am a partner.”, so you find the claim id at www.my_id.com."
WHICH_RELATION = "Are you an internal employee or a partner of Suncorp?"
WHICH_TOPOLOGY = "What is the crime topology: Home or Motor?"
I_HAVE_THE_ID = f"I have the claim id: 123ABH. {WHICH_TOPOLOGY}"


@dataclass(frozen=True)
class Heard:
    """What one line of the dialogue brought about."""

    conversation: Conversation
    said: str
    told: str


async def after(lines: int) -> Heard:
    """Say so many lines of the dialogue; return what the last one brought about."""
    conversation = await a_conversation()
    for line in DIALOGUE[: lines - 1]:
        await conversation.say(line)
    before = len(conversation.progress)
    said = await conversation.say(DIALOGUE[lines - 1])
    told = "\n".join(text for _agent, text in conversation.progress[before:])
    return Heard(conversation, said, told)


@pytest.mark.proves("S1-10", "S1-11", "S1-12", "S1-70")
async def test_a_silent_opening_is_greeted_with_both_insurance_agents():
    conversation = await a_conversation()

    said = await conversation.start()

    assert said.startswith("Hello, I am ")
    assert f"- {LETTER}: Writing a standardised decline letter" in said
    assert f"- {STRATEGY}: Finding your claim id" in said
    assert said.endswith("What can I do for you?")


@pytest.mark.proves("S1-71", "S1-22", "S1-31", "S1-75c")
async def test_the_wish_for_a_letter_chooses_its_agent_and_asks_for_the_claim_id():
    heard = await after(WISH)

    assert heard.said == WHICH_BOTH
    assert f"{LETTER}: “{DIALOGUE[1]}” was read as a wish for it" in heard.told


@pytest.mark.proves("S1-72", "S1-65", "S1-20")
async def test_the_question_about_the_claim_id_goes_to_the_other_agent():
    heard = await after(DIGRESSION)

    assert heard.said == WHICH_RELATION
    assert f"{STRATEGY}: “{DIALOGUE[2]}” was read as a wish for it" in heard.told
    assert await heard.conversation.stack() == [LETTER, STRATEGY]


@pytest.mark.proves("S1-73")
async def test_a_friend_is_neither_and_is_asked_again_without_a_new_agent():
    heard = await after(NEITHER)

    assert "I am a Suncorp friend" in heard.said
    assert heard.said.endswith(WHICH_RELATION)
    assert await heard.conversation.stack() == [LETTER, STRATEGY]


@pytest.mark.proves("S1-74", "S1-17b", "S1-20", "S1-14")
async def test_the_place_and_the_waiting_question_come_in_one_message():
    heard = await after(PARTNER)

    assert heard.said == (f"{AS_A_PARTNER}\n\n{WHICH_BOTH}")
    assert await heard.conversation.stack() == [LETTER]


@pytest.mark.proves("S1-75", "S1-75b")
async def test_the_claim_id_leads_to_the_topology():
    heard = await after(CLAIM_ID)

    assert heard.said == I_HAVE_THE_ID
    assert heard.conversation.artifacts == []


@pytest.mark.proves("S1-76", "S1-77", "S1-80")
@pytest.mark.parametrize("line", [INJURY, FRAUD])
async def test_what_is_neither_home_nor_motor_is_refused_and_the_need_said_again(line: int):
    heard = await after(line)

    assert heard.said != WHICH_TOPOLOGY
    assert heard.said.endswith(WHICH_TOPOLOGY)
    assert await heard.conversation.stack() == [LETTER]
    assert "123ABH" in heard.said


@pytest.mark.proves("S1-78", "S1-18", "S1-16")
async def test_the_topology_makes_the_letter_and_the_bot_offers_more():
    heard = await after(MOTOR)

    assert "Your decline letter is ready." in heard.said
    assert "What else can I do for you?" in heard.said
    assert await heard.conversation.stack() == []


@pytest.mark.proves("S1-79", "S1-79b", "S1-18")
async def test_the_letter_is_an_artifact_in_the_persons_own_words():
    heard = await after(MOTOR)

    (letter,) = heard.conversation.artifacts
    for part in ("claim 123ABH (Motor)", '"I want to do Motor."', "www.dl_artifact.com.au"):
        assert part in letter
    spoken = [r.text for r in heard.conversation.replies if r.kind is not ReplyKind.ARTIFACT]
    assert not any("dl_artifact" in text for text in spoken)


@pytest.mark.proves("S1-75c", "S1-31")
async def test_no_reason_is_told_inside_the_chat():
    conversation = (await after(MOTOR)).conversation

    chat = "\n".join(reply.text for reply in conversation.replies)
    reasons = [text for _agent, text in conversation.progress]
    assert len(reasons) > len(DIALOGUE)
    assert not any(reason in chat for reason in reasons)


STORIES = [
    pytest.param(lines, claim_id, topology, id=name)
    for name, lines, claim_id, topology in [
        ("all at once", ["decline letter for claim 123ABH, motor"], "123ABH", "Motor"),
        ("topology first", ["write a declined letter for home", "A1B2C3"], "A1B2C3", "Home"),
        ("id in the wish", ["I need a decline letter for claim 4711X", "Home"], "4711X", "Home"),
        ("a bare id", ["we have to decline a claim", "9Z9Z", "motor please"], "9Z9Z", "Motor"),
        ("id and topology together", ["decline letter", "id 55AB, motor"], "55AB", "Motor"),
        (
            "misspelled",
            ["write a decline letter", "my claim id is 1a2b", "motor"],
            "1a2b",
            "Motor",
        ),
        ("by number", ["write a declined letter", "123ABH", "1"], "123ABH", "Home"),
        ("by its exact word", ["write a declined letter", "123ABH", "MOTOR"], "123ABH", "Motor"),
        ("addressed", [f"@{LETTER} a letter please", "123ABH", "Home"], "123ABH", "Home"),
        (
            "an employee",
            [*DIALOGUE[1:3], "I'm staff", "my id is 8C", "8C8C", "home"],
            "8C8C",
            "Home",
        ),
        (
            "a digression that says it all",
            ["craft a decline letter", "I am a partner, where is my claim id?", "123ABH", "2"],
            "123ABH",
            "Motor",
        ),
        (
            "a late digression",
            ["decline letter for claim 123ABH", "where is my claim id?", "partner", "Motor"],
            "123ABH",
            "Motor",
        ),
        (
            "the same digression twice",
            ["decline letter", *["where is my claim id?", "partner"] * 2, "123ABH", "Home"],
            "123ABH",
            "Home",
        ),
        (
            "the place first, then the letter",
            ["where is my claim id?", "internal employee", "decline letter", "123ABH", "Home"],
            "123ABH",
            "Home",
        ),
        (
            "a corrected id",
            ["decline letter", "123ABH", "sorry, the claim id is 456XYZ", "Home"],
            "456XYZ",
            "Home",
        ),
        ("a corrected mind", ["decline letter", "123ABH", "not home, motor"], "123ABH", "Motor"),
        (
            "commands in between",
            ["decline letter", "help", "123ABH", "why", "what were we doing?", "Home"],
            "123ABH",
            "Home",
        ),
        (
            "the id while the relation is asked for",
            [*DIALOGUE[1:3], "my claim id is 123ABH", "partner", "motor"],
            "123ABH",
            "Motor",
        ),
    ]
]


@pytest.mark.proves("S1-71", "S1-75", "S1-78", "S1-79", "S1-80")
@pytest.mark.parametrize(("lines", "claim_id", "topology"), STORIES)
async def test_other_words_lead_to_the_right_letter(
    lines: list[str], claim_id: str, topology: str
):
    conversation = await a_conversation()

    for line in lines:
        await conversation.say(line)

    (letter,) = conversation.artifacts
    assert f"Claim id: {claim_id}\nTopology: {topology}\n" in letter


async def test_a_button_answers_for_the_topology():
    conversation = await a_conversation()
    await conversation.say("decline letter for claim 123ABH")

    await conversation.press("Motor")

    assert "Re: your claim 123ABH (Motor)" in conversation.artifacts[0]


async def test_a_second_letter_starts_from_nothing():
    conversation = await a_conversation()
    for line in DIALOGUE:
        await conversation.say(line)

    assert await conversation.say("another decline letter") == WHICH_BOTH
    assert WHICH_TOPOLOGY in await conversation.say("456XYZ")
    await conversation.say("Home")

    assert "Re: your claim 456XYZ (Home)" in conversation.artifacts[1]


async def test_two_people_write_their_own_letters_in_one_thread():
    conversation = await a_conversation()

    await conversation.say("decline letter", user="ana")
    await conversation.say("decline letter", user="ben")
    await conversation.say("123ABH", user="ana")
    await conversation.say("456XYZ", user="ben")
    await conversation.say("Home", user="ben")
    await conversation.say("Motor", user="ana")

    assert "your claim 456XYZ (Home)" in conversation.artifacts[0]
    assert "your claim 123ABH (Motor)" in conversation.artifacts[1]
