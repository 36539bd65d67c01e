"""What the side channel tells while the bot works: the event and its facts, never the answer."""

import pytest

from agents.kit.values.model import Purpose
from tests.journeys.bank.talking import ANAS, CHECKING, LOGIN, READY, say_all, talked
from tests.journeys.bank.test_dialogue import DIALOGUE
from tests.journeys.conversation import Conversation, a_conversation
from tests.journeys.models.puppet import continuing, puppet, reading, together, which

Told = list[tuple[str, str]]


async def told_for(line: str, *before: str) -> Told:
    """What is told during the turn of a line."""
    conversation = await talked(*before)
    return await told_in(conversation, line)


async def told_in(conversation: Conversation, line: str) -> Told:
    already = len(conversation.progress)
    await conversation.say(line)
    return conversation.progress[already:]


def texts(told: Told, agent: str = "") -> list[str]:
    return [text for name, text in told if agent in {"", name}]


@pytest.mark.proves("S0-50")
@pytest.mark.parametrize("line", ["hello", "Transfer money", "what does a share of Tesla cost?"])
async def test_with_nobody_speaking_it_is_told_that_an_agent_is_chosen(line: str):
    told = await told_for(line)

    assert told[0][0] == "router"
    assert "Nobody is speaking" in told[0][1]


@pytest.mark.proves("S0-51", "S0-50")
@pytest.mark.parametrize(
    ("before", "line", "speaker"),
    [
        (("Transfer money",), "seldo", "authenticate"),
        (DIALOGUE[:5], f"To account ID {ANAS}", "transfer_money"),
        (DIALOGUE[:6], "500", "transfer_money"),
        (("look up a stock",), "Tesla", "stock_lookup"),
    ],
)
async def test_an_agent_that_has_the_floor_is_told_to_be_speaking_already(
    before: tuple[str, ...], line: str, speaker: str
):
    told = await told_for(line, *before)

    assert texts(told, "router")[0] == f"{speaker} is speaking"
    assert any("answers what it had asked" in text for text in texts(told, speaker))


@pytest.mark.proves("S0-52")
@pytest.mark.parametrize(
    ("line", "agent"),
    [
        ("hello", "concierge"),
        ("log me in", "authenticate"),
        ("what is my balance?", "account_balance"),
        ("Transfer money", "transfer_money"),
        ("what does a share of Tesla cost?", "stock_lookup"),
    ],
)
async def test_the_selected_agent_is_told_with_the_reason(line: str, agent: str):
    told = await told_for(line)

    selected = texts(told, agent)[0]
    assert selected.startswith(f"{agent}: ")
    assert len(selected) > len(f"{agent}: ")


@pytest.mark.proves("S0-52")
async def test_an_agent_selected_by_a_chain_is_told_as_well():
    told = await told_for("monkey", "Transfer money", "seldo")

    assert any("first needs" in text for text in texts(told, "account_balance"))


@pytest.mark.proves("S0-53")
async def test_the_check_for_a_login_is_told_with_its_result():
    told = await told_for("Transfer money")

    assert texts(told, "transfer_money")[1] == "Checking a login: not yet"


@pytest.mark.proves("S0-53")
async def test_the_check_for_a_balance_is_told_with_its_result():
    told = await told_for("Transfer money", *LOGIN)

    checks = [text for text in texts(told, "transfer_money") if text.startswith("Checking")]
    assert checks == [
        "Checking a login: yes",
        "Checking the balance of the account to send from: not yet",
    ]


@pytest.mark.proves("S0-54", "S0-62")
@pytest.mark.parametrize(
    ("before", "line", "facts"),
    [
        (("Transfer money",), "seldo", ["Noted", "username", "seldo"]),
        (("Transfer money", "seldo"), "monkey", ["Logging in", "seldo"]),
        (DIALOGUE[:4], "Checking", ["account ID", "Checking"]),
        (DIALOGUE[:4], "Checking", ["balance", CHECKING]),
        (DIALOGUE[:6], "500", ["sufficient", CHECKING]),
        (DIALOGUE[:6], "500", ["Transferring", "$500.00", CHECKING, ANAS]),
        ((), "am I logged in?", ["Checking", "logged in"]),
        ((), "what does a share of Tesla cost?", ["symbol", "Tesla"]),
        ((), "what does a share of Tesla cost?", ["price", "TSLA"]),
    ],
)
async def test_the_tools_tell_what_they_do(before: tuple[str, ...], line: str, facts: list[str]):
    told = await told_for(line, *before)

    assert any(all(fact in text for fact in facts) for text in texts(told))


@pytest.mark.proves("S0-55", "S0-36")
@pytest.mark.parametrize(
    ("before", "line", "agent"),
    [
        (LOGIN[:2], "monkey", "authenticate"),
        (DIALOGUE[:4], "Checking", "account_balance"),
        (DIALOGUE[:6], "500", "transfer_money"),
        ((), "what does a share of Tesla cost?", "stock_lookup"),
    ],
)
async def test_a_finished_task_is_told_and_leaves_the_stack(
    before: tuple[str, ...], line: str, agent: str
):
    conversation = await talked(*before)

    told = await told_in(conversation, line)

    assert f"{agent} is complete" in texts(told, agent)
    assert agent not in await conversation.stack()


@pytest.mark.proves("S0-55")
async def test_nothing_is_told_to_be_complete_before_it_is():
    conversation = await talked(*DIALOGUE[:-1])

    told = conversation.told()
    assert "authenticate is complete" in told
    assert "account_balance is complete" in told
    assert "transfer_money is complete" not in told


@pytest.mark.proves("S0-56")
async def test_it_is_told_that_the_continuation_is_asked_and_that_nothing_is_left():
    told = await told_for("monkey", *LOGIN[:2])

    asked = next(at for at, (agent, _text) in enumerate(told) if agent == "continuation")
    assert told[asked + 1][0] == "no_further_task"
    assert told[asked + 1][1] == "All that you asked for is done"


@pytest.mark.proves("S0-56")
async def test_it_is_told_with_which_words_the_continuation_goes_on():
    sentence = "tell me what a share of Tesla costs"
    model = puppet(together(which("authenticate"), continuing(sentence, "")))
    conversation = await a_conversation(model)
    await say_all(conversation, f"log me in and then {sentence}", "seldo")

    told = await told_in(conversation, "monkey")

    assert any(sentence in text for text in texts(told))


@pytest.mark.proves("S0-57")
async def test_an_unusable_choice_is_told_with_what_it_was_each_time():
    conversation = await a_conversation(
        puppet(reading("which", "banana", "apple", "stock_lookup"))
    )

    told = await told_in(conversation, "Tesla")

    asked_again = [text for text in texts(told, "router") if "again" in text]
    assert len(asked_again) == 2
    assert "banana" in asked_again[0]
    assert "apple" in asked_again[1]


async def test_what_is_told_on_the_side_is_never_part_of_an_answer():
    conversation = await talked(*DIALOGUE, *READY, "what does a share of Tesla cost?")

    answers = "\n".join(reply.text for reply in conversation.replies)
    assert [text for _agent, text in conversation.progress if text in answers] == []


async def test_what_a_model_reads_holds_nothing_of_the_side_channel():
    conversation = await talked(*DIALOGUE, "what does a share of Tesla cost? Thank you.")

    assert any(call.purpose is Purpose.CONTINUE for call in conversation.model.calls)
    for line in ("Nobody is speaking", "Logging in seldo", "is complete", "is speaking"):
        assert line not in conversation.model.everything_read
