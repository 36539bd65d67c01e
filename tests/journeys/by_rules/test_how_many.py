"""Without a model, whoever asks how many people there are is told."""

import pytest

from tests.journeys.bank.talking import talked


@pytest.mark.parametrize(
    "line",
    ["how many people work here", "how many employees are there?", "how many people work for us?"],
)
async def test_whoever_asks_how_many_there_are_means_all(line: str):
    conversation = await talked(line)

    assert conversation.replies[0].text == "employees\n10"
