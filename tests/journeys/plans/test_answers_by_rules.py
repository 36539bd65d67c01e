"""What is answered to a plan's question, read without a model."""

import pytest

from tests.journeys.bank.talking import talked


@pytest.mark.parametrize(
    "answer",
    [
        *("engineer on monday", "engineer, starting on Monday", "on monday, engineer"),
        *("engineer, from monday", "Monday, engineer", "engineer starting monday"),
    ],
)
async def test_the_word_before_a_day_is_no_part_of_a_role(answer: str):
    conversation = await talked("onboard Jess Smith", answer)

    assert "role: engineer\n" in conversation.last.text


@pytest.mark.parametrize("answer", ["on monday", "from monday", "Monday"])
async def test_a_day_alone_names_no_role(answer: str):
    conversation = await talked("onboard Jess Smith", answer)

    assert "To plan this I need: role" in conversation.last.text
